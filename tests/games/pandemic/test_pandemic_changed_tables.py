"""Tables of random games: none has a fault, and every kind of single change that makes one is found."""

import dataclasses
import random
import re
from collections.abc import Callable

import pytest

from generator.games.pandemic.data import State
from generator.games.pandemic.data import replace_state as replace
from generator.games.pandemic.scoring import compare_tables
from generator.games.pandemic.table import take_table
from generator.model.played import GameLog
from generator.play.contracts.samples import play_moves
from generator.rules.core import Sentence
from generator.rules.form import write_log
from tests import played
from tests.games.pandemic.pandemic_table import NAMES, data, names_of, rules
from tests.games.pandemic.test_pandemic_tables import rules_of, score


def say_table(state: State) -> str:
    """A state as it would be typed in, complete."""
    table = take_table(data(), state)
    cities: dict[str, list[str]] = {}
    for heap in table.cubes:
        cities.setdefault(heap.key, []).append(f"{data().colours[heap.colour]} {heap.number}")
    cubes = ", ".join(f"{city}: {' '.join(heaps)}" for city, heaps in cities.items())
    lines = [f"{key}: {getattr(table, key)}" for key in ("turn", "outbreaks", "epidemics", "deck")]
    lines.append(f"cubes: {{{cubes}}}")
    for key in ("cured", "eradicated"):
        named = [name for place, name in enumerate(data().colours) if getattr(table, key) >> place & 1]
        lines.append(f"{key}: [{', '.join(named)}]")
    for key in ("stations", "infected", "removed", "discards", "gone", "stored"):
        lines.append(f"{key}: [{names_of(getattr(table, key))}]")
    hands = ", ".join(f"{player}: [{names_of(held)}]" for player, held in table.hands.items())
    lines.append(f"hands: {{{hands}}}")
    lines += [f"lost: {table.lost}"] if table.lost else []
    return say_head(state) + "".join(f"  {line}\n" for line in lines)


def say_head(state: State) -> str:
    roles = ", ".join(f"{player} {role}" for player, role in zip(state.players, state.roles, strict=True))
    level = next(level for level, number in data().levels.items() if number == state.epidemics)
    names = ", ".join(state.players)
    return f"game: pandemic\nplayers: [{names}]\ndifficulty: {level}\nroles: {roles}\ntable:\n"


def states(seed: int, policy: str = "random") -> list[State]:
    """Of one game, from the first turn on; not while two cards are drawn, nor of too many in a hand."""
    level = list(data().levels)[seed % 3]
    player = played.game("pandemic").policies.get(policy)
    moves = play_moves(rules(), NAMES[: 2 + seed % 3], setup={"difficulty": level}, seed=seed, policy=player)
    found = [each.step.state for each in moves if each.step.state.turn]
    calm = (state for state in found if not state.over_limit() and state.seer < 0)
    return [state for state in calm if (state.phase, state.left) != ("draw", 1)]


@pytest.mark.parametrize("seed", range(8))
def test_tables_of_random_games_are_consistent(seed: int) -> None:
    """At their end and in their middle: no rule finds a fault where there is none."""
    chance = random.Random(seed)
    found = states(seed)
    for state in (*chance.sample(found, 6), found[-1]):
        report = score(say_table(state))
        assert report.faults == (), say_table(state)
        won = report.outcome.won if report.outcome else None
        expected = rules().outcome(state)
        assert won == (expected.won if expected else None)


def _raise_cubes(state: State, chance: random.Random) -> State | None:
    """One cube more in a city that is full."""
    full = [place for place, number in enumerate(state.cubes) if number == 3]
    return _with_cubes(state, chance.choice(full), 4) if full else None


def _with_cubes(state: State, place: int, number: int) -> State:
    cubes = bytearray(state.cubes)
    cubes[place] = number
    return replace(state, cubes=bytes(cubes))


def _carry_cubes(state: State, chance: random.Random) -> State | None:
    """A cube far from its colour, and no outbreak that could have brought it."""
    far = next(city for city, id in enumerate(data().cities) if id == "johannesburg")
    return _with_cubes(replace(state, outbreaks=0), far * 4 + 3, 1)


def _cure(state: State, chance: random.Random) -> State | None:
    """A cure for which no cards were discarded."""
    own = [
        sum(data().colour_of[card] == colour for card in state.discards if card < 48) for colour in range(4)
    ]
    poor = [colour for colour, number in enumerate(own) if number < 4 and not state.cured >> colour & 1]
    return replace(state, cured=state.cured | 1 << poor[0]) if poor else None


def _double_card(state: State, chance: random.Random) -> State | None:
    """A card in a hand and among the discards."""
    held = [card for hand in state.hands for card in hand]
    if not held or not state.discards:
        return None
    card = chance.choice(held)
    return replace(state, discards=tuple(sorted({*state.discards, card})))


CHANGES: dict[str, tuple[Callable[[State, random.Random], State | None], str]] = {
    "a fourth cube": (_raise_cubes, "table.city"),
    "a cube from nowhere": (_carry_cubes, "table.spread"),
    "a cure without cards": (_cure, "table.cure"),
    "a card twice": (_double_card, "table.twice"),
    "an infection card twice": (
        lambda state, chance: replace(state, removed=state.infected[:1]) if state.infected else None,
        "table.twice",
    ),
    "a station twice": (
        lambda state, chance: replace(state, stations=(*state.stations, state.stations[0])),
        "table.station",
    ),
    "a deck one card too small": (
        lambda state, chance: replace(state, piles=((state.deck_size - 1, 0),)) if state.deck_size else None,
        "table.deck",
    ),
    "a card that is gone": (
        lambda state, chance: (
            replace(state, discards=state.discards[2:]) if len(state.discards) > 2 else None
        ),
        "table.cards",
    ),
    "epidemics too many": (
        lambda state, chance: replace(state, increases=state.increases + 3),
        "table.epidemics",
    ),
    "eradicated without a cure": (
        lambda state, chance: replace(state, eradicated=15, cured=0),
        "table.cured",
    ),
    "eradicated with cubes": (
        lambda state, chance: replace(state, eradicated=15, cured=15) if any(state.cubes) else None,
        "table.eradicated",
    ),
    "a reason that cannot be": (
        lambda state, chance: replace(state, end="pandemic.draw.cards") if state.deck_size > 1 else None,
        "table.lost",
    ),
}


@pytest.mark.parametrize("kind", sorted(CHANGES))
def test_each_kind_of_change_is_found(kind: str) -> None:
    """In the tables of random games where there is something to change."""
    make, rule = CHANGES[kind]
    tried = 0
    for seed in range(12):
        chance = random.Random(seed)
        state = chance.choice(states(seed))
        changed = make(state, chance)
        if changed is None:
            continue
        tried += 1
        report = score(say_table(changed))
        assert rule in rules_of(report), (rules_of(report), say_table(changed))
    assert tried > 3


def test_a_table_beside_a_log_must_agree_with_it() -> None:
    """`log.differs`: told at the key that differs; what is left out agrees."""
    played = list(play_moves(rules(), NAMES[:2], setup={}, seed=4))
    last = played[-1].step.state
    log = write_log(GameLog("pandemic", NAMES[:2], tuple(each.line for each in played)))
    body = say_table(last).split("table:\n")[1]
    agreed = score(f"{log}table:\n{body}")
    assert (agreed.verdict, agreed.faults) == ("proved", ())
    cubes = next(line for line in body.split("\n") if line.startswith("  cubes"))
    assert score(f"{log}table:\n{cubes}\n").verdict == "proved"
    pawns = f"{log}table:\n{cubes}\n  pawns: {{Ana: Santiago, Bo: Santiago}}\n"
    assert "log.differs" in rules_of(score(pawns))
    stations = f"{log}table:\n{cubes}\n  stations: [Atlanta, Johannesburg]\n"
    assert rules_of(score(stations)) == ["log.differs"]
    (fault,) = score(f"{log}table:\n  cubes: {{}}\n").faults
    assert (fault.rule, fault.path, fault.values) == (
        "pandemic.log.differs",
        ("table", "cubes"),
        {"key": Sentence("tally.place.cubes")},
    )
    for hand in ("[]", '"?"', "[Tokyo, Osaka]"):
        hands = f"{log}table:\n{cubes}\n  hands: {{Bo: {hand}}}\n"
        assert rules_of(score(hands)) == ["log.differs"]


def test_diseases_of_which_nothing_is_said_agree() -> None:
    """A table that leaves out cures says nothing against its log; one that says that there are none does."""
    last = list(play_moves(rules(), NAMES[:2], setup={}, seed=4))[-1].step.state
    cured = replace(last, cured=3)
    typed = dataclasses.replace(take_table(data(), cured), cured=0)
    assert [fault.path[-1] for fault in compare_tables(data(), typed, cured)] == ["cured"]
    unsaid = dataclasses.replace(typed, cured=None, eradicated=None)
    assert list(compare_tables(data(), unsaid, cured)) == []


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_what_is_left_out_is_not_known(policy: str) -> None:
    """Finished games stay legal, whichever keys are left out beside the cubes, and roles in the head."""
    chance = random.Random(5)
    for seed in range(24):
        head, body = say_table(states(seed, policy)[-1]).split("table:\n")
        lines = body.splitlines(keepends=True)
        others = [line for line in lines if not line.startswith("  cubes:")]
        ways = [{line} for line in others]
        ways += [{*chance.sample(others, chance.randint(2, len(others)))} for _ in range(6)]
        for number, left_out in enumerate(ways):
            known = head if number % 2 else re.sub("roles: .*\n", "", head)
            text = known + "table:\n" + "".join(line for line in lines if line not in left_out)
            assert score(text).faults == (), (text, left_out)
