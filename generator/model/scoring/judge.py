"""Judges filled-in sheets by score.yaml; nothing but expressions is computed."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias, cast

from generator.errors import Wrong
from generator.model.language.conditions import Condition
from generator.model.language.expressions import Expression
from generator.model.language.field_values import FieldValue, format_field_value, number_or_none, to_truth
from generator.model.language.fields import Field
from generator.model.played import Spot
from generator.model.scoring.keys import NumberEntry, PointsEntry, ScoreEntry, ScoreKeys
from generator.model.scoring.names import ONE_PLACE, PRINTED_GROUPS, TWO_PLACES
from generator.model.scoring.places import Indices, ScoredSection
from generator.model.values import dataclass, field

NamedValues: TypeAlias = Mapping[str, Any]
"""Values by the names of expressions."""


@dataclass(frozen=True, slots=True)
class WrittenMarks:
    """What a player has written in a section."""

    values: Mapping[str, str] = field(default_factory=dict)
    """Signs by place; empty places are left out."""
    circled: frozenset[str] = frozenset()


WrittenSheet: TypeAlias = Mapping[str, WrittenMarks]
"""What a player has written, by section."""
NOTHING = WrittenMarks()


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that a sheet breaks."""

    entry: int
    """Index of the entry of `must`; -1: a number is out of the range of its section."""
    spots: tuple[Spot, ...]
    """The places that it concerns; the one to which it belongs is the first."""
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
        self.path, self.wrong, self.spots = path, wrong, tuple(spots)


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
        """True if an expression asks for the values around a place."""
        return "around" in {name.split(".")[-1] for entry in self.keys.entries for name in entry.names}

    def judge(self, sheet: WrittenSheet) -> SheetResult:
        """Return what a sheet breaks and counts, apart from ranks; raises EntryError."""
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
    """Return the points of a rank: equal players have the better place; with nothing, there are none."""
    given = cast("tuple[int, ...]", entry.points)
    points = dict.fromkeys(values, 0)
    for player, value in values.items():
        place = sum(other > value for other in values.values())
        if value > 0 and place < len(given):
            equal = sum(other == value for other in values.values())
            points[player] = given[place] // equal if entry.share else given[place]
    return points


@dataclass(frozen=True, slots=True)
class _Item:
    """What an entry is looked at for."""

    names: NamedValues
    spots: tuple[Spot, ...] = ()
    named: Mapping[str, Spot] = field(default_factory=dict)


class _Scope(Mapping[str, Any]):
    """NamedValues of an item, and behind them those of the sheet."""

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


class _Section:
    """A section with what is written in it."""

    def __init__(self, section: ScoredSection, written: WrittenMarks, *, with_neighbours: bool) -> None:
        self.section = section
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
        return self.section.spots[index]

    @cached_property
    def all(self) -> "_Group":
        return _Group(self, tuple(range(len(self.values))))

    @cached_property
    def nowhere(self) -> NamedValues:
        """The names of a place that is not there."""
        label = 0 if self.section.has_numeric_labels else ""
        return {**dict.fromkeys(self.rows[0], ""), "filled": 0, "circled": 0, "place": 0, "label": label}


class _Group(Mapping[str, Any]):
    """NamedValues of several places of a section; each is computed when it is asked for."""

    def __init__(self, section: _Section, indices: Indices, more: NamedValues | None = None) -> None:
        self._section, self._indices = section, indices
        self._known: dict[str, Any] = {"section": section.section.id, **(more or {})}

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
        return sum(1 for _ in self._section.section.list_joined(indices, lambda _: None))

    def list_column(self, name: str) -> list[Any]:
        return [self._section.rows[index].get(name, "") for index in self._indices]


_OF_GROUP: Mapping[str, Callable[[_Group], Any]] = {
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


class _Judge:
    """Looks at the entries of one sheet, in order."""

    def __init__(self, scoring: Scoring, sheet: WrittenSheet) -> None:
        self.scoring = scoring
        self.sections = {
            id: _Section(section, sheet.get(id, NOTHING), with_neighbours=scoring.uses_neighbours)
            for id, section in scoring.sections.items()
        }
        self.names: dict[str, Any] = {id: section.all for id, section in self.sections.items()}
        self.numbers: dict[str, FieldValue] = {}
        self.items: dict[tuple[object, ...], tuple[_Item, ...]] = {}
        """Items that were listed, by their kind, their sections, and their mark."""
        for id, entry in scoring.keys.numbers.items():
            self.numbers[id] = self.names[id] = self._find_number(id, entry)

    @property
    def result(self) -> SheetResult:
        broken = (*self._list_out_of_range(), *self._list_broken())
        return SheetResult(self.numbers, broken, tuple(self._list_counted()))

    def _find_number(self, id: str, entry: NumberEntry) -> FieldValue:
        path = ("numbers", id)
        if not entry.has_items:
            return self._compute(entry.value, self.names, (*path, "is"), ())
        found = [
            self._compute_number(entry.value, item.names, (*path, "is"), item.spots)
            for item in self._list_items(entry, path)
        ]
        if not found or entry.take == "sum":
            return sum(found)
        return max(found) if entry.take == "most" else min(found)

    def _list_out_of_range(self) -> Iterator[Broken]:
        for section in self.sections.values():
            if (limits := section.section.takes.numbers) is None:
                continue
            for index, value in enumerate(section.values):
                is_out = isinstance(value, int) and not limits[0] <= value <= limits[1]
                if is_out and str(value) not in section.section.takes.signs:
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
        """Return the sections that an expression names, or of which its numbers are."""
        names = [name.split(".")[0] for name in expression.names]
        return tuple((name, "") for name in dict.fromkeys(names) if name in self.sections)

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

    def _find_round(self, expression: Expression | None, item: _Item, path: tuple[str | int, ...]) -> int:
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
        """Return a number; truth counts 1 or 0, and an empty value 0."""
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

    def _list_items(self, entry: ScoreEntry, path: tuple[str | int, ...]) -> Iterator[_Item]:
        """Yield the items of an entry for which its conditions hold."""
        key = entry.each, entry.within, entry.mark
        if key not in self.items:
            # Numbers that are computed later are in the same names.
            self.items[key] = tuple(self._list_groups(entry)) if entry.has_items else (_Item(self.names),)
        for item in self.items[key]:
            if self._holds(entry.when, item, path):
                yield item

    def _holds(self, conditions: Sequence[Condition], item: _Item, path: tuple[str | int, ...]) -> bool:
        try:
            return all(condition.holds(cast("Mapping[str, Field]", item.names)) for condition in conditions)
        except Wrong as wrong:
            raise EntryError((*path, "when"), wrong, item.spots) from None

    def _list_groups(self, entry: ScoreEntry) -> Iterator[_Item]:
        if entry.each == "together":
            yield from self._list_together(entry)
            return
        for id in entry.within:
            section = self.sections[id]
            chosen = section.section.select(entry.mark)
            if entry.each in ONE_PLACE:
                for index in chosen:
                    spot = section.spot(index)
                    yield _Item(_Scope(section.rows[index], self.names), (spot,), {"place": spot})
            elif entry.each in TWO_PLACES:
                yield from self._list_pairs(entry, section, {*chosen} if entry.mark else None)
            else:
                yield from self._list_several(entry, section, chosen)

    def _list_pairs(self, entry: ScoreEntry, section: _Section, chosen: set[int] | None) -> Iterator[_Item]:
        rows = section.rows
        for first, second in section.section.list_pairs(entry.each):
            if chosen is None or (first in chosen and second in chosen):
                spots = section.spot(first), section.spot(second)
                # A violation belongs to the later place, or to the upper one, or to both.
                shown = spots[1:] if entry.each == "next" else spots[:1] if entry.each == "above" else spots
                item = _Scope({**rows[first], "other": rows[second]}, self.names)
                yield _Item(item, shown, {"place": spots[0], "other": spots[1]})

    def _list_several(self, entry: ScoreEntry, section: _Section, chosen: Indices) -> Iterator[_Item]:
        for indices, more in self._list_indices(entry, section, chosen):
            group = _Group(section, indices, more)
            spots = tuple(map(section.spot, indices))
            if entry.each == "section":
                spots = ((section.section.id, ""),)
            yield _Item(_Scope(group, self.names), spots, {"place": spots[0]})

    def _list_indices(
        self, entry: ScoreEntry, section: _Section, chosen: Indices
    ) -> Iterator[tuple[Indices, NamedValues]]:
        printed, places = section.section, {*chosen}
        if entry.each in PRINTED_GROUPS:
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
            yield from self._list_stages(section)
        elif chosen:
            yield chosen, {}

    def _list_stages(self, section: _Section) -> Iterator[tuple[Indices, NamedValues]]:
        """Yield the places that each sign and those before it fill, in the order of `takes`."""
        order = {_read_value(sign): number for number, sign in enumerate(section.section.takes.signs)}
        ranks = [order.get(value, -1) for value in section.values]
        for sign in sorted({rank for rank in ranks if rank >= 0}):
            indices = tuple(index for index, rank in enumerate(ranks) if 0 <= rank <= sign)
            yield indices, {"value": _read_value(section.section.takes.signs[sign])}

    def _list_together(self, entry: ScoreEntry) -> Iterator[_Item]:
        sections = [self.sections[id] for id in entry.within]
        for index in sections[0].section.select(entry.mark):
            spots = tuple(section.spot(index) for section in sections)
            rows = {section.section.id: section.rows[index] for section in sections}
            yield _Item(_Scope({**sections[0].rows[index], **rows}, self.names), spots, {"place": spots[0]})


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
