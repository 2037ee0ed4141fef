"""Edge cases of the published rules, each as a board, a card, and what it does or forbids."""

import pytest

from tests.games.pox.boards import CHICKEN_SOUP, drawn, lay, make_kit, play, rule_against, show, small

PEOPLE = "P A A A\nA A A A\nA A A P"


@pytest.mark.parametrize(
    ("board", "moves", "after"),
    [
        # The disease does not leave the board, and does not come back on the other side.
        ("r . . .\n. . . .\n. . . r", ("spread north",), "r . . .\n. . . r\n. . . r"),
        # The dead infect nobody, the immune are never infected.
        ("k r b .\n. . . .\n. . . r", ("spread east",), "k r b .\n. . . .\n. . . r"),
        # In a corner, two sick neighbours are all there are; an immune one saves.
        ("r . . .\nr . . .\n. . . r", ("spread east",), "k r . .\nr r . .\n. . . r"),
        ("r b . .\nr . . .\n. . . r", ("spread east",), "r b . .\nr r . .\n. . . r"),
        # Blue replaces red.
        ("r . . .\n. . . .\n. . . r", ("spread north", "cure a1"), "b . . .\n. . . r\n. . . r"),
    ],
)
def test_what_a_card_does(board: str, moves: tuple[str, ...], after: str) -> None:
    """All at once, then deaths, then help."""
    game = small(make_kit(PEOPLE))
    assert show(game, play(game, lay(game, board), *moves)) == drawn(after)


START = "r . . .\n. . . .\n. . . r"


@pytest.mark.parametrize(
    ("moves", "move", "rule"),
    [
        (("spread north",), "vaccinate a1", "vaccinate.healthy"),
        (("spread north",), "cure b1", "cure.infected"),
        (("spread north", "vaccinate b1"), "cure a1", "good.cure"),
        (("spread north", "vaccinate b1", "vaccinate c1"), "vaccinate b1", "vaccinate.healthy"),
        (("spread north",), "infect b1", "turn.now"),
        (("spread north",), "spread north", "turn.now"),
        ((), "spread north", ""),
    ],
)
def test_what_is_forbidden(moves: tuple[str, ...], move: str, rule: str) -> None:
    """For its own reason; empty: allowed."""
    game = small(make_kit(PEOPLE))
    state = play(game, lay(game, START, setup=CHICKEN_SOUP), *moves)
    assert rule_against(game, state, move) == rule


def test_an_idle_spread_allows_just_three_mixtures() -> None:
    """`good.double`: six people, or two cures, or three people and a cure."""
    game = small(make_kit("P A A A\nA A A A\nA A A A\nA A A P"))
    state = play(game, lay(game, "r b . .\nb . . .\n. . b .\n. b r b"), "spread east")
    assert set(state.offers) == {(6, 0), (0, 2), (3, 1)}
    two = play(game, state, "vaccinate c1", "vaccinate d1", "vaccinate b2")
    assert set(two.offers) == {(3, 0), (0, 1)}
    assert rule_against(game, play(game, two, "vaccinate c2"), "cure a1") == "good.cure"
