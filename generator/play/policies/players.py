"""Decisions for players: by a policy that has a name, or as advice in words."""

from collections.abc import Iterator, Sequence
from functools import reduce
from math import sqrt
from typing import Generic

from generator.errors import UnknownName, describe_unknown
from generator.play.policies.search import Budget, MoveSequence, Prospect, Search, parse_budget
from generator.play.walks.walkthrough import Walk
from generator.rules.core import NATURE, AnyMove, AnyState, M, Policy, S, Sentence
from generator.rules.game import AnyGame
from generator.rules.secrets import Secrets

RANDOM, SEARCH = "random", "search"
"""Policies that every game has: a random legal move, and the move that a search finds best."""
_DEFAULT_BUDGET = Budget(moves=2000)
"""Budget for a decision of a search whose name has none."""


def make_policy(game: AnyGame, text: str) -> Policy[AnyState, AnyMove] | None:
    """Return the policy that a text names; None for `random`. Raises UnknownName.

    `search:4000` and `search:0.5s` have a budget for each decision; `search+greedy` has a policy for each
    seat, which are repeated if there are more seats.
    """
    policies = [_make_policy(game, name) for name in text.split("+")]
    return policies[0] if len(policies) == 1 else Seats(policies)


def _make_policy(game: AnyGame, text: str) -> Policy[AnyState, AnyMove] | None:
    if text == RANDOM:
        return None
    if text in game.policies:
        policy = game.policies[text]
        return policy if game.secrets is None else Covered(policy, game.secrets)
    name, sign, budget = text.partition(":")
    if name != SEARCH:
        known = (RANDOM, *game.policies, SEARCH)
        error = UnknownName(f"{game.kit.slug}: {describe_unknown('policy', name, known)}")
        raise error.saying("command.unknown", prefix=game.kit.slug, name=name, known=known)
    limit = parse_budget(budget) if sign else _DEFAULT_BUDGET
    if limit is None:
        example = "write moves, such as search:4000, or seconds, such as search:0.5s"
        error = UnknownName(f"the budget {budget!r} of `search` cannot be read; {example}")
        raise error.saying("command.budget", text=budget)
    return Search(game, limit)


class Covered(Generic[S, M]):
    """A policy that gets states as the player sees them."""

    def __init__(self, policy: Policy[S, M], secrets: Secrets[S, M]) -> None:
        self._policy, self._secrets = policy, secrets

    def choose(self, state: S, actor: str) -> Sequence[M]:
        return self._policy.choose(self._secrets.cover(state, actor), actor)


class Seats(Generic[S, M]):
    """A policy that has another one for each seat."""

    def __init__(self, policies: Sequence[Policy[S, M] | None]) -> None:
        """`policies` are repeated if there are more seats; None: a player who moves at random."""
        self.policies = policies

    def choose(self, state: S, actor: str) -> Sequence[M]:
        policy = self.policies[state.players.index(actor) % len(self.policies)]
        return policy.choose(state, actor) if policy else ()


QUANTILE = 1.959964
"""Quantile of the normal distribution for 95 % confidence."""
_MOST_PLANS_SHOWN = 3
_ADVICE_BUDGET = Budget(moves=8000)
"""Budget of a piece of advice: about a second."""


def advise(walk: Walk, actor: str, budget: Budget = _ADVICE_BUDGET) -> tuple[Sentence, ...]:
    """Return the best plans of an actor, and whether the first is clearly better, as sentences."""
    if actor == NATURE:
        return (Sentence("walk.hint.chance"),)
    secrets = walk.game.secrets
    if secrets and not secrets.has_worlds:
        return (Sentence("walk.secret.no_hint"),)
    walk = walk.seen_by(actor)
    prospects = Search(walk.game, budget).weigh(walk.state, actor)[:_MOST_PLANS_SHOWN]
    if not prospects:
        return (Sentence("walk.hint.wait"),)
    if len(prospects) == 1:
        return (Sentence("walk.hint.only", plan=_describe_plan(walk, prospects[0].plan)),)
    return tuple(_explain(walk, prospects))


def _explain(walk: Walk, prospects: Sequence[Prospect[AnyState, AnyMove]]) -> Iterator[Sentence]:
    yield Sentence("walk.hint.title", number=len(prospects[0].results))
    for number, prospect in enumerate(prospects, 1):
        low, high = measure_interval(prospect.results)
        yield Sentence(
            "walk.hint.plan",
            number=number,
            plan=_describe_plan(walk, prospect.plan),
            percent=_to_percent(prospect.value),
            low=_to_percent(low),
            high=_to_percent(high),
        )
        if games := prospect.won + prospect.lost:
            won, all = prospect.won / len(prospect.results), games / len(prospect.results)
            yield Sentence("walk.hint.ends", won=_to_percent(won), lost=_to_percent(all - won))
    first, second = (each.results for each in prospects[:2])
    differences = [better - worse for better, worse in zip(first, second, strict=False)]
    is_clear = len(differences) > 1 and measure_interval(differences, least=-1.0)[0] > 0
    yield Sentence("walk.hint.clear" if is_clear else "walk.hint.close")


def _describe_plan(walk: Walk, plan: MoveSequence[AnyState, AnyMove]) -> Sentence:
    """Return the descriptions of the moves of a plan, or that others should act first."""
    if not plan.moves:
        return Sentence("walk.hint.wait")
    state, descriptions = walk.state, []
    for move in plan.moves:
        descriptions.append(walk.companion.describe(state, plan.actor, move))
        if walk.is_complete:
            state = walk.game.rules.apply(state, plan.actor, move).state
    return reduce(lambda plan, move: Sentence("walk.hint.then", plan=plan, move=move), descriptions)


def measure_interval(results: Sequence[float], *, least: float = 0.0) -> tuple[float, float]:
    """Return the 95 % confidence interval of a mean, which is between `least` and 1."""
    number = len(results)
    mean = sum(results) / number
    # One result does not show how far results spread.
    deviation = sqrt(sum((each - mean) ** 2 for each in results) / (number - 1)) if number > 1 else 1.0
    reach = QUANTILE * deviation / sqrt(number)
    return max(least, mean - reach), min(1.0, mean + reach)


def _to_percent(share: float) -> int:
    return round(100 * share)
