"""Boards on sheets: scaled, or parted into tiles that make the board again when they are put together."""

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
from generator.layout.imposition.boards import format_scale, impose_board
from generator.layout.imposition.posters import Tile, Tiling, name_tile, plan_tiles
from generator.layout.shapes.frames import Frame
from generator.model.printing import Printing
from generator.model.rectangles import Rectangle
from generator.model.style import Paper
from generator.read.wordings.grammars import find_grammar
from generator.scene.shapes import Document, Group, Page, Use
from tests.geometry import place_all, within
from tests.layout.imposing import A4, A5, LETTER, around, bare_press, make_board, out_of, overlap

EXACT = 0.01
FRAMES = [Frame(page, strip) for page in (A4, A4.turned()) for strip in ("bottom", "left")]
DPMM = 4.0
"""Dots in a millimetre of the pictures."""


def impose(width: float, height: float, paper: Paper, printing: Printing) -> list[Page]:
    board = make_board(width, height)
    return impose_board(bare_press(), board, title="Scratch", paper=paper, printing=printing)


def board_use(page: Page) -> tuple[Use, Group]:
    """The board on a sheet, and the group that it stands in."""
    group = next(shape for shape in page.shapes if isinstance(shape, Group) and shape.name == "board")
    use = group.shapes[0]
    assert isinstance(use, Use)
    return use, group


def board_box(page: Page, width: float, height: float) -> Rectangle:
    """Where the trim of a whole board lies."""
    use, _ = board_use(page)
    a, _, _, d, e, f = use.transform
    return Rectangle(e, f, e + width * a, f + height * d)


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
    """In mm, whichever way round it is given."""
    for size in ((200.0, 100.0), (100.0, 200.0)):
        (page,) = impose(400.0, 200.0, A4, Printing(size=size))
        left, top, right, bottom = board_box(page, 400.0, 200.0)
        assert (right - left, bottom - top) == pytest.approx((200.0, 100.0))


def test_a_board_keeps_its_proportions() -> None:
    """A size of other proportions is what it is scaled into."""
    (page,) = impose(300.0, 300.0, A4, Printing(size=(100.0, 150.0)))
    left, top, right, bottom = board_box(page, 300.0, 300.0)
    assert (right - left, bottom - top) == pytest.approx((100.0, 100.0))


@pytest.mark.parametrize(("scale", "words"), [(1.0, "100"), (0.62, "62"), (0.6414, "64.1"), (1.5, "150")])
def test_scales_in_words(scale: float, words: str) -> None:
    """With a decimal only where there is one, as the language writes it, and never parted from its sign."""
    wording = bare_press().wording
    german = replace(wording, grammar=find_grammar("de"))
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
def test_as_few_sheets_as_can_be(width: float, height: float, paper: Paper, sheets: int) -> None:
    """A board that fits one sheet is no poster; else there is a page more, that shows what to do."""
    pages = impose(width, height, paper, Printing(poster=True))
    assert len(pages) == (1 if sheets == 1 else sheets + 1)


sizes = st.floats(min_value=20.0, max_value=1500.0)


@given(width=sizes, height=sizes, overlap=st.floats(min_value=0.0, max_value=40.0))
def test_tiles_cover_a_board_once(width: float, height: float, overlap: float) -> None:
    """What is kept of all tiles makes up the board without a gap; every tile fits its sheet and is needed."""
    tiling = plan_tiles(FRAMES, width, height, overlap=overlap)
    assert tiling is not None
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
        assert cut.count == 1 or fewer < cut.length


def check_cut(parts: Sequence[tuple[float, ...]], length: float) -> None:
    edges = [edge for part in parts for edge in part]
    assert edges[0] == pytest.approx(0.0)
    assert edges[-1] == pytest.approx(length)
    assert edges[1:-1:2] == pytest.approx(edges[2::2])
    assert all(end > start for start, end in parts)


def check_flaps(tile: Tile, tiling: Tiling, overlap: float) -> None:
    """Half of the overlap on each side of a seam; none at the edges of the board."""
    shown, kept = tile.shown, tile.kept
    inner = (
        tile.column > 0,
        tile.row > 0,
        tile.column + 1 < tiling.across.count,
        tile.row + 1 < tiling.down.count,
    )
    for side in range(4):
        assert abs(shown[side] - kept[side]) == pytest.approx(overlap / 2 if inner[side] else 0.0, abs=1e-6)


def test_tiles_have_names() -> None:
    """Columns are letters, rows are numbers."""
    assert [name_tile(column, row) for column, row in ((0, 0), (1, 0), (0, 1), (25, 9))] == [
        "A1",
        "B1",
        "A2",
        "Z10",
    ]


@pytest.mark.parametrize("paper", [A4, A5, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize("turned", [None, False, True])
def test_every_sheet_keeps_to_what_printers_reach(paper: Paper, turned: bool | None) -> None:
    """Ticks, words and the tile itself, clipped, lie inside the margin; the margin line is clear of them."""
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
    """Every tile shows the one drawing of the board at the one scale."""
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
    """Cut along its seams, each sheet is a picture of its part of the board, dot for dot.

    Of lines, arrows and names nothing is left: they are on what is cut off or covered. That the
    parts make up the board is proven above.
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


def test_paper_too_small_for_tiles_is_told() -> None:
    """An overlap that leaves nothing of a sheet."""
    with pytest.raises(LayoutError, match="too small"):
        impose(420.0, 297.0, A5, Printing(poster=True, overlap=80.0))
