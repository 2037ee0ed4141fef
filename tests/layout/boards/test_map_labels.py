"""Labels of maps overlap neither each other nor places, links, or anything else on the map."""

from dataclasses import replace
from math import dist
from random import Random

import pytest

from generator.layout.boards.boards import lay_out_board
from generator.layout.boards.maps import Label, place_labels, split_name
from generator.layout.document import make_press
from generator.layout.press import Press
from generator.model.elements.areas import MapArea
from generator.model.geometry import Rectangle
from generator.model.kit import Board
from generator.read.files.shelf import KIT_FILE, REFERENCE, list_locales
from generator.scene.shapes import GlyphRun, Page, Path
from tests import shipped
from tests.geometry import Placed, within
from tests.samples import sample

LONGER = "abcdefghijklmnopqrstuvwxyz" * 3

SHELF = shipped.find_shelf()
CASES = [
    (game, locale, longer)
    for game in SHELF.list_games()
    if "- board:" in (SHELF.games / game / KIT_FILE).read_text("utf-8")
    for locale in list_locales(SHELF.games / game)
    for longer in ((1.0, 1.4) if locale == REFERENCE else (1.0,))
]
"""Every game with a board in every language; names that are 40 % longer represent future languages."""


def press_of(game: str, board: Board, locale: str, longer: float) -> Press:
    """Return a press with the names of all places longer by a factor."""
    kit = shipped.kit(game)
    wording = kit.wordings[locale]
    sentences = dict(wording.sentences)
    for place in board.places:
        if place.label:
            name = sentences[place.label]
            sentences[place.label] = name + LONGER[: round(len(name) * (longer - 1) + 0.5)]
    kit = replace(kit, wordings={locale: replace(wording, sentences=sentences)})
    return make_press(kit, locale=locale, fonts=shipped.fonts())


def around(placed: list[Placed]) -> Rectangle:
    """Return the box around the plate of a label."""
    plates = [one for one in placed if isinstance(one.shape, Path) and one.shape.fill]
    assert len(plates) >= 1
    plate = max(plates, key=lambda one: one.width * one.height)
    return Rectangle(plate.left, plate.top, plate.right, plate.bottom)


@pytest.mark.parametrize(("game", "locale", "longer"), sample(CASES, 2, key="labels"))
def test_labels_of_shipped_maps(game: str, locale: str, longer: float) -> None:
    """No label touches anything, leaves the map, or is too small."""
    for board in shipped.kit(game).parts:
        if isinstance(board, Board):
            for area in board.areas:
                if isinstance(area, MapArea):
                    check_map(game, board, area, locale, longer)


def check_map(game: str, board: Board, area: MapArea, locale: str, longer: float) -> None:
    press = press_of(game, board, locale, longer)
    page = Page(*board.size, lay_out_board(press, board).shapes)
    labels = {place.id: within(page, f"{area.id}-{place.id}-label") for place in area.places if place.label}
    boxes = {id: around(placed) for id, placed in labels.items()}
    exits = [around(within(page, f"{way.place.id}-{way.other.id}-exit")) for way in area.ways if way.exit]
    things = [box for other in board.areas if other is not area for box in other.boxes]
    links = [
        (segments[0][1:], segments[1][1:])
        for placed in within(page, f"{area.id}-links")
        if isinstance(placed.shape, Path)
        for segments in [placed.shape.segments]
    ]
    smallest = press.style(area.label_role).smallest
    for name, box in boxes.items():
        assert box.beyond(area.box) == 0, name
        for other, other_box in boxes.items():
            assert other == name or box.overlap(other_box) == 0, (name, other)
        for place in area.places:
            if place.id != name:
                assert box.distance(place.x, place.y) > area.place_size / 2, (name, place.id)
        assert (
            box.distance(*next((p.x, p.y) for p in area.places if p.id == name)) > area.place_size / 2 - 0.5
        )
        for thing in (*exits, *things):
            assert box.overlap(thing) == 0, name
        for start, end in links:
            assert box.cut((start[0], start[1]), (end[0], end[1])) == 0, name
        words = [one.shape for one in labels[name] if isinstance(one.shape, GlyphRun)]
        assert words
        assert all(run.size >= smallest - 1e-6 for run in words), name


def label(x: float, y: float, width: float = 20.0) -> Label:
    return Label(x, y, 3.0, ((width, 4.0),))


FRAME = Rectangle(0, 0, 200, 100)


def test_free_label_is_on_the_right() -> None:
    """It is beside its place and close to it, as on most maps."""
    (placed,) = place_labels([label(50, 50)], lines=[], frame=FRAME)
    assert placed.is_free
    assert placed.box == Rectangle(53, 48, 73, 52)


def test_label_avoids_links_and_areas() -> None:
    """With a link on the right and an area on the left, it is elsewhere and touches neither."""
    thing = Rectangle(20, 40, 46, 60)
    link = ((50.0, 50.0), (150.0, 50.0))
    (placed,) = place_labels([label(50, 50)], lines=[link], frame=FRAME, taken=[thing])
    assert placed.is_free
    assert placed.box.cut(*link) == 0
    assert placed.box.overlap(thing) == 0


def test_label_stays_in_the_frame() -> None:
    """A place at the right edge has its label at the left."""
    (placed,) = place_labels([label(190, 50)], lines=[], frame=FRAME)
    assert placed.box.right <= 187


def test_labels_of_close_places_do_not_overlap() -> None:
    """Five places in a row are closer than their labels are wide."""
    labels = [label(40 + 9 * number, 50) for number in range(5)]
    placed = place_labels(labels, lines=[], frame=FRAME)
    for index, first in enumerate(placed):
        assert first.is_free
        for second in placed[index + 1 :]:
            assert first.box.overlap(second.box) == 0


def test_a_label_is_closest_to_its_own_place() -> None:
    """A label in the gap between two places would be read as the name of either."""
    own, other = label(50, 50, 10), Label(67, 50, 3.0, ((10.0, 4.0),))
    (placed, _) = place_labels([own, other], lines=[], frame=FRAME)
    assert placed.box.distance(50, 50) < placed.box.distance(67, 50)


def test_labels_of_a_crowded_map_are_closest_to_their_own_places() -> None:
    """Of 300 names among links, nearly all: the others have no better position that touches nothing."""
    closer = []
    for seed in range(10):
        chance = Random(seed)
        places: list[tuple[float, float]] = []
        while len(places) < 30:
            place = chance.uniform(15, 185), chance.uniform(12, 88)
            places += [place] if all(dist(place, other) > 12 for other in places) else []
        labels = [label(x, y, chance.choice([8.0, 14.0, 20.0])) for x, y in places]
        lines = [(places[number], places[(number * 7 + 3) % 30]) for number in range(0, 30, 3)]
        for own, placed in zip(places, place_labels(labels, lines=lines, frame=FRAME), strict=True):
            nearest = min(places, key=lambda place: placed.box.distance(*place))
            closer.append(nearest == own)
    assert sum(closer) >= 0.98 * len(closer)


def test_two_lines_where_one_is_too_long() -> None:
    """Between two links there is room for the short form only."""
    lines = [((20.0, y), (180.0, y)) for y in (44.0, 56.0)] + [((66.0, 0.0), (66.0, 100.0))]
    lines.append(((34.0, 0.0), (34.0, 100.0)))
    wide = Label(50, 50, 3.0, ((30.0, 4.0), (12.0, 8.0)))
    (placed,) = place_labels([wide], lines=lines, frame=FRAME)
    assert (placed.form, placed.is_free) == (1, True)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("San Francisco", ["San", "Francisco"]),
        ("Ho Chi Minh City", ["Ho Chi", "Minh City"]),
        ("Ho-Chi-Minh-Stadt", ["Ho-Chi-", "Minh-Stadt"]),
        ("Lagos", []),
        ("Lagos-", []),
    ],
)
def test_a_name_is_divided_in_the_middle(name: str, lines: list[str]) -> None:
    """It is divided at a space, which is removed, or after a hyphen, which stays."""
    assert split_name(name) == lines


def test_a_label_without_a_free_position_is_marked() -> None:
    """It is placed at any cost, but not free."""
    links = [((0.0, float(y)), (200.0, float(y))) for y in range(0, 101, 3)]
    (placed,) = place_labels([label(100, 50)], lines=links, frame=FRAME)
    assert not placed.is_free
