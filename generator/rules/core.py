"""The contract of all games: one set of rules serves scoring, the companion, and simulation.

States are frozen and equal by value; a move is a small frozen value whose `text` is its notation.
Chance is an actor, NATURE, with exact odds; its moves are in the log. `check` is the authority and `moves` a
convenience: the contract tests hold them equal in every game.

`rules/game.py` joins all that a game offers in one value. Texts are keys of the kit's wording: `rule.<id>`
for each rule, `tally.<...>` for the lines of a calculation.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from generator.model.wording import Wording

NATURE = "nature"
"""The actor that draws, rolls, and shuffles; no player may have this name."""

SOFT_HYPHEN = "\u00ad"
"""Where a long word may be broken, in print."""

Verdict: TypeAlias = Literal["illegal", "consistent", "proved"]
"""A rule was broken; none was, but the log is not complete; every move was replayed."""


class Move(Protocol):
    """An action of an actor."""

    @property
    def text(self) -> str:
        """Notation: ids as printed, in no language; unique among the moves of a state."""


class State(Protocol):
    """The position of a game: a frozen value, checked when it is built (rules/states.py).

    Optional attributes have the same names in all games: `turn`, its number from 1, from which simulations
    take the length of games; `active`, the seat of the player at turn; `is_over`.
    """

    @property
    def players(self) -> tuple[str, ...]:
        """In their order at the table."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text in the user's language: a wording key, and values for its placeholders."""

    key: str
    values: "Mapping[str, Value]" = field(default_factory=dict, hash=False)
    """Sentences among the values are translated. An int is a number: plurals depend on it, and it is
    written as in the language. A tuple is a list, joined with `and`, or with commas if it is Listed.
    """

    @classmethod
    def of_rule(cls, rule: str, values: "Mapping[str, Value] | None" = None) -> "Sentence":
        """Return the sentence of a rule; `values` are those of a RulesError or a Fault."""
        return cls(f"rule.{rule}", values or {})

    def format(self, wording: Wording) -> str:
        """Return the text without soft hyphens, which are for print only."""
        values = {name: format_value(value, wording) for name, value in self.values.items()}
        return wording.format(self.key, values).replace(SOFT_HYPHEN, "")


class Listed(tuple["Value", ...]):
    """Values joined with commas, such as those that may be typed."""

    __slots__ = ()


Value: TypeAlias = "str | int | Sentence | tuple[Value, ...]"


def format_value(value: object, wording: Wording) -> str | int:
    """Return a value of a sentence in a language; numbers stay numbers, for plurals."""
    if isinstance(value, Sentence):
        return value.format(wording)
    if isinstance(value, tuple):
        items = (format_value(item, wording) for item in value)
        said = [wording.write(item) if isinstance(item, int) else item for item in items]
        return wording.join(said, "," if isinstance(value, Listed) else "and")
    return value if isinstance(value, int) else str(value)


EntryPath: TypeAlias = tuple[str | int, ...]
"""Keys and list positions, from 0, from the top of a score file."""

Entry: TypeAlias = "str | list[Entry] | dict[str, Entry] | None"
"""Part of a score file: texts, lists, and keys with values; None if no value was written."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that is broken, with the id of the sentence `rule.<id>`."""

    rule: str
    player: str = ""
    where: str = ""
    """A place as printed (`testing c3`), a card; empty: everything."""
    round: int = 0
    """Number of the round, from 1; 0: none."""
    move: int = 0
    """Number in the log, from 1; 0: none."""
    line: int = 0
    """Line of the file, from 1; 0: none."""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    legal: tuple[str, ...] = ()
    """Some moves that would have been legal, in their notation."""
    path: EntryPath = ()
    """Path in the score file, from which the line is found."""
    text_line: int | None = None
    """Line within the text at the path, from 0."""

    @property
    def sentence(self) -> Sentence:
        return Sentence.of_rule(self.rule, self.values)


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
T = TypeVar("T")
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
M_contra = TypeVar("M_contra", bound=Move, contravariant=True)
M_co = TypeVar("M_co", bound=Move, covariant=True)


class Step(NamedTuple, Generic[S]):
    """A new state, and the events on the way to it, for a companion to describe."""

    state: S
    events: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and by which rule."""

    rule: str
    winners: tuple[str, ...] = ()
    """In a shared game, all players or nobody."""
    won: bool | None = None
    """Whether all have won together; None if players win alone."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a calculation that people can check by hand."""

    label: Sentence
    points: int


@dataclass(frozen=True, slots=True)
class Round:
    """The lines of a round, which are added up; games without rounds have one."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Score:
    """The calculation of a player."""

    rounds: tuple[Round, ...] = ()
    note: Sentence | None = None
    """A note on all scores of this kind, such as that the game itself has no score."""

    @property
    def total(self) -> int:
        return sum(each.total for each in self.rounds)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of a finished game: rule violations, scores, and the winner."""

    scores: Mapping[str, Score] = field(hash=False)
    """By player, in their order at the table."""
    faults: tuple[Fault, ...] = ()
    outcome: Outcome | None = None
    """None while the game is open, or if rules were broken."""


class Rules(Protocol[S, M]):
    """A game that is played move by move."""

    @property
    def is_shared(self) -> bool:
        """Whether all players win or lose together."""

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """Keys in the head of a log besides the players, and their values, the default first."""

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> S:
        """Return the state before the first move; `setup` has values of `options`, others have their default.

        Raises RulesError for impossible players; `check_players` knows the reasons of all games.
        """

    def actors(self, state: S) -> tuple[str, ...]:
        """Return who may act: nobody when the game is over, NATURE for chance, or several at once."""

    def moves(self, state: S, actor: str) -> Sequence[M]:
        """Return all legal moves, always in the same order; none for others than `actors`."""

    def odds(self, state: S) -> Mapping[M, Fraction]:
        """Return nature's moves and their chances, which add up to 1; empty for other actors.

        Drawing from Odds (`rules/odds.py`) is fastest.
        """

    def check(self, state: S, actor: str, move: M) -> None:
        """Raise IllegalMove with the id of the rule that forbids the move."""

    def apply(self, state: S, actor: str, move: M) -> Step[S]:
        """Check the move, and return the new state and its events."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome; None while the game goes on."""

    def score(self, state: S, player: str) -> Score:
        """Return the score of a player; an open round has the lines that it would have now."""

    def parse(self, state: S, actor: str, text: str) -> M:
        """Return the move that words mean, legal or not; raises UnreadableMove or AmbiguousMove.

        Words that name nothing in the game are unreadable: an unknown square or card. Words that name
        things but form
        an illegal move are read, and `check` refuses them. Words may leave out what the state makes clear.
        """


class Policy(Protocol[S_contra, M_co]):
    """A player with simple habits, for simulation; all players of a game have the same policy.

    It decides in the same way in equal states; its caller chooses among equal moves.
    """

    def choose(self, state: S_contra, actor: str) -> Sequence[M_co]:
        """Return the legal moves that it likes best, never of NATURE.

        Empty to leave it to other actors; if all do, the first of `actors` makes any move.
        """


class Problems(Protocol):
    """Where a reader reports what cannot be read, with its place in the file."""

    def add(
        self, path: EntryPath, message: str, hint: str = "", *, at: Literal["value", "key"] = "value"
    ) -> None:
        """Report a problem with the value of a path, or with its key."""

    def add_in_text(self, path: EntryPath, line: int, column: int, message: str, hint: str = "") -> None:
        """Report a problem with a character of a text; line and column are within the text, from 0."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question on a terminal, and the problem of the last answer."""

    text: Sentence
    problem: Sentence | str = ""
    """A sentence of a rule, or the English message of a reader."""


class Scoring(Protocol[T, S_contra]):
    """Finished games that are typed in: read from a score file, checked, and scored.

    Reading reports in English what cannot be read, as all readers do; judging reports rule violations in
    the user's language.
    """

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a score file that hold a finished game, such as `rounds`."""

    @property
    def takes_some_players(self) -> bool:
        """Whether a file may leave out players, because each has a separate sheet."""

    @property
    def round_key(self) -> str:
        """The one of `keys` whose value is a list of lines, as after `--round`; empty: none."""

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], found: Problems
    ) -> T | None:
        """Return the finished game; None after reporting what cannot be read.

        `entries` are those of `keys` that the file has, at least one; `players` may be empty; `setup` has
        values of the rules' `options`.
        """

    def judge(self, table: T) -> Judgement:
        """Return all rule violations, each with its `path`, and scores as far as they can be counted."""

    def compare(self, table: T, state: S_contra) -> Sequence[Fault]:
        """Return the differences between a table and the end of the log in the same file."""

    def schema(self) -> Mapping[str, object]:
        """Return the JSON Schema of each of `keys`."""

    def write_blank(self, wording: Wording) -> str:
        """Return a score file to fill in, with comments in the language of the wording."""

    def ask(self) -> Generator[Question, str, str]:
        """Yield questions, and return the score file that the answers make."""
