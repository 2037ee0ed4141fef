"""A table of Pandemic in numbers: the data of its kit that the rules need, and the state of a game.

In the rules, cities, cards, and colours are numbers: a city has the number of its card, events follow the
cities, and colours are in the order of their cubes. [S] In logs they have names, with a move on each line.

Cards are sorted tuples of numbers; a hand may also have cards that are unknown to the log. The infection deck
has layers, the top first, each shuffled separately. The order of the player deck is unknown: the state has
only the sizes of its piles and the unseen cards.
"""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import count
from types import MappingProxyType, SimpleNamespace
from typing import Any, Literal, TypeAlias

from generator.model.elements.areas import MapArea, TrackArea
from generator.model.kit import Kit, Piece
from generator.model.texts.wordings import make_plain_text
from generator.model.values import dataclass, field
from generator.rules import notation
from generator.rules.core import Listed, NoRules, RulesError, Sentence, require
from generator.rules.game import list_areas, list_pieces, read_number
from generator.rules.notation import NotationReader, read_names
from generator.rules.states import Odds, change, check_apart, check_seats, make_replace, remembered

CardNumbers: TypeAlias = tuple[int, ...]
NOBODY = -1

EVENTS: Mapping[str, str] = {
    "airlift": "airlift",
    "forecast": "forecast",
    "grant": "government_grant",
    "quiet": "one_quiet_night",
    "resilient": "resilient_population",
}
"""Ids of event cards by the verb that plays them."""
Phase: TypeAlias = Literal[
    "infecting", "roles", "dealing", "beginning", "actions", "draw", "bottom", "next", "intensify", "infect"
]
"""Phases of the set-up, to `beginning`, then of a turn. In `bottom`, the bottom card of an epidemic is drawn;
in `next`, events can be played before the second epidemic of the same draw."""
_Decision: TypeAlias = Literal["consent", "next", "begin", "limit", "actions", "event"]
WON, LOST_BY_CARDS = "pandemic.end.won", "pandemic.draw.cards"
LOST_BY_CUBES, LOST_BY_OUTBREAKS = "pandemic.supply.lost", "pandemic.outbreak.lost"
"""Rules by which a game ends."""


class PandemicRole:
    """Ids of the roles that have rules, as plain strings: simulations compare them millions of times."""

    PLANNER = "contingency_planner"
    DISPATCHER = "dispatcher"
    MEDIC = "medic"
    OPERATIONS = "operations_expert"
    QUARANTINE = "quarantine_specialist"
    RESEARCHER = "researcher"
    SCIENTIST = "scientist"
    ALL = (PLANNER, DISPATCHER, MEDIC, OPERATIONS, QUARANTINE, RESEARCHER, SCIENTIST)

    @classmethod
    def count_cure_cards(cls, role: str) -> int:
        """[S] Return 5; 4 for the Scientist."""
        return 4 if role == cls.SCIENTIST else 5


LEVELS: Mapping[str, int] = {"standard": 5, "introductory": 4, "heroic": 6}
"""[S] Epidemics by difficulty, the default first."""


class Numbers:
    """[S] Numbers in the rules."""

    HANDS: Mapping[int, int] = MappingProxyType({2: 4, 3: 3, 4: 2})
    """Cards dealt to each player, by the number of players."""
    FIRST_CUBES = (3, 3, 3, 2, 2, 2, 1, 1, 1)
    """Cubes of the set-up, one city each."""
    MOST_IN_CITY = 3
    """Cubes of one colour."""
    ACTIONS = 4
    DRAWS = 2
    HAND_LIMIT = 7
    FORECAST_CARDS = 6


FAR = 99
"""Number of links to a city that cannot be reached."""


@dataclass(frozen=True)
class PandemicData:
    """A kit as the rules use it."""

    kit: Kit
    cities: tuple[str, ...]
    """Ids; `colour_of`, `population`, and `links` are by city."""
    colour_of: tuple[int, ...]
    population: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    colours: tuple[str, ...]
    cubes: tuple[int, ...]
    """Number of cubes by colour."""
    events: tuple[str, ...]
    roles: tuple[str, ...]
    stations: int
    rates: tuple[int, ...]
    most_outbreaks: int
    """Last field of the track, on which the game is lost."""
    epidemics: int
    """Number of printed epidemics."""
    start: int
    """City of the first station and of all pawns."""
    board: str
    area: str
    """Ids of the board and of its map."""
    areas: frozenset[str]
    """Ids of all areas of the board."""
    tracks: Mapping[str, TrackArea]

    @cached_property
    def near(self) -> tuple[int, ...]:
        """Each city with its neighbours, as bits."""
        linked = enumerate(self.links)
        return tuple(sum((1 << other for other in others), 1 << city) for city, others in linked)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        return (*self.cities, *self.events)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the cards in logs."""
        return (*map(name_city, self.cities), *map(name_role, self.events))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Wording keys of the cards."""
        return (*(f"city.{id}" for id in self.cities), *(f"event.{id}.name" for id in self.events))

    @cached_property
    def card_words(self) -> tuple[Sentence | str, ...]:
        """Printed names of the cards; the names in logs if the kit has no wording for them."""
        return tuple(map(self._word, self.keys, self.names))

    @cached_property
    def colour_words(self) -> tuple[Sentence | str, ...]:
        return tuple(self._word(f"disease.{colour}", colour) for colour in self.colours)

    @remembered
    def tell_cubes(self, key: str, city: int, colour: int, /, **numbers: int) -> Sentence:
        """Return the sentence about the cubes of a colour in a city."""
        return Sentence(key, city=self.card_words[city], colour=self.colour_words[colour], **numbers)

    def role_word(self, role: str) -> Sentence | str:
        return self._word(f"role.{role}.name", name_role(role))

    def _word(self, key: str, plain: str) -> Sentence | str:
        known = all(key in wording for wording in self.kit.wordings.values())
        return Sentence(key) if known else plain

    @cached_property
    def readers(self) -> Mapping[str, NotationReader[int]]:
        """Readers of names in the spelling of logs, and in all loaded languages."""
        names = [*self._list_words(self.keys), *zip(self.names, count())]
        card = read_names(names)
        city = read_names(pair for pair in names if pair[1] < len(self.cities))
        colours = self._list_words(f"disease.{colour}" for colour in self.colours)
        return {
            "card": card,
            "cost": card,
            "city": city,
            "source": city,
            "colour": read_names([*colours, *zip(self.colours, count())]),
            "role": read_names(
                [
                    *self._list_words(f"role.{role}.name" for role in self.roles),
                    *zip(map(name_role, self.roles), count()),
                ]
            ),
        }

    def _list_words(self, keys: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Yield the printed names in all languages, with their numbers."""
        for number, key in enumerate(keys):
            for wording in self.kit.wordings.values():
                if key in wording:
                    yield make_plain_text(wording.format(key)), number

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """Difficulties for which enough epidemics are printed."""
        return {level: number for level, number in LEVELS.items() if number <= self.epidemics}

    @cached_property
    def cure_fields(self) -> Mapping[int, str]:
        """Ids of the printed fields for cures, by colour."""
        fields = self.tracks["cures"].fields if "cures" in self.tracks else ()
        marked = {mark: field.id for field in fields for mark in field.marks}
        ids = {colour: marked.get(f"cure_{name}", "") for colour, name in enumerate(self.colours)}
        return {colour: id for colour, id in ids.items() if id}

    @property
    def all_colours(self) -> int:
        """All colours as bits."""
        return (1 << len(self.colours)) - 1

    @remembered
    def measure(self, starts: CardNumbers, hubs: CardNumbers = ()) -> Sequence[int]:
        """Return the number of links from the nearest of some cities to each city; hubs are all linked."""
        steps = [FAR] * len(self.cities)
        waiting = [*starts]
        for city in waiting:
            steps[city] = 0
        for city in waiting:
            others = self.links[city]
            for other in (*others, *hubs) if city in hubs else others:
                if steps[other] == FAR:
                    steps[other] = steps[city] + 1
                    waiting.append(other)
        return steps

    def parse_roles(self, players: Sequence[str], text: str) -> tuple[str, ...]:
        """Parse `Ana medic, Bo scientist`; "" for players who draw a role. Raises RulesError."""
        roles_of = dict.fromkeys(players, "")
        for piece in map(str.strip, text.split(",") if text.strip() else ()):
            named = [player for player in players if piece.startswith(f"{player} ")]
            player = max(named, key=len, default="")
            role = self.readers["role"].read(piece[len(player) :], False) if player else None
            if role is None or roles_of[player] or self.roles[role] in roles_of.values():
                known = Listed(map(self.role_word, self.roles))
                raise RulesError("log.value", key=Sentence("option.roles"), value=piece[:60], known=known)
            roles_of[player] = self.roles[role]
        return tuple(roles_of.values())

    def event(self, verb: str) -> int:
        """Return the number of the event card that a verb plays; NOBODY if it is not printed."""
        id = EVENTS[verb]
        return len(self.cities) + self.events.index(id) if id in self.events else NOBODY


def name_city(id: str) -> str:
    """Return the id in words, which no language changes: `Sao Paulo`."""
    return " ".join(word.capitalize() for word in id.split("_"))


def name_role(id: str) -> str:
    return id.replace("_", " ")


def share_out(number: int, piles: int) -> tuple[int, ...]:
    """[S] Return sizes of piles, as even as possible, from the top; the smaller piles are at the bottom."""
    each, over = divmod(number, piles)
    return (each + 1,) * over + (each,) * (piles - over)


def read_data(kit: Kit) -> PandemicData:
    """Raise NoRules if the kit lacks something that the rules need, or has something unknown to them."""
    maps = list_areas(kit, MapArea)
    require(maps, "no board has a map with cities")
    board, area = maps[0]
    tracks = {track.id: track for _, track in list_areas(kit, TrackArea)}
    for id in ("infection_rate", "outbreaks"):
        require(id in tracks, f"no board has a track `{id}`")
    cities = tuple(place.id for place in area.places)
    links = {place.id: {cities.index(id) for id in place.neighbours} for place in area.places}
    counts: Counter[str] = Counter()
    for piece in list_pieces(kit):
        counts[piece.id] += piece.count
    cubes = {id.removeprefix("cube_"): number for id, number in counts.items() if id.startswith("cube_")}
    require(cubes, "no piece has an id such as `cube_blue`")
    for kind in sorted({place.kind for place in area.places} - {*cubes}):
        raise NoRules(f"there are no cubes `cube_{kind}` for the cities of this colour")
    start = [number for number, place in enumerate(area.places) if "start" in place.marks]
    require(len(start) == 1, f"one city must have the mark `start`, {len(start)} have it")
    cards = _list_cards(kit, "city_cards", cities)
    _list_cards(kit, "infection_cards", cities)
    rates = [field.label for field in tracks["infection_rate"].fields]
    is_read = all(rate.isdecimal() and len(rate) < 3 for rate in rates)
    require(is_read, "the fields of the track `infection_rate` must be numbers")
    colours = tuple(cubes)
    return PandemicData(
        kit=kit,
        cities=cities,
        colour_of=tuple(colours.index(place.kind) for place in area.places),
        population=tuple(
            read_number(cards[city], "population", pattern=r"\d{1,12}", example="a number") for city in cities
        ),
        links=tuple(tuple(sorted(others)) for others in links.values()),
        colours=colours,
        cubes=tuple(cubes.values()),
        events=_list_event_ids(kit),
        roles=_list_roles(kit),
        stations=counts["station"],
        rates=tuple(map(int, rates)),
        most_outbreaks=len(tracks["outbreaks"].fields) - 1,
        epidemics=counts["epidemic"],
        start=start[0],
        board=board.id,
        area=area.id,
        areas=frozenset(each.id for each in board.areas),
        tracks=tracks,
    )


def check_enough(data: PandemicData) -> None:
    """Raise NoRules if the set-up would run out of cards, or no game could be won."""
    hands = max(number * hand for number, hand in Numbers.HANDS.items())
    for things, number, needed in (
        ("epidemics", data.epidemics, min(LEVELS.values())),
        ("cities and events for the hands", len(data.cards), hands),
        ("cities for the set-up", len(data.cities), len(Numbers.FIRST_CUBES)),
        ("pieces `station`", data.stations, 1),
        ("roles", len(data.roles), max(Numbers.HANDS)),
    ):
        require(number >= needed, f"the rules need {needed} {things}, but there are {number}")


def _list_cards(kit: Kit, part: str, cities: Sequence[str]) -> Mapping[str, Piece]:
    cards = {piece.id: piece for piece in list_pieces(kit, part)}
    for city in cities:
        has_one = city in cards and cards[city].count == 1
        require(has_one, f"`{part}` must have one card of `{city}`")
    for id in cards:
        require(id in cities, f"`{part}` has a card of `{id}`, which is not a city on the board")
    return cards


def _list_event_ids(kit: Kit) -> tuple[str, ...]:
    counts = {piece.id: piece.count for piece in list_pieces(kit, "player_cards") if piece.id != "epidemic"}
    known = ", ".join(EVENTS.values())
    for id, number in counts.items():
        is_known = id in EVENTS.values() and number == 1
        require(is_known, f"the events must be one each of {known}, not `{id}`")
    return tuple(counts)


def _list_roles(kit: Kit) -> tuple[str, ...]:
    roles = {piece.id: None for piece in list_pieces(kit, "role_cards") if piece.id != "reference"}
    for role in roles:
        require(role in PandemicRole.ALL, f"there is no rule for the role `{role}`")
    return tuple(roles)


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


def list_pandemic_numbers(data: PandemicData) -> Mapping[str, int]:
    """Return the numbers of the rules by the names that kit.yaml has for them."""
    high, middle, low = sorted(set(Numbers.FIRST_CUBES), reverse=True)
    return {
        "actions": Numbers.ACTIONS,
        "draws": Numbers.DRAWS,
        "hand_limit": Numbers.HAND_LIMIT,
        "most_cubes": Numbers.MOST_IN_CITY,
        "forecast_cards": Numbers.FORECAST_CARDS,
        "cure_cards": PandemicRole.count_cure_cards(""),
        "scientist_cards": PandemicRole.count_cure_cards(PandemicRole.SCIENTIST),
        "high_cubes": high,
        "middle_cubes": middle,
        "low_cubes": low,
        "infected_alike": Numbers.FIRST_CUBES.count(high),
        "infected": len(Numbers.FIRST_CUBES),
        "setup_cubes": sum(Numbers.FIRST_CUBES),
        "diseases": len(data.colours),
        "all_cities": len(data.cities),
        "stations": data.stations,
        "first_rate": data.rates[0],
        "lost_outbreaks": data.most_outbreaks,
        **{f"hand_{players}": cards for players, cards in Numbers.HANDS.items()},
        **LEVELS,
    }


@dataclass(frozen=True)
class State:
    """Players are numbers, clockwise: the left neighbour of 0 is 1."""

    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    """Ids; empty before they are drawn."""
    pawns: tuple[int, ...] = ()
    """Cities."""
    hands: tuple[CardNumbers, ...] = ()
    unknown: tuple[int, ...] = ()
    """Number of unknown cards in each hand."""
    unseen: CardNumbers = ()
    """Player cards in the deck or unknown in hands, without epidemics."""
    piles: tuple[tuple[int, int], ...] = ()
    """Player deck, the top first: number of other cards and epidemics in each pile."""
    infections: tuple[CardNumbers, ...] = ()
    """Layers of the infection deck, the top first; none is empty."""
    cubes: bytes = b""
    """Number of cubes by city, then by colour."""
    supply: tuple[int, ...] = ()
    """Number of cubes left by colour."""
    stations: CardNumbers = ()
    epidemics: int = 0
    """Number of epidemics in the deck at the beginning."""
    phase: Phase = "infecting"
    left: int = 0
    """Actions, cards to draw, or cities to infect in this part of the turn."""
    turn: int = 0
    """From 1; 0 in the set-up."""
    active: int = NOBODY
    infected: CardNumbers = ()
    """Infection discards; `removed` has the infection cards out of the game."""
    removed: CardNumbers = ()
    discards: CardNumbers = ()
    """Player discards; `gone` has the events out of the game."""
    gone: CardNumbers = ()
    stored: int = NOBODY
    """Event on the Contingency Planner's card."""
    cured: int = 0
    """Colours as bits, like `eradicated`."""
    eradicated: int = 0
    outbreaks: int = 0
    increases: int = 0
    """Number of epidemics that have begun."""
    pending: int = 0
    """Number of drawn epidemics that are not finished."""
    is_quiet: bool = False
    """The next infections are skipped."""
    has_flown: bool = False
    """The Operations Expert has made the flight of this turn."""
    seer: int = NOBODY
    """Player of a Forecast."""
    to_see: int = 0
    """Number of its cards not yet looked at."""
    seen: CardNumbers = ()
    """Cards looked at and not put back."""
    back: CardNumbers = ()
    """Cards put back, the top first."""
    asks_consent: bool = False
    """Players are asked for their consent; otherwise it is assumed."""
    asked: tuple[int, PandemicMove] | None = None
    """A player, and the move that another player must agree to."""
    refused: tuple[PandemicMove, ...] = ()
    """Moves refused in this turn."""
    end: str = ""
    """Rule that has ended the game."""
    is_won: bool = False

    def __post_init__(self) -> None:
        check_seats(self.players, roles=self.roles, pawns=self.pawns, hands=self.hands, unknown=self.unknown)
        stored = () if self.stored == NOBODY else (self.stored,)
        hands = {f"hands of {player}": cards for player, cards in zip(self.players, self.hands, strict=True)}
        check_apart(**hands, unseen=self.unseen, discards=self.discards, gone=self.gone, stored=stored)
        layers = {f"infections {number}": cards for number, cards in enumerate(self.infections)}
        check_apart(**layers, infected=self.infected, removed=self.removed, seen=self.seen)
        check_apart(stations=self.stations)

    @property
    def is_over(self) -> bool:
        return self.end != ""

    @property
    def deck_size(self) -> int:
        return sum(map(sum, self.piles))

    def number(self, name: str) -> int:
        return self.players.index(name) if name in self.players else NOBODY

    def hand_size(self, seat: int) -> int:
        return len(self.hands[seat]) + self.unknown[seat]

    def may_hold(self, seat: int, card: int) -> bool:
        return card in self.hands[seat] or (self.unknown[seat] > 0 and card in self.unseen)

    def list_holdable(self, seat: int) -> CardNumbers:
        hand = self.hands[seat]
        return tuple(sorted(hand + self.unseen)) if self.unknown[seat] else hand

    def over_limit(self) -> tuple[int, ...]:
        return tuple([seat for seat in range(len(self.hands)) if self.hand_size(seat) > Numbers.HAND_LIMIT])


replace_state = make_replace(State)


def put(cards: CardNumbers, card: int) -> CardNumbers:
    """Return the cards with one more."""
    more = [*cards]
    insort(more, card)
    return tuple(more)


def take(cards: CardNumbers, card: int) -> CardNumbers:
    """Return the cards without one of them."""
    place = bisect_left(cards, card)
    return cards[:place] + cards[place + 1 :]


def gain_card(state: State, seat: int, card: int, **changes: Any) -> State:
    """Add an unseen card or UNKNOWN to a hand, and change other fields in the same step."""
    if card == UNKNOWN:
        return replace_state(state, unknown=change(state.unknown, seat, state.unknown[seat] + 1), **changes)
    hands = change(state.hands, seat, put(state.hands[seat], card))
    return replace_state(state, hands=hands, unseen=take(state.unseen, card), **changes)


def lose_card(state: State, seat: int, card: int, **changes: Any) -> State:
    """Remove a card from a hand that may contain it, and change other fields in the same step."""
    hand = state.hands[seat]
    if card in hand:
        return replace_state(state, hands=change(state.hands, seat, take(hand, card)), **changes)
    unknown = change(state.unknown, seat, state.unknown[seat] - 1)
    return replace_state(state, unknown=unknown, unseen=take(state.unseen, card), **changes)


def discard(state: State, seat: int, card: int, **changes: Any) -> State:
    return lose_card(state, seat, card, discards=put(state.discards, card), **changes)


def count_cubes(data: PandemicData, state: State, city: int, colour: int) -> int:
    return state.cubes[city * len(data.colours) + colour]


def list_cubes(data: PandemicData, state: State, city: int) -> bytes:
    """Return the number of cubes in a city by colour."""
    colours = len(data.colours)
    return state.cubes[city * colours : (city + 1) * colours]


def is_quiet_moment(state: State) -> bool:
    """[P] Return True if events may be played, which is forbidden between drawing and resolving a card."""
    if state.seer != NOBODY:
        return False
    phase = state.phase
    return state.left == Numbers.DRAWS if phase == "draw" else phase in ("actions", "infect", "next")


def list_seats_over_limit(state: State) -> tuple[int, ...]:
    """Return the seats with too many cards, who must discard now."""
    return state.over_limit() if not state.end and is_quiet_moment(state) else ()


def name_decision(state: State, seat: int) -> _Decision:
    """Return the kind of decision that a player with legal moves must make."""
    if state.asked:
        return "consent"
    if state.seer != NOBODY:
        return "next"
    if state.phase == "beginning":
        return "begin"
    if len(state.hands[seat]) + state.unknown[seat] > Numbers.HAND_LIMIT and is_quiet_moment(state):
        return "limit"
    return "actions" if state.phase == "actions" and seat == state.active else "event"


def find_rate(data: PandemicData, epidemics: int) -> int:
    """[S] Return the number of cities infected in a turn; at the end of its track the marker stays."""
    return data.rates[min(epidemics, len(data.rates) - 1)]
