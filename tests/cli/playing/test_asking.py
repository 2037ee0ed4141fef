"""What a companion shows in a pipe: columns, grids, blocks under their titles."""

import pytest

from generator.cli.playing.asking import Screen
from generator.model.texts.wordings import Wording
from generator.rules.core import Sentence, ViewCell, ViewTable

WORDS = Wording("en", "English", "ltr", {"view.title": "{number} things", "view.long": "long " * 60})


@pytest.fixture
def screen() -> Screen:
    return Screen(WORDS)


def row(*texts: str) -> tuple[ViewCell, ...]:
    return tuple(ViewCell(text) for text in texts)


def test_columns_are_as_wide_as_their_widest_cell(screen: Screen, capsys: pytest.CaptureFixture[str]) -> None:
    """Wide letters take two columns; rows may be shorter than others; nothing stands after the last cell."""
    block = ViewTable(
        Sentence("view.title", number=3),
        (row("東京", "1"), row("Ana"), row("B", "22", "")),
        heads=row("", "n"),
    )
    screen.show((block,))
    assert capsys.readouterr().out == "3 things\n        n\n  東京  1\n  Ana\n  B     22\n\n"


def test_squares_of_a_grid_are_alike(screen: Screen, capsys: pytest.CaptureFixture[str]) -> None:
    """As wide as the widest of all."""
    screen.show((ViewTable("", (row("", "a", "b"), row("10", "x", "o")), is_grid=True),))
    assert capsys.readouterr().out == "     a  b\n  10 x  o\n\n"


def test_a_sentence_is_a_line(screen: Screen, capsys: pytest.CaptureFixture[str]) -> None:
    """However long it is, where nobody looks through a window."""
    screen.show_rows([(ViewCell("1"), ViewCell(Sentence("view.long")))])
    assert capsys.readouterr().out.count("\n") == 1


def test_signs_are_no_markup(screen: Screen, capsys: pytest.CaptureFixture[str]) -> None:
    """What somebody is called is said as it is."""
    screen.write("[bold]Ana[/bold] :smile: plays", indent=2)
    assert capsys.readouterr().out == "  [bold]Ana[/bold] :smile: plays\n"
