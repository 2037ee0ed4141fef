"""docs/coming-from.md is true: its decks are printed from the table that it shows, and look alike."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

PAGE = (Path(__file__).parents[1] / "docs" / "coming-from.md").read_text("utf-8")
DECKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
TABLE = re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 6"><path d="M0 6 4 0 9 6z"/></svg>'


def test_each_tool_has_a_deck() -> None:
    assert len(DECKS) == 3
    assert len(TABLE) == 1


@pytest.mark.parametrize("deck", DECKS)
def test_decks_are_printed(petri: Callable[..., Result], tmp_path: Path, deck: str) -> None:
    """Six cards with three texts and a picture each, without a warning."""
    (tmp_path / "monsters.csv").write_text(TABLE[0], "utf-8")
    for name in re.findall(r"\w+\.svg", TABLE[0]):
        (tmp_path / name).write_text(ART, "utf-8")
    (tmp_path / "monsters.yaml").write_text(deck, "utf-8")
    done = petri("make", "monsters.yaml", "--to", "txt")
    assert done.exit_code == 0, done.stderr
    assert "warning" not in done.stderr
    page = (tmp_path / "output/monsters/monsters-en-a4.txt").read_text("utf-8")
    for text in ("Goblin", "Old Town", "Dragon", "'7'", "#c0392b", "#2f6b3c", "#6c3483"):
        assert text in page, text
    assert page.count("use goblin-front") == 3
    assert page.count("use old_town-front") == 2


def test_keys_are_known(petri: Callable[..., Result]) -> None:
    """Options in the tables are those of `petri make`."""
    help = petri("make", "--help").output
    for option in set(re.findall(r"`(?:petri make )?(--[a-z-]+)", PAGE)):
        assert option in help, option
