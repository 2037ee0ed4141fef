"""A game under test: random games with every number of players, and some of their states."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from generator.errors import EndlessCall, GeneratorError, WrittenPlace
from generator.model.played import LogLine
from generator.model.values import dataclass
from generator.play.simulate import MOST_MOVES, choose_move
from generator.rules.checked_rules import counted_moves, describe_endless, locate_method, name_methods
from generator.rules.core import NATURE, AnyMove, AnyState, M, Policy, Rules, S, list_numbers_of_players
from generator.rules.game import AnyGame
from generator.rules.own_code import reported_rules
from generator.rules.replay import Played

NAMES = ("Ana", "Bo", "Cleo Dee", "Dr. No: 7", "Eva", "Fay")
"""Names of players in random games, some with characters that are hard to read back."""
_MOST_OPEN = 4
"""Maximum number of players in the test of a kit without a limit."""
_MOST_ELSEWHERE = 60
"""Number of moves of other states that are tested in each state."""


@dataclass(frozen=True, slots=True)
class BrokenPromise:
    """A broken promise of a game: an error, or a notice about its texts."""

    message: str
    place: WrittenPlace | None = None
    is_error: bool = True
    is_raised: bool = False
    """True if the rules raised it while the promise was tried."""
    is_endless: bool = False
    """True if a call was stopped; others would take as long."""


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A complete game: its players, its first state, and every move with its result."""

    players: tuple[str, ...]
    start: AnyState
    moves: tuple[Played[AnyState, AnyMove], ...]

    @property
    def states(self) -> tuple[AnyState, ...]:
        return (self.start, *(each.step.state for each in self.moves))


@dataclass(frozen=True, slots=True)
class Sampled:
    """A state of a random game, with moves from elsewhere in the same game, few of which are legal."""

    state: AnyState
    moves: int
    """Number of moves before this state."""
    elsewhere: tuple[AnyMove, ...]


@dataclass(frozen=True)
class Trial:
    """A game under test, and the size of the test."""

    game: AnyGame
    numbers: tuple[int, ...]
    """Numbers of players."""
    games: int
    """Number of random games with each number of players."""
    states: int = 40
    """Number of states that are examined, spread over the games."""

    @property
    def rules(self) -> Rules[AnyState, AnyMove]:
        return self.game.rules

    @cached_property
    def random_games(self) -> tuple[RandomGame, ...]:
        """Raises RulesCodeError."""
        return tuple(self.play(number, seed) for number in self.numbers for seed in range(self.games))

    def play(self, number: int, seed: int) -> RandomGame:
        """Return a random game; raises RulesCodeError for one that does not end."""
        players = name_players(number)
        start = self.rules.start(players, {})
        moves = tuple(play_moves(self.rules, players, setup={}, seed=seed, state=start))
        return RandomGame(players, start, moves)

    @cached_property
    def sample(self) -> tuple[Sampled, ...]:
        """States of random games, among them the ends of some."""
        chance, found = random.Random(7), []
        most = max(1, self.states // len(self.numbers))
        for number in self.numbers:
            some = [each for each in self.random_games if len(each.players) == number]
            share = max(1, most // min(len(some), _FEW))
            for each in some[:_FEW]:
                places = chance.sample(range(len(each.states)), min(len(each.states), share))
                made = [one.move for one in each.moves]
                for place in (*places, len(each.states) - 1):
                    elsewhere = chance.sample(made, min(len(made), _MOST_ELSEWHERE))
                    found.append(Sampled(each.states[place], place, tuple(elsewhere)))
        return tuple(found)

    def blame(self, method: str, message: str) -> BrokenPromise:
        """Return a promise that a method breaks; the message names methods in backticks."""
        return BrokenPromise(name_methods(self.rules, message), locate_method(self.rules, method))


_FEW = 3
"""Number of random games with each number of players whose states are examined."""


def make_trial(game: AnyGame, *, games: int, states: int = 40) -> Trial:
    """Return a trial with every number of players of a game."""
    fewest, most = list_numbers_of_players(game.kit)
    return Trial(game, tuple(range(fewest, (most or max(fewest, _MOST_OPEN)) + 1)), games, states)


def name_players(number: int) -> tuple[str, ...]:
    """Return the names for a number of players."""
    more = (f"P{seat}" for seat in range(len(NAMES) + 1, number + 1))
    return (*NAMES[:number], *more)


def everybody(state: AnyState) -> tuple[str, ...]:
    """Return all actors, and one player who cannot act."""
    return (*state.players, NATURE, "nobody")


def play_moves(
    rules: Rules[S, M],
    players: Sequence[str],
    *,
    setup: Mapping[str, str],
    seed: int,
    policy: Policy[S, M] | None = None,
    state: S | None = None,
) -> Iterator[Played[S, M]]:
    """Yield every move of a game at random or by a policy, from a state or from the start.

    Raises RulesCodeError for a game that does not end.
    """
    if state is None:
        state = rules.start(players, setup)
    chance, number = random.Random(seed), 0
    while True:
        with counted_moves(number):
            if not (actors := rules.actors(state)):
                return
            actor, move = choose_move(rules, state, actors, chance, policy)
            if number == MOST_MOVES:
                raise describe_endless(rules, state, actor, move)
            step = rules.apply(state, actor, move)
        yield Played(LogLine(actor, move.text, number + 1), move, step)
        state, number = step.state, number + 1


def try_promise(problems: Iterator[BrokenPromise]) -> tuple[BrokenPromise, ...]:
    """Return the first problem of a promise, or the error that prevents its test."""
    try:
        with reported_rules():
            return tuple(islice(problems, 1))
    except GeneratorError as error:
        is_endless = isinstance(error.__cause__, EndlessCall)
        notices = error.list_notices()
        return tuple(
            BrokenPromise(each.message, each.place, is_raised=True, is_endless=is_endless) for each in notices
        )
