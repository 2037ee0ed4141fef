"""The wheel is whole: installed where nothing else of ours is, it prints."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.samples import proves_all
from tools.installed import list_required, try_first_commands

ROOT = Path(__file__).parents[1]
FEW = ("fight-the-virus", "--part", "sheet,aid")


def run(*command: str | Path, cwd: Path) -> str:
    """Runs from an empty folder, without the environment variables that lead to the checkout."""
    clean = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    done = subprocess.run(
        command, cwd=cwd, env=clean, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without the network."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def petri(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in an environment of its own, with links to the default dependencies and no others."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install"]
    run(*pip, "--quiet", "--no-compile", "--no-deps", "--no-index", wheel, cwd=folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    libraries = list_required("petri-press")
    del libraries["petri-press"]
    for library in libraries.values():
        for name in {
            path.parts[0] for path in library.files or () if path.parts[0] not in ("..", "__pycache__")
        }:
            (packages / name).symlink_to(library.locate_file(name))
    return folder / "bin" / "petri"


def test_wheel_carries_data_fonts_and_licences(wheel: Path) -> None:
    """Games, papers, schemas, fonts and every licence are in it, and nothing that was built."""
    names = zipfile.ZipFile(wheel).namelist()
    shipped = [path for folder in ("data", "fonts") for path in (ROOT / folder).rglob("*") if path.is_file()]
    missing = {f"generator/{path.relative_to(ROOT)}" for path in shipped} - set(names)
    assert {name for name in missing if "__pycache__" not in name} == set()
    assert "generator/py.typed" in names
    pages = {f"generator/docs/games/{path.name}" for path in (ROOT / "docs" / "games").glob("*.md")}
    pages |= {f"generator/docs/{page}.md" for page in ("own-rules", "kit-in-python")}
    assert pages <= set(names)
    inside = {name.partition("/licenses/")[2] for name in names}
    licences = ["LICENSE", "NOTICE", *(f"LICENSES/{path.name}" for path in (ROOT / "LICENSES").iterdir())]
    assert set(licences) <= inside
    assert not any(name.startswith(("output", "tests", "docs")) for name in names)


@pytest.mark.posix("symbolic links")
def test_installed_command_prints(petri: Path, tmp_path: Path) -> None:
    """From an empty folder `petri make` prints, with data of the wheel alone: all games in a proof."""
    where = "import generator; print(generator.__file__)"
    assert str(petri.parents[1]) in run(petri.parent / "python", "-c", where, cwd=tmp_path)
    run(petri, "make", *(() if proves_all() else FEW), "--to", "pdf,svg", cwd=tmp_path)
    built = {path.name for path in tmp_path.glob("output/fight-the-virus/*")}
    assert {"sheet-en-a4.pdf", "sheet-en-a4.svg", "aid-en-a4.pdf"} <= built


@pytest.mark.posix("symbolic links")
def test_what_the_readme_shows_first_needs_no_extra(petri: Path, tmp_path: Path) -> None:
    """Its first command prints a sheet, its second opens the table."""
    try_first_commands([petri], tmp_path)


@pytest.mark.posix("symbolic links")
def test_installed_command_makes_a_new_game(petri: Path, tmp_path: Path) -> None:
    """The starter game is in the wheel, and what is made of it prints."""
    assert "own-rules.md explains each line." in run(petri, "new", "--rules", "my-game", cwd=tmp_path)
    assert "Three in a row win" in run(petri, "simulate", "my-game", "--trust", "-n", "10", cwd=tmp_path)
    shutil.rmtree(tmp_path / "my-game")
    run(petri, "new", "--complete", "my-game", cwd=tmp_path)
    run(petri, "make", "my-game", "--locale", "es", cwd=tmp_path)
    assert (tmp_path / "output" / "my-game" / "board-es-a4.pdf").is_file()


@pytest.mark.posix("symbolic links")
def test_installed_data_is_what_is_read(petri: Path, tmp_path: Path) -> None:
    """A paper written into the installed data is there at once: nothing is read from a checkout."""
    (papers,) = petri.parents[1].glob("lib/python*/site-packages/generator/data/papers.yaml")
    before = papers.read_text("utf-8")
    try:
        papers.write_text(before + "foolscap: {name: Foolscap, width: 8 in, height: 13 in, margin: 6 mm}\n")
        assert "foolscap" in run(petri, "list", cwd=tmp_path)
    finally:
        papers.write_text(before)
