"""Players by name: `random`, those of a game, `search` with a budget, and another one for each seat.

Different players at one table: each seat has a policy of its own.

Advice for people who play: the best plans of a search, with what it expects from them, in words.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Generic

from generator.errors import UnknownName, describe_unknown
from generator.play.policies.search import Budget, MoveSequence, Prospect, Search, parse_budget
from generator.play.walks.walkthrough import Walk
from generator.rules.core import NATURE, AnyMove, AnyState, M, Policy, S, Sentence
from generator.rules.game import AnyGame


class Seats(Generic[S, M]):
    """Policy that asks another one for each seat; None is a player who moves at random.

    With fewer policies than seats, they repeat.
    """

    def __init__(self, policies: Sequence[Policy[S, M] | None]) -> None:
        self.policies = policies

    def choose(self, state: S, actor: str) -> Sequence[M]:
        policy = self.policies[state.players.index(actor) % len(self.policies)]
        return policy.choose(state, actor) if policy else ()


RANDOM, SEARCH = "random", "search"
"""Policies that every game has: a random legal move, and the move that a search finds best."""
USUAL = Budget(moves=2000)
"""Budget of a decision if the name has none."""


def make_policy(game: AnyGame, text: str) -> Policy[AnyState, AnyMove] | None:
    """Return the policy that a text names; None for `random`. Raises UnknownName.

    `search:4000` and `search:0.5s` have a budget for each decision; `search+greedy` has a policy for each
    seat, which repeat if there are more seats.
    """
    policies = [_make_one(game, name) for name in text.split("+")]
    return policies[0] if len(policies) == 1 else Seats(policies)


def _make_one(game: AnyGame, text: str) -> Policy[AnyState, AnyMove] | None:
    if text == RANDOM:
        return None
    if text in game.policies:
        return game.policies[text]
    name, sign, budget = text.partition(":")
    if name != SEARCH:
        known = (RANDOM, *game.policies, SEARCH)
        raise UnknownName(f"{game.kit.slug}: {describe_unknown('policy', name, known)}")
    found = parse_budget(budget) if sign else USUAL
    if found is None:
        example = "write moves, such as search:4000, or seconds, such as search:0.5s"
        raise UnknownName(f"the budget {budget!r} of `search` cannot be read; {example}")
    return Search(game, found)


SHOWN = 3
"""Plans that are shown."""
Z = 1.959964
"""Quantile of the normal distribution for 95 % confidence."""
ENOUGH = Budget(moves=8000)
"""Budget of a piece of advice: about a second."""


def advise(walk: Walk, actor: str, budget: Budget = ENOUGH) -> tuple[Sentence, ...]:
    """Return the best plans for an actor who may act, one sentence each, and whether the first is better."""
    if actor == NATURE:
        return (Sentence("walk.hint.chance"),)
    prospects = Search(walk.game, budget).weigh(walk.state, actor)[:SHOWN]
    if not prospects:
        return (Sentence("walk.hint.wait"),)
    if len(prospects) == 1:
        return (Sentence("walk.hint.only", plan=describe_plan(walk, prospects[0].plan)),)
    return tuple(_explain(walk, prospects))


def _explain(walk: Walk, prospects: Sequence[Prospect[AnyState, AnyMove]]) -> Iterator[Sentence]:
    yield Sentence("walk.hint.title", number=len(prospects[0].results))
    for number, prospect in enumerate(prospects, 1):
        low, high = find_interval(prospect.results)
        yield Sentence(
            "walk.hint.plan",
            number=str(number),
            plan=describe_plan(walk, prospect.plan),
            percent=_percent(prospect.value),
            low=_percent(low),
            high=_percent(high),
        )
        if games := prospect.won + prospect.lost:
            won, all = prospect.won / len(prospect.results), games / len(prospect.results)
            yield Sentence("walk.hint.ends", won=_percent(won), lost=_percent(all - won))
    first, second = (each.results for each in prospects[:2])
    differences = [better - worse for better, worse in zip(first, second, strict=False)]
    is_clear = len(differences) > 1 and find_interval(differences, least=-1.0)[0] > 0
    yield Sentence("walk.hint.clear" if is_clear else "walk.hint.close")


def describe_plan(walk: Walk, plan: MoveSequence[AnyState, AnyMove]) -> Sentence | tuple[Sentence, ...]:
    """Return the descriptions of its moves, or that others should act first."""
    if not plan.moves:
        return Sentence("walk.hint.wait")
    state, told = walk.state, []
    for move in plan.moves:
        told.append(walk.companion.describe(state, plan.actor, move))
        state = walk.game.rules.apply(state, plan.actor, move).state
    return tuple(told) if len(told) > 1 else told[0]


def find_interval(results: Sequence[float], *, least: float = 0.0) -> tuple[float, float]:
    """Return the 95 % confidence interval of a mean, which is between `least` and 1."""
    number = len(results)
    mean = sum(results) / number
    # With one result, nothing is known about the spread.
    spread = sqrt(sum((each - mean) ** 2 for each in results) / (number - 1)) if number > 1 else 1.0
    reach = Z * spread / sqrt(number)
    return max(least, mean - reach), min(1.0, mean + reach)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
