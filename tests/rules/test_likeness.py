"""How typed words fit names."""

import pytest

from generator.errors import find_near
from generator.rules.notation import (
    begins,
    fold,
    includes,
    is_among,
    is_whole,
    list_fitting,
    list_words,
    occurs,
    opens,
    split,
    starts,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("São  PAULO", "sao paulo"),
        ("St. Petersburg", "st petersburg"),
        ("iv_fluids", "iv fluids"),
        ("4+I", "4+i"),
        ("Hühner\u00adsuppe.", "huhnersuppe"),
        ("-done", "-done"),
        ("?r", "?r"),
        ("", ""),
    ],
)
def test_what_people_take_for_the_same(text: str, folded: str) -> None:
    """Capital letters, accents, points, hyphens and underscores make no difference."""
    assert fold(text) == folded == fold(folded)
    assert split(text) == folded.split()


def test_sentences_lose_their_signs() -> None:
    """Words of a description have no commas and brackets, which nobody types."""
    assert list_words("6: e10, f10 (im Virus)") == ["6", "e10", "f10", "im", "virus"]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("nowhere", "other"),
        ("parchment", "accent"),
        ("pictures/lighthouse.svg", "pictures/daisy.svg"),
        ("picture/lighthouse.svg", "pictures/daisy.svg"),
        ("smuggler.svg", "bee.svg"),
    ],
)
def test_names_that_are_alike_by_chance_are_not_suggested(name: str, known: str) -> None:
    """A folder or an ending that two files share says nothing about their names."""
    assert find_near(name, [known]) == ()


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("rde", "red"),
        ("pandemik", "pandemic"),
        ("nmae", "name"),
        ("pictures/bea.svg", "pictures/bee.svg"),
        ("pictures/bee.png", "pictures/bee.svg"),
        ("picture/bee.svg", "pictures/bee.svg"),
        ("ount", "count"),
    ],
)
def test_misspelt_names_are_found(name: str, known: str) -> None:
    assert find_near(name, [known, "zebra"]) == (known,)


GRADES = (is_whole, starts, includes, begins, occurs, is_among)


@pytest.mark.parametrize(
    ("typed", "best"),
    [
        ("take left red", is_whole),
        ("take left", starts),
        ("take red", includes),
        ("tak lef", begins),
        ("lef red", occurs),
        ("red take", is_among),
    ],
)
def test_grades_are_ordered(typed: str, best: object) -> None:
    """Whatever fits a grade fits all later ones, too."""
    own = ["take", "left", "red"]
    assert next(fits for fits in GRADES if fits(typed.split(), own)) == best
    assert is_among(typed.split(), own)


def test_only_the_closest_are_found() -> None:
    """All names that fit by the first grade with a fit are returned; no words fit nothing."""
    named = [(name, name.split()) for name in ("give Ana", "give Anabel", "give Bo")]
    assert list_fitting(["give", "Ana"], named, is_whole, begins) == ("give Ana",)
    assert list_fitting(["giv", "Ana"], named, is_whole, begins) == ("give Ana", "give Anabel")
    assert list_fitting(["give", "An"], named, is_whole, begins) == ()
    assert list_fitting(["give", "An"], named, is_whole, opens) == ("give Ana", "give Anabel")
    assert list_fitting(["take"], named, *GRADES) == ()
    assert list_fitting([], named, *GRADES) == ()


@pytest.mark.parametrize(
    ("name", "near"), [("Lettr", ("letter",)), ("A33", ("a3",)), ("castle", ()), ("leter", ("letter",))]
)
def test_the_name_that_was_meant(name: str, near: tuple[str, ...]) -> None:
    """A typo is recognised anywhere in a word; words that are only a little similar are not."""
    assert find_near(name, ["letter", "a3", "a4", "east"]) == near
