"""Web pages of a game in one file: pages as SVG, their texts as HTML, and only the script that is in it."""

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from html import escape
from itertools import groupby, takewhile
from pathlib import Path as FilePath
from typing import NamedTuple, TypeAlias
from unicodedata import east_asian_width

from generator.backends.formats import DEFAULT, Format, number
from generator.backends.html.parts import CardView, Edition, PageDrawing, PageSection, SiteLook
from generator.backends.svg import ShapeWriter, add_attributes, matrix
from generator.model.printing.printing import FileOptions
from generator.scene.fonts import Font
from generator.scene.shapes import (
    IDENTITY,
    Document,
    GlyphRun,
    Group,
    Page,
    Path,
    Picture,
    Placed,
    Shape,
    Tag,
    Use,
    measure_run,
    measure_visible_bounds,
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
        return escape(_name_shape(shape), quote=False)


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
        if text := join_lines(_list_lines(placed, _name_shape)):
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


def _name_shape(shape: Shape) -> str:
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


def write_html(document: Document, options: FileOptions = DEFAULT) -> bytes:
    """Return the pages of one document and their texts, without labels in a language."""
    writer = PageWriter(options.dpi)
    pages, text = draw_pages(writer, document.pages, document.language)
    section = PageSection(
        id="pages", title=document.title, pages=pages, text=text, definitions=writer.found, is_book=True
    )
    tag, title = document.language, document.title
    sections, subtitle = (section,), document.subject
    edition = Edition(locale=tag, language=tag, name=tag, title=title, subtitle=subtitle, sections=sections)
    return write_site((edition,))


def draw_pages(
    writer: PageWriter, pages: Sequence[Page], language: str, *, first: int = 0, has_text: bool = True
) -> tuple[tuple[PageDrawing, ...], str]:
    """Return the drawings of pages, and their texts, if wanted; `first` is the index of the first page."""
    drawn = tuple(PageDrawing(writer.write(page.shapes), page.width, page.height) for page in pages)
    texts = DrawnTextWriter(lambda figure, words: _draw_figure(writer, figure, words), language)
    written = texts.write_pages(page.shapes for page in pages) if has_text else ()
    return drawn, "".join(
        f'<div data-page="{number}">{text}</div>\n' for number, text in enumerate(written, first) if text
    )


def _draw_figure(writer: PageWriter, figure: Group | Use, words: str) -> str:
    left, top, right, bottom = measure_visible_bounds((figure,))
    box = PageDrawing(
        f'<use href="#{writer.define_figure(figure)}" />', right - left, bottom - top, left, top, words
    )
    return write_figure(box, is_icon=isinstance(figure, Use))


_HERE = FilePath(__file__).parent
_PLAIN = SiteLook()


def write_site(editions: Sequence[Edition], look: SiteLook = _PLAIN) -> bytes:
    """Return the file; the same editions give the same bytes."""
    first = editions[0]
    style = (_HERE / "page.css").read_text("utf-8")
    style += "".join((*_list_look_rules(look), *_list_page_rules(editions)))
    script = (_HERE / "page.js").read_text("utf-8") if first.labels else ""
    policy = (
        "default-src 'none'",
        f"style-src '{_digest(style)}'",
        f"script-src '{_digest(script)}'" if script else "script-src 'none'",
        "img-src data:",
        *(["font-src data:"] if look.fonts else []),
        "base-uri 'none'",
        "form-action 'none'",
    )
    definitions: dict[str, str] = {}
    for edition in editions:
        for section in edition.sections:
            definitions |= section.definitions
    body = "".join(_write_edition(edition, editions) for edition in editions)
    page = (
        f'<!DOCTYPE html>\n<html lang="{escape(first.language)}" dir="{first.direction}">\n<head>\n'
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="generator" content="Petri Press">\n'
        f"<title>{escape(first.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"{body}{f'<script>{script}</script>' if script else ''}\n"
        f"{_write_definitions(definitions.values())}</body>\n</html>\n"
    )
    return _shorten(page).encode()


def _write_definitions(definitions: Iterable[str]) -> str:
    """Return what all drawings use.

    It comes after the script, which takes out what is not shown: browsers copy what is used wherever it is
    used, from the moment when they know it. They lay out clips and gradients only where they are displayed;
    not to display the other definitions spares them more work.
    """
    shown = {True: list[str](), False: list[str]()}
    for one in definitions:
        shown[one.startswith(("<clipPath", "<linearGradient", "<radialGradient"))].append(one)
    return "".join(
        f'<svg class="definitions" width="0" height="0" aria-hidden="true"{hidden}><defs>'
        f"{''.join(shown[is_shown])}</defs></svg>\n"
        for is_shown, hidden in ((True, ""), (False, " hidden"))
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _shorten(page: str) -> str:
    """Return the page with short ids in the place of references."""
    ids: dict[str, str] = {}

    def shorten(reference: re.Match[str]) -> str:
        return ids.setdefault(reference[0], f"d{_write_number(len(ids))}")

    return re.sub(f"{MARK}[0-9a-f]+", shorten, page)


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _write_number(number: int) -> str:
    """Return a number in the system with the base 36."""
    digits = _DIGITS[number % len(_DIGITS)]
    while number := number // len(_DIGITS):
        digits = _DIGITS[number % len(_DIGITS)] + digits
    return digits


def _list_look_rules(look: SiteLook) -> Iterator[str]:
    """Yield the fonts of a look, and its properties."""
    for font in look.fonts:
        weight, slope = "700" if font.is_bold else "400", "italic" if font.is_italic else "normal"
        address = f"data:font/woff2;base64,{base64.b64encode(font.data).decode()}"
        yield (
            f"@font-face{{font-family:{font.family};font-weight:{weight};font-style:{slope};"
            f'src:url("{address}")}}\n'
        )
    light, dark = (
        "".join(f"--{name}:{value};" for name, value in values.items()) for values in (look.light, look.dark)
    )
    if light:
        yield f":root{{{light}}}\n@media(prefers-color-scheme:dark){{:root{{{light}{dark}}}}}\n"


def list_written(edition: Edition) -> Iterator[str]:
    """Yield everything that is written on a page, with tags, so that its fonts have all characters of it."""
    for text in (edition.title, *(section.title for section in edition.sections)):
        yield f"<h1>{text}</h1>"
    yield from (edition.notice, edition.licence)
    yield from (f"<b>{text}</b>" for text in (edition.name, edition.subtitle, *edition.labels.values()))
    yield from (f"<dt>{role}</dt>{names}" for role, names in edition.credits)
    for section in edition.sections:
        yield section.text
        yield section.paper
        yield from section.fonts
        yield from (part for card in section.cards for part in (card.name, card.front.words))


def _list_page_rules(editions: Iterable[Edition]) -> Iterator[str]:
    """Yield the rules that print each page at its true size, on paper of this size."""
    pages = (page for edition in editions for section in edition.sections for page in section.pages)
    for width, height in sorted({(page.width, page.height) for page in pages}):
        name, size = _name_size(width, height), f"{number(width)}mm {number(height)}mm"
        yield f"@page {name}{{size:{size};margin:0}}\n"
        sides = f"width:{number(width)}mm;height:{number(height)}mm"
        yield f"@media print{{.{name}{{page:{name}}}.{name},.{name} svg{{{sides}}}}}\n"


def _name_size(width: float, height: float) -> str:
    return f"p{number(width)}x{number(height)}".replace(".", "_")


def _write_edition(edition: Edition, editions: Sequence[Edition]) -> str:
    labels, id = edition.labels, escape(edition.locale)
    given = f'id="{id}" lang="{escape(edition.language)}" dir="{edition.direction}"'
    parts = [f'<div class="edition" {given} data-title="{escape(edition.title)}">\n<header>\n']
    parts += _write_hero(edition)
    if labels:
        parts += _write_menu(edition, editions)
    parts.append("</header>\n")
    if labels:
        parts += _write_contents(edition)
    parts.append("<main>\n")
    parts += (_write_section(section, edition) for section in edition.sections)
    parts.append("</main>\n")
    if labels:
        parts += _write_credits(edition)
        parts.append(_write_viewer(edition))
    parts.append("</div>\n")
    return "".join(parts)


def _write_menu(edition: Edition, editions: Sequence[Edition]) -> Iterator[str]:
    """Yield the number of players, links to other languages, and a field to search for words."""
    labels = edition.labels
    yield '<div class="menu">\n'
    if edition.subtitle and any(section.cover for section in edition.sections):
        yield f'<p class="subtitle">{escape(edition.subtitle)}</p>\n'
    if len(editions) > 1:
        yield f'<nav class="languages" aria-label="{escape(labels["language"])}"><ul>'
        for other in editions:
            is_here = ' aria-current="true"' if other is edition else ""
            tag = escape(other.language)
            link = f'href="#{escape(other.locale)}" lang="{tag}" hreflang="{tag}" dir="{other.direction}"'
            yield f"<li><a {link}{is_here}>{escape(other.name)}</a></li>"
        yield "</ul></nav>\n"
    yield (
        f'<form class="search" role="search"><label>{escape(labels["search"])} '
        f'<input type="search" autocomplete="off"></label> <output data-found="{escape(labels["found"])}">'
        "</output></form>\n</div>\n"
    )


def _write_contents(edition: Edition) -> Iterator[str]:
    labels = edition.labels
    yield f'<nav class="contents" aria-label="{escape(labels["contents"])}"><ul>'
    for section in edition.sections:
        yield f'<li><a href="#{_name(edition, section)}">{escape(section.title)}</a></li>'
    yield f'<li><a href="#{escape(edition.locale)}-credits">{escape(labels["credits"])}</a></li></ul></nav>\n'


def _name(edition: Edition, section: PageSection) -> str:
    return escape(f"{edition.locale}-{section.id}")


def _write_section(section: PageSection, edition: Edition) -> str:
    id, labels = _name(edition, section), edition.labels
    kind = "cards" if section.cards else "board" if section.board else "pages"
    single = " single" if kind == "pages" and len(section.pages) == 1 and section.text else ""
    parts = [f'<section class="{kind}{single}" id="{id}" aria-labelledby="{id}-title">\n']
    tools = _write_tools(section, edition) if labels else ""
    parts.append(f'<div class="head"><h2 id="{id}-title">{escape(section.title)}</h2>\n{tools}</div>\n')
    if section.cards:
        cards = (_write_card(card, f"{id}-{index}", edition) for index, card in enumerate(section.cards, 1))
        parts.append(f'<ul class="deck">\n{"".join(cards)}</ul>\n')
    if section.board:
        parts.append(f'<figure class="board">{_write_leaf(section.board, section.title, edition)}</figure>\n')
    pages = "".join(_list_pages(section, edition))
    if kind == "pages":
        parts.append(f'<div class="leaves">\n{pages}</div>\n')
    if section.text:
        book = " book" if section.is_book else ""
        summary = f"<summary>{escape(labels['text'])}</summary>" if labels else ""
        parts.append(f'<details class="text{book}">{summary}{section.text}</details>\n')
    if kind != "pages" and pages:
        summary = f"{labels['sheets']} ({len(section.pages)})" if labels else ""
        head = f"<summary>{escape(summary)}</summary>"
        parts.append(f'<details class="sheets">{head}<div class="leaves">\n{pages}</div></details>\n')
    parts.append("</section>\n")
    return "".join(parts)


def _write_tools(section: PageSection, edition: Edition) -> str:
    """Return the buttons of a section, which are there only if the script runs."""
    labels, buttons = edition.labels, []
    if section.has_cards and sum(card.count for card in section.cards) > 1:
        buttons += [("shuffle", labels["shuffle"], "1"), ("draw", labels["draw"], "5")]
    buttons.append(("print", labels["print"], ""))
    drawn = (
        f'<button type="button" class="{name}" data-count="{count}">{escape(label)}</button>'
        for name, label, count in buttons
    )
    hint = f"{section.paper} · {labels['scale']}" if section.paper else labels["scale"]
    return f'<div class="tools">{"".join(drawn)} <small>{escape(hint)}</small></div>\n'


def _write_card(card: CardView, id: str, edition: Edition) -> str:
    sides = [("front", card.front), *([("back", card.back)] if card.back else [])]
    drawn = "".join(_write_drawing(side, f'class="{name}" aria-hidden="true"', True) for name, side in sides)
    copies = f' <span class="count">× {card.count}</span>' if card.count > 1 else ""
    labels = edition.labels
    words = "".join(
        f"<span>{escape(labels.get(name, ''))}: {escape(side.words)}</span> "
        for name, side in sides
        if side.words
    )
    given = f'type="button" aria-labelledby="{id}-name" aria-describedby="{id}-words"'
    return (
        f'<li class="card" data-count="{card.count}" id="{id}"><button {given}>{drawn}</button>'
        f'<p class="name" id="{id}-name">{escape(card.name)}{copies}</p>'
        f'<p class="words" id="{id}-words" hidden="until-found">{words}</p></li>\n'
    )


def _list_pages(section: PageSection, edition: Edition) -> Iterator[str]:
    count = len(section.pages)
    for index, page in enumerate(section.pages, 1):
        name = section.title if count == 1 else f"{section.title} · {index} / {count}"
        size = _name_size(page.width, page.height)
        yield f'<figure class="page {size}">{_write_leaf(page, name, edition)}</figure>\n'


def _write_leaf(drawing: PageDrawing, name: str, edition: Edition) -> str:
    """Return a drawing that is enlarged by a click, if there is a script."""
    drawn = _write_drawing(drawing, f'role="img" aria-label="{escape(name)}"')
    return f'<button type="button" class="leaf">{drawn}</button>' if edition.labels else drawn


_LEAST_SHOWN, _MOST_LARGER = 30.0, 2.0
"""Small pieces are shown up to twice as large: as wide as this, in mm."""


def _write_drawing(drawing: PageDrawing, given: str = "", is_piece: bool = False) -> str:
    """Return a drawing at its size, or a piece a little larger if it is small."""
    least = min(drawing.width, drawing.height)
    larger = min(_MOST_LARGER, max(1.0, _LEAST_SHOWN / least)) if is_piece and least else 1.0
    box = " ".join(map(number, (drawing.left, drawing.top, drawing.width, drawing.height)))
    size = f'width="{number(drawing.width * larger)}mm" height="{number(drawing.height * larger)}mm"'
    return f'<svg {size} viewBox="{box}" {given}>{drawing.body}</svg>'


def write_figure(drawing: PageDrawing, *, is_icon: bool) -> str:
    """Return a figure in a text, or an icon between words."""
    kind = "icon" if is_icon else "drawing"
    shown = _write_drawing(drawing, f'class="{kind}" role="img" aria-label="{escape(drawing.words)}"')
    return shown if is_icon else f"<figure>{shown}</figure>"


def _write_credits(edition: Edition) -> Iterator[str]:
    labels, id = edition.labels, f"{escape(edition.locale)}-credits"
    fonts: dict[str, str] = {}
    for section in edition.sections:
        fonts |= section.fonts
    yield f'<footer id="{id}">\n<h2>{escape(labels["credits"])}</h2>\n<dl>'
    rows = [(role, escape(names)) for role, names in edition.credits]
    rows += [(labels["licence"], escape(edition.licence))] if edition.licence else []
    linked = (
        f'<a href="{escape(address)}" rel="noreferrer">{escape(name)}</a>'
        if re.match("https?://", address)
        else escape(name)
        for name, address in sorted(fonts.items())
    )
    rows += [(labels["fonts"], ", ".join(linked))] if fonts else []
    yield from (f"<div><dt>{escape(role)}</dt><dd>{names}</dd></div>" for role, names in rows)
    yield "</dl>\n"
    if edition.notice:
        yield f"<p>{escape(edition.notice)}</p>\n"
    yield f"<p>{escape(labels['made'])}</p>\n</footer>\n"


def _write_viewer(edition: Edition) -> str:
    """Return the dialog that shows one card or page, as large as the window."""
    labels = edition.labels
    signs = {"previous": "‹", "next": "›", "turn_over": "", "smaller": "−", "larger": "+", "close": "×"}
    if edition.direction == "rtl":
        signs |= {"previous": "›", "next": "‹"}
    buttons = (
        f'<button type="button" class="{name}" aria-label="{escape(labels[name])}" '
        f'title="{escape(labels[name])}">{sign or escape(labels[name])}</button>'
        for name, sign in signs.items()
    )
    sides = f'data-front="{escape(labels["front"])}" data-back="{escape(labels["back"])}"'
    return (
        f'<dialog class="viewer" {sides}><div class="bar"><p role="status"></p>{"".join(buttons)}</div>'
        '<div class="stage" tabindex="-1"></div></dialog>\n'
    )


FORMAT = Format(
    name="html",
    extension="html",
    per_page=False,
    write=lambda document, page, options: write_html(document, options),
    is_joined=True,
)


_MOST_CARDS, _MOST_PAGES = 5, 3


def _write_hero(edition: Edition) -> Iterator[str]:
    """Yield the first screen; with a cover, the name of the game is written for those who hear it."""
    cover = next((section.cover for section in edition.sections if section.cover), None)
    fan = tuple(_choose_fan(edition)) if edition.labels else ()
    backs = (card.back for section in edition.sections for card in section.cards)
    kind = "covered" if cover else "named"
    yield f'<div class="hero {kind}">\n'
    if cover:
        label = escape(cover.words or edition.title)
        yield _write_art(cover, f'class="cover" role="img" aria-label="{label}"', "xMidYMin slice")
    elif backdrop := next(filter(None, backs), None):
        yield _write_art(backdrop, 'class="backdrop" aria-hidden="true"', "xMidYMid slice")
    yield f'<div class="name"><h1>{escape(edition.title)}</h1>\n'
    if edition.subtitle and not cover:
        yield f'<p class="subtitle">{escape(edition.subtitle)}</p>\n'
    yield "</div>\n"
    if fan:
        kind = "" if any(section.has_cards for section in edition.sections) else " pages"
        yield f'<ul class="fan of-{len(fan)}{kind}" aria-hidden="true">'
        yield from (
            f'<li data-of="{escape(f"{edition.locale}-{place}")}">{_write_art(drawing)}</li>'
            for drawing, place in fan
        )
        yield "</ul>\n"
    yield "</div>\n"


def _write_art(drawing: PageDrawing, given: str = "", ratio: str = "") -> str:
    box = " ".join(map(number, (drawing.left, drawing.top, drawing.width, drawing.height)))
    ratio = f' preserveAspectRatio="{ratio}"' if ratio else ""
    return f'<svg viewBox="{box}"{ratio} {given}>{drawing.body}</svg>'


def _choose_fan(edition: Edition) -> Iterator[tuple[PageDrawing, str]]:
    """Yield different cards of all decks, each with the id of its place; without cards, pages or tokens."""
    decks = [section for section in edition.sections if section.has_cards]
    pages = [*_list_shown_pages(edition)][:_MOST_PAGES]
    if not decks and pages:
        yield from pages
        return
    decks = decks or [section for section in edition.sections if section.cards]
    upright = [deck for deck in decks if deck.cards[0].front.width <= deck.cards[0].front.height]
    decks = upright or decks
    each, more = divmod(_MOST_CARDS, len(decks))
    shown: set[str] = set()
    for rank, section in enumerate(decks[:_MOST_CARDS]):
        for index in _spread(section, each + (rank < more) if each else 1):
            card = section.cards[index]
            if card.front.body not in shown:
                shown.add(card.front.body)
                yield card.front, f"{section.id}-{index + 1}"


def _spread(section: PageSection, count: int) -> Sequence[int]:
    """Return the indexes of cards all over a deck."""
    total = len(section.cards)
    count = min(count, total)
    return [index * total // count for index in range(count)]


def _list_shown_pages(edition: Edition) -> Iterator[tuple[PageDrawing, str]]:
    """Yield the boards, and the first page of other parts that is not a cover."""
    for section in edition.sections:
        page = section.board or next(iter(section.pages[bool(section.cover) :]), None)
        if page and not section.cards:
            yield page, section.id
