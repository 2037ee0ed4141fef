"""Pages inside of a web page: SVG for what is seen, HTML for what is read or heard."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from html import escape
from itertools import groupby, takewhile
from typing import NamedTuple, TypeAlias
from unicodedata import east_asian_width

from generator.backends.svg import ShapeWriter, add_attributes, matrix
from generator.scene.fonts import Font
from generator.scene.shapes import (
    IDENTITY,
    GlyphRun,
    Group,
    Path,
    Picture,
    Placed,
    Shape,
    Tag,
    Use,
    measure_run,
    move_point,
    walk,
)

MARK = "\x01"
"""Begins a reference to a definition: shapes have no control characters."""
_BYTES = 8
"""Length of the hash of a definition: two of a million are equal in one of thirty million files."""

_LONG = 1000
"""Characters of an outline that is defined, and not written where it is drawn."""


class DrawnSide(NamedTuple):
    """One side of a piece where a page has it."""

    side: str
    piece: str
    """Id of the piece."""
    drawing: str
    """Reference to its definition."""
    box: tuple[float, float, float, float]
    words: str


class PageWriter(ShapeWriter):
    """Writer of pages for a web page.

    The name of a definition is a hash of what it draws, so that pages that were made apart share what they
    have in common. Pages have no names and words of their own: those are written beside them.
    """

    link = "href"

    def __init__(self, dpi: float, *, sides: Iterable[str] = ()) -> None:
        super().__init__(dpi)
        self.found: dict[str, str] = {}
        """Elements for `<defs>` by their references, each after those that it uses."""
        self.faces: list[DrawnSide] = []
        """The pieces of all pages, if there are `sides`."""
        self.fonts: dict[Font, None] = {}
        """The fonts of all texts."""
        self._sides = frozenset(sides)
        self._words: dict[str, str] = {}

    def define(self, name: str, write: Callable[[str], str]) -> str:
        content = write("")
        id = MARK + blake2b(content.encode(), digest_size=_BYTES).hexdigest()
        if id not in self.found:
            self.found[id] = write(id)
        return id

    def write(self, shapes: Iterable[Shape]) -> str:
        """Return the elements of shapes."""
        return "".join(self.draw_all(shapes))

    def define_shapes(self, shapes: Iterable[Shape]) -> str:
        """Define shapes that are shown at several places, and return the reference to them."""
        shapes = tuple(shapes)
        if len(shapes) == 1 and isinstance(shapes[0], Use) and shapes[0].transform == IDENTITY:
            return self._find_symbol(shapes[0].symbol)
        body = [self.write(shapes)]
        return self.define("", lambda id: add_attributes("g", {"id": id}, body))

    def cut_out(self, drawing: str, outline: Path) -> str:
        """Return the elements that show a definition on paper that is cut along a filled outline."""
        inside = [*self.draw_all((outline,)), self._use(drawing, "")]
        return add_attributes("g", {"clip-path": f"url(#{self.add_clip(outline)})"}, inside)

    def define_figure(self, figure: Group | Use) -> str:
        """Define a figure or an icon of a page, which its text shows, too, and return the reference to it."""
        body: list[str] = []
        if isinstance(figure, Use):
            body += self.draw_all((figure,))
        else:
            super()._draw_group(figure, body, is_top=False)
        return self.define("", lambda id: add_attributes("g", {"id": id}, body))

    def _draw_group(self, group: Group, into: list[str], *, is_top: bool) -> None:
        region = group.region
        if region is None or region.area not in self._sides:
            if group.tag == "figure":
                into.append(self._use(self.define_figure(group), ""))
            else:
                super()._draw_group(group, into, is_top=is_top)
            return
        sides, self._sides = self._sides, frozenset()
        drawing = self.define_shapes(group.shapes)
        self._sides = sides
        if drawing not in self._words:
            self._words[drawing] = join_drawn_texts(group.shapes)
        self.faces.append(DrawnSide(region.area, region.place, drawing, region.box, self._words[drawing]))
        clip = f"url(#{self.add_clip(group.clip)})" if group.clip else ""
        given = {"clip-path": clip, "transform": matrix(group.transform)}
        into.append(add_attributes("g", given, [self._use(drawing, "")]))

    def _write_path(self, outline: str, given: dict[str, str]) -> str:
        """Write a path; long ones, such as coasts, are often the same in several drawings and colours."""
        if len(outline) < _LONG:
            return super()._write_path(outline, given)
        id = self.define("", lambda id: add_attributes("path", {"d": outline, "id": id}))
        return add_attributes("use", {self.link: f"#{id}", **given})

    def _describe_group(self, group: Group, *, is_top: bool) -> dict[str, str]:
        return {}

    def _describe_run(self, run: GlyphRun) -> dict[str, str]:
        self.fonts[run.font] = None
        return {}

    def _write_title(self, title: str) -> list[str]:
        return []

    def _use(self, id: str, transform: str, title: str = "") -> str:
        return super()._use(id, transform)


DrawFigure: TypeAlias = Callable[[Group | Use, str], str]
"""Function from a figure or an icon, and its words, to the HTML that shows it."""

_TOP = 3
"""Level of the highest heading in the text of a page."""
_HEADINGS = ("h1", "h2", "h3")
_LINE, _GAP = 0.8, 0.15
"""Minimum distance of lines, and maximum distance of runs of one word, as shares of the font size."""
_AROUND: dict[Tag, tuple[str, str]] = {
    "li": ("<ul>", "</ul>"),
    "toci": ("<ul>", "</ul>"),
    # A table that is wider than a screen is scrolled, with keys, too.
    "tr": ('<div class="wide" tabindex="0"><table>', "</table></div>"),
}
"""Tags around adjacent groups with these tags, whose contents have tags of their own."""

_NO_BREAK = "\u00a0"
_COUNTED = re.compile(r"(\d+) (<svg\b(?:(?!<svg\b).)*?</svg>)", re.DOTALL)
"""A number, and the icon that it counts."""
_ENDS = re.compile("(</p>|</li></ul>)$")
"""The end of a text that may continue."""


class DrawnTextWriter:
    """Writer of the texts of pages, with headings, lists, tables, and figures, as HTML."""

    def __init__(self, draw_figure: DrawFigure, language: str) -> None:
        self._draw_figure, self._language = draw_figure, language
        self._level = 0
        self._is_heading = False

    def write(self, shapes: Iterable[Shape], *, within: str = "") -> str:
        """Return the texts of groups with tags, in order; everything else is decoration."""
        written: list[str] = []
        for tag, groups in groupby(_list_tagged(shapes), key=lambda group: group.tag):
            if tag in _AROUND:
                items = (self.write(group.shapes, within=tag) for group in groups)
                name = "li" if tag == "toci" else tag
                inside = "".join(f"<{name}>{item}</{name}>" for item in items)
                written.append(inside.join(_AROUND[tag]))
            elif tag == "more" and written and (continued := self._continue(written[-1], groups)):
                written[-1] = continued
            else:
                written += (self._write_leaf(group, within) for group in groups)
        return "".join(written)

    def write_pages(self, pages: Iterable[Iterable[Shape]]) -> list[str]:
        """Return the texts of each page; the rest of a text that began on the page before is there."""
        written: list[str] = []
        for shapes in pages:
            groups = [*_list_tagged(shapes)]
            rest = [*takewhile(lambda group: group.tag == "more", groups)]
            if rest and written and (continued := self._continue(written[-1], rest)):
                written[-1] = continued
                groups = groups[len(rest) :]
            written.append(self.write(groups))
        return written

    def _continue(self, text: str, rest: Iterable[Group]) -> str:
        """Return a text with the rest of its last paragraph or item; empty if it ends with neither."""
        if not (ends := _ENDS.search(text)):
            return ""
        more = " ".join(self._write_leaf(group, "li") for group in rest)
        return f"{text[: ends.start()].rstrip()} {more.rstrip()}{ends[0]}"

    def _write_leaf(self, group: Group, within: str) -> str:
        if group.tag == "figure":
            return self._draw_figure(group, join_drawn_texts(group.shapes))
        self._is_heading = group.tag in (*_HEADINGS, "th", "lbl")
        text = self._write_words(group)
        if not text and group.tag not in ("th", "td"):
            return ""
        if group.tag in _HEADINGS:
            # No level may be left out.
            self._level = min(_HEADINGS.index(group.tag), self._level) + 1
            return f"<h{self._level + _TOP - 1}>{text}</h{self._level + _TOP - 1}>"
        if not text:
            return "<td></td>"
        if group.tag == "lbl":
            return f'<span class="number">{text}</span> '
        if group.tag in ("p", "more"):
            return f"{text} " if within in _AROUND else f"<p>{text}</p>"
        return f"<{group.tag}>{text}</{group.tag}>"

    def _write_words(self, group: Group) -> str:
        """Return the words of a group; several texts of a cell, such as choices, are apart."""
        parts = [one for one in _list_tagged(group.shapes) if one.tag == "p"] if group.tag == "td" else []
        if len(parts) > 1:
            return " ".join(f'<span class="part">{self._write_words(one)}</span>' for one in parts)
        text = join_lines(_list_lines(tuple(_list_inline(group.shapes)), self._write_inline))
        # An icon that is counted stays with its number.
        text = _COUNTED.sub(rf'<span class="counted">\1{_NO_BREAK}\2</span>', text)
        # Adjacent runs in one face are one text.
        return re.sub(r"</(b|i)>( ?)<\1>", r"\2", text)

    def _write_inline(self, shape: Shape) -> str:
        if isinstance(shape, GlyphRun):
            text = escape(shape.text, quote=False)
            text = f"<b>{text}</b>" if shape.font.is_bold and not self._is_heading else text
            text = f"<i>{text}</i>" if shape.font.is_italic else text
            is_other = shape.language not in ("", self._language)
            text = f'<span lang="{escape(shape.language)}">{text}</span>' if is_other else text
            return text + " " * shape.has_space
        if isinstance(shape, Use):
            return self._draw_figure(shape, shape.title)
        return escape(_name(shape), quote=False)


def _list_inline(shapes: Iterable[Shape]) -> Iterator[Placed]:
    """Yield the texts of a paragraph, its icons, and what else has a title."""
    for placed in walk(shapes, symbols=False):
        if isinstance(placed.shape, GlyphRun) or _find_title(placed.shape):
            yield placed


def _list_tagged(shapes: Iterable[Shape]) -> Iterator[Group]:
    """Yield the outermost groups with a tag."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.tag:
                yield shape
            else:
                yield from _list_tagged(shape.shapes)


def join_drawn_texts(shapes: Iterable[Shape]) -> str:
    """Return all texts of a drawing in one line, and the titles of its icons and pictures."""
    return " ".join(list_drawn_texts(shapes))


def list_drawn_texts(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield the texts of a drawing, each in one line, with the titles of icons and pictures."""
    for placed in _list_blocks(_list_shown(shapes)):
        if text := join_lines(_list_lines(placed, _name)):
            yield text


def _list_blocks(shown: Iterable[Placed]) -> Iterator[list[Placed]]:
    """Yield what is in one group, and goes down from line to line: the lines of one text."""
    block: list[Placed] = []
    last: GlyphRun | None = None
    for placed in shown:
        run = placed.shape if isinstance(placed.shape, GlyphRun) else None
        is_other = block and [*map(id, block[-1].around[-1:])] != [*map(id, placed.around[-1:])]
        # What goes up, or follows an icon, begins a text.
        if is_other or (run and block and (last is None or run.y < last.y - _LINE * last.size)):
            yield block
            block = []
        block.append(placed)
        last = run
    if block:
        yield block


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as one: with a space, but not after a hyphen or between characters of East Asia."""
    joined, is_divided = "", False
    for line in lines:
        words = " ".join(line.split())
        if not words:
            continue
        ends = (joined[-1:], words[:1])
        is_one = not joined or is_divided or all(east_asian_width(end) in "WF" for end in ends if end)
        joined += words if is_one else f" {words}"
        is_divided = line.endswith("-")
    return joined


def _list_shown(shapes: Iterable[Shape]) -> Iterator[Placed]:
    """Yield texts and what has a title, without what is inside of it."""
    for placed in walk(shapes):
        shape = placed.shape
        is_inside = any(_find_title(one.shape) for one in placed.around)
        if not is_inside and (isinstance(shape, GlyphRun) or _find_title(shape)):
            yield placed


def _find_title(shape: Shape) -> str:
    """Return the title of a shape; that of a place is its id, and its name is beside it."""
    if isinstance(shape, Group) and shape.region:
        return ""
    return shape.title if isinstance(shape, Group | Use | Picture) else ""


def _name(shape: Shape) -> str:
    return shape.text + " " * shape.has_space if isinstance(shape, GlyphRun) else f" {_find_title(shape)} "


def _list_lines(shown: Sequence[Placed], write: Callable[[Shape], str]) -> Iterator[str]:
    """Yield texts line by line in logical order, and what `write` makes of icons among them."""
    bases = dict.fromkeys(one.shape.y for one in shown if isinstance(one.shape, GlyphRun))
    lines: dict[float, list[str]] = {y: [] for y in bases or (0.0,)}
    backwards = {one.y for one, _, _ in shown if isinstance(one, GlyphRun) and one.has_right_to_left}
    last: GlyphRun | None = None
    for placed in shown:
        shape, written = placed.shape, write(placed.shape)
        if isinstance(shape, GlyphRun):
            y, is_backwards = shape.y, shape.y in backwards
            if last and last.y == y and abs(shape.x - last.x - measure_run(last)) > _GAP * shape.size:
                # Between columns, no space is drawn.
                written = f"{written} " if is_backwards else f" {written}"
            last = shape
        else:
            middle, last = _find_middle(shape, placed), None
            y = min(lines, key=lambda line: abs(line - middle))
        # Lines from right to left are drawn from left to right.
        lines[y].insert(0 if y in backwards else len(lines[y]), written)
    yield from ("".join(line) for line in lines.values())


def _find_middle(shape: Shape, placed: Placed) -> float:
    """Return where the middle of an icon is, from top to bottom."""
    if isinstance(shape, Use):
        left, top, right, bottom = shape.symbol.box
        return move_point(shape.transform, (left + right) / 2, (top + bottom) / 2)[1]
    return shape.y + shape.height / 2 if isinstance(shape, Picture) else placed.transform[5]
