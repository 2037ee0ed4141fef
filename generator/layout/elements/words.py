"""Drawer of texts in boxes, which are set for each piece; a group of texts has one size."""

from collections.abc import Sequence
from functools import cache, partial
from math import inf
from typing import TypeAlias

from generator.errors import LayoutError, Wrong
from generator.layout.elements.bilingual import arrange
from generator.layout.elements.covers import covers
from generator.layout.elements.drawer import Drawer, Fields, Room
from generator.layout.elements.texts import find_placeholders, make_filler
from generator.layout.press.press import Press
from generator.layout.shapes.effects import trace
from generator.layout.shapes.outlines import distance_to_cut
from generator.layout.text.bending import Track
from generator.layout.text.fitting import Setting
from generator.layout.text.placing import TextShape, ink_of
from generator.model.elements.template import (
    Element,
    GroupElement,
    RepeatElement,
    TurnedElement,
    WordsElement,
)
from generator.model.language.conditions import list_cells, parse_over
from generator.model.language.fields import INDEX, ITEM, list_roots
from generator.model.pieces import Form
from generator.model.style import TypeStyle
from generator.model.values import dataclass, field, replace
from generator.scene.shapes import GlyphRun, Shape, Transform, rotation

_NEAR = 0.05

Around: TypeAlias = RepeatElement | GroupElement | TurnedElement
"""An element that contains others."""


class SizeGroup:
    """Texts with one size: the largest at which all of them that are shown fit."""

    def __init__(self) -> None:
        self.members: list[tuple[WordsDrawer, tuple[Around, ...]]] = []
        """Drawers with the elements around them, the outermost first."""

    @property
    def names(self) -> frozenset[str]:
        """The fields of a piece on which the size depends."""
        found = [member.own_names for member, _ in self.members]
        for element in (element for _, around in self.members for element in around):
            found.append(list_roots(*element.when))
            if isinstance(element, RepeatElement):
                found.append(list_roots(parse_over(element.over)))
        return frozenset().union(*found) - {ITEM, INDEX}

    def find_size(self, fields: Fields) -> float:
        """Return the size for one piece, in mm."""
        return min(
            member.find_size(each)
            for member, around in self.members
            for each in _list_fields(fields, around)
            if member.element.is_shown(each)
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """The position of elements in their template."""

    around: tuple[Around, ...] = ()
    groups: dict[str, SizeGroup] = field(default_factory=dict)

    def inside(self, element: Around) -> "Scope":
        """Return the scope of the contents of an element."""
        return replace(self, around=(*self.around, element))


class WordsDrawer(Drawer[WordsElement]):
    """Drawer of a text."""

    patterned = ("say", "text", "role", "colour", "font", "stroke", "along")

    def __init__(self, press: Press, element: WordsElement, room: Room, scope: Scope) -> None:
        super().__init__(press, element, room)
        say, text, role, colour, font, self._stroke, self._along = self._patterns
        self._of_style = role, colour, font
        self._find_text = make_filler(press.wording, say, text, grouped=element.grouped)
        self._name = element.id or element.say or element.text
        self._find_style = cache(partial(_find_style, press, element))
        self._space = self.edges.width, self.edges.height, element.lines
        if element.say:
            self.own_names = self.own_names.union(find_placeholders(press.wording, say))
        self.above: tuple[Drawer[Element], ...] = ()
        """Drawers of later elements that may cover the text."""
        self._group: SizeGroup | None = None
        if element.alike:
            self._group = scope.groups.setdefault(element.alike, SizeGroup())
            self._group.members.append((self, scope.around))

    @property
    def names(self) -> frozenset[str]:
        return self.own_names | (self._group.names if self._group else frozenset())

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        text = self._find_text(fields)
        if not text:
            return ()
        left, top, _, _ = self.edges
        try:
            along = self._along.fill(fields)
            track = Track(along, self.edges.width, self.edges.height) if along else None
            setting = self._arrange(text, fields, track)
            if self._group is not None:
                style, size = setting.style, self._group.find_size(fields)
                style = replace(style, size=size, smallest=min(size, style.smallest))
                setting = setting._replace(style=style)
            if track:
                line = self.press.typesetter.set_in_box(setting, left=0, top=0)
                return self._outline(track.bend(line, left, top), fields)
            upright = self.element.upright
            shapes = self.press.typesetter.set_in_box(setting, left=left, top=top, upright=upright)
        except Wrong as error:
            self.press.findings.add(LayoutError(self._name, f"{error} of {text!r}", over_mm=0.0))
            return ()
        angle = self.find_angle(fields)
        if self.room.form is not None and not angle:
            self._check_safe(shapes, self.room.form)
        for other in self.above:
            self._check_covered(shapes, other.draw(fields), rotation(-angle, *self.edges.middle))
        return self._outline(shapes, fields)

    def _outline(self, shapes: Sequence[Shape], fields: Fields) -> Sequence[Shape]:
        """Return the shapes of text, with a line around its letters."""
        stroke = self._stroke.fill(fields)
        if not stroke:
            return shapes
        return (*trace(shapes, self.press.palette.ground(stroke), self.element.line), *shapes)

    def find_size(self, fields: Fields) -> float:
        """Return the size of the text without its group; infinity if it is empty."""
        text = self._find_text(fields)
        if not text:
            return inf
        setting = self._arrange(text, fields)
        size = self.press.typesetter.find_size(setting)
        return setting.style.smallest if size is None else size

    def _arrange(self, text: str, fields: Fields, track: Track | None = None) -> Setting:
        changed = (pattern.fill(fields) for pattern in self._of_style)
        style = self._find_style(*changed, self.find_under(fields))
        space = (track.length, inf, 1) if track else self._space
        return arrange(self.press, Setting(text, style, *space, self.element.align, self._name))

    def _check_safe(self, shapes: Sequence[TextShape], form: Form) -> None:
        """Check the distance to the cut line of a form without corners; readers check the boxes of others."""
        for shape in shapes:
            if isinstance(shape, GlyphRun):
                ink = ink_of(shape)
                over = form.safe - min(distance_to_cut(form, *at) for at in (*ink.corners, ink.middle))
                if over > _NEAR:
                    what = f"{shape.text!r} is too close to the cut line"
                    self.press.findings.add(LayoutError(self._name, what, over_mm=over))

    def _check_covered(self, shapes: Sequence[TextShape], others: Sequence[Shape], turn: Transform) -> None:
        for shape in shapes:
            if isinstance(shape, GlyphRun) and covers(others, ink_of(shape), turn):
                what = f"{shape.text!r} is covered by a later element; `over: true` allows this"
                self.press.findings.add(LayoutError(self._name, what, over_mm=0.0))
                return


def _find_style(
    press: Press, element: WordsElement, role: str, colour: str, font: str, under: str
) -> TypeStyle:
    """Return the style of a role, with what the element changes; `under` is the colour of its ground."""
    style = press.style(role, colour=colour, size=element.font_size)
    switches = {name: getattr(element, name) for name in ("bold", "italic", "hyphenate")}
    return replace(
        style,
        family=font or style.family,
        colour=press.palette.upon(style.colour, under),
        leading=element.line_height or style.leading,
        **{name: value for name, value in switches.items() if value is not None},
    )


def _list_fields(fields: Fields, around: Sequence[Around]) -> list[Fields]:
    """Return the fields for each time that the contents of these elements are drawn."""
    seen = [fields]
    for element in around:
        seen = [each for each in seen if element.is_shown(each)]
        if isinstance(element, RepeatElement):
            seen = [cell for each in seen for cell in list_cells(element.over, each)]
    return seen
