"""Names of files say what differs from the standard print."""

import re
from dataclasses import fields, replace
from typing import Any

import pytest

from generator.make.names import Choices, name_choices
from generator.model.board import Board
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.printing import CropMarks, Printing
from tests import shipped

PARTS = {part.id: part for part in shipped.kit("pandemic").parts}
CARDS = next(part for part in PARTS.values() if isinstance(part, PieceSet))
BOARD = next(part for part in shipped.kit("pox").parts if isinstance(part, Board))
RULES = PARTS["rules"]
SHEET = next(part for part in shipped.kit("fight_the_virus").parts if part.id == "sheet")

OTHER: dict[str, Any] = {
    "backs": "fold",
    "bleed": 0.0,
    "gutter": 5.0,
    "marks": CropMarks(sides="none"),
    "turned": False,
    "poster": True,
    "size": (297.0, 420.0),
    "overlap": 15.0,
    "shift": (0.5, 0.0),
    "grid": (3, 2),
    "groups": (2, 2),
    "gap": 6.0,
    "start": 4,
}
"""A value for each choice that is not its default."""


@pytest.mark.parametrize(
    ("part", "choices", "name"),
    [
        (CARDS, {}, ""),
        (CARDS, {"backs": "duplex-long"}, ""),
        (CARDS, {"backs": "fold"}, "fold"),
        (CARDS, {"backs": "none", "bleed": 3.175, "gutter": 7.0}, "no-backs-bleed-3.175mm-gutter-7mm"),
        (CARDS, {"shift": (-0.5, -0.3), "turned": True}, "0.5mm-left-0.3mm-up-landscape"),
        (CARDS, {"marks": CropMarks(colour="#888888", length=5)}, "marks-both-length-5mm-colour-888888"),
        (CARDS, {"poster": True, "size": (297.0, 420.0), "overlap": 15.0}, ""),
        (BOARD, {"backs": "fold", "gutter": 7.0, "shift": (1.0, 1.0)}, ""),
        (BOARD, {"bleed": 3.0, "size": (297.0, 420.0), "turned": True}, "size-a3-bleed-3mm-landscape"),
        (BOARD, {"poster": True, "turned": False, "overlap": 15.0}, "poster-overlap-15mm-portrait"),
        (replace(BOARD, poster=True), {"poster": True}, ""),
        (replace(BOARD, poster=True), {"poster": False}, "one-sheet"),
        (BOARD, {"size": (297.0, 420.0)}, "size-a3"),
        (BOARD, {"size": (420.0, 297.0)}, "size-420x297mm"),
        (RULES, OTHER, ""),
        (CARDS, {"marks": CropMarks(guides="silhouette")}, "marks-silhouette"),
        (CARDS, {"grid": (3, 2), "groups": (1, 2), "start": 4}, "grid-3x2-groups-1x2-from-place-4-on"),
        (RULES, {"header": "Draft 3"}, "header-draft_3"),
    ],
)
def test_choices_of_printing(part: Part, choices: dict[str, Any], name: str) -> None:
    """A word for each choice that the part heeds, and that is not its default anyway."""
    assert "-".join(name_choices(part, Choices(printing=Printing(**choices)))) == name


@pytest.mark.parametrize("choice", [each.name for each in fields(Printing)])
def test_no_choice_is_forgotten(choice: str) -> None:
    """Whatever may be chosen is in the name of cards or boards."""
    other = {**OTHER, "header": "Draft"}
    choices = Choices(printing=Printing(**{choice: other[choice]}))
    assert name_choices(CARDS, choices) or name_choices(BOARD, choices)


def test_players_copies_cards_and_margins() -> None:
    """Only where the part has them: names and copies of sheets, a selection of cards, a margin of all."""
    given, selection = Choices(copies=2, names=("Ana", "Dr. No/2")), ("3-10", "medic")
    assert name_choices(CARDS, given, selection) == ("only-3to10+medic",)
    assert name_choices(SHEET, given) == ("2-copies", "for-ana+dr._no_2")
    assert name_choices(replace(SHEET, name_field=""), given) == ("2-copies",)
    assert name_choices(RULES, replace(given, margin=5.0)) == ("margin-5mm",)


def test_values_of_constants_are_in_the_name() -> None:
    """The name of each part with constants says their values, which are no page numbers."""
    given = Choices(settings=("colour=no", "level=2"), margin=5.0)
    for part, name in ((CARDS, "with-colour_no+level_2"), (SHEET, "with-colour_no+level_2"), (RULES, "")):
        assert name_choices(part, given) == (*filter(None, (name,)), "margin-5mm")


def test_many_names_are_cut_and_stay_apart() -> None:
    """No name is too long for the system, and other players have another file."""
    first, second = (
        "-".join(name_choices(SHEET, Choices(names=tuple(f"Zoë {number}" for number in numbers))))
        for numbers in (range(99), range(1, 100))
    )
    assert first != second
    assert len(first.encode()) < 100


def test_no_name_looks_like_the_page_of_another() -> None:
    """`cards-3.svg` is the third page of `cards`, so that no other print of cards may be called so."""
    selections = [(), ("3",), ("10",), ("3", "10"), ("3-10",), ("3-10", "12")]
    stems = ["-".join(("cards", *name_choices(CARDS, Choices(), one))) for one in selections]
    players = [(), ("Ana",), ("Ana 2",), ("Ana-2",), ("2",), ("Ana", "2"), ("2-3",)]
    stems += ["-".join(("sheet", *name_choices(SHEET, Choices(names=one)))) for one in players]
    for stem in stems:
        found = {other for other in stems if re.fullmatch(rf"{re.escape(stem)}(-\d+)?", other)}
        assert found == {stem}
