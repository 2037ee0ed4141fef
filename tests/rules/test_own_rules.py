"""Rules of one's own: the module that they import, and the smallest example."""

import re
from pathlib import Path
from typing import Any

from generator import api
from tests import played

NOUGHTS = "noughts_and_crosses"


def test_the_surface_is_stable() -> None:
    """Rules of others keep working: a name that is gone, or has moved, is a change that breaks them."""
    kept = {*(Path(__file__).parent / "api_names.txt").read_text("utf-8").split()}
    assert kept <= {*api.__all__}, "names may be added to api_names.txt, never removed"
    assert {*api.__all__} <= kept, "write new names into api_names.txt"
    assert [name for name in api.__all__ if not hasattr(api, name)] == []


def test_the_example_is_short_and_imports_one_module() -> None:
    text = (played.OWN[NOUGHTS] / "rules.py").read_text("utf-8")
    assert len(text.splitlines()) <= 40
    assert re.findall(r"^(?:from|import) (\S+)", text, re.MULTILINE) == ["generator.api"]


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
