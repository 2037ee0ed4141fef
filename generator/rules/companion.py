"""The companion of a game: its questions, explanations, and views for guided play.

A companion contains no rules. Its texts are in the kit's wording, under `ask.<...>`, `tell.<...>`,
`word.<...>`, `lesson.<...>`, `view.<...>`, and `option.<...>`, or are printed names. Player names and
notation are values of these texts. `Step.events` of the rules, whose keys are `event.<...>`, describe what
players must do or know after a move, such as which chips to place.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias

from generator.model.played import Position, Spot, TokenMark
from generator.model.values import dataclass, field
from generator.rules.core import NATURE, Chance, M_contra, Phrase, S_contra, Sentence

Tone: TypeAlias = Literal["plain", "strong", "dim", "red", "blue", "yellow", "green", "black"]
"""Style of a cell on a terminal with colours: plain, bold, faint, or a colour of the game."""


@dataclass(frozen=True, slots=True)
class ViewCell:
    """A short text in a view; it must be clear without its tone, because pipes have no colours."""

    text: str | Sentence
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class ViewTable:
    """A titled table; rows can have different lengths."""

    title: Sentence | str
    rows: tuple[tuple[ViewCell, ...], ...]
    heads: tuple[ViewCell, ...] = ()
    """Column headings; may be empty."""
    is_grid: bool = False
    """True for the squares of a board: all columns are narrow and equally wide."""


TableView: TypeAlias = tuple[ViewTable, ...]
"""The current state of the game as text, from top to bottom."""


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """A question about an option of the rules, asked before a game starts."""

    key: str
    """One of `Rules.options`."""
    text: Sentence
    values: Mapping[str, Sentence] = field(default_factory=dict, hash=False)
    """Descriptions by value, in display order, such as from easy to hard; empty: the values themselves."""
    name: Sentence | None = None
    """Short name of the option, such as for a column heading; None: its key."""
    names: Mapping[str, Sentence] = field(default_factory=dict, hash=False)
    """Short names by value, such as for a table cell; other values are shown unchanged."""
    settled_by: Collection[str] = ()
    """Other options: if any of them does not have its default, this question is skipped."""


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card that everybody sees beside boards and sheets."""

    area: str
    """Name of its place, such as a pile; the spot of moves about it has no place in the area."""
    mark: TokenMark
    name: Sentence


class Companion(Generic[S_contra, M_contra]):
    """Texts and views of a game for guided play; by default, moves have their notation and no explanation."""

    questions: Sequence[OptionQuestion] = ()
    """Questions about options, in order, asked after the players; other options have their defaults."""
    words: Sequence[tuple[str, Sentence]] = ()
    """Words of the notation with their translations; if a word has several, moves are said with the last.

    With them, users can type moves in their language, including illegal ones, whose error then names the
    broken rule. Lists show the first beside the first words of moves.
    """

    @property
    def shown(self) -> Iterable[tuple[str, Phrase]]:
        """Names in the notation with their translations, for games that read names of all languages."""
        return ()

    rare: Collection[str] = ()
    """First words of rarely used moves; lists show these last, one line for each."""

    def prepare(self, state: S_contra) -> Sequence[Sentence]:
        """Return the set-up instructions, in order; `state` is the initial state."""
        return ()

    def chance(self, state: S_contra) -> Chance:
        """Return the type of NATURE's next move; called only if NATURE can act."""
        return "cards"

    def ask(self, state: S_contra, actor: str) -> Sentence:
        """Return the question for an actor: `Which card was drawn?`, `Bo, what do you do?`."""
        if actor == NATURE:
            return Sentence("walk.plain.chance")
        return Sentence("walk.plain.ask", player=actor)

    def describe(self, state: S_contra, actor: str, move: M_contra) -> Sentence:
        """Describe a legal move, for the list of choices and for the log; `state` is the state before it.

        If several moves of a state have the same description, guided play also shows their notation.
        """
        return Sentence("walk.plain.move", words=move.text)

    def lesson(self, state: S_contra, actor: str) -> Sentence | None:
        """Return an explanation of the current step, shown the first time that its key occurs in a walk."""
        return None

    def view(self, state: S_contra) -> TableView:
        """Return the visible state of the game."""
        return ()

    def position(self, state: S_contra) -> Position:
        """Return the pieces and marks on the printed boards and sheets."""
        return Position()

    def cards(self, state: S_contra) -> Sequence[OpenCard]:
        """Return the cards that lie open beside boards and sheets."""
        return ()

    def places(self, state: S_contra, move: M_contra) -> Sequence[Spot]:
        """Return the places of `position` and `cards` that a move is about.

        If each player has a sheet, they are on that of the actor.
        """
        return ()

    def focus(self, state: S_contra, actor: str) -> Sequence[Spot]:
        """Return the places that the question to an actor is about, such as that of the actor's pawn.

        Pages show them first; empty: the places of the legal moves.
        """
        return ()

    def describe_start(self, state: S_contra, actor: str, start: str) -> Sentence | None:
        """Describe what moves have in common that begin with `start`, for an entry of a list.

        None: its words are translated, as far as they have names.
        """
        return None

    def attempts(self, state: S_contra, actor: str, places: Sequence[Spot]) -> Sequence[str]:
        """Return illegal moves, in notation, that an actor who points at places may mean.

        They are checked if no legal move is about these places, so that the rules give the reason.
        """
        return ()

    def set_up(self, state: S_contra) -> Position:
        """Return the position of the initial state, with pieces that wait for a choice, such as all pawns."""
        return self.position(state)
