"""A web page in one file: drawings that share what they have in common, and texts with their structure."""

import base64
import hashlib
import re
from html.parser import HTMLParser

from generator.backends.formats import find_format
from generator.backends.html.parts import LABELS, Edition, PageDrawing, PageSection
from generator.backends.html.site import (
    MARK,
    DrawnTextWriter,
    PageWriter,
    join_drawn_texts,
    join_lines,
    list_drawn_texts,
    write_html,
    write_site,
)
from generator.model.printing.printing import FileOptions
from generator.scene.shapes import (
    Document,
    Group,
    Page,
    Path,
    Region,
    Shape,
    Symbol,
    Tag,
    Use,
    measure_visible_bounds,
)
from tests.backends.scenes import BLACK, BOLD, GREEN, ICON, ITALIC, RED, box, document, sampler, text

VOID = {"meta", "input", "br"}


class Checker(HTMLParser):
    """Reads a page: its ids, its references, the addresses that it loads, and whether its tags match."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: set[str] = set()
        self.loaded: set[str] = set()
        self.styles: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def _take(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert not name.startswith("on"), "the policy forbids handlers"
            assert name != "style", "the policy forbids styles of single elements"
            value = value or ""
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "src") and value.startswith("#"):
                self.references.add(value[1:])
            elif name in ("href", "src"):
                self.loaded.add(value.partition(",")[0])
            elif name.startswith("aria-") and name.endswith("by"):
                self.references |= set(value.split())
            self.references |= set(re.findall(r"url\(#([^)]*)\)", value))


def tagged(tag: Tag, *shapes: Shape) -> Group:
    return Group(shapes, tag=tag)


def write_texts(*shapes: Shape, language: str = "en") -> str:
    return DrawnTextWriter(lambda figure, words: f"[{words}]", language).write(shapes)


def test_the_format_is_found_by_its_name() -> None:
    """A document alone is a page of its own, such as the chart of a simulation."""
    form = find_format("HTML")
    assert (form.extension, form.per_page, form.is_joined) == ("html", False, True)
    page = form.write(document(text("words", 5, 5)), None, FileOptions())
    assert page.startswith(b"<!DOCTYPE html>")


def test_everything_that_a_page_uses_is_in_it() -> None:
    """Ids are unique, each reference has its element, and nothing is loaded but pictures in the page."""
    page = write_html(sampler()).decode()
    checker = Checker(page)
    assert len(checker.ids) == len(set(checker.ids))
    assert checker.references <= set(checker.ids)
    assert checker.loaded == {"data:image/png;base64"}
    assert MARK not in page


def test_the_same_document_gives_the_same_bytes() -> None:
    """Also after other pages were written."""
    first = write_html(sampler())
    write_html(document(text("words", 5, 5)))
    assert write_html(sampler()) == first


def test_only_its_own_style_and_script_run() -> None:
    """The policy has the hashes of both, and allows nothing else; without labels, there is no script."""
    assert b"script-src 'none'" in write_html(sampler())
    section = PageSection(id="sheet", title="Sheet", pages=(PageDrawing("<path />", 210, 297),))
    labels = {key: key for key in LABELS}
    edition = Edition(
        locale="en", language="en", name="English", title="Game", sections=(section,), labels=labels
    )
    page = write_site((edition,)).decode()
    Checker(page)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    rules = dict(rule.split(" ", 1) for rule in policy[1].split("; "))
    for tag, name in (("style", "style-src"), ("script", "script-src")):
        (found,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(found.encode()).digest()).decode()
        assert rules.pop(name) == f"'sha256-{digest}'"
    assert rules == {
        "default-src": "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_texts_from_outside_are_texts() -> None:
    """A title with the signs of HTML, and words that would end a script."""
    shapes = tagged("p", text("</script><b>1 & 2</b>", 5, 5))
    hostile = Document((Page(50, 50, (shapes,)),), '<img src="x">', 'en" onload="x')
    page = write_html(hostile).decode()
    Checker(page)
    assert "&lt;/script&gt;&lt;b&gt;1 &amp; 2&lt;/b&gt;" in page
    assert "<title>&lt;img src=&quot;x&quot;&gt;</title>" in page
    assert "onload=" not in page.replace("&quot; onload=", "")


def test_what_is_equal_is_defined_once() -> None:
    """Glyphs, symbols, and long outlines have the same names in drawings that were made apart."""
    long = tuple(segment for x in range(100) for segment in box(x, x, 1.25, 1.25))
    first, second = PageWriter(300), PageWriter(300)
    twin = Symbol("another name", ICON.shapes, ICON.box)
    one = first.write((Use(ICON), text("ab", 1, 1), Path(long, RED)))
    other = second.write((Use(twin), text("ba", 1, 1), Path(long, GREEN)))
    assert first.found.keys() == second.found.keys()
    assert one != other
    assert all(id.startswith(MARK) for id in first.found)


def test_definitions_come_before_those_that_use_them() -> None:
    """So that drawings of several parts can be joined in any order."""
    writer = PageWriter(300)
    writer.write(tuple(shape for page in sampler().pages for shape in page.shapes))
    known: set[str] = set()
    for id, element in writer.found.items():
        used = set(re.findall(f"{MARK}[0-9a-f]+", element)) - {id}
        assert used <= known
        known.add(id)


def test_pieces_are_defined_and_listed() -> None:
    """The sides of cards are found on sheets, with their boxes and words; areas on them are not."""
    inner = Group((Path(box(0, 0, 5, 5), GREEN),), region=Region("front", "field", (0, 0, 5, 5)))
    front = Group(
        (text("Rose", 2, 8), inner),
        transform=(1, 0, 0, 1, 20, 30),
        clip=Path(box(-1, -1, 12, 12)),
        region=Region("front", "rose", (0, 0, 10, 10)),
    )
    writer = PageWriter(300, sides=("front", "back"))
    body = writer.write((Group((front, front), name="fronts"),))
    first, second = writer.faces
    assert first == second
    assert (first.side, first.piece, first.box, first.words) == ("front", "rose", (0, 0, 10, 10), "Rose")
    assert body.count(f'href="#{first.drawing}"') == 2
    assert PageWriter(300).write((front,)).count("<use") == 4


def test_texts_keep_their_structure() -> None:
    """Headings without gaps between their levels, paragraphs, lists with signs, and tables."""
    shapes = (
        tagged("h2", text("Goal", 5, 5)),
        tagged("h3", text("You win", 5, 10)),
        tagged("p", text("One line", 5, 15), text("and another", 5, 20)),
        tagged("li", tagged("lbl", text("1", 5, 25)), tagged("p", text("First", 9, 25))),
        tagged("li", tagged("figure", Use(ICON, title="virus")), tagged("p", text("Second", 9, 30))),
        tagged("tr", tagged("th", text("Number", 5, 35)), tagged("td")),
        tagged("tr", tagged("th"), tagged("td", text("5", 15, 38))),
        text("decoration", 5, 40),
        Group((tagged("p", text("deeper", 5, 45)),), name="column"),
    )
    assert write_texts(*shapes) == (
        "<h3>Goal</h3><h4>You win</h4><p>One line and another</p>"
        '<ul><li><span class="number">1</span> First </li><li>[virus]Second </li></ul>'
        '<div class="wide" tabindex="0"><table><tr><th>Number</th><td></td></tr>'
        "<tr><td></td><td>5</td></tr></table></div><p>deeper</p>"
    )


def test_choices_in_a_cell_are_apart() -> None:
    """Texts in places of their own, such as payments; one text is not marked."""
    payments = (tagged("p", text("3 1", 5, 5)), tagged("p", text("2 2", 20, 5)))
    written = write_texts(tagged("tr", tagged("td", *payments), tagged("td", *payments[:1])))
    parts = '<td><span class="part">3 1</span> <span class="part">2 2</span></td><td>3 1</td>'
    assert written == f'<div class="wide" tabindex="0"><table><tr>{parts}</tr></table></div>'


def test_an_icon_stays_with_its_number() -> None:
    """A line never ends between a number and the icon that it counts."""
    drawn = DrawnTextWriter(lambda figure, words: f'<svg class="icon">{words}</svg>', "en")
    runs = (text("6 ", 5, 5), Use(ICON, (1, 0, 0, 1, 9, 1), "pill"), text(" or ", 14, 5))
    icon = Use(ICON, (1, 0, 0, 1, 20, 1), "pill")
    counted = '<span class="counted">6\u00a0<svg class="icon">pill</svg></span>'
    assert drawn.write((tagged("p", *runs, icon),)) == f'<p>{counted} or <svg class="icon">pill</svg></p>'


def test_a_text_goes_on_from_page_to_page() -> None:
    """Its rest is read where it began, as if there were no pages; the next text is on its own page."""
    drawn = DrawnTextWriter(lambda figure, words: "", "en")
    first = (tagged("li", tagged("lbl", text("4", 5, 5)), tagged("p", text("Put 3 cubes,", 9, 5))),)
    second = (tagged("more", text("and 2 more.", 5, 5)), tagged("p", text("Begin.", 5, 10)))
    item = '<li><span class="number">4</span> Put 3 cubes, and 2 more.</li>'
    assert drawn.write_pages([first, second]) == [f"<ul>{item}</ul>", "<p>Begin.</p>"]
    assert drawn.write_pages([second]) == ["<p>and 2 more.</p><p>Begin.</p>"]


def test_words_in_a_text_keep_their_faces_and_languages() -> None:
    """Bold and italic words, icons where they are, and words in another language."""
    other = text("Hund", 40, 5)._replace(language="de", has_space=True)
    shapes = (
        text("a ", 5, 5, face=BOLD),
        text("b", 9, 5, face=BOLD),
        text("c", 14, 5, face=ITALIC),
        Use(ICON, (1, 0, 0, 1, 20, 1), "virus"),
        other,
    )
    written = write_texts(tagged("p", *shapes))
    assert written == '<p><b>a b</b> <i>c</i>[virus]<span lang="de">Hund</span></p>'
    assert write_texts(tagged("h1", *shapes[:1])) == "<h3>a</h3>"


def test_lines_become_one_text() -> None:
    """Words are apart, halves of a word are not, and no space is between characters of East Asia."""
    assert join_lines(["two ", " words"]) == "two words"
    assert join_lines(["well-", "known"]) == "well-known"
    assert join_lines(["赤い", "印"]) == "赤い印"
    assert join_lines(["", "赤い", "12"]) == "赤い 12"


def test_lines_from_right_to_left_are_in_their_order() -> None:
    """Runs are drawn from left to right: the last one has the first word."""
    arabic = BOLD.path.parents[1] / "noto-sans-arabic/NotoSansArabic-Regular.ttf"
    face = type(BOLD)(arabic)
    runs = (
        text("يفوز", 5, 5, face=face, right_to_left=True),
        text("12", 15, 5),
        text("من يشطب", 22, 5, face=face, right_to_left=True),
    )
    assert join_drawn_texts(runs) == "من يشطب 12 يفوز"


def test_words_of_a_drawing_are_read_text_by_text() -> None:
    """Columns are not mixed, titles of icons are read, and ids of places are not."""
    shapes = (
        Group((text("Cough", 5, 5), text("Medicine", 5, 10), text("Soup", 30, 5), text("hot", 50, 5))),
        Group((Use(ICON, title="virus"), text("Draw", 30, 20))),
        Group((Path(box(0, 0, 1, 1), BLACK),), title="cairo", region=Region("map", "cairo", (0, 0, 1, 1))),
        Group((text("not read", 1, 1),), title="a die"),
    )
    assert [*list_drawn_texts(shapes)] == ["Cough Medicine", "Soup hot", "virus", "Draw", "a die"]


def test_the_box_of_a_figure_ends_at_its_clip() -> None:
    """Parts outside are not seen; without anything, the box has no size."""
    detail = Group(
        (Path(box(0, 0, 100, 100), RED),), transform=(2, 0, 0, 2, 5, 5), clip=Path(box(1, 1, 3, 4))
    )
    assert measure_visible_bounds((detail,)) == (7, 7, 13, 15)
    assert measure_visible_bounds(()) == (0, 0, 0, 0)
