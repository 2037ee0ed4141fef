"""Games that are played by chance alone, every move as likely as another."""

import random
from collections.abc import Iterator, Mapping, Sequence

from generator.model.log import LogLine
from generator.rules.core import NATURE, M, Rules, S
from generator.rules.replay import Played


def play_randomly(
    rules: Rules[S, M], players: Sequence[str], *, setup: Mapping[str, str], seed: int
) -> Iterator[Played[S, M]]:
    """Every move of a game and the state after it; nature by its odds, players without any thought."""
    chance = random.Random(seed)
    state = rules.start(players, setup)
    while actors := rules.actors(state):
        actor = chance.choice(actors)
        if actor == NATURE:
            odds = rules.odds(state)
            move = chance.choices(list(odds), [float(each) for each in odds.values()])[0]
        else:
            move = chance.choice(rules.moves(state, actor))
        step = rules.apply(state, actor, move)
        yield Played(LogLine(actor, move.text), move, step)
        state = step.state
