"""Marks in texts of data files are read with the file: each mistake is reported at its character."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import Shelf
from tests.read.boards.test_boards_wrong import complain as complain_of_board
from tests.read.crew import CREW, complain, read_crew
from tests.read.pieces.test_pieces import copy_of
from tests.read.small_boards import BOARD

WRONG = [
    ("a {", 3, "unmatched `{` at character 3"),
    ("*1", 1, "`*` is never closed at character 1"),
    ("1 {id}", 3, "placeholder `{id}` has no value at character 3"),
    ("a\\\\b", 0, "`\\b` is not an escape at character 2"),
    ("{nocolour|1}", 0, "unknown colour `nocolour`"),
    (":nosuch:", 0, "unknown icon `nosuch`"),
]
"""A text as it is written between quotes, the character that is wrong (0: the whole value), the message."""

texts = pytest.mark.parametrize(("text", "character", "message"), WRONG, ids=[text for text, _, _ in WRONG])


def at(file: str, line: int, start: int, character: int) -> str:
    """The beginning of a problem in a quoted value that begins in a column."""
    return f"{file}:{line}:{start + character}: "


@texts
def test_label_of_a_field_of_a_track(
    complaints: Callable[..., list[str]], text: str, character: int, message: str
) -> None:
    """On a sheet."""
    (told,) = complaints("games/small/sheet.yaml", "label: two", f'label: "{text}"')
    assert told.startswith(
        at("sheet.yaml", 63, 23, character) + f"sections.values.blocks[1].track.fields[2].label: {message}"
    )


@texts
def test_labels_of_a_run(tmp_path: Path, text: str, character: int, message: str) -> None:
    """On a board."""
    board = BOARD.replace('labels: ["2", "3", "4"]', f'labels: ["2", "{text}", "4"]')
    (told,) = complain_of_board(tmp_path, board=board)
    assert told.startswith(at("board.yaml", 47, 21, character) + f"areas[3].track.labels[2]: {message}")


@texts
def test_label_of_a_field_of_a_board(tmp_path: Path, text: str, character: int, message: str) -> None:
    """Where fields are written one by one."""
    run = BOARD[BOARD.index("      from: [20") : BOARD.index("      over: [people]")]
    field = f'      fields: [{{at: [20 mm, 150 mm], label: "{text}"}}]\n'
    (told,) = complain_of_board(tmp_path, board=BOARD.replace(run, field))
    assert told.startswith(at("board.yaml", 45, 45, character) + f"areas[3].track.fields[1].label: {message}")


@texts
def test_field_in_a_sentence(shelf: Shelf, text: str, character: int, message: str) -> None:
    """`Ana of {port}`: the port is set in type with the sentence around it."""
    (told,) = complain(shelf, {"sailors.csv": ("Lisbon", text.replace("\\\\", "\\"))})
    assert told.startswith(f"sailors.csv:2:19: [1].port: {message}")
    assert "(the text `sailor.ana` has a placeholder for it)" in told


def test_field_that_breaks_the_marks_of_a_translation(shelf: Shelf) -> None:
    """`a*` is a text by itself, but within the italics of the Spanish text it closes nothing."""
    wording = CREW / "wording" / "en.yaml"
    text = wording.read_text("utf-8").replace("Ana of {port}", "Ana, *{port}*")
    game = shelf.data / "crew"
    copy_of(game, "wording/es.yaml", text)
    rows = (CREW / "sailors.csv").read_text("utf-8")
    (game / "sailors.csv").write_text(rows.replace("Lisbon", "a*"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_crew(shelf, game)
    assert str(caught.value) == (
        f"{game}/sailors.csv:2:19: [1].port: breaks the marks of the text `sailor.ana` in `es`: "
        "`*` is never closed (escape the mark with `\\`)"
    )


def test_sentence_with_a_place_that_nothing_fills(complaints: Callable[..., list[str]]) -> None:
    """Only templates fill places; a title with one could not be printed."""
    told = complaints("games/small/sheet.yaml", "subtitle: rules.text", "subtitle: sheet.subtitle")
    assert told == [
        "sheet.yaml:3:11: subtitle: the placeholder `{count}` of the text `sheet.subtitle` has no value "
        "(only texts of templates may have placeholders)"
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "star: A star",
            "star: A star of {size}",
            "5:11: words.icon.star: placeholder `{size}` has no value (there are no placeholders here)",
        ),
        (
            "  rules:\n",
            '  page: "{number, plural, one {a} other {b}} of {pages}"\n  rules:\n',
            "24:9: words.page: placeholder `{number}` has no value (available: page, pages)",
        ),
    ],
    ids=["title of an icon", "in place of a shared sentence"],
)
def test_place_that_nothing_fills(
    complaints: Callable[..., list[str]], old: str, new: str, told: str
) -> None:
    """A game's own words for what is said of every game have the places that these have, or fewer."""
    assert complaints("games/small/wording/en.yaml", old, new)[0] == f"wording/en.yaml:{told}"
