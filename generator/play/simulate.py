"""Games without people, played to their end: chance by its odds, players at random or by a policy."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random

from generator.errors import RulesCodeError
from generator.model.values import dataclass
from generator.rules.checked_rules import counted_moves, describe_endless
from generator.rules.core import NATURE, M, Policy, Rules, S, T, get_turn
from generator.rules.states import Odds

MOST_MOVES = 10_000
"""Maximum number of moves of a game; a longer one is considered endless."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a simulated game."""

    moves: int
    turns: int
    """0 if the game does not count turns."""
    rule: str
    won: bool | None
    """None if the players do not win or lose together."""
    winners: tuple[int, ...]
    """Indexes of the players' seats."""
    points: tuple[int, ...]
    """Points by seat."""


def play_to_end(
    rules: Rules[S, M],
    state: S,
    *,
    seed: int,
    policy: Policy[S, M] | None = None,
    is_paired: bool = False,
    watch: Callable[[S], object] | None = None,
) -> Ending:
    """Play a game from a state; raises RulesCodeError if it does not end.

    `is_paired`: nature has random numbers of its own, so that it draws and rolls the same after different
    decisions. `watch` is called with the last state.
    """
    chance, moves = Random(seed), 0
    people = Random(seed + 1) if is_paired else chance
    try:
        while actors := rules.actors(state):
            is_nature = len(actors) == 1 and actors[0] == NATURE
            actor, move = choose_move(rules, state, actors, chance if is_nature else people, policy)
            if moves == MOST_MOVES:
                raise describe_endless(rules, state, actor, move)
            state = rules.apply(state, actor, move).state
            moves += 1
    except RulesCodeError as error:
        error.moves = moves
        raise
    if watch is not None:
        watch(state)
    with counted_moves(moves):
        outcome = rules.outcome(state)
        points = tuple(rules.score(state, player).total for player in state.players)
    assert outcome is not None, "a game in which nobody may act is over"
    return Ending(
        moves=moves,
        turns=get_turn(state),
        rule=outcome.rule,
        won=outcome.won,
        winners=tuple(map(state.players.index, outcome.winners)),
        points=points,
    )


def choose_move(
    rules: Rules[S, M], state: S, actors: Sequence[str], chance: Random, policy: Policy[S, M] | None
) -> tuple[str, M]:
    """Return an actor and a move, by the policy or at random; moves of nature by their odds."""
    if policy is not None:
        # Actors who may wait come after those who must act.
        for actor in reversed(actors):
            if actor != NATURE and (moves := policy.choose(state, actor)):
                return actor, moves[0] if len(moves) == 1 else chance.choice(moves)
        actors = actors[:1]
    actor = actors[0] if len(actors) == 1 else pick(actors, chance)
    if actor == NATURE:
        return actor, draw_move(rules.odds(state), chance)
    return actor, pick(rules.moves(state, actor), chance)


def draw_move(odds: Mapping[M, Fraction], chance: Random) -> M:
    """Draw a move of nature with its exact probability."""
    # `isinstance` would take ten times as long, because `Odds` has an abstract base class.
    shares = odds if type(odds) is Odds else Odds.of(odds)
    return shares.pick(draw_number(shares.total, chance))


def pick(values: Sequence[T], chance: Random) -> T:
    """Return one of some values at random."""
    return values[draw_number(len(values), chance)]


def draw_number(below: int, chance: Random) -> int:
    """Return the same number as `chance.randrange`, in half the time."""
    bits = below.bit_length()
    while (number := chance.getrandbits(bits)) >= below:
        pass
    return number
