"""What the fields of moves are called at a table."""

from collections.abc import Sequence

from generator.games.virus_and_co.moves import SIDES
from generator.games.virus_and_co.pills import Pills, parse_pills
from generator.games.virus_and_co.plan import Plan
from generator.games.virus_and_co.tableau import parse_lying
from generator.rules.notation import Readers, read_names, read_values


def make_readers(plan: Plan, players: tuple[str, ...]) -> Readers:
    """For the players of a table."""
    cards = plan.cards.values()
    return {
        "side": read_names((side, side) for side in SIDES),
        "card": read_names((card.text, card.text) for card in cards if card.kind != "risk"),
        "risk": read_names((card.text, card.text) for card in cards if card.kind == "risk"),
        "player": read_names((player, player) for player in players),
        "virus": read_values(parse_lying),
        "pill": read_values(_parse_pill),
        "pills": read_values(parse_pills),
    }


def _parse_pill(text: str) -> Pills | None:
    return parse_pills(text) if len(text) == 1 and text != "0" else None


def sort_pills(text: str, players: Sequence[str]) -> str:
    """Pills in the order of the notation, `rb` as `br`; words of players' names stay as they are."""
    names = {word for player in players for word in player.split()}
    found = ((word, None if word in names else parse_pills(word)) for word in text.split())
    return " ".join(pills.text if pills else word for word, pills in found)
