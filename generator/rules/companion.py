"""The companion at the table: what it asks, explains, and shows of a game.

It knows words and places, not rules. Its texts are sentences of the kit's wording, under `ask.<...>`,
`tell.<...>`, `word.<...>`, `lesson.<...>`, `view.<...>`, and `option.<...>`, or words that are printed;
players' names and notation are values of them. `Step.events` of the rules cover what people at the table
must do or know after a move, such as which chips to place where; their keys are `event.<...>`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias

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


class Companion(Generic[S_contra, M_contra]):
    """What is asked and shown at the table; by default moves in their notation, without explanations.

    Every state and move is one of the game's rules.
    """

    questions: Sequence[OptionQuestion] = ()
    """Asked in this order, after the players; other options have their default."""
    words: Sequence[tuple[str, Sentence]] = ()
    """Words of the notation with their names in the user's language; the first of several names is shown.

    Illegal moves, too, are understood in these words, and refused for their own reason.
    """
    rare: Collection[str] = ()
    """First words of uncommon moves, which lists show last, one per line."""

    def prepare(self, state: S_contra) -> Sequence[Sentence]:
        """Return what to lay out before the first move, in this order; `state` is the first one."""
        return ()

    def chance(self, state: S_contra) -> Chance:
        """Return the kind of nature's next move; called only when nature acts."""
        return "cards"

    def ask(self, state: S_contra, actor: str) -> Sentence:
        """Return the question to an actor who may act now: `Which card was drawn?`, `Bo, what do you do?`."""
        if actor == NATURE:
            return Sentence("walk.plain.chance")
        return Sentence("walk.plain.ask", {"player": actor})

    def describe(self, state: S_contra, actor: str, move: M_contra) -> Sentence:
        """Describe a legal move, in the state before it, for lists of choices and for the log.

        Moves with the same description are shown with their notation as well.
        """
        return Sentence("walk.plain.move", {"words": move.text})

    def lesson(self, state: S_contra, actor: str) -> Sentence | None:
        """Return the explanation of what the actor does now; each key is shown once per walk."""
        return None

    def view(self, state: S_contra) -> View:
        """Return the table as people would see it."""
        return View()

    def position(self, state: S_contra) -> Position:
        """Return what lies on the printed boards and sheets."""
        return Position()
