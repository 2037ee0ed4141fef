"""Lists of moves that people choose from."""

import pytest

from generator.play.walks.talk import get_rest, get_shared_words, group_moves, label_choices

MOVES = (
    "drive Chicago",
    "drive São Paulo",
    "direct São Paulo",
    "treat red",
    "give Ana Chicago",
    "give Anabel Chicago",
    "pass",
)


@pytest.mark.parametrize(
    ("noted", "told", "rest"),
    [
        ("spread north", "Spread North", ""),
        ("outbreak baker", "Outbreak: Baker", ""),
        ("drive Montreal", "drive Montréal", ""),
        ("cure d3", "cure d3 (Teacher)", "(Teacher)"),
        ("cure d3", "cure d34", "cure d34"),
        (
            "vol direct vers Lima",
            "vol direct vers Lima\u00a0: défausser cette carte",
            "défausser cette carte",
        ),
        ("done", "skip the rest", "skip the rest"),
        ("e5", "vaccinate e5", "vaccinate e5"),
        ("infect Lagos", "Lagos", ""),
        ("keep", "keep it", "keep it"),
        ("infect Bogota", "Bogotá, twice", "Bogotá, twice"),
    ],
)
def test_what_a_move_in_words_adds_to_its_notation(noted: str, told: str, rest: str) -> None:
    """A description does not repeat the notation beside it."""
    assert get_rest(noted, told) == rest


def test_every_entry_of_a_list_has_a_label_of_its_own() -> None:
    """Letters where moves begin with numbers, as many as the list is long."""
    labels = label_choices(["1 a"], 30_000)
    assert labels[:2] == ("a", "b")
    assert labels[25:28] == ("z", "aa", "ab")
    assert len({*labels}) == 30_000
    assert label_choices(MOVES, 3) == ("1", "2", "3")


def test_few_moves_are_listed_one_by_one() -> None:
    """As many as there is room for."""
    choices = group_moves(MOVES, most=7)
    assert [choice.start for choice in choices] == list(MOVES)
    assert all(choice.only for choice in choices)


def test_many_moves_are_listed_by_how_they_begin() -> None:
    """Each group has the common start of its moves, and small groups are split while there is room."""
    listed = {most: group_moves(MOVES, most=most) for most in (5, 6, 7)}
    assert [(choice.start, len(choice.moves)) for choice in listed[5]] == [
        ("drive", 2),
        ("direct São Paulo", 1),
        ("treat red", 1),
        ("give", 2),
        ("pass", 1),
    ]
    assert listed[5][0].only == ""
    assert listed[5][1].only == MOVES[2]
    assert [choice.start for choice in listed[6]] == [
        "drive Chicago",
        "drive São Paulo",
        "direct São Paulo",
        "treat red",
        "give",
        "pass",
    ]


def test_what_all_have_in_common_divides_nothing() -> None:
    """Groups begin at the first word that differs; words that all differ are listed as they are."""
    moves = [f"take left {colour} {number}" for colour in ("red", "blue") for number in range(9)]
    assert [choice.start for choice in group_moves(moves, most=5)] == ["take left red", "take left blue"]
    cities = [f"city{number}" for number in range(48)]
    assert len(group_moves(cities, most=5)) == 48
    assert group_moves([], most=5) == ()


def test_one_that_all_others_begin_with() -> None:
    """A move that is the start of others is an entry of its own."""
    moves = ["pass", *(f"pass card {number}" for number in range(9))]
    assert [choice.start for choice in group_moves(moves, most=5)] == ["pass", "pass card"]


def test_rare_moves_stand_last_and_on_a_line_for_each_kind() -> None:
    """Rare moves stay grouped, unless there are no others."""
    moves = ["forgot b", "forgot y", "take left", "pass", "doctor b"]
    rare = ("forgot", "doctor")
    listed = [choice.start for choice in group_moves(moves, most=12, rare=rare)]
    assert listed == ["take left", "pass", "forgot", "doctor b"]
    alone = [moves[0], moves[1]]
    assert [choice.start for choice in group_moves(alone, most=12, rare=rare)] == ["forgot b", "forgot y"]


def test_what_is_added_to_a_word_is_listed_with_it() -> None:
    """A die and the same die raised in many ways are one entry, which opens by how it is raised."""
    uses = ("testing a1", "curve b1", "curve c1")
    dice = [f"{die}{raised}" for die in (2, 5) for raised in ("", "+2", "+1", "+2+2", "+2+1", "+1+1")]
    moves = [f"{die} {use}" for die in dice for use in uses]
    assert [choice.start for choice in group_moves(moves, most=4)] == ["2", "5"]
    listed = [choice.start for choice in group_moves(moves, most=8)]
    assert listed == ["2 testing a1", "2 curve", "2+2", "2+1", "5 testing a1", "5 curve", "5+2", "5+1"]
    assert [choice.start for choice in group_moves(["on 4", "on 4+i"], most=9)] == [
        "on 4",
        "on 4+i",
    ]


@pytest.mark.parametrize(
    ("descriptions", "shared"),
    [
        (
            ("left: the blue virus of 3 (1 blue)", "left: the blue virus of 3 (2 red)"),
            "left: the blue virus of 3",
        ),
        (("drive to Lima", "drive to Lagos"), "drive to"),
        (("one: two", "one: three"), "one"),
        (("one", "two"), ""),
        ((), ""),
    ],
)
def test_what_descriptions_share_is_read_without_its_loose_end(
    descriptions: tuple[str, ...], shared: str
) -> None:
    """The common words end without an open bracket or a trailing sign."""
    assert get_shared_words(descriptions) == shared
