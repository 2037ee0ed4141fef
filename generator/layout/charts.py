"""Charts: shares as dots with whiskers, spreads as small multiples; legible in black and white.

Layers of bars differ by more than colour: the first is solid, the second hatched, the third open.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block, stack
from generator.layout.shapes.curves import circle, filled, hatching, line, rectangle, stroked
from generator.layout.shapes.palette import mix
from generator.model.chart import Chart, ShareRow
from generator.scene.shapes import Document, Group, Page, Path, Segment, Shape, Stroke

WIDTH = 180.0
MARGIN = 9.0
_INSIDE = WIDTH - 2 * MARGIN
_GAP = 6.0
_ROW = 5.2
_LABELS = 50.0
_NUMBERS = 30.0
_GROUP_GAP = 2.0
_PANEL_GAP = 5.0
_PANEL_NOTE = 5.0
_BARS = 22.0
_PANEL_FOOT = 4.5
_HAIR = 0.12
_THIN = 0.25
_HATCH = 0.9
_AXES = (0.04, 0.08, 0.12, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Possible ends of an axis of shares: their quarters are full percents."""


def lay_out_chart(press: Press, chart: Chart) -> Document:
    """Lay out a chart on one page, as high as necessary."""
    press = press.in_reading_order()
    title = press.line(chart.title, "title", y=6.0, max_width=_INSIDE, thing="title of the chart")
    subtitle = press.text(chart.subtitle, "small", width=_INSIDE, thing="subtitle of the chart")
    head = Block((*title.shapes, subtitle.at(0, 9.0)), _INSIDE, 9.0 + subtitle.height)
    blocks = [head]
    if chart.shares:
        blocks.append(_lay_out_shares(press, chart))
    blocks.append(_lay_out_panels(press, chart))
    if chart.note:
        blocks.append(press.text(chart.note, "small", width=_INSIDE, thing="note of the chart"))
    chart_block = stack(blocks, gap=_GAP, width=_INSIDE)
    height = chart_block.height + 2 * MARGIN
    ground = filled(rectangle(0, 0, WIDTH, height), press.palette["paper"])
    placed = press.turn((ground, chart_block.at(MARGIN, MARGIN, name="chart")), WIDTH)
    page = Page(WIDTH, height, placed, label="chart")
    return Document((page,), title=chart.title, language=press.wording.locale)


def _lay_out_shares(press: Press, chart: Chart) -> Block:
    """Lay out a row for each share, along one axis that ends soon after the highest."""
    highest = max(row.high for group in chart.shares for row in group)
    end = next((end for end in _AXES if end >= highest), 1.0)
    left, width = _LABELS, _INSIDE - _LABELS - _NUMBERS
    rows: list[Shape] = []
    y = -_GROUP_GAP
    for group in chart.shares:
        y += _GROUP_GAP
        for row in group:
            block = _lay_out_share(press, row, left, width / end)
            rows.append(block.at(0, y))
            y += block.height
    grid: list[Segment] = []
    scale: list[Shape] = []
    for quarter in range(5):
        x = left + width * quarter / 4
        grid += line(x, 0, x, y)
        text = press.wording.write(round(end * 25 * quarter))
        scale += press.line(text, "field_small", x=x, y=y + 3.2, anchor="middle").shapes
    grid_path = Path(tuple(grid), stroke=Stroke(press.palette["faint"], _HAIR))
    block = Block((grid_path, *rows, *scale), _INSIDE, y + 4.0)
    return stack([_head(press, chart.shares_title), block], gap=2.0, width=_INSIDE)


def _lay_out_share(press: Press, row: ShareRow, left: float, scale: float) -> Block:
    label = press.text(row.label, "label", width=_LABELS - 3, thing=row.label)
    height = max(_ROW, label.height + 1.0)
    y = height / 2
    text = press.line(
        row.text, "label", x=_INSIDE, y=y, anchor="end", upright="middle", max_width=_NUMBERS - 3
    )
    ink = press.palette["primary"]
    low, high = left + row.low * scale, left + row.high * scale
    shapes: tuple[Shape, ...] = (
        label.at(0, (height - label.height) / 2),
        stroked(line(low, y, high, y), ink, 0.5),
        stroked((*line(low, y - 1, low, y + 1), *line(high, y - 1, high, y + 1)), ink, _THIN),
        filled(circle(left + row.share * scale, y, 1.0), ink),
        *text.shapes,
    )
    return Block(shapes, _INSIDE, height)


def _lay_out_panels(press: Press, chart: Chart) -> Block:
    """Lay out small multiples with the same axes."""
    width = (_INSIDE - _PANEL_GAP * (chart.columns - 1)) / chart.columns
    titles = [press.text(panel.title, "label", width=width, thing=panel.title) for panel in chart.panels]
    head = max(title.height for title in titles) + _PANEL_NOTE
    height = head + _BARS + _PANEL_FOOT
    totals = [sum(map(sum, panel.counts)) or 1 for panel in chart.panels]
    bars = [[*zip(*panel.counts, strict=True)] for panel in chart.panels]
    highest = max(max(map(sum, each)) / total for each, total in zip(bars, totals, strict=True)) or 1.0
    shapes: list[Shape] = []
    for number, (panel, title, total) in enumerate(zip(chart.panels, titles, totals, strict=True)):
        row, column = divmod(number, chart.columns)
        note = press.line(panel.note, "small", y=head - 2.3, max_width=width, thing=panel.note)
        texts = Block((title.at(0, head - _PANEL_NOTE - title.height), *note.shapes), width, head)
        # The area of the bars is the same in all panels.
        drawn = _draw_bars(press, chart, bars[number], width, _BARS / (highest * total))
        block = stack([texts, Block(tuple(drawn), width, _BARS + _PANEL_FOOT)], gap=0.0)
        shapes.append(block.at(column * (width + _PANEL_GAP), row * (height + _PANEL_GAP), name=panel.title))
    rows = ceil(len(chart.panels) / chart.columns)
    panels = Block(tuple(shapes), _INSIDE, rows * (height + _PANEL_GAP) - _PANEL_GAP)
    legend = [_draw_legend(press, chart.layers)] if len(chart.layers) > 1 else []
    return stack([_head(press, chart.panels_title), *legend, panels], gap=2.5, width=_INSIDE)


def _draw_bars(
    press: Press, chart: Chart, bars: Sequence[Sequence[int]], width: float, scale: float
) -> Iterator[Shape]:
    bins, axis = chart.bins, Stroke(press.palette["line"], _THIN)
    step = width / bins.number
    for number, layers in enumerate(bars):
        y = _BARS
        for layer, count in enumerate(layers):
            if count:
                y -= count * scale
                yield from _draw_bar(press, layer, (number * step, y, step, count * scale))
    yield Path(line(0, _BARS, width, _BARS), stroke=axis)
    for value, text in chart.ticks:
        x = ((value - bins.first) / bins.width + 0.5 / bins.width) * step
        yield Path(line(x, _BARS, x, _BARS + 1.0), stroke=axis)
        yield from press.line(text, "field_small", x=x, y=_BARS + 3.8, anchor="middle").shapes


def _draw_bar(press: Press, layer: int, box: tuple[float, float, float, float]) -> Iterator[Shape]:
    outline = rectangle(*box)
    primary, paper = press.palette["primary"], press.palette["paper"]
    edge = Stroke(primary, _HAIR)
    if layer == 0:
        yield Path(outline, fill=primary, stroke=edge)
        return
    yield Path(outline, fill=mix(paper, primary, 0.2) if layer == 1 else paper, stroke=edge)
    if layer == 1:
        lines = Path(hatching(*box, step=_HATCH), stroke=edge)
        yield Group((lines,), clip=Path(outline))


def _draw_legend(press: Press, layers: Sequence[str]) -> Block:
    shapes: list[Shape] = []
    x = 0.0
    for layer, name in enumerate(layers):
        shapes += _draw_bar(press, layer, (x, 0.4, 5.0, 3.0))
        text = press.line(name, "small", x=x + 6.5, y=1.9, upright="middle")
        shapes += text.shapes
        x += 6.5 + text.width + 6.0
    return Block(tuple(shapes), _INSIDE, 3.8)


def _head(press: Press, text: str) -> Block:
    line = press.line(text, "subheading", y=3.4, max_width=_INSIDE, thing=text)
    return Block(line.shapes, _INSIDE, 4.4)
