"""Pieces with very round corners have a cut line instead of crop marks."""

import pytest

from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.imposition.marks import draw_guides
from generator.layout.imposition.pieces import arrange_pieces
from generator.layout.shapes.outlines import cut_outline
from generator.model.kit import Form, PieceSet
from generator.model.printing.printing import CropMarks, Printing
from generator.scene.shapes import Colour, Group, Path, Use
from tests import shipped
from tests.layout.imposing import A4, make_things

CAPSULE = Form(26.0, 15.0, corner=7.5, bleed=1.5)
CARD = Form(63.0, 88.0, corner=3.0)
TILE = Form(15.0, 15.0, bleed=1.5)


@pytest.mark.parametrize(
    ("form", "names"), [(CAPSULE, ["cut ground", "cut"]), (CARD, ["crop marks"]), (TILE, ["crop marks"])]
)
def test_capsules_have_their_outline_drawn(form: Form, names: list[str]) -> None:
    """Cards and square tiles have only crop marks, capsules only a cut line."""
    sheets = arrange_pieces(make_things(form, 4), paper=A4, printing=Printing(), folded=False, name="pieces")
    guides = draw_guides(sheets[0].layout, CropMarks(), cuts=True, corners=True)
    assert list(guides) == names


def test_a_cut_line_is_visible_on_any_art() -> None:
    """It is grey on a white line along the same outlines, which is hardly wider: both look like one line."""
    sheets = arrange_pieces(
        make_things(CAPSULE, 4), paper=A4, printing=Printing(), folded=False, name="pieces"
    )
    (ground,), (cut,) = draw_guides(sheets[0].layout, CropMarks(), cuts=True, corners=True).values()
    assert ground.segments == cut.segments
    assert ground.stroke is not None
    assert cut.stroke is not None
    assert 0.05 < ground.stroke.width - cut.stroke.width < 0.1
    assert ground.stroke.colour == Colour(1, 1, 1) != cut.stroke.colour


def test_capsules_do_not_share_cuts() -> None:
    """Scissors need some space between curved pieces."""
    sheet = arrange_pieces(
        make_things(CAPSULE, 2), paper=A4, printing=Printing(), folded=False, name="pieces"
    )[0]
    first, second = (slot.trim for slot in sheet.layout.slots)
    assert max(second[0] - first[2], second[1] - first[3]) >= 3.0


def test_the_colour_of_a_capsule_follows_its_outline() -> None:
    """Its ground has the same bleed at its round ends as at its sides."""
    parts = shipped.kit("virus_and_co").parts
    pills = next(part for part in parts if isinstance(part, PieceSet) and part.id == "pills")
    things = lay_out_pieces(shipped.press("virus_and_co", "en"), pills)
    capsule = next(thing for thing in things if thing.id == "pill_yellow")
    (use,) = capsule.front or ()
    assert isinstance(use, Use)
    (cut,) = use.symbol.shapes
    assert isinstance(cut, Group)
    assert cut.clip == Path(cut_outline(capsule.form, beyond=capsule.form.bleed))


@pytest.mark.parametrize(
    ("counts", "columns"), [((24, 24, 24, 24), 12), ((19, 38), 19), ((7, 5), 0), ((1,) * 40, 0), ((40,), 20)]
)
def test_alike_pieces_fill_rows(counts: tuple[int, ...], columns: int) -> None:
    """Each row has one colour if the paper has room for it; otherwise, rows are as long as possible."""
    kinds = [make_things(TILE_OF_A_CUBE, 1)[0] for _ in counts]
    pieces = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
    (sheet,) = arrange_pieces(pieces, paper=A4, printing=Printing(), folded=False, name="cubes")
    rows: dict[float, list[int]] = {}
    for slot, piece in zip(sheet.layout.slots, sheet.components, strict=True):
        rows.setdefault(round(slot.trim.top, 3), []).append(id(piece))
    assert {len(row) for row in rows.values()} == {columns} if columns else len(rows) == -(-sum(counts) // 21)
    assert not columns or all(len({*row}) == 1 for row in rows.values())


TILE_OF_A_CUBE = Form(9.0, 9.0, bleed=1.0)
