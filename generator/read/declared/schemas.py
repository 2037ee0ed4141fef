"""JSON Schemas of declared dataclasses, for editors that complete, explain, and check."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from generator.model.language.kinds import Anything, Kind, OneOf
from generator.read.declared import reader

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_COMPUTED: Schema = {"description": "A value with fields: `{width / 2}`.", "type": "string", "pattern": r"\{"}
_FILLED = ("element", "block")
"""Values whose keys may have fields of a piece."""
_WRITABLE = (str, int, float, bool)
"""Types of defaults that a schema includes unless they are empty."""


def make_file_schema(hint: Any) -> Schema:
    """Return the schema of a file with one value of an annotation: a declared dataclass, or several by id."""
    describer = Describer()
    shape, doc = reader.make_shape(hint), reader.get_doc(hint)
    top = describer.describe_keys(shape) if isinstance(shape, type) else describer.describe(shape)
    definitions = dict(sorted(describer.definitions.items()))
    described = {"description": doc} if doc else {}
    return {"$schema": DIALECT, **described, **top, **({"$defs": definitions} if definitions else {})}


class Describer:
    """Builds schemas, and collects those of inner dataclasses under `$defs`."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self._is_in_template = False

    def describe(self, shape: reader.ValueShape) -> Schema:
        """Return the schema of a value of a shape."""
        match shape:
            case Kind():
                return self._add_computed(shape) if self._is_in_template else dict(shape.schema)
            case reader.ListOf():
                items = self.describe(shape.item)
                least, most = shape.length.least, shape.length.most
                limits = {
                    "minItems": least or None,
                    "maxItems": most,
                    "description": shape.length.hint or None,
                }
                return {"type": "array", "items": items, **_drop_none(limits)}
            case reader.MappingOf():
                return self._describe_mapping(shape)
            case type():
                return self._describe_inner(shape)
            case OneOf():
                return self._refer(shape.what.capitalize(), lambda: self._describe_one_of(shape))
            case Anything():
                either = [self.describe(reader.make_shape(hint)) for hint in shape.either]
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

    def _describe_mapping(self, shape: reader.MappingOf) -> Schema:
        limits = {"minProperties": shape.length.least or None}
        pattern = shape.key and shape.key.schema.get("pattern")
        names = {"propertyNames": {"pattern": pattern}} if pattern else {}
        values = {"additionalProperties": self.describe(shape.item)}
        return {"type": "object", **names, **values, **_drop_none(limits)}

    def _describe_inner(self, declared: type) -> Schema:
        inner = self._refer(declared.__name__, lambda: self.describe_keys(declared))
        mains = [self.describe(main.shape) for main in reader.list_mains(declared)]
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
            beginning = reader.list_beginning(kind, key)
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
        return self._describe_fields(declared, reader.list_declared(declared))

    def _describe_fields(self, declared: type, found: Sequence[reader.Declared]) -> Schema:
        # Boxes may have other keys instead.
        required = [one.key for one in found if one.is_required and one.key != "box"]
        return {
            "description": declared.__doc__,
            "type": "object",
            "properties": {one.key: self._describe_field(one) for one in found},
            **({"required": required} if required else {}),
            **({} if getattr(declared, "is_open", False) else {"additionalProperties": False}),
        }

    def _describe_field(self, one: reader.Declared) -> Schema:
        described = self.describe(one.shape)
        if one.doc:
            described["description"] = one.doc
        if isinstance(one.default, _WRITABLE) and one.default:
            described["default"] = one.default
        return described


def _drop_none(values: Schema) -> Schema:
    return {key: value for key, value in values.items() if value is not None}
