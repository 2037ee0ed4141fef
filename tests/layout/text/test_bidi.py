"""The bidirectional algorithm, compared with Unicode's test cases."""

import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.text.bidi import BRACKETS, get_class, is_left_to_right, list_levels, reorder
from generator.model.texts.message import parse_message
from generator.read.wordings.grammars import make_grammar
from tests.samples import sample

UNICODE = Path(__file__).parents[2] / "unicode"

MIXED = st.text(
    st.sampled_from(
        "ab1 2,.-+$()[]\u05d0\u05d1\u0627\u0628\u0661\u0300\n\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
        "\u2066\u2067\u2068\u2069\u00ad"
    )
)


def read_lines(name: str) -> list[str]:
    lines = lzma.decompress((UNICODE / f"{name}.xz").read_bytes()).decode("utf-8").splitlines()
    return [line for line in (line.split("#")[0].strip() for line in lines) if line]


def test_all_cases_of_unicode() -> None:
    """Levels and visual order are right in all 91,707 cases of BidiCharacterTest, or in a sample."""
    cases = read_lines("BidiCharacterTest.txt")
    wrong = []
    for case in sample(cases, 15_000, key="bidi"):
        characters, _, paragraph, wanted_levels, wanted_order = case.split(";")
        levels = list_levels("".join(chr(int(code, 16)) for code in characters.split()), int(paragraph))
        shown = [index for index, level in enumerate(wanted_levels.split()) if level != "x"]
        order = [shown[place] for place in reorder([levels[index] for index in shown])]
        kept = (str(level) if index in shown else "x" for index, level in enumerate(levels))
        said = (" ".join(kept), " ".join(map(str, order)))
        if said != (wanted_levels, wanted_order):
            wrong.append((case, said))
    assert len(cases) == 91_707
    assert not wrong, f"{len(wrong)} cases, such as {wrong[:3]}"


def test_brackets_are_those_of_unicode() -> None:
    """The table of paired brackets is that of BidiBrackets.txt."""
    pairs = {}
    for line in read_lines("BidiBrackets.txt"):
        character, other, kind = (field.strip() for field in line.split(";"))
        if kind == "o":
            pairs[chr(int(character, 16))] = chr(int(other, 16))
    assert pairs == BRACKETS


@given(MIXED)
def test_quick_check_is_never_wrong(text: str) -> None:
    """Text that the quick check calls left-to-right has only level 0 in the full algorithm."""
    if is_left_to_right(text):
        assert set(list_levels(text, 0)) <= {0}


@given(MIXED, st.sampled_from([0, 1]))
def test_order_is_a_permutation(text: str, base: int) -> None:
    """Every character appears once in the visual order, with any control characters."""
    levels = list_levels(text.replace("\n", ""), base)
    assert sorted(reorder(levels)) == list(range(len(levels)))
    assert all(level >= base for level in levels)


def test_numbers_in_arabic_stay_numbers() -> None:
    """Digits run from left to right inside right-to-left text."""
    assert list_levels("\u0627 12", 1) == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("character", "kind"),
    [("\u05ff", "R"), ("\u07bf", "AL"), ("\U0001ecbf", "AL"), ("\U00010cff", "R"), ("\u0378", "L")],
)
def test_unassigned_characters_run_as_their_block(character: str, kind: str) -> None:
    """An unassigned character has the direction of its block."""
    assert get_class(character) == kind


def test_nothing_has_no_order() -> None:
    """An empty text has an empty order."""
    assert reorder([]) == []
    assert list_levels("", 0) == []


def test_moves_in_a_list_are_read_from_the_right() -> None:
    """Filled into an Arabic sentence, each move keeps its order, and the first is on the right."""
    arabic = make_grammar("ar")
    moves = arabic.join(["5 testing a1", "3 testing a2"], ",")
    text = parse_message("هنا: {moves}").fill({"moves": moves}, arabic)
    levels = list_levels(text, 1)
    shown = [text[index] for index in reorder(levels)]
    seen = "".join(sign for sign in shown if sign not in "\u2068\u2069")
    assert seen.startswith("3 testing a2 ،5 testing a1")
    assert seen.endswith("انه")
