"""Checks the values of refusals against the placeholders of their English text while tests run.

A value that is missing stops the report; one that the text does not use was forgotten, or has a wrong name.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest
import yaml

from generator.model.texts.message import FORM, parse_message
from generator.read.files.shelf import find_shelf
from generator.read.wordings.wordings import read_wording_file
from generator.rules.core import Fault, RulesError

_OF_FAULTS = frozenset({"player", "where"})
"""Values that every violation gives its text, used or not."""
_NOT_USED = _OF_FAULTS | {"key"}
"""Values that no text needs to use: the key is the place of an error in a score file."""


@cache
def list_placeholders() -> Mapping[str, frozenset[str]]:
    """Return the placeholders of each English text of the shelf, by its key, without the numbers of kits."""
    shelf = find_shelf()
    found = {}
    for folder in (shelf.wording.parent, *sorted(shelf.games.iterdir())):
        kit = folder / "kit.yaml"
        numbers = yaml.safe_load(kit.read_text("utf-8"))["numbers"] if kit.exists() else {}
        for key, text in read_wording_file(folder / "wording" / "en.yaml").sentences.items():
            found[key] = frozenset(parse_message(text).names) - {FORM, *numbers}
    return found


def find_mistake(key: str, values: Mapping[str, Any], *, given: frozenset[str] = frozenset()) -> str:
    """Return how values differ from the placeholders of a text; empty if they fit, or for an unknown text.

    `given` are values that the text has besides.
    """
    if key not in list_placeholders():
        return ""
    empty = sorted(name for name, value in values.items() if value is None)
    listed = (*_compare(key, frozenset(values), given), ("None", empty))
    return "; ".join(f"{what}: {', '.join(names)}" for what, names in listed if names)


@cache
def _compare(key: str, names: frozenset[str], given: frozenset[str]) -> tuple[tuple[str, Sequence[str]], ...]:
    """Return the names that are missing and those that are not used: the same for thousands of errors."""
    wanted = list_placeholders()[key]
    return ("missing", sorted(wanted - given - names)), ("not used", sorted(names - wanted - _NOT_USED))


def check_given(key: str, values: Mapping[str, Any], *, given: frozenset[str] = frozenset()) -> None:
    """Fail if a text does not get exactly the values that it has placeholders for."""
    mistake = find_mistake(key, values, given=given)
    assert not mistake, f"the values of `{key}` differ from its placeholders: {mistake}"


def watch_values(patched: pytest.MonkeyPatch) -> None:
    """Check the values of every error of rules, and of every violation, when it is made."""
    Fault("")  # The method that is replaced is compiled by the first call.
    make_error, make_fault = RulesError.__init__, Fault.__init__

    def make_checked_error(self: RulesError, rule: str, /, **values: Any) -> None:
        check_given(f"rule.{rule}", values)
        make_error(self, rule, **values)

    def make_checked_fault(self: Fault, *args: Any, **values: Any) -> None:
        make_fault(self, *args, **values)
        check_given(self.key or f"rule.{self.rule}", self.values, given=_OF_FAULTS.union(self.named))

    patched.setattr(RulesError, "__init__", make_checked_error)
    patched.setattr(Fault, "__init__", make_checked_fault)
