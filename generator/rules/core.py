"""The contract of all games: one engine serves the referee, the companion, the simulation and the docs.

States are frozen and equal by value; a move is a small frozen value whose `text` is its notation.
Chance is an actor, NATURE, with exact odds; what it did stands in the log. `check` is the
authority and `moves` a convenience: the contract tests hold them equal in every game.

`rules/game.py` joins all that a game offers in one value. What it says to people are keys of the kit's
wording: `rule.<id>` for each rule, `tally.<...>` for the lines of a calculation.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from generator.model.wording import Wording

NATURE = "nature"
"""The actor that draws, rolls and shuffles; no player may be called so."""

SOFT_HYPHEN = "\u00ad"
"""Where a long word may be broken, in print."""

Verdict: TypeAlias = Literal["illegal", "consistent", "proved"]
"""A fault was found; none was found, but how it came about is not known; its log was replayed."""


class Move(Protocol):
    """Something that an actor does."""

    @property
    def text(self) -> str:
        """Its notation: ids as printed, no language; unique among the moves of a state."""
        ...


class State(Protocol):
    """Where a game stands: a frozen value, checked when it is built (rules/states.py).

    Games that have such a thing call it by the same name: `turn`, its number from 1, by which simulations
    say how long games are; `active`, the seat of the player at turn; `is_over`.
    """

    @property
    def players(self) -> tuple[str, ...]:
        """In their order at the table."""
        ...


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something to be said in the user's language: a wording key, and what fills its places."""

    key: str
    values: "Mapping[str, Value]" = field(default_factory=dict, hash=False)
    """A value that is a sentence itself, such as the name of a colour, is said in the same language.

    An int is a number: plurals choose by it, and it is written as the language writes numbers. A tuple
    is a list, joined with the language's word for `and`, Listed one without. All else comes as text,
    ids among it.
    """

    @classmethod
    def of_rule(cls, rule: str, values: "Mapping[str, Value] | None" = None) -> "Sentence":
        """What a rule says, by its id; `values` are those of a RulesError or a Fault."""
        return cls(f"rule.{rule}", values or {})

    def say(self, wording: Wording) -> str:
        """Without soft hyphens: they are for print, nobody types them, and terminals may show them."""
        values = {name: say_value(value, wording) for name, value in self.values.items()}
        return wording.say(self.key, values).replace(SOFT_HYPHEN, "")


class Listed(tuple["Value", ...]):
    """Words side by side, such as those that may be typed: the language's comma stands between all."""

    __slots__ = ()


Value: TypeAlias = "str | int | Sentence | tuple[Value, ...]"


def say_value(value: object, wording: Wording) -> str | int:
    """A value of a sentence in the words of a language; numbers stay numbers, for plurals."""
    if isinstance(value, Sentence):
        return value.say(wording)
    if isinstance(value, tuple):
        items = (say_value(item, wording) for item in value)
        said = [wording.write(item) if isinstance(item, int) else item for item in items]
        return wording.join(said, "," if isinstance(value, Listed) else "and")
    return value if isinstance(value, int) else str(value)


EntryPath: TypeAlias = tuple[str | int, ...]
"""Keys and list positions, from 0, from the top of a score file to a piece of it."""

Entry: TypeAlias = "str | list[Entry] | dict[str, Entry] | None"
"""A piece of a score file: texts, lists and keys with values; None where no value was written."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that is broken: its id is the key `rule.<id>` of the sentence that says so."""

    rule: str
    player: str = ""
    where: str = ""
    """A place as printed (`testing c3`), a card; empty: the whole."""
    round: int = 0
    """Of a game of several, from 1; 0: none."""
    move: int = 0
    """Of a log, from 1; 0: none."""
    line: int = 0
    """Of the file that was read, from 1; 0: none."""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    legal: tuple[str, ...] = ()
    """Some moves that would have been legal, in their notation."""
    path: EntryPath = ()
    """Of the score file: `line` is found from it, where it is not known."""
    text_line: int | None = None
    """Of the text at the path, from 0, where the fault stands in one of its lines."""

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
    """A new state, and what happened on the way to it, for a companion to tell."""

    state: S
    events: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and by which rule."""

    rule: str
    winners: tuple[str, ...] = ()
    """Who has won: of a game that all win or lose together all players, or nobody."""
    won: bool | None = None
    """Whether all have won together; None: every player wins alone."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a calculation that people can check by hand."""

    label: Sentence
    points: int


@dataclass(frozen=True, slots=True)
class Round:
    """The lines of one round, added up; games without rounds have one."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has, line by line."""

    rounds: tuple[Round, ...] = ()
    note: Sentence | None = None
    """What must be said of all scores of this kind: that the tally is ours, and the game has none."""

    @property
    def total(self) -> int:
        return sum(each.total for each in self.rounds)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be said of a finished game: all that is wrong with it, the scores, and who won."""

    scores: Mapping[str, Score] = field(hash=False)
    """By player, in their order at the table."""
    faults: tuple[Fault, ...] = ()
    outcome: Outcome | None = None
    """None while the game goes on, or where faults leave nothing to say."""


class Rules(Protocol[S, M]):
    """A game that is played move by move."""

    @property
    def is_shared(self) -> bool:
        """Whether all players win or lose together."""
        ...

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """What the header of a log may say besides the players, and the values of each, the usual first."""
        ...

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> S:
        """The state before the first move; `setup` has values of `options`, those left out are usual.

        RulesError for players that cannot be; `check_players` knows the reasons of all games.
        """
        ...

    def actors(self, state: S) -> tuple[str, ...]:
        """Who may act now: nobody when the game is over, NATURE for chance; several at once."""
        ...

    def moves(self, state: S, actor: str) -> Sequence[M]:
        """All legal moves, in an order that is always the same; none for who may not act."""
        ...

    def odds(self, state: S) -> Mapping[M, Fraction]:
        """When NATURE acts: its moves and their chances, which add up to 1; else nothing.

        Odds (`rules/odds.py`) are drawn from fastest.
        """
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

    def score(self, state: S, player: str) -> Score:
        """What the player has now; the lines of a round that is not over are those it would have."""
        ...

    def parse(self, state: S, actor: str, text: str) -> M:
        """The actor's move of these words, legal or not; UnreadableMove or AmbiguousMove.

        Words that name nothing in the game are unreadable: a square that no board has, a card that is not
        printed. What names things, and may not be done, is read and then refused by `check`.
        Words that leave out what the state makes plain are read as the one legal move they fit.
        """
        ...


class Policy(Protocol[S_contra, M_co]):
    """A player of plain habits, for simulation; every player of a table has the same one.

    It decides alike in like states: what is left to chance is left to who plays the game.
    """

    def choose(self, state: S_contra, actor: str) -> Sequence[M_co]:
        """The legal moves it would make now, one as gladly as another; never of NATURE.

        None: it leaves it to the others who may act. When all do, the first of `actors` makes any move.
        """
        ...


class Complaints(Protocol):
    """Where a reader tells what cannot be read, each at its place in the file."""

    def add(
        self, path: EntryPath, message: str, hint: str = "", *, at: Literal["value", "key"] = "value"
    ) -> None:
        """A problem with the value of a path, or with its key."""
        ...

    def add_in_text(self, path: EntryPath, line: int, column: int, message: str, hint: str = "") -> None:
        """A problem with one character of a text; line and column within the text, from 0."""
        ...


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be asked on a terminal, and why the last answer would not do."""

    text: Sentence
    problem: Sentence | str = ""
    """A sentence of a rule, or what a reader says in English."""


class Scoring(Protocol[T, S_contra]):
    """Finished games that are typed in: read from a score file, checked and counted.

    Reading tells in English what cannot be read, as all readers do; judging tells which rules are
    broken, in the user's language. What is wrong twice over is told once, by reading.
    """

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a score file that hold a finished game, such as `rounds`."""
        ...

    @property
    def takes_some_players(self) -> bool:
        """Whether a file may leave players out, since each has a sheet of their own."""
        ...

    @property
    def round_key(self) -> str:
        """The one of `keys` that holds a list whose items may be words on a line, as after `--round`.

        Empty: there is none.
        """
        ...

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], tell: Complaints
    ) -> T | None:
        """The finished game; None after telling all that cannot be read.

        `entries` are those of `keys` that the file has, one at least; `players` are empty where it
        names none; `setup` has values of the rules' `options`.
        """
        ...

    def judge(self, table: T) -> Judgement:
        """All faults, each with its `path`; scores as far as they can be counted."""
        ...

    def compare(self, table: T, state: S_contra) -> Sequence[Fault]:
        """Where a table differs from the end of the log that stands in the same file."""
        ...

    def schema(self) -> Mapping[str, object]:
        """JSON Schema of each of `keys`."""
        ...

    def write_blank(self, wording: Wording) -> str:
        """A score file to fill in, its remarks in the language of the wording."""
        ...

    def ask(self) -> Generator[Question, str, str]:
        """Questions, to be answered one after the other; returns the score file that they make."""
        ...
