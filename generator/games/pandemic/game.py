"""The rules of Pandemic as the contract of all games has them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from generator.errors import IllegalMove
from generator.games.pandemic.actions import apply_action, check_action, list_actions
from generator.games.pandemic.event_cards import apply_event, check_event, list_events, may_play
from generator.games.pandemic.moves import EVENT_OF, Book, Move
from generator.games.pandemic.plan import HAND_LIMIT, NOBODY, Plan
from generator.games.pandemic.setup import begin_game, check_begin, start_game
from generator.games.pandemic.state import State, discard, is_quiet_moment, replace, take
from generator.games.pandemic.table import score_table, take_table
from generator.games.pandemic.turns import (
    apply_chance,
    begin_draw,
    begin_turn,
    check_chance,
    end_action,
    find_implied,
    find_odds,
    put_back_last,
)
from generator.rules.core import NATURE, Outcome, Score, Sentence, Step, Value
from generator.rules.notation import Form, read_move
from generator.rules.players import check_players, check_turn
from generator.rules.states import remember_last


class Pandemic:
    """Made from the board, the cards and the pieces of a kit."""

    is_shared = True

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._options = {"difficulty": tuple(plan.levels), "roles": (), "consent": ("assumed", "asked")}
        self._books: dict[tuple[str, ...], Book] = {}
        self._actors = remember_last(self._list_actors)
        self._score = remember_last(self._sum_up)

    @property
    def notation(self) -> Sequence[Form[Move]]:
        book = Book(self.plan, ())
        return (*book.chances, *book.deeds)

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """`difficulty`: with 5, 4 or 6 epidemics. `roles`: `Ana medic, Bo scientist`, else they are drawn."""
        return self._options

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        check_players(self.plan.kit, players)
        return start_game(self.plan, tuple(players), setup)

    def actors(self, state: State) -> tuple[str, ...]:
        """Those who must act, or nature, come first; then those who may play an event."""
        return self._actors(state)

    def _list_actors(self, state: State) -> tuple[str, ...]:
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
        if is_quiet_moment(state):
            if over := state.over_limit():
                return tuple(players[seat] for seat in over)
        elif phase != "intensify":
            return (NATURE,)
        first = state.active if phase == "actions" else NOBODY
        actors = [NATURE if first == NOBODY else players[first]]
        for seat, player in enumerate(players):
            if seat != first and may_play(self.plan, state, seat):
                actors.append(player)
        return tuple(actors)

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        if actor not in self.actors(state):
            return ()
        moves = self._list_moves(state, actor)
        return tuple(move for move in moves if move not in state.refused) if state.refused else moves

    def _list_moves(self, state: State, actor: str) -> Sequence[Move]:
        book = self._book(state)
        if state.asked:
            return (book.make("agree"), book.make("refuse"))
        if actor == NATURE:
            return tuple(find_odds(self.plan, book, state))
        seat = state.players.index(actor)
        if state.seer != NOBODY:
            return tuple(book.make("next", city) for city in state.seen)
        if state.phase == "beginning":
            return tuple(self._list_begin(book, state, seat))
        if state.hand_size(seat) > HAND_LIMIT and is_quiet_moment(state):
            discards = [book.make("discard", card) for card in state.list_holdable(seat)]
            return discards + list_events(self.plan, book, state, seat, from_hand=True)
        events = list_events(self.plan, book, state, seat)
        if state.phase == "actions" and seat == state.active:
            return list_actions(self.plan, book, state) + events
        return events

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        if NATURE not in self.actors(state):
            return {}
        return find_odds(self.plan, self._book(state), state)

    def check(self, state: State, actor: str, move: Move) -> None:
        check_turn(self.actors(state), actor)
        if actor == NATURE:
            check_chance(self.plan, self._book(state), state, move)
            return
        seat = state.players.index(actor)
        if move in state.refused:
            values = {"player": state.players[move.seat], "move": move.text}
            raise IllegalMove("pandemic.consent.refused", values)
        if state.asked:
            self._check_only(("agree", "refuse"), move)
        elif state.seer != NOBODY:
            self._check_next(state, move)
        elif state.phase == "beginning":
            self._check_only(("begin",), move)
            check_begin(self.plan, state, seat)
        elif state.hand_size(seat) > HAND_LIMIT and is_quiet_moment(state):
            self._check_limit(state, seat, move)
        elif move.verb in EVENT_OF:
            check_event(self.plan, state, seat, move)
        elif state.phase == "actions" and seat == state.active:
            check_action(self.plan, state, move)
        else:
            raise IllegalMove("pandemic.turn.now", {"move": move.text})

    def _check_only(self, verbs: Sequence[str], move: Move) -> None:
        if move.verb not in verbs:
            raise IllegalMove("pandemic.turn.now", {"move": move.text})

    def _check_next(self, state: State, move: Move) -> None:
        self._check_only(("next",), move)
        if move.to not in state.seen:
            raise IllegalMove("pandemic.forecast.seen", {"city": self.plan.city_words[move.to]})

    def _check_limit(self, state: State, seat: int, move: Move) -> None:
        """[S] Too many cards: one is discarded at once, or an event of the hand is played."""
        if move.verb in EVENT_OF:
            check_event(self.plan, state, seat, move, from_hand=True)
        elif move.verb != "discard":
            values: dict[str, Value] = {"player": state.players[seat], "number": state.hand_size(seat)}
            raise IllegalMove("pandemic.hand.limit", values)
        elif not state.may_hold(seat, move.to):
            raise IllegalMove("pandemic.hand.card", {"card": self.plan.card_words[move.to]})

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        self.check(state, actor, move)
        events: list[Sentence] = []
        if actor == NATURE:
            done = apply_chance(self.plan, state, move, events)
        else:
            done = self._apply_choice(state, state.players.index(actor), move, events)
        if done.end:
            key = "event.won" if done.is_won else "event.lost"
            events.append(Sentence(key, {"why": Sentence.of_rule(done.end)}))
        elif is_quiet_moment(done):
            for seat in done.over_limit():
                events.append(self._tell_limit(done, seat))
        return Step(done, tuple(events))

    def _tell_limit(self, state: State, seat: int) -> Sentence:
        number = state.hand_size(seat)
        values: dict[str, Value] = {
            "player": state.players[seat],
            "number": number,
            "over": number - HAND_LIMIT,
        }
        return Sentence("event.limit", values)

    def _apply_choice(self, state: State, seat: int, move: Move, events: list[Sentence]) -> State:
        """[S] Others must agree if it is their card or pawn. [OURS] A refused request costs nothing."""
        plan, verb = self.plan, move.verb
        if state.asked:
            (seat, move), state = state.asked, replace(state, asked=None)
            if verb == "refuse":
                return replace(state, refused=(*state.refused, move))
            verb = move.verb
        elif state.asks_consent and move.find_other(seat) != NOBODY:
            return replace(state, asked=(seat, move))
        if verb in EVENT_OF:
            return apply_event(plan, state, seat, move, events)
        if verb == "discard":
            return discard(state, seat, move.to)
        if verb == "next":
            back = replace(state, seen=take(state.seen, move.to), back=(*state.back, move.to))
            return put_back_last(back)
        if verb == "begin":
            begun = begin_game(plan, state, seat, events)
            return begin_turn(begun, seat, events)
        if verb == "pass":
            return begin_draw(state, events)
        done = apply_action(plan, state, move, events)
        return done if done.end else end_action(done, events)

    def outcome(self, state: State) -> Outcome | None:
        if not state.end:
            return None
        return Outcome(state.end, state.players if state.is_won else (), state.is_won)

    def score(self, state: State, player: str) -> Score:
        return self._score(state)

    def _sum_up(self, state: State) -> Score:
        return score_table(self.plan, take_table(self.plan, state))

    def parse(self, state: State, actor: str, text: str) -> Move:
        book, seat = self._book(state), state.number(actor)
        if actor == NATURE:
            implied = find_implied(state)
            return read_move(self, state, actor, text, book.chances, book.readers, implied=implied)
        readers = book.make_readers(seat, state.pawns[seat])
        return read_move(self, state, actor, text, book.deeds, readers)

    def _list_begin(self, book: Book, state: State, seat: int) -> Sequence[Move]:
        try:
            check_begin(self.plan, state, seat)
        except IllegalMove:
            return ()
        return (book.make("begin"),)

    def _book(self, state: State) -> Book:
        book = self._books.get(state.players)
        if book is None:
            book = self._books[state.players] = Book(self.plan, state.players)
        return book
