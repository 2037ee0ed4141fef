"""The neighbourhood of POX: who lives where, as games.md and the notes of the board promise."""

from collections import Counter
from itertools import combinations
from math import dist

import pytest

from generator.model.elements.areas import GridArea, TrackArea
from generator.model.elements.boxes import Box
from generator.model.elements.squares import Place
from generator.model.elements.template import PictureElement
from generator.model.geometry import Rectangle
from generator.model.kit import Board
from generator.rules.states import list_bits, pick_items
from tests.geometry import within
from tests.shipped import LOCALES, document, kit

KINDS = {"baker", "courier", "driver", "gardener", "librarian", "musician", "student", "teacher"}
LEVELS = 5


@pytest.fixture(scope="module")
def board() -> Board:
    return next(part for part in kit("pox").parts if isinstance(part, Board))


@pytest.fixture(scope="module")
def people(board: Board) -> dict[str, Place]:
    """By place."""
    grid = next(area for area in board.areas if isinstance(area, GridArea))
    return {place.id: place for place in grid.places}


def steps(first: str, second: str) -> tuple[int, int]:
    """How far two places are apart, in columns and in rows."""
    return abs(ord(first[0]) - ord(second[0])), abs(int(first[1]) - int(second[1]))


def opposite(place: str) -> str:
    """The place as far from e5 on the other side."""
    return chr(2 * ord("e") - ord(place[0])) + str(10 - int(place[1]))


def test_everybody_lives_on_nine_by_nine_places(people: dict[str, Place]) -> None:
    """81 people, from a1 at the top left to i9 at the bottom right."""
    assert set(people) == {f"{letter}{number}" for letter in "abcdefghi" for number in range(1, 10)}
    assert people["a1"].x < people["i1"].x
    assert people["a1"].y < people["a9"].y


def test_two_patients_live_around_the_middle(people: dict[str, Place]) -> None:
    """Each opposite to the other, next to the middle but not beside each other."""
    patients = [id for id, place in people.items() if "patient" in place.marks]
    assert sorted(patients) == ["d4", "f6"]
    assert opposite("d4") == "f6"
    assert {people[id].kind for id in patients} == {"patient_zero", "patient_one"}


def test_six_vulnerable_people_live_apart(people: dict[str, Place]) -> None:
    """None beside a patient or beside another one; opposite to each lives one, too."""
    vulnerable = {id for id, place in people.items() if "vulnerable" in place.marks}
    assert len(vulnerable) == 6
    assert {opposite(id) for id in vulnerable} == vulnerable
    for id in vulnerable:
        assert all(sum(steps(id, other)) > 1 for other in ("d4", "f6"))
        assert all(sum(steps(id, other)) > 1 for other in vulnerable - {id})


def test_vulnerable_people_and_patients_are_of_no_kind(people: dict[str, Place]) -> None:
    """An outbreak never finds them: P17."""
    marked = {place.kind for place in people.values() if place.marks}
    assert marked == {"baby", "elder", "patient_zero", "patient_one"}
    assert marked & KINDS == set()


def test_the_others_are_of_eight_kinds(people: dict[str, Place]) -> None:
    """73 people: nine of each kind, and one student more."""
    kinds = Counter(place.kind for place in people.values() if not place.marks)
    assert kinds == {kind: 10 if kind == "student" else 9 for kind in KINDS}


def test_kinds_are_well_mixed(people: dict[str, Place]) -> None:
    """No two alike touch, not even at a corner; every kind lives in all four quarters."""
    alike = [
        (first.id, second.id)
        for first, second in combinations(people.values(), 2)
        if first.kind == second.kind and max(steps(first.id, second.id)) < 2
    ]
    assert alike == []
    for kind in KINDS:
        homes = [id for id, place in people.items() if place.kind == kind]
        quarters = {(id[0] > "e", id[1] > "5") for id in homes if id[0] != "e" and id[1] != "5"}
        assert len(quarters) == 4, kind


def test_every_kind_has_a_face(people: dict[str, Place]) -> None:
    """A picture for each kind of people, the vulnerable and the patients."""
    faces = {name.removeprefix("pictures/").removesuffix(".svg") for name in kit("pox").pictures}
    assert {place.kind for place in people.values()} <= faces


def test_deaths_have_a_space_for_each_level(board: Board) -> None:
    """As many as black chips: the last of a level is the one that loses."""
    track = next(area for area in board.areas if isinstance(area, TrackArea))
    assert [field.label for field in track.fields] == [str(number + 1) for number in range(LEVELS)]


@pytest.mark.parametrize("places", [0, 1, 0b1011, 1 << 80, (1 << 81) - 1, 0b1 << 40 | 0b110])
def test_things_of_some_places_are_picked_as_one_reads(places: int) -> None:
    """Each thing stands at the bit of its place; of nobody nothing is picked."""
    assert pick_items(range(81), places) == list(list_bits(places))


def test_chips_leave_the_faces_free(board: Board) -> None:
    """A chip at the shoulder is off the middle 60 % of the picture."""
    grid = next(area for area in board.areas if isinstance(area, GridArea))
    pictures = [one.box for one in grid.draw if isinstance(one, PictureElement)]
    assert [isinstance(box, Box) for box in pictures] == [True]
    face = next(box.within(grid.cell, grid.cell) for box in pictures if isinstance(box, Box))
    for spot, place in zip(grid.spots, grid.places, strict=True):
        chip = Rectangle.around(spot.outline)
        x, y = place.spot.left + face.middle[0], place.spot.top + face.middle[1]
        assert chip.width == pytest.approx(chip.height) == pytest.approx(9.0)
        assert dist(chip.middle, (x, y)) >= chip.width / 2 + 0.6 * face.width / 2


@pytest.mark.parametrize("locale", LOCALES["pox"])
def test_the_board_is_two_pages_of_a4_at_full_size(board: Board, locale: str) -> None:
    """The places are on the left page; on the right one, a card of 63 x 88 mm fits into each pile."""
    left, right = document(("pox", "board", locale, "a4")).pages
    corners = [min(one.left for one in within(left, f"people-{id}")) for id in ("a1", "b1")]
    assert corners[1] - corners[0] == pytest.approx(20.8)
    for pile in ("board-deck", "board-discard"):
        placed = within(right, pile)
        assert max(one.right for one in placed) - min(one.left for one in placed) >= 63
        assert max(one.bottom for one in placed) - min(one.top for one in placed) >= 88
