"""Fields of PDF forms: places of sheets, booklets, and boards that people fill in on the screen.

Empty fields are transparent, so that they never hide what is printed: where a place has several, a ring or a
small sign at its edge shows each.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from generator.layout.boards.places import get_board_piece
from generator.layout.boards.positions import draw_mark
from generator.layout.press import Press
from generator.layout.shapes.curves import ellipse, rectangle, stroked
from generator.model.geometry import Rectangle
from generator.model.kit import Board, Part
from generator.model.place_names import PartNames, name_text
from generator.model.played import NAME, TURNED, YES, Mark, PenMark, Takes, TokenMark
from generator.model.texts.rich_text import escape_rich
from generator.model.values import dataclass, replace
from generator.scene.bounds import list_spots
from generator.scene.fonts import Font
from generator.scene.shapes import WHITE, Colour, FormField, GlyphRun, Group, Page, Shape

_AGAIN = "~"
"""Sign before the number of a place whose name another place of its area has."""
_GAP = 0.25
"""Distance of a field from the edges of its place, in mm: two fields may not touch."""
_SIGN = 0.36
"""Width of checks beside a text, as a share of the place."""
_TEXT, _LARGEST = 0.6, 5.0
"""Size of handwriting as a share of the height of its box, and its maximum in mm."""
_INSIDE = 0.92
"""Size of a check as a share of its box."""
_FAINT, _SMALL = 0.45, 0.5
"""Opacity of the signs of empty checks, and their size as a share of the box."""
_RING, _HALO, _MOST_HALO = 0.25, 0.6, 0.15
"""Width of the ring of an empty check, and of the light line below it, which is seen on any art, in mm; most
of the latter, as a share of the box."""
_LONG_BOX = 3.0
"""Width of a box, by its height, from which a text begins at its side."""


def add_fields(
    press: Press, part: Part, page: Page, takes: Sequence[Takes], *, number: int = 1, owner: str = ""
) -> Page:
    """Return a page with a field for what each place takes; without rules, people write into all places.

    `number` is that of the page in its document, and `owner` is the text in its name field. There are no
    fields for pieces that may be anywhere, such as pawns.
    """
    spots = _number_spots(page)
    own = [each for each in takes if each.part == part.id]
    maker = _FieldMaker(press, f"{part.id}/{number}", PartNames(press.wording, part))
    fields: list[FormField] = []
    for area, place in _list_places(spots, own, is_board=isinstance(part, Board)):
        box = spots[area, place]
        is_name = (area, place) == (NAME, "")
        items = [] if is_name else [*_list_items(own, area, place)]
        items = items or [_Item(f"{place}/text")]
        for item, inside in zip(items, _divide(box, items), strict=True):
            value = owner if is_name else ""
            fields.append(maker.make(item, area, place, inside, around=box, value=value))
    return replace(page, fields=tuple(fields))


def _number_spots(page: Page) -> Mapping[tuple[str, str], Rectangle]:
    """Return the boxes of places; those with the same name, such as lines of two blocks, are numbered."""
    boxes: dict[tuple[str, str], Rectangle] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for spot in list_spots(page):
        name = spot.area, spot.place
        counts[name] += 1
        boxes[spot.area, f"{spot.place}{_AGAIN}{counts[name]}" if counts[name] > 1 else spot.place] = spot.box
    return boxes


def _list_places(
    spots: Mapping[tuple[str, str], Rectangle], own: Sequence[Takes], *, is_board: bool
) -> Iterator[tuple[str, str]]:
    """Yield the places of a page in the order of filling them in."""
    if (NAME, "") in spots:
        yield NAME, ""
    if not own and not is_board:
        yield from (name for name in spots if name != (NAME, ""))
    areas = dict.fromkeys(each.area for each in own)
    for area in areas:
        places = dict.fromkeys(place for each in own if each.area == area for place in each.places)
        yield from ((area, place) for place in places if (area, place) in spots)


@dataclass(frozen=True, slots=True)
class _Item:
    """Something to fill in: a text or, if there is a mark, a check."""

    name: str
    """End of the name of the field: the place, and what it is."""
    mark: Mark | None = None
    state: str = YES
    longest: int = 0
    word: str = ""
    """Wording key of the piece."""
    piece: TokenMark | None = None
    """The piece whose number is written."""
    is_number: bool = False


def _list_items(own: Sequence[Takes], area: str, place: str) -> Iterator[_Item]:
    for takes in own:
        if takes.area != area or place not in takes.places:
            continue
        words = takes.names or ("",) * len(takes.marks)
        if takes.kind in ("number", "text", "player"):
            yield _Item(f"{place}/text", longest=takes.longest, is_number=takes.kind == "number")
        for mark, word in zip(takes.marks, words, strict=True):
            name = mark.sign if isinstance(mark, PenMark) else mark.piece + TURNED * mark.is_turned
            if takes.kind == "heap" and isinstance(mark, TokenMark):
                digits = len(str(takes.numbers[1]))
                yield _Item(f"{place}/{name}", longest=digits, word=word, piece=mark, is_number=True)
            elif takes.kind == "mark" and len(takes.marks) == 1:
                yield _Item(f"{place}/{name}", mark, word=word)
            elif takes.kind == "mark":
                yield _Item(f"{place}/mark", mark, name, word=word)
            elif takes.kind == "marker" and len(takes.marks) == 1:
                yield _Item(f"/{name}", mark, place, word=word)


def _divide(box: Rectangle, items: Sequence[_Item]) -> Iterator[Rectangle]:
    """Yield the box of each item: checks below each other beside a text, or all of them in rows."""
    texts = [item for item in items if item.mark is None]
    if len(texts) == 1 < len(items):
        # Icons are at the top right.
        left, edge = box.right - box.width * _SIGN, min(box.width * _SIGN, box.height / (len(items) - 1))
        bottom = box.bottom
        for item in items:
            if item.mark is None:
                yield Rectangle(box.left, box.top, left, box.bottom).grown(-_GAP)
            else:
                yield Rectangle(left, bottom - edge, box.right, bottom).grown(-_GAP)
                bottom -= edge
        return
    columns = {1: 1, 2: 1, 3: 3}.get(len(items), 2)
    rows = -(-len(items) // columns)
    width, height = box.width / columns, box.height / rows
    if columns == 3:
        # At the foot of the place, below what it shows.
        height = min(width, height)
    top = box.bottom - rows * height
    for index in range(len(items)):
        row, column = divmod(index, columns)
        left = box.left + column * width
        if column == 0 and index == len(items) - 1:
            left = box.left + (box.width - width) / 2
        yield Rectangle(left, top + row * height, left + width, top + (row + 1) * height).grown(-_GAP)


class _FieldMaker:
    """Makes the fields of one page."""

    def __init__(self, press: Press, start: str, names: PartNames) -> None:
        self.press, self.start, self.names = press, start, names
        self._looks: dict[tuple[Mark, float, float], tuple[Shape, ...]] = {}

    def make(
        self, item: _Item, area: str, place: str, box: Rectangle, *, around: Rectangle, value: str
    ) -> FormField:
        """Make a field in a box, which is the place `around` it or a part of that."""
        id, _, count = place.partition(_AGAIN)
        label = self.names.find(area, id).full + (f" ({count})" if count else "")
        name, label = f"{self.start}/{area}/{item.name}", self._describe(item, label)
        field = FormField(
            name=name, box=box, label=label, font=self._font, colour=self.press.palette["pencil"]
        )
        if item.mark is None:
            return self._fill_text(field, item, box, value)
        width, height = round(box.width, 3), round(box.height, 3)
        shapes = self._draw(item.mark, width, height)
        is_alone = box == around.grown(-_GAP)
        ground: tuple[Shape, ...] = ()
        if not is_alone and isinstance(item.mark, PenMark):
            ground = (self._draw_small(item.mark, box, around),)
        elif not is_alone or isinstance(item.mark, TokenMark):
            ground = tuple(self._draw_ring(item.mark, width, height))
        return replace(field, state=item.state, shapes=shapes, ground=ground)

    def _fill_text(self, field: FormField, item: _Item, box: Rectangle, value: str) -> FormField:
        is_long = box.width >= _LONG_BOX * box.height and not item.is_number
        line = self._choose_colour(item.piece) if item.piece else None
        ground: tuple[Shape, ...] = ()
        if line:
            edge = _RING / 2
            ground = (stroked(rectangle(edge, edge, box.width - _RING, box.height - _RING), line, _RING),)
        size = min(box.height * _TEXT, _LARGEST)
        shapes: tuple[Shape, ...] = ()
        if value:
            options = {"max_width": box.width, "colour": "pencil", "size": size, "thing": f"name {value!r}"}
            start = (0.7, box.height / 2)
            shapes = self.press.beside(escape_rich(value), "handwriting", start, **options).shapes
        return replace(
            field,
            value=value,
            # Names of people may be longer than their box.
            size=size if is_long or item.is_number else 0.0,
            longest=item.longest,
            is_centred=not is_long,
            shapes=shapes,
            ground=ground,
            line=line,
        )

    def _draw(self, mark: Mark, width: float, height: float) -> tuple[Shape, ...]:
        """Draw a mark in the middle of a box; equal boxes share it."""
        key = mark, width, height
        if key not in self._looks:
            across = min(width, height)
            if isinstance(mark, TokenMark):
                form = get_board_piece(self.press, mark.piece, mark.part)[1]
                across = min(width, height * form.width / form.height)
            middle = width / 2, height / 2
            self._looks[key] = tuple(draw_mark(self.press, mark, middle, across * _INSIDE))
        return self._looks[key]

    def _draw_small(self, sign: PenMark, box: Rectangle, around: Rectangle) -> Shape:
        """Draw a small sign at the edge of a place, away from what is printed in its middle."""
        across = min(box.width, box.height) * _SMALL
        (x, y), (to_x, to_y) = box.middle, around.middle
        # As far from the middle of the place as the box allows.
        reach = (box.width - across) / 2, (box.height - across) / 2
        ways = ((at > to + _GAP) - (at < to - _GAP) for at, to in ((x, to_x), (y, to_y)))
        left, top = (way * most for way, most in zip(ways, reach, strict=True))
        middle = box.width / 2 + left, box.height / 2 + top
        return Group(tuple(draw_mark(self.press, sign, middle, across)), opacity=_FAINT)

    def _draw_ring(self, mark: Mark, width: float, height: float) -> Iterator[Shape]:
        halo = min(_HALO, min(width, height) * _MOST_HALO)
        across = min(width, height) - halo
        ring = ellipse((width - across) / 2, (height - across) / 2, across, across)
        colour = self._choose_colour(mark) if isinstance(mark, TokenMark) else self.press.palette["pencil"]
        yield stroked(ring, WHITE, halo)
        yield stroked(ring, colour, min(_RING, halo / 2))

    def _choose_colour(self, mark: TokenMark) -> Colour:
        """Return the colour of a piece, or that of a pencil if it has none."""
        colour = str(get_board_piece(self.press, mark.piece, mark.part)[2].fields.get("colour", ""))
        return self.press.palette[colour if colour in self.press.kit.theme.colours else "pencil"]

    def _describe(self, item: _Item, label: str) -> str:
        if isinstance(item.mark, PenMark):
            return name_text(self.press.wording, f"form.{item.mark.sign}", {"place": label})
        if item.word:
            piece = name_text(self.press.wording, item.word)
            return name_text(self.press.wording, "form.piece", {"place": label, "piece": piece})
        return label

    @cached_property
    def _font(self) -> Font:
        shapes = self.press.centred("0", "handwriting", (0.0, 0.0))
        return next(shape.font for shape in shapes if isinstance(shape, GlyphRun))
