"""What a finished round can break, as far as can be told from what lies on the table."""

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.games.virus_and_co.entries import FinishedGame, Round
from generator.games.virus_and_co.plan import INJECTION, Plan
from generator.games.virus_and_co.state import RoundEnd
from generator.games.virus_and_co.tableau import (
    COLOURS,
    MOST_INJECTIONS,
    MOST_POINTS,
    Lying,
    Tableau,
    add_pills,
    find_care,
)
from generator.rules.core import EntryPath, Fault, Sentence, Value


def list_faults(plan: Plan, game: FinishedGame) -> Iterator[Fault]:
    """All faults of all rounds, each with its place in the score file."""
    for index, round in enumerate(game.rounds):
        for check in (
            _list_faults_of_tableaus,
            _list_faults_of_care,
            _list_faults_of_cards,
            _list_faults_of_predictions,
            _list_faults_of_pills,
        ):
            yield from check(plan, index, round)
        missing = [player for player in game.players if player not in round]
        for player in missing:
            yield _fault("virus_and_co.round.missing", index, player)
        # Who is missing may be in intensive care.
        if not missing:
            yield from _list_faults_of_end(plan, index, round)


def _fault(
    rule: str,
    index: int,
    player: str = "",
    key: str = "",
    values: Mapping[str, Value] | None = None,
) -> Fault:
    """`key` is where it would stand, were it not written in words."""
    path: EntryPath = ("rounds", index, *((player,) if player else ()), *((key,) if key else ()))
    return Fault(rule, player, round=index + 1, values={"player": player, **(values or {})}, path=path)


def _list_faults_of_tableaus(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    for player, tableau in round.items():
        if tableau.injections > MOST_INJECTIONS:
            values = {"number": tableau.injections, "most": MOST_INJECTIONS}
            yield _fault("virus_and_co.care.third", index, player, "injections", values)
        if tableau.loose < 0:
            lying = sum(virus.injections for virus in tableau.viruses)
            values = {"number": tableau.injections, "lying": lying}
            yield _fault("virus_and_co.care.counted", index, player, "injections", values)
        if tableau.in_care and not _may_be_last(tableau):
            values = {"points": tableau.points, "most": MOST_POINTS}
            yield _fault("virus_and_co.care.late", index, player, "viruses", values)
        for key, named in (("diagnosis", tableau.diagnosis), ("nurse", tableau.nurse)):
            if named == player:
                yield _fault("virus_and_co.predict.other", index, player, key)


def _may_be_last(tableau: Tableau) -> bool:
    """Whether some card can have been the last: without it the player was not in intensive care.

    What lies before a player in intensive care does not count, and may be written down in part.
    """
    points, injections = tableau.points, tableau.injections
    if injections < MOST_INJECTIONS and any(
        not virus.injections and points - virus.value <= MOST_POINTS for virus in tableau.viruses
    ):
        return True
    if injections != MOST_INJECTIONS:
        return injections > MOST_INJECTIONS
    before = [
        points - virus.points + Lying(virus.value, virus.injections - 1).points
        for virus in tableau.viruses
        if virus.injections
    ]
    if tableau.loose:
        before.append(points)
    return any(each <= MOST_POINTS for each in before)


def _list_faults_of_care(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    """[S] Whoever gets into intensive care ends the round: nobody can follow."""
    care = find_care(round)
    if len(care) > 1:
        yield _fault("virus_and_co.care.one", index, values={"players": care})


def _list_faults_of_end(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    """[OURS] A round may end without intensive care, but only when both piles are used up."""
    left = len(plan.drawn) - _count_drawn_before(plan, round)
    if left and not find_care(round):
        yield _fault("virus_and_co.round.unfinished", index, values={"left": left})


def _count_drawn_before(plan: Plan, round: Round) -> int:
    """Cards of the piles that lie before the players, at most; risk cards look like some of them."""
    viruses, injections = _count_cards(round)
    printed = _count_printed(plan)
    found = sum(min(viruses[value], count) for value, count in printed.items())
    return found + min(injections, plan.cards[INJECTION].count)


def _count_cards(round: Round) -> tuple[Counter[int], int]:
    viruses = Counter(virus.value for tableau in round.values() for virus in tableau.viruses)
    return viruses, sum(tableau.injections for tableau in round.values())


def _count_printed(plan: Plan) -> Counter[int]:
    """Viruses of the piles by their points."""
    printed: Counter[int] = Counter()
    for card in plan.cards.values():
        if card.kind == "virus":
            printed[card.value] += card.count
    return printed


def _list_faults_of_cards(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    viruses, injections = _count_cards(round)
    for value, count in sorted(viruses.items()):
        most = plan.values.get(value, 0)
        if count > most:
            values = {"value": value, "number": count, "most": most}
            yield _fault("virus_and_co.cards.viruses", index, values=values)
    if injections > plan.injections:
        values = {"number": injections, "most": plan.injections}
        yield _fault("virus_and_co.cards.injections", index, values=values)
    more = sum((viruses - _count_printed(plan)).values())
    more += max(0, injections - plan.cards[INJECTION].count)
    risks = more + sum(bool(tableau.diagnosis) + bool(tableau.nurse) for tableau in round.values())
    dealt = plan.count_hand(max(len(round), 1)) * len(round)
    if risks > dealt:
        yield _fault("virus_and_co.cards.risks", index, values={"number": risks, "most": dealt})


def _list_faults_of_predictions(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    """Each of the two cards lies before as many players as it is printed."""
    held = {
        "diagnose": [player for player, tableau in round.items() if tableau.diagnosis],
        "krankenschwester": [player for player, tableau in round.items() if tableau.nurse],
    }
    for risk, players in held.items():
        most = plan.count_risk(risk)
        if len(players) > most:
            card = Sentence(f"risk.{risk}.name")
            values: dict[str, Value] = {"card": card, "players": tuple(players), "most": most}
            yield _fault("virus_and_co.cards.predictions", index, values=values)


def _list_faults_of_pills(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    """[S] A share for each player and one for the pharmacy: no more pills are in play."""
    there = add_pills(tableau.pills for tableau in round.values())
    in_play = plan.share.times(len(round) + 1)
    for colour, number, most in zip(COLOURS, there, in_play, strict=True):
        if number > most:
            values: dict[str, Value] = {
                "colour": Sentence(f"tally.colour.{colour}"),
                "number": number,
                "most": most,
            }
            yield _fault("virus_and_co.cards.pills", index, values=values)


def compare_rounds(
    game: FinishedGame, players: tuple[str, ...], ends: tuple[RoundEnd, ...]
) -> Iterator[Fault]:
    """Where typed rounds differ from those of a log; of who was in intensive care only that counts."""
    if len(game.rounds) != len(ends):
        values = {"number": len(game.rounds), "played": len(ends)}
        yield Fault("virus_and_co.log.rounds", values=values, path=("rounds",))
    for index, (round, end) in enumerate(zip(game.rounds, ends, strict=False)):
        for player, played in zip(players, end.tableaus, strict=True):
            typed = round.get(player, Tableau())
            if typed != played and not (typed.in_care and played.in_care):
                yield _fault("virus_and_co.log.differs", index, player)
