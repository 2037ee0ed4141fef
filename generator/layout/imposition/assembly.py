"""The first page of a poster: the board with its seams and the names of its tiles, and instructions."""

from generator.layout.imposition.posters import Tile, Tiling
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block, stack
from generator.layout.shapes.curves import circle, line, outlined, rectangle, stroked
from generator.scene.shapes import Group, Path, Segment, Shape, Stroke, Use, scaling, translation

_GAP = 4.0
_INSET = 4.0
_TITLE = 14.0
_MOST_WORDS = 150.0
"""Maximum line width in mm; longer lines are hard to read."""


def lay_out_assembly(press: Press, tiling: Tiling, board: Use) -> tuple[Shape, ...]:
    """Lay out a title, a map of the tiles as large as the page allows, and the steps."""
    area = tiling.frame.area.grown(-_INSET)
    reading = press.in_reading_order()
    steps = _lay_out_steps(reading, tiling, min(area.width, _MOST_WORDS))
    title = reading.line(
        press.format("poster.title"), "title", y=7.0, max_width=area.width, thing="poster title"
    )
    height = area.height - _TITLE - steps.height - _GAP
    plan = reading.keep(lambda press: _lay_out_plan(press, tiling, board, area.width, height))
    shapes = (
        Block((title.tagged("h1"),), area.width, _TITLE).at(area.left, area.top, name="header"),
        plan.at(area.left + (area.width - plan.width) / 2, area.top + _TITLE, name="plan", tag="figure"),
        steps.at(area.left, area.bottom - steps.height, name="steps"),
    )
    return reading.turn(shapes, area.left + area.right)


def _lay_out_steps(press: Press, tiling: Tiling, width: float) -> Block:
    columns, rows = tiling.across.count, tiling.down.count
    values: dict[str, str | int] = {
        "width": f"{tiling.across.length:.0f}",
        "height": f"{tiling.down.length:.0f}",
        "sheets": tiling.count,
        "columns": columns,
        "rows": rows,
    }
    steps = {"size": True, "cut": True, "across": columns > 1, "down": rows > 1, "edge": True}
    keys = [f"poster.{step}" for step, is_needed in steps.items() if is_needed]
    texts = [press.text(press.format(key, values), "body", width=width, thing=key) for key in keys]
    return stack(texts, gap=1.2, width=width)


def _lay_out_plan(press: Press, tiling: Tiling, board: Use, width: float, height: float) -> Block:
    across, down = tiling.across, tiling.down
    scale = min(width / across.length, height / down.length)
    width, height = across.length * scale, down.length * scale
    clip = Path(rectangle(0, 0, across.length, down.length))
    shapes: list[Shape] = [
        Group((board,), transform=scaling(scale), clip=clip, name="small sheet"),
        stroked(rectangle(0, 0, width, height), press.palette["line"], 0.3),
    ]
    columns = (across.seam(index) * scale for index in range(across.count - 1))
    rows = (down.seam(index) * scale for index in range(down.count - 1))
    seams: list[Segment] = [segment for x in columns for segment in line(x, 0, x, height)]
    seams += (segment for y in rows for segment in line(0, y, width, y))
    strokes = [Stroke(press.palette[name], width) for name, width in (("paper", 1.4), ("ink", 0.4))]
    shapes += (Path(tuple(seams), stroke=stroke) for stroke in strokes if seams)
    shapes += (_draw_name(press, tile, scale) for tile in tiling.list_tiles())
    return Block(tuple(shapes), width, height)


def _draw_name(press: Press, tile: Tile, scale: float) -> Group:
    left, top, right, bottom = (edge * scale for edge in tile.kept)
    radius = min(9.0, (right - left) / 3, (bottom - top) / 3)
    name = press.centred(tile.name, "field", (0, 0), size=radius * 0.85)
    disc = outlined(circle(0, 0, radius), press.palette["paper"], press.palette["ink"], 0.3)
    return Group((*disc, *name), transform=translation((left + right) / 2, (top + bottom) / 2))
