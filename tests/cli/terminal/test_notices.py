"""Errors and warnings as a terminal shows them: one for each mistake, with the line of the file."""

import sys
from pathlib import Path

import pytest

from generator.cli.terminal.notices import print_notices, quote_line
from generator.errors import (
    DataError,
    LayoutError,
    MissingGlyph,
    Notice,
    PartErrors,
    PrintWarning,
    Problem,
    WrittenPlace,
    join_notices,
)


def _overflow(card: str, line: int) -> LayoutError:
    error = LayoutError("{rules}", "is too tall", over_mm=line, quote=f"the text of {card}")
    error.about, error.place = f"deck {card}", WrittenPlace("deck.yaml", line, 7)
    return error


def test_an_overflow_on_many_cards_is_one_notice() -> None:
    """Two hundred cards on two papers: one line, with the other cards, and with both documents."""
    errors = [_overflow(f"card{number}", number) for number in range(1, 201)]
    failures = [(f"game/cards-en-{paper}", error) for paper in ("a4", "letter") for error in errors]
    (notice,) = PartErrors(failures).list_notices()
    assert str(notice).startswith(
        "deck.yaml:1:7: deck card1: {rules}: the text of card1 is too tall (by 1.0 mm)"
    )
    assert " (and 199 more: card2 (line 2), card3 (line 3), " in str(notice)
    assert str(notice).endswith(", ...) [game/cards-en-a4, game/cards-en-letter]")


def test_different_mistakes_stay_apart() -> None:
    """Another element, another character, and a warning with the same words are notices of their own."""
    title = LayoutError("{name}", "is too tall", over_mm=1.0)
    errors = [
        _overflow("owl", 3),
        title,
        MissingGlyph("é", "né"),
        MissingGlyph("ü", "né"),
        PrintWarning("soft"),
    ]
    notices = [notice for error in errors for notice in error.list_notices()]
    notices.append(Notice("soft", about="owl"))
    assert len(join_notices(notices)) == len(notices)


def test_one_mistake_in_many_rows_of_a_file_is_one_line() -> None:
    """Problems that differ only in the number of their row are one line with the other lines."""
    wrong = [Problem("a.yaml", line, 5, f"cards[{line}].x", "unknown key `x`") for line in range(2, 90)]
    lines = str(DataError([*wrong, Problem("a.yaml", 4, 1, "cards[3].y", "unknown key `y`")])).split("\n")
    assert len(lines) == 2
    assert lines[0].startswith("a.yaml:2:5: cards[2].x: unknown key `x` (and 87 more: cards[3].x (line 3), ")


@pytest.mark.parametrize(
    ("line", "column", "columns", "shown"),
    [
        ("size: pocker", 7, 80, ["    3 | size: pocker", "      |       ^"]),
        ("- {id: 鳳凰, x: 1}", 13, 80, ["    3 | - {id: 鳳凰, x: 1}", "      |               ^"]),
        ("\tkey: \x1b[31m", 2, 80, ["    3 |  key: \\x1b[31m", "      |  ^"]),
        ("x" * 300, 150, 60, ["    3 | ..." + "x" * 20 + "x" * 25 + "...", "      | " + " " * 23 + "^"]),
    ],
)
def test_the_line_of_a_place_is_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, column: int, columns: int, shown: list[str]
) -> None:
    """The caret is below the character, also after wide ones; long lines are cut, and escapes are shown."""
    monkeypatch.setenv("COLUMNS", str(columns))
    file = tmp_path / "deck.yaml"
    file.write_text(f"# a\n\n{line}\n")
    quoted = list(quote_line(WrittenPlace(str(file), 3, column)))
    assert all(len(text) <= columns for text in quoted)
    assert quoted[1] == shown[1]
    assert quoted[0] == shown[0] or (columns == 60 and quoted[0].startswith(shown[0][:40]))


def test_nothing_is_quoted_of_what_is_no_text(tmp_path: Path) -> None:
    """A workbook, a missing file, and a line that is gone have no quote."""
    book = tmp_path / "deck.xlsx"
    book.write_bytes(b"PK\x03\x04\xff\xfe")
    assert not [*quote_line(WrittenPlace(str(book), 1, 1)), *quote_line(WrittenPlace("gone.yaml", 1, 1))]
    book.write_text("one line")
    assert not [*quote_line(WrittenPlace(str(book), 9, 1))]


def test_only_a_terminal_gets_quotes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a pipe, each notice is one line, so that programs can read them."""
    file = tmp_path / "deck.yaml"
    file.write_text("size: pocker")
    notices = [Notice("unknown size", WrittenPlace(str(file), 1, 7)), Notice("soft", is_error=False)]
    assert print_notices(notices, err=True) == 1
    assert capsys.readouterr().err == f"{file}:1:7: unknown size\nwarning: soft\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    print_notices(notices, err=True)
    assert "size: pocker" in capsys.readouterr().err
    print_notices([*notices, *notices], most=1, err=True)
    assert capsys.readouterr().err.endswith("and 3 more\n")
