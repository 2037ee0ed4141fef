"""Scores filled-in sheets by score.yaml, which contains only expressions and no code."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

from generator.errors import Wrong
from generator.model.language.conditions import Condition
from generator.model.language.expressions import Expression
from generator.model.language.field_values import FieldValue, format_field_value, number_or_none, to_truth
from generator.model.language.fields import Field
from generator.model.played import Spot
from generator.model.scoring.items import EntryItem, NamedValues, SheetItems, WrittenSheet
from generator.model.scoring.keys import NumberEntry, PointsEntry, ScoreEntry, ScoreKeys
from generator.model.scoring.places import ScoredSection
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
