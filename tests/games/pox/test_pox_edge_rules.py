"""Edge cases of the published rules, each as a board, a card, and what it does or forbids."""

import pytest

from generator.games.pox.game import DONE_MOVE
from generator.rules.core import NATURE, RulesError
from tests.games.pox.boards import (
    CHICKEN_SOUP,
    NAMES,
    drawn,
    lay,
    make_kit,
    play,
    rule_against,
    rules,
    show,
    small,
)

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


def test_a_card_that_is_not_in_the_deck_is_told_as_it_was_said() -> None:
    """Shortened to forty characters, with the cards that there are."""
    game = rules()
    state = game.start(NAMES, CHICKEN_SOUP)
    for said, told in (
        ("spread upwards", "spread upwards"),
        ("outbreak pirate", "outbreak pirate"),
        (f"spread {'x' * 60}", f"spread {'x' * 33}"),
    ):
        with pytest.raises(RulesError) as caught:
            game.parse(state, NATURE, said)
        assert (caught.value.rule, caught.value.values["card"]) == ("pox.move.card", told)


def test_nobody_has_skipped_a_rest_before_the_first_turn() -> None:
    """Later, whoever skips again is told that the good part is over."""
    game = rules()
    state = game.start(NAMES, CHICKEN_SOUP)
    with pytest.raises(RulesError) as caught:
        game.check(state, NAMES[-1], DONE_MOVE)
    assert caught.value.rule != "pox.good.over"
    later = play(game, state, "spread north", "done")
    with pytest.raises(RulesError) as caught:
        game.check(later, NAMES[0], DONE_MOVE)
    assert caught.value.rule == "pox.good.over"
