"""Tables keep to the terminal: words stay whole where there is room for them."""

import sys
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from generator.cli.terminal.tables import break_text, format_moves
from generator.read.wordings.grammars import make_grammar
from tests.terminal import Terminal

PROJECT = Path(__file__).parents[3]


def show(*words: str, columns: int) -> list[str]:
    """The lines that a terminal shows."""
    command = (sys.executable, "-m", "generator", *words)
    with Terminal(*command, folder=PROJECT, environment={}, columns=columns) as terminal:
        assert terminal.wait_for_end() == 0
        return [line.rstrip() for line in terminal.shown.splitlines()]


def test_words_stay_whole() -> None:
    """On 80 columns every part and language of every game can be read as it must be typed."""
    lines = show("list", columns=80)
    table = lines[: lines.index("")]
    assert max(map(len, table)) <= 80
    assert "…" not in "".join(table)
    words = {word.strip(",") for line in table for word in line.split()}
    assert {"fight-the-virus", "infection_cards", "dice_to_fold", "large_groups", "score_pad", "ja"} <= words


def test_nothing_is_left_out_where_there_is_no_room() -> None:
    """Words are broken then, and every letter is there."""
    lines = show("list", columns=40)
    table = lines[: lines.index("")]
    assert max(map(len, table)) <= 40
    assert "…" not in "".join(table)


@pytest.mark.parametrize("words", [("--text-only",), ("--locale", "es", "--text-only")])
def test_languages_without_issues(words: tuple[str, ...]) -> None:
    """Issue types that were not found have no column, so that a row fits on 80 columns."""
    lines = show("locale", "pox", *words, columns=80)
    # On a slow machine, a bar that is erased is in the lines before, or in the same one.
    assert ["game", "locale", "status", "texts"] in [line.split()[-4:] for line in lines]
    assert lines[-1].endswith("clean")


def test_moves_stay_whole() -> None:
    """A line breaks between two of them; where there are more than are shown, three dots say so."""
    english = make_grammar("en")
    said = format_moves(["drive Mexico City", "fly Ho Chi Minh City", "pass"], english, most=2)
    lines = break_text(Text(f"legal here: {said}"), Console(), 32)
    assert [line.plain.rstrip() for line in lines] == [
        "legal here: drive Mexico City;",
        "fly Ho Chi Minh City; …",
    ]
    assert format_moves(["keep", "pass"], english, most=2) == "keep; pass"


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        ("fr", ["vacciner a1\u202f;", "vacciner b1\u202f;", "soigner c4"]),
        ("ja", ["2 検査 a1；", "2 検査 a2；3 研究"]),
        ("ar", ["\u20682 الفحوص a1\u2069؛", "\u20682 الفحوص a2\u2069؛ \u20683 البحث\u2069"]),
    ],
)
def test_moves_have_the_semicolon_of_their_language(locale: str, shown: list[str]) -> None:
    """A line may break after it, also where no blank follows."""
    moves = {
        "fr": ["vacciner a1", "vacciner b1", "soigner c4"],
        "ja": ["2 検査 a1", "2 検査 a2", "3 研究"],
        "ar": ["2 الفحوص a1", "2 الفحوص a2", "3 البحث"],
    }
    said = format_moves(moves[locale], make_grammar(locale), most=3)
    lines = break_text(Text(said), Console(), max(map(cell_len, shown)) + 3)
    assert [line.plain.rstrip() for line in lines] == shown


def test_lines_do_not_break_at_no_break_spaces() -> None:
    """A question mark in French never begins a line."""
    lines = break_text(Text("Votre tour\u202f? 14\u00a0500 points"), Console(), 11)
    assert [line.plain.rstrip() for line in lines] == ["Votre", "tour\u202f?", "14\u00a0500", "points"]
