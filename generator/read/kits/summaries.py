"""A game's title, parts, and languages, read from the files that have them and no further."""

import re
from collections.abc import Iterator
from pathlib import Path

from generator.model.kit import GameSummary, KitFile
from generator.read.declared.reader import Reader
from generator.read.files.shelf import REFERENCE, Shelf, list_locales
from generator.read.files.text_files import read_text
from generator.read.files.yaml_reader import find_value
from generator.read.kits.heads import complete_head, find_files, find_id, open_game

_DRAFT = re.compile(r"^status: *draft\b", re.MULTILINE)
_TABLE = re.compile(r"^(cards|tokens):(?!(?:\s|#.*\n)*[-\[]) *(\S+\.csv)?", re.MULTILINE)
"""The key of pieces that are not a list in the file itself, and the name of their table."""
_PLAIN_TITLES = re.compile(rb"[a-z0-9]+([,;\t][a-z0-9]+)*\r?\n")
"""Titles of columns of which none is `name_de`."""


def read_summary(path: Path, *, shelf: Shelf) -> GameSummary:
    """Read a summary of a game; raises DataError if its kit.yaml, or a file that it names, has problems."""
    folder = path.parent if path.is_file() else path
    reader = open_game(path)
    file = reader.read(KitFile, reader.data)
    files = [one for one in find_files(folder, reader).values() if one is not None]
    reader.findings.stop_if_any()
    assert file is not None
    locales = dict.fromkeys(list_locales(folder))
    for kind, part in files:
        locales |= dict.fromkeys(_list_columns(part, folder) if kind in ("deck", "tokens") else ())
    drafts = {locale: _is_draft(folder / "wording" / f"{locale}.yaml") for locale in locales}
    head = complete_head(file, folder)
    title = _find_text(folder, shelf, head["title"])
    return GameSummary(
        head["id"], title, file.players, path, tuple(find_id(part) for _, part in files), drafts
    )


def _is_draft(wording: Path) -> bool:
    """Return True if a language has the status, or no file of its own."""
    if not wording.exists():
        return wording.stem != REFERENCE
    return bool(_DRAFT.search(read_text(wording)[1]))


def _find_text(folder: Path, shelf: Shelf, title: str) -> str:
    """Return the English text of a title, which may be a key."""
    for home in (folder, shelf.data):
        wording = home / "wording" / f"{REFERENCE}.yaml"
        if wording.exists() and (text := find_value(wording, ("words", *title.split(".")))):
            return text
    return title


def _list_columns(path: Path, folder: Path) -> Iterator[str]:
    """Yield the languages of the columns of a table."""
    found = _TABLE.search(read_text(path)[1])
    if found is None:
        return
    table = path.parent / (found[2] or "")
    if table.is_file() and _PLAIN_TITLES.match(table.read_bytes()):
        return
    # Few tables have columns for languages.
    from generator.read.declared.names import Names
    from generator.read.pieces.tables import list_rows
    from generator.read.templates.templates import TemplateBook

    reader = Reader.open(path)
    yield from list_rows(reader.findings, found[1], folder, TemplateBook(Names(), folder)).languages
