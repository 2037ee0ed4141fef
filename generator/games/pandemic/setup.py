"""The set-up: nine cities, the roles, the hands, the piles of the player deck, and who begins."""

from collections.abc import Mapping, Sequence

from generator.errors import IllegalMove, RulesError
from generator.games.pandemic.draws import Draws
from generator.games.pandemic.moves import UNKNOWN, Book, Move
from generator.games.pandemic.plan import FIRST_CUBES, HANDS, NOBODY, Plan, name_role, share_out
from generator.games.pandemic.spread import Spread
from generator.games.pandemic.state import State, change, change_number, put, replace, take
from generator.rules.core import Listed, Sentence
from generator.rules.likeness import fold


def start_game(plan: Plan, players: tuple[str, ...], setup: Mapping[str, str]) -> State:
    """The table before the first card; raises RulesError for options that cannot be."""
    level = setup.get("difficulty", next(iter(plan.levels)))
    if level not in plan.levels:
        values = {"key": "difficulty", "value": level[:20], "known": Listed(plan.levels)}
        raise RulesError("log.value", values)
    number = len(players)
    return State(
        players=players,
        roles=parse_roles(plan, players, setup.get("roles", "")),
        pawns=(plan.start,) * number,
        hands=((),) * number,
        unknown=(0,) * number,
        unseen=tuple(range(len(plan.cards))),
        piles=(),
        infections=(tuple(range(len(plan.cities))),),
        cubes=bytes(len(plan.cities) * len(plan.colours)),
        supply=plan.cubes,
        stations=(plan.start,),
        epidemics=plan.levels[level],
        asks_consent=setup.get("consent") == "asked",
    )


def parse_roles(plan: Plan, players: Sequence[str], text: str) -> tuple[str, ...]:
    """`Ana medic, Bo scientist`; whoever is not named draws one. Raises RulesError."""
    found = dict.fromkeys(players, "")
    for piece in text.split(",") if text.strip() else ():
        words = piece.strip()
        named = [player for player in players if words.startswith(f"{player} ")]
        player = max(named, key=len, default="")
        role = find_role(plan, words[len(player) :]) if player else ""
        if not role or found[player] or role in found.values():
            some = ", ".join(name_role(known) for known in plan.roles)
            known = (
                f"{players[0]} {name_role(plan.roles[0])}, ...; {some}" if players else "add `players: [...]`"
            )
            raise RulesError("log.value", {"key": "roles", "value": words[:60], "known": known})
        found[player] = role
    return tuple(found.values())


def find_role(plan: Plan, text: str) -> str:
    """By its name or the start of it; empty: none, or several."""
    words = fold(text)
    exact = [role for role in plan.roles if name_role(role) == words]
    near = [role for role in plan.roles if words and name_role(role).startswith(words)]
    return exact[0] if exact else near[0] if len(near) == 1 else ""


def find_setup_odds(plan: Plan, book: Book, state: State) -> Draws:
    """What nature may do in the set-up, all of it as likely."""
    if state.phase == "infecting":
        return Draws(book.by_number("infect"), state.infections[0])
    if state.phase == "roles":
        seat = state.roles.index("")
        free = tuple(role for role, id in enumerate(plan.roles) if id not in state.roles)
        return Draws(book.by_number("role", seat), free)
    return Draws(book.by_number("deal", find_dealt(state)), state.unseen)


def find_dealt(state: State) -> int:
    """[OURS] Hands are dealt one after the other, in the order of the seats."""
    wanted = HANDS[len(state.players)]
    seat = 0
    while state.hand_size(seat) == wanted:
        seat += 1
    return seat


def check_setup(plan: Plan, state: State, move: Move) -> None:
    """Raises IllegalMove."""
    phase = state.phase
    if phase == "infecting" and move.verb == "infect":
        if move.to not in state.infections[0]:
            raise IllegalMove("pandemic.infect.top", {"city": plan.city_words[move.to]})
    elif phase == "roles" and move.verb == "role":
        seat = state.roles.index("")
        if move.seat != seat or plan.roles[move.to] in state.roles:
            values = {"player": state.players[seat], "role": plan.role_word(plan.roles[move.to])}
            raise IllegalMove("pandemic.setup.roles", values)
    elif phase == "dealing" and move.verb == "deal":
        seat = find_dealt(state)
        if move.seat != seat:
            values = {"player": state.players[seat], "number": HANDS[len(state.players)]}
            raise IllegalMove("pandemic.setup.hands", values)
        if move.to != UNKNOWN and move.to not in state.unseen:
            raise IllegalMove("pandemic.draw.unseen", {"card": plan.card_words[move.to]})
    else:
        raise IllegalMove("pandemic.turn.now", {"move": move.text})


def apply_setup(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """What check_setup has allowed; in the phase `actions` the turn of `active` is still to begin."""
    if move.verb == "infect":
        return _end_part(plan, _infect(plan, state, move.to, events), events)
    if move.verb == "role":
        roles = (*state.roles[: move.seat], plan.roles[move.to], *state.roles[move.seat + 1 :])
        return _end_part(plan, replace(state, roles=roles), events)
    seat = move.seat
    if move.to == UNKNOWN:
        dealt = replace(state, unknown=change_number(state.unknown, seat, state.unknown[seat] + 1))
    else:
        hand = put(state.hands[seat], move.to)
        dealt = replace(state, hands=change(state.hands, seat, hand), unseen=take(state.unseen, move.to))
    return _end_part(plan, dealt, events)


def _infect(plan: Plan, state: State, city: int, events: list[Sentence]) -> State:
    """[S] Three cities with three cubes each, three with two, three with one."""
    spread = Spread(plan, state, events)
    spread.place(city, plan.colour_of[city], FIRST_CUBES[len(state.infected)])
    layer = take(state.infections[0], city)
    return replace(spread.finish(), infections=(layer,) if layer else (), infected=put(state.infected, city))


def _end_part(plan: Plan, state: State, events: list[Sentence]) -> State:
    if state.end or len(state.infected) < len(FIRST_CUBES):
        return state
    if "" in state.roles:
        return replace(state, phase="roles")
    if state.hand_size(len(state.players) - 1) < HANDS[len(state.players)]:
        return replace(state, phase="dealing")
    return _make_deck(plan, state, events)


def _make_deck(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] An epidemic in each pile; the smaller piles at the bottom."""
    others = len(state.unseen) - sum(state.unknown)
    piles = share_out(others, state.epidemics)
    sizes = Listed(number + 1 for number in piles)
    events.append(Sentence("event.piles", {"piles": sizes, "epidemics": state.epidemics}))
    ready = replace(state, piles=tuple((number, 1) for number in piles))
    if any(state.unknown):
        return replace(ready, phase="beginning")
    return begin_game(plan, ready, find_first(plan, ready), events)


def begin_game(plan: Plan, state: State, seat: int, events: list[Sentence]) -> State:
    """[S] The first turn is of who holds the largest city; told without one, where none is known."""
    city = find_largest(plan, state, seat)
    player = state.players[seat]
    if city == NOBODY:
        events.append(Sentence("event.first", {"player": player}))
    else:
        values = {"player": player, "city": plan.city_words[city], "number": plan.population[city]}
        events.append(Sentence("event.first_city", values))
    return replace(state, phase="actions", active=seat)


def find_first(plan: Plan, state: State) -> int:
    """[S] Whoever holds the largest city. [OURS] Of two that are equal, or without any, the lowest seat."""
    sizes = [_measure(plan, state, seat) for seat in range(len(state.players))]
    return sizes.index(max(sizes))


def find_largest(plan: Plan, state: State, seat: int) -> int:
    """The largest city that is known to be in a hand; NOBODY: none is."""
    cities = [card for card in state.hands[seat] if card < len(plan.cities)]
    return max(cities, key=lambda city: plan.population[city], default=NOBODY)


def _measure(plan: Plan, state: State, seat: int) -> int:
    city = find_largest(plan, state, seat)
    return plan.population[city] if city != NOBODY else 0


def check_begin(plan: Plan, state: State, seat: int) -> None:
    """[OURS] With unknown hands players say who begins; it must be possible. Raises IllegalMove."""
    unseen = (plan.population[card] for card in state.unseen if card < len(plan.cities))
    most = max(unseen, default=0) if state.unknown[seat] else 0
    own = max(most, _measure(plan, state, seat))
    for other in range(len(state.players)):
        known = _measure(plan, state, other)
        if known > own or (known == own and other < seat):
            values = {"player": state.players[seat], "other": state.players[other]}
            raise IllegalMove("pandemic.setup.first", values)
