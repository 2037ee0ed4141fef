"""Lines inside the cut of a piece, in place of a ground that would need much ink."""

from collections.abc import Sequence

from generator.layout.elements.drawer import Room
from generator.layout.shapes.outlines import cut_outline
from generator.model.pieces import Form
from generator.scene.shapes import Path, Shape, Stroke

_INSET = 1.0
"""Distance from the cut in mm, which a slightly crooked cut does not cross."""
_SMALLEST = 5.0
_CORNER = 2.0


def draw_rim(room: Room, stroke: Stroke | None) -> Sequence[Shape]:
    """Return a line parallel to the cut of a piece; none in rooms that are too small for one."""
    form = room.form or Form(room.width, room.height, corner=_CORNER)
    if not stroke or min(room.width, room.height) < _SMALLEST or form.outline == "path":
        return ()
    return (Path(cut_outline(form, beyond=-_INSET), stroke=stroke),)
