"""A table of Virus & Co.: the data of its kit that the rules need, and the state that all players see."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from generator.model.kit import Kit, Piece
from generator.model.language.field_values import list_items
from generator.model.values import dataclass, field, replace
from generator.rules.core import (
    Listed,
    NoRules,
    Outcome,
    Round,
    Score,
    ScoreLine,
    Sentence,
    Value,
    list_numbers_of_players,
    require,
)
from generator.rules.game import list_pieces, read_number
from generator.rules.notation import MovePattern, Noted, Readers, make_patterns, read_names, read_value_words
from generator.rules.states import NO_CARDS, Cards, check_seats, make_replace

PILL_COLOURS = ("blue", "yellow", "red")
"""Colours of pills."""

SAFE_POINTS = 12
"""[S] More is intensive care: exactly 12 is safe."""
MOST_INJECTIONS = 3
"""[S] The third is intensive care."""
CARE = -13
RIGHT_PILL, WRONG_PILL = 2, -4

_PILLS = re.compile(r"[byr]{1,99}")
_LYING = re.compile(r"([1-9]\d?)(?:\+(i{1,3}))?", re.IGNORECASE)
RISK_VIRUSES = ("plage_self", "plage_other", "testperson")
RISKS = (
    *RISK_VIRUSES,
    *("injektion", "ansteckung", "rezept", "rueckrufaktion", "verfallsdatum", "kassenpatient"),
    *("pharmaprobe", "herr_doktor", "diagnose", "krankenschwester"),
)
INJECTION = "injection"


class Pills(NamedTuple):
    """Number of pills of each colour."""

    blue: int = 0
    yellow: int = 0
    red: int = 0

    @property
    def points(self) -> int:
        """Points of the pills, [S] as the pharmacy card shows them."""
        return self.blue + 2 * self.yellow + 3 * self.red

    @property
    def number(self) -> int:
        return self.blue + self.yellow + self.red

    @property
    def text(self) -> str:
        """`bbyr`; `0` for none."""
        return "b" * self.blue + "y" * self.yellow + "r" * self.red or "0"

    def __str__(self) -> str:
        return self.text

    def plus(self, other: "Pills") -> "Pills":
        return Pills(self.blue + other.blue, self.yellow + other.yellow, self.red + other.red)

    def minus(self, other: "Pills") -> "Pills":
        """Return the pills that are left; `self` must cover the others."""
        return Pills(self.blue - other.blue, self.yellow - other.yellow, self.red - other.red)

    def times(self, number: int) -> "Pills":
        return Pills(self.blue * number, self.yellow * number, self.red * number)

    def covers(self, other: "Pills") -> bool:
        """Return True if there are at least as many of each colour."""
        return self.blue >= other.blue and self.yellow >= other.yellow and self.red >= other.red

    def meet(self, other: "Pills") -> "Pills":
        """Return as many of each colour as both have."""
        return Pills(min(self.blue, other.blue), min(self.yellow, other.yellow), min(self.red, other.red))

    def singles(self) -> Iterator["Pills"]:
        """Yield one pill of each colour that there is."""
        return (single for single, count in zip(ONE_EACH, self, strict=True) if count)


NO_PILLS = Pills()
ONE_EACH = (Pills(blue=1), Pills(yellow=1), Pills(red=1))


def parse_pills(text: str) -> Pills | None:
    """Read letters in any order, or `0`; None for anything else."""
    if text == "0":
        return NO_PILLS
    return Pills(*map(text.count, "byr")) if _PILLS.fullmatch(text) else None


def add_pills(purses: Iterable[Pills]) -> Pills:
    return reduce(Pills.plus, purses, NO_PILLS)


@lru_cache(maxsize=4096)
def name_pills(pills: Pills) -> Value:
    """Return text such as `2 blue and 1 red`, or that there are none."""
    counts = zip(PILL_COLOURS, pills, strict=True)
    names = tuple(Sentence(f"view.pills.{colour}", number=number) for colour, number in counts if number)
    return names or Sentence("view.pills.none")


@lru_cache(maxsize=4096)
def list_payments(purse: Pills, due: int) -> tuple[Pills, ...]:
    """Return all ways to pay a price in points; empty if the purse is too small.

    [S] A player who can't pay exactly may pay more. [OURS] A player who can must, without a needless pill.
    """
    if due <= 0:
        return (NO_PILLS,)
    some = _list_parts(purse.meet(Pills(due, (due + 1) // 2, (due + 2) // 3)))
    exact = tuple(pills for pills in some if pills.points == due)
    more = (pills for pills in some if pills.points > due)
    return exact or tuple(
        pills for pills in more if all(pills.points - single.points < due for single in pills.singles())
    )


@lru_cache(maxsize=1024)
def list_handfuls(purse: Pills, number: int) -> tuple[Pills, ...]:
    """Return all ways to give a number of pills of any colours."""
    some = _list_parts(purse.meet(Pills(number, number, number)))
    return tuple(pills for pills in some if pills.number == number)


def _list_parts(purse: Pills) -> list[Pills]:
    return [Pills(*counts) for counts in product(*(range(count + 1) for count in purse))]


class Lying(NamedTuple):
    """A virus with the injections on it."""

    value: int
    injections: int = 0

    @property
    def points(self) -> int:
        """[S] One injection halves them, rounded up; two leave nothing."""
        return (self.value, (self.value + 1) // 2)[self.injections] if self.injections < 2 else 0

    @property
    def text(self) -> str:
        """`4`, `4+i`, `4+ii`."""
        return f"{self.value}+{'i' * self.injections}" if self.injections else str(self.value)

    def __str__(self) -> str:
        return self.text

    def inject(self) -> "Lying":
        return Lying(self.value, self.injections + 1)


def parse_lying(text: str) -> Lying | None:
    """Read `4+i`; None for anything else."""
    match = _LYING.fullmatch(text)
    return Lying(int(match[1]), len(match[2] or "")) if match else None


@dataclass(frozen=True)
class Tableau:
    """Open cards and pills of one player; viruses are sorted, so that equal tableaus are equal."""

    viruses: tuple[Lying, ...] = ()
    loose: int = 0
    """Injections that are not on a virus."""
    pills: Pills = NO_PILLS
    diagnosis: str = ""
    """Player whom DIAGNOSE predicts to be in intensive care; empty without the card."""
    nurse: str = ""
    """Player whom KRANKENSCHWESTER predicts not to be; empty without the card."""

    def __post_init__(self) -> None:
        if list(self.viruses) != sorted(self.viruses):
            raise ValueError(f"`viruses` must be in ascending order, not {self.viruses}")

    @property
    def predictions(self) -> Mapping[str, str]:
        """Players whom DIAGNOSE and KRANKENSCHWESTER name, by the field of the card."""
        named = {"diagnosis": self.diagnosis, "nurse": self.nurse}
        return {card: player for card, player in named.items() if player}

    def judge_predictions(self, care: Sequence[str]) -> Mapping[str, bool]:
        """Return for each prediction whether it is right, given the players in intensive care.

        [OURS] If there is none, DIAGNOSE was wrong and KRANKENSCHWESTER right.
        """
        named = self.predictions.items()
        return {card: (player in care) == (card == "diagnosis") for card, player in named}

    @property
    def points(self) -> int:
        """Disease points, reduced by injections."""
        return _count(self.viruses)[0]

    @property
    def injections(self) -> int:
        return self.loose + _count(self.viruses)[1]

    @property
    def in_care(self) -> bool:
        points, lying = _count(self.viruses)
        return points > SAFE_POINTS or self.loose + lying >= MOST_INJECTIONS


@lru_cache(maxsize=4096)
def _count(viruses: tuple[Lying, ...]) -> tuple[int, int]:
    """Return the points of viruses, and the number of injections on them."""
    return sum(virus.points for virus in viruses), sum(virus.injections for virus in viruses)


replace_tableau = make_replace(Tableau)


def list_in_care(tableaus: Mapping[str, Tableau]) -> tuple[str, ...]:
    """Return the players in intensive care; in play there is at most one."""
    return tuple(player for player, tableau in tableaus.items() if tableau.in_care)


def score_round(tableaus: Mapping[str, Tableau]) -> dict[str, Round]:
    """Return the calculation of each player; predictions depend on the tableaus of the others."""
    care = list_in_care(tableaus)
    return {player: _score_tableau(tableau, care) for player, tableau in tableaus.items()}


@lru_cache(maxsize=1024)
def _score_tableau(tableau: Tableau, care: tuple[str, ...]) -> Round:
    return Round(tuple(_list_lines(tableau, care)))


def score_game(players: Sequence[str], rounds: Iterable[Mapping[str, Tableau]]) -> dict[str, Score]:
    """Return the score of each player; a player may be missing in a round."""
    scored = [score_round(tableaus) for tableaus in rounds]
    return {player: Score(tuple(each[player] for each in scored if player in each)) for player in players}


def make_outcome(scores: Mapping[str, Score]) -> Outcome:
    """Return the players with the best total, [S] who win; [OURS] together if there are several."""
    best = max(score.total for score in scores.values())
    winners = tuple(player for player, score in scores.items() if score.total == best)
    return Outcome("virus_and_co.game.best" if len(winners) == 1 else "virus_and_co.game.tie", winners)


def _list_lines(tableau: Tableau, care: tuple[str, ...]) -> Iterator[ScoreLine]:
    if tableau.in_care:
        yield ScoreLine(Sentence("tally.care"), CARE)
        return
    if tableau.viruses:
        cards = Listed(
            f"{virus} = {virus.points}" if virus.injections else virus.text for virus in tableau.viruses
        )
        yield ScoreLine(Sentence("tally.viruses", cards=cards), -tableau.points)
    if tableau.pills.number:
        yield ScoreLine(Sentence("tally.pills", **tableau.pills._asdict()), tableau.pills.points)
    for card, is_right in tableau.judge_predictions(care).items():
        key = f"tally.{card}.{'right' if is_right else 'wrong'}"
        sentence = Sentence(key, player=tableau.predictions[card])
        yield ScoreLine(sentence, RIGHT_PILL if is_right else WRONG_PILL)


@dataclass(frozen=True, slots=True)
class Passing:
    """A card on its way round the table."""

    card: str
    """Notation; empty for a risk card, which is face down."""
    holder: int
    """Player who has to keep or refuse it."""
    giver: int
    refusals: int = 0
    stakes: tuple[Pills, ...] = ()
    """Pills that each player has paid so far; empty for risk cards, which are paid for at once."""

    @property
    def is_risk(self) -> bool:
        return not self.card


@dataclass(frozen=True, slots=True)
class Effect:
    """A kept risk card while players still have to choose."""

    keeper: int
    risk: str = ""
    """Empty until it is turned up."""
    card: str = ""
    """Notation."""
    waiting: tuple[int, ...] = ()
    """Players who still have to choose."""
    pills: Pills = NO_PILLS
    """Pills that TESTPERSON may still take."""


@dataclass(frozen=True)
class State:
    """Players are numbers, clockwise: the left neighbour of 0 is 1."""

    players: tuple[str, ...] = ()
    length: int = 0
    """Rounds of the game."""
    tableaus: tuple[Tableau, ...] = ()
    hands: tuple[int, ...] = ()
    """Number of risk cards of each player."""
    pharmacy: Pills = NO_PILLS
    piles: tuple[int, ...] = (0, 0)
    """Number of cards in the left and the right pile."""
    unseen: Cards = NO_CARDS
    """Cards of both piles."""
    risks: Cards = NO_CARDS
    """Risk cards not yet turned up: in the hands, or left over."""
    opened: tuple[str, ...] = ("", "")
    """Open card of each pile; empty for none."""
    active: int = 0
    has_paid_slip: bool = False
    """The active player has paid for the forgotten slip in this turn."""
    skips: int = 0
    """Consecutive turns without a card."""
    passing: Passing | None = None
    effect: Effect | None = None
    doctor: int | None = None
    """Player who has HERR DOKTOR."""
    paid_doctor: tuple[int, ...] = ()
    """Players who have paid for the missing title in this turn."""
    done: tuple[tuple[Tableau, ...], ...] = ()
    """Tableaus at the end of each round."""
    turn: int = 1
    """Turn of the game, from 1."""

    def __post_init__(self) -> None:
        check_seats(self.players, tableaus=self.tableaus, hands=self.hands)
        if sum(self.piles) != len(self.unseen):
            raise ValueError(f"`piles` have {sum(self.piles)} cards, but `unseen` has {len(self.unseen)}")

    @property
    def is_over(self) -> bool:
        return len(self.done) == self.length

    @property
    def to_turn_up(self) -> int | None:
        """Pile whose next card must be turned up, the left one first."""
        for side in (0, 1):
            if not self.opened[side] and self.piles[side]:
                return side
        return None

    @property
    def finished_rounds(self) -> list[dict[str, Tableau]]:
        """Tableaus by player at the end of each round."""
        return [dict(zip(self.players, tableaus, strict=True)) for tableaus in self.done]

    @property
    def rounds(self) -> list[dict[str, Tableau]]:
        """Tableaus by player at the end of each round, and now if the game goes on."""
        now = () if self.is_over else (dict(zip(self.players, self.tableaus, strict=True)),)
        return [*self.finished_rounds, *now]

    def left_of(self, player: int) -> int:
        return (player + 1) % len(self.players)

    def right_of(self, player: int) -> int:
        return (player - 1) % len(self.players)

    def others(self, player: int) -> tuple[int, ...]:
        return tuple([other for other in range(len(self.players)) if other != player])

    def number(self, name: str) -> int:
        """Return the number of a player; -1 for an unknown name."""
        return self.players.index(name) if name in self.players else -1


replace_state = make_replace(State)


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
