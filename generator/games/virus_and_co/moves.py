"""The moves of the game and their notation.

left blue 4 br                nature turns up the next card of a pile: a virus with its points and pills
diagnose                      nature turns up a risk card that somebody keeps
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.games.virus_and_co.pills import Pills
from generator.games.virus_and_co.tableau import Lying
from generator.rules.notation import Form, Noted, make_forms

Side: TypeAlias = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")


@dataclass(frozen=True, slots=True)
class TurnUp(Noted):
    """Chance: the next card of a pile."""

    notation = "{side} {card}"
    side: Side
    card: str


@dataclass(frozen=True, slots=True)
class TurnRisk(Noted):
    """Chance: which risk card it was that somebody keeps."""

    notation = "{risk}"
    risk: str


@dataclass(frozen=True, slots=True)
class Take(Noted):
    """An open card, for oneself; an injection on a virus, if there is one."""

    notation = "take {side} {card}[ on {virus}]"
    side: Side
    card: str
    virus: Lying | None = None


@dataclass(frozen=True, slots=True)
class Pass(Noted):
    """An open card, into circulation."""

    notation = "pass {side} {card} to {player}"
    side: Side
    card: str
    player: str


@dataclass(frozen=True, slots=True)
class PlayRisk(Noted):
    """A risk card from the hand, face down."""

    notation = "risk to {player}"
    player: str


@dataclass(frozen=True, slots=True)
class Skip(Noted):
    """Nothing, when both piles are used up."""

    notation = "skip"


@dataclass(frozen=True, slots=True)
class Forgot(Noted):
    """The slip was forgotten: a pill to the right."""

    notation = "forgot {pill}"
    pill: Pills


@dataclass(frozen=True, slots=True)
class Keep(Noted):
    """The card that was passed; an injection on a virus, if there is one."""

    notation = "keep[ on {virus}]"
    virus: Lying | None = None


@dataclass(frozen=True, slots=True)
class Pay(Noted):
    """Pills to refuse the card, and who gets it next."""

    notation = "pay {pills} to {player}"
    pills: Pills
    player: str


@dataclass(frozen=True, slots=True)
class Doctor(Noted):
    """A pill to Herr Doktor, who was not called so."""

    notation = "doctor {pill}"
    pill: Pills


@dataclass(frozen=True, slots=True)
class PutOn(Noted):
    """INJEKTION: on which of one's viruses."""

    notation = "on {virus}"
    virus: Lying


@dataclass(frozen=True, slots=True)
class PutBefore(Noted):
    """PLAGE: before which other player."""

    notation = "to {player}"
    player: str


@dataclass(frozen=True, slots=True)
class TakePill(Noted):
    """TESTPERSON: one of the pills shown, and whose."""

    notation = "{pill} from {player}"
    pill: Pills
    player: str


@dataclass(frozen=True, slots=True)
class TakeVirus(Noted):
    """ANSTECKUNG: which virus, and whose."""

    notation = "{virus} from {player}"
    virus: Lying
    player: str


@dataclass(frozen=True, slots=True)
class Give(Noted):
    """RÜCKRUFAKTION, VERFALLSDATUM, KASSENPATIENT: to the pharmacy; PHARMAPROBE: to a player."""

    notation = "give {pill}[ to {player}]"
    pill: Pills
    player: str = ""


@dataclass(frozen=True, slots=True)
class Name(Noted):
    """DIAGNOSE, KRANKENSCHWESTER: of whom it is said."""

    notation = "name {player}"
    player: str


Move: TypeAlias = (
    TurnUp
    | TurnRisk
    | Take
    | Pass
    | PlayRisk
    | Skip
    | Forgot
    | Keep
    | Pay
    | Doctor
    | PutOn
    | PutBefore
    | TakePill
    | TakeVirus
    | Give
    | Name
)


CHANCES: tuple[Form[Move], ...] = make_forms(TurnUp, TurnRisk)
DEEDS: tuple[Form[Move], ...] = make_forms(
    Take,
    Pass,
    PlayRisk,
    Skip,
    Forgot,
    Keep,
    Pay,
    Doctor,
    PutOn,
    PutBefore,
    TakePill,
    TakeVirus,
    Give,
    Name,
)
