"""A `#` that cuts a text in YAML is said, and what YAML calls no value is none."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.yaml import list_cut_texts, parse_yaml
from tests.table_decks import DECK, read


@pytest.mark.parametrize(
    ("text", "said"),
    {
        "v: Room #3": "f.yaml:1:9: `#3` begins a comment, and is not part of the text before it",
        "- a\n- Éé  #b c\n": "f.yaml:2:7: `#b` begins a comment",
        "{a: x #1, y\n}": "f.yaml:1:7: `#1,` begins a comment",
        "v: Room # 3": "",
        "v: word\n  'Room #3'": "f.yaml:2:9: `#3'` begins a comment",
        "v: word\n  - 'Room #3'": "f.yaml:2:11: `#3'` begins a comment",
        "v: 'Room #3'\nw: Room #4": "f.yaml:2:9: `#4` begins a comment",
        'v: "Room #3"': "",
        'v: "a \\" #3"\nw: \'Room #4\'': "",
        "v: 'Room\n  #3'": "",
        "v: Room#3": "",
        "v: |\n  Room #3\n": "",
        "#3\nv: Room\n#4\n": "",
        "v: #3\nw: x": "",
    }.items(),
)
def test_a_text_that_is_cut_is_said(text: str, said: str) -> None:
    """A comment has a space behind its `#`; after a key, where a text is missing, that is an error anyway."""
    found = [str(problem) for problem in list_cut_texts(parse_yaml(text, file="f.yaml"))]
    assert len(found) == bool(said)
    assert all(problem.startswith(said) for problem in found)


def test_the_reader_of_a_deck_says_it(tmp_path: Path) -> None:
    _, warnings = read(tmp_path, "[{id: a, where: Room #3\n}]", more=DECK)
    (warning,) = warnings
    assert warning.startswith("deck.yaml:6:29: `#3` begins a comment")


@pytest.mark.parametrize("value", ["~", "null", "Null", "NULL", ""])
def test_no_value_is_an_error(tmp_path: Path, value: str) -> None:
    """In quotes, each of them is a text."""
    with pytest.raises(DataError, match="has no value"):
        read(tmp_path, f"[{{id: a, v: {value}}}]", more=DECK)
    deck, _ = read(tmp_path, f'[{{id: a, v: "{value}"}}]', more=DECK)
    assert [piece.fields["v"] for piece in deck.pieces] == [value]
