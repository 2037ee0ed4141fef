"""The margin line: its ruler measures 50 mm on every sheet, its text describes the sheet."""

from typing import Literal

import pytest

from generator.backends.pdf import write_pdf
from generator.layout.calibration import Calibration, lay_out_calibration
from generator.layout.document import lay_out_part
from generator.layout.imposition.marks import RULER, MarginLine
from generator.layout.imposition.packing import Frame, FrameEdge, choose_edge_flip, flip_box
from generator.layout.imposition.pages import impose_board
from generator.layout.imposition.pieces import correct, impose
from generator.make.calibration import read_calibration
from generator.model.geometry import Rectangle
from generator.model.kit import Board, Booklet, PieceSet, Sheet
from generator.model.printing.measuring import INSET, apply, list_crosses, solve
from generator.model.printing.printing import BackCorrection, Backs, Paper, Printer, Printing
from generator.read.files.shelf import find_shelf
from generator.scene.shapes import GlyphRun, Page, Path
from tests import shipped
from tests.geometry import Placed, within
from tests.layout.imposing import (
    A4,
    A5,
    LETTER,
    POKER,
    TAROT,
    around,
    bare_press,
    make_board,
    make_things,
    out_of,
)
from tests.samples import sample
from tests.structure import read_structure

EDGES: tuple[FrameEdge, ...] = ("bottom", "top", "left", "right")


def rulers(page: Page) -> list[Placed]:
    """Return the scale of the ruler, the only line of its margin."""
    return [placed for placed in within(page, "margin") if isinstance(placed.shape, Path)]


def words(page: Page) -> str:
    """Return the text of the margin line without the ruler's label."""
    found = [p.shape for p in within(page, "margin") if isinstance(p.shape, GlyphRun)]
    return "".join(run.text for run in found[:-1])


@pytest.mark.parametrize("paper", [A4, A5, LETTER], ids=lambda paper: paper.id)
def test_the_ruler_measures_50_mm_on_every_type_of_sheet(paper: Paper) -> None:
    """It is 50 mm between the middles of the end ticks, whatever is scaled on the page."""
    press = bare_press()
    pages: list[Page] = []
    kinds: tuple[Backs, ...] = ("fold", "duplex-long", "duplex-short", "separate")
    for form in (POKER, TAROT):
        for backs in kinds:
            things = make_things(form, 5)
            pages += impose(press, things, title="Scratch", paper=paper, printing=Printing(), backs=backs)[1]
    for printing in (Printing(), Printing(poster=True)):
        board = make_board(420.0, 297.0)
        pages += impose_board(press, board, title="Scratch", paper=paper, printing=printing)
    for page in pages:
        (ruler,) = rulers(page)
        assert isinstance(ruler.shape, Path)
        assert ruler.shape.stroke is not None
        length = max(ruler.width, ruler.height) - ruler.shape.stroke.width
        assert length == pytest.approx(RULER, abs=0.001)


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("inset", [0.0, 6.65])
def test_it_stays_in_its_strip(edge: FrameEdge, inset: float) -> None:
    """It does along all four edges, in both orientations."""
    for page in (A4, A4.turned()):
        frame = Frame(page, edge)
        group = MarginLine(bare_press(), "Scratch").place(frame, page=3, pages=12, inset=inset)
        drawn = within(Page(page.width, page.height, (group,)), "margin")
        assert out_of(around(drawn), frame.strip_box) <= 0.01
        along = slice(0, None, 2) if edge in ("top", "bottom") else slice(1, None, 2)
        ends, room = around(drawn)[along], frame.strip_box[along]
        assert ends[0] >= room[0] + inset - 0.01
        assert ends[1] <= room[1] - inset + 0.01


def test_every_page_is_described() -> None:
    """Title, language, page number, and side are the same as in a line that is set separately."""
    press = bare_press()
    things = make_things(POKER, 110)
    _, drawn = impose(
        press, things, title="Scratch: Cards", paper=A4, printing=Printing(), backs="duplex-long"
    )
    pages = list(drawn)
    assert len(pages) == 26
    for number, page in enumerate(pages, start=1):
        side = "front" if number % 2 else "back"
        said = f"Scratch: Cards · en · {number} / 26 · {side}"
        assert words(page) == said
        (own,) = press.line(said, "fine_print").shapes
        shown = next(p.shape for p in within(page, "margin") if isinstance(p.shape, GlyphRun))
        assert isinstance(own, GlyphRun)
        assert (shown.pieces, shown.size, shown.font) == (own.pieces, own.size, own.font)


def test_margin_lines_are_translated() -> None:
    """Sides are in the language of the sheet."""
    press = bare_press("es")
    _, pages = impose(
        press, make_things(POKER, 1), title="X", paper=A4, printing=Printing(), backs="duplex-long"
    )
    assert [words(page) for page in pages] == ["X · es · 1 / 2 · anverso", "X · es · 2 / 2 · reverso"]


@pytest.mark.parametrize("paper", [A4, A5, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize("drift", [(0.0, 0.0), (2.0, -1.0), (-3.5, 4.0)])
def test_a_calibration_sheet_shows_the_values_to_type(
    paper: Paper, backs: Backs, drift: tuple[float, float]
) -> None:
    """A shifted back is visible, through the paper, at the values that correct it."""
    templates = read_calibration(find_shelf())
    task = Calibration("shift", "petri make")
    pages = lay_out_calibration(bare_press(), templates, paper=paper, backs=backs, calibration=task).pages
    front, back = pages
    flip = choose_edge_flip("long" if backs == "duplex-long" else "short", paper)
    scales = [p for p in within(front, "front") if isinstance(p.shape, Path) and 9 < p.width < 13]
    labels = [p for p in within(front, "front") if isinstance(p.shape, GlyphRun)]
    crosses = within(back, "back")
    assert len(scales) == len(crosses) == 5
    for scale in scales:
        box = flip_box(Rectangle(scale.left, scale.top, scale.right, scale.bottom), paper, flip)
        cross = min(crosses, key=lambda one: abs(one.left - box.left) + abs(one.top - box.top))
        x, y = (cross.left + cross.right) / 2 + drift[0], (cross.top + cross.bottom) / 2 + drift[1]
        seen = (paper.width - x, y) if flip == "book" else (x, paper.height - y)
        middle = ((scale.left + scale.right) / 2, (scale.top + scale.bottom) / 2)
        assert read_off(seen[0] - middle[0], labels, middle, across=True) == pytest.approx(-drift[0])
        assert read_off(seen[1] - middle[1], labels, middle, across=False) == pytest.approx(-drift[1])


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_what_is_read_on_the_sheet_corrects_it(paper: Paper, backs: Backs) -> None:
    """A printer moves and turns the back; what is read, in the order of the questions, undoes it."""
    drift = BackCorrection(0.5, -0.75, 0.3, 1.001)
    templates, task = read_calibration(find_shelf()), Calibration("read", "petri")
    pages = lay_out_calibration(bare_press(), templates, paper=paper, backs=backs, calibration=task).pages
    front, back = pages[0], correct(pages[1], "back", Printer(backs=drift))
    edge: Literal["long", "short"] = "long" if backs == "duplex-long" else "short"
    flip = choose_edge_flip(edge, paper)
    crosses = [box_of(one) for one in within(back, "back")]
    seen = [flip_box(cross, paper, flip).middle for cross in crosses]
    labels = [p for p in within(front, "front") if isinstance(p.shape, GlyphRun)]
    x, y = paper.width / 2, paper.height / 2
    near, far = (INSET, INSET), (paper.width - INSET, paper.height - INSET)
    pairs = []
    for middle in ((x, y), near, (far[0], near[1]), (near[0], far[1]), far):
        (cross,) = (at for at in seen if abs(at[0] - middle[0]) + abs(at[1] - middle[1]) < 10)
        right = read_off(cross[0] - middle[0], labels, middle, across=True)
        pairs.append((right, read_off(cross[1] - middle[1], labels, middle, across=False)))
    marks = list_crosses(paper.width, paper.height, edge)
    found = solve(marks, pairs).correction
    assert all(abs(apply(drift, apply(found, mark)) - mark) < 0.01 for mark in marks)


def box_of(placed: Placed) -> Rectangle:
    return Rectangle(placed.left, placed.top, placed.right, placed.bottom)


def read_off(place: float, labels: list[Placed], middle: tuple[float, float], *, across: bool) -> float:
    """Return the value at a position of a scale, from the sign of the label at its far end."""
    for label in labels:
        x, y = (label.left + label.right) / 2 - middle[0], (label.top + label.bottom) / 2 - middle[1]
        far, aside = (x, y) if across else (y, x)
        if abs(aside) < 1 and 5 < far < 10:
            assert isinstance(label.shape, GlyphRun)
            return place if label.shape.text.startswith("+") else -place
    raise AssertionError("the scale has no label")


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_both_pages_of_a_calibration_sheet_have_a_text(backs: Backs) -> None:
    """The back has crosses alone, so that it is named after the sheet."""
    templates, task = read_calibration(find_shelf()), Calibration("read", "petri")
    document = lay_out_calibration(bare_press(), templates, paper=A4, backs=backs, calibration=task)
    figures = [
        one for page in read_structure(write_pdf(document)) for one in page.walk() if one.type == "Figure"
    ]
    assert [bool(figure.shown) for figure in figures] == [True, True]
    assert document.title in figures[1].shown


KINDS = [
    (game, part)
    for kind in (Sheet, Booklet, Board, PieceSet)
    for game, part in sample(shipped.list_parts(kind), 3, key=kind.__name__)
]


@pytest.mark.parametrize(("game", "part"), KINDS)
def test_only_the_first_page_has_a_line_that_is_not_cut_off(game: str, part: str) -> None:
    """Pages of sheets and booklets are kept whole: only the first has a ruler, as all that are cut."""
    made = lay_out_part(shipped.press(game, "en"), shipped.part(game, part), paper=A4, copies=2)
    have = [bool(rulers(page)) for page in made.pages]
    if shipped.is_cut_out(game, part):
        assert all(have)
    else:
        assert not any(have[1:])
        assert len(have) > 1 or have == [True]
