"""Boards on sheets: scaled, or divided into tiles that form the board when they are put together."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.backends.pdf import write_pdf
from generator.errors import LayoutError
from generator.layout.imposition.packing import Frame
from generator.layout.imposition.pages import (
    Bleed,
    Tile,
    Tiling,
    format_scale,
    impose_board,
    name_tile,
    plan_tiles,
)
from generator.layout.shapes.outlines import Block, box_outline, filled
from generator.model.geometry import Rectangle
from generator.model.printing.printing import CropMarks, Paper, Printing
from generator.read.wordings.grammars import make_grammar
from generator.scene.shapes import Document, Group, Page, Use
from tests.geometry import place_all, within
from tests.layout.imposing import A4, A5, COLOURS, LETTER, around, bare_press, make_board, out_of, overlap

EXACT = 0.01
FRAMES = [Frame(page, strip) for page in (A4, A4.turned()) for strip in ("bottom", "left")]
DPMM = 4.0
"""Resolution of the pictures in dots per millimetre."""


def impose(width: float, height: float, paper: Paper, printing: Printing) -> list[Page]:
    board = make_board(width, height)
    return impose_board(bare_press(), board, title="Scratch", paper=paper, printing=printing)


def board_use(page: Page) -> tuple[Use, Group]:
    """Return the board on a sheet, and its group."""
    group = next(shape for shape in page.shapes if isinstance(shape, Group) and shape.name == "board")
    use = group.shapes[0]
    assert isinstance(use, Use)
    return use, group


def board_box(page: Page, width: float, height: float) -> Rectangle:
    """Return the box of a complete board."""
    use, _ = board_use(page)
    a, _, _, d, e, f = use.transform
    return Rectangle(e, f, e + width * a, f + height * d)


@pytest.mark.parametrize(
    ("paper", "options", "lefts", "scale"),
    [
        (A4, {}, [0.0, 195.0], 1.0),
        (A5, {}, [0.0, 195.0], 0.658),
        (replace(A4, width=297.0, height=420.0), {}, [0.0], 1.0),
        (A4, {"size": (195.0, 138.5)}, [0.0], 0.5),
    ],
    ids=["a4", "a5", "a3", "small"],
)
def test_a_board_is_divided_at_its_seams(
    paper: Paper, options: dict[str, tuple[float, float]], lefts: list[float], scale: float
) -> None:
    """Each part is on a page at full size, or as large as that; where the board fits, it is in one piece."""
    board = make_board(390.0, 277.0)
    pages = impose_board(
        bare_press(), board, title="Scratch", paper=paper, printing=Printing(**options), seams=(195.0,)
    )
    assert len(pages) == len(lefts)
    for page, left in zip(pages, lefts, strict=True):
        (a, _, _, _, e, _), trim = board_use(page)[0].transform, page.trim
        assert trim is not None
        assert a == pytest.approx(scale, abs=0.01)
        assert e + left * a == pytest.approx(trim[0], abs=EXACT)
        assert trim[2] - trim[0] == pytest.approx(390.0 / len(lefts) * a, abs=EXACT)


@pytest.mark.parametrize("paper", [A4, A5, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize(("width", "height"), [(420.0, 297.0), (200.0, 500.0), (180.0, 180.0), (90.0, 60.0)])
def test_a_board_fits_one_sheet(paper: Paper, width: float, height: float) -> None:
    """It is as large as possible in the printable area, never larger than its own size."""
    (page,) = impose(width, height, paper, Printing())
    left, top, right, bottom = board_box(page, width, height)
    scale = (right - left) / width
    assert scale <= 1.0
    assert (bottom - top) / height == pytest.approx(scale)
    assert min(left, top, page.width - right, page.height - bottom) >= paper.margin - EXACT
    if scale < 1.0:
        room = (
            max(paper.width, paper.height) - 2 * paper.margin,
            min(paper.width, paper.height) - 2 * paper.margin,
        )
        best = min(max(room) / max(width, height), min(room) / min(width, height))
        assert scale >= best * 0.9


def test_a_size_that_fits_is_that_size() -> None:
    """The order of width and height does not matter."""
    for size in ((200.0, 100.0), (100.0, 200.0)):
        (page,) = impose(400.0, 200.0, A4, Printing(size=size))
        left, top, right, bottom = board_box(page, 400.0, 200.0)
        assert (right - left, bottom - top) == pytest.approx((200.0, 100.0))


def test_a_board_keeps_its_proportions() -> None:
    """It is scaled to fit a size with other proportions."""
    (page,) = impose(300.0, 300.0, A4, Printing(size=(100.0, 150.0)))
    left, top, right, bottom = board_box(page, 300.0, 300.0)
    assert (right - left, bottom - top) == pytest.approx((100.0, 100.0))


@pytest.mark.parametrize(("scale", "words"), [(1.0, "100"), (0.62, "62"), (0.6414, "64.1"), (1.5, "150")])
def test_scales_are_formatted(scale: float, words: str) -> None:
    """A decimal is written only if necessary, as in the language, with a no-break space before the sign."""
    wording = bare_press().wording
    german = replace(wording, grammar=make_grammar("de"))
    assert format_scale(scale, wording) == f"{words}\N{NO-BREAK SPACE}%"
    assert format_scale(scale, german) == f"{words.replace('.', ',')}\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("width", "height", "paper", "sheets"),
    [
        (420.0, 297.0, A4, 4),
        (420.0, 297.0, LETTER, 4),
        (594.0, 420.0, A4, 8),
        (270.0, 180.0, A4, 1),
        (300.0, 180.0, A4, 2),
        (180.0, 500.0, A4, 2),
        (841.0, 594.0, A4, 15),
    ],
)
def test_posters_have_as_few_sheets_as_possible(
    width: float, height: float, paper: Paper, sheets: int
) -> None:
    """A board that fits one sheet is no poster; otherwise there is an additional page with instructions."""
    pages = impose(width, height, paper, Printing(poster=True))
    assert len(pages) == (1 if sheets == 1 else sheets + 1)


sizes = st.floats(min_value=20.0, max_value=1500.0)


@given(
    width=sizes,
    height=sizes,
    overlap=st.floats(min_value=0.0, max_value=40.0),
    bleed=st.floats(min_value=0.0, max_value=20.0),
    is_kept=st.booleans(),
)
def test_tiles_cover_a_board_once(
    width: float, height: float, overlap: float, bleed: float, is_kept: bool
) -> None:
    """The visible parts of all tiles form the board without a gap; every tile fits and is needed."""
    always = bleed if is_kept else 0.0
    tiling = plan_tiles(FRAMES, width, height, overlap=overlap, bleed=Bleed(bleed, always, 3.5))
    assert tiling is not None
    assert all(always <= cut.bleed <= bleed for cut in (tiling.across, tiling.down))
    left, top, right, bottom = tiling.frame.area
    tiles = list(tiling.list_tiles())
    assert len(tiles) == tiling.count == len({tile.name for tile in tiles})
    check_cut([tile.kept[0::2] for tile in tiles if tile.row == 0], width)
    check_cut([tile.kept[1::2] for tile in tiles if tile.column == 0], height)
    for tile in tiles:
        shown, kept = tile.shown, tile.kept
        assert shown[2] - shown[0] <= right - left + EXACT
        assert shown[3] - shown[1] <= bottom - top + EXACT
        assert all(shown[side] <= kept[side] + EXACT for side in (0, 1))
        assert all(shown[side] >= kept[side] - EXACT for side in (2, 3))
        check_flaps(tile, tiling, overlap)
    for cut, room in ((tiling.across, right - left), (tiling.down, bottom - top)):
        fewer = room * (cut.count - 1) - overlap * (cut.count - 2)
        assert cut.count == 1 or fewer < cut.length + 2 * always + EXACT


def check_cut(parts: Sequence[tuple[float, ...]], length: float) -> None:
    edges = [edge for part in parts for edge in part]
    assert edges[0] == pytest.approx(0.0)
    assert edges[-1] == pytest.approx(length)
    assert edges[1:-1:2] == pytest.approx(edges[2::2])
    assert all(end > start for start, end in parts)


def check_flaps(tile: Tile, tiling: Tiling, overlap: float) -> None:
    """Check that half of the overlap is on each side of a seam, and the bleed at the edges of the board."""
    shown, kept, bleeds = tile.shown, tile.kept, (tiling.across.bleed, tiling.down.bleed)
    inner = (
        tile.column > 0,
        tile.row > 0,
        tile.column + 1 < tiling.across.count,
        tile.row + 1 < tiling.down.count,
    )
    assert [side in tile.neighbours for side in range(4)] == [*inner]
    for side in range(4):
        beyond = overlap / 2 if inner[side] else bleeds[side % 2]
        assert abs(shown[side] - kept[side]) == pytest.approx(beyond, abs=1e-6)


def test_tiles_have_names() -> None:
    """Columns have letters, rows have numbers."""
    assert [name_tile(column, row) for column, row in ((0, 0), (1, 0), (0, 1), (25, 9))] == [
        "A1",
        "B1",
        "A2",
        "Z10",
    ]


@pytest.mark.parametrize("paper", [A4, A5, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize("turned", [None, False, True])
def test_every_sheet_stays_in_the_printable_area(paper: Paper, turned: bool | None) -> None:
    """Ticks, text, and the clipped tile are inside the margin; the margin line is clear of them."""
    pages = impose(420.0, 297.0, paper, Printing(poster=True, turned=turned))
    for page in pages[1:]:
        reached = (paper.margin, paper.margin, page.width - paper.margin, page.height - paper.margin)
        _, group = board_use(page)
        assert group.clip is not None
        x, y = group.transform[4:]
        xs = [segment[1] + x for segment in group.clip.segments if len(segment) == 3]
        ys = [segment[2] + y for segment in group.clip.segments if len(segment) == 3]
        window = (min(xs), min(ys), max(xs), max(ys))
        line = around(within(page, "margin"))
        ticks = within(page, "crop marks")
        assert out_of(window, reached) <= EXACT
        assert overlap(line, window) < -0.3
        for tick in ticks:
            box = (tick.left, tick.top, tick.right, tick.bottom)
            assert out_of(box, reached) <= 0.1 + EXACT
            assert overlap(line, box) < -0.3
    guide = [placed for placed in place_all(pages[0]) if "plan" not in placed.groups]
    page = pages[0]
    assert out_of(around(guide), (6.35, 6.35, page.width - 6.35, page.height - 6.35)) <= EXACT


def test_the_same_place_of_the_board_is_the_same_on_all_tiles() -> None:
    """Every tile shows the same drawing of the board at the same scale."""
    pages = impose(420.0, 297.0, A4, Printing(poster=True, size=(600.0, 600.0)))[1:]
    uses = [board_use(page)[0] for page in pages]
    assert len({use.symbol for use in uses}) == 1
    assert len({use.transform for use in uses}) == 1
    assert {group.transform[:4] for _, group in map(board_use, pages)} == {(1, 0, 0, 1)}


def render(pages: Sequence[Page]) -> list[np.ndarray]:
    pdf = pypdfium2.PdfDocument(BytesIO(write_pdf(Document(tuple(pages), "Poster", "en"))))
    pictures = [page.render(scale=DPMM * 25.4 / 72).to_numpy()[:, :, :3].astype(int) for page in pdf]
    pdf.close()
    return pictures


@pytest.mark.parametrize(("width", "height"), [(420.0, 297.0), (300.0, 330.0)])
def test_tiles_put_together_are_the_board(width: float, height: float) -> None:
    """Cut along its seams, each sheet is identical to its part of the board, dot for dot.

    Lines, arrows, and names are on parts that are cut off or covered. Another test proves that the parts
    form the board.
    """
    pages = impose(width, height, A4, Printing(poster=True))
    tiling = plan_tiles(FRAMES, width, height, overlap=12.0)
    assert tiling is not None
    board = Group(make_board(width, height).shapes)
    for tile, page in zip(tiling.list_tiles(), pages[1:], strict=True):
        left, top, right, bottom = tile.kept
        x, y = tile.corner
        size = (right - left, bottom - top)
        cut_out = Group(page.shapes, transform=(1, 0, 0, 1, -left - x, -top - y))
        part = Group((board,), transform=(1, 0, 0, 1, -left, -top))
        seen, expected = render([Page(*size, (cut_out,)), Page(*size, (part,))])
        # A row of dots that the seam goes through may have a trace of its line.
        assert np.abs(seen - expected)[1:-1, 1:-1].max() <= 3


def test_paper_too_small_for_tiles_is_an_error() -> None:
    """An overlap may leave nothing of a sheet."""
    with pytest.raises(LayoutError, match="too small"):
        impose(420.0, 297.0, A5, Printing(poster=True, overlap=80.0))


def bleeding(width: float, height: float, bleed: float) -> Block:
    """Return a board in one colour, which extends beyond its edges."""
    ground = filled(box_outline(Rectangle(0, 0, width, height).grown(bleed)), COLOURS[0])
    return Block((ground,), width, height)


def impose_bleeding(width: float, height: float, printing: Printing) -> list[Page]:
    board = bleeding(width, height, 20.0)
    return impose_board(bare_press(), board, title="Scratch", paper=A4, printing=printing, bleed=20.0)


@pytest.mark.parametrize(
    ("size", "printing", "bleed"),
    [
        ((180.0, 100.0), Printing(), 3.0),
        ((180.0, 100.0), Printing(bleed=8.0), 8.0),
        ((180.0, 100.0), Printing(bleed=0.0), 0.0),
        ((400.0, 200.0), Printing(bleed=5.0), 5.0),
        ((400.0, 200.0), Printing(size=(100.0, 50.0)), 3.0),
    ],
)
def test_a_board_on_a_sheet_has_bleed(size: tuple[float, float], printing: Printing, bleed: float) -> None:
    """Art reaches as far beyond the cut as the box for it says, and marks begin beyond that."""
    (page,) = impose_bleeding(*size, printing)
    assert page.trim is not None
    assert page.bleed == pytest.approx(Rectangle(*page.trim).grown(bleed))
    assert around(within(page, "board")) == pytest.approx(page.bleed)
    assert out_of(Rectangle(*page.bleed), Rectangle(0, 0, page.width, page.height).grown(-6.35)) <= EXACT
    marks = within(page, "crop marks")
    assert len(marks) == 1
    assert out_of(around(marks), Rectangle(*page.bleed)) > bleed / 10


def test_a_board_that_fills_its_sheet_has_bleed_only_where_there_is_room() -> None:
    """By default, no board becomes smaller for a bleed."""
    plain = make_board(400.0, 200.0)
    (page,) = impose_bleeding(400.0, 200.0, Printing())
    (other,) = impose_board(bare_press(), plain, title="Scratch", paper=A4, printing=Printing())
    assert page.trim is not None
    assert page.bleed is not None
    assert page.trim == pytest.approx(other.trim)
    beyond = [abs(edge - end) for edge, end in zip(page.trim, page.bleed, strict=True)]
    assert beyond == pytest.approx([0.0, 3.0, 0.0, 3.0])


@pytest.mark.parametrize("bleed", [None, 4.0])
def test_posters_have_bleed_at_the_edges_of_the_board(bleed: float | None) -> None:
    """Not at seams, and no seam is at the edge of the board; marks are along the cut, beyond the bleed."""
    pages = impose_bleeding(300.0, 330.0, Printing(poster=True, bleed=bleed))
    assert len(pages) == 5
    page, wanted = pages[1], bleed or 3.0
    board = around(within(page, "board"))
    x, y = board_use(page)[1].transform[4:]
    assert board[:2] == pytest.approx((x - wanted, y - wanted))
    seams = around(within(page, "seams"))
    assert seams[0] >= board[0] - EXACT
    ticks = [segment for shape in within(page, "crop marks") for segment in shape.shape.segments]
    assert {round(end[1], 3) for end in ticks} & {round(x, 3)}
    assert {round(end[2], 3) for end in ticks} & {round(y, 3)}


def test_a_bleed_larger_than_the_paper_is_an_error() -> None:
    """There must be something of the board left."""
    small = Paper("Card", 40.0, 50.0, 5.0, "card")
    with pytest.raises(LayoutError, match="too small for a board"):
        impose_board(
            bare_press(),
            make_board(400.0, 200.0),
            title="Scratch",
            paper=small,
            printing=Printing(bleed=20.0, marks=CropMarks(sides="none")),
        )
