"""Paths of values in a kit, such as `cards.north_bus.count`, and kits with another value at a path.

A path begins with the id of a part. Then follow ids of pieces, areas, sections, places, and fields, or
numbers of items in a list, from 1. A step may be left out if the path is clear without it: `board.patient`
is `board.people.patient`. A word that is no id of a piece names a group: `cards.spread_north` is every card
whose fields have the values `spread` and `north`, and its `count` is the number of all their copies.

Parts of the values of a kit, and the kit with another value in their place.

Each part is found by a step of a path: the id of a piece, an area, or a place, the name of a field, or the
number of an item.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from generator.errors import UnknownName, Wrong, find_near
from generator.model.elements.areas import GridArea, Track, TrackArea, TrackField
from generator.model.elements.maps import MapArea
from generator.model.elements.squares import Place, Places, SquareCell
from generator.model.elements.template import GridBlock
from generator.model.kit import Board, Kit, Section, Sheet
from generator.model.language.kinds import MOST_COUNT
from generator.model.pieces import Piece, PieceSet
from generator.model.values import dataclass, replace

_FIRST_CHARACTER = 0xE000
"""First of the private characters with which squares are drawn again."""
_NO_SQUARES = "|. \n"


class _InnerValue(NamedTuple):
    """A value inside another one, and the other one with another value in its place."""

    value: Any
    put: Callable[[Any], Any]

    def within(self, put: Callable[[Any], Any]) -> "_InnerValue":
        """Return the part inside what is one step further out."""
        return _InnerValue(self.value, lambda new: put(self.put(new)))


class _ValueGroup(NamedTuple):
    """Several pieces of a deck that are counted together."""

    pieces: tuple[Piece, ...]
    put: Callable[[Mapping[str, int]], PieceSet]


def list_parts(value: Any) -> Mapping[str, _InnerValue]:
    """Return what is inside a value, by the step that leads there."""
    match value:
        case Kit():
            return _open_items(value.parts, lambda new: replace(value, parts=new), lambda one: one.id)
        case PieceSet():
            pieces = ((piece.id, piece) for piece in reversed([*value.pieces]))
            return _open(pieces, lambda id, new: _put_piece(value, id, new))
        case Piece():
            fields = {name: field for name, field in value.fields.items() if name not in ("id", "count")}
            inside = _open_mapping(fields, lambda new: replace(value, fields={**value.fields, **new}))
            return {"count": _InnerValue(value.count, lambda new: replace(value, count=new)), **inside}
        case _ValueGroup():
            count = sum(piece.count for piece in value.pieces)
            return {"count": _InnerValue(count, lambda new: value.put(_distribute(value.pieces, new)))}
        case Board():
            draw = _open_items(
                value.draw, lambda new: replace(value, draw=new), lambda one: getattr(one, "id", "")
            )
            return {
                id: part
                for id, part in draw.items()
                if isinstance(part.value, GridArea | MapArea | TrackArea)
            }
        case Sheet():
            return _open_mapping(value.sections, lambda new: replace(value, sections=new))
        case Section():
            return _open_section(value)
        case _:
            return _open_small(value)


def _open_small(value: Any) -> Mapping[str, _InnerValue]:
    match value:
        case GridArea() | MapArea():
            return _open_places(value.places, lambda new: replace(value, places=new))
        case GridBlock():
            bonuses = _open_mapping(value.bonuses, lambda new: replace(value, bonuses=new))
            named = {f"row_{row}": part for row, part in bonuses.items()}
            return {**named, **_open_places(value.grid, lambda new: _draw_squares(value, new))}
        case Track():
            return _open_track(value)
        case TrackField():
            return _open_attributes(value, "label", "marks", "bonus", "cost")
        case Place():
            fields = {name: one for name, one in (value.fields or {}).items() if name not in ("id", "kind")}
            inside = _open_mapping(fields, lambda new: replace(value, fields={**(value.fields or {}), **new}))
            return {**inside, **_open_attributes(value, "kind", "marks", "neighbours")}
        case Mapping():
            return _open_mapping(value, lambda new: new)
        case tuple():
            return _open_items(value, lambda new: new, _name_item)
        case _:
            return {}


def _open(values: Iterable[tuple[str, Any]], put: Callable[[str, Any], Any]) -> dict[str, _InnerValue]:
    """Return values by their steps; `put` gets a step and the value that is put there."""
    return {step: _InnerValue(value, partial(put, step)) for step, value in values}


def _open_attributes(value: Any, *names: str) -> dict[str, _InnerValue]:
    found = ((name, getattr(value, name)) for name in names)
    return _open(found, lambda name, new: replace(value, **{name: new}))


def _open_mapping(
    values: Mapping[str, Any], put: Callable[[Mapping[str, Any]], Any]
) -> dict[str, _InnerValue]:
    return _open(values.items(), lambda name, new: put({**values, name: new}))


def _open_items(
    items: Sequence[Any], put: Callable[[tuple[Any, ...]], Any], name: Callable[[Any], str]
) -> dict[str, _InnerValue]:
    """Return the items of a list by their names, or else by their numbers, from 1."""
    places = {name(one) or str(place + 1): place for place, one in reversed([*enumerate(items)])}

    def put_item(step: str, new: Any) -> Any:
        place = places[step]
        return put((*items[:place], new, *items[place + 1 :]))

    return _open(((step, items[place]) for step, place in places.items()), put_item)


def _name_item(item: Any) -> str:
    id = item.get("id") if isinstance(item, Mapping) else None
    return id if isinstance(id, str) else ""


def _open_section(section: Section) -> Mapping[str, _InnerValue]:
    content = section.content
    place = section.draw.index(content)

    def put(new: Any) -> Section:
        return replace(section, draw=(*section.draw[:place], new, *section.draw[place + 1 :]))

    return {step: part.within(put) for step, part in list_parts(content).items()}


def _open_places(places: Places, put: Callable[[Places], Any]) -> dict[str, _InnerValue]:
    """Return places by id, and the ids of the places with each mark."""
    marks = dict.fromkeys(mark for place in places for mark in place.marks)
    marked = ((mark, tuple(place.id for place in places.marked(mark))) for mark in marks)
    named = ((place.id, place) for place in places)
    return {
        **_open(named, lambda id, new: put(_put_place(places, id, new))),
        **_open(marked, lambda mark, new: put(_mark(places, mark, new))),
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
        others = tuple(one for one in place.marks if one != mark)
        return (
            place.marks if mark in place.marks and place.id in ids else (*others, *[mark] * (place.id in ids))
        )

    return Places(replace(place, marks=list_marks(place)) for place in places)


def _put_place(places: Places, id: str, new: Place) -> Places:
    """Return the places with another one; links are changed at both ends."""
    before, after = {*places.by_id[id].neighbours}, {*new.neighbours}
    _check_places(places, new.neighbours)

    def link(place: Place) -> Place:
        if place.id == id:
            return new
        if place.id in before - after:
            return replace(place, neighbours=tuple(one for one in place.neighbours if one != id))
        return replace(place, neighbours=(*place.neighbours, id)) if place.id in after - before else place

    return Places(map(link, places))


def _open_track(track: Track) -> dict[str, _InnerValue]:
    fields = tuple(track.fields)
    labels = tuple(field.label for field in fields)
    parts = {
        "count": _InnerValue(len(fields), lambda new: _label(track, _stretch(labels, new))),
        "labels": _InnerValue(labels, lambda new: _label(track, new)),
    }
    if track.written:
        parts |= _open_items(track.written, lambda new: replace(track, written=new), lambda one: "")
    return parts


def _draw_squares(block: GridBlock, places: Places) -> GridBlock:
    """Return a block with other marks on its squares: its drawing is drawn again with a legend of its own."""
    kinds = [(place.kind, place.marks) for place in places]
    known = {kind: chr(_FIRST_CHARACTER + number) for number, kind in enumerate(dict.fromkeys(kinds))}
    following = iter(kinds)
    drawn = (one if one in _NO_SQUARES else known[next(following)] for one in block.squares)
    legend = {character: SquareCell(kind, marks) for (kind, marks), character in known.items()}
    return replace(block, squares="".join(drawn), legend=legend)


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
    return replace(
        track, written=tuple(replace(one, label=label) for one, label in zip(known, labels, strict=False))
    )


def _put_piece(part: PieceSet, id: str, new: Piece) -> PieceSet:
    return _replace_pieces(part, lambda piece: new if piece.id == id else piece)


def _replace_pieces(part: PieceSet, change: Callable[[Piece], Piece]) -> PieceSet:
    decks = (replace(deck, pieces=tuple(map(change, deck.pieces))) for deck in part.decks)
    return replace(part, decks=tuple(decks))


def find_group(part: PieceSet, name: str) -> _ValueGroup | None:
    pieces = tuple(piece for piece in part.pieces if _is_made_of(name, _list_words(piece)))
    if not pieces:
        return None
    ids = {piece.id for piece in pieces}

    def put(counts: Mapping[str, int]) -> PieceSet:
        return _replace_pieces(
            part, lambda piece: replace(piece, count=counts[piece.id]) if piece.id in ids else piece
        )

    return _ValueGroup(pieces, put)


def _list_words(piece: Piece) -> list[str]:
    fields = (value for name, value in piece.fields.items() if name != "id")
    return [value for value in fields if isinstance(value, str) and re.fullmatch(r"[a-z0-9_]+", value)]


def _is_made_of(name: str, words: Sequence[str]) -> bool:
    """Return True if a name consists of some of the words, with `_` between them."""
    return name in words or any(
        name.startswith(f"{word}_")
        and _is_made_of(name[len(word) + 1 :], [one for one in words if one != word])
        for word in words
    )


def name_groups(part: PieceSet) -> Iterator[str]:
    """Yield names of groups for suggestions: values, and pairs of them."""
    for piece in part.pieces:
        words = _list_words(piece)
        yield from words
        yield from (f"{one}_{other}" for one in words for other in words if one != other)


def _distribute(pieces: Sequence[Piece], count: int) -> Mapping[str, int]:
    """Return the copies of each piece: in the same proportions as before, as even as possible."""
    shares = [piece.count for piece in pieces]
    shares = shares if any(shares) else [1] * len(pieces)
    ends = [sum(shares[: place + 1]) * count // sum(shares) for place in range(len(shares))]
    starts = [0, *ends[:-1]]
    return {piece.id: end - start for piece, start, end in zip(pieces, starts, ends, strict=True)}


_LeafValue: TypeAlias = int | str | tuple[str, ...]
"""A value that can be changed: a number, a text, or a list of texts."""
_EMPTY = "none"
"""An empty list, as it is typed."""
JOIN = "+"
"""Between the items of a list, as it is typed."""
_NUMBER = r"\d{1,9}"


@dataclass(frozen=True, slots=True)
class KitValue:
    """A value of a kit, found by its path."""

    path: str
    value: _LeafValue
    change: Callable[[_LeafValue], Kit]

    @property
    def text(self) -> str:
        """The value as it is typed."""
        return format_typed_value(self.value)

    def parse(self, text: str) -> _LeafValue:
        """Read another value of the same type; raises Wrong."""
        if isinstance(self.value, tuple):
            return () if text == _EMPTY else tuple(text.split(JOIN))
        if not isinstance(self.value, int) and not re.fullmatch(_NUMBER, self.value):
            return text
        if not re.fullmatch(_NUMBER, text):
            raise Wrong(f"`{text}` is not a whole number", f"it is `{self.text}` now")
        if isinstance(self.value, str):
            return text
        if int(text) > MOST_COUNT:
            raise Wrong(f"`{text}` is too large", f"at most {MOST_COUNT}")
        return int(text)


def format_typed_value(value: _LeafValue) -> str:
    """Return a value as it is typed: `5`, `baker`, `d4+f6`, or `none`."""
    return JOIN.join(value) or _EMPTY if isinstance(value, tuple) else str(value)


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
    return {".".join(path): format_typed_value(value) for path, value in _walk(kit, ())}


def _walk(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], _LeafValue]]:
    if _is_leaf(value):
        yield path, value
        return
    for step, part in list_parts(value).items():
        yield from _walk(part.value, (*path, step))


def _is_leaf(value: Any) -> bool:
    if isinstance(value, tuple) and not isinstance(value, Places | _ValueGroup):
        return all(isinstance(item, str) for item in value)
    return isinstance(value, int | str)


def _find(value: Any, steps: Sequence[str]) -> _InnerValue | None:
    """Return the value at the end of the steps, as a part of the whole; None if there is none."""
    if not steps:
        return _InnerValue(value, lambda new: new) if _is_leaf(value) else None
    for part in _list_next(value, steps[0]):
        found = _find(part.value, steps[1:])
        if found is not None:
            return found.within(part.put)
    return None


def _list_next(value: Any, step: str) -> Iterator[_InnerValue]:
    """Yield the part that a step names, or the only one if a step before it is left out."""
    parts = list_parts(value)
    if step in parts:
        yield parts[step]
        return
    if isinstance(value, PieceSet) and (group := find_group(value, step)):
        yield _InnerValue(group, lambda new: new)
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
