"""The player that thinks: legal moves, the same ones for the same seed, and nothing from face-down piles."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, permutations
from random import Random
from typing import Any

import pytest

from generator.errors import UnknownName
from generator.play.policies import (
    Budget,
    Meter,
    Search,
    Seats,
    Tree,
    make_policy,
    parse_budget,
    rate_outcome,
)
from generator.play.series.series import GameSetting, Series, SeriesPlayer, seed_game, start_setting
from generator.play.simulate import choose_move, play_to_end
from generator.rules.core import NATURE, AnyState, Outcome, list_numbers_of_players
from generator.rules.game import AnyGame, Knowledge
from tests import played
from tests.play.policies import hidden_cards
from tests.played import GAMES
from tests.samples import proves_all

SMALL = Budget(moves=60)
STATES = 400 if proves_all() else 8


def walk_through(game: AnyGame, seed: int, *, policy: Any = None) -> Iterator[Any]:
    """Yield the states of a game in which players can act."""
    rules, chance = game.rules, Random(seed)
    fewest, _ = list_numbers_of_players(game.kit)
    state = rules.start([f"P{seat}" for seat in range(1, fewest + 1)], {})
    while actors := rules.actors(state):
        if actors != (NATURE,):
            yield state
        actor, move = choose_move(rules, state, actors, chance, policy)
        state = rules.apply(state, actor, move).state


@pytest.mark.parametrize("id", GAMES)
def test_moves_are_legal_and_the_same_for_the_same_seed(id: str) -> None:
    """Two players with the same seed, one after the other, and every plan of the search can be played."""
    game = played.game(id)
    rules, one, other = game.rules, Search(game, SMALL, seed=3), Search(game, SMALL, seed=3)
    states = walk_through(game, 5, policy=next(iter(game.policies.values()), None))
    for state in islice(states, 0, STATES * 4, 4):
        for actor in rules.actors(state):
            if actor != NATURE:
                chosen = one.choose(state, actor)
                assert list(chosen) == list(other.choose(state, actor))
                assert len(chosen) <= 1
                assert {*chosen} <= {*rules.moves(state, actor)}


@pytest.mark.parametrize("id", GAMES)
def test_knowledge_keeps_the_rules(id: str) -> None:
    """All moves of a macro are legal, one after another; an evaluation is a chance."""
    game = played.game(id)
    rules, knowledge = game.rules, game.knowledge
    states = islice(walk_through(game, 11, policy=next(iter(game.policies.values()), None)), 0, None, 5)
    for state in islice(states, STATES):
        if knowledge.evaluate is not None:
            chances = [knowledge.evaluate(state, seat) for seat in range(len(state.players))]
            assert all(0 <= chance <= 1 for chance in chances)
            assert len({*chances}) == 1 if rules.is_shared else sum(chances) == pytest.approx(1)
        for actor in rules.actors(state) if knowledge.macros else ():
            for moves in knowledge.macros(state, actor) if actor != NATURE and knowledge.macros else ():
                after = state
                assert moves, f"{actor} would do nothing for ever"
                for move in moves:
                    after = rules.apply(after, actor, move).state


# What lies face down.


@cache
def guessing(*, peeks: bool = False) -> AnyGame:
    game: Any = hidden_cards.make_game(played.kit("noughts_and_crosses"), peeks=peeks)
    return game


def list_shuffled() -> Iterator[Any]:
    """Yield the same state with every order of what lies face down."""
    state: Any = guessing().rules.start(["Ana", "Bo"], {})
    for deck in sorted({*permutations(state.deck[2:])}):
        yield replace(state, deck=deck, right=1, turn=3)


def test_shuffling_what_is_hidden_changes_no_decision() -> None:
    search = Search(guessing(), Budget(moves=300))
    values = {
        tuple((each.plan.text, each.value) for each in search.weigh(state, "Ana"))
        for state in list_shuffled()
    }
    assert len(values) == 1


def test_the_test_above_finds_players_who_peek() -> None:
    """With odds that give the top card away, decisions follow it."""
    search = Search(guessing(peeks=True), Budget(moves=300))
    guesses = {search.choose(state, "Ana")[0].text: state for state in list_shuffled()}
    assert set(guesses) == {"guess ace", "guess king", "guess queen"}


@pytest.mark.parametrize("id", ["pox", "virus_and_co", "pandemic"])
def test_tables_that_look_alike_are_played_alike(id: str) -> None:
    """Two tables with the same past and other piles: decisions are the same until a card differs."""
    game = played.game(id)
    rules, policy = game.rules, next(iter(game.policies.values()))
    for shuffle in (1, 2):
        tables = []
        for pile in (Random(7), Random(7)):
            state = rules.start([f"P{seat}" for seat in range(3)], {})
            search = Search(game, SMALL)
            for number in range(60):
                actors = rules.actors(state)
                if number == 40:
                    # From here on, other cards lie on top.
                    pile.seed(shuffle if tables else 3)
                actor, move = choose_move(rules, state, actors, pile, policy)
                if number >= 40 and actor != NATURE:
                    tables.append((state, search.choose(state, actor)))
                    break
                state = rules.apply(state, actor, move).state
        if tables[0][0] == tables[-1][0]:
            assert tables[0] == tables[-1]


# How well it plays.


def mark_squares(*squares: str) -> AnyState:
    """Return a board of noughts and crosses after both players have marked squares in turn."""
    rules = played.game("noughts_and_crosses").rules
    state = rules.start(["A", "B"], {})
    for square in squares:
        (actor,) = rules.actors(state)
        state = rules.apply(state, actor, rules.parse(state, actor, square)).state
    return state


def test_it_wins_at_once_and_prevents_the_other_from_winning() -> None:
    game = played.game("noughts_and_crosses")
    search = Search(game, Budget(moves=600))
    assert search.choose(mark_squares("a1", "a2", "b1", "b2"), "A")[0].text == "c1"
    assert search.choose(mark_squares("a1", "a2", "b1"), "B")[0].text == "c1"


def test_it_sees_a_fork() -> None:
    """After opposite corners, every answer but a side loses: it takes more than the next move to see that."""
    game = played.game("noughts_and_crosses")
    state = mark_squares("a1", "b2", "c3")
    for seed in range(2):
        found = Search(game, Budget(moves=6000), seed=seed).choose(state, "B")[0].text
        assert found in ("b1", "a2", "c2", "b3")


def count_wins(policy: str, games: int) -> int:
    game = played.game("pox")
    setting = GameSetting(2, (("difficulty", "miracle"),))
    state = start_setting(game, setting)
    player = make_policy(game, policy)
    seeds = [seed_game(1, setting, number) for number in range(games)]
    ends = [play_to_end(game.rules, state, seed=seed, policy=player) for seed in seeds]
    return sum(end.won is True for end in ends)


def test_it_wins_more_often_than_the_greedy_player() -> None:
    """Twice as often; of few games, more."""
    moves, games, times = (1500, 200, 2) if proves_all() else (1000, 8, 1.2)
    assert count_wins(f"search:{moves}", games) >= times * count_wins("greedy", games)


def test_more_thinking_helps() -> None:
    """In a game of pure luck about what is known: the best card is found with enough imagined games."""
    few, many = (Search(guessing(), Budget(moves=moves), seed=5) for moves in (1, 3000))
    state = guessing().rules.start(["Ana"], {})
    assert len(many.weigh(state, "Ana")[0].results) > len(few.weigh(state, "Ana")[0].results)
    assert many.choose(state, "Ana")[0].text == "guess ace"


# Budgets and names.


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("4000", Budget(moves=4000)),
        ("0.5s", Budget(seconds=0.5)),
        ("2s", Budget(seconds=2.0)),
        *((text, None) for text in ("", "0", "0s", "-1", "4k", "1e9", "s", "0.0001s", "1 s", "٣")),
    ],
)
def test_budgets(text: str, budget: Budget | None) -> None:
    assert parse_budget(text) == budget


def test_a_budget_in_seconds_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is asked; a hundredth of a second is enough for some imagined games, not for many."""
    clock = iter(number / 100 for number in range(10_000))
    monkeypatch.setattr("generator.play.policies.process_time", lambda: next(clock))
    meter = Meter(Budget(seconds=0.05))
    assert [round(meter.used, 1) for _ in range(5)] == [0.2, 0.4, 0.6, 0.8, 1.0]
    search = Search(guessing(), Budget(seconds=0.5))
    prospects = search.weigh(guessing().rules.start(["Ana"], {}), "Ana")
    assert 1 < sum(len(each.results) for each in prospects) < 400


def test_names_of_players() -> None:
    game = played.game("pox")
    assert make_policy(game, "random") is None
    assert make_policy(game, "greedy") is game.policies["greedy"]
    search = make_policy(game, "search:700")
    assert isinstance(search, Search)
    assert search.budget == Budget(moves=700)
    both = make_policy(game, "search:1s+random+greedy")
    assert isinstance(both, Seats)
    assert both.policies[1:] == [None, game.policies["greedy"]]
    for wrong in ("serch", "search:", "search:fast", "greedy:3", "search+", ""):
        with pytest.raises(UnknownName):
            make_policy(game, wrong)
    with pytest.raises(UnknownName, match="did you mean 'search'"):
        make_policy(game, "serch")
    with pytest.raises(UnknownName, match=r"search:4000.*search:0\.5s"):
        make_policy(game, "search:fast")


def test_each_seat_has_its_player() -> None:
    """The searching seat wins against random players, wherever it sits."""
    game = played.game("noughts_and_crosses")
    for policy, seat in (("search:100+random", 0), ("random+search:100", 1)):
        table = SeriesPlayer(Series(game.kit, (GameSetting(2),), 12, policy=policy))
        ends = [table.play(number).ending for number in range(12)]
        assert sum(seat in end.winners for end in ends) >= 8


def test_a_single_plan_needs_no_thought() -> None:
    game = played.game("noughts_and_crosses")
    state = mark_squares("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3")
    (prospect,) = Search(game, Budget(moves=1)).weigh(state, "A")
    assert prospect.plan.moves[0].text == "c3"
    assert not prospect.results
    assert prospect.value == 0.0


def test_a_plan_goes_on_as_long_as_the_game_goes_as_planned() -> None:
    """The second move of a plan is not thought about again, unless somebody else intervenes."""
    game = played.game("pox")
    search = Search(game, Budget(moves=200))
    states = (state for state in walk_through(game, 2) if getattr(state, "stage", "") == "help")
    for state in states:
        actor = state.players[state.active]
        plan = search.weigh(state, actor)[0].plan
        if len(plan.moves) > 1:
            break
    assert search.choose(state, actor) == plan.moves[:1]
    following = game.rules.apply(state, actor, plan.moves[0]).state
    assert search.choose(following, actor) == plan.moves[1:2]
    assert Search(game, Budget(moves=200)).choose(following, actor)


@pytest.mark.parametrize(
    ("outcome", "rates"),
    [
        (Outcome("x", ("A", "B"), True), [1, 1]),
        (Outcome("x", (), False), [0, 0]),
        (Outcome("x", ("B",)), [0, 1]),
        (Outcome("x", ("A", "B")), [0.5, 0.5]),
        (Outcome("x"), [0.5, 0.5]),
    ],
)
def test_outcomes(outcome: Outcome, rates: list[float]) -> None:
    assert [rate_outcome(outcome, ("A", "B"), seat) for seat in (0, 1)] == rates


def test_a_tree_tries_everything_and_then_what_is_promising() -> None:
    tree: Tree[str] = Tree()
    for number in range(3):
        move = tree.choose("abc", Random(number))
        assert move not in tree.branches
        branch = tree.branches[move] = Tree()
        branch.games, branch.sum = 10, 9.0 if move == "b" else 1.0
        tree.games += 10
    assert tree.choose("abc", Random(0)) == "b"
    assert Tree[str]().promise(0.0) == 1.0


def test_games_without_knowledge_are_played_too() -> None:
    """Nothing but the contract is needed, also where several players may act at once."""
    for id in ("pox", "virus_and_co"):
        game = replace(played.game(id), knowledge=Knowledge(), policies={})
        state = next(walk_through(game, 3))
        actor = game.rules.actors(state)[0]
        (move,) = Search(game, Budget(moves=300)).choose(state, actor)
        assert move in game.rules.moves(state, actor)
