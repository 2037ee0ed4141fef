"""Contents, index, pages behind links, pages for notes, the last page, and components of booklets."""

import re
from pathlib import Path

import pikepdf
import pytest

from generator.layout.document import lay_out_part, make_press
from generator.make.screens.workshop import ScreenView, Workshop
from generator.model.language.kinds import MM_PER_POINT
from generator.model.printing.printing import Printing
from generator.read.files.shelf import find_shelf
from generator.scene.shapes import GlyphRun, Page, walk
from tests.backends.ua_rules import find_ua_problems
from tests.conftest import Petri
from tests.geometry import place_words, within
from tests.make.test_pointing import open_view
from tests.shipped import paper

PROSE = "Take a card, look at it, and put it back under the pile. " * 40
LINK = "See [the end of it](#omega), then go on."
CHAPTERS = "".join(
    f"## Chapter {name} {{#{name.lower()}}}\n\n{PROSE}\n\n{LINK}\n\n{PROSE}\n\n"
    for name in ("Beta", "Alpha", "Delta", "Gamma")
)
BOOK = f"# Rules\n\n{CHAPTERS}## The end {{#omega}}\n\nIt is over.\n"
KIT = """\
title: Foxes
parts: [deck: foxes.yaml, tokens: chips.yaml, board: board.yaml, booklet: rules.md]
"""
FILES = {
    "foxes.yaml": "id: foxes\ntitle: Foxes\nsize: poker\ncards: [{id: red, count: 3}, {id: grey, count: 4}]\n"
    "template:\n  - words: {text: '{id}', box: [5 mm, 5 mm, 40 mm, 8 mm]}\n",
    "board.yaml": "id: board\ntitle: Board\nsize: 200 mm x 100 mm\nareas:\n"
    "  - panel: {box: [10 mm, 10 mm, 50 mm, 50 mm], fill: ink}\n",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "foxes"
    folder.mkdir()
    (folder / "kit.yaml").write_text(KIT.replace("tokens: chips.yaml, ", ""))
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def write(game: Path, head: str = "", text: str = BOOK) -> list[Page]:
    (game / "rules.md").write_text(f"---\ncolumns: 1\n{head}---\n{text}")
    return lay_out_pages(game)


def lay_out_pages(game: Path) -> list[Page]:
    _, layout = open_view(game, ScreenView("rules"))
    assert layout.columns[0].pages
    return [seen.page for seen in layout.columns[0].pages.values()]


def list_lines(page: Page) -> list[str]:
    """Return the texts of a page, in lines from top to bottom."""
    lines: dict[int, list[tuple[float, str]]] = {}
    for one in place_words(page):
        lines.setdefault(round(one.bottom), []).append((one.left, one.shape.text.strip()))
    return [" ".join(text for _, text in sorted(line)) for _, line in sorted(lines.items())]


def find_page(pages: list[Page], heading: str) -> int:
    """Return the number of the page on which a heading is alone in its line."""
    (number,) = [number for number, page in enumerate(pages, 1) if heading in list_lines(page)]
    return number


def test_contents_name_the_pages(game: Path) -> None:
    """Each chapter is on the page that the contents say, and its links name the page of their heading."""
    pages = write(game, "contents: true\n")
    assert len(pages) > 3
    lines = [line for page in pages for line in list_lines(page)]
    for chapter in ("Chapter Beta", "Chapter Alpha", "Chapter Gamma", "The end"):
        assert f"{chapter} {find_page(pages, chapter)}" in lines
    end = find_page(pages, "The end")
    assert re.search(rf"the end of it \(page {end}\)", " ".join(lines))
    assert lines.index("Contents") < lines.index(f"Chapter Beta {find_page(pages, 'Chapter Beta')}")


def test_index_is_in_the_order_of_letters(game: Path) -> None:
    """It has headings and the words of links; both lead to the page of the heading."""
    pages = write(game, "index: true\n")
    lines = list_lines(pages[-1])
    entries = [line.rpartition(" ")[0] for line in lines[lines.index("Index") + 1 :]][:6]
    names = ["Chapter Alpha", "Chapter Beta", "Chapter Delta", "Chapter Gamma", "The end", "the end of it"]
    assert entries == names
    assert f"the end of it {find_page(pages, 'The end')}" in lines


@pytest.mark.parametrize("fill", [2, 4])
def test_notes_fill_the_booklet(game: Path, fill: int) -> None:
    """The number of pages is a multiple; the last one shows the parts of `back`, after pages for notes."""
    pages = write(game, f"fill: {fill}\nback: [board]\ncontents: false\n")
    assert len(pages) % fill == 0
    assert "Board" in list_lines(pages[-1])
    plain = write(game)
    assert [list_lines(page)[0] for page in pages[len(plain) : -1]] == ["Notes"] * (
        len(pages) - len(plain) - 1
    )
    for page in pages[len(plain) : -1]:
        assert len([*walk(page.shapes)]) > 20


def test_contents_fill_the_booklet_first(game: Path) -> None:
    """Where there is room, a booklet gets contents before pages for notes."""
    pages = write(game, "fill: 4\n", BOOK.replace(PROSE, PROSE[:900]))
    assert len(pages) == 4
    assert any("Contents" in list_lines(page) for page in pages)


def test_components_are_counted(game: Path) -> None:
    """A deck has the number of all its cards."""
    pages = write(game, text="# Rules\n\n```components\n```\n")
    lines = list_lines(pages[0])
    assert any("7 × Foxes" in line for line in lines)
    drawn = [one.shape.text for one in walk(pages[0].shapes) if isinstance(one.shape, GlyphRun)]
    assert "red" in drawn


def test_names_of_components_are_large_in_large_print(game: Path) -> None:
    """They are texts of the book, and of its size; only the pieces are those of the table."""
    (game / "rules.md").write_text("# Rules\n\nTake a card.\n\n```components\n```\n")
    workshop = Workshop(game, find_shelf())
    assert workshop.read()
    assert workshop.game
    kit = workshop.game.kit
    press = make_press(kit, locale="en", fonts=workshop.game.fonts)
    part = next(part for part in kit.parts if part.id == "rules")
    printing = Printing(edition="large")
    pages = lay_out_part(press, part, paper=paper("a4"), printing=printing).pages
    sizes = {
        placed.shape.text: placed.shape.size * placed.transform[3] / MM_PER_POINT
        for placed in walk(pages[0].shapes)
        if isinstance(placed.shape, GlyphRun)
    }
    assert sizes["Foxes"] == sizes["7 × "] == sizes["Take a card."]
    assert sizes["7 × "] >= 14
    assert sizes["red"] < 7


def test_tokens_without_names_are_counted_together(game: Path) -> None:
    """By the title of their set; a token with a name has its own line."""
    pieces = "[{id: a, count: 2}, {id: b}, {id: chip, title: Gold, count: 12}]"
    chips = f"id: chips\ntitle: Chips\nshape: round\nsize: 15 mm\ntokens: {pieces}\n"
    chips += "template: [panel: {fill: ink}]\n"
    (game / "kit.yaml").write_text(KIT)
    (game / "chips.yaml").write_text(chips)
    lines = list_lines(write(game, text="# Rules\n\n```components\n```\n")[0])
    assert any("3 × Chips" in line for line in lines)
    assert any("12 × Gold" in line for line in lines)


def test_links_are_links_of_the_file(game: Path, petri: Petri) -> None:
    """A click on a link or on the contents leads to the page of the heading; each has words."""
    write(game, "contents: true\n")
    done = petri("make", game, "--part", "rules", "--out", "out")
    assert done.exit_code == 0, done.output
    with pikepdf.open(next(Path("out").rglob("*.pdf"))) as pdf:
        pages = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
        links = [one for page in pdf.pages for one in page.get("/Annots", [])]
        assert len(links) >= 9
        assert {str(link["/Contents"]) for link in links} >= {"Chapter Alpha", "The end"}
        end = next(link for link in links if link["/Contents"] == "The end")
        number = find_page(lay_out_pages(game), "The end")
        assert pages[end["/Dest"][0].objgen] == number
        root = pdf.Root["/StructTreeRoot"]["/K"]
        kinds = [str(kid["/S"]) for kid in root["/K"] if isinstance(kid, pikepdf.Dictionary)]
        assert kinds.count("/Link") == len(links)
        assert kinds.count("/TOC") == 1
    assert not [*find_ua_problems(next(Path("out").rglob("*.pdf")).read_bytes())]


def test_unknown_parts_and_blocks_are_errors(game: Path, petri: Petri) -> None:
    """With the line of the Markdown."""
    (game / "rules.md").write_text("---\nback: [bord]\n---\n# A\n\nText.\n")
    assert (
        "foxes/rules.md:2:8: back[1]: unknown booklet, board, or sheet `bord`" in petri("check", game).output
    )
    (game / "rules.md").write_text("---\nfill: x\n---\n# A\n\nText.\n")
    assert "foxes/rules.md:2:7: fill: `x` is not a whole number" in petri("check", game).output


@pytest.mark.parametrize(("sentences", "is_drawn"), [(60, True), (70, False)])
def test_the_rest_of_the_last_page_shows_pieces(game: Path, sentences: int, is_drawn: bool) -> None:
    """Cards below the text end above the foot of the page; where little room is left, they are left out."""
    text = "# Rules\n\n" + "\n\n".join(["Take a card, look at it, and put it back."] * sentences) + "\n"
    pages = write(game, "close: [pieces: {show: [red, grey]}]\n", text)
    assert len(pages) > 1
    cards = within(pages[-1], "close")
    assert bool(cards) == is_drawn
    prose = max(one.bottom for one in within(pages[-1], "column-1"))
    assert all(prose + 5 < one.top and one.bottom < pages[-1].height - 10 for one in cards)
