"""Who dies, how a game is won and lost, and what may be played otherwise."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from generator.games.pox import make_game
from generator.games.pox.game import AFTER_IDLE_SPREAD, AFTER_SPREAD, State, read_data
from generator.model.elements.areas import TrackArea
from generator.model.kit import Kit
from generator.rules.core import NoRules, Outcome, RulesError
from generator.rules.game import find_game, list_areas
from tests import shipped
from tests.games.pox.boards import CHICKEN_SOUP, drawn, lay, make_kit, play, rules, show, small, step


def test_every_case_has_its_rule() -> None:
    """The page of the game names P1 to P26, each beside the id of a rule."""
    page = (Path(__file__).parents[3] / "docs" / "games" / "pox.md").read_text("utf-8")
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    cases = [case for row in rows for case in re.findall(r"\(P(\d+)\)", row)]
    assert sorted(map(int, cases)) == [*range(1, 27)]


def test_vulnerable_people_die_of_the_disease() -> None:
    """`deaths.vulnerable`: at once, before the good part."""
    game = small(make_kit("P V A\nA A A\nA A P"))
    told = step(game, lay(game, "r . .\n. . .\n. . r"), "spread east")
    assert show(game, told.state) == drawn("r k .\n. . .\n. . r")
    assert told.state.stage == "help"
    assert told.state.offers == AFTER_SPREAD
    assert [event.key for event in told.events] == ["event.infect.east", "event.die.vulnerable"]
    spared = step(game, lay(game, "r . .\n. . .\n. . r"), "spread south")
    assert [event.key for event in spared.events] == ["event.infect.south", "event.die.nobody"]


def test_surrounded_people_die() -> None:
    """`deaths.surrounded`: who touches only infected and dead people, at edges as far as there are any."""
    game = small(make_kit("P A A A\nA A A A\nA A A A\nA A A P"))
    after = play(game, lay(game, "r k . .\nk . r .\n. r r .\n. . . r"), "spread north")
    assert show(game, after) == drawn("k k r .\nk k r .\n. r r r\n. . . r")


def test_a_healthy_or_immune_neighbour_saves() -> None:
    """`deaths.saved`: one of the two is enough."""
    game = small(make_kit("P A A A\nA A A A\nA A A A\nA A A P"))
    after = play(game, lay(game, "r r b .\nb . r .\n. . . .\n. . . r"), "spread north")
    assert after.chips.black == 0
    many = lay(game, "r r r r\nr r r b\nr r . r\n. . r r", setup={"deaths_allowed": "7"})
    after = play(game, many, "spread north")
    assert show(game, after) == drawn("k k k r\nk k r b\nr r k r\n. . r k")


def test_one_look_is_enough() -> None:
    """`deaths.order`: a person who is dead surrounds like one who is infected, so nobody dies of a death."""
    game = rules()
    for seed in range(200):
        state = _scatter(seed)
        first = play(game, state, "spread north")
        data, chips = game.data, first.chips
        if not first.end and first.offers == AFTER_SPREAD:
            gone = data.people.around(data.people.whole & ~(chips.red | chips.black))
            assert chips.red & ~gone == 0


def _scatter(seed: int) -> State:
    """A board full of red chips, with some gaps."""
    game = rules()
    rows = "\n".join(
        " ".join("r" if (seed * 7 + x * x * 5 + y * 11 + x * y * 3) % 9 < 4 else "." for x in range(9))
        for y in range(9)
    )
    return lay(game, rows, setup={**CHICKEN_SOUP, "deaths_allowed": "7"})


def test_the_very_first_spread_has_its_dead_too() -> None:
    """`deaths.always`: the walkthrough leaves the look out there; and no doubled part without reason."""
    game = small(make_kit("P V A\nA A A\nA A P"))
    after = play(game, game.start(("Ana",), {}), "spread east")
    assert after.chips.black.bit_count() == 1
    assert after.offers == AFTER_SPREAD
    stopped = small(make_kit("A A P\nA A A\nA A A"))
    assert play(stopped, stopped.start(("Ana",), {}), "spread east").offers == AFTER_IDLE_SPREAD


def test_nobody_looks_for_the_dead_without_new_chips() -> None:
    """[S] The disease was contained in that direction."""
    game = small(make_kit("P A A\nA A A\nA A P"))
    after = play(game, lay(game, "r k .\nk . .\n. . ."), "spread north")
    assert after.offers == AFTER_IDLE_SPREAD
    assert after.chips.red.bit_count() == 1


LEVELS: Mapping[str, int] = {
    "chicken_soup": 4,
    "cough_medicine": 3,
    "iv_fluids": 2,
    "intensive_care": 1,
    "miracle": 0,
}


def test_the_levels_are_those_of_the_printed_card() -> None:
    """[S] The first is for beginners, and usual."""
    assert dict(rules().data.levels) == LEVELS
    assert rules().options["difficulty"] == tuple(LEVELS)
    assert rules().start(("Ana",), {}).terms.allowed == 4


@pytest.mark.parametrize("level", LEVELS)
def test_one_death_more_than_the_level_allows_loses(level: str) -> None:
    """`end.deaths`, `level.miracle`, `level.intensive_care`: at once, without a good part."""
    game = small(make_kit("P V A\nA A A\nA A A\nA V P\nA A A", levels=LEVELS))
    dead = "k" * LEVELS[level]
    board = f"r . .\n. . .\n{dead[:3]:.<3}\n{dead[3:]:.<1} . .\n. . ."
    before = lay(game, board, setup={"difficulty": level})
    after = play(game, before, "spread east")
    assert after.chips.black.bit_count() == LEVELS[level] + 1
    assert game.outcome(after) == Outcome("pox.end.deaths", won=False)
    assert game.actors(after) == ()


def test_a_death_less_does_not_lose() -> None:
    """As many as the level allows."""
    game = small(make_kit("P V A\nA A A\nA A P", levels={"intensive_care": 1}))
    assert play(game, lay(game, "r . .\n. . .\n. . r", setup={}), "spread east").end == ""


def test_nobody_dies_after_the_last_death() -> None:
    """`end.deaths`: the game is over with that chip; the vulnerable come first, then as one reads."""
    game = small(make_kit("P A V\nA A A\nP A V\nA A A", levels={"intensive_care": 1}))
    after = play(game, lay(game, "r r .\n. . .\nr r .\n. . .", setup={}), "spread east")
    assert show(game, after) == drawn("r r k\n. . .\nr r k\n. . .")
    game = small(make_kit("P A V\nA A A\nP A V\nA A A", levels={"miracle": 0}))
    after = play(game, lay(game, "r r .\n. . .\nr r .\n. . .", setup={}), "spread east")
    assert show(game, after) == drawn("r r k\n. . .\nr r r\n. . .")
    assert after.end == "pox.end.deaths"


def test_black_chips_are_enough_for_every_level() -> None:
    """`chips.black`: five, for a level of four; a kit that has fewer is refused."""
    data = rules().data
    assert data.chips["death"] == max(data.levels.values()) + 1 == 5
    with pytest.raises(NoRules, match="`chicken_soup` needs 5 `death` chips, but there are 4"):
        read_data(make_kit("P A", black=4))


FULL = "r r . .\n. . . .\n. . r .\n. . . r"


@pytest.mark.parametrize(("red", "end"), [(6, ""), (5, "pox.end.chips")])
def test_lost_when_there_is_no_red_chip_for_somebody(red: int, end: str) -> None:
    """`end.chips`: with one too few, not with the last one."""
    game = small(make_kit("P A A A\nA A A A\nA A A A\nA A A P", red=red))
    after = play(game, lay(game, FULL), "spread east")
    assert after.end == end
    assert after.chips.red.bit_count() == (6 if not end else 4)


def test_nothing_of_a_spread_is_placed_that_takes_too_many_chips() -> None:
    """`chips.at_once`: lost at once, even if deaths would have brought chips back."""
    game = small(make_kit("P V A A\nA A A A\nA A A A\nA A A P", red=3))
    before = lay(game, "r . . .\n. . . .\nr . . .\n. . . .")
    after = play(game, before, "spread east")
    assert after.end == "pox.end.chips"
    assert after.chips == before.chips
    assert game.outcome(after) == Outcome("pox.end.chips", won=False)


def test_lost_when_an_outbreak_has_no_red_chip() -> None:
    """`end.chips`: only where there is somebody to be infected."""
    game = small(make_kit("P A A\nA A A\nA A P", cards=("outbreak a",), red=2))
    assert play(game, lay(game, "r . .\n. . .\n. . r"), "outbreak a").end == "pox.end.chips"
    full = lay(game, "r b .\nb . .\n. b r")
    assert play(game, full, "outbreak a").stage == "help"


@pytest.mark.parametrize("strict", ["yes", "no"])
def test_the_strict_limit_loses_with_the_last_chip(strict: str) -> None:
    """`end.last_chip`: a variant, for spreads and for outbreaks."""
    setup = {"strict_chip_limit": strict}
    game = small(make_kit("P A A A\nA A A A\nA A A A\nA A A P", red=6))
    after = play(game, lay(game, FULL, setup=setup), "spread east")
    assert after.end == ("pox.end.last_chip" if strict == "yes" else "")
    assert after.chips.red.bit_count() == 6
    game = small(make_kit("P A A\nA A A\nA A A", cards=("outbreak a",), red=2))
    state = play(game, lay(game, "r . .\n. . .\n. . .", setup=setup), "outbreak a", "infect c3")
    assert state.end == ("pox.end.last_chip" if strict == "yes" else "")


def test_corners_touch_in_outbreaks_where_that_is_agreed() -> None:
    """A variant; spreading and dying stay as they are."""
    game = small(make_kit("P B B\nB A B\nB B P", cards=("outbreak a", "spread east")))
    board = "r . .\n. . .\n. . r"
    assert play(game, lay(game, board), "outbreak a").stage == "outbreak"
    state = play(game, lay(game, board, setup={"diagonal_touch": "yes"}), "outbreak a")
    assert state.stage == "help"
    assert play(game, state, "done", "spread east").chips.red.bit_count() == 3


def test_a_place_touches_the_eight_around_it() -> None:
    """As far as the board goes, and not over its edge into the next row."""
    people = rules().data.people
    for number, (id, bit) in enumerate(people.bits.items()):
        row, column = divmod(number, 9)
        near = {
            people.id_rows[y][x]
            for y in range(max(row - 1, 0), min(row + 2, 9))
            for x in range(max(column - 1, 0), min(column + 2, 9))
        }
        assert set(people.list_ids(people.around_corners(bit))) == near, id


@pytest.mark.parametrize("deaths", ["6", "7"])
def test_easier_games_allow_more_deaths(deaths: str) -> None:
    """A variant, in place of the level's number."""
    state = rules().start(("Ana",), {"difficulty": "miracle", "deaths_allowed": deaths})
    assert state.terms.allowed == int(deaths)


CONTAINED = "b b .\nr r b\nb b ."


def test_won_when_nobody_infected_has_a_neighbour_without_a_chip() -> None:
    """`end.contained`: healthy or vulnerable, it would fall ill."""
    game = small(make_kit("A A A\nP A A\nA A V"))
    after = play(game, lay(game, "b b .\nr r .\nb b ."), "spread west", "vaccinate c2", "done")
    assert game.outcome(after) == Outcome("pox.end.contained", after.players, won=True)
    game = small(make_kit("A A A\nP A V\nA A A"))
    assert play(game, lay(game, "b b .\nr r .\nb b ."), "spread west", "done").end == ""


def test_the_dead_and_the_edge_contain_it_too() -> None:
    """`end.contained`: not only the immune."""
    game = small(make_kit("A A A\nP A A\nA A A"))
    assert play(game, lay(game, "k b .\nr r k\nb b ."), "spread west", "done").end == "pox.end.contained"


def test_won_when_nobody_is_infected_any_more() -> None:
    """`end.nobody`."""
    game = small(make_kit("P A A\nA A A\nA A A"))
    after = play(game, lay(game, "r . .\nb . .\n. . ."), "spread west", "cure a1", "done")
    assert after.chips.red == 0
    assert game.outcome(after) == Outcome("pox.end.contained", after.players, won=True)


def test_it_is_asked_after_the_good_part_only() -> None:
    """`end.after`: a board that is contained after the bad part is not won before the good one is done."""
    game = small(make_kit("P A V\nA A A\nA A A"))
    state = play(game, lay(game, "r . .\nb b .\n. . ."), "spread east")
    assert state.stage == "help"
    contained = lay(game, CONTAINED)
    state = play(game, contained, "spread west")
    assert (state.stage, state.end) == ("help", "")
    assert play(game, state, "done").end == "pox.end.contained"


def test_turns_go_around() -> None:
    """[S] To the left; one to four players."""
    game = rules()
    state = game.start(("Ana", "Ben", "Cleo"), {})
    found = []
    for card in ("spread north", "spread south", "spread east", "spread west"):
        found.append(state.players[state.active])
        state = play(game, state, card, "done")
        assert (state.card, state.offers, state.helped) == (None, (), 0)
    assert found == ["Ana", "Ben", "Cleo", "Ana"]


@pytest.mark.parametrize("number", [0, 5])
def test_other_numbers_of_players_are_refused(number: int) -> None:
    """And names that cannot be."""
    with pytest.raises(RulesError):
        rules().start([f"P{index}" for index in range(number)], {})


def test_there_are_no_variants() -> None:
    """Only options."""
    with pytest.raises(RulesError):
        find_game(shipped.kit("pox"), variant="diagonal_touch")


@pytest.mark.parametrize(
    ("kit", "told"),
    [
        (partial(make_kit, "A A\nA A"), "no board has a grid with a place that is marked `patient`"),
        (partial(make_kit, "P A\nA A", cards=()), "no deck has cards with `type: spread`"),
        (partial(make_kit, "P A\nA A", cards=("spread up",)), "needs a `direction`, one of north, east"),
        (partial(make_kit, "P A\nA A", cards=("outbreak b",)), "no person on the board has the `kind`"),
        (
            partial(make_kit, "P A\nA A", cards=("quarantine a",)),
            "there is no rule for cards of the type `quarantine`",
        ),
        (partial(make_kit, "P P\nP A", red=2), "3 patients need as many `infection` chips, but there are 2"),
        (partial(make_kit, "P A\nA A", levels={"soup": -1}), "a level needs an id and its deaths"),
    ],
)
def test_kits_that_cannot_be_played(kit: Callable[[], Kit], told: str) -> None:
    """Each says what it lacks."""
    with pytest.raises(NoRules, match=told):
        read_data(kit())


def test_a_kit_without_chips_or_levels_cannot_be_played() -> None:
    """They are found by their ids."""
    kit = shipped.kit("pox")
    for part, told in (
        ("tokens", "no chips `infection`"),
        ("cards", "no deck has cards"),
        ("board", "no board"),
    ):
        parts = tuple(each for each in kit.parts if each.id != part)
        with pytest.raises(NoRules, match=told):
            make_game(replace(kit, parts=parts))


def test_only_one_track_counts_the_dead() -> None:
    """A board may have others, and other boards may have some."""
    kit = shipped.kit("pox")
    ((board, track),) = list_areas(kit, TrackArea)
    other = replace(board, draw=(*board.draw, replace(track, id="rounds")))
    changed = replace(kit, parts=tuple(other if part is board else part for part in kit.parts))
    assert read_data(changed).deaths == read_data(kit).deaths


def test_nothing_is_offered_when_the_game_is_over() -> None:
    game = small(make_kit("P V A\nA A A\nA A P", levels={"miracle": 0}))
    state = play(game, lay(game, "r . .\n. . .\n. . r", setup={}), "spread east")
    assert (state.is_over, state.offers) == (True, ())
