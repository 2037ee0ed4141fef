"""What every layout works with: a kit's words, colours, type and icons, for one locale."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from math import inf
from typing import Literal, TypeVar

from generator.errors import LayoutError
from generator.layout.press.mirror import mirror, mirror_block, mirror_text
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.icons import IconSet
from generator.layout.shapes.palette import Palette
from generator.layout.text.findings import Findings
from generator.layout.text.fitting import Setting, shorten
from generator.layout.text.placing import Align, TextShape
from generator.layout.text.typesetter import Anchor, TextBlock, Typesetter, VerticalAnchor
from generator.model.bilingual import below_each_other, in_one_line
from generator.model.kit import Kit
from generator.model.rectangles import Point
from generator.model.style import MarkStyle, TypeStyle
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import Shape, Symbol, Use

Name = TypeVar("Name", bound=Hashable)
Made = TypeVar("Made")

_TURNED: Mapping[Anchor, Anchor] = {"start": "end", "middle": "middle", "end": "start"}


@dataclass(frozen=True, slots=True)
class Detail:
    """What a card shows of a board: the surroundings of a place, in a box; lengths are in mm."""

    board: str
    place: str
    reach: float
    """Width of what is shown, measured on the board."""
    width: float
    height: float
    shows: Literal["neighbours", "place"] = "neighbours"


class Press:
    """Words go in by key, shapes come out in mm. One press for each kit and locale.

    `draw_detail` draws a piece of a board. `wordless` are symbols that presses of the same kit in
    several languages share. `findings` takes what does not fit; without, it is raised at once.
    """

    def __init__(
        self,
        kit: Kit,
        *,
        locale: str,
        fonts: FontLibrary,
        draw_detail: "Callable[[Press, Detail], Block]",
        wordless: dict[str, Symbol] | None = None,
        findings: Findings | None = None,
    ) -> None:
        self._draw_detail = draw_detail
        self.findings = findings or Findings()
        self.kit = kit
        self._fonts = fonts
        self.wording = kit.wordings[locale]
        self.palette = Palette(kit.theme)
        self.icons = IconSet(kit.icons, self.wording)
        self.typesetter = Typesetter(
            fonts,
            colours=self.palette,
            icons=self.icons,
            language=self.wording.tag,
            direction=self.wording.direction,
            findings=self.findings,
        )
        self.is_mirrored = False
        self._symbols: dict[str, Symbol] = {}
        self._wordless = {} if wordless is None else wordless
        self._blocks: dict[Hashable, Block] = {}

    def in_reading_order(self) -> "Press":
        """The press for what is laid out from where reading starts, be that left or right.

        Such layouts are written as if reading went from left to right, and mirrored once as a
        whole, by `turn`, when they are done; `keep` leaves out what must not be mirrored.
        """
        if self.wording.direction == "ltr" or self.is_mirrored:
            return self
        mirrored = copy(self)
        mirrored.is_mirrored = True
        return mirrored

    def by_language(self) -> tuple["Press", ...]:
        """A press for each of the languages of this one; itself where it is one."""
        if self.wording.languages == 1:
            return (self,)
        return tuple(
            Press(
                self.kit,
                locale=one.locale,
                fonts=self._fonts,
                draw_detail=self._draw_detail,
                wordless=self._wordless,
                findings=self.findings,
            )
            for one in self.wording.each
        )

    def turn(self, shapes: Iterable[Shape], width: float) -> tuple[Shape, ...]:
        """Shapes that were laid out in reading order, where they belong on a page of this width."""
        return mirror(shapes, width) if self.is_mirrored else tuple(shapes)

    def keep(self, draw: Callable[["Press"], Block]) -> Block:
        """What looks the same however one reads: boards, squares and their ids, shapes of dice."""
        if not self.is_mirrored:
            return draw(self)
        upright = copy(self)
        upright.is_mirrored = False
        return mirror_block(draw(upright))

    def say(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """The sentence of a key; none for the empty key of what a part leaves out."""
        return self.wording.say(key, values) if key else ""

    def mark(self, name: str) -> MarkStyle:
        return self.kit.theme.marks[name]

    def style(
        self,
        role: str,
        *,
        colour: str = "",
        size: float = 0.0,
        scale: float = 1.0,
        bold: bool = False,
    ) -> TypeStyle:
        """The theme's type of a role, in another colour, at another size or bold where that is given."""
        style = self.kit.theme.type[role]
        if bold:
            style = replace(style, bold=True)
        if colour and colour != style.colour:
            style = replace(style, colour=colour)
        if size:
            style = replace(style, size=size, smallest=min(size, style.smallest))
        if scale != 1.0:
            style = replace(style, size=max(style.size * scale, style.smallest))
        return style

    def line(
        self,
        words: str,
        role: str,
        *,
        x: float = 0.0,
        y: float = 0.0,
        anchor: Anchor = "start",
        upright: VerticalAnchor = "baseline",
        max_width: float | None = None,
        colour: str = "",
        size: float = 0.0,
        thing: str = "",
    ) -> TextBlock:
        """Words in one line with their anchor at (x, y).

        Whatever the direction of the words: from `start` they reach towards greater x.
        """
        style = self.style(role, colour=colour, size=size)
        if self.wording.languages > 1:
            words = in_one_line(words)
        right_to_left = self.wording.direction == "rtl"
        placed = _TURNED[anchor] if right_to_left else anchor
        thing = self.name(thing or "a line")
        setting = Setting(words, style, inf if max_width is None else max_width, thing=thing)
        line = self.typesetter.set_line(setting, anchor=placed, vertical=upright)
        if self.is_mirrored:
            ends = {"start": line.width, "middle": 0.0, "end": -line.width}[anchor]
            line = replace(line, shapes=mirror_text(line.shapes, ends))
        return replace(line, shapes=line.at(x, y))

    def centred(
        self,
        words: str,
        role: str,
        middle: Point,
        *,
        max_width: float | None = None,
        colour: str = "",
        size: float = 0.0,
        thing: str = "",
    ) -> tuple[TextShape, ...]:
        """Words in one line around a point."""
        line = self.line(
            words,
            role,
            x=middle[0],
            y=middle[1],
            anchor="middle",
            upright="middle",
            max_width=max_width,
            colour=colour,
            size=size,
            thing=thing,
        )
        return line.shapes

    def text(
        self,
        words: str,
        role: str,
        *,
        width: float,
        align: Align = "start",
        max_height: float | None = None,
        colour: str = "",
        size: float = 0.0,
        scale: float = 1.0,
        bold: bool = False,
        thing: str = "",
    ) -> Block:
        """Words in lines, as a block that takes the whole width.

        Labels in two languages that are too long for a line are parted between the two.
        """
        style = self.style(role, colour=colour, size=size, scale=scale, bold=bold)
        found = self._set_text(Setting(words, style, width, max_height, align=align, thing=thing))
        return Block(self.turn(found.shapes, width), width, found.height)

    def find_size(
        self, words: str, role: str, *, width: float, scale: float = 1.0, bold: bool = False
    ) -> float:
        """The size at which `text` sets these words: for what shall be as large as its neighbours."""
        style = self.style(role, scale=scale, bold=bold)
        return self._set_text(Setting(words, style, width)).size

    def _set_text(self, setting: Setting) -> TextBlock:
        words = setting.text
        if self.wording.languages > 1 and self.typesetter.measure(words, setting.style)[0] > setting.width:
            words = below_each_other(words)
        thing = self.name(setting.thing or shorten(words))
        return self.typesetter.set_text(setting._replace(text=words, thing=thing))

    def icon(self, name: str, x: float, y: float, edge: float, *, colour: str) -> tuple[Use, ...]:
        """An icon in a square box with its top left corner at (x, y)."""
        drawn = self.icons.place(name, self.palette[colour], x=x, y=y, width=edge, height=edge)
        return (drawn,)

    def symbol(self, name: str, draw: Callable[[], Symbol]) -> Symbol:
        """The symbol of a name: drawn the first time, the same object every time."""
        return self._once(self._symbols, name, draw)

    def wordless_symbol(self, name: str, draw: Callable[[], Symbol]) -> Symbol:
        """The symbol of what has no words in it: drawn once for all the languages of a run."""
        return self._once(self._wordless, name, draw)

    def block_once(self, key: Hashable, lay_out: Callable[[], Block]) -> Block:
        """What several things show, laid out the first time: `key` says all that it depends on."""
        return self._once(self._blocks, (key, self.is_mirrored), lay_out)

    def _once(self, known: dict[Name, Made], name: Name, make: Callable[[], Made]) -> Made:
        """Return what is known by a name, or make it; what does not fit is made and reported each time."""
        if name in known:
            return known[name]
        before = self.findings.count
        made = make()
        if self.findings.count == before:
            known[name] = made
        return made

    def detail(self, detail: Detail) -> Block:
        """A piece of a board, drawn once; UnknownName where the kit has no such board or place."""
        return self.block_once(detail, lambda: self._draw_detail(self, detail))

    def name(self, thing: str) -> str:
        """Return the name of a thing with its kit and locale, as errors have it."""
        return f"{self.kit.slug} ({self.wording.locale}) {thing}"

    def report(self, thing: str, what: str, *, over_mm: float, paper: str = "") -> None:
        """Add a LayoutError to the findings: something of a thing is too large by so many mm."""
        self.findings.add(LayoutError(self.name(thing), what, over_mm=over_mm, paper=paper))
