"""Moves of nature in Pandemic: the set-up, draws, epidemics, and infections, with the spread of diseases."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from generator.games.pandemic.data import (
    LOST_BY_CARDS,
    LOST_BY_CUBES,
    LOST_BY_OUTBREAKS,
    NOBODY,
    UNKNOWN,
    Book,
    CardNumbers,
    Draws,
    Numbers,
    PandemicData,
    PandemicMove,
    PandemicRole,
    Phase,
    State,
    find_rate,
    gain_card,
    put,
    replace_state,
    share_out,
    take,
)
from generator.rules.core import IllegalMove, Listed, Sentence, forbid, make_sentence
from generator.rules.states import change


class CubeSpread:
    """The cubes of a state while they change; `finish` returns the new state."""

    def __init__(self, data: PandemicData, state: State, events: list[Sentence]) -> None:
        """Begin with the cubes of `state`; all changes are appended to `events`."""
        self._data = data
        self._state = state
        self._colours = len(data.colours)
        self._cubes = bytearray(state.cubes)
        self._supply = list(state.supply)
        self._outbreaks = state.outbreaks
        self._eradicated = state.eradicated
        self._end = ""
        self._events = events
        roles, self._medic, self._guarded = state.roles, NOBODY, 0
        if PandemicRole.MEDIC in roles:
            self._medic = state.pawns[roles.index(PandemicRole.MEDIC)]
        # [P] The Quarantine Specialist protects her city and all linked ones, but not in the set-up.
        if PandemicRole.QUARANTINE in roles and state.turn:
            self._guarded = data.near[state.pawns[roles.index(PandemicRole.QUARANTINE)]]

    def finish(self, **changes: Any) -> State:
        """Return the new state, with other fields changed in the same step."""
        return replace_state(
            self._state,
            cubes=bytes(self._cubes),
            supply=tuple(self._supply),
            outbreaks=self._outbreaks,
            eradicated=self._eradicated,
            end=self._end,
            **changes,
        )

    def infect(self, city: int) -> None:
        """[S] Place a cube in the colour of the city; a fourth one is an outbreak instead."""
        colour = self._data.colour_of[city]
        if self._is_spared(city, colour):
            return
        if self._cubes[city * self._colours + colour] < Numbers.MOST_IN_CITY:
            self.place(city, colour, 1)
        else:
            self._break_out(city, colour)

    def fill(self, city: int) -> None:
        """[S] Place three cubes; if there are some already, fill up to three, then break out."""
        colour = self._data.colour_of[city]
        if self._is_spared(city, colour):
            return
        there = self._cubes[city * self._colours + colour]
        if self.place(city, colour, Numbers.MOST_IN_CITY - there) and there:
            self._break_out(city, colour)

    def place(self, city: int, colour: int, number: int) -> bool:
        """[S] Place cubes from the supply; the game is lost if it has too few."""
        if self._supply[colour] < number:
            self._end = LOST_BY_CUBES
            self._tell("event.no_cube", city, colour)
            return False
        if number:
            place = city * self._colours + colour
            self._supply[colour] -= number
            self._cubes[place] += number
            self._tell("event.cubes", city, colour, number=number, there=self._cubes[place])
        return True

    def remove(self, city: int, colour: int, number: int) -> None:
        """[S] Return cubes to the supply; a cured disease without cubes is eradicated."""
        place = city * self._colours + colour
        self._supply[colour] += number
        self._cubes[place] -= number
        self._tell("event.removed", city, colour, number=number, there=self._cubes[place])
        self.check_eradicated(colour)

    def _tell(self, key: str, city: int, colour: int, **numbers: int) -> None:
        self._events.append(self._data.tell_cubes(key, city, colour, **numbers))

    def check_eradicated(self, colour: int) -> None:
        is_gone = self._supply[colour] == self._data.cubes[colour]
        if is_gone and self._state.cured >> colour & 1 and not self._eradicated >> colour & 1:
            self._eradicated |= 1 << colour
            self._events.append(Sentence("event.eradicated", colour=self._data.colour_words[colour]))

    def heal_medic_city(self) -> None:
        """[P] Remove cured diseases from the Medic's city."""
        if self._medic == NOBODY or not self._state.cured:
            return
        for colour in range(self._colours):
            number = self._cubes[self._medic * self._colours + colour]
            if number and self._state.cured >> colour & 1:
                self.remove(self._medic, colour, number)

    def _is_safe(self, city: int, colour: int) -> bool:
        heals = city == self._medic and self._state.cured >> colour & 1
        return bool(heals or self._guarded >> city & 1)

    def _is_spared(self, city: int, colour: int) -> bool:
        """Return True if no cube is placed: [S] the disease is eradicated, or [P] the city is protected."""
        is_gone = self._eradicated >> colour & 1
        if not is_gone and not self._is_safe(city, colour):
            return False
        self._tell("event.spared" if is_gone else "event.safe", city, colour)
        return True

    def _break_out(self, first: int, colour: int) -> None:
        """[S] Place a cube in each neighbour; full neighbours break out next, each city once per card."""
        waiting, met = [first], {first}
        for city in waiting:
            self._outbreaks += 1
            values = {"city": self._data.card_words[city], "number": self._outbreaks}
            self._events.append(Sentence("event.outbreak", **values))
            if self._outbreaks >= self._data.most_outbreaks:
                self._end = LOST_BY_OUTBREAKS
                return
            for other in self._data.links[city]:
                if other in met or self._is_safe(other, colour):
                    continue
                if self._cubes[other * self._colours + colour] == Numbers.MOST_IN_CITY:
                    met.add(other)
                    waiting.append(other)
                elif not self.place(other, colour, 1):
                    return


def start_game(data: PandemicData, players: tuple[str, ...], setup: Mapping[str, str]) -> State:
    """Return the state before the first card. Raises RulesError for unknown roles."""
    level = setup.get("difficulty", next(iter(data.levels)))
    number = len(players)
    return State(
        players=players,
        roles=data.parse_roles(players, setup.get("roles", "")),
        pawns=(data.start,) * number,
        hands=((),) * number,
        unknown=(0,) * number,
        unseen=tuple(range(len(data.cards))),
        infections=(tuple(range(len(data.cities))),),
        cubes=bytes(len(data.cities) * len(data.colours)),
        supply=data.cubes,
        stations=(data.start,),
        epidemics=data.levels[level],
        asks_consent=setup.get("consent") == "asked",
    )


def find_dealt(state: State) -> int:
    """[OURS] Return the seat that is dealt to; hands are dealt one after another, in seat order."""
    wanted = Numbers.HANDS[len(state.players)]
    return next(seat for seat in range(len(state.players)) if state.hand_size(seat) < wanted)


def _apply_setup(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    """Carry out a checked move; in the phase `actions`, the turn of `active` has not begun."""
    if move.verb == "role":
        state = replace_state(state, roles=change(state.roles, move.seat, data.roles[move.to]))
    elif move.verb == "deal":
        state = gain_card(state, move.seat, move.to)
    else:
        spread, city = CubeSpread(data, state, events), move.to
        spread.place(city, data.colour_of[city], Numbers.FIRST_CUBES[len(state.infected)])
        layers = _draw_top(state.infections, city)
        state = spread.finish(infections=layers, infected=put(state.infected, city))
    if state.end or len(state.infected) < len(Numbers.FIRST_CUBES):
        return state
    if "" in state.roles:
        return replace_state(state, phase="roles")
    if state.hand_size(len(state.players) - 1) < Numbers.HANDS[len(state.players)]:
        return replace_state(state, phase="dealing")
    return _make_deck(data, state, events)


def _make_deck(data: PandemicData, state: State, events: list[Sentence]) -> State:
    """[S] Shuffle an epidemic into each pile; the smaller piles are at the bottom."""
    piles = share_out(len(state.unseen) - sum(state.unknown), state.epidemics)
    sizes = Listed(number + 1 for number in piles)
    events.append(Sentence("event.piles", piles=sizes, epidemics=state.epidemics))
    ready = replace_state(state, piles=tuple((number, 1) for number in piles))
    if any(state.unknown):
        return replace_state(ready, phase="beginning")
    # [OURS] If two cities are equal, or nobody holds one, the lowest seat begins.
    largest = [_find_largest(data, ready, seat)[0] for seat in range(len(state.players))]
    return begin_game(data, ready, largest.index(max(largest)), events)


def begin_game(data: PandemicData, state: State, seat: int, events: list[Sentence]) -> State:
    """[S] Begin with the player who holds the largest city."""
    number, city = _find_largest(data, state, seat)
    player = state.players[seat]
    if city == NOBODY:
        events.append(Sentence("event.first", player=player))
    else:
        events.append(Sentence("event.first_city", player=player, city=data.card_words[city], number=number))
    return replace_state(state, phase="actions", active=seat)


def _find_largest(data: PandemicData, state: State, seat: int) -> tuple[int, int]:
    """Return the population and number of the largest city known to be in a hand."""
    cities = [card for card in state.hands[seat] if card < len(data.cities)]
    sizes = ((data.population[city], city) for city in cities)
    return max(sizes, key=itemgetter(0), default=(0, NOBODY))


def check_begin(data: PandemicData, state: State, seat: int) -> None:
    """[OURS] Raise IllegalMove if the known cards rule out the named first player."""
    unseen = (data.population[card] for card in state.unseen if card < len(data.cities))
    most = max(unseen, default=0) if state.unknown[seat] else 0
    own = max(most, _find_largest(data, state, seat)[0])
    for other in range(len(state.players)):
        known, _ = _find_largest(data, state, other)
        if known > own or (known == own and other < seat):
            raise IllegalMove("pandemic.setup.first", player=state.players[seat], other=state.players[other])


def make_odds(data: PandemicData, book: Book, state: State) -> Draws:
    phase = state.phase
    if state.seer != NOBODY:
        return Draws(book.by_number("look"), state.infections[0])
    if phase == "draw":
        return _make_draw_odds(book, state)
    if phase in ("infecting", "infect"):
        return Draws(book.by_number("infect"), state.infections[0])
    if phase in ("bottom", "next"):
        return Draws(book.by_number("infect"), state.infections[-1])
    if phase == "roles":
        free = tuple(role for role, id in enumerate(data.roles) if id not in state.roles)
        return Draws(book.by_number("role", state.roles.index("")), free)
    if phase == "dealing":
        return Draws(book.by_number("deal", find_dealt(state)), state.unseen)
    return Draws((), (), extra=book.make("intensify"), extra_share=1)


def _make_draw_odds(book: Book, state: State) -> Draws:
    """[S] Return the odds of a draw: epidemics are anywhere in their pile, unseen cards equally likely."""
    others, epidemics = state.piles[0]
    if not others:
        return Draws((), (), extra=book.make("epidemic"), extra_share=1)
    draws = book.by_number("draw")
    if not epidemics:
        return Draws(draws, state.unseen)
    shares = epidemics * len(state.unseen)
    return Draws(draws, state.unseen, share=others, extra=book.make("epidemic"), extra_share=shares)


def name_implied(state: State) -> str:
    """Return the first words of a drawn card's move, which may be omitted."""
    if state.seer != NOBODY:
        return "look"
    if state.phase == "dealing":
        return f"deal {state.players[find_dealt(state)]}"
    return "draw" if state.phase == "draw" else "infect"


def check_chance(data: PandemicData, draws: Draws, state: State, move: PandemicMove) -> None:
    """Raise IllegalMove unless nature can make this move; any drawn card may be unknown."""
    if move in draws:
        return
    match "look" if state.seer != NOBODY else state.phase, move.verb:
        case ("look", "look") | ("infecting" | "infect", "infect"):
            raise IllegalMove("pandemic.infect.top", city=data.card_words[move.to])
        case ("bottom" | "next", "infect"):
            raise IllegalMove("pandemic.epidemic.bottom", city=data.card_words[move.to])
        case ("roles", "role"):
            player, role = state.players[state.roles.index("")], data.role_word(data.roles[move.to])
            raise IllegalMove("pandemic.setup.roles", player=player, role=role)
        case ("dealing", "deal") if move.seat != (seat := find_dealt(state)):
            number = Numbers.HANDS[len(state.players)]
            raise IllegalMove("pandemic.setup.hands", player=state.players[seat], number=number)
        case ("draw", "epidemic"):
            raise IllegalMove("pandemic.draw.epidemic")
        case ("draw", "draw") if not state.piles[0][0]:
            raise IllegalMove("pandemic.draw.must")
        case ("draw", "draw") | ("dealing", "deal"):
            forbid(move.to != UNKNOWN, "pandemic.draw.unseen", card=data.card_words[move.to])
        case _:
            raise IllegalMove("pandemic.turn.now", move=move.text)


def apply_chance(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    verb, phase = move.verb, state.phase
    if verb in ("draw", "epidemic"):
        return _draw(data, state, move, events)
    if verb == "intensify":
        return _intensify(data, state, events)
    if verb == "look":
        layers, to_see = _draw_top(state.infections, move.to), state.to_see - 1
        looked = replace_state(state, infections=layers, to_see=to_see, seen=put(state.seen, move.to))
        return looked if to_see else put_back_last(looked)
    if verb == "infect" and phase == "infect":
        return _infect(data, state, move.to, events)
    if verb == "infect" and phase != "infecting":
        return _infect_bottom(data, state, move.to, events)
    done = _apply_setup(data, state, move, events)
    return begin_turn(done, done.active, events) if done.phase == "actions" else done


def _draw(data: PandemicData, state: State, move: PandemicMove, events: list[Sentence]) -> State:
    """[S] Draw a card; both cards are drawn before they are resolved."""
    others, epidemics = state.piles[0]
    is_epidemic = move.verb == "epidemic"
    pile = (others, epidemics - 1) if is_epidemic else (others - 1, epidemics)
    piles = (pile, *state.piles[1:]) if any(pile) else state.piles[1:]
    if is_epidemic:
        drawn = replace_state(state, piles=piles, left=state.left - 1, pending=state.pending + 1)
    else:
        drawn = gain_card(state, state.active, move.to, piles=piles, left=state.left - 1)
    if drawn.left:
        return drawn
    return (_increase if drawn.pending else _begin_infections)(data, drawn, events)


def _increase(data: PandemicData, state: State, events: list[Sentence]) -> State:
    """[S] Move the marker of the infection rate, as the first step of an epidemic."""
    phase: Phase = "bottom" if state.infections else "intensify"
    increased = replace_state(state, increases=state.increases + 1, phase=phase)
    events.append(make_sentence("event.increase", number=find_rate(data, increased.increases)))
    return increased


def _infect_bottom(data: PandemicData, state: State, city: int, events: list[Sentence]) -> State:
    if state.phase == "next":
        state = _increase(data, state, events)
    *above, last = state.infections
    rest = take(last, city)
    spread = CubeSpread(data, state, events)
    spread.fill(city)
    return spread.finish(
        phase="intensify",
        infections=(*above, rest) if rest else tuple(above),
        infected=put(state.infected, city),
    )


def _intensify(data: PandemicData, state: State, events: list[Sentence]) -> State:
    """[S] Shuffle the discards onto the deck. [P] Events may be played before a second epidemic."""
    events.append(make_sentence("event.intensify", number=len(state.infected)))
    layers = (state.infected, *state.infections) if state.infected else state.infections
    done = replace_state(state, infections=layers, infected=(), pending=state.pending - 1)
    if done.pending:
        return replace_state(done, phase="next") if done.infections else _increase(data, done, events)
    return _begin_infections(data, done, events)


def _begin_infections(data: PandemicData, state: State, events: list[Sentence]) -> State:
    ready = replace_state(state, phase="infect", left=find_rate(data, state.increases))
    return end_infections(data, ready, events)


def end_infections(data: PandemicData, state: State, events: list[Sentence]) -> State:
    """[S] Skip infections that have not begun after One Quiet Night, or [OURS] if the deck is empty."""
    has_begun = state.left != find_rate(data, state.increases)
    following = (state.active + 1) % len(state.players)
    if state.is_quiet and not has_begun and state.left:
        events.append(make_sentence("event.quiet"))
        return begin_turn(replace_state(state, is_quiet=False), following, events)
    if not state.left or not state.infections:
        return begin_turn(state, following, events)
    if not has_begun:
        events.append(make_sentence("event.infect", number=state.left))
    return state


def _infect(data: PandemicData, state: State, city: int, events: list[Sentence]) -> State:
    spread = CubeSpread(data, state, events)
    spread.infect(city)
    layers, infected = _draw_top(state.infections, city), put(state.infected, city)
    done = spread.finish(infections=layers, infected=infected, left=state.left - 1)
    return done if done.end else end_infections(data, done, events)


def _draw_top(layers: tuple[CardNumbers, ...], city: int) -> tuple[CardNumbers, ...]:
    rest = take(layers[0], city)
    return (rest, *layers[1:]) if rest else layers[1:]


def put_back_last(state: State) -> State:
    """[S] End a Forecast if one card is left: all cards are back on top, in a known order."""
    if len(state.seen) > 1:
        return state
    layers = tuple((city,) for city in (*state.back, *state.seen))
    return replace_state(state, infections=(*layers, *state.infections), seen=(), back=(), seer=NOBODY)


def begin_turn(state: State, active: int, events: list[Sentence]) -> State:
    events.append(make_sentence("event.turn", player=state.players[active], number=Numbers.ACTIONS))
    turn = state.turn + 1
    return replace_state(
        state, phase="actions", left=Numbers.ACTIONS, active=active, turn=turn, has_flown=False, refused=()
    )


def begin_draw(state: State, events: list[Sentence]) -> State:
    """[S] Begin the draw; the game is lost if fewer than two cards are left."""
    if state.deck_size < Numbers.DRAWS:
        return replace_state(state, end=LOST_BY_CARDS, left=0)
    events.append(make_sentence("event.draw", player=state.players[state.active], number=Numbers.DRAWS))
    return replace_state(state, phase="draw", left=Numbers.DRAWS)
