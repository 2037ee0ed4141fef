"""Guides for cutting and folding: crop marks beside straight cuts, lines around all other shapes.

The margin line of every sheet: the name of the sheet, and a ruler to check the print scale.

For cutting machines: registration marks on a sheet, and the lines that a machine cuts and folds.

Corrections of pages for a printer: the drift of backs, and the scale.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise
from math import cos, inf, radians, sin
from typing import Literal, TypeAlias

from generator.layout.imposition.packing import SHORT_MARK, SheetLayout
from generator.layout.press import Press
from generator.layout.shapes.curves import line, polygon, rectangle
from generator.layout.shapes.frames import STRIP, Frame
from generator.layout.shapes.outlines import cut_outline, fold_lines
from generator.layout.shapes.palette import make_colour
from generator.layout.text.placing import TextShape
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.printing.printing import CropMarks, Printer, RegistrationMarks
from generator.model.style import Paper
from generator.model.values import replace
from generator.scene.bounds import find_bounds
from generator.scene.shapes import (
    BLACK,
    IDENTITY,
    WHITE,
    Colour,
    GlyphRun,
    Group,
    Page,
    Path,
    Segment,
    Shape,
    Stroke,
    Symbol,
    Transform,
    Use,
    compose_transforms,
    move_point,
    move_segments,
    translation,
)

_SHORTEST = 0.8
"""Minimum length of a mark at the edge of the page."""
_LEAST_ROOM = 1.2
_WHITE = 3.0
"""Width of the edge that hardly any printer can print on."""
_CLEAR = 0.4
"""Distance between a mark and the art of the next piece."""
_OFFSET_SHARE = 0.3
"""Share of the free space between the art and a mark, if there is little space."""
_CUT_WIDTH = 0.12
_CUT_GROUND = 0.32
"""Width of the white under a cut line, without which grey is invisible on dark art."""
_FOLD_WIDTH = 0.25
_FOLD_DASH = (2.4, 1.6)
_GREY = Colour(0.45, 0.45, 0.45)

_Art: TypeAlias = tuple[list[float], list[float]]
"""Starts of the artworks along a cut, in the direction of a mark, and the farthest end up to each of them."""


def draw_guides(layout: SheetLayout, marks: CropMarks, *, cuts: bool, corners: bool) -> dict[str, Path]:
    """Return the guides of this side by name: `crop marks`, `cut`, and `fold`.

    Outlines are one path, so that a cutter cuts each in one stroke.
    """
    guides = {}
    frame, are_outlines = layout.frame, marks.guides == "outlines"
    if corners and not are_outlines and (segments := find_crop_marks(layout, marks)):
        guides["crop marks"] = Path(segments, stroke=Stroke(make_colour(marks.colour), marks.width))
    slots = [slot for slot in layout.slots if cuts and (are_outlines or not slot.form.is_cropped)]
    outlines, folds = (
        tuple(segment for slot in slots for segment in move_segments(slot.transform, find(slot.form)))
        for find in (cut_outline, fold_lines)
    )
    if corners and marks.guides == "lines":
        # Neighbours that share a cut have the same edge.
        edges = dict.fromkeys(_list_edges(layout))
        outlines += tuple(segment for edge in edges for segment in line(*edge))
    if outlines:
        guides["cut ground"] = Path(outlines, stroke=Stroke(WHITE, _CUT_GROUND))
        guides["cut"] = Path(outlines, stroke=Stroke(_GREY, _CUT_WIDTH))
    if cuts and frame.fold:
        left, top, right, bottom = frame.free
        x, y = frame.page.width / 2, frame.page.height / 2
        ends = line(x, top, x, bottom) if frame.fold == "book" else line(left, y, right, y)
        guides["fold"] = Path(ends, stroke=Stroke(_GREY, _FOLD_WIDTH, _FOLD_DASH))
    elif are_outlines and folds:
        guides["fold"] = Path(folds, stroke=Stroke(_GREY, _FOLD_WIDTH, _FOLD_DASH))
    return guides


def _list_edges(layout: SheetLayout) -> Iterator[tuple[float, float, float, float]]:
    """Yield the straight edges of pieces."""
    for slot in layout.slots:
        corners = [(round(x, 4), round(y, 4)) for x, y in slot.trim.corners if slot.form.is_cropped]
        yield from ((*start, *end) for start, end in map(sorted, pairwise([*corners, *corners[:1]])))


def fit_mark(room: float, marks: CropMarks, shortest: float) -> tuple[float, float] | None:
    """Return the distances of a mark's ends from the edge of the art; None if it would be too short.

    With little room, offset and length shrink.
    """
    offset = min(marks.offset, max(room, 0.0) * _OFFSET_SHARE)
    length = min(marks.length, room - offset)
    return None if length < shortest else (offset, offset + length)


def find_crop_marks(layout: SheetLayout, marks: CropMarks) -> tuple[Segment, ...]:
    """Return two short lines at each corner of a rectangle, along the cuts, where there is room.

    They are outside of all art and where a printer can print; neighbours that share a cut share its marks.
    With no space at the edge of a page, marks go into the margin, most of which most printers can print.
    """
    arts = [slot.art for slot in layout.slots]
    list_art = cache(lambda side, cut: _list_art(arts, side, cut))
    found = dict.fromkeys(
        _find_mark(side, cut, art[side], list_art(side, cut), layout.frame, marks)
        for slot, art in zip(layout.slots, arts, strict=True)
        if slot.form.is_cropped
        for side in range(4)
        for cut in slot.trim[1 - side % 2 :: 2]
    )
    return tuple(segment for ends in found if ends for segment in line(*ends))


def _list_art(arts: Sequence[Rectangle], side: int, cut: float) -> _Art:
    sign = 1.0 if side >= 2 else -1.0
    along, across = (1, 0) if side % 2 else (0, 1)
    ends = sorted(
        sorted((art[along] * sign, art[along + 2] * sign))
        for art in arts
        if art[across] - _CLEAR < cut < art[across + 2] + _CLEAR
    )
    return [near for near, _ in ends], list(accumulate((far for _, far in ends), max))


def _find_mark(
    side: int, cut: float, edge: float, art: _Art, frame: Frame, marks: CropMarks
) -> tuple[float, float, float, float] | None:
    """Return the mark along a cut, beyond an edge of the art (left, top, right, bottom); None without room.

    All coordinates are treated as if the mark ran along the axis away from the art.
    """
    sign = 1.0 if side >= 2 else -1.0
    start = edge * sign
    room = frame.free[side] * sign - start
    if room < _LEAST_ROOM and abs(frame.free[side] - frame.printable[side]) < ROUNDING:
        room += max(0.0, frame.page.margin - _WHITE)
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


RULER = 50.0
HEIGHT = 2.8
_STRIP_CLEAR = STRIP - HEIGHT
_BASE_LINE = 2.1
_TICK = 1.0
_END_TICK = 2.4
_STEP = 10.0
_RULER_LINE = 0.15
_GAP = 3.0
_LEAST_WORDS = 25.0
"""Room for text beside the ruler."""


class MarginLine:
    """The margin lines of a document: the ruler is drawn once, the text is set for each page.

    A line is like `Space Race: Cards · en · 2 / 12 · back`, with the ruler at its end. Reports a text that
    leaves no room for the ruler.
    """

    def __init__(self, press: Press, title: str) -> None:
        self._press = press = press.in_reading_order()
        self._title = title
        width, shapes = _draw_ruler(press)
        self._ruler = Symbol("ruler", press.turn(shapes, width), (0.0, 0.0, width, HEIGHT))
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
    ) -> Group:
        """Lay out the line in its strip at the edge of the page, with free space at both ends.

        Along the sides, it reads upwards. `notes` are additional texts; empty ones are skipped. A line that
        may be shortened has no ruler, or only the number of the page, instead of being too long.
        """
        box = frame.strip_box
        is_upright = frame.strip in ("top", "bottom")
        width = (box.width if is_upright else box.height) - 2 * inset
        clear = _STRIP_CLEAR if frame.strip in ("bottom", "right") else 0.0
        place: Transform = translation(box.left + inset, box.top + clear)
        if not is_upright:
            place = (0, -1, 1, 0, box.left + clear, box.bottom - inset)
        start = width - self._ruler.box[2]
        whole = self._set_line(str(page), pages, tuple(notes), inf) if may_shorten else ()
        if start - _GAP < max(_LEAST_WORDS, find_bounds(whole)[2] if whole else 0.0):
            # Tiny paper has no room for the ruler, and sometimes only for the number of the page.
            words = whole or self._set_line(str(page), pages, tuple(notes), inf)
            if find_bounds(words)[2] > width:
                words = self._press.line(f"{page} / {pages}", "fine_print", y=_BASE_LINE).shapes
            return Group(self._press.turn(words, width), name="margin", transform=place)
        if frame.marks and find_bounds(self._set_line(str(page), pages, tuple(notes), inf))[2] > start - _GAP:
            # Beside long registration marks, there may be no room for the title.
            short = " · ".join([f"{page} / {pages}", *filter(None, notes)])
            words = self._press.line(short, "fine_print", y=_BASE_LINE, max_width=start - _GAP).shapes
        else:
            words = self._set_words(page, pages, tuple(notes), start - _GAP)
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
        values: dict[str, str | int] = {"title": self._title, "locale": locale, "page": page, "pages": pages}
        words = " · ".join([self._press.format("margin.line", values), *filter(None, notes)])
        return self._press.line(words, "fine_print", y=_BASE_LINE, max_width=room, thing="margin line").shapes


def _draw_ruler(press: Press) -> tuple[float, tuple[Shape, ...]]:
    """Return width and shapes of 50 mm with a tick every 10 mm, after a label with the true length."""
    label = press.line(press.format("margin.ruler"), "fine_print", y=_BASE_LINE)
    start = label.width + 1.2
    middle = HEIGHT / 2
    segments = [*line(start, middle, start + RULER, middle)]
    for index in range(int(RULER / _STEP) + 1):
        x = start + index * _STEP
        tick = _END_TICK if index in (0, RULER / _STEP) else _TICK
        segments += line(x, middle - tick / 2, x, middle + tick / 2)
    drawn = Path(tuple(segments), stroke=Stroke(press.palette["soft"], _RULER_LINE))
    # The middles of the end ticks are 50 mm apart.
    return start + RULER + _RULER_LINE / 2, (*label.shapes, drawn)


_CUT_LINE = 0.1
_CUT, _FOLD = Colour(1.0, 0.0, 0.0), Colour(0.0, 0.0, 1.0)
"""Programs of machines tell lines apart by their colours."""


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
            Path(move_segments(slot.transform, outline), stroke=Stroke(colour, _CUT_LINE))
            for slot, outline in outlines
            if outline
        )
        layers += [Group(paths, name=name)] if paths else []
    return tuple(layers)


SheetSide: TypeAlias = Literal["front", "back"]


def correct(
    page: Page, side: SheetSide, printer: Printer | None, *, shift: tuple[float, float] | None = None
) -> Page:
    """Return a page as it must be printed to be right on paper; without corrections, the page itself.

    Backs are moved, turned, and scaled around the middle of the page; then all pages are scaled. `shift`, in
    mm to the right and down as the page is seen, replaces the distances of the printer. Landscape pages are
    turned upright if backs are moved by distances of the printer: otherwise it would depend on the driver
    which side of the sheet is on the right.
    """
    printer = printer or Printer()
    backs = printer.backs if shift is None else replace(printer.backs, right=0.0, down=0.0)
    turn = IDENTITY
    if page.width > page.height and (backs.right or backs.down):
        turn = (0.0, -1.0, 1.0, 0.0, 0.0, page.width)
        page = _turn(page, turn)
    across, along = printer.scale.across, printer.scale.along
    if page.width > page.height:
        across, along = along, across
    middle = page.width / 2, page.height / 2
    by = turn
    if side == "back":
        cosine, sine = (backs.scale * find(radians(backs.turn)) for find in (cos, sin))
        moved = shift or (backs.right, backs.down)
        by = compose_transforms(_around(middle, (cosine, sine, -sine, cosine), moved), by)
    by = compose_transforms(_around(middle, (across, 0.0, 0.0, along)), by)
    if by == IDENTITY:
        return page
    return replace(page, shapes=tuple(_move(page.shapes, by)))


def _around(
    middle: tuple[float, float],
    matrix: tuple[float, float, float, float],
    moved: tuple[float, float] = (0.0, 0.0),
) -> Transform:
    """Return the transform by a matrix around a point, followed by a shift."""
    if matrix == IDENTITY[:4]:
        return translation(*moved)
    x, y = move_point((*matrix, 0.0, 0.0), *middle)
    return (*matrix, middle[0] - x + moved[0], middle[1] - y + moved[1])


def _turn(page: Page, turn: Transform) -> Page:
    """Return a landscape page with upright paper; its shapes are not turned yet."""
    trim, bleed = (
        box and Rectangle.around(move_point(turn, *corner) for corner in Rectangle(*box).corners)
        for box in (page.trim, page.bleed)
    )
    return replace(page, width=page.height, height=page.width, trim=trim, bleed=bleed)


def _move(shapes: tuple[Shape, ...], by: Transform) -> Iterator[Shape]:
    """Yield shapes moved by a transform, in layers as before."""
    for shape in shapes:
        if isinstance(shape, Group | Use):
            yield replace(shape, transform=compose_transforms(by, shape.transform))
        else:
            yield Group((shape,), transform=by)
