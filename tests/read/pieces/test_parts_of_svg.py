"""Parts of SVG files by id or by the label that Inkscape shows: drawn alone, or left out."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.small_decks import draw, write_deck

FRAME = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
 viewBox="0 0 60 40"><rect id="ground" width="60" height="40" fill="#eeeeee"/>
<g inkscape:label="layer gold"><circle cx="15" cy="20" r="10" fill="#ffd700"/></g>
<g inkscape:label="layer red"><circle cx="45" cy="20" r="10" fill="#ff0000"/></g></svg>"""
CARDS = "cards: [{id: a, off: layer gold}, {id: b, off: layer red}, {id: c, off: ''}]\n"


def colours(folder: Path, picture: str) -> dict[str, list[str]]:
    """The colours of each card, with one picture."""
    deck = f"templates:\n  face:\n    - picture: {{{picture}, box: [0, 0, 60 mm, 40 mm]}}\n"
    game = write_deck(folder, deck, cards=CARDS)
    (game / "frame.svg").write_text(FRAME)
    drawn = draw(read_kit(game, shelf=find_shelf()))
    return {name: [one.shape.fill.hex for one in placed] for name, placed in drawn.items()}


@pytest.mark.parametrize(
    ("picture", "a", "b", "c"),
    [
        ("file: frame.svg, without: ['{off}', ground]", "#ff0000", "#ffd700", "#ffd700 #ff0000"),
        ("file: frame.svg, without: [ground, layer red]", "#ffd700", "#ffd700", "#ffd700"),
        ('file: "frame.svg#layer red"', "#ff0000", "#ff0000", "#ff0000"),
        ('file: "frame.svg#ground"', "#eeeeee", "#eeeeee", "#eeeeee"),
    ],
)
def test_parts_by_id_or_label(tmp_path: Path, picture: str, a: str, b: str, c: str) -> None:
    """A part is left out on the cards whose field names it; an empty name leaves out nothing."""
    assert {name: " ".join(found) for name, found in colours(tmp_path, picture).items()} == {
        "a": a,
        "b": b,
        "c": c,
    }


def test_a_part_that_is_not_there(tmp_path: Path) -> None:
    """The message is at `without`, with the name that is similar."""
    with pytest.raises(
        DataError, match=r"without: `frame.svg`: has no element `grund`, for `a` \(did you mean"
    ):
        colours(tmp_path, "file: frame.svg, without: [grund]")
