"""Marks in texts of data files are read with the file: each mistake is reported at its character."""

from collections.abc import Callable

import pytest

WRONG = [
    ("a {", 3, "a lone `{`; write `\\{` for the character at character 3"),
    ("*1", 1, "`*` is opened and never closed at character 1"),
    ("1 {id}", 3, "nothing was put into the place `{id}` at character 3"),
    ("a\\\\b", 0, "`\\b` means nothing; write `\\\\` for a backslash at character 2"),
    ("{nocolour|1}", 0, "the colour `nocolour` is not there"),
    (":nosuch:", 0, "the icon `nosuch` is not there"),
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
        at("sheet.yaml", 58, 17, character) + f"sections.values.fields[2].label: {message}"
    )


def test_sentence_with_a_place_that_nothing_fills(complaints: Callable[..., list[str]]) -> None:
    """Only templates fill places; a title with one could not be printed."""
    told = complaints("games/small/sheet.yaml", "subtitle: rules.text", "subtitle: sheet.subtitle")
    assert told == [
        "sheet.yaml:3:11: subtitle: nothing fills the place `{count}` of the sentence `sheet.subtitle` "
        "(only sentences that a template says may have places for values)"
    ]
