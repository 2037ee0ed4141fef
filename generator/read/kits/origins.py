"""Finds the place in the current files of anything that a game prints."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from generator.errors import DataError, SharedText, WrittenPlace
from generator.model.kit import Kit, PieceSet
from generator.model.values import replace
from generator.read.declared.names import Names
from generator.read.declared.reader import Gathered
from generator.read.files.shelf import MARKDOWN, REFERENCE, Shelf
from generator.read.files.yaml import Data, DataPath, Source, path_of, read_yaml
from generator.read.kits.shared import open_game, read_game_theme
from generator.read.pieces.heads import DeckHead, TokensHead
from generator.read.pieces.lines import PieceLines
from generator.read.pieces.sets import PieceSetReader
from generator.read.templates.elements import PlacedElement
from generator.read.templates.templates import PlacedTemplate, TemplateBook, read_templates


def name_there(kind: str, **values: str | int) -> SharedText:
    """Return the name of something that a game prints, or that its files have, in any language."""
    return SharedText(f"preview.there.{kind}", values)


def _name_text(key: str, locale: str) -> SharedText:
    return name_there("text", key=key, language=locale)


def get_part_file(kit: Kit, part: str) -> Path | None:
    """Return the file of a part by its id; None for parts that have no file of their own."""
    use = kit.uses.get(part)
    return kit.folder / use.file if use else None


def get_written_place(
    kit: Kit, part: str, path: DataPath, *, what: SharedText | None = None
) -> WrittenPlace | None:
    """Return the place of a path in the file of a part; None if the file lacks it now."""
    with suppress(DataError):
        if (file := get_part_file(kit, part)) and (source := _read_part_source(file)).has(path):
            return WrittenPlace(source.file, *source.spot_of_key(path), what)
    return None


def get_written_piece(
    part: PieceSet, id: str, *fields: str, what: SharedText | None = None
) -> WrittenPlace | None:
    """Return the row of a piece, or the cell of the first of its fields in the row; None without a row."""
    for deck in part.decks:
        if isinstance(deck.locate, PieceLines) and any(piece.id == id for piece in deck.pieces):
            return replace(deck.locate(id, *fields), what=what)
    return None


def get_written_text(kit: Kit, locale: str, key: str, *, shelf: Shelf) -> WrittenPlace | None:
    """Return the place of a text in a language, or in English as the fallback; None if no file has it."""
    for name in dict.fromkeys((locale, "en")):
        for folder in (kit.folder / "wording", shelf.wording):
            with suppress(DataError):
                source = read_yaml(folder / f"{name}.yaml")
                if source.has(path_of(key)):
                    return WrittenPlace(source.file, *source.spot_of(path_of(key)), _name_text(key, name))
    for use in (use for use in kit.uses.values() if use.file.endswith(MARKDOWN)):
        with suppress(DataError):
            source = _read_part_source(kit.folder / use.file)
            if source.has(path_of(key)):
                return WrittenPlace(source.file, *source.spot_of(path_of(key)), _name_text(key, REFERENCE))
    return None


def list_uses(kit: Kit, part: str, text: str) -> Iterator[WrittenPlace]:
    """Yield the places in the file of a part whose value is a text, such as a wording key."""
    file = get_part_file(kit, part)
    with suppress(DataError):
        source = _read_part_source(file) if file else Source("", "", {})
        for path in _list_paths(source.data, text, ()):
            yield WrittenPlace(source.file, *source.spot_of(path), name_there("use", name=text))


def _read_part_source(path: Path) -> Source:
    """Read the file of a part, in YAML or Markdown; raises DataError with all problems."""
    if path.suffix != MARKDOWN:
        return read_yaml(path)
    # Few games have booklets in Markdown.
    from generator.read.declared.markdown import read_markdown

    return read_markdown(path)


def _list_paths(data: Data, text: str, path: DataPath) -> Iterator[DataPath]:
    if data == text and text:
        yield path
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _list_paths(value, text, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _list_paths(value, text, (*path, index))


def read_placed_template(kit: Kit, part: str, id: str, *, shelf: Shelf) -> PlacedTemplate | None:
    """Return a template of a part with the places of its elements; None if a file has problems now."""
    with suppress(DataError):
        reader = open_game(kit.path)
        themes = (kit.folder / "themes", *shelf.list_all(shelf.themes))
        theme = read_game_theme(kit.path, themes)
        book = TemplateBook(Names(themes=theme.sources if theme else ()), kit.folder, maps=shelf.maps)
        book = book.with_themes(Gathered())
        given = reader.findings.source.get("templates")
        for name in given if isinstance(given, list) else ():
            book, _ = read_templates(kit.folder / str(name), book)
        file = get_part_file(kit, part)
        if file is not None:
            data = read_yaml(file).data
            is_deck = isinstance(data, dict) and "tokens" not in data
            book = PieceSetReader(file, DeckHead if is_deck else TokensHead, book).book
        return book.known.get(id)
    return None


def locate_element(placed: PlacedElement) -> WrittenPlace:
    """Return the place of an element of a template."""
    kind = placed.path[-1] if isinstance(placed.path[-1], str) else ""
    name = " ".join(filter(None, (kind, placed.element.id)))
    there = name_there("element", name=name)
    return WrittenPlace(placed.source.file, *placed.source.spot_of_key(placed.path), there)


_ORIGIN = re.compile(r"\[(?:S|S-inf|P|P-weak|\?)\] ?")
_RULING = re.compile(r" \([A-Z]\d+(?:, [A-Z]\d+)*\)")


def read_paragraph(pages: Path, game: str, rule: str) -> str:
    """Return the documentation of a rule such as `space_race.launch.fuel`; empty if there is none.

    It is the row of a table that begins with the id. Marks of the rule's origin are removed; our own rulings
    are named as such. Rules of all games (`log.turn`) have no page.
    """
    id = rule.removeprefix(f"{game}.")
    if id == rule:
        return ""
    try:
        text = (pages / f"{game}.md").read_text("utf-8")
    except OSError:
        return ""
    found = re.search(rf"^\| `{re.escape(id)}` \| (.*) \|$", text, re.MULTILINE)
    if not found:
        return ""
    text = _RULING.sub("", _ORIGIN.sub("", found[1]))
    return text.replace("[OURS]", "Our ruling:").strip()
