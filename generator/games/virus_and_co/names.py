"""What cards and pills are called at the table."""

from generator.games.virus_and_co.pills import COLOURS, Pills
from generator.games.virus_and_co.plan import Card, Plan
from generator.rules.core import Sentence, Value


def say_pills(pills: Pills) -> Value:
    """`2 blue and 1 red`, or that there are none."""
    counted = zip(COLOURS, pills, strict=True)
    said = tuple(Sentence(f"view.pills.{colour}", {"number": number}) for colour, number in counted if number)
    return said or Sentence("view.pills.none")


def say_card(plan: Plan, text: str) -> Sentence:
    """By its notation; none is a risk card that lies face down."""
    if not text:
        return Sentence("view.card.risk")
    card = plan.cards[text]
    match card.kind:
        case "virus":
            return Sentence(f"view.card.{card.colour}", _list_values(card))
        case "injection":
            return Sentence("view.card.injection")
        case "risk":
            return Sentence(f"view.risk.{card.risk}", _list_values(card))


def _list_values(card: Card) -> dict[str, Value]:
    return {"points": card.value, "pills": say_pills(card.pills)}


def say_side(side: int) -> Sentence:
    return Sentence("view.side.left" if side == 0 else "view.side.right")
