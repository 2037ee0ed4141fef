"""`petri fonts` shows what a folder of fonts has, and which files are damaged."""

from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from tests.backends.made_fonts import make_cff, make_variable

Petri = Callable[..., Result]


def test_the_fonts_of_a_folder(petri: Petri, tmp_path: Path) -> None:
    """A row for each family, with its styles and the number of its characters."""
    (tmp_path / "fonts").mkdir()
    make_cff(tmp_path / "fonts" / "Made-Regular.otf")
    make_cff(tmp_path / "fonts" / "Made-Bold.otf", style="Bold")
    make_cff(tmp_path / "fonts" / "Made-Light.otf", style="Light")
    make_variable(tmp_path / "fonts" / "Flex[wght].ttf")
    done = petri("fonts", "fonts")
    rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert done.exit_code == 0
    assert "Made regular, bold, Light 2" in rows
    assert any(row.startswith("Flex regular, bold, Thin, ExtraLight, Light, Medium,") for row in rows)


def test_damaged_fonts_are_named(petri: Petri, tmp_path: Path) -> None:
    """Each once, after the others, with the exit code of a problem."""
    make_cff(tmp_path / "Made-Regular.otf")
    data = (tmp_path / "Made-Regular.otf").read_bytes()
    (tmp_path / "Broken-Regular.otf").write_bytes(data[:300])
    done = petri("fonts", ".")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1].startswith("Broken-Regular.otf: ")
    assert "Made" in done.stdout


def test_the_fonts_of_all_games(petri: Petri) -> None:
    """With the scripts that they have letters of."""
    rows = [" ".join(line.split()) for line in petri("fonts").stdout.splitlines()]
    assert any(row.startswith("Noto Sans regular, bold, italic, bold italic") for row in rows)
    assert any(row.startswith("Noto Sans Arabic regular, bold") and row.endswith("Arabic") for row in rows)
