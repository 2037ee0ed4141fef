"""The keys of pictures in templates: each mistake has its line, and what would be right."""

import io
from pathlib import Path

import pytest
from PIL import Image

from generator.errors import DataError
from generator.model.kit import Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit

FILES = {
    "kit.yaml": "id: photos\ntitle: game.title\nplayers: 2+\ntheme: base\nparts:\n  - deck: deck.yaml\n",
    "wording/en.yaml": "language: English\nwords:\n  game: {title: Photos}\n",
}
DECK = """\
id: deck
title: game.title
size: poker
front: front
templates:
  front:
    - picture: {KEYS}
cards:
  - {id: a, photo: red, focus: top}
  - {id: b, photo: "", focus: 10% 20%}
  - {id: c, photo: red, focus: FOCUS}
"""


def read(folder: Path, keys: str, focus: str = "middle") -> Kit:
    """Read a kit with one picture on each card."""
    for name, text in {**FILES, "deck.yaml": DECK.replace("KEYS", keys).replace("FOCUS", focus)}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    written = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(written, "JPEG")
    (folder / "red.jpg").write_bytes(written.getvalue())
    (folder / "cut.jpg").write_bytes(written.getvalue()[:-2])
    return read_kit(folder, shelf=find_shelf())


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("file: red.jpg, focus: centre", "7:39: templates.front[1].picture.focus: `centre` is not a point"),
        (
            "file: red.jpg, focus: top bottom",
            "`top bottom` is not a point of a picture (such as `top`, `left bottom`",
        ),
        ("file: red.jpg, focus: 101% 0%", "`101% 0%` is not a point of a picture"),
        ("file: red.jpg, crop: [50%, 0, 50%, 0]", "crop: leaves nothing of the picture (less than 100 %"),
        ("file: red.jpg, crop: [5 mm, 0, 0, 0]", "crop[1]: `5 mm` is not a percentage (write it like `10%`)"),
        ("file: red.jpg, flip: twice", "flip: `twice` is not"),
        ("file: red.jpg, tint: rainbow", "tint: unknown colour `rainbow`"),
        ("file: red.jpg, bleeds: true, bleed: mirror", "`bleeds` makes the picture larger"),
        (
            "file: cut.jpg",
            ":7:23: templates.front[1].picture.file: `cut.jpg`: is cut off (copy or save it",
        ),
        ("file: red.png", "there is no file `"),
    ],
)
def test_mistakes_in_the_template(tmp_path: Path, keys: str, told: str) -> None:
    """At the key in the line of the picture."""
    with pytest.raises(DataError) as caught:
        read(tmp_path, keys)
    assert told in str(caught.value)


def test_values_of_fields_are_checked_on_every_card(tmp_path: Path) -> None:
    """A point that a card has, at the card; a card without a photo needs a condition."""
    kit = read(tmp_path, 'file: "{photo}.jpg", focus: "{focus}", when: has(photo)')
    assert list(kit.pictures) == ["red.jpg"]
    with pytest.raises(DataError, match=r"deck\.yaml:11:32: cards\[3\]\.focus: `upwards` is not a point"):
        read(tmp_path, 'file: "{photo}.jpg", focus: "{focus}", when: has(photo)', focus="upwards")
    with pytest.raises(DataError, match=r"`photo` is empty: draw the picture only `when: has\(photo\)`"):
        read(tmp_path, 'file: "{photo}.jpg"')


def test_a_piece_knows_where_it_is_written(tmp_path: Path) -> None:
    """Warnings and missing characters name its line."""
    (deck,) = read(tmp_path, "file: red.jpg").parts[0].decks
    assert [str(deck.locate(piece.id)) for piece in deck.pieces] == [
        f"{tmp_path / 'deck.yaml'}:{line}:5" for line in (9, 10, 11)
    ]


def test_a_file_of_a_card_may_be_missing_or_damaged(tmp_path: Path) -> None:
    """Only with `missing`, whether a field names the file or not; a damaged or blank file is a warning."""
    (tmp_path / "late.jpg").write_bytes(b"no picture")
    (tmp_path / "blank.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    with pytest.raises(DataError) as caught:
        read(tmp_path, 'file: "{focus}.jpg"', focus="late")
    assert any("is not a supported image" in problem.message for problem in caught.value.problems)
    kit = read(tmp_path, 'file: "art/{focus}.jpg", missing: nothing')
    assert not kit.pictures
    assert not read(tmp_path, "file: art/red.jpg, missing: nothing").pictures
    assert read(tmp_path, "file: red.jpg, missing: placeholder").pictures
    assert not read(tmp_path, f"file: {'r' * 300}.jpg, missing: nothing").pictures
    for name, message in (("late.jpg", "is not a supported image"), ("blank.svg", "draws nothing")):
        kit = read(tmp_path, f"file: {name}, missing: nothing")
        assert not kit.pictures
        assert (name, message) in [(Path(one.file).name, one.message) for one in kit.warnings]
        with pytest.raises(DataError, match=message):
            read(tmp_path, f"file: {name}")
    with pytest.raises(DataError, match="there is no file"):
        read(tmp_path, 'file: "art/{focus}.jpg"')
