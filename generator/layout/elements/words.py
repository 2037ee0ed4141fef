"""Texts on pieces: each in its box, some in one size, or in stacks of blocks."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import product
from math import inf, sqrt
from typing import TypeAlias, cast

from generator.errors import Wrong, format_quote
from generator.layout.elements.blocks import (
    BlockSetter,
    StackedItem,
    list_blocks,
    measure_least,
    share_height,
    stack_items,
)
from generator.layout.elements.drawer import (
    NO_LETTERING,
    Drawer,
    Fields,
    Room,
    list_long_fields,
    list_placeholders,
    make_filler,
)
from generator.layout.press import Press, mirror_text
from generator.layout.shapes.outlines import distance_to_cut, rectangle, trace
from generator.layout.text.legibility import INTENDED
from generator.layout.text.paragraphs import Setting, TextPath, choose_size_by_height
from generator.model.elements.blocks import WordsBlock, list_fields, walk_blocks
from generator.model.elements.boxes import compute, list_cells, parse_over
from generator.model.elements.template import (
    Element,
    GroupElement,
    PartElement,
    RepeatElement,
    StackElement,
    Template,
    TurnedElement,
    WordsElement,
)
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.kit import Form
from generator.model.language.expressions import INDEX, ITEM, Pattern, list_roots
from generator.model.style import LEAST_TYPE, TypeStyle
from generator.model.texts.rich_text import plain, without_soft_hyphens
from generator.model.texts.wordings import below_each_other, in_one_line, is_joined
from generator.model.values import dataclass, field, replace
from generator.scene.shapes import (
    Colour,
    GlyphRun,
    Gradient,
    Group,
    Path,
    Shape,
    TextShape,
    Transform,
    ink_of,
    list_all,
    measure_bounds,
    move_segments,
    rotation,
    walk,
)
from generator.scene.svg_outline import contains, cut_up

Around: TypeAlias = RepeatElement | GroupElement | TurnedElement | PartElement
"""An element that contains others."""


class SizeGroup:
    """Texts with one size: the largest at which all of them that are shown fit."""

    def __init__(self) -> None:
        self.members: list[tuple[WordsDrawer, tuple[Around, ...]]] = []
        """Drawers with the elements around them, the outermost first."""

    @property
    def names(self) -> frozenset[str]:
        """The fields of a piece on which the size depends."""
        found = frozenset[str]()
        for member, around in self.members:
            names = member.element.list_outer(member.own_names)
            for element in reversed(around):
                if isinstance(element, RepeatElement):
                    names |= list_roots(parse_over(element.over))
                names = element.list_outer(names | list_roots(*element.when))
            found |= names - {ITEM, INDEX}
        return found

    def measure_size(self, fields: Fields) -> float:
        """Return the size for one piece, in mm."""
        return min(
            member.measure_size(each)
            for member, around in self.members
            for around_it in _list_fields(fields, around)
            for each in member.element.list_seen(around_it)
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """The position of elements in their template."""

    around: tuple[Around, ...] = ()
    groups: dict[str, SizeGroup] = field(default_factory=dict)
    pieces: Sequence[Fields] = ()
    """Fields of all pieces with this template."""

    def inside(self, element: Around) -> "Scope":
        """Return the scope of the contents of an element."""
        return replace(self, around=(*self.around, element))


_TITLE = "card_title"
"""Role of the texts that have one size in a deck."""
_STEPS = (1.0, 0.85, 0.72)
"""Sizes at which the longest title of a deck is tried on one line, as shares of the size of its role."""
_MOST_MEASURED = 64
"""Number of the longest titles of a deck that are measured."""


class DeckSize:
    """The size of a title on all pieces of a deck; a title that would need a much smaller one is alone."""

    def __init__(self, drawer: "WordsDrawer", scope: Scope) -> None:
        self._drawer, self._scope = drawer, scope

    @cached_property
    def size(self) -> float:
        """The largest step at which all are on one line, or else the largest size at which all fit; in mm."""
        with self._drawer.press.findings.muted():
            return self._measure()

    def _measure(self) -> float:
        titles = {
            text: seen
            for piece in self._scope.pieces
            for fields in _list_fields(piece, self._scope.around)
            for seen in self._drawer.element.list_seen(fields)
            if (text := self._drawer.fill_text(seen))
        }
        if not titles:
            return inf
        longest = [
            self._drawer.arrange(text, titles[text]) for text in sorted(titles, key=len)[-_MOST_MEASURED:]
        ]
        typesetter, full = self._drawer.press.typesetter, longest[0].style.size
        widest = max(typesetter.measure(one.text, one.style)[0] for one in longest)
        least = longest[0].style.smallest
        steps = [full * step for step in _STEPS if full * step >= min(least, full)]
        if fitting := [size for size in steps if widest * size / full <= longest[0].width + ROUNDING]:
            return fitting[0]
        sizes = [typesetter.measure_size(one) or 0.0 for one in longest]
        return min([size for size in sizes if size >= full * _STEPS[-1]], default=full)


_TOLERATED = 0.05
"""Distance in mm by which a text may be closer to the cut line."""


class WordsDrawer(Drawer[WordsElement]):
    """Drawer of a text, which is set anew for each piece."""

    patterned = ("say", "text", "role", "colour", "font", "stroke", "along", "scrim")

    def __init__(self, press: Press, element: WordsElement, room: Room, scope: Scope) -> None:
        super().__init__(press, element, room)
        say, text, role, colour, font, self._stroke, self._along, self._scrim = self._patterns
        along = element.along
        self._of_style = role, colour, font
        self._fixed_style = (
            None if any(each.has_places for each in self._of_style) else (role.text, colour.text, font.text)
        )
        self._is_plain = not (self._stroke.text or self._scrim.text or "overlap" in element.without)
        long = list_long_fields(scope.pieces) if element.grouped and "digits" not in element.without else ()
        self.fill_text = make_filler(press.wording, say, text, grouped=element.grouped, long=long)
        self._name = element.id or element.say or element.text
        self._style = cache(partial(_choose_style, press, element))
        self._space = self.edges.width, self.edges.height, element.lines
        if element.say:
            self.own_names = self.own_names.union(list_placeholders(press.wording, say))
        self.above: tuple[Drawer[Element], ...] = ()
        """Drawers of later elements that may cover the text."""
        self._group: SizeGroup | None = None
        if element.alike:
            self._group = scope.groups.setdefault(element.alike, SizeGroup())
            self._group.members.append((self, scope.around))
        # Texts of one style and in one box on all pieces can have one size.
        is_title = element.role == _TITLE and "alike" not in element.without and not (element.alike or along)
        may_share = is_title and self._fixed_style is not None
        self._deck = DeckSize(self, scope) if may_share and len(scope.pieces) > 1 else None

    @property
    def names(self) -> frozenset[str]:
        return super().names | (self._group.names if self._group else frozenset())

    @property
    def stays_in_box(self) -> bool:
        """True if the text is drawn once, in lines that are in its box; what does not fit is reported."""
        element = self.element
        return not (self._is_turned or self._along.text or element.each or element.tables)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        if not (text := self.fill_text(fields)):
            return ()
        left, top, right, _ = self.edges
        try:
            along = self._along.fill(fields)
            track = TextPath(along, self.edges.width, self.edges.height) if along else None
            setting = self.arrange(text, fields, track)
            if self._deck is not None and (most := self._deck.size) < setting.style.size:
                style = replace(setting.style, size=most, smallest=min(most, setting.style.smallest))
                setting = setting._replace(style=style)
            if self._group is not None:
                style, size = setting.style, self._group.measure_size(fields)
                style = replace(style, size=size, smallest=min(size, style.smallest))
                setting = setting._replace(style=style)
            if track:
                line = self.press.typesetter.set_in_box(setting, left=0, top=0)
                return self._outline(track.bend(line, left, top), fields)
            upright = self.element.upright
            shapes = self.press.typesetter.set_in_box(setting, left=left, top=top, upright=upright)
            if self.press.is_mirrored:
                # The complete layout is mirrored later, but words are not.
                shapes = tuple(mirror_text(shape, left + right) for shape in shapes)
        except Wrong as error:
            self.report(self._name, f"{error} of {format_quote(text)}")
            return ()
        angle = self.get_angle(fields)
        if self.room.form is not None and not angle:
            self._check_safe(shapes, self.room.form)
        for other in self.above:
            self._check_covered(shapes, other.draw(fields), rotation(-angle, *self.edges.middle))
        return self._outline(shapes, fields)

    def _outline(self, shapes: Sequence[Shape], fields: Fields) -> Sequence[Shape]:
        """Return the shapes of text, with a line around its letters, and a scrim behind it."""
        if self._is_plain:
            return shapes
        palette, stroke, scrim = self.press.palette, self._stroke.fill(fields), self._scrim.fill(fields)
        drawn: Sequence[Shape] = shapes
        if stroke:
            drawn = (*trace(shapes, palette.ground(stroke), self.element.line), *shapes)
        if scrim:
            drawn = (_draw_scrim(shapes, palette.ground(scrim), self.room.bounds), *drawn)
        return (Group(tuple(drawn), name=INTENDED),) if "overlap" in self.element.without else drawn

    def measure_size(self, fields: Fields) -> float:
        """Return the size of the text without its group; infinity if it is empty."""
        if not (text := self.fill_text(fields)):
            return inf
        setting = self.arrange(text, fields)
        size = self.press.typesetter.measure_size(setting)
        return setting.style.smallest if size is None else size

    def arrange(self, text: str, fields: Fields, track: TextPath | None = None) -> Setting:
        """Return how a text is set for one piece, along a track if there is one."""
        changed = self._fixed_style or tuple(pattern.fill(fields) for pattern in self._of_style)
        style = self._style(*changed, self.get_under(fields))
        space = (track.length, inf, 1) if track else self._space
        element = self.element
        if track:
            style = replace(style, without=(*style.without, "narrow", "hang"))
        setting = Setting(text, style, *space, element.align, self._name, element.direction)
        return choose_arrangement(self.press, setting)

    def _check_safe(self, shapes: Sequence[TextShape], form: Form) -> None:
        """Check the distance to the cut line of a form without corners; readers check the boxes of others."""
        for shape in shapes:
            if isinstance(shape, GlyphRun):
                ink = ink_of(shape)
                over = form.safe - min(distance_to_cut(form, *at) for at in (*ink.corners, ink.middle))
                if over > _TOLERATED:
                    self.report(
                        self._name, f"{format_quote(shape.text)} is too close to the cut line", over_mm=over
                    )

    def _check_covered(self, shapes: Sequence[TextShape], others: Sequence[Shape], turn: Transform) -> None:
        for shape in shapes:
            if isinstance(shape, GlyphRun) and _covers(others, ink_of(shape), self.edges, turn):
                what = f"{format_quote(shape.text)} is covered by a later element; `over: true` allows this"
                self.report(self._name, what)
                return


def _choose_style(
    press: Press, element: WordsElement, role: str, colour: str, font: str, under: str
) -> TypeStyle:
    """Return the style of a role, with what the element changes; `under` is the colour of its ground.

    Without a colour of its own, a text that would be hard to read is in the colour of ink or of paper.
    """
    style = press.style(role, colour=colour, size=element.font_size)
    chosen = press.palette.upon(style.colour, under)
    if under and not colour and "contrast" not in element.without:
        chosen = press.palette.choose_readable(chosen, under)
    return replace(
        NO_LETTERING.changed(element, font).change(style),
        colour=chosen,
        hyphenate=style.hyphenate if element.hyphenate is None else element.hyphenate,
    )


def _list_fields(fields: Fields, around: Sequence[Around]) -> list[Fields]:
    """Return the fields for each time that the contents of these elements are drawn."""
    seen = [fields]
    for element in around:
        seen = [inner for each in seen for inner in element.list_seen(each)]
        if isinstance(element, RepeatElement):
            seen = [cell for each in seen for cell in list_cells(element.over, each)]
    return seen


_SMALLER = 0.8
"""Smallest size of a text in two languages, as a share of the smallest size of its role."""
_SMALLEST_ROLE = "fine_print"
"""The role whose smallest size is the last resort for two languages."""
_LEADING = 1.1
"""Leading for two languages that do not fit otherwise; descenders still clear the capitals below."""


def choose_arrangement(press: Press, setting: Setting) -> Setting:
    """Return the setting in which a text in two languages is largest; other texts are returned unchanged.

    The languages are on one line or one below the other, or in running text if neither fits. Each may have as
    many lines as a single language. If nothing fits, the smallest setting is returned.
    """
    joined, style = setting.text, setting.style
    if not is_joined(joined) or press.wording.languages == 1:
        return setting
    most_lines = setting.most_lines * press.wording.languages
    beside, below = (in_one_line(joined), 1), (below_each_other(joined), most_lines)
    separate = (below, beside) if below[0] == joined else (beside, below)
    floor = min(style.smallest, press.style(_SMALLEST_ROLE).smallest)
    style = replace(style, smallest=max(style.smallest * _SMALLER, floor))
    closer = replace(style, leading=min(style.leading, _LEADING))
    smallest = replace(closer, smallest=floor)
    # Closer lines are read more easily than smaller type.
    legible = min(style.size, max(style.smallest, LEAST_TYPE))
    first = (replace(style, smallest=legible), replace(closer, smallest=legible))
    running = ((in_one_line(joined), most_lines),)
    for tried, texts in product((*first, style, closer, smallest), (separate, running)):
        settings = [setting._replace(text=text, style=tried, most_lines=lines) for text, lines in texts]
        sizes = [press.typesetter.measure_size(arranged) or 0.0 for arranged in settings]
        if any(sizes):
            chosen, least = settings[sizes.index(max(sizes))], min(tried.smallest, style.smallest)
            return chosen._replace(style=replace(chosen.style, smallest=least))
    return setting._replace(style=smallest, most_lines=most_lines)


_SOLID, _LEAST_LENGTH = 0.9, 0.3
"""Minimum opacity of what covers, and minimum length of a line over letters, in mm."""
_MOST_KEPT = 500
"""Maximum number of shapes that are known to be beside a text."""


_SCRIM, _FADE = 0.7, 1.5
"""Opacity of a scrim behind its text; type sizes over which it fades away above and below."""


def _draw_scrim(shapes: Sequence[Shape], colour: Colour, bounds: Rectangle) -> Path:
    """Return a band behind a text, which fades away above and below it."""
    box = measure_bounds(shapes)
    fade = _FADE * max(run.size for run in list_all(GlyphRun, shapes))
    top, bottom = box.top - fade, box.bottom + fade
    clear, full = (Colour(*colour.rgb, alpha) for alpha in (0.0, _SCRIM * colour.alpha))
    inner = fade / (bottom - top)
    stops = (0.0, clear), (inner, full), (1 - inner, full), (1.0, clear)
    upper, lower = max(top, bounds.top), min(bottom, bounds.bottom)
    outline = rectangle(bounds.left, upper, bounds.width, lower - upper)
    return Path(outline, Gradient(stops, (0.0, top), (0.0, bottom)))


def _covers(shapes: Sequence[Shape], ink: Rectangle, room: Rectangle, by: Transform) -> bool:
    """Return True if shapes hide a part of a box; `by` maps their coordinates to those of the box.

    Shapes that hide no part of a room, in which the box of most texts is, are looked at once.
    """
    is_inside = ink.beyond(room) == 0
    return any(
        _hides(path, ink) for path in _list_solid(shapes, by) if not (is_inside and _misses(path, room))
    )


@lru_cache(maxsize=_MOST_KEPT)
def _misses(path: Path, room: Rectangle) -> bool:
    """Return True if no edge of a path is in a box, nor the box in its area."""
    parts = [*cut_up(path.segments)]
    near = room.grown(path.stroke.width / 2 if path.stroke else 0.0)
    is_cut = any(near.cut(start, end) > 0 for start, end in parts)
    return not is_cut and not (path.fill and contains(parts, room.middle))


def _list_solid(shapes: Sequence[Shape], by: Transform) -> Iterator[Path]:
    for shape, transform, around in walk(shapes, by=by):
        groups = [placed.shape for placed in around if isinstance(placed.shape, Group)]
        if isinstance(shape, Path) and all(group.opacity > _SOLID and not group.clip for group in groups):
            yield Path(move_segments(transform, shape.segments), shape.fill, shape.stroke)


def _hides(path: Path, ink: Rectangle) -> bool:
    parts = [*cut_up(path.segments)]
    if path.stroke and _is_solid(path.stroke.colour):
        box = ink.grown(path.stroke.width / 2)
        if sum(box.cut(start, end) for start, end in parts) > _LEAST_LENGTH:
            return True
    (x, y), reach = ink.middle, ink.width * 0.45
    return _is_solid(path.fill) and any(contains(parts, (x + reach * side, y)) for side in (-1, 0, 1))


def _is_solid(paint: object) -> bool:
    return isinstance(paint, Colour) and paint.alpha > _SOLID


_FULL_SIZE = 10.0
"""Type size in mm that represents the full size of a stack: the steps of fitting are fine enough for it."""


class StackDrawer(Drawer[StackElement]):
    """Drawer of a stack in a box."""

    def __init__(self, press: Press, element: StackElement, room: Room, scope: object = None) -> None:
        super().__init__(press, element, room)
        parts = [*walk_blocks((element,))]
        keys = [Pattern(part.say) for part in parts if isinstance(part, WordsBlock) and part.say]
        names = [list_fields(element), *(list_placeholders(press.wording, key) for key in keys)]
        self.own_names = self.own_names.union(*names)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        press, element, (left, top, _, _), height = self.press, self.element, self.edges, self.edges.height
        shown = list_cells(element.over, fields) if element.over else [fields]

        width = self.edges.width

        tried: dict[float, list[StackedItem]] = {}

        def lay_out(size: float) -> list[StackedItem]:
            return BlockSetter(press, scale=size / _FULL_SIZE).list_stacked(element, width, blocks)

        def measure_over(size: float) -> float:
            placed = press.findings.attempt(lambda: lay_out(size))
            if placed is None:
                return inf
            tried[size] = placed
            # The height of a text grows with the square of its size.
            return sqrt(max(measure_least(placed, height), 0.0)) - sqrt(max(height + ROUNDING, 0.0))

        least = _FULL_SIZE * _find_least_scale(press, element)
        thing = element.id or "stack"
        try:
            # They are the same in all sizes.
            blocks = [*list_blocks(element, shown)]
            size = choose_size_by_height(_FULL_SIZE, least, measure_over) or least
            placed = tried.get(size) or lay_out(size)
            block = stack_items(share_height(placed, width, height))
        except Wrong as error:
            self.report(thing, str(error))
            return ()
        over = block.height - height
        if over > ROUNDING:
            self.report(thing, "the blocks are too tall together", over_mm=over)
        share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[element.upright]
        name = INTENDED if "overlap" in element.without else ""
        return (block.at(left, top - over * share, name=name),)


def _find_least_scale(press: Press, stack: StackElement) -> float:
    """Return the smallest scale of the type of a stack: that of the roles, or of `smallest` in the stack."""
    roles = press.kit.theme.type.values()
    parts = [part for part in walk_blocks((stack,)) if hasattr(part, "smallest")]
    floors: list[float] = [part.smallest for part in parts if part.smallest]
    sizes: list[float] = [part.font_size for part in parts if part.font_size] or [
        style.size for style in roles
    ]
    own = [min(floors) / max(sizes)] if floors else []
    return min([*(style.smallest / style.size for style in roles), *own])


_BETWEEN = " \u00a0\u202f:.,;-\N{EN DASH}\N{EM DASH}\N{FULLWIDTH COLON}\N{IDEOGRAPHIC COMMA}"
"""Characters between the name of a game and that of a part."""


def choose_title(press: Press, template: Template, fields: Fields) -> str:
    """Return the text in the largest type that a piece shows, in one line, or else the largest number.

    It is empty if the piece has neither.
    """
    titles: list[tuple[bool, float, str]] = []
    for element, seen in _list_words(template.elements, fields):
        text = make_filler(press.wording, Pattern(element.say), Pattern(element.text))(seen)
        text = in_one_line(text) if press.wording.languages > 1 else text
        text = " ".join(without_soft_hyphens(plain(text)).split())
        if any(map(str.isalnum, text)):
            size = press.style(Pattern(element.role).fill(seen), size=element.font_size).size
            titles.append((any(map(str.isalpha, text)), size, text))
    return max(titles, key=lambda title: title[:2], default=(False, 0.0, ""))[2]


def shorten_title(title: str, game: str) -> str:
    """Return the title of a part without the name of the game before it, with a capital: `City cards`."""
    rest = title.removeprefix(game).lstrip(_BETWEEN) if title.startswith(game) else ""
    return rest[:1].upper() + rest[1:] or title


_TITLED = (WordsElement, GroupElement, PartElement)


def _list_words(elements: Iterable[Element], fields: Fields) -> Iterator[tuple[WordsElement, Fields]]:
    """Yield the texts of a piece, without those of repeats, with the fields that they see."""
    for element in elements:
        for seen in element.list_seen(fields) if isinstance(element, _TITLED) else ():
            if isinstance(element, WordsElement):
                yield cast(WordsElement, compute(element, seen)), seen
            elif isinstance(element, GroupElement | PartElement):
                yield from _list_words(element.draw, seen)
