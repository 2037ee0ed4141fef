"""The first page of a poster: the board with its seams and the names of its tiles, and instructions."""

from generator.layout.imposition.posters import Tile, Tiling
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block, stack
from generator.layout.shapes.curves import circle, filled, line, rectangle, stroked
from generator.layout.shapes.frames import Frame
from generator.scene.shapes import Group, Path, Segment, Shape, Stroke, Use
from generator.scene.transforms import scaling, translation

_GAP = 4.0
_TITLE = 14.0
_MOST_WORDS = 150.0
"""Maximum line width in mm; longer lines are hard to read."""


def lay_out_assembly(
    press: Press, tiling: Tiling, board: Use, *, size: tuple[float, float], frame: Frame
) -> tuple[Shape, ...]:
    """Lay out a title, a map of the tiles as large as the page allows, and the steps."""
    left, top, right, bottom = frame.area
    inset = 4.0
    left, top, right, bottom = left + inset, top + inset, right - inset, bottom - inset
    reading = press.in_reading_order()
    steps = _lay_out_steps(reading, tiling, size, min(right - left, _MOST_WORDS))
    title = reading.line(
        press.say("poster.title"), "title", y=7.0, max_width=right - left, thing="poster title"
    )
    room = (right - left, bottom - top - _TITLE - steps.height - _GAP)
    plan = reading.keep(lambda press: _lay_out_plan(press, tiling, board, *room))
    shapes = (
        Block(title.shapes, right - left, _TITLE).at(left, top, name="header"),
        plan.at(left + (right - left - plan.width) / 2, top + _TITLE, name="plan"),
        steps.at(left, bottom - steps.height, name="steps"),
    )
    return reading.turn(shapes, left + right)


def _lay_out_steps(press: Press, tiling: Tiling, size: tuple[float, float], width: float) -> Block:
    values: dict[str, str | int] = {
        "width": f"{size[0]:.0f}",
        "height": f"{size[1]:.0f}",
        "sheets": tiling.count,
        "columns": tiling.across.count,
        "rows": tiling.down.count,
    }
    keys = ["poster.size", "poster.cut"]
    keys += ["poster.across"] if tiling.across.count > 1 else []
    keys += ["poster.down"] if tiling.down.count > 1 else []
    keys += ["poster.edge"]
    texts = [press.text(press.say(key, values), "body", width=width, thing=key) for key in keys]
    return stack(texts, gap=1.2, width=width)


def _lay_out_plan(press: Press, tiling: Tiling, board: Use, width: float, height: float) -> Block:
    """Draw the board small, with seams as white lines with a dark core and the name of each tile."""
    scale = min(width / tiling.across.length, height / tiling.down.length)
    whole = (tiling.across.length * scale, tiling.down.length * scale)
    outline = rectangle(0, 0, *whole)
    drawn = Group(
        (board,),
        transform=scaling(scale),
        clip=Path(rectangle(0, 0, tiling.across.length, tiling.down.length)),
        name="small sheet",
    )
    shapes: list[Shape] = [drawn, stroked(outline, press.palette["line"], 0.3)]
    seams: list[Segment] = []
    for index in range(tiling.across.count - 1):
        seams += line(tiling.across.seam(index) * scale, 0, tiling.across.seam(index) * scale, whole[1])
    for index in range(tiling.down.count - 1):
        seams += line(0, tiling.down.seam(index) * scale, whole[0], tiling.down.seam(index) * scale)
    if seams:
        shapes.append(Path(tuple(seams), stroke=Stroke(press.palette["paper"], 1.4)))
        shapes.append(Path(tuple(seams), stroke=Stroke(press.palette["ink"], 0.4)))
    for tile in tiling.list_tiles():
        shapes.append(_draw_name(press, tile, scale))
    return Block(tuple(shapes), *whole)


def _draw_name(press: Press, tile: Tile, scale: float) -> Group:
    left, top, right, bottom = (edge * scale for edge in tile.kept)
    radius = min(9.0, (right - left) / 3, (bottom - top) / 3)
    name = press.line(tile.name, "field", anchor="middle", upright="middle", size=radius * 0.85)
    disc = circle(0, 0, radius)
    shapes = (filled(disc, press.palette["paper"]), stroked(disc, press.palette["ink"], 0.3), *name.shapes)
    return Group(shapes, transform=translation((left + right) / 2, (top + bottom) / 2))
