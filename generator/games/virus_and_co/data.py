"""The data of a kit that the rules of Virus & Co. need, such as its cards, and the notation of moves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from generator.errors import NoRules
from generator.games.virus_and_co.state import (
    NO_PILLS,
    PILL_COLOURS,
    Lying,
    Pills,
    name_pills,
    parse_lying,
    parse_pills,
)
from generator.model.kit import Kit, Piece
from generator.model.language.field_values import list_items
from generator.model.values import dataclass, field, replace
from generator.rules.core import Sentence, list_numbers_of_players
from generator.rules.game import list_pieces, read_number, require
from generator.rules.notation import MovePattern, Noted, Readers, make_patterns, read_names, read_value_words
from generator.rules.states import Cards

RISK_VIRUSES = ("plage_self", "plage_other", "testperson")
RISKS = (
    *RISK_VIRUSES,
    *("injektion", "ansteckung", "rezept", "rueckrufaktion", "verfallsdatum", "kassenpatient"),
    *("pharmaprobe", "herr_doktor", "diagnose", "krankenschwester"),
)

INJECTION = "injection"


@dataclass(frozen=True, slots=True)
class VirusCard:
    """A kind of card, printed `count` times; all cards of a kind have the same text and effect."""

    text: str
    """Its notation: `blue 4 br`, `injection`, `rezept yy`."""
    kind: Literal["virus", "injection", "risk"]
    count: int
    colour: str = ""
    """`blue` or `red` for a virus from the piles."""
    value: int = 0
    """Disease points; 0 for a card that is not a virus."""
    pills: Pills = NO_PILLS
    risk: str = ""
    """Effect of a risk card, one of RISKS."""
    piece: str = field(default="", compare=False)
    """Id of a printed card of this kind."""

    @property
    def goes_left(self) -> bool:
        """[S] Blue viruses and injections go to the left neighbour only."""
        return self.kind == "injection" or self.colour == "blue"

    @property
    def name(self) -> Sentence:
        key = f"risk.{self.risk}" if self.risk else f"card.{self.colour or INJECTION}"
        return Sentence(f"view.{key}", points=self.value, pills=name_pills(self.pills))


@dataclass(frozen=True)
class VirusAndCoData:
    """The cards and numbers of one kit."""

    kit: Kit
    cards: Mapping[str, VirusCard]
    """Cards by notation."""
    share: Pills
    """Pills with which every player and the pharmacy start."""
    values: Mapping[int, int]
    """Number of viruses by disease points, including risk cards."""
    injections: int
    """Number of injections, including risk cards."""

    def name_card(self, text: str) -> Sentence:
        """Return the name of a card by its notation; an empty text is a risk card that lies face down."""
        return self.cards[text].name if text else Sentence("view.card.risk")

    @cached_property
    def printed(self) -> Counter[int]:
        """Number of viruses in the piles by disease points."""
        return Counter(self.cards[text].value for text in self.drawn if self.cards[text].value)

    @cached_property
    def drawn(self) -> Cards:
        """Viruses and injections of the two piles."""
        return Cards.of((card.text, card.count) for card in self.cards.values() if card.kind != "risk")

    @cached_property
    def risks(self) -> Cards:
        return Cards.of((card.text, card.count) for card in self.cards.values() if card.kind == "risk")

    def count_hand(self, players: int) -> int:
        """[S] Return the number of risk cards for each player; the rest are unused and stay face down."""
        return len(self.risks) // players


def read_data(kit: Kit) -> VirusAndCoData:
    """Raise NoRules for missing or unknown cards."""
    pieces = list_pieces(kit)
    cards = _merge(_make_cards(pieces))
    for kind in ("virus", "injection", "risk"):
        has_one = any(card.kind == kind for card in cards.values())
        require(has_one, f"no deck has a card of the kind `{kind}`")
    shares = [
        _pills(piece, "share") for piece in pieces if piece.id == "pharmacy" and "share" in piece.fields
    ]
    require(shares, "no card `pharmacy` has a `share`, the pills with which each player starts")
    share = shares[0]
    _check_pills(kit, pieces, share)
    values = Counter(card.value for card in cards.values() for _ in range(card.count) if card.value)
    some = [card for card in cards.values() if card.kind == "injection" or card.risk == "injektion"]
    injections = sum(card.count for card in some)
    return VirusAndCoData(kit, cards, share, values, injections)


def _make_cards(pieces: Iterable[Piece]) -> Iterator[VirusCard]:
    """Yield cards; the id of a piece begins with its effect: `rezept_yellow` has that of `rezept`."""
    for piece in pieces:
        # The cards of the pharmacy and of the turn are on the table and never drawn.
        if piece.id in ("pharmacy", "turn") or _is(piece.id, "pill"):
            continue
        colour = str(piece.fields.get("colour", ""))
        risk = next((risk for risk in RISKS if _is(piece.id, risk)), "")
        if _is(piece.id, INJECTION):
            yield VirusCard(INJECTION, "injection", piece.count, piece=piece.id)
        elif risk:
            value = _value(piece) if risk in RISK_VIRUSES else 0
            pills = _pills(piece)
            yield VirusCard(risk, "risk", piece.count, value=value, pills=pills, risk=risk, piece=piece.id)
        elif colour in ("blue", "red"):
            value, pills = _value(piece), _pills(piece)
            text = f"{colour} {value} {pills.text}"
            yield VirusCard(
                text, "virus", piece.count, colour=colour, value=value, pills=pills, piece=piece.id
            )
        else:
            raise NoRules(f"there is no rule for the card `{piece.id}`")


def _is(id: str, name: str) -> bool:
    return id == name or id.startswith(f"{name}_")


def _merge(cards: Iterable[VirusCard]) -> Mapping[str, VirusCard]:
    """Merge equal cards, and add the value or pills to a notation that several different cards share."""
    alike: Counter[VirusCard] = Counter()
    for card in cards:
        alike[replace(card, count=0)] += card.count
    merged = {}
    for card, count in alike.items():
        others = [other for other in alike if other.text == card.text]
        text = card.text
        if len({other.value for other in others}) > 1:
            text += f" {card.value}"
        if len({other.pills for other in others}) > 1:
            text += f" {card.pills.text}"
        merged[text] = replace(card, text=text, count=count)
    return merged


def _value(piece: Piece) -> int:
    example = "a number of disease points from 1 to 99"
    return read_number(piece, "value", pattern=r"[1-9]\d?", example=example)


def _pills(piece: Piece, name: str = "pills") -> Pills:
    counts = Counter(str(colour) for colour in list_items(piece.fields.get(name)))
    known = ", ".join(PILL_COLOURS)
    require(counts.keys() <= {*PILL_COLOURS}, f"`{name}` of the card `{piece.id}` must be a list of {known}")
    return Pills(*(counts[colour] for colour in PILL_COLOURS))


def _check_pills(kit: Kit, pieces: Iterable[Piece], share: Pills) -> None:
    """[S] Raise NoRules unless there is a share for every player and one for the pharmacy."""
    most = list_numbers_of_players(kit)[1] or 0
    printed = {piece.id: piece.count for piece in pieces}
    for colour, each in zip(PILL_COLOURS, share, strict=True):
        there, needed = printed.get(f"pill_{colour}", 0), each * (most + 1)
        message = f"{needed} {colour} pills are needed for {most} players, but there are {there}"
        require(there >= needed, message)


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
