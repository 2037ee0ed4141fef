"""Every game that is played in tests: those that ship, and those with rules of their own."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from generator.model.kit import Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.rules.companion import PlainCompanion
from generator.rules.finding import find_game, find_origin
from generator.rules.game import AnyGame
from tests import shipped

OWN = {"noughts_and_crosses": Path(__file__).parent / "noughts_and_crosses"}
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


def words(id: str) -> tuple[str | Path, ...]:
    """How a command names a game, and may run its rules."""
    return (OWN[id], "--trust") if id in OWN else (id,)


GAMES = [id for id in (*find_shelf().list_games(), *OWN) if find_origin(kit(id))]
COMPANIONS = [id for id in GAMES if type(game(id).companion) is not PlainCompanion]
"""Games that bring a companion."""
