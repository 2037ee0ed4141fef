"""The published schemas are those of the formats, and every data file of ours follows its own."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from generator.read.declared.reader import DIALECT
from generator.read.files.shelf import find_shelf
from generator.read.schema import build_schemas, format_schema, schema_file
from tests.samples import sample

DATA = find_shelf().data
FILES = sorted(path for path in DATA.rglob("*.yaml"))
SCHEMAS = build_schemas()
SMALL = Path(__file__).parent / "shelf"
GOOD = {
    "sheet": SMALL / "games" / "small" / "sheet.yaml",
    "booklet": SMALL / "games" / "small" / "rules.yaml",
    "deck": Path(__file__).parent / "crew" / "events.yaml",
    "board": DATA / "complete" / "board.yaml",
}
"""A file of each kind in which nothing is wrong."""


class EditorLoader(yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader):
    """Reads YAML as editors do: by the core schema of YAML 1.2, where `no` and 12:30 are texts."""


EditorLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
    ("null", r"~|null|", ["~", "n", ""]),
):
    EditorLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), first)


def load(path: Path) -> Any:
    """The data of a file as an editor sees it."""
    return yaml.load(path.read_text("utf-8"), Loader=EditorLoader)


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_published_schema_is_that_of_the_format(name: str) -> None:
    """`petri schema --out data/schemas` writes what is there already."""
    published = (DATA / "schemas" / schema_file(name)).read_text("utf-8")
    assert published == format_schema(SCHEMAS[name])
    assert json.loads(published)["$schema"] == DIALECT


@pytest.mark.parametrize("name", sample(sorted(SCHEMAS), 3, key="schemas"))
def test_schema_is_valid_itself(name: str) -> None:
    """The meta-schema finds nothing wrong."""
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


def test_nothing_else_is_published() -> None:
    """No schema of a format that is gone."""
    there = {path.name for path in (DATA / "schemas").iterdir()}
    assert there == {schema_file(name) for name in (*SCHEMAS, "problems")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(DATA)))
def test_data_file_names_its_schema_and_follows_it(path: Path) -> None:
    """The first line leads an editor to the schema, and the schema finds nothing wrong."""
    line = path.read_text("utf-8").split("\n")[0]
    named = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", line)
    assert named, line
    schema = json.loads((path.parent / named[1]).read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(load(path))


@pytest.mark.parametrize(
    ("file", "schema"),
    [
        ("papers.yaml", "papers"),
        ("themes/small.yaml", "theme"),
        ("wording/es.yaml", "wording"),
        ("games/small/kit.yaml", "kit"),
        ("games/small/sheet.yaml", "sheet"),
        ("games/small/rules.yaml", "booklet"),
        ("games/small/wording/en.yaml", "wording"),
    ],
)
def test_schema_knows_what_the_reader_knows(file: str, schema: str) -> None:
    """A file with one of everything follows its schema; with a key more, it does not."""
    validator = jsonschema.Draft202012Validator(SCHEMAS[schema])
    data = load(SMALL / file)
    validator.validate(data)
    assert not validator.is_valid({**data, "Unknown": 1})


@pytest.mark.parametrize(
    ("schema", "change"),
    [
        ("sheet", {"orientation": "askew"}),
        ("sheet", {"sections": {"a": {"title": "a", "blocks": [{"grid": {"size": "8", "squares": "#"}}]}}}),
        (
            "sheet",
            {"sections": {"a": {"title": "a", "blocks": [{"gird": {"size": "8 mm", "squares": "#"}}]}}},
        ),
        ("booklet", {"blocks": [{"text": "a", "icon": "b"}]}),
        ("booklet", {"columns": "two"}),
        ("deck", {"size": "63 mm x 88"}),
        ("deck", {"bleed": "3 feet"}),
        ("deck", {"templates": {"a": [{"panel": {"fill": "ink", "line": "2 feet"}}]}}),
        ("board", {"size": "420 x 297 mm"}),
    ],
)
def test_schema_finds_what_is_wrong(schema: str, change: dict[str, Any]) -> None:
    """An editor underlines wrong values, kinds, units and keys."""
    data = load(GOOD[schema])
    assert not jsonschema.Draft202012Validator(SCHEMAS[schema]).is_valid({**data, **change})


@pytest.mark.parametrize(
    ("schema", "change"),
    [
        ("deck", {"size": "63mm×3.5in", "bleed": 0, "corner": ".5 mm"}),
        ("deck", {"templates": {"a": [{"panel": {"box": [0, 0, "100% - 2mm", "50%"], "fill": "ink"}}]}}),
        ("board", {"areas": [{"plate": {"id": "a", "at": [0, "2 mm"], "size": "2cm x 3cm", "look": "b"}}]}),
    ],
)
def test_schema_leaves_alone_what_is_right(schema: str, change: dict[str, Any]) -> None:
    """Nothing without a unit, blanks or none: what can be read is not underlined."""
    data = load(GOOD[schema])
    jsonschema.Draft202012Validator(SCHEMAS[schema]).validate({**data, **change})


def test_every_key_is_explained() -> None:
    """An editor shows a sentence for each key that can be written."""

    def unexplained(schema: dict[str, Any], where: str) -> list[str]:
        names = [
            f"{where}.{name}"
            for name, described in schema.get("properties", {}).items()
            if "description" not in described and "const" not in described
        ]
        inner = schema.get("$defs", {}).items()
        return names + [name for key, definition in inner for name in unexplained(definition, key)]

    for name, schema in SCHEMAS.items():
        assert unexplained(schema, name) == []
        assert schema["description"]


def test_parts_of_templates_are_elements() -> None:
    """An editor accepts a part with its parameters or without, but not two elements in one item."""
    validator = jsonschema.Draft202012Validator(SCHEMAS["templates"])
    drawn = {"badge": {"colour": "ink", "draw": [{"ground": "{colour}"}]}}
    for element, is_good in (
        ({"badge": {"colour": "red"}}, True),
        ({"badge": None}, True),
        ({"badge": 3}, False),
    ):
        data = {"parts": drawn, "templates": {"card": [element]}}
        assert validator.is_valid(data) is is_good, element
