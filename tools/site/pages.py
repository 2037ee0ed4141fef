"""Documents cut into pages, whose links lead to the pages that have what they name."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path, PurePosixPath

from tools.environment import ROOT

MATERIAL = "material"
"""The folder of the pages' source with files that pages show or offer."""
_OWN = "place:"
"""The scheme of a link to a page by its place."""
_HEADING = re.compile(r"(#+) (.+)")
_FENCE = re.compile(r"\s*(```+|~~~+)")
_LINK = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`)[^`].*?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<mark>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^)\s]+)\)"
)
"""Code within a line, in which nothing is a link, or a link."""


@dataclass(frozen=True)
class Page:
    """A page of the site in Markdown; its place is its path without a suffix."""

    place: str
    title: str
    text: str
    source: Path
    inner: tuple[str, ...] = ()
    """Places of the pages below it."""


@dataclass(frozen=True)
class Place:
    """Where a heading of a document is on the site: its page, and its anchor there; empty for a title."""

    page: str
    anchor: str
    title: str


Anchors = Mapping[tuple[Path, str], Place]
"""Places of headings by their document and their anchor; the anchor of a document itself is empty."""


@dataclass(frozen=True)
class Section:
    """A heading with its text, and the sections below it."""

    level: int
    title: str
    lines: tuple[str, ...]
    inner: tuple["Section", ...] = field(default=())


def cut_document(source: Path, text: str, place: str, depth: int) -> tuple[tuple[Page, ...], Anchors]:
    """Return the pages of a document, one for each heading up to a depth, and the places of its headings."""
    anchors: dict[tuple[Path, str], Place] = {}
    whole = read_sections(text)
    pages = tuple(_list_pages(whole, source, place, depth, anchors))
    anchors[source, ""] = Place(place, "", make_title(whole.title))
    return pages, anchors


def _list_pages(
    section: Section, source: Path, place: str, depth: int, anchors: dict[tuple[Path, str], Place]
) -> Iterator[Page]:
    """Yield the page of a section, and then those below it, which have places in a folder of its name."""
    is_cut = section.level < depth
    anchors.setdefault((source, make_slug(section.title)), Place(place, "", make_title(section.title)))
    own = section if not is_cut else replace(section, inner=())
    folder = place.removesuffix("/index")
    below = [(one, f"{folder}/{name}") for one, name in zip(section.inner, _name_pages(section), strict=True)]
    kept = () if is_cut else tuple(_list_inner(section))
    for one in kept:
        slug = make_slug(one.title)
        anchors.setdefault((source, slug), Place(place, slug, one.title))
    text = "\n".join(_write_section(own, 1 - section.level))
    places = tuple(page for _, page in below) if is_cut else ()
    yield Page(place, make_title(section.title), text, source, places)
    if is_cut:
        for one, page in below:
            yield from _list_pages(one, source, page, depth, anchors)


def _name_pages(section: Section) -> Iterator[str]:
    """Yield the names of the pages of the sections below one; those that are the same get a number."""
    named: Counter[str] = Counter()
    for one in section.inner:
        name = name_page(one.title)
        named[name] += 1
        yield f"{name}-{named[name]}" if named[name] > 1 else name


def _list_inner(section: Section) -> Iterator[Section]:
    for one in section.inner:
        yield one
        yield from _list_inner(one)


def _write_section(section: Section, shift: int) -> Iterator[str]:
    """Yield the lines of a section, whose headings are that many levels deeper."""
    level = section.level + shift
    yield f"{'#' * level} {make_title(section.title) if level == 1 else section.title}"
    yield from section.lines
    for one in section.inner:
        yield from _write_section(one, shift)


def read_sections(text: str) -> Section:
    """Return a document as its first section, with those below it."""
    found: list[tuple[int, str, list[str]]] = []
    for line, is_code in list_lines(text):
        heading = None if is_code else _HEADING.fullmatch(line)
        if heading:
            found.append((len(heading[1]), heading[2], []))
        elif found:
            found[-1][2].append(line)
    return _nest(found)[0]


def list_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines of a text, each with whether it belongs to a block of code."""
    end = ""
    for line in text.splitlines():
        fence = _FENCE.match(line)
        if end:
            yield line, True
            end = "" if fence and fence[1].startswith(end) and line.strip() == fence[1] else end
        else:
            end = fence[1] if fence else ""
            yield line, bool(fence)


def _nest(found: Sequence[tuple[int, str, list[str]]]) -> list[Section]:
    sections = []
    at = 0
    while at < len(found):
        level, title, lines = found[at]
        last = at + 1
        while last < len(found) and found[last][0] > level:
            last += 1
        sections.append(Section(level, title, tuple(lines), tuple(_nest(found[at + 1 : last]))))
        at = last
    return sections


def make_slug(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def make_title(heading: str) -> str:
    """Return the title of the page of a heading: a command without arguments, a step without a number."""
    if found := re.match(r"(petri \w+)", heading):
        return found[1]
    return re.sub(r"^\d+\. ", "", heading)


def name_page(heading: str) -> str:
    """Return the name of the page of a heading, for addresses."""
    title = make_title(heading).removeprefix("petri ")
    return re.sub(r"-+", "-", make_slug(title)).strip("-")


def rewrite_links(page: Page, anchors: Anchors) -> tuple[str, tuple[Path, ...]]:
    """Return the text of a page with links to pages of the site, and the files that it shows or offers."""
    files: list[Path] = []

    def change(found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        target = _find_target(page, found["target"], anchors, files)
        text = _name_link(found["text"], found["target"], page, anchors)
        return f"{found['mark']}[{text}]({target})" if target else text

    runs = groupby(list_lines(page.text), key=itemgetter(1))
    texts = (("\n".join(line for line, _ in lines), is_code) for is_code, lines in runs)
    return "\n".join(text if is_code else _LINK.sub(change, text) for text, is_code in texts) + "\n", tuple(
        files
    )


def _name_link(text: str, target: str, page: Page, anchors: Anchors) -> str:
    """Return the text of a link: the title of a page instead of the name of a document."""
    if not text.endswith(".md"):
        return text
    path, _, anchor = target.partition("#")
    place = anchors.get((Path(os.path.normpath(page.source.parent / path)), anchor))
    return place.title if place else text


def _find_target(page: Page, target: str, anchors: Anchors, files: list[Path]) -> str:
    """Return the target of a link on its page; empty for a folder, which has none."""
    start = PurePosixPath(page.place).parent
    if target.startswith(_OWN):
        return _relate(f"{target.removeprefix(_OWN)}.md", start)
    if re.match(r"[a-z]+:", target):
        return target
    path, _, anchor = target.partition("#")
    file = Path(os.path.normpath(page.source.parent / path)) if path else page.source
    if place := anchors.get((file, anchor)):
        return _relate(f"{place.page}.md", start) + (f"#{place.anchor}" if place.anchor else "")
    if (file, "") in anchors:
        raise SystemExit(f"{page.source.name}: no heading has the anchor of the link {target}")
    if file.is_dir():
        return ""
    if not file.is_file():
        raise SystemExit(f"{page.source.name}: there is no file for the link {target}")
    files.append(file)
    return _relate(f"{MATERIAL}/{file.relative_to(ROOT).as_posix()}", start)


def _relate(path: str, start: PurePosixPath) -> str:
    return os.path.relpath(path, start).replace(os.sep, "/")


def list_below(page: Page, tree: Mapping[str, Page]) -> str:
    """Return the contents of a page that others are below, with their pictures if most have one.

    A document that has its own contents keeps them. Sentences are shown if nearly all pages begin with one.
    """
    pages = [tree[place] for place in page.inner]
    if not pages:
        return ""
    lines = [] if page.text.count("](#") * 2 > len(pages) else ["", *_list_entries(pages)]
    return "\n".join([*lines, "", format_tree(page.inner)])


def _list_entries(pages: Sequence[Page]) -> Iterator[str]:
    pictures = [re.search(r"!\[[^\]]*\]\([^)]+\)", one.text) for one in pages]
    is_shown = sum(map(bool, pictures)) * 2 > len(pages)
    sentences = [_find_first(one) for one in pages]
    is_told = sum(map(bool, sentences)) > 0.9 * len(pages)
    yield "{.cards}" if is_shown else ""
    for one, picture, sentence in zip(pages, pictures, sentences, strict=True):
        entry = f"[{one.title}]({_OWN}{one.place})" + (f": {sentence}" if is_told and sentence else "")
        yield f"* {picture[0]} {entry}" if picture and is_shown else f"* {entry}"


def _find_first(page: Page) -> str:
    """Return the first sentence of a page, after the line of a command; empty if there is none."""
    text = re.sub(r"\A\s*```text\n.*?```", "", page.text.partition("\n")[2], flags=re.DOTALL)
    text = text.strip().partition("\n\n")[0].replace("\n", " ")
    first = re.match(r"(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|[^`\[])*?[.:](?= |$)", text)
    is_sentence = first and not re.match(r"[!|#<*{]|```|\d+\. ", text)
    return f"{first[0][:-1]}." if first and is_sentence else ""


def format_tree(places: Iterable[str], *, caption: str = "") -> str:
    """Return the list of pages from which Sphinx makes the contents at the side."""
    lines = ["```{toctree}", *([f":caption: {caption}"] if caption else []), ":hidden:", ""]
    return "\n".join(["", *lines, *(f"/{place}" for place in places), "```", ""])


def list_tree(pages: Iterable[Page]) -> Mapping[str, Page]:
    """Return pages by their places; SystemExit if two have the same."""
    found: dict[str, Page] = {}
    for page in pages:
        if page.place in found:
            raise SystemExit(
                f"two pages have the place {page.place}: {page.title}, {found[page.place].title}"
            )
        found[page.place] = page
    return found
