"""`petri new --rules`: a game that is checked, scored, simulated, and changed at once."""

from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from generator.read.files.shelf import find_shelf

Petri = Callable[..., Result]


def test_a_new_game_plays(petri: Petri) -> None:
    """With its own id; the page that explains it is there."""
    done = petri("new", "mine", "--rules")
    assert done.exit_code == 0
    assert "petri check mine --trust" in done.stdout
    page = Path(done.stdout.splitlines()[-1].removesuffix(" explains each line."))
    assert "## The smallest game" in page.read_text("utf-8")
    assert "id: mine\n" in Path("mine/kit.yaml").read_text("utf-8")
    original = find_shelf().noughts / "rules.py"
    assert Path("mine/rules.py").read_bytes() == original.read_bytes()
    done = petri("simulate", "mine", "--trust", "-n", "20", "--processes", "1")
    assert done.exit_code == 0
    assert "Three in a row win" in done.stdout
    Path("board.yaml").write_text("game: mine\nplayers: [Ana, Bo]\nboard: |\n  xxx\n  oo.\n  ...\n", "utf-8")
    scored = petri("score", "mine", "board.yaml", "--trust")
    assert "Ana has won." in scored.stdout
    Path("board.yaml").write_text("game: mine\nplayers: [Ana, Bo]\nboard: |\n  xxx\n  ...\n  ...\n", "utf-8")
    refused = petri("score", "mine", "board.yaml", "--trust")
    assert refused.exit_code == 1
    assert "The players take turns: 3 and 0 signs cannot be." in refused.stdout
    blank = petri("score", "mine", "--trust", "--blank").stdout
    Path("blank.yaml").write_text(blank, "utf-8")
    assert petri("score", "mine", "blank.yaml", "--trust").exit_code == 0


def test_one_starter_at_a_time(petri: Petri) -> None:
    refused = petri("new", "mine", "--rules", "--complete")
    assert refused.exit_code == 2
    assert "give only one of --complete and --rules" in refused.stderr
    assert not Path("mine").exists()
