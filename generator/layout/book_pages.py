"""Texts of a booklet that depend on its pages: contents, an index, and the numbers of pages behind links."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from generator.layout.press import Press
from generator.model.elements.blocks import AnyBlock, Cell, Heading, Table, TableColumn, TableRow, walk_blocks
from generator.model.kit import Booklet
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, fields, replace

LINKS = re.compile(r"\{to ([a-z][a-z0-9_]*)\|")
"""The beginning of a link, with the id of the block to which it leads."""
_ENTRY = (TableColumn(width=8.0), TableColumn(align="end"))
"""Columns of contents and of an index: text and page."""


@dataclass(frozen=True, slots=True)
class EntryTable(Table):
    """Entries of contents or of an index, each with its page."""


def is_numbered(booklet: Booklet) -> bool:
    """Return True if texts of a booklet name pages."""
    return bool(booklet.contents or booklet.index)


def add_page_numbers(press: Press, booklet: Booklet, pages: Mapping[str, int]) -> tuple[Press, Booklet]:
    """Return the booklet with its contents and index, and the press that prints pages behind links.

    `pages` are the numbers of the pages of headings, as far as they are known.
    """
    named = tuple(_name_headings(booklet))
    kit = press.kit
    wordings = {locale: _add_to_links(one, pages) for locale, one in kit.wordings.items()}
    blocks = [*named]
    if booklet.index:
        blocks += _make_index(press, named, pages)
    if booklet.contents:
        first = next((index for index, one in enumerate(named) if isinstance(one, Heading)), len(named))
        blocks[first:first] = _make_contents(press, named, pages)
    return press.with_wordings(wordings), replace(booklet, blocks=tuple(blocks))


def _name_headings(booklet: Booklet) -> Iterator[AnyBlock]:
    """Yield the blocks, with an id for each heading."""
    for number, block in enumerate(booklet.blocks, start=1):
        is_unnamed = isinstance(block, Heading) and not block.id
        yield replace(block, id=f"heading_{number}") if is_unnamed else block


def _make_contents(
    press: Press, blocks: tuple[AnyBlock, ...], pages: Mapping[str, int]
) -> tuple[AnyBlock, ...]:
    headings = (one for one in blocks if isinstance(one, Heading) and one.level == 1)
    rows = tuple(_make_row(press.format(one.text), one.id, pages) for one in headings)
    return Heading("booklet.contents"), EntryTable(_ENTRY, rows, look="lines")


def _make_index(press: Press, blocks: tuple[AnyBlock, ...], pages: Mapping[str, int]) -> tuple[AnyBlock, ...]:
    """Return the words of headings and links, in the order of their letters."""
    entries = [(one.id, press.format(one.text)) for one in blocks if isinstance(one, Heading)]
    entries += (link for text in _list_linked(press, blocks) for link in _split_links(text))
    found: dict[str, tuple[str, str]] = {}
    for id, words in entries:
        found.setdefault(_fold(words), (plain(words), id))
    rows = tuple(_make_row(words, id, pages) for _, (words, id) in sorted(found.items()))
    return Heading("booklet.index"), EntryTable(_ENTRY, rows, look="plain")


def _fold(text: str) -> str:
    """Return a text for sorting: its letters and digits without accents, whatever their case."""
    letters = unicodedata.normalize("NFKD", plain(text).casefold())
    return "".join(letter for letter in letters if letter.isalnum() or letter.isspace()).strip()


def _make_row(words: str, id: str, pages: Mapping[str, int]) -> TableRow:
    return TableRow((Cell(text=f"{{to {id}|{words}}}"), Cell(text=str(pages.get(id, 0)))))


def _list_linked(press: Press, blocks: tuple[AnyBlock, ...]) -> Iterator[str]:
    """Yield the texts of blocks that have links."""
    for block in walk_blocks(blocks):
        for text in (getattr(block, one.name) for one in fields(block)):
            if isinstance(text, str) and text and LINKS.search(said := press.format(text)):
                yield said


def _split_links(text: str) -> Iterator[tuple[str, str]]:
    """Yield the id and the words of each link."""
    for found in LINKS.finditer(text):
        yield found[1], text[found.end() : _find_end(text, found.end())]


def _find_end(text: str, start: int) -> int:
    """Return the position of the brace that closes the one before a position."""
    depth = 1
    for brace in re.finditer(r"\\.|[{}]", text[start:]):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return start + brace.start()
    return len(text)


def _add_to_links(wording: Wording, pages: Mapping[str, int]) -> Wording:
    """Return a wording that has the page behind each link to a known heading."""
    linked = {key: text for key, text in wording.sentences.items() if "{to " in text}
    for key, text in linked.items():
        for found in reversed([*LINKS.finditer(text)]):
            if page := pages.get(found[1]):
                end = _find_end(text, found.end()) + 1
                text = f"{text[:end]} {wording.format('booklet.on_page', {'page': page})}{text[end:]}"
        linked[key] = text
    return replace(wording, sentences={**wording.sentences, **linked}) if linked else wording
