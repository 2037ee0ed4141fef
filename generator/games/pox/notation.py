"""The words of a log -> moves."""

from generator.errors import AmbiguousMove, UnreadableMove
from generator.games.pox.moves import DONE, Cure, Infect, Move, Vaccinate
from generator.games.pox.plan import Plan
from generator.rules.core import Listed

_DEEDS: dict[str, type[Infect | Vaccinate | Cure]] = {"infect": Infect, "vaccinate": Vaccinate, "cure": Cure}
_CARDS = ("spread", "outbreak")


def parse_words(plan: Plan, text: str) -> Move | None:
    """The move of these words, legal or not; None for words that may only be a part of one.

    Raises UnreadableMove for a place or a card that there is not.
    """
    words = text.lower().split()
    said = " ".join(words)
    if said == "done":
        return DONE
    if said in plan.cards:
        return plan.draws[said]
    if len(words) == 2 and words[0] in _DEEDS:
        if words[1] not in plan.people.bits:
            ids = tuple(plan.people.ids.values())
            values = {"place": words[1][:20], "first": ids[0], "last": ids[-1]}
            raise UnreadableMove(text, "pox.move.place", values)
        return _DEEDS[words[0]](words[1])
    if len(words) == 2 and words[0] in _CARDS:
        raise UnreadableMove(text, "pox.move.card", {"card": said[:40], "cards": Listed(plan.cards)})
    return None


def find_meant(text: str, legal: "tuple[Move, ...]") -> Move:
    """The one legal move whose words begin so, or have these among them; UnreadableMove, AmbiguousMove."""
    words = text.lower().split()
    found = [move for move in legal if words and _fits(words, move.text.split())]
    if not found:
        raise UnreadableMove(text)
    if len(found) > 1:
        raise AmbiguousMove(text, [move.text for move in found])
    return found[0]


def _fits(words: list[str], move: list[str]) -> bool:
    """`e5`, `north`, `cure`: words of the move, in its order."""
    left = iter(move)
    return all(word in left for word in words)
