"""Complete games at random or by a policy, with every move."""

import random
from collections.abc import Iterator, Mapping, Sequence

from generator.model.played import LogLine
from generator.play.simulate import choose_move
from generator.rules.core import M, Policy, Rules, S
from generator.rules.replay import Played


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
    chance = random.Random(seed)
    while actors := rules.actors(state):
        actor, move = choose_move(rules, state, actors, chance, policy)
        step = rules.apply(state, actor, move)
        yield Played(LogLine(actor, move.text), move, step)
        state = step.state
