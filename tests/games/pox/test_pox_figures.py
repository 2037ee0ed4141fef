"""The figures of the rules of POX say what their captions say."""

import pytest

from generator.model.elements.areas import GridArea
from generator.model.elements.blocks import BoardFigure, Flow
from generator.model.kit import Board, Booklet
from tests.shipped import kit


@pytest.fixture(scope="module")
def figures() -> dict[str, BoardFigure]:
    """By the last part of the key of their caption."""
    rules = next(part for part in kit("pox").parts if isinstance(part, Booklet) and part.id == "rules")
    found = [block for block in rules.blocks if isinstance(block, BoardFigure)]
    return {figure.caption.removeprefix("rules."): figure for figure in found}


def neighbours(place: str) -> set[str]:
    """Above, below, left and right, as far as the board goes."""
    column, row = ord(place[0]) - ord("a"), int(place[1])
    around = ((column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row))
    return {f"{chr(ord('a') + x)}{y}" for x, y in around if 0 <= x < 9 and 1 <= y <= 9}


def chips(figure: BoardFigure, *tokens: str) -> set[str]:
    """Places with one of the tokens; with any, where none is named."""
    return {place for place, token in figure.tokens if not tokens or token in tokens}


def surrounded(figure: BoardFigure) -> set[str]:
    gone = chips(figure, "infection", "death")
    return {place for place in chips(figure, "infection") if neighbours(place) <= gone}


def kinds() -> dict[str, str]:
    board = next(part for part in kit("pox").parts if isinstance(part, Board))
    grid = next(area for area in board.areas if isinstance(area, GridArea))
    return {place.id: place.kind for place in grid.places}


def test_the_start_has_red_chips_on_the_patients(figures: dict[str, BoardFigure]) -> None:
    """And nothing else."""
    assert dict(figures["people.figure"].tokens) == {"d4": "infection", "f6": "infection"}
    assert neighbours("e5") == {"e4", "d5", "f5", "e6"}
    assert kinds()["e5"] == "baker"


def test_spreading_east_adds_the_ringed_chips(figures: dict[str, BoardFigure]) -> None:
    """From every chip that lay there before, one step east, unless there is a chip."""
    figure = figures["spread.figure"]
    new = set(figure.ringed)
    before = chips(figure, "infection") - new
    stepped = {chr(ord(place[0]) + 1) + place[1] for place in before}
    assert stepped - (chips(figure) - new) == new
    assert set(figure.arrows) == {(chr(ord(place[0]) - 1) + place[1], place) for place in new}


def test_the_ringed_are_surrounded_and_nobody_else(figures: dict[str, BoardFigure]) -> None:
    """In one figure two people die, in the other nobody."""
    assert surrounded(figures["deaths.figure_surrounded"]) == {"a1", "d3"}
    assert set(figures["deaths.figure_surrounded"].ringed) == {"a1", "d3"}
    assert surrounded(figures["deaths.figure_saved"]) == set()
    for place in figures["deaths.figure_saved"].ringed:
        assert neighbours(place) & chips(figures["deaths.figure_saved"], "immunity")


def test_one_baker_of_the_corner_touches_no_chip(figures: dict[str, BoardFigure]) -> None:
    """The one with the ring; b4 touches the chip on c4."""
    figure = figures["outbreak.figure"]
    corner = {f"{letter}{number}" for letter in "abcde" for number in range(1, 5)}
    bakers = {place for place in corner if kinds()[place] == "baker"}
    free = {place for place in bakers if not neighbours(place) & chips(figure)}
    assert bakers == {"b4", "c2"}
    assert free == set(figure.ringed) == {"c2"}


def test_the_last_figure_is_contained(figures: dict[str, BoardFigure]) -> None:
    """No red chip has a neighbour without a chip; one person is dead; no yellow one is blue."""
    figure = figures["end.figure"]
    assert all(neighbours(place) <= chips(figure) for place in chips(figure, "infection"))
    assert len(chips(figure, "death")) == 1
    assert not {kinds()[place] for place in chips(figure, "immunity")} & {"baby", "elder"}


def test_the_example_follows_the_rules(figures: dict[str, BoardFigure]) -> None:
    """Spread north from the patients to two teachers, three vaccinations; i9 is a student in a corner."""
    figure = figures["example.figure"]
    assert chips(figure, "infection") == {"d4", "f6", "d3", "f5"}
    assert chips(figure, "immunity") == {"e4", "e5", "e6"}
    assert kinds()["d3"] == kinds()["f5"] == "teacher"
    assert kinds()["i9"] == "student"
    assert neighbours("i9") == {"h9", "i8"}
    assert not neighbours("i9") & chips(figure)
    after_ben = figures["example.figure_ben"]
    assert dict(after_ben.tokens) == {"i9": "infection", "h9": "immunity"}
    assert kinds()["h9"] not in ("baby", "elder")


def test_the_third_turn_follows_the_rules(figures: dict[str, BoardFigure]) -> None:
    """Spread east from where the first turn left the chips; g6, cured, could have infected two people."""
    before, after = figures["example.figure"], figures["example.figure_cleo"]
    stepped = {place: chr(ord(place[0]) + 1) + place[1] for place in chips(before, "infection")}
    new = {place: to for place, to in stepped.items() if to not in chips(before)}
    assert set(after.arrows) == set(new.items())
    assert chips(after) == chips(before) | set(new.values())
    assert chips(after, "immunity") - chips(before, "immunity") == {"g6"} == set(after.ringed)
    assert surrounded(after) == set()
    assert len(neighbours("g6") - chips(after)) == 2


def test_the_chart_of_a_turn_leads_to_an_end_from_everywhere() -> None:
    """Every step is reached from the start; every way ends with won, lost or the next player."""
    chart = next(part for part in kit("pox").parts if isinstance(part, Booklet) and part.id == "flow")
    flow = next(block for block in chart.blocks if isinstance(block, Flow))
    reached, waiting = set[str](), ["draw"]
    while waiting:
        id = waiting.pop()
        if id not in reached:
            reached.add(id)
            waiting += [way.to for way in flow.by_id[id].ways]
    assert reached == set(flow.by_id)
    assert {step.id for step in flow.steps if step.kind == "end"} == {"won", "lost", "next"}
