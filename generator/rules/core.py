"""The contract of all games: one engine serves the referee, the companion, the simulation and the docs.

States are frozen and equal by value; a move is a small frozen value whose `text` is its notation.
Chance is an actor, NATURE, with exact odds; what it did stands in the log. `check` is the
authority and `moves` a convenience: the contract tests hold them equal in every game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from generator.model.wording import Wording

NATURE = "nature"
"""The actor that draws, rolls and shuffles."""


class Move(Protocol):
    """Something that an actor does."""

    @property
    def text(self) -> str:
        """Its notation: ids as printed, no language; unique among the moves of a state."""
        ...


S = TypeVar("S")
M = TypeVar("M", bound=Move)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something to be said in the user's language: a wording key, and what fills its places."""

    key: str
    values: tuple[tuple[str, str | int], ...] = ()

    def say(self, wording: Wording) -> str:
        return wording.say(self.key, dict(self.values))


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that is broken: its id is the key `rule.<id>` of the sentence that says so."""

    rule: str
    player: str = ""
    where: str = ""
    """A place as printed (`testing c3`), a card, a round; empty: the whole."""
    line: int = 0
    """Of the file that was read, from 1; 0: none."""
    values: tuple[tuple[str, str | int], ...] = ()
    legal: tuple[str, ...] = ()
    """Some moves that would have been legal, in their notation."""

    @property
    def sentence(self) -> Sentence:
        return Sentence(f"rule.{self.rule}", self.values)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """A new state, and what happened on the way to it, for a companion to tell."""

    state: S
    events: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: by which rule, who won; `won` is for games that all win or lose together."""

    rule: str
    winners: tuple[str, ...] = ()
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a calculation that people can check by hand."""

    label: Sentence
    points: int


@dataclass(frozen=True, slots=True)
class Round:
    """The lines of one round, added up; games without rounds have one."""

    lines: tuple[ScoreLine, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has, line by line."""

    rounds: tuple[Round, ...] = field(default=())

    @property
    def total(self) -> int:
        return sum(each.total for each in self.rounds)


class Rules(Protocol[S, M]):
    """Made from a kit and, where a game has them, a variant: `Rules(kit, variant)`.

    A module of `games/` that can be played has a function `make_rules(kit, *, variant="")` which
    raises NoRules when the kit lacks what the rules need.
    """

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> S:
        """The state before the first move; RulesError for players or set-up that cannot be."""
        ...

    def actors(self, state: S) -> tuple[str, ...]:
        """Who may act now: nobody when the game is over, NATURE for chance; several at once."""
        ...

    def moves(self, state: S, actor: str) -> Sequence[M]:
        """All legal moves, in an order that is always the same."""
        ...

    def odds(self, state: S) -> Mapping[M, Fraction]:
        """When NATURE acts: its moves and their chances, which add up to 1."""
        ...

    def check(self, state: S, actor: str, move: M) -> None:
        """Raises IllegalMove with the id of the rule that forbids it."""
        ...

    def apply(self, state: S, actor: str, move: M) -> Step[S]:
        """Checks, then the new state and what happened."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on."""
        ...

    def score(self, state: S, player: str) -> Score: ...

    def faults(self, state: S) -> Sequence[Fault]:
        """All that a finished sheet or table breaks, as far as can be told without its log."""
        ...

    def parse(self, state: S, text: str) -> M:
        """The move of these words; UnreadableMove or AmbiguousMove, with what could be meant."""
        ...
