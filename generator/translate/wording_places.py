"""Positions of keys and texts in a wording file."""

from typing import Any

from generator.model.values import dataclass
from generator.read.files.yaml_places import MappingNode, ScalarNode, compose

INDENT = 2


@dataclass(slots=True)
class Place:
    """A key with its value; positions count characters of the file."""

    column: int
    """Column of the key, from 0."""
    key_start: int
    key_end: int
    start: int
    end: int
    """Right after the last character of the value; the same as `start` where the value is empty."""
    above: int
    """End of what is written before the key: comments on the key are below it."""
    inner: int
    """Column of the keys in a group."""
    is_group: bool = False
    is_block: bool = False
    """A text below `|` or `>`."""
    in_braces: bool = False
    """Within `{...}`, or such a group itself."""


def find_places(text: str) -> dict[str, Place]:
    """Return the places of all dotted keys of a wording file; the empty key is `words` itself."""
    places: dict[str, Place] = {}
    root = Place(-INDENT, 0, 0, 0, 0, 0, 0, is_group=True)
    _add_places(places, text, compose(text), root, (), 0)
    return places


def _add_places(
    places: dict[str, Place], text: str, group: Any, parent: Place, path: tuple[str, ...], done: int
) -> int:
    """Add the places of a group; return the end of what was added, given where what is above it ends."""
    for key, value in group.value if isinstance(group, MappingNode) else ():
        below = (*path, key.value)
        place = _make_place(text, parent, key, value, done)
        if below[0] == "words":
            places[".".join(below[1:])] = place
        if not place.is_group:
            done = max(place.key_end, place.end)
            continue
        done = place.start if place.in_braces else place.key_end
        done = _add_places(places, text, value, place, below, done)
        place.end = done = value.end_mark.index if place.in_braces else done
    return done


def _find_end(value: Any) -> int:
    """Return the end of a value; that of a list, which is an error elsewhere, without the blanks after it."""
    if isinstance(value, ScalarNode) or value.flow_style or not value.value:
        end: int = value.end_mark.index
        return end
    last = value.value[-1]
    return _find_end(last[1] if isinstance(last, tuple) else last)


def _make_place(text: str, parent: Place, key: Any, value: Any, above: int) -> Place:
    is_group = isinstance(value, MappingNode)
    is_block = isinstance(value, ScalarNode) and value.style in ("|", ">")
    key_start, key_end, column = key.start_mark.index, key.end_mark.index, key.start_mark.column
    start, end = value.start_mark.index, _find_end(value)
    if is_block:
        end = len(text[:end].rstrip())
    elif is_group:
        end = key_end
    elif start == end:
        # The parser places an empty value anywhere; it belongs right after the colon.
        start = end = text.index(":", key_end) + 1
    parent.inner = column
    in_braces = parent.in_braces or (is_group and bool(value.flow_style))
    return Place(
        column, key_start, key_end, start, end, above, column + INDENT, is_group, is_block, in_braces
    )
