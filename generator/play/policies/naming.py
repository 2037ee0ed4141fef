"""Players by name: `random`, those of a game, `search` with a budget, and another one for each seat."""

from generator.errors import UnknownName, describe_unknown
from generator.play.policies.budget import Budget, parse_budget
from generator.play.policies.search import Search
from generator.play.policies.seats import Seats
from generator.rules.core import Move, Policy, State
from generator.rules.game import AnyGame

RANDOM, SEARCH = "random", "search"
"""Policies that every game has: a random legal move, and the move that a search finds best."""
USUAL = Budget(moves=2000)
"""Budget of a decision if the name has none."""


def make_policy(game: AnyGame, text: str) -> Policy[State, Move] | None:
    """Return the policy that a text names; None for `random`. Raises UnknownName.

    `search:4000` and `search:0.5s` have a budget for each decision; `search+greedy` has a policy for each
    seat, which repeat if there are more seats.
    """
    policies = [_make_one(game, name) for name in text.split("+")]
    return policies[0] if len(policies) == 1 else Seats(policies)


def _make_one(game: AnyGame, text: str) -> Policy[State, Move] | None:
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
