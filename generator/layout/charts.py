"""Charts of simulations, each on one page as high as necessary."""

from collections.abc import Sequence

from generator.layout.elements.blocks import BlockSetter
from generator.layout.elements.drawer import Fields
from generator.layout.press import Press
from generator.layout.shapes.outlines import (
    Block,
    PlacedBlock,
    circle,
    draw_pattern,
    filled,
    line,
    polygon,
    polyline,
    rectangle,
    stack_blocks,
    stroked,
)
from generator.model.elements.template import Blocks, StackBlock
from generator.model.geometry import Point, Rectangle
from generator.model.plots import Bars, Curves, EndPanel, Ends, Plot, PlotPage
from generator.model.texts.rich_text import escape_rich
from generator.scene.shapes import Document, Group, Page, Path, Shape

CHART_WIDTH, MARGIN = 180.0, 9.0
_INSIDE = CHART_WIDTH - 2 * MARGIN
_THIN, _LINE, _THICK = 0.12, 0.25, 0.5
"""Widths of lines."""
_BAND = 0.16
"""Opacity of a band."""
_DASHES: tuple[tuple[float, ...], ...] = ((), (2.0, 1.2), (0.2, 1.2), (3.0, 1.0, 0.2, 1.0))
"""Dashes of the curves of a plot, of which there are `MOST_LINES` at most."""
_LEFT, _RIGHT, _HIGH = 12.0, 46.0, 52.0
"""Room for labels beside curves, and the height of their axis."""
_APART = 4.2 / _HIGH
"""Least distance between the labels of curves, as a share of that height."""
_LABEL, _TEXT, _ROW = 60.0, 34.0, 5.2
"""Room for the label and the text of a row, and its height."""
_COLUMNS, _GAP, _PANEL = 3, 6.0, 22.0
"""Panels beside each other, the distance between them, and the height of their bars."""


def lay_out_chart(press: Press, blocks: Blocks, fields: Fields) -> Document:
    """Lay out a chart in reading order."""
    press = press.in_reading_order()
    chart = BlockSetter(press).lay_out_stack(StackBlock(blocks), _INSIDE, (fields,))
    return _make_document(press, chart, str(fields["title"]))


def lay_out_plots(press: Press, page: PlotPage) -> Document:
    """Lay out a page of plots in reading order."""
    press = press.in_reading_order()
    texts = ((page.title, "title", 0.0), (page.subtitle, "small", 1.0), (page.sentence, "body", 4.0))
    items = [
        PlacedBlock(press.text(escape_rich(text), role, width=_INSIDE), before)
        for text, role, before in texts
        if text
    ]
    for plot in page.plots:
        items.append(PlacedBlock(press.text(escape_rich(plot.title), "subheading", width=_INSIDE), 7.0))
        items.append(PlacedBlock(_draw_plot(press, plot), 2.0))
    if page.note:
        items.append(PlacedBlock(press.text(escape_rich(page.note), "small", width=_INSIDE), 6.0))
    return _make_document(press, stack_blocks(items, width=_INSIDE), page.title)


def _make_document(press: Press, chart: Block, title: str) -> Document:
    height = chart.height + 2 * MARGIN
    ground = filled(rectangle(0, 0, CHART_WIDTH, height), press.palette["paper"])
    placed = press.turn((ground, chart.at(MARGIN, MARGIN, name="chart")), CHART_WIDTH)
    page = Page(CHART_WIDTH, height, placed, label="chart")
    return Document((page,), title=title, language=press.wording.locale)


def _draw_plot(press: Press, plot: Plot) -> Block:
    match plot:
        case Curves():
            return _draw_curves(press, plot)
        case Bars():
            return _draw_bars(press, plot)
        case Ends():
            return _draw_ends(press, plot)


def _draw_curves(press: Press, plot: Curves) -> Block:
    """Draw lines with bands of their intervals; each has its name at its end."""
    width, palette = _INSIDE - _LEFT - _RIGHT, press.palette
    shapes: list[Shape] = []
    for tick in plot.upright:
        y = _HIGH * (1 - tick.at)
        shapes.append(stroked(line(_LEFT, y, _LEFT + width, y), palette["faint"], _THIN))
        shapes += press.line(
            tick.label, "field_small", colour="soft", x=_LEFT - 2, y=y, anchor="end", upright="middle"
        ).shapes
    for tick in plot.across:
        x = _LEFT + width * tick.at
        shapes.append(stroked(line(x, _HIGH, x, _HIGH + 1), palette["line"], _LINE))
        shapes += press.centred(
            tick.label, "field_small", (x, _HIGH + 3.2), colour="soft", max_width=width / len(plot.across)
        )
    shapes.append(stroked(line(_LEFT, _HIGH, _LEFT + width, _HIGH), palette["line"], _LINE))

    def at(x: float, y: float) -> Point:
        return _LEFT + width * x, _HIGH * (1 - y)

    colours = [palette["ink" if index % 2 else "primary"] for index in range(len(plot.lines))]
    for curve, colour in zip(plot.lines, colours, strict=True):
        above = [at(point.x, point.high) for point in curve.points]
        below = [at(point.x, point.low) for point in reversed(curve.points)]
        shapes.append(Group((filled(polygon([*above, *below]), colour),), opacity=_BAND))
    for index, (curve, colour) in enumerate(zip(plot.lines, colours, strict=True)):
        points = [at(point.x, point.y) for point in curve.points]
        shapes.append(stroked(polyline(points), colour, _THICK, dash=_DASHES[index]))
        shapes += (filled(circle(x, y, 0.9), colour) for x, y in points)
    for curve, y in zip(plot.lines, _spread([curve.points[-1].y for curve in plot.lines]), strict=True):
        start = _LEFT + width + 3, _HIGH * (1 - y)
        shapes += press.beside(escape_rich(curve.label), "label", start, max_width=_RIGHT - 3).shapes
    return Block(tuple(shapes), _INSIDE, _HIGH + 6)


def _spread(heights: Sequence[float]) -> list[float]:
    """Return heights that are far enough apart for labels, in the same order from the bottom."""
    places = dict[int, float]()
    below = -1.0
    for index in sorted(range(len(heights)), key=lambda index: heights[index]):
        below = places[index] = max(heights[index], below + _APART)
    return [places[index] for index in range(len(heights))]


def _draw_bars(press: Press, plot: Bars) -> Block:
    """Draw rows with a dot and its interval, or with bars from zero, filled if they are clear of it."""
    width, palette = _INSIDE - _LABEL - _TEXT - 4, press.palette
    start = _LABEL + 2
    bottom = _ROW * len(plot.rows)
    shapes: list[Shape] = []
    for tick in plot.axis:
        x = start + width * tick.at
        shapes.append(stroked(line(x, 0, x, bottom), palette["faint"], _THIN))
        shapes += press.centred(tick.label, "field_small", (x, bottom + 2.4), colour="soft")
    zero = None if plot.zero is None else start + width * plot.zero
    for index, row in enumerate(plot.rows):
        y = _ROW * (index + 0.5)
        shapes += press.beside(escape_rich(row.label), "label", (0, y), max_width=_LABEL).shapes
        text = press.line(row.text, "label", x=_INSIDE, y=y, anchor="end", upright="middle", max_width=_TEXT)
        shapes += text.shapes
        middle, low, high = (start + width * share for share in (row.value, row.low, row.high))
        if zero is not None:
            box, primary = rectangle(min(zero, middle), y - 1.4, abs(middle - zero), 2.8), palette["primary"]
            shapes.append(filled(box, primary) if row.is_clear else stroked(box, primary, _LINE))
        ink = palette["primary" if zero is None else "ink"]
        shapes.append(stroked(line(low, y, high, y), ink, _THICK))
        shapes += [stroked(line(x, y - 1, x, y + 1), ink, _LINE) for x in (low, high)]
        if zero is None:
            shapes.append(filled(circle(middle, y, 1.0), ink))
    if zero is not None:
        shapes.append(stroked(line(zero, 0, zero, bottom), palette["line"], _LINE))
    return Block(tuple(shapes), _INSIDE, bottom + 4.5)


def _draw_ends(press: Press, plot: Ends) -> Block:
    items = [PlacedBlock(_draw_legend(press, plot.layers), 0.0)]
    width = (_INSIDE - _GAP * (_COLUMNS - 1)) / _COLUMNS
    for first in range(0, len(plot.panels), _COLUMNS):
        row = [_draw_panel(press, plot, panel, width) for panel in plot.panels[first : first + _COLUMNS]]
        height = max(block.height for block in row)
        shapes = tuple(
            block.at(index * (width + _GAP), height - block.height) for index, block in enumerate(row)
        )
        items.append(PlacedBlock(Block(shapes, _INSIDE, height), 3.0))
    return stack_blocks(items, width=_INSIDE)


def _draw_legend(press: Press, layers: Sequence[str]) -> Block:
    rows = []
    for index, label in enumerate(layers):
        text = press.text(escape_rich(label), "small", width=_INSIDE - 8)
        key = Group(_fill_layer(press, index, 0, 0.4, 5, 3))
        rows.append(PlacedBlock(Block((key, text.at(8, 0)), _INSIDE, max(4.0, text.height)), 0.6))
    return stack_blocks(rows, width=_INSIDE)


def _fill_layer(
    press: Press, index: int, x: float, y: float, width: float, height: float
) -> tuple[Shape, ...]:
    """Return a rectangle in the look of a layer: solid, striped, white, or dotted."""
    outline, primary, paper = rectangle(x, y, width, height), press.palette["primary"], press.palette["paper"]
    edge = stroked(outline, primary, _THIN)
    if index == 0:
        return (filled(outline, primary), edge)
    if index == 2:
        return (filled(outline, paper), edge)
    box, size = Rectangle(x, y, x + width, y + height), 1.0 if index == 1 else 1.2
    pattern = draw_pattern("stripes" if index == 1 else "dots", box, primary, size=size)
    return (filled(outline, paper), Group(pattern, clip=Path(outline)), edge)


def _draw_panel(press: Press, plot: Ends, panel: EndPanel, width: float) -> Block:
    title = press.text(escape_rich(panel.title), "label", width=width)
    note = press.text(escape_rich(panel.note), "small", width=width)
    top = title.height + note.height + 1.5
    bottom, step = top + _PANEL, width / max(1, len(panel.bins))
    shapes: list[Shape] = [title.at(0, 0), note.at(0, title.height)]
    for place, layers in enumerate(panel.bins):
        y = bottom
        for index, share in enumerate(layers):
            height = share * _PANEL
            if height:
                y -= height
                shapes += _fill_layer(press, index, place * step, y, step, height)
    shapes.append(stroked(line(0, bottom, width, bottom), press.palette["line"], _LINE))
    for tick in plot.axis:
        x = width * tick.at
        shapes.append(stroked(line(x, bottom, x, bottom + 1), press.palette["line"], _LINE))
        shapes += press.centred(tick.label, "field_small", (x, bottom + 3), colour="soft")
    return Block(tuple(shapes), width, bottom + 5)
