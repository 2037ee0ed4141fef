"""What somebody at the table means: legal moves that words fit, or why a move is not legal."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.errors import AmbiguousMove, IllegalMove, RulesError
from generator.model.wording import Wording
from generator.play.choices import complete_start, find_moves
from generator.play.vocabulary import make_vocabulary
from generator.play.walkthrough import Walk


@dataclass(frozen=True, slots=True)
class Meaning:
    """Of words that somebody typed."""

    moves: tuple[str, ...] = ()
    """The notation of legal ones that may be meant; one: it is."""
    refusal: RulesError | None = None
    """Where there are none."""


def find_meaning(walk: Walk, actor: str, typed: str, wording: Wording) -> Meaning:
    """What is legal goes before what is not, and the notation before the words of the user's language."""
    moves = walk.moves(actor)
    vocabulary = make_vocabulary(walk.game, wording)
    refusals: list[RulesError] = []
    for reading in (typed, *vocabulary.read(typed), *complete_start(moves, typed)):
        try:
            return Meaning((walk.read(actor, reading),))
        except RulesError as error:
            if reading == typed and isinstance(error, IllegalMove):
                return Meaning(refusal=error)
            refusals.append(error)
    if found := find_told(walk, actor, moves, typed, wording):
        return Meaning(found)
    for refusal in refusals:
        if isinstance(refusal, AmbiguousMove):
            return Meaning(refusal.candidates)
    reasons = [refusal for refusal in refusals if isinstance(refusal, IllegalMove)]
    return Meaning(refusal=(*reasons, *refusals)[0])


def find_told(walk: Walk, actor: str, moves: Sequence[str], typed: str, wording: Wording) -> tuple[str, ...]:
    """Those of the moves that these words fit, in the notation or as they are told."""
    return find_moves(moves, typed, say=lambda move: walk.say(actor, move).say(wording))
