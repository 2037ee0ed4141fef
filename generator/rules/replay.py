"""A log played again, line by line: what a game was is what its log says and the rules allow."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from generator.errors import IllegalMove, LogError, RulesError, find_near
from generator.model.log import GameLog, LogLine
from generator.rules.core import EntryPath, Listed, M, Rules, S, Step
from generator.rules.likeness import fold, split

MOST_VALUES = 12
MOST_SHOWN = 6
"""Legal moves that are told beside one that is not."""


@dataclass(frozen=True, slots=True)
class Played(Generic[S, M]):
    """One move of a log, and what it led to."""

    line: LogLine
    move: M
    step: Step[S]


def start_log(rules: Rules[S, M], log: GameLog) -> S:
    """The state before the first line; raises LogError for players or options that cannot be."""
    try:
        check_options(rules.options, log.header)
        return rules.start(log.players, log.header)
    except RulesError as error:
        raise LogError(0, "", "", error) from error


def check_options(options: Mapping[str, Sequence[str]], header: Mapping[str, str]) -> None:
    """Raises RulesError for a key or a value that the game does not know."""
    for key, value in header.items():
        if key not in options:
            raise RulesError("log.option", {"key": key, "known": Listed(options or "-")})
        allowed = options[key]
        if allowed and value not in allowed:
            more = ("…",) if len(allowed) > MOST_VALUES else ()
            some = Listed((*allowed[:MOST_VALUES], *more))
            raise RulesError("log.value", {"key": key, "value": value, "known": some})


def replay(rules: Rules[S, M], log: GameLog, state: S | None = None) -> Iterator[Played[S, M]]:
    """Yield every move, from a state or from the start; raises LogError at the first illegal line."""
    if state is None:
        state = start_log(rules, log)
    for line in log.lines:
        played = play_line(rules, state, line)
        yield played
        state = played.step.state


def play_line(rules: Rules[S, M], state: S, line: LogLine) -> Played[S, M]:
    """One line applied to a state; raises LogError with some moves that would have been legal."""
    try:
        actors = rules.actors(state)
        if not actors:
            raise IllegalMove("log.over")
        if line.actor not in actors:
            raise _find_reason(rules, state, line)
        move = rules.parse(state, line.actor, line.words)
        return Played(line, move, rules.apply(state, line.actor, move))
    except RulesError as error:
        legal = list_legal(rules, state, line.actor, line.words)
        raise LogError(line.number, line.actor, line.words, error, legal=legal) from error


def _find_reason(rules: Rules[S, M], state: S, line: LogLine) -> RulesError:
    """Why it is not the actor's turn: a game may know better than that it is somebody else's."""
    turn = IllegalMove("log.turn", {"actor": line.actor, "actors": tuple(rules.actors(state))})
    try:
        rules.check(state, line.actor, rules.parse(state, line.actor, line.words))
    except IllegalMove as error:
        return error
    except RulesError:
        return turn
    return turn


def find_place(error: RulesError) -> EntryPath:
    """Where in a score file: a line of its log, or the key of its head that an error is of."""
    if isinstance(error, LogError) and error.number:
        return find_line_place(LogLine(error.actor, "", error.number))
    return (str(error.values.get("key", "players")),)


def find_line_place(line: LogLine) -> EntryPath:
    """Where a line of a log stands in a score file."""
    return ("log", line.number - 1, line.actor)


def list_legal(rules: Rules[S, M], state: S, actor: str, words: str = "") -> tuple[str, ...]:
    """Some legal moves of an actor, those first that are most like the words that were no legal move.

    Where it is not theirs to move: of those who may. There is one more than MOST_SHOWN where not
    all are told.
    """
    actors = rules.actors(state)
    if actor in actors:
        legal = [move.text for move in rules.moves(state, actor)]
    else:
        legal = [f"{other}: {move.text}" for other in actors for move in rules.moves(state, other)[:1]]
    return tuple(sort_by_likeness(legal, words)[: MOST_SHOWN + 1])


def sort_by_likeness(legal: Sequence[str], typed: str) -> list[str]:
    """By how many of the words each has; among equals every kind of move, by its first word, once first."""
    own = {words: split(words) for words in legal}
    known = {word for words in own.values() for word in words}
    meant = {word for each in re.findall(r"[^\s,;]+", typed) for word in _find_meant(fold(each), known)}
    seen: Counter[tuple[int, str]] = Counter()
    ranks = {}
    for words, parts in own.items():
        hits = len(meant.intersection(parts))
        ranks[words] = (-hits, seen[hits, parts[0]])
        seen[hits, parts[0]] += 1
    return sorted(own, key=ranks.__getitem__)


def _find_meant(word: str, known: Collection[str]) -> Collection[str]:
    """The words that one stands for that is mistyped or cut short."""
    return find_near(word, known) or [each for each in known if len(word) > 1 and each.startswith(word)]
