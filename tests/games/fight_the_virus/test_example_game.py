"""The game that is written down in the kit is played again, move by move."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from generator.games.fight_the_virus.sheet import Decide, State, TakeBonus, UseDie
from generator.play.walks.walkthrough import list_keys
from generator.read.files.shelf import find_shelf
from generator.read.scores import decode_score, read_score, read_score_file
from generator.rules.core import NATURE, AnyMove, Played
from generator.rules.game import replay
from tests.games.fight_the_virus.mutations import CHANGES
from tests.games.fight_the_virus.sheets import GAME, found, referee, rules, score

EXAMPLE = find_shelf().find_game(GAME) / "example_game.yaml"
DOCS = Path(__file__).parents[3] / "docs"
TEXT = EXAMPLE.read_text("utf-8")


@cache
def played() -> Sequence[Played[State, AnyMove]]:
    source = decode_score(TEXT.encode())
    log = read_score_file(source, list_keys(referee().find(""))).log
    assert log is not None
    return tuple(replay(rules(), log))


def test_it_is_proved_and_ana_wins() -> None:
    """Every line stands, and the sheets at the end are those below, square by square."""
    report = referee().score(read_score(EXAMPLE))
    assert (report.verdict, report.faults, report.winners) == ("proved", (), ("Ana",))
    assert report.moves == len(re.findall(r"^  - ", TEXT, re.MULTILINE))
    assert [score.total for score in report.scores.values()] == [40, 37]


def test_its_sheets_alone_are_consistent() -> None:
    """Without the log the same winner."""
    head, _, sheets = TEXT.partition("sheets:")
    report = score(head.partition("log:")[0] + "sheets:" + sheets)
    assert (report.verdict, report.faults, report.winners) == ("consistent", (), ("Ana",))


def test_circles_fall_where_the_remarks_say() -> None:
    """After a 5 and a 6 both players circle a square, which a remark names."""
    ids = rules().data.curve.ids
    states = [rules().start(("Ana", "Bo"), {}), *(each.step.state for each in played())]
    lines = [line for line in TEXT.splitlines() if line.startswith("  - ")]
    setbacks = 0
    for line, before, after in zip(lines, states, states[1:], strict=False):
        new = {
            (player, ids[square])
            for player in after.players
            for square in after.sheet_of(player).circled - before.sheet_of(player).circled
        }
        assert new == set(re.findall(r"(\w+) circles (\w+)", line))
        assert bool(new) == line.startswith("  - nature: 5 6")
        setbacks += bool(new)
    assert setbacks == 3


def test_everything_that_can_happen_happens() -> None:
    """Both setbacks, a debt, doubles rolled again, every kind of bonus, an extra die, a raised die."""
    moves = [each.move for each in played()]
    rolls = Counter(each.move.text for each in played() if each.line.actor == NATURE)
    assert rolls["6 6"] == 3
    assert sum(move == Decide("again") for move in moves) == 3
    areas = Counter(move.mark.area for move in moves if isinstance(move, TakeBonus))
    assert set(areas) == {"analysis", "testing", "curve"}
    assert any(isinstance(move, UseDie) and len(move.points) > 1 for move in moves)
    assert [sheet.progress.owed for sheet in played()[0].step.state.sheets] == [1, 1]
    extra = 0
    before = rules().start(("Ana", "Bo"), {})
    for each in played():
        if isinstance(each.move, UseDie) and not before.is_active(each.line.actor):
            extra += len(before.hand_of(each.line.actor).dice) == 1
        before = each.step.state
    assert extra == 8


@pytest.mark.parametrize(
    ("line", "wrong", "rule"),
    [
        ("  - Bo: 5 curve e4", "  - Bo: 5 curve f1", "curve.column"),
        ("  - Ana: 5 analysis d9 e9 d10 e10 d11", "  - Ana: 5 analysis e5 f5 e6 f6 e7", "analysis.adjacent"),
        ("  - Bo: 2 research 2", "  - Bo: 4 research 4", "turn.dice"),
        ("    research: 11", "    research: 10", "log.differs"),
    ],
)
def test_the_first_line_that_cannot_stand_is_told(line: str, wrong: str, rule: str) -> None:
    """With its number, the rule, and moves that would have been legal."""
    at = TEXT.split("\n").index(next(each for each in TEXT.split("\n") if each.split("  #")[0] == line))
    changed = TEXT.split("\n")
    changed[at] = wrong
    report = score("\n".join(changed))
    assert found(report) == [rule]
    assert report.faults[0].line == at + 1
    assert report.faults[0].legal or rule == "log.differs"


def test_the_documentation_shows_what_is_so() -> None:
    """Its sheet is consistent; its log stands in the example; its table is of the changes that are tried."""
    page = (DOCS / "games" / "fight_the_virus.md").read_text("utf-8")
    sheet = re.search(r"```yaml\n(game: fight_the_virus\n.*?)```", page, re.DOTALL)
    assert sheet is not None
    report = score(sheet[1])
    assert (report.verdict, found(report)) == ("consistent", [])
    log = re.search(r"```yaml\n(  - nature.*?)```", page, re.DOTALL)
    assert log is not None
    assert log[1] in TEXT
    assert [kind for kind in CHANGES if f"| {kind} |" not in page] == []
