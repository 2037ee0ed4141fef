"""The press: draws the texts, icons, and symbols of one kit in one locale, for all layouts."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache, partial
from math import inf
from typing import Any, Protocol, TypeVar, cast

from generator.errors import GeneratorError, LayoutError, MissingGlyph, PrintWarning, WrittenPlace
from generator.layout.shapes.outlines import Block, circle, line, outlined, rounded, stroked
from generator.layout.shapes.palette import IconSet, Palette
from generator.layout.text.paragraphs import Setting, TextAnchor, TextBlock, VerticalAnchor, quote_briefly
from generator.layout.text.trace import AskedTexts, TextTrace
from generator.layout.text.typesetter import Typesetter
from generator.layout.text.words import first_script
from generator.model.elements.areas import PlacedArea
from generator.model.elements.blocks import Figure
from generator.model.elements.template import BoardElement, DrawingBlock
from generator.model.geometry import Point, Rectangle
from generator.model.kit import Form, Kit, Piece, PieceSet
from generator.model.language.expressions import LANGUAGES, Field
from generator.model.language.kinds import Aligned
from generator.model.style import RUNNING_ROLES, MarkStyle, Theme, TypeStyle
from generator.model.texts.wordings import Wording, below_each_other, in_one_line
from generator.model.values import dataclass, replace
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import (
    GlyphRun,
    Gradient,
    Group,
    Path,
    Picture,
    Shape,
    Symbol,
    Tag,
    TextShape,
    Use,
    compose_transforms,
    measure_run,
    move_segments,
)

T = TypeVar("T")

_HEADINGS: Mapping[str, Tag] = {"title": "h1", "heading": "h2", "subheading": "h3"}
"""Tags of texts by their type role; others are paragraphs."""
_TURNED: Mapping[TextAnchor, TextAnchor] = {"start": "end", "middle": "middle", "end": "start"}


@dataclass(frozen=True, slots=True, eq=False)
class FigureSize:
    """The press that draws figures, with the type of the cards and boards in them, and their size."""

    press: "Press"
    most: float = inf
    """Maximum width in mm, before they are scaled."""
    scale: float = 1.0


class Press:
    """Factory for texts, icons, and symbols of one kit and locale, in mm.

    `wordless` has the symbols that presses of the same kit in several languages share. `findings` collects
    the errors; without it, they are raised at once. `palette` is that of full colours, or one that saves ink.
    """

    def __init__(
        self,
        kit: Kit,
        *,
        locale: str,
        fonts: FontLibrary,
        higher: "Higher",
        wordless: dict[str, Symbol] | None = None,
        findings: "LayoutFindings | None" = None,
        palette: type[Palette] = Palette,
    ) -> None:
        self.higher = higher
        self.findings = findings or LayoutFindings()
        self.kit = kit
        self.wording = kit.wordings[locale]
        self.palette = palette(kit.theme)
        self.icons = IconSet(kit.icons, self.wording)
        if trace := self.findings.trace:
            key, own = ("icons", id(kit.icons)), (self.icons, True)
            self.icons = self.icons.sharing(trace.recall(key, self.wording, lambda: own, kit.icons))
        self.typesetter = Typesetter(
            fonts,
            colours=self.palette,
            icons=self.icons,
            language=self.wording.tag,
            direction=self.wording.direction,
            report=self.findings.add,
            warn=self.findings.warn,
            has_quotes=kit.quotes == "smart",
            text_direction=kit.direction,
            is_trying=self.findings.is_trying,
            scripts=kit.theme.scripts,
            other_language=next((wording.tag for wording in self.wording.each[1:]), ""),
            is_traced=self.findings.trace is not None,
        )
        scripts = (first_script(wording.name) for wording in self.wording.each)
        self._line_height = max(kit.theme.scripts.get(script, 1.0) for script in scripts)
        """Distance of lines in the scripts of the languages, as a multiple of that of other text."""
        self.most_kept = 200
        """Number of sides of a deck that are kept for pages of another size."""
        self.is_mirrored = False
        self.zoom = 1.0
        """Scale at which everything is drawn afterwards, which does not change the size of texts."""
        self._made: dict[Hashable, tuple[Any, AskedTexts]] = {}
        self._last: tuple[Hashable, Any] = (None, None)
        self._open_figures: list[Figure] = []
        """The figures that are being drawn now, the outermost first."""
        self._wordless = {} if wordless is None else wordless
        self._style = cache(self._make_style)
        self.figures = FigureSize(self)
        """How figures are drawn, which is another way in large print."""
        self._renewed = partial(
            Press,
            fonts=fonts,
            higher=higher,
            wordless=self._wordless,
            findings=self.findings,
            palette=palette,
        )

    def in_reading_order(self) -> "Press":
        """Return the press for layouts that follow the reading direction.

        They are laid out from left to right, and the complete layout is mirrored once, by `turn`; `keep`
        excludes the parts that must not be mirrored.
        """
        if self.wording.direction == "ltr" or self.is_mirrored:
            return self
        mirrored = copy(self)
        mirrored.is_mirrored = True
        is_own = self.figures.press is self
        shown = mirrored if is_own else self.figures.press.in_reading_order()
        mirrored.figures = replace(self.figures, press=shown)
        return mirrored

    def zoomed(self, zoom: float) -> "Press":
        """Return the press for shapes that are drawn at a scale, with type of the same size as elsewhere."""
        zoomed = copy(self)
        zoomed.zoom = self.zoom * zoom
        return zoomed

    def by_language(self) -> tuple["Press", ...]:
        """Return a press for each of the languages."""
        if self.wording.languages == 1:
            return (self,)
        singles = (self._renewed(self.kit, locale=wording.locale) for wording in self.wording.each)
        return tuple(map(self._resize_figures, singles))

    def with_theme(self, theme: Theme, palette: type[Palette], *, most: float, scale: float) -> "Press":
        """Return the press with other type; figures are at most `most` mm wide, and drawn at a scale."""
        made = self._renewed(replace(self.kit, theme=theme), locale=self.wording.locale, palette=palette)
        made.figures = FigureSize(self, most, scale)
        return made

    def with_wordings(self, wordings: Mapping[str, Wording]) -> "Press":
        """Return the press with other texts."""
        made = self._renewed(replace(self.kit, wordings=wordings), locale=self.wording.locale)
        resized = self._resize_figures(made)
        return resized.in_reading_order() if self.is_mirrored else resized

    def _resize_figures(self, single: "Press") -> "Press":
        if self.figures.press is not self:
            plain = single._renewed(self.figures.press.kit, locale=single.wording.locale)
            single.figures = replace(self.figures, press=plain)
        return single

    def turn(self, shapes: Iterable[Shape], width: float) -> tuple[Shape, ...]:
        """Return shapes that were laid out in reading order, mirrored within this width if necessary."""
        return mirror(shapes, width) if self.is_mirrored else tuple(shapes)

    def keep(self, draw: Callable[["Press"], Block]) -> Block:
        """Draw a block that is the same in every reading direction, such as a board."""
        if not self.is_mirrored:
            return draw(self)
        upright = copy(self)
        upright.is_mirrored = False
        block = draw(upright)
        return replace(block, shapes=mirror(block.shapes, block.width))

    def format(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """Return the text of a key, or a text that is no key in this language; empty for an empty key."""
        is_text = values is None and key not in self.wording
        return self.wording.translate(key) if is_text else self.wording.format(key, values)

    def name_part(self, id: str) -> dict[str, str]:
        """Return the fields that everything drawn on a board or a sheet knows."""
        return {"id": id, **self.language_count}

    @property
    def language_count(self) -> dict[str, str]:
        """The field with the number of languages, which all templates of pages know."""
        return {LANGUAGES: str(self.wording.languages)}

    def mark(self, name: str) -> MarkStyle:
        """Return the style of a mark."""
        return self.kit.theme.marks[name]

    def style(
        self,
        role: str,
        *,
        colour: str = "",
        size: float = 0.0,
        smallest: float = 0.0,
        scale: float = 1.0,
        bold: bool = False,
    ) -> TypeStyle:
        """Return the type style of a role, with changes."""
        return self._style(role, colour, (size, smallest), scale, bold, self.zoom)

    def _make_style(
        self, role: str, colour: str, sizes: tuple[float, float], scale: float, bold: bool, zoom: float
    ) -> TypeStyle:
        style, (size, least) = self.kit.theme.type[role], sizes
        largest, smallest = style.size / zoom, least or style.smallest / zoom
        if size:
            largest, smallest = size, min(size, smallest)
        if scale != 1.0:
            largest = max(largest * scale, smallest)
        colour, bold = colour or style.colour, bold or style.bold
        leading = style.leading * self._line_height
        running = role in RUNNING_ROLES if style.running is None else style.running
        return replace(
            style,
            size=largest,
            smallest=smallest,
            leading=leading,
            colour=colour,
            bold=bold,
            running=running,
        )

    def line(
        self,
        text: str,
        role: str,
        *,
        x: float = 0.0,
        y: float = 0.0,
        anchor: TextAnchor = "start",
        upright: VerticalAnchor = "baseline",
        max_width: float = inf,
        colour: str = "",
        size: float = 0.0,
        thing: str = "",
    ) -> TextBlock:
        """Set a text in one line with its anchor at (x, y).

        From `start`, it extends towards greater x in every direction of writing.
        """
        # Lines belong to what is around running text, and are scaled with it.
        real = self if self.zoom == 1.0 else self.zoomed(1 / self.zoom)
        style = real.style(role, colour=colour, size=size)
        if self.wording.languages > 1:
            text = in_one_line(text)
        placed = _TURNED[anchor] if self.wording.direction == "rtl" else anchor
        setting = Setting(text, style, max_width, thing=self.name(thing or "a line"))
        set_line = partial(self.typesetter.set_line, setting, anchor=placed, vertical=upright)
        block = self.recall(("line", setting, placed, upright), set_line)
        if self.is_mirrored:
            ends = {"start": block.width, "middle": 0.0, "end": -block.width}[anchor]
            block = block._replace(shapes=tuple(mirror_text(shape, ends) for shape in block.shapes))
        return block._replace(shapes=block.at(x, y))

    def centred(self, text: str, role: str, middle: Point, **options: Any) -> tuple[TextShape, ...]:
        """Set a text in one line around a point, with the options of `line`."""
        return self.beside(text, role, middle, anchor="middle", **options).shapes

    def beside(self, text: str, role: str, start: Point, **options: Any) -> TextBlock:
        """Set a text in one line from a point at half its height, with the options of `line`."""
        return self.line(text, role, x=start[0], y=start[1], upright="middle", **options)

    def text(self, text: str, role: str, *, width: float, **options: Any) -> Block:
        """Set a text in lines, as a block of this width; the options are those of `_make_setting`.

        Labels in two languages that are too long for one line are broken between the languages.
        """
        block = self._set_text(self._make_setting(text, role, width=width, **options))
        shapes = self.turn(block.shapes, width)
        lines = int(block.lines) if block.lines == int(block.lines) else 0
        return Block((Group(shapes, tag=_HEADINGS.get(role, "p")),), width, block.height, lines)

    def measure_size(self, text: str, role: str, *, width: float, **options: Any) -> float:
        """Return the size at which `text` would set a text, for neighbours of the same size."""
        return self._set_text(self._make_setting(text, role, width=width, **options)).size

    def _make_setting(
        self,
        text: str,
        role: str,
        *,
        width: float,
        align: Aligned = "start",
        max_height: float = inf,
        colour: str = "",
        size: float = 0.0,
        smallest: float = 0.0,
        scale: float = 1.0,
        bold: bool = False,
        change: Callable[[TypeStyle], TypeStyle] | None = None,
        most: float = inf,
        thing: str = "",
    ) -> Setting:
        """Return a text in the style of a role, which `change` may change; `most` is the maximum size."""
        style = self.style(role, colour=colour, size=size, smallest=smallest, scale=scale, bold=bold)
        style = change(style) if change else style
        if most < style.size:
            style = replace(style, size=most, smallest=min(most, style.smallest))
        return Setting(text, style, width, max_height, align=align, thing=thing)

    def _set_text(self, setting: Setting) -> TextBlock:
        text = setting.text
        if self.wording.languages > 1 and self.typesetter.measure(text, setting.style)[0] > setting.width:
            text = below_each_other(text)
        named = setting._replace(text=text, thing=self.name(setting.thing or quote_briefly(text)))
        return self.recall(("text", named), lambda: self.typesetter.set_text(named))

    def icon(self, name: str, x: float, y: float, edge: float, *, colour: str) -> tuple[Use, ...]:
        """Draw an icon in a square box with its top left corner at (x, y)."""
        chosen = self.icons.choose(name, self.palette[colour])
        return (self.icons.place(name, chosen, Rectangle(x, y, x + edge, y + edge)),)

    def rule(self, left: float, right: float, y: float, colour: str, width: float) -> Path:
        """Draw a horizontal line with round ends."""
        return stroked(line(left, y, right, y), self.palette[colour], width)

    def wordless_symbol(self, name: str, draw: Callable[[], Symbol]) -> Symbol:
        """Return a symbol without texts, which is drawn once for all languages of a run."""
        if name not in self._wordless:
            before, symbol = self.findings.count, self.recall(("wordless", name), draw)
            if self.findings.count > before:
                return symbol
            self._wordless[name] = symbol
        return self._wordless[name]

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a block or symbol that is made once; `key` has everything it depends on.

        Results with errors are not kept, to be reported again.
        """
        key, trace = (key, self.is_mirrored), self.findings.trace
        if key in self._made:
            made, asked = self._made[key]
            if trace:
                trace.note_again(self.wording, asked)
            return cast("T", made)
        before, since = self.findings.count, trace.asked if trace else 0
        made = make()
        if self.findings.count == before:
            self._made[key] = made, trace.list_asked(since) if trace else ()
        return made

    def recall(self, key: Hashable, make: Callable[[], T], holds: object = None) -> T:
        """Return what an earlier layout for a screen has made, if its texts are the same; otherwise make it.

        The result must not depend on this press. `key` has everything it depends on; `holds` are the objects
        whose identity is in it.
        """
        findings = self.findings
        if findings.trace is None:
            return make()

        def make_with_findings() -> tuple[T, bool]:
            before = findings.count, findings.warnings
            made = make()
            return made, before == (findings.count, findings.warnings)

        theme = self.kit.theme
        own = self.wording.locale, self.is_mirrored, self.zoom, id(theme), type(self.palette)
        whole = (key, own, findings.is_trying())
        return findings.trace.recall(whole, self.wording, make_with_findings, (theme, holds))

    def again(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made last if it had this key, such as for another size of paper, or make it."""
        if self._last[0] != key:
            self._last = key, make()
        return cast("T", self._last[1])

    @contextmanager
    def opened(self, figure: Figure) -> Iterator[None]:
        """Draw a figure within the block; raises LayoutError if it is being drawn already."""
        if any(figure is other for other in self._open_figures):
            raise LayoutError(self.name("a figure"), "shows itself", over_mm=0.0)
        self._open_figures.append(figure)
        try:
            yield
        finally:
            self._open_figures.pop()

    def name(self, thing: str) -> str:
        """Return the name of a part with its kit and locale, for errors."""
        return self.kit.name(thing, self.wording.locale)

    def report(self, thing: str, what: str, *, over_mm: float, paper: str = "") -> None:
        """Add a LayoutError to the findings: part of a thing is too large by `over_mm`."""
        self.findings.add(LayoutError(self.name(thing), what, over_mm=over_mm, paper=paper))


@dataclass(frozen=True, slots=True)
class PressedPiece:
    """The piece that is drawn, as errors name it."""

    id: str
    about: str
    """Its name, with its part and language."""
    locate: Callable[..., WrittenPlace | None]
    """Finds where it is written, or the first of some of its fields."""
    fields: Mapping[str, Field]

    def name(self, error: GeneratorError) -> None:
        """Give an error the name of the piece, and the place of the field that causes it."""
        names: Iterable[str] = ()
        if isinstance(error, LayoutError | PrintWarning):
            names = re.findall(r"\w+", error.thing)
        elif isinstance(error, MissingGlyph):
            wanted = {*error.characters}
            names = [name for name, value in self.fields.items() if not wanted.isdisjoint(str(value))]
        error.about, error.place, error.origin = self.about, self.locate(*names), (self.id,)


class LayoutFindings:
    """Collects the errors of a layout, and warnings.

    Code that detects an error adds it and continues as well as possible: text is set at its smallest size and
    overflows. Without `collects`, an error is raised when it is added.
    """

    def __init__(
        self, *, collects: bool = False, has_preflight: bool = False, trace: TextTrace | None = None
    ) -> None:
        """`has_preflight`: the pages are for a service, and are inspected when they are finished.

        `trace` notes which texts are set.
        """
        self.trace = trace
        self.piece: PressedPiece | None = None
        """The piece that is drawn now."""
        self.place = ""
        """Name of the place of an area that is drawn now: `cell b2`."""
        self.origin: tuple[str | int, ...] = ()
        """Path in the file of the part to the section, area, or block that is laid out now."""
        self.count = 0
        """Number of errors that were added, including duplicates."""
        self.warnings = 0
        """Number of warnings that were added, including duplicates."""
        self._collects, self._has_preflight = collects, has_preflight
        self._tries = self._is_muted = False
        self._errors: dict[str, GeneratorError] = {}

    @contextmanager
    def at(self, *origin: str | int) -> Iterator[None]:
        """Give errors within the block this path in the file of the part."""
        # What a figure shows is laid out for its block.
        before, self.origin = self.origin, self.origin or origin
        try:
            yield
        finally:
            self.origin = before

    @contextmanager
    def naming(self, place: str) -> Iterator[None]:
        """Name a place of an area in errors within the block."""
        before, self.place = self.place, place
        try:
            yield
        finally:
            self.place = before

    @contextmanager
    def muted(self) -> Iterator[None]:
        """Report nothing of texts that are only measured within the block: each is set where it belongs."""
        before, self._is_muted = self._is_muted, True
        try:
            yield
        finally:
            self._is_muted = before

    def add(self, error: GeneratorError) -> None:
        """Keep an error; duplicates are ignored."""
        if self._is_muted:
            return
        error.origin = self.origin
        self._name(error)
        if not self._collects or (self._tries and isinstance(error, LayoutError)):
            raise error
        self.count += 1
        self._errors.setdefault(str(error), error)

    def warn(
        self,
        message: str,
        *,
        mistake: Hashable = None,
        written: str = "",
        thing: str = "",
        is_in_preflight: bool = False,
    ) -> None:
        """Keep a warning, after the place where the current piece is written; duplicates are ignored.

        Warnings with equal `mistake` are one. `written` is the text in the file that causes it, which is the
        same for all pieces; `thing` names the text on the piece. `is_in_preflight`: a preflight reports the
        same with the limits of the service.
        """
        if self._collects and not (self._is_muted or (is_in_preflight and self._has_preflight)):
            self.warnings += 1
            warning = PrintWarning(message, mistake=mistake, written=written, thing=thing)
            warning.origin = self.origin
            self._name(warning)
            if written and self.piece:
                warning.about = warning.about.removesuffix(f" {self.piece.id}")
            self._errors.setdefault(str(warning), warning)

    def _name(self, error: GeneratorError) -> None:
        """Give an error the names of the piece and of the place that are drawn now."""
        if self.piece:
            self.piece.name(error)
        error.about = f"{error.about} {self.place}".strip()

    def attempt(self, lay_out: Callable[[], T]) -> T | None:
        """Return the result of a layout, or None if something does not fit, which is then not an error."""
        tries, self._tries = self._tries, True
        try:
            return lay_out()
        except LayoutError:
            return None
        finally:
            self._tries = tries

    def is_trying(self) -> bool:
        """Return True while a layout is attempted, so that nothing too large is made to fit."""
        return self._tries

    def take(self) -> tuple[GeneratorError, ...]:
        """Return the errors and warnings since the last call."""
        errors = tuple(self._errors.values())
        self._errors.clear()
        return errors


@dataclass(frozen=True, slots=True)
class AreaRequest:
    """An area of a board or a piece, to be drawn in the box in which its positions are."""

    area: PlacedArea
    box: Rectangle
    name: str
    """Id of the board or piece, for errors."""
    taken: tuple[Rectangle, ...] = ()
    """Boxes of what is drawn over the area, where no label may be."""
    bleed: float = 0.0


class Higher(Protocol):
    """The layouts on higher floors that blocks and elements contain, in mm."""

    def draw_elements(
        self, press: Press, drawing: DrawingBlock, width: float, height: float, fields: Mapping[str, Field]
    ) -> Block:
        """Draw the elements of a drawing for the fields of a piece."""

    def draw_figure(self, press: Press, figure: Figure, width: float) -> Block:
        """Draw a figure; raises LayoutError for one of a piece or a sheet on which it is itself."""

    def draw_detail(self, press: Press, detail: BoardElement, width: float, height: float) -> Block:
        """Draw a detail of a board; raises UnknownName for an unknown board or place."""

    def draw_area(self, press: Press, request: AreaRequest) -> Block:
        """Draw an area of a board or a piece."""


_GAP_BETWEEN_ICONS = 1.0


def measure_icons(count: int, edge: float) -> float:
    """Return the width of icons side by side, in mm."""
    return count * (edge + _GAP_BETWEEN_ICONS) - _GAP_BETWEEN_ICONS if count else 0.0


def draw_icons(
    press: Press, icons: Sequence[str], *, room: float, y: float, edge: float, colour: str = "primary"
) -> list[Shape]:
    """Draw icons side by side in the middle of a room that begins at the left edge."""
    shapes: list[Shape] = []
    x = (room - measure_icons(len(icons), edge)) / 2
    for icon in icons:
        shapes += press.icon(icon, x, y, edge, colour=colour)
        x += edge + _GAP_BETWEEN_ICONS
    return shapes


def draw_badge(press: Press, mark: str, *, diameter: float, colour: str = "primary") -> Block:
    """Draw the icon of a mark in a ring."""
    radius, edge = diameter / 2, diameter * 0.58
    inset = (diameter - edge) / 2
    ring = outlined(circle(radius, radius, radius - 0.2), press.palette["paper"], press.palette[colour], 0.4)
    icon = press.icon(press.mark(mark).icon, inset, inset, edge, colour=colour)
    return Block((*ring, *icon), diameter, diameter)


def draw_dots(press: Press, count: int, *, diameter: float, gap: float) -> Block:
    """Draw a row of empty rings, which players cross out."""
    radius = diameter / 2
    shapes: list[Shape] = []
    for index in range(count):
        ring = circle(radius + index * (diameter + gap), radius, radius - 0.12)
        shapes += outlined(ring, press.palette["paper"], press.palette["accent"], 0.24)
    return Block(tuple(shapes), count * (diameter + gap) - gap if count else 0.0, diameter)


TAB_HEIGHT, TAB_RADIUS = 6.6, 2.6
CORNER_HANDLE = 0.4477
"""Distance of handles from rounded corners, as a share of the radius."""
_TAB_ICON, _TAB_INSET = 4.6, 2.2
"""Size of an icon, and its distance from the start of its tab; titles are further from both ends."""
TITLE_INSET = _TAB_INSET + _TAB_ICON + 1.4
"""Start of a title after its icon."""


def lay_out_tab(
    press: Press, *, title: str, icon: str, most: float, tag: Tag = "h2", fills: bool = False
) -> Block:
    """Lay out a title in the theme's main colour, with the round corners of the panel it is part of.

    With `fills`, it is a bar as wide as possible, with round corners at the top.
    """
    left = TITLE_INSET if icon else _TAB_INSET + 0.6
    room, start = most - left - _TAB_INSET - 0.8, (left, TAB_HEIGHT / 2)
    tint = press.palette.upon(press.style("heading").colour, "primary")
    text = press.beside(title, "heading", start, max_width=room, thing=f"title {title}", colour=tint)
    width = most if fills else left + text.width + _TAB_INSET + 0.8
    above, below = (TAB_RADIUS, 0.0) if fills else (0.0, TAB_RADIUS)
    round_ends = (0, 0, TAB_RADIUS), (width, 0, above), (width, TAB_HEIGHT, below), (0, TAB_HEIGHT, 0)
    shapes: list[Shape] = [press.palette.area(rounded(*round_ends, near=CORNER_HANDLE), "primary")]
    if icon:
        light = press.palette.upon("paper", "primary")
        shapes += press.icon(icon, _TAB_INSET, (TAB_HEIGHT - _TAB_ICON) / 2, _TAB_ICON, colour=light)
    return Block((*shapes, text.tagged(tag)), width, TAB_HEIGHT)


def mirror(shapes: Iterable[Shape], width: float) -> tuple[Shape, ...]:
    """Mirror the shapes of a box of this width, in mm, about its vertical middle line."""
    return tuple(_mirror(shape, width) for shape in shapes)


def _mirror(shape: Shape, width: float) -> Shape:
    match shape:
        case Picture():
            return replace(shape, x=width - shape.x - shape.width)
        case Group() if shape.is_only_tagged:
            return replace(shape, shapes=mirror(shape.shapes, width))
        case Group():
            # Its contents are mirrored about its own origin.
            a, b, c, d, e, f = shape.transform
            clip, region = shape.clip and _mirror_outline(shape.clip, 0.0), shape.region
            if region:
                left, top, right, bottom = region.box
                region = replace(region, box=(-right, top, -left, bottom))
            inner, placed = mirror(shape.shapes, 0.0), (a, -b, -c, d, width - e, f)
            return replace(shape, shapes=inner, transform=placed, clip=clip, region=region)
        case _:
            return mirror_text(shape, width)


def mirror_text(shape: TextShape, width: float) -> TextShape:
    """Mirror a shape of a line of text like `mirror`."""
    if isinstance(shape, Path):
        return _mirror_outline(shape, width)
    if isinstance(shape, GlyphRun):
        return shape._replace(x=width - shape.x - measure_run(shape))
    if isinstance(shape, Group):
        return replace(shape, shapes=mirror(shape.shapes, width))
    # The middle of the box is moved to the mirrored position.
    a, b, c, d, e, f = shape.transform
    left, top, right, bottom = shape.symbol.box
    middle = a * (left + right) / 2 + c * (top + bottom) / 2 + e
    return replace(shape, transform=(a, b, c, d, e + width - 2 * middle, f))


def _mirror_outline(path: Path, width: float) -> Path:
    by = (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    fill, stroke = path.fill, path.stroke
    if isinstance(fill, Gradient):
        fill = replace(fill, transform=compose_transforms(by, fill.transform))
    if stroke and isinstance(stroke.colour, Gradient):
        moved = replace(stroke.colour, transform=compose_transforms(by, stroke.colour.transform))
        stroke = replace(stroke, colour=moved)
    return replace(path, segments=move_segments(by, path.segments), fill=fill, stroke=stroke)


def get_board_piece(press: Press, id: str, part: str = "") -> tuple[PieceSet, Form, Piece]:
    """Return the first piece with an id, of all sets or of one, with its set and form.

    Readers have checked the names.
    """
    sets = press.kit.parts_of(PieceSet).values()
    decks = (
        (piece_set, deck) for piece_set in sets if part in ("", piece_set.id) for deck in piece_set.decks
    )
    return next(
        (piece_set, piece.cut(deck.form), piece)
        for piece_set, deck in decks
        for piece in deck.pieces
        if piece.id == id
    )
