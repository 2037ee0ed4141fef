"""The moves of Virus & Co. and their notation, which is read with the names of the players."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from generator.games.virus_and_co.data import VirusAndCoData
from generator.games.virus_and_co.state import Lying, Pills, parse_lying, parse_pills
from generator.rules.notation import MovePattern, Noted, Readers, make_forms, read_names, read_value_words

HandSide: TypeAlias = Literal["left", "right"]
HAND_SIDES: tuple[HandSide, HandSide] = ("left", "right")


class TurnUp(Noted, notation="{side} {card}"):
    """Chance: the next card of a pile, such as `left blue 4 br`: a virus with its points and pills."""

    side: HandSide
    card: str


class TurnRisk(Noted, notation="{risk}"):
    """Chance: which risk card it was that somebody keeps."""

    risk: str


class Take(Noted, notation="take {side} {card}[ on {virus}]"):
    """An open card, for oneself; an injection on a virus, if there is one."""

    side: HandSide
    card: str
    virus: Lying | None = None


class Pass(Noted, notation="pass {side} {card} to {player}"):
    """An open card, into circulation."""

    side: HandSide
    card: str
    player: str


class PlayRisk(Noted, notation="risk to {player}"):
    """A risk card from the hand, face down."""

    player: str


class Skip(Noted, notation="skip"):
    """Nothing, when both piles are used up."""


class Forgot(Noted, notation="forgot {pill}"):
    """The slip was forgotten: a pill to the right."""

    pill: Pills


class KeepMove(Noted, notation="keep[ on {virus}]"):
    """The card that was passed; an injection on a virus, if there is one."""

    virus: Lying | None = None


class Pay(Noted, notation="pay {pills} to {player}"):
    """Pills to refuse the card, and who gets it next."""

    pills: Pills
    player: str


class Doctor(Noted, notation="doctor {pill}"):
    """A pill paid for not addressing the holder as Herr Doktor."""

    pill: Pills


class PutOn(Noted, notation="on {virus}"):
    """INJEKTION: on which of one's viruses."""

    virus: Lying


class PutBefore(Noted, notation="to {player}"):
    """PLAGE: before which other player."""

    player: str


class TakePill(Noted, notation="{pill} from {player}"):
    """TESTPERSON: one of the pills shown, and whose."""

    pill: Pills
    player: str


class TakeVirus(Noted, notation="{virus} from {player}"):
    """ANSTECKUNG: which virus, and whose."""

    virus: Lying
    player: str


class Give(Noted, notation="give {pill}[ to {player}]"):
    """RÜCKRUFAKTION, VERFALLSDATUM, KASSENPATIENT: to the pharmacy; PHARMAPROBE: to a player."""

    pill: Pills
    player: str = ""


class Name(Noted, notation="name {player}"):
    """DIAGNOSE, KRANKENSCHWESTER: of whom it is said."""

    player: str


_Chance: TypeAlias = TurnUp | TurnRisk
Action: TypeAlias = Take | Pass | PlayRisk | Skip | KeepMove | Pay | Forgot | Doctor
Pick: TypeAlias = PutOn | PutBefore | TakePill | TakeVirus | Give | Name
Move: TypeAlias = _Chance | Action | Pick

CHANCES: tuple[MovePattern[Move], ...] = make_forms(TurnUp, TurnRisk)
DEEDS: tuple[MovePattern[Move], ...] = make_forms(
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
