"""A small game of nothing but pieces, with one of everything that decks, tokens and templates may have."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.kit import Kit, PieceSet
from generator.read.files.shelf import Shelf
from generator.read.kits.kits import read_kit

CREW = Path(__file__).parent / "crew"


def read_crew(shelf: Shelf, game: Path = CREW) -> Kit:
    """The game, with the themes and icons of the tests' shelf."""
    return read_kit(game, shelf=shelf)


def part(kit: Kit, id: str) -> PieceSet:
    """One of its decks, or its tokens."""
    return next(part for part in kit.parts if isinstance(part, PieceSet) and part.id == id)


def complain(shelf: Shelf, changes: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return the problems of the game, line by line, after a piece of each of these files is replaced."""
    game = shelf.data / "crew"
    shutil.copytree(CREW, game)
    for file, (old, new) in changes.items():
        path = game / file
        text = path.read_text("utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_crew(shelf, game)
    return str(caught.value).replace(f"{game}/", "").split("\n")
