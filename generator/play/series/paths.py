"""Paths of values in a kit, such as `cards.north_bus.count`, and kits with another value at a path.

A path begins with the id of a part. Then follow ids of pieces, areas, sections, places, and fields, or
numbers of items in a list, from 1. A step may be left out if the path is clear without it: `board.patient`
is `board.people.patient`. A word that is no id of a piece names a group: `cards.spread_north` is every card
whose fields have the values `spread` and `north`, and its `count` is the number of all their copies.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from generator.errors import UnknownName, Wrong, find_near
from generator.model.elements.areas import GridArea, MapArea, Track, TrackArea, TrackField
from generator.model.elements.squares import Place, Places, SquareCell
from generator.model.elements.template import GridBlock
from generator.model.kit import Board, Deck, Kit, Piece, PieceSet, Section, Sheet
from generator.model.language.kinds import MOST_COUNT
from generator.model.values import dataclass, replace
from generator.rules.states import change

_LeafValue: TypeAlias = int | str | tuple[str, ...]
"""A value that can be changed: a number, a text, or a list of texts."""


@dataclass(frozen=True, slots=True)
class KitValue:
    """A value of a kit, found by its path."""

    path: str
    value: _LeafValue
    change: Callable[[_LeafValue], Kit]
    """Returns the kit with another value."""

    @property
    def text(self) -> str:
        """The value as it is typed."""
        return _format(self.value)

    def parse(self, text: str) -> _LeafValue:
        """Read another value of the same type; raises Wrong."""
        if isinstance(self.value, tuple):
            return () if text == _EMPTY else tuple(text.split(_JOIN))
        if not isinstance(self.value, int) and not re.fullmatch(_NUMBER, self.value):
            return text
        if not re.fullmatch(_NUMBER, text):
            raise Wrong(f"`{text}` is not a whole number", f"it is `{self.text}` now")
        if isinstance(self.value, str):
            return text
        if int(text) > MOST_COUNT:
            raise Wrong(f"`{text}` is too large", f"at most {MOST_COUNT}")
        return int(text)


def find_value(kit: Kit, path: str) -> KitValue:
    """Return the value at a path; raises UnknownName with the nearest valid path."""
    steps = path.split(".")
    inner = _get_inner(kit, steps)
    if inner is None:
        near, hint = _suggest(kit, steps)
        error = UnknownName(f"unknown path `{path}`{hint}")
        raise error.saying("command.near_path" if near else "command.unknown_path", text=path, near=near)
    return KitValue(path, *inner)


def change_kit(kit: Kit, changes: Sequence[tuple[str, str]]) -> Kit:
    """Return a kit with other values at some paths; raises UnknownName or Wrong."""
    for path, text in changes:
        value = find_value(kit, path)
        kit = value.change(value.parse(text))
    return kit


def list_values(kit: Kit) -> Mapping[str, str]:
    """Return all values by their paths, without groups, as they are typed."""
    return {".".join(path): _format(value) for path, value in _walk(kit, ())}


_EMPTY = "none"
"""An empty list, as it is typed."""
_JOIN = "+"
"""Between the items of a list, as it is typed."""
_NUMBER = r"\d{1,9}"


def _format(value: _LeafValue) -> str:
    """Return a value as it is typed: `5`, `baker`, `d4+f6`, or `none`."""
    return _JOIN.join(value) or _EMPTY if isinstance(value, tuple) else str(value)


class _InnerValue(NamedTuple):
    """A value inside an outer one."""

    value: Any
    put: Callable[[Any], Any]
    """Returns the outer value with another inner one."""

    def within(self, put: Callable[[Any], Any]) -> "_InnerValue":
        """Return the value inside what is one step further out."""
        return _InnerValue(self.value, lambda new: put(self.put(new)))


class _ValueGroup(NamedTuple):
    """Several pieces of a deck that are counted together."""

    pieces: tuple[Piece, ...]
    put: Callable[[Mapping[str, int]], PieceSet]
    """Returns the deck with other numbers of copies by id."""


def _walk(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], _LeafValue]]:
    """Yield the paths of all values inside another one, with these values."""
    if _is_leaf(value):
        yield path, value
        return
    for step, inner in _list_inner(value).items():
        yield from _walk(inner.value, (*path, step))


def _is_leaf(value: Any) -> bool:
    if isinstance(value, tuple) and not isinstance(value, Places | _ValueGroup):
        return all(isinstance(item, str) for item in value)
    return isinstance(value, int | str)


def _get_inner(value: Any, steps: Sequence[str]) -> _InnerValue | None:
    """Return the value at the end of the steps, as an inner value of the first one; None if there is none."""
    if not steps:
        return _InnerValue(value, lambda new: new) if _is_leaf(value) else None
    for outer in _list_next(value, steps[0]):
        inner = _get_inner(outer.value, steps[1:])
        if inner is not None:
            return inner.within(outer.put)
    return None


def _list_next(value: Any, step: str) -> Iterator[_InnerValue]:
    """Yield the value that a step names, or the only one if a step before it is left out."""
    inside = _list_inner(value)
    if step in inside:
        yield inside[step]
        return
    if isinstance(value, PieceSet) and (group := _get_group(value, step)):
        yield _InnerValue(group, lambda new: new)
        return
    below = [
        inner.within(outer.put)
        for outer in inside.values()
        if not _is_leaf(outer.value)
        for name, inner in _list_inner(outer.value).items()
        if name == step
    ]
    if len(below) == 1:
        yield below[0]


def _suggest(kit: Kit, steps: Sequence[str]) -> tuple[str, str]:
    """Return the nearest valid path, and a hint with it; empty if there is none."""
    value: Any = kit
    for index, step in enumerate(steps):
        following = next(_list_next(value, step), None)
        if following is None:
            known = [*_list_inner(value), *(_list_group_names(value) if isinstance(value, PieceSet) else ())]
            for near in find_near(step, known, most=5, likeness=0.5):
                guess = [*steps[:index], near, *steps[index + 1 :]]
                if _get_inner(kit, guess):
                    return ".".join(guess), f"; did you mean `{'.'.join(guess)}`?"
            break
        value = following.value
    near_paths = find_near(".".join(steps), list_values(kit), most=1, likeness=0.4)
    return (near_paths[0], f"; the nearest is `{near_paths[0]}`") if near_paths else ("", "")


def _list_inner(value: Any) -> Mapping[str, _InnerValue]:
    """Return the values inside another one, by the step that leads there."""
    match value:
        case Kit():
            return _index_items(value.parts, lambda new: replace(value, parts=new), lambda part: part.id)
        case PieceSet():
            pieces = ((piece.id, piece) for piece in reversed([*value.pieces]))
            return _index(pieces, lambda id, new: _replace_pieces(value, {id}, lambda piece: new))
        case Piece():
            fields = {name: field for name, field in value.fields.items() if name not in ("id", "count")}
            inside = _index_mapping(fields, lambda new: replace(value, fields={**value.fields, **new}))
            return {"count": _InnerValue(value.count, lambda new: replace(value, count=new)), **inside}
        case _ValueGroup():
            count = sum(piece.count for piece in value.pieces)
            return {"count": _InnerValue(count, lambda new: value.put(_distribute(value.pieces, new)))}
        case Board():
            drawn = _index_items(value.draw, lambda new: replace(value, draw=new), _name_area)
            return {id: inner for id, inner in drawn.items() if _name_area(inner.value)}
        case Sheet():
            return _index_mapping(value.sections, lambda new: replace(value, sections=new))
        case Section():
            index, content = value.draw.index(value.content), _list_inner(value.content)
            return {
                step: inner.within(lambda new: replace(value, draw=change(value.draw, index, new)))
                for step, inner in content.items()
            }
        case _:
            return _index_small(value)


def _index_small(value: Any) -> Mapping[str, _InnerValue]:
    """Return the values inside an area, a grid, a track, a place, or a list."""
    match value:
        case GridArea() | MapArea():
            return _index_places(value.places, lambda new: replace(value, places=new))
        case GridBlock():
            bonuses = _index_mapping(value.bonuses, lambda new: replace(value, bonuses=new))
            named = {f"row_{row}": bonus for row, bonus in bonuses.items()}
            return {**named, **_index_places(value.grid, lambda new: _draw_squares(value, new))}
        case Track():
            return _index_track(value)
        case TrackField():
            return _index_attributes(value, "label", "marks", "bonus", "cost")
        case Place():
            known = value.fields or {}
            fields = {name: field for name, field in known.items() if name not in ("id", "kind")}
            inside = _index_mapping(fields, lambda new: replace(value, fields={**known, **new}))
            return {**inside, **_index_attributes(value, "kind", "marks", "neighbours")}
        case Mapping():
            return _index_mapping(value, lambda new: new)
        case tuple():
            return _index_items(value, lambda new: new, _name_item)
        case _:
            return {}


def _index(values: Iterable[tuple[str, Any]], put: Callable[[str, Any], Any]) -> dict[str, _InnerValue]:
    """Return values by their steps; `put` gets a step and the value that is put there."""
    return {step: _InnerValue(value, partial(put, step)) for step, value in values}


def _index_attributes(value: Any, *names: str) -> dict[str, _InnerValue]:
    attributes = ((name, getattr(value, name)) for name in names)
    return _index(attributes, lambda name, new: replace(value, **{name: new}))


def _index_mapping(
    values: Mapping[str, Any], put: Callable[[Mapping[str, Any]], Any]
) -> dict[str, _InnerValue]:
    return _index(values.items(), lambda name, new: put({**values, name: new}))


def _index_items(
    items: Sequence[Any], put: Callable[[tuple[Any, ...]], Any], name: Callable[[Any], str]
) -> dict[str, _InnerValue]:
    """Return the items of a list by their names, or else by their numbers, from 1."""
    # The first of several items with the same name counts.
    indexes = {name(item) or str(index + 1): index for index, item in reversed([*enumerate(items)])}

    def put_item(step: str, new: Any) -> Any:
        return put(change(tuple(items), indexes[step], new))

    return _index(((step, items[index]) for step, index in indexes.items()), put_item)


def _name_area(element: Any) -> str:
    """Return the id of an area with places or fields; empty for other elements."""
    return element.id if isinstance(element, GridArea | MapArea | TrackArea) else ""


def _name_item(item: Any) -> str:
    """Return the id of an item of a list; empty if it has none."""
    id = item.get("id") if isinstance(item, Mapping) else None
    return id if isinstance(id, str) else ""


def _index_places(places: Places, put: Callable[[Places], Any]) -> dict[str, _InnerValue]:
    """Return places by id, and the ids of the places with each mark."""
    marks = dict.fromkeys(mark for place in places for mark in place.marks)
    marked = ((mark, tuple(place.id for place in places.marked(mark))) for mark in marks)
    named = ((place.id, place) for place in places)
    return {
        **_index(named, lambda id, new: put(_put_place(places, id, new))),
        **_index(marked, lambda mark, new: put(_mark(places, mark, new))),
    }


def _check_places(places: Places, ids: Sequence[str]) -> None:
    for id in ids:
        if id not in places.by_id:
            near = find_near(id, places.by_id)
            hint = f"did you mean `{near[0]}`?" if near else f"such as `{places[0].id}`"
            raise Wrong(f"there is no place `{id}`", hint)


def _mark(places: Places, mark: str, ids: Sequence[str]) -> Places:
    """Return the places with a mark on these alone; other marks stay."""
    _check_places(places, ids)

    def list_marks(place: Place) -> tuple[str, ...]:
        if place.id not in ids:
            return tuple(other for other in place.marks if other != mark)
        return place.marks if mark in place.marks else (*place.marks, mark)

    return Places(replace(place, marks=list_marks(place)) for place in places)


def _put_place(places: Places, id: str, new: Place) -> Places:
    """Return the places with another one; links are changed at both ends."""
    before, after = {*places.by_id[id].neighbours}, {*new.neighbours}
    _check_places(places, new.neighbours)

    def link(place: Place) -> Place:
        if place.id == id:
            return new
        if place.id in before - after:
            return replace(place, neighbours=tuple(other for other in place.neighbours if other != id))
        return replace(place, neighbours=(*place.neighbours, id)) if place.id in after - before else place

    return Places(map(link, places))


def _index_track(track: Track) -> dict[str, _InnerValue]:
    fields = tuple(track.fields)
    labels = tuple(field.label for field in fields)
    inside = {
        "count": _InnerValue(len(fields), lambda new: _label(track, _stretch(labels, new))),
        "labels": _InnerValue(labels, lambda new: _label(track, new)),
    }
    if track.written:
        inside |= _index_items(track.written, lambda new: replace(track, written=new), lambda field: "")
    return inside


def _stretch(labels: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the labels of more or fewer fields: numbers go on, other labels are repeated."""
    if not count:
        raise Wrong("a track needs at least one field", "use 1 or more")
    last = labels[-1]
    is_counted = len(labels) > 1 and last.isdecimal() and labels[-2] == str(int(last) - 1)
    more = (str(int(last) + step) if is_counted else last for step in range(1, count - len(labels) + 1))
    return (*labels[:count], *more)


def _label(track: Track, labels: Sequence[str]) -> Track:
    """Return a track with a field for each label; fields beyond the last one are like it, without marks."""
    if not labels:
        raise Wrong("a track needs at least one field", "use 1 or more")
    if not track.written:
        return replace(track, run_labels=tuple(labels), count=0)
    last = replace(track.written[-1], marks=(), bonus="")
    known = (*track.written, *[last] * max(0, len(labels) - len(track.written)))
    pairs = zip(known, labels, strict=False)
    return replace(track, written=tuple(replace(field, label=label) for field, label in pairs))


_FIRST_CHARACTER = 0xE000
"""First of the private characters that squares get in place of theirs."""
_NO_SQUARES = "|. \n"
"""Characters of a drawing that are no squares."""


def _draw_squares(block: GridBlock, places: Places) -> GridBlock:
    """Return a block with other marks on its squares: its characters are replaced, with their own legend."""
    kinds = [(place.kind, place.marks) for place in places]
    known = {kind: chr(_FIRST_CHARACTER + number) for number, kind in enumerate(dict.fromkeys(kinds))}
    following = iter(kinds)
    drawn = (each if each in _NO_SQUARES else known[next(following)] for each in block.squares)
    legend = {character: SquareCell(kind, marks) for (kind, marks), character in known.items()}
    return replace(block, squares="".join(drawn), legend=legend)


def _replace_pieces(part: PieceSet, ids: Set[str], convert: Callable[[Piece], Piece]) -> PieceSet:
    def replace_in(deck: Deck) -> Deck:
        return replace(deck, pieces=tuple(convert(each) if each.id in ids else each for each in deck.pieces))

    return replace(part, decks=tuple(map(replace_in, part.decks)))


def _get_group(part: PieceSet, name: str) -> _ValueGroup | None:
    """Return the pieces whose fields have the values in a name; None if there are none."""
    pieces = tuple(piece for piece in part.pieces if _is_made_of(name, _list_words(piece)))

    def put(counts: Mapping[str, int]) -> PieceSet:
        return _replace_pieces(part, {*counts}, lambda piece: replace(piece, count=counts[piece.id]))

    return _ValueGroup(pieces, put) if pieces else None


def _list_words(piece: Piece) -> list[str]:
    fields = (value for name, value in piece.fields.items() if name != "id")
    return [value for value in fields if isinstance(value, str) and re.fullmatch(r"[a-z0-9_]+", value)]


def _is_made_of(name: str, words: Sequence[str]) -> bool:
    """Return True if a name consists of some of the words, with `_` between them."""
    return name in words or any(
        name.startswith(f"{word}_")
        and _is_made_of(name[len(word) + 1 :], [other for other in words if other != word])
        for word in words
    )


def _list_group_names(part: PieceSet) -> Iterator[str]:
    """Yield names of groups for suggestions: values, and pairs of them."""
    for piece in part.pieces:
        words = _list_words(piece)
        yield from words
        yield from (f"{first}_{second}" for first in words for second in words if first != second)


def _distribute(pieces: Sequence[Piece], count: int) -> Mapping[str, int]:
    """Return the copies of each piece: in the same proportions as before, as even as possible."""
    shares = [piece.count for piece in pieces]
    shares = shares if any(shares) else [1] * len(pieces)
    ends = [part * count // sum(shares) for part in accumulate(shares)]
    return {piece.id: end - start for piece, start, end in zip(pieces, (0, *ends), ends, strict=False)}
