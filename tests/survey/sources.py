"""Sources of surveys: packages and one repository, with their versions, from sources.yaml.

Nothing of it is part of this repository: it is fetched when a survey runs, into a folder elsewhere.
"""

import json
import random
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

SOURCES = Path(__file__).with_name("sources.yaml")
SECONDS = 300
"""Time to fetch one package."""


@dataclass(frozen=True)
class Source:
    """Packages as `name@version` of npm, `name=version` of Debian, and `name==version` of PyPI, and which of
    their files are read.
    """

    npm: tuple[str, ...] = ()
    debian: tuple[str, ...] = ()
    pypi: tuple[str, ...] = ()
    git: str = ""
    """`URL commit folder`."""
    cap: int = 0
    """Most files of one package; 0: all of them."""
    seed: str = ""


def read_sources(path: Path = SOURCES) -> dict[str, Source]:
    data = yaml.safe_load(path.read_text("utf-8"))
    return {name: Source(**_read_entry(entry or {})) for name, entry in data.items()}


def _read_entry(entry: dict[str, object]) -> dict[str, object]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}


def fetch_source(source: Source, folder: Path) -> Iterator[tuple[str, str]]:
    """Unpack each package into a folder of its own, unless it is there; yield its name, and what failed."""
    steps = [(name, _fetch_npm) for name in source.npm]
    steps += [(name, _fetch_debian) for name in source.debian]
    steps += [(name, _fetch_pypi) for name in source.pypi]
    steps += [(source.git, _fetch_git)] if source.git else []
    for name, fetch in steps:
        home = folder / name.split()[0].replace("/", "-")
        trouble = ""
        if not (home / ".complete").exists():
            home.mkdir(parents=True, exist_ok=True)
            try:
                fetch(name, home)
                (home / ".complete").touch()
            except (OSError, subprocess.SubprocessError, tarfile.TarError, ValueError) as error:
                trouble = _describe(error)
        yield name, trouble


def _describe(error: Exception) -> str:
    """Return why a package could not be fetched: what the program that fetches it wrote, if it did."""
    written = getattr(error, "stderr", "") or str(error)
    lines = str(written).strip().split("\n")
    # Hints follow the reason that git writes.
    return next((line for line in lines if line.startswith("fatal")), lines[-1])


def _run(command: Sequence[str], home: Path) -> str:
    done = subprocess.run(
        command,
        cwd=home,
        check=True,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout


def _fetch_npm(name: str, home: Path) -> None:
    file = _run(["npm", "pack", name, "--silent", "--pack-destination", "."], home).split()[-1]
    with tarfile.open(home / file) as archive:
        archive.extractall(home, filter="data")
    (home / file).unlink()


def _fetch_debian(name: str, home: Path) -> None:
    _run(["apt-get", "download", "-qq", name], home)
    (package,) = home.glob("*.deb")
    _run(["dpkg", "-x", package.name, "."], home)
    package.unlink()


def _fetch_pypi(name: str, home: Path) -> None:
    _run([sys.executable, "-m", "pip", "install", "--quiet", "--target", ".", name], home)


def _fetch_git(name: str, home: Path) -> None:
    url, commit, folder = name.split()
    _run(["git", "init", "--quiet"], home)
    _run(["git", "fetch", "--quiet", "--depth", "1", url, commit], home)
    _run(["git", "checkout", "--quiet", "FETCH_HEAD", "--", folder], home)


def choose(files: Sequence[Path], source: Source) -> list[Path]:
    """Return as many of the files as the source allows, the same ones on every machine."""
    ordered = sorted(files)
    if not source.cap or len(ordered) <= source.cap:
        return ordered
    return sorted(random.Random(source.seed).sample(ordered, source.cap))


def write_collections(home: Path) -> None:
    """Write the icons of collections as JSON, beside them as SVG files."""
    for path in home.rglob("icons.json"):
        found = json.loads(path.read_text("utf-8"))
        for key, icon in found.get("icons", {}).items():
            size = {"width": 16, "height": 16, **found, **icon}
            box = f"0 0 {size['width']} {size['height']}"
            text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{icon["body"]}</svg>'
            path.with_name(f"{key}.svg").write_text(text, "utf-8")
