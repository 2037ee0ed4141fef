"""Finds where what is at a point of a page is written: the row of a card, its sentence, its template."""

import re
from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path

from generator.errors import DataError, GeneratorError, WrittenPlace
from generator.layout.elements.drawer import Fields, Room
from generator.layout.elements.drawers import make_drawers
from generator.make.jobs.jobs import Job
from generator.make.jobs.layouts import Presses
from generator.make.screens.workshop import ScreenColumn, ScreenLayout, SeenPage
from generator.model.elements.template import WordsElement
from generator.model.geometry import Rectangle
from generator.model.kit import Board, Sheet
from generator.model.language.fields import Pattern
from generator.model.pieces import Deck, Piece, PieceSet
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.read.files.shelf import Shelf
from generator.read.files.text_files import MEGABYTE, name_file, read_text
from generator.read.kits.origins import (
    get_written_piece,
    get_written_place,
    get_written_text,
    list_uses,
    locate_element,
    read_placed_template,
)
from generator.read.templates.templates import PlacedElement
from generator.scene.bounds import Placed, measure_bounds, measure_box, walk
from generator.scene.shapes import GlyphRun, Group, Page, Use, invert, move_point

_NEAR = 0.6
"""Distance from a shape within which a point is on it, in mm: fingers are not exact."""
_BESIDE = 5.0
"""Distance from words of running text within which they are meant, in mm."""
_INNERMOST, _MARKS = re.compile(r"\{[^{}]*\}"), re.compile(r"\0|\*\*?|:[\w/]+:|\\")
"""Placeholders without others in them, and marks in texts."""
_SPACES = re.compile(r"[\s\u00ad\u200b-\u200f\u2060-\u2069]+")


@dataclass(frozen=True, slots=True)
class Pointed:
    """Things at a point, and where they are written, the most exact place first."""

    title: str
    origins: tuple[WrittenPlace, ...]


def find_at(
    layout: ScreenLayout, column: ScreenColumn, seen: SeenPage, x: float, y: float, *, shelf: Shelf
) -> Pointed:
    """Return what is at a point of a page, in mm from its top left corner."""
    pointing = _Pointing(layout, column.job, seen.page, shelf)
    if isinstance(column.job.part, PieceSet):
        return pointing.find_on_piece(seen, x, y)
    return pointing.find_on_page(x, y)


@dataclass(frozen=True, slots=True)
class _Pointing:
    layout: ScreenLayout
    job: Job
    page: Page
    shelf: Shelf

    @property
    def wording(self) -> Wording:
        return self.job.game.kit.wordings[self.job.locale]

    def find_on_piece(self, seen: SeenPage, x: float, y: float) -> Pointed:
        part, kit = self.job.part, self.job.game.kit
        assert isinstance(part, PieceSet)
        words = [*self.find_sentences(x, y, near=_NEAR)]
        side, id, (x, y) = _find_piece(seen, x, y)
        found = next(((deck, one) for deck in part.decks for one in deck.pieces if one.id == id), None)
        if found is None:
            return self.find_on_page(x, y)
        deck, piece = found
        name = piece.back if side == "back" else piece.front
        placed = read_placed_template(kit, part.id, name, shelf=self.shelf)
        hits = [*self._find_elements(deck, piece, placed.elements, x, y)] if placed else []
        origins: list[WrittenPlace | None] = []
        fields = piece.in_language(self.wording).fields
        for one in hits:
            if isinstance(one.element, WordsElement):
                origins += self._find_words(part, piece, one.element, fields)
        if not origins:
            origins += (get_written_text(kit, self.job.locale, key, shelf=self.shelf) for key in words)
        origins.append(get_written_piece(part, id, what=f"row {id}"))
        origins += map(locate_element, hits)
        # The templates of pieces from pictures are in no file.
        if placed and " " not in placed.id:
            spot = placed.source.spot_of_key(placed.path)
            origins.append(WrittenPlace(placed.source.file, *spot, f"template {placed.id}"))
        return Pointed(f"{id}, {side}", _list_known(origins))

    def _find_elements(
        self, deck: Deck, piece: Piece, elements: Iterable[PlacedElement], x: float, y: float
    ) -> Iterator[PlacedElement]:
        """Yield the elements that draw something at a point of a piece, the topmost first."""
        if deck.form.is_net:
            return
        form, placed = deck.form, tuple(elements)
        press = Presses(self.layout.choices).find(self.job)
        room = Room(form.width, form.height, form.bleed)
        drawers = make_drawers(press, [one.element for one in placed], room)
        fields = piece.in_language(press.wording).fields
        for one, drawer in reversed([*zip(placed, drawers, strict=True)]):
            try:
                shapes = drawer.draw(fields)
            except GeneratorError:
                continue
            if any(_measure(shape, x, y) <= _NEAR for shape in walk(shapes)):
                yield one

    def _find_words(
        self, part: PieceSet, piece: Piece, element: WordsElement, fields: Fields
    ) -> Iterator[WrittenPlace | None]:
        """Yield the sentence that a text shows, or the cell that it is written in."""
        kit, locale = self.job.game.kit, self.job.locale
        key = Pattern(element.say).fill(fields) if element.say else ""
        text = Pattern(element.text)
        values = [str(fields.get(name, "")) for name in text.names]
        direct = (self.wording.direct.get(one, "") for one in (element.text, *values))
        own = element.text if element.text in self.wording else ""
        for one in filter(None, (key, own, *direct)):
            yield get_written_text(kit, locale, one, shelf=self.shelf)
        for name in (one.split(".")[0] for one in text.names):
            localised = f"{name}_{locale.lower().replace('-', '_')}"
            yield get_written_piece(part, piece.id, localised, name, what=f"{name} of {piece.id}")

    def find_on_page(self, x: float, y: float) -> Pointed:
        """Return what is at a point of a board, a sheet, or a booklet."""
        kit, part = self.job.game.kit, self.job.part
        origins: list[WrittenPlace | None] = []
        for key in self.find_sentences(x, y, near=_BESIDE):
            origins.append(get_written_text(kit, self.job.locale, key, shelf=self.shelf))
            origins += list_uses(kit, part.id, key)
        title, names = part.id, dict.fromkeys(_find_names(self.page, x, y))
        for name in names:
            if isinstance(part, Sheet) and name in part.sections:
                title = name
                origins.append(get_written_place(kit, part.id, ("sections", name), what=f"section {name}"))
            if isinstance(part, Board):
                origins += self._find_on_board(part, name)
                title = name if any(place.id == name for place in part.places) else title
        origins.append(get_written_place(kit, part.id, (), what=f"file of {part.id}"))
        return Pointed(title, _list_known(origins))

    def _find_on_board(self, board: Board, name: str) -> Iterator[WrittenPlace | None]:
        """Yield where a place, an area, or another element of a board is written."""
        kit = self.job.game.kit
        for index, element in enumerate(board.draw):
            if element.id == name or f"{board.id}-{element.id}" == name:
                yield get_written_place(kit, board.id, ("areas", index), what=f"area {element.id}")
            elif any(place.id == name for place in getattr(element, "places", ())):
                if table := getattr(element, "table", ""):
                    yield _find_in_table(kit.folder / str(table), name)
                yield from list_uses(kit, board.id, name)

    def find_sentences(self, x: float, y: float, *, near: float) -> Iterator[str]:
        """Yield the key of the text that is most like the words at a point, or `near` it, in mm."""
        for words in _find_words_at(self.page, x, y, near):
            known = ((key, _list_literals(text)) for key, text in self.wording.sentences.items())
            likely = [
                (abs(sum(map(len, literals)) - len(words)), key)
                for key, literals in known
                if _is_like(literals, words)
            ]
            if likely:
                yield min(likely)[1]
                return


def _find_piece(seen: SeenPage, x: float, y: float) -> tuple[str, str, tuple[float, float]]:
    """Return side and id of the piece at a point, and the point on it; empty texts if there is none."""
    if seen.faces and (trim := seen.trim):
        return seen.faces[0].side, seen.faces[0].id, (x - trim.left, y - trim.top)
    found = ("", "", (x, y))
    for placed in walk(seen.page.shapes, symbols=False):
        if isinstance(placed.shape, Group) and (region := placed.shape.region):
            point = move_point(invert(placed.transform), x, y)
            if Rectangle(*region.box).distance(*point) == 0:
                found = region.area, region.place, point
    return found


def _find_names(page: Page, x: float, y: float) -> Iterator[str]:
    """Yield the names of places, areas, and groups at a point, the innermost and topmost first."""
    names: list[str] = []
    for placed in walk(page.shapes):
        if not isinstance(placed.shape, Group) or not (placed.shape.name or placed.shape.region):
            continue
        region = placed.shape.region
        box = Rectangle(*(region.box if region else measure_bounds(placed.shape.shapes)))
        if box.distance(*move_point(invert(placed.transform), x, y)) == 0:
            names += [region.area, region.place] if region else [placed.shape.name]
    yield from filter(None, reversed(names))


def _find_words_at(page: Page, x: float, y: float, near: float) -> Iterator[str]:
    """Yield the words nearest to a point, without spaces: those of a paragraph, then those of a line."""
    runs = [one for one in walk(page.shapes) if isinstance(one.shape, GlyphRun) and one.shape.text.strip()]
    found = [(_measure(one, x, y), -number) for number, one in enumerate(runs)]
    for distance, number in sorted(found):
        placed, shape = runs[-number], runs[-number].shape
        if distance > near or not isinstance(shape, GlyphRun):
            return
        around = (one.shape for one in reversed(placed.around) if isinstance(one.shape, Group))
        tagged = next((one for one in around if one.tag), None)
        if tagged and tagged.tag != "figure":
            inside = (one.shape for one in walk(tagged.shapes) if isinstance(one.shape, GlyphRun))
            yield _simplify("".join(run.text for run in inside))
        yield _simplify(shape.text)


def _measure(placed: Placed, x: float, y: float) -> float:
    """Return the distance of a point from the box of a shape that draws something, in mm of the shape."""
    if isinstance(placed.shape, Group | Use):
        return inf
    try:
        point = move_point(invert(placed.transform), x, y)
    except ZeroDivisionError:
        return inf
    return Rectangle(*measure_box(placed.shape)).distance(*point)


def _simplify(text: str) -> str:
    """Return a text without spaces and marks that nobody sees."""
    return _SPACES.sub("", text).casefold()


def _list_literals(text: str) -> list[str]:
    """Return what is between the placeholders and marks of a text, as it is compared with words."""
    while (without := _INNERMOST.sub("\0", text)) != text:
        text = without
    return [part for part in map(_simplify, _MARKS.split(text)) if part]


def _is_like(literals: list[str], words: str) -> bool:
    """Return True if words are those of a text, or some of them; placeholders may be anything."""
    text = "".join(literals)
    if words in text:
        return True
    return len(text) > len(words) / 2 and all(part in words for part in literals)


def _find_in_table(path: Path, id: str) -> WrittenPlace | None:
    try:
        lines = read_text(path, most_bytes=32 * MEGABYTE)[1].splitlines()
    except DataError:
        return None
    is_row = re.compile(rf'"?{re.escape(id)}"?\s*[,;\t]').match
    number = next((number for number, line in enumerate(lines, 1) if is_row(line)), 0)
    return WrittenPlace(name_file(path), number, 1, f"row {id}") if number else None


def _list_known(origins: Iterable[WrittenPlace | None]) -> tuple[WrittenPlace, ...]:
    return tuple(dict.fromkeys(one for one in origins if one is not None))
