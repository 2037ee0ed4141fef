"""Searching players in a game with secrets use only what a player may know."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from generator.play.policies import Budget, Covered, Search, Seats, advise, draw_world, make_policy
from generator.play.series.series import GameSetting, Series, SeriesPlayer
from generator.play.simulate import choose_move, play_to_end
from generator.play.walks.walkthrough import start_walk
from generator.rules.core import NATURE, NoRules, Secretive
from generator.rules.game import AnyGame, Knowledge
from tests.samples import proves_all
from tests.secret_games import change_rules, find_secret_game

NAMES = ("Ana", "Bo", "Cleo", "Eva")


def play_until(game: AnyGame, moves: int, *, players: int = 2, seed: int = 3) -> Any:
    """Return the first state after some moves in which a player may act."""
    rules, chance = game.rules, Random(seed)
    state = rules.start(NAMES[:players], {})
    while moves > 0 or rules.actors(state) == (NATURE,):
        actor, move = choose_move(rules, state, rules.actors(state), chance, None)
        state, moves = rules.apply(state, actor, move).state, moves - 1
    return state


def test_a_guess_is_right_as_often_as_chance_allows() -> None:
    """A search that sees the card is right every time; one that does not, in a quarter of 400 games."""
    game = find_secret_game("guess_the_suit")
    player = SeriesPlayer(Series(game.kit, (GameSetting(2),), 400, policy="search:200"))
    right = sum(player.play(number).ending.winners == (1,) for number in range(400))
    assert 0.20 <= right / 400 <= 0.31
    sees = change_rules("guess_the_suit", face_down=())
    state = play_until(sees, 1)
    assert Search(sees, Budget(moves=200)).choose(state, "Bo")[0].text == f"guess {state.card}"


def share_of_wins(seats: list[Any], games: int) -> float:
    """Return how often the first player wins, who sits on each side of the table in turn."""
    rules, won = find_secret_game("three_suits").rules, 0.0
    start = rules.start(NAMES[:2], {})
    for number in range(games):
        for seat in (0, 1):
            policy = Seats([seats[seat], seats[1 - seat]])
            winners = play_to_end(rules, start, seed=number, policy=policy, is_paired=True).winners
            won += (seat in winners) / len(winners)
    return won / (2 * games)


def test_it_is_stronger_than_greedy_and_weaker_than_one_that_sees() -> None:
    """At the same table with the same deals, and in many games also against a random player."""
    game, sees = find_secret_game("three_suits"), change_rules("three_suits", secret=())
    moves, games = (600, 300) if proves_all() else (100, 6)
    fair, cheat = (lambda each=each: Search(each, Budget(moves=moves)) for each in (game, sees))
    greedy = make_policy(game, "greedy")
    assert share_of_wins([fair(), greedy], games) > 0.5
    assert share_of_wins([cheat(), fair()], games) > 0.5
    if proves_all():
        against_random = [share_of_wins([each, None], games) for each in (greedy, fair(), cheat())]
        assert against_random == sorted(against_random)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("moves", [0, 3, 7])
def test_hands_dealt_anew_change_no_decision_and_no_advice(players: int, moves: int) -> None:
    """The values of all plans are the same, number by number, and so is every sentence of the advice."""
    game = find_secret_game("three_suits")
    assert game.secrets is not None
    state, budget = play_until(game, moves, players=players), Budget(moves=150)
    (actor,) = game.rules.actors(state)
    worlds = game.secrets.list_worlds(game.secrets.cover(state, actor), actor)
    seen, advice = [], []
    for each in (state, *(draw_world(worlds, Random(number)) for number in range(3))):
        prospects = Search(game, budget).weigh(each, actor)
        seen.append([(prospect.plan.text, prospect.results) for prospect in prospects])
        walk = replace(start_walk(game, NAMES[:players], {}), states=(each,))
        advice.append(advise(walk, actor, budget))
    assert all(each == seen[0] for each in seen)
    assert all(each == advice[0] for each in advice)
    assert len(seen[0]) > 1


def test_policies_of_games_do_not_see_hidden_cards() -> None:
    """They get the state as the player sees it, and can still choose."""
    game = find_secret_game("three_suits")
    state = play_until(game, 0)
    asked = []

    class Curious:
        def choose(self, state: Any, actor: str) -> Any:
            asked.append(state.hands)
            return game.rules.moves(state, actor)

    policy = make_policy(replace(game, policies={"curious": Curious()}), "curious")
    assert isinstance(policy, Covered)
    assert list(policy.choose(state, "Bo")) == list(game.rules.moves(state, "Bo"))
    assert asked == [(("?",) * 6, state.hands[1])]


def test_games_that_do_not_say_what_can_be_imagined_are_refused() -> None:
    """Search with the names of the fields, before any game; hints with a sentence."""
    game = change_rules("three_suits", unknown=Secretive.unknown)
    with pytest.raises(NoRules, match=r"would see hidden fields \(`hands`\): .*`unknown` \(docs/own-rules"):
        make_policy(game, "search:100")
    assert make_policy(game, "random") is None
    (told,) = advise(start_walk(game, NAMES[:2], {}), "Ana")
    assert told.key == "walk.secret.no_hint"
    nothing = change_rules("three_suits", unknown=lambda self, state, player: None)
    with pytest.raises(NoRules, match="would see hidden fields"):
        Search(nothing, Budget(moves=50)).choose(play_until(nothing, 0), "Ana")


def test_knowledge_is_used_with_secrets() -> None:
    """Macros get covered states, an evaluation imagined ones; plans end where a world forbids them."""
    game = find_secret_game("three_suits")
    covered: list[Any] = []

    def list_macros(state: Any, actor: str) -> Any:
        covered.append(state)
        return [(move, move) for move in game.rules.moves(state, actor)]

    def evaluate(state: Any, seat: int) -> float:
        assert all("?" not in hand for hand in state.hands)
        return (1 + state.tricks[seat]) / (2 + sum(state.tricks))

    known = replace(game, knowledge=Knowledge(macros=list_macros, evaluate=evaluate))
    state = play_until(known, 1)
    (actor,) = known.rules.actors(state)
    prospects = Search(known, Budget(moves=300)).weigh(state, actor)
    assert all(prospect.results for prospect in prospects)
    (move,) = Search(known, Budget(moves=300)).choose(state, actor)
    assert move in known.rules.moves(state, actor)
    other = state.hands[1 - state.players.index(actor)]
    assert all(card not in hand for seen in covered for hand in seen.hands for card in other)


def test_a_team_with_secrets_decides_alone() -> None:
    """In a cooperative game, players do not plan for others, whose cards are hidden."""
    game = change_rules("three_suits", is_shared=True)
    state = play_until(game, 0)
    (actor,) = game.rules.actors(state)
    other = next(player for player in state.players if player != actor)
    assert not Search(game, Budget(moves=50)).weigh(state, other)
