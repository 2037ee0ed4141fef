"""Decks of thousands of cards are read at once, checks and all."""

from pathlib import Path

import pytest

from generator.model.kit import Kit
from generator.read.files.shelf import Shelf
from generator.read.kits.kits import read_kit
from tests.pace import count_beats
from tests.read.crew import CREW, part
from tests.read.pieces.test_pieces import copy_of

COUNT = 10_000


@pytest.mark.speed
@pytest.mark.parametrize("kind", ["csv", "yaml"])
def test_ten_thousand_cards(shelf: Shelf, kind: str) -> None:
    """In the time of counting to forty million, where a third of that is usual."""
    game = shelf.data / "crew"
    rows = [
        (f"c{number}", ("sea", "sand")[number % 2], f"*Card* {number} of many") for number in range(COUNT)
    ]
    if kind == "csv":
        table = "\n".join(
            (
                "id,colour,skills[],note,shy,rank,face",
                *(f"{id},{colour},star,{note},,1,dot" for id, colour, note in rows),
            )
        )
        copy_of(game, "sailors.csv", table + "\n")
        deck = (CREW / "sailors.yaml").read_text("utf-8").replace("expect: 5", f"expect: {COUNT}")
    else:
        copy_of(game, "sailors.csv", "id\n")
        keys = "  - {{id: {}, colour: {}, skills: [star], note: '{}', shy: '', rank: '1', face: dot}}"
        cards = "\n".join(keys.format(*row) for row in rows)
        deck = (
            (CREW / "sailors.yaml")
            .read_text("utf-8")
            .replace("expect: 5\ncards: sailors.csv", f"cards:\n{cards}")
        )
    (game / "sailors.yaml").write_text(deck, encoding="utf-8")
    _say_one_sentence(game)
    kits: list[Kit] = []
    beats = count_beats(lambda: kits.append(read_kit(game, shelf=shelf)))
    print(f"10,000 cards: {beats:.1f}")
    pieces = part(kits[0], "sailors").decks[0].pieces
    assert len(pieces) == COUNT
    assert pieces[-1].fields["note"] == f"*Card* {COUNT - 1} of many"
    assert beats < 40


def _say_one_sentence(game: Path) -> None:
    """The cards of this test have no names of their own in the wording."""
    path = game / "templates.yaml"
    path.write_text(path.read_text("utf-8").replace('say: "sailor.{id}"', "say: sailor.bo"), encoding="utf-8")
