"""The reader of elements: styles, parts, constants, units, boxes by names, and values that pieces compute."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from generator.errors import Wrong, suggest
from generator.model.elements.areas import GridArea, PlacedArea
from generator.model.elements.boxes import PLACING, AnyElement, Computed, list_computed
from generator.model.elements.figures import Figure
from generator.model.elements.maps import MapArea
from generator.model.elements.template import ELEMENTS
from generator.model.language.fields import Pattern, fill_constants
from generator.model.language.kinds import ArtPattern, Kind
from generator.model.values import dataclass, field, replace
from generator.read.declared import shapes
from generator.read.declared.findings import Findings
from generator.read.declared.names import Settings
from generator.read.declared.reader import FAILED, Judge, Reader
from generator.read.files.yaml_reader import Data, DataPath

T = TypeVar("T")

Finish: TypeAlias = Callable[["ElementReader", DataPath, Any], Figure | PlacedArea | None]
"""Adds its places to an area, or to a figure what it shows; returns None after adding its problems."""

_COMPUTED = ("length", "measure", "number", "share", "`true` or `false`", "width x height")
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
    """Shared keys of templates: constants, and styles and parts with their positions in files."""

    constants: Mapping[str, Any] = field(default_factory=dict)
    styles: Mapping[str, _Elsewhere] = field(default_factory=dict)
    parts: Mapping[str, _Elsewhere] = field(default_factory=dict)

    def extended(self, findings: Findings, settings: Settings) -> "Shared":
        """Return this with what the file of the findings declares, and the user's values of constants."""
        constants, styles, parts = dict(self.constants), dict(self.styles), dict(self.parts)
        for key, found in (("constants", None), ("styles", styles), ("parts", parts)):
            given = findings.source.get(key)
            for name, data in given.items() if isinstance(given, dict) else ():
                filled = fill_constants(data, constants)
                if found is None:
                    try:
                        constants[name] = settings.choose(name, filled)
                    except Wrong as wrong:
                        findings.add((key, name), wrong.message, wrong.hint)
                elif found is parts and name in ELEMENTS.kinds:
                    findings.add((key, name), f"`{name}` is a kind of element", "use another name", at="key")
                elif isinstance(data, dict):
                    found[name] = _Elsewhere(findings, (key, name), filled)
        return Shared(constants, styles, parts)


class ElementReader(Reader):
    """Reads the elements of templates in one file."""

    def __init__(
        self, findings: Findings, judge: Judge, shared: Shared | None = None, finish: Finish | None = None
    ) -> None:
        super().__init__(findings, judge)
        self._shared = shared or Shared()
        self._boxes: dict[str, Sequence[Any]] = {}
        """The box of each element with an id, as it is written."""
        self._within: list[str] = []
        """Parts around what is read."""
        self._parts = 0
        self._finish = finish

    def fill_constants(self, data: Data) -> Any:
        return fill_constants(data, self._shared.constants)

    def read_filled(self, declared: type[T]) -> T | None:
        """Return the complete file, with its constants filled in, as a dataclass; None after its problems."""
        return self.read(declared, self.fill_constants(self.data))

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
        if isinstance(data, str) and "{" in data and kind.said in _COMPUTED:
            return self._compute(data, lambda text: kind.parse(self._add_unit(kind, text)), path)
        return super()._read_scalar(kind, data, path)

    def _compute(self, text: str, parse: Callable[[str], Any], path: DataPath) -> Any:
        try:
            pattern = Pattern(text)
            return Computed(pattern, parse) if pattern.names else parse(pattern.fill({}))
        except Wrong as wrong:
            return self._add(path, wrong)

    def _build(self, declared: type, values: dict[str, Any], path: DataPath) -> Any:
        is_computed = bool(list_computed(tuple(values.values())))
        if is_computed and issubclass(declared, Figure | GridArea | MapArea):
            wrong = Wrong("is the same on all pieces", "write values without fields")
            return self._add(path, wrong, at="key")
        if is_computed:
            # Contradictions are found when the values are computed.
            return self._keep(declared(**values), path)
        built = super()._build(declared, values, path)
        if not isinstance(built, Figure | PlacedArea) or self._finish is None:
            return built
        finished = self._finish(self, path, built)
        return self._keep(FAILED if finished is None else finished, path)

    def _read_list(self, shape: shapes.ListOf, data: Data, path: DataPath) -> Any:
        if shape.item is not ELEMENTS or not isinstance(data, list) or not data:
            return super()._read_list(shape, data, path)
        read = [one for index, item in enumerate(data) for one in self._read_item(item, (*path, index))]
        return FAILED if any(one is FAILED for one in read) else tuple(read)

    def _read_item(self, item: Any, path: DataPath) -> Iterator[Any]:
        """Yield an element, or those of a part."""
        data = _unwrap(item)
        name = next(iter(data), "") if isinstance(data, dict) else ""
        if name not in self._shared.parts:
            yield self._read(ELEMENTS, item, path)
            return
        part, given, path = self._shared.parts[name], data[name] or {}, (*path, name)
        self._parts += 1
        if name in self._within or self._parts > _MOST_PARTS or not isinstance(given, dict):
            message = f"`{name}` contains itself" if name in self._within else "needs keys"
            yield self._add(path, Wrong(message))
            return
        values = {key: value for key, value in part.data.items() if key != "draw"}
        for key in given.keys() - values.keys():
            yield self._add((*path, key), Wrong(f"unknown key `{key}`", suggest(key, values)), at="key")
        values |= given
        for key in (key for key, value in values.items() if value is None):
            yield self._add(path, Wrong(f"`{key}` is missing", f"add `{key}: ...`"), at="key")
        self._within.append(name)
        for index, each in enumerate(fill_constants(part.data.get("draw") or (), values)):
            there = (*part.path, "draw", index)
            yield from self._read_item(_Elsewhere(part.findings, there, each), there)
        self._within.pop()

    def _complete(self, declared: type, data: dict[str, Any], path: DataPath, known: dict[str, Any]) -> Any:
        """Return the keys of an element with those of its style, and with `box` in place of other keys."""
        if not issubclass(declared, AnyElement):
            return data
        style = self._find_style(data, path)
        data = {**style, **{key: _change(style.get(key), value) for key, value in data.items()}}
        data.pop("style", None)
        if _unwrap(data.get("missing", "error")) != "error" and "file" in known:
            known["file"] = replace(known["file"], shape=shapes.find_shape(ArtPattern))
        if "box" in known and data.keys() & PLACING:
            data["box"] = self._find_box(data, path)
            data = {key: value for key, value in data.items() if key not in PLACING}
        if isinstance(data.get("id"), str) and isinstance(_unwrap(data.get("box")), list):
            self._boxes[data["id"]] = _unwrap(data["box"])
        return data

    def _find_style(self, data: dict[str, Any], path: DataPath) -> dict[str, Any]:
        """Return the keys of the style that an element names."""
        name, styles = _unwrap(data.get("style")), self._shared.styles
        if name is None or not self.findings.check_name((*path, "style"), str(name), styles, "style"):
            return {}
        style = styles[str(name)]
        return {key: _Elsewhere(style.findings, (*style.path, key), data) for key, data in style.data.items()}

    def _find_box(self, data: dict[str, Any], path: DataPath) -> list[Any]:
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


def _unwrap(data: Any) -> Any:
    return _unwrap(data.data) if isinstance(data, _Elsewhere) else data


def _change(base: Any, given: Any) -> Any:
    """Return a value that is given; `+= 2 mm` and `-= 2 mm` change that of the style."""
    base, value = _unwrap(base), _unwrap(given)
    if isinstance(value, list) and isinstance(base, list) and len(value) == len(base):
        changed = [_change(*pair) for pair in zip(base, value, strict=True)]
        return given if changed == value else changed
    is_change = base is not None and isinstance(value, str) and value.startswith(("+=", "-="))
    return f"{base} {value[0]} {value[2:].strip()}" if is_change else given


def _negate(text: str) -> str:
    """Return a measure with the opposite sign: `- 4 mm + 2%` for `4 mm - 2%`."""
    opposite = {"+": "-", "-": "+"}
    negated = re.sub(r"\{[^}]*\}|[+-]", lambda found: opposite.get(found[0], found[0]), text.strip())
    return negated if negated.startswith(("+", "-")) else f"- {negated}"
