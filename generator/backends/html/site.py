"""One file of HTML for a game: it needs no server and no network, and runs only the script that is in it."""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from generator.backends.formats import DEFAULT, Format, number
from generator.backends.html.drawing import MARK, DrawnTextWriter, PageWriter
from generator.backends.html.parts import CardView, Edition, PageDrawing, PageSection, SiteLook
from generator.model.printing.printing import FileOptions
from generator.scene.shapes import Document, Group, Page, Use, measure_visible_bounds


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


_HERE = Path(__file__).parent
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
