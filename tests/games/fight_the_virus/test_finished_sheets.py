"""Finished sheets without a log: what each rule finds, and what it leaves alone."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from generator.games.fight_the_virus.scoring import LETTERS, write_marks
from generator.games.fight_the_virus.sheet import (
    GRIDS,
    PlayerSheet,
    ProgressArea,
    empty_sheet,
    score_sheet,
)
from generator.rules.core import Sentence
from tests.games.fight_the_virus.sheets import (
    data,
    found,
    play_by_chance,
    play_well,
    read,
    referee,
    say,
    score,
    scoring,
)
from tests.samples import sample

Make = Callable[[], PlayerSheet]
"""Makes a sheet when a test runs: tests are collected without reading a game."""


def blank() -> PlayerSheet:
    return empty_sheet(data())


def curve(circled: str = "", **numbers: int) -> PlayerSheet:
    ids = data().curve.ids
    circles = frozenset(ids.index(name) for name in circled.split())
    return replace(blank(), spread=tuple(numbers.get(name, 0) for name in ids), circled=circles)


def wall(**numbers: int) -> PlayerSheet:
    return replace(blank(), tests=tuple(numbers.get(name, 0) for name in data().wall.ids))


def virus(*shapes: str, circled: int = 0, crossed: int = 0) -> PlayerSheet:
    squares = tuple(data().virus.squares(shape.split()) for shape in shapes)
    return replace(blank(), shapes=squares, progress=ProgressArea(21, circled, crossed))


WRONG: list[tuple[str, Make, str]] = [
    ("analysis.letter", lambda: virus("f4 f5 f6 f7 f8"), "analysis a"),
    ("analysis.whole", lambda: virus("f5 f6", "f8"), "analysis"),
    ("analysis.gap", lambda: virus("f2", circled=0), "analysis"),
    ("analysis.adjacent", lambda: virus("f4", "f6", "f5"), "analysis b"),
    ("progress.spikes", lambda: virus("f1 f2"), "progress"),
    ("progress.spikes", lambda: virus("f3", circled=1), "progress"),
    ("progress.spent", lambda: replace(blank(), researched=7), "progress"),
    ("progress.spent", lambda: wall(a1=7), "progress"),
    ("research.goals", lambda: replace(blank(), researched=12), "research 12"),
    ("testing.support", lambda: wall(a1=2, b1=3), "testing b1"),
    ("testing.higher", lambda: wall(a1=2, a2=3, b1=3), "testing b1"),
    ("testing.one", lambda: wall(a1=1, a2=3, b1=1), "testing b1"),
    ("curve.upwards", lambda: curve(d2=3), "curve d2"),
    ("curve.begun", lambda: curve(d1=3, f1=4), "curve"),
    ("curve.different", lambda: curve(d1=3, d2=3), "curve d1"),
    ("curve.value", lambda: curve(d1=7), "curve d1"),
    ("curve.circle", lambda: curve("d2", d1=3, d2=5), "curve d2"),
    ("curve.circle", lambda: curve("a1", a1=3), "curve a1"),
    ("setback.circle", lambda: curve("a1"), "curve a1"),
    ("setback.circle", lambda: curve("d2 d3", d1=3), "curve d2"),
]


def find_row(area: str, place: str, sheet: PlayerSheet) -> int | None:
    """The row, from 0, of a square or of the first one with a letter; None: the whole area is meant."""
    if area not in GRIDS:
        return None
    letters = write_marks(data(), sheet)["analysis"]
    rows = data().grids[area].rows
    found = [row for row, ids in enumerate(rows) for id in ids if place in (id, letters.get(id, "-"))]
    return found[0] if found else None


@pytest.mark.parametrize(("rule", "make", "where"), WRONG)
def test_each_rule_finds_what_breaks_it(rule: str, make: Make, where: str) -> None:
    """At its place, in the line of its row or its area, with a sentence in every language."""
    sheet = make()
    text = say(blank(), sheet)
    faults = [fault for fault in score(text).faults if fault.rule == f"fight_the_virus.{rule}"]
    assert [(fault.player, fault.where) for fault in faults] == [("Bo", where)]
    area, _, place = where.partition(" ")
    key = max(number for number, line in enumerate(text.split("\n")) if line.strip().startswith(f"{area}:"))
    row = find_row(area, place, sheet)
    assert faults[0].line == key + 1 + (0 if row is None else row + 1)
    assert faults[0].line > text.split("\n").index("  Bo:")
    for wording in referee().kit.wordings.values():
        assert "{" not in faults[0].sentence.format(wording)


RIGHT: list[tuple[str, Make]] = [
    ("a 1 is free", lambda: wall(a1=5, a2=6, b1=1)),
    ("a circled number opposite the one beneath", lambda: curve("d2", d1=3, d2=4)),
    (
        "a circle that no longer counts between two numbers",
        lambda: curve("d2", c1=2, c2=1, c3=2, c4=1, d1=3, d2=5),
    ),
    ("an open circle on a column that is begun", lambda: curve("d2", d1=3)),
    ("a field that is owed", lambda: replace(blank(), progress=ProgressArea(21, 0, 2))),
    ("a spike on a single square", lambda: virus("f1 f2", circled=1)),
    ("six research numbers take no progress", lambda: replace(blank(), researched=6)),
]


@pytest.mark.parametrize(("why", "make"), RIGHT, ids=[why for why, _ in RIGHT])
def test_what_the_rules_allow_is_left_alone(why: str, make: Make) -> None:
    """No fault, and nobody has won yet."""
    report = score(say(make()))
    assert (report.verdict, found(report), report.outcome) == ("consistent", [], None)


def test_the_order_of_columns_explains_circles() -> None:
    """A 3 in the circle a1 beside a 4 is right; with a 5 it is not, since b1 is its only neighbour."""
    assert found(score(say(curve("a1", a1=3, b1=4, b2=1)))) == []
    assert found(score(say(curve("a1", a1=3, b1=5, b2=1)))) == ["curve.circle"]


def test_progress_is_in_order_and_research_too() -> None:
    """What cannot be a sheet of the engine at all: fields and numbers out of order."""
    text = say(blank())
    fields = text.replace("." * 21, "o" + "x" + "." * 19)
    assert "progress.fields" in found(score(fields))
    assert found(score(text.replace("research: 0", "research: xx.x........"))) == ["research.order"]
    assert found(score(text.replace("research: 0", "research: [1, 2, 4]"))) == ["research.order"]


@pytest.mark.parametrize("seed", sample(range(30), 8, key="finished sheets"))
def test_sheets_of_legal_games_are_consistent(seed: int) -> None:
    """At any time of a game, played by chance or with some sense, by two or four, and with shared rolls."""
    games = [play_well(seed), play_by_chance(seed), play_by_chance(seed, 4, "large_groups")]
    for states in games:
        for state in (*states[:: max(1, len(states) // 5)], states[-1]):
            text = say(*state.sheets)
            report = score(text)
            assert (report.verdict, found(report)) == ("consistent", []), text
            assert not [*scoring().compare(read(text), state)]
    over = games[0][-1]
    assert score(say(*over.sheets)).winners == tuple(
        player for player, sheet in zip(over.players, over.sheets, strict=True) if sheet.researched == 12
    )


def test_when_nobody_can_win_the_virus_has() -> None:
    """All sheets say so, and they are of at least two players: `turn.no_winner`."""
    lost = replace(blank(), progress=ProgressArea(21, 0, 15))
    assert score(say(lost)).outcome is None
    both = score(say(lost, lost)).outcome
    assert both is not None
    assert (both.rule, both.winners) == ("fight_the_virus.turn.no_winner", ())
    assert score(say(lost, blank())).outcome is None


def test_blank_sheets_can_be_filled_in() -> None:
    """In every language; as they are they break no rule."""
    for wording in referee().kit.wordings.values():
        text = scoring().write_blank(wording)
        assert text.startswith("# ")
        report = score(text)
        assert (report.verdict, tuple(report.scores)) == ("consistent", ("Ana", "Bo"))
        assert [each.total for each in report.scores.values()] == [0, 0]


def test_squares_may_be_filled_without_letters() -> None:
    """`#` says no more than that a square is filled."""
    state = play_well(3)[-1]
    text = say(*state.sheets)
    lines, is_virus = [], False
    for line in text.split("\n"):
        is_virus = is_virus if "|" in line and ":" not in line else line.endswith("analysis: |")
        lines.append(re.sub("[a-zA-Z]", "#", line) if is_virus and ":" not in line else line)
    plain = "\n".join(lines)
    assert "#" in plain
    assert score(plain).verdict == "consistent"
    assert not [*scoring().compare(read(plain), state)]


def test_points_are_counted_out_of_what_there_is_to_do() -> None:
    """Numbers of research, red squares, and spikes."""
    (lines,) = [each.lines for each in score_sheet(data(), replace(blank(), researched=2)).rounds]
    most = {"research": 12, "testing": 3, "curve": 4, "spikes": 21}
    labels = [Sentence(f"tally.done.{area}", most=number) for area, number in most.items()]
    assert [(line.label, line.points) for line in lines] == [*zip(labels, (2, 0, 0, 0), strict=True)]


@pytest.mark.parametrize(("shapes", "letters"), [(52, LETTERS), (53, "#" * 53)])
def test_shapes_have_letters_as_far_as_they_go(shapes: int, letters: str) -> None:
    """With more of them, all squares have the same sign."""
    squares = [data().virus.bits[id] for id in data().virus.bits][:shapes]
    written = write_marks(data(), replace(blank(), shapes=tuple(squares)))["analysis"]
    assert [*written.values()] == [*letters]


def test_the_first_number_of_research_that_is_not_next_is_told() -> None:
    """Once, with the number that would be next."""
    text = say(blank()).replace("research: 0", "research: 1, 2, 4, 6")
    (fault,) = (each for each in score(text).faults if each.rule == "fight_the_virus.research.order")
    assert (fault.where, fault.values) == ("research 4", {"number": 4, "next": 3})
