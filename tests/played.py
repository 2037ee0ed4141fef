"""Every game that is played in tests: those that ship, and those with rules of their own."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from generator.model.kit import Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.rules.game import AnyGame, find_game
from tests import shipped

OWN = {"noughts_and_crosses": Path(__file__).parents[1] / "data" / "noughts"}
"""Folders of games that bring a `rules.py`."""


@cache
def kit(id: str) -> Kit:
    if id not in OWN:
        return shipped.kit(id)
    return replace(read_kit(OWN[id], shelf=find_shelf()), is_trusted=True)


@cache
def game(id: str) -> AnyGame:
    """In its usual variant."""
    return find_game(kit(id))


_PANDEMIC = """game: pandemic
players: [Ana, Bo]
difficulty: introductory
roles: Ana scientist, Bo researcher
table:
  cubes:
    {Bogota: 3, Chicago: 3, Karachi: 3, Sao Paulo: 2, New York: 2, Atlanta: 2, Manila: 1, Bangkok: 1,
    Madrid: 1}
  outbreaks: 0
  turn: 1
  active: Ana
  epidemics: 0
  deck: 49
  cured: []
  stations: [Atlanta]
  infected: [Bogota, Chicago, Karachi, Sao Paulo, New York, Atlanta, Manila, Bangkok, Madrid]
  discards: []
  pawns: {Ana: Atlanta, Bo: Atlanta}
  hands: {Ana: [Johannesburg, Jakarta, Atlanta, Hong Kong], Bo: "Ho Chi Minh City, London, Bangkok, ?"}
"""
TABLES = {
    "pandemic": (_PANDEMIC,),
    "virus_and_co": (
        "game: virus_and_co\nplayers: [Ana, Bo, Cleo]\n"
        "rounds:\n  - Ana i3 | Bo 4+i 5+i 1 r | Cleo 3 4 bbyyrr\n",
        "game: virus_and_co\nplayers: [Ana, Bo, Cleo]\nlength: 2\n"
        "rounds:\n  - Ana 5 4 bb | Bo 6 6 1 | Cleo 3\n",
    ),
    "noughts_and_crosses": (
        "game: noughts_and_crosses\nplayers: [Ana, Bo]\nboard: |\n  x . .\n  . o .\n  . . x\n",
        "game: noughts_and_crosses\nplayers: [Ana, Bo]\nboard: |2\n   . . .\n  |. . o\n  xx.\n",
    ),
}
"""Score files with a table from which play can continue."""


def list_tables(id: str) -> tuple[str, ...]:
    """Return the tables of a game, or else its empty score file, in which the game has just begun."""
    if id in TABLES:
        return TABLES[id]
    scoring = game(id).scoring
    assert scoring is not None
    blank = scoring.write_blank(kit(id).wordings["en"])
    return (blank if "\nplayers:" in blank else blank.replace("\n", "\nplayers: [Ana, Bo]\n", 1),)


def words(id: str) -> tuple[str | Path, ...]:
    """How a command names a game, and may run its rules."""
    return (OWN[id], "--trust") if id in OWN else (id,)


GAMES = (*shipped.GAMES, *OWN)
COMPANIONS = shipped.GAMES
"""Games that bring a companion. Tests are collected without reading games: `test_samples.py` compares."""
FORMS = [(game, index) for game in GAMES for index in range(2 if game == "virus_and_co" else 1)]
"""Each form of each game, by its index."""
POLICIES = [(game, "greedy") for game in shipped.GAMES]
"""Each policy of each game."""


def sampled_policies(key: str) -> list[tuple[str, str]]:
    """Return the policies of some games."""
    games = shipped.sampled_games(key)
    return [(game, name) for game, name in POLICIES if game in games]
