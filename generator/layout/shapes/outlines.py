"""How things are cut out: the outline of each form, the lines it is folded along, the room it takes.

Origin is the top left corner of the box around all that is cut. Nets of standees and cubes are
cut as one piece with their tabs, which are folded and glued.
"""

from dataclasses import dataclass
from math import hypot, sqrt

from generator.layout.shapes.curves import ellipse, line, polygon, rounded_rectangle
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Segment

_FOOT = 0.3
"""Depth of a standee's foot, as a part of its height; never deeper than _DEEPEST_FOOT."""
_DEEPEST_FOOT = 9.0
_TAB = 0.32
"""Depth of the tabs of a cube, as a part of its edge."""
_SLANT = 0.55
"""How far the ends of a tab lean inwards, as a part of its depth."""


@dataclass(frozen=True, slots=True)
class Face:
    """Where a template is drawn: the top left corner of its box, as one reads it when `turned` back."""

    x: float
    y: float
    turned: bool = False
    """By 180 degrees."""
    is_back: bool = False
    number: int = 0
    """Of a cube's face, as on a die: opposite faces make 7. 0: not on a cube."""


def footprint(form: Form) -> Rectangle:
    """The box around all that is cut: of a card its own, of a net all faces and tabs."""
    width, height = form.width, form.height
    if form.outline == "standee":
        return Rectangle(0.0, 0.0, width, 2 * height + 2 * _foot(form))
    if form.outline == "cube":
        tab = _TAB * width
        return Rectangle(0.0, 0.0, 4 * width + tab, height + 2 * width + 2 * tab)
    return Rectangle(0.0, 0.0, width, height)


def list_faces(form: Form) -> tuple[Face, ...]:
    """Where the templates of a form are drawn; more than one on nets."""
    width, height = form.width, form.height
    if form.outline == "standee":
        top = _foot(form)
        return (Face(0.0, top + height), Face(0.0, top, turned=True, is_back=True))
    if form.outline == "cube":
        top = _TAB * width + width
        row = tuple(Face(index * width, top, number=number) for index, number in enumerate((1, 2, 6, 5)))
        return (*row, Face(width, top - width, number=3), Face(width, top + height, number=4))
    return (Face(0.0, 0.0),)


def cut_outline(form: Form, *, beyond: float = 0.0) -> tuple[Segment, ...]:
    """The line along which a thing is cut; `beyond` widens it by so much on all sides.

    Only outlines without tabs can be widened.
    """
    width, height = form.width + 2 * beyond, form.height + 2 * beyond
    if form.outline == "round":
        return ellipse(-beyond, -beyond, width, height)
    if form.outline == "hexagon":
        further = beyond * (2 / sqrt(3) - 1)
        if height >= width:
            return hexagon(-beyond, -beyond - further, width, height + 2 * further)
        return hexagon(-beyond - further, -beyond, width + 2 * further, height)
    if form.outline == "standee":
        return _standee(form)
    if form.outline == "cube":
        return _cube(form)
    corner = form.corner + beyond if form.corner else 0.0
    return rounded_rectangle(-beyond, -beyond, width, height, corner)


def distance_to_cut(form: Form, x: float, y: float) -> float:
    """How far a point lies inside of what is cut; less than 0 outside. Nearly exact on ellipses."""
    across, down = form.width / 2, form.height / 2
    dx, dy = abs(x - across), abs(y - down)
    if form.outline == "round":
        reach = hypot(dx / across, dy / down)
        if reach == 0:
            return min(across, down)
        return (1 - reach) * reach / hypot(dx / across**2, dy / down**2)
    if form.outline == "hexagon":
        if form.height < form.width:
            across, down, dx, dy = down, across, dy, dx
        # The slanted edge from the point (0, down) to (across, down / 2).
        slanted = (across * down - dx * down / 2 - dy * across) / hypot(across, down / 2)
        return min(across - dx, slanted)
    return min(across - dx, down - dy)


def fold_lines(form: Form) -> tuple[Segment, ...]:
    """The lines along which a net is folded; none for all that stays flat."""
    width, height = form.width, form.height
    if form.outline == "standee":
        foot = _foot(form)
        levels = (foot, foot + height, foot + 2 * height)
        return tuple(segment for y in levels for segment in line(0, y, width, y))
    if form.outline != "cube":
        return ()
    top = _TAB * width + width
    bottom = top + height
    folds = [line(index * width, top, index * width, bottom) for index in range(1, 5)]
    folds += [line(width, top, 2 * width, top), line(width, bottom, 2 * width, bottom)]
    for y1, y2 in ((top - width, top), (bottom, bottom + width)):
        folds += [line(width, y1, width, y2), line(2 * width, y1, 2 * width, y2)]
    folds += [line(width, y, 2 * width, y) for y in (top - width, bottom + width)]
    return tuple(segment for fold in folds for segment in fold)


def hexagon(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    """In a box: a point at the top where the box is at least as high as wide, else at the sides."""
    right, bottom = x + width, y + height
    if height >= width:
        middle, quarter = x + width / 2, height / 4
        return polygon(
            [
                (middle, y),
                (right, y + quarter),
                (right, bottom - quarter),
                (middle, bottom),
                (x, bottom - quarter),
                (x, y + quarter),
            ]
        )
    middle, quarter = y + height / 2, width / 4
    return polygon(
        [
            (x, middle),
            (x + quarter, y),
            (right - quarter, y),
            (right, middle),
            (right - quarter, bottom),
            (x + quarter, bottom),
        ]
    )


def _foot(form: Form) -> float:
    return min(_FOOT * form.height, _DEEPEST_FOOT)


def _standee(form: Form) -> tuple[Segment, ...]:
    """A strip whose ends are narrower, so that one sees which way they are folded."""
    width, foot = form.width, _foot(form)
    bottom = 2 * form.height + 2 * foot
    lean = min(foot * _SLANT, width / 4)
    return polygon(
        [
            (lean, 0),
            (width - lean, 0),
            (width, foot),
            (width, bottom - foot),
            (width - lean, bottom),
            (lean, bottom),
            (0, bottom - foot),
            (0, foot),
        ]
    )


def _cube(form: Form) -> tuple[Segment, ...]:
    """Four faces in a row, lid and floor at the second of them, tabs at seven edges."""
    edge, height = form.width, form.height
    tab = _TAB * edge
    lean = tab * _SLANT
    top = tab + edge
    bottom = top + height
    floor = bottom + edge
    return polygon(
        [
            (0, top),
            (edge, top),
            (edge - tab, top - lean),
            (edge - tab, tab + lean),
            (edge, tab),
            (edge + lean, 0),
            (2 * edge - lean, 0),
            (2 * edge, tab),
            (2 * edge + tab, tab + lean),
            (2 * edge + tab, top - lean),
            (2 * edge, top),
            (4 * edge, top),
            (4 * edge + tab, top + lean),
            (4 * edge + tab, bottom - lean),
            (4 * edge, bottom),
            (2 * edge, bottom),
            (2 * edge + tab, bottom + lean),
            (2 * edge + tab, floor - lean),
            (2 * edge, floor),
            (2 * edge - lean, floor + tab),
            (edge + lean, floor + tab),
            (edge, floor),
            (edge - tab, floor - lean),
            (edge - tab, bottom + lean),
            (edge, bottom),
            (0, bottom),
        ]
    )
