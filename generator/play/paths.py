"""Paths of values in a kit, such as `cards.north_bus.count`, and kits with another value at a path.

A path begins with the id of a part. Then follow ids of pieces, areas, sections, places, and fields, or
numbers of items in a list, from 1. A step may be left out if the path is clear without it: `board.patient`
is `board.people.patient`. A word that is no id of a piece names a group: `cards.spread_north` is every card
whose fields have the values `spread` and `north`, and its `count` is the number of all their copies.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.errors import UnknownName, Wrong, find_near
from generator.model.elements.squares import Places
from generator.model.kit import Kit
from generator.model.language.kinds import MOST_COUNT
from generator.model.pieces import PieceSet
from generator.model.values import dataclass
from generator.play.kit_parts import Group, Part, find_group, list_parts, name_groups

Leaf: TypeAlias = int | str | tuple[str, ...]
"""A value that can be changed: a number, a text, or a list of texts."""
EMPTY = "none"
"""An empty list, as it is typed."""
JOIN = "+"
"""Between the items of a list, as it is typed."""
_NUMBER = r"\d{1,9}"


@dataclass(frozen=True, slots=True)
class KitValue:
    """A value of a kit, found by its path."""

    path: str
    value: Leaf
    change: Callable[[Leaf], Kit]

    @property
    def text(self) -> str:
        """The value as it is typed."""
        return format_value(self.value)

    def parse(self, text: str) -> Leaf:
        """Read another value of the same type; raises Wrong."""
        if isinstance(self.value, tuple):
            return () if text == EMPTY else tuple(text.split(JOIN))
        if not isinstance(self.value, int) and not re.fullmatch(_NUMBER, self.value):
            return text
        if not re.fullmatch(_NUMBER, text):
            raise Wrong(f"`{text}` is not a whole number", f"it is `{self.text}` now")
        if isinstance(self.value, str):
            return text
        if int(text) > MOST_COUNT:
            raise Wrong(f"`{text}` is too large", f"at most {MOST_COUNT}")
        return int(text)


def format_value(value: Leaf) -> str:
    """Return a value as it is typed: `5`, `baker`, `d4+f6`, or `none`."""
    return JOIN.join(value) or EMPTY if isinstance(value, tuple) else str(value)


def find_value(kit: Kit, path: str) -> KitValue:
    """Return the value at a path; raises UnknownName with the nearest valid path."""
    steps = path.split(".")
    found = _find(kit, steps)
    if found is None:
        raise UnknownName(f"unknown path `{path}`{_suggest(kit, steps)}")
    return KitValue(path, *found)


def change_kit(kit: Kit, changes: Sequence[tuple[str, str]]) -> Kit:
    """Return a kit with other values at some paths; raises UnknownName or Wrong."""
    for path, text in changes:
        found = find_value(kit, path)
        kit = found.change(found.parse(text))
    return kit


def list_values(kit: Kit) -> Mapping[str, str]:
    """Return all values by their paths, without groups, as they are typed."""
    return {".".join(path): format_value(value) for path, value in _walk(kit, ())}


def _walk(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Leaf]]:
    if _is_leaf(value):
        yield path, value
        return
    for step, part in list_parts(value).items():
        yield from _walk(part.value, (*path, step))


def _is_leaf(value: Any) -> bool:
    if isinstance(value, tuple) and not isinstance(value, Places | Group):
        return all(isinstance(item, str) for item in value)
    return isinstance(value, int | str)


def _find(value: Any, steps: Sequence[str]) -> Part | None:
    """Return the value at the end of the steps, as a part of the whole; None if there is none."""
    if not steps:
        return Part(value, lambda new: new) if _is_leaf(value) else None
    for part in _list_next(value, steps[0]):
        found = _find(part.value, steps[1:])
        if found is not None:
            return found.within(part.put)
    return None


def _list_next(value: Any, step: str) -> Iterator[Part]:
    """Yield the part that a step names, or the only one if a step before it is left out."""
    parts = list_parts(value)
    if step in parts:
        yield parts[step]
        return
    if isinstance(value, PieceSet) and (group := find_group(value, step)):
        yield Part(group, lambda new: new)
        return
    below = [
        inner.within(outer.put)
        for outer in parts.values()
        if not _is_leaf(outer.value)
        for name, inner in list_parts(outer.value).items()
        if name == step
    ]
    if len(below) == 1:
        yield below[0]


def _suggest(kit: Kit, steps: Sequence[str]) -> str:
    """Return a hint with the nearest valid path; empty if there is none."""
    value: Any = kit
    for place, step in enumerate(steps):
        parts = [*_list_next(value, step)]
        if not parts:
            known = [*list_parts(value), *(name_groups(value) if isinstance(value, PieceSet) else ())]
            for near in find_near(step, known, most=5, likeness=0.5):
                guess = [*steps[:place], near, *steps[place + 1 :]]
                if _find(kit, guess):
                    return f"; did you mean `{'.'.join(guess)}`?"
            break
        value = parts[0].value
    near_paths = find_near(".".join(steps), list_values(kit), most=1, likeness=0.4)
    return f"; the nearest is `{near_paths[0]}`" if near_paths else ""
