"""Choices of printing, as people type them."""

from dataclasses import replace

import pytest

from generator.errors import UnknownName
from generator.model.kit import (
    Deck,
    Form,
    Piece,
    PieceSet,
    check_selection,
    describe_unknown_piece,
    list_entries,
    select_pieces,
)
from generator.model.language.kinds import parse_entry
from generator.model.printing.printing import CropMarks, parse_marks, parse_size

FORM = Form(63.0, 88.0)


def make_set(*decks: str) -> PieceSet:
    """A deck for each text; every letter of it is the id of a piece that is printed twice."""
    return PieceSet(
        "cards",
        "cards.title",
        tuple(
            Deck(
                f"deck_{index}",
                FORM,
                tuple(Piece(id, {"id": id}, "front", count=2) for id in ids),
            )
            for index, ids in enumerate(decks)
        ),
        {},
    )


def ids(piece_set: PieceSet) -> list[str]:
    return ["".join(piece.id for piece in deck.pieces) for deck in piece_set.decks]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a3", (297.0, 420.0)),
        (" A3 ", (297.0, 420.0)),
        ("420x297mm", (420.0, 297.0)),
        ("420 mm x 297 mm", (420.0, 297.0)),
        ("42cm × 297mm", (420.0, 297.0)),
        ("10x8in", (254.0, 203.2)),
        ("letter", (215.9, 279.4)),
    ],
)
def test_sizes_by_name_and_by_number(text: str, size: tuple[float, float]) -> None:
    """A unit at the end is that of both sides."""
    assert parse_size(text) == pytest.approx(size)


@pytest.mark.parametrize("text", ["", "b9", "420", "420x297", "0x10mm", "x", "10mm x", "-5x10mm", "a3xa4"])
def test_what_is_no_size(text: str) -> None:
    """A size that does not say what it measures is an error."""
    with pytest.raises(ValueError, match=r"size|length|unit"):
        parse_size(text)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("both", CropMarks()),
        ("none", CropMarks(sides="none")),
        ("front, length = 5mm", CropMarks(sides="front", length=5.0)),
        ("colour=#888", CropMarks(colour="#888")),
        ("both,offset=0,width=0.3 mm,color=#A1B2C3", CropMarks(offset=0.0, width=0.3, colour="#A1B2C3")),
    ],
)
def test_marks(text: str, marks: CropMarks) -> None:
    """Sides and looks in any order."""
    assert parse_marks(text) == marks


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("back", "marks"),
        ("front=1", "marks"),
        ("length", "length"),
        ("length=", "length|unit"),
        ("length=5", "unit"),
        ("length=0", "is out of range: 0.05 to 50 mm"),
        ("width=-1mm", "is out of range"),
        ("offset=-1mm", "is out of range: 0 to 20 mm"),
        ("colour=reddish", '`reddish` is not a colour; write it like "#1f4e9c", navy'),
    ],
)
def test_what_says_nothing_of_marks(text: str, told: str) -> None:
    """Told with what would be right."""
    with pytest.raises(ValueError, match=told):
        parse_marks(text)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("3", "3"),
        ("3-10", "3-10"),
        (" Epidemic ", "epidemic"),
        ("new-york", "new_york"),
        ("2_1", "2_1"),
        ("pox:2_1", "pox:2_1"),
        ("City-Cards : 3 - 10", "city_cards:3-10"),
    ],
)
def test_entries_of_a_selection(text: str, entry: str) -> None:
    """Dashes and underscores, capital and small letters are the same in ids."""
    assert parse_entry(text) == entry


@pytest.mark.parametrize("text", ["", "0", "10-3", "3-", "-3", "0-4", "a b", "ä", "3-10-12"])
def test_what_is_no_entry(text: str) -> None:
    """Neither a number, nor a range, nor an id."""
    with pytest.raises(ValueError, match=r"number"):
        parse_entry(text)


@pytest.mark.parametrize(
    ("selection", "left"),
    [
        (["2"], ["b"]),
        (["2-4"], ["bc", "d"]),
        (["4-9"], ["de"]),
        (["e", "1"], ["a", "e"]),
        (["c", "c", "3"], ["c"]),
        (["a", "zebra"], ["a"]),
    ],
)
def test_selection(selection: list[str], left: list[str]) -> None:
    """Numbers count pieces through all decks; order and counts stay; decks without pieces go."""
    chosen = select_pieces(make_set("abc", "de"), selection)
    assert ids(chosen) == left
    assert all(piece.count == 2 for deck in chosen.decks for piece in deck.pieces)


def test_a_selection_of_nothing_is_told() -> None:
    """With what is near, or how many there are."""
    with pytest.raises(UnknownName, match=r"unknown card 'x'; available: a, b, c"):
        check_selection(["x"], [make_set("abc")])
    with pytest.raises(UnknownName, match="unknown card '7-9'; numbers are 1 to 3"):
        check_selection(["7-9"], [make_set("abc")])


def test_entries_of_a_run() -> None:
    """An entry must be known to one of the sets, a range end in it, and a number be clear."""
    sets = [make_set("abc"), replace(make_set("cdefgh"), id="more")]
    check_selection(["a", "c", "h", "more:1-5", "more:c"], sets)
    for entry, told in (
        ("x", "unknown card 'x'"),
        ("more:2-7", "numbers are 1 to 6"),
        ("more:a", "unknown card 'a'"),
        ("2", "'2' is ambiguous: 2 parts have it; write it like"),
        ("mor:2", "did you mean 'more'"),
    ):
        with pytest.raises(UnknownName, match=told):
            check_selection([entry], sets)
    with pytest.raises(UnknownName, match="'2' is ambiguous: 2 games"):
        check_selection(["2"], [sets[0], sets[0]])
    assert list_entries(["a", "c", "more:2", "h"], sets[0]) == ("a", "c")
    assert list_entries(["a", "c", "more:2", "h"], sets[1]) == ("c", "2", "h")


def test_of_many_cards_only_the_near_ones_are_told() -> None:
    """A deck of cities is too long for a message."""
    cities = make_set("".join(map(chr, range(97, 123))))
    assert describe_unknown_piece("aa", [cities]).startswith("unknown card 'aa'")
    assert len(describe_unknown_piece("aa", [cities])) < 60
