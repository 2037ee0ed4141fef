"""Figures of booklets that show cards and tokens: compared with those that there are."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.blocks import PiecesFigure
from generator.model.kit import Part, PieceSet
from generator.read.declared.names import Names
from tests.read.booklets.reading import read_alone
from tests.shipped import kit

FIGURE = """\
id: rules
title: rules.title
blocks:
  - pieces: {show: [blue_6, pill_red], size: 20 mm, caption: rules.caption}
"""
NAMES = Names(sentences={"rules.title": "Rules", "rules.caption": "A move"})


def read(tmp_path: Path, text: str, *, shown: Sequence[Part] | None) -> tuple[object, ...]:
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    return read_alone(path, names=NAMES, shown=shown).blocks


@pytest.fixture(scope="module")
def shown() -> Sequence[Part]:
    parts = kit("virus_and_co").parts
    return [part for part in parts if isinstance(part, PieceSet)]


def test_pieces_are_named_by_their_ids(tmp_path: Path, shown: Sequence[Part]) -> None:
    """Cards and tokens may stand in one figure."""
    expected = PiecesFigure(("blue_6", "pill_red"), 20.0, caption="rules.caption")
    assert read(tmp_path, FIGURE, shown=shown) == (expected,)


def test_pieces_that_are_not_there_are_told(tmp_path: Path, shown: Sequence[Part]) -> None:
    """With the place in the list, and the nearest that there is."""
    with pytest.raises(DataError) as caught:
        read(
            tmp_path,
            FIGURE.replace("pill_red", "pill_rad").replace("rules.caption", "rules.captain"),
            shown=shown,
        )
    told = str(caught.value)
    assert "blocks[1].pieces.show[2]: unknown piece `pill_rad`" in told
    assert "`pill_red`" in told
    assert "rules.captain" in told


def test_nothing_is_said_of_pieces_that_could_not_be_read(tmp_path: Path) -> None:
    """Their own files tell what is wrong with them."""
    assert read(tmp_path, FIGURE, shown=None) == (
        PiecesFigure(("blue_6", "pill_red"), 20.0, caption="rules.caption"),
    )
