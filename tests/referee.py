"""Moves that are checked and carried out, one at a time."""

from generator.rules.core import M, Rules, S, Step


def take_move(rules: Rules[S, M], state: S, actor: str, move: M) -> Step[S]:
    """Raises IllegalMove."""
    rules.check(state, actor, move)
    return rules.apply(state, actor, move)


def take_words(rules: Rules[S, M], state: S, actor: str, text: str) -> Step[S]:
    """Raises IllegalMove, and UnreadableMove."""
    return take_move(rules, state, actor, rules.parse(state, actor, text))
