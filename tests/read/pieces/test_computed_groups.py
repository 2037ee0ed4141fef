"""Groups whose box is computed, or cut off: their contents are checked in the box that each piece has."""

from pathlib import Path

import pytest

from generator.make.jobs.jobs import read_games
from generator.read.files.shelf import find_shelf
from tests.small_decks import complain, draw, read_deck, texts

_DECK = """\
size: poker
fields: {{up: 0}}
cards:
  - {{id: low, up: 0}}
  - {{id: high, up: {up}}}
parts:
  lower:
    up: 0
    draw:
      - group:
          box: [5 mm, "{{50 - up}} mm", 50 mm, "{{29.4 + up}} mm"]
          draw:
            - panel: {{box: [0, "{{{inner} + up}} mm", 50 mm, 9 mm], fill: red}}
template:
  front:
    - lower: {{up: "{{up}}"}}
  back: [ground: blue]
"""
_CLIPPED = """\
size: poker
cards: [{{id: one}}]
template:
  front:
    - group:
        box: [10 mm, 10 mm, 40 mm, 40 mm]
        {clip}
        draw:
          - {element}
  back: [ground: blue]
"""
_BEYOND = "panel: {box: [-5 mm, 30 mm, 60 mm, 20 mm], fill: red}"
_TEXT = "words: {box: [5 mm, 30 mm, 60 mm, 20 mm], text: Hello}"


def _complain(folder: Path, text: str) -> str:
    path = folder / "deck.yaml"
    path.write_text(text, encoding="utf-8")
    return "".join(map(str, read_games([path], find_shelf()).problems))


@pytest.mark.parametrize(("up", "inner", "expected"), [(13, 20, ""), (13, 24, "3.6 mm beyond")])
def test_contents_are_checked_with_the_pieces_that_have_the_box(
    tmp_path: Path, up: int, inner: int, expected: str
) -> None:
    found = _complain(tmp_path, _DECK.format(up=up, inner=inner))
    assert expected in found
    assert bool(expected) == bool(found)


@pytest.mark.parametrize(
    ("clip", "element", "expected"),
    [
        ("clip: ellipse", _BEYOND, ""),
        ("corner: 3 mm", _BEYOND, ""),
        ("opacity: 0.5", _BEYOND, "extends"),
        ("clip: ellipse", _TEXT, "extends 25.0 mm beyond the piece (right)"),
    ],
)
def test_what_a_clip_cuts_may_be_larger_but_no_text(
    tmp_path: Path, clip: str, element: str, expected: str
) -> None:
    found = _complain(tmp_path, _CLIPPED.format(clip=clip, element=element))
    assert expected in found
    assert bool(expected) == bool(found)


DEALT = """\
templates:
  face:
    - words:
        text: "{deal(split('red blue gold', ' '), kind)} {deal(range(1, 9), kind)}"
        box: [5 mm, 5 mm, 50 mm, 9 mm]
"""
KINDS = """\
cards: [{id: a, kind: x}, {id: b, kind: y}, {id: c, kind: x}, {id: d, kind: z}, {id: e, kind: w}]
"""


def test_items_are_dealt_to_the_values_of_a_field(tmp_path: Path) -> None:
    """Each different value gets the next item; the first one comes again only after the last."""
    found = draw(read_deck(tmp_path, DEALT, cards=KINDS))
    assert [texts(found[id]) for id in "abcde"] == ["red 1", "blue 2", "red 1", "gold 3", "red 4"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("), kind)} {", "), knd)} {", "the field `knd` is not in"),
        ("), kind)} {", "), 'x')} {", "`deal` takes a list and a field of the cards"),
        ("split('red blue gold', ' ')", "'red'", "`red` is neither a list nor a number"),
    ],
)
def test_mistakes_of_deal_are_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A misspelt field, a text instead of a field, and a text instead of a list."""
    assert told in complain(tmp_path, DEALT.replace(old, new), cards=KINDS)[0]
