"""The greedy player of POX: legal, always alike, and better than chance."""

from itertools import chain

from generator.games.pox import make_game
from generator.games.pox.game import DONE_MOVE, State
from generator.games.pox.players import Greedy, PoxKnowledge
from generator.play.contracts.samples import play_moves
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


def list_around(place: str) -> list[str]:
    """The neighbours above, to the right, below, and to the left; empty beyond the edge."""
    column, row = ord(place[0]), int(place[1:])
    near = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
    ids = [f"{chr(x)}{y}" for x, y in near]
    return [id if id in rules().data.people.bits else "" for id in ids]


def measure_slowly(state: State) -> tuple[float, ...]:
    """The features of a state, person by person."""
    data = rules().data
    signs = {id: state.chips.show(bit) for id, bit in data.people.bits.items()}
    red = [id for id, sign in signs.items() if sign == "r"]
    free = {id for id, sign in signs.items() if sign == "."}
    vulnerable = {*data.people.list_ids(data.vulnerable)}
    ways = [{list_around(id)[way] for id in red} & free for way in range(4)]
    exposed = {id for way in ways for id in way}
    beyond = {near for id in exposed for near in list_around(id)} & free - exposed
    left = state.terms.allowed - state.chips.black.bit_count()
    weak = [len(way & vulnerable) for way in ways]
    return (
        *(1.0, left, sum(map(len, ways)), max(map(len, ways)), len(exposed), sum(weak), max(weak) > left),
        *(len(beyond), len(beyond & vulnerable), len(red), not exposed),
    )


def test_what_is_known_of_a_state_is_counted() -> None:
    """In states of random games: who is in danger, and who is behind them."""
    knowledge = PoxKnowledge(rules())
    games = [play_moves(rules(), ("Ana",), setup={}, seed=seed) for seed in range(4)]
    states = [played.step.state for played in chain.from_iterable(games)]
    assert len(states) > 20
    for state in states:
        assert knowledge.measure(state) == measure_slowly(state)


def test_help_that_is_worth_a_try_is_near_the_disease() -> None:
    """Exposed people who are not vulnerable, and the infected while somebody may be cured."""
    knowledge, data = PoxKnowledge(rules()), rules().data
    spread = play(rules(), rules().start(("Ana",), {}), "spread north")
    tried = {move.text for (move,) in knowledge.macros(spread, "Ana")}
    red = data.people.list_ids(spread.chips.red)
    sturdy = {*data.people.list_ids(data.sturdy)}
    near = {near for id in red for near in list_around(id)} - {"", *red}
    assert tried == {f"vaccinate {id}" for id in near & sturdy} | {f"cure {id}" for id in {*red} & sturdy}
    helped = play(rules(), spread, "vaccinate e4")
    assert not [move for (move,) in knowledge.macros(helped, "Ana") if move.text.startswith("cure")]
    outbreak = play(rules(), rules().start(("Ana",), {}), "outbreak student")
    assert [move for (move,) in knowledge.macros(outbreak, "Ana")] == rules().moves(outbreak, "Ana")
    shut = lay(rules(), "\n".join(["r b . . . . . . ."] + ["b . . . . . . . ."] + [". . . . . . . . ."] * 7))
    nobody = play(rules(), shut, "outbreak student", "infect i9")
    assert knowledge.macros(nobody, "Ana")


def test_it_cures_whose_neighbours_are_many() -> None:
    """One cure is better than three vaccinations here; it is considered before them."""
    board = """
        . . . . . . . . .
        . . . . b . . . .
        . . . . . . . . .
        . . . r . . . . .
        . r . . . . . . .
        . . . . . r . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    state = play(rules(), lay(rules(), board), "spread west")
    assert [move.text for move in greedy().choose(state, "Ana")] == ["cure b5"]


def test_it_helps_nobody_when_the_disease_is_shut_in() -> None:
    """Even if the next thing that it may do is to cure."""
    corners = [["r b . . . . . . .", "b . . . . . . . ."], [". . . . . . . . b", ". . . . . . . b r"]]
    board = "\n".join([*corners[0], *[". . . . . . . . ."] * 5, *corners[1]])
    state = play(rules(), lay(rules(), board), "spread north", "cure a1")
    assert state.offers == ((0, 1), (3, 0))
    assert greedy().choose(state, "Ana") == (DONE_MOVE,)
