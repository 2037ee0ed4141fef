"""Pages are corrected for a printer: what the printer then does to them puts everything in its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.imposition.pieces import SheetSide, correct
from generator.model.printing.measuring import apply
from generator.model.printing.printing import BackCorrection, Printer, PrintScale
from generator.scene.shapes import BLACK, Group, Page, Path, Stroke, Symbol, Use, move_point, walk

LINE = Path((("M", 10.0, 20.0), ("L", 30.0, 20.0)), stroke=Stroke(BLACK, 0.1))
UPRIGHT = Page(210.0, 297.0, (Group((LINE,), name="backs"), LINE, Use(Symbol("s", (LINE,), (0, 0, 40, 40)))))
TURNED = Page(297.0, 210.0, UPRIGHT.shapes, trim=(10.0, 20.0, 110.0, 60.0))
corrections = st.builds(
    BackCorrection, st.floats(-3, 3), st.floats(-3, 3), st.floats(-1, 1), st.floats(0.99, 1.01)
)
scales = st.builds(PrintScale, st.floats(0.98, 1.02), st.floats(0.98, 1.02))


def starts(page: Page) -> list[tuple[float, float]]:
    """Where each line begins on the page."""
    lines = [one for one in walk(page.shapes) if isinstance(one.shape, Path)]
    return [move_point(one.transform, 10.0, 20.0) for one in lines]


@pytest.mark.parametrize("page", [UPRIGHT, TURNED], ids=["upright", "turned"])
@pytest.mark.parametrize("printer", [None, Printer(), Printer(name="x", paper="a4", flip="long", id="home")])
def test_a_printer_without_corrections_changes_nothing(page: Page, printer: Printer | None) -> None:
    """The page itself is returned, so that all bytes are the same."""
    for side in ("front", "back"):
        assert correct(page, side, printer) is page
    assert correct(page, "front", printer, shift=(1.0, 1.0)) is page
    assert correct(page, "back", printer, shift=(0.0, 0.0)) is page


@given(backs=corrections, scale=scales)
def test_backs_are_moved_first_and_scaled_last(backs: BackCorrection, scale: PrintScale) -> None:
    """Fronts are scaled around the middle; backs are moved, turned, and scaled around it before."""
    printer, middle = Printer(backs=backs, scale=scale), complex(105.0, 148.5)
    for side, moves in (("front", BackCorrection()), ("back", backs)):
        page = correct(UPRIGHT, "back" if side == "back" else "front", printer)
        moved = apply(moves, complex(10.0, 20.0) - middle)
        wanted = 105.0 + moved.real * scale.across, 148.5 + moved.imag * scale.along
        assert len(starts(page)) == 3
        assert all(start == pytest.approx(wanted) for start in starts(page))


def test_layers_stay_layers() -> None:
    """Groups at the top keep their names, which are layers in PDF and SVG."""
    page = correct(UPRIGHT, "back", Printer(backs=BackCorrection(1.0)))
    assert [shape.name for shape in page.shapes if isinstance(shape, Group)] == ["backs", ""]
    assert isinstance(page.shapes[2], Use)


def test_landscape_pages_are_turned_upright() -> None:
    """A shift is that of the paper: no driver chooses which way it turns the page. Both sides are turned."""
    printer = Printer(backs=BackCorrection(right=1.0, down=-2.0))
    sides: tuple[SheetSide, SheetSide] = ("front", "back")
    front, back = (correct(TURNED, side, printer) for side in sides)
    for page in (front, back):
        assert (page.width, page.height) == (210.0, 297.0)
        assert page.trim == pytest.approx((20.0, 187.0, 60.0, 287.0))
    for start, other in zip(starts(front), starts(back), strict=True):
        assert start == pytest.approx((20.0, 287.0))
        assert other == pytest.approx((21.0, 285.0))


def test_landscape_pages_are_scaled_as_the_paper() -> None:
    """Without a shift they are not turned, but what is across upright paper is along the page."""
    page = correct(TURNED, "back", Printer(scale=PrintScale(across=1.01), backs=BackCorrection(turn=90.0)))
    assert (page.width, page.height) == (297.0, 210.0)
    x, y = starts(page)[0]
    # A quarter of a turn around the middle, then the scale of the short side.
    assert (x, y) == pytest.approx((148.5 + 85.0, 105.0 - 138.5 * 1.01))


def test_the_option_replaces_the_distances() -> None:
    """`--shift` moves as the page is seen; turn and scale of the printer stay."""
    printer = Printer(backs=BackCorrection(5.0, 5.0, 0.0, 1.0))
    page = correct(TURNED, "back", printer, shift=(0.5, -0.25))
    assert page.width == 297.0
    assert starts(page)[0] == pytest.approx((10.5, 19.75))
    turned = Printer(backs=BackCorrection(5.0, 5.0, 1.0, 1.0))
    moved = starts(correct(UPRIGHT, "back", turned, shift=(0.5, 0.0)))[0]
    plain = starts(correct(UPRIGHT, "back", Printer(backs=BackCorrection(turn=1.0))))[0]
    assert moved == pytest.approx((plain[0] + 0.5, plain[1]))
