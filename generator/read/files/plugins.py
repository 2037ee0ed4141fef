"""Installed packages that add to the program: data without code, games, formats, importers."""

import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from generator.inputs import read_regular
from generator.model.values import dataclass

_MOST_BYTES = 1024 * 1024
GROUPS = {
    "petri_press.data": "data",
    "petri_press.games": "rules of a game",
    "petri_press.backends": "output format",
    "petri_press.importers": "importer",
}
"""Groups of entry points, and the addition of each."""
DATA, FORMATS, IMPORTERS = "petri_press.data", "petri_press.backends", "petri_press.importers"


@dataclass(frozen=True, slots=True)
class Plugin:
    """Something that an installed package adds."""

    group: str
    name: str
    package: str
    value: str
    """Module and object, such as `my_package.rules:make_game`; of data, the package with the files."""
    version: str
    licence: str = ""


@cache
def list_data_folders() -> tuple[Path, ...]:
    """Return the folders of installed data packages, by name; no module of theirs is imported.

    The library for installed packages takes longer to import than a small run, so their files are read here.
    """
    found: dict[str, Path] = {}
    for file in _list_entry_files():
        text = read_regular(file, _MOST_BYTES).decode("utf-8", "replace")
        if f"[{DATA}]" in text:
            found |= {name: folder for name, value in _parse(text, DATA) if (folder := _find_folder(value))}
    return tuple(found[name] for name in sorted(found))


def _list_entry_files() -> Iterator[Path]:
    for place in dict.fromkeys(sys.path):
        folder = Path(place or ".")
        if folder.name in ("site-packages", "dist-packages"):
            yield from sorted(folder.glob("*-info/entry_points.txt"))


def _parse(text: str, group: str) -> Iterator[tuple[str, str]]:
    """Yield name and value of each entry of a group; lines that are none are left out."""
    section = ""
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if line.startswith("["):
            section = line.strip("[] ")
        elif section == group and equals:
            yield name.strip(), value.strip()


def _find_folder(module: str) -> Path | None:
    """Return the folder of a top package; its parents would be imported, so that others are not taken."""
    spec = find_spec(module) if module.isidentifier() else None
    places = [*(spec.submodule_search_locations or ())] if spec else []
    return Path(places[0]) if places else None


def list_plugins() -> tuple[Plugin, ...]:
    """Return everything that installed packages add, by group and name."""
    from importlib.metadata import entry_points

    found = (entry for group in GROUPS for entry in entry_points(group=group))
    return tuple(
        sorted((_describe(entry) for entry in found), key=lambda one: ([*GROUPS].index(one.group), one.name))
    )


def _describe(entry: Any) -> Plugin:
    about = entry.dist.metadata if entry.dist else {}
    licence = about.get("License-Expression") or about.get("License") or ""
    package = str(about.get("Name", ""))
    return Plugin(entry.group, entry.name, package, entry.value, str(about.get("Version", "")), licence[:60])


def get_data_folder(plugin: Plugin) -> Path | None:
    """Return the folder of a data package; None for other packages."""
    return _find_folder(plugin.value) if plugin.group == DATA else None


def load_importer(suffix: str) -> Any:
    """Return the function of an installed importer for the end of a file's name; None if there is none."""
    from importlib.metadata import entry_points

    name = suffix.lower().removeprefix(".")
    entry = next(iter(entry_points(group=IMPORTERS, name=name)), None) if name else None
    return entry.load() if entry else None
