"""Marks around the pieces on a sheet: cut lines, crop marks, fold lines, and the margin line with a ruler."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, pairwise
from math import inf
from typing import TypeAlias

from generator.layout.imposition.packing import SHORT_MARK, STRIP, Frame, SheetLayout
from generator.layout.press import Press
from generator.layout.shapes.outlines import cut_outline, fold_lines, line, make_colour, polygon, rectangle
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.kit import Form
from generator.model.printing.printing import CropMarks, Paper, RegistrationMarks
from generator.scene.shapes import (
    BLACK,
    WHITE,
    Colour,
    GlyphRun,
    Group,
    Path,
    Segment,
    Shape,
    Stroke,
    Symbol,
    TextShape,
    Transform,
    Use,
    measure_bounds,
    move_segments,
    translation,
)

_SHORTEST, _LEAST_ROOM = 0.8, 1.2
"""Minimum length of a mark at the edge of the page, and the room from which it stays out of the margin."""
_UNPRINTABLE = 3.1
"""Width of the edge that hardly any printer can print on, and half the width of a mark."""
_CLEAR = 0.4
"""Distance between a mark and the art of the next piece."""
_OFFSET_SHARE = 0.3
"""Share of the free space between the art and a mark, if there is little space."""
_CUT_WIDTH, _CUT_GROUND = 0.12, 0.2
"""Width of a cut line, and of the white under it, without which grey is invisible on dark art.

The white on both sides is too narrow to be seen as lines of its own.
"""
_GREY = Colour(0.45, 0.45, 0.45)
_SHEET_FOLD = Stroke(_GREY, 0.25, (2.4, 1.6))
"""Line along which a sheet is folded."""
_NET_FOLD = Stroke(_GREY, 0.15, (1.2, 0.9))
"""Lines along which a piece is folded, which may be short."""
_MACHINE_LINE = 0.1
_CUT, _FOLD = Colour(1.0, 0.0, 0.0), Colour(0.0, 0.0, 1.0)
"""Programs of machines tell lines apart by their colours."""
_Art: TypeAlias = tuple[list[float], list[float]]
"""Starts of the artworks along a cut, in the direction of a mark, and the farthest end up to each of them."""


def draw_guides(
    layout: SheetLayout, marks: CropMarks, *, cuts: bool, corners: bool
) -> dict[str, tuple[Path, ...]]:
    """Return the guides of this side by name: `crop marks`, `cut`, and `fold`.

    Outlines are one path, so that a cutter cuts each in one stroke.
    """
    guides: dict[str, tuple[Path, ...]] = {}
    frame, are_outlines = layout.frame, marks.guides == "outlines"
    if corners and not are_outlines and (segments := make_crop_marks(layout, marks)):
        guides["crop marks"] = (Path(segments, stroke=Stroke(make_colour(marks.colour), marks.width)),)
    slots = [slot for slot in layout.slots if cuts and (are_outlines or not slot.form.is_cropped)]
    outlines = tuple(
        segment for slot in slots for segment in move_segments(slot.transform, cut_outline(slot.form))
    )
    if corners and marks.guides == "lines":
        # Neighbours that share a cut have the same edge.
        edges = dict.fromkeys(_list_edges(layout))
        outlines += tuple(segment for edge in edges for segment in line(*edge))
    if outlines:
        guides["cut ground"] = (Path(outlines, stroke=Stroke(WHITE, _CUT_GROUND)),)
        guides["cut"] = (Path(outlines, stroke=Stroke(_GREY, _CUT_WIDTH)),)
    if cuts:
        guides |= draw_folds([(slot.form, slot.transform) for slot in layout.slots])
    if cuts and frame.fold:
        left, top, right, bottom = frame.free
        x, y = frame.page.width / 2, frame.page.height / 2
        across = line(x, top, x, bottom) if frame.fold == "book" else line(left, y, right, y)
        guides["fold"] = (*guides.get("fold", ()), Path(across, stroke=_SHEET_FOLD))
    return guides


def draw_folds(pieces: Iterable[tuple[Form, Transform]]) -> dict[str, tuple[Path, ...]]:
    """Return the guide `fold` of pieces that are folded, if some are; a piece has a form and its place.

    White between the dashes makes them visible on dark art.
    """
    folds = (move_segments(by, fold_lines(form)) for form, by in pieces)
    lines = tuple(segment for one in folds for segment in one)
    if not lines:
        return {}
    ground = Path(lines, stroke=Stroke(WHITE, _NET_FOLD.width))
    return {"fold ground": (ground,), "fold": (Path(lines, stroke=_NET_FOLD),)}


def _list_edges(layout: SheetLayout) -> Iterator[tuple[float, float, float, float]]:
    for slot in layout.slots:
        corners = [(round(x, 4), round(y, 4)) for x, y in slot.trim.corners if slot.form.is_cropped]
        yield from ((*start, *end) for start, end in map(sorted, pairwise([*corners, *corners[:1]])))


def make_crop_marks(layout: SheetLayout, marks: CropMarks) -> tuple[Segment, ...]:
    """Return two short lines at each corner of a rectangle, along the cuts, where there is room.

    They are outside of all art and where a printer can print; neighbours that share a cut share its marks.
    With no space at the edge of a page, marks go into the margin, most of which most printers can print.
    """
    arts = [slot.art for slot in layout.slots]
    list_art = cache(lambda side, cut: _list_art(arts, side, cut))
    ends_of_marks = dict.fromkeys(
        _measure_mark(side, cut, art[side], list_art(side, cut), layout.frame, marks)
        for slot, art in zip(layout.slots, arts, strict=True)
        if slot.form.is_cropped
        for side in range(4)
        for cut in slot.trim[1 - side % 2 :: 2]
    )
    return tuple(segment for ends in ends_of_marks if ends for segment in line(*ends))


def _list_art(arts: Sequence[Rectangle], side: int, cut: float) -> _Art:
    sign = 1.0 if side >= 2 else -1.0
    along, across = (1, 0) if side % 2 else (0, 1)
    ends = sorted(
        sorted((art[along] * sign, art[along + 2] * sign))
        for art in arts
        if art[across] - _CLEAR < cut < art[across + 2] + _CLEAR
    )
    return [near for near, _ in ends], list(accumulate((far for _, far in ends), max))


def _measure_mark(
    side: int, cut: float, edge: float, art: _Art, frame: Frame, marks: CropMarks
) -> tuple[float, float, float, float] | None:
    """Return the mark along a cut, beyond an edge of the art (left, top, right, bottom); None without room.

    All coordinates are treated as if the mark ran along the axis away from the art.
    """
    sign = 1.0 if side >= 2 else -1.0
    start = edge * sign
    room = frame.free[side] * sign - start
    if room < _LEAST_ROOM and abs(frame.free[side] - frame.printable[side]) < ROUNDING:
        room += max(0.0, frame.page.margin - _UNPRINTABLE)
    nears, fars = art
    before = bisect_left(nears, start + ROUNDING)
    if before and fars[before - 1] > start + ROUNDING:
        return None
    shortest = _SHORTEST
    if before < len(nears) and nears[before] - _CLEAR - start < room:
        room, shortest = nears[before] - _CLEAR - start, min(SHORT_MARK, marks.length)
    ends = fit_mark(room, marks, shortest)
    if ends is None:
        return None
    near, far = (round((start + end) * sign, 4) for end in ends)
    place = round(cut, 4)
    return (place, near, place, far) if side % 2 else (near, place, far, place)


def fit_mark(room: float, marks: CropMarks, shortest: float) -> tuple[float, float] | None:
    """Return the distances of a mark's ends from the edge of the art; None if it would be too short.

    With little room, offset and length shrink.
    """
    offset = min(marks.offset, max(room, 0.0) * _OFFSET_SHARE)
    length = min(marks.length, room - offset)
    return None if length < shortest else (offset, offset + length)


def draw_registration(page: Paper, marks: RegistrationMarks) -> tuple[Path, ...]:
    """Return the marks that a machine looks for: angles in corners, and a square at the top left.

    The middles of the lines are at the inset.
    """
    half, inset, end = marks.thickness / 2, marks.inset, marks.inset + marks.length
    start, inner = inset - half, inset + half
    drawn = []
    if marks.square:
        border = half if marks.bordered else 0.0
        place, side = inset - border, marks.square + 2 * border
        drawn.append(Path(rectangle(place, place, side, side), fill=BLACK))
    for corner in marks.angles:
        is_right, is_bottom = corner.endswith("right"), corner.startswith("bottom")
        angle = [(start, start), (end, start), (end, inner), (inner, inner), (inner, end), (start, end)]
        points = [(page.width - x if is_right else x, page.height - y if is_bottom else y) for x, y in angle]
        drawn.append(Path(polygon(points), fill=BLACK))
    return tuple(drawn)


def draw_cuts(layout: SheetLayout) -> tuple[Group, ...]:
    """Return the layers `cut` and `fold`: a path for each piece, with its holes."""
    layers = []
    for name, find, colour in (("cut", cut_outline, _CUT), ("fold", fold_lines, _FOLD)):
        outlines = ((slot, find(slot.form)) for slot in layout.slots)
        paths = tuple(
            Path(move_segments(slot.transform, outline), stroke=Stroke(colour, _MACHINE_LINE))
            for slot, outline in outlines
            if outline
        )
        layers += [Group(paths, name=name)] if paths else []
    return tuple(layers)


RULER = 50.0
"""Length of the ruler, in mm."""
_HEIGHT, _BASE_LINE = 2.8, 2.1
"""Height of the line, and the position of its text."""
_STRIP_CLEAR = STRIP - _HEIGHT
_STEP, _TICK, _END_TICK, _RULER_LINE = 10.0, 1.0, 2.4, 0.15
"""Distance of the ticks of the ruler, the heights of those between and at its ends, and their width."""
_GAP, _LEAST_WORDS = 3.0, 25.0
"""Distance between the text and the ruler, and the minimum room for a text."""


class MarginLine:
    """The margin lines of a document: the ruler is drawn once, the text is set for each page.

    A line is like `Space Race: Cards · en · 2 / 12 · back`, with the ruler at its end. Reports a text that
    leaves no room for the ruler.
    """

    def __init__(self, press: Press, title: str) -> None:
        self._press = press = press.in_reading_order()
        self._title = title
        width, shapes = _draw_ruler(press)
        self._ruler = Symbol("ruler", press.turn(shapes, width), (0.0, 0.0, width, _HEIGHT))
        self._set_once = cache(self._set_line)

    def place(
        self,
        frame: Frame,
        *,
        page: int,
        pages: int,
        notes: Sequence[str] = (),
        inset: float = 0.0,
        may_shorten: bool = False,
        is_number: bool = False,
    ) -> Group:
        """Lay out the line in its strip at the edge of the page, with free space at both ends.

        Along the sides, it reads upwards. `notes` are additional texts; empty ones are skipped. A line that
        may be shortened has no ruler, or only the number of the page, instead of being too long; with
        `is_number`, it always is only that.
        """
        box, set_line = frame.strip_box, partial(self._set_line, str(page), pages, tuple(notes))
        is_upright = frame.strip in ("top", "bottom")
        width = (box.width if is_upright else box.height) - 2 * inset
        clear = _STRIP_CLEAR if frame.strip in ("bottom", "right") else 0.0
        place: Transform = translation(box.left + inset, box.top + clear)
        if not is_upright:
            place = (0, -1, 1, 0, box.left + clear, box.bottom - inset)
        if is_number:
            words = self._press.line(f"{page} / {pages}", "fine_print", y=_BASE_LINE).shapes
            return Group(self._press.turn(words, width), name="margin", transform=place)
        start = width - self._ruler.box[2]
        room, whole = start - _GAP, set_line(inf) if may_shorten else ()
        if room < max(_LEAST_WORDS, measure_bounds(whole)[2] if whole else 0.0):
            # Tiny paper has no room for the ruler, and sometimes only for the number of the page.
            words = whole or set_line(inf)
            if measure_bounds(words)[2] > width:
                words = self._press.line(f"{page} / {pages}", "fine_print", y=_BASE_LINE).shapes
            return Group(self._press.turn(words, width), name="margin", transform=place)
        if frame.marks and measure_bounds(set_line(inf))[2] > room:
            # Beside long registration marks, there may be no room for the title.
            short = " · ".join([f"{page} / {pages}", *filter(None, notes)])
            words = self._press.line(short, "fine_print", y=_BASE_LINE, max_width=room).shapes
        else:
            words = self._set_words(page, pages, tuple(notes), room)
        ruler = Use(self._ruler, translation(start, 0))
        return Group(self._press.turn((*words, ruler), width), name="margin", transform=place)

    def _set_words(self, page: int, pages: int, notes: tuple[str, ...], room: float) -> tuple[TextShape, ...]:
        """Set the text of a page; pages of a deck differ only in their number, so the rest is set once."""
        stand_in = "0" * len(str(pages))
        shapes = self._set_once(stand_in, pages, notes, room)
        run = shapes[0]
        if len(shapes) == 1 and isinstance(run, GlyphRun) and self._press.wording.direction == "ltr":
            places = [index for index, piece in enumerate(run.pieces) if piece.text == stand_in]
            number = self._press.line(str(page), "fine_print").shapes[0]
            if len(places) == 1 and isinstance(number, GlyphRun) and number.font is run.font:
                at = places[0]
                pieces = (*run.pieces[:at], *number.pieces, *run.pieces[at + 1 :])
                text = "".join([piece.text for piece in pieces])
                return (run._replace(pieces=pieces, text=text),)
        return self._set_line(str(page), pages, notes, room)

    def _set_line(self, page: str, pages: int, notes: tuple[str, ...], room: float) -> tuple[TextShape, ...]:
        locale = self._press.wording.locale
        # Numbers of pages have the digits 0 to 9 in all languages, as in the file's name.
        values = {"title": self._title, "locale": locale, "page": page, "pages": str(pages)}
        words = " · ".join([self._press.format("margin.line", values), *filter(None, notes)])
        return self._press.line(words, "fine_print", y=_BASE_LINE, max_width=room, thing="margin line").shapes


def _draw_ruler(press: Press) -> tuple[float, tuple[Shape, ...]]:
    """Return width and shapes of 50 mm with a tick every 10 mm, after a label with the true length."""
    label = press.line(press.format("margin.ruler"), "fine_print", y=_BASE_LINE)
    start = label.width + 1.2
    middle = _HEIGHT / 2
    segments = [*line(start, middle, start + RULER, middle)]
    for index in range(int(RULER / _STEP) + 1):
        x = start + index * _STEP
        tick = _END_TICK if index in (0, RULER / _STEP) else _TICK
        segments += line(x, middle - tick / 2, x, middle + tick / 2)
    drawn = Path(tuple(segments), stroke=Stroke(press.palette["soft"], _RULER_LINE))
    # The middles of the end ticks are 50 mm apart.
    return start + RULER + _RULER_LINE / 2, (*label.shapes, drawn)
