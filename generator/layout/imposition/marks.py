"""Guides for cutting and folding: crop marks beside straight cuts, lines around all other shapes."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.layout.imposition.spacing import SHORT_MARK, Layout
from generator.layout.shapes.curves import line
from generator.layout.shapes.frames import Frame
from generator.layout.shapes.outlines import cut_outline
from generator.layout.shapes.palette import parse_colour
from generator.model.printing import CropMarks
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Colour, Path, Segment, Stroke
from generator.scene.transforms import move_segments

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
_WHITE_INK = Colour(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Guide:
    """Lines of one type on one side of a sheet: `crop marks`, `cut` (on its `cut ground`), or `fold`."""

    name: str
    path: Path


def draw_guides(layout: Layout, marks: CropMarks, *, cuts: bool, corners: bool) -> list[Guide]:
    """Draw the cutting guides of this side.

    Outlines are one path, so that a cutter cuts each in one stroke.
    """
    guides = []
    if corners and (segments := find_crop_marks(layout, marks)):
        guides.append(Guide("crop marks", _stroked(segments, marks.width, parse_colour(marks.colour))))
    outlines = [
        move_segments(slot.transform, cut_outline(slot.form)) for slot in layout.slots if not slot.is_cropped
    ]
    if cuts and outlines:
        segments = tuple(segment for outline in outlines for segment in outline)
        guides.append(Guide("cut ground", _stroked(segments, _CUT_GROUND, _WHITE_INK)))
        guides.append(Guide("cut", _stroked(segments, _CUT_WIDTH)))
    return guides


def draw_fold(frame: Frame) -> list[Guide]:
    """Draw the fold line in the middle of a sheet; empty for sheets that are not folded."""
    left, top, right, bottom = frame.free
    if frame.fold is None:
        return []
    x, y = frame.page.width / 2, frame.page.height / 2
    ends = line(x, top, x, bottom) if frame.fold == "book" else line(left, y, right, y)
    return [Guide("fold", _stroked(ends, _FOLD_WIDTH, dash=_FOLD_DASH))]


def _stroked(
    segments: tuple[Segment, ...], width: float, colour: Colour = _GREY, dash: tuple[float, ...] = ()
) -> Path:
    """Return a path of lines with butt ends, which end exactly at their points."""
    return Path(segments, stroke=Stroke(colour, width, dash))


def find_crop_marks(layout: Layout, marks: CropMarks) -> tuple[Segment, ...]:
    """Return two short lines at each corner of a rectangle, along the cuts, where there is room.

    They are outside of all art and where a printer can print; neighbours that share a cut share its marks.
    With little space at the edge of a page, offset and length shrink; with none, marks go into the margin,
    most of which most printers can print.
    """
    arts = [slot.art for slot in layout.slots]
    found: dict[tuple[float, ...], None] = {}
    for slot, art in zip(layout.slots, arts, strict=True):
        if not slot.is_cropped:
            continue
        for side in range(4):
            for cut in (slot.trim[0], slot.trim[2]) if side % 2 else (slot.trim[1], slot.trim[3]):
                found.update(dict.fromkeys(_mark(side, cut, art, arts, layout.frame, marks)))
    return tuple(segment for ends in found for segment in line(*ends))


def _mark(
    side: int, cut: float, art: Rectangle, arts: Sequence[Rectangle], frame: Frame, marks: CropMarks
) -> list[tuple[float, float, float, float]]:
    """Return the mark on one side of the art (left, top, right, bottom) along a cut; empty without room.

    All coordinates are treated as if the mark ran along the axis away from the art.
    """
    sign = 1.0 if side >= 2 else -1.0
    along, across = (1, 0) if side % 2 else (0, 1)
    start = art[side] * sign
    bounds = frame.free
    room = bounds[side] * sign - start
    if room < _LEAST_ROOM and abs(bounds[side] - frame.printable[side]) < 1e-6:
        room += max(0.0, frame.page.margin - _WHITE)
    is_free_to_edge = True
    for other in arts:
        if not other[across] - _CLEAR < cut < other[across + 2] + _CLEAR:
            continue
        near, far = sorted((other[along] * sign, other[along + 2] * sign))
        if far > start + 1e-6:
            if near < start + 1e-6 and other is not art:
                return []
            if near - _CLEAR - start < room and other is not art:
                room, is_free_to_edge = near - _CLEAR - start, False
    offset = min(marks.offset, max(room, 0.0) * _OFFSET_SHARE)
    length = min(marks.length, room - offset)
    if length < (_SHORTEST if is_free_to_edge else min(SHORT_MARK, marks.length)):
        return []
    near, far = (round((start + offset) * sign, 4), round((start + offset + length) * sign, 4))
    place = round(cut, 4)
    return [(place, near, place, far)] if along else [(near, place, far, place)]
