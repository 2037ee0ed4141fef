"""Lines inside the cut of a piece or the edge of a cell, in place of a ground that would need much ink."""

from collections.abc import Sequence

from generator.layout.elements.drawer import Room
from generator.layout.shapes.curves import rectangle
from generator.layout.shapes.outlines import cut_outline
from generator.model.pieces import Form
from generator.model.values import replace
from generator.scene.shapes import Path, Shape, Stroke, move_segments

_INSET, _CELL_INSET = 1.0, 0.7
"""Distance from the cut in mm, which a slightly crooked cut does not cross, and from the edge of a cell."""
_CELL_LINE = 2.0
"""Width of the line in a cell, whose neighbours it must be told from, as a multiple of that in a piece."""
_SMALLEST = 5.0
_CORNER = 2.0


def draw_rim(room: Room, stroke: Stroke | None) -> Sequence[Shape]:
    """Return a line parallel to the cut of a piece; none in rooms that are too small for one."""
    if not stroke or min(room.width, room.height) < _SMALLEST:
        return ()
    if room.bleed is None:
        return (_draw_in_cell(room, stroke),)
    form = room.form or Form(room.width, room.height, corner=_CORNER)
    if form.outline == "path":
        return ()
    return (Path(cut_outline(form, beyond=-_INSET), stroke=stroke),)


def _draw_in_cell(room: Room, stroke: Stroke) -> Path:
    width, height = room.width, room.height
    across, down = (1 - 2 * _CELL_INSET / side for side in (width, height))
    place = (across, 0.0, 0.0, down, width / 2 * (1 - across), height / 2 * (1 - down))
    outline = move_segments(place, room.outline or rectangle(0, 0, width, height))
    return Path(outline, stroke=replace(stroke, width=stroke.width * _CELL_LINE))
