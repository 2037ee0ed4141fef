"""Sheets for cutting machines: marks, free corners, and lines to cut."""

from dataclasses import replace
from itertools import pairwise

import pytest

from generator.errors import LayoutError
from generator.layout.imposition.marks import draw_cuts, draw_registration
from generator.layout.imposition.pieces import FilledSheet, arrange_pieces, impose
from generator.layout.shapes.outlines import cut_outline, fold_lines
from generator.model.geometry import Rectangle
from generator.model.kit import Form
from generator.model.printing.printing import Paper, Printing
from generator.scene.shapes import GlyphRun, Group, Page, Path, measure_bounds, move_segments
from generator.scene.svg_outline import measure_outline
from tests.cutters import destinations, printing
from tests.geometry import Placed, place_all, within
from tests.layout.imposing import (
    A4,
    A5,
    CHIP,
    CUBE,
    HEXAGON,
    LETTER,
    MINI,
    PAWN,
    POKER,
    TAROT,
    bare_press,
    make_things,
)

A3 = Paper("A3", 297.0, 420.0, 6.35, "a3")
SMALL = Form(41.0, 63.0, corner=3.0)
CAPSULE = Form(40.0, 20.0, corner=10.0)
RING = Form(30.0, 30.0, outline="path", path="M0 0H30V30H0Z M10 10V20H20V10Z")
BOX = Form(63.0, 88.0, outline="tuck_box", depth=20.0)
FORMS = {
    "card": POKER,
    "chip": CHIP,
    "hexagon": HEXAGON,
    "capsule": CAPSULE,
    "ring": RING,
    "pawn": PAWN,
    "cube": CUBE,
    "box": BOX,
}
MARKED = [id for id, one in destinations().items() if one.cutter and one.cutter.marks]
COMBINATIONS = [
    *((name, paper, POKER) for name in MARKED for paper in (A4, LETTER, A3)),
    *((name, A4, CHIP) for name in MARKED),
    ("silhouette", LETTER, MINI),
    ("silhouette", LETTER, CUBE),
]


def sheets(form: Form, count: int, how: Printing, *, paper: Paper = A4) -> list[FilledSheet]:
    things = make_things(form, count)
    return arrange_pieces(things, paper=paper, printing=how, folded=False, name="cards")


def pages(form: Form, count: int, how: Printing, *, paper: Paper = A4, backs: bool = True) -> list[Page]:
    things, ways = make_things(form, count, backs=backs), "duplex-long" if backs else "none"
    _, found = impose(bare_press(), things, title="Cards", paper=paper, printing=how, backs=ways)
    return list(found)


def layers(page: Page) -> dict[str, Group]:
    return {shape.name: shape for shape in page.shapes if isinstance(shape, Group)}


def measure(path: Path) -> tuple[float, float, float, float]:
    box = measure_outline(path.segments)
    assert box is not None
    return box


def test_marks_are_as_measured() -> None:
    """A square of 6 mm at 9.5 mm, and angles of 8.12 mm with lines of 1 mm, to 0.01 mm."""
    marks = printing("silhouette").cutter.marks
    square, right, left = map(measure, draw_registration(A4, marks))
    assert square == pytest.approx((9.5, 9.5, 15.5, 15.5), abs=0.01)
    assert right == pytest.approx((210 - 17.62, 9.5, 200.5, 17.62), abs=0.01)
    assert left == pytest.approx((9.5, 297 - 17.62, 17.62, 287.5), abs=0.01)
    xs = {x for _, *points in draw_registration(A4, marks)[1].segments for x in points[::2]}
    assert sorted(xs) == pytest.approx([192.38, 199.5, 200.5])


def test_thin_marks() -> None:
    """Lines of 0.3 mm, 20 mm long, and a square of 5 mm without a border, as in inkscape-silhouette."""
    square, right, _ = map(measure, draw_registration(LETTER, printing("silhouette_thin").cutter.marks))
    assert square == pytest.approx((10, 10, 15, 15), abs=0.01)
    assert right == pytest.approx((215.9 - 30, 9.85, 215.9 - 9.85, 30), abs=0.01)


def test_four_marks() -> None:
    """An angle in each corner, open towards the middle of the page, and no square."""
    drawn = [measure(path) for path in draw_registration(A4.turned(), printing("silhouette_4").cutter.marks)]
    assert drawn == [
        pytest.approx((9.5, 9.5, 17.62, 17.62)),
        pytest.approx((297 - 17.62, 9.5, 287.5, 17.62)),
        pytest.approx((9.5, 210 - 17.62, 17.62, 200.5)),
        pytest.approx((297 - 17.62, 210 - 17.62, 287.5, 200.5)),
    ]


@pytest.mark.parametrize(
    ("form", "paper", "count"),
    [
        (POKER, A4, 8),
        (POKER, LETTER, 8),
        (POKER, A3, 18),
        (TAROT, A4, 4),
        (TAROT, A3, 10),
        (SMALL, A4, 16),
        (SMALL, LETTER, 16),
        (SMALL, A3, 36),
    ],
)
def test_so_many_cards_are_on_a_sheet(form: Form, paper: Paper, count: int) -> None:
    """As many as on the sheets of others, all the same way up, with the bleeds meeting between them."""
    first, second = sheets(form, 2 * count, printing("silhouette"), paper=paper)
    assert len(first.layout.slots) == len(second.layout.slots) == count
    assert len({slot.transform[:4] for slot in first.layout.slots}) == 1
    lefts = sorted({round(slot.trim.left, 4) for slot in first.layout.slots})
    assert {round(two - one - first.layout.slots[0].trim.width, 4) for one, two in pairwise(lefts)} == {1.25}
    inner = min(first.layout.slots, key=lambda slot: slot.trim.left)
    assert inner.reach[2] == pytest.approx(0.625)


def test_cards_on_a4_lie_upright_on_a_landscape_page() -> None:
    """Four columns and two rows."""
    (sheet,) = sheets(POKER, 8, printing("silhouette"))
    assert sheet.layout.frame.page.width == 297
    assert len({slot.trim.left for slot in sheet.layout.slots}) == 4


def test_marks_are_shorter_only_if_that_saves_sheets() -> None:
    """On A3, 36 cards need two sheets with marks of 6.35 mm, and 32 cards two sheets with any."""
    found = {count: sheets(POKER, count, printing("silhouette"), paper=A3) for count in (32, 36)}
    lengths = {count: {sheet.layout.frame.marks.length for sheet in each} for count, each in found.items()}
    assert lengths == {32: {7.62}, 36: {6.35}}
    page = pages(POKER, 36, printing("silhouette"), paper=A3)[0]
    said = "".join(one.shape.text for one in find_words(page))
    assert "marks 6.35\N{NO-BREAK SPACE}mm long" in said


def test_long_marks_leave_no_room_for_a_long_title() -> None:
    """The page, the side, and the length of the marks are there, and the ruler."""
    title = "The very long title of a game with a very long name: Cards that have a long name, too"
    things, how = make_things(POKER, 2), printing("silhouette_thin")
    for paper in (A4, LETTER):
        _, found = impose(bare_press(), things, title=title, paper=paper, printing=how, backs="duplex-long")
        said = ["".join(one.shape.text for one in find_words(page)) for page in found]
        assert said[0].startswith("1 / 2 · front · marks 20\N{NO-BREAK SPACE}mm long")
        assert said[1].startswith("2 / 2 · back")


def find_words(page: Page) -> list[Placed]:
    return [one for one in within(page, "margin") if isinstance(one.shape, GlyphRun)]


def test_small_pieces_fill_the_page_around_the_marks() -> None:
    """More of them than in the rectangles that avoid the corners; the corner without a mark is used, too."""
    (sheet,) = sheets(CHIP, 400, printing("silhouette"))[:1]
    frame, count = sheet.layout.frame, len(sheet.layout.slots)
    zone, step = frame.marks.zone, 16 + 1.25
    for width, height in ((210 - 2 * zone, 277), (190, 297 - 2 * zone)):
        assert count > int((width + 1.25) // step) * int((height + 1.25) // step)
    boxes = [slot.trim for slot in sheet.layout.slots]
    last = Rectangle(210 - zone, 297 - zone, 210, 297)
    assert any(box.overlap(last) for box in boxes)
    assert not any(box.overlap(corner) for box in boxes for corner in frame.zones)


@pytest.mark.parametrize(("name", "paper", "form"), COMBINATIONS)
def test_nothing_is_near_the_marks(name: str, paper: Paper, form: Form) -> None:
    """Art, bleed, and text keep out of the corners; the marks are on fronts only."""
    how = printing(name)
    count = 1 + len(sheets(form, 500, how, paper=paper)[0].layout.slots)
    for page in pages(form, count, how, paper=paper, backs=form is not CUBE):
        found = layers(page)
        if "registration" not in found:
            assert "backs" in found
            continue
        (length,) = {sheet.layout.frame.marks.length for sheet in sheets(form, count, how, paper=paper)}
        zone = how.cutter.marks.inset + length + 1.5
        corners = [corner.split("_") for corner in how.cutter.marks.corners]
        boxes = [
            Rectangle(0, 0, zone, zone).moved(
                page.width - zone if x == "right" else 0, page.height - zone if y == "bottom" else 0
            )
            for y, x in corners
        ]
        for placed in place_all(page):
            where = Rectangle(placed.left, placed.top, placed.right, placed.bottom)
            is_near = any(where.overlap(box) > 1e-6 for box in boxes)
            assert is_near == ("registration" in placed.groups), placed


@pytest.mark.parametrize("name", MARKED)
@pytest.mark.parametrize("count", [1, 3, 5, 8, 11])
def test_the_outlines_are_in_the_middle_of_the_page(name: str, count: int) -> None:
    """Also on a sheet that is not full, so that programs can centre them."""
    for how in (printing(name), replace(printing(name), gutter=5.0)):
        for form in (POKER, SMALL, CHIP):
            for sheet in sheets(form, count, how):
                page = sheet.layout.frame.page
                box = Rectangle.around(corner for slot in sheet.layout.slots for corner in slot.trim.corners)
                assert box.middle == pytest.approx((page.width / 2, page.height / 2))


def test_a_wide_margin_keeps_the_outlines_in_the_middle() -> None:
    """The margin line needs room on one side only, but the pieces keep away from all."""
    (sheet,) = sheets(POKER, 4, printing("silhouette"), paper=replace(A4, margin=20.0))[:1]
    page = sheet.layout.frame.page
    box = Rectangle.around(corner for slot in sheet.layout.slots for corner in slot.trim.corners)
    assert box.middle == pytest.approx((page.width / 2, page.height / 2))


def test_different_pieces_share_a_sheet() -> None:
    """The last pieces of several forms are on one sheet, away from the marks."""
    things = [thing for form in (POKER, MINI, CHIP, HEXAGON) for thing in make_things(form, 2)]
    for name in MARKED:
        (sheet,) = arrange_pieces(things, paper=A4, printing=printing(name), folded=False, name="tokens")
        arts = [slot.art for slot in sheet.layout.slots]
        assert len(arts) == 8
        assert not any(art.overlap(zone) > 1e-6 for art in arts for zone in sheet.layout.frame.zones)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("how", [Printing(), printing("silhouette")], ids=["people", "machine"])
def test_each_piece_is_a_path(form: Form, how: Printing) -> None:
    """It is the cut line of the form, with corners and holes, where the piece is; nets have fold lines."""
    sheet = sheets(form, 2, how)[0]
    found = {layer.name: layer.shapes for layer in draw_cuts(sheet.layout)}
    for name, find in (("cut", cut_outline), ("fold", fold_lines)):
        wanted = [move_segments(slot.transform, find(form)) for slot in sheet.layout.slots if find(form)]
        assert [path.segments for path in found.get(name, ())] == wanted
        assert all(path.fill is None and path.stroke.width == 0.1 for path in found.get(name, ()))
    assert ("fold" in found) == form.is_net
    page = pages(form, 2, how, backs=False)[0]
    assert page.cut == draw_cuts(sheet.layout)


def test_the_sheet_of_a_machine_has_no_lines_to_cut() -> None:
    """Neither crop marks nor outlines are printed; backs have no lines at all."""
    front, back = pages(CHIP, 2, printing("silhouette"))
    assert [*layers(front)] == ["fronts", "registration", "margin"]
    assert [*layers(back)] == ["backs", "margin"]
    assert not back.cut


def test_a_test_sheet_needs_hardly_any_ink() -> None:
    """Marks and outlines only, once for all sheets with the same outlines."""
    how = replace(printing("silhouette"), is_test=True)
    full, rest = pages(POKER, 8 * 3 + 2, how, backs=False)
    for page, count in ((full, 8), (rest, 2)):
        assert [*layers(page)] == ["registration", "cut"]
        assert len(layers(page)["cut"].shapes) == count
        lines = [placed.shape for placed in place_all(page) if "cut" in placed.groups]
        assert all(isinstance(shape, Path) and not shape.fill for shape in lines)
    assert [*layers(pages(CUBE, 2, how, backs=False)[0])] == ["registration", "cut", "fold"]


def test_pictures_for_cricut_are_clear_around_the_pieces() -> None:
    """Each piece is white below its art and clipped to its cut line, also seen from behind."""
    paper = Paper("A4", 171.0, 235.0, 0.0, "a4")
    front, back = pages(RING, 2, printing("cricut"), paper=paper)[:1] * 2
    for page in (front, back):
        assert page.is_clear
        assert [*layers(page)] == ["fronts"]
        for group in layers(page)["fronts"].shapes:
            ground = group.shapes[0]
            assert group.clip == ground
            assert ground.even_odd
            assert ground.segments == cut_outline(RING)
    box = measure_bounds(front.cut)
    assert box[0] >= 0
    assert box[2] <= 171


@pytest.mark.parametrize(
    ("form", "paper", "told"),
    [
        (Form(130.0, 150.0), A5, r"a piece of 130 x 150 mm does not fit between .* marks \(by 2.0 mm\)"),
        (Form(180.0, 270.0), A4, r"does not fit between the registration marks \(by 3.2 mm\)"),
    ],
)
def test_what_does_not_fit(form: Form, paper: Paper, told: str) -> None:
    """The message has the piece and how much is missing."""
    with pytest.raises(LayoutError, match=told):
        sheets(form, 1, printing("silhouette"), paper=paper)


def test_what_no_picture_holds() -> None:
    """The area of the machine is named."""
    paper = Paper("A4", 171.0, 235.0, 0.0, "a4")
    with pytest.raises(LayoutError, match=r"does not fit in the 171 x 235 mm that the machine cuts"):
        sheets(Form(180.0, 90.0), 1, printing("cricut"), paper=replace(paper, height=170.0))


def test_a_grid_by_hand_keeps_away_from_the_marks() -> None:
    """A grid that reaches into a corner is an error; a smaller one is where it was asked for."""
    with pytest.raises(LayoutError, match="a grid of 3 x 3 pieces of 63 x 88 mm does not fit between"):
        sheets(POKER, 9, replace(printing("silhouette"), grid=(3, 3)))
    (sheet,) = sheets(POKER, 6, replace(printing("silhouette"), grid=(3, 2)))
    assert len(sheet.layout.slots) == 6
