"""Games with secrets, with their rules in Python."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.model.kit import Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.rules.game import AnyGame, find_game

FOLDER = Path(__file__).parent
SECRET = ("guess_the_suit", "three_suits")


@cache
def read_secret_kit(id: str) -> Kit:
    return replace(read_kit(FOLDER / id, shelf=find_shelf()), is_trusted=True)


@cache
def find_secret_game(id: str) -> AnyGame:
    return find_game(read_secret_kit(id))


def change_rules(id: str, **attributes: Any) -> AnyGame:
    """Return a game with other attributes or methods of its rules."""
    game = find_secret_game(id)
    checked: Any = game.rules
    kind: Any = type(checked.own)
    changed = type(kind.__name__, (kind,), attributes)
    return replace(game, rules=changed(game.kit))
