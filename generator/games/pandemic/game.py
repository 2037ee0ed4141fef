"""The rules of Pandemic: who acts, what they may do, and what follows."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, partial

from generator.errors import IllegalMove, forbid
from generator.games.pandemic import actions, turns
from generator.games.pandemic.data import EVENTS, NOBODY, Numbers, PandemicData
from generator.games.pandemic.moves import Book, Draws, PandemicMove
from generator.games.pandemic.state import (
    State,
    discard,
    is_quiet_moment,
    list_seats_over_limit,
    name_decision,
    replace_state,
    take,
)
from generator.games.pandemic.table import score_table, take_table
from generator.games.pandemic.turns import begin_game, check_begin, start_game
from generator.rules.core import NATURE, Outcome, Score, Sentence, Step, check_players, check_turn
from generator.rules.notation import MovePattern, read_move
from generator.rules.states import remember_last


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
        actors += (players[seat] for seat in others if actions.may_play(self.data, state, seat))
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
        events = actions.list_events(data, book, state, seat, from_hand=step == "limit")
        if step == "limit":
            return [book.make("discard", card) for card in state.list_holdable(seat)] + events
        return actions.list_actions(data, book, state) + events if step == "actions" else events

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
            case "limit", verb if verb in EVENTS and not self._is_stored(state, seat, verb):
                actions.check_event(self.data, state, seat, move)
            case "limit", "discard":
                is_held = state.may_hold(seat, move.to)
                forbid(not is_held, "pandemic.hand.card", card=self.data.card_words[move.to])
            case "limit", _:
                # [S] A player with too many cards discards one or plays an event from the hand.
                number = state.hand_size(seat)
                raise IllegalMove("pandemic.hand.limit", player=state.players[seat], number=number)
            case "actions" | "event", verb if verb in EVENTS:
                actions.check_event(self.data, state, seat, move)
            case "actions", _:
                actions.check_action(self.data, state, move)
            case _:
                raise IllegalMove("pandemic.turn.now", move=move.text)

    def _is_stored(self, state: State, seat: int, verb: str) -> bool:
        """Return True if an event lies on the role card of a player, and so is not in the hand."""
        return actions.has_stored(state, seat, self.data.event(verb))

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
            return actions.apply_event(self.data, state, seat, move, events)
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
        done = actions.apply_action(self.data, state, move, events)
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
