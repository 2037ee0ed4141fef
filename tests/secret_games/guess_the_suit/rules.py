"""Guess the suit: one of four suits lies face down, and the second player guesses it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.model.kit import Kit
from generator.rules.core import NATURE, Outcome, Score, Secretive, Step, check_players, check_turn, forbid
from generator.rules.game import Game
from generator.rules.notation import Noted, make_patterns, read_move, read_names

SUITS = ("acorn", "bell", "heart", "leaf")


class Lay(Noted, notation="lay {suit}"):
    suit: str


class Guess(Noted, notation="guess {suit}"):
    suit: str


FORMS = make_patterns(Lay, Guess)
READERS = {"suit": read_names((suit, suit) for suit in SUITS)}


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    card: str = ""
    guess: str = ""


class GuessTheSuit(Secretive[State, Lay | Guess]):
    is_shared = False
    options: Mapping[str, tuple[str, ...]] = {}
    face_down = ("card",)

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def unknown(self, state: State, player: str) -> Mapping[State, Fraction]:
        if not state.card:
            return {state: Fraction(1)}
        return {replace(state, card=suit): Fraction(1, 4) for suit in SUITS}

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        check_players(self.kit, players)
        return State(tuple(players))

    def actors(self, state: State) -> tuple[str, ...]:
        if state.guess:
            return ()
        return (state.players[1],) if state.card else (NATURE,)

    def moves(self, state: State, actor: str) -> Sequence[Lay | Guess]:
        if actor not in self.actors(state):
            return ()
        return tuple(self.odds(state)) if actor == NATURE else [Guess(suit) for suit in SUITS]

    def odds(self, state: State) -> Mapping[Lay | Guess, Fraction]:
        return {} if state.card else {Lay(suit): Fraction(1, 4) for suit in SUITS}

    def check(self, state: State, actor: str, move: Lay | Guess) -> None:
        check_turn(self.actors(state), actor)
        forbid(move not in self.moves(state, actor), "guess.suit")

    def apply(self, state: State, actor: str, move: Lay | Guess) -> Step[State]:
        if isinstance(move, Lay):
            return Step(replace(state, card=move.suit))
        return Step(replace(state, guess=move.suit))

    def outcome(self, state: State) -> Outcome | None:
        if not state.guess:
            return None
        return Outcome("guess.end", (state.players[state.guess == state.card],))

    def score(self, state: State, player: str) -> Score:
        return Score()

    def parse(self, state: State, actor: str, text: str) -> Lay | Guess:
        return read_move(self, state, actor, text, FORMS, READERS)


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Lay | Guess, object]:
    return Game(kit=kit, rules=GuessTheSuit(kit), notation=FORMS)
