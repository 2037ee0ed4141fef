"""Pieces with very round corners have a cut line instead of crop marks."""

import pytest

from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.imposition.marks import draw_guides
from generator.layout.imposition.pieces import arrange_pieces
from generator.layout.shapes.outlines import cut_outline
from generator.model.pieces import Form, PieceSet
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
    """It is grey on a wider white line along the same outlines."""
    sheets = arrange_pieces(
        make_things(CAPSULE, 4), paper=A4, printing=Printing(), folded=False, name="pieces"
    )
    (ground,), (cut,) = draw_guides(sheets[0].layout, CropMarks(), cuts=True, corners=True).values()
    assert ground.segments == cut.segments
    assert ground.stroke is not None
    assert cut.stroke is not None
    assert ground.stroke.width > 2 * cut.stroke.width
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
