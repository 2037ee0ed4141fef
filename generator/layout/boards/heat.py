"""Heat maps: a board or a sheet under a veil, with marks that are as strong as numbers there are high."""

from generator.layout.boards.positions import lay_out_position
from generator.layout.press.press import Press
from generator.layout.shapes.curves import circle, filled, rectangle, stroked
from generator.model.played import LaidPart
from generator.model.plots import Heat
from generator.model.style import Paper
from generator.model.texts.rich_text import escape_rich
from generator.scene.bounds import list_spots
from generator.scene.shapes import Document, Group, Page, Shape

_VEIL = 0.72
"""Opacity of the light veil over the board, so that its own colours do not look like numbers."""
_SIZE = 0.46
"""Radius of a mark, as a share of the shorter side of its place."""
_STEPS = 5
_LEGEND_EDGE = 5.0
_FOOT, _KEY = 14.0, 5.0
"""Height of the line below the picture, and the size of a step of its scale, in mm."""


def lay_out_heat(press: Press, heat: Heat, *, paper: Paper) -> Document:
    """Lay out a heat map, with a scale below it; raises UnknownName for an unknown part."""
    document = lay_out_position(press, LaidPart(heat.part, ()), paper=paper)
    page = document.pages[0]
    shares = {(area, place): share for area, place, share in heat.shares}
    veil = Group((filled(rectangle(0, 0, page.width, page.height), press.palette["paper"]),), opacity=_VEIL)
    marks: list[Shape] = []
    for spot in list_spots(page):
        share = shares.get((spot.area, spot.place), 0.0)
        if share > 0:
            x, y = spot.box.middle
            marks += _draw_mark(press, x, y, min(spot.box.width, spot.box.height) * _SIZE, share)
    foot = _draw_foot(press, heat, page)
    ground = filled(rectangle(0, 0, page.width, page.height + _FOOT), press.palette["paper"])
    shapes = (ground, *page.shapes, veil, Group(tuple(marks), name="heat"), *foot)
    return Document(
        (Page(page.width, page.height + _FOOT, shapes, label=heat.part),), heat.title, document.language
    )


def _draw_mark(press: Press, x: float, y: float, radius: float, share: float) -> tuple[Shape, ...]:
    outline = circle(x, y, radius)
    colour = press.palette["primary"]
    return (Group((filled(outline, colour),), opacity=share), stroked(outline, colour, 0.15))


def _draw_foot(press: Press, heat: Heat, page: Page) -> tuple[Shape, ...]:
    """Draw the title at the start of the line, and the scale at its end."""
    y = page.height + _FOOT / 2
    scale = press.line(
        escape_rich(heat.scale), "label", x=page.width - 5, y=y, anchor="end", upright="middle"
    )
    shapes: list[Shape] = [*scale.shapes]
    start = page.width - 5 - scale.width - 3 - _STEPS * _KEY
    for step in range(_STEPS):
        shapes += _draw_mark(press, start + (step + 0.5) * _KEY, y, _KEY * _SIZE, (step + 1) / _STEPS)
    shapes += press.beside(
        escape_rich(heat.title), "label", (_LEGEND_EDGE, y), max_width=start - 2 * _LEGEND_EDGE
    ).shapes
    return tuple(shapes)
