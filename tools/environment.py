"""The environment of the project's commands: `.venv`, with the libraries that requirements/ locks."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

ROOT = Path(__file__).parents[1]
VENV = ROOT / ".venv"
Purpose: TypeAlias = Literal["print", "test"]
"""Libraries that are installed: those of the program, or those of its tests, too."""
_NOTES = {"print": "the libraries that Petri Press needs", "test": "the libraries of the tests"}
_LONG = {"print": "half a minute", "test": "a minute"}


def find_program(folder: Path, name: str) -> Path:
    """Return the path of a program in an environment, such as `python`."""
    if os.name == "nt":
        return folder / "Scripts" / f"{name}.exe"
    return folder / "bin" / name


def run(*command: str | Path, **variables: str) -> None:
    """Run a command in the project's folder; exits with its code if it fails.

    Modules are compiled once, not by each process again: the tests start hundreds.
    """
    environment = {**os.environ, **variables}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run([*map(str, command)], cwd=ROOT, env=environment)
    if done.returncode:
        sys.exit(done.returncode)


def prepare(purpose: Purpose) -> Path:
    """Return the Python of `.venv` after installing what a purpose needs, unless it is installed already."""
    python = find_program(VENV, "python")
    locked, project = ROOT / "requirements" / f"{purpose}.txt", ROOT / "pyproject.toml"
    done = VENV / f"for-{purpose}"
    if _is_newer(done, (locked, project)):
        return python
    _make_environment()
    print(f"Installing {_NOTES[purpose]} into {VENV.name}, once: {_LONG[purpose]} ...", flush=True)
    pip = (python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    run(*pip, "--require-hashes", "--requirement", locked)
    run(*pip, "--no-deps", "--no-build-isolation", "--editable", ".")
    for name in {purpose, "print"}:
        (VENV / f"for-{name}").touch()
    return python


def _is_newer(done: Path, sources: Sequence[Path]) -> bool:
    return done.exists() and done.stat().st_mtime >= max(source.stat().st_mtime for source in sources)


def _make_environment() -> None:
    """Make `.venv` if there is none.

    Some systems ship Python without ensurepip: there the environment is made without pip, and the system's
    pip, run by the new environment's Python, installs a pip into it.
    """
    if (VENV / "with-pip").exists():
        return
    python = find_program(VENV, "python")
    made = subprocess.run([sys.executable, "-m", "venv", VENV], cwd=ROOT, capture_output=True)
    if made.returncode:
        run(sys.executable, "-m", "venv", "--clear", "--without-pip", VENV)
    if subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode:
        code = "import pathlib, pip; print(pathlib.Path(pip.__file__).parents[1])"
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        if found.returncode:
            sys.exit("pip is needed: install it with the programs of your system, such as python3-pip")
        run(
            python,
            "-m",
            "pip",
            "--quiet",
            "install",
            "--ignore-installed",
            "pip",
            PYTHONPATH=found.stdout.strip(),
        )
    (VENV / "with-pip").touch()


def make_clean_environment(folder: Path) -> Path:
    """Make an environment with pip in place of what is in a folder, and return its Python."""
    if folder.exists():
        shutil.rmtree(folder)
    run(sys.executable, "-m", "venv", folder)
    return find_program(folder, "python")
