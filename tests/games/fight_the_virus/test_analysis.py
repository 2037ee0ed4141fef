"""Laying shapes over the virus (constraints A1, A6 to A9)."""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from generator.games.fight_the_virus import areas
from generator.games.fight_the_virus.areas import VirusArea, check_shape, list_shapes, make_virus_area
from generator.model.elements.squares import Place, Places
from generator.rules.core import IllegalMove
from tests.games.fight_the_virus.soundness import list_free_shapes

ONE, TWO = ((0, 0),), ((0, 0), (1, 0))
Refused = Callable[[str], AbstractContextManager[None]]


@pytest.fixture(scope="module")
def area(data) -> VirusArea:
    return data.virus


def lay(area: VirusArea, *shapes: str) -> int:
    """The set of squares of some shapes, each written as its ids."""
    return area.squares(" ".join(shapes).split())


def test_a1_no_place_of_a_shape_leaves_the_virus(area: VirusArea) -> None:
    """Every place that is known lies in the area: b2 is no square of it, nor is any shape over it."""
    assert "b2" not in area.bits
    assert all(place & ~area.all_squares == 0 for places in area.places.values() for place in places)


def test_a1_rows_do_not_run_into_each_other(area: VirusArea) -> None:
    """The last square of a row is no neighbour of the first of the next: k4 and a6."""
    assert not area.around(lay(area, "k4")) & lay(area, "a6")


def test_a3_the_shape_must_be_that_of_the_die(area: VirusArea, refused: Refused) -> None:
    """Three in a row is no 3, since the 3 is an L; a 6 may be it."""
    straight = lay(area, "e5 f5 g5")
    with refused("analysis.shape"):
        check_shape(area, 0, 3, straight)
    check_shape(area, 0, 6, straight)
    check_shape(area, 0, 3, lay(area, "e5 f5 f6"))


def test_a6_the_first_shape_lies_anywhere(area: VirusArea, refused: Refused) -> None:
    """A single square may begin on all 81, save the 12 whose spike it would cut off."""
    assert len(area.bits) == 81
    first = list_shapes(area, 0, 1)
    assert len(first) == 69
    with refused("analysis.gap"):
        check_shape(area, 0, 1, lay(area, "f2"))


def test_a6_a_later_shape_lies_beside_what_is_analysed(area: VirusArea, refused: Refused) -> None:
    """Edge to edge is beside, corner to corner is not."""
    first = lay(area, "f6")
    with refused("analysis.adjacent"):
        check_shape(area, first, 1, lay(area, "e5"))
    check_shape(area, first, 1, lay(area, "f5"))


def test_a7_no_square_is_cut_off(area: VirusArea, refused: Refused) -> None:
    """The spike f1 stands on f2 alone: f2 without it would leave a gap, both together do not."""
    first = lay(area, "f3")
    with refused("analysis.gap"):
        check_shape(area, first, 1, lay(area, "f2"))
    check_shape(area, first, 2, lay(area, "f1 f2"))


def test_a7_a_ring_may_not_close(area: VirusArea, refused: Refused) -> None:
    """Squares around f6 without f6 itself: the last one would shut it in."""
    ring = lay(area, "e5 f5 g5 e6 e7 f7 g7")
    with refused("analysis.gap"):
        check_shape(area, ring, 1, lay(area, "g6"))
    check_shape(area, ring, 2, lay(area, "f6 g6"))


def test_a7_what_is_left_may_hold_together_by_edges_only() -> None:
    """Two by two squares: with one corner analysed, the opposite one would leave two corners."""
    square = Places(tuple(Place(f"{'ab'[x]}{y + 1}", x, y) for y in (0, 1) for x in (0, 1)))
    small = make_virus_area(square, [[ONE], list_free_shapes(most=4, frame=(2, 3))])
    assert not areas.leaves_no_gap(small, small.squares(["a1"]), small.squares(["b2"]))
    assert areas.leaves_no_gap(small, small.squares(["a1"]), small.squares(["b1"]))


def test_a8_a_shape_is_used_whole(area: VirusArea, refused: Refused) -> None:
    """A part of a shape is another shape, and squares are never analysed twice."""
    with refused("analysis.shape"):
        check_shape(area, 0, 4, lay(area, "e5 f5 g5"))
    with refused("analysis.free"):
        check_shape(area, lay(area, "f6"), 2, lay(area, "f6 f7"))


def test_a8_a_shape_that_fits_nowhere_can_only_be_skipped(area: VirusArea) -> None:
    """With two squares left, only the values 1, 2 and 6 have a place."""
    nearly = area.all_squares & ~lay(area, "f1 f2")
    assert {value: len(list_shapes(area, nearly, value)) for value in range(1, 7)} == {
        1: 1,
        2: 1,
        3: 0,
        4: 0,
        5: 0,
        6: 2,
    }


def test_no_shape_belongs_to_a_seven(area: VirusArea, refused: Refused) -> None:
    """A raised die serves the analysis up to 6."""
    with refused("analysis.value"):
        check_shape(area, 0, 7, lay(area, "f6"))


def test_a9_every_spike_counts(area: VirusArea) -> None:
    """A shape over two spikes is worth two: d1 d2 d3 c3 reach over the spikes d1 and c3."""
    assert areas.count_spikes(area, lay(area, "d1 d2 d3 c3")) == 2
    assert areas.count_spikes(area, lay(area, "e5 f5")) == 0


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_is_what_is_allowed(area: VirusArea, seed: int) -> None:
    """In random fillings, list_shapes has just the places that check_shape lets pass."""
    chance = random.Random(seed)
    analysed = 0
    for _ in range(14):
        for value in range(1, 7):
            listed = set(list_shapes(area, analysed, value))
            for place in chance.sample(list(area.places[value]), 40):
                assert (place in listed) == is_allowed(area, analysed, value, place)
        analysed |= chance.choice(list_shapes(area, analysed, chance.randint(1, 6)) or [0])


def is_allowed(area: VirusArea, analysed: int, value: int, shape: int) -> bool:
    try:
        check_shape(area, analysed, value, shape)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_a7_holds_after_every_legal_shape(area: VirusArea, seed: int) -> None:
    """Counted afresh after every shape: one analysed section, at most one that is not."""
    chance = random.Random(seed)
    analysed = 0
    for _ in range(40):
        analysed |= chance.choice(list_shapes(area, analysed, chance.randint(1, 6)) or [0])
        rest = area.all_squares & ~analysed
        assert count_sections(area, analysed) <= 1
        assert count_sections(area, rest) <= 1


def draw_area(*rows: str) -> VirusArea:
    """An area from a drawing, `#` for a square, with shapes of one, two, three and any up to four."""
    squares = [
        Place(f"{'abcdefghij'[x]}{y + 1}", x, y)
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign == "#"
    ]
    dice = [[ONE], [TWO], list_free_shapes(most=4, frame=(2, 3))]
    return make_virus_area(Places(tuple(squares)), dice)


def compare_with_counting(area: VirusArea, seed: int, *, shapes: int) -> tuple[int, int]:
    """Asks of every place that is free and beside what is filled; gives how often it fits and does not."""
    chance = random.Random(seed)
    analysed = fitting = cutting = 0
    for _ in range(shapes):
        beside = area.around(analysed) if analysed else area.all_squares
        for shape in area.known:
            if not shape & analysed and shape & beside:
                fits = count_sections(area, area.all_squares & ~analysed & ~shape) <= 1
                assert areas.leaves_no_gap(area, analysed, shape) == fits, area.ids(shape)
                fitting, cutting = fitting + fits, cutting + (not fits)
        values = [value for value in (1, 2, 6) if list_shapes(area, analysed, value)]
        if not values:
            break
        analysed |= chance.choice(list_shapes(area, analysed, chance.choice(values)))
    return fitting, cutting


@pytest.mark.parametrize("seed", range(4))
def test_a7_the_short_ways_to_find_a_gap_find_what_counting_finds(area: VirusArea, seed: int) -> None:
    """For every place in the virus, from the empty sheet on: before the border is touched and after it."""
    fitting, cutting = compare_with_counting(area, seed, shapes=12)
    assert fitting > 500
    assert cutting > 500


@pytest.mark.parametrize("seed", range(6))
def test_a7_gaps_are_found_in_an_area_with_a_hole_too(seed: int) -> None:
    """A shape between the hole and the border cuts nothing off while there is a way around the hole."""
    ring = draw_area("######", "######", "##..##", "##..##", "######", "######")
    assert ring.border == 0
    assert areas.leaves_no_gap(ring, ring.squares(["a3"]), ring.squares(["b3"]))
    compare_with_counting(ring, seed, shapes=12)
    solid = draw_area("####", "####", "####")
    assert solid.border == solid.all_squares & ~solid.squares(["b2", "c2"])
    compare_with_counting(solid, seed, shapes=8)


def count_sections(area: VirusArea, squares: int) -> int:
    count = 0
    while squares:
        section = squares & -squares
        while (further := (section | area.around(section)) & squares) != section:
            section = further
        squares &= ~section
        count += 1
    return count
