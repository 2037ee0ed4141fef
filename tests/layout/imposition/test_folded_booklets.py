"""Booklets to fold and staple: sheets are folded in thought, and their pages read one after the other."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import Result

from generator.errors import PrintWarning
from generator.layout.booklets import lay_out_booklet_pages
from generator.layout.document import lay_out_part, make_press
from generator.layout.imposition.pages import list_sides
from generator.layout.press import LayoutFindings, Press
from generator.model.elements.blocks import Heading, Paragraph
from generator.model.kit import Booklet, Kit
from generator.model.printing.printing import Paper, Printing
from generator.model.values import replace
from generator.scene.shapes import Document, Group, Page, list_all
from tests import shipped
from tests.geometry import place_all, place_words, within
from tests.layout.imposing import A4, LETTER, bare_press
from tests.samples import sample

Petri = Callable[..., Result]

FOLDED = Printing(fold_booklets=True)
Sheet = tuple[tuple[int, int], tuple[int, int]]
"""Pages at the left and right of the front and of the back; 0 is blank."""


def read(sheets: Sequence[Sheet], *, is_reversed: bool = False) -> list[int]:
    """The pages in the order in which a reader of the folded sheets turns them.

    Sheets lie in each other, the first outermost with its front outside. A leaf is one half of a sheet: its
    recto is seen first. Turned over the short edge, what is at the left of a front is behind the right of its
    back.
    """
    first, last = (0, 1) if is_reversed else (1, 0)
    before = [(front[first], back[last]) for front, back in sheets]
    after = [(back[first], front[last]) for front, back in reversed(sheets)]
    return [page for leaf in (*before, *after) for page in leaf]


@given(st.integers(1, 200))
def test_folded_sheets_are_read_in_order(count: int) -> None:
    """Each page once, in order, then blank ones, and no more sheets than needed."""
    sides = list(list_sides(count))
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    pages = read(sheets)
    assert pages[:count] == list(range(1, count + 1))
    assert set(pages[count:]) <= {0}
    assert len(pages) - count < 4


def booklet(length: int, **more: object) -> Booklet:
    """A booklet with headings and texts."""
    text = Paragraph(text="What is said here is said again and again. " * 12, kind="text")
    blocks = tuple(one for number in range(length) for one in (Heading(f"Chapter {number + 1}"), text))
    return replace(Booklet("rules", "title", blocks, columns=1), **more)


@cache
def fold(length: int, locale: str = "en", paper: Paper = A4, orientation: str = "portrait") -> Document:
    return lay_out_part(
        bare_press(locale), booklet(length, orientation=orientation), paper=paper, printing=FOLDED
    )


def find_pages(side: Page) -> dict[int, tuple[float, float]]:
    """The pages on a side of a sheet, and where their top left corners are."""
    groups = [shape for shape in side.shapes if isinstance(shape, Group) and shape.name.startswith("page ")]
    return {int(group.name[5:]): group.transform[4:] for group in groups}


def open_sheets(document: Document) -> list[Sheet]:
    """Pages at the left and right of the sides that are printed."""
    sides = []
    for side in document.pages:
        found = {x: number for number, (x, _) in find_pages(side).items()}
        sides.append((found.get(0.0, 0), found.get(side.width / 2, 0)))
    return list(zip(sides[::2], sides[1::2], strict=True))


@pytest.mark.parametrize(
    ("length", "paper", "count"),
    [(1, A4, 1), (5, A4, 2), (9, LETTER, 4), (17, A4, 4), (25, LETTER, 8), (29, A4, 8)],
)
def test_pages_are_where_folded_sheets_have_them(length: int, paper: Paper, count: int) -> None:
    """Sides are landscape sheets of the paper; the printer flips them over their short edge."""
    document = fold(length, paper=paper)
    assert document.duplex == "short"
    assert {(side.width, side.height) for side in document.pages} == {(paper.height, paper.width)}
    pages = read(open_sheets(document))
    assert pages == [*range(1, count + 1), *[0] * (-count % 4)]
    assert len(document.pages) == 2 * -(-count // 4)
    words = " ".join(one.shape.text for one in place_words(document.pages[0]))
    assert f"1 / {count}" in words


def test_languages_that_are_read_from_the_right_are_bound_there() -> None:
    """The first page is on the left half of the outermost sheet."""
    sheets = open_sheets(fold(20, "ar"))
    assert sheets[0][0][0] == 1
    pages = read(sheets, is_reversed=True)
    assert pages == sorted(pages, key=lambda page: page or 99)


def test_landscape_pages_are_above_each_other() -> None:
    """Their fold is at the top: sheets are portrait, and the first page is below the fold."""
    document = fold(4, orientation="landscape")
    front, back = document.pages[:2]
    assert (front.width, front.height) == (A4.width, A4.height)
    assert find_pages(front)[1] == (0.0, A4.height / 2)
    assert find_pages(back)[2] == (0.0, 0.0)


def test_nothing_crosses_the_fold_but_its_marks() -> None:
    """Each page keeps to its half; the fold is marked on fronts, the staples on the outermost side only."""
    document = fold(20)
    for number, side in enumerate(document.pages):
        for one in place_all(side):
            if "fold" not in one.groups and "staples" not in one.groups:
                assert one.right < side.width / 2 or one.left > side.width / 2
        assert bool(within(side, "fold")) == (number % 2 == 0)
        assert bool(within(side, "staples")) == (number == 0)
    marks = [*within(document.pages[0], "fold"), *within(document.pages[0], "staples")]
    assert all((one.left + one.right) / 2 == pytest.approx(A4.height / 2) for one in marks)
    assert not within(fold(1).pages[0], "staples"), "one sheet needs no staples"


def test_type_is_as_large_as_on_whole_pages() -> None:
    """Pages are laid out in their size, not reduced."""
    half = A4.halved()
    assert (half.width, half.height) == (148.5, 210.0)
    whole = lay_out_booklet_pages(bare_press(), booklet(4), A4, "title")

    def list_sizes(pages: Sequence[Page]) -> set[float]:
        return {round(one.shape.size * one.scale, 3) for page in pages for one in place_words(page)}

    sizes, folded = sorted(list_sizes(whole)), sorted(list_sizes(fold(4).pages))
    assert len(sizes) == len(folded)
    assert all(0.899 < small / large < 1.151 for small, large in zip(folded, sizes, strict=True))


def test_a_text_that_fits_its_pages_by_smaller_type_needs_no_more_paper() -> None:
    """Folded, two pages are one sheet if type of 80 % is enough; other texts have as many as they need."""

    def count(length: int, **more: object) -> int:
        document = lay_out_part(bare_press(), booklet(length, **more), paper=A4, printing=FOLDED)
        return sum(len(find_pages(side)) for side in document.pages)

    limited = {"most_pages": 2, "fit": True}
    assert (count(18), count(18, **limited)) == (7, 4)
    assert count(20, **limited) == count(20)


def test_what_does_not_fit_is_reduced_and_told() -> None:
    """A word that is wider than a small page; the ruler in the margin keeps its length."""
    wide = replace(booklet(1), blocks=(Heading("Donaudampfschifffahrtsgesellschaftskapitänspatent" * 2),))
    press = listening_press(bare_press().kit, "en")
    document = lay_out_part(press, wide, paper=A4, printing=FOLDED)
    (warning,) = press.findings.take()
    assert isinstance(warning, PrintWarning)
    assert "does not fit on half of A4: its pages are reduced to 71%" in str(warning)
    ruler = [one for one in within(document.pages[0], "margin") if one.width == pytest.approx(50.15, abs=0.1)]
    assert ruler


def listening_press(kit: Kit, locale: str) -> Press:
    return make_press(kit, locale=locale, fonts=shipped.fonts(), findings=LayoutFindings(collects=True))


REDUCED = {("pox", "flow")}
"""A chart that needs a whole page."""
SHIPPED = [name for name in shipped.names() if shipped.PARTS[name[0]][name[1]] is Booklet]


@pytest.mark.parametrize("name", sample(SHIPPED, 3, key="folded"), ids="-".join)
def test_shipped_booklets_fit_on_half_pages(name: shipped.Name) -> None:
    """All booklets are laid out in small pages, but for a chart that says that it is reduced."""
    game, part, locale, paper = name
    press = listening_press(shipped.kit(game), locale)
    document = lay_out_part(
        press, shipped.kit(game).parts_of(Booklet)[part], paper=shipped.paper(paper), printing=FOLDED
    )
    told = press.findings.take()
    assert any("its pages are reduced" in str(one) for one in told) == ((game, part) in REDUCED)
    assert all(isinstance(one, PrintWarning) for one in told)
    assert len(document.pages) % 2 == 0


@pytest.mark.parametrize("locale", shipped.LOCALES["pox"])
def test_rules_with_many_figures_have_no_blank_pages(locale: str) -> None:
    """Twelve pages on three sheets, none of which has only lines to write on."""
    rules = shipped.part("pox", "rules")
    document = lay_out_part(shipped.press("pox", locale), rules, paper=A4, printing=FOLDED)
    assert len(document.pages) == 6
    names = [group.name for page in document.pages for group in list_all(Group, page.shapes)]
    assert "column-1" in names
    assert "notes" not in names


def test_files_say_that_they_are_folded(petri: Petri, tiny_game: Path) -> None:
    """In their names, and to the printer; sheets to write on are not folded."""
    done = petri("make", tiny_game, "--fold-booklets", "--paper", "letter", "--to", "pdf,svg")
    assert done.exit_code == 0, done.output
    files = {path.name: path for path in Path("output/tiny-game").iterdir()}
    assert sorted(files) == [
        "rules-en-letter-folded-1.svg",
        "rules-en-letter-folded-2.svg",
        "rules-en-letter-folded.pdf",
        "sheet-en-letter.pdf",
        "sheet-en-letter.svg",
    ]
    with pikepdf.open(files["rules-en-letter-folded.pdf"]) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert [float(side) for side in pdf.pages[0].MediaBox] == pytest.approx([0, 0, 792, 612], abs=0.01)
