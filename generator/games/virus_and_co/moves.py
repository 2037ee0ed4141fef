"""The moves of the game and their notation.

left blue 4 br                nature turns up the next card of a pile: a virus with its points and pills
diagnose                      nature turns up a risk card that somebody keeps
take left blue 4 br           an open card, for oneself; take right injection on 4+i
pass left red 3 r to Bo       an open card, into circulation
risk to Bo                    a risk card from the hand, face down
skip                          when both piles are used up
forgot b                      the slip was forgotten: a pill to the right
keep                          the card that was passed; keep on 4+i, an injection on that virus
pay by to Cleo                pills to refuse it, and who gets it next
doctor b                      a pill to Herr Doktor, who was not called so
on 4+i · to Bo · b from Bo · 4 from Bo · give b · give b to Bo · name Bo
                              what a risk card lets one choose
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.games.virus_and_co.pills import Pills
from generator.games.virus_and_co.tableau import Lying

Side: TypeAlias = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Chance: the next card of a pile."""

    side: Side
    card: str

    @property
    def text(self) -> str:
        return f"{self.side} {self.card}"


@dataclass(frozen=True, slots=True)
class TurnRisk:
    """Chance: which risk card it was that somebody keeps."""

    card: str

    @property
    def text(self) -> str:
        return self.card


@dataclass(frozen=True, slots=True)
class Take:
    side: Side
    card: str
    on: Lying | None = None
    """The virus for an injection."""

    @property
    def text(self) -> str:
        return f"take {self.side} {self.card}{_say_on(self.on)}"


@dataclass(frozen=True, slots=True)
class Pass:
    side: Side
    card: str
    to: str

    @property
    def text(self) -> str:
        return f"pass {self.side} {self.card} to {self.to}"


@dataclass(frozen=True, slots=True)
class PlayRisk:
    to: str

    @property
    def text(self) -> str:
        return f"risk to {self.to}"


@dataclass(frozen=True, slots=True)
class Skip:
    text = "skip"


@dataclass(frozen=True, slots=True)
class Forgot:
    pill: Pills

    @property
    def text(self) -> str:
        return f"forgot {self.pill.text}"


@dataclass(frozen=True, slots=True)
class Keep:
    on: Lying | None = None

    @property
    def text(self) -> str:
        return f"keep{_say_on(self.on)}"


@dataclass(frozen=True, slots=True)
class Pay:
    pills: Pills
    to: str

    @property
    def text(self) -> str:
        return f"pay {self.pills.text} to {self.to}"


@dataclass(frozen=True, slots=True)
class Doctor:
    pill: Pills

    @property
    def text(self) -> str:
        return f"doctor {self.pill.text}"


@dataclass(frozen=True, slots=True)
class PutOn:
    """INJEKTION: on which of one's viruses."""

    virus: Lying

    @property
    def text(self) -> str:
        return f"on {self.virus.text}"


@dataclass(frozen=True, slots=True)
class PutBefore:
    """PLAGE: before which other player."""

    to: str

    @property
    def text(self) -> str:
        return f"to {self.to}"


@dataclass(frozen=True, slots=True)
class TakePill:
    """TESTPERSON: one of the pills shown, and whose."""

    pill: Pills
    whose: str

    @property
    def text(self) -> str:
        return f"{self.pill.text} from {self.whose}"


@dataclass(frozen=True, slots=True)
class TakeVirus:
    """ANSTECKUNG: which virus, and whose."""

    virus: Lying
    whose: str

    @property
    def text(self) -> str:
        return f"{self.virus.text} from {self.whose}"


@dataclass(frozen=True, slots=True)
class Give:
    """RÜCKRUFAKTION, VERFALLSDATUM, KASSENPATIENT: to the pharmacy; PHARMAPROBE: to a player."""

    pill: Pills
    to: str = ""

    @property
    def text(self) -> str:
        return f"give {self.pill.text}" + (f" to {self.to}" if self.to else "")


@dataclass(frozen=True, slots=True)
class Name:
    """DIAGNOSE, KRANKENSCHWESTER: of whom it is said."""

    player: str

    @property
    def text(self) -> str:
        return f"name {self.player}"


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


def _say_on(virus: Lying | None) -> str:
    return f" on {virus.text}" if virus else ""
