"""The greedy player of POX: legal, always alike, and better than chance."""

from generator.games.pox import make_game
from generator.games.pox.data import DONE_MOVE
from generator.games.pox.players import Greedy
from generator.play.contracts.trial import play_moves
from generator.play.simulate import play_to_end
from tests import shipped
from tests.games.pox.boards import lay, play, rules


def greedy() -> Greedy:
    return make_game(shipped.kit("pox")).policies["greedy"]


def test_it_makes_legal_moves_and_always_the_same() -> None:
    """In states of games that others played."""
    policy, game = greedy(), rules()
    asked = 0
    for seed in range(20):
        for played in play_moves(game, ("Ana",), setup={}, seed=seed):
            state = played.step.state
            if game.actors(state) == ("Ana",):
                liked = policy.choose(state, "Ana")
                assert liked
                assert liked == policy.choose(state, "Ana")
                for move in liked:
                    game.check(state, "Ana", move)
                asked += 1
    assert asked > 200


def test_it_infects_where_least_can_come_of_it() -> None:
    """One of the two corners where students live."""
    state = play(rules(), rules().start(("Ana",), {}), "outbreak student")
    assert {move.text for move in greedy().choose(state, "Ana")} == {"infect i1", "infect i9"}


def test_it_shuts_the_disease_in() -> None:
    """The one place that is open is vaccinated; then it does no more."""
    board = """
        . . . . . . . . .
        . . . b b . . . .
        . . b r r b . . .
        . . . b r b . . .
        . . . . . b b . .
        . . . . b r r b .
        . . . . . b b . .
        . . k . . . . . .
        . b r b . . . . .
    """
    state = play(rules(), lay(rules(), board), "spread north")
    assert [move.text for move in greedy().choose(state, "Ana")] == ["vaccinate e5"]
    after = play(rules(), state, "vaccinate e5")
    assert greedy().choose(after, "Ana") == (DONE_MOVE,)
    player, chips = Greedy(rules()), after.chips
    assert player.weigh(chips.red, player.data.people.whole & ~chips.all) == 0


def test_it_wins_more_often_than_chance() -> None:
    """Most games of the first level, where chance wins none."""
    wins = {}
    for name, policy in (("greedy", greedy()), ("random", None)):
        ends = [
            play_to_end(rules(), rules().start(("Ana",), {}), seed=seed, policy=policy) for seed in range(60)
        ]
        wins[name] = sum(end.won is True for end in ends)
    assert wins["greedy"] > 35
    assert wins["random"] < 5
