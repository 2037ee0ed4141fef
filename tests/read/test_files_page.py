"""The page about the files is true: it names every key, and what it shows can be read."""

import re
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from generator.model.elements.template import ELEMENTS
from generator.read.files.shelf import find_shelf
from generator.read.files.yaml import parse_yaml
from generator.read.kits.shared import get_theme_file, read_papers, read_theme
from generator.read.schema import build_schemas

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "files.md").read_text("utf-8")


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


def test_the_smallest_game_is_one(petri: Callable[..., Result], tmp_path: Path) -> None:
    """The three files that the page shows are a whole game: six cards, two of them different."""
    files = re.findall(r"In `(duel/[\w/.]+)`:\n\n```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert len(files) == 3
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    done = petri("make", "duel", "--to", "txt")
    assert done.exit_code == 0, done.output
    lines = (tmp_path / "output/duel/cards-en-a4.txt").read_text("utf-8")
    assert "Sun" in lines
    assert "Moon" in lines
    assert petri("check", "duel").exit_code == 0


def test_icons_of_examples_are_there() -> None:
    """Icons of examples exist; those with fields are not checked."""
    named = re.findall(r"\bicon: ([a-z_0-9]+)[,}\n]", PAGE)
    assert "star" in named
    assert {*named} <= {path.stem for path in find_shelf().icons.rglob("*.svg")}


def test_names_to_begin_with_are_on_the_page() -> None:
    """Colours and type of the theme `base`, icons, papers, sizes of cards: what a first file may name."""
    shelf = find_shelf()
    path = get_theme_file("base", [shelf.themes])
    assert path is not None
    base = read_theme(path, folders=[shelf.themes])
    sizes = re.findall(r"^([a-z_]+):", shelf.card_sizes.read_text("utf-8"), re.MULTILINE)
    icons = [path.stem for path in shelf.icons.rglob("*.svg")]
    for name in (*base.colours, *base.type, *icons, *sizes, *read_papers(shelf.papers)):
        assert f"`{name}`" in PAGE, name


def test_tables_are_those_of_the_declarations() -> None:
    """`make schemas` has nothing to change."""
    spec = spec_from_file_location("write_tables", ROOT / "docs" / "write_tables.py")
    assert spec is not None
    assert spec.loader is not None
    tables = module_from_spec(spec)
    spec.loader.exec_module(tables)
    assert tables.write_tables(PAGE) == PAGE
    layout = tables.LAYOUT_PAGE.read_text("utf-8")
    assert tables.write_tables(layout) == layout
    commands = tables.COMMANDS_PAGE.read_text("utf-8")
    assert tables.write_commands(commands) == commands
    assert tables.write_problems() == tables.PROBLEMS.read_text("utf-8")


def test_elements_of_a_card_have_pictures() -> None:
    """Only `board` needs more than a card; `make pictures` draws the others."""
    folder = ROOT / "docs" / "pictures"
    drawn = parse_yaml((folder / "elements.yaml").read_text("utf-8"), file="elements.yaml").data
    assert isinstance(drawn, dict)
    headings = {
        name
        for line in re.findall(r"^### (`.+)$", PAGE, re.MULTILINE)
        for name in re.findall("`(.+?)`", line)
    }
    assert headings >= ELEMENTS.kinds.keys()
    for name in drawn:
        assert f"pictures/elements/{name}.png" in PAGE
        assert (folder / "elements" / f"{name}.png").exists()
    shown = {next(iter(element)) for elements in drawn.values() for element in elements}
    assert shown == ELEMENTS.kinds.keys() - {"board"}
