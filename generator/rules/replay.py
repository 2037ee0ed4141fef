"""Logs, line by line: what the words of a line mean, and replay up to the first illegal line.

Logs, terminals, and phones read words alike: the notation, its words in every language of the kit, and the
descriptions of moves. Words that fit several moves mean none of them.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from generator.errors import AmbiguousMove, IllegalMove, LogError, RulesError, find_near, forbid
from generator.model.played import GameLog, LogLine
from generator.rules.checked_rules import counted_moves
from generator.rules.core import AnyMove, AnyState, EntryPath, M, Played, Rules, S, check_turn
from generator.rules.game import AnyGame
from generator.rules.notation import (
    LEAST_LETTERS,
    TYPED,
    Fits,
    fold,
    includes,
    is_among,
    is_whole,
    list_finals,
    list_fitting,
    list_words,
    occurs,
    opens,
    split,
)
from generator.rules.vocabulary import check_options


def find_move(game: AnyGame, state: AnyState, actor: str, typed: str) -> str:
    """Return the notation of the legal move that words mean.

    Raises AmbiguousMove if they fit several, or one but not clearly; IllegalMove for an illegal move, with
    the reason; else UnreadableMove.
    """
    refusals: list[RulesError] = []
    found: dict[str, bool] = {}
    for reading in _list_readings(game, typed):
        words, is_complete = split(reading), False
        try:
            move = game.rules.parse(state, actor, reading)
            is_complete = includes(words, split(move.text))
            game.rules.check(state, actor, move)
        except RulesError as error:
            if isinstance(error, AmbiguousMove):
                is_complete = all(includes(words, split(move)) for move in error.candidates)
            if is_complete and reading == typed:
                raise
            refusals.append(error)
        else:
            if is_complete and reading == typed:
                return move.text
            if not _may_shorten(game, move.text) and not _is_said(game, move.text, typed):
                refusals.append(AmbiguousMove(typed, [move.text]))
                continue
            found[move.text] = found.get(move.text, False) or is_complete
    unclear = [move for each in refusals if isinstance(each, AmbiguousMove) for move in each.candidates]
    complete = [move for move, is_complete in found.items() if is_complete]
    if len(complete) == 1 and not unclear:
        # All words are those of a move in some language.
        return complete[0]
    clear, others = _find_named(game, state, actor, typed)
    candidates = tuple(dict.fromkeys((*unclear, *found, *clear, *(others if not unclear else ()))))
    if len(candidates) == 1 and (found or clear):
        return candidates[0]
    if candidates:
        raise AmbiguousMove(typed, candidates)
    raise next((each for each in refusals if isinstance(each, IllegalMove)), refusals[0])


def read_line(game: AnyGame, state: AnyState, actor: str, typed: str) -> AnyMove:
    """Return the move of a line of a log, legal or not if it is in the notation; raises RulesError."""
    try:
        move = game.rules.parse(state, actor, typed)
    except RulesError:
        return game.rules.parse(state, actor, find_move(game, state, actor, typed))
    if includes(split(typed), split(move.text)):
        return move
    return game.rules.parse(state, actor, find_move(game, state, actor, typed))


def _may_shorten(game: AnyGame, move: str) -> bool:
    """Return False for a move that must be typed in full."""
    return fold(move) not in list_finals(tuple(game.notation))


def _is_said(game: AnyGame, move: str, typed: str) -> bool:
    """Return True if a text is all of a move in some language."""
    return any(split(words.say(move)) == split(typed) for words in game.vocabularies.values())


def _list_readings(game: AnyGame, typed: str) -> Iterable[str]:
    """Return the text, and what it is in the notation if it is in another language."""
    translated = (reading for words in game.vocabularies.values() for reading in words.read(typed))
    return dict.fromkeys((typed, *translated))


def list_moves_like(game: AnyGame, state: AnyState, actor: str, typed: str) -> tuple[str, ...]:
    """Return the legal moves that typed words fit in any language, clearly or not."""
    moves = ((move.text, split(move.text)) for move in game.rules.moves(state, actor))
    if fitting := list_fitting(split(typed), moves, *TYPED):
        return fitting
    clear, others = _find_named(game, state, actor, typed)
    return tuple(dict.fromkeys((*clear, *others)))


_Named: TypeAlias = Sequence[tuple[str, Sequence[str]]]
"""Moves, each with the words of one of its names."""
_MOST_NAMED = 400
"""Number of moves whose names in all languages are searched if nothing in the notation fits."""


def _find_named(
    game: AnyGame, state: AnyState, actor: str, typed: str
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the moves that words fit clearly in a language of the kit, and those that they may mean."""
    moves = game.rules.moves(state, actor)[:_MOST_NAMED]
    words = split(typed)
    translated = [
        (move.text, split(vocabulary.say(move.text)))
        for vocabulary in game.vocabularies.values()
        for move in moves
    ]
    is_long = any(len(word) >= LEAST_LETTERS or (len(word) > 1 and not word.isalpha()) for word in words)
    fitting = _pick(words, translated, is_whole, opens)
    if is_long and not fitting:
        described = _describe(game, state, actor, moves)
        fitting = [(move, split(text)) for move, text in described if split(text) == words]
        spelled = [(move, list_words(text)) for move, text in described]
        fitting = fitting or [
            *_pick(words, translated, occurs),
            *_pick(_list_spoken(typed), spelled, occurs, is_among),
        ]
    spoken = _list_spoken(typed) or words
    clear = [
        move
        for move, name in fitting
        if name == words or (is_long and is_among(spoken, name) and _may_shorten(game, move))
    ]
    named = (*fitting, *_pick(words, translated, opens))
    return clear, [move for move, _ in named if move not in clear]


def _describe(game: AnyGame, state: AnyState, actor: str, moves: Sequence[AnyMove]) -> list[tuple[str, str]]:
    """Return the descriptions of moves in all languages, each with its notation."""
    sentences = [(move.text, game.companion.describe(state, actor, move)) for move in moves]
    return [
        (text, each.format(wording)) for wording in game.kit.wordings.values() for text, each in sentences
    ]


def _pick(words: Sequence[str], named: _Named, *grades: Fits) -> _Named:
    """Return the names that words fit, by the first grade that any of them fits."""
    return list_fitting(words, ((each, each[1]) for each in named), *grades)


_AROUND = ",;:.()\"'“”„‘’«»¡!"
"""Signs around words of a sentence that people may type or leave out; other signs belong to the words."""


def _list_spoken(typed: str) -> list[str]:
    """Return the words of a sentence; empty if any of them contains another sign."""
    words = [word for each in re.split(r"[\s'’]+", fold(typed)) if (word := each.strip(_AROUND))]
    return words if all(map(re.compile(r"\w+").fullmatch, words)) else []


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


def list_legal(
    rules: Rules[S, M], state: S, actor: str, words: str = "", *, name: Callable[[str], str] = str
) -> tuple[str, ...]:
    """Return some legal moves, those first that resemble the typed words: one more than MOST_SHOWN at most.

    If it is not the actor's turn, they are moves of those who may act, after what `name` calls them.
    """
    actors = rules.actors(state)
    if actor in actors:
        legal = [move.text for move in rules.moves(state, actor)]
    else:
        legal = [f"{name(other)}: {move.text}" for other in actors for move in rules.moves(state, other)[:1]]
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
