"""The twenty rules of layout: each has a key that turns it off, and a test that proves it."""

from pathlib import Path

import pytest

from docs.pictures.layout_rules import LayoutRule, read_layout_rules
from generator.errors import GeneratorError
from generator.layout.document import lay_out_part, make_press
from generator.layout.text.legibility import describe_small_texts, list_small_texts
from generator.model.printing.printing import Printing
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import Document
from tests import shipped
from tests.geometry import Placed, place_all

ROOT = Path(__file__).parents[1]
RULES = read_layout_rules()


def lay_out(rule: LayoutRule, folder: Path, *, is_off: bool) -> Document:
    kit = read_kit(rule.write(folder / f"{is_off}", is_off=is_off), shelf=find_shelf())
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    printing = rule.without if is_off else Printing()
    return lay_out_part(press, kit.parts[0], paper=shipped.paper("a4"), printing=printing)


def look(made: Document) -> list[list[Placed]]:
    return [place_all(page) for page in made.pages]


def test_all_rules_are_listed() -> None:
    """By their numbers."""
    assert [rule.number for rule in RULES] == [*range(1, 21)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.number}")
def test_each_rule_has_its_test(rule: LayoutRule) -> None:
    """The test that is named exists."""
    file, name = rule.test.split("::")
    assert f"def {name}(" in (ROOT / file).read_text("utf-8")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.number}")
def test_each_rule_is_off_by_its_key(rule: LayoutRule, tmp_path: Path) -> None:
    """The same game looks different, stops, or is not warned of."""
    first = lay_out(rule, tmp_path, is_off=False)
    if rule.stops:
        with pytest.raises(GeneratorError):
            lay_out(rule, tmp_path, is_off=True)
        return
    second = lay_out(rule, tmp_path, is_off=True)
    if rule.tells:
        told = [warn for page in first.pages for warn in describe_small_texts(list_small_texts(page))]
        assert any(rule.tells in warning for warning in told)
        return
    assert look(first) != look(second)
