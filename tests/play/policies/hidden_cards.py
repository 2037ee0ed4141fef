"""A game whose states hold the order of a deck, though nobody may know it: guess the card on top."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.model.kit import Kit
from generator.rules.core import NATURE, Outcome, Score, Step
from generator.rules.game import Game
from generator.rules.notation import Noted, make_patterns, read_move, read_names

CARDS = ("ace", "king", "queen")


class Guess(Noted, notation="guess {card}"):
    card: str


class Show(Noted, notation="show {card}"):
    """Chance turns up the top card."""

    card: str


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    deck: tuple[str, ...]
    """Face down, the top first."""
    guess: str = ""
    right: int = 0
    turn: int = 1


class Guessing:
    """Players win together if they guess three cards."""

    is_shared = True
    options: Mapping[str, tuple[str, ...]] = {}
    peeks = False
    """A cheat: chance gives away what is on top."""

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        return State(tuple(players), ("ace", "king", "ace", "queen", "ace", "king"))

    def actors(self, state: State) -> tuple[str, ...]:
        if self.outcome(state):
            return ()
        return (NATURE,) if state.guess else state.players[:1]

    def moves(self, state: State, actor: str) -> Sequence[Guess | Show]:
        if actor not in self.actors(state):
            return ()
        return tuple(self.odds(state)) if actor == NATURE else [Guess(card) for card in CARDS]

    def odds(self, state: State) -> Mapping[Guess | Show, Fraction]:
        if not state.guess:
            return {}
        counts = Counter(state.deck[:1] if self.peeks else state.deck)
        return {Show(card): Fraction(counts[card], counts.total()) for card in CARDS if counts[card]}

    def check(self, state: State, actor: str, move: Guess | Show) -> None:
        assert move in self.moves(state, actor)

    def apply(self, state: State, actor: str, move: Guess | Show) -> Step[State]:
        if isinstance(move, Guess):
            return Step(replace(state, guess=move.card))
        deck = list(state.deck)
        deck.remove(move.card)
        right = state.right + (move.card == state.guess)
        return Step(replace(state, deck=tuple(deck), guess="", right=right, turn=state.turn + 1))

    def outcome(self, state: State) -> Outcome | None:
        if state.right == 3:
            return Outcome("guessing.won", state.players, True)
        return None if state.deck else Outcome("guessing.lost", (), False)

    def score(self, state: State, player: str) -> Score:
        return Score()

    def parse(self, state: State, actor: str, text: str) -> Guess | Show:
        readers = {"card": read_names((card, card) for card in CARDS)}
        return read_move(self, state, actor, text, make_patterns(Guess, Show), readers)


def make_game(kit: Kit, *, peeks: bool = False) -> Game[State, Guess | Show, object]:
    rules = Guessing()
    rules.peeks = peeks
    return Game(kit=kit, rules=rules)
