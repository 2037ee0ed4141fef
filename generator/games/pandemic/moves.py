"""The moves of a game and their notation, one line a move. [S] A log names cities, cards and roles.

drive Chicago · fly Lagos · charter Tokyo · shuttle Paris    the own pawn; `move Bo drive Chicago` another's
move Bo to Paris                      the Dispatcher: where another pawn is
fly Tokyo with Lima                   the Operations Expert, from a station, for any city card
build · build from Paris              a station; all being used, one from elsewhere
treat blue · cure red Osaka, Tokyo, ...
give Chicago to Bo · take Chicago from Bo · recall airlift · pass · discard Lima
airlift Bo to Cairo · forecast · government grant Cairo · one quiet night · resilient population Lima
next Lagos                            a Forecast is put back, the top card first
begin                                 hands being unknown, who has the largest city says so
infect Lagos · role Bo medic · deal Bo Lima · draw Lima · epidemic · intensify · look Lagos        nature
deal Bo ? · draw ?                    a card that the log does not know, and no epidemic
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.games.pandemic.plan import Plan, name_role
from generator.games.pandemic.state import NOBODY, Cards

Verb: TypeAlias = Literal[
    "drive",
    "fly",
    "charter",
    "shuttle",
    "join",
    "operate",
    "build",
    "treat",
    "give",
    "take",
    "cure",
    "recall",
    "pass",
    "discard",
    "airlift",
    "forecast",
    "grant",
    "quiet",
    "resilient",
    "next",
    "begin",
    "infect",
    "role",
    "deal",
    "draw",
    "epidemic",
    "intensify",
    "look",
]

PAWN_VERBS: tuple[Verb, ...] = ("drive", "fly", "charter", "shuttle")
EVENT_VERBS: tuple[Verb, ...] = ("airlift", "forecast", "grant", "quiet", "resilient")
"""In the order of plan.EVENTS."""

UNKNOWN = -1
"""The card of `deal Bo ?` and `draw ?`."""


@dataclass(frozen=True, slots=True)
class Move:
    """What an actor does. Cities and cards are numbers of the plan, players those of the table."""

    verb: Verb
    text: str
    to: int = NOBODY
    """A city, a card, a colour or a role."""
    seat: int = NOBODY
    """Whose pawn is moved, where it is not one's own; the other player, where there is one."""
    other: int = NOBODY
    """Where a station comes from; the card that a flight of the Operations Expert costs."""
    cards: Cards = ()
    """For a cure."""


class Book:
    """The moves of one table, each made once, since a game makes the same ones over and over again."""

    def __init__(self, plan: Plan, players: tuple[str, ...]) -> None:
        self.plan = plan
        self.players = tuple(" ".join(player.split()) for player in players)
        self._made: dict[tuple[Verb, int, int, int, Cards], Move] = {}
        self._by_number: dict[tuple[Verb, int, int], tuple[Move, ...]] = {}

    def make(
        self, verb: Verb, to: int = NOBODY, seat: int = NOBODY, other: int = NOBODY, cards: Cards = ()
    ) -> Move:
        key = (verb, to, seat, other, cards)
        found = self._made.get(key)
        if found is None:
            text = _TEXTS[verb](self, key)
            found = self._made[key] = Move(verb, text, to, seat, other, cards)
        return found

    def by_number(self, verb: Verb, seat: int = NOBODY, other: int = NOBODY) -> tuple[Move, ...]:
        """All moves of a verb: by the number of the city, the card or the role that it goes with."""
        found = self._by_number.get((verb, seat, other))
        if found is None:
            numbers = range(len(self.plan.roles if verb == "role" else self.plan.cards))
            found = tuple(self.make(verb, number, seat, other) for number in numbers)
            self._by_number[verb, seat, other] = found
        return found

    def elsewhere(self, verb: Verb, city: int, seat: int = NOBODY, other: int = NOBODY) -> tuple[Move, ...]:
        """To every other city."""
        moves = self.by_number(verb, seat, other)
        return moves[:city] + moves[city + 1 : len(self.plan.cities)]

    def name(self, card: int) -> str:
        return self.plan.names[card] if card != UNKNOWN else "?"


_Key: TypeAlias = tuple[Verb, int, int, int, Cards]


def _say_travel(book: Book, key: _Key) -> str:
    verb, to, seat, _, _ = key
    words = f"{verb} {book.name(to)}"
    return words if seat == NOBODY else f"move {book.players[seat]} {words}"


def _say_station(words: str) -> Callable[[Book, _Key], str]:
    def say(book: Book, key: _Key) -> str:
        _, to, _, other, _ = key
        city = f" {book.name(to)}" if to != NOBODY else ""
        return f"{words}{city}" + (f" from {book.name(other)}" if other != NOBODY else "")

    return say


def _say_cure(book: Book, key: _Key) -> str:
    _, colour, _, _, cards = key
    return f"cure {book.plan.colours[colour]} {', '.join(book.name(card) for card in cards)}".rstrip()


_TEXTS: Mapping[Verb, Callable[[Book, _Key], str]] = {
    "drive": _say_travel,
    "fly": _say_travel,
    "charter": _say_travel,
    "shuttle": _say_travel,
    "join": lambda book, key: f"move {book.players[key[2]]} to {book.name(key[1])}",
    "operate": lambda book, key: f"fly {book.name(key[1])} with {book.name(key[3])}",
    "build": _say_station("build"),
    "treat": lambda book, key: f"treat {book.plan.colours[key[1]]}",
    "give": lambda book, key: f"give {book.name(key[1])} to {book.players[key[2]]}",
    "take": lambda book, key: f"take {book.name(key[1])} from {book.players[key[2]]}",
    "cure": _say_cure,
    "recall": lambda book, key: f"recall {book.name(key[1])}",
    "pass": lambda book, key: "pass",
    "discard": lambda book, key: f"discard {book.name(key[1])}",
    "airlift": lambda book, key: f"airlift {book.players[key[2]]} to {book.name(key[1])}",
    "forecast": lambda book, key: "forecast",
    "grant": _say_station("government grant"),
    "quiet": lambda book, key: "one quiet night",
    "resilient": lambda book, key: f"resilient population {book.name(key[1])}",
    "next": lambda book, key: f"next {book.name(key[1])}",
    "begin": lambda book, key: "begin",
    "infect": lambda book, key: f"infect {book.name(key[1])}",
    "role": lambda book, key: f"role {book.players[key[2]]} {name_role(book.plan.roles[key[1]])}",
    "deal": lambda book, key: f"deal {book.players[key[2]]} {book.name(key[1])}",
    "draw": lambda book, key: f"draw {book.name(key[1])}",
    "epidemic": lambda book, key: "epidemic",
    "intensify": lambda book, key: "intensify",
    "look": lambda book, key: f"look {book.name(key[1])}",
}
