"""The meaning of typed words, in any language of a kit: one legal move, or the reason why there is none.

Logs, terminals, and phones read words alike: the notation, its words in every language of the kit, and the
descriptions of moves. Words that fit several moves mean none of them.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from generator.errors import AmbiguousMove, IllegalMove, RulesError
from generator.rules.core import AnyMove, AnyState
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
