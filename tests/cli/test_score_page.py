"""docs/score.md is true: what it shows can be scored, and gives what it shows."""

import re
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

Petri = Callable[..., Result]

PAGE = (Path(__file__).parents[2] / "docs" / "score.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return [text for name, text in fences if name == language]


def unspaced(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_finished_game_gives_the_table(petri: Petri, tmp_path: Path) -> None:
    """Line for line."""
    finished, log = blocks("yaml")
    (tmp_path / "evening.yaml").write_text(finished, encoding="utf-8")
    done = petri("score", "virus-and-co", "evening.yaml")
    assert unspaced(done.stdout) == unspaced(blocks("")[0])
    (tmp_path / "log.yaml").write_text(log, encoding="utf-8")
    assert petri("score", "virus-and-co", "log.yaml").exit_code == 0


def test_what_cannot_be_read_is_told_as_shown(petri: Petri, tmp_path: Path) -> None:
    """Both messages, at their places."""
    wrong = blocks("yaml")[0].replace("4+i", "4+j", 1).replace("diagnosis: Clemens", "diagnosis: Clemans")
    (tmp_path / "evening.yaml").write_text(wrong, encoding="utf-8")
    done = petri("score", "virus-and-co", "evening.yaml")
    assert done.exit_code == 2
    assert unspaced(done.stderr) == unspaced(blocks("")[2])


def test_every_option_is_on_the_page(petri: Petri) -> None:
    """And no other."""
    help = petri("score", "--help").stdout
    options = set(re.findall(r"--[a-z]+", help)) - {"--help"}
    assert options == set(re.findall(r"--[a-z]+", PAGE))
