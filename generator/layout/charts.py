"""Charts: shares as dots with whiskers, spreads as small multiples; legible in black and white.

Layers of bars differ by more than colour: the first is solid, the second hatched, the third open.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from generator.layout.blocks import Block, stack
from generator.layout.drawing import circle, filled, hatching, line, rectangle, stroked
from generator.layout.palette import mix
from generator.layout.press import Press
from generator.model.chart import Chart, Panel, ShareRow
from generator.scene.shapes import Document, Group, Page, Path, Segment, Shape, Stroke

WIDTH = 180.0
MARGIN = 9.0
_INSIDE = WIDTH - 2 * MARGIN
_GAP = 6.0
_ROW = 5.2
_LABELS = 50.0
_NUMBERS = 30.0
_COLUMNS = 3
_PANEL_GAP = 5.0
_PANEL_HEAD = 8.5
_BARS = 22.0
_PANEL_FOOT = 4.5
_HAIR = 0.12
_THIN = 0.25
_HATCH = 0.9
_AXES = (0.04, 0.08, 0.12, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Where an axis of shares may end: its quarters are whole hundredths."""


def lay_out_chart(press: Press, chart: Chart) -> Document:
    """One page, as high as it must be. LayoutError when words do not fit."""
    title = press.line(chart.title, "title", y=6.0, max_width=_INSIDE, thing="title of the chart")
    subtitle = press.text(chart.subtitle, "small", width=_INSIDE, thing="what the chart is of")
    head = Block((*title.shapes, subtitle.at(0, 9.0)), _INSIDE, 9.0 + subtitle.height)
    blocks = [head]
    if chart.shares:
        blocks.append(_lay_out_shares(press, chart))
    blocks.append(_lay_out_panels(press, chart))
    if chart.note:
        blocks.append(press.text(chart.note, "small", width=_INSIDE, thing="note of the chart"))
    whole = stack(blocks, gap=_GAP, width=_INSIDE)
    height = whole.height + 2 * MARGIN
    ground = filled(rectangle(0, 0, WIDTH, height), press.palette["paper"])
    page = Page(WIDTH, height, (ground, whole.at(MARGIN, MARGIN, name="chart")), label="chart")
    return Document((page,), title=chart.title, language=press.wording.locale)


def _lay_out_shares(press: Press, chart: Chart) -> Block:
    """A row for each share, all along one axis that ends soon after the highest."""
    end = next((end for end in _AXES if end >= max(row.high for row in chart.shares)), 1.0)
    left, width = _LABELS, _INSIDE - _LABELS - _NUMBERS
    height = _ROW * len(chart.shares)
    grid: list[Segment] = []
    shapes: list[Shape] = []
    for quarter in range(5):
        x = left + width * quarter / 4
        grid += line(x, 0, x, height)
        words = press.wording.write(round(end * 25 * quarter))
        shapes += press.line(words, "field_small", x=x, y=height + 3.2, anchor="middle").shapes
    for number, row in enumerate(chart.shares):
        shapes += _draw_share(press, row, left, width / end, (number + 0.5) * _ROW)
    grid_path = Path(tuple(grid), stroke=Stroke(press.palette["faint"], _HAIR))
    rows = Block((grid_path, *shapes), _INSIDE, height + 4.0)
    return stack([_head(press, chart.shares_title), rows], gap=2.0, width=_INSIDE)


def _draw_share(press: Press, row: ShareRow, left: float, scale: float, y: float) -> Iterator[Shape]:
    label = press.line(row.label, "label", y=y, upright="middle", max_width=_LABELS - 3, thing=row.label)
    yield from label.shapes
    ink = press.palette["primary"]
    low, high = left + row.low * scale, left + row.high * scale
    yield stroked(line(low, y, high, y), ink, 0.5)
    yield stroked((*line(low, y - 1, low, y + 1), *line(high, y - 1, high, y + 1)), ink, _THIN)
    yield filled(circle(left + row.share * scale, y, 1.0), ink)
    text = press.line(
        row.text, "label", x=_INSIDE, y=y, anchor="end", upright="middle", max_width=_NUMBERS - 3
    )
    yield from text.shapes


def _lay_out_panels(press: Press, chart: Chart) -> Block:
    """Small multiples, as many beside each other as there is room for, on the same axes."""
    highest = max((_height_of(panel) for panel in chart.panels), default=0.0) or 1.0
    width = (_INSIDE - _PANEL_GAP * (_COLUMNS - 1)) / _COLUMNS
    height = _PANEL_HEAD + _BARS + _PANEL_FOOT
    shapes: list[Shape] = []
    for number, panel in enumerate(chart.panels):
        row, column = divmod(number, _COLUMNS)
        block = Block(tuple(_draw_panel(press, chart, panel, width, highest)), width, height)
        shapes.append(block.at(column * (width + _PANEL_GAP), row * (height + _PANEL_GAP), name=panel.title))
    rows = ceil(len(chart.panels) / _COLUMNS)
    panels = Block(tuple(shapes), _INSIDE, rows * (height + _PANEL_GAP) - _PANEL_GAP)
    legend = [_draw_legend(press, chart.layers)] if len(chart.layers) > 1 else []
    return stack([_head(press, chart.panels_title), *legend, panels], gap=2.5, width=_INSIDE)


def _height_of(panel: Panel) -> float:
    """The highest bar, as a part of all that the panel counts."""
    total = sum(map(sum, panel.counts))
    return max(map(sum, zip(*panel.counts, strict=True)), default=0) / total if total else 0.0


def _draw_panel(press: Press, chart: Chart, panel: Panel, width: float, highest: float) -> Iterator[Shape]:
    """All panels are of the same area: what is high is frequent among the games of its own panel."""
    title = press.line(panel.title, "label", y=2.4, max_width=width, thing=panel.title)
    note = press.line(panel.note, "small", y=6.2, max_width=width, thing=panel.note)
    yield from (*title.shapes, *note.shapes)
    total = sum(map(sum, panel.counts)) or 1
    base, step = _PANEL_HEAD + _BARS, width / chart.bins.number
    scale = _BARS / (highest * total)
    for bin_number, column in enumerate(zip(*panel.counts, strict=True)):
        y = base
        for layer, count in enumerate(column):
            if count:
                y -= count * scale
                box = (bin_number * step, y, step, count * scale)
                yield from _draw_bar(press, layer, box)
    yield Path(line(0, base, width, base), stroke=Stroke(press.palette["line"], _THIN))
    yield from _draw_axis(press, chart, step, base)


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


def _draw_axis(press: Press, chart: Chart, step: float, base: float) -> Iterator[Shape]:
    bins = chart.bins
    for value, words in chart.ticks:
        x = ((value - bins.first) / bins.width + 0.5 / bins.width) * step
        yield Path(line(x, base, x, base + 1.0), stroke=Stroke(press.palette["line"], _THIN))
        yield from press.line(words, "field_small", x=x, y=base + 3.8, anchor="middle").shapes


def _draw_legend(press: Press, layers: Sequence[str]) -> Block:
    shapes: list[Shape] = []
    x = 0.0
    for layer, name in enumerate(layers):
        shapes += _draw_bar(press, layer, (x, 0.4, 5.0, 3.0))
        words = press.line(name, "small", x=x + 6.5, y=1.9, upright="middle")
        shapes += words.shapes
        x += 6.5 + words.width + 6.0
    return Block(tuple(shapes), _INSIDE, 3.8)


def _head(press: Press, words: str) -> Block:
    line = press.line(words, "subheading", y=3.4, max_width=_INSIDE, thing=words)
    return Block(line.shapes, _INSIDE, 4.4)
