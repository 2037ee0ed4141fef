"""Tables that are typed in: what is read, what is found to be wrong, and how it ended."""

import random
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import DataError
from generator.games.pandemic import make_scoring
from generator.games.pandemic.state import State
from generator.games.pandemic.table import CAUSES, take_table
from generator.model.log import GameLog
from generator.play.plain import plain_report
from generator.play.score import Referee, Report
from generator.play.simulate import play_randomly
from generator.read.scores import decode_score
from generator.rules.writing import write_log
from tests import shipped
from tests.games.pandemic.pandemic_table import NAMES, names_of, plan, rules

HEAD = "game: pandemic\nplayers: [Ana, Bo]\nroles: Ana medic, Bo dispatcher\ntable:\n"
TABLE = """\
  turn: 9
  cubes: {Lagos: yellow 2, Cairo: black 3 yellow 1, Lima: 3}
  outbreaks: 4
  epidemics: 2
  deck: 34
  cured: [blue]
  eradicated: [blue]
  stations: [Atlanta, Cairo]
  infected: [Lagos, Lima]
  removed: [Tokyo]
  discards: [Atlanta, Chicago, Essen, London, Madrid, airlift]
  hands: {Ana: "Lima, ?", Bo: [Paris, forecast]}
  pawns: {Ana: Cairo, Bo: Lima}
"""


@cache
def referee() -> Referee:
    return Referee(shipped.kit("pandemic"))


def score(text: str) -> Report:
    return referee().score(decode_score(text.encode()))


def rules_of(report: Report) -> list[str]:
    return [fault.rule.removeprefix("pandemic.") for fault in report.faults]


def change(before: str, after: str) -> str:
    assert before in TABLE
    return HEAD + TABLE.replace(before, after)


def test_a_table_in_which_nothing_is_wrong() -> None:
    """What happened is told line by line, and the game goes on."""
    report = score(HEAD + TABLE.replace("  deck: 34\n", ""))
    assert report.faults == ()
    assert (report.verdict, report.outcome) == ("consistent", None)
    lines = {line.label.key: line.points for each in report.scores["Ana"].rounds for line in each.lines}
    assert lines == {
        "tally.cures": 1,
        "tally.eradicated": 1,
        "tally.turns": 9,
        "tally.epidemics": 2,
        "tally.outbreaks": 4,
        "tally.cubes": 9,
        "tally.stations": 2,
    }
    plain = plain_report(report, shipped.kit("pandemic").wordings["en"])
    assert plain["outcome"] == {"won": None, "rule": ""}
    assert "winners" not in plain


def test_cubes_alone_will_do() -> None:
    """Without names, difficulty, or anything else."""
    report = score("game: pandemic\ntable:\n  cubes: {}\n")
    assert (report.verdict, report.outcome) == ("consistent", None)


MANY = [name for name in plan().names[:26] if name != "Atlanta"]
FAULTS: dict[str, tuple[str, str]] = {
    "table.city": ("Lagos: yellow 2", "Lagos: yellow 4"),
    "table.track": ("outbreaks: 4", "outbreaks: 9"),
    "table.spread": ("Cairo: black 3 yellow 1", "Cairo: red 1"),
    "table.cured": ("cured: [blue]", "cured: []"),
    "table.eradicated": ("Lagos: yellow 2", "Lagos: yellow 2 blue 1"),
    "table.gone": ("eradicated: [blue]", "eradicated: []"),
    "table.cure": ("Essen, London, Madrid", "Essen"),
    "table.stations": ("[Atlanta, Cairo]", "[Atlanta, Cairo, Lima, Tokyo, Paris, Milan, Delhi]"),
    "table.station": ("[Atlanta, Cairo]", "[Atlanta, Cairo, Cairo]"),
    "table.twice": ('Ana: "Lima, ?"', "Ana: [Essen]"),
    "table.hand": ("Lima, ?", "Lima, ?, ?, ?, ?, ?, ?, ?"),
    "table.planner": ("removed: [Tokyo]", "gone: [airlift, one quiet night]"),
    "table.deck": ("deck: 34", "deck: 33"),
    "table.cards": ("deck: 34", "deck: 32"),
    "table.epidemics": ("epidemics: 2", "epidemics: 4"),
    "table.infected": ("infected: [Lagos, Lima]", f"infected: [{', '.join(MANY)}]"),
    "table.first": ("epidemics: 2", "epidemics: 0"),
    "table.lost": ("turn: 9", "turn: 9\n  lost: cubes"),
    "table.won": ("cured: [blue]", "cured: [blue, red, black, yellow]\n  lost: cards"),
}


@pytest.mark.parametrize("rule", sorted(FAULTS))
def test_each_kind_of_fault_is_found(rule: str) -> None:
    """By its rule, with its line, in a sentence that has all its values."""
    report = score(change(*FAULTS[rule]))
    assert rule in rules_of(report)
    assert report.verdict == "illegal"
    assert report.outcome is None
    for fault in report.faults:
        assert fault.line >= 4
        assert "{" not in fault.sentence.say(shipped.kit("pandemic").wordings["en"])


def test_there_are_24_cubes_of_a_colour() -> None:
    """`table.colour`: nine cities with three of them are too many."""
    cities = ", ".join(f"{name}: yellow 3" for name in plan().names[12:21])
    report = score(f"game: pandemic\ntable:\n  cubes: {{{cities}}}\n")
    assert rules_of(report) == ["table.colour"]
    assert report.faults[0].line == 3


def test_all_faults_are_told_at_once() -> None:
    """Each at its line."""
    text = change("Lagos: yellow 2", "Lagos: yellow 4").replace("outbreaks: 4", "outbreaks: 9")
    text = text.replace("[Atlanta, Cairo]", "[Cairo, Cairo]")
    report = score(text)
    assert {"table.city", "table.track", "table.station"} <= set(rules_of(report))
    places = {fault.rule: fault.line for fault in report.faults}
    assert places["pandemic.table.city"] == 6
    assert places["pandemic.table.track"] == 7


@pytest.mark.parametrize(
    ("before", "after", "won", "rule"),
    [
        ("cured: [blue]", "cured: blue, red, yellow, black", True, "end.won"),
        ("outbreaks: 4", "outbreaks: 8", False, "outbreak.lost"),
        ("turn: 9", "turn: 9\n  lost: outbreaks", False, "outbreak.lost"),
        ("turn: 9", "turn: 9\n  lost: cards", False, "draw.cards"),
        ("turn: 9", "turn: 9\n  lost: cubes", False, "supply.lost"),
        ("turn: 9", "turn: 9", None, ""),
    ],
)
def test_how_it_ended(before: str, after: str, won: bool | None, rule: str) -> None:
    """Won with all cures; lost by the last outbreak, or for the reason that the file gives."""
    text = "game: pandemic\nplayers: [Ana, Bo]\ntable:\n  turn: 9\n  cured: [blue]\n"
    yellow = ("Lima", "Lagos", "Bogota", "Miami", "Santiago", "Kinshasa", "Khartoum")
    cubes = ", ".join(f"{city}: 3" for city in yellow)
    text += f"  cubes: {{{cubes}, Mexico City: 2, Delhi: 1, Paris: 1, Tokyo: 1}}\n"
    text += "" if "outbreaks" in after and "lost" in after else "  outbreaks: 4\n"
    report = score(text.replace(before, after))
    assert report.faults == ()
    outcome = report.outcome
    assert (outcome.won if outcome else None) == won
    assert (outcome.rule if outcome else "") == (f"pandemic.{rule}" if rule else "")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Lagos: yellow 2", "Lagoon: yellow 2", "there is no city `Lagoon`"),
        ("Lagos: yellow 2", "Lagos: green 2", "`green 2` are no cubes"),
        ("Lagos: yellow 2", "Lagos: two", "`two` are no cubes"),
        ("Lagos: yellow 2", "Lagos: yellow", "`yellow` are no cubes"),
        ("Lagos: yellow 2", "Cairo: yellow 2", "stands here a second time"),
        ("Lagos: yellow 2", "CAIRO: yellow 2", "this city stands here a second time"),
        ("outbreaks: 4", "outbreaks: some", "must be a number"),
        ("outbreaks: 4", "outbreak: 4", "the key `outbreak` is not known"),
        ("cured: [blue]", "cured: [green]", "`green` is no disease"),
        ("stations: [Atlanta, Cairo]", "stations: {Atlanta: 1}", "must be a list"),
        ("stations: [Atlanta, Cairo]", "stations: [Atlanta, [Cairo]]", "must be one name"),
        ("stations: [Atlanta, Cairo]", "stations: [Atlanta, airlift]", "there is no city `airlift`"),
        ("hands: {Ana", "hands: {Zoe", "there is no player `Zoe`"),
        ("pawns: {Ana: Cairo", "pawns: {Ana: Kairoo", "there is no city `Kairoo`"),
        ("turn: 9", "turn: 9\n  lost: nerves", "`nerves` is no way to lose"),
        ("  cubes: {Lagos: yellow 2, Cairo: black 3 yellow 1, Lima: 3}\n", "", "`cubes` is missing"),
    ],
)
def test_what_cannot_be_read_is_told(before: str, after: str, said: str) -> None:
    """With line and column, and what would be right."""
    with pytest.raises(DataError) as caught:
        score(change(before, after))
    assert said in str(caught.value)
    assert all(problem.line > 0 for problem in caught.value.problems)


def test_a_head_that_cannot_be_is_told() -> None:
    """Roles and difficulty."""
    with pytest.raises(DataError, match="gives nobody a role"):
        score(HEAD.replace("Ana medic", "Ana chef") + TABLE)
    with pytest.raises(DataError, match="`mild` is no difficulty"):
        score("difficulty: mild\n" + HEAD + TABLE)


def say_table(state: State) -> str:
    """A state as it would be typed in, complete."""
    table = take_table(plan(), state)
    cities: dict[str, list[str]] = {}
    for heap in table.cubes:
        cities.setdefault(heap.key, []).append(f"{plan().colours[heap.colour]} {heap.number}")
    cubes = ", ".join(f"{city}: {' '.join(heaps)}" for city, heaps in cities.items())
    lines = [f"{key}: {getattr(table, key)}" for key in ("turn", "outbreaks", "epidemics", "deck")]
    lines.append(f"cubes: {{{cubes}}}")
    for key in ("cured", "eradicated"):
        named = [name for place, name in enumerate(plan().colours) if getattr(table, key) >> place & 1]
        lines.append(f"{key}: [{', '.join(named)}]")
    for key in ("stations", "infected", "removed", "discards", "gone", "stored"):
        lines.append(f"{key}: [{names_of(getattr(table, key))}]")
    hands = ", ".join(
        f"{state.players[seat]}: [{names_of(held.cards)}]" for seat, held in table.hands.items()
    )
    lines.append(f"hands: {{{hands}}}")
    lines += [f"lost: {table.lost}"] if table.lost else []
    return say_head(state) + "".join(f"  {line}\n" for line in lines)


def say_head(state: State) -> str:
    roles = ", ".join(f"{player} {role}" for player, role in zip(state.players, state.roles, strict=True))
    level = next(level for level, number in plan().levels.items() if number == state.epidemics)
    names = ", ".join(state.players)
    return f"game: pandemic\nplayers: [{names}]\ndifficulty: {level}\nroles: {roles}\ntable:\n"


def states(seed: int) -> list[State]:
    """Of a random game, from the first turn on; not while two cards are drawn, nor of too many in a hand."""
    level = list(plan().levels)[seed % 3]
    played = play_randomly(rules(), NAMES[: 2 + seed % 3], setup={"difficulty": level}, seed=seed)
    found = [each.step.state for each in played if each.step.state.turn]
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
    return state._replace(cubes=bytes(cubes))


def _carry_cubes(state: State, chance: random.Random) -> State | None:
    """A cube far from its colour, and no outbreak that could have brought it."""
    far = next(city for city, id in enumerate(plan().cities) if id == "johannesburg")
    return _with_cubes(state._replace(outbreaks=0), far * 4 + 3, 1)


def _cure(state: State, chance: random.Random) -> State | None:
    """A cure for which no cards were discarded."""
    own = [
        sum(plan().colour_of[card] == colour for card in state.discards if card < 48) for colour in range(4)
    ]
    poor = [colour for colour, number in enumerate(own) if number < 4 and not state.cured >> colour & 1]
    return state._replace(cured=state.cured | 1 << poor[0]) if poor else None


def _double_card(state: State, chance: random.Random) -> State | None:
    """A card in a hand and among the discards."""
    held = [card for hand in state.hands for card in hand]
    if not held or not state.discards:
        return None
    card = chance.choice(held)
    return state._replace(discards=tuple(sorted({*state.discards, card})))


CHANGES: dict[str, tuple[Callable[[State, random.Random], State | None], str]] = {
    "a fourth cube": (_raise_cubes, "table.city"),
    "a cube from nowhere": (_carry_cubes, "table.spread"),
    "a cure without cards": (_cure, "table.cure"),
    "a card twice": (_double_card, "table.twice"),
    "an infection card twice": (
        lambda state, chance: state._replace(removed=state.infected[:1]) if state.infected else None,
        "table.twice",
    ),
    "a station twice": (
        lambda state, chance: state._replace(stations=(*state.stations, state.stations[0])),
        "table.station",
    ),
    "a deck one card too small": (
        lambda state, chance: state._replace(piles=((state.deck_size - 1, 0),)) if state.deck_size else None,
        "table.deck",
    ),
    "a card that is gone": (
        lambda state, chance: (
            state._replace(discards=state.discards[2:]) if len(state.discards) > 2 else None
        ),
        "table.cards",
    ),
    "epidemics too many": (
        lambda state, chance: state._replace(increases=state.increases + 3),
        "table.epidemics",
    ),
    "eradicated without a cure": (
        lambda state, chance: state._replace(eradicated=15, cured=0),
        "table.cured",
    ),
    "eradicated with cubes": (
        lambda state, chance: state._replace(eradicated=15, cured=15) if any(state.cubes) else None,
        "table.eradicated",
    ),
    "a reason that cannot be": (
        lambda state, chance: state._replace(end="pandemic.draw.cards") if state.deck_size > 1 else None,
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
    played = list(play_randomly(rules(), NAMES[:2], setup={}, seed=4))
    last = played[-1].step.state
    log = write_log(GameLog("pandemic", NAMES[:2], tuple(each.line for each in played)))
    body = say_table(last).split("table:\n")[1]
    agreed = score(f"{log}table:\n{body}")
    assert (agreed.verdict, agreed.faults) == ("proved", ())
    cubes = next(line for line in body.split("\n") if line.startswith("  cubes"))
    assert score(f"{log}table:\n{cubes}\n").verdict == "proved"
    pawns = f"{log}table:\n{cubes}\n  pawns: {{Ana: Santiago, Bo: Santiago}}\n"
    assert "log.differs" in rules_of(score(pawns))
    stations = f"{log}table:\n{cubes}\n  stations: [Johannesburg]\n"
    assert rules_of(score(stations)) == ["log.differs"]


def test_a_blank_file_has_only_to_be_filled_in() -> None:
    """In every language it is a table without faults."""
    for wording in shipped.kit("pandemic").wordings.values():
        text = referee().scoring.write_blank(wording)
        assert text.startswith("# ")
        assert score(text).verdict == "consistent"


def test_a_table_is_asked_for_step_by_step() -> None:
    """What cannot be read is asked again; what is not known is left out."""
    answers = iter(
        [
            "Ana",
            "Ana, Bo",
            "Paris 2, Milan",
            "Lagoon",
            "Lagos 3, Lima",
            "Lagos 1",
            "",
            "3",
            "two",
            "2",
            "9",
            "",
            "blue",
            "",
            "Atlanta, Cairo",
            "",
            "",
        ]
    )
    questions = make_scoring(shipped.kit("pandemic")).ask()
    problems = []
    question = next(questions)
    text = ""
    try:
        while True:
            if question.problem:
                problems.append(question.problem)
            question = questions.send(next(answers))
    except StopIteration as end:
        text = end.value
    assert len(problems) == 3
    assert "Lagos: yellow 3 black 1" in text
    assert "Paris: blue 2" in text
    assert next(answers, None) is None
    report = score(text)
    assert report.verdict == "consistent"
    assert report.scores["Ana"].total == 1 + 9 + 2 + 3 + 8 + 2


def test_causes_are_those_of_the_rules() -> None:
    """Each way to lose has its word."""
    assert CAUSES == ("cubes", "cards", "outbreaks")


PIECES = st.text("{}[]:, LagosLimaBoAna?0123456789yellowredcubesturn\n \"'", max_size=80)


@given(st.one_of(PIECES, st.text(max_size=60)))
@settings(max_examples=300, deadline=None)
def test_any_table_is_scored_or_refused(text: str) -> None:
    """Nothing else can come of it."""
    bodies = (f"table:\n  cubes: {text}\n", f"table: {text}\n", f"table:\n  cubes: {{}}\n  hands: {text}\n")
    for body in bodies:
        try:
            verdict = score(f"game: pandemic\nplayers: [Ana, Bo]\n{body}").verdict
        except DataError:
            verdict = "illegal"
        assert verdict in ("consistent", "illegal")
