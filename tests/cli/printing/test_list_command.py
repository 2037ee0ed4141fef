"""`petri list` says what there is."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

Petri = Callable[..., Result]


def test_list_shows_games_papers_and_formats(petri: Petri) -> None:
    """A line for each game with its parts and languages, then papers with their sizes, then formats."""
    shown = petri("list")
    assert shown.exit_code == 0
    (line,) = (line for line in shown.stdout.splitlines() if "fight-the-virus" in line)
    for word in ("Fight the Virus", "2+", "sheet", "rules", "aid", "en", "es"):
        assert word in line
    assert "a4 (210 x 297 mm)" in shown.stdout
    assert "formats  pdf, svg, png, jpeg, gif, txt" in shown.stdout


def test_json_says_the_same(petri: Petri) -> None:
    """The JSON is for programs: ids, parts, locales and lengths in mm."""
    told = json.loads(petri("list", "--json").stdout)
    game = next(game for game in told["games"] if game["id"] == "fight_the_virus")
    assert game["parts"][0] == "sheet"
    assert {"en", "es"} <= set(game["locales"])
    assert Path(game["folder"]).is_dir()
    assert {"id": "a4", "name": "A4", "width": 210.0, "height": 297.0, "margin": 6.35} in told["papers"]
    assert "pdf" in told["formats"]


def test_a_terminal_of_few_letters_shows_all_the_same() -> None:
    """What an old terminal cannot show is written as its code, and nothing fails."""
    done = subprocess.run(
        [sys.executable, "-m", "generator", "list", "--json"],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "fight_the_virus" in done.stdout
