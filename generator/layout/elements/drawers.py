"""Elements of templates made ready for drawing: boxes found, styles found, only fields still to come."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from math import cos, radians, sin

from generator.errors import LayoutError
from generator.layout.blocks import Block
from generator.layout.drawing import ellipse, polygon, rectangle, rounded_rectangle
from generator.layout.elements.pictures import place_picture
from generator.layout.elements.room import Edges, Room
from generator.layout.outlines import hexagon
from generator.layout.patterns import draw_pattern
from generator.layout.press import Press
from generator.layout.text.placing import TextShape, ink_of
from generator.layout.two_languages import arrange
from generator.model.fields import ITEM, Field, Pattern, find_field, list_items
from generator.model.message import Message
from generator.model.rich_text import MarkupError
from generator.model.style import TypeStyle
from generator.model.template import (
    BoardElement,
    Element,
    Ground,
    IconElement,
    PanelElement,
    PictureElement,
    RepeatElement,
    TurnedElement,
    WordsElement,
)
from generator.model.wording import Wording
from generator.scene.shapes import GlyphRun, Group, Path, Segment, Shape, Stroke, Transform

_NEAR = 0.05

Fields = Mapping[str, Field]

_LONG_NUMBER = re.compile(r"[1-9][0-9]{4,}")


class Drawer(ABC):
    """One element in one room."""

    def __init__(self, element: Element, patterns: Iterable[Pattern] = ()) -> None:
        self._when = element.when
        names = [name for pattern in patterns for name in pattern.names]
        names += [condition.field for condition in element.when]
        self.names = frozenset(name.split(".")[0] for name in names)
        """The fields that it depends on."""

    def draw(self, fields: Fields) -> Sequence[Shape]:
        """Its shapes, none where its conditions do not hold; LayoutError where something does not fit."""
        for condition in self._when:
            if not condition.holds(fields):
                return ()
        return self.draw_shown(fields)

    @abstractmethod
    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        """Its shapes."""


def make_drawers(press: Press, elements: Iterable[Element], room: Room) -> tuple[Drawer, ...]:
    """A drawer for each element, in the order of drawing."""
    return tuple(_make_drawer(press, element, room) for element in elements)


def draw_all(drawers: Iterable[Drawer], fields: Fields) -> tuple[Shape, ...]:
    """The shapes of all, from back to front."""
    return tuple(shape for drawer in drawers for shape in drawer.draw(fields))


def _make_drawer(press: Press, element: Element, room: Room) -> Drawer:
    match element:
        case Ground():
            return _GroundDrawer(press, element, room)
        case PanelElement():
            return _PanelDrawer(press, element, room)
        case WordsElement():
            return WordsDrawer(press, element, room)
        case IconElement():
            return _IconDrawer(press, element, room)
        case PictureElement():
            return _PictureDrawer(press, element, room)
        case RepeatElement():
            return _RepeatDrawer(press, element, room)
        case TurnedElement():
            return _TurnedDrawer(press, element, room)
        case BoardElement():
            return _BoardDrawer(press, element, room)


class _GroundDrawer(Drawer):
    def __init__(self, press: Press, element: Ground, room: Room) -> None:
        self._fill = Pattern(element.fill)
        super().__init__(element, [self._fill])
        self._palette = press.palette
        left, top, right, bottom = room.whole
        self._outline = rectangle(left, top, right - left, bottom - top)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        return (Path(self._outline, fill=self._palette[self._fill.fill(fields)]),)


class _PanelDrawer(Drawer):
    def __init__(self, press: Press, element: PanelElement, room: Room) -> None:
        self._element = element
        self._colours = [Pattern(element.fill), Pattern(element.stroke), Pattern(element.pattern_colour)]
        self._pattern = Pattern(element.pattern)
        super().__init__(element, [*self._colours, self._pattern])
        self._palette = press.palette
        edges = room.edges(element.box)
        self._edges = room.bled(edges) if element.bleeds else edges
        self._outline = _panel_outline(element, self._edges)
        self._clip = None
        if element.bleeds and (element.stroke or not room.holds(self._edges)):
            left, top, right, bottom = room.whole
            self._clip = Path(rectangle(left, top, right - left, bottom - top))

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
        return shapes if self._clip is None else (Group(tuple(shapes), clip=self._clip),)


def _panel_outline(element: PanelElement, edges: Edges) -> tuple[Segment, ...]:
    left, top, right, bottom = edges
    width, height = right - left, bottom - top
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


class WordsDrawer(Drawer):
    """Words are set for each piece anew: here is all that is the same for all of them."""

    def __init__(self, press: Press, element: WordsElement, room: Room) -> None:
        self.element = element
        self._say, self._text = Pattern(element.say), Pattern(element.text)
        self._role, self._colour = Pattern(element.role), Pattern(element.colour)
        self._angle = Pattern(element.angle)
        super().__init__(element, [self._say, self._text, self._role, self._colour, self._angle])
        self._press = press
        self._name = element.id or element.say or element.text
        self._room = room
        self._edges = room.edges(element.box)
        self._styles: dict[tuple[str, str], TypeStyle] = {}
        self._style: TypeStyle | None = None
        """Of all pieces, where no field has a say in it."""
        if not (self._role.names or self._colour.names):
            self._style = press.style(element.role, colour=element.colour)
        self.names = self.names.union(*(message.names for message in self._find_sentences()))

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        words = self._words(fields)
        if not words:
            return ()
        left, top, right, bottom = self._edges
        element = self.element
        width, height = right - left, bottom - top
        try:
            words, style, most_lines = arrange(
                self._press,
                words,
                self._style or self._find_style(fields),
                width=width,
                height=height,
                most_lines=element.lines,
            )
            shapes = self._press.typesetter.set_in_box(
                words,
                style,
                left=left,
                top=top,
                width=width,
                height=height,
                align=element.align,
                upright=element.upright,
                most_lines=most_lines,
                thing=self._name,
            )
        except MarkupError as error:
            raise LayoutError(self._name, f"{error} of {words!r}", over_mm=0.0) from None
        degrees = float(self._angle.fill(fields) or 0)
        if self._room.form is not None and not degrees:
            self._check_safe(shapes)
        return _turn(shapes, degrees, self._edges)

    def _check_safe(self, shapes: Sequence[TextShape]) -> None:
        """Readers know the box of the words; where corners are cut off, the words themselves count."""
        for shape in shapes:
            if isinstance(shape, GlyphRun):
                over = self._room.beyond_safe(ink_of(shape))
                if over > _NEAR:
                    said = f"{shape.text!r} comes too near to the cut"
                    raise LayoutError(self._name, said, over_mm=over)

    def _find_sentences(self) -> list[Message]:
        """The sentences that may be said here: they may hold fields of their own."""
        if not self.element.say:
            return []
        said = re.compile(".*".join(map(re.escape, self._say.literals)))
        return [
            self._press.wording.message(key)
            for key, sentence in self._press.wording.sentences.items()
            if "{" in sentence and said.fullmatch(key)
        ]

    def _words(self, fields: Fields) -> str:
        if self.element.grouped:
            fields = {name: _group(value, self._press.wording) for name, value in fields.items()}
        if self.element.text:
            return self._text.fill(fields)
        key = self._say.fill(fields)
        if not key:
            return ""
        return self._press.say(key, _texts_of(self._press.wording.message(key), fields))

    def _find_style(self, fields: Fields) -> TypeStyle:
        key = self._role.fill(fields), self._colour.fill(fields)
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = self._press.style(key[0], colour=key[1])
        return style


def _texts_of(message: Message, fields: Fields) -> dict[str, str]:
    """The fields that a sentence has places for; KeyError for one that is not there or no text."""
    texts = {}
    for name in message.names:
        value = fields.get(name)
        if not isinstance(value, str):
            raise KeyError(name)
        texts[name] = value
    return texts


class _IconDrawer(Drawer):
    def __init__(self, press: Press, element: IconElement, room: Room) -> None:
        self._icon, self._colour = Pattern(element.icon), Pattern(element.colour)
        self._stroke = Pattern(element.stroke)
        self._angle = Pattern(element.angle)
        super().__init__(element, [self._icon, self._colour, self._stroke, self._angle])
        self._press = press
        self._element = element
        self._edges = room.edges(element.box)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        name, stroke = self._icon.fill(fields), self._stroke.fill(fields)
        if not name:
            return ()
        left, top, right, bottom = self._edges
        palette = self._press.palette
        use = self._press.icons.place(
            name,
            palette[self._colour.fill(fields)],
            x=left,
            y=top,
            width=right - left,
            height=bottom - top,
            stroke=Stroke(palette[stroke], self._element.line, join="round") if stroke else None,
        )
        return _turn((use,), float(self._angle.fill(fields) or 0), self._edges)


class _PictureDrawer(Drawer):
    def __init__(self, press: Press, element: PictureElement, room: Room) -> None:
        self._file = Pattern(element.file)
        super().__init__(element, [self._file])
        self._press = press
        self._fit = element.fit
        edges = room.edges(element.box)
        self._edges = room.bled(edges) if element.bleeds else edges

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        name = self._file.fill(fields)
        return place_picture(self._press, name, self._edges, fit=self._fit) if name else ()


class _RepeatDrawer(Drawer):
    def __init__(self, press: Press, element: RepeatElement, room: Room) -> None:
        self._element = element
        self._edges = left, top, right, bottom = room.edges(element.box)
        self._is_row = element.direction == "row"
        self._length = right - left if self._is_row else bottom - top
        depth = bottom - top if self._is_row else right - left
        self._cell = element.cell.within(self._length) or depth
        cell = Room(self._cell, depth) if self._is_row else Room(depth, self._cell)
        self._drawers = make_drawers(press, element.elements, cell)
        super().__init__(element)
        inner = {name for drawer in self._drawers for name in drawer.names} - {ITEM}
        self.names = self.names | inner | {element.over.split(".")[0]}

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        element = self._element
        items = list_items(find_field(fields, element.over))
        if not items:
            return ()
        step = self._cell + element.gap
        over = len(items) * step - element.gap - self._length
        if over > 0.01:
            said = f"{len(items)} items of `{element.over}` do not fit side by side"
            raise LayoutError(element.id or f"repeat over {element.over}", said, over_mm=over)
        start = {"start": 0.0, "center": -over / 2, "end": -over}[element.align]
        left, top, _, _ = self._edges
        shapes: list[Shape] = []
        for index, item in enumerate(items):
            shift = start + index * step
            x, y = (left + shift, top) if self._is_row else (left, top + shift)
            drawn = draw_all(self._drawers, {**fields, ITEM: item})
            shapes.append(Group(drawn, transform=(1, 0, 0, 1, x, y)))
        return shapes


class _TurnedDrawer(Drawer):
    def __init__(self, press: Press, element: TurnedElement, room: Room) -> None:
        self._drawers = make_drawers(press, element.elements, room)
        super().__init__(element)
        self.names = self.names.union(*(drawer.names for drawer in self._drawers))
        self._turn: Transform = (-1, 0, 0, -1, room.width, room.height)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        return (Group(draw_all(self._drawers, fields), transform=self._turn),)


class _BoardDrawer(Drawer):
    def __init__(self, press: Press, element: BoardElement, room: Room) -> None:
        self._place, self._board = Pattern(element.place), Pattern(element.board)
        super().__init__(element, [self._place, self._board])
        self._press = press
        self._element = element
        self._edges = room.edges(element.box)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        left, top, right, bottom = self._edges
        # Found by name, since few cards show a board, and maps take their time to be loaded.
        details = import_module("generator.layout.board_details")
        detail: Block = details.lay_out_board_detail(
            self._press,
            self._board.fill(fields),
            self._place.fill(fields),
            reach=self._element.reach,
            width=right - left,
            height=bottom - top,
            shows=self._element.shows,
        )
        return (detail.at(left, top),)


def _group(value: Field, wording: Wording) -> Field:
    """A long number as the language writes it.

    Where it has a narrow blank between groups, the font's own: display faces lack the narrow one, and
    between wide figures it is not seen.
    """
    if isinstance(value, str) and _LONG_NUMBER.fullmatch(value):
        return wording.write(int(value)).replace("\u202f", "\u00a0")
    return value


def _turn(shapes: Sequence[Shape], degrees: float, edges: Edges) -> Sequence[Shape]:
    """Shapes turned around the middle of their box."""
    if not degrees:
        return shapes
    left, top, right, bottom = edges
    return (Group(tuple(shapes), transform=rotation(degrees, (left + right) / 2, (top + bottom) / 2)),)


def rotation(angle: float, x: float, y: float) -> Transform:
    """By degrees, clockwise, around a point."""
    across, along = cos(radians(angle)), sin(radians(angle))
    return (across, along, -along, across, x - x * across + y * along, y - x * along - y * across)
