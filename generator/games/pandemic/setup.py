"""The set-up: nine cities, the roles, the hands, the piles of the player deck, and the first player."""

from collections.abc import Mapping, Sequence
from operator import itemgetter

from generator.errors import IllegalMove, RulesError
from generator.games.pandemic.moves import Move
from generator.games.pandemic.plan import FIRST_CUBES, HANDS, NOBODY, Plan, name_role, share_out
from generator.games.pandemic.spread import Spread
from generator.games.pandemic.state import State, gain_card, put, replace, take
from generator.rules.core import Listed, Sentence
from generator.rules.states import change


def start_game(plan: Plan, players: tuple[str, ...], setup: Mapping[str, str]) -> State:
    """Return the state before the first card. Raises RulesError for unknown roles."""
    level = setup.get("difficulty", next(iter(plan.levels)))
    number = len(players)
    return State(
        players=players,
        roles=parse_roles(plan, players, setup.get("roles", "")),
        pawns=(plan.start,) * number,
        hands=((),) * number,
        unknown=(0,) * number,
        unseen=tuple(range(len(plan.cards))),
        infections=(tuple(range(len(plan.cities))),),
        cubes=bytes(len(plan.cities) * len(plan.colours)),
        supply=plan.cubes,
        stations=(plan.start,),
        epidemics=plan.levels[level],
        asks_consent=setup.get("consent") == "asked",
    )


def parse_roles(plan: Plan, players: Sequence[str], text: str) -> tuple[str, ...]:
    """Parse `Ana medic, Bo scientist`; "" for players who draw a role. Raises RulesError."""
    found = dict.fromkeys(players, "")
    for piece in map(str.strip, text.split(",") if text.strip() else ()):
        named = [player for player in players if piece.startswith(f"{player} ")]
        player = max(named, key=len, default="")
        role = plan.readers["role"].read(piece[len(player) :], False) if player else None
        if role is None or found[player] or plan.roles[role] in found.values():
            roles = ", ".join(map(name_role, plan.roles))
            example = f"{players[0]} {name_role(plan.roles[0])}, ...; {roles}" if players else ""
            known = example or "add `players: [...]`"
            raise RulesError("log.value", key="roles", value=piece[:60], known=known)
        found[player] = plan.roles[role]
    return tuple(found.values())


def find_dealt(state: State) -> int:
    """[OURS] Return the seat that is dealt to; hands are dealt one after another, in seat order."""
    wanted = HANDS[len(state.players)]
    return next(seat for seat in range(len(state.players)) if state.hand_size(seat) < wanted)


def apply_setup(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """Carry out a checked move; in the phase `actions`, the turn of `active` has not begun."""
    if move.verb == "role":
        state = replace(state, roles=change(state.roles, move.seat, plan.roles[move.to]))
    elif move.verb == "deal":
        state = gain_card(state, move.seat, move.to)
    else:
        state = _infect_first(plan, state, move.to, events)
    if state.end or len(state.infected) < len(FIRST_CUBES):
        return state
    if "" in state.roles:
        return replace(state, phase="roles")
    if state.hand_size(len(state.players) - 1) < HANDS[len(state.players)]:
        return replace(state, phase="dealing")
    return _make_deck(plan, state, events)


def _infect_first(plan: Plan, state: State, city: int, events: list[Sentence]) -> State:
    spread = Spread(plan, state, events)
    spread.place(city, plan.colour_of[city], FIRST_CUBES[len(state.infected)])
    layer = take(state.infections[0], city)
    return spread.finish(infections=(layer,) if layer else (), infected=put(state.infected, city))


def _make_deck(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] Shuffle an epidemic into each pile; the smaller piles are at the bottom."""
    piles = share_out(len(state.unseen) - sum(state.unknown), state.epidemics)
    sizes = Listed(number + 1 for number in piles)
    events.append(Sentence("event.piles", piles=sizes, epidemics=state.epidemics))
    ready = replace(state, piles=tuple((number, 1) for number in piles))
    if any(state.unknown):
        return replace(ready, phase="beginning")
    # [OURS] If two cities are equal, or nobody holds one, the lowest seat begins.
    largest = [_find_largest(plan, ready, seat)[0] for seat in range(len(state.players))]
    return begin_game(plan, ready, largest.index(max(largest)), events)


def begin_game(plan: Plan, state: State, seat: int, events: list[Sentence]) -> State:
    """[S] Begin with the player who holds the largest city."""
    number, city = _find_largest(plan, state, seat)
    player = state.players[seat]
    if city == NOBODY:
        events.append(Sentence("event.first", player=player))
    else:
        events.append(Sentence("event.first_city", player=player, city=plan.card_words[city], number=number))
    return replace(state, phase="actions", active=seat)


def _find_largest(plan: Plan, state: State, seat: int) -> tuple[int, int]:
    """Return the population and number of the largest city known to be in a hand."""
    cities = [card for card in state.hands[seat] if card < len(plan.cities)]
    found = ((plan.population[city], city) for city in cities)
    return max(found, key=itemgetter(0), default=(0, NOBODY))


def check_begin(plan: Plan, state: State, seat: int) -> None:
    """[OURS] Raise IllegalMove if the known cards rule out the named first player."""
    unseen = (plan.population[card] for card in state.unseen if card < len(plan.cities))
    most = max(unseen, default=0) if state.unknown[seat] else 0
    own = max(most, _find_largest(plan, state, seat)[0])
    for other in range(len(state.players)):
        known, _ = _find_largest(plan, state, other)
        if known > own or (known == own and other < seat):
            raise IllegalMove("pandemic.setup.first", player=state.players[seat], other=state.players[other])
