"""Errors in cells of a grid name the cell; a draft prints without a font for its digits."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

GRID = """\
size: 200 mm x 180 mm
areas:
  - grid:
      id: g
      at: [20 mm, 20 mm]
      cell: 30 mm
      size: {size}
      bleeds: {bleeds}
      table: [{{id: b2, name: {name}}}]
      draw:
        - words: {{text: "{{name}}", box: [30%, 30%, 20%, 10%], font_size: 11 pt}}
"""


@pytest.mark.parametrize(
    ("size", "bleeds", "name", "says"),
    [
        ("5 x 4", "false", "A town of many words", "cell b2: {name}: 'A town"),
        ("9 x 4", "false", "", "extends beyond the board by"),
        ("9 x 4", "true", "", ""),
    ],
)
def test_errors_name_the_cell(
    petri: Callable[..., Result], tmp_path: Path, size: str, bleeds: str, name: str, says: str
) -> None:
    """The cell of the error, not only the grid; grids that bleed may be larger than the board."""
    (tmp_path / "g.yaml").write_text(GRID.format(size=size, bleeds=bleeds, name=name or '""'), "utf-8")
    done = petri("make", "g.yaml", "--to", "txt")
    assert done.exit_code == (1 if says else 0)
    assert says in done.stderr


@pytest.mark.parametrize("locale", ["bn", "mr", "my", "fa"])
def test_drafts_are_printed_with_digits_of_fonts(
    petri: Callable[..., Result], tmp_path: Path, locale: str
) -> None:
    """English texts keep 0 to 9 and their direction, and so does the margin line."""
    words = '{words: {text: "{text}", font_size: 12 pt, box: [6 mm, 6 mm, 50 mm, 20 mm]}}'
    deck = f'size: poker\ncards: [{{id: a, text: "Draw 2 cards (max. 5)!"}}]\ntemplate: [{words}]\n'
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    assert petri("locale", "new", "deck.yaml", locale).exit_code == 0
    done = petri("make", "deck.yaml", "--locale", locale, "--to", "txt")
    assert done.exit_code == 0, done.stderr
    printed = (tmp_path / f"output/deck/deck-{locale}-a4.txt").read_text("utf-8")
    ruler = "50\N{NO-BREAK SPACE}mm at 100\N{NO-BREAK SPACE}%"
    for text in ("Draw 2 cards (max. 5)!", ruler, f"Deck · {locale} · 1 / 1"):
        assert repr(text) in printed
