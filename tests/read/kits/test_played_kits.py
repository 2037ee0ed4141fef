"""Games that are read to be played: nothing that is only drawn is read or checked."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.areas import MapArea
from generator.model.kit import Booklet
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit

SHELF = find_shelf()


def test_places_and_pieces_are_those_of_the_drawn_game() -> None:
    """The board has no coastlines, and there are no rules to print."""
    drawn, played = (
        read_kit(SHELF.games / "pandemic", shelf=SHELF, is_drawn=is_drawn) for is_drawn in (True, False)
    )
    parts = [part for part in drawn.parts if not isinstance(part, Booklet)]
    for one, other in zip(parts, played.parts, strict=True):
        assert one.id == other.id
        assert getattr(one, "decks", ()) == getattr(other, "decks", ())
        for area, bare in zip(getattr(one, "areas", ()), getattr(other, "areas", ()), strict=True):
            assert [*area.places] == [*bare.places]
            if isinstance(area, MapArea):
                assert area.land
                assert not bare.land
    assert drawn.wordings["en"].sentences == played.wordings["en"].sentences


def test_pictures_are_not_read(tmp_path: Path) -> None:
    """A missing picture is an error only if the cards are printed."""
    (tmp_path / "kit.yaml").write_text("parts:\n  - deck: deck.yaml\n", encoding="utf-8")
    deck = "size: poker\ncards: [{id: a, name: Ant}]\ntemplate:\n  - picture: {file: ant.svg}\n"
    (tmp_path / "deck.yaml").write_text(deck, encoding="utf-8")
    with pytest.raises(DataError, match=r"there is no file `.*ant\.svg`"):
        read_kit(tmp_path, shelf=SHELF)
    (played,) = read_kit(tmp_path, shelf=SHELF, is_drawn=False).parts
    assert played.id == "deck"
