"""Paths into kits: what they find, what becomes of the kit, and what is said of those that lead nowhere."""

import pytest

from generator.errors import UnknownName, Wrong
from generator.model.elements.areas import MapArea, TrackArea
from generator.model.elements.template import GridBlock
from generator.model.kit import Board, Kit, PieceSet, Sheet
from generator.play.series.paths import change_kit, find_value, list_values
from generator.rules.game import find_game
from tests import shipped
from tests.played import GAMES, kit


def count(kit: Kit, part: str, *starts: str) -> int:
    pieces = kit.parts_of(PieceSet)[part].pieces
    return sum(piece.count for piece in pieces if piece.id.startswith(starts))


def change(game: str, *changes: tuple[str, str]) -> Kit:
    return change_kit(shipped.kit(game), changes)


@pytest.mark.parametrize(
    ("game", "path", "text"),
    [
        ("pox", "cards.north_bus.count", "1"),
        ("pox", "cards.spread_north.count", "5"),
        ("pox", "cards.spread.count", "20"),
        ("pox", "cards.reference.levels.miracle.deaths", "0"),
        ("pox", "cards.reference.miracle.deaths", "0"),
        ("pox", "tokens.infection.count", "40"),
        ("pox", "board.people.patient", "d4+f6"),
        ("pox", "board.patient", "d4+f6"),
        ("pox", "board.people.a1.kind", "teacher"),
        ("pox", "board.people.a1.marks", "none"),
        ("pandemic", "board.infection_rate.labels", "2+2+2+3+3+4+4"),
        ("pandemic", "board.outbreaks.count", "9"),
        ("pandemic", "board.world.atlanta.neighbours", "chicago+miami+washington"),
        ("pandemic", "city_cards.atlanta.population", "5463000"),
        ("fight_the_virus", "sheet.research.count", "12"),
        ("fight_the_virus", "sheet.testing.row_f", "curve_bonus"),
        ("virus_and_co", "cards.blue_4_mixed.pills", "blue+red"),
    ],
)
def test_values_are_found(game: str, path: str, text: str) -> None:
    """Values are numbers, texts, and lists of all kinds of parts."""
    found = find_value(shipped.kit(game), path)
    if path.endswith(("row_f", "pills", "population")):
        assert found.text
    else:
        assert found.text == text


@pytest.mark.parametrize("game", GAMES)
def test_every_listed_path_leads_to_its_value(game: str) -> None:
    """Every listed path is found, and its own value leaves the kit unchanged."""
    values = list_values(kit(game))
    assert len(values) > 5
    for path, text in list(values.items())[:: max(1, len(values) // 60)]:
        found = find_value(kit(game), path)
        assert found.text == text
        assert list_values(found.change(found.value)) == values


def test_counts_of_groups_are_distributed_evenly() -> None:
    """The copies of a group keep their proportions."""
    more = change("pox", ("cards.spread.count", "24"))
    assert [count(more, "cards", way) for way in ("north", "east", "south", "west")] == [6, 6, 6, 6]
    fewer = change("pox", ("cards.spread.count", "16"))
    assert [count(fewer, "cards", way) for way in ("north", "east", "south", "west")] == [4, 4, 4, 4]
    assert count(change("pox", ("cards.spread_north.count", "0")), "cards", "north") == 0
    both = change("pox", ("cards.spread_north.count", "0"), ("cards.spread_north.count", "3"))
    assert count(both, "cards", "north") == 3


def test_marks_and_links_of_places_are_changed_at_both_ends() -> None:
    """The rules read the changed patients, and links that are changed at both ends."""
    game = find_game(change("pox", ("board.patient", "a1+i9+e5")))
    state = game.rules.start(("Ana",), {})
    assert game.rules.score(state, "Ana").rounds[0].lines[1].points == 3
    linked = change("pandemic", ("board.atlanta.neighbours", "miami+lagos"))
    places = next(
        area for area in linked.parts_of(Board)["board"].areas if isinstance(area, MapArea)
    ).places.by_id
    assert "atlanta" in places["lagos"].neighbours
    assert "atlanta" not in places["chicago"].neighbours
    assert find_game(linked).rules.options


def test_tracks_become_longer_and_shorter() -> None:
    """Numbers of a longer track continue, and all else stays."""

    def labels(value: str) -> list[str]:
        board = change("pandemic", ("board.outbreaks.count", value)).parts_of(Board)["board"]
        (track,) = [area for area in board.areas if isinstance(area, TrackArea) and area.id == "outbreaks"]
        return [field.label for field in track.fields]

    assert labels("4") == ["0", "1", "2", "3"]
    assert labels("11")[-3:] == ["8", "9", "10"]
    with pytest.raises(Wrong, match="at least one field"):
        labels("0")
    rates = find_value(shipped.kit("pandemic"), "board.infection_rate.labels")
    assert find_game(rates.change(rates.parse("1+1+9"))).rules.options


def test_squares_of_sheets_get_other_marks() -> None:
    """Other squares and their ids stay the same."""
    before, after = (
        kit.parts_of(Sheet)["sheet"].sections["testing"].content
        for kit in (
            shipped.kit("fight_the_virus"),
            change("fight_the_virus", ("sheet.testing.goal", "a1+b2")),
        )
    )
    assert isinstance(before, GridBlock)
    assert isinstance(after, GridBlock)
    assert {square.id for square in after.grid.marked("goal")} == {"a1", "b2"}
    for one, other in zip(before.grid, after.grid, strict=True):
        assert (one.id, one.x, one.y, one.kind) == (other.id, other.x, other.y, other.kind)
        assert {*one.marks} - {"goal"} == {*other.marks} - {"goal"}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("cards.spread_nort.count", "did you mean `cards.spread_north.count`?"),
        ("cards.nort_bus.count", "did you mean `cards.north_bus.count`?"),
        ("cards.spread.cuont", "did you mean `cards.spread.count`?"),
        ("tokens.infction.count", "did you mean `tokens.infection.count`?"),
        ("board.patients", "`board.people.patient`"),
        ("bord.people.patient", "did you mean `board.people.patient`?"),
        ("cards", "unknown path `cards`"),
        ("", "unknown path ``"),
        ("cards..count", "unknown path `cards..count`"),
    ],
)
def test_paths_that_lead_nowhere(path: str, said: str) -> None:
    """The error names the nearest valid path."""
    with pytest.raises(UnknownName) as caught:
        find_value(shipped.kit("pox"), path)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("cards.spread.count", "-1", "not a whole number"),
        ("cards.spread.count", "many", "not a whole number"),
        ("cards.spread.count", "1001", "too large"),
        ("cards.reference.levels.miracle.deaths", "no", "not a whole number"),
        ("board.patient", "d4+z9", "there is no place `z9`"),
        ("board.patient", "d4+f66", "there is no place `f66`"),
    ],
)
def test_values_that_cannot_be(path: str, text: str, said: str) -> None:
    """The error says what would be right."""
    with pytest.raises(Wrong) as caught:
        change("pox", (path, text))
    assert said in str(caught.value)
