"""Problems of decks, tokens, and templates have a position and a hint."""

from pathlib import Path
from typing import NamedTuple

import pytest

from generator.read.files.shelf import Shelf
from tests.read.crew import complain


class Slip(NamedTuple):
    """One piece of one file replaced, and all that must be told of it."""

    file: str
    old: str
    new: str
    told: list[str]


_SIGNS = str.maketrans({"↵": "\n", "␃": "\x03", "␄": "\x04"})


def read_slips() -> list[Slip]:
    """`crew_complaints.txt`: a file's name, what is taken out, what is put in, and the problems."""
    text = (Path(__file__).parents[1] / "crew_complaints.txt").read_text("utf-8")
    slips = []
    for block in text.strip().split("\n\n"):
        if not block.startswith("#"):
            file, old, new, *told = block.split("\n")
            old, new = (line[2:].translate(_SIGNS) for line in (old, new))
            slips.append(Slip(file, old, new, told))
    return slips


@pytest.mark.parametrize("slip", read_slips(), ids=lambda slip: f"{slip.file} {slip.new}")
def test_slips(shelf: Shelf, slip: Slip) -> None:
    """Every problem is told once, with its place in the file and in the data, and with a hint."""
    assert complain(shelf, {slip.file: (slip.old, slip.new)}) == slip.told


def test_words_on_words_that_no_card_shows_both(shelf: Shelf) -> None:
    """Conditions that part two texts allow them the same place."""
    note = "when: [has(note), not shy]}"
    other = "- words: {text: x, role: body, when: not has(note), box: [5 mm, 65 mm, 9 mm, 9 mm]}"
    told = complain(
        shelf,
        {
            "templates.yaml": (note, f"when: has(note)}}\n    {other}"),
            "sailors.yaml": ("expect: 5", "expect: 7"),
        },
    )
    assert [line.split(" ")[0] for line in told] == ["sailors.yaml:6:9:"]


def test_everything_is_told_at_once(shelf: Shelf) -> None:
    """Slips in a deck, its table and its templates, in one go."""
    told = complain(
        shelf,
        {
            "events.yaml": ("{storm: 2}", "{storm: 9}"),
            "sailors.csv": ("ana,1,captain,sea", "ana,1,captain,see"),
            "templates.yaml": ("box: [5 mm, 65 mm, 53 mm, 15 mm]", "box: [5 mm, 65 mm, 60 mm, 15 mm]"),
            "tokens.yaml": ("icon: star}", "icon: stra}"),
        },
    )
    assert [line.split(":")[0] for line in told] == [
        *("events.yaml", "sailors.csv", "templates.yaml", "tokens.yaml")
    ]


def test_every_face_of_a_cube_is_checked(shelf: Shelf) -> None:
    """Templates may ask for the number of the face: what it names must be there for all six."""
    numbered = '  numbered:\n    - words: {say: "face.{face}", role: body, box: [3 mm, 3 mm, 6 mm, 6 mm]}\n'
    changes = {
        "wording/en.yaml": ("  hint:", "  face: {1: one, 2: two, 5: five}\n  hint:"),
        "templates.yaml": ("templates:\n", f"templates:\n{numbered}"),
        "tokens.yaml": ("size: 12 mm, icon: star", "size: 12 mm, icon: star, front: numbered"),
    }
    told = complain(shelf, changes)
    assert [line.split(": ")[2].split(" (")[0] for line in told] == [
        f"the wording has no `face.{number}`" for number in (3, 4, 6)
    ]
