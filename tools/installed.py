"""Tries the built program on a machine with Python alone: each step exits with what failed."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import Distribution, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.environment import ROOT, VENV, find_program, make_clean_environment, run

_PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
<filter id="soft"><feGaussianBlur stdDeviation="2"/></filter>
<circle cx="20" cy="20" r="12" fill="#b22" filter="url(#soft)"/></svg>
"""
_DECK = """\
size: poker
cards: [{name: Fox}]
template: [{picture: {file: shade.svg, box: [5 mm, 5 mm, 50 mm, 50 mm]}}]
"""
_FREEZE = (
    *("--noconfirm", "--clean", "--log-level", "ERROR", "--name", "petri"),
    *("--collect-all", "generator", "--copy-metadata", "petri-press", "--hidden-import", "resvg_py"),
    *(
        word
        for name in ("babel", "barcode", "budoux", "pyphen", "reportlab")
        for word in ("--collect-data", name)
    ),
)
"""Options of PyInstaller: some modules are imported by name, and libraries read files of their own."""


def list_required(name: str, extras: Iterable[str] = ()) -> Mapping[str, Distribution]:
    """Return a distribution with all that it requires here, by name."""
    found: dict[str, Distribution] = {}
    waiting, seen = [(name, frozenset(extras))], set[tuple[str, frozenset[str]]]()
    while waiting:
        asked = waiting.pop()
        if asked in seen:
            continue
        seen.add(asked)
        found[canonicalize_name(asked[0])] = each = distribution(asked[0])
        for requirement in map(Requirement, each.requires or ()):
            marker = requirement.marker
            if not marker or any(marker.evaluate({"extra": extra}) for extra in asked[1] or {""}):
                waiting.append((requirement.name, frozenset(requirement.extras)))
    return found


def list_first_commands() -> Sequence[Sequence[str]]:
    """Return the commands of the first example of the README, which install, print, and check."""
    block = re.search(r"```sh\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    lines = block[1].splitlines() if block else ()
    return [[*shlex.split(line, comments=True)] for line in lines]


def try_first_commands(petri: Sequence[str | Path], folder: Path) -> None:
    """Print the sheet of the README in a folder, and open its table; exits if one fails."""
    _, prints, checks = list_first_commands()
    _run(petri, [word for word in prints[1:] if word != "--open"], folder)
    if not [*folder.glob("output/fight-the-virus/sheet-*.pdf")]:
        sys.exit("the installed program printed no sheet")
    try_page(petri, checks[1:], folder)


def try_page(petri: Sequence[str | Path], words: Sequence[str], folder: Path) -> None:
    """Start a command that serves a page, and read the page; exits if there is none."""
    command = [*map(str, petri), *words, "--no-open"]
    with subprocess.Popen(
        command, cwd=folder, env=_environment(folder), stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            printed = process.stdout.readline() if process.stdout else ""
            address = re.search(r"http://127\.0\.0\.1:\d+/\S*", printed)
            if not address:
                sys.exit(f"{shlex.join(command)} printed no address: {printed!r}")
            with urllib.request.urlopen(address[0]) as answer:
                if answer.status != 200:
                    sys.exit(f"{address[0]} answers {answer.status}")
        finally:
            process.send_signal(signal.SIGTERM)


def fetch_wheels(python: Path, folder: Path) -> Path:
    """Download the locked libraries of the program into a folder, from which it is installed offline."""
    locked = ROOT / "requirements" / "print.txt"
    run(python, "-m", "pip", "download", "--quiet", "--dest", folder, "--requirement", locked)
    return folder


def try_wheel(wheel: Path, wheels: Path, folder: Path) -> None:
    """Install a wheel without a network where there is Python alone, and do what the README shows first."""
    python = make_clean_environment(folder / "venv")
    install = ("-m", "pip", "install", "--quiet", "--no-index", "--find-links", wheels, wheel)
    run(python, *install, PIP_NO_INDEX="1")
    try_first_commands([find_program(folder / "venv", "petri")], folder)


def try_edited_copy(wheels: Path, folder: Path) -> None:
    """Run a copy of the repository with uvx, edit a text, and run it again: the new text is printed."""
    copy = folder / "copy"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    for name in filter(None, names.stdout.split("\0")):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    uvx = [find_program(VENV, "uv") if VENV.exists() else "uv", "tool", "run", "--python", sys.executable]
    petri = [*uvx, "--offline", "--no-index", "--find-links", wheels, "--from", copy, "petri"]
    texts = copy / "data" / "games" / "pox" / "wording" / "en.yaml"
    for title in ("POX: Save the People", "An edited title"):
        if title not in _run(petri, ["list"], folder):
            sys.exit(f"`uvx --from . petri list` does not print the title `{title}`")
        texts.write_text(
            re.sub(r"POX: Save the People", "An edited title", texts.read_text("utf-8")), "utf-8"
        )


def freeze(wheel: Path, wheels: Path, folder: Path) -> Path:
    """Build a folder with Python, the program, and its libraries; return the program in it."""
    python = make_clean_environment(folder / "freezing")
    run(python, "-m", "pip", "install", "--quiet", "--no-index", "--find-links", wheels, wheel)
    run(python, "-m", "pip", "install", "--quiet", "pyinstaller")
    script = folder / "start.py"
    script.write_text("from generator.__main__ import start\n\nstart()\n", "utf-8")
    places = ("--distpath", folder / "dist", "--workpath", folder / "build", "--specpath", folder)
    # In another folder than the repository, whose package it would take.
    _run(
        [find_program(folder / "freezing", "pyinstaller")], [*_FREEZE, *map(str, places), str(script)], folder
    )
    return folder / "dist" / "petri" / ("petri.exe" if os.name == "nt" else "petri")


def try_frozen(petri: Path, folder: Path) -> None:
    """Use what starts other processes in a frozen program: pictures, workbooks, the preview, many games."""
    (folder / "shade.svg").write_text(_PICTURE, "utf-8")
    (folder / "shade.yaml").write_text(_DECK, "utf-8")
    shutil.copytree(ROOT / "docs" / "recipes" / "cards-from-excel", folder / "crew")
    try_first_commands([petri], folder)
    _run([petri], ["make", "shade.yaml"], folder)
    _run([petri], ["make", "crew/deck.yaml"], folder)
    won = _run([petri], ["simulate", "pox", "--games", "300", "--processes", "2"], folder)
    if "300" not in won:
        sys.exit("the frozen program simulated no games")
    try_page([petri], ["preview", "shade.yaml"], folder)


def _run(petri: Sequence[str | Path], words: Sequence[str], folder: Path) -> str:
    """Return what a command prints; exits if it fails."""
    command = [*map(str, petri), *words]
    done = subprocess.run(
        command, cwd=folder, env=_environment(folder), capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode:
        sys.exit(f"{shlex.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def _environment(folder: Path) -> Mapping[str, str]:
    """Return an environment that leads neither to the checkout nor to what the user has."""
    kept = {
        name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR")
    }
    own = {"PETRI_CACHE": str(folder / "cache"), "PETRI_SETTINGS": str(folder / "settings")}
    return {**kept, **own, "HOME": str(folder), "LANG": "C.UTF-8"}


def main() -> None:
    """Try the wheel, an edited copy, and the frozen folder; exits with the first failure."""
    python = Path(sys.executable)
    with TemporaryDirectory() as place:
        folder = Path(place)
        wheels = fetch_wheels(python, folder / "wheels")
        run(python, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "built")
        (wheel,) = (folder / "built").glob("*.whl")
        attempts: Mapping[str, Callable[[Path], None]] = {
            "wheel": lambda folder: try_wheel(wheel, wheels, folder),
            "edited copy": lambda folder: try_edited_copy(wheels, folder),
            "frozen folder": lambda folder: try_frozen(freeze(wheel, wheels, folder), folder),
        }
        for name, attempt in attempts.items():
            print(f"Trying the {name} ...", flush=True)
            (folder / name).mkdir()
            attempt(folder / name)


if __name__ == "__main__":
    main()
