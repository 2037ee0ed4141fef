"""The companion at the table: what it asks, explains, and shows of a game.

It knows words and places, not rules. Its texts are sentences of the kit's wording, under `ask.<...>`,
`tell.<...>`, `word.<...>`, `lesson.<...>`, `view.<...>`, and `option.<...>`, or words that are printed;
players' names and notation are values of them. `Step.events` of the rules cover what people at the table
must do or know after a move, such as which chips to place where; their keys are `event.<...>`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeAlias

from generator.model.position import Position
from generator.rules.core import NATURE, M_contra, S_contra, Sentence

Chance: TypeAlias = Literal["dice", "cards"]
"""What nature does next: dice are rolled, or cards are drawn or shuffled."""

Tone: TypeAlias = Literal["plain", "strong", "dim", "red", "blue", "yellow", "green", "black"]
"""How a cell is shown on a terminal with colours: as it is, bold, faint, or in a colour of the game."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A word or two of a view. Its text says all without the tone: in a pipe there is no other."""

    text: str | Sentence
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of cells under a title, in columns; rows need not be equally long."""

    title: Sentence | str
    rows: tuple[tuple[Cell, ...], ...]
    heads: tuple[Cell, ...] = ()
    """Above the columns; none: the rows stand alone."""
    is_grid: bool = False
    """Squares of a board: narrow columns, all of the same width."""


@dataclass(frozen=True, slots=True)
class View:
    """The table as text, from top to bottom."""

    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """An option of the rules that is asked about before a game begins."""

    key: str
    """One of `Rules.options`."""
    text: Sentence
    values: Mapping[str, Sentence] = field(default_factory=dict, hash=False)
    """What the values are called, by value, in the order in which they are listed, such as from easy to hard.

    Empty: they are said as they are.
    """
    name: Sentence | None = None
    """The option in a word or two, such as the head of a column; None: its key."""
    names: Mapping[str, Sentence] = field(default_factory=dict, hash=False)
    """The values in a word or two, as in a column; those left out are said as they are."""
    settled_by: Collection[str] = ()
    """Other options that leave nothing to be asked here, when they have another value than the usual one."""


class Companion(Protocol[S_contra, M_contra]):
    """What is said and shown at the table. Every state and move is one of the game's rules."""

    @property
    def questions(self) -> Sequence[OptionQuestion]:
        """Asked in this order, after the players; options that are not among them are usual."""
        ...

    @property
    def words(self) -> Sequence[tuple[str, Sentence]]:
        """Words of the notation, each with what people call it; the first of several names is shown.

        By them a move can be typed in any language when it is not legal, and is then refused for its own
        reason; and they stand beside the beginning of moves in a list.
        """
        ...

    @property
    def rare(self) -> Collection[str]:
        """First words of moves that are hardly ever made: in lists they stand last, on a line for each."""
        ...

    def prepare(self, state: S_contra) -> Sequence[Sentence]:
        """What is to be laid out before the first move, in this order; `state` is that of the start."""
        ...

    def chance(self, state: S_contra) -> Chance:
        """Of what kind nature's next move is; asked only when nature acts."""
        ...

    def ask(self, state: S_contra, actor: str) -> Sentence:
        """What is asked of an actor who may act now: `Which card was drawn?`, `Bo, what do you do?`."""
        ...

    def tell(self, state: S_contra, actor: str, move: M_contra) -> Sentence:
        """A legal move in words, in the state before it: in a list of choices, and in the log.

        Where several moves of a state are told alike, the walkthrough shows their notation too.
        """
        ...

    def lesson(self, state: S_contra, actor: str) -> Sentence | None:
        """The explanation of what the actor does now; told the first time that its key occurs in a walk."""
        ...

    def view(self, state: S_contra) -> View:
        """The table: what people would see if they looked."""
        ...

    def position(self, state: S_contra) -> Position:
        """What lies on the printed boards and sheets."""
        ...


class PlainCompanion(Generic[S_contra, M_contra]):
    """Shows moves in their notation and explains nothing; base class of the companions of games."""

    questions: Sequence[OptionQuestion] = ()
    words: Sequence[tuple[str, Sentence]] = ()
    rare: Collection[str] = ()

    def prepare(self, state: S_contra) -> Sequence[Sentence]:
        return ()

    def chance(self, state: S_contra) -> Chance:
        return "cards"

    def ask(self, state: S_contra, actor: str) -> Sentence:
        if actor == NATURE:
            return Sentence("walk.plain.chance")
        return Sentence("walk.plain.ask", {"player": actor})

    def tell(self, state: S_contra, actor: str, move: M_contra) -> Sentence:
        return Sentence("walk.plain.move", {"words": move.text})

    def lesson(self, state: S_contra, actor: str) -> Sentence | None:
        return None

    def view(self, state: S_contra) -> View:
        return View()

    def position(self, state: S_contra) -> Position:
        return Position()
