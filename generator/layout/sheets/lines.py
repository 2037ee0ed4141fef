"""Ruled lines to write on, each with a label before it."""

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import line, stroked
from generator.model.sheet import LinesSection
from generator.scene.shapes import Shape

_GAP = 6.0


def lay_out_lines(press: Press, section: LinesSection, *, width: float) -> Block:
    """Labels and lines in columns, filled from top to bottom."""
    column = (width - (section.columns - 1) * _GAP) / section.columns
    rows = -(-len(section.labels) // section.columns)
    shapes: list[Shape] = []
    for index, key in enumerate(section.labels):
        x = (index // rows) * (column + _GAP)
        base = (index % rows + 1) * section.line_height - 1.0
        label = press.line(press.say(key), "body", x=x, y=base - 1.0, max_width=column * 0.6, thing=key)
        shapes += label.shapes
        rule = line(x + label.width + 2, base, x + column, base)
        shapes.append(stroked(rule, press.palette["line"], 0.25))
    return Block(tuple(shapes), width, rows * section.line_height)
