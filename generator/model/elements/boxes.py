"""Properties that elements share: boxes, conditions, repeats, and values computed for a piece."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from operator import attrgetter
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, cast

from generator.errors import Wrong
from generator.model.geometry import Rectangle
from generator.model.language import kinds
from generator.model.language.expressions import (
    INDEX,
    ITEM,
    MOST_CODE,
    Expression,
    Field,
    Pattern,
    get_field,
    list_plain_texts,
    list_roots,
    list_tokens,
    nest_texts,
    parse_expression,
)
from generator.model.language.field_values import (
    FieldValue,
    RowTable,
    format_field_value,
    format_letters,
    format_roman,
    is_equal,
    list_items,
    number_or_none,
    to_truth,
    to_value,
)
from generator.model.language.kinds import (
    FIELD,
    ID,
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

_QUOTED = r""" "(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*' """.strip()
_COMPARED = re.compile(
    rf"""(?P<subject>(?:[^=<>!"']|{_QUOTED}){{1,{MOST_CODE}}}?)\s*(?P<sign>!?=)(?!=)"""
    r"""\s*(?P<values>[^=<>()'"]*)"""
)
_ALONE = re.compile(rf"(?P<not>not\s+)?(?P<field>{FIELD})")
CONDITIONS_SCHEMA = {"anyOf": [{"type": kind} for kind in ("string", "boolean", "array", "object")]}
_CHOSEN = re.compile(r"\s(where|sort\s+by)\s")
_MOST = 1000
_RANGE = re.compile(r"([0-9]{1,6}|[A-Za-z]+)\s*\.\.\s*([0-9]{1,6}|[A-Za-z]+)")
_LISTED = "write a list as an expression: `\"['red', 'blue']\"`, or as one of `tables`"
_OVER = "field, number, range, or expression"
_REPEATS = ("each", "over")
"""Keys whose values are fields, ranges, or expressions without braces."""
_TEXTS = ("text", "words")
"""Keys of texts that must not be empty where they are written."""
_NO_TEXT = "{''}"
_EMPTY = '""'

EXPRESSION = Kind("expression", parse_expression, {"type": ["string", "number"], "maxLength": MOST_CODE})


ExpressionValue = Annotated[Expression, EXPRESSION]


@dataclass(frozen=True, slots=True)
class Condition:
    """A field or expression that is true, or has one of `values`; if `negated`, is not, or has none of them.

    It is written `kind`, `not kind`, `kind = a, b`, `kind != a`, `{kind: [a, b]}`, or as an expression.
    """

    field: str = ""
    values: tuple[str, ...] = ()
    negated: bool = False
    expression: Expression | None = None
    """Used instead of a field."""

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that the condition depends on."""
        return (self.field,) if self.expression is None else self.expression.names

    def holds(self, fields: Mapping[str, Field]) -> bool:
        """Return True if the condition holds; of a list, one item with one of the values is enough.

        Raises Wrong if an expression has no value, or a text that means neither yes nor no.
        """
        if not self.values:
            return self._judge(fields) != self.negated
        value = self.expression.evaluate(fields) if self.expression else get_field(fields, self.field)
        items = value if isinstance(value, tuple) else (value,)
        return any(item in self.values or self._equals_one(item) for item in items) != self.negated

    def _judge(self, fields: Mapping[str, Field]) -> bool:
        if self.expression:
            return self.expression.judge(fields)
        return to_truth(get_field(fields, self.field), self.field)

    def _equals_one(self, item: object) -> bool:
        value = to_value(item)
        is_compared = value is not item or isinstance(value, bool) or number_or_none(value) is not None
        return is_compared and any(is_equal(value, other) for other in self.values)


class Comparison(NamedTuple):
    """The parts of a condition such as `kind != a, b`."""

    subject: str
    sign: str
    values: str


def split_comparison(text: str) -> Comparison | None:
    """Return the parts of `kind = a, b`; None if a condition is written in another way."""
    match = _COMPARED.fullmatch(text.strip())
    return Comparison(**match.groupdict()) if match else None


def _parse_condition(text: str) -> Condition:
    if alone := _ALONE.fullmatch(text.strip()):
        return Condition(alone["field"], (), bool(alone["not"]))
    compared = split_comparison(text)
    if compared is None or re.match(r"not\s", compared.subject):
        return Condition(expression=parse_expression(text))
    subject, sign, given = compared
    values = tuple(value.strip() for value in given.split(",") if value.strip())
    if not values or any(re.search(r"\s(and|or)\s", value) for value in values):
        hint = f'write `{subject} = a, b`, or an expression: `{subject} == "a" or cost > 3`'
        raise Wrong(f"`{text}` is not a condition", hint)
    return _compare(subject, values, negated=sign == "!=")


def _compare(subject: str, values: tuple[str, ...], *, negated: bool = False) -> Condition:
    braces = next((value for value in values if "{" in value), "")
    if braces:
        hint = f"to compare two fields, write `{subject} == {braces.strip('{}')}`"
        raise Wrong(f"`{braces}` is compared as a text", hint)
    if re.fullmatch(FIELD, subject):
        return Condition(subject, values, negated)
    return Condition("", values, negated, parse_expression(subject))


def list_conditions(value: Any) -> Iterator[Condition]:
    """Yield one condition, or several that must all hold."""
    for condition in value if isinstance(value, list) else [value]:
        if isinstance(condition, str):
            yield _parse_condition(condition)
            continue
        for name, given in condition.items() if isinstance(condition, dict) else [("", None)]:
            values: list[Any] = given if isinstance(given, list) else [given]
            if not name or not all(isinstance(each, str) for each in values):
                hint = "write `when: [colour = red, not icon]`"
                raise Wrong("must be a condition or a list of conditions", hint)
            yield _compare(name, tuple(values))


_KIND = Kind("conditions", lambda value: tuple(list_conditions(value)), CONDITIONS_SCHEMA, takes_data=True)
Conditions = Annotated[tuple[Condition, ...], _KIND]


class Over(NamedTuple):
    """The items of a repeat: the fields that they depend on, and a function that lists them."""

    names: tuple[str, ...]
    list_items: Callable[[Mapping[str, Field]], tuple[Field, ...]]


@cache
def parse_over(text: str) -> Over:
    """Return the repeat of a text: a field, a range such as `1..40`, or an expression. Raises Wrong.

    An expression may end with a choice of rows: `pips where item.rank == rank sort by x`.
    """
    if ".." in text and not _CHOSEN.search(text):
        items = parse_range(text)
        return Over((), lambda fields: items)
    call = "rows(" if _CHOSEN.search(text) else ""
    expression = parse_expression(f"{call}{text})" if call else text, -len(call))
    if re.fullmatch(FIELD, text):
        return Over((text,), lambda fields: list_items(get_field(fields, text)))
    return Over(expression.names, lambda fields: list_items(to_field(expression.evaluate(fields))))


def list_cells(over: str, fields: Mapping[str, Field]) -> list[Mapping[str, Field]]:
    """Return the fields in each cell of a repeat; raises ValueError if its items cannot be listed."""
    items = enumerate(parse_over(over).list_items(fields), start=1)
    return [{**fields, ITEM: item, INDEX: str(index)} for index, item in items]


def to_field(value: FieldValue) -> Field:
    """Return a value as a field of a piece, with its numbers as texts; rows have texts already."""
    if isinstance(value, Mapping):
        return cast(Mapping[str, Field], value)
    return tuple(map(to_field, value)) if isinstance(value, tuple) else format_field_value(value)


def parse_range(text: str) -> tuple[str, ...]:
    """Return the items from the first to the last of `1..40`, `F..A`, or `I..X`; raises Wrong."""
    match = _RANGE.fullmatch(text.strip())
    for write in (str, format_roman, format_letters, lambda number: format_letters(number).lower()):
        # Single letters are Roman numbers only after I: `C..F` are letters.
        if match is None or (write is format_roman and match[1] != "I" and len(match[1] + match[2]) == 2):
            continue
        written = {write(number): number for number in range(_MOST)}
        first, last = written.get(match[1]), written.get(match[2])
        if first is not None and last is not None:
            step = 1 if first <= last else -1
            return tuple(write(number) for number in range(first, last + step, step))
    hint = f"write it like `1..40`, `A..F`, or `I..X`, with at most {_MOST} items"
    raise Wrong(f"`{text}` is not a range", hint)


OverText = Annotated[
    str,
    Kind(
        _OVER,
        lambda text: parse_over(text) and text,
        instead=_LISTED,
        schema={"type": ["string", "integer"]},
    ),
]


@dataclass(frozen=True)
class _Unhidden(Mapping[str, Any]):
    """Values without those of hidden names; each value is looked up only when it is used."""

    around: Mapping[str, Any]
    hidden: Collection[str]

    def __contains__(self, name: object) -> bool:
        return name in self.around and name not in self.hidden

    def __getitem__(self, name: str) -> Any:
        if name in self.hidden:
            raise KeyError(name)
        return self.around[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.around if name not in self.hidden)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def fill_constants(data: Any, values: Mapping[str, Any], key: str = "") -> Any:
    """Return the data of elements with constants of templates, or parameters of parts, filled in.

    They replace `{name}`, and names in expressions and conditions.
    """
    if not values:
        return data
    if isinstance(data, list):
        return [fill_constants(item, values, key) for item in data]
    if isinstance(data, dict):
        if key == "when":
            return {
                _fill_safely(_fill_code, name, values): fill_constants(item, values)
                for name, item in data.items()
            }
        if key == "let":
            return {name: _fill_safely(_fill_local, item, values) for name, item in data.items()}
        if isinstance(let := data.get("let"), dict):
            # Local values hide constants of the same names.
            filled = fill_constants(let, values, "let")
            values = _Unhidden(values, let)
            return {
                name: filled if name == "let" else fill_constants(item, values, name)
                for name, item in data.items()
            }
        return {name: fill_constants(item, values, name) for name, item in data.items()}
    if not isinstance(data, str):
        return data
    if key == "when":
        return _fill_safely(_fill_condition, data, values)
    if key in _REPEATS:
        return values[data] if data in values else _fill_safely(_fill_code, data, values)
    filled = _fill_safely(_fill_text, data, values)
    # An empty text of a constant or a parameter draws nothing, like that of a field.
    return _NO_TEXT if filled == "" and data and key in _TEXTS else filled


_NAME = re.compile("[a-z][a-z0-9_]*")


def _fill_safely(fill: Callable[[str, Mapping[str, Any]], Any], data: Any, values: Mapping[str, Any]) -> Any:
    """Return what `fill` returns; the data itself if it is wrong, which is reported when it is read."""
    if not isinstance(data, str) or not any(name in values for name in _NAME.findall(data)):
        return data
    try:
        return fill(data, values)
    except Wrong:
        return data


def _fill_text(text: str, values: Mapping[str, Any]) -> Any:
    if "{" not in text:
        return text
    pattern = Pattern(text)
    if pattern.only in values:
        return values[pattern.only]
    return pattern.replaced(lambda code: _fill_constant(code, values))


def _fill_constant(code: str, values: Mapping[str, Any]) -> str:
    filled = _fill_code(code, values)
    expression = parse_expression(filled)
    return f"{{{filled}}}" if expression.names else expression.format({})


def _fill_local(text: str, values: Mapping[str, Any]) -> Any:
    return _fill_text(text, values) if "{" in text else _fill_code(text, values)


def _fill_condition(text: str, values: Mapping[str, Any]) -> str:
    """Return a condition with its field filled in; in `kind = a`, `a` is a text, and `{a}` a constant."""
    compared = split_comparison(text)
    if compared is None:
        return _fill_code(text, values)
    subject, sign, given = compared
    return f"{_fill_code(subject, values)} {sign} {_fill_text(given, values)}"


def _fill_code(code: str, values: Mapping[str, Any]) -> str:
    filled = ""
    for kind, token, position in list_tokens(code):
        is_called = code[position + len(token) :].lstrip().startswith("(")
        is_name = kind == "name" and token in values and not is_called and not filled.endswith(".")
        filled += to_code(values[token]) if is_name else token
    return filled


class LiteralText(str):
    """A constant that is a text even if it looks like a number: `1.10`."""

    __slots__ = ()


def to_code(value: Any) -> str:
    """Return a constant as a part of an expression; its own places stay places."""
    if isinstance(value, list):
        return f"[{', '.join(map(to_code, value))}]"
    text = str(value)
    if isinstance(value, LiteralText):
        return _quote_text(text)
    if number_or_none(text) is not None:
        return f"({text})"
    pattern = Pattern(text)
    if not pattern.has_places:
        return _quote_text(text)
    literals, places = pattern.literals, pattern.places
    if literals == ("", ""):
        return f"({places[0]})"
    parts = [_quote_text(literals[0])]
    for place, literal in zip(places, literals[1:], strict=True):
        parts += [place, _quote_text(literal)]
    return f'join([{", ".join(part for part in parts if part != _EMPTY)}], "")'


def _quote_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _parse_name(name: str) -> str:
    if not re.fullmatch(ID, name):
        raise Wrong(f"`{name}` is not a name", "lower-case letters, digits, and `_`, such as `scale`")
    if name in (ITEM, INDEX):
        raise Wrong(f"`{name}` is a name of `each` and `repeat`", "use another name")
    return name


def _parse_local(text: str) -> Expression:
    """Parse an expression, which may also be written as a text with fields in braces."""
    if "{" in text and Pattern(text).has_places:
        return parse_expression(to_code(text))
    try:
        return parse_expression(text)
    except Wrong as wrong:
        wrong.hint = f"a text is written in quotes: `\"'{text}'\"`" if text.isalpha() else wrong.hint
        raise


_VALUE = Kind(
    "expression",
    _parse_local,
    {"type": ["string", "number", "boolean"]},
    instead="write a list as an expression: `\"['red', 'blue']\"`",
)
Locals = Mapping[Annotated[str, Kind("name", _parse_name)], Annotated[Expression, _VALUE]]


def add_locals(let: Mapping[str, Expression], fields: Mapping[str, Field]) -> Mapping[str, Field]:
    """Return fields with local values, each of which may use those before it; raises Wrong."""
    seen = dict(fields)
    for name, local in let.items():
        try:
            seen[name] = to_field(local.evaluate(seen))
        except Wrong as wrong:
            wrong.path = ("let", name)
            raise
    return seen


def change_locals(let: Mapping[str, Expression], own: Mapping[str, Expression]) -> Mapping[str, Expression]:
    """Return local values with some changed, in an order in which each may still use those before it."""
    rest, changed = dict(own), dict[str, Expression]()
    for name, local in let.items():
        while name in rest:
            first = next(iter(rest))
            changed[first] = rest.pop(first)
        changed.setdefault(name, local)
    return {**changed, **rest}


def list_used(let: Mapping[str, Expression], names: frozenset[str]) -> frozenset[str]:
    """Return the outer fields, local values included, that `names` depend on."""
    for name, local in reversed([*let.items()]):
        if name in names:
            names = names - {name} | list_roots(local)
    return names


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
