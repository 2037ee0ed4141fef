"""Every rule has an id, a paragraph in the documentation, and a test that proves it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
RULES = ROOT / "generator" / "games" / "fight_the_virus"
PAGE = ROOT / "docs" / "games" / "fight_the_virus.md"

IDS = sorted(
    {
        found[1]
        for path in RULES.glob("*.py")
        for found in re.finditer(r'"fight_the_virus\.([a-z_]+\.[a-z_]+)"', path.read_text("utf-8"))
    }
)


def test_there_are_rules() -> None:
    """The pattern finds the ids: one of each area is among them."""
    areas = {id.split(".")[0] for id in IDS}
    assert areas == {"analysis", "bonus", "curve", "progress", "research", "sheet", "testing", "turn"}


def test_every_rule_stands_in_the_documentation() -> None:
    """By its id, in backticks."""
    page = PAGE.read_text("utf-8")
    assert [id for id in IDS if f"`{id}`" not in page] == []


def test_every_rule_is_proven_by_a_test() -> None:
    """Some test expects to be refused by just this rule."""
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [id for id in IDS if f'refused("{id}")' not in tests] == []
