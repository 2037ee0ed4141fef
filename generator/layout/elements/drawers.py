"""Elements of templates made ready for drawing: boxes found, styles found, only fields still to come."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from segno import DataOverflowError, make_qr

from generator.errors import LayoutError
from generator.layout.elements.drawer import Drawer, Fields, draw_all, turn
from generator.layout.elements.pictures import place_picture
from generator.layout.elements.room import Room
from generator.layout.elements.words import Scope, WordsDrawer
from generator.layout.press.press import Detail, Press
from generator.layout.shapes.curves import box_outline, ellipse, polygon, rectangle, rounded_rectangle
from generator.layout.shapes.outlines import hexagon
from generator.layout.shapes.patterns import draw_pattern
from generator.model.fields import ITEM, Pattern, find_field, list_items
from generator.model.rectangles import Rectangle
from generator.model.template import (
    BoardElement,
    Element,
    Ground,
    IconElement,
    PanelElement,
    PictureElement,
    QrElement,
    RepeatElement,
    TurnedElement,
    WordsElement,
)
from generator.scene.shapes import Group, Path, Segment, Shape, Stroke, Transform
from generator.scene.transforms import half_turn, translation

_QUIET = 4
"""Light squares around a QR code, which ISO/IEC 18004 asks for."""
_SMALLEST_MODULE = 0.33
"""Edge of a square in mm: four dots of a printer with 300 dots per inch."""
_MITER = 10.0
"""No corner of a line is drawn further than so many half line widths (PDF's default)."""


def make_drawers(
    press: Press, elements: Iterable[Element], room: Room, scope: Scope | None = None
) -> tuple[Drawer, ...]:
    """A drawer for each element, in the order of drawing; without a scope, those of a whole template."""
    inside = scope or Scope()
    return tuple(_make_drawer(press, element, room, inside) for element in elements)


def _make_drawer(press: Press, element: Element, room: Room, scope: Scope) -> Drawer:
    match element:
        case Ground():
            return _GroundDrawer(press, element, room)
        case PanelElement():
            return _PanelDrawer(press, element, room)
        case WordsElement():
            return WordsDrawer(press, element, room, scope)
        case IconElement():
            return _IconDrawer(press, element, room)
        case PictureElement():
            return _PictureDrawer(press, element, room)
        case RepeatElement():
            return _RepeatDrawer(press, element, room, scope)
        case TurnedElement():
            return _TurnedDrawer(press, element, room, scope)
        case BoardElement():
            return _BoardDrawer(press, element, room)
        case QrElement():
            return _QrDrawer(press, element, room)


def _find_overhang(drawers: Iterable[Drawer]) -> float:
    return max((drawer.overhang for drawer in drawers), default=0.0)


class _GroundDrawer(Drawer):
    def __init__(self, press: Press, element: Ground, room: Room) -> None:
        self._fill = Pattern(element.fill)
        super().__init__(element, room, patterns=[self._fill])
        self._palette = press.palette
        self._outline = box_outline(room.whole)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        return (Path(self._outline, fill=self._palette[self._fill.fill(fields)]),)


class _PanelDrawer(Drawer):
    def __init__(self, press: Press, element: PanelElement, room: Room) -> None:
        self._element = element
        self._colours = [Pattern(element.fill), Pattern(element.stroke), Pattern(element.pattern_colour)]
        self._pattern = Pattern(element.pattern)
        edges = room.edges(element.box)
        self._edges = room.bled(edges) if element.bleeds else edges
        super().__init__(
            element,
            room,
            patterns=[*self._colours, self._pattern],
            reach=self._edges.grown(_reach_of_line(element)),
            bleeds=element.bleeds,
        )
        self._palette = press.palette
        self._outline = _panel_outline(element, self._edges)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        fill, stroke, pattern_colour = (colour.fill(fields) for colour in self._colours)
        pattern = self._pattern.fill(fields)
        palette, element = self._palette, self._element
        line = Stroke(palette[stroke], element.line) if stroke else None
        shapes: list[Shape] = []
        if pattern:
            if fill:
                shapes.append(Path(self._outline, fill=palette[fill]))
            drawn = draw_pattern(pattern, self._edges, palette[pattern_colour], size=element.pattern_size)
            shapes.append(Group(drawn, clip=Path(self._outline)))
            fill = ""
        if fill or line:
            shapes.append(Path(self._outline, fill=palette[fill] if fill else None, stroke=line))
        return shapes


def _reach_of_line(element: PanelElement) -> float:
    """How far the line around a panel is drawn beyond its box: furthest at the points of a diamond."""
    if not element.stroke:
        return 0.0
    return element.line * (_MITER / 2 if element.shape in ("diamond", "hexagon") else 0.5)


def _panel_outline(element: PanelElement, edges: Rectangle) -> tuple[Segment, ...]:
    left, top, right, bottom = edges
    width, height = edges.width, edges.height
    match element.shape:
        case "ellipse":
            return ellipse(left, top, width, height)
        case "hexagon":
            return hexagon(left, top, width, height)
        case "diamond":
            x, y = left + width / 2, top + height / 2
            return polygon([(x, top), (right, y), (x, bottom), (left, y)])
        case _:
            return rounded_rectangle(left, top, width, height, element.corner)


class _IconDrawer(Drawer):
    def __init__(self, press: Press, element: IconElement, room: Room) -> None:
        self._icon, self._colour = Pattern(element.icon), Pattern(element.colour)
        self._stroke = Pattern(element.stroke)
        self._angle = Pattern(element.angle)
        self._edges = room.edges(element.box)
        super().__init__(
            element,
            room,
            patterns=[self._icon, self._colour, self._stroke, self._angle],
            reach=self._edges.grown(element.line / 2 if element.stroke else 0.0),
        )
        self._press = press
        self._element = element

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        name, stroke = self._icon.fill(fields), self._stroke.fill(fields)
        if not name:
            return ()
        edges, palette = self._edges, self._press.palette
        use = self._press.icons.place(
            name,
            palette[self._colour.fill(fields)],
            x=edges.left,
            y=edges.top,
            width=edges.width,
            height=edges.height,
            stroke=Stroke(palette[stroke], self._element.line, join="round") if stroke else None,
        )
        return turn((use,), float(self._angle.fill(fields) or 0), self._edges)


class _PictureDrawer(Drawer):
    def __init__(self, press: Press, element: PictureElement, room: Room) -> None:
        self._file = Pattern(element.file)
        edges = room.edges(element.box)
        self._edges = room.bled(edges) if element.bleeds else edges
        super().__init__(element, room, patterns=[self._file], reach=self._edges, bleeds=element.bleeds)
        self._press = press
        self._fit = element.fit

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        name = self._file.fill(fields)
        return place_picture(self._press, name, self._edges, fit=self._fit) if name else ()


class _RepeatDrawer(Drawer):
    def __init__(self, press: Press, element: RepeatElement, room: Room, scope: Scope) -> None:
        self._press = press
        self._element = element
        self._edges = edges = room.edges(element.box)
        self._is_row = element.direction == "row"
        self._length = edges.width if self._is_row else edges.height
        depth = edges.height if self._is_row else edges.width
        self._cell = element.cell.within(self._length) or depth
        cell = Room(self._cell, depth) if self._is_row else Room(depth, self._cell)
        self._drawers = make_drawers(press, element.draw, cell, scope.inside(element))
        super().__init__(element, room, reach=self._edges.grown(_find_overhang(self._drawers)))

    @property
    def names(self) -> frozenset[str]:
        inner = {name for drawer in self._drawers for name in drawer.names} - {ITEM}
        return self._names | inner | {self._element.over.split(".")[0]}

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        element = self._element
        items = list_items(find_field(fields, element.over))
        if not items:
            return ()
        step = self._cell + element.gap
        over = len(items) * step - element.gap - self._length
        if over > 0.01:
            said = f"{len(items)} items of `{element.over}` do not fit side by side"
            self._press.findings.add(
                LayoutError(element.id or f"repeat over {element.over}", said, over_mm=over)
            )
        start = {"start": 0.0, "center": -over / 2, "end": -over}[element.align]
        left, top, _, _ = self._edges
        shapes: list[Shape] = []
        for index, item in enumerate(items):
            shift = start + index * step
            x, y = (left + shift, top) if self._is_row else (left, top + shift)
            drawn = draw_all(self._drawers, {**fields, ITEM: item})
            shapes.append(Group(drawn, transform=translation(x, y)))
        return shapes


class _TurnedDrawer(Drawer):
    def __init__(self, press: Press, element: TurnedElement, room: Room, scope: Scope) -> None:
        self._drawers = make_drawers(press, element.draw, room, scope.inside(element))
        super().__init__(element, room, reach=room.whole.grown(_find_overhang(self._drawers)))
        self._turn: Transform = half_turn(room.width, room.height)

    @property
    def names(self) -> frozenset[str]:
        return self._names.union(*(drawer.names for drawer in self._drawers))

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        return (Group(draw_all(self._drawers, fields), transform=self._turn),)


class _BoardDrawer(Drawer):
    def __init__(self, press: Press, element: BoardElement, room: Room) -> None:
        self._place, self._board = Pattern(element.place), Pattern(element.board)
        self._edges = room.edges(element.box)
        super().__init__(element, room, patterns=[self._place, self._board], reach=self._edges)
        self._press = press
        self._element = element

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        edges = self._edges
        detail = Detail(
            self._board.fill(fields),
            self._place.fill(fields),
            reach=self._element.reach,
            width=edges.width,
            height=edges.height,
            shows=self._element.shows,
        )
        return (self._press.detail(detail).at(edges.left, edges.top),)


class _QrDrawer(Drawer):
    def __init__(self, press: Press, element: QrElement, room: Room) -> None:
        self._text, self._colour = Pattern(element.text), Pattern(element.colour)
        self._ground = Pattern(element.ground)
        self._edges = room.edges(element.box)
        patterns = [self._text, self._colour, self._ground]
        super().__init__(element, room, patterns=patterns, reach=self._edges)
        self._palette, self._findings = press.palette, press.findings
        self._level = element.level

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        text = self._text.fill(fields)
        try:
            code = make_qr(text, error=self._level, boost_error=False)
        except DataOverflowError:
            what = f"a QR code cannot hold {len(text)} characters"
            self._findings.add(LayoutError("qr", what, over_mm=0.0))
            return ()
        rows = [tuple(row) for row in code.matrix_iter(border=_QUIET)]
        edge = min(self._edges.width, self._edges.height) / len(rows)
        if edge < _SMALLEST_MODULE:
            needed = _SMALLEST_MODULE * len(rows)
            what = f"modules of {edge:.2f} mm are too small for phones; make the code {needed:.0f} mm wide"
            self._findings.add(LayoutError("qr", what, over_mm=needed - edge * len(rows)))
        left, top, right, bottom = self._edges
        x, y = (left + right - edge * len(rows)) / 2, (top + bottom - edge * len(rows)) / 2
        ground = rectangle(x, y, edge * len(rows), edge * len(rows))
        return (
            Path(ground, fill=self._palette[self._ground.fill(fields)]),
            Path(_outline_modules(rows, x, y, edge), fill=self._palette[self._colour.fill(fields)]),
        )


def _outline_modules(rows: Sequence[Sequence[int]], x: float, y: float, edge: float) -> tuple[Segment, ...]:
    """A rectangle for each run of dark squares in a row."""
    segments: list[Segment] = []
    for down, row in enumerate(rows):
        across = 0
        for is_dark, run in groupby(row):
            count = len(tuple(run))
            if is_dark:
                segments += rectangle(x + across * edge, y + down * edge, count * edge, edge)
            across += count
    return tuple(segments)
