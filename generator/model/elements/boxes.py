"""Properties that elements share: boxes, conditions, and values computed for a piece: `"{value * 2} mm"`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from operator import attrgetter
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from generator.errors import Wrong
from generator.model.geometry import Rectangle
from generator.model.language import kinds
from generator.model.language.conditions import (
    Condition,
    Conditions,
    Locals,
    OverText,
    add_locals,
    list_cells,
    list_used,
    parse_over,
)
from generator.model.language.expressions import (
    INDEX,
    ITEM,
    Field,
    Pattern,
    list_plain_texts,
    list_roots,
    nest_texts,
)
from generator.model.language.field_values import RowTable
from generator.model.language.kinds import (
    AnglePattern,
    ColourPattern,
    Doc,
    Edge,
    Id,
    Kind,
    Length,
    Switch,
    Written,
    parse_length,
)
from generator.model.values import MISSING, dataclass, field, fields, is_dataclass, replace


@dataclass(frozen=True, slots=True)
class Measure:
    """A length: `mm`, plus a part of the width or height of the surroundings."""

    mm: float = 0.0
    part: float = 0.0

    def within(self, extent: float) -> float:
        return self.mm + self.part * extent


@lru_cache(maxsize=4096)
def _parse_measure(text: str) -> Measure:
    like = "write it like `4 mm`, `50%`, or `50% - 2 mm`"
    hint = "write decimals with a point: `1.5 mm`" if "," in text else like
    if re.fullmatch(r"-?\d+(\.\d+)?", text) and float(text):
        # Without the number, so that all of a file are one mistake.
        like = "write it like `4 mm` or `50%`, or `unit: mm` at the top of the file"
        raise Wrong("this number has no unit", like)
    mm = part = 0.0
    plain = re.sub(r"([+-])\s+", r"\1", text.strip())
    # Computed terms may have signs of their own: `50% + -2 mm`.
    plain = re.sub(r"(?<=[\w%.])\s*([+-])([+-])", lambda sign: "+" if sign[1] == sign[2] else "-", plain)
    for term in re.split(r"(?<=.)(?=[+-])", plain):
        try:
            number = parse_length(term.replace("%", "mm"))
        except Wrong:
            raise Wrong(f"`{text}` is not a measure", hint) from None
        if "%" in term:
            part += number / 100
        else:
            mm += number
    return Measure(mm, part)


_MEASURES = {"anyOf": [{"type": "string", "pattern": "mm|cm|in|pt|%|[{]"}, {"type": "number"}]}
MeasureText = Annotated[Measure, Kind("measure", _parse_measure, _MEASURES, takes_fields=True)]
"""Terms of mm and percent of the surroundings, added up: `50% - 2 mm`."""


class Box(NamedTuple):
    """The position of an element, from the left and the top edge of the piece's trim, and its size."""

    left: MeasureText
    top: MeasureText
    width: MeasureText
    height: MeasureText

    def within(self, width: float, height: float) -> Rectangle:
        """Return the box in surroundings of this size."""
        left, top = self.left.within(width), self.top.within(height)
        return Rectangle(left, top, left + self.width.within(width), top + self.height.within(height))


ZERO = Measure()
WHOLE = Box(Measure(), Measure(), Measure(part=1.0), Measure(part=1.0))

Boxed = Annotated[Box, Length(hint="a box is [left, top, width, height]"), Doc("Position and size.")]
OR_WHOLE = Doc("Position and size; by default, the whole piece.")
PLACING = frozenset({"at", "size", "inside", "below", "right_of"})
"""Keys of elements that describe a box; readers replace them by `box`."""
_Pair: TypeAlias = Annotated[tuple[MeasureText, ...], Length(2, 2)]
_Margins: TypeAlias = Annotated[tuple[MeasureText, ...], Length(4, 4)]
_Reference = Annotated[str, Kind("element, and a distance", str)]
Sideways = Literal["start", "center", "end"]
Upright = Literal["top", "middle", "bottom"]
Aligned = Literal["start", "center", "end", "justify"]
TextDirection = Literal["auto", "ltr", "rtl"]
Anchor: TypeAlias = tuple[MeasureText, MeasureText]
"""A position in a box: `[10 mm, 50%]`."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """The shadow of an element."""

    colour: Annotated[ColourPattern, kinds.Written.ALONE, Doc("Colour, usually with opacity.")] = "#00000073"
    by: Annotated[Anchor, Doc("Distances to the right and down.")] = (Measure(0.5), Measure(0.7))
    blur: Annotated[Edge, Doc("Width of the soft edge.")] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyElement:
    """The keys of all elements."""

    id: Annotated[Id, Doc("Name by which a template that extends this one can replace the element.")] = ""
    when: Annotated[
        Conditions, Doc("Draw only if all hold: `kind`, `kind = a, b`, `{kind: [a, b]}`, or `cost > 3`.")
    ] = ()
    style: Annotated[Id, Doc("Style that has the keys that are not given here: `title`, `type_{kind}`.")] = ""
    each: Annotated[
        OverText,
        Doc("Draw once for each row of a table, item of a list, or number: `pips where item.rank == rank`."),
    ] = ""
    let: Annotated[Locals, Doc("Values by name, seen here and inside: `{s: 12 * item.scale}`.")] = field(
        default_factory=dict, hash=False
    )
    tables: Annotated[Mapping[str, RowTable], Written.NEVER] = field(default_factory=dict, hash=False)
    """Tables that it uses, which readers add."""

    def list_seen(self, fields: Mapping[str, Field]) -> Iterator[Mapping[str, Field]]:
        """Yield the fields of each repetition, with the item of `each` and the values of `let`.

        Raises Wrong if a value or a condition has none, and ValueError for items that cannot be listed.
        """
        fields = {**fields, **self.tables} if self.tables else fields
        before, after = self.split_conditions()
        for seen in list_cells(self.each, fields) if self.each else (fields,):
            if not all(condition.holds(seen) for condition in before):
                continue
            with_locals = add_locals(self.let, seen) if self.let else seen
            if all(condition.holds(with_locals) for condition in after):
                yield with_locals

    def split_conditions(self) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
        """Return the conditions that need no local values, and those that do, which are judged later."""
        if not self.let:
            return self.when, ()
        names = [{name.split(".")[0] for name in condition.names} for condition in self.when]
        needs = [bool(used & self.let.keys()) for used in names]
        pairs = [*zip(self.when, needs, strict=True)]
        return tuple(one for one, need in pairs if not need), tuple(one for one, need in pairs if need)

    def is_shown(self, fields: Mapping[str, Field]) -> bool:
        """Return True if it is drawn at least once; raises like `list_seen`."""
        return any(True for _ in self.list_seen(fields))

    def list_outer(self, names: Iterable[str]) -> frozenset[str]:
        """Return the fields of the piece that `names` need, which the element uses, and those of `each`."""
        outer = list_used(self.let, frozenset(names))
        if self.each:
            outer = outer - {ITEM, INDEX} | list_roots(parse_over(self.each))
        return outer - self.tables.keys()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenElement(AnyElement):
    """The keys of all elements that can be turned, cut off, and faded."""

    angle: Annotated[AnglePattern, Doc("Clockwise rotation around the middle of the box, in degrees.")] = "0"
    opacity: Annotated[kinds.Fraction, Doc("Opacity of the element as a whole.")] = 1.0
    clip: Annotated[kinds.ShapePattern, Doc("Shape in the box, at which the element is cut off.")] = ""
    corner: Annotated[
        kinds.Corner | None,
        Doc("Radius of the corners at which it is cut off: `3 mm`, or `20%` of the shorter side."),
    ] = None
    shadow: Annotated[Shadow | None, Doc("Shadow: a colour, or keys.")] = None
    bleeds: Annotated[Switch, Doc("Move edges on or beyond the trim to the bleed; cut off the rest.")] = False

    @property
    def cuts(self) -> bool:
        """True if what is drawn in its box is cut off at a shape."""
        return bool(self.clip or self.corner)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxedElement(SeenElement):
    """The keys of all elements with boxes."""

    at: Annotated[_Pair, Doc("Left and top, instead of `box`.")] = ()
    size: Annotated[_Pair, Doc("Width and height, instead of `box`.")] = ()
    inside: Annotated[_Margins, Doc("Distances from the left, top, right, and bottom edges.")] = ()
    below: Annotated[_Reference, Doc("Id of the element above, and a distance: `title + 2 mm`.")] = ""
    right_of: Annotated[_Reference, Doc("Id of the element on the left, and a distance.")] = ""
    ratio: Annotated[
        kinds.FactorValue | None,
        Doc("Width of the box divided by its height, to which it is reduced: `1` for circles in percent."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class LetteredElement:
    """The keys of all elements with texts whose type can differ from that of its role."""

    __slots__ = ()
    font: Annotated[kinds.FontPattern, Doc("Font family; by default of the role, like the next keys.")] = ""
    font_size: Annotated[Edge, Doc("Type size: `9 pt`.")] = 0.0
    smallest: Annotated[Edge, Doc("Minimum size of text that is reduced until it fits.")] = 0.0
    bold: Annotated[Switch | None, Doc("Bold type.")] = None
    italic: Annotated[Switch | None, Doc("Italic type.")] = None
    line_height: Annotated[kinds.FactorValue | None, Doc("Line height as a multiple of the size.")] = None
    features: kinds.FeaturesKey = ()
    without: kinds.WithoutKey = ()


_PLAIN = (str, float, int, Measure)
"""Types of most values of an element, which contain nothing computed."""
_OTHERS = ("draw", "variants", "let", "tables", "when", "places", "land")
"""Fields in which no computed value is searched: inner elements, conditions, and values that readers add."""


@dataclass(frozen=True, slots=True, eq=False)
class Computed:
    """A value that is parsed when its places are filled."""

    pattern: Pattern
    parse: Callable[[str], Any]

    def compute(self, piece: Mapping[str, Field], unset: Any = MISSING) -> Any:
        """Return the value for a piece; `unset` if all of its places are empty. Raises Wrong."""
        try:
            text = self.pattern.fill_unless_empty(piece)
        except KeyError as error:
            raise Wrong(f"`{error.args[0]}` is missing", "add the field") from None
        if text is not None:
            return self.parse(text)
        if unset is MISSING:
            raise Wrong("is empty", "only keys that may be left out may be empty")
        return unset


def list_computed(value: object) -> Sequence[Computed]:
    """Return the computed values of an element, without those of elements inside it."""
    if isinstance(value, Computed):
        return (value,)
    kind: type = type(value)
    inner = value if isinstance(value, tuple) else _get_fields(kind)(value)
    own = (each for each in inner if each and type(each) not in _PLAIN and not isinstance(each, _PLAIN))
    return [computed for each in own for computed in list_computed(each)]


def compute(value: Any, piece: Mapping[str, Field]) -> Any:
    """Return an element, or a value of one, with everything computed for a piece; raises Wrong."""
    if isinstance(value, Computed):
        return value.compute(piece)
    if isinstance(value, AnyElement):
        same = _Same(value)
        if (texts := list_plain_texts(names := _list_names(same), piece)) is not None:
            # An error is described with all fields.
            with suppress(Wrong):
                return _compute_texts(same, names, texts)
    return _compute(value, piece)


class _Same:
    """A value that equals only itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@lru_cache(maxsize=4096)
def _list_names(same: _Same) -> tuple[str, ...]:
    """Return the fields that the computed values of an element use."""
    computed = list_computed(same.value)
    return tuple(dict.fromkeys(name for each in computed for name in each.pattern.names))


@lru_cache(maxsize=4096)
def _compute_texts(same: _Same, names: tuple[str, ...], texts: tuple[object, ...]) -> Any:
    """Return an element that is computed from these fields; raises Wrong, or KeyError for a missing one."""
    return _compute(same.value, nest_texts(names, texts))


def _compute(value: Any, piece: Mapping[str, Field]) -> Any:
    kind: type = type(value)
    is_list = isinstance(value, tuple)
    steps: Iterable[Any] = range(len(value)) if is_list else _list_fields(kind)
    changed: dict[Any, Any] = {}
    for step, inner in zip(steps, value if is_list else _get_fields(kind)(value), strict=True):
        if not inner or type(inner) in _PLAIN or isinstance(inner, _PLAIN):
            continue
        try:
            if isinstance(inner, Computed):
                new = inner.compute(piece, MISSING if is_list else get_default(kind, step))
            else:
                new = _compute(inner, piece)
        except Wrong as wrong:
            wrong.path = (step, *wrong.path)
            raise
        if new is not inner:
            changed[step] = new
    if not changed:
        return value
    if is_list:
        return getattr(kind, "_make", tuple)([changed.get(step, value[step]) for step in steps])
    computed = replace(value, **changed)
    for problem in getattr(computed, "find_problems", tuple)():
        raise problem
    return computed


def list_variants(
    element: AnyElement, rows: Iterable[Mapping[str, Field]]
) -> list[tuple[Any, Sequence[Mapping[str, Field]] | None]]:
    """Return the different elements that rows of fields give, each with the fields of those that give it.

    An element without computed values is the same for all: None.
    """
    if not list_computed(element):
        return [(element, None)]
    found: dict[AnyElement, list[Mapping[str, Field]]] = {}
    for row in rows:
        # Values that cannot be computed are reported elsewhere.
        with suppress(KeyError, ValueError):
            for seen in element.list_seen(row):
                found.setdefault(compute(element, seen), []).append(seen)
    return [*found.items()]


def get_default(kind: type, name: str) -> Any:
    """Return the value of a field that is not given; MISSING if it is required, or is no field."""
    return _list_defaults(kind).get(name, MISSING)


@cache
def _list_defaults(kind: type) -> Mapping[str, Any]:
    known = fields(kind) if is_dataclass(kind) else ()
    return {
        each.name: each.default if each.default_factory is MISSING else each.default_factory()
        for each in known
    }


@cache
def _get_fields(kind: type) -> Callable[[object], Sequence[Any]]:
    """Return the function that gets the values of these fields."""
    names = _list_fields(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: [getattr(value, name) for name in names]


@cache
def _list_fields(kind: type) -> tuple[str, ...]:
    if not is_dataclass(kind) or issubclass(kind, Computed):
        return ()
    return tuple(field.name for field in fields(kind) if field.name not in _OTHERS)
