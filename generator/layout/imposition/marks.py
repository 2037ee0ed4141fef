"""Where to cut and where to fold: crop marks beside straight cuts, lines around everything else."""

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
"""What would be shorter than this at the edge of the page is no mark at all."""
_LEAST_ROOM = 1.2
_WHITE = 3.0
"""What hardly any printer reaches, from the edge of the paper."""
_CLEAR = 0.4
"""Between a mark and the next thing's art."""
_OFFSET_SHARE = 0.3
"""Where there is little room, so much of it is left between the art and a mark."""
_CUT_WIDTH = 0.12
_CUT_GROUND = 0.32
"""Of the white below a cut line: grey alone is lost on art that is as dark as it."""
_FOLD_WIDTH = 0.25
_FOLD_DASH = (2.4, 1.6)
_GREY = Colour(0.45, 0.45, 0.45)
_WHITE_INK = Colour(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Guide:
    """Lines of one kind on one side of a sheet: `crop marks`, `cut` (on its `cut ground`) or `fold`."""

    name: str
    path: Path


def draw_guides(layout: Layout, marks: CropMarks, *, cuts: bool, corners: bool) -> list[Guide]:
    """The lines to cut along that this side has.

    Outlines are one path: what is cut in one go is one stroke for a cutter too.
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
    """The line in the middle of a sheet that is folded before it is cut; none on others."""
    left, top, right, bottom = frame.free
    if frame.fold is None:
        return []
    x, y = frame.page.width / 2, frame.page.height / 2
    ends = line(x, top, x, bottom) if frame.fold == "book" else line(left, y, right, y)
    return [Guide("fold", _stroked(ends, _FOLD_WIDTH, dash=_FOLD_DASH))]


def _stroked(
    segments: tuple[Segment, ...], width: float, colour: Colour = _GREY, dash: tuple[float, ...] = ()
) -> Path:
    """With ends that stand exactly where the line does."""
    return Path(segments, stroke=Stroke(colour, width, dash))


def find_crop_marks(layout: Layout, marks: CropMarks) -> tuple[Segment, ...]:
    """Two short lines at each corner of a rectangle, in the line of the cut, where there is room.

    They stand outside of all art and where a printer reaches; neighbours that share a cut share
    its marks. Where little is free at the edge of a page, offset and length give way; where nothing
    is, marks go into the margin, much of which most printers reach too.
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
    """The mark that leaves the art on a side (left, top, right, bottom) along a cut; none without room.

    Everything is looked at as if the mark ran along the axis away from the art.
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
