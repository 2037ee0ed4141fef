"""The moves of Pandemic and their notation, one line per move. [S] Logs name cities, cards, and roles."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from types import SimpleNamespace
from typing import Any

from generator.games.pandemic.data import NOBODY, CardNumbers, PandemicData, name_role
from generator.model.values import dataclass, field
from generator.rules import notation
from generator.rules.odds import Odds
from generator.rules.states import remembered

DEEDS: Mapping[str, str] = {
    "drive": "[move {pawn} ](drive|ferry) {city}",
    "fly": "[move {pawn} ](fly|direct flight) {city}",
    "charter": "[move {pawn} ](charter|charter flight) {city}",
    "shuttle": "[move {pawn} ](shuttle|shuttle flight) {city}",
    "join": "move {player} to {city}",
    "operate": "(fly|direct flight) {city} with {cost}",
    "build": "build[ {here}][ from {source}]",
    "treat": "treat {colour}",
    "give": "give {card} to {player}",
    "take": "take {card} from {player}",
    "cure": "cure {colour}[ {cards}]",
    "recall": "recall {card}",
    "pass": "pass!",
    "discard": "discard {card}",
    "airlift": "airlift {player} to {city}",
    "forecast": "forecast[ {order}]",
    "grant": "(government grant|grant) {city}[ from {source}]",
    "quiet": "(one quiet night)",
    "resilient": "(resilient population) {city}",
    "next": "next {city}",
    "begin": "begin",
    "agree": "agree",
    "refuse": "refuse",
}
"""Notation of the moves of players. `move` names the pawn of another player."""
CHANCES: Mapping[str, str] = {
    "infect": "infect {city}",
    "role": "role {player} {role}",
    "deal": "deal {player} {drawn}",
    "draw": "draw {drawn}",
    "epidemic": "(epidemic|draw epidemic)",
    "intensify": "intensify",
    "look": "look {city}",
}
"""Notation of the moves of nature. `?` is an unknown card other than an epidemic."""
_NOTATION = {**DEEDS, **CHANCES}
_FIELDS: Mapping[str, str] = {
    **dict.fromkeys(("city", "card", "colour", "role", "drawn"), "to"),
    **dict.fromkeys(("player", "pawn"), "seat"),
    **dict.fromkeys(("source", "cost"), "other"),
    **dict.fromkeys(("cards", "order"), "cards"),
}
"""Fields of moves by fields of the notation."""

UNKNOWN, _UNKNOWN_NAME = NOBODY, "?"
"""The card of `deal Bo ?` and `draw ?`."""


@dataclass(frozen=True)
class PandemicMove:
    """Move of a player or of nature. Cities and cards are numbers of the data, players those of the table."""

    verb: str
    to: int = NOBODY
    """City, card, colour, or role."""
    seat: int = NOBODY
    """Another player: the owner of the pawn, or the partner of a share."""
    other: int = NOBODY
    """City from which a station is moved; card discarded by the Operations Expert for a flight."""
    cards: CardNumbers = ()
    """Cards of a cure; cities of a Forecast, the top card first."""
    write: Callable[["PandemicMove"], str] = field(kw_only=True, compare=False, repr=False)
    """Function that returns the text of the move."""

    @cached_property
    def text(self) -> str:
        """The notation of the move; simulations never ask for it."""
        return self.write(self)


class Book:
    """Moves of one table, each made once, since games repeat them often."""

    def __init__(self, data: PandemicData, players: tuple[str, ...]) -> None:
        self.data = data
        self.make = cache(partial(PandemicMove, write=self._write))
        self.players = tuple(" ".join(player.split()) for player in players)
        self.deeds, self.chances = self._make_forms(DEEDS), self._make_forms(CHANCES)
        self._names: Mapping[str, tuple[str, ...]] = {
            **dict.fromkeys(("city", "card", "source", "cost", "drawn"), data.names),
            **dict.fromkeys(("player", "pawn"), self.players),
            "colour": data.colours,
            "role": tuple(map(name_role, data.roles)),
        }

    def _write(self, move: PandemicMove) -> str:
        named = ", ".join(self.data.names[card] for card in move.cards)
        values = {"cards": named, "order": named} if named else {}
        for name in self._names.keys() & notation.list_pattern_fields(_NOTATION[move.verb]):
            number = getattr(move, _FIELDS[name])
            if number != NOBODY:
                values[name] = self._names[name][number]
            elif name == "drawn":
                values[name] = _UNKNOWN_NAME
        return notation.write_move(_NOTATION[move.verb], SimpleNamespace(**values))

    @remembered
    def by_number(self, verb: str, seat: int = NOBODY, other: int = NOBODY) -> tuple[PandemicMove, ...]:
        """Return all moves of a verb, by the number of their city, card, or role."""
        numbers = range(len(self.data.roles if verb == "role" else self.data.cards))
        return tuple(self.make(verb, number, seat, other) for number in numbers)

    @remembered
    def drives(self, city: int, seat: int) -> tuple[PandemicMove, ...]:
        """Return the moves of a pawn to all linked cities."""
        moves = self.by_number("drive", seat)
        return tuple(moves[other] for other in self.data.links[city])

    @remembered
    def elsewhere(
        self, verb: str, city: int, seat: int = NOBODY, other: int = NOBODY
    ) -> tuple[PandemicMove, ...]:
        """Return the moves to every other city."""
        moves = self.by_number(verb, seat, other)
        return moves[:city] + moves[city + 1 : len(self.data.cities)]

    @cached_property
    def readers(self) -> notation.Readers:
        """Readers of all fields that do not depend on the state."""
        return {
            **self.data.readers,
            "player": notation.read_names((name, seat) for seat, name in enumerate(self.players)),
            "drawn": notation.NotationReader(self._read_drawn),
            "cards": notation.NotationReader(partial(self._read_cards, "card")),
            "order": notation.NotationReader(partial(self._read_cards, "city")),
        }

    @remembered
    def make_readers(self, seat: int, here: int) -> notation.Readers:
        """Return the readers of all fields for the player at a seat, whose pawn is in the city `here`."""
        player, city = self.readers["player"], self.readers["city"]

        def read_pawn(words: str, in_full: bool) -> object:
            owner = player.read(words, in_full)
            return NOBODY if owner == seat else owner

        def read_here(words: str, in_full: bool) -> int | None:
            return here if city.read(words, in_full) == here else None

        return {
            **self.readers,
            "pawn": notation.NotationReader(read_pawn),
            "here": notation.NotationReader(read_here),
        }

    def _make_forms(self, texts: Mapping[str, str]) -> tuple[notation.MovePattern[PandemicMove], ...]:
        return tuple(
            notation.MovePattern(text, partial(self._make_read, verb)) for verb, text in texts.items()
        )

    def _make_read(self, verb: str, **values: Any) -> PandemicMove:
        return self.make(verb, **{_FIELDS[name]: value for name, value in values.items() if name in _FIELDS})

    def _read_drawn(self, words: str, in_full: bool) -> int | None:
        is_unseen = notation.fold(words) in (_UNKNOWN_NAME, "unknown")
        return UNKNOWN if is_unseen else self.data.readers["card"].read(words, in_full)

    def _read_cards(self, kind: str, words: str, in_full: bool) -> CardNumbers | None:
        """Return the numbers of names separated by commas; cards are sorted."""
        numbers = [self.data.readers[kind].read(name.strip(), in_full) for name in words.split(",")]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            return None
        return tuple(sorted(known) if kind == "card" else known)


class Draws(Odds[PandemicMove]):
    """Odds of equally likely cards, and of at most one other move; listed only when needed."""

    __slots__ = ("_cards", "_extra", "_of_card", "_share")

    def __init__(
        self,
        of_card: Sequence[PandemicMove],
        cards: CardNumbers,
        *,
        share: int = 1,
        extra: PandemicMove | None = None,
        extra_share: int = 0,
    ) -> None:
        """Set the moves by number of their card, and the shares: `extra_share` is 0 without `extra`."""
        self._known = None
        self._of_card = of_card
        self._cards = cards
        self._share = share
        self._extra = extra
        self.total = share * len(cards) + extra_share

    def pick(self, number: int) -> PandemicMove:
        if not 0 <= number < self.total:
            raise IndexError(number)
        place = number // self._share
        if place < len(self._cards):
            return self._of_card[self._cards[place]]
        assert self._extra is not None, "all other shares belong to cards"
        return self._extra

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, PandemicMove):
            return False
        card = self._of_card[move.to] if move.to in self._cards else None
        return move in (card, self._extra)

    def _chances(self) -> Mapping[PandemicMove, Fraction]:
        if self._known is None:
            chances = {self._of_card[card]: Fraction(self._share, self.total) for card in self._cards}
            if self._extra is not None:
                chances[self._extra] = 1 - Fraction(self._share * len(self._cards), self.total)
            self._known = chances
        return self._known
