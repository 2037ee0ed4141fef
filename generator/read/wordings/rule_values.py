"""The values that rules.py gives to its texts, found in its code without running it."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.errors import DataError
from generator.model.kit import RULES_FILE
from generator.model.values import dataclass
from generator.read.files.text_files import read_text

_RULE = "rule."
_CALLS: Mapping[str, tuple[int, str]] = {
    "forbid": (1, _RULE),
    "IllegalMove": (0, _RULE),
    "RulesError": (0, _RULE),
    "UnreadableMove": (1, _RULE),
    "Outcome": (0, _RULE),
    "Fault": (0, _RULE),
    "of_rule": (0, _RULE),
    "Sentence": (0, ""),
    "make_sentence": (0, ""),
}
"""Functions that name a text: the position of its id, and the prefix of its key."""
_NO_VALUES = ("Outcome",)
_OF_FAULTS = ("player", "where")
"""Values that every Fault has."""


@dataclass(frozen=True, slots=True)
class GivenValues:
    """The values with which a line of the code uses a text."""

    key: str
    names: frozenset[str]
    line: int


def list_given_values(folder: Path) -> tuple[GivenValues, ...]:
    """Return the uses of texts in the code of a game that list their values; others are unknown."""
    path = folder / RULES_FILE
    try:
        tree = ast.parse(read_text(path)[1]) if path.is_file() else ast.Module([], [])
    except (DataError, SyntaxError, ValueError, RecursionError):
        # Syntax errors are reported when the code runs.
        return ()
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return tuple(given for call in calls for given in _read_call(call))


def _read_call(call: ast.Call) -> Iterator[GivenValues]:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name not in _CALLS or any(isinstance(each, ast.Starred) for each in call.args):
        return
    position, start = _CALLS[name]
    id = call.args[position] if len(call.args) > position else None
    if not isinstance(id, ast.Constant) or not isinstance(id.value, str):
        return
    keywords = {each.arg: each.value for each in call.keywords}
    if name == "Fault":
        values = keywords.get("values", ast.Dict([], []))
        keys = values.keys if isinstance(values, ast.Dict) else [None]
        names = {str(each.value) for each in keys if isinstance(each, ast.Constant)} | {*_OF_FAULTS}
        is_known = all(isinstance(each, ast.Constant) for each in keys)
    else:
        names = set() if name in _NO_VALUES else {each for each in keywords if each}
        is_known = None not in keywords
    if is_known:
        yield GivenValues(start + id.value, frozenset(names), call.lineno)
