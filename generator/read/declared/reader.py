"""Reading data into declared dataclasses, with the position of every problem."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from generator.errors import Wrong, suggest
from generator.model.language.fields import Pattern
from generator.model.language.kinds import Anything, Kind, Length, Named, OneOf
from generator.model.language.scalars import add_unit
from generator.model.values import replace
from generator.read.declared import shapes
from generator.read.declared.findings import At, Findings
from generator.read.files.yaml_reader import Data, DataPath, Source, read_yaml

T = TypeVar("T")

Judge = Callable[[Named, str], Wrong | None]
"""Returns the problem with a name of a kind, or None."""


class _Failed:
    """Placeholder for a value that could not be read; its problems are in the findings."""


FAILED = _Failed()


def accept_all(kind: Named, name: str) -> None:
    """Accept every name; used for files that refer to nothing by name."""


def read_file(path: Path, hint: Any, judge: Judge = accept_all) -> tuple[Any, Findings]:
    """Return the value in a file, read as the annotation `hint` declares, and its problems.

    Raises DataError if the file cannot be read; the caller decides what to do with other problems.
    """
    reader = Reader.open(path, judge)
    value = reader.read_value(hint, reader.data, ())
    if value is None and (value := reader.get(())) is None:
        reader.findings.stop()
    return value, reader.findings


class Reader:
    """Reads values as they are declared, and adds their problems to `findings`.

    A declared dataclass may have `find_problems`, which yields a Wrong for each contradiction.
    """

    def __init__(self, findings: Findings, judge: Judge = accept_all) -> None:
        self.findings = findings
        self._judge = judge
        self._unit = findings.source.get("unit")
        self._values: dict[DataPath, Any] = {}
        self._built: dict[int, tuple[object, Source, DataPath]] = {}
        """Each dataclass that was read, its file, and its path, by the id of the object."""

    @classmethod
    def open(cls, path: Path, judge: Judge = accept_all) -> "Reader":
        """Return a reader of a file; raises DataError."""
        return cls(Findings(read_yaml(path)), judge)

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
        found = self._read(shapes.find_shape(hint), data, path)
        return None if len(self.findings.problems) > before else found

    def get(self, path: DataPath) -> Any:
        """Return the value at a path, even if it contains unknown names; None if it could not be read."""
        return self._values.get(path)

    def place_of(self, built: object) -> tuple[Source, DataPath]:
        """Return the file and the path of a dataclass that this reader has read."""
        return self._built[id(built)][1:]

    def _read(self, shape: shapes.Shape, data: Data, path: DataPath) -> Any:
        match shape:
            case Kind():
                return self._read_scalar(shape, data, path)
            case shapes.ListOf():
                return self._read_list(shape, data, path)
            case shapes.MappingOf():
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
        """Return a length with the unit of the file, if it has none."""
        is_length = "length" in kind.said or "measure" in kind.said or "width x height" in kind.said
        return add_unit(data, self._unit) if is_length and isinstance(self._unit, str) else data

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

    def _read_list(self, shape: shapes.ListOf, data: Data, path: DataPath) -> Any:
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

    def _read_mapping(self, shape: shapes.MappingOf, data: Data, path: DataPath) -> Any:
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
        name = shapes.find_key_field(declared)
        return self._keep(replace(read, **{name: key}), path) if name else read

    def _check_key(self, kind: Kind, key: str, path: DataPath) -> bool:
        try:
            kind.parse(key)
        except Wrong as wrong:
            self._add(path, wrong, at="key")
            return False
        return True

    def _read_keys(self, declared: type, data: Data, path: DataPath) -> Any:
        main = shapes.find_main(declared, is_list=isinstance(data, list))
        if main is not None and not isinstance(data, dict):
            value = self._read(main.shape, data, path)
            return value if value is FAILED else self._build(declared, {main.name: value}, path)
        if not isinstance(data, dict):
            return self._refuse(path, data, "keys with values")
        return self._read_fields(declared, data, path)

    def _read_fields(
        self,
        declared: type,
        data: dict[str, Any],
        path: DataPath,
        kind: str = "",
        kinds: Collection[str] = (),
    ) -> Any:
        """Return a dataclass from its keys, of which `kind` may be the first; `kinds` begin other items."""
        keys = (kind and shapes.list_beginning(declared, kind)) or shapes.list_declared(declared)
        known = {one.key: one for one in keys}
        values: dict[str, Any] = {}
        good = True
        data = self._complete(declared, data, path, known)
        for key, value in data.items():
            if key in known:
                read = self._read(known[key].shape, value, (*path, key))
                values[known[key].name] = read
                if read is not FAILED:
                    self._values[*path, key] = read
            elif not getattr(declared, "is_open", False):
                good = False
                self._add_unknown((*path, key), key, value, known, kinds)
        for one in keys:
            if one.is_required and one.key not in data:
                good = False
                self._add(path, Wrong(f"`{one.key}` is missing", f"add `{one.key}: ...`"), at="key")
        return self._build(declared, values, path) if good and not _has_failed(values.values()) else FAILED

    def _complete(self, declared: type, data: dict[str, Any], path: DataPath, known: dict[str, Any]) -> Any:
        """Return the keys of a dataclass; subclasses may take some of them from elsewhere."""
        return data

    def _build(self, declared: type, values: dict[str, Any], path: DataPath) -> Any:
        built = declared(**values)
        problems: Callable[[], Iterator[Wrong]] | None = getattr(built, "find_problems", None)
        for wrong in problems() if problems is not None else ():
            where = (*path, *wrong.path, *filter(None, (wrong.key,)))
            is_value = bool(wrong.path) and not wrong.key
            self._add(where, wrong, at="value" if is_value else "key")
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
            wrong = Wrong(f"unknown {one_of.what} type `{kind}`", suggest(kind, one_of.kinds))
            return self._add((*path, kind), wrong, at="key")
        if shapes.list_beginning(one_of.kinds[kind], kind) is not None:
            read = self._read_fields(one_of.kinds[kind], data, path, kind, one_of.kinds)
            return self._take_key(read, kind, path)
        read = self._read_keys(one_of.kinds[kind], data[kind], (*path, kind))
        other = next((key for key in data if key != kind), None)
        if other is not None:
            hint = f"write `- {kind}: {{..., {other}: ...}}`, or start a new item"
            return self._add((*path, other), Wrong(f"`{other}` is written beside `{kind}`", hint), at="key")
        return read

    def _add_unknown(
        self, where: DataPath, key: str, value: Data, known: Collection[str], kinds: Collection[str]
    ) -> None:
        hint = f"start a new item: `- {key}: ...`" if key in kinds else suggest(key, known)
        hint = hint or f"available: {', '.join(known)}"
        if value is None:
            line, column = self.findings.source.spot_of_key(where)
            if self.findings.source.lines[line - 1][: column - 1].rstrip().endswith(","):
                # The key is part of a text with a comma: `{when: kind = a, b}`.
                hint = "a text with a comma needs quotes here"
        self._add(where, Wrong(f"unknown key `{key}`", hint), at="key")

    def _refuse(self, path: DataPath, data: Data, wanted: str, instead: str = "") -> _Failed:
        if data is None:
            line, _ = self.findings.source.spot_of(path)
            hidden = re.search(r": +#", self.findings.source.lines[line - 1])
            hint = "`#` begins a comment: put the value in quotes" if hidden else ""
            return self._add(path, Wrong("has no value", hint))
        given = "a list" if isinstance(data, list) else f"`{data!s}`"
        given = "keys with values" if isinstance(data, dict) else given
        hint = "write `[...]`, or each item below with `- `" if wanted == "a list" else ""
        hint = instead if isinstance(data, list) else hint
        return self._add(path, Wrong(f"must be {wanted}, not {given}", hint))

    def _add(self, path: DataPath, wrong: Wrong, *, at: At = "value") -> _Failed:
        """Add a problem with a value, or with one character of its text."""
        if wrong.position >= 0:
            self.findings.add_at(path, wrong.position, wrong.message, wrong.hint)
        else:
            self.findings.add(path, wrong.message, wrong.hint, at=at)
        return FAILED


def _format_example(one_of: OneOf) -> str:
    begins = shapes.list_beginning(one_of.kinds[one_of.example], one_of.example) is not None
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
