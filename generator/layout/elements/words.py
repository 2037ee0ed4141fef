"""Words in boxes, set for each piece anew; those that belong together in one size."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TypeAlias

from generator.errors import LayoutError
from generator.layout.elements.drawer import Drawer, Fields, turn
from generator.layout.elements.room import Room
from generator.layout.elements.two_languages import arrange
from generator.layout.press.press import Press
from generator.layout.text.fitting import Setting
from generator.layout.text.placing import TextShape, ink_of
from generator.model.fields import ITEM, Field, Pattern, find_field, list_items
from generator.model.message import Message
from generator.model.rich_text import MarkupError
from generator.model.style import TypeStyle
from generator.model.template import RepeatElement, TurnedElement, WordsElement
from generator.model.wording import Wording
from generator.scene.shapes import GlyphRun, Shape

_NEAR = 0.05

_LONG_NUMBER = re.compile(r"[1-9][0-9]{4,}")


Around: TypeAlias = RepeatElement | TurnedElement
"""What words may stand in."""


class SizeGroup:
    """Words that are set in one size: the largest at which all of them that are shown fit."""

    def __init__(self) -> None:
        self._members: list[tuple[WordsDrawer, tuple[Around, ...]]] = []

    def add(self, member: "WordsDrawer", around: tuple[Around, ...]) -> None:
        """`around`: what the words stand in, from the outside."""
        self._members.append((member, around))

    @property
    def names(self) -> frozenset[str]:
        """The fields of a piece that the size depends on."""
        names = {name for member, _ in self._members for name in member.own_names}
        for element in (element for _, around in self._members for element in around):
            names |= {path.split(".")[0] for path in _list_paths(element)}
        return frozenset(names - {ITEM})

    def find_size(self, fields: Fields) -> float:
        """In mm, for one piece."""
        return min(
            member.find_size(each)
            for member, around in self._members
            for each in _list_fields(fields, around)
            if member.is_shown(each)
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """Where elements stand in their template."""

    around: tuple[Around, ...] = ()
    groups: dict[str, SizeGroup] = field(default_factory=dict)

    def inside(self, element: Around) -> "Scope":
        return replace(self, around=(*self.around, element))

    def join(self, name: str, member: "WordsDrawer") -> SizeGroup | None:
        """The group of this name with one member more; None for no name."""
        if not name:
            return None
        group = self.groups.setdefault(name, SizeGroup())
        group.add(member, self.around)
        return group


class WordsDrawer(Drawer):
    """Words are set for each piece anew: here is all that is the same for all of them."""

    def __init__(self, press: Press, element: WordsElement, room: Room, scope: Scope) -> None:
        self.element = element
        self._say, self._text = Pattern(element.say), Pattern(element.text)
        self._role, self._colour = Pattern(element.role), Pattern(element.colour)
        self._angle = Pattern(element.angle)
        self._edges = room.edges(element.box)
        patterns = [self._say, self._text, self._role, self._colour, self._angle]
        super().__init__(element, room, patterns=patterns, reach=self._edges)
        self._press = press
        self._name = element.id or element.say or element.text
        self._room = room
        self._styles: dict[tuple[str, str], TypeStyle] = {}
        self._style: TypeStyle | None = None
        """Of all pieces, where no field has a say in it."""
        if not (self._role.names or self._colour.names):
            self._style = press.style(element.role, colour=element.colour)
        self._names = self._names.union(*(message.names for message in self._find_sentences()))
        self._group = scope.join(element.alike, self)

    @property
    def names(self) -> frozenset[str]:
        return self._names if self._group is None else self._names | self._group.names

    @property
    def own_names(self) -> frozenset[str]:
        """The fields that its words and their style depend on, whatever is set in the same size."""
        return self._names

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        words = self._words(fields)
        if not words:
            return ()
        edges = self._edges
        try:
            setting = self._arrange(words, fields)
            if self._group is not None:
                setting = setting._replace(style=_resize(setting.style, self._group.find_size(fields)))
            shapes = self._press.typesetter.set_in_box(
                setting, left=edges.left, top=edges.top, upright=self.element.upright
            )
        except MarkupError as error:
            self._press.findings.add(LayoutError(self._name, f"{error} of {words!r}", over_mm=0.0))
            return ()
        degrees = float(self._angle.fill(fields) or 0)
        if self._room.form is not None and not degrees:
            self._check_safe(shapes)
        return turn(shapes, degrees, self._edges)

    def find_size(self, fields: Fields) -> float:
        """The size at which its words would be set by themselves; no limit where it has none."""
        words = self._words(fields)
        if not words:
            return inf
        setting = self._arrange(words, fields)
        size = self._press.typesetter.find_size(setting)
        return setting.style.smallest if size is None else size

    def _arrange(self, words: str, fields: Fields) -> Setting:
        edges, element = self._edges, self.element
        style = self._style or self._find_style(fields)
        setting = Setting(
            words, style, edges.width, edges.height, element.lines, align=element.align, thing=self._name
        )
        return arrange(self._press, setting)

    def _check_safe(self, shapes: Sequence[TextShape]) -> None:
        """Readers know the box of the words; where corners are cut off, the words themselves count."""
        for shape in shapes:
            if isinstance(shape, GlyphRun):
                over = self._room.beyond_safe(ink_of(shape))
                if over > _NEAR:
                    said = f"{shape.text!r} is too close to the cut line"
                    self._press.findings.add(LayoutError(self._name, said, over_mm=over))

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


def _resize(style: TypeStyle, size: float) -> TypeStyle:
    return replace(style, size=size, smallest=min(size, style.smallest))


def _list_paths(element: Around) -> list[str]:
    """The fields that say whether, and how often, the elements inside are drawn."""
    over = [element.over] if isinstance(element, RepeatElement) else []
    return over + [condition.field for condition in element.when]


def _list_fields(fields: Fields, around: Sequence[Around]) -> Iterator[Fields]:
    """The fields for each time that something inside of these elements is drawn."""
    if not around:
        yield fields
        return
    element, *inner = around
    if not all(condition.holds(fields) for condition in element.when):
        return
    if isinstance(element, TurnedElement):
        yield from _list_fields(fields, inner)
        return
    for item in list_items(find_field(fields, element.over)):
        yield from _list_fields({**fields, ITEM: item}, inner)


def _texts_of(message: Message, fields: Fields) -> dict[str, str]:
    """The fields that a sentence has places for; KeyError for one that is not there or no text."""
    texts = {}
    for name in message.names:
        value = fields.get(name)
        if not isinstance(value, str):
            raise KeyError(name)
        texts[name] = value
    return texts


def _group(value: Field, wording: Wording) -> Field:
    """A long number as the language writes it.

    Where it has a narrow blank between groups, the font's own: display faces lack the narrow one, and
    between wide figures it is not seen.
    """
    if isinstance(value, str) and _LONG_NUMBER.fullmatch(value):
        return wording.write(int(value)).replace("\u202f", "\u00a0")
    return value
