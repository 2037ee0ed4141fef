"""Single changes to finished rounds, each of which breaks a rule; and single changes to logs."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from generator.games.virus_and_co.data import ONE_EACH, Lying, Tableau, add_pills
from tests.games.virus_and_co.table import rules

Round = dict[str, Tableau]
Change = Callable[[Round, random.Random], Round | None]
"""None: this round has nothing that could be changed so."""


def _healthy(round: Round) -> list[str]:
    return [player for player, tableau in round.items() if not tableau.in_care]


def _care(round: Round) -> str:
    return next(player for player, tableau in round.items() if tableau.in_care)


def _with(round: Round, player: str, tableau: Tableau) -> Round:
    return {**round, player: tableau}


def _lay(tableau: Tableau, *viruses: Lying) -> Tableau:
    return replace(tableau, viruses=tuple(sorted((*tableau.viruses, *viruses))))


def drop_player(round: Round, chance: random.Random) -> Round:
    gone = chance.choice(list(round))
    return {player: tableau for player, tableau in round.items() if player != gone}


def second_by_points(round: Round, chance: random.Random) -> Round:
    player = chance.choice(_healthy(round))
    missing = 13 - round[player].points
    return _with(round, player, _lay(round[player], *[Lying(6)] * (missing // 6), Lying(missing % 6 or 1)))


def second_by_injections(round: Round, chance: random.Random) -> Round:
    player = chance.choice(_healthy(round))
    tableau = round[player]
    return _with(round, player, replace(tableau, loose=3 - tableau.injections + tableau.loose))


def nobody_in_care(round: Round, chance: random.Random) -> Round:
    return _with(round, _care(round), Tableau())


def care_too_late(round: Round, chance: random.Random) -> Round:
    player = _care(round)
    return _with(round, player, replace(_lay(round[player], *[Lying(6)] * 4), loose=0))


def fourth_injection(round: Round, chance: random.Random) -> Round:
    player = _care(round)
    tableau = round[player]
    return _with(round, player, replace(tableau, loose=tableau.loose + 4 - tableau.injections))


def fewer_injections(round: Round, chance: random.Random) -> Round | None:
    players = [player for player, tableau in round.items() if tableau.injections > tableau.loose]
    if not players:
        return None
    player = chance.choice(players)
    return _with(round, player, replace(round[player], loose=-1))


def too_many_pills(round: Round, chance: random.Random) -> Round:
    colour = chance.randrange(3)
    in_play = rules().data.share.times(len(round) + 1)
    more = in_play[colour] + 1 - add_pills(tableau.pills for tableau in round.values())[colour]
    player = chance.choice(_healthy(round))
    pills = round[player].pills.plus(ONE_EACH[colour].times(more))
    return _with(round, player, replace(round[player], pills=pills))


def unknown_value(round: Round, chance: random.Random) -> Round | None:
    players = [player for player in _healthy(round) if round[player].points <= 8]
    if not players:
        return None
    player = chance.choice(players)
    # Two injections, on whatever else lies there, leave it without points.
    return _with(round, player, _lay(round[player], Lying(7, 2)))


def too_many_of_a_value(round: Round, chance: random.Random) -> Round:
    value = chance.randint(1, 6)
    there = sum(virus.value == value for tableau in round.values() for virus in tableau.viruses)
    more = rules().data.values[value] + 1 - there
    player = chance.choice(list(round))
    return _with(round, player, _lay(round[player], *[Lying(value)] * more))


def predicts_oneself(round: Round, chance: random.Random) -> Round:
    player = chance.choice(list(round))
    field = chance.choice(["diagnosis", "nurse"])
    return _with(round, player, replace(round[player], **{field: player}))


def second_diagnosis(round: Round, chance: random.Random) -> Round:
    return _hold_twice(round, chance, "diagnosis")


def second_nurse(round: Round, chance: random.Random) -> Round:
    return _hold_twice(round, chance, "nurse")


def _hold_twice(round: Round, chance: random.Random, field: str) -> Round:
    holders = [player for player, tableau in round.items() if getattr(tableau, field)]
    others = [player for player in round if player not in holders]
    for player in chance.sample(others, 2 - len(holders)):
        named = chance.choice([other for other in round if other != player])
        round = _with(round, player, replace(round[player], **{field: named}))
    return round


CHANGES: Mapping[str, tuple[Change, frozenset[str]]] = {
    "a player is left out": (drop_player, frozenset({"round.missing"})),
    "a second player is in care by points": (second_by_points, frozenset({"care.one"})),
    "a second player is in care by injections": (second_by_injections, frozenset({"care.one"})),
    "nobody is in care": (nobody_in_care, frozenset({"round.unfinished"})),
    "points after the end": (care_too_late, frozenset({"care.late"})),
    "a fourth injection": (fourth_injection, frozenset({"care.third"})),
    "fewer injections than lie on viruses": (fewer_injections, frozenset({"care.counted"})),
    "more pills of a colour than are in play": (too_many_pills, frozenset({"cards.pills"})),
    "a virus that is not printed": (unknown_value, frozenset({"cards.viruses"})),
    "more viruses of a value than are printed": (too_many_of_a_value, frozenset({"cards.viruses"})),
    "a prediction of oneself": (predicts_oneself, frozenset({"predict.other"})),
    "DIAGNOSE twice": (second_diagnosis, frozenset({"cards.predictions"})),
    "KRANKENSCHWESTER twice": (second_nurse, frozenset({"cards.predictions"})),
}
"""What is changed, and the rules of which one at least must be found to be broken."""
