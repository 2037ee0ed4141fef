"""Places chosen by hand: grids, groups, labels, first places, and lines to cut along."""

from dataclasses import replace
from itertools import pairwise

import pytest

from generator.errors import LayoutError
from generator.layout.imposition.marks import draw_guides
from generator.layout.imposition.pieces import FilledSheet, arrange_pieces, impose
from generator.layout.shapes.outlines import cut_outline, fold_lines
from generator.model.kit import Form
from generator.model.printing.printing import Imposition, Labels, Paper, Printing, parse_marks
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_papers
from generator.scene.shapes import Group
from tests.layout.imposing import A4, CHIP, CUBE, MINI, POKER, TILE, bare_press, make_things

PAPERS = read_papers(find_shelf().papers)
L7160 = PAPERS["avery_l7160"]


def sheets(form: Form, count: int, printing: Printing, *, paper: Paper = A4) -> list[FilledSheet]:
    things = make_things(form, count)
    return arrange_pieces(things, paper=paper, printing=printing, folded=False, name="cards")


def corners(sheet: FilledSheet) -> list[tuple[float, float]]:
    return [(round(slot.trim.left, 3), round(slot.trim.top, 3)) for slot in sheet.layout.slots]


def test_a_grid_has_its_columns_and_rows() -> None:
    """Fewer than fit, and at the same places on a sheet that is not full."""
    full, rest = sheets(MINI, 8, Printing(grid=(2, 3), bleed=0.0))
    assert len(full.layout.slots) == 6
    assert len({left for left, _ in corners(full)}) == 2
    assert corners(rest) == corners(full)[:2]


def test_a_grid_that_does_not_fit() -> None:
    """The message has the grid, the piece, and how much is missing."""
    with pytest.raises(LayoutError, match="a grid of 4 x 3 pieces of 63 x 88 mm does not fit on the page"):
        sheets(POKER, 8, Printing(grid=(4, 3)))
    with pytest.raises(LayoutError, match=r"choose a larger page with `--paper`, or a smaller `--margin`"):
        sheets(POKER, 8, Printing(grid=(4, 3)))


def test_the_first_places_are_left_free() -> None:
    """The pieces begin at the place, and nothing else moves."""
    usual = sheets(TILE, 30, Printing(grid=(5, 4), bleed=0.0))
    moved = sheets(TILE, 30, Printing(grid=(5, 4), bleed=0.0, start=4))
    assert corners(moved[0]) == corners(usual[0])[3:]
    assert [len(sheet.components) for sheet in moved] == [17, 13]
    assert [one.id for sheet in moved for one in sheet.components] == [
        one.id for sheet in usual for one in sheet.components
    ]


def test_there_must_be_such_a_place() -> None:
    """A sheet has no place after its last one."""
    with pytest.raises(LayoutError, match="there is no place 21 on a sheet of 20"):
        sheets(TILE, 30, Printing(grid=(5, 4), start=21))


def test_groups_have_gaps_and_are_filled_in_turn() -> None:
    """The first pieces are in the first group, and groups are 4 mm apart."""
    printing = Printing(bleed=0.0, turned=False).filled(Imposition(grid=(4, 4), groups=(2, 2), gap=4.0))
    (sheet,) = sheets(TILE, 16, printing)
    lefts = sorted({left for left, _ in corners(sheet)})
    assert [round(two - one, 3) for one, two in pairwise(lefts)] == [15, 19, 15]
    places = corners(sheet)
    assert places[1] == (lefts[1], places[0][1])
    assert places[2] == (lefts[0], places[0][1] + 15)
    assert places[4] == (lefts[2], places[0][1])


def test_each_group_is_filled_before_the_next() -> None:
    """On a sheet that is not full, six pieces in groups of two are in three rows."""
    (sheet,) = sheets(TILE, 6, Printing(turned=False, groups=(2, 3)))
    assert len({left for left, _ in corners(sheet)}) == 2
    assert len({top for _, top in corners(sheet)}) == 3
    both = [make_things(form, count)[0] for form, count in ((TILE, 1), (CHIP, 1))]
    found = arrange_pieces(both, paper=A4, printing=Printing(groups=(2, 3)), folded=False, name="tokens")
    assert len(found) == 2


def test_rows_may_go_across_all_groups() -> None:
    """With `order: rows`, the third piece is beside the second one, in the next group."""
    printing = Printing(bleed=0.0, turned=False).filled(Imposition(grid=(4, 4), groups=(2, 2), order="rows"))
    (sheet,) = sheets(TILE, 16, printing)
    lefts = sorted({left for left, _ in corners(sheet)})
    assert [left for left, _ in corners(sheet)] == lefts * 4


def test_pieces_without_a_bleed_share_their_cuts() -> None:
    """Where there is room for gaps, pieces whose file says `bleed: 0` still have none between them."""
    (sheet,) = sheets(replace(TILE, bleed=0.0), 4, Printing(grid=(2, 2)))
    (first, second) = sorted({left for left, _ in corners(sheet)})
    assert second - first == pytest.approx(TILE.width)


def test_art_bleeds_into_the_gaps_of_groups() -> None:
    """Pieces of a group share cuts; beyond the group, there is bleed."""
    (sheet,) = sheets(TILE, 8, Printing(gutter=0.0).filled(Imposition(grid=(4, 2), groups=(2, 2))))
    reach = sheet.layout.slots[1].reach
    assert reach[0] == 0
    assert reach[2] == pytest.approx(1.5)


def test_labels_are_where_they_are() -> None:
    """A piece is in the middle of its label."""
    form = replace(MINI, width=60.0, height=35.0)
    (sheet,) = sheets(form, 5, Printing(), paper=L7160)
    assert corners(sheet)[0] == (7.25 + 1.75, 15.15 + 1.55)
    assert corners(sheet)[4] == (round(7.25 + 1.75 + 66, 3), round(15.15 + 1.55 + 38.1, 3))
    with pytest.raises(LayoutError, match="a piece of 63 x 88 mm does not fit on the labels"):
        sheets(POKER, 1, Printing(), paper=L7160)


def test_a_label_may_be_turned() -> None:
    """A high piece lies on its side on a wide label."""
    (sheet,) = sheets(replace(MINI, width=38.1, height=63.5), 1, Printing(), paper=L7160)
    assert sheet.layout.slots[0].trim == pytest.approx((7.25, 15.15, 70.75, 53.25))


def test_labels_have_no_guides() -> None:
    """They are cut already; the margin line is there only where no label is."""
    form = replace(MINI, width=99.1, height=70.0)
    high = replace(L7160, labels=Labels(grid=(2, 4), size=(100.0, 70.0), first=(4.0, 8.0)))
    for paper, there in ((L7160, ["fronts", "margin"]), (high, ["fronts"])):
        thing = make_things(replace(form, width=60.0, height=35.0) if paper is L7160 else form, 8)
        _, pages = impose(bare_press(), thing, title="Cards", paper=paper, printing=Printing(), backs="none")
        (page,) = pages
        assert [shape.name for shape in page.shapes if isinstance(shape, Group)] == there


@pytest.mark.parametrize("id", [id for id, paper in PAPERS.items() if paper.labels])
def test_all_sheets_of_labels_are_on_their_paper(id: str) -> None:
    """The labels do not overlap, and the same margin is on both sides, up to 2 mm."""
    paper, labels = PAPERS[id], PAPERS[id].labels
    assert labels is not None
    pitch = labels.pitch or labels.size
    for axis, length in enumerate((paper.width, paper.height)):
        assert pitch[axis] >= labels.size[axis] - 1e-6
        end = labels.first[axis] + (labels.grid[axis] - 1) * pitch[axis] + labels.size[axis]
        assert labels.first[axis] == pytest.approx(length - end, abs=2)


def test_lines_are_along_all_edges() -> None:
    """Each cut is drawn once, on white, and crop marks continue it."""
    (sheet,) = sheets(TILE, 4, Printing(grid=(2, 2), bleed=0.0))
    guides = draw_guides(sheet.layout, parse_marks("lines"), cuts=True, corners=True)
    assert list(guides) == ["crop marks", "cut ground", "cut"]
    assert len(guides["cut"][0].segments) == 2 * 12
    assert not draw_guides(sheet.layout, parse_marks("lines,front"), cuts=False, corners=False)


@pytest.mark.parametrize("form", [POKER, CHIP, CUBE], ids=["card", "chip", "cube"])
def test_outlines_of_all_pieces_are_one_layer(form: object) -> None:
    """Cards are cut with their corners, and nets have fold lines."""
    (sheet,) = sheets(form, 2, Printing())
    guides = draw_guides(sheet.layout, parse_marks("outlines"), cuts=True, corners=True)
    (cut,) = guides["cut"]
    found = cut.segments
    assert len(found) == 2 * len(cut_outline(sheet.layout.slots[0].form))
    assert ("fold" in guides) == bool(fold_lines(sheet.layout.slots[0].form))
    assert "crop marks" not in guides
