"""For cutting machines: registration marks on a sheet, and the lines that a machine cuts and folds."""

from generator.layout.imposition.spacing import Layout
from generator.layout.shapes.curves import polygon, rectangle
from generator.layout.shapes.outlines import cut_outline, fold_lines
from generator.model.printing.printing import RegistrationMarks
from generator.model.style import Paper
from generator.scene.shapes import BLACK, Colour, Group, Path, Stroke, move_segments

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


def draw_cuts(layout: Layout) -> tuple[Group, ...]:
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
