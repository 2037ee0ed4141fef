"""Where the keys and texts of a wording file are written."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator.read.files.yaml_places import (
    CollectionEndEvent,
    CollectionStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceStartEvent,
    read_events,
)

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
    """Return the places of all dotted keys of a wording file; the empty key is `words` itself."""
    places: dict[str, Place] = {}
    groups: list[tuple[tuple[str, ...], Place]] = []
    events = read_events(text)
    key: Any = None
    done = 0
    for event in events:
        if isinstance(event, ScalarEvent) and groups and key is None:
            key = event
        elif isinstance(event, ScalarEvent | CollectionStartEvent):
            path, parent = groups[-1] if groups else ((), None)
            place = _make_place(text, parent, key, event, _find_last(events, event), done)
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
            end: Any = event.end_mark
            place.end = done = end.index if place.in_braces else done
    return places


def _find_last(events: Iterator[Any], event: Any) -> Any:
    """Return the last event of a list, which is an error elsewhere; any other event is its own."""
    depth, last = int(isinstance(event, SequenceStartEvent)), event
    while depth:
        inner = next(events)
        is_end = isinstance(inner, CollectionEndEvent)
        depth += isinstance(inner, CollectionStartEvent) - is_end
        last = last if is_end and not event.flow_style else inner
    return last


def _make_place(text: str, parent: Place | None, key: Any, event: Any, last: Any, above: int) -> Place:
    if parent is None or key is None:
        return Place(-INDENT, 0, 0, 0, 0, 0, 0, is_group=True)
    is_group = isinstance(event, MappingStartEvent)
    is_block = isinstance(event, ScalarEvent) and event.style in ("|", ">")
    key_start, key_end, column = key.start_mark.index, key.end_mark.index, key.start_mark.column
    start, end = event.start_mark.index, last.end_mark.index
    if is_block:
        end = len(text[:end].rstrip())
    elif is_group:
        end = key_end
    elif start == end:
        # The parser places an empty value anywhere; it belongs right after the colon.
        start = end = text.index(":", key_end) + 1
    parent.inner = column
    in_braces = parent.in_braces or (is_group and bool(event.flow_style))
    return Place(
        column, key_start, key_end, start, end, above, column + INDENT, is_group, is_block, in_braces
    )
