"""Every page of every document that ships: laid out once for all tests that look at them."""

import os
import random
from collections.abc import Callable, Collection, Hashable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from generator.layout.document import lay_out_part, make_press
from generator.layout.press import Press
from generator.model.kit import Board, Booklet, Kit, Part, PieceSet, Sheet
from generator.model.printing.printing import Paper
from generator.read.cached import read_cached_game
from generator.read.files.shelf import Memo, find_shelf
from generator.read.kits.fonts import read_fonts
from generator.read.kits.shared import read_papers
from generator.scene.fonts import Font, FontLibrary
from generator.scene.shapes import Document, GlyphRun, Group, Page, Shape
from generator.scene.web_fonts import make_web_font
from tests.geometry import Placed, place_all
from tests.samples import proves_all, sample

Name = tuple[str, str, str, str]
"""Game, part, locale, paper."""

PARTS: Mapping[str, Mapping[str, type[Part]]] = {
    "fight_the_virus": {
        "sheet": Sheet,
        "rules": Booklet,
        "aid": Booklet,
        "large_groups": Booklet,
        "dice_to_fold": PieceSet,
    },
    "pandemic": {
        "board": Board,
        "city_cards": PieceSet,
        "player_cards": PieceSet,
        "infection_cards": PieceSet,
        "role_cards": PieceSet,
        "cubes": PieceSet,
        "tokens": PieceSet,
        "nets": PieceSet,
        "rules": Booklet,
    },
    "pox": {"board": Board, "cards": PieceSet, "tokens": PieceSet, "rules": Booklet, "flow": Booklet},
    "virus_and_co": {
        "cards": PieceSet,
        "pills": PieceSet,
        "pill_tables": Booklet,
        "score_pad": Sheet,
        "rules": Booklet,
    },
}
"""The parts of each game: tests are collected without reading a game. `test_samples.py` compares it."""
GAMES = tuple(PARTS)
LOCALES: Mapping[str, tuple[str, ...]] = {
    game: ("en", "ar", "de", "es", "fr", "it", "ja", "pt-BR")
    if game == "fight_the_virus"
    else ("en", "de", "es", "fr", "it")
    for game in GAMES
}
PAPERS = ("a4", "letter")
FIRST_LOCALE = "en"
AT_HAND = 8
"""Documents that are kept: a page is thousands of shapes, and there are hundreds."""
IN_ALL_SCRIPTS = "fight_the_virus"
OTHER_SCRIPTS = ("ar", "ja")


SHELF = (f"{find_shelf().data}{os.sep}", f"{find_shelf().fonts}{os.sep}")
KEPT: dict[tuple[Path, Hashable], Any] = {}
"""What was made of files of the shelf."""


class ShelfMemo(Memo):
    """Keeps what is made of files that ship, which no test changes, whatever their time."""

    def get_or_make(self, path: Path, key: Hashable, make: Callable[[], Any]) -> Any:
        if not str(path).startswith(SHELF):
            return make()
        if (path, key) not in KEPT:
            KEPT[path, key] = make()
        return KEPT[path, key]

    def __reduce__(self) -> tuple[type[Memo], tuple[()]]:
        return Memo, ()


def cut_web_font(font: Font, characters: Collection[int]) -> bytes:
    """Cut down a font of the shelf once for the same characters: pages of a game have many in common."""
    key = ("web font", font.weight, font.is_italic, font.number, frozenset(characters))
    return bytes(ShelfMemo().get_or_make(font.path, key, lambda: make_web_font(font, characters)))


@cache
def fonts() -> FontLibrary:
    return read_fonts(find_shelf().fonts)


@cache
def paper(id: str) -> Paper:
    return read_papers(find_shelf().papers)[id]


@cache
def kit(game: str) -> Kit:
    """A game from the cache of the run: one worker reads it for all."""
    shelf = find_shelf(is_cached=True)
    return read_cached_game(shelf.find_game(game), shelf=shelf)[0]


def part(game: str, id: str) -> Part:
    return next(part for part in kit(game).parts if part.id == id)


@cache
def press(game: str, locale: str) -> Press:
    return make_press(kit(game), locale=locale, fonts=fonts())


def list_parts(*kinds: type[Part]) -> list[tuple[str, str]]:
    """Return the games and ids of all parts, or of some kinds of them."""
    return [
        (game, id)
        for game, parts in PARTS.items()
        for id, kind in parts.items()
        if kind in (kinds or (kind,))
    ]


def names() -> list[Name]:
    return [
        (game, part_id, locale, paper_id)
        for game, parts in PARTS.items()
        for part_id in parts
        for locale in LOCALES[game]
        for paper_id in PAPERS
    ]


def sampled_games(key: str, count: int = 2) -> tuple[str, ...]:
    """Return some games, others for another key: tests of the same kind look at all of them together."""
    chosen = GAMES if proves_all() else random.Random(key).sample(GAMES, count)
    return tuple(game for game in GAMES if game in chosen)


def sampled_names(key: str) -> list[Name]:
    """Return the shortest sample that has each part, each language, and each paper of each game."""
    if proves_all():
        return names()
    chance = random.Random(key)
    chosen: set[Name] = set()
    for game, parts in PARTS.items():
        choices: list[list[str]] = [[*parts], [*LOCALES[game]], [*PAPERS]]
        for some in choices:
            chance.shuffle(some)
        for index in range(max(map(len, choices))):
            part_id, locale, paper_id = (some[index % len(some)] for some in choices)
            chosen.add((game, part_id, locale, paper_id))
    return [name for name in names() if name in chosen]


def drawn_names() -> list[Name]:
    """Those of which both back ends draw pages, which takes a second a page.

    All in English on the first paper; those of one game that are not cut out also on the other paper, and
    in the languages of other scripts: what is said elsewhere in other words is set in the same letters, and
    where it lies on other papers `test_shipped_sheets.py` measures. `make proof` draws all of them.
    """
    first, other = PAPERS
    ways = {(FIRST_LOCALE, other), *((locale, first) for locale in OTHER_SCRIPTS)}
    return [
        (game, part, locale, paper_id)
        for game, part, locale, paper_id in names()
        if proves_all()
        or (locale, paper_id) == (FIRST_LOCALE, first)
        or (game == IN_ALL_SCRIPTS and (locale, paper_id) in ways and not is_cut_out(game, part))
    ]


def drawn_pages(name: Name) -> list[int]:
    """Return the index of a page, or of all in `make proof`.

    Of pages that differ only in the number in their margin, such as the backs of a deck, the first is taken.
    """
    distinct: dict[tuple[Shape, ...], int] = {}
    for index, page in enumerate(document(name).pages):
        distinct.setdefault(tuple(shape for shape in page.shapes if not _is_margin(shape)), index)
    return sample([*distinct.values()], 1, key="-".join(name))


def _is_margin(shape: Shape) -> bool:
    return isinstance(shape, Group) and shape.name == "margin"


def is_cut_out(game: str, part_id: str) -> bool:
    return PARTS[game][part_id] in (PieceSet, Board)


def is_poster(name: Name) -> bool:
    """Whether a board comes on more than one sheet."""
    game, part_id, _, _ = name
    return PARTS[game][part_id] is Board and len(document(name).pages) > 1


@lru_cache(maxsize=AT_HAND)
def document(name: Name) -> Document:
    game, part_id, locale, paper_id = name
    return lay_out_part(press(game, locale), part(game, part_id), paper=paper(paper_id))


@lru_cache(maxsize=AT_HAND)
def places(name: Name) -> tuple[tuple[Page, tuple[Placed, ...]], ...]:
    """Each page with all that is drawn on it."""
    return tuple((page, tuple(place_all(page))) for page in document(name).pages)


def words(name: Name) -> tuple[tuple[Placed, ...], ...]:
    """What is written on each page."""
    return tuple(
        tuple(placed for placed in each if isinstance(placed.shape, GlyphRun)) for _, each in places(name)
    )
