"""Replay of logs, line by line, up to the first illegal line."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Generic

from generator.errors import LogError, RulesError, find_near, forbid
from generator.model.played import GameLog, LogLine
from generator.model.values import dataclass
from generator.rules.checked_rules import counted_moves
from generator.rules.core import EntryPath, M, Rules, S, Step, check_turn
from generator.rules.notation import fold, split
from generator.rules.vocabulary import check_options


@dataclass(frozen=True, slots=True)
class Played(Generic[S, M]):
    """A move of a log, and its result."""

    line: LogLine
    move: M
    step: Step[S]


def replay(
    rules: Rules[S, M],
    log: GameLog,
    state: S | None = None,
    *,
    read: Callable[[S, str, str], M] | None = None,
) -> Iterator[Played[S, M]]:
    """Yield every move, from a state or from the start; raises LogError at the first illegal line.

    `read` reads the words of an actor; by default, only the notation is read.
    """
    if state is None:
        state = start_log(rules, log)
    for number, line in enumerate(log.lines):
        with counted_moves(number):
            played = play_line(rules, state, line, read=read)
        yield played
        state = played.step.state


def play_line(
    rules: Rules[S, M], state: S, line: LogLine, *, read: Callable[[S, str, str], M] | None = None
) -> Played[S, M]:
    """Apply a line to a state; raises LogError with some legal moves."""
    try:
        actors = rules.actors(state)
        forbid(not actors, "log.over")
        try:
            move = (read or rules.parse)(state, line.actor, line.words)
        except RulesError:
            check_turn(actors, line.actor)
            raise
        # The rules of a game may give a better reason than that it is not the actor's turn.
        rules.check(state, line.actor, move)
        check_turn(actors, line.actor)
        return Played(line, move, rules.apply(state, line.actor, move))
    except RulesError as error:
        legal = list_legal(rules, state, line.actor, line.words)
        raise LogError(line.number, line.actor, line.words, error, legal=legal) from error


def start_log(rules: Rules[S, M], log: GameLog) -> S:
    """Return the state before the first line; raises LogError for impossible players or options."""
    try:
        check_options(rules.options, log.header)
        return rules.start(log.players, log.header)
    except RulesError as error:
        raise LogError(0, "", "", error) from error


def get_error_path(error: RulesError) -> EntryPath:
    """Return the path of an error in a score file: a line of the log, or a key of the head."""
    if isinstance(error, LogError) and error.number:
        return ("log", error.number - 1, error.actor)
    return (str(error.values.get("key", "players")),)


MOST_SHOWN = 6
"""Number of legal moves that are suggested instead of an illegal one."""


def list_legal(rules: Rules[S, M], state: S, actor: str, words: str = "") -> tuple[str, ...]:
    """Return some legal moves, those first that resemble the typed words: one more than MOST_SHOWN at most.

    If it is not the actor's turn, they are moves of those who may act.
    """
    actors = rules.actors(state)
    if actor in actors:
        legal = [move.text for move in rules.moves(state, actor)]
    else:
        legal = [f"{other}: {move.text}" for other in actors for move in rules.moves(state, other)[:1]]
    return tuple(sort_by_likeness(legal, words)[: MOST_SHOWN + 1])


def sort_by_likeness(legal: Sequence[str], typed: str) -> list[str]:
    """Sort moves by their number of typed words, then so that every first word comes before any repeats."""
    words_of = {move: split(move) for move in legal}
    known = {word for words in words_of.values() for word in words}
    meant = {word for each in re.findall(r"[^\s,;]+", typed) for word in _list_meant(fold(each), known)}
    repeats: Counter[tuple[int, str]] = Counter()
    ranks = {}
    for move, words in words_of.items():
        hits = len(meant.intersection(words))
        ranks[move] = (-hits, repeats[hits, words[0]])
        repeats[hits, words[0]] += 1
    return sorted(words_of, key=ranks.__getitem__)


def _list_meant(word: str, known: Collection[str]) -> Collection[str]:
    """Return the words that a mistyped or abbreviated word may mean."""
    return find_near(word, known) or [each for each in known if len(word) > 1 and each.startswith(word)]
