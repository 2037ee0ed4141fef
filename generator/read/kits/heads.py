"""The general data of a game and the files of its parts: from kit.yaml, or from a game of a single file."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.model.kit import PARTS, KitFile, KitHead
from generator.model.values import fields
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Reader
from generator.read.files.phrases import derive_id, format_id
from generator.read.files.shelf import KIT_FILE, SINGLE
from generator.read.files.text_files import read_text, unreadable
from generator.read.files.yaml_reader import Data, Source, read_yaml

_ID = re.compile(r"^id: *[\"']?([a-z]\w*)", re.MULTILINE)


def open_game(path: Path) -> Reader:
    """Return a reader of the kit.yaml in the folder of a game, or of the kit of a single file.

    The kit of a single file has the file as its only part, and takes its id, title, and theme from it: their
    problems are reported in that file. Raises DataError.
    """
    if not path.is_file():
        return Reader.open(path / KIT_FILE)
    source = read_yaml(path)
    given = source.data if isinstance(source.data, dict) else {}
    kind = next((kind for key, kind in SINGLE.items() if key in given), None)
    if kind is None:
        message = "is not a game: it has no `cards`, `tokens`, `areas`, or `sections`"
        hint = "write `size: poker`, `cards: ...`, and `template: ...`"
        raise unreadable(source.file, message, hint, line=1, column=1)
    keys = ("id", "title", "theme", "fonts", "quotes")
    kit: dict[str, Data] = {key: given[key] for key in keys if key in given}
    data: Data = {"id": derive_id(path.stem), **kit, "parts": [{kind: path.name}]}
    return Reader(Findings(Source(source.file, source.text, data)))


def complete_head(file: KitFile, folder: Path) -> dict[str, Any]:
    """Return the general data of a game; by default, its id is that of the folder, and its title the id."""
    given = {one.name: getattr(file, one.name) for one in fields(KitHead)}
    id = file.id or derive_id(folder.resolve().name)
    return {**given, "id": id, "title": file.title or format_id(id)}


def find_id(part: Path) -> str:
    """Return the id of a part without reading the rest of it; raises DataError for a file without text."""
    found = _ID.search(read_text(part)[1])
    return found[1] if found else derive_id(part.stem)


def find_files(folder: Path, kit: Reader) -> Mapping[int, tuple[str, Path] | None]:
    """Return the type and file of each part by its index in kit.yaml; None after adding a problem."""
    given = kit.findings.source.get("parts")
    files: dict[int, tuple[str, Path] | None] = {}
    for index in range(len(given) if isinstance(given, list) else 0):
        files[index] = None
        for kind in PARTS.kinds:
            path = ("parts", index, kind)
            name = kit.get(path)
            if name is not None and kit.findings.check_file(path, folder / name, home=folder):
                files[index] = kind, folder / name
    return files
