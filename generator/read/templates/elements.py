"""The reader of elements: styles, parts, constants, units, boxes by names, and values that pieces compute."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from generator.errors import suggest
from generator.model.boxes import PLACING
from generator.model.computed import Computed, list_computed
from generator.model.constants import Values, fill_constants
from generator.model.fields import Pattern
from generator.model.kinds import Kind, Wrong
from generator.model.template import ELEMENTS
from generator.model.units import add_unit
from generator.read.declared import shapes
from generator.read.declared.findings import Findings
from generator.read.declared.reader import FAILED, Judge, Reader
from generator.read.files.yaml_reader import Data, DataPath, Source

_COMPUTED = ("length", "measure", "number", "`true` or `false`")
"""Kinds of values that may be computed, besides those that are texts with fields anyway."""
_REFERENCE = re.compile(r"\s*([a-z0-9_]+)\s*((?:[+-].*)?)")
_MOST_PARTS = 500


@dataclass(frozen=True)
class _Elsewhere:
    """Data that is written at another place than where it is used, such as a style or a part."""

    findings: Findings
    path: DataPath
    data: Any


@dataclass(frozen=True)
class Shared:
    """What templates share: constants, and styles and parts with the place where they are written."""

    constants: Values = field(default_factory=dict)
    styles: Mapping[str, _Elsewhere] = field(default_factory=dict)
    parts: Mapping[str, _Elsewhere] = field(default_factory=dict)

    def extended(self, findings: Findings) -> "Shared":
        """Return this with what the file of the findings declares."""
        found: dict[str, dict[str, Any]] = {}
        constants = dict(self.constants)
        for key in ("constants", "styles", "parts"):
            given = findings.source.get(key)
            for name, data in given.items() if isinstance(given, dict) else ():
                value = fill_constants(data, constants)
                if key == "constants":
                    constants[name] = value
                elif isinstance(value, dict):
                    found.setdefault(key, {})[name] = _Elsewhere(findings, (key, name), value)
        styles, parts = found.get("styles", {}), found.get("parts", {})
        return Shared(constants, {**self.styles, **styles}, {**self.parts, **parts})


class ElementReader(Reader):
    """Reads the elements of templates in one file."""

    def __init__(self, findings: Findings, judge: Judge, shared: Shared) -> None:
        super().__init__(findings, judge)
        self._shared = shared
        self._unit = findings.source.get("unit")
        self._sources: dict[int, Source] = {}
        self._boxes: dict[str, Sequence[Any]] = {}
        """The box of each element with an id, as it is written."""
        self._within: list[str] = []
        """Names of the parts around what is read."""
        self._parts = 0

    def source_of(self, built: object) -> Source:
        """Return the file of an element that this reader has read."""
        return self._sources[id(built)]

    def fill_constants(self, data: Data) -> Any:
        return fill_constants(data, self._shared.constants)

    def _keep(self, built: Any, path: DataPath) -> Any:
        self._sources[id(built)] = self.findings.source
        return super()._keep(built, path)

    def _read(self, shape: shapes.Shape, data: Any, path: DataPath) -> Any:
        if not isinstance(data, _Elsewhere):
            return super()._read(shape, data, path)
        here, unit = self.findings, self._unit
        if data.findings.source is not here.source:
            self.findings, self._unit = Findings(data.findings.source), data.findings.source.get("unit")
            self.findings.problems = here.problems
        read = self._read(shape, data.data, data.path)
        self.findings, self._unit = here, unit
        return read

    def _read_scalar(self, kind: Kind, data: Data, path: DataPath) -> Any:
        if self._unit and kind.said in ("length", "measure"):
            kind = replace(kind, parse=partial(_parse_with_unit, kind.parse, str(self._unit)))
        if isinstance(data, str) and "{" in data and kind.said in _COMPUTED:
            return self._compute(data, kind.parse, path)
        return super()._read_scalar(kind, data, path)

    def _read_choice(self, shape: shapes.Choice, data: Data, path: DataPath) -> Any:
        if isinstance(data, str) and "{" in data:
            return self._compute(data, partial(_choose, shape.values), path)
        return super()._read_choice(shape, data, path)

    def _compute(self, text: str, parse: Callable[[str], Any], path: DataPath) -> Any:
        try:
            pattern = Pattern(text)
            return Computed(pattern, parse) if pattern.names else parse(pattern.fill({}))
        except Wrong as wrong:
            return self._add(path, wrong)

    def _build(self, declared: type, values: dict[str, Any], path: DataPath) -> Any:
        if any(list_computed(tuple(values.values()))):
            # Contradictions are found when the values are computed.
            return self._keep(declared(**values), path)
        return super()._build(declared, values, path)

    def _read_list(self, shape: shapes.ListOf, data: Data, path: DataPath) -> Any:
        if shape.item is not ELEMENTS or not isinstance(data, list) or not data:
            return super()._read_list(shape, data, path)
        read = [one for index, item in enumerate(data) for one in self._read_item(item, (*path, index))]
        return FAILED if any(one is FAILED for one in read) else tuple(read)

    def _read_item(self, item: Any, path: DataPath) -> Iterator[Any]:
        """Yield an element, or those of a part."""
        data = item.data if isinstance(item, _Elsewhere) else item
        name = next(iter(data), "") if isinstance(data, dict) else ""
        if name not in self._shared.parts or name in ELEMENTS.kinds:
            yield self._read(ELEMENTS, item, path)
            return
        part, given, where = self._shared.parts[name], data[name] or {}, (*path, name)
        self._parts += 1
        if name in self._within or self._parts > _MOST_PARTS or not isinstance(given, dict):
            message = (
                f"`{name}` contains itself" if name in self._within else f"needs keys: `{name}: {{...}}`"
            )
            yield self._add(where, Wrong(message))
            return
        values = {key: value for key, value in part.data.items() if key != "draw"}
        for key in given.keys() - values.keys() - {"when"}:
            yield self._add((*where, key), Wrong(f"unknown key `{key}`", suggest(key, values)), at="key")
        values |= given
        for key in (key for key, value in values.items() if value is None):
            yield self._add(where, Wrong(f"`{key}` is missing", f"add `{key}: ...`"), at="key")
        self._within.append(name)
        drawn = fill_constants(part.data.get("draw"), values)
        for index, each in enumerate(drawn if isinstance(drawn, list) else ()):
            there = (*part.path, "draw", index)
            yield from self._read_item(
                _Elsewhere(part.findings, there, _add_when(each, given.get("when"))), there
            )
        self._within.pop()

    def _read_fields(
        self,
        declared: type,
        keys: Sequence[shapes.Declared],
        data: dict[str, Any],
        path: DataPath,
        beginnings: Collection[str] = (),
    ) -> Any:
        if declared not in ELEMENTS.kinds.values():
            return super()._read_fields(declared, keys, data, path, beginnings)
        known = {one.key for one in keys}
        data = {**self._find_style(data, known, path), **data}
        if "box" in known and data.keys() & PLACING:
            data["box"] = self._find_box(data, path)
            data = {key: value for key, value in data.items() if key not in PLACING}
        if isinstance(data.get("id"), str) and isinstance(_unwrap(data.get("box")), list):
            self._boxes[data["id"]] = _unwrap(data["box"])
        data.pop("style", None)
        others = [one for one in keys if one.key not in PLACING]
        return super()._read_fields(declared, others, data, path, beginnings)

    def _find_style(self, data: dict[str, Any], known: Collection[str], path: DataPath) -> dict[str, Any]:
        """Return the keys of the style that an element names, as far as it knows them."""
        found: dict[str, Any] = {}
        name, seen = data.get("style"), set[str]()
        while isinstance(name, str) and name not in seen:
            seen.add(name)
            if not self.findings.check_name((*path, "style"), name, self._shared.styles, "style"):
                break
            style = self._shared.styles[name]
            for key, value in style.data.items():
                if key in known or key not in _list_keys():
                    found.setdefault(key, _Elsewhere(style.findings, (*style.path, key), value))
            name = style.data.get("style")
        return {key: value for key, value in found.items() if key not in data and key != "style"}

    def _find_box(self, data: dict[str, Any], path: DataPath) -> list[Any]:
        """Return the box that `at`, `size`, `inside`, `below`, and `right_of` describe."""
        box: list[Any] = ["0", "0", "100%", "100%"]
        for axis, key in enumerate(("right_of", "below")):
            match = _REFERENCE.fullmatch(str(_unwrap(data.get(key, ""))))
            if key in data and (match is None or match[1] not in self._boxes):
                name = match[1] if match else ""
                hint = (
                    suggest(name, self._boxes) if self._boxes else "it must be above this one, with an `id`"
                )
                self._add((*path, key), Wrong(f"there is no element `{name}` with a box", hint))
            elif match:
                box = [str(_unwrap(one)) for one in self._boxes[match[1]]]
                box[axis] = f"{box[axis]} + {box[axis + 2]} {match[2]}"
        for key, place in (("inside", 0), ("at", 0), ("size", 2)):
            value = _unwrap(data.get(key))
            count = 4 if key == "inside" else 2
            if isinstance(value, list) and len(value) == count:
                box[place : place + 2] = [
                    _Elsewhere(self.findings, (*path, key, index), one) for index, one in enumerate(value[:2])
                ]
                ends = zip(value, value[2:], strict=False)
                box[2:] = [f"100% {_negate(str(one))} {_negate(str(other))}" for one, other in ends] or box[
                    2:
                ]
            elif value is not None:
                self._add((*path, key), Wrong(f"must be a list of {count} lengths", f"write `{key}: [...]`"))
        return box


@cache
def _list_keys() -> frozenset[str]:
    """Return the keys of all elements."""
    return frozenset(one.key for kind in ELEMENTS.kinds.values() for one in shapes.list_declared(kind))


def _unwrap(data: Any) -> Any:
    return _unwrap(data.data) if isinstance(data, _Elsewhere) else data


def _negate(text: str) -> str:
    """Return a measure with the opposite sign: `- 4 mm + 2%` for `4 mm - 2%`."""
    parts = re.split(r"(\{[^}]*\})", text.strip())
    parts[0::2] = [part.translate(str.maketrans("+-", "-+")) for part in parts[0::2]]
    negated = "".join(parts)
    return negated if negated.startswith(("+", "-")) else f"- {negated}"


def _parse_with_unit(parse: Callable[[str], Any], unit: str, text: str) -> Any:
    return parse(add_unit(text, unit))


def _choose(values: Mapping[str, Any], text: str) -> Any:
    if text not in values:
        raise Wrong(f"`{text}` is not allowed here", suggest(text, values))
    return values[text]


def _add_when(element: Any, when: Any) -> Any:
    """Return an element of a part with a further condition."""
    if when is None or not isinstance(element, dict):
        return element
    kind, keys = next(iter(element.items()))
    given = keys.get("when", []) if isinstance(keys, dict) else []
    conditions = [
        *(given if isinstance(given, list) else [given]),
        *(when if isinstance(when, list) else [when]),
    ]
    return {**element, kind: {**keys, "when": conditions}} if isinstance(keys, dict) else element
