"""Rules of one's own: the names that the documentation allows them to import, and the example."""

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from tests import played

PAGE = Path(__file__).parents[2] / "docs" / "own-rules.md"
NOUGHTS = "noughts_and_crosses"


def list_allowed() -> dict[str, set[str]]:
    """Return the names in the table of imports, by module."""
    rows = re.findall(r"^\| `(generator\.[\w.]+)` \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return {module: set(re.findall(r"`(\w+)`", names)) for module, names in rows}


def test_every_name_of_the_documentation_can_be_imported() -> None:
    """From the module that the table gives."""
    allowed = list_allowed()
    assert {"generator.rules.core", "generator.model.kit"} <= {*allowed}
    for path, names in allowed.items():
        assert [name for name in names if not hasattr(import_module(path), name)] == [], path


def test_the_example_imports_only_what_the_documentation_lists() -> None:
    tree = ast.parse((played.OWN[NOUGHTS] / "rules.py").read_text("utf-8"))
    ours = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("generator.")
    ]
    assert len(ours) > 5
    allowed = list_allowed()
    for node in ours:
        assert {name.name for name in node.names} <= allowed[str(node.module)]


def test_boards_that_look_the_same_are_one_position() -> None:
    """Noughts and crosses is known to have 5,478 positions, of which 958 are ends of games."""
    rules: Any = played.game(NOUGHTS).rules
    first = rules.start(("Ana", "Bo"), {})
    positions, left = {first}, [first]
    while left:
        state = left.pop()
        for actor in rules.actors(state):
            after = {rules.apply(state, actor, move).state for move in rules.moves(state, actor)}
            left += after - positions
            positions |= after
    assert len(positions) == 5478
    assert sum(rules.outcome(state) is not None for state in positions) == 958
