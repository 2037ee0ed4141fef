"""The moves of the game and their notation.

left blue 4 br                nature turns up the next card of a pile: a virus with its points and pills
diagnose                      nature turns up a risk card that somebody keeps
"""

from typing import Literal, TypeAlias

from generator.games.virus_and_co.pills import Pills
from generator.games.virus_and_co.tableau import Lying
from generator.rules.notation import Form, Noted, make_forms, written

Side: TypeAlias = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")


@written("{side} {card}")
class TurnUp(Noted):
    """Chance: the next card of a pile."""

    side: Side
    card: str


@written("{risk}")
class TurnRisk(Noted):
    """Chance: which risk card it was that somebody keeps."""

    risk: str


@written("take {side} {card}[ on {virus}]")
class Take(Noted):
    """An open card, for oneself; an injection on a virus, if there is one."""

    side: Side
    card: str
    virus: Lying | None = None


@written("pass {side} {card} to {player}")
class Pass(Noted):
    """An open card, into circulation."""

    side: Side
    card: str
    player: str


@written("risk to {player}")
class PlayRisk(Noted):
    """A risk card from the hand, face down."""

    player: str


@written("skip")
class Skip(Noted):
    """Nothing, when both piles are used up."""


@written("forgot {pill}")
class Forgot(Noted):
    """The slip was forgotten: a pill to the right."""

    pill: Pills


@written("keep[ on {virus}]")
class Keep(Noted):
    """The card that was passed; an injection on a virus, if there is one."""

    virus: Lying | None = None


@written("pay {pills} to {player}")
class Pay(Noted):
    """Pills to refuse the card, and who gets it next."""

    pills: Pills
    player: str


@written("doctor {pill}")
class Doctor(Noted):
    """A pill to Herr Doktor, who was not called so."""

    pill: Pills


@written("on {virus}")
class PutOn(Noted):
    """INJEKTION: on which of one's viruses."""

    virus: Lying


@written("to {player}")
class PutBefore(Noted):
    """PLAGE: before which other player."""

    player: str


@written("{pill} from {player}")
class TakePill(Noted):
    """TESTPERSON: one of the pills shown, and whose."""

    pill: Pills
    player: str


@written("{virus} from {player}")
class TakeVirus(Noted):
    """ANSTECKUNG: which virus, and whose."""

    virus: Lying
    player: str


@written("give {pill}[ to {player}]")
class Give(Noted):
    """RÜCKRUFAKTION, VERFALLSDATUM, KASSENPATIENT: to the pharmacy; PHARMAPROBE: to a player."""

    pill: Pills
    player: str = ""


@written("name {player}")
class Name(Noted):
    """DIAGNOSE, KRANKENSCHWESTER: of whom it is said."""

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
