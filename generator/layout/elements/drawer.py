"""Bases of everything that is drawn for the fields of a piece: drawers of elements, setters of blocks."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import hypot, inf
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from generator.errors import LayoutError
from generator.layout.press import Press
from generator.layout.shapes.outlines import Block, box_outline, draw_shadow, shape_outline
from generator.layout.text.legibility import INTENDED
from generator.model.elements.blocks import WordsBlock
from generator.model.elements.boxes import (
    BoxedElement,
    LetteredElement,
    SeenElement,
    compute,
    get_default,
)
from generator.model.elements.template import (
    Element,
    GroupElement,
    PanelElement,
    PartElement,
    RepeatElement,
    TurnedElement,
)
from generator.model.geometry import Rectangle
from generator.model.kit import Form
from generator.model.language.expressions import INDEX, ITEM, Field, Pattern, list_roots, to_placeholder
from generator.model.language.kinds import TextRule
from generator.model.style import TypeStyle
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, fields, replace
from generator.scene.shapes import Group, Path, Segment, Shape, compose_transforms, rotation

Fields = Mapping[str, Field]
_AnyElement = TypeVar("_AnyElement", bound=Element, covariant=True)

SAME_PLACE = 0.01
"""Distance in mm up to which edges are at the same place."""


@dataclass(frozen=True, slots=True)
class Room:
    """The space in which elements are drawn, from (0, 0) to (width, height), with the bleed around it."""

    width: float
    height: float
    bleed: float | None = None
    """None: only elements that bleed are cut off at the edges, as in a cell or a place of a board."""
    form: Form | None = None
    """Form of the piece if it is not cut along the edges of the room."""
    outline: tuple[Segment, ...] = ()
    """Outline of a cell that is not a rectangle."""
    art_bleed: float | None = None
    """Bleed in the files of pictures that are as large as the room, by default; None: not known."""
    corner: float = 0.0
    """Radius of the round corners of the piece."""
    safe: float = 0.0
    """Margin inside the trim of the piece that lines along the cut avoid; 0: everything is allowed."""

    @property
    def bounds(self) -> Rectangle:
        """The box of the room with its bleed."""
        return Rectangle(0.0, 0.0, self.width, self.height).grown(self.bleed or 0.0)

    def measure_edges(self, element: Element) -> Rectangle:
        """Return the box of an element; without a box, the bounds of the room.

        If the element bleeds, or has a pattern without an outline, edges on the trim or beyond are moved out
        to the bleed at least.
        """
        box = getattr(element, "box", None)
        if box is None:
            return self.bounds
        placed = box.within(self.width, self.height)
        ratio = element.ratio if isinstance(element, BoxedElement) else None
        left, top, right, bottom = placed.reduced(ratio) if ratio else placed
        patterned = isinstance(element, PanelElement) and element.pattern and not element.stroke
        if isinstance(element, SeenElement) and (element.bleeds or patterned):
            before, above, after, below = self.bounds
            left = min(left, before) if left < SAME_PLACE else left
            top = min(top, above) if top < SAME_PLACE else top
            right = max(right, after) if right > self.width - SAME_PLACE else right
            bottom = max(bottom, below) if bottom > self.height - SAME_PLACE else bottom
        return Rectangle(left, top, right, bottom)


class Drawer(ABC, Generic[_AnyElement]):
    """Drawer of one element in one room; everything that does not depend on a piece is prepared once.

    It draws nothing outside the bleed of the room.
    """

    patterned: tuple[str, ...] = ()
    """Names of the element's values with placeholders for fields."""
    has_corners: ClassVar[bool] = False
    """True if its outline is drawn with the corners of the element, so that they are not cut off."""
    fill_at: ClassVar[int | None] = None
    """Index in `patterned` of the colour of the area that it fills; None: it fills none."""
    inner: "tuple[Drawer[Element], ...]" = ()
    """The drawers of the elements inside it."""
    is_ground: bool = False
    """True for an area with other elements upon it, if the print saves ink."""
    is_bare: bool = False
    """True for such an area with nothing upon it but other shapes."""
    beneath: "tuple[Drawer[Element], ...]" = ()
    """The grounds below it, the top one first, if the print saves ink."""

    def __init__(self, press: Press, element: _AnyElement, room: Room, scope: object = None) -> None:
        """`scope`, the position in the template, is for drawers whose result depends on it."""
        self.press, self.element, self.room = press, element, room
        self.edges = room.measure_edges(element)
        self._patterns = [_make_pattern(element, name) for name in self.patterned]
        self._looks = looks = element if isinstance(element, SeenElement) else SeenElement()
        self._angle, self._cut = Pattern(looks.angle), Pattern(looks.clip)
        self._shade = Pattern(looks.shadow.colour if looks.shadow else "")
        corner = looks.corner and not self.has_corners
        self._is_turned = looks.angle != "0"
        self._has_looks = bool(self._is_turned or looks.opacity < 1 or looks.clip or corner or looks.shadow)
        self.own_names = list_roots(*self._patterns, self._angle, self._cut, self._shade, *element.when)
        """The fields that this element itself depends on."""
        self.reach = self._turn(self.measure_reach())
        """The box around everything that is drawn."""
        over = self.reach.beyond(room.bounds)
        is_cut = over >= SAME_PLACE and (room.bleed is not None or looks.bleeds)
        self._clip = Path(box_outline(room.bounds)) if is_cut else None
        self.overhang = 0.0 if is_cut else over
        """Maximum distance that it is drawn beyond a room without a clip, in mm."""

    @property
    def names(self) -> frozenset[str]:
        """The fields that the drawing depends on; complete once all drawers of a template are made."""
        inner = {name for drawer in self.inner for name in drawer.names} - {ITEM, INDEX}
        return self.element.list_outer(self.own_names | inner)

    def measure_reach(self) -> Rectangle:
        """Return the box around everything that is drawn, including lines."""
        return self.edges.grown(max((drawer.overhang for drawer in self.inner), default=0.0))

    def fill(self, fields: Fields) -> list[str]:
        """Return the values of `patterned` with the fields of a piece filled in."""
        return [pattern.fill(fields) for pattern in self._patterns]

    def get_under(self, fields: Fields) -> str:
        """Return the colour of the ground below the element; empty if there is none."""
        ground, seen = self.find_ground(fields)
        return ground.find_fill(seen) if ground else ""

    def find_ground(self, fields: Fields) -> "tuple[Drawer[Element] | None, Fields]":
        """Return the ground below the element, or None, with the fields that are seen there."""
        for ground in self.beneath:
            element = ground.element
            if not (element.when or element.each or element.let or element.tables):
                return ground, fields
            seen = next(element.list_seen(fields), None)
            if seen is not None:
                return ground, seen
        return None, fields

    def find_fill(self, fields: Fields) -> str:
        """Return the colour of what stands on this element, if it is a ground; empty if it has none."""
        return "" if self.fill_at is None else self._patterns[self.fill_at].fill(fields)

    def draw(self, fields: Fields) -> Sequence[Shape]:
        """Return the shapes for one piece; none if the element is not shown."""
        element = self.element
        if element.each or element.let or element.tables:
            return [shape for seen in element.list_seen(fields) for shape in self._draw_once(seen)]
        return () if element.when and not element.is_shown(fields) else self._draw_once(fields)

    def _draw_once(self, fields: Fields) -> Sequence[Shape]:
        shapes = self.draw_shown(fields)
        if shapes and self._has_looks:
            shapes = self._add_looks(tuple(shapes), fields)
        return (Group(tuple(shapes), clip=self._clip),) if self._clip and shapes else shapes

    def report(self, thing: str, what: str, *, over_mm: float = 0.0) -> None:
        """Add a LayoutError to the findings: a thing is too large by `over_mm`, or wrong."""
        self.press.findings.add(LayoutError(thing, what, over_mm=over_mm))

    @abstractmethod
    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        """Return the shapes for a piece for which the element is shown."""

    def get_angle(self, fields: Fields) -> float:
        """Return the rotation around the middle of the box, in degrees."""
        return float(self._angle.fill(fields) or 0) if self._is_turned else 0.0

    def _turn(self, reach: Rectangle) -> Rectangle:
        """Return the box around a reach that is turned by any angle, with its shadow."""
        if self._is_turned:
            (x, y), far = self.edges.middle, hypot(reach.width, reach.height) / 2
            reach = Rectangle(x, y, x, y).grown(far)
        shadow = self._looks.shadow
        return reach.grown(shadow.blur + max(abs(by.mm) for by in shadow.by)) if shadow else reach

    def _add_looks(self, shapes: tuple[Shape, ...], fields: Fields) -> tuple[Shape, ...]:
        """Return the shapes cut off, turned, with a shadow, and faded."""
        looks, edges = self._looks, self.edges
        if looks.clip or (looks.corner and not self.has_corners):
            outline = shape_outline(self._cut.fill(fields) or "rectangle", edges, looks.corner)
            shapes = (Group(shapes, clip=Path(outline)),)
        if angle := self.get_angle(fields):
            turn = rotation(angle, *edges.middle)
            match shapes:
                case (Group(clip=None, opacity=1.0) as group,):
                    shapes = (replace(group, transform=compose_transforms(turn, group.transform)),)
                case _:
                    shapes = (Group(shapes, transform=turn),)
        if (shadow := looks.shadow) and not self.press.palette.saves_ink:
            by = shadow.by[0].within(edges.width), shadow.by[1].within(edges.height)
            colour = self.press.palette[self._shade.fill(fields)]
            shapes = (draw_shadow(shapes, colour, by, shadow.blur), *shapes)
        return (Group(shapes, opacity=looks.opacity),) if looks.opacity < 1 else shapes


def _make_pattern(element: Element, name: str) -> Pattern:
    """Return the pattern of a value of an element, such as `gradient.start`, or else of its default."""
    value, default = cast(object, element), ""
    for step in name.split("."):
        given = get_default(type(value), step)
        value = value[int(step)] if isinstance(value, tuple) else getattr(value, step, "")
        default = given if isinstance(given, str) else ""
    return Pattern(str(value), default)


def draw_all(drawers: Iterable[Drawer[Element]], fields: Fields) -> tuple[Shape, ...]:
    """Return the shapes of all drawers, from back to front."""
    return tuple([shape for drawer in drawers for shape in drawer.draw(fields)])


@dataclass(frozen=True, slots=True)
class Lettering:
    """Type that differs from that of its role."""

    font: str = ""
    font_size: float = 0.0
    smallest: float = 0.0
    bold: bool | None = None
    italic: bool | None = None
    line_height: float | None = None
    features: tuple[str, ...] = ()
    without: tuple[TextRule, ...] = ()

    def changed(self, keys: LetteredElement, font: str) -> "Lettering":
        """Return this with the keys that an element or a block has, whose `font` is filled in."""
        return Lettering(
            font or self.font,
            keys.font_size or self.font_size,
            keys.smallest or self.smallest,
            self.bold if keys.bold is None else keys.bold,
            self.italic if keys.italic is None else keys.italic,
            keys.line_height or self.line_height,
            keys.features or self.features,
            keys.without or self.without,
        )

    def list_options(self, zoom: float) -> dict[str, Any]:
        """Return options of `Press.text`, with sizes before they are zoomed; none if nothing differs."""
        if self == NO_LETTERING:
            return {}
        real = replace(self, font_size=self.font_size / zoom, smallest=self.smallest / zoom)
        return {"size": real.font_size, "smallest": real.smallest, "change": real.change}

    def give(self, elements: Sequence[Any]) -> tuple[Any, ...]:
        """Return elements whose texts have this type, unless they have their own."""
        changed = []
        for element in elements:
            if isinstance(element, LetteredElement):
                own = self.changed(element, element.font)
                values = {one.name: getattr(own, one.name) for one in fields(Lettering)}
                element = replace(element, **values)
            elif isinstance(element, _AROUND):
                element = replace(element, draw=self.give(element.draw))
            changed.append(element)
        return tuple(changed)

    def change(self, style: TypeStyle) -> TypeStyle:
        """Return a style with this type."""
        return replace(
            style,
            family=self.font or style.family,
            smallest=min(self.smallest or style.smallest, style.size),
            leading=self.line_height or style.leading,
            bold=style.bold if self.bold is None else self.bold,
            italic=style.italic if self.italic is None else self.italic,
            features=style.features + self.features,
            without=style.without + self.without,
        )


_AROUND = (GroupElement, PartElement, RepeatElement, TurnedElement)
"""Elements with others in them."""
NO_LETTERING = Lettering()
_Setter = TypeVar("_Setter", bound="Setter")


@dataclass(frozen=True, slots=True)
class Setter:
    """Base of setters: sets texts in one role of type, unless they have their own, at a scale."""

    press: Press
    fields: Fields = field(default_factory=dict)
    role: str = "body"
    scale: float = 1.0
    zoom: float = 1.0
    """Scale of everything around texts, such as bullets and the padding of cells."""
    area: str = ""
    """Id of the section, or of the block of a booklet, whose places are regions; empty: none are."""
    lettering: Lettering = NO_LETTERING
    """Type of texts without their own."""

    def fill(self, text: str) -> str:
        """Return a value with the fields filled in."""
        return Pattern(text).fill(self.fields)

    def say(self, text: str, key: str = "") -> str:
        """Return the text of a wording key, or a text that may be a key, with the fields filled in."""
        return make_filler(self.press.wording, Pattern(key), Pattern(text))(self.fields)

    def set_text(self, text: str, role: str, *, width: float, thing: str = "", **options: Any) -> Block:
        """Set a text that is a wording key or the text itself; errors name the thing, or else the text."""
        options |= {
            "scale": self.scale,
            "thing": thing or text,
            **self.lettering.list_options(self.press.zoom),
        }
        return self.press.text(self.say(text), role, width=width, **options)

    def add_caption(self, block: Block, text: str, *, gap: float, inset: float = 0.0) -> Block:
        """Return a block with a centred caption below it, if there is one."""
        if not text:
            return block
        caption = self.set_text(text, "caption", width=block.width - 2 * inset, align="center")
        shapes = (*block.shapes, caption.at(inset, block.height + gap))
        return Block(shapes, block.width, block.height + (gap + caption.height))

    def dressed(self: _Setter, words: Any) -> _Setter:
        """Return the setter with the type that words, a stack, or a table have."""
        lettering = self.lettering.changed(words, self.fill(words.font))
        return self if lettering == self.lettering else replace(self, lettering=lettering)

    def set_words(self, words: WordsBlock, *, width: float, **options: Any) -> Block:
        """Set words with their own role, alignment, and colour; `options` are the defaults."""
        text = self.say(words.text, words.say)
        if not text:
            return Block((), width, 0.0)
        given = self._list_options(words, options)
        block = self.press.text(text, self.choose_role(words), width=width, **given)
        if "overlap" not in self.dressed(words).lettering.without:
            return block
        return replace(block, shapes=(Group(block.shapes, name=INTENDED),))

    def measure_words(self, words: WordsBlock, *, width: float, **options: Any) -> float:
        """Return the size of type in which `set_words` sets words; infinite without a text."""
        text = self.say(words.text, words.say)
        if not text:
            return inf
        role = self.choose_role(words)
        return self.press.measure_size(text, role, width=width, **self._list_options(words, options))

    def choose_role(self, words: WordsBlock) -> str:
        """Return the role of words: their own, or that of all."""
        return self.fill(words.role) or self.role

    def choose_type(self, words: WordsBlock) -> tuple[str, float]:
        """Return the role of words, and the size that is asked for, or 0."""
        return self.choose_role(words), self.dressed(words).lettering.font_size

    def _list_options(self, words: WordsBlock, defaults: Mapping[str, Any]) -> dict[str, Any]:
        colour, name = self.fill(words.colour), words.id or words.say or words.text
        options = {**defaults, "scale": self.scale, "thing": name}
        options |= {"align": words.align} if words.align else {}
        options |= {"colour": colour} if colour else {}
        return options | self.dressed(words).lettering.list_options(self.press.zoom)


def list_shown(blocks: Iterable[Any], fields: Fields) -> Iterator[tuple[Any, Fields]]:
    """Yield the blocks that are shown, computed for the fields that each sees: once for each item."""
    for block in blocks:
        for seen in block.list_seen(fields):
            if block.variants:
                yield from list_shown(block.variants, seen)
            else:
                yield compute(block, seen), seen


Filler: TypeAlias = Callable[[Fields], str]
"""Function that returns a text filled with the fields of a piece."""


def make_filler(
    wording: Wording, say: Pattern, text: Pattern, *, grouped: bool = False, long: Collection[str] = ()
) -> Filler:
    """Return the function that fills a wording key, or else a text that may be a key.

    `grouped`: long numbers get separators, and so do those of four digits in the fields `long`.
    """
    if grouped:
        fill = make_filler(wording, say, text)
        return lambda fields: fill(
            {name: _group_digits(value, wording, name in long) for name, value in fields.items()}
        )
    if say.text:
        return partial(_fill_key, wording, say)
    if not text.has_places and text.text in wording:
        return lambda _: wording.format(text.text)
    fill = partial(_fill_direct, wording, text) if wording.translates else text.fill
    if not (wording.numbers and text.has_places):
        return fill
    numbers = {
        name: one if isinstance(one, str) else wording.write(one)
        for name in text.names
        if (one := wording.numbers.get(name)) is not None
    }
    return (lambda fields: fill({**numbers, **fields})) if numbers else fill


def _fill_key(wording: Wording, say: Pattern, fields: Fields) -> str:
    """Return the text of a wording key; empty if the key is empty for these fields."""
    key = say.fill(fields)
    if not key:
        return ""
    values = {name: fields.get(name) for name in wording.message(key).names}
    return wording.format(key, {name: value for name, value in values.items() if isinstance(value, str)})


def _fill_direct(wording: Wording, pattern: Pattern, fields: Fields) -> str:
    """Return a text that is written in the deck itself, with its fields, both in the language."""
    values = {place: wording.translate(text) for place, text in pattern.fill_places(fields).items()}
    key = wording.direct.get(pattern.text)
    if key is None:
        return pattern.replaced(values.__getitem__)
    return wording.format(key, {to_placeholder(place): value for place, value in values.items()})


_LONG_NUMBER = re.compile(r"[1-9][0-9]{4,}")


_FOUR_DIGITS = re.compile(r"[1-9][0-9]{3}")


def list_long_fields(pieces: Iterable[Fields]) -> frozenset[str]:
    """Return the fields in which a number of any piece has five digits or more."""
    values = (item for fields in pieces for item in fields.items())
    return frozenset(
        name for name, value in values if isinstance(value, str) and _LONG_NUMBER.fullmatch(value)
    )


def _group_digits(value: Field, wording: Wording, is_long: bool) -> Field:
    """Return a long number with the language's separators.

    A narrow no-break space becomes a normal one: display faces lack it.
    """
    if not isinstance(value, str):
        return value
    if _LONG_NUMBER.fullmatch(value):
        return wording.write(int(value)).replace("\u202f", "\u00a0")
    if is_long and _FOUR_DIGITS.fullmatch(value):
        # Some languages group only longer numbers by themselves.
        separator = wording.write(11111).replace("\u202f", "\u00a0")[2:-3]
        return f"{value[0]}{separator}{value[1:]}"
    return value


def list_placeholders(wording: Wording, key: Pattern) -> frozenset[str]:
    """Return the placeholders of all texts whose keys match a key with fields."""
    matching = re.compile(".*".join(map(re.escape, key.literals)))
    texts = wording.sentences.items()
    names = (wording.message(key).names for key, text in texts if "{" in text and matching.fullmatch(key))
    return frozenset().union(*names)
