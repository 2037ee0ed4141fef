"""Drafts of decks: conditions of their elements."""

from typing import Any

import pytest

from generator.imports.draft import DraftElement


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
