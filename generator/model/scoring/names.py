"""Types of the names that expressions of score.yaml may use, for each kind of item."""

from collections.abc import Mapping, Sequence

from generator.errors import Wrong, list_briefly
from generator.model.language.value_types import (
    ANY_TYPE,
    LIST_TYPE,
    NUMBER_TYPE,
    TEXT_TYPE,
    ValueType,
    make_row,
)
from generator.model.scoring.keys import GroupKind, ScoreEntry
from generator.model.scoring.places import ScoredSection

ONE_PLACE: tuple[GroupKind, ...] = ("squares", "fields")
"""Items that are one place."""
TWO_PLACES: tuple[GroupKind, ...] = ("next", "following", "beside", "above")
"""Items that are two places."""
PRINTED_GROUPS: tuple[GroupKind, ...] = ("rows", "columns", "diagonals", "regions")
"""Items that are printed groups of places."""
_GRIDS_ONLY: tuple[GroupKind, ...] = ("above", "columns", "diagonals", "regions")

Types = Mapping[str, ValueType]
_PRINTED: Mapping[str, Types] = {
    "grid": {"column": NUMBER_TYPE, "row": NUMBER_TYPE, "marks": LIST_TYPE, "kind": TEXT_TYPE},
    "track": {
        "place": NUMBER_TYPE,
        "label": ANY_TYPE,
        "marks": LIST_TYPE,
        "bonus": TEXT_TYPE,
        "cost": NUMBER_TYPE,
    },
    "lines": {"place": NUMBER_TYPE},
}
_OF_NUMBERS = ("total", "least", "most")
_OF_GROUPS: Types = {
    "values": LIST_TYPE,
    "filled": NUMBER_TYPE,
    "size": NUMBER_TYPE,
    "full": NUMBER_TYPE,
    "same": NUMBER_TYPE,
    "pieces": NUMBER_TYPE,
    "gaps": NUMBER_TYPE,
}
RESERVED = frozenset(
    {"value", "filled", "circled", "id", "section", "other", "around", "labels", "first", "last", "player"}
    | {*_OF_NUMBERS, *_OF_GROUPS, *(name for names in _PRINTED.values() for name in names)}
)
"""Names of items, which neither sections nor numbers can have."""


def list_item_types(entry: ScoreEntry, sections: Sequence[ScoredSection]) -> Types:
    """Return the names that an entry may use for its items in some sections, at least one."""
    each = entry.each
    place = _join([_list_place_types(section) for section in sections])
    if each in ONE_PLACE:
        return place
    if each in TWO_PLACES:
        return {**place, "other": make_row(place)}
    if each == "together":
        rows = {section.id: make_row(_list_place_types(section)) for section in sections}
        return {
            **{name: kind for name, kind in place.items() if name not in ("value", "filled", "around")},
            **rows,
        }
    group = dict(_join([list_group_types(section) for section in sections]))
    if each in ("rows", "columns", "diagonals"):
        group["place"] = NUMBER_TYPE
    if each in ("patches", "stages"):
        group["value"] = _find_value_type(sections)
    if each == "regions":
        group["kind"] = TEXT_TYPE
    return {**group, "section": TEXT_TYPE}


def list_group_types(section: ScoredSection) -> Types:
    """Return the names of several places of a section."""
    place = make_row(_list_place_types(section))
    numbers = dict.fromkeys(_OF_NUMBERS if section.takes.has_numbers else (), NUMBER_TYPE)
    labels = {"labels": LIST_TYPE} if section.kind == "track" else {}
    circled = {"circled": NUMBER_TYPE} if section.takes.may_be_circled else {}
    return {**_OF_GROUPS, **numbers, **labels, **circled, "first": place, "last": place}


def _list_place_types(section: ScoredSection) -> Types:
    printed = dict(_PRINTED[section.kind])
    if section.kind == "track" and section.has_numeric_labels:
        printed["label"] = NUMBER_TYPE
    circled = {"circled": NUMBER_TYPE} if section.takes.may_be_circled else {}
    value = _find_value_type([section])
    return {
        "value": value,
        "filled": NUMBER_TYPE,
        "around": LIST_TYPE,
        "id": TEXT_TYPE,
        "section": TEXT_TYPE,
        **printed,
        **circled,
    }


def _find_value_type(sections: Sequence[ScoredSection]) -> ValueType:
    has_numbers = any(section.takes.has_numbers for section in sections)
    has_texts = any(section.takes.has_texts for section in sections)
    return NUMBER_TYPE | TEXT_TYPE if has_numbers and has_texts else NUMBER_TYPE if has_numbers else TEXT_TYPE


def _join(types: Sequence[Types]) -> Types:
    """Return the names that all sections have in common."""
    first, *others = types
    names = [name for name in first if all(name in other for other in others)]
    joined = dict(first)
    for other in others:
        joined |= {name: joined[name] | other[name] for name in names}
    return {name: joined[name] for name in names}


def check_group(entry: ScoreEntry, sections: Sequence[ScoredSection]) -> None:
    """Raise Wrong if a section lacks items of the kind that an entry asks for."""
    each = entry.each
    for section in sections:
        if each in _GRIDS_ONLY and section.kind != "grid":
            hint = "there, write `next`, `runs`, or `fields`"
            raise Wrong(f"`{section.id}` is not a grid, so it has no {each}", hint)
        if each == "fields" and section.kind == "grid":
            raise Wrong(f"`{section.id}` has squares, not fields", "write `each: squares`")
        if each == "diagonals" and section.has_shifted_rows:
            raise Wrong(f"the rows of `{section.id}` are shifted, so it has no diagonals")
        if each == "regions" and not any(place.kind for place in section.places):
            hint = "give its squares a `kind` in the legend of the grid"
            raise Wrong(f"`{section.id}` has no regions: no square has a `kind`", hint)
        if entry.mark and not section.select(entry.mark):
            marks = sorted({mark for place in section.places for mark in (*place.marks, place.kind) if mark})
            hint = f"printed there: {list_briefly(marks)}" if marks else "its places have no marks and kinds"
            raise Wrong(f"no place of `{section.id}` has the mark or the kind `{entry.mark}`", hint)
    if each == "together":
        _check_together(sections)


def _check_together(sections: Sequence[ScoredSection]) -> None:
    if len(sections) < 2:
        raise Wrong("`together` needs several sections", "write `in: [bid, won]`")
    first, *others = sections
    for other in others:
        if [place.id for place in other.places] != [place.id for place in first.places]:
            message = f"`{other.id}` does not have the same places as `{first.id}`"
            raise Wrong(message, "use sections with the same squares, or the same number of fields")
