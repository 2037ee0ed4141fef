"""The keys of score.yaml, and the places of a sheet that they name: its marks, its rules, its points."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeAlias

from generator.errors import Wrong, find_near
from generator.model.elements.blocks import AnyBlock, LabelledLines
from generator.model.elements.boxes import (
    CONDITIONS_SCHEMA,
    EXPRESSION,
    Condition,
    ExpressionValue,
    list_conditions,
)
from generator.model.elements.squares import Place, Places
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.language.expressions import Expression, parse_expression
from generator.model.language.field_values import FieldValue, number_or_none
from generator.model.language.kinds import Doc, Id, Key, Kind, Length, Text, Written
from generator.model.played import Sign, Spot
from generator.model.texts.rich_text import plain
from generator.model.values import dataclass, field

MARK_SIGNS: Mapping[Sign, str] = {"cross": "x", "circle": "o", "fill": "#"}
"""Kinds of marks, and their signs in score files."""
CIRCLED = "circled"
"""A place may be circled besides what is written in it."""
EMPTY_SIGN = "."
"""Sign of an empty place."""
DIRECT_KEY = "texts.score."
"""Beginning of the keys of texts that are written in score.yaml itself."""
_NUMBERS = re.compile(r"number\s+(-?\d{1,4})\s*\.\.\s*(-?\d{1,4})")
_WORD = re.compile(r"[^\s.|,]{1,20}")
_KNOWN = (*MARK_SIGNS, CIRCLED, "number 1..6")
_LIKE_KIND = 0.75
"""Minimum similarity of a word and the name of a kind to be a typo of it."""
_MOST_WORDS = 100
SectionKind: TypeAlias = Literal["grid", "track", "lines"]
Indices: TypeAlias = tuple[int, ...]
"""Places of a section by their index."""


@dataclass(frozen=True, slots=True)
class Marking:
    """The marks that a place of a section takes: signs and words, or numbers of a range."""

    signs: tuple[str, ...] = ()
    """Signs and words, as in score files."""
    numbers: tuple[int, int] | None = None
    may_be_circled: bool = False

    @property
    def has_marks_only(self) -> bool:
        """True if all signs are drawn marks: crosses, circles, filled places."""
        return self.numbers is None and {*self.signs} <= {*MARK_SIGNS.values()}

    @property
    def has_numbers(self) -> bool:
        """True if a value may be a number."""
        return self.numbers is not None or any(re.fullmatch(r"-?\d+", sign) for sign in self.signs)

    @property
    def has_texts(self) -> bool:
        """True if a value may be a text."""
        return any(not re.fullmatch(r"-?\d+", sign) for sign in self.signs)

    @property
    def is_short(self) -> bool:
        """True if every mark has one character, so that blanks between marks are optional."""
        return not self.may_be_circled and self.numbers is None and all(len(sign) == 1 for sign in self.signs)

    @property
    def pattern(self) -> str:
        """Pattern of a mark in a score file."""
        signs = [re.escape(sign) for sign in self.signs]
        if self.numbers is not None:
            signs.append(r"-?\d{1,6}")
        joined = "|".join(signs)
        return rf"\.|o?({joined})|o" if self.may_be_circled else rf"\.|{joined}"

    def list_signs(self) -> tuple[str, ...]:
        """Return all marks; ranges of numbers are written like `1–6`."""
        numbers = (f"{self.numbers[0]}\N{EN DASH}{self.numbers[1]}",) if self.numbers else ()
        return (*self.signs, *numbers, *(("o",) if self.may_be_circled else ()), EMPTY_SIGN)


def parse_marking(data: Any) -> Marking:
    """Return the marks of one kind or several; raises Wrong."""
    given = data if isinstance(data, list) else [data]
    if not given or not all(isinstance(each, str) for each in given):
        raise Wrong("must be a kind or a list of kinds", f"write {', '.join(_KNOWN)}, or words of your own")
    signs: list[str] = []
    numbers: tuple[int, int] | None = None
    may_be_circled = False
    for text in given:
        if text == CIRCLED:
            may_be_circled = True
        elif text.split()[:1] == ["number"]:
            if numbers is not None:
                raise Wrong("has two ranges of numbers", "write one range that has all")
            numbers = _parse_numbers(text)
        else:
            sign = MARK_SIGNS.get(text) or _parse_word(text)
            if sign in signs:
                raise Wrong(f"has the sign `{sign}` twice", "each kind has a sign of its own")
            signs.append(sign)
    if not (signs or numbers):
        raise Wrong("takes nothing that could be circled", "add what is written: `[number 1..6, circled]`")
    if may_be_circled and (wrong := next((sign for sign in signs if sign.startswith("o")), "")):
        raise Wrong(f"`{wrong}` begins like a circle", "with `circled`, no sign begins with `o`")
    mixed = len(signs) + (numbers[1] - numbers[0] + 1 if numbers and signs else 0)
    if mixed > _MOST_WORDS:
        raise Wrong(f"has {mixed} different marks", f"at most {_MOST_WORDS}, apart from numbers alone")
    return Marking(tuple(signs), numbers, may_be_circled)


def _parse_numbers(text: str) -> tuple[int, int]:
    match = _NUMBERS.fullmatch(text)
    if match is None:
        raise Wrong(f"`{text}` is not a range of numbers", "write it like `number 1..6`")
    least, most = int(match[1]), int(match[2])
    if least > most:
        raise Wrong(f"`{text}` has the larger number first", f"write `number {most}..{least}`")
    return least, most


def _parse_word(text: str) -> str:
    near = find_near(text, (*_KNOWN, "number"), likeness=_LIKE_KIND)
    if near or not _WORD.fullmatch(text):
        known = f"{', '.join(_KNOWN)}, or words of one to 20 characters without `.`, `,`, `|`, and spaces"
        raise Wrong(f"`{text}` is not a kind", f"did you mean `{near[0]}`?" if near else f"write {known}")
    return text


GroupKind: TypeAlias = Literal[
    "squares", "fields", "next", "following", "beside", "above", "section", "rows", "columns", "diagonals",
    "regions", "runs", "patches", "stages", "together",
]  # fmt: skip
"""Kinds of items for which entries are evaluated."""
_TEXTS: Mapping[str, Any] = {"type": "string"}


def _parse_sections(data: Any) -> tuple[str, ...]:
    given = data if isinstance(data, list) else [data]
    if not given or not all(isinstance(each, str) and each for each in given):
        raise Wrong("must be a section or a list of sections", "write `in: poppy` or `in: [poppy, daisy]`")
    return tuple(given)


def _parse_when(data: Any) -> tuple[Condition, ...]:
    """Return conditions as in templates; a text in no other form is an expression."""
    found: list[Condition] = []
    for item in data if isinstance(data, list) else [data]:
        try:
            found += list_conditions(item)
        except Wrong as wrong:
            if not isinstance(item, str) or isinstance(data, list):
                raise
            try:
                found.append(Condition(expression=parse_expression(item)))
            except Wrong:
                raise wrong from None
    return tuple(found)


def _parse_points(data: Any) -> Expression | tuple[int, ...]:
    if not isinstance(data, list):
        if not isinstance(data, str):
            raise Wrong("must be an expression", "such as `points: 4 * bouquets`")
        return parse_expression(data)
    if not data or not all(isinstance(each, str) and re.fullmatch(r"-?\d{1,6}", each) for each in data):
        raise Wrong("must be a list of whole numbers", "the points of the first, the second, and so on")
    return tuple(map(int, data))


def _parse_yes(text: str) -> bool:
    if text not in ("yes", "no", "true", "false"):
        raise Wrong(f"`{text}` is neither yes nor no", "write `yes` or `no`")
    return text in ("yes", "true")


_ONE_OR_SEVERAL = {"anyOf": [_TEXTS, {"type": "array", "items": _TEXTS, "minItems": 1}]}
_POINTS_SCHEMA = {
    "anyOf": [EXPRESSION.schema, {"type": "array", "items": {"type": "integer"}, "minItems": 1}]
}
Sections = Annotated[
    tuple[str, ...], Kind("section or list", _parse_sections, _ONE_OR_SEVERAL, takes_data=True)
]
PointsValue = Annotated[
    Expression | tuple[int, ...] | None,
    Kind("expression, or list of points", _parse_points, _POINTS_SCHEMA, takes_data=True),
]
When = Annotated[tuple[Condition, ...], Kind("conditions", _parse_when, CONDITIONS_SCHEMA, takes_data=True)]
YesNo = Annotated[bool, Kind("`yes` or `no`", _parse_yes, {"enum": ["yes", "no", True, False]})]
Markings = Annotated[Marking, Kind("kind or list of kinds", parse_marking, _ONE_OR_SEVERAL, takes_data=True)]


@dataclass(frozen=True, kw_only=True)
class ScoreEntry:
    """An entry, evaluated for each item of a group."""

    each: Annotated[GroupKind, Doc("Kind of item.")] = "section"
    within: Annotated[Sections, Key("in"), Doc("Section, or several; by default, once for each sheet.")] = ()
    mark: Annotated[Text, Key("with"), Doc("Only places with this printed mark, or of this kind.")] = ""
    when: Annotated[When, Doc("Only items for which this holds, as in templates.")] = ()

    @property
    def names(self) -> Iterator[str]:
        """The names that its expressions use."""
        for condition in self.when:
            yield from condition.names
        for key in ("value", "must", "points", "round"):
            value = getattr(self, key, None)
            if isinstance(value, Expression):
                yield from value.names

    @property
    def has_items(self) -> bool:
        """False if the entry is evaluated once for each sheet."""
        return bool(self.within)


@dataclass(frozen=True, kw_only=True)
class NumberEntry(ScoreEntry):
    """A number of each player."""

    value: Annotated[
        ExpressionValue, Key("is"), Written.ALONE, Doc("Expression for the number, or for each item.")
    ]
    take: Annotated[Literal["sum", "most", "least"], Doc("What becomes of the numbers of several items.")] = (
        "sum"
    )


@dataclass(frozen=True, kw_only=True)
class MustEntry(ScoreEntry):
    """A rule that every sheet must keep; breaking it is a violation."""

    must: Annotated[ExpressionValue, Doc("Expression that must be true.")]
    say: Annotated[Text, Doc("Message of the violation: wording key, or text.")]
    round: Annotated[ExpressionValue | None, Doc("Expression for the number of the round, from 1.")] = None
    placeholders: Annotated[tuple[str, ...], Written.NEVER] = ()
    """Placeholders of the message."""


@dataclass(frozen=True, kw_only=True)
class PointsEntry(ScoreEntry):
    """A line of the report."""

    say: Annotated[Text, Doc("Label of the line: wording key, or text.")]
    points: Annotated[PointsValue, Doc("Expression for the points; of a rank, points of each place.")]
    rank: Annotated[Id, Doc("Id of a number: the player with the most of it gets the first points.")] = ""
    share: Annotated[YesNo, Doc("Equal players divide the points of their place, rounded down.")] = False
    round: Annotated[ExpressionValue | None, Doc("Expression for the number of the round, from 1.")] = None

    placeholders: Annotated[tuple[str, ...], Written.NEVER] = ()
    """Placeholders of the label."""

    def find_problems(self) -> Iterator[Wrong]:
        is_list = isinstance(self.points, tuple)
        if self.rank and not is_list:
            yield Wrong("must be a list", "the points of the first, the second, and so on", path=("points",))
        elif is_list and not self.rank:
            yield Wrong(
                "a list of points needs a `rank`", "write `rank: ID`, with the id of a number", key="points"
            )
        elif self.rank and (self.within or self.when or self.mark or self.each != "section"):
            yield Wrong("has items, but a rank compares players", "count the items in `numbers`", key="rank")
        elif self.share and not self.rank:
            yield Wrong("has no effect without `rank`", "remove it", key="share")


@dataclass(frozen=True, kw_only=True)
class ScoreKeys:
    """A score.yaml: the marks that a sheet takes, its rules, and its points."""

    sheet: Annotated[Id, Doc("Id of the sheet; may be left out if the game has one.")] = ""
    takes: Annotated[
        Mapping[Id, Markings],
        Length(1),
        Doc("What the places of each section take; other sections are not filled in."),
    ]
    numbers: Annotated[
        Mapping[Id, NumberEntry], Doc("Numbers of a player; later ones may use earlier ones.")
    ] = field(default_factory=dict)
    must: Annotated[tuple[MustEntry, ...], Doc("Rules that a sheet must keep.")] = ()
    points: Annotated[tuple[PointsEntry, ...], Length(1), Doc("Lines of the report, in order.")]
    wins: Annotated[
        Literal["most", "least"], Doc("Who wins: the player with the most or the least points.")
    ] = "most"
    ties: Annotated[tuple[Id, ...], Doc("Ids of numbers that decide between equal players, in order.")] = ()

    @property
    def entries(self) -> tuple[ScoreEntry, ...]:
        """All entries, in the order in which they are computed."""
        return (*self.numbers.values(), *self.must, *self.points)


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
