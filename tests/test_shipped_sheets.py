"""Every set of pieces that ships, on every paper, with every kind of backs: what holds of its sheets."""

from collections.abc import Iterator
from functools import cache

import pytest

from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.imposition.marks import make_crop_marks
from generator.layout.imposition.packing import SheetLayout, flip_box
from generator.layout.imposition.pieces import FilledSheet, arrange_pieces, choose_flip
from generator.layout.shapes.outlines import Component
from generator.model.kit import PieceSet
from generator.model.printing.printing import Backs, Printing
from tests import shipped
from tests.layout.imposing import is_apart, out_of, overlap

EXACT = 0.01
BACKS: tuple[Backs, ...] = ("none", "separate", "fold", "duplex-long", "duplex-short")

SETS = shipped.list_parts(PieceSet)


def find_set(game: str, id: str) -> PieceSet:
    return next(part for part in shipped.kit(game).parts if part.id == id and isinstance(part, PieceSet))


@cache
def things(game: str, id: str) -> tuple[Component, ...]:
    return lay_out_pieces(shipped.press(game, "en"), find_set(game, id))


def sheets(game: str, id: str, paper: str, backs: Backs) -> list[FilledSheet]:
    found = things(game, id)
    return arrange_pieces(
        found, paper=shipped.paper(paper), printing=Printing(), folded=backs == "fold", name=id
    )


def both_sides(layout: SheetLayout, backs: Backs) -> Iterator[SheetLayout]:
    yield layout
    if backs != "none":
        yield layout.mirrored(choose_flip(backs, layout.frame.page, layout.frame.fold))


@pytest.mark.parametrize("backs", BACKS)
@pytest.mark.parametrize("paper", shipped.PAPERS)
@pytest.mark.parametrize(("game", "id"), SETS)
def test_sheets_can_be_cut(game: str, id: str, paper: str, backs: Backs) -> None:
    """All pieces are there; backs lie on fronts; no art meets other art or a mark; all is on the sheet."""
    count = sum(deck.count for deck in find_set(game, id).decks)
    made = sheets(game, id, paper, backs)
    assert sum(len(sheet.components) for sheet in made) == count == len(things(game, id))
    for layout in {sheet.layout for sheet in made}:
        sides = list(both_sides(layout, backs))
        for side in sides:
            assert is_apart(slot.art for slot in side.slots)
            marks = make_crop_marks(side, Printing().marks)
            points = [segment[1:] for segment in marks if len(segment) == 3]
            for slot in side.slots:
                assert out_of(slot.art, side.frame.bounds) <= EXACT
                assert all(overlap((*point, *point), slot.art) < -0.1 for point in points)
        for front, back in zip(sides[0].slots, sides[-1].slots, strict=True):
            if backs != "none":
                flip = choose_flip(backs, layout.frame.page, layout.frame.fold)
                assert flip_box(back.trim, layout.frame.page, flip) == pytest.approx(front.trim, abs=EXACT)


def test_there_are_sets() -> None:
    """The search for them is right."""
    assert len(SETS) > 5
