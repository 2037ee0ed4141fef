"""The example of rules of one's own: its positions, and its imports, which the documentation allows."""

from typing import Any

from tests import played


def test_boards_that_look_the_same_are_one_position() -> None:
    """Noughts and crosses is known to have 5,478 positions, of which 958 are ends of games."""
    rules: Any = played.game("noughts_and_crosses").rules
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
