"""The published walkthrough, passage by passage: what it says is what happens here.

Its words are not repeated: each test names the passage and what it says in ours.
"""

import pytest

from generator.games.pox.game import AFTER_IDLE_OUTBREAK, AFTER_IDLE_SPREAD, AFTER_OUTBREAK, AFTER_SPREAD, Pox
from tests.games.pox.boards import drawn, lay, make_kit, play, rule_against, rules, show, small, step


def free() -> Pox:
    """Everybody is healthy, and one person is of another kind."""
    cards = ("spread east", "spread north", "outbreak b")
    return small(make_kit("P A V A\nA A A A\nA A A B\nA A A A", cards=cards))


def test_setting_up() -> None:
    """A red chip on each of two red spaces in the middle; the deck is shuffled; somebody begins."""
    state = rules().start(("Youngest", "Left"), {})
    ids = rules().data.people.list_ids(state.chips.red)
    assert len(ids) == 2
    assert all(abs(ord(id[0]) - ord("e")) <= 1 and abs(int(id[1]) - 5) <= 1 for id in ids)
    assert state.players[state.active] == "Youngest"


@pytest.mark.parametrize(
    ("level", "lost_with"),
    [("chicken_soup", 5), ("cough_medicine", 4), ("iv_fluids", 3), ("intensive_care", 2), ("miracle", 1)],
)
def test_set_difficulty(level: str, lost_with: int) -> None:
    """Five levels with the death that loses: the fifth, fourth, third, second, first."""
    assert rules().start(("Ana",), {"difficulty": level}).terms.allowed + 1 == lost_with


def test_spread() -> None:
    """A new red chip in the direction shown from every infected person; immune people are protected."""
    game = free()
    after = play(game, lay(game, "r b . .\nr . . .\n. . . .\n. . . ."), "spread east")
    assert show(game, after) == drawn("r b . .\nr r . .\n. . . .\n. . . .")


def test_spread_with_new_infections() -> None:
    """Then one looks for deaths, and has the choice: vaccinate 3, or cure 1."""
    game = free()
    assert (
        play(game, lay(game, "r . . .\n. . . .\n. . . .\n. . . ."), "spread east").offers
        == AFTER_SPREAD
        == ((3, 0), (0, 1))
    )


def test_spread_without_new_infections() -> None:
    """Everything twice: vaccinate 6, or cure 2, or vaccinate 3 and cure 1; no look for deaths."""
    game = free()
    board = "r k . .\nk . . .\n. . . .\n. . . ."
    told = step(game, lay(game, board), "spread east")
    assert told.state.offers == AFTER_IDLE_SPREAD == ((6, 0), (0, 2), (3, 1))
    assert show(game, told.state) == drawn(board)
    assert all(not event.key.startswith("event.die") for event in told.events)


def test_check_for_death_of_the_vulnerable_comes_first() -> None:
    """A red chip on a yellow space becomes black right now, then those who are surrounded."""
    game = free()
    told = step(game, lay(game, "r r . r\nr r r .\n. . . .\n. . . ."), "spread east")
    keys = [event.key for event in told.events]
    assert keys[1:] == ["event.die.vulnerable", "event.die.surrounded"]
    assert show(game, told.state) == drawn("k k k k\nr r r r\n. . . .\n. . . .")


def test_death_by_surrounding() -> None:
    """Surrounded on all possible sides by infected or dead people, touching no healthy or immune one."""
    game = free()
    board = "b r . .\nr . . .\nr r . .\n. . . ."
    assert play(game, lay(game, board), "spread east").chips.black == game.data.people.bits["c1"]
    after = play(game, lay(game, "r r . .\n. . . .\nr r . .\nr . . ."), "spread east")
    assert show(game, after) == drawn("r r k .\n. . . .\nr r r .\nk r . .")


def test_check_for_lose_comes_before_the_good_part() -> None:
    """As soon as the last black chip is placed the game is over."""
    game = free()
    after = play(
        game, lay(game, "r r . .\n. . . .\n. . . .\n. . . .", setup={"difficulty": "miracle"}), "spread east"
    )
    assert (after.stage, after.end) == ("over", "pox.end.deaths")


def test_outbreak() -> None:
    """One healthy person of the kind who touches nobody with a chip; then one vaccination."""
    game = free()
    state = play(game, lay(game, "r . . .\n. . . .\n. . . .\n. . . ."), "outbreak b")
    assert rule_against(game, state, "infect c3") == "outbreak.kind"
    state = play(game, state, "infect d3")
    assert state.offers == AFTER_OUTBREAK == ((1, 0),)


def test_double_outbreak() -> None:
    """Nobody valid: two vaccinations."""
    game = free()
    board = "r . . .\n. . . b\n. . . .\n. . . ."
    assert play(game, lay(game, board), "outbreak b").offers == AFTER_IDLE_OUTBREAK == ((2, 0),)


def test_vaccinate_and_cure() -> None:
    """A healthy person, without any chip and not vulnerable; an infected one, red for blue."""
    game = free()
    state = play(game, lay(game, "r . . .\n. . . .\n. . . .\n. . . ."), "spread east")
    assert rule_against(game, state, "vaccinate c1") == "vaccinate.vulnerable"
    assert rule_against(game, state, "vaccinate a1") == "vaccinate.healthy"
    assert show(game, play(game, state, "cure a1")) == drawn("b r . .\n. . . .\n. . . .\n. . . .")


def test_check_for_win() -> None:
    """Contained: the disease cannot spread in any of the four directions. Else it is the left one's turn."""
    game = free()
    state = play(game, lay(game, "r b . .\n. . . .\n. . . .\n. . . ."), "spread east")
    assert play(game, state, "done").active == 1
    assert play(game, state, "vaccinate a2", "done").end == "pox.end.contained"


def test_out_of_infections() -> None:
    """Whoever has to place a red chip and has none has lost."""
    game = small(make_kit("P A A\nA A A", red=1))
    assert play(game, game.start(("Ana",), {}), "spread east").end == "pox.end.chips"
