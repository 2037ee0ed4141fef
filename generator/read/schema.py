"""JSON Schema of every file format, for editors that complete, explain and check while one types."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic.json_schema import models_json_schema

from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.sheet import Sheet
from generator.model.template import Elements
from generator.read.declared.formats.decks import (
    CardSizeFormat,
    DeckFormat,
    PieceFormat,
    PieceSetFormat,
    TokenFormat,
    TokensFormat,
)
from generator.read.declared.formats.kits import PART_FORMATS, DiceFormat, KitFormat, WordingFormat
from generator.read.declared.formats.scalars import ID, KEY, Format
from generator.read.declared.formats.scores import ScoreFormat
from generator.read.declared.formats.styles import PaperFormat, ThemeFormat
from generator.read.declared.formats.templates import TemplatesFormat
from generator.read.declared.schemas import Describer, describe
from generator.read.templates.templates import Changes

Schema = dict[str, Any]

DECLARED: tuple[type, ...] = (Board, Booklet, Changes, Sheet)
"""The dataclasses that files hold; those inside of them are found by their annotations."""

_NO_VALUE: Schema = {"type": "null"}
_EMPTY: tuple[object, ...] = (None, "", 0, False, [], {}, [0, 0])
"""Defaults that say no more than that nothing was said."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def build_schemas() -> Mapping[str, Schema]:
    """Schemas by the name of their format: `kit`, `sheet`, `booklet` and so on.

    They say what a file may look like; what its names stand for, only the readers know.
    """
    kit = _describe(KitFormat, *PART_FORMATS.values())
    kit["properties"]["parts"]["items"] = _one_of(PART_FORMATS.values())
    theme = _describe(ThemeFormat)
    for name in ("colours", "type", "marks"):
        theme["properties"][name]["propertyNames"] = {"pattern": f"^{ID}$"}
    return {
        "board": _with_elements(describe(Board)),
        "booklet": describe(Booklet),
        "card_sizes": _describe_by_id("Sizes of cards by name.", CardSizeFormat),
        "deck": _describe_pieces(DeckFormat, "cards", PieceFormat),
        "dice": _describe(DiceFormat),
        "kit": kit,
        "papers": _describe_by_id("Sizes of paper by id.", PaperFormat),
        "score": _describe_score(),
        "sheet": describe(Sheet),
        "templates": describe_with_elements(TemplatesFormat),
        "theme": theme,
        "tokens": _describe_pieces(TokensFormat, "tokens", PieceFormat, TokenFormat),
        "wording": _describe_words(),
    }


def schema_file(name: str) -> str:
    """`sheet.schema.json`."""
    return f"{name}.schema.json"


def say_schema(schema: Schema) -> str:
    """The text of the file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _describe_by_id(description: str, format: type[Format]) -> Schema:
    """A file that holds nothing but things of one format under their ids."""
    thing = _describe(format)
    return {
        "$schema": DIALECT,
        "description": description,
        "type": "object",
        **_by_id(_one(format)),
        "$defs": {format.__name__: {key: value for key, value in thing.items() if key != "$schema"}},
    }


def describe_with_elements(top: type[Format], *inner: type[Format]) -> Schema:
    """The schema of a format that has templates in it: `templates`, or other lists of elements."""
    return _with_elements(_describe(top, *inner))


def _with_elements(schema: Schema) -> Schema:
    describer = Describer()
    template = {"anyOf": [describer.describe_value(Elements), describer.describe_value(Changes)]}
    definitions = schema.setdefault("$defs", {})
    definitions |= {**describer.definitions, "Template": template}
    given = schema["properties"]["templates"]
    schema["properties"]["templates"] = _mapping_of(given, {"$ref": "#/$defs/Template"})
    return schema


def _mapping_of(given: Schema, value: Schema) -> Schema:
    """A mapping by id whose values are better known than its format can say."""
    return {key: held for key, held in given.items() if key != "patternProperties"} | _by_id(value)


def _describe_pieces(top: type[PieceSetFormat], key: str, *of_a_piece: type[Format]) -> Schema:
    """A file of pieces; keys of a piece that no format knows are its fields."""
    schema = describe_with_elements(top, *of_a_piece)
    properties: Schema = {}
    for format in of_a_piece:
        properties |= schema["$defs"].pop(format.__name__)["properties"]
    pieces = {"type": "object", "properties": properties, "required": ["id"]}
    schema["$defs"]["Piece"] = pieces
    described = schema["properties"][key]["description"]
    listed = {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Piece"}}
    schema["properties"][key] = {"description": described, "anyOf": [listed, {"type": "string"}]}
    return schema


def _describe_score() -> Schema:
    """What all games share of a score file; each game has more keys of its own."""
    score = _describe(ScoreFormat) | {"additionalProperties": True}
    words: Schema = {"type": ["string", "number"]}
    line = {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": words}
    score["properties"]["log"]["items"] = line
    return score


def _describe_words() -> Schema:
    """Words may stand under as many keys as one likes."""
    wording = _describe(WordingFormat)
    words: Schema = {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": f"^{KEY}$"},
        "additionalProperties": {
            "anyOf": [{"type": ["string", "number", "boolean"]}, {"$ref": "#/$defs/Words"}]
        },
    }
    wording["properties"]["words"] = {
        "description": WordingFormat.model_fields["words"].description,
        "$ref": "#/$defs/Words",
    }
    return {**wording, "$defs": {"Words": words}}


def _describe(top: type[Format], *inner: type[Format]) -> Schema:
    """The schema of a format; those of the formats inside it stand under `$defs`."""
    _, made = models_json_schema([(format, "validation") for format in (top, *inner)])
    definitions = {name: _tidy(schema) for name, schema in made["$defs"].items()}
    named, known = json.dumps(made["$defs"]), {format.__name__ for format in (top, *inner)}
    # Values that are written as texts have schemas of their own making, which nothing refers to.
    for name in [name for name in definitions if name not in known and f'/{name}"' not in named]:
        del definitions[name]
    own = definitions.pop(top.__name__)
    return {"$schema": DIALECT, **own, **({"$defs": definitions} if definitions else {})}


def _tidy(schema: Schema) -> Schema:
    """Without what pydantic adds of its own: a title for each key, defaults that say nothing."""
    schema.pop("title", None)
    for described in schema.get("properties", {}).values():
        described.pop("title", None)
        if "default" in described and described["default"] in _EMPTY:
            del described["default"]
        if _NO_VALUE in described.get("anyOf", ()):
            # What may be left out may still not be there without a value.
            options = [option for option in described.pop("anyOf") if option != _NO_VALUE]
            described |= options[0] if len(options) == 1 else {"anyOf": options}
    return schema


def _one_of(formats: Iterable[type[Format]]) -> Schema:
    return {"oneOf": [_one(format) for format in formats]}


def _one(format: type[Format]) -> Schema:
    return {"$ref": f"#/$defs/{format.__name__}"}


def _by_id(value: Schema) -> Schema:
    return {"propertyNames": {"pattern": f"^{ID}$"}, "additionalProperties": value}
