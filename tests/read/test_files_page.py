"""The page about the files is true: it names every key, and what it shows can be read."""

import re
from pathlib import Path
from typing import Any

import pytest

from generator.read.schema import build_schemas
from generator.read.yaml_reader import parse_yaml

PAGE = (Path(__file__).parents[2] / "docs" / "files.md").read_text("utf-8")


def keys_of(schema: dict[str, Any]) -> set[str]:
    """All keys that a schema knows."""
    inner = [keys_of(definition) for definition in schema.get("$defs", {}).values()]
    return set(schema.get("properties", {})).union(*inner)


@pytest.mark.parametrize("name", sorted(build_schemas()))
def test_every_key_is_on_the_page(name: str) -> None:
    """No format has a key that the page does not name."""
    named = set(re.findall(r"`(?:- )?([a-z_]+)[`:]", PAGE))
    assert keys_of(build_schemas()[name]) - named == set()


def test_examples_are_yaml() -> None:
    """Every example on the page can be read."""
    examples = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) >= 3
    for example in examples[1:]:
        assert parse_yaml(example, file="docs/files.md").data
