"""The rules of Pandemic: who acts, what they may do, and what follows."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations
from typing import TypeAlias

from generator.games.pandemic import turns
from generator.games.pandemic.data import (
    EVENTS,
    NOBODY,
    WON,
    Book,
    CardNumbers,
    Draws,
    Numbers,
    PandemicData,
    PandemicMove,
    PandemicRole,
    State,
    count_cubes,
    discard,
    is_quiet_moment,
    list_cubes,
    list_seats_over_limit,
    lose_card,
    name_decision,
    put,
    replace_state,
    take,
)
from generator.games.pandemic.table import score_table, take_table
from generator.games.pandemic.turns import CubeSpread, begin_game, check_begin, end_infections, start_game
from generator.rules.core import (
    NATURE,
    IllegalMove,
    Listed,
    Outcome,
    Score,
    Sentence,
    Step,
    check_players,
    check_turn,
    forbid,
)
from generator.rules.notation import MovePattern, read_move
from generator.rules.states import change, remember_last


class Pandemic:
    """Rules of Pandemic for one kit."""

    is_shared = True

    def __init__(self, data: PandemicData) -> None:
        self.data = data
        self.options: Mapping[str, tuple[str, ...]] = {
            "difficulty": tuple(data.levels),
            "roles": (),
            "consent": ("assumed", "asked"),
        }
        self.book = cache(partial(Book, data))
        self.actors = remember_last(self._list_actors)
        self._list_over_limit = remember_last(list_seats_over_limit)
        self._score = remember_last(self._sum_up)

    @property
    def notation(self) -> Sequence[MovePattern[PandemicMove]]:
        book = self.book(())
        return (*book.chances, *book.deeds)

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        check_players(self.data.kit, players)
        return start_game(self.data, tuple(players), setup)

    def _list_actors(self, state: State) -> tuple[str, ...]:
        """Return nature or the players who must act, then those who may play an event."""
        if state.end:
            return ()
        players = state.players
        if state.asked:
            return (players[state.asked[1].seat],)
        if state.seer != NOBODY:
            return (NATURE,) if state.to_see else (players[state.seer],)
        phase = state.phase
        if phase == "beginning":
            return players
        if over := self._list_over_limit(state):
            return tuple(players[seat] for seat in over)
        if phase != "intensify" and not is_quiet_moment(state):
            return (NATURE,)
        first = state.active if phase == "actions" else NOBODY
        actors = [NATURE if first == NOBODY else players[first]]
        others = (seat for seat in range(len(players)) if seat != first)
        actors += (players[seat] for seat in others if may_play(self.data, state, seat))
        return tuple(actors)

    def moves(self, state: State, actor: str) -> Sequence[PandemicMove]:
        if actor not in self.actors(state):
            return ()
        if actor == NATURE:
            return tuple(self._make_draws(state))
        moves = self._list_moves(state, state.players.index(actor))
        return tuple(move for move in moves if move not in state.refused) if state.refused else moves

    def _list_moves(self, state: State, seat: int) -> Sequence[PandemicMove]:
        data, book = self.data, self.book(state.players)
        step = name_decision(state, seat)
        if step == "consent":
            return (book.make("agree"), book.make("refuse"))
        if step == "next":
            return tuple(book.make("next", city) for city in state.seen)
        if step == "begin":
            try:
                check_begin(data, state, seat)
            except IllegalMove:
                return ()
            return (book.make("begin"),)
        events = list_events(data, book, state, seat, from_hand=step == "limit")
        if step == "limit":
            return [book.make("discard", card) for card in state.list_holdable(seat)] + events
        return list_actions(data, book, state) + events if step == "actions" else events

    def odds(self, state: State) -> Mapping[PandemicMove, Fraction]:
        return self._make_draws(state) if NATURE in self.actors(state) else {}

    def _make_draws(self, state: State) -> Draws:
        return turns.make_odds(self.data, self.book(state.players), state)

    def check(self, state: State, actor: str, move: PandemicMove) -> None:
        check_turn(self.actors(state), actor)
        if actor == NATURE:
            turns.check_chance(self.data, self._make_draws(state), state, move)
            return
        seat = state.players.index(actor)
        if move in state.refused:
            raise IllegalMove("pandemic.consent.refused", player=state.players[move.seat], move=move.text)
        match name_decision(state, seat), move.verb:
            case "consent", "agree" | "refuse":
                pass
            case "next", "next":
                forbid(
                    move.to not in state.seen, "pandemic.forecast.seen", city=self.data.card_words[move.to]
                )
            case "begin", "begin":
                check_begin(self.data, state, seat)
            case "limit", verb if verb in EVENTS and not has_stored(state, seat, self.data.event(verb)):
                check_event(self.data, state, seat, move)
            case "limit", "discard":
                is_held = state.may_hold(seat, move.to)
                forbid(not is_held, "pandemic.hand.card", card=self.data.card_words[move.to])
            case "limit", _:
                # [S] A player with too many cards discards one or plays an event from the hand.
                number = state.hand_size(seat)
                raise IllegalMove("pandemic.hand.limit", player=state.players[seat], number=number)
            case "actions" | "event", verb if verb in EVENTS:
                check_event(self.data, state, seat, move)
            case "actions", _:
                check_action(self.data, state, move)
            case _:
                raise IllegalMove("pandemic.turn.now", move=move.text)

    def apply(self, state: State, actor: str, move: PandemicMove) -> Step[State]:
        events: list[Sentence] = []
        if actor == NATURE:
            done = turns.apply_chance(self.data, state, move, events)
        else:
            done = self._apply_choice(state, state.players.index(actor), move, events)
        if done.end:
            key = "event.won" if done.is_won else "event.lost"
            events.append(Sentence(key, why=Sentence.of_rule(done.end)))
        for seat in self._list_over_limit(done):
            number, player = done.hand_size(seat), done.players[seat]
            events.append(
                Sentence("event.limit", player=player, number=number, over=number - Numbers.HAND_LIMIT)
            )
        return Step(done, tuple(events))

    def _apply_choice(self, state: State, seat: int, move: PandemicMove, events: list[Sentence]) -> State:
        """[S] Ask the owner of a card or pawn for consent. [OURS] A refused request costs no action."""
        if state.asked:
            is_refused = move.verb == "refuse"
            (seat, move), state = state.asked, replace_state(state, asked=None)
            if is_refused:
                return replace_state(state, refused=(*state.refused, move))
        elif state.asks_consent and move.seat not in (NOBODY, seat):
            return replace_state(state, asked=(seat, move))
        if move.verb in EVENTS:
            return apply_event(self.data, state, seat, move, events)
        match move.verb:
            case "discard":
                return discard(state, seat, move.to)
            case "next":
                seen, back = take(state.seen, move.to), (*state.back, move.to)
                return turns.put_back_last(replace_state(state, seen=seen, back=back))
            case "begin":
                return turns.begin_turn(begin_game(self.data, state, seat, events), seat, events)
            case "pass":
                return turns.begin_draw(state, events)
        done = apply_action(self.data, state, move, events)
        return done if done.left or done.end else turns.begin_draw(done, events)

    def outcome(self, state: State) -> Outcome | None:
        if not state.end:
            return None
        return Outcome(state.end, state.players if state.is_won else (), state.is_won)

    def score(self, state: State, player: str) -> Score:
        return self._score(state)

    def _sum_up(self, state: State) -> Score:
        return score_table(self.data, take_table(self.data, state))

    def parse(self, state: State, actor: str, text: str) -> PandemicMove:
        book = self.book(state.players)
        if actor == NATURE:
            implied = turns.name_implied(state)
            return read_move(self, state, actor, text, book.chances, book.readers, implied=implied)
        seat = state.number(actor)
        readers = book.make_readers(seat, state.pawns[seat])
        return read_move(self, state, actor, text, book.deeds, readers)


def list_actions(data: PandemicData, book: Book, state: State) -> list[PandemicMove]:
    """Return all actions of the active player, and `pass`."""
    seat = state.active
    city, role, cards = state.pawns[seat], state.roles[seat], state.list_holdable(seat)
    moves = _list_travels(data, book, state, city, cards, NOBODY)
    if city in state.stations:
        moves += _list_cures(data, book, state, cards)
    elif role == PandemicRole.OPERATIONS or city in cards:
        moves += _list_places(data, book, state, "build", NOBODY)
    cubes = list_cubes(data, state, city)
    if any(cubes):
        moves += [book.make("treat", colour) for colour, number in enumerate(cubes) if number]
    if state.pawns.count(city) > 1:
        moves += _list_shares(data, book, state, cards)
    if role == PandemicRole.OPERATIONS and city in state.stations and not state.has_flown:
        # [S] From a station to any city for any city card, once per turn.
        for card in cards:
            if card < len(data.cities):
                moves += book.elsewhere("operate", city, other=card)
    elif role == PandemicRole.DISPATCHER:
        moves += _list_dispatches(data, book, state, cards)
    elif role == PandemicRole.PLANNER and state.stored == NOBODY:
        moves += [book.make("recall", card) for card in state.discards if card >= len(data.cities)]
    moves.append(book.make("pass"))
    return moves


def _list_travels(
    data: PandemicData, book: Book, state: State, city: int, cards: CardNumbers, seat: int
) -> list[PandemicMove]:
    """Return the moves of a pawn in a city, paid with `cards`; `seat` owns it, or NOBODY if one's own."""
    moves = [*book.drives(city, seat)]
    most = len(data.cities)
    flights = book.by_number("fly", seat)
    moves += [flights[card] for card in cards if card < most and card != city]
    if city in cards:
        moves += book.elsewhere("charter", city, seat)
    if city in state.stations:
        shuttles = book.by_number("shuttle", seat)
        moves += [shuttles[other] for other in state.stations if other != city]
    return moves


def _list_dispatches(data: PandemicData, book: Book, state: State, cards: CardNumbers) -> list[PandemicMove]:
    """[S] Return the Dispatcher's moves: of others' pawns like one's own, and of any pawn to another."""
    moves: list[PandemicMove] = []
    for seat, city in enumerate(state.pawns):
        if seat != state.active:
            moves += _list_travels(data, book, state, city, cards, seat)
        moves += [book.make("join", other, seat) for other in sorted({*state.pawns} - {city})]
    return moves


def _check_travel(data: PandemicData, state: State, move: PandemicMove) -> None:
    seat, verb = state.active, move.verb
    pawn = seat if move.seat == NOBODY else move.seat
    if move.seat != NOBODY and (
        state.roles[seat] != PandemicRole.DISPATCHER or (pawn == seat and verb != "join")
    ):
        raise IllegalMove("pandemic.dispatcher.pawns", player=state.players[pawn])
    city, to = state.pawns[pawn], move.to
    start, end = data.card_words[city], data.card_words[to]
    forbid(to == city, "pandemic.move.stay", to=end)
    match verb:
        case "drive":
            forbid(to not in data.links[city], "pandemic.move.linked", city=start, to=end)
        case "fly":
            forbid(not state.may_hold(seat, to), "pandemic.move.direct", to=end)
        case "charter":
            forbid(not state.may_hold(seat, city), "pandemic.move.charter", city=start)
        case "shuttle":
            forbid(not {city, to} <= {*state.stations}, "pandemic.move.shuttle", city=start, to=end)
        case "join":
            forbid(to not in state.pawns, "pandemic.dispatcher.join", to=end)
        case "operate":
            may_fly = state.roles[seat] == PandemicRole.OPERATIONS and city in state.stations
            forbid(not may_fly, "pandemic.operations.flight", city=start)
            forbid(state.has_flown, "pandemic.operations.once")
            is_paid = move.other < len(data.cities) and state.may_hold(seat, move.other)
            forbid(not is_paid, "pandemic.hand.card", card=data.card_words[move.other])


def _apply_travel(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    seat = state.active
    pawn = seat if move.seat == NOBODY else move.seat
    pawns = change(state.pawns, pawn, move.to)
    paid = {"fly": move.to, "charter": state.pawns[pawn], "operate": move.other}.get(move.verb, NOBODY)
    if paid == NOBODY:
        moved = replace_state(state, pawns=pawns)
    else:
        has_flown = state.has_flown or move.verb == "operate"
        moved = discard(state, seat, paid, has_flown=has_flown, pawns=pawns)
    return _arrive(data, moved, pawn, events)


def _arrive(data: PandemicData, state: State, seat: int, events: list[Sentence]) -> State:
    """[P] Let the Medic remove cured diseases on arrival."""
    if not state.cured or state.roles[seat] != PandemicRole.MEDIC:
        return state
    spread = CubeSpread(data, state, events)
    spread.heal_medic_city()
    return spread.finish()


def _list_places(data: PandemicData, book: Book, state: State, verb: str, city: int) -> list[PandemicMove]:
    """Return the moves that build a station, from the supply or, if it is empty, from the board."""
    if len(state.stations) < data.stations:
        return [book.make(verb, city)]
    return [book.make(verb, city, NOBODY, other) for other in state.stations]


def _check_place(data: PandemicData, state: State, city: int, source: int) -> None:
    """Raise IllegalMove unless a station can be moved to a city from `source`, or from the supply."""
    left = data.stations - len(state.stations)
    forbid(city in state.stations, "pandemic.build.one", city=data.card_words[city])
    forbid(left and source != NOBODY, "pandemic.build.supply", number=left)
    there = Listed(data.card_words[other] for other in state.stations)
    can_place = left or source in state.stations
    forbid(not can_place, "pandemic.build.moved", number=data.stations, cities=there)


def _check_build(data: PandemicData, state: State, move: PandemicMove) -> None:
    city = state.pawns[state.active]
    _check_place(data, state, city, move.other)
    if state.roles[state.active] != PandemicRole.OPERATIONS and not state.may_hold(state.active, city):
        raise IllegalMove("pandemic.build.card", city=data.card_words[city])


def _build(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    """[S] Build a station for the card of the city; [S] the Operations Expert needs no card."""
    seat = state.active
    city = state.pawns[seat]
    if state.roles[seat] != PandemicRole.OPERATIONS:
        state = discard(state, seat, city)
    return _place_station(data, state, city, move.other, events)


def _place_station(data: PandemicData, state: State, city: int, source: int, events: list[Sentence]) -> State:
    stations = state.stations
    if source == NOBODY:
        events.append(Sentence("event.station", city=data.card_words[city]))
    else:
        values = {"city": data.card_words[city], "source": data.card_words[source]}
        events.append(Sentence("event.station_moved", **values))
        stations = take(stations, source)
    return replace_state(state, stations=put(stations, city))


def _list_shares(data: PandemicData, book: Book, state: State, cards: CardNumbers) -> Iterator[PandemicMove]:
    """[S] Yield shares of the card of the city; [S] the Researcher gives any city card."""
    seat = state.active
    city, most = state.pawns[seat], len(data.cities)
    for other, place in enumerate(state.pawns):
        if place != city or other == seat:
            continue
        for verb, giver in (("give", seat), ("take", other)):
            held = cards if giver == seat else state.list_holdable(other)
            if state.roles[giver] == PandemicRole.RESEARCHER:
                yield from (book.make(verb, card, other) for card in held if card < most)
            elif city in held:
                yield book.make(verb, city, other)


def _list_cures(data: PandemicData, book: Book, state: State, cards: CardNumbers) -> Iterator[PandemicMove]:
    seat = state.active
    needed = PandemicRole.count_cure_cards(state.roles[seat])
    if len(cards) < needed:
        return
    for colour in range(len(data.colours)):
        if state.cured >> colour & 1:
            continue
        fitting = [card for card in cards if card < len(data.cities) and data.colour_of[card] == colour]
        for chosen in combinations(fitting, needed):
            if _can_hold_all(state, seat, chosen):
                yield book.make("cure", colour, cards=chosen)


def _can_hold_all(state: State, seat: int, cards: CardNumbers) -> bool:
    """Return True if the unknown cards of a hand can be the missing ones of `cards`."""
    return sum(card not in state.hands[seat] for card in cards) <= state.unknown[seat]


def _check_treat(data: PandemicData, state: State, move: PandemicMove) -> None:
    city = state.pawns[state.active]
    values = {"city": data.card_words[city], "colour": data.colour_words[move.to]}
    forbid(not count_cubes(data, state, city, move.to), "pandemic.treat.cubes", **values)


def _treat(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    """[S] Remove one cube, or all of a cured disease; [S] the Medic always removes all."""
    city, colour = state.pawns[state.active], move.to
    takes_all = state.cured >> colour & 1 or state.roles[state.active] == PandemicRole.MEDIC
    spread = CubeSpread(data, state, events)
    spread.remove(city, colour, count_cubes(data, state, city, colour) if takes_all else 1)
    return spread.finish()


def _find_sides(state: State, move: PandemicMove) -> tuple[int, int]:
    return (state.active, move.seat) if move.verb == "give" else (move.seat, state.active)


def _check_share(data: PandemicData, state: State, move: PandemicMove) -> None:
    giver, taker = _find_sides(state, move)
    card, city = move.to, state.pawns[giver]
    if giver == taker or city != state.pawns[taker]:
        names = state.players[giver], state.players[taker]
        raise IllegalMove("pandemic.share.together", giver=names[0], taker=names[1])
    shown = {"giver": state.players[giver], "card": data.card_words[card]}
    if card >= len(data.cities) or (card != city and state.roles[giver] != PandemicRole.RESEARCHER):
        raise IllegalMove("pandemic.share.city", **shown, city=data.card_words[city])
    forbid(not state.may_hold(giver, card), "pandemic.share.holder", **shown)


def _share(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    giver, taker = _find_sides(state, move)
    given = lose_card(state, giver, move.to)
    hands = change(given.hands, taker, put(given.hands[taker], move.to))
    return replace_state(given, hands=hands)


def _check_cure(data: PandemicData, state: State, move: PandemicMove) -> None:
    seat, colour = state.active, data.colour_words[move.to]
    city = state.pawns[seat]
    forbid(city not in state.stations, "pandemic.cure.station", city=data.card_words[city])
    forbid(state.cured >> move.to & 1, "pandemic.cure.again", colour=colour)
    needed = PandemicRole.count_cure_cards(state.roles[seat])
    fitting = {card for card in move.cards if card < len(data.cities) and data.colour_of[card] == move.to}
    forbid(not len(move.cards) == len(fitting) == needed, "pandemic.cure.cards", number=needed, colour=colour)
    for card in move.cards:
        forbid(not state.may_hold(seat, card), "pandemic.hand.card", card=data.card_words[card])
    forbid(not _can_hold_all(state, seat, move.cards), "pandemic.hidden.number", number=state.unknown[seat])


def _cure(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    """[S] Cure a disease, which is eradicated if it has no cubes; [S] the last cure wins at once."""
    for card in move.cards:
        state = discard(state, state.active, card)
    state = replace_state(state, cured=state.cured | 1 << move.to)
    events.append(Sentence("event.cured", colour=data.colour_words[move.to]))
    spread = CubeSpread(data, state, events)
    spread.check_eradicated(move.to)
    spread.heal_medic_city()
    cured = spread.finish()
    return replace_state(cured, end=WON, is_won=True) if state.cured == data.all_colours else cured


def _check_recall(data: PandemicData, state: State, move: PandemicMove) -> None:
    forbid(state.roles[state.active] != PandemicRole.PLANNER, "pandemic.planner.event")
    forbid(state.stored != NOBODY, "pandemic.planner.one", card=data.card_words[state.stored])
    if move.to < len(data.cities) or move.to not in state.discards:
        raise IllegalMove("pandemic.planner.discards", card=data.card_words[move.to])


def _recall(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    return replace_state(state, discards=take(state.discards, move.to), stored=move.to)


Check: TypeAlias = Callable[[PandemicData, State, PandemicMove], None]
Apply: TypeAlias = Callable[[PandemicData, State, PandemicMove, list[Sentence]], State]
_ACTIONS: Mapping[str, tuple[Check, Apply]] = {
    **dict.fromkeys(
        ("drive", "fly", "charter", "shuttle", "join", "operate"), (_check_travel, _apply_travel)
    ),
    **dict.fromkeys(("give", "take"), (_check_share, _share)),
    "build": (_check_build, _build),
    "treat": (_check_treat, _treat),
    "cure": (_check_cure, _cure),
    "recall": (_check_recall, _recall),
}


def check_action(data: PandemicData, state: State, move: PandemicMove) -> None:
    if move.verb in _ACTIONS:
        _ACTIONS[move.verb][0](data, state, move)
    elif move.verb != "pass":
        raise IllegalMove("pandemic.turn.now", move=move.text)


def apply_action(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    """Carry out a checked action, and count it unless it wins the game."""
    done = _ACTIONS[move.verb][1](data, state, move, events)
    return done if done.end else replace_state(done, left=done.left - 1)


_VERB_OF = {event: verb for verb, event in EVENTS.items()}


def _list_event_cards(data: PandemicData, state: State, seat: int) -> CardNumbers:
    events = _pick_events(data, state.hands[seat])
    if state.unknown[seat]:
        events += _pick_events(data, state.unseen)
    return (*events, state.stored) if has_stored(state, seat, state.stored) else events


def _pick_events(data: PandemicData, cards: CardNumbers) -> CardNumbers:
    first = len(data.cities)
    return cards[bisect_left(cards, first) :] if cards and cards[-1] >= first else ()


def has_stored(state: State, seat: int, card: int) -> bool:
    """Return True if a player is the Contingency Planner, with this event on the role card."""
    return card == state.stored != NOBODY and state.roles[seat] == PandemicRole.PLANNER


def may_play(data: PandemicData, state: State, seat: int) -> bool:
    """Return True if a player may have an event that can be played now."""
    events = _list_event_cards(data, state, seat)
    return any(_is_playable(data, state, _VERB_OF[data.cards[card]]) for card in events)


def _is_playable(data: PandemicData, state: State, verb: str) -> bool:
    """Return True if an event is allowed at the moment, and could have an effect."""
    if verb == "resilient":
        return bool(state.infected)
    if state.phase == "intensify" or (verb == "quiet" and state.is_quiet):
        return False
    if verb == "forecast":
        return bool(state.infections)
    return verb != "grant" or len(state.stations) < len(data.cities)


def list_events(
    data: PandemicData, book: Book, state: State, seat: int, *, from_hand: bool = False
) -> list[PandemicMove]:
    """Return the events that a player may play; `from_hand` excludes the one on the role card."""
    moves: list[PandemicMove] = []
    for card in _list_event_cards(data, state, seat):
        verb = _VERB_OF[data.cards[card]]
        if _is_playable(data, state, verb) and not (from_hand and card == state.stored):
            moves += _list_uses(data, book, state, verb)
    return moves


def _list_uses(data: PandemicData, book: Book, state: State, verb: str) -> Iterable[PandemicMove]:
    if verb == "airlift":
        return chain.from_iterable(book.elsewhere(verb, city, pawn) for pawn, city in enumerate(state.pawns))
    if verb == "grant":
        free = (city for city in range(len(data.cities)) if city not in state.stations)
        return chain.from_iterable(_list_places(data, book, state, verb, city) for city in free)
    if verb == "resilient":
        moves = book.by_number(verb)
        return [moves[city] for city in state.infected]
    return (book.make(verb),)


def check_event(data: PandemicData, state: State, seat: int, move: PandemicMove) -> None:
    card, verb = data.event(move.verb), move.verb
    if not is_quiet_moment(state) and (verb, state.phase) != ("resilient", "intensify"):
        raise IllegalMove("pandemic.event.moment", move=move.text)
    if card == NOBODY or not (has_stored(state, seat, card) or state.may_hold(seat, card)):
        raise IllegalMove("pandemic.event.holder", player=state.players[seat], move=move.text)
    if verb == "airlift" and state.pawns[move.seat] == move.to:
        raise IllegalMove("pandemic.move.stay", to=data.card_words[move.to])
    if verb == "grant":
        _check_place(data, state, move.to, move.other)
    forbid(verb == "quiet" and state.is_quiet, "pandemic.quiet.twice")
    if verb == "resilient" and move.to not in state.infected:
        raise IllegalMove("pandemic.resilient.discards", city=data.card_words[move.to])
    if verb == "forecast":
        number = _count_shown(state)
        forbid(not number, "pandemic.forecast.none")
        if move.cards and (len(move.cards) != number or _take_top(state.infections, move.cards) is None):
            raise IllegalMove("pandemic.forecast.cards", number=number)


def apply_event(
    data: PandemicData, state: State, seat: int, move: PandemicMove, events: list[Sentence]
) -> State:
    """Carry out a checked event. [S] Its card is discarded, or leaves the game from the role card."""
    card = data.event(move.verb)
    if has_stored(state, seat, card):
        state = replace_state(state, stored=NOBODY, gone=put(state.gone, card))
    else:
        state = discard(state, seat, card)
    match move.verb:
        case "airlift":
            moved = replace_state(state, pawns=change(state.pawns, move.seat, move.to))
            return _arrive(data, moved, move.seat, events)
        case "grant":
            return _place_station(data, state, move.to, move.other, events)
        case "quiet":
            quiet = replace_state(state, is_quiet=True)
            return end_infections(data, quiet, events) if state.phase == "infect" else quiet
        case "resilient":
            return replace_state(
                state, infected=take(state.infected, move.to), removed=put(state.removed, move.to)
            )
    if move.cards:
        rest = _take_top(state.infections, move.cards) or ()
        return replace_state(state, infections=(*((city,) for city in move.cards), *rest))
    return replace_state(state, seer=seat, to_see=_count_shown(state))


def _count_shown(state: State) -> int:
    """[OURS] A Forecast shows all cards if there are fewer than six."""
    return min(Numbers.FORECAST_CARDS, sum(map(len, state.infections)))


def _take_top(layers: tuple[CardNumbers, ...], cards: CardNumbers) -> tuple[CardNumbers, ...] | None:
    """Return the layers without some cards; None unless these can be the top cards, each once."""
    rests: list[CardNumbers] = []
    for layer in layers:
        rest = tuple(city for city in layer if city not in cards)
        if len(rest) < len(layer) and any(rests):
            return None
        rests.append(rest)
    taken = sum(map(len, layers)) - sum(map(len, rests))
    return tuple(filter(None, rests)) if taken == len(cards) else None
