"""What somebody at the table means: legal moves that words fit, or why a move is not legal."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.errors import AmbiguousMove, RulesError, UnreadableMove
from generator.model.wording import Wording
from generator.play.choices import complete_start, find_moves
from generator.play.vocabulary import make_vocabulary
from generator.play.walkthrough import Walk
from generator.rules.likeness import fold


@dataclass(frozen=True, slots=True)
class Meaning:
    """Of words that somebody typed."""

    moves: tuple[str, ...] = ()
    """The notation of legal ones that may be meant; one: it is."""
    refusal: RulesError | None = None
    """Where there are none."""


def find_meaning(walk: Walk, actor: str, typed: str, wording: Wording) -> Meaning:
    """The notation goes before the words of the user's language, and what is legal before what is not."""
    try:
        return Meaning((walk.read(actor, typed),))
    except (UnreadableMove, AmbiguousMove) as error:
        unread: RulesError = error
    except RulesError as error:
        return Meaning(refusal=error)
    moves = walk.moves(actor)
    readings = make_vocabulary(walk.game, wording).read(typed)
    whole = {fold(reading) for reading in readings}
    if exact := tuple(move for move in moves if fold(move) in whole):
        return Meaning(exact)
    if found := find_told(walk, actor, moves, typed, wording):
        return Meaning(found)
    for reading in readings:
        if found := find_moves(moves, reading, say=lambda move: ""):
            return Meaning(found)
    return Meaning(refusal=_find_reason(walk, actor, (*complete_start(moves, typed), *readings)) or unread)


def find_told(walk: Walk, actor: str, moves: Sequence[str], typed: str, wording: Wording) -> tuple[str, ...]:
    """Those of the moves that these words fit, in the notation or as they are told."""
    return find_moves(moves, typed, say=lambda move: walk.say(actor, move).say(wording))


def _find_reason(walk: Walk, actor: str, readings: Sequence[str]) -> RulesError | None:
    """Why the move is not legal that was meant, where words were shortened, or of another language."""
    for reading in readings:
        try:
            walk.read(actor, reading)
        except (UnreadableMove, AmbiguousMove):
            continue
        except RulesError as error:
            return error
    return None
