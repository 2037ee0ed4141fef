"""Heads of games: general data, files of parts, and languages, read from no more files than necessary."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.errors import find_near
from generator.inputs import open_regular
from generator.model.kit import PARTS, GameSummary, KitFile, KitHead
from generator.model.values import fields
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Reader
from generator.read.files.shelf import KIT_FILE, MARKDOWN, REFERENCE, SINGLE, Shelf, list_locales
from generator.read.files.text_files import derive_id, format_id, read_text, unreadable
from generator.read.files.yaml import Data, Source, read_text_at, read_yaml

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
        for key in given:
            if near := find_near(key, SINGLE):
                line, column = source.spot_of_key((key,))
                message, hint = f"unknown key `{key}`", f"did you mean `{near[0]}`?"
                raise unreadable(source.file, message, hint, line=line, column=column)
        message = "is not a game: it has no `cards`, `tokens`, `areas`, or `sections`"
        hint = "write `size: poker`, `cards: ...`, and `template: ...`"
        raise unreadable(source.file, message, hint, line=1, column=1)
    keys = ("id", "title", "theme", "fonts", "language", "quotes", "direction")
    kit: dict[str, Data] = {key: given[key] for key in keys if key in given}
    data: Data = {"id": derive_id(path.stem), **kit, "parts": [{kind: path.name}]}
    return Reader(Findings(Source(source.file, source.text, data)))


def complete_head(file: KitFile, folder: Path) -> dict[str, Any]:
    """Return the general data of a game; its default id is that of the folder, its default title the id."""
    given = {one.name: getattr(file, one.name) for one in fields(KitHead)}
    id = file.id or derive_id(folder.resolve().name)
    return {**given, "id": id, "title": file.title or format_id(id)}


def find_id(part: Path) -> str:
    """Return the id of a part without reading the rest of it; raises DataError for a file without text."""
    text = read_text(part)[1]
    found = _ID.search(text.split("\n---")[0] if part.suffix == MARKDOWN else text)
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


_DRAFT = re.compile(r"^status: *draft\b", re.MULTILINE)
_TABLE = re.compile(r"^(cards|tokens):(?!(?:\s|#.*\n)*[-\[]) *(\S+\.csv)?", re.MULTILINE)
"""The key of pieces that the file itself does not list, and the name of their table."""
_PLAIN_TITLES = re.compile(rb"[a-z0-9]+([,;\t][a-z0-9]+)*\r?\n")
"""Titles of columns of which none is `name_de`."""
_MOST_OF_TITLES = 10_000
"""Bytes of the first line of a table."""


def read_summary(path: Path, *, shelf: Shelf) -> GameSummary:
    """Read a summary of a game; raises DataError if its kit.yaml, or a file that it names, has problems."""
    folder = path.parent if path.is_file() else path
    reader = open_game(path)
    file = reader.read(KitFile, reader.data)
    files = [one for one in find_files(folder, reader).values() if one is not None]
    reader.findings.stop_if_any()
    file = reader.findings.require(file)
    locales = dict.fromkeys(list_locales(folder))
    for kind, part in files:
        locales |= dict.fromkeys(_list_columns(part, folder) if kind in ("deck", "tokens") else ())
    drafts = {locale: _is_draft(folder / "wording" / f"{locale}.yaml") for locale in locales}
    head = complete_head(file, folder)
    title = _read_title(folder, shelf, head["title"])
    return GameSummary(
        head["id"], title, file.players, path, tuple(find_id(part) for _, part in files), drafts, file.score
    )


def _is_draft(wording: Path) -> bool:
    """Return True if a wording file has the status `draft`, or if there is no file."""
    if not wording.exists():
        return wording.stem != REFERENCE
    return bool(_DRAFT.search(read_text(wording)[1]))


def _read_title(folder: Path, shelf: Shelf, title: str) -> str:
    """Return the English text of a title, which may be a key."""
    for home in (folder, shelf.data):
        wording = home / "wording" / f"{REFERENCE}.yaml"
        if wording.exists() and (text := read_text_at(wording, ("words", *title.split(".")))):
            return text
    return title


def _has_plain_titles(table: Path) -> bool:
    with suppress(OSError), open_regular(table) as file:
        return _PLAIN_TITLES.match(file.readline(_MOST_OF_TITLES)) is not None
    return False


def _list_columns(path: Path, folder: Path) -> Iterator[str]:
    """Yield the languages of the columns of a table."""
    found = _TABLE.search(read_text(path)[1])
    if found is None:
        return
    table = path.parent / (found[2] or "")
    if table.is_file() and _has_plain_titles(table):
        return
    # Few tables have columns for languages.
    from generator.read.declared.names import Names
    from generator.read.pieces.rows import list_piece_rows
    from generator.read.templates.templates import TemplateBook

    reader = Reader.open(path)
    yield from list_piece_rows(reader.findings, found[1], folder, TemplateBook(Names(), folder)).languages
