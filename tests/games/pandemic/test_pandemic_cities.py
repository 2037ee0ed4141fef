"""The 48 cities of Pandemic and their 93 links: figures that six independent data sets agree on."""

from collections import Counter, deque
from collections.abc import Mapping

import pytest

from generator.model.elements.areas import MapArea
from generator.model.elements.squares import Place
from generator.model.kit import Board
from tests.shipped import kit

DEGREES = {1: 1, 2: 4, 3: 12, 4: 16, 5: 13, 6: 2}
COLOUR_PAIRS = {
    ("black", "black"): 21,
    ("red", "red"): 20,
    ("blue", "blue"): 17,
    ("yellow", "yellow"): 16,
    ("blue", "yellow"): 6,
    ("black", "blue"): 5,
    ("black", "red"): 4,
    ("blue", "red"): 2,
    ("red", "yellow"): 1,
    ("black", "yellow"): 1,
}


@pytest.fixture(scope="module")
def world() -> MapArea:
    board = next(part for part in kit("pandemic").parts if isinstance(part, Board))
    return next(area for area in board.areas if isinstance(area, MapArea))


@pytest.fixture(scope="module")
def neighbours(world: MapArea) -> Mapping[str, set[str]]:
    return {place.id: set(place.neighbours) for place in world.places}


def number(place: Place, name: str) -> int:
    fields = place.fields or {}
    value = fields[name]
    assert isinstance(value, str)
    return int(value)


def steps_from(start: str, neighbours: Mapping[str, set[str]]) -> dict[str, int]:
    """The fewest links to every city that can be reached."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        city = queue.popleft()
        for other in neighbours[city] - set(steps):
            steps[other] = steps[city] + 1
            queue.append(other)
    return steps


def test_twelve_cities_of_each_colour(world: MapArea) -> None:
    """48 cities, and four diseases that have as many each."""
    colours = Counter(place.kind for place in world.places)
    assert colours == {"blue": 12, "yellow": 12, "black": 12, "red": 12}


def test_links(world: MapArea, neighbours: Mapping[str, set[str]]) -> None:
    """93 links, and as many cities of each degree as there must be; Hong Kong and Istanbul have most."""
    assert sum(map(len, neighbours.values())) == 2 * 93
    assert Counter(map(len, neighbours.values())) == DEGREES
    assert {city for city, linked in neighbours.items() if len(linked) == 6} == {"hong_kong", "istanbul"}
    assert neighbours["santiago"] == {"lima"}


def test_colours_of_links(world: MapArea) -> None:
    """How many links join which two diseases."""
    colours = {place.id: place.kind for place in world.places}
    links = [(place.id, id) for place in world.places for id in place.neighbours if place.id < id]
    pairs = Counter(tuple(sorted((colours[first], colours[second]))) for first, second in links)
    assert pairs == COLOUR_PAIRS


def test_links_over_the_pacific(world: MapArea) -> None:
    """Three links leave the map at one edge and come in at the other."""
    around = {tuple(sorted((way.place.id, way.other.id))) for way in world.ways if way.exit}
    assert around == {("san_francisco", "tokyo"), ("manila", "san_francisco"), ("los_angeles", "sydney")}


def test_every_city_can_be_reached(neighbours: Mapping[str, set[str]]) -> None:
    """Seven steps from Atlanta, nine between the two cities farthest apart."""
    assert max(steps_from("atlanta", neighbours).values()) == 7
    farthest = [steps_from(city, neighbours) for city in neighbours]
    assert all(len(steps) == 48 for steps in farthest)
    assert max(max(steps.values()) for steps in farthest) == 9


def test_people(world: MapArea) -> None:
    """The largest and the smallest city, the two that are equally large, and all people together."""
    people = {place.id: number(place, "population") for place in world.places}
    assert max(people.items(), key=lambda one: one[1]) == ("jakarta", 26_063_000)
    assert min(people.items(), key=lambda one: one[1]) == ("essen", 575_000)
    equal = [city for city, count in Counter(people.values()).items() if count > 1]
    assert equal == [9_121_000]
    assert people["chicago"] == people["lima"] == 9_121_000
    assert sum(people.values()) == 510_140_000


def test_people_that_other_copies_have_wrong(world: MapArea) -> None:
    """Taipei has its own numbers, not Shanghai's; Washington is the District of Columbia."""
    numbers = {place.id: (number(place, "population"), number(place, "density")) for place in world.places}
    assert numbers["taipei"] == (8_338_000, 7_300)
    assert numbers["shanghai"] == (13_482_000, 2_200)
    assert numbers["washington"] == (4_679_000, 1_400)


def test_the_first_station_is_marked(world: MapArea) -> None:
    """Atlanta, and no other city."""
    assert [place.id for place in world.places if "start" in place.marks] == ["atlanta"]
