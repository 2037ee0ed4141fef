"""Charts: blocks with the numbers of a simulation as fields, on a page as high as necessary."""

from generator.layout.elements.blocks import BlockSetter
from generator.layout.elements.drawer import Fields
from generator.layout.press.press import Press
from generator.layout.shapes.curves import filled, rectangle
from generator.model.template import Blocks, StackBlock
from generator.scene.shapes import Document, Page

WIDTH = 180.0
MARGIN = 9.0


def lay_out_chart(press: Press, blocks: Blocks, fields: Fields) -> Document:
    """Lay out a chart in reading order."""
    press = press.in_reading_order()
    chart = BlockSetter(press).lay_out_stack(StackBlock(blocks), WIDTH - 2 * MARGIN, (fields,))
    height = chart.height + 2 * MARGIN
    ground = filled(rectangle(0, 0, WIDTH, height), press.palette["paper"])
    placed = press.turn((ground, chart.at(MARGIN, MARGIN, name="chart")), WIDTH)
    page = Page(WIDTH, height, placed, label="chart")
    return Document((page,), title=str(fields["title"]), language=press.wording.locale)
