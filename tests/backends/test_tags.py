"""Tagged PDFs: what a screen reader is told, read by pdfium; and that nothing else is on the page."""

import io
from collections import Counter
from pathlib import Path

import pikepdf
import pytest

from generator.backends.pdf import write_pdf
from generator.layout.document import lay_out_part, make_press
from generator.model.elements.blocks import Heading, Paragraph
from generator.model.kit import Booklet
from generator.model.texts.rich_text import Span, parse_rich
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import Group, Shape, Tag, Use
from tests import shipped
from tests.backends.scenes import ICON, document, text
from tests.backends.ua_rules import claims_ua
from tests.structure import Tagged, read_structure

TITLED = Use(ICON, (1, 0, 0, 1, 40, 30), title="a virus")


def tagged(tag: Tag, *shapes: Shape) -> Group:
    return Group(shapes, tag=tag)


def read(*shapes: Shape) -> list[Tagged]:
    """The elements of one page, below that of the document."""
    (found,) = read_structure(write_pdf(document(*shapes)))
    assert found.type == "Document"
    return [*found.kids]


def list_types(elements: list[Tagged]) -> list[object]:
    return [(one.type, list_types([*one.kids])) if one.kids else one.type for one in elements]


def test_texts_are_read_in_order() -> None:
    """Headings and paragraphs with their words; what has no tag is not read."""
    shapes = (
        text("decoration", 5, 5),
        tagged("h1", text("A title", 5, 10)),
        Group(
            (tagged("p", text("A paragraph", 5, 15)), text("more decoration", 50, 15)),
            transform=(1, 0, 0, 1, 3, 4),
        ),
    )
    found = read(*shapes)
    assert [(one.type, one.text) for one in found] == [("H1", "A title"), ("P", "A paragraph")]


def test_no_level_of_headings_is_left_out() -> None:
    """A heading below one of the first level is of the second."""
    tags: tuple[Tag, ...] = ("h3", "h2", "h3", "h1", "h3")
    found = read(*(tagged(tag, text("Words", 5, 10 + 5 * row)) for row, tag in enumerate(tags)))
    assert [one.type for one in found] == ["H1", "H2", "H3", "H1", "H2"]


def test_lines_of_a_paragraph_are_apart() -> None:
    """By a space at the end of a line, which has no width; some have none."""
    lines = (text("two", 5, 10)._replace(has_space=True), text("lines", 5, 15), text("less", 5, 20))
    (found,) = read(tagged("p", *lines))
    assert found.text == "two linesless"


def test_adjacent_items_are_a_list_and_adjacent_rows_a_table() -> None:
    """Each with what is in it; a paragraph between them begins another one."""
    item = tagged("li", tagged("lbl", text("1", 5, 10)), tagged("p", text("First", 10, 10)))
    row = tagged("tr", tagged("th", text("Head", 5, 20)), tagged("td", text("Cell", 20, 20)))
    found = read(item, item, tagged("p", text("Between", 5, 15)), item, row, row)
    one, line = ("LI", ["Lbl", "LBody"]), ("TR", ["TH", "TD"])
    assert list_types(found) == [("L", [one, one]), "P", ("L", [one]), ("Table", [line, line])]
    assert [kid.text for kid in found[0].kids[0].kids] == ["1", "First"]


def test_figures_are_described_by_their_words() -> None:
    """And by the titles of their icons, also inside of symbols; icons in a text are read with it."""
    figure, paragraph = read(
        tagged("figure", text("A map", 5, 10), TITLED, Use(ICON)),
        tagged("p", text("Take", 5, 30), TITLED, text("away", 60, 30)),
    )
    assert (figure.type, figure.shown) == ("Figure", "A map a virus ab")
    assert paragraph.text.replace(" ", "") == "Takeavirusaway"
    assert [(kid.type, kid.shown) for kid in paragraph.kids] == [("Span", "a virus")]


def test_another_language_is_named() -> None:
    """For a voice that speaks it."""
    (found,) = read(
        tagged("p", text("Ein Wort / ", 5, 10), text("una parola", 30, 10)._replace(language="it"))
    )
    assert [(kid.text, kid.language) for kid in found.kids] == [("una parola", "it")]
    assert found.text == "Ein Wort / una parola"


def test_all_content_is_marked_and_balanced() -> None:
    """Each operator that shows something is in an element or an artifact; qpdf finds no error."""
    name = ("fight_the_virus", "rules", "de", "a4")
    with pikepdf.open(io.BytesIO(write_pdf(shipped.document(name)))) as file:
        assert file.check_pdf_syntax() == []
        assert file.Root.MarkInfo.Marked
        for page in file.pages:
            check_marks(page)


def check_marks(page: pikepdf.Page) -> None:
    open_marks, numbers, in_text = [], [], False
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in ("BMC", "BDC"):
            assert not in_text
            assert [str(mark) for mark in open_marks] in ([], ["/OC"])
            open_marks.append(operands[0])
            numbers += [int(operands[1].MCID)] if name == "BDC" and operands[0] != "/OC" else []
        elif name == "EMC":
            assert not in_text
            open_marks.pop()
        elif name in ("BT", "ET"):
            in_text = name == "BT"
        elif name in ("TJ", "Tj", "f", "f*", "S", "B", "B*", "Do", "sh"):
            assert open_marks[-1:] not in ([], ["/OC"]), f"{name} is not marked"
    assert not open_marks
    assert numbers == [*range(len(numbers))]
    if numbers:
        assert page.obj.StructParents >= 0


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_booklets_are_read_as_they_are_written(locale: str) -> None:
    """Headings and paragraphs of the rules, in the order of the booklet, in the order of their letters."""
    press = shipped.press("fight_the_virus", locale)
    booklet = press.kit.parts_of(Booklet)["rules"]

    def say(span: Span) -> str:
        return press.icons.describe(span.icon) if span.icon else span.text

    wanted = [
        flat("".join(map(say, parse_rich(press.format(block.text)))))
        for block in booklet.blocks
        if isinstance(block, Heading) or (isinstance(block, Paragraph) and block.kind in ("text", "lead"))
    ]
    data = write_pdf(lay_out_part(press, booklet, paper=shipped.paper("a4")))
    elements = [element for page in read_structure(data) for element in page.walk()]
    spoken = (one.shown or one.text for one in elements if one.type in ("H1", "H2", "H3", "P"))
    found = iter([flat(text) for text in spoken])
    assert [text for text in wanted if text not in found] == []


def flat(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(("cards", "copies"), [(4, 3), (4, 126), (501, 1)])
def test_copies_on_a_page_are_one_figure_up_to_a_number(tmp_path: Path, cards: int, copies: int) -> None:
    """Nobody wants to hear each of 126 copies; thousands of figures would make the file much larger."""
    path = tmp_path / "deck.yaml"
    rows = "".join(
        f"  - {{id: c{number}, name: Card {number}, count: {copies}}}\n" for number in range(cards)
    )
    words = '{words: {text: "{name}", at: [5 mm, 5 mm], size: [30 mm, 9 mm]}}'
    path.write_text(f"size: mini_european\ncards:\n{rows}template: [{words}]\n", encoding="utf-8")
    kit = read_kit(path, shelf=find_shelf())
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    data = write_pdf(lay_out_part(press, kit.parts[0], paper=shipped.paper("a4")))
    found = [one for page in read_structure(data) for one in page.walk() if one.type == "Figure"]
    counts = Counter[str]()
    for one in found:
        number, times, name = one.shown.rpartition(" × ")
        counts[name] += int(number) if times else 1
    described = range(cards) if cards <= 500 else ()
    assert counts == {f"Card {number}": copies for number in described}
    assert len(found) <= 2 * len(described) * (1 + copies // 9)
    assert claims_ua(data) is bool(found)


def test_only_adjacent_figures_of_one_page_with_the_same_words_are_one() -> None:
    """Headings with the same words are several; what is between two figures is read between them."""
    card = tagged("figure", TITLED)
    titles = (tagged("h1", text("Viruses", 5, y)) for y in (10, 20))
    found = read(card, card, *titles, card, tagged("figure", Use(ICON, title="a cell")), card)
    described = [(one.type, one.shown or one.text) for one in found]
    assert described == [
        ("Figure", "2 × a virus"),
        ("H1", "Viruses"),
        ("H1", "Viruses"),
        ("Figure", "a virus"),
        ("Figure", "a cell"),
        ("Figure", "a virus"),
    ]


@pytest.mark.parametrize(
    "words", ["(a\\b)", "Grüße", "þÿ", "ÿþ", "ï»¿", "soft\xadhyphen", "日本", "“x” – ·×"]
)
def test_words_are_read_as_they_are_written(words: str) -> None:
    """In Latin letters of one byte each, or in UTF-16: also those that begin like another encoding."""
    (figure,) = read(tagged("figure", Use(ICON, title=words)))
    assert figure.shown == words
    data = write_pdf(document(tagged("figure", Use(ICON, title=words))))
    with pikepdf.open(io.BytesIO(data)) as file:
        assert str(file.Root.StructTreeRoot.K.K.Alt) == words
