"""Advice for people who play: the best plans of a search, with what it expects from them, in words."""

from collections.abc import Iterator, Sequence
from math import sqrt

from generator.play.policies.budget import Budget
from generator.play.policies.search import Plan, Prospect, Search
from generator.play.walkthrough import Walk
from generator.rules.core import NATURE, Move, Sentence, State

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


def _explain(walk: Walk, prospects: Sequence[Prospect[State, Move]]) -> Iterator[Sentence]:
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


def describe_plan(walk: Walk, plan: Plan[State, Move]) -> Sentence | tuple[Sentence, ...]:
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
