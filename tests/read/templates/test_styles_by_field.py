"""Styles whose names contain fields: `style: type_{kind}`."""

from pathlib import Path

import pytest

from tests.small_decks import box, complain, draw, read_deck

STYLES = """\
styles:
  type_red: {fill: red, box: [5 mm, 5 mm, 20 mm, 20 mm]}
  type_blue: {fill: blue, box: [15 mm, 15 mm, 20 mm, 20 mm]}
templates:
  face:
    - panel: {id: frame, style: "type_{kind}", corner: 2 mm, when: n > 1}
    - panel: {below: frame + 1 mm, size: [9 mm, 9 mm], fill: ink}
"""
CARDS = "cards: [{id: a, kind: red, n: 2}, {id: b, kind: blue, n: 3}, {id: c, kind: blue, n: 1}]\n"


def test_each_card_has_the_style_of_its_field(tmp_path: Path) -> None:
    """The keys of the style are those of the card; `when` and `below` work as they do for others."""
    drawn = draw(read_deck(tmp_path, STYLES, cards=CARDS))
    assert {name: [box(one) for one in placed] for name, placed in drawn.items()} == {
        "a": [(5, 5, 20, 20), (15, 36, 9, 9)],
        "b": [(15, 15, 20, 20), (15, 36, 9, 9)],
        "c": [(15, 36, 9, 9)],
    }


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("kind: red", "kind: rde", "deck.yaml:12:23: cards[1].kind: unknown style `type_rde` (`frame` of"),
        (
            "type_{kind}",
            "typ_{kind}",
            "deck.yaml:10:33: templates.face[1].panel.style: no style has a name like",
        ),
        ("{kind}", "{knd}", "deck.yaml:10:33: templates.face[1].panel.style: the field `knd` is not in"),
        ("{kind}", "{kind +}", "templates.face[1].panel.style: `kind +` is not an expression"),
        ("fill: blue", "fill: bleu", "deck.yaml:7:21: styles.type_blue.fill: unknown colour `bleu`"),
    ],
)
def test_styles_that_are_not_there(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A style that no card may have is reported at the element, one that is missing at the card."""
    line, *_ = complain(tmp_path, STYLES.replace(old, new), cards=CARDS.replace(old, new))
    assert told in line
