"""The moves of the game and their notation, which is read with the names of a table."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from generator.games.virus_and_co.plan import Plan
from generator.games.virus_and_co.tableau import Lying, Pills, parse_lying, parse_pills
from generator.rules.notation import Form, Noted, Readers, make_forms, read_names, read_values, written

Side: TypeAlias = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")


@written("{side} {card}")
class TurnUp(Noted):
    """Chance: the next card of a pile, such as `left blue 4 br`: a virus with its points and pills."""

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


Chance: TypeAlias = TurnUp | TurnRisk
Action: TypeAlias = Take | Pass | PlayRisk | Skip | Keep | Pay | Forgot | Doctor
Choice: TypeAlias = PutOn | PutBefore | TakePill | TakeVirus | Give | Name
Move: TypeAlias = Chance | Action | Choice

CHANCES: tuple[Form[Move], ...] = make_forms(TurnUp, TurnRisk)
DEEDS: tuple[Form[Move], ...] = make_forms(
    *(Take, Pass, PlayRisk, Skip, Forgot, Keep, Pay, Doctor),
    *(PutOn, PutBefore, TakePill, TakeVirus, Give, Name),
)


def make_readers(plan: Plan, players: tuple[str, ...]) -> Readers:
    """Return the readers of the fields of moves, for the players of a table."""
    risks = [card.text for card in plan.cards.values() if card.kind == "risk"]
    cards = [text for text in plan.cards if text not in risks]
    return {
        **{
            field: read_names((name, name) for name in names)
            for field, names in (("side", SIDES), ("card", cards), ("risk", risks), ("player", players))
        },
        "virus": read_values(parse_lying),
        "pill": read_values(lambda text: parse_pills(text) if len(text) == 1 and text != "0" else None),
        "pills": read_values(parse_pills),
    }


def sort_pills(text: str, players: Sequence[str]) -> str:
    """Pills in the order of the notation, `rb` as `br`; words of players' names stay as they are."""
    names = {word for player in players for word in player.split()}
    found = ((word, None if word in names else parse_pills(word)) for word in text.split())
    return " ".join(pills.text if pills else word for word, pills in found)
