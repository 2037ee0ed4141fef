"""Texts that a later element hides: warned of once, with the place, and not if that is intended."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import Result

from generator.layout.elements import hiding
from tests.layout.text.test_overlapping_texts import list_told

Petri = Callable[..., Result]
TEXT = "words: {id: rules, text: Covered text, box: [6, 40, 48, 10], over: true}"
PLAIN = TEXT.replace(", over: true", "")
COVER = "panel: {id: cover, box: [0, 30, 60, 30], fill: red}"
STACK = "stack: {id: all, box: [6, 40, 48, 10], blocks: [words: {text: Covered text, role: card_body}]}"


def put_in_group(*elements: str) -> str:
    return f"group: {{id: both, box: [0, 0, 60, 90], draw: [{', '.join(elements)}]}}"


@pytest.mark.parametrize(
    ("elements", "lower", "upper"),
    [
        ((TEXT, COVER), "words rules", "panel cover"),
        ((TEXT, COVER.replace("red", "'#ff0000f0'")), "words rules", "panel cover"),
        ((TEXT, "ground: red"), "words rules", "ground"),
        ((TEXT, "star: {box: [0, 15, 60, 60], fill: red}"), "words rules", "star"),
        ((TEXT, "icon: {icon: heart, box: [0, 15, 60, 60]}"), "words rules", "icon"),
        ((TEXT, "line: {from: [0, 44 mm], to: [100%, 44 mm], line: 9}"), "words rules", "line"),
        (
            (TEXT, "picture: {id: photo, file: photo.png, box: [0, 30, 60, 30]}"),
            "words rules",
            "picture photo",
        ),
        ((TEXT, "picture: {file: half.png, box: [0, 30, 60, 30]}", COVER), "words rules", "panel cover"),
        # In groups of any depth, before and after.
        ((PLAIN, put_in_group(COVER)), "words rules", "group both"),
        ((put_in_group(PLAIN), COVER), "group both", "panel cover"),
        ((put_in_group(PLAIN, put_in_group(COVER)),), "words rules", "group both"),
        ((put_in_group(put_in_group(PLAIN), COVER),), "group both", "panel cover"),
        (
            (f"repeat: {{over: 1..1, cell: 60 mm, box: [0, 0, 60, 90], draw: [{TEXT}, {COVER}]}}",),
            "words rules",
            "panel cover",
        ),
        ((STACK, COVER), "stack all", "panel cover"),
        # A label, and the outlines of letters.
        (
            (TEXT, COVER, "words: {text: A label, box: [6, 40, 48, 10], over: true}"),
            "words rules",
            "panel cover",
        ),
        (
            (TEXT, "words: {text: MMMM, box: [6, 40, 48, 10], over: true, stroke: white, line: 3}"),
            "words rules",
            "words",
        ),
        ((TEXT.replace("over: true", "over: true, angle: 30"), COVER), "words rules", "panel cover"),
        ((TEXT, "panel: {id: cover, box: [5, 30, 9, 30], fill: red}"), "words rules", "panel cover"),
    ],
)
def test_a_hidden_text_is_told_with_both_elements(
    tmp_path: Path, elements: tuple[str, ...], lower: str, upper: str
) -> None:
    (tmp_path / "game").mkdir()
    Image.new("RGB", (600, 300), "red").save(tmp_path / "game" / "photo.png")
    Image.new("RGBA", (600, 300), (255, 0, 0, 255)).save(tmp_path / "game" / "half.png")
    (told,) = list_told(tmp_path, *elements)
    assert "deck.yaml" in told
    assert f"“Covered text” of `{lower}` is hidden by `{upper}`" in told
    assert "`without: [overlap]`" in told


@pytest.mark.parametrize(
    "elements",
    [
        # A stamp through which the text is seen, and a veil.
        (TEXT, COVER.replace("red}", "red, opacity: 50%}")),
        (TEXT, COVER.replace("red", "'#ff000080'")),
        (TEXT, "panel: {box: [0, 30, 60, 30], gradient: {from: '#ff000000', to: red}}"),
        (TEXT, "picture: {file: frame.png, box: [0, 30, 60, 30]}"),
        # A frame, a cross, what is beside the text or cut off.
        (TEXT, "panel: {box: [4, 38, 52, 14], stroke: red, line: 1, corner: 3}"),
        (TEXT, "line: {from: [6, 41], to: [54, 49], line: 0.5}"),
        (TEXT, "panel: {box: [0, 50, 60, 10], fill: red}"),
        (TEXT, "panel: {box: [30, 30, 30, 30], fill: red, shape: 'M 0 0 H 30 V 5 H 0 Z'}"),
        # One letter of many is at the edge of something.
        (TEXT, "panel: {box: [0, 30, 8.5, 30], fill: red}"),
        # A watermark below a picture, a cover that not all cards have, and one below the text.
        (TEXT.replace("over: true", "over: true, opacity: 40%"), COVER),
        (TEXT, COVER.replace("red}", "red, when: id = two}")),
        (COVER, TEXT),
        # What is intended.
        (TEXT.replace("over: true", "over: true, without: [overlap]"), COVER),
        (STACK.replace("48, 10],", "48, 10], without: [overlap],"), COVER),
        (STACK.replace("role: card_body", "without: [overlap]"), COVER),
        (put_in_group(TEXT.replace("over: true", "over: true, without: [overlap]")), COVER),
    ],
)
def test_a_text_that_can_be_read_or_is_intended_is_not_told(
    tmp_path: Path, elements: tuple[str, ...]
) -> None:
    (tmp_path / "game").mkdir()
    Image.new("RGBA", (600, 300), (255, 0, 0, 0)).save(tmp_path / "game" / "frame.png")
    assert list_told(tmp_path, *elements) == []


def test_a_mistake_of_a_template_is_told_for_the_first_card(tmp_path: Path) -> None:
    """Cards without the cover are not named."""
    cover = COVER.replace("red}", "red, when: is_sold = yes}")
    rows = {"one": "no", "two": "yes", "three": "yes", "four": "no"}
    cards = "cards:\n" + "".join(f"  - {{id: {id}, is_sold: {value}}}\n" for id, value in rows.items())
    told = list_told(tmp_path, TEXT, cover, cards=cards)
    assert [name for name in rows if any(f" {name}:" in one for one in told)] == ["two", "three"]


def test_a_card_with_an_error_of_a_covered_text_has_no_warning(tmp_path: Path) -> None:
    (told,) = list_told(tmp_path, PLAIN, COVER)
    assert "is covered by a later element" in told


def test_letters_are_looked_at_only_where_something_reaches_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frame around the texts of twenty cards is compared with their lines twice, with no letter."""
    looks, letters = [], []
    real = hiding.misses_box
    monkeypatch.setattr(hiding, "misses_box", lambda *given: looks.append(given) or real(*given))
    monkeypatch.setattr(hiding, "list_letter_boxes", lambda runs: letters.append(runs) or ())
    text = "words: {text: 'Card {id}', box: [6, 10, 48, 10]}"
    frame = "panel: {box: [4, 4, 52, 82], stroke: red, line: 1, corner: 3}"
    cards = "cards:\n" + "".join(f"  - {{id: card{number}}}\n" for number in range(20))
    assert list_told(tmp_path, text, frame, cards=cards) == []
    assert 0 < len(looks) <= 2
    assert letters == []


BOARD = """\
id: board
title: A board
size: 120 mm x 90 mm
areas:
  - words: {id: name, text: Covered text, role: body, box: [10 mm, 40 mm, 60 mm, 10 mm], over: true}
  - panel: {id: cover, box: [0 mm, 30 mm, 90 mm, 30 mm], fill: red}
"""
DRAWING = """\
drawing:
          height: 30 mm
          draw:
            - words: {id: name, text: Covered text, role: body, box: [0 mm, 10 mm, 50 mm, 10 mm], over: true}
            - panel: {id: cover, box: [0 mm, 0 mm, 60 mm, 30 mm], fill: red}
"""
SHEET = f"""\
id: sheet
title: A sheet
bands: [[{{sections: [first]}}]]
sections:
  first:
    title: First
    blocks:
      - text: Words
      - {DRAWING}
"""
HEAD = """\
id: sheet
title: A sheet
bands: [[{sections: [first]}]]
header:
  height: 40 mm
  template:
    - words: {id: name, text: "{title}", role: title, box: [15 mm, 8 mm, 90 mm, 20 mm], over: true}
    - panel: {id: cover, fill: primary, bleeds: true}
sections:
  first: {title: First, blocks: [text: Words]}
"""
BOOKLET = f"""\
id: booklet
title: A booklet
blocks:
      - heading: First
      - text: Words
      - {DRAWING}
"""


@pytest.mark.parametrize(
    ("kind", "part", "place"),
    [
        ("board", BOARD, "part.yaml:5:5:"),
        ("sheet", SHEET, "part.yaml:5:3:"),
        ("sheet", HEAD, "part.yaml:4:1:"),
        ("booklet", BOOKLET, "part.yaml:6:9:"),
    ],
)
def test_other_parts_are_checked(petri: Petri, kind: str, part: str, place: str) -> None:
    """The place is that of the area, section, or block."""
    files = {"kit.yaml": f"title: Foxes\nparts: [{kind}: part.yaml]\n", "part.yaml": part}
    for name, text in files.items():
        path = Path("game") / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    told = petri("check", "game").output
    said = [one for one in told.split("\n") if "is hidden by" in one]
    assert len(said) == 1, told
    assert "of `words name` is hidden by `panel cover`" in said[0]
    assert place in said[0]
