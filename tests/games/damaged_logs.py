"""Logs with one line damaged, and whether they are legal all the same: the same for every game."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from generator.model.played import LogLine
from generator.rules.core import NATURE, AmbiguousMove, Rules, UnreadableMove
from tests.referee import take_words

KINDS = ("dropped", "doubled", "swapped", "by somebody else", "with other words", "mistyped")


def damage(
    lines: Sequence[LogLine],
    kind: str,
    place: int,
    chance: random.Random,
    *,
    players: Sequence[str],
    letters: str,
) -> list[LogLine]:
    """`letters` are what words are mistyped with."""
    line, before, after = lines[place], lines[:place], lines[place + 1 :]
    if kind == "dropped":
        return [*before, *after]
    if kind == "doubled":
        return [*before, line, line, *after]
    if kind == "swapped":
        return [*before, *after[:1], line, *after[1:]]
    if kind == "by somebody else":
        others = [name for name in (*players, NATURE) if name != line.actor]
        return [*before, LogLine(chance.choice(others), line.words), *after]
    if kind == "with other words":
        return [*before, LogLine(line.actor, chance.choice(lines).words), *after]
    assert kind == "mistyped"
    typed = list(line.words)
    typed[chance.randrange(len(typed))] = chance.choice(letters)
    return [*before, LogLine(line.actor, "".join(typed)), *after]


def is_listed(rules: Rules[Any, Any], state: Any, line: LogLine) -> bool:
    """Whether a line is one of the legal moves, asked of the list and not of the check."""
    try:
        return rules.parse(state, line.actor, line.words) in rules.moves(state, line.actor)
    except (UnreadableMove, AmbiguousMove):
        return False


def is_legal(
    rules: Rules[Any, Any], players: Sequence[str], setup: Mapping[str, str], lines: Sequence[LogLine]
) -> bool:
    """Whether the rules allow these lines, asked move by move."""
    state = rules.start(players, setup)
    for line in lines:
        if not is_listed(rules, state, line):
            return False
        state = take_words(rules, state, line.actor, line.words).state
    return True
