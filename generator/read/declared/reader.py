"""Data of files -> declared dataclasses, by the shapes of their annotations, or problems with places."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field
from fnmatch import fnmatchcase
from functools import cache, partial
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NoReturn,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from generator.errors import MOST_IN_FILE, DataError, Problem, Wrong, find_near, format_path, suggest
from generator.model.language.expressions import Pattern
from generator.model.language.kinds import Anything, Doc, Key, Kind, Length, Named, OneOf, Written, add_unit
from generator.model.values import dataclass, field, fields, is_dataclass, replace
from generator.read.files.shelf import KIT_FILE, Memo
from generator.read.files.text_files import describe_fault, is_inside, name_file
from generator.read.files.yaml import Data, DataPath, Source, read_yaml

T = TypeVar("T")
At: TypeAlias = Literal["value", "key"]
Schema: TypeAlias = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_COMPUTED: Schema = {"description": "A value with fields: `{width / 2}`.", "type": "string", "pattern": r"\{"}
_FILLED = ("element", "block")
"""Values whose keys may have fields of a piece."""
_WRITABLE = (str, int, float, bool)
"""Types of defaults that a schema includes unless they are empty."""


@dataclass(eq=False)
class Gathered:
    """Problems of several files, collected while they are read."""

    problems: list[Problem] = field(default_factory=list)

    def read(self, read: Callable[[], T]) -> T | None:
        """Return what `read` returns; None after collecting its problems."""
        try:
            return read()
        except DataError as error:
            self.problems += error.problems
            return None

    def of(self, source: Source) -> "Findings":
        """Return the findings of one file, whose problems are added to these."""
        return Findings(source, problems=self.problems)

    def stop(self) -> NoReturn:
        """Raise all problems as one error."""
        raise DataError(self.problems)

    def stop_if_any(self) -> None:
        """Raise all problems as one error if there are any."""
        if self.problems:
            self.stop()

    def require(self, value: T | None) -> T:
        """Return a value; raises all problems as one error if it is None, because it could not be read."""
        if value is None:
            self.stop()
        return value


class Findings(Gathered):
    """The problems of one file, and of others that are read with it; all paths are relative to `base`."""

    def __init__(self, source: Source, base: DataPath = (), problems: list[Problem] | None = None) -> None:
        super().__init__([] if problems is None else problems)
        self.source = source
        self.file = source.file
        self._base = base

    @property
    def has_own(self) -> bool:
        """True if there are problems of this file, not only of others."""
        return any(problem.file == self.file for problem in self.problems)

    def add(self, path: DataPath, message: str, hint: str = "", *, at: At = "value") -> None:
        """Add a problem with the value of a path, or with its key."""
        self._put(self.describe(path, message, hint, at=at))

    def describe(self, path: DataPath, message: str, hint: str = "", *, at: At = "value") -> Problem:
        """Return a problem with its position without adding it, for `Names.warn`."""
        path = (*self._base, *path)
        spot = self.source.spot_of_key(path) if at == "key" else self.source.spot_of(path)
        return Problem(self.source.file_of(path), *spot, format_path(self.source.shown(path)), message, hint)

    def add_in_text(self, path: DataPath, line: int, column: int, message: str, hint: str = "") -> None:
        """Add a problem with one character of a text; line and column within the text, from 0."""
        path = (*self._base, *path)
        spot = self.source.spot_in_text(path, line, column)
        file = self.source.file_of(path)
        self._put(Problem(file, *spot, format_path(self.source.shown(path)), message, hint))

    def add_at(self, path: DataPath, position: int, message: str, hint: str = "") -> None:
        """Add a problem with one character of the text that is a value, counted from 0; -1 for all of it."""
        text = self.source.get_text((*self._base, *path))
        if position < 0 or position > len(text):
            self.add(path, message, hint)
            return
        before = text[:position]
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        self.add_in_text(path, line, column, message, hint)

    def check_name(
        self, path: DataPath, name: str, known: Collection[str] | None, what: str, *, at: At = "value"
    ) -> bool:
        """Return True if a name is known; otherwise add a problem. None means that all names are accepted."""
        if known is None or name in known:
            return True
        self.add(path, f"unknown {what} `{name}`", suggest(name, known), at=at)
        return False

    def check_names(
        self, path: DataPath, names: Iterable[str], known: Collection[str] | None, what: str
    ) -> None:
        """Add a problem for each name of a list that is unknown."""
        for number, name in enumerate(names):
            self.check_name((*path, number), name, known, what)

    def check_file(
        self, path: DataPath, file: Path, *, home: Path, others: str = "*.yaml", also: Iterable[str] = ()
    ) -> bool:
        """Return True if a file that data names is readable; otherwise add a problem.

        Suggestions are files beside it that match `others`, and the names of `also`.
        """
        fault = describe_fault(file, home=home)
        if fault:
            names = {*also}
            if is_inside(file, home):
                with suppress(OSError):
                    there = {other.name for other in file.parent.iterdir()} - {KIT_FILE}
                    names |= {name for name in there if fnmatchcase(name.lower(), others.lower())}
            slashes = file.name.replace("\\", "/")
            is_path = "/" in slashes.rstrip("/")
            hint = f"write / between folders: `{slashes}`" if is_path else suggest(file.name, names)
            self.add(path, fault, hint if is_path or names else "")
        return not fault

    def refuse(self, path: DataPath, message: str, hint: str = "", *, at: At = "value") -> NoReturn:
        """Add a problem, and raise all."""
        self.add(path, message, hint, at=at)
        self.stop()

    def _put(self, problem: Problem) -> None:
        self.problems.append(problem)
        if sum(one.file == self.file for one in self.problems) > MOST_IN_FILE:
            self.stop()


@dataclass(frozen=True)
class ListOf:
    """Items of one shape, read as a tuple, or as a named tuple: `[left, top, width, height]`."""

    item: "ValueShape"
    length: Length
    make: Callable[[Iterable[Any]], Any] = tuple


@dataclass(frozen=True)
class MappingOf:
    """Values of one shape by keys of one kind."""

    key: Kind | None
    """None: any key."""
    item: "ValueShape"
    length: Length


ValueShape: TypeAlias = Kind | OneOf | ListOf | MappingOf | type | Anything
"""A type is a declared dataclass: keys with values."""


@dataclass(frozen=True)
class Declared:
    """A field of a declared dataclass, as files have it."""

    name: str
    key: str
    shape: ValueShape
    default: Any
    doc: str
    is_required: bool
    written: Written | None


@cache
def list_declared(declared: type) -> tuple[Declared, ...]:
    """Return the fields of a dataclass that files may have: required ones first, inherited ones last."""
    hints = get_type_hints(declared, include_extras=True)
    found = []
    for one in sorted(fields(declared), key=lambda one: _rank(declared, one)):
        hint = hints[one.name]
        written = _get_extra(hint, Written)
        if written in (Written.NEVER, Written.AS_KEY):
            continue
        default = one.default if one.default_factory is MISSING else one.default_factory()
        key = _get_extra(hint, Key)
        name, doc, shape = key.name if key else one.name, get_doc(hint), make_shape(hint)
        found.append(Declared(one.name, name, shape, default, doc, default is MISSING, written))
    return tuple(found)


def _rank(declared: type, field: Field[Any]) -> int:
    if field.default is field.default_factory is MISSING:
        return 0
    return 1 if field.name in declared.__annotations__ else 2


def list_old_keys(declared: type) -> Mapping[str, str]:
    """Return the present names of keys by their old ones, which are still read."""
    return getattr(declared, "old_keys", {})


@cache
def list_beginning(declared: type, key: str) -> tuple[Declared, ...] | None:
    """Return the fields of a dataclass that begins with the key of its kind; None for other dataclasses."""
    found = list_declared(declared)
    if not any(one.written is Written.FIRST for one in found):
        return None
    return tuple(replace(one, key=key) if one.written is Written.FIRST else one for one in found)


@cache
def _map_keys(declared: type, kind: str) -> Mapping[str, Declared]:
    """Return the fields of a dataclass by their keys, of which `kind` may be the first."""
    keys = (kind and list_beginning(declared, kind)) or list_declared(declared)
    return {one.key: one for one in keys}


@cache
def _list_required(declared: type, kind: str) -> Sequence[Declared]:
    return [one for one in _map_keys(declared, kind).values() if one.is_required]


@cache
def _list_named(declared: type) -> Sequence[Declared]:
    """Return the fields of a dataclass that are names, or may contain some."""
    return [
        one
        for one in list_declared(declared)
        if isinstance(one.shape, type)
        or (isinstance(one.shape, Kind) and one.shape.names)
        or (isinstance(item := getattr(one.shape, "item", None), Kind) and item.names)
    ]


def list_names(value: object) -> Iterator[tuple[str, str, Named]]:
    """Yield the key, the value, and the kind of each field that is a name, such as `shadow.colour`."""
    declared: type = type(value)
    for one in _list_named(declared):
        inner = getattr(value, one.name)
        if isinstance(one.shape, Kind) and one.shape.names:
            yield one.key, inner, one.shape.names
        elif isinstance(one.shape, type) and inner is not None:
            yield from ((f"{one.key}.{key}", text, names) for key, text, names in list_names(inner))
        elif isinstance(item := getattr(one.shape, "item", None), Kind) and item.names:
            items = inner if isinstance(inner, Mapping) else dict(enumerate(inner))
            yield from ((f"{one.key}.{key}", text, item.names) for key, text in items.items())


@cache
def get_key_field(declared: type) -> str:
    """Return the field that takes the key under which a mapping has a value; empty if there is none."""
    hints = get_type_hints(declared, include_extras=True) if is_dataclass(declared) else {}
    return next((name for name, hint in hints.items() if Written.AS_KEY in _list_extras(hint)), "")


def list_mains(declared: type) -> list[Declared]:
    """Return the fields that may be written alone, instead of all keys."""
    return [one for one in list_declared(declared) if one.written is Written.ALONE]


def make_shape(hint: Any) -> ValueShape:
    """Return the shape that an annotation describes; raises TypeError if files cannot have it."""
    extras = _list_extras(hint)
    bare = get_args(hint)[0] if extras else hint
    origin, arguments = get_origin(bare), get_args(bare)
    for extra in reversed(extras):
        if isinstance(extra, Anything | Kind) or (isinstance(extra, OneOf) and origin is not tuple):
            return extra
    length = _get_extra(hint, Length) or Length()
    if origin in (Union, UnionType):
        (inner,) = (one for one in arguments if one is not NoneType)
        return make_shape(Annotated[inner, *extras] if extras else inner)
    if origin is Literal:
        return _make_choice(arguments)
    if origin is tuple:
        if arguments[-1] is not Ellipsis:
            length = Length(len(arguments), len(arguments))
        return ListOf(_get_extra(hint, OneOf) or make_shape(arguments[0]), length)
    if origin is not None and issubclass(origin, Mapping):
        return MappingOf(_get_extra(arguments[0], Kind), make_shape(arguments[1]), length)
    if is_dataclass(bare) and isinstance(bare, type):
        return bare
    if hasattr(bare, "_make"):
        items = [*get_type_hints(bare, include_extras=True).values()]
        return ListOf(make_shape(items[0]), Length(len(items), len(items), length.hint), bare._make)
    raise TypeError(f"{hint} does not describe how it is written")


_INSTEAD = {
    "left": ("start", ", the side where reading begins"),
    "right": ("end", ", the side where reading ends"),
    **dict.fromkeys(("centre", "middle"), ("center", "")),
}
"""Replacements for values of other programs, with the reason."""


def _make_choice(values: tuple[Any, ...]) -> Kind:
    """Return the kind of one of a few values, which is written as its text."""
    known = {str(value): value for value in values}

    def parse(text: str) -> Any:
        if text not in known:
            other, why = _INSTEAD.get(text, ("", ""))
            hint = f"write `{other}`{why}" if other in known else suggest(text, known)
            raise Wrong(f"`{text}` is not allowed here", hint)
        return known[text]

    noun = ", ".join(f"`{text}`" for text in known)
    return Kind(noun, parse, {"enum": [*values]}, takes_fields=True)


def get_doc(hint: Any) -> str:
    """Return the documentation of an annotation; empty if it has none."""
    doc = _get_extra(hint, Doc)
    return doc.documentation if doc else ""


def _get_extra(hint: Any, kind: type) -> Any:
    return next((extra for extra in reversed(_list_extras(hint)) if isinstance(extra, kind)), None)


def _list_extras(hint: Any) -> tuple[Any, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


Judge = Callable[[Named, str], Wrong | None]
"""Returns the problem with a name of a kind, or None."""


class _Failed:
    """A value that could not be read, and whose problems have been added."""


FAILED = _Failed()


def accept_all(kind: Named, name: str) -> None:
    """Accept every name; used for files that refer to nothing by name."""


def read_file(
    path: Path, hint: Any, judge: Judge = accept_all, *, memo: Memo | None = None
) -> tuple[Any, Findings]:
    """Return the value in a file, read as the annotation `hint` declares, and its problems.

    A memo keeps the data of the file, which nobody may change then. Raises DataError if the file cannot be
    read; the caller decides what to do with other problems.
    """
    reader = Reader.open(path, judge, memo=memo)
    value = reader.read_value(hint, reader.data, ())
    return reader.findings.require(reader.get(()) if value is None else value), reader.findings


class Reader:
    """Reads values as they are declared, and adds their problems to `findings`.

    A declared dataclass may have `find_problems`, which yields a Wrong for each contradiction.
    """

    def __init__(
        self,
        findings: Findings,
        judge: Judge = accept_all,
        note: Callable[[Problem], None] = lambda problem: None,
    ) -> None:
        self.findings = findings
        self._judge = judge
        self._note = note
        """Receives notes on old names of keys."""
        self._unit = findings.source.get("unit")
        self._values: dict[DataPath, Any] = {}
        self._built: dict[int, tuple[object, Source, DataPath]] = {}
        """Each dataclass that was read, its file, and its path, by the id of the object."""

    @classmethod
    def open(cls, path: Path, judge: Judge = accept_all, *, memo: Memo | None = None) -> "Reader":
        """Return a reader of a file, whose data is kept in a memo if there is one; raises DataError."""
        read = partial(read_yaml, path)
        source = read() if memo is None else memo.get_or_make(path, ("yaml", name_file(path)), read)
        return cls(Findings(source), judge)

    @property
    def data(self) -> Data:
        return self.findings.source.data

    def read(self, declared: type[T], data: Data, path: DataPath = ()) -> T | None:
        """Return data as a dataclass; if it has problems, add them and return None."""
        found: T | None = self.read_value(declared, data, path)
        return found

    def read_value(self, hint: Any, data: Data, path: DataPath) -> Any:
        """Return data as an annotation declares it; if it has problems, add them and return None."""
        before = len(self.findings.problems)
        found = self._read(make_shape(hint), data, path)
        return None if found is FAILED or len(self.findings.problems) > before else found

    def get(self, path: DataPath) -> Any:
        """Return the value at a path, even if it contains unknown names; None if it could not be read."""
        return self._values.get(path)

    def place_of(self, built: object) -> tuple[Source, DataPath]:
        """Return the file and the path of a dataclass that this reader has read."""
        return self._built[id(built)][1:]

    def _read(self, shape: ValueShape, data: Data, path: DataPath) -> Any:
        match shape:
            case Kind():
                return self._read_scalar(shape, data, path)
            case ListOf():
                return self._read_list(shape, data, path)
            case MappingOf():
                return self._read_mapping(shape, data, path)
            case type():
                return self._read_keys(shape, data, path)
            case OneOf():
                return self._read_one_of(shape, data, path)
            case Anything():
                return data

    def _read_scalar(self, kind: Kind, data: Data, path: DataPath) -> Any:
        if not kind.takes_data and not isinstance(data, str):
            return self._refuse(path, data, "one value", kind.instead)
        try:
            value = kind.parse(self._add_unit(kind, data))
        except Wrong as wrong:
            return self._add(path, wrong)
        if kind.names and isinstance(data, str):
            self.check_name(kind.names, data, path)
        return value

    def _add_unit(self, kind: Kind, data: Any) -> Any:
        """Return a length with the unit of the file, if it has none; computed ones get it later."""
        unit = self._find_unit(kind)
        return add_unit(data, unit) if unit and isinstance(data, str) and "{" not in data else data

    def _find_unit(self, kind: Kind) -> str:
        """Return the unit of the file for lengths; empty without one, and for other values."""
        is_length = "length" in kind.noun or "measure" in kind.noun or "width x height" in kind.noun
        return self._unit if is_length and isinstance(self._unit, str) else ""

    def judge_name(self, kind: Named, name: str) -> Wrong | None:
        """Return the problem with a name of a kind, or None."""
        return self._judge(kind, name)

    def check_name(self, kind: Named, name: str, path: DataPath) -> None:
        """Add a problem if a name is unknown; the dataclass that contains it is checked nevertheless."""
        if kind not in ("label", "title", "words"):
            try:
                pattern = Pattern(name)
            except Wrong as wrong:
                self._add(path, wrong)
                return
            if pattern.has_places and kind != "text":
                return
            if pattern.has_places:
                # In a text with fields, only the marks can be checked here.
                kind, name = "label", pattern.masked
        if problem := self._judge(kind, name):
            self._add(path, problem)

    def _read_list(self, shape: ListOf, data: Data, path: DataPath) -> Any:
        if not isinstance(data, list):
            if isinstance(shape.item, OneOf) and data is not None:
                hint = f"write each as `{_format_example(shape.item)}`"
                return self._add(path, Wrong(f"must be a list of {shape.item.what}s", hint))
            return self._refuse(path, data, "a list")
        wrong = _judge_length(shape.length, len(data), each="item below it with `- `")
        if wrong is not None and not data and isinstance(shape.item, OneOf):
            known = ", ".join(shape.item.kinds)
            wrong = Wrong("is empty", f"add at least one {shape.item.what}; available: {known}")
        if wrong is not None:
            return self._add(path, wrong)
        items = [self._read(shape.item, item, (*path, index)) for index, item in enumerate(data)]
        return FAILED if _has_failed(items) else shape.make(items)

    def _read_mapping(self, shape: MappingOf, data: Data, path: DataPath) -> Any:
        if not isinstance(data, dict):
            return self._refuse(path, data, "keys with values")
        if wrong := _judge_length(shape.length, len(data), each="key below it with its value"):
            return self._add(path, wrong)
        found = {}
        for key, value in data.items():
            where = (*path, key)
            good = shape.key is None or self._check_key(shape.key, key, where)
            read = self._read(shape.item, value, where)
            found[key] = self._take_key(read, key, where) if good else FAILED
        return FAILED if _has_failed(found.values()) else found

    def _take_key(self, read: Any, key: str, path: DataPath) -> Any:
        declared: type = type(read)
        name = get_key_field(declared)
        return self._keep(replace(read, **{name: key}), path) if name else read

    def _check_key(self, kind: Kind, key: str, path: DataPath) -> bool:
        try:
            kind.parse(key)
        except Wrong as wrong:
            self._add(path, wrong, at="key")
            return False
        return True

    def _read_keys(self, declared: type, data: Data, path: DataPath) -> Any:
        if isinstance(data, dict):
            return self._read_fields(declared, data, path)
        mains = list_mains(declared)
        if not mains:
            return self._refuse(path, data, "keys with values", example=_format_keys(declared, data))
        # A list is preferably read as a field that is a list, and a text as one that is not.
        fits = (one for one in mains if isinstance(one.shape, ListOf) == isinstance(data, list))
        main = next(fits, mains[0])
        value = self._read(main.shape, data, path)
        return value if value is FAILED else self._build(declared, {main.name: value}, path)

    def _read_fields(
        self,
        declared: type,
        data: dict[str, Any],
        path: DataPath,
        kind: str = "",
        kinds: Collection[str] = (),
    ) -> Any:
        """Return a dataclass from its keys, of which `kind` may be the first; `kinds` begin other items."""
        known = {**_map_keys(declared, kind)}
        values: dict[str, Any] = {}
        good = True
        data = self._complete(declared, data, path, known)
        renamed = {old: new for old, new in list_old_keys(declared).items() if new not in data}
        for key, value in data.items():
            if key in renamed:
                self._note_old_key((*path, key), value, renamed[key])
            if (one := known.get(renamed.get(key, key))) is not None:
                read = self._read(one.shape, value, (*path, key))
                values[one.name] = read
                if read is not FAILED:
                    self._values[*path, key] = read
            elif not getattr(declared, "is_open", False):
                good = False
                self._add_unknown((*path, key), key, known, kinds)
        typos = {near for key in data if key not in known for near in find_near(key, known)}
        for one in _list_required(declared, kind):
            if one.key not in data:
                good = False
                if one.key in typos:
                    # The misspelt key has already been reported.
                    continue
                self._add(path, Wrong(f"`{one.key}` is missing", f"add `{one.key}: ...`"), at="key")
        return self._build(declared, values, path) if good and not _has_failed(values.values()) else FAILED

    def _note_old_key(self, path: DataPath, data: Any, new: str) -> None:
        """Note that a key has a new name."""
        message = f"`{path[-1]}` is now `{new}`"
        self._note(self.findings.describe(path, message, f"write `{new}: ...`", at="key"))

    def _complete(self, declared: type, data: dict[str, Any], path: DataPath, known: dict[str, Any]) -> Any:
        """Return the keys of a dataclass; subclasses may take some of them from elsewhere."""
        return data

    def _build(self, declared: type, values: dict[str, Any], path: DataPath) -> Any:
        built = declared(**values)
        problems: Callable[[], Iterator[Wrong]] | None = getattr(built, "find_problems", None)
        for wrong in problems() if problems is not None else ():
            where = (*path, *wrong.path, *filter(None, (wrong.key,)))
            self._add(where, wrong, at="value" if wrong.path and not wrong.key else "key")
        return self._keep(built, path)

    def _keep(self, built: T, path: DataPath) -> T:
        self._values[path] = built
        self._built[id(built)] = built, self.findings.source, path
        return built

    def _read_one_of(self, one_of: OneOf, data: Data, path: DataPath) -> Any:
        if not isinstance(data, dict) or not data:
            known = ", ".join(f"`{kind}`" for kind in one_of.kinds)
            hint = f"write `{_format_example(one_of)}`; available: {known}"
            return self._add(path, Wrong(f"is not a valid {one_of.what}", hint))
        kind = next((key for key in data if key in one_of.kinds), next(iter(data)))
        if kind not in one_of.kinds:
            meant = one_of.meant.get(kind)
            hint = f"did you mean `{meant}`?" if meant else suggest(kind, one_of.kinds)
            wrong = Wrong(f"unknown {one_of.what} type `{kind}`", hint)
            return self._add((*path, kind), wrong, at="key")
        if list_beginning(one_of.kinds[kind], kind) is not None:
            read = self._read_fields(one_of.kinds[kind], data, path, kind, one_of.kinds)
            return self._take_key(read, kind, path)
        read = self._read_keys(one_of.kinds[kind], data[kind], (*path, kind))
        other = next((key for key in data if key != kind), None)
        if other is not None:
            hint = f"write `- {kind}: {{..., {other}: ...}}`, or start a new item"
            return self._add((*path, other), Wrong(f"`{other}` is written beside `{kind}`", hint), at="key")
        return read

    def _add_unknown(self, where: DataPath, key: str, known: Collection[str], kinds: Collection[str]) -> None:
        hint = f"start a new item: `- {key}: ...`" if key in kinds else _suggest_key(key, known)
        hint = hint or f"available: {', '.join(known)}"
        self._add(where, Wrong(f"unknown key `{key}`", hint), at="key")

    def _refuse(
        self, path: DataPath, data: Data, wanted: str, instead: str = "", example: str = ""
    ) -> _Failed:
        if data is None:
            line, _ = self.findings.source.spot_of(path)
            hidden = re.search(r": +#", self.findings.source.lines[line - 1])
            hint = "`#` begins a comment: put the value in quotes" if hidden else ""
            return self._add(path, Wrong("has no value", hint))
        hint = "write `[...]`, or each item below with `- `" if wanted == "a list" else example
        if isinstance(data, list):
            return self._add(path, Wrong(f"must be {wanted}, not a list", instead))
        given = "keys with values" if isinstance(data, dict) else f"`{data!s}`"
        return self._add(path, Wrong(f"must be {wanted}, not {given}", hint))

    def _add(self, path: DataPath, wrong: Wrong, *, at: At = "value") -> _Failed:
        """Add a problem with a value, or with one character of its text."""
        if wrong.position >= 0:
            self.findings.add_at(path, wrong.position, wrong.message, wrong.hint)
        else:
            self.findings.add(path, wrong.message, wrong.hint, at=at)
        return FAILED


_OTHER_KEYS: Mapping[tuple[str, ...], str] = {
    ("colour", "fill"): "color colour",
    ("colour",): "text_color font_color foreground",
    ("fill",): "background bg background_color fill_color",
    ("stroke",): "border border_color outline stroke_color",
    ("line",): "border_width stroke_width line_width",
    ("corner",): "radius border_radius rounded",
    ("angle",): "rotate rotation",
    ("opacity",): "alpha transparency",
    ("align",): "text_align halign horizontal_align justify",
    ("upright",): "valign vertical_align",
    ("font",): "family font_family typeface",
    ("font_size",): "fontsize text_size point_size",
    ("line_height",): "leading line_spacing",
    ("bold",): "weight font_weight",
    ("file",): "src source image path href url",
    ("text",): "content value label",
    ("when",): "if visible show condition",
    ("count",): "quantity qty copies amount",
}
"""Keys of other programs, by those that mean the same here; the first one that is known counts."""
_MEANT_KEYS = {other: keys for keys, others in _OTHER_KEYS.items() for other in others.split()}
_BOX_KEYS = frozenset(["x", "y", "w", "h", "left", "top", "width", "height", "position", "pos"])
"""Keys of other programs for parts of a box."""


def _suggest_key(key: str, known: Collection[str]) -> str:
    """Return a hint for an unknown key, which may be that of another program."""
    folded = key.lower().replace("-", "_")
    if folded in _BOX_KEYS and {"at", "size", "box"} <= {*known}:
        return "write `box: [left, top, width, height]`, or `at: [left, top]` and `size: [width, height]`"
    meant = next((one for one in _MEANT_KEYS.get(folded, ()) if one in known), "")
    return f"did you mean `{meant}`?" if meant else suggest(key, known)


def _format_keys(declared: type, data: Data) -> str:
    """Return advice for a text in place of a dataclass with a single required key."""
    required = [one for one in list_declared(declared) if one.is_required]
    if len(required) != 1 or not isinstance(data, str):
        return ""
    value = f"[{data}]" if isinstance(required[0].shape, ListOf) else data
    return f"write `{{{required[0].key}: {value}}}`"


def _format_example(one_of: OneOf) -> str:
    begins = list_beginning(one_of.kinds[one_of.example], one_of.example) is not None
    return f"- {one_of.example}: " + ("..." if begins else "{...}")


def _has_failed(values: Iterable[object]) -> bool:
    return any(value is FAILED for value in values)


def _judge_length(length: Length, found: int, *, each: str) -> Wrong | None:
    least, most = length.least, length.most
    if least <= found and (most is None or found <= most):
        return None
    if least == most:
        commas = "; decimals have a point: `1.5 mm`" if length.hint and found > least else ""
        return Wrong(f"needs {least} items", length.hint + commas)
    if found == 0 and least == 1:
        return Wrong("is empty", f"write each {each}")
    if most is None:
        return Wrong(f"needs at least {least} items")
    return Wrong(f"needs {least} to {most} items" if least else f"takes at most {most} items")


def make_file_schema(hint: Any) -> Schema:
    """Return the schema of a file with one value of an annotation: a declared dataclass, or several by id."""
    describer = Describer()
    shape, doc = make_shape(hint), get_doc(hint)
    top = describer.describe_keys(shape) if isinstance(shape, type) else describer.describe(shape)
    definitions = dict(sorted(describer.definitions.items()))
    described = {"description": doc} if doc else {}
    return {"$schema": DIALECT, **described, **top, **({"$defs": definitions} if definitions else {})}


class Describer:
    """Builds schemas, and collects those of inner dataclasses under `$defs`."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self._is_in_template = False

    def describe(self, shape: ValueShape) -> Schema:
        """Return the schema of a value of a shape."""
        match shape:
            case Kind():
                return self._add_computed(shape) if self._is_in_template else dict(shape.schema)
            case ListOf():
                items = self.describe(shape.item)
                least, most = shape.length.least, shape.length.most
                limits = {
                    "minItems": least or None,
                    "maxItems": most,
                    "description": shape.length.hint or None,
                }
                return {"type": "array", "items": items, **_drop_none(limits)}
            case MappingOf():
                return self._describe_mapping(shape)
            case type():
                return self._describe_inner(shape)
            case OneOf():
                return self._refer(shape.what.capitalize(), lambda: self._describe_one_of(shape))
            case Anything():
                either = [self.describe(make_shape(hint)) for hint in shape.either]
                return {"anyOf": either} if either else dict(shape.schema)

    def _add_computed(self, kind: Kind) -> Schema:
        """Return the schema of a value that may have fields."""
        schema = dict(kind.schema)
        either = schema.get("anyOf") or [schema]
        if not kind.takes_fields or any(
            "string" in each.get("type", ()) and len(each) == 1 for each in either
        ):
            return schema
        return {"anyOf": [*either, self._refer("Computed", lambda: dict(_COMPUTED))]}

    def _describe_mapping(self, shape: MappingOf) -> Schema:
        limits = {"minProperties": shape.length.least or None}
        pattern = shape.key and shape.key.schema.get("pattern")
        names = {"propertyNames": {"pattern": pattern}} if pattern else {}
        values = {"additionalProperties": self.describe(shape.item)}
        return {"type": "object", **names, **values, **_drop_none(limits)}

    def _describe_inner(self, declared: type) -> Schema:
        inner = self._refer(declared.__name__, lambda: self.describe_keys(declared))
        mains = [self.describe(main.shape) for main in list_mains(declared)]
        return {"anyOf": [inner, *mains]} if mains else inner

    def _refer(self, name: str, describe: Callable[[], Schema]) -> Schema:
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = describe()
        return {"$ref": f"#/$defs/{name}"}

    def _describe_one_of(self, one_of: OneOf) -> Schema:
        outside, self._is_in_template = self._is_in_template, self._is_in_template or one_of.what in _FILLED
        described = self._describe_choice(one_of)
        self._is_in_template = outside
        return described

    def _describe_choice(self, one_of: OneOf) -> Schema:
        kinds = one_of.kinds.items()
        outer: dict[str, Schema] = {}
        begun: list[Schema] = []
        for key, kind in kinds:
            beginning = list_beginning(kind, key)
            if beginning is None:
                outer[key] = {"description": kind.__doc__, **self._describe_inner(kind)}
            else:
                begun.append(self._describe_fields(kind, beginning))
        if outer:
            others = {"type": ["object", "null"], "description": one_of.others} if one_of.others else False
            one_key = {"minProperties": 1, "maxProperties": 1, "additionalProperties": others}
            begun.append({"type": "object", "properties": outer, **one_key})
        return begun[0] if len(begun) == 1 else {"anyOf": begun}

    def describe_keys(self, declared: type) -> Schema:
        """Return the schema of a declared dataclass, written out."""
        return self._describe_fields(declared, list_declared(declared))

    def _describe_fields(self, declared: type, found: Sequence[Declared]) -> Schema:
        # Boxes may have other keys instead.
        required = [one.key for one in found if one.is_required and one.key != "box"]
        return {
            "description": declared.__doc__,
            "type": "object",
            "properties": {one.key: self._describe_field(one) for one in found},
            **({"required": required} if required else {}),
            **({} if getattr(declared, "is_open", False) else {"additionalProperties": False}),
        }

    def _describe_field(self, one: Declared) -> Schema:
        described = self.describe(one.shape)
        if one.doc:
            described["description"] = one.doc
        if isinstance(one.default, _WRITABLE) and one.default:
            described["default"] = one.default
        return described


def _drop_none(values: Schema) -> Schema:
    return {key: value for key, value in values.items() if value is not None}
