"""Readers that ask the cache first, so that most runs import no others."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from generator.model.destinations import Destination
from generator.model.elements.template import Template
from generator.model.kit import GameSummary, Kit, PieceSet
from generator.model.printing.printing import Paper, Stocks
from generator.read.files.shelf import Shelf
from generator.scene.fonts import FontLibrary


def read_cached_game(
    path: Path,
    *,
    shelf: Shelf,
    locales: Collection[str] | None = None,
    parts: Collection[str] | None = None,
    settings: Collection[str] = (),
    is_drawn: bool = True,
) -> tuple[Kit, FontLibrary]:
    """Return a game and its fonts, with the choices of `read_kit_and_texts`; raises DataError."""
    # The order of locales and parts has no meaning; of several settings, the last one counts.
    names = [None if each is None else tuple(sorted(each)) for each in (locales, parts)]

    def read() -> tuple[Kit, FontLibrary]:
        from generator.read.kits.kits import read_kit_and_texts

        kit, _, fonts = read_kit_and_texts(
            path, shelf=shelf, locales=locales, parts=parts, settings=settings, is_drawn=is_drawn
        )
        return kit, fonts

    key = ("game", str(path), *names, tuple(settings), is_drawn)
    return shelf.cache.get_or_make(
        key, shelf.list_sources(path), read, keeps=lambda game: is_cacheable(game[0])
    )


def explain_unknown_language(name: str, known: Iterable[str]) -> str:
    """Return the message for an unknown language, with a guess; imports the grammars only for this."""
    from generator.read.wordings.grammars import describe_unknown_language

    return describe_unknown_language(name, known)


def is_cacheable(kit: Kit) -> bool:
    """Return True if a game depends on nothing but files whose changes are noticed.

    Installed fonts may change at any time; PDF files are left out of signatures, since most are made
    from games. Games that are read to be played have no pictures, but their cards name them.
    """
    if kit.fonts == "system" or any(".pdf" in name.lower() for name in kit.pictures):
        return False
    pieces = (piece for part in kit.parts if isinstance(part, PieceSet) for piece in part.pieces)
    values = (value for piece in pieces for value in piece.fields.values() if isinstance(value, str))
    return not any("#" in value and ".pdf#" in value.lower() for value in values)


def read_cached_summary(path: Path, *, shelf: Shelf) -> GameSummary:
    """Return the contents of a game by name; raises DataError."""

    def read() -> GameSummary:
        from generator.read.kits.shared import read_summary

        return read_summary(path, shelf=shelf)

    return shelf.cache.get_or_make(("summary", str(path)), shelf.list_sources(path), read)


def read_cached_papers(shelf: Shelf, own: Iterable[Path] = ()) -> Mapping[str, Paper]:
    """Return paper sizes by id, those of a game's `own` files last; raises DataError."""
    paths = (*reversed(shelf.list_all(shelf.papers)), *own)

    def read() -> Mapping[str, Paper]:
        from generator.read.kits.shared import read_papers

        return {id: paper for path in paths for id, paper in read_papers(path).items()}

    return shelf.cache.get_or_make(("papers",), paths, read)


def read_cached_destinations(shelf: Shelf) -> Mapping[str, Destination]:
    """Return destinations by id; raises DataError."""
    paths = shelf.list_all(shelf.destinations)

    def read() -> Mapping[str, Destination]:
        from generator.read.kits.shared import read_destinations

        return {id: one for path in reversed(paths) for id, one in read_destinations(path).items()}

    return shelf.cache.get_or_make(("destinations",), paths, read)


def read_cached_storage(shelf: Shelf) -> tuple[Stocks, Mapping[str, Template]]:
    """Return the thicknesses of cards, and the default templates of boxes and dividers; raises DataError."""

    def read() -> tuple[Stocks, Mapping[str, Template]]:
        from generator.read.kits.shared import read_stocks, read_storage_templates

        return read_stocks(shelf.card_stocks), read_storage_templates(shelf.boxes)

    return shelf.cache.get_or_make(("storage",), [shelf.card_stocks, shelf.boxes], read)
