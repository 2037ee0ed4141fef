"""The phases of a turn, and the moves of nature: set-up, draws, epidemics, and infections."""

from generator.errors import IllegalMove
from generator.games.pandemic.moves import UNKNOWN, Book, Draws, Move
from generator.games.pandemic.plan import ACTIONS, DRAWS, HANDS, NOBODY, Cards, Plan
from generator.games.pandemic.setup import apply_setup, find_dealt
from generator.games.pandemic.spread import Spread
from generator.games.pandemic.state import LOST_BY_CARDS, Phase, State, gain_card, put, replace, take
from generator.rules.core import Sentence, Value, shared


def find_odds(plan: Plan, book: Book, state: State) -> Draws:
    phase = state.phase
    if state.seer != NOBODY:
        return Draws(book.by_number("look"), state.infections[0])
    if phase == "draw":
        return _find_draw_odds(book, state)
    if phase in ("infecting", "infect"):
        return Draws(book.by_number("infect"), state.infections[0])
    if phase in ("bottom", "next"):
        return Draws(book.by_number("infect"), state.infections[-1])
    if phase == "roles":
        free = tuple(role for role, id in enumerate(plan.roles) if id not in state.roles)
        return Draws(book.by_number("role", state.roles.index("")), free)
    if phase == "dealing":
        return Draws(book.by_number("deal", find_dealt(state)), state.unseen)
    return Draws((), (), extra=book.make("intensify"), extra_share=1)


def _find_draw_odds(book: Book, state: State) -> Draws:
    """[S] Return the odds of a draw: epidemics are anywhere in their pile, unseen cards equally likely."""
    others, epidemics = state.piles[0]
    if not others:
        return Draws((), (), extra=book.make("epidemic"), extra_share=1)
    draws = book.by_number("draw")
    if not epidemics:
        return Draws(draws, state.unseen)
    shares = epidemics * len(state.unseen)
    return Draws(draws, state.unseen, share=others, extra=book.make("epidemic"), extra_share=shares)


def find_implied(state: State) -> str:
    """Return the first words of a drawn card's move, which may be omitted."""
    if state.seer != NOBODY:
        return "look"
    if state.phase == "dealing":
        return f"deal {state.players[find_dealt(state)]}"
    return "draw" if state.phase == "draw" else "infect"


def check_chance(plan: Plan, draws: Draws, state: State, move: Move) -> None:
    """Raise IllegalMove unless nature can make this move; any drawn card may be unknown."""
    if move in draws:
        return
    place = "look" if state.seer != NOBODY else state.phase
    values: dict[str, Value] = {"move": move.text}
    rule = "pandemic.turn.now"
    match place, move.verb:
        case ("look", "look") | ("infecting" | "infect", "infect"):
            rule, values = "pandemic.infect.top", {"city": plan.card_words[move.to]}
        case ("bottom" | "next", "infect"):
            rule, values = "pandemic.epidemic.bottom", {"city": plan.card_words[move.to]}
        case ("roles", "role"):
            player = state.players[state.roles.index("")]
            values = {"player": player, "role": plan.role_word(plan.roles[move.to])}
            rule = "pandemic.setup.roles"
        case ("dealing", "deal") if move.seat != find_dealt(state):
            player = state.players[find_dealt(state)]
            rule, values = "pandemic.setup.hands", {"player": player, "number": HANDS[len(state.players)]}
        case ("draw", "epidemic"):
            rule = "pandemic.draw.epidemic"
        case ("draw", "draw") if not state.piles[0][0]:
            rule = "pandemic.draw.must"
        case ("draw", "draw") | ("dealing", "deal"):
            if move.to == UNKNOWN:
                return
            rule, values = "pandemic.draw.unseen", {"card": plan.card_words[move.to]}
    raise IllegalMove(rule, **values)


def apply_chance(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    verb, phase = move.verb, state.phase
    if verb in ("draw", "epidemic"):
        return _draw(plan, state, move, events)
    if verb == "intensify":
        return _intensify(plan, state, events)
    if verb == "look":
        layers, to_see = _draw_top(state.infections, move.to), state.to_see - 1
        looked = replace(state, infections=layers, to_see=to_see, seen=put(state.seen, move.to))
        return looked if to_see else put_back_last(looked)
    if verb == "infect" and phase == "infect":
        return _infect(plan, state, move.to, events)
    if verb == "infect" and phase != "infecting":
        return _infect_bottom(plan, state, move.to, events)
    done = apply_setup(plan, state, move, events)
    return begin_turn(done, done.active, events) if done.phase == "actions" else done


def _draw(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """[S] Draw a card; both cards are drawn before they are resolved."""
    others, epidemics = state.piles[0]
    is_epidemic = move.verb == "epidemic"
    pile = (others, epidemics - 1) if is_epidemic else (others - 1, epidemics)
    piles = (pile, *state.piles[1:]) if any(pile) else state.piles[1:]
    if is_epidemic:
        drawn = replace(state, piles=piles, left=state.left - 1, pending=state.pending + 1)
    else:
        drawn = gain_card(state, state.active, move.to, piles=piles, left=state.left - 1)
    if drawn.left:
        return drawn
    return (_increase if drawn.pending else _begin_infections)(plan, drawn, events)


def _increase(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] Move the marker of the infection rate, as the first step of an epidemic."""
    phase: Phase = "bottom" if state.infections else "intensify"
    increased = replace(state, increases=state.increases + 1, phase=phase)
    events.append(shared("event.increase", number=find_rate(plan, increased.increases)))
    return increased


def find_rate(plan: Plan, epidemics: int) -> int:
    """[S] Return the number of cities infected in a turn; at the end of its track the marker stays."""
    return plan.rates[min(epidemics, len(plan.rates) - 1)]


def _infect_bottom(plan: Plan, state: State, city: int, events: list[Sentence]) -> State:
    if state.phase == "next":
        state = _increase(plan, state, events)
    *above, last = state.infections
    rest = take(last, city)
    spread = Spread(plan, state, events)
    spread.fill(city)
    return spread.finish(
        phase="intensify",
        infections=(*above, rest) if rest else tuple(above),
        infected=put(state.infected, city),
    )


def _intensify(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] Shuffle the discards onto the deck. [P] Events may be played before a second epidemic."""
    events.append(shared("event.intensify", number=len(state.infected)))
    layers = (state.infected, *state.infections) if state.infected else state.infections
    done = replace(state, infections=layers, infected=(), pending=state.pending - 1)
    if done.pending:
        return replace(done, phase="next") if done.infections else _increase(plan, done, events)
    return _begin_infections(plan, done, events)


def _begin_infections(plan: Plan, state: State, events: list[Sentence]) -> State:
    ready = replace(state, phase="infect", left=find_rate(plan, state.increases))
    return end_infections(plan, ready, events)


def end_infections(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] Skip infections that have not begun after One Quiet Night, or [OURS] if the deck is empty."""
    has_begun = state.left != find_rate(plan, state.increases)
    following = (state.active + 1) % len(state.players)
    if state.is_quiet and not has_begun and state.left:
        events.append(shared("event.quiet"))
        return begin_turn(replace(state, is_quiet=False), following, events)
    if not state.left or not state.infections:
        return begin_turn(state, following, events)
    if not has_begun:
        events.append(shared("event.infect", number=state.left))
    return state


def _infect(plan: Plan, state: State, city: int, events: list[Sentence]) -> State:
    spread = Spread(plan, state, events)
    spread.infect(city)
    layers, infected = _draw_top(state.infections, city), put(state.infected, city)
    done = spread.finish(infections=layers, infected=infected, left=state.left - 1)
    return done if done.end else end_infections(plan, done, events)


def _draw_top(layers: tuple[Cards, ...], city: int) -> tuple[Cards, ...]:
    rest = take(layers[0], city)
    return (rest, *layers[1:]) if rest else layers[1:]


def put_back_last(state: State) -> State:
    """[S] End a Forecast if one card is left: all cards are back on top, in a known order."""
    if len(state.seen) > 1:
        return state
    layers = tuple((city,) for city in (*state.back, *state.seen))
    return replace(state, infections=(*layers, *state.infections), seen=(), back=(), seer=NOBODY)


def begin_turn(state: State, active: int, events: list[Sentence]) -> State:
    events.append(shared("event.turn", player=state.players[active], number=ACTIONS))
    turn = state.turn + 1
    return replace(
        state, phase="actions", left=ACTIONS, active=active, turn=turn, has_flown=False, refused=()
    )


def begin_draw(state: State, events: list[Sentence]) -> State:
    """[S] Begin the draw; the game is lost if fewer than two cards are left."""
    if state.deck_size < DRAWS:
        return replace(state, end=LOST_BY_CARDS, left=0)
    events.append(shared("event.draw", player=state.players[state.active], number=DRAWS))
    return replace(state, phase="draw", left=DRAWS)
