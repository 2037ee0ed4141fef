"""The state of a game of Virus & Co. as all players see it; hidden cards are face down."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from typing import NamedTuple

from generator.model.values import dataclass
from generator.rules.core import Listed, Outcome, Round, Score, ScoreLine, Sentence, Value
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
