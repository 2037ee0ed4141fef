"""No module of the current folder is imported without `--trust`, whatever it is called."""

import os
import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.make.jobs.processes import run_aside
from generator.read.declared import tables
from generator.scene.pictures import WHOLE_PICTURE, PictureView
from generator.scene.rasters import SvgPixels
from tests.processes import unmeasured_environment
from tests.test_architecture import ROOT as PROGRAM

MARK = "planted.txt"
STARTER = """
import multiprocessing
import sys
from generator.make.jobs import processes
from generator.play.series import engines

processes.PATIENCE = engines.PATIENCE = 0.0
if __name__ == "__main__":
    from generator.__main__ import start

    multiprocessing.set_start_method("spawn")
    start()
"""
"""Starts the program as its installed command does, but shares all work with processes that begin anew."""


@pytest.fixture
def planted(tiny_game: Path) -> Path:
    """A folder with a game, and a module of each name that the program and its libraries may import."""
    folder = tiny_game.parent
    for name in {*sys.stdlib_module_names, *packages_distributions()} - {"generator"}:
        if name.isidentifier():
            code = f"open({str(folder / MARK)!r}, 'a').write('{name} ')\nraise SystemExit(3)\n"
            (folder / f"{name}.py").write_text(code, "utf-8")
    (folder / "rows.xlsx").write_bytes(b"PK")
    return folder


def run(folder: Path, *command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=unmeasured_environment() | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def read_mark(folder: Path) -> set[str]:
    mark = folder / MARK
    return {*mark.read_text().split()} if mark.exists() else set()


@pytest.mark.parametrize(
    "words",
    [
        ["make", "tiny_game", "--jobs", "2"],
        ["simulate", "pox", "-n", "2", "--processes", "2"],
    ],
)
def test_processes_that_share_the_work_import_none(
    planted: Path, tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    """Workers start as on macOS and Windows: a new Python, which is told where to search by its parent."""
    starter = tmp_path_factory.mktemp("bin") / "petri"
    starter.write_text(STARTER, "utf-8")
    done = run(planted, starter, *words)
    assert read_mark(planted) == set()
    assert done.returncode == 0, done.stderr


def test_completion_imports_none(planted: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A shell asks for it in any folder, whenever somebody presses the tab key."""
    starter = tmp_path_factory.mktemp("bin") / "petri"
    starter.write_text(STARTER, "utf-8")
    asked = {"_PETRI_COMPLETE": "complete_bash", "COMP_WORDS": "petri make ti", "COMP_CWORD": "2"}
    done = run(planted, starter, **asked)
    assert read_mark(planted) == set()
    assert done.returncode == 0, done.stderr


def test_what_runs_aside_imports_none(planted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks of the preview, and the readers of workbooks and of pictures."""
    monkeypatch.chdir(planted)
    assert run_aside(len, "four", is_stale=lambda: False) == 4
    with pytest.raises(DataError, match="cannot be read"):
        tables.read_table(planted / "rows.xlsx")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    picture = SvgPixels("dot.svg", svg, (9.0, 9.0), "it has filters")
    assert picture.embed(picture.plan(PictureView(WHOLE_PICTURE), 9.0, 9.0)).data
    assert read_mark(planted) == set()


def test_a_run_as_a_module_imports_none(planted: Path) -> None:
    """`python -m generator` imports no more from the current folder than Python does before it begins."""
    for name in run(planted, "-P", "-c", "import runpy, sys; print(*sys.modules)").stdout.split():
        (planted / f"{name}.py").unlink(missing_ok=True)
    done = run(planted, "-m", "generator", "make", "tiny_game", "--jobs", "1")
    assert read_mark(planted) == set()
    assert done.returncode == 0, done.stderr


def test_an_empty_entry_of_the_search_path_is_none(
    planted: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """`PYTHONPATH=:/tools` names the current folder by accident; Python itself has read little from there."""
    for name in run(planted, "-P", "-c", "import sys; print(*sys.modules)").stdout.split():
        (planted / f"{name}.py").unlink(missing_ok=True)
    starter = tmp_path_factory.mktemp("bin") / "petri"
    starter.write_text("from generator.__main__ import start\nstart()\n", "utf-8")
    given = f"{os.pathsep}{PROGRAM.parent}"
    done = run(planted, starter, "make", "tiny_game", "--jobs", "1", PYTHONPATH=given)
    assert read_mark(planted) == set()
    assert done.returncode == 0, done.stderr


OTHERS = (
    "web/preview/preview.py",
    "cli/terminal/echo.py",
    "backends/braille.py",
    "read/files/packs.py",
)
"""Modules that start programs which are not Python."""


def test_all_python_processes_start_at_one_place() -> None:
    """Only `system.py` names the interpreter; whoever starts processes takes the protection from there."""
    for path in {*PROGRAM.rglob("*.py")} - {PROGRAM / "system.py"}:
        text = path.read_text("utf-8")
        assert "sys.executable" not in text or path.name == "errors.py", path
        if re.search(r"import subprocess|multiprocessing|ProcessPoolExecutor|LocalCluster", text):
            assert "generator.system" in text or any(map(path.match, OTHERS)), path
