"""`petri schema` prints what editors check YAML with."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.read.schema import build_schemas

Petri = Callable[..., Result]


def test_names_are_listed(petri: Petri) -> None:
    """Without a name, the names."""
    assert petri("schema").stdout.split() == list(build_schemas())


@pytest.mark.parametrize("name", ["kit", "sheet", "booklet", "papers"])
def test_a_schema_is_printed(petri: Petri, name: str) -> None:
    """The output is the schema and nothing else, so that it can be put into a file."""
    assert json.loads(petri("schema", name).stdout) == build_schemas()[name]


def test_all_are_written_into_a_folder(petri: Petri, tmp_path: Path) -> None:
    """One file for each, named as the YAML files name it."""
    done = petri("schema", "--out", "schemas")
    assert done.exit_code == 0
    assert {path.name for path in (tmp_path / "schemas").iterdir()} == {
        f"{name}.schema.json" for name in build_schemas()
    }


def test_an_unknown_schema(petri: Petri) -> None:
    """A name that nobody has is told with its nearest."""
    done = petri("schema", "shet")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "unknown schema 'shet' (did you mean 'sheet'?)" in done.stderr
