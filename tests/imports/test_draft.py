"""Drafts of decks: conditions of their elements, and texts as they are written."""

from typing import Any

import pytest

from generator.imports.draft import Draft, DraftElement
from generator.imports.importing import write_deck


@pytest.mark.parametrize(
    ("known", "added", "expected"),
    [
        ({}, (), None),
        ({}, ("a",), "a"),
        ({"when": "b"}, (), "b"),
        ({"when": "b"}, ("a",), ["a", "b"]),
        ({"when": ["b", "c"]}, ("a",), ["a", "b", "c"]),
    ],
)
def test_conditions_are_one_text_or_a_plain_list(known: dict[str, Any], added: Any, expected: Any) -> None:
    """A condition is written alone; several are a list without lists in it."""
    element = DraftElement("words", {"text": "x", **known})
    element.add_conditions(*added)
    assert element.keys.get("when") == expected


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("v1.0", "\"{'v1.0'}\""),
        ("a.b_c.d", "\"{'a.b_c.d'}\""),
        ("V1.0", "V1.0"),
        ("0.1", "0.1"),
        ("{name}.", '"{name}."'),
    ],
)
def test_a_text_is_not_taken_for_a_key(text: str, written: str) -> None:
    """A version such as `v1.0` would be the key of a text in the wording."""
    draft = Draft("deck", "deck.rb")
    draft.template = [DraftElement("words", {"text": text})]
    assert f"text: {written}" in write_deck(draft)[0]
