"""The reader of elements, whose lengths and numbers pieces may compute."""

from typing import Any

from generator.model.computed import Computed, list_computed
from generator.model.fields import Pattern
from generator.model.kinds import Kind, Wrong
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import Data, DataPath

_COMPUTED = ("length", "measure", "number", "share", "`true` or `false`")
"""Kinds of values that may be computed, besides those that are texts with fields anyway."""


class ElementReader(Reader):
    """Reads the elements of templates in one file."""

    def _read_scalar(self, kind: Kind, data: Data, path: DataPath) -> Any:
        if not isinstance(data, str) or "{" not in data or kind.said not in _COMPUTED:
            return super()._read_scalar(kind, data, path)
        try:
            return Computed(Pattern(data), lambda text: kind.parse(self._add_unit(kind, text)))
        except Wrong as wrong:
            return self._add(path, wrong)

    def _build(self, declared: type, values: dict[str, Any], path: DataPath) -> Any:
        if any(list_computed(tuple(values.values()))):
            # Contradictions are found when the values are computed.
            return self._keep(declared(**values), path)
        return super()._build(declared, values, path)
