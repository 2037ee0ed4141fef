"""Faults of tables name cities, fields, and piles of the board, so that a screen can show them."""

import pytest

from generator.games.pandemic import make_game
from generator.games.pandemic.data import PandemicMove
from generator.model.played import Position
from generator.play.paper import FaultNames, Referee
from generator.read.scores import decode_score
from tests import shipped
from tests.games.pandemic.pandemic_table import data


@pytest.mark.parametrize(
    ("table", "rule", "places"),
    [
        ("{cubes: {Lagos: yellow 4}}", "city", [("world", "lagos")]),
        ("{cubes: {Lagos: yellow 1}, outbreaks: 9}", "track", [("outbreaks", "")]),
        ("{cubes: {Lagos: blue 1}, outbreaks: 0}", "spread", [("outbreaks", "1")]),
        ("{cubes: {}, cured: [], eradicated: [blue]}", "cured", [("cures", "1")]),
        ("{cubes: {}, stations: [Lima, Lima]}", "station", [("world", "lima")]),
        ("{cubes: {}, stations: [Lima]}", "moved", [("world", "atlanta")]),
        ("{cubes: {}, stations: [], outbreaks: 0}", "stations", [("world", "")]),
        ("{cubes: {}, infected: [Lima, Paris], removed: [Lima]}", "twice", []),
        ("{cubes: {}, epidemics: 9}", "epidemics", [("infection_rate", "7")]),
        ("{cubes: {}, lost: outbreaks, outbreaks: 2}", "lost", []),
    ],
)
def test_the_places_of_faults(table: str, rule: str, places: list[tuple[str, str]]) -> None:
    """Cities by what the message names, fields by their number; an area as a whole has no place."""
    text = f"game: pandemic\ntable: {table}\n"
    report = Referee(shipped.kit("pandemic")).score(decode_score(text.encode()))
    fault = next(fault for fault in report.faults if fault.rule == f"pandemic.table.{rule}")
    assert list(fault.places) == places


def test_piles_of_the_board_are_named_as_they_are_printed() -> None:
    """In the language of the report, although nobody can tap them."""
    text = (
        "game: pandemic\nplayers: [Ana, Bo]\ntable: {cubes: {}, deck: 90, discards: [Lima], cured: [red]}\n"
    )
    kit = shipped.kit("pandemic")
    report = Referee(kit).score(decode_score(text.encode()))
    names = FaultNames(kit, kit.wordings["it"], report.takes)
    named = {fault.rule: names.find_where(fault) for fault in report.faults}
    assert named["pandemic.table.cure"] == "Scarti giocatori"
    assert named["pandemic.table.whole"] == "Mazzo giocatori"


def test_the_places_of_moves() -> None:
    """A move to a city has the place of the city; a role that is dealt has none."""
    companion = make_game(shipped.kit("pandemic")).companion
    state = companion.arrange(Position())
    assert state.players == ("Ana", "Bo")
    assert companion.places(state, PandemicMove("drive", 3, write=str)) == (("world", data().cities[3]),)
    assert companion.places(state, PandemicMove("role", 3, write=str)) == ()
