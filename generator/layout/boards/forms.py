"""Fields on pages that people fill in on the screen: squares, cells and lines to write in, and boards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from generator.layout.boards.boards import draw_mark
from generator.layout.boards.places import get_board_piece
from generator.layout.press import Press
from generator.layout.shapes.curves import filled, rectangle
from generator.layout.shapes.palette import mix
from generator.model.elements.areas import BoxArea, TrackArea
from generator.model.elements.blocks import AnyBlock, LabelledLines, LineTable, Table, TrackBlock
from generator.model.elements.maps import MapArea
from generator.model.geometry import Rectangle
from generator.model.kit import Board, Booklet, Part, Sheet
from generator.model.played import NAME, TURNED, YES, Mark, PenMark, Takes, TokenMark
from generator.model.texts.rich_text import escape_rich, plain
from generator.model.texts.wordings import in_one_line
from generator.model.values import dataclass, replace
from generator.scene.bounds import list_spots
from generator.scene.fonts import Font
from generator.scene.shapes import WHITE, Colour, FormField, GlyphRun, Group, Page, Shape

_GAP = 0.25
"""Distance of a field from the edges of its place, in mm: two fields may not touch."""
_SIGN = 0.36
"""Width of checks beside a text, as a share of the place."""
_TEXT, _LARGEST = 0.6, 5.0
"""Size of handwriting as a share of the height of its box, and its maximum in mm."""
_INSIDE = 0.92
"""Size of a check as a share of its box."""
_FAINT, _PALE = 0.25, 0.45
"""Opacity of empty checks that the page does not show: of signs, and of pieces."""
_TINT = 0.6
"""Share of white in the box for a number of pieces."""
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
    making = _Fields(press, f"{part.id}/{number}", dict(_list_labels(press, part)))
    fields: list[FormField] = []
    for area, place in _order(spots, own, is_board=isinstance(part, Board)):
        box = spots[area, place]
        is_name = (area, place) == (NAME, "")
        items = [] if is_name else [*_list_items(own, area, place)]
        items = items or [_Item(f"{place}/text")]
        for item, inside in zip(items, _divide(box, items), strict=True):
            value = owner if is_name else ""
            fields.append(making.make(item, area, place, inside, is_alone=len(items) == 1, value=value))
    return replace(page, fields=tuple(fields))


def _number_spots(page: Page) -> Mapping[tuple[str, str], Rectangle]:
    """Return the boxes of places; those with the same name, such as lines of two blocks, are numbered."""
    found: dict[tuple[str, str], Rectangle] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for spot in list_spots(page):
        name = spot.area, spot.place
        counts[name] += 1
        found[spot.area, f"{spot.place}~{counts[name]}" if counts[name] > 1 else spot.place] = spot.box
    return found


def _order(
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
            name = _name_mark(mark)
            if takes.kind == "heap" and isinstance(mark, TokenMark):
                digits = len(str(takes.numbers[1]))
                yield _Item(f"{place}/{name}", longest=digits, word=word, piece=mark, is_number=True)
            elif takes.kind == "mark" and len(takes.marks) == 1:
                yield _Item(f"{place}/{name}", mark, word=word)
            elif takes.kind == "mark":
                yield _Item(f"{place}/mark", mark, name, word=word)
            elif takes.kind == "marker" and len(takes.marks) == 1:
                yield _Item(f"/{name}", mark, place, word=word)


def _name_mark(mark: Mark) -> str:
    if isinstance(mark, PenMark):
        return mark.sign
    return mark.piece + (TURNED if mark.is_turned else "")


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


class _Fields:
    """Makes the fields of a page."""

    def __init__(self, press: Press, start: str, labels: Mapping[tuple[str, str], str]) -> None:
        self.press = press
        self.start = start
        self.labels = labels
        self._looks: dict[tuple[Mark, float, float], tuple[Shape, ...]] = {}

    def make(
        self, item: _Item, area: str, place: str, box: Rectangle, *, is_alone: bool, value: str
    ) -> FormField:
        label = self.labels.get((area, place)) or f"{self.labels.get((area, ''), area)} {place}".strip()
        name, (width, height) = f"{self.start}/{area}/{item.name}", (box.width, box.height)
        if item.mark is None:
            return self._make_text(item, name, label, box, value)
        shapes = self._draw(item.mark, round(width, 3), round(height, 3))
        is_sign = isinstance(item.mark, PenMark)
        return FormField(
            name=name,
            box=box,
            label=self._describe(item, label),
            font=self._font,
            colour=self._pencil,
            state=item.state,
            shapes=shapes,
            ground=() if is_sign and is_alone else (Group(shapes, opacity=_FAINT if is_sign else _PALE),),
        )

    def _make_text(self, item: _Item, name: str, label: str, box: Rectangle, value: str) -> FormField:
        is_long = box.width >= _LONG_BOX * box.height and not item.is_number
        fill = self._find_tint(item.piece) if item.piece else None
        size = min(box.height * _TEXT, _LARGEST)
        shapes: tuple[Shape, ...] = ()
        if value:
            options = {"max_width": box.width, "colour": "pencil", "size": size, "thing": f"name {value!r}"}
            start = (0.7, box.height / 2)
            shapes = self.press.beside(escape_rich(value), "handwriting", start, **options).shapes
        return FormField(
            name=name,
            box=box,
            label=self._describe(item, label),
            font=self._font,
            colour=self._pencil,
            value=value,
            # Names of people may be longer than their box.
            size=size if is_long or item.is_number else 0.0,
            longest=item.longest,
            is_centred=not is_long,
            shapes=shapes,
            ground=(filled(rectangle(0, 0, box.width, box.height), fill),) if fill else (),
            fill=fill,
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

    def _find_tint(self, mark: TokenMark) -> Colour | None:
        """Return a light colour of a piece; None if it has no colour."""
        colour = str(get_board_piece(self.press, mark.piece, mark.part)[2].fields.get("colour", ""))
        known = colour in self.press.kit.theme.colours
        return mix(self.press.palette[colour], WHITE, _TINT) if known else None

    def _describe(self, item: _Item, label: str) -> str:
        """Return what is filled in: where, and which mark or piece."""
        if isinstance(item.mark, PenMark):
            return _say(self.press, f"form.{item.mark.sign}", {"place": label})
        if item.word:
            return _say(self.press, "form.piece", {"place": label, "piece": _say(self.press, item.word)})
        return label

    @cached_property
    def _font(self) -> Font:
        shapes = self.press.centred("0", "handwriting", (0.0, 0.0))
        return next(shape.font for shape in shapes if isinstance(shape, GlyphRun))

    @cached_property
    def _pencil(self) -> Colour:
        return self.press.palette["pencil"]


def _say(press: Press, key: str, values: Mapping[str, str | int] | None = None) -> str:
    """Return a text without marks, in one line if it is in two languages."""
    return plain(in_one_line(press.format(key, values)))


def _list_labels(press: Press, part: Part) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the names of areas and places as they are printed; others are named by the area and the id."""
    if isinstance(part, Sheet):
        yield (NAME, ""), _say(press, part.name_field)
        for section in part.sections.values():
            title = _say(press, section.title)
            yield (section.id, ""), title
            for block in section.draw:
                yield from _label_block(press, block, section.id, title)
    elif isinstance(part, Booklet):
        for block in part.blocks:
            if block.id:
                yield from _label_block(press, block, block.id, "")
    elif isinstance(part, Board):
        for area in part.areas:
            if isinstance(area, TrackArea | BoxArea):
                title = _say(press, area.title)
                yield (area.id, ""), title
            if isinstance(area, TrackArea):
                for field in area.fields:
                    yield (area.id, field.id), f"{title} {_say(press, field.label) or field.id}"
            if isinstance(area, MapArea):
                labelled = (place for place in area.places if place.label)
                yield from (((area.id, place.id), _say(press, place.label)) for place in labelled)


def _label_block(
    press: Press, block: AnyBlock, area: str, title: str
) -> Iterator[tuple[tuple[str, str], str]]:
    match block:
        case TrackBlock():
            for field in block.fields:
                yield (area, field.id), f"{title} {_say(press, field.label) or field.id}"
        case LabelledLines():
            for index, label in enumerate(block.labels, 1):
                yield (area, f"line_{index}"), _say(press, label)
        case LineTable():
            for index, heading in enumerate(block.headings, 1):
                for line in range(1, block.lines + 1):
                    yield (area, f"line_{line}_{index}"), f"{_say(press, heading)} {line}"
        case Table():
            yield from _label_cells(press, block, area)


def _label_cells(press: Press, table: Table, area: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the names of cells: the heading above, the heading of the row, and the column."""
    above = ""
    for index, row in enumerate(table.rows):
        if row.heading:
            above = f"{_say(press, row.heading)}, "
            continue
        head = row.draw[0] if table.row_heads and row.draw else None
        words = _say(press, head.say or head.text) if head and (head.say or head.text) else str(index + 1)
        for number, span in enumerate(table.spans[table.row_heads :], 1):
            column = _say(press, span.head) if span.head else str(number)
            yield (area, table.name_cell(row, index, number)), f"{above}{words}, {column}"
