"""The notation of moves."""

import pytest

from generator.games.fight_the_virus.sheet import (
    MOVE_FORMS,
    READERS,
    Choose,
    Decide,
    Move,
    Roll,
    SheetMark,
    TakeBonus,
    UseDie,
)
from generator.rules.core import UnreadableMove
from tests.games.fight_the_virus.sheets import NAMES, rules

MOVES: list[tuple[str, Move]] = [
    ("3 5", Roll(3, 5)),
    ("roll b", Choose("b")),
    ("again", Decide("again")),
    ("keep", Decide("keep")),
    ("4 analysis f1 e2 f2 g2", UseDie(4, SheetMark("analysis", ("f1", "e2", "f2", "g2")))),
    ("2 analysis i9 i10", UseDie(2, SheetMark("analysis", ("i9", "i10")))),
    ("5 research 5", UseDie(5, SheetMark("research", (), 5))),
    ("6+2+1 research 9", UseDie(6, SheetMark("research", (), 9), (2, 1))),
    ("6+1 testing b2", UseDie(6, SheetMark("testing", ("b2",), 7), (1,))),
    ("2 curve d1", UseDie(2, SheetMark("curve", ("d1",), 2))),
    ("bonus testing a1", TakeBonus(SheetMark("testing", ("a1",), 1))),
    ("bonus curve d4=5", TakeBonus(SheetMark("curve", ("d4",), 5))),
    ("bonus analysis e3 e4", TakeBonus(SheetMark("analysis", ("e3", "e4")))),
    ("no bonus", Decide("no bonus")),
    ("done", Decide("done")),
]


def parse_move(text: str) -> Move | None:
    """The move that these words declare, whatever the state of the game."""
    words = text.split()
    return next((move for form in MOVE_FORMS for move in form.read(words, READERS, in_full=True)), None)


@pytest.mark.parametrize(("text", "move"), MOVES)
def test_a_move_is_read_and_written_alike(text: str, move: Move) -> None:
    """The notation of a move gives the move, and the move its notation."""
    assert parse_move(text) == move
    assert move.text == text


def test_the_order_of_squares_and_blanks_does_not_matter() -> None:
    """Squares are sorted as the sheet has them, from the top left; the lower die comes first."""
    assert parse_move("  4  analysis  g2 f2 e2 f1 ") == parse_move("4 analysis f1 e2 f2 g2")
    assert parse_move("5 3") == parse_move("3 5")


def test_research_needs_no_number() -> None:
    """It is what the die stands for; a wrong one is read, for the rules to say what the die stands for."""
    assert parse_move("6+2+1 research") == parse_move("6+2+1 research 9")
    assert parse_move("6+2+1 research 8") == UseDie(6, SheetMark("research", (), 8), (2, 1))


def test_numbers_that_no_die_has_are_read() -> None:
    """The rules can then say what a die shows, and what a progress adds."""
    assert parse_move("3 7") == Roll(3, 7)
    assert parse_move("7 testing a1") == UseDie(7, SheetMark("testing", ("a1",), 7))
    assert parse_move("5+7 research") == UseDie(5, SheetMark("research", (), 12), (7,))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4",
        "4 analysis",
        "4 analysis e2 e2",
        "4 analysis e2=3",
        "4 testing",
        "4 testing a1 a2",
        "4 testing a0",
        "4 gardening a1",
        "bonus curve d4",
        "3 777",
        "777 testing a1",
        "3.5",
        "4 research x",
        "4 research 0",
        f"{'9' * 5000} testing a1",
        f"4 testing a{'9' * 5000}",
        f"4 analysis e{'9' * 5000}",
    ],
)
def test_other_words_are_no_move(text: str) -> None:
    """UnreadableMove, never a guess."""
    assert not text or parse_move(text) is None
    with pytest.raises(UnreadableMove):
        rules().parse(rules().start(NAMES, {}), "Ana", text)
