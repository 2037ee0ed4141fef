"""Where the keys and texts of a wording file are written."""

from dataclasses import dataclass
from typing import Any

from generator.read.files.yaml_events import MappingEndEvent, MappingStartEvent, ScalarEvent, read_events

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

    @property
    def has_text(self) -> bool:
        return not self.is_group and self.start < self.end


def find_places(text: str) -> dict[str, Place]:
    """Return the places of all dotted keys of a valid wording file; the empty key is `words` itself."""
    places: dict[str, Place] = {}
    groups: list[tuple[tuple[str, ...], Place]] = []
    key: Any = None
    done = 0
    for event in read_events(text):
        if isinstance(event, ScalarEvent) and groups and key is None:
            key = event
        elif isinstance(event, ScalarEvent | MappingStartEvent):
            path, parent = groups[-1] if groups else ((), None)
            place = _make_place(text, parent, key, event, done)
            if key is not None:
                path = (*path, key.value)
            if path[:1] == ("words",):
                places[".".join(path[1:])] = place
            done = place.start if place.is_group and place.in_braces else max(place.key_end, place.end)
            if place.is_group:
                groups.append((path, place))
            key = None
        elif isinstance(event, MappingEndEvent):
            _, place = groups.pop()
            place.end = done = _index(event.end_mark) if place.in_braces else done
    return places


def _make_place(text: str, parent: Place | None, key: Any, event: Any, above: int) -> Place:
    if parent is None or key is None:
        return Place(-INDENT, 0, 0, 0, 0, 0, 0, is_group=True)
    is_group = isinstance(event, MappingStartEvent)
    is_block = not is_group and event.style in ("|", ">")
    start, end = _index(event.start_mark), _index(event.end_mark)
    if is_block:
        end = len(text[:end].rstrip())
    elif is_group:
        end = _index(key.end_mark)
    elif start == end:
        # The parser places an empty value anywhere; it belongs right after the colon.
        start = end = text.index(":", _index(key.end_mark)) + 1
    column = key.start_mark.column
    parent.inner = column
    in_braces = parent.in_braces or (is_group and bool(event.flow_style))
    key_start, key_end = _index(key.start_mark), _index(key.end_mark)
    return Place(
        column, key_start, key_end, start, end, above, column + INDENT, is_group, is_block, in_braces
    )


def _index(mark: Any) -> int:
    index: int = mark.index
    return index
