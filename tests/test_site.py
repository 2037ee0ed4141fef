"""The site of the documents: it has a page for everything, and its pages work from the disk."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from sphinx.search.en import SearchEnglish

from generator.cli.app import COMMANDS, find_command
from generator.model.elements.blocks import FIGURES
from generator.model.elements.template import BLOCKS, ELEMENTS
from generator.read.declared.reader import list_declared
from generator.read.problem_kinds import read_kinds
from generator.read.schema import FILES
from tests.samples import proves_all, sample
from tests.web.browser import Tab, open_browser
from tools.site.__main__ import build_site, write_pages
from tools.site.pages import cut_document, list_lines, rewrite_links
from tools.site.recipes import RECIPES, read_head
from tools.site.reference import list_kinds

ROOT = Path(__file__).parents[1]
KINDS_OF_PAGES = (
    "index",
    "tutorial/index",
    "tutorial/a-deck-that-grows",
    "gallery/index",
    "gallery/recipes/index",
    "gallery/recipes/cards",
    "gallery/recipes/cards/cost-icons",
    "print/cards/backs",
    "play/table",
    "translate/index",
    "design/templates",
    "design/what-values-look-like",
    "reference/commands/make",
    "reference/elements/index",
    "reference/elements/panel",
    "reference/blocks/table",
    "reference/files/kit",
    "reference/problems/unknown-icon",
    "extend/api",
    "explain/pox",
    "project/changes",
)


FOLDERS = """tutorial gallery print play translate design reference extend explain project"""
MOST_WORDS, MOST_WORDS_OF_A_PAGE = 38_000, 1_200
MOST_REPEATED = 0.03
"""Share of the words that may belong to a run of seven words that stands elsewhere, too."""
RUN = 7
DATA = ("games/", "problems.md", "../CHANGELOG.md")
"""Documents that list facts or are generated, whose words are not counted."""
GENERATED = re.compile(r"<!-- (?:table|contents|command|names|rules)\b.*?<!-- end -->|<!--.*?-->", re.DOTALL)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the pages in Markdown."""
    folder = tmp_path_factory.mktemp("pages")
    write_pages(folder)
    return folder


def read_prose(page: Path) -> str:
    """Return the text of a page without its code."""
    return "\n".join(line for line, is_code in list_lines(page.read_text("utf-8")) if not is_code)


@cache
def list_words() -> Mapping[str, tuple[str, ...]]:
    """Return the words of each page that people write, without code and what is generated, by its place."""
    contents = yaml.safe_load((ROOT / "docs" / "site" / "contents.yaml").read_text("utf-8"))
    listed = {place: document for part in contents.values() for place, document in part.items() if document}
    listed |= {"index": ("index.md", 1), "README": ("../README.md", 1)}
    words: dict[str, tuple[str, ...]] = {}
    for place, (name, depth) in listed.items():
        source = (ROOT / "docs" / name).resolve()
        if source == RECIPES:
            texts = {path.name: " ".join(read_head(path)) for path in RECIPES.iterdir() if path.is_dir()}
        elif name.startswith(DATA):
            continue
        else:
            text = GENERATED.sub("", source.read_text("utf-8"))
            texts = {page.place: page.text for page in cut_document(source, text, place, depth)[0]}
        words |= {found: tuple(split_words(text)) for found, text in texts.items()}
    return words


def split_words(text: str) -> Iterator[str]:
    """Yield the words of Markdown, in small letters, without blocks of code and the targets of links."""
    for line, is_code in list_lines(text):
        if not is_code:
            yield from re.findall(r"[^\W_][\w'’-]*", re.sub(r"\]\([^)\s]+\)", "]", line).lower())


def test_the_site_has_the_folders_of_its_plan(pages: Path) -> None:
    """Each first step of an address is what somebody wants, or reads."""
    assert {path.name for path in pages.iterdir() if path.is_dir()} - {"_static", "material"} == {
        *FOLDERS.split()
    }


def test_all_pages_together_are_short() -> None:
    """A page leaves out what the program says itself, and what another page says."""
    assert sum(map(len, list_words().values())) <= MOST_WORDS


def test_each_page_is_short() -> None:
    """Somebody who opens it can read all of it."""
    long = {place: len(words) for place, words in list_words().items() if len(words) > MOST_WORDS_OF_A_PAGE}
    assert long == {}


def test_pages_do_not_repeat_each_other() -> None:
    """Seven words in the same order stand in one place."""
    known: set[tuple[str, ...]] = set()
    repeated = 0
    for words in list_words().values():
        again = set()
        for first in range(len(words) - RUN + 1):
            run = words[first : first + RUN]
            again |= {*range(first, first + RUN)} if run in known else set()
            known.add(run)
        repeated += len(again)
    assert repeated <= MOST_REPEATED * sum(map(len, list_words().values()))


def test_every_kind_command_and_problem_has_a_page(pages: Path) -> None:
    """Elements and areas, blocks, types of files, commands, and codes of problems: none is forgotten."""

    def names(folder: str) -> set[str]:
        return {path.stem for path in (pages / "reference" / folder).glob("*.md")} - {"index"}

    assert names("elements") | names("areas") == {*ELEMENTS.kinds}
    assert names("blocks") == {*BLOCKS.kinds}
    assert names("files") == {*FILES}
    assert names("commands") >= {*COMMANDS}
    assert names("problems") == {kind.code for kind in read_kinds()}


def test_pages_of_kinds_have_a_sentence_and_keys(pages: Path) -> None:
    """Each names its keys in a table of two columns, which fits on a phone."""
    listed = [
        path
        for folder in ("elements", "areas", "blocks")
        for path in (pages / "reference" / folder).glob("*.md")
        if path.stem != "index"
    ]
    assert len(listed) > 50
    for path in listed:
        text = path.read_text("utf-8")
        assert re.match(r"# `\w+`\n\n[A-Z][^\n]{8,}\n", text), path.stem
        assert "\n| key | meaning |\n|--|--|\n| " in text, path.stem


def test_pages_of_kinds_have_a_picture(pages: Path) -> None:
    """Only kinds that show another part of the game have none."""
    listed = {
        path.stem
        for folder in ("elements", "areas", "blocks")
        for path in (pages / "reference" / folder).glob("*.md")
        if "![An example of" not in path.read_text("utf-8")
    }
    assert listed - {"index"} == {"board", *FIGURES}


def test_no_table_has_a_heading_without_text(pages: Path) -> None:
    """Somebody who hears the tables of the reference knows what each column is."""
    for path in (pages / "reference").rglob("*.md"):
        for head in re.findall(r"(?m)^(\|.*)\n\|--", path.read_text("utf-8")):
            assert all(cell.strip() for cell in head[1:-1].split("|")), (path.stem, head)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_on_the_page_of_its_command(pages: Path, name: str) -> None:
    """It is there with the value that it takes."""
    text = (pages / "reference" / "commands" / f"{name}.md").read_text("utf-8")
    tables = "".join(re.findall(r"(?m)^\| option \| meaning \|\n(?:\|.*\n)+", f"{text}\n"))
    for param in find_command(name).params:
        if param.opts[0].startswith("-"):
            (row,) = re.findall(rf"(?m)^\| `[^|`]*{re.escape(param.opts[0])}\b(?!-)[^|]*\|", tables)
            assert not param.metavar or param.metavar in row, row


def test_the_api_has_every_name_with_its_meaning(pages: Path) -> None:
    """Each name of `generator.api` has a heading with a text below it."""
    names = (ROOT / "tests" / "rules" / "api_names.txt").read_text("utf-8").split()
    text = (pages / "extend" / "api.md").read_text("utf-8")
    sections = dict(re.findall(r"(?m)^### `(\w+)`\n\n(?!#)(.+)$", text))
    assert " at 0x" not in text, "an address in memory differs in each run"
    assert {*names} - {*sections} == set()


def test_pages_of_documents_are_cut_at_headings_and_links_follow(tmp_path: Path) -> None:
    """A link to a heading leads to its page; code keeps its brackets and its signs."""
    source = ROOT / "docs" / "book.md"
    text = "# Book\n\nSee [two](#part-two), [in it](#detail).\n\n"
    text += "## Part one\n\n```md\n## No heading\n[x](nowhere.md)\n```\n\n"
    text += "## Part two\n\nCode `[y](nowhere.md)`, and [Book](book.md#book),\n"
    text += "[a link\nof two lines](#part-one).\n\n"
    text += "### Detail\n\nEnd.\n"
    pages, anchors = cut_document(source, text, "a/index", 2)
    assert [page.place for page in pages] == ["a/index", "a/part-one", "a/part-two"]
    first, one, two = (rewrite_links(page, anchors)[0] for page in pages)
    assert "[two](part-two.md), [in it](part-two.md#detail)" in first
    assert "## No heading\n[x](nowhere.md)" in one
    assert "`[y](nowhere.md)`, and [Book](index.md),\n[a link\nof two lines](part-one.md)." in two
    assert "\n## Detail\n" in two, "headings rise with their page"


@pytest.mark.parametrize("target", ["nowhere.md", "files.md#no-such-heading", "pictures/none.png"])
def test_a_link_to_nothing_is_an_error(target: str) -> None:
    """It names the document and the link."""
    pages, anchors = cut_document(ROOT / "docs" / "files.md", f"# Files\n\n[x]({target})\n", "files", 1)
    with pytest.raises(SystemExit, match=re.escape(target)):
        rewrite_links(pages[0], anchors)


def test_the_site_is_built_and_works_from_the_disk(
    pages: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is built without a warning; its links lead somewhere, and its pages ask for nothing elsewhere.

    All of this is one test, because the site is built once. All pages are read, but some written, except in
    `make proof`.
    """
    site = tmp_path / "site"
    places = sorted(path.relative_to(pages).with_suffix("").as_posix() for path in pages.rglob("*.md"))
    chosen = {*KINDS_OF_PAGES, *sample(places, 8, key="whole pages")}
    only = () if proves_all() else (pages / f"{place}.md" for place in sorted(chosen))
    assert build_site(pages, site, tmp_path / "kept", *only) == 0
    warnings = capfd.readouterr().err.splitlines()
    assert [line for line in warnings if "search index couldn't be loaded" not in line] == []
    left = {site / f"{place}.html" for place in places} - {*site.rglob("*.html")}
    assert [(page, target) for page, target, file in find_broken_links(site) if file not in left] == []
    assert left or {*list_names()} - read_index(site) == set()
    with open_browser() as browser, browser.open("about:blank") as tab:
        for place in KINDS_OF_PAGES:
            check_page(tab, site / f"{place}.html")
        tab.go(f"{(site / 'search.html').as_uri()}?q=pattern_colour")
        tab.wait_for("document.querySelector('#search-results')?.innerText.includes('panel')")
        assert {one.partition(":")[0] for one in tab.list_requests()} <= {"file", "data"}


def list_names() -> Iterator[str]:
    """Yield the words of all keys and options."""
    for name in COMMANDS:
        command = find_command(name)
        for one in (command, *getattr(command, "commands", {}).values()):
            for flag in (flag for param in one.params for flag in param.opts if flag.startswith("--")):
                yield from (word for word in flag.strip("-").split("-") if len(word) > 1)
    for kinds in list_kinds().values():
        yield from (one.key for kind in kinds.values() for one in list_declared(kind))


def read_index(site: Path) -> set[str]:
    """Return those words of keys and options that a search finds."""
    data = (site / "searchindex.js").read_text("utf-8").removeprefix("Search.setIndex(").removesuffix(")")
    index = json.loads(data)
    stem = SearchEnglish({}).stem
    return {
        name for name in list_names() if stem(name) in index["terms"] or stem(name) in index["titleterms"]
    }


def find_broken_links(site: Path) -> Iterator[tuple[str, str, Path]]:
    """Yield each page with a link, picture, or script whose file or anchor is not there, and the file."""
    texts = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    ids = {path: {*re.findall(r'\bid="([^"]+)"', text)} for path, text in texts.items()}
    for path, text in texts.items():
        for target in {*re.findall(r'\b(?:href|src)="([^"]+)"', text)}:
            file, _, anchor = unquote(unescape(target)).partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            found = (path.parent / file.partition("?")[0]).resolve() if file else path
            if not found.exists() or (anchor and found in ids and anchor not in ids[found]):
                yield path.relative_to(site).as_posix(), target, found


def check_page(tab: Tab, page: Path) -> None:
    """The page is as wide as the window of a computer, and as that of a phone, and has its pictures."""
    tab.go(page.as_uri())
    missing = "[...document.images].filter(one => one.complete && !one.naturalWidth).map(one => one.src)"
    assert tab.run(missing) == [], page.name
    boxes = "[...document.querySelectorAll('pre, .table-wrapper')]"
    hidden = f"{boxes}.filter(one => one.scrollWidth > one.clientWidth && one.tabIndex < 0).length"
    for width in (390, 1440):
        tab.resize(width, 900, touch=width < 500)
        assert tab.run("document.documentElement.scrollWidth") == width, page.name
        assert tab.run(hidden) == 0, f"{page.name}: a box that scrolls cannot be reached with the keyboard"
    assert {one.partition(":")[0] for one in tab.list_requests()} <= {"file", "data"}
    assert tab.list_complaints() == []
