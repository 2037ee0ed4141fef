"""Scoring of tables: the rule violations that they show, and play that continues from them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from generator.games.pandemic.data import (
    LOST_BY_OUTBREAKS,
    NOBODY,
    UNKNOWN,
    WON,
    CardNumbers,
    Numbers,
    PandemicData,
    PandemicRole,
    State,
    find_rate,
    share_out,
)
from generator.games.pandemic.table import (
    CAUSES,
    SHARED_PART,
    FinishedTable,
    check_most,
    find_places,
    make_fault,
    make_form,
    score_table,
    take_table,
)
from generator.model.values import dataclass, replace
from generator.rules.core import Entry, Fault, Listed, Outcome, Problems, RulesError, Score, Sentence
from generator.rules.form import TOGETHER, FormScoring, say_hint, say_wrong


@dataclass(frozen=True, slots=True)
class Course:
    """Progress of the player deck."""

    size: int
    """Number of its cards when the game began."""
    ends: tuple[int, ...]
    """Number of cards above the end of each pile."""
    drawn: tuple[int, int] | None
    """Fewest and most cards drawn; None if unknown."""

    @property
    def starts(self) -> tuple[int, ...]:
        return (0, *self.ends[:-1])


def _get_course(data: PandemicData, table: FinishedTable) -> Course | None:
    """Return None if the number of players is unknown."""
    players = len(table.players)
    if players not in Numbers.HANDS:
        return None
    others = len(data.cards) - Numbers.HANDS[players] * players
    size = others + table.level
    ends = tuple(accumulate(number + 1 for number in share_out(others, table.level)))
    drawn = None
    if table.deck is not None:
        drawn = (size - table.deck, size - table.deck)
    elif table.turn is not None:
        drawn = (Numbers.DRAWS * max(table.turn - 1, 0), Numbers.DRAWS * table.turn)
    return Course(size, ends, drawn)


COMPARED = (
    *("outbreaks", "epidemics", "turn", "active", "deck", "cured", "eradicated", "stations"),
    *("infected", "removed", "discards", "gone", "stored", "lost"),
)
"""Keys with the same values in a table and at the end of its log."""


NEEDED = ("outbreaks", "epidemics", "active", "cured", "stations", "infected", "discards")
"""Keys required to continue a game, besides players, roles, the turn, hands, and pawns."""


class PandemicScoring(FormScoring[FinishedTable, State]):
    """Scoring of tables for one kit."""

    def __init__(self, data: PandemicData) -> None:
        super().__init__(data.kit, "table", make_form(data), options={"difficulty": tuple(data.levels)})
        self.data = data
        self.value_names = {level: Sentence(f"option.short.{level}") for level in data.levels}

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], found: Problems
    ) -> FinishedTable | None:
        table = super().read(entries, players, setup, found)
        try:
            roles = self.data.parse_roles(players, setup.get("roles", ""))
        except RulesError as error:
            given = error.values["value"]
            wrong = say_wrong("value", value=given) if players else say_wrong("missing", name="players")
            found.add(("roles",), wrong, say_hint("available", names=error.values["known"]))
            return None
        return table and replace(table, roles=roles)

    def make_table(
        self, value: FinishedTable, players: tuple[str, ...], setup: Mapping[str, str]
    ) -> FinishedTable:
        level = self.data.levels.get(setup.get("difficulty", self.levels[0]), 0)
        return replace(value, players=players, level=level, asks_consent=setup.get("consent") == "asked")

    def list_faults(self, table: FinishedTable) -> Iterator[Fault]:
        return self._place(_list_faults(self.data, table), table)

    def _place(self, faults: Iterable[Fault], table: FinishedTable) -> Iterator[Fault]:
        return (replace(fault, places=find_places(self.data, table, fault)) for fault in faults)

    def score(self, table: FinishedTable) -> Mapping[str, Score]:
        return dict.fromkeys(table.players or (TOGETHER,), score_table(self.data, table))

    def find_outcome(self, table: FinishedTable) -> Outcome | None:
        """Return the outcome: [S] won with all cures, lost by the last outbreak or the cause in the file."""
        if table.cures == self.data.all_colours:
            return Outcome(WON, table.players, won=True)
        if table.outbreaks == self.data.most_outbreaks:
            return Outcome(LOST_BY_OUTBREAKS, won=False)
        return Outcome(CAUSES[table.lost], won=False) if table.lost else None

    def compare(self, table: FinishedTable, state: State) -> Iterator[Fault]:
        return self._place(compare_tables(self.data, table, state), table)

    def make_blank(self) -> Entry:
        """Return a game before its first turn, with one station on the board."""
        start = self.data.names[self.data.start]
        return {"cubes": {}, "outbreaks": "0", "cured": [], "eradicated": [], "stations": [start]}

    def resume(self, table: FinishedTable) -> State:
        """Return the state of a table; raises RulesError if something is missing, or breaks a rule.

        The decks have all cards that are not on the table, in any order, since nobody can see the layers of a
        real infection deck. `removed`, `gone`, and `stored` are empty by default.
        """
        course = _get_course(self.data, table)
        turn = table.turn
        if turn is None and table.deck is not None and course is not None:
            turn = (course.size - table.deck) // Numbers.DRAWS + 1
        missing = ["roles"] if "" in table.roles else []
        missing += [key for key in NEEDED if getattr(table, key) is None]
        missing += [key for key in ("hands", "pawns") if {*getattr(table, key)} != {*table.players}]
        if missing or not turn or course is None:
            missing += [key for key, value in (("players", course), ("turn", turn)) if not value]
            raise RulesError("pandemic.resume.missing", keys=Listed(missing))
        wanted = course.size - Numbers.DRAWS * (turn - 1)
        if table.deck not in (None, wanted):
            raise RulesError("pandemic.resume.deck", turn=turn, wanted=max(wanted, 0), number=table.deck)
        ready = replace(table, turn=turn, deck=wanted)
        self.check(ready)
        if self.find_outcome(table):
            raise RulesError("log.over")
        return _make_state(self.data, ready, course)


def _make_state(data: PandemicData, table: FinishedTable, course: Course) -> State:
    hands = [table.hands[player] for player in table.players]
    unknown = tuple(hand.count(UNKNOWN) for hand in hands)
    seen = {card for _, cards in table.list_places() for card in cards}
    unseen = tuple(card for card in range(len(data.cards)) if card not in seen)
    piles = _make_piles(course, table.deck or 0, table.epidemics or 0)
    if number := len(unseen) - sum(unknown) - sum(others for others, _ in piles):
        raise RulesError("pandemic.table.cards", number=number)
    colours = len(data.colours)
    cubes = bytearray(len(data.cities) * colours)
    for heap in table.cubes:
        cubes[heap.city * colours + heap.colour] = heap.number
    known = {*(table.infected or ()), *(table.removed or ())}
    rest = tuple(city for city in range(len(data.cities)) if city not in known)
    gone = (1 << colour for colour in range(colours) if not any(cubes[colour::colours]))
    shared = {key: getattr(table, key) for key in SHARED_PART if getattr(table, key) is not None}
    return State(
        **shared,
        pawns=tuple(table.pawns[player] for player in table.players),
        hands=tuple(hand[number:] for hand, number in zip(hands, unknown, strict=True)),
        unknown=unknown,
        unseen=unseen,
        piles=piles,
        infections=(rest,) if rest else (),
        cubes=bytes(cubes),
        supply=tuple(most - table.count_colour(colour) for colour, most in enumerate(data.cubes)),
        epidemics=table.level,
        phase="actions",
        left=Numbers.ACTIONS,
        active=table.players.index(table.active or ""),
        asks_consent=table.asks_consent,
        stored=table.stored[0] if table.stored else NOBODY,
        eradicated=table.cures & sum(gone),
        increases=table.epidemics or 0,
    )


def _make_piles(course: Course, deck: int, epidemics: int) -> tuple[tuple[int, int], ...]:
    """Return the number of other cards and epidemics in each remaining pile."""
    drawn = course.size - deck
    bounds = enumerate(zip(course.starts, course.ends, strict=True))
    left = ((end - max(start, drawn), int(pile >= epidemics)) for pile, (start, end) in bounds if end > drawn)
    return tuple((number - epidemic, epidemic) for number, epidemic in left)


def compare_tables(data: PandemicData, table: FinishedTable, state: State) -> Iterator[Fault]:
    """Yield the differences between a table and the end of the log in the same file; unknown keys agree."""
    played = take_table(data, state)
    heaps, there = ({heap[:3] for heap in each.cubes} for each in (table, played))
    if heaps != there:
        yield make_fault("pandemic.log.differs", "cubes", key=_say("cubes"))
    for key in COMPARED:
        typed = getattr(table, key)
        if typed not in (None, "") and typed != getattr(played, key):
            yield make_fault("pandemic.log.differs", key, key=_say(key))
    for player, city in table.pawns.items():
        if city != played.pawns[player]:
            yield make_fault("pandemic.log.differs", "pawns", player, key=_say("pawns"))
    for player, hand in table.hands.items():
        if not _may_be_same(hand, played.hands[player]):
            yield make_fault("pandemic.log.differs", "hands", player, key=_say("hands"))


def _say(key: str) -> Sentence:
    """Return what a key of the table means."""
    return Sentence(f"tally.place.{key}")


def _may_be_same(typed: CardNumbers, played: CardNumbers) -> bool:
    """Return True if the unknown cards of each hand can be the known cards of the other."""
    more, fewer = {*typed} - {*played, UNKNOWN}, {*played} - {*typed, UNKNOWN}
    fits = len(more) <= played.count(UNKNOWN) and len(fewer) <= typed.count(UNKNOWN)
    return fits and len(typed) == len(played)


def _list_faults(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    for check in (
        _check_cubes,
        _check_outbreaks,
        _check_cures,
        _check_stations,
        _check_twice,
        _check_hands,
        _list_faults_of_history,
        _check_lost,
    ):
        yield from check(data, table)


def _check_cubes(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    for heap in table.cubes:
        values = {"city": data.card_words[heap.city], "colour": data.colour_words[heap.colour]}
        yield from check_most(
            "pandemic.table.city", "cubes", heap.number, Numbers.MOST_IN_CITY, heap.key, **values
        )
    for colour, most in enumerate(data.cubes):
        number, word = table.count_colour(colour), data.colour_words[colour]
        yield from check_most("pandemic.table.colour", "cubes", number, most, colour=word)


def _check_outbreaks(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    """Check the outbreaks: cubes need one for each link on their way to a city of another colour."""
    outbreaks = table.outbreaks
    if outbreaks is None:
        return
    yield from check_most("pandemic.table.track", "outbreaks", outbreaks, data.most_outbreaks)
    needed = 0
    for colour in range(len(data.colours)):
        steps = data.measure(tuple(city for city, own in enumerate(data.colour_of) if own == colour))
        needed += max((steps[heap.city] for heap in table.cubes if heap.colour == colour), default=0)
    if outbreaks < needed:
        yield make_fault("pandemic.table.spread", "outbreaks", number=outbreaks, needed=needed)


def _check_cures(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    needed = table.cure_cards
    for colour, word in enumerate(data.colour_words):
        cubes = table.count_colour(colour)
        is_cured, is_gone = table.cures >> colour & 1, (table.eradicated or 0) >> colour & 1
        if is_gone and not is_cured:
            yield make_fault("pandemic.table.cured", "eradicated", colour=word)
        elif is_gone and cubes:
            yield make_fault("pandemic.table.eradicated", "eradicated", colour=word, number=cubes)
        elif table.eradicated is not None and is_cured and not is_gone and not cubes:
            yield make_fault("pandemic.table.gone", "cured", colour=word)
        if is_cured and table.discards is not None:
            cities = (card for card in table.discards if card < len(data.cities))
            spent = sum(data.colour_of[city] == colour for city in cities)
            if spent < needed:
                yield make_fault("pandemic.table.cure", "discards", colour=word, number=spent, needed=needed)


def _check_stations(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    stations, most, start = table.stations, data.stations, data.card_words[data.start]
    if stations is None:
        return
    number = len(stations)
    if not 1 <= number <= most:
        yield make_fault("pandemic.table.stations", "stations", number=number, most=most)
    for city, times in Counter(stations).items():
        if times > 1:
            yield make_fault("pandemic.table.station", "stations", city=data.card_words[city])
    if 0 < number < most and data.start not in stations:
        yield make_fault("pandemic.table.moved", "stations", city=start, number=number, most=most)
    if table.discards is None or table.may_have(PandemicRole.OPERATIONS):
        return
    unpaid = [city for city in stations if city not in (data.start, *table.discards)]
    if len(unpaid) > table.count_plays(data.event("grant")):
        cities = tuple(data.card_words[city] for city in unpaid)
        yield make_fault("pandemic.table.built", "stations", cities=cities)


def _check_twice(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    infections = (("infected", table.infected or ()), ("removed", table.removed or ()))
    for places in (infections, table.list_places()):
        met: dict[int, str] = {}
        for key, cards in places:
            for card in cards:
                if card in met and card != UNKNOWN:
                    word, first, second = data.card_words[card], _say(met[card]), _say(key)
                    yield make_fault("pandemic.table.twice", key, card=word, first=first, second=second)
                met[card] = key


def _check_hands(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    """Check that only the Contingency Planner has stored events or removed them from the game."""
    for player, hand in table.hands.items():
        yield from check_most(
            "pandemic.table.hand", "hands", len(hand), Numbers.HAND_LIMIT, player, player=player
        )
    for key, cards in (("stored", table.stored or ()), ("gone", table.gone or ())):
        has_city = any(card < len(data.cities) for card in cards)
        if (
            has_city
            or (cards and not table.may_have(PandemicRole.PLANNER))
            or (key == "stored" and len(cards) > 1)
        ):
            shown = tuple(data.card_words[card] for card in cards)
            yield make_fault("pandemic.table.planner", key, cards=shown)


def _check_lost(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    is_won = table.cures == data.all_colours
    is_worst = table.outbreaks == data.most_outbreaks
    if is_won and (table.lost or is_worst):
        yield make_fault("pandemic.table.won", "cured")
        return
    # The game is lost if one cube is missing, or up to three in an epidemic.
    left = [most - table.count_colour(colour) for colour, most in enumerate(data.cubes)]
    course = _get_course(data, table)
    drawn = Numbers.DRAWS * max((table.turn or 0) - 1, 0)
    has_cards = course is not None and table.turn is not None and course.size - drawn >= Numbers.DRAWS
    impossible = {
        "cubes": min(left) >= Numbers.MOST_IN_CITY,
        "cards": has_cards if table.deck is None else table.deck >= Numbers.DRAWS,
        "outbreaks": table.outbreaks is not None and not is_worst,
    }
    if table.lost and impossible[table.lost]:
        yield make_fault("pandemic.table.lost", "lost", cause=Sentence(f"tally.lost.{table.lost}"))


def _list_faults_of_history(data: PandemicData, table: FinishedTable) -> Iterator[Fault]:
    course = _get_course(data, table)
    if course is not None:
        yield from _check_deck(data, table, course)
        yield from _check_cured_in_time(table, course)
    yield from _check_epidemics(table, course)
    plays, number = table.count_plays(data.event("resilient")), len(table.removed or ())
    yield from check_most("pandemic.table.removed", "removed", number, plays)
    removed = plays if table.removed is None else number
    yield from _check_infected(data, table, course, removed)
    yield from _check_growth(data, table, removed)


def _check_deck(data: PandemicData, table: FinishedTable, course: Course) -> Iterator[Fault]:
    size, deck, turn = course.size, table.deck, table.turn
    most = size // Numbers.DRAWS + 1  # [S] In the last turn there are fewer than two cards to draw.
    if turn is not None and turn > most:
        yield make_fault("pandemic.table.turn", "turn", turn=turn, most=most)
        return
    if deck is None:
        return
    if turn is not None:
        before = size - Numbers.DRAWS * max(turn - 1, 0)
        allowed = (before, before - Numbers.DRAWS) if turn else (size,)
        if deck not in allowed:
            wanted = max(allowed[-1], 0)
            yield make_fault("pandemic.table.deck", "deck", number=deck, turn=turn, wanted=wanted)
    else:
        yield from check_most("pandemic.table.whole", "deck", deck, size)
    players = len(table.players)
    if table.discards is None or table.epidemics is None or len(table.hands) != players:
        return
    there = sum(len(cards) for _, cards in table.list_places())
    missing = size + Numbers.HANDS[players] * players - deck - there - table.epidemics
    # The second of two epidemics that were drawn together may still wait.
    if not 0 <= missing <= 1 + table.count_missing(range(len(data.cities), len(data.cards))):
        yield make_fault("pandemic.table.cards", "deck", number=missing)


def _check_cured_in_time(table: FinishedTable, course: Course) -> Iterator[Fault]:
    """Check that enough cards for all cures were dealt or drawn."""
    if course.drawn is None or not table.cures:
        return
    needed = table.cures.bit_count() * table.cure_cards
    dealt = Numbers.HANDS[len(table.players)] * len(table.players)
    most = dealt + course.drawn[1] - (table.epidemics or 0)
    if needed > most:
        yield make_fault("pandemic.table.cures", "cured", needed=needed, number=most)


def _check_epidemics(table: FinishedTable, course: Course | None) -> Iterator[Fault]:
    """Check that each pile of the player deck has had one epidemic."""
    number = table.epidemics
    if number is None:
        return
    fewest, most = 0, table.level
    if course is not None and course.drawn is not None:
        # The first of two cards is not resolved before the second one is drawn.
        done = course.drawn[0] - course.drawn[0] % Numbers.DRAWS
        fewest = sum(end <= done for end in course.ends)
        most = sum(start < course.drawn[1] for start in course.starts)
    if not fewest <= number <= most:
        known = "yes" if fewest == most else "no"
        yield make_fault(
            "pandemic.table.epidemics", "epidemics", number=number, known=known, fewest=fewest, most=most
        )


def _check_infected(
    data: PandemicData, table: FinishedTable, course: Course | None, removed: int
) -> Iterator[Fault]:
    """Check that the infection discards match the rate and the turns since the last epidemic."""
    epidemics, turn = table.epidemics, table.turn
    if table.infected is None or epidemics is None:
        return
    number, first = len(table.infected), len(Numbers.FIRST_CUBES)
    if not epidemics and number + removed < first:
        yield make_fault("pandemic.table.first", "infected", number=number)
        return
    if turn is None or course is None or epidemics > table.level:
        return
    most = _count_most(data, turn, epidemics, course)
    latest = _find_latest(epidemics, course) if epidemics else 1
    if epidemics and turn <= latest:
        # Before its discards are shuffled, or if it loses the game, an epidemic has added one more.
        most = max(most, _count_most(data, turn, epidemics - 1, course) + 1)
    yield from check_most("pandemic.table.infected", "infected", number, most)
    # The fewest if the last epidemic came as late as possible, and every One Quiet Night after it.
    turns = max(turn - latest - table.count_plays(data.event("quiet")), 0)
    drawn = (0 if epidemics else first) + find_rate(data, epidemics) * turns
    fewest = min(drawn, len(data.cities)) - removed
    if number < fewest:
        yield make_fault("pandemic.table.fewer", "infected", number=number, fewest=fewest)


def _find_latest(epidemics: int, course: Course) -> int:
    """Return the last turn in which the last epidemic can have been drawn."""
    drawn = course.drawn[1] if course.drawn else course.size
    return (min(course.ends[epidemics - 1], drawn) - 1) // Numbers.DRAWS + 1


def _count_most(data: PandemicData, turn: int, epidemics: int, course: Course) -> int:
    """Return the most infection discards possible, if the last epidemic was drawn as early as possible."""
    rate = find_rate(data, epidemics)
    if not epidemics:
        return len(Numbers.FIRST_CUBES) + rate * turn
    earliest = course.starts[epidemics - 1] // Numbers.DRAWS + 1
    return rate * max(turn - earliest + 1, 0)


def _check_growth(data: PandemicData, table: FinishedTable, removed: int) -> Iterator[Fault]:
    """Check the cubes: [S] one per infection card, three per epidemic, one per neighbour of an outbreak."""
    outbreaks, epidemics = table.outbreaks, table.epidemics
    if outbreaks is None or epidemics is None:
        return
    if not epidemics and table.infected is not None:
        infections = max(len(table.infected) + removed - len(Numbers.FIRST_CUBES), 0)
        infected = {*table.infected, *(table.removed or ())}
        heaps = [heap for heap in table.cubes if heap.city not in infected]
        if not outbreaks and len(heaps) > (removed if table.removed is None else 0):
            city = data.card_words[heaps[0].city]
            yield make_fault("pandemic.table.source", "cubes", heaps[0].key, city=city)
            return
    elif table.turn is not None:
        infections = max(find_rate(data, number) for number in range(epidemics + 1)) * table.turn
    else:
        return
    most = sum(Numbers.FIRST_CUBES) + infections + Numbers.MOST_IN_CITY * epidemics
    most += outbreaks * max(map(len, data.links))
    yield from check_most("pandemic.table.growth", "cubes", sum(heap.number for heap in table.cubes), most)
