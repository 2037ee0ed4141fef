"""The moves of Virus & Co. and their notation, which is read with the names of the players."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from generator.games.virus_and_co.data import VirusAndCoData
from generator.games.virus_and_co.state import Lying, Pills, parse_lying, parse_pills
from generator.rules.notation import MovePattern, Noted, Readers, make_patterns, read_names, read_value_words

HandSide: TypeAlias = Literal["left", "right"]
HAND_SIDES: tuple[HandSide, HandSide] = ("left", "right")


class TurnUp(Noted, notation="{side} {card}"):
    """Draw of the next card of a pile by nature, such as `left blue 4 br`: a virus with points and pills."""

    side: HandSide
    card: str


class TurnRisk(Noted, notation="{risk}"):
    """Draw by nature: which risk card it was that a player keeps."""

    risk: str


class Take(Noted, notation="take {side} {card}[ on {virus}]"):
    """Taking an open card; an injection lies on a virus, if there is one."""

    side: HandSide
    card: str
    virus: Lying | None = None


class Pass(Noted, notation="pass {side} {card} to {player}"):
    """Passing an open card to another player."""

    side: HandSide
    card: str
    player: str


class PlayRisk(Noted, notation="risk to {player}"):
    """Passing a risk card from the hand, face down."""

    player: str


class Skip(Noted, notation="skip!"):
    """A turn without a card, when both piles are used up."""


class Forgot(Noted, notation="forgot {pill}"):
    """A pill paid to the right for forgetting the slip."""

    pill: Pills


class KeepMove(Noted, notation="keep[ on {virus}]"):
    """Keeping the card that was passed; an injection lies on a virus, if there is one."""

    virus: Lying | None = None


class Pay(Noted, notation="pay {pills} to {player}"):
    """Refusing the card for pills; the player gets it next."""

    pills: Pills
    player: str


class Doctor(Noted, notation="doctor {pill}"):
    """A pill paid for not addressing the holder as Herr Doktor."""

    pill: Pills


class PutOn(Noted, notation="on {virus}"):
    """Choice of one's own virus for INJEKTION."""

    virus: Lying


class PutBefore(Noted, notation="to {player}"):
    """Choice of the other player who gets PLAGE."""

    player: str


class TakePill(Noted, notation="{pill} from {player}"):
    """Choice of a pill of another player for TESTPERSON."""

    pill: Pills
    player: str


class TakeVirus(Noted, notation="{virus} from {player}"):
    """Choice of a virus of another player for ANSTECKUNG."""

    virus: Lying
    player: str


class Give(Noted, notation="give {pill}[ to {player}]"):
    """A pill given to a player for PHARMAPROBE; to the pharmacy for the other cards of that kind."""

    pill: Pills
    player: str = ""


class Name(Noted, notation="name {player}"):
    """Choice of the player whom DIAGNOSE or KRANKENSCHWESTER is about."""

    player: str


_Chance: TypeAlias = TurnUp | TurnRisk
Action: TypeAlias = Take | Pass | PlayRisk | Skip | KeepMove | Pay | Forgot | Doctor
Pick: TypeAlias = PutOn | PutBefore | TakePill | TakeVirus | Give | Name
Move: TypeAlias = _Chance | Action | Pick

CHANCES: tuple[MovePattern[Move], ...] = make_patterns(TurnUp, TurnRisk)
DEEDS: tuple[MovePattern[Move], ...] = make_patterns(
    *(Take, Pass, PlayRisk, Skip, Forgot, KeepMove, Pay, Doctor),
    *(PutOn, PutBefore, TakePill, TakeVirus, Give, Name),
)


def make_readers(data: VirusAndCoData, players: tuple[str, ...]) -> Readers:
    """Return the readers of the fields of moves, for the players of a table."""
    risks = [card.text for card in data.cards.values() if card.kind == "risk"]
    cards = [text for text in data.cards if text not in risks]
    return {
        **{
            field: read_names((name, name) for name in names)
            for field, names in (("side", HAND_SIDES), ("card", cards), ("risk", risks), ("player", players))
        },
        "virus": read_value_words(parse_lying),
        "pill": read_value_words(lambda text: parse_pills(text) if len(text) == 1 and text != "0" else None),
        "pills": read_value_words(parse_pills),
    }


def sort_pills(text: str, players: Sequence[str]) -> str:
    """Return text with pills in the order of the notation, `br` for `rb`, except in names of players."""
    names = {word for player in players for word in player.split()}
    words = ((word, None if word in names else parse_pills(word)) for word in text.split())
    return " ".join(pills.text if pills else word for word, pills in words)
