"""Places of scored sheets, with their neighbours and groups; computed once for each game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from generator.model.elements.blocks import AnyBlock, LabelledLines
from generator.model.elements.squares import Place, Places
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.language.field_values import FieldValue, number_or_none
from generator.model.played import Spot
from generator.model.scoring.keys import GroupKind, Marking
from generator.model.texts.rich_text import plain
from generator.model.values import dataclass

SectionKind: TypeAlias = Literal["grid", "track", "lines"]
Indices: TypeAlias = tuple[int, ...]
"""Places of a section by their index."""


@dataclass(frozen=True)
class ScoredPlace:
    """A place of a section, with what is printed on it."""

    id: str
    printed: Mapping[str, FieldValue]
    """Names of expressions: `label`, `column`, `marks`, and others."""
    marks: tuple[str, ...] = ()
    kind: str = ""


@dataclass(frozen=True)
class ScoredSection:
    """A section of a sheet, with the marks that its places take."""

    id: str
    kind: SectionKind
    places: tuple[ScoredPlace, ...]
    takes: Marking
    beside: tuple[Indices, ...]
    """Places with a common edge."""
    under: tuple[Indices, ...]
    """Places directly under each place: one, or two halves."""
    rows: tuple[Indices, ...]
    columns: tuple[Indices, ...]
    diagonals: tuple[Indices, ...]
    has_shifted_rows: bool = False

    @property
    def has_numeric_labels(self) -> bool:
        """True if the label of every place is a number."""
        return all(number_or_none(place.printed.get("label", "")) is not None for place in self.places)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The names of the places in positions."""
        return tuple((self.id, place.id) for place in self.places)

    @cached_property
    def _following(self) -> tuple[tuple[int, int], ...]:
        """Pairs of each place and the next one in its row, without a gap between them."""
        return tuple(
            (first, second)
            for row in self.rows
            for first, second in pairwise(row)
            if self.kind != "grid" or second in self.beside[first]
        )

    @cached_property
    def _regions(self) -> tuple[Indices, ...]:
        kinds = dict.fromkeys(place.kind for place in self.places if place.kind)
        return tuple(
            tuple(index for index, place in enumerate(self.places) if place.kind == kind) for kind in kinds
        )

    def select(self, mark: str) -> Indices:
        """Return the places with a printed mark, or of a kind; all places for an empty one."""
        places = enumerate(self.places)
        return tuple(index for index, place in places if not mark or mark in (*place.marks, place.kind))

    def list_pairs(self, kind: GroupKind) -> Sequence[tuple[int, int]]:
        """Return the pairs of places for `next`, `beside`, or `above`."""
        if kind == "next":
            return self._following
        if kind == "above":
            return self._above
        return self._edges

    @cached_property
    def _edges(self) -> tuple[tuple[int, int], ...]:
        pairs = ((first, second) for first, others in enumerate(self.beside) for second in others)
        return tuple((first, second) for first, second in pairs if first < second)

    @cached_property
    def _above(self) -> tuple[tuple[int, int], ...]:
        return tuple((first, second) for first, others in enumerate(self.under) for second in others)

    def list_lines(self, kind: GroupKind) -> Sequence[Indices]:
        """Return the printed groups of places: rows, columns, diagonals, or regions."""
        if kind == "rows":
            return self.rows
        if kind == "columns":
            return self.columns
        return self.diagonals if kind == "diagonals" else self._regions

    def list_runs(self, is_filled: Callable[[int], bool]) -> Iterator[Indices]:
        """Yield the runs of filled places in each row."""
        following = set(self._following)
        for row in self.rows:
            run: list[int] = []
            for index in row:
                if run and not (is_filled(index) and (run[-1], index) in following):
                    yield tuple(run)
                    run = []
                if is_filled(index):
                    run.append(index)
            if run:
                yield tuple(run)

    def list_joined(self, indices: Sequence[int], name: Callable[[int], object]) -> Iterator[Indices]:
        """Yield groups of places that are joined by common edges and have the same name."""
        left = dict.fromkeys(indices)
        while left:
            group = [next(iter(left))]
            del left[group[0]]
            for index in group:
                for other in self.beside[index]:
                    if other in left and name(other) == name(index):
                        del left[other]
                        group.append(other)
            yield tuple(sorted(group))


def get_section_kind(content: AnyBlock) -> SectionKind | None:
    """Return the kind of a section by its content; None if it cannot be filled in."""
    match content:
        case GridBlock():
            return "grid"
        case TrackBlock():
            return "track"
        case LabelledLines():
            return "lines"
    return None


def make_section(id: str, content: AnyBlock, takes: Marking) -> ScoredSection:
    """Return a section with its places; it has a grid, a track, or lines to write on."""
    if isinstance(content, GridBlock):
        return _make_grid(id, content.grid, takes)
    places = tuple(_list_fields(id, content))
    number = len(places)
    beside = tuple(tuple(at for at in (index - 1, index + 1) if 0 <= at < number) for index in range(number))
    kind: SectionKind = "track" if isinstance(content, TrackBlock) else "lines"
    return ScoredSection(id, kind, places, takes, beside, ((),) * number, (tuple(range(number)),), (), ())


def _list_fields(id: str, content: AnyBlock) -> Iterator[ScoredPlace]:
    if isinstance(content, TrackBlock):
        for number, field in enumerate(content.fields, 1):
            texts = {"id": field.id, "section": id, "label": _read_label(field.label), "bonus": field.bonus}
            printed = {**texts, "place": number, "marks": field.marks, "cost": field.cost}
            yield ScoredPlace(field.id, printed, (*field.marks, *filter(None, (field.bonus,))))
    elif isinstance(content, LabelledLines):
        for number in range(1, len(content.labels) + 1):
            name = f"line_{number}"
            yield ScoredPlace(name, {"id": name, "section": id, "place": number})


def _read_label(label: str) -> FieldValue:
    text = plain(label)
    number = number_or_none(text)
    return text if number is None else number


def _make_grid(id: str, grid: Places, takes: Marking) -> ScoredSection:
    index = {place.id: number for number, place in enumerate(grid)}

    def find(places: Places) -> Indices:
        return tuple(index[place.id] for place in places)

    ranks = {x: number for number, x in enumerate(sorted({place.x for place in grid}), 1)}
    is_shifted = any(place.x % 1 for place in grid)
    left, top = int(min(ranks)), int(min(place.y for place in grid))
    places = tuple(
        ScoredPlace(
            place.id,
            {
                "id": place.id,
                "section": id,
                "column": ranks[place.x] if is_shifted else int(place.x) - left + 1,
                "row": int(place.y) - top + 1,
                "marks": place.marks,
                "kind": place.kind,
            },
            place.marks,
            place.kind,
        )
        for place in grid
    )
    return ScoredSection(
        id,
        "grid",
        places,
        takes,
        tuple(find(grid.neighbours(place)) for place in grid),
        tuple(find(grid.beneath(place)) for place in grid),
        tuple(find(row) for y in range(grid.height) if (row := grid.row(y))),
        tuple(find(grid.column(x)) for x in ranks),
        () if is_shifted else tuple(_list_diagonals(grid, index)),
        is_shifted,
    )


def _list_diagonals(grid: Places, index: Mapping[str, int]) -> Iterator[Indices]:
    """Yield the longest diagonals, without gaps: both ways of a square, several of a rectangle."""
    found: list[Indices] = []
    for sign in (1, -1):
        lines: dict[float, list[Place]] = {}
        for place in grid:
            lines.setdefault(place.x - sign * place.y, []).append(place)
        for line in lines.values():
            found += _split_diagonal(line, index)
    longest = max(map(len, found))
    yield from (line for line in found if len(line) == longest > 1)


def _split_diagonal(line: Sequence[Place], index: Mapping[str, int]) -> Iterator[Indices]:
    part: list[Place] = []
    for place in line:
        if part and place.y != part[-1].y + 1:
            yield tuple(index[each.id] for each in part)
            part = []
        part.append(place)
    yield tuple(index[each.id] for each in part)
