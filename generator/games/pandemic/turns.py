"""The parts of a turn, and what nature does in them: draws, epidemics, infections."""

from generator.errors import IllegalMove
from generator.games.pandemic.draws import Draws
from generator.games.pandemic.moves import UNKNOWN, Book, Move
from generator.games.pandemic.plan import ACTIONS, DRAWS, NOBODY, Cards, Plan
from generator.games.pandemic.setup import apply_setup, check_setup, find_dealt, find_setup_odds
from generator.games.pandemic.spread import Spread
from generator.games.pandemic.state import (
    LOST_BY_CARDS,
    Phase,
    State,
    change,
    change_number,
    put,
    replace,
    take,
)
from generator.rules.core import Sentence
from generator.rules.odds import Odds


def find_odds(plan: Plan, book: Book, state: State) -> Odds[Move]:
    """What nature may do, and how likely it is."""
    if state.seer != NOBODY:
        return Draws(book.by_number("look"), state.infections[0])
    phase = state.phase
    if phase == "draw":
        return _find_draw_odds(book, state)
    if phase == "infect":
        return Draws(book.by_number("infect"), state.infections[0])
    if phase in ("bottom", "next"):
        return Draws(book.by_number("infect"), state.infections[-1])
    if phase == "intensify":
        return Draws((), (), extra=book.make("intensify"), extra_share=1)
    return find_setup_odds(plan, book, state)


def _find_draw_odds(book: Book, state: State) -> Draws:
    """[S] An epidemic lies anywhere in its pile; of the other cards each may be any that nobody has seen."""
    others, epidemics = state.piles[0]
    if not others:
        return Draws((), (), extra=book.make("epidemic"), extra_share=1)
    draws = book.by_number("draw")
    if not epidemics:
        return Draws(draws, state.unseen)
    shares = epidemics * len(state.unseen)
    return Draws(draws, state.unseen, share=others, extra=book.make("epidemic"), extra_share=shares)


def check_chance(plan: Plan, state: State, move: Move) -> None:
    """Raises IllegalMove unless nature may do this now."""
    verb, phase = move.verb, state.phase
    if state.seer != NOBODY:
        if verb != "look":
            raise IllegalMove("pandemic.turn.now", {"move": move.text})
        _check_top(plan, move, state.infections[0])
    elif phase == "draw" and verb in ("draw", "epidemic"):
        _check_draw(plan, state, move)
    elif phase == "infect" and verb == "infect":
        _check_top(plan, move, state.infections[0])
    elif phase in ("bottom", "next") and verb == "infect":
        if move.to not in state.infections[-1]:
            values = {"city": plan.city_words[move.to]}
            raise IllegalMove("pandemic.epidemic.bottom", values)
    elif phase == "intensify" and verb == "intensify":
        return
    else:
        check_setup(plan, state, move)


def find_implied(state: State) -> str:
    """The words with which a drawn card begins, as they need not be typed."""
    if state.seer != NOBODY:
        return "look"
    if state.phase == "dealing":
        return f"deal {state.players[find_dealt(state)]}"
    return "draw" if state.phase == "draw" else "infect"


def _check_top(plan: Plan, move: Move, layer: Cards) -> None:
    if move.to not in layer:
        raise IllegalMove("pandemic.infect.top", {"city": plan.city_words[move.to]})


def _check_draw(plan: Plan, state: State, move: Move) -> None:
    others, epidemics = state.piles[0]
    if move.verb == "epidemic":
        if not epidemics:
            raise IllegalMove("pandemic.draw.epidemic")
    elif not others:
        raise IllegalMove("pandemic.draw.must")
    elif move.to != UNKNOWN and move.to not in state.unseen:
        raise IllegalMove("pandemic.draw.unseen", {"card": plan.card_words[move.to]})


def apply_chance(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """What check_chance has allowed."""
    verb = move.verb
    if verb == "draw":
        return _draw(plan, state, move.to, events)
    if verb == "epidemic":
        return _draw_epidemic(plan, state, events)
    if verb == "intensify":
        return _intensify(plan, state, events)
    if verb == "look":
        layers, to_see = _draw_top(state.infections, move.to), state.to_see - 1
        looked = replace(state, infections=layers, to_see=to_see, seen=put(state.seen, move.to))
        return put_back_last(looked) if not to_see else looked
    if verb == "infect" and state.phase == "infect":
        return _infect(plan, state, move.to, events)
    if verb == "infect" and state.phase != "infecting":
        return _infect_bottom(plan, state, move.to, events)
    done = apply_setup(plan, state, move, events)
    return begin_turn(done, done.active, events) if done.phase == "actions" else done


def _draw(plan: Plan, state: State, card: int, events: list[Sentence]) -> State:
    others, epidemics = state.piles[0]
    piles = ((others - 1, epidemics), *state.piles[1:]) if others + epidemics > 1 else state.piles[1:]
    active = state.active
    if card == UNKNOWN:
        unknown = change_number(state.unknown, active, state.unknown[active] + 1)
        drawn = replace(state, piles=piles, unknown=unknown, left=state.left - 1)
    else:
        drawn = replace(
            state,
            piles=piles,
            hands=change(state.hands, active, put(state.hands[active], card)),
            unseen=take(state.unseen, card),
            left=state.left - 1,
        )
    return drawn if drawn.left else _end_draw(plan, drawn, events)


def _draw_epidemic(plan: Plan, state: State, events: list[Sentence]) -> State:
    others, epidemics = state.piles[0]
    piles = ((others, epidemics - 1), *state.piles[1:]) if others + epidemics > 1 else state.piles[1:]
    drawn = replace(state, piles=piles, pending=state.pending + 1, left=state.left - 1)
    return drawn if drawn.left else _end_draw(plan, drawn, events)


def _end_draw(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] Both cards are drawn before anything is carried out."""
    if state.pending:
        return _increase(plan, state, events)
    return _begin_infections(plan, state, events)


def _increase(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] The first step of an epidemic: the marker of the infection rate moves."""
    phase: Phase = "bottom" if state.infections else "intensify"
    increased = replace(state, increases=state.increases + 1, phase=phase)
    events.append(Sentence("event.increase", {"number": find_rate(plan, increased)}))
    return increased


def find_rate(plan: Plan, state: State) -> int:
    """[S] Cities that are infected in a turn; on the last field of its track the marker stays."""
    return plan.rates[min(state.increases, len(plan.rates) - 1)]


def _infect_bottom(plan: Plan, state: State, city: int, events: list[Sentence]) -> State:
    if state.phase == "next":
        state = _increase(plan, state, events)
    *above, last = state.infections
    rest = take(last, city)
    spread = Spread(plan, state, events)
    spread.fill(city)
    return replace(
        spread.finish(),
        phase="intensify",
        infections=(*above, rest) if rest else tuple(above),
        infected=put(state.infected, city),
    )


def _intensify(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] The discards are shuffled and laid on top."""
    events.append(Sentence("event.intensify", {"number": len(state.infected)}))
    layers = (state.infected, *state.infections) if state.infected else state.infections
    done = replace(state, infections=layers, infected=(), pending=state.pending - 1)
    if done.pending:
        # [P] Before the second epidemic begins, events may be played.
        return replace(done, phase="next") if done.infections else _increase(plan, done, events)
    return _begin_infections(plan, done, events)


def _begin_infections(plan: Plan, state: State, events: list[Sentence]) -> State:
    ready = replace(state, phase="infect", left=find_rate(plan, state))
    return end_infections(plan, ready, events)


def end_infections(plan: Plan, state: State, events: list[Sentence]) -> State:
    """[S] One Quiet Night leaves them out, unless they have begun; [OURS] so does a deck that is used up."""
    is_whole = state.left == find_rate(plan, state)
    if state.is_quiet and is_whole and state.left:
        events.append(Sentence("event.quiet"))
        return begin_turn(replace(state, is_quiet=False), _next_seat(state), events)
    if not state.left or not state.infections:
        return begin_turn(state, _next_seat(state), events)
    if is_whole:
        events.append(Sentence("event.infect", {"number": state.left}))
    return state


def _next_seat(state: State) -> int:
    return (state.active + 1) % len(state.players)


def _infect(plan: Plan, state: State, city: int, events: list[Sentence]) -> State:
    spread = Spread(plan, state, events)
    spread.infect(city)
    done = replace(
        spread.finish(),
        infections=_draw_top(state.infections, city),
        infected=put(state.infected, city),
        left=state.left - 1,
    )
    return done if done.end else end_infections(plan, done, events)


def _draw_top(layers: tuple[Cards, ...], city: int) -> tuple[Cards, ...]:
    rest = take(layers[0], city)
    return (rest, *layers[1:]) if rest else layers[1:]


def put_back_last(state: State) -> State:
    """[S] A Forecast: what was looked at lies on top again, the order being known. The last card is plain."""
    if len(state.seen) > 1:
        return state
    layers = tuple((city,) for city in (*state.back, *state.seen))
    return replace(state, infections=(*layers, *state.infections), seen=(), back=(), seer=NOBODY)


def begin_turn(state: State, active: int, events: list[Sentence]) -> State:
    events.append(Sentence("event.turn", {"player": state.players[active], "number": ACTIONS}))
    turn = state.turn + 1
    return replace(
        state, phase="actions", left=ACTIONS, active=active, turn=turn, has_flown=False, refused=()
    )


def end_action(state: State, events: list[Sentence]) -> State:
    """[S] Up to four actions, then two cards."""
    if state.left > 1:
        return replace(state, left=state.left - 1)
    return begin_draw(state, events)


def begin_draw(state: State, events: list[Sentence]) -> State:
    """[S] Who is about to draw and finds fewer than two cards has lost."""
    if state.deck_size < DRAWS:
        return replace(state, end=LOST_BY_CARDS, left=0)
    events.append(Sentence("event.draw", {"player": state.players[state.active], "number": DRAWS}))
    return replace(state, phase="draw", left=DRAWS)
