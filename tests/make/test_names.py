"""Names of files say what differs from the standard print."""

import re
from dataclasses import fields, replace
from itertools import combinations
from typing import Any

import pytest

from generator.make.jobs.files import name_choices, name_folder
from generator.make.jobs.jobs import Choices
from generator.model.printing.printing import CropMarks, Cutter, FileOptions, Printing
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_destinations
from tests import shipped

CARDS = ("pandemic", "city_cards")
BOARD = ("pox", "board")
RULES = ("pandemic", "rules")
SHEET = ("fight_the_virus", "sheet")
CUTTER = Cutter(files=("svg",), id="silhouette-thin")

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
    "cutter": CUTTER,
    "is_test": True,
    "fold_booklets": True,
    "resize": True,
    "copies_as_files": True,
}
"""A value for each choice that is not its default."""

NOT_CHOSEN = ("is_for_press", "is_single", "order")
"""Settings of parts, formats, and forms, whose files have other names anyway."""


def name(part: tuple[str, str], choices: Choices, selection: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return what the choices add to the names of files of a part of a shipped game."""
    return name_choices(shipped.part(*part), choices, selection)


@pytest.mark.parametrize(
    ("part", "choices", "expected"),
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
        (BOARD, {"size": (297.0, 420.0)}, "size-a3"),
        (BOARD, {"size": (420.0, 297.0)}, "size-420x297mm"),
        (RULES, {**OTHER, "fold_booklets": False}, ""),
        (RULES, {"fold_booklets": True}, "folded"),
        (CARDS, {"fold_booklets": True}, ""),
        (CARDS, {"marks": CropMarks(guides="outlines")}, "marks-outlines"),
        (CARDS, {"cutter": CUTTER, "is_test": True, "bleed": 2.0}, "bleed-2mm-silhouette-thin-test"),
        (CARDS, {"grid": (3, 2), "groups": (1, 2), "start": 4}, "grid-3x2-groups-1x2-from-place-4-on"),
        (RULES, {"header": "Draft 3"}, "header-draft_3"),
    ],
)
def test_choices_of_printing(part: tuple[str, str], choices: dict[str, Any], expected: str) -> None:
    """A word for each choice that the part heeds, and that is not its default anyway."""
    assert "-".join(name(part, Choices(printing=Printing(**choices)))) == expected


@pytest.mark.parametrize(("poster", "expected"), [(True, ()), (False, ("one-sheet",))])
def test_posters_are_named_where_they_are_no_default(poster: bool, expected: tuple[str, ...]) -> None:
    """A board that is a poster anyway has another name on one sheet."""
    board = replace(shipped.part(*BOARD), poster=True)
    assert name_choices(board, Choices(printing=Printing(poster=poster))) == expected


@pytest.mark.parametrize("choice", [each.name for each in fields(Printing) if each.name not in NOT_CHOSEN])
def test_no_choice_is_forgotten(choice: str) -> None:
    """Whatever may be chosen is in the name of cards, boards, or booklets."""
    other = {**OTHER, "header": "Draft", "edition": "large"}
    choices = Choices(printing=Printing(**{choice: other[choice]}))
    assert any(name(part, choices) for part in (CARDS, BOARD, RULES))


def test_players_copies_cards_and_margins() -> None:
    """Only where the part has them: names and copies of sheets, a selection of cards, a margin of all."""
    given, selection = Choices(copies=2, names=("Ana", "Dr. No/2")), ("3-10", "medic")
    assert name(CARDS, given, selection) == ("only-3to10+medic",)
    assert name(SHEET, given) == ("2-copies", "for-ana+dr._no_2")
    assert name_choices(replace(shipped.part(*SHEET), name_field=""), given) == ("2-copies",)
    assert name(RULES, replace(given, margin=5.0)) == ("margin-5mm",)


def test_values_of_constants_are_in_the_name() -> None:
    """The name of each part with constants says their values, which are no page numbers."""
    given = Choices(settings=("colour=no", "level=2"), margin=5.0)
    for part, expected in ((CARDS, "with-colour_no+level_2"), (SHEET, "with-colour_no+level_2"), (RULES, "")):
        assert name(part, given) == (*filter(None, (expected,)), "margin-5mm")


def test_many_names_are_cut_and_stay_apart() -> None:
    """No name is too long for the system, and other players have another file."""
    first, second = (
        "-".join(name(SHEET, Choices(names=tuple(f"Zoë {number}" for number in numbers))))
        for numbers in (range(99), range(1, 100))
    )
    assert first != second
    assert len(first.encode()) < 100


def test_no_name_looks_like_the_page_of_another() -> None:
    """`cards-3.svg` is the third page of `cards`, so that no other print of cards may be called so."""
    selections = [(), ("3",), ("10",), ("3", "10"), ("3-10",), ("3-10", "12")]
    stems = ["-".join(("cards", *name(CARDS, Choices(), one))) for one in selections]
    players = [(), ("Ana",), ("Ana 2",), ("Ana-2",), ("2",), ("Ana", "2"), ("2-3",)]
    stems += ["-".join(("sheet", *name(SHEET, Choices(names=one)))) for one in players]
    for stem in stems:
        found = {other for other in stems if re.fullmatch(rf"{re.escape(stem)}(-\d+)?", other)}
        assert found == {stem}


FACES, MPC = (read_destinations(find_shelf().destinations)[name] for name in ("faces", "mpc"))
VARIANTS: dict[str, Choices] = {
    "usual": Choices(),
    **{name: Choices(printing=Printing(**{name: value})) for name, value in OTHER.items()},
    "header": Choices(printing=Printing(header="Draft")),
    "margin": Choices(margin=5.0),
    "dpi": Choices(options=FileOptions(dpi=150.0)),
    "settings": Choices(settings=("colour=no",)),
    "selection": Choices(selection=("epidemic",)),
    "copies": Choices(copies=2),
    "names": Choices(names=("Ana",)),
    "together": Choices(together=True),
    "parts": Choices(parts=("city_cards",)),
    "other parts": Choices(parts=("role_cards", "city_cards")),
    "formats": Choices(formats=("jpeg",)),
    "other formats": Choices(formats=("png", "svg")),
    "boxes": Choices(boxes=True),
    "dividers": Choices(dividers=True),
}
"""Runs of which each differs from the usual one in one choice."""
ONLY_PAPER = {"backs", "bleed", "gutter", "marks", "turned", "poster", "size", "overlap", "shift", "grid"}
ONLY_PAPER |= {"groups", "gap", "start", "header", "margin", "copies", "names", "together"}
ONLY_PAPER |= {"cutter", "is_test", "fold_booklets"}


def join_choices(one: Choices, other: Choices) -> Choices:
    """All choices of both."""
    changed = {each.name: getattr(other, each.name) for each in fields(Choices)}
    changed = {name: value for name, value in changed.items() if value != getattr(Choices(), name)}
    given = {each.name: getattr(other.printing, each.name) for each in fields(Printing)}
    given = {name: value for name, value in given.items() if value != getattr(Printing(), name)}
    return replace(one, **{**changed, "printing": replace(one.printing, **given)})


def test_no_two_runs_share_a_folder_of_pictures() -> None:
    """Each pair of choices that apply to pictures has a folder of its own, for all parts of a run."""
    names = [name for name in VARIANTS if name not in ONLY_PAPER - {"bleed"}]
    pairs = [*((one, one) for one in names), *combinations(names, 2)]
    found: dict[str, Choices] = {}
    for one, other in pairs:
        for goes_to in (FACES, MPC):
            choices = replace(join_choices(VARIANTS[one], VARIANTS[other]), destination=goes_to)
            folder = name_folder(choices, "en")
            assert found.setdefault(folder, choices) == choices, (one, other)
    # The first format is the usual one.
    assert name_folder(replace(Choices(formats=("PNG",)), destination=MPC), "en") == "mpc-en"


@pytest.mark.parametrize("part", ["city_cards", "board", "rules"])
def test_no_two_runs_share_a_file(part: str) -> None:
    """Two runs with different choices have the same file only if neither choice applies to the part."""
    # Parts and formats are in all names, and cards that share sheets are another part.
    names = [one for one in VARIANTS if not {"parts", "formats", "together"} & {*one.split()}]
    names = [one for one in names if one != "selection"]
    alone = {one: name(("pandemic", part), VARIANTS[one]) for one in names}
    heeded = [one for one in names if alone[one] and one not in ("resize", "copies_as_files")]
    assert {"dpi", "margin", "header"} <= set(heeded)
    pairs = [("usual", "usual"), *((one, one) for one in heeded), *combinations(heeded, 2)]
    found = [name(("pandemic", part), join_choices(VARIANTS[one], VARIANTS[other])) for one, other in pairs]
    assert len(set(found)) == len(found)
