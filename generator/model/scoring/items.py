"""Items of entries: the marks on a sheet, with the values that expressions use."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

from generator.model.language.field_values import number_or_none
from generator.model.played import Spot
from generator.model.scoring.keys import ScoreEntry
from generator.model.scoring.names import ONE_PLACE, PRINTED_GROUPS, TWO_PLACES
from generator.model.scoring.places import Indices, ScoredSection
from generator.model.values import dataclass, field

NamedValues: TypeAlias = Mapping[str, Any]
"""Values by the names of expressions."""


@dataclass(frozen=True, slots=True)
class WrittenMarks:
    """The marks of a player in a section."""

    values: Mapping[str, str] = field(default_factory=dict)
    """Signs by place; empty places are left out."""
    circled: frozenset[str] = frozenset()


WrittenSheet: TypeAlias = Mapping[str, WrittenMarks]
"""The marks of a player by section."""
NOTHING = WrittenMarks()


@dataclass(frozen=True, slots=True)
class EntryItem:
    """An item for which an entry is evaluated."""

    names: NamedValues
    spots: tuple[Spot, ...] = ()
    named: Mapping[str, Spot] = field(default_factory=dict)


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
            if entry.each in ONE_PLACE:
                for index in chosen:
                    spot = section.spot(index)
                    yield EntryItem(_NameScope(section.rows[index], self.names), (spot,), {"place": spot})
            elif entry.each in TWO_PLACES:
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
