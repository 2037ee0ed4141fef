"""docs/score.md is true: what it shows can be scored, and gives what it shows."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Petri = Callable[..., Result]

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "score.md").read_text("utf-8")


def blocks(language: str, page: str = PAGE) -> list[str]:
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return [text for name, text in fences if name == language]


def unspaced(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_finished_game_gives_the_table(petri: Petri, tmp_path: Path) -> None:
    """Line for line."""
    finished, log, _ = blocks("yaml")
    (tmp_path / "evening.yaml").write_text(finished, encoding="utf-8")
    done = petri("score", "virus-and-co", "evening.yaml")
    assert unspaced(done.stdout) == unspaced(blocks("")[0])
    (tmp_path / "log.yaml").write_text(log, encoding="utf-8")
    assert petri("score", "virus-and-co", "log.yaml").exit_code == 0


@pytest.mark.parametrize("game", ["fight_the_virus", "pandemic", "pox", "virus_and_co"])
def test_files_on_the_pages_of_games(petri: Petri, tmp_path: Path, game: str) -> None:
    """Every whole score file that a page shows can be typed as it stands there."""
    page = (DOCS / "games" / f"{game}.md").read_text("utf-8")
    files = [text for text in blocks("yaml", page) if text.startswith("game: ")]
    assert files
    for text in files:
        (tmp_path / "shown.yaml").write_text(text, encoding="utf-8")
        done = petri("score", game, "shown.yaml")
        assert done.exit_code == 0, done.output


def test_what_cannot_be_read_is_told_as_shown(petri: Petri, tmp_path: Path) -> None:
    """Both messages, at their places."""
    wrong = blocks("yaml")[0].replace("4+i", "4+j", 1).replace("diagnosis: Clemens", "diagnosis: Clemans")
    (tmp_path / "evening.yaml").write_text(wrong, encoding="utf-8")
    done = petri("score", "virus-and-co", "evening.yaml")
    assert done.exit_code == 2
    assert unspaced(done.stderr) == unspaced(blocks("")[2])
