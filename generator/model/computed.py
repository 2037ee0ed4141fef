"""Values of elements that each piece computes from its fields, such as a length `"{value * 2} mm"`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from generator.errors import Wrong
from generator.model.boxes import Measure
from generator.model.fields import Field, Pattern
from generator.model.values import dataclass, fields, is_dataclass, replace

_PLAIN = (str, float, int, Measure)
"""Types of most values of an element, which contain nothing computed."""
_OTHERS = ("draw", "when", "places", "land")
"""Fields in which no computed value is searched: inner elements, conditions, and values that readers add."""


@dataclass(frozen=True, slots=True, eq=False)
class Computed:
    """A value that is parsed when its places are filled."""

    pattern: Pattern
    parse: Callable[[str], Any]

    def compute(self, piece: Mapping[str, Field]) -> Any:
        """Return the value for a piece; raises Wrong."""
        try:
            return self.parse(self.pattern.fill(piece))
        except KeyError as error:
            raise Wrong(f"`{error.args[0]}` is missing", "add the field") from None


def list_computed(value: object) -> Sequence[Computed]:
    """Return the computed values of an element, without those of elements inside it."""
    if isinstance(value, Computed):
        return (value,)
    kind: type = type(value)
    inner = value if isinstance(value, tuple) else [getattr(value, name) for name in _list_fields(kind)]
    return [found for one in inner if one and not isinstance(one, _PLAIN) for found in list_computed(one)]


def compute(value: Any, piece: Mapping[str, Field]) -> Any:
    """Return an element, or a value of one, with everything computed for a piece; raises Wrong."""
    if isinstance(value, Computed):
        return value.compute(piece)
    if not list_computed(value):
        return value
    changed: dict[Any, Any] = {}
    kind: type = type(value)
    is_list = isinstance(value, tuple)
    steps: Iterable[Any] = range(len(value)) if is_list else _list_fields(kind)
    for step in steps:
        try:
            changed[step] = compute(value[step] if is_list else getattr(value, step), piece)
        except Wrong as wrong:
            wrong.path = (step, *wrong.path)
            raise
    if is_list:
        return getattr(kind, "_make", tuple)(changed.values())
    found = replace(value, **changed)
    for problem in getattr(found, "find_problems", tuple)():
        raise problem
    return found


@cache
def _list_fields(kind: type) -> tuple[str, ...]:
    if not is_dataclass(kind) or issubclass(kind, Computed):
        return ()
    return tuple(one.name for one in fields(kind) if one.name not in _OTHERS)
