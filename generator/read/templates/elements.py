"""Elements in files, as templates, boards, and booklets write them -> elements with their positions.

They use what a game declares for all its files: constants, styles, tables, and parts, which are elements
under a name of their own.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from generator.errors import Problem, Wrong, suggest
from generator.model.elements.areas import GridArea, MapArea, PlacedArea
from generator.model.elements.blocks import AnyBlock, FieldsOfElements, Figure, list_fields
from generator.model.elements.boxes import (
    PLACING,
    AnyElement,
    Computed,
    Condition,
    LiteralText,
    fill_constants,
    list_computed,
    parse_over,
    to_code,
)
from generator.model.elements.pages import LookKeys, SheetLookKeys
from generator.model.elements.template import ELEMENTS, TEMPLATE, Element, PartElement
from generator.model.language.expressions import Expression, Pattern, list_roots, parse_expression
from generator.model.language.field_values import PLACE_TABLE, RowTable
from generator.model.language.kinds import (
    ROWS,
    Anything,
    ArtPattern,
    Doc,
    EntryValues,
    FileId,
    Id,
    Kind,
    Length,
    MissableIcon,
    Title,
    parse_in_unit,
)
from generator.model.style import Theme, ThemeKeys
from generator.model.values import dataclass, field, fields, replace
from generator.read.declared import reader
from generator.read.declared.names import UNUSED, VERSION_KEY, EffectKey, Effects, Names
from generator.read.declared.reader import FAILED, Findings, Judge, Reader
from generator.read.files.text_files import derive_id, format_id
from generator.read.files.yaml import Data, DataPath, Source

T = TypeVar("T")

P = TypeVar("P", bound="PartKeys")


@dataclass(frozen=True, kw_only=True)
class SharedKeys:
    """Keys of files with templates that these share with each other and with later files."""

    unit: Annotated[Literal["", "mm", "cm", "in", "pt"], Doc("Unit of lengths of elements without one.")] = ""
    constants: Annotated[EntryValues, Doc("Values by name, for `{name}` and expressions in elements.")] = (
        field(default_factory=dict)
    )
    styles: Annotated[
        Mapping[Id, EntryValues],
        Doc("Keys of elements by the name of a style, which elements take with `style: name`."),
    ] = field(default_factory=dict)
    tables: Annotated[
        Mapping[Id, Annotated[Any, Anything(ROWS, "list, rows by id, or a table")]],
        Doc("Tables for expressions and `each`: files, or rows: `{coin: {colour: gold}}`."),
    ] = field(default_factory=dict)
    parts: Annotated[
        Mapping[Id, EntryValues],
        Doc(
            "Elements for `- name: {...}`: parameters with their defaults, `draw`, and `let` for all of them."
        ),
    ] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PartKeys(SharedKeys):
    """Keys of files with parts that may be games by themselves."""

    id: Annotated[FileId, Doc("Id for file names; by default, the name of the file.")] = ""
    title: Annotated[Title, Doc("Title, or its wording key; by default, from the name of the file.")] = ""
    theme: Annotated[ThemeKeys | None, Doc("Theme of a game that is only this file, without a kit.yaml.")] = (
        None
    )


def name_part(file: P, path: Path) -> P:
    """Return a file with its default id and title."""
    id = file.id or derive_id(path.stem)
    return replace(file, id=id, title=file.title or format_id(id))


def to_part(file: object, kind: type[Any]) -> Any:
    """Return the part that a file declares, without the other keys of the file."""
    return kind(**{one.name: getattr(file, one.name) for one in fields(kind)})


@dataclass(frozen=True)
class TemplatesFile(SharedKeys):
    """Templates by id: each a list of elements, or changes to another template."""

    templates: Annotated[Mapping[Id, Annotated[Any, TEMPLATE]], Length(1), Doc("Templates by id.")] = field(
        default_factory=dict
    )


@dataclass(frozen=True)
class ThemeFile(SharedKeys, Theme):
    """A theme with templates for the games that choose it."""

    templates: Annotated[
        Mapping[Id, Annotated[Any, TEMPLATE]], Doc("Templates by id; files of games may replace them.")
    ] = field(default_factory=dict)
    fields: Annotated[
        Mapping[Id, Annotated[Any, Anything(noun="field")]],
        Doc("Default fields of pieces that the templates show."),
    ] = field(default_factory=dict)
    booklet: Annotated[LookKeys | None, Doc("Templates of the pages of booklets.")] = None
    sheet: Annotated[SheetLookKeys | None, Doc("Templates of sheets.")] = None


@dataclass(frozen=True)
class Elsewhere:
    """Data that is used at another place than where it is written, such as a style or a part."""

    source: Source
    path: DataPath
    data: Any


class _Constants(dict[str, Any]):
    """Values of constants by name, which note their use."""

    def __init__(self, known: "_Constants | None", effects: Effects) -> None:
        super().__init__(known or {})
        self._declared: dict[str, EffectKey] = dict(known._declared) if known else {}
        self._effects = effects

    def declare(self, name: str, value: Any, declared: EffectKey) -> None:
        """Add a constant, or replace one of an earlier file."""
        self[name], self._declared[name] = value, declared

    def __getitem__(self, name: str) -> Any:
        self._effects.use(self._declared[name])
        return super().__getitem__(name)


@dataclass(frozen=True)
class Shared:
    """Shared keys of templates: constants, and styles and parts with their positions in files."""

    constants: _Constants | None = None
    styles: Mapping[str, Elsewhere] = field(default_factory=dict)
    parts: Mapping[str, Elsewhere] = field(default_factory=dict)
    effects: Effects = field(default_factory=Effects)
    """Notes which of them are used."""

    def use(self, declared: Elsewhere) -> Elsewhere:
        """Return a style or a part, which is used."""
        self.effects.use((declared.source.file, declared.path, UNUSED))
        return declared

    def with_effects(self, effects: Effects) -> "Shared":
        """Return this, with its use noted elsewhere."""
        constants = None if self.constants is None else _Constants(self.constants, effects)
        return replace(self, constants=constants, effects=effects)

    tables: Mapping[str, tuple[Source, RowTable]] = field(default_factory=dict)
    """Tables, and the files that declare them."""
    fields: Mapping[str, Elsewhere] = field(default_factory=dict)
    """Default fields of pieces, which the theme declares."""

    def with_tables(self, findings: Findings, names: Names, read_table: "ReadTable") -> "Shared":
        """Return this with the tables that the file of the findings declares; problems are added to it.

        Those that nothing uses cause warnings.
        """
        given, tables = findings.source.get("tables"), dict(self.tables)
        for name, data in given.items() if isinstance(given, dict) else ():
            if name in tables and tables[name][0] is findings.source:
                continue
            filled = fill_constants(data, self.constants or {})
            if names.is_drawn and names.warnings is not None:
                describe = partial(_describe_unused, findings, "tables", name)
                names.effects.note(_key_of_table(findings.source, name), False, describe, is_shared=True)
            table = findings.read(partial(read_table, findings, ("tables", name), filled))
            # Users of an invalid table are not reported, too.
            tables[name] = findings.source, table or RowTable({})
        return replace(self, tables=tables)

    def extended(self, findings: Findings, names: Names, *, is_watched: bool) -> "Shared":
        """Return this with what the file of the findings declares, and the user's values of constants.

        If `is_watched`, unused declarations cause warnings.
        """
        constants = _Constants(self.constants, names.effects)
        if names.version and VERSION_KEY not in constants:
            constants.declare(VERSION_KEY, LiteralText(names.version), ("", (VERSION_KEY,), UNUSED))
        styles, parts = dict(self.styles), dict(self.parts)
        for key, found in (("constants", None), ("styles", styles), ("parts", parts)):
            given = findings.source.get(key)
            for name, data in given.items() if isinstance(given, dict) else ():
                filled = fill_constants(data, constants)
                declared = (findings.file, (key, name), UNUSED)
                if is_watched and names.is_drawn and names.warnings is not None:
                    describe = partial(_describe_unused, findings, key, name)
                    names.effects.note(declared, False, describe, is_shared=True)
                if found is None:
                    try:
                        constants.declare(name, names.settings.choose(name, filled), declared)
                    except Wrong as wrong:
                        findings.add((key, name), wrong.message, wrong.hint)
                elif found is parts and name in ELEMENTS.kinds:
                    found[name] = Elsewhere(findings.source, (key, name), None)
                    findings.add((key, name), f"`{name}` is a kind of element", "use another name", at="key")
                elif isinstance(data, dict):
                    found[name] = Elsewhere(findings.source, (key, name), filled)
                    for own in (_OF_CALLS - {"let"}) & data.keys() if found is parts else ():
                        message = f"`{own}` is a key of every call of a part, not a parameter"
                        findings.add((key, name, own), message, "use another name", at="key")
        return replace(self, constants=constants, styles=styles, parts=parts, effects=names.effects)


ReadTable: TypeAlias = Callable[[Findings, DataPath, Any], RowTable]
"""Reads a table that a file declares at a path; raises DataError."""
_PLACED = frozenset({"grid", "map"})
"""Kinds of areas with elements in each place, and others that are drawn over all places."""
_OF_CALLS = frozenset({"id", "when", "each", "let"})
"""Keys that calls of parts have like all elements."""
_USES = {
    "constants": "`{{{}}}`",
    "styles": "`style: {}`",
    "parts": "`- {}: {{...}}`",
    "tables": "`each: {0}` or `{{{0}[id].price}}`",
}


def _key_of_table(source: Source, name: str) -> EffectKey:
    return source.file, ("tables", name), UNUSED


def _describe_unused(findings: Findings, key: str, name: str) -> Problem:
    hint = f"write {_USES[key].format(name)} in an element, or remove it"
    return findings.describe((key, name), "is not used", hint, at="key")


Finish: TypeAlias = Callable[["ElementReader", DataPath, Any], Figure | PlacedArea | None]
"""Adds its places to an area, or to a figure what it shows; returns None after adding its problems."""

_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'|[^,}\]]*")
"""A value in a line of YAML."""
_REFERENCE = re.compile(r"\s*([a-z0-9_]+)\s*((?:[+-].*)?)")
_MOST_PARTS = 500


@dataclass(frozen=True, slots=True)
class PlacedElement:
    """An element, and where it is written."""

    element: Element
    source: Source
    path: DataPath
    inner: tuple["PlacedElement", ...] = ()
    """Elements that are repeated or turned."""
    origins: "Origins" = field(default_factory=dict)
    """Paths of the local values that its template declares."""


Origins: TypeAlias = Mapping[str, tuple[Source, DataPath]]
"""Files and paths of local values by name."""


NO_LOCALS: Mapping[str, Expression] = {}


class ElementReader(Reader):
    """Reads the elements of one file, with styles, parts, constants, named boxes, and computed values."""

    def __init__(
        self,
        findings: Findings,
        judge: Judge,
        shared: Shared | None = None,
        finish: Finish | None = None,
        note: Callable[[Problem], None] = lambda problem: None,
    ) -> None:
        super().__init__(findings, judge, note)
        self._shared = shared or Shared()
        self._boxes: dict[str, Sequence[Any]] = {}
        """The box of each element with an id, as it is written."""
        self._within: list[str] = []
        """Names of the parts that are being read, from the outermost."""
        self._parts = 0
        """Number of parts that were read."""
        self._finish = finish
        self._fields: FieldsOfElements = {}
        self._places: dict[str, Any] = {}
        """The places of areas that were read, by id, as rows of a table."""
        self.sound: dict[DataPath, tuple[Any, ...]] = {}
        """The valid elements of lists with invalid ones, by the path of the list."""

    @property
    def tables(self) -> Mapping[str, RowTable]:
        """The tables that elements of the file may use, with the places that are known so far."""
        tables = {name: table for name, (_, table) in self._shared.tables.items()}
        return {**tables, PLACE_TABLE: RowTable(self._places)} if self._places else tables

    def add_places(self, places: Mapping[str, Any]) -> None:
        """Let later elements find places by their ids."""
        self._places = {**self._places, **places}

    def forget_places(self) -> None:
        """Hide the places of earlier templates."""
        self._places = {}

    def fill_constants(self, data: Data) -> Any:
        """Return data with the values of constants."""
        return fill_constants(data, self._shared.constants or {})

    def read_filled(self, declared: type[T]) -> T | None:
        """Return the file, with constants filled in, as a dataclass; None after adding its problems."""
        return self.read(declared, self.fill_constants(self.data))

    def _read(self, shape: reader.ValueShape, data: Any, path: DataPath) -> Any:
        if not isinstance(data, Elsewhere):
            return super()._read(shape, data, path)
        here, unit = self.findings, self._unit
        if data.source is not here.source:
            self.findings, self._unit = here.of(data.source), data.source.get("unit")
        read = self._read(shape, data.data, data.path)
        self.findings, self._unit = here, unit
        return read

    def _read_scalar(self, kind: Kind, data: Data, path: DataPath) -> Any:
        if isinstance(data, str) and "{" in data and kind.takes_fields:
            unit = self._find_unit(kind)
            return self._compute(data, partial(parse_in_unit, kind.parse, unit) if unit else kind.parse, path)
        return super()._read_scalar(kind, data, path)

    def _compute(self, text: str, parse: Callable[[str], Any], path: DataPath) -> Any:
        try:
            pattern = Pattern(text)
            return Computed(pattern, parse) if pattern.names else parse(pattern.fill({}))
        except Wrong as wrong:
            return self._add(path, wrong)

    def _build(self, declared: type, values: dict[str, Any], path: DataPath) -> Any:
        # Lines of grids are computed for each row when their cells are known.
        computed = list_computed(tuple(value for name, value in values.items() if name != "lines"))
        if computed and issubclass(declared, Figure | GridArea | MapArea):
            hint = f"write a value in place of `{computed[0].pattern.text}`"
            return self._add(path, Wrong("is the same on all pieces", hint), at="key")
        if computed:
            # Contradictions are found when the values are computed.
            return self._bind(self._keep(declared(**values), path))
        built = super()._build(declared, values, path)
        if not isinstance(built, Figure | PlacedArea) or self._finish is None:
            return self._bind(built)
        finished = self._finish(self, path, built)
        return self._keep(FAILED if finished is None else finished, path)

    def _read_list(self, shape: reader.ListOf, data: Data, path: DataPath) -> Any:
        if shape.item is not ELEMENTS or not isinstance(data, list) or not data:
            return super()._read_list(shape, data, path)
        read = [one for index, item in enumerate(data) for one in self._read_item(item, (*path, index))]
        if all(one is not FAILED for one in read):
            return tuple(read)
        self.sound[path] = tuple(one for one in read if one is not FAILED)
        return FAILED

    def _read_item(self, item: Any, path: DataPath) -> Iterator[Any]:
        """Yield an element, or those of a part."""
        data = _unwrap(item)
        name = next(iter(data), "") if isinstance(data, dict) else ""
        if name in ELEMENTS.kinds and _has_computed_style(data[name]):
            yield self._read_styled(name, data, item, path)
            return
        if name not in self._shared.parts:
            yield from (
                self._read_with_rows(name, item, path)
                if name in _PLACED
                else (self._read(ELEMENTS, item, path),)
            )
            return
        part, given, path = self._shared.use(self._shared.parts[name]), data[name] or {}, (*path, name)
        if part.data is None:
            # Its name was refused: what its calls mean is unknown.
            yield FAILED
            return
        self._parts += 1
        if name in self._within or self._parts > _MOST_PARTS or not isinstance(given, dict):
            message = f"`{name}` contains itself" if name in self._within else "needs keys"
            yield self._add(path, Wrong(message))
            return
        values = {key: value for key, value in part.data.items() if key not in ("draw", "let")}
        call = {key: value for key, value in given.items() if key in _OF_CALLS}
        for key in given.keys() - values.keys() - call.keys():
            known = {**values, **dict.fromkeys(_OF_CALLS)}
            yield self._add((*path, key), Wrong(f"unknown key `{key}`", suggest(key, known)), at="key")
        values |= {key: value for key, value in given.items() if key not in call}
        for key in (key for key, value in values.items() if value is None):
            yield self._add(path, Wrong(f"`{key}` is missing", f"add `{key}: ...`"), at="key")
        drawn: list[Any] = []
        self._within.append(name)
        own = {key: value for key, value in part.data.items() if key in ("draw", "let")}
        own = fill_constants(own, values)
        for index, each in enumerate(own.get("draw") or ()):
            there, before = (*part.path, "draw", index), len(self.findings.problems)
            drawn += self._read_item(Elsewhere(part.source, there, each), there)
            self._move_to_call(before, part.source, given, path)
        self._within.pop()
        if "let" in own:
            let = Elsewhere(part.source, (*part.path, "let"), own["let"])
            drawn = [self._read_call({"let": let}, drawn, path)]
        if call:
            yield self._read_call(call, drawn, path)
        else:
            yield from drawn

    def _read_with_rows(self, kind: str, item: Any, path: DataPath) -> Iterator[Any]:
        """Yield an area, then those of its elements that are drawn for rows, not in each place."""
        source = item.source if isinstance(item, Elsewhere) else self.findings.source
        keys, where = _unwrap(item)[kind], (*(item.path if isinstance(item, Elsewhere) else path), kind)
        drawn = _unwrap(keys.get("draw")) if isinstance(keys, dict) else None
        if not (isinstance(drawn, list) and any(map(_has_rows, drawn))):
            yield self._read(ELEMENTS, item, path)
            return
        placed = [Elsewhere(source, (*where, "draw", index), one) for index, one in enumerate(drawn)]
        inner = [one for one in placed if not _has_rows(one.data)]
        own = {key: Elsewhere(source, (*where, key), value) for key, value in keys.items() if key != "draw"}
        area = self._read(ELEMENTS, {kind: {**own, **({"draw": inner} if inner else {})}}, path)
        yield area
        if area is FAILED:
            # Without places, nothing could be found.
            return
        above = [each for one in placed if _has_rows(one.data) for each in self._read_item(one, one.path)]
        call = {key: own[key] for key in ("when", "let") if key in own}
        yield from [self._read_call(call, above, where)] if call else above

    def _read_styled(self, kind: str, data: dict[str, Any], item: Any, path: DataPath) -> Any:
        """Return an element whose style depends on fields, as a group with an element for each style."""
        here, where = item.source if isinstance(item, Elsewhere) else self.findings.source, (*path, kind)
        keys = {key: Elsewhere(here, (*where, key), value) for key, value in data[kind].items()}
        own = {key: keys[key] for key in _OF_CALLS & keys.keys()}
        keys = {key: value for key, value in keys.items() if key not in _OF_CALLS - {"id"}}
        drawn = self._read_variants(keys, where, lambda changed: self._read(ELEMENTS, {kind: changed}, path))
        part = self._read_call(own, drawn, where) if drawn else FAILED
        style = str(_unwrap(keys["style"]))
        return part if part is FAILED else self._bind(self._change_built(part, style=style))

    def _read_variants(
        self, keys: dict[str, Any], path: DataPath, read: Callable[[dict[str, Any]], Any]
    ) -> list[Any]:
        """Return what is read from keys with each style that their `style` may be, which is its condition.

        The list is empty after a problem was added.
        """
        text, where = str(_unwrap(keys["style"])), (*path, "style")
        try:
            pattern, code = Pattern(text), parse_expression(to_code(text))
        except Wrong as wrong:
            self._add(where, wrong)
            return []
        fitting = re.compile(".*".join(map(re.escape, pattern.literals))).fullmatch
        names = [name for name in self._shared.styles if fitting(name)]
        if not names:
            hint = suggest(text, self._shared.styles)
            self._add(where, Wrong(f"no style has a name like `{text}`", hint))
        variants: list[Any] = []
        for name in names:
            if (one := read({**keys, "style": name})) is FAILED:
                return []
            variants.append(self._change_built(one, when=(Condition("", (name,), False, code), *one.when)))
        return variants

    def _read_fields(
        self,
        declared: type,
        data: dict[str, Any],
        path: DataPath,
        kind: str = "",
        kinds: Collection[str] = (),
    ) -> Any:
        """Return a dataclass from its keys; a block whose style depends on fields has its variants."""
        if not (issubclass(declared, AnyBlock) and _has_computed_style(data)):
            return super()._read_fields(declared, data, path, kind, kinds)
        names = {old: new for old, new in AnyBlock.old_keys.items() if old in data}
        own = {key: data[key] for key in data.keys() & (_OF_CALLS - {"id"} | names.keys())}
        keys = {key: value for key, value in data.items() if key not in own}
        read = partial(super()._read_fields, declared, path=path, kind=kind, kinds=kinds)
        variants = self._read_variants(keys, path, read)
        around = super()._read_fields(AnyBlock, own, path)
        if not variants or around is FAILED:
            return FAILED
        given = {"each": around.each, "let": around.let, "when": around.when}
        block = self._change_built(variants[0], variants=tuple(variants), **given)
        return self._bind(self._change_built(block, style=str(_unwrap(data["style"]))))

    def _read_call(self, call: dict[str, Any], drawn: list[Any], path: DataPath) -> Any:
        """Return the elements of a part as one element, which has the keys of the call."""
        shapes = {one.key: one.shape for one in reader.list_declared(AnyElement)}
        read = {key: self._read(shapes[key], value, (*path, key)) for key, value in call.items()}
        if any(value is FAILED for value in (*read.values(), *drawn)):
            return FAILED
        return self._bind(self._keep(PartElement(draw=tuple(drawn), **read), path))

    def _bind(self, element: Any) -> Any:
        """Return an element with the tables that it uses."""
        if not (isinstance(element, AnyElement) and (self._shared.tables or self._places)):
            return element
        used = self._find_tables(element)
        return self._change_built(element, tables={**element.tables, **used}) if used else element

    def _find_tables(self, element: AnyElement) -> Mapping[str, RowTable]:
        """Return the tables that an element and its local values use."""
        names = list_fields(element, self._fields) | list_roots(*element.let.values())
        return self.take_tables(names)

    def take_tables(self, names: Collection[str]) -> Mapping[str, RowTable]:
        """Return those of some names that are tables, which are used."""
        tables = self.tables
        used = {name: tables[name] for name in sorted(tables.keys() & names)}
        for name in used.keys() - {PLACE_TABLE}:
            self._shared.effects.use(_key_of_table(self._shared.tables[name][0], name))
        return used

    def _change_built(self, built: Any, **changes: Any) -> Any:
        """Return an element with other values, which has the place of the old one."""
        changed = replace(built, **changes)
        self._built[id(changed)] = changed, *self.place_of(built)
        return changed

    def add_locals(
        self, placed: "PlacedElement", let: Mapping[str, Expression], origins: "Origins"
    ) -> "PlacedElement":
        """Return an element with the local values of its template before its own."""
        if not let:
            return placed
        element, inner = placed.element, placed.inner
        repeated = list_roots(parse_over(element.each)) if element.each else frozenset()
        if (repeated | element.let.keys()) & let.keys():
            # What it repeats, or a value of its own, depends on them: they belong around it.
            element, inner = PartElement(draw=(element,), id=element.id), (placed,)
        element = replace(element, let={**let, **element.let})
        element = replace(element, tables={**element.tables, **self._find_tables(element)})
        return PlacedElement(element, placed.source, placed.path, inner, origins)

    def _move_to_call(self, before: int, source: Source, given: Mapping[str, Any], path: DataPath) -> None:
        """Report wrong parameters of a part at its call, not where they are used."""
        problems = self.findings.problems
        for index, problem in enumerate(problems[before:], before):
            if problem.file != source.file or not problem.line:
                continue
            value = _VALUE.match(source.lines[problem.line - 1], problem.column - 1)
            used = re.findall(r"\w+", " ".join(re.findall(r"\{(.*?)\}", value[0] if value else "")))
            if names := [name for name in used if name in given]:
                problems[index] = self.findings.describe((*path, names[0]), problem.message, problem.hint)

    def _complete(self, declared: type, data: dict[str, Any], path: DataPath, known: dict[str, Any]) -> Any:
        """Return the keys of an element with those of its style, and with `box` in place of other keys."""
        if not issubclass(declared, AnyElement):
            return data
        style = self._read_style(data, path)
        data = {**style, **{key: _change(style.get(key), value) for key, value in data.items()}}
        data.pop("style", None)
        may_lack = _unwrap(data.get("missing", "error")) != "error" and "missing" in known
        for key, hint in (("file", ArtPattern), ("icon", MissableIcon)) if may_lack else ():
            if key in known:
                known[key] = replace(known[key], shape=reader.make_shape(hint))
        if "box" in known and data.keys() & PLACING:
            data["box"] = self._make_box(data, path)
            data = {key: value for key, value in data.items() if key not in PLACING}
        id = _unwrap(data.get("id"))
        if isinstance(id, str) and isinstance(_unwrap(data.get("box")), list):
            self._boxes[id] = _unwrap(data["box"])
        return data

    def _note_old_key(self, path: DataPath, data: Any, new: str) -> None:
        here = self.findings
        if isinstance(data, Elsewhere):
            self.findings, path = here.of(data.source), data.path
        super()._note_old_key(path, data, new)
        self.findings = here

    def _read_style(self, data: dict[str, Any], path: DataPath) -> dict[str, Any]:
        name, styles = _unwrap(data.get("style")), self._shared.styles
        if name is None or not self.findings.check_name((*path, "style"), str(name), styles, "style"):
            return {}
        style = self._shared.use(styles[str(name)])
        return {key: Elsewhere(style.source, (*style.path, key), data) for key, data in style.data.items()}

    def _make_box(self, data: dict[str, Any], path: DataPath) -> list[Any]:
        """Return the box that `at`, `size`, `inside`, `below`, and `right_of` describe."""
        box: list[Any] = ["0", "0", "100%", "100%"]
        for axis, key in enumerate(("right_of", "below")):
            match = _REFERENCE.fullmatch(str(_unwrap(data.get(key))))
            if key in data and (match is None or match[1] not in self._boxes):
                hint = suggest(match[1] if match else "", self._boxes)
                self._add((*path, key), Wrong("there is no such element with a box above this one", hint))
            elif key in data and match:
                box = [str(_unwrap(one)) for one in self._boxes[match[1]]]
                box[axis] = f"{box[axis]} + {box[axis + 2]} {match[2]}"
        for key, place, count in (("inside", 0, 4), ("at", 0, 2), ("size", 2, 2)):
            value = _unwrap(data.get(key))
            if value is not None and (not isinstance(value, list) or len(value) != count):
                self._add((*path, key), Wrong(f"must be a list of {count} lengths", f"write `{key}: [...]`"))
            elif value is not None:
                box[place : place + 2] = value[:2]
                if key == "inside":
                    less = [_negate(str(one)) for one in value]
                    box[2:] = [f"100% {less[axis]} {less[axis + 2]}" for axis in (0, 1)]
        return box


def _has_rows(item: Any) -> bool:
    """Return True for an element with `each`, as it is written."""
    keys = next(iter(item.values()), None) if isinstance(item, dict) and item else None
    return isinstance(keys, dict) and "each" in keys


def _has_computed_style(keys: Any) -> bool:
    return isinstance(keys, dict) and "{" in str(_unwrap(keys.get("style", "")))


def _unwrap(data: Any) -> Any:
    return _unwrap(data.data) if isinstance(data, Elsewhere) else data


def _change(base: Any, given: Any) -> Any:
    """Return a given value; `+= 2 mm` and `-= 2 mm` change that of the style instead."""
    base, value = _unwrap(base), _unwrap(given)
    if isinstance(value, list) and isinstance(base, list) and len(value) == len(base):
        changed = [_change(*pair) for pair in zip(base, value, strict=True)]
        return given if changed == value else changed
    is_change = base is not None and isinstance(value, str) and value.startswith(("+=", "-="))
    return f"{base} {value[0]} {value[2:].strip()}" if is_change else given


def _negate(text: str) -> str:
    """Return a measure with opposite signs: `- 4 mm + 2%` for `4 mm - 2%`."""
    opposite = {"+": "-", "-": "+"}
    negated = re.sub(r"\{[^}]*\}|[+-]", lambda found: opposite.get(found[0], found[0]), text.strip())
    return negated if negated.startswith(("+", "-")) else f"- {negated}"
