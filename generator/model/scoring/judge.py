"""Scores filled-in sheets by score.yaml, which contains only expressions and no code.

Each entry is evaluated for its items: marks on the sheet, with values by names that have types.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias, cast

from generator.errors import Wrong, list_briefly
from generator.model.elements.boxes import Condition
from generator.model.language.expressions import Expression, Field
from generator.model.language.field_values import FieldValue, format_field_value, number_or_none, to_truth
from generator.model.language.value_types import (
    ANY_TYPE,
    LIST_TYPE,
    NUMBER_TYPE,
    TEXT_TYPE,
    ValueType,
    make_row,
)
from generator.model.played import Spot
from generator.model.scoring.keys import (
    GroupKind,
    Indices,
    NumberEntry,
    PointsEntry,
    ScoredSection,
    ScoreEntry,
    ScoreKeys,
)
from generator.model.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that a sheet breaks."""

    entry: int
    """Index of the entry of `must`; -1: a number is out of the range of its section."""
    spots: tuple[Spot, ...]
    """The places that it concerns; the one to which it belongs comes first."""
    values: Mapping[str, str | int]
    """Values of placeholders."""
    named: Mapping[str, Spot]
    """Placeholders that are names of places."""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """Points of an entry in a round."""

    entry: int
    points: int
    round: int = 1


@dataclass(frozen=True)
class SheetResult:
    """The numbers, violations, and points of one player."""

    numbers: Mapping[str, FieldValue]
    broken: tuple[Broken, ...]
    counted: tuple[Counted, ...]


class EntryError(Exception):
    """A calculation of an entry that fails for a sheet."""

    def __init__(self, path: tuple[str | int, ...], wrong: Wrong, spots: Sequence[Spot]) -> None:
        super().__init__(str(wrong))
        self.path, self.wrong = path, wrong
        self.place = " ".join(filter(None, spots[0])) if spots else ""
        """The section, and the place in it; empty: the sheet."""


@dataclass(frozen=True, slots=True)
class WrittenMarks:
    """The marks of a player in a section."""

    values: Mapping[str, str] = field(default_factory=dict)
    """Signs by place; empty places are left out."""
    circled: frozenset[str] = frozenset()


WrittenSheet: TypeAlias = Mapping[str, WrittenMarks]
"""The marks of a player by section."""


@dataclass(frozen=True)
class Scoring:
    """The rules of score.yaml with the sections of its sheet."""

    keys: ScoreKeys
    part: str
    """Id of the sheet."""
    sections: Mapping[str, ScoredSection]
    file: str
    spots: Mapping[tuple[str | int, ...], tuple[int, int]] = field(default_factory=dict)
    """Line and column of each expression in the file, for errors."""

    @cached_property
    def uses_neighbours(self) -> bool:
        """True if an expression uses the values around a place."""
        return "around" in {name.split(".")[-1] for entry in self.keys.entries for name in entry.names}

    def judge(self, sheet: WrittenSheet) -> SheetResult:
        """Return the violations and points of a sheet, without ranks; raises EntryError."""
        return _Judge(self, sheet).result

    def rank(self, numbers: Mapping[str, Mapping[str, FieldValue]]) -> Mapping[str, tuple[Counted, ...]]:
        """Return the points of ranks by player, from the numbers of each."""
        found: dict[str, list[Counted]] = {player: [] for player in numbers}
        for index, entry in enumerate(self.keys.points):
            if entry.rank:
                values = {player: number_or_none(each[entry.rank]) or 0 for player, each in numbers.items()}
                for player, points in _share_points(entry, values).items():
                    found[player].append(Counted(index, points))
        return {player: tuple(counted) for player, counted in found.items()}


def _share_points(entry: PointsEntry, values: Mapping[str, float]) -> Mapping[str, int]:
    """Return the points of a rank: equal players each get the better place; a 0 gets none."""
    given = cast("tuple[int, ...]", entry.points)
    points = dict.fromkeys(values, 0)
    for player, value in values.items():
        place = sum(other > value for other in values.values())
        if value > 0 and place < len(given):
            equal = sum(other == value for other in values.values())
            points[player] = given[place] // equal if entry.share else given[place]
    return points


NamedValues: TypeAlias = Mapping[str, Any]
"""Values by the names of expressions."""


@dataclass(frozen=True, slots=True)
class EntryItem:
    """An item for which an entry is evaluated."""

    names: NamedValues
    spots: tuple[Spot, ...] = ()
    named: Mapping[str, Spot] = field(default_factory=dict)


class _Judge:
    """Evaluates the entries for one sheet, in order."""

    def __init__(self, scoring: Scoring, sheet: WrittenSheet) -> None:
        self.scoring = scoring
        self.items = SheetItems(scoring.sections, sheet, with_neighbours=scoring.uses_neighbours)
        self.numbers: dict[str, FieldValue] = {}
        for id, entry in scoring.keys.numbers.items():
            self.numbers[id] = self.items.names[id] = self._find_number(id, entry)

    @property
    def result(self) -> SheetResult:
        broken = (*self._list_out_of_range(), *self._list_broken())
        return SheetResult(self.numbers, broken, tuple(self._list_counted()))

    def _find_number(self, id: str, entry: NumberEntry) -> FieldValue:
        path = ("numbers", id)
        found = [
            self._compute_number(entry.value, item.names, (*path, "is"), item.spots)
            for item in self._list_items(entry, path)
        ]
        if not found or entry.take == "sum":
            return sum(found)
        return max(found) if entry.take == "most" else min(found)

    def _list_out_of_range(self) -> Iterator[Broken]:
        for section in self.items.sections.values():
            if (limits := section.printed.takes.numbers) is None:
                continue
            for index, value in enumerate(section.values):
                is_out = isinstance(value, int) and not limits[0] <= value <= limits[1]
                if is_out and str(value) not in section.printed.takes.signs:
                    values = {"value": value, "least": limits[0], "most": limits[1]}
                    yield Broken(-1, (section.spot(index),), values, {"place": section.spot(index)})

    def _list_broken(self) -> Iterator[Broken]:
        for number, entry in enumerate(self.scoring.keys.must):
            path = ("must", number)
            for item in self._list_items(entry, path):
                value = self._compute(entry.must, item.names, (*path, "must"), item.spots)
                if not self._judge(value, (*path, "must"), item.spots):
                    spots = item.spots or self._list_areas(entry.must)
                    round = self._find_round(entry.round, item, path)
                    yield Broken(
                        number, spots, _list_values(item.names, entry.placeholders), item.named, round
                    )

    def _list_areas(self, expression: Expression) -> tuple[Spot, ...]:
        """Return the sections that an expression names, directly or through its numbers."""
        names = [name.split(".")[0] for name in expression.names]
        return tuple((name, "") for name in dict.fromkeys(names) if name in self.items.sections)

    def _list_counted(self) -> Iterator[Counted]:
        for number, entry in enumerate(self.scoring.keys.points):
            if not isinstance(entry.points, Expression):
                continue
            path, points = ("points", number), dict[int, float]()
            for item in self._list_items(entry, path):
                round = self._find_round(entry.round, item, path) or 1
                found = self._compute_number(entry.points, item.names, (*path, "points"), item.spots)
                points[round] = points.get(round, 0) + found
            for round, found in (points or {1: 0}).items():
                if found != int(found):
                    message = f"{format_field_value(found)} is not a whole number of points"
                    wrong = Wrong(message, "write `floor(...)`, `ceil(...)`, or `//`")
                    raise EntryError((*path, "points"), wrong, ())
                yield Counted(number, int(found), round)

    def _find_round(self, expression: Expression | None, item: EntryItem, path: tuple[str | int, ...]) -> int:
        if expression is None:
            return 0
        number = self._compute_number(expression, item.names, (*path, "round"), item.spots)
        if not 1 <= number <= _MOST_ROUNDS or number != int(number):
            message = f"{format_field_value(number)} is not the number of a round"
            raise EntryError((*path, "round"), Wrong(message, f"1 to {_MOST_ROUNDS}"), item.spots)
        return int(number)

    def _compute(
        self, expression: Expression, names: NamedValues, path: tuple[str | int, ...], spots: Sequence[Spot]
    ) -> FieldValue:
        try:
            return expression.evaluate(names)
        except Wrong as wrong:
            raise EntryError(path, wrong, spots) from None

    def _compute_number(
        self, expression: Expression, names: NamedValues, path: tuple[str | int, ...], spots: Sequence[Spot]
    ) -> float:
        """Return a number: true counts 1, false and empty values 0."""
        value = self._compute(expression, names, path, spots)
        number = int(value) if isinstance(value, bool) else 0 if value == "" else number_or_none(value)
        if number is None:
            raise EntryError(path, Wrong(f"`{format_field_value(value)}` is not a number"), spots)
        return number

    def _judge(self, value: FieldValue, path: tuple[str | int, ...], spots: Sequence[Spot]) -> bool:
        try:
            return to_truth(value)
        except Wrong as wrong:
            raise EntryError(path, wrong, spots) from None

    def _list_items(self, entry: ScoreEntry, path: tuple[str | int, ...]) -> Iterator[EntryItem]:
        """Yield the items that meet the conditions of an entry."""
        return (item for item in self.items.list(entry) if self._holds(entry.when, item, path))

    def _holds(self, conditions: Sequence[Condition], item: EntryItem, path: tuple[str | int, ...]) -> bool:
        try:
            return all(condition.holds(cast("Mapping[str, Field]", item.names)) for condition in conditions)
        except Wrong as wrong:
            raise EntryError((*path, "when"), wrong, item.spots) from None


_MOST_ROUNDS = 1000


def _list_values(names: NamedValues, wanted: Sequence[str]) -> Mapping[str, str | int]:
    """Return the values of placeholders of a text; others are names of places."""
    values: dict[str, str | int] = {}
    for name in wanted:
        value = names.get(name)
        if isinstance(value, bool | str):
            values[name] = value
        elif isinstance(value, int | float):
            values[name] = int(value) if value == int(value) else format_field_value(value)
    return values


NOTHING = WrittenMarks()


class _NameScope(Mapping[str, Any]):
    """Values of an item, with those of the sheet as a fallback."""

    __slots__ = ("_item", "_sheet")

    def __init__(self, item: NamedValues, sheet: NamedValues) -> None:
        self._item, self._sheet = item, sheet

    def __getitem__(self, name: str) -> Any:
        return self._item[name] if name in self._item else self._sheet[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self._item[name] if name in self._item else self._sheet.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._item, *self._sheet)))

    def __len__(self) -> int:
        return len(dict.fromkeys((*self._item, *self._sheet)))


class FilledSection:
    """A section with the marks in it."""

    def __init__(self, section: ScoredSection, written: WrittenMarks, *, with_neighbours: bool) -> None:
        self.printed = section
        self.values = [_read_value(written.values.get(place.id, "")) for place in section.places]
        circled = section.takes.may_be_circled
        self.rows: list[dict[str, Any]] = []
        for place, value in zip(section.places, self.values, strict=True):
            row = {**place.printed, "value": value, "filled": int(value != "")}
            if circled:
                row["circled"] = int(place.id in written.circled)
            self.rows.append(row)
        if with_neighbours:
            for row, beside in zip(self.rows, section.beside, strict=True):
                row["around"] = tuple(self.values[index] for index in beside)

    def is_filled(self, index: int) -> bool:
        return self.values[index] != ""

    def spot(self, index: int) -> Spot:
        return self.printed.spots[index]

    @cached_property
    def all(self) -> "PlaceGroup":
        return PlaceGroup(self, tuple(range(len(self.values))))

    @cached_property
    def nowhere(self) -> NamedValues:
        """The names of a place that is not there."""
        label = 0 if self.printed.has_numeric_labels else ""
        return {**dict.fromkeys(self.rows[0], ""), "filled": 0, "circled": 0, "place": 0, "label": label}


class PlaceGroup(Mapping[str, Any]):
    """Values of several places of a section; each is computed when it is used."""

    def __init__(self, section: FilledSection, indices: Indices, more: NamedValues | None = None) -> None:
        self._section, self._indices = section, indices
        self._known: dict[str, Any] = {"section": section.printed.id, **(more or {})}

    def __getitem__(self, name: str) -> Any:
        if name not in self._known:
            self._known[name] = _OF_GROUP[name](self)
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known or name in _OF_GROUP

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._known, *_OF_GROUP)))

    def __len__(self) -> int:
        return len({*self._known, *_OF_GROUP})

    @cached_property
    def written(self) -> tuple[str | int, ...]:
        return tuple(self._section.values[index] for index in self._indices)

    @property
    def numbers(self) -> list[int]:
        return [value for value in self.written if isinstance(value, int)]

    @cached_property
    def filled(self) -> list[int]:
        return [index for index in self._indices if self._section.is_filled(index)]

    def find_end(self, place: int) -> NamedValues:
        return self._section.rows[self.filled[place]] if self.filled else self._section.nowhere

    def count_joined(self, *, is_filled: bool) -> int:
        indices = [index for index in self._indices if self._section.is_filled(index) == is_filled]
        return sum(1 for _ in self._section.printed.list_joined(indices, lambda _: None))

    def list_column(self, name: str) -> list[Any]:
        return [self._section.rows[index].get(name, "") for index in self._indices]


_OF_GROUP: Mapping[str, Callable[[PlaceGroup], Any]] = {
    "values": lambda group: group.written,
    "filled": lambda group: len(group.filled),
    "size": lambda group: len(group.written),
    "full": lambda group: int(len(group.filled) == len(group.written)),
    "same": lambda group: max(Counter(value for value in group.written if value != "").values(), default=0),
    "total": lambda group: sum(group.numbers),
    "least": lambda group: min(group.numbers, default=0),
    "most": lambda group: max(group.numbers, default=0),
    "circled": lambda group: sum(group.list_column("circled")),
    "labels": lambda group: tuple(group.list_column("label")),
    "first": lambda group: group.find_end(0),
    "last": lambda group: group.find_end(-1),
    "pieces": lambda group: group.count_joined(is_filled=True),
    "gaps": lambda group: group.count_joined(is_filled=False),
}


def _read_value(text: str) -> str | int:
    """Return a sign as a value: whole numbers are numbers."""
    number = number_or_none(text)
    return text if number is None else int(number)


class SheetItems:
    """The sections of a sheet with the marks of a player, from which the items of entries are made."""

    def __init__(
        self, sections: Mapping[str, ScoredSection], sheet: WrittenSheet, *, with_neighbours: bool
    ) -> None:
        """`with_neighbours` adds the values of neighbours to each place."""
        self.sections = {
            id: FilledSection(section, sheet.get(id, NOTHING), with_neighbours=with_neighbours)
            for id, section in sections.items()
        }
        self.names: dict[str, Any] = {id: section.all for id, section in self.sections.items()}
        """Names of the sheet, to which its numbers are added."""
        self._listed: dict[tuple[object, ...], tuple[EntryItem, ...]] = {}
        """Cached items by kind, sections, and printed mark."""

    def list(self, entry: ScoreEntry) -> Sequence[EntryItem]:
        """Return the items of an entry, before its conditions are checked."""
        key = entry.each, entry.within, entry.mark
        if key not in self._listed:
            # Numbers that are computed later are added to the same mapping.
            self._listed[key] = (
                tuple(self._list_groups(entry)) if entry.has_items else (EntryItem(self.names),)
            )
        return self._listed[key]

    def _list_groups(self, entry: ScoreEntry) -> Iterator[EntryItem]:
        if entry.each == "together":
            yield from self._list_together(entry)
            return
        for id in entry.within:
            section = self.sections[id]
            chosen = section.printed.select(entry.mark)
            if entry.each in _ONE_PLACE:
                for index in chosen:
                    spot = section.spot(index)
                    yield EntryItem(_NameScope(section.rows[index], self.names), (spot,), {"place": spot})
            elif entry.each in _TWO_PLACES:
                yield from self._list_pairs(entry, section, {*chosen} if entry.mark else None)
            else:
                yield from self._list_several(entry, section, chosen)

    def _list_pairs(
        self, entry: ScoreEntry, section: FilledSection, chosen: set[int] | None
    ) -> Iterator[EntryItem]:
        rows = section.rows
        if entry.each == "following":
            pairs = self._list_following(section, chosen)
        else:
            pairs = iter(section.printed.list_pairs(entry.each))
        for first, second in pairs:
            if chosen is None or (first in chosen and second in chosen):
                spots = section.spot(first), section.spot(second)
                # A violation belongs to the later place, or to the upper one, or to both.
                is_later = entry.each in ("next", "following")
                shown: tuple[Spot, ...] = (
                    spots[1:] if is_later else spots[:1] if entry.each == "above" else spots
                )
                item = _NameScope({**rows[first], "other": rows[second]}, self.names)
                yield EntryItem(item, shown, {"place": spots[0], "other": spots[1]})

    def _list_following(self, section: FilledSection, chosen: set[int] | None) -> Iterator[tuple[int, int]]:
        """Yield the filled places of each row in pairs, over empty ones."""
        for row in section.printed.rows:
            yield from pairwise(
                index for index in row if section.is_filled(index) and (chosen is None or index in chosen)
            )

    def _list_several(
        self, entry: ScoreEntry, section: FilledSection, chosen: Indices
    ) -> Iterator[EntryItem]:
        for indices, more in self._list_indices(entry, section, chosen):
            group = PlaceGroup(section, indices, more)
            spots = tuple(map(section.spot, indices))
            if entry.each == "section":
                spots = ((section.printed.id, ""),)
            yield EntryItem(_NameScope(group, self.names), spots, {"place": spots[0]})

    def _list_indices(
        self, entry: ScoreEntry, section: FilledSection, chosen: Indices
    ) -> Iterator[tuple[Indices, NamedValues]]:
        printed, places = section.printed, {*chosen}
        if entry.each in _PRINTED_GROUPS:
            for number, line in enumerate(printed.list_lines(entry.each), 1):
                if indices := tuple(index for index in line if index in places):
                    kind = {"kind": printed.places[indices[0]].kind}
                    yield indices, kind if entry.each == "regions" else {"place": number}
        elif entry.each == "runs":
            runs = printed.list_runs(lambda index: index in places and section.is_filled(index))
            yield from ((run, {}) for run in runs)
        elif entry.each == "patches":
            filled = [index for index in chosen if section.is_filled(index)]
            for patch in printed.list_joined(filled, section.values.__getitem__):
                yield patch, {"value": section.values[patch[0]]}
        elif entry.each == "stages":
            yield from self._list_stages(section, places)
        elif chosen:
            yield chosen, {}

    def _list_stages(self, section: FilledSection, places: set[int]) -> Iterator[tuple[Indices, NamedValues]]:
        """Yield the places that each sign and those before it fill, in the order of `takes`."""
        order = {_read_value(sign): number for number, sign in enumerate(section.printed.takes.signs)}
        ranks = [order.get(value, -1) if at in places else -1 for at, value in enumerate(section.values)]
        for sign in sorted({rank for rank in ranks if rank >= 0}):
            indices = tuple(index for index, rank in enumerate(ranks) if 0 <= rank <= sign)
            yield indices, {"value": _read_value(section.printed.takes.signs[sign])}

    def _list_together(self, entry: ScoreEntry) -> Iterator[EntryItem]:
        sections = [self.sections[id] for id in entry.within]
        for index in sections[0].printed.select(entry.mark):
            spots = tuple(section.spot(index) for section in sections)
            rows = {section.printed.id: section.rows[index] for section in sections}
            yield EntryItem(
                _NameScope({**sections[0].rows[index], **rows}, self.names), spots, {"place": spots[0]}
            )


_ONE_PLACE: tuple[GroupKind, ...] = ("squares", "fields")
"""Items that are one place."""
_TWO_PLACES: tuple[GroupKind, ...] = ("next", "following", "beside", "above")
"""Items that are two places."""
_PRINTED_GROUPS: tuple[GroupKind, ...] = ("rows", "columns", "diagonals", "regions")
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
    if each in _ONE_PLACE:
        return place
    if each in _TWO_PLACES:
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
