"""Whole games without a person: nature by its odds, players by chance or by a policy."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.model.log import LogLine
from generator.rules.core import NATURE, M, Policy, Rules, S, Step
from generator.rules.odds import Odds
from generator.rules.replay import Played

MOST_MOVES = 100_000
"""A game that is longer does not end."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a simulated game ended."""

    moves: int
    turns: int
    """0: the game does not count them."""
    rule: str
    won: bool | None
    """None: its players do not win or lose together."""
    winners: tuple[int, ...]
    """Places at the table, from 0."""
    points: tuple[int, ...]
    """By place at the table."""


def play_moves(
    rules: Rules[S, M],
    players: Sequence[str],
    *,
    setup: Mapping[str, str],
    seed: int,
    policy: Policy[S, M] | None = None,
    state: S | None = None,
) -> Iterator[Played[S, M]]:
    """Yield every move of a game from a state, or from the start, and the state after it."""
    if state is None:
        state = rules.start(players, setup)
    for actor, move, step in _play(rules, state, random.Random(seed), policy):
        yield Played(LogLine(actor, move.text), move, step)


def play_to_end(
    rules: Rules[S, M],
    players: Sequence[str],
    *,
    setup: Mapping[str, str],
    seed: int,
    policy: Policy[S, M] | None = None,
    state: S | None = None,
) -> Ending:
    """Play a game from a state, or from the start; raises RuntimeError if it does not end."""
    if state is None:
        state = rules.start(players, setup)
    moves = 0
    for _, _, step in _play(rules, state, random.Random(seed), policy):
        state = step.state
        moves += 1
        if moves > MOST_MOVES:
            raise RuntimeError(f"the game of seed {seed} has no end")
    outcome = rules.outcome(state)
    assert outcome is not None, "a game in which nobody may act is over"
    return Ending(
        moves=moves,
        turns=getattr(state, "turn", 0),
        rule=outcome.rule,
        won=outcome.won,
        winners=tuple(players.index(player) for player in outcome.winners),
        points=tuple(rules.score(state, player).total for player in players),
    )


def _play(
    rules: Rules[S, M], state: S, chance: random.Random, policy: Policy[S, M] | None
) -> Iterator[tuple[str, M, Step[S]]]:
    """Who moved, the move, and what came of it."""
    while actors := rules.actors(state):
        if policy is None or actors == (NATURE,):
            actor, move = choose_randomly(rules, state, actors, chance)
        else:
            actor, move = choose_by_policy(rules, state, actors, chance, policy)
        step = rules.apply(state, actor, move)
        yield actor, move, step
        state = step.state


def choose_randomly(
    rules: Rules[S, M], state: S, actors: Sequence[str], chance: random.Random
) -> tuple[str, M]:
    """Any of those who may act, any of their moves; nature's by their odds."""
    actor = actors[0] if len(actors) == 1 else chance.choice(actors)
    if actor == NATURE:
        return actor, draw(rules.odds(state), chance)
    return actor, chance.choice(rules.moves(state, actor))


def choose_by_policy(
    rules: Rules[S, M], state: S, actors: Sequence[str], chance: random.Random, policy: Policy[S, M]
) -> tuple[str, M]:
    """The last of the actors is asked first: those who need not act stand behind those who must."""
    for actor in reversed(actors):
        if actor != NATURE and (liked := policy.choose(state, actor)):
            return actor, liked[0] if len(liked) == 1 else chance.choice(liked)
    return choose_randomly(rules, state, actors[:1], chance)


def draw(odds: Mapping[M, Fraction], chance: random.Random) -> M:
    """One of nature's moves, exactly as likely as it should be."""
    shares = Odds.of(odds)
    return shares.pick(chance.randrange(shares.total))
