"""The contract of all games: scoring, guided play, and simulation use the same `Rules`.

States are frozen and compared by value; a move is a small frozen value whose `text` is its notation. NATURE
is the actor for chance: its moves have exact odds and are in the log. `check` is the authority and `moves` a
convenience: the contract tests hold them equal in every game.

Texts are keys of the kit's wording: `rule.<id>` for each rule, `tally.<...>` for each line of a calculation.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from generator.errors import RulesCodeError, RulesError, forbid, list_briefly, tidy
from generator.model.kit import Kit
from generator.model.texts.rich_text import without_soft_hyphens
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field

NATURE = "nature"
"""The actor that draws, rolls, and shuffles; players cannot have this name."""
Chance: TypeAlias = Literal["dice", "cards"]
"""Type of a move of NATURE: roll dice, or draw or shuffle cards."""


class AnyMove(Protocol):
    """An action of an actor."""

    @property
    def text(self) -> str:
        """Notation with printed ids, the same in every language; unique among the moves of a state."""


class AnyState(Protocol):
    """The position of a game: a frozen value that is checked when it is created (rules/states.py).

    A state may have `turn` (see `get_turn`), `active` (the index of the player whose turn it is), and
    `is_over`.
    """

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, in seating order."""


def get_turn(state: AnyState) -> int:
    """Return the number of the turn, from 1, by which the length of games is measured; 0: not counted."""
    turn: int = getattr(state, "turn", 0)
    return turn


S = TypeVar("S", bound=AnyState)
M = TypeVar("M", bound=AnyMove)
T = TypeVar("T")
S_contra = TypeVar("S_contra", bound=AnyState, contravariant=True)
M_contra = TypeVar("M_contra", bound=AnyMove, contravariant=True)
M_co = TypeVar("M_co", bound=AnyMove, covariant=True)


class Rules(Protocol[S, M]):
    """The rules of a game that is played move by move.

    Rules of games with hidden cards also have the names that `Secretive` (rules/secrets.py) declares.
    """

    @property
    def is_shared(self) -> bool:
        """True if the game is cooperative: all players win or lose together."""

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """Options in the head of a log, each with its possible values, the default first."""

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> S:
        """Return the state before the first move; `setup` has values of `options`, others have their default.

        Raises RulesError for invalid players; `check_players` makes the checks that all games share.
        """

    def actors(self, state: S) -> tuple[str, ...]:
        """Return the actors that can act now: several players, NATURE, or none if the game is over."""

    def moves(self, state: S, actor: str) -> Sequence[M]:
        """Return all legal moves, always in the same order; empty for anyone not in `actors`."""

    def odds(self, state: S) -> Mapping[M, Fraction]:
        """Return NATURE's moves and their probabilities, which add up to 1; empty if NATURE cannot act.

        Return `Odds` (rules/states.py) for fast draws.
        """

    def check(self, state: S, actor: str, move: M) -> None:
        """Raise IllegalMove with the id of the rule that forbids the move."""

    def apply(self, state: S, actor: str, move: M) -> "Step[S]":
        """Carry out a move that `check` allows: return the new state and its events."""

    def outcome(self, state: S) -> "Outcome | None":
        """Return the outcome; None if the game is not over."""

    def score(self, state: S, player: str) -> "Score":
        """Return the score of a player; an unfinished round is scored as if it ended now."""

    def parse(self, state: S, actor: str, text: str) -> M:
        """Return the move that a text describes, legal or not; raises UnreadableMove or AmbiguousMove.

        Text with an unknown name, such as a square or card, is unreadable. An illegal move with known names
        is returned, and `check` rejects it. The text can omit whatever is clear from the state.
        """


class Policy(Protocol[S_contra, M_co]):
    """A simple strategy for simulations, which all players of a game follow.

    It returns the same moves for equal states, and the caller chooses one of them.
    """

    def choose(self, state: S_contra, actor: str) -> Sequence[M_co]:
        """Return the equally best legal moves of a player, who is never NATURE.

        Return none to let another actor act first; if all policies do, the first actor makes a random move.
        """


class Step(NamedTuple, Generic[S]):
    """The state after a move, and the events that players must carry out or know."""

    state: S
    events: "tuple[Sentence, ...]" = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, and the id of the rule that ended it."""

    rule: str
    winners: tuple[str, ...] = ()
    """Winning players; in a cooperative game, all or none."""
    won: bool | None = None
    """True or False in a cooperative game; None in a competitive one."""


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score with its calculation."""

    rounds: "tuple[Round, ...]" = ()
    note: "Sentence | None" = None
    """A note on all scores of this kind, such as that the game itself has no score."""

    @property
    def total(self) -> int:
        return sum(each.total for each in self.rounds)


@dataclass(frozen=True, slots=True)
class Round:
    """The score lines of a round; a game without rounds has one Round."""

    lines: "tuple[ScoreLine, ...]"

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score calculation."""

    label: "Sentence"
    points: int


@dataclass(frozen=True, slots=True, init=False)
class Sentence:
    """A text in the user's language: a wording key, and values for its placeholders.

    A value that is a Sentence is translated. An int selects plurals and is formatted for the language. The
    items of a tuple are joined with `and`, those of a Listed with commas.
    """

    key: str
    values: "Mapping[str, Value]" = field(hash=False)

    def __init__(self, key: str, /, **values: "Value") -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "values", values)

    @classmethod
    def of_rule(cls, rule: str, /, **values: "Value") -> "Sentence":
        """Return the sentence of a rule; `values` are those of a RulesError or a Fault."""
        return cls(f"rule.{rule}", **values)

    def format(self, wording: Wording, *, is_value: bool = False) -> str:
        """Return the text without soft hyphens, which are for print only; a value of others has its forms.

        Rules that are being written may lack texts: their key and values are returned instead.
        """
        values = {name: format_value(value, wording) for name, value in self.values.items()}
        if self.key not in wording:
            listed = ", ".join(f"{name}: {value}" for name, value in values.items() if value != "")
            return f"{self.key} ({listed})" if listed else self.key
        try:
            if is_value and self.key in wording.forms:
                return wording.format_value(self.key, values)
            return without_soft_hyphens(wording.format(self.key, values))
        except KeyError as missing:
            given = list_briefly(f"`{name}`" for name in values) or "none"
            message = f"the text `{self.key}` needs the value `{missing.args[0]}`; the rules give: {given}"
            raise RulesCodeError(message, None) from missing


make_sentence = lru_cache(maxsize=4096)(Sentence)
"""Return a sentence that games repeat often, which is then made once; all values must be hashable."""


class Listed(tuple["Value", ...]):
    """Values that are joined with commas, such as the valid values of an option."""

    __slots__ = ()


Value: TypeAlias = "str | int | Sentence | tuple[Value, ...]"
Phrase: TypeAlias = "str | Sentence"
"""A message: a sentence of the wording, or a text of rules that are written in one language."""


def format_phrase(phrase: Phrase, wording: Wording) -> str:
    """Return a message in the language of the wording."""
    return phrase.format(wording) if isinstance(phrase, Sentence) else phrase


def format_value(value: object, wording: Wording) -> str | int:
    """Translate a value of a sentence; numbers are returned unchanged, because plurals depend on them."""
    if isinstance(value, Sentence):
        return value.format(wording, is_value=True)
    if isinstance(value, tuple):
        items = (format_value(item, wording) for item in value)
        texts = [wording.write(item) if isinstance(item, int) else item for item in items]
        return wording.join(texts, "," if isinstance(value, Listed) else "and")
    return value if isinstance(value, int) else str(value)


PlaceName: TypeAlias = tuple[str, str]
"""Area and place, as positions name them; an empty place is the area itself."""
EntryPath: TypeAlias = tuple[str | int, ...]
"""Path in a score file: keys, and list indexes starting at 0."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule violation."""

    rule: str
    """Id of the rule, whose text is `rule.<id>`."""
    player: str = ""
    where: str = ""
    """Printed name of the place (`testing c3`) or card; empty: not a single place."""
    places: tuple[PlaceName, ...] = ()
    """Printed places that it concerns, on the part of the player or a shared part."""
    round: int = 0
    """Round number, starting at 1; 0: no round."""
    move: int = 0
    """Move number in the log, starting at 1; 0: no move."""
    line: int = 0
    """Line number in the file, starting at 1; 0: no line."""
    column: int = 0
    """Column in the line, starting at 1."""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    legal: tuple[str, ...] = ()
    """Some moves that would have been legal, in their notation."""
    path: EntryPath = ()
    """Path in the score file, which determines the line."""
    text_line: int | None = None
    """Line index within the text at the path, starting at 0."""
    is_unreadable: bool = False
    """True if it is no rule that is broken: a line of the log is not one move."""
    key: str = ""
    """Wording key of its text; empty: `rule.<id>`."""
    named: Mapping[str, PlaceName] = field(default_factory=dict, hash=False)
    """Placeholders of its text that are names of places."""

    @property
    def sentence(self) -> Sentence:
        values = {"player": self.player, "where": self.where, **self.values}
        return Sentence(self.key or f"rule.{self.rule}", **values)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of a finished game: rule violations, scores, and the winner."""

    scores: Mapping[str, Score] = field(hash=False)
    """Scores by player, in seating order."""
    faults: tuple[Fault, ...] = ()
    outcome: Outcome | None = None
    """Result of the game; None before its end, and for tables that break a rule."""


Entry: TypeAlias = "str | list[Entry] | dict[str, Entry] | None"
"""Data of a score file: text, a list, or a mapping; None for a key without a value."""
PlaceRef: TypeAlias = Literal["value", "key"]
"""Which of the two a problem is about."""


class Problems(Protocol):
    """Collector of a reader's problems, each with its place in the file."""

    def add(self, path: EntryPath, message: Phrase, hint: Phrase = "", *, at: PlaceRef = "value") -> None:
        """Report a problem with the value at a path, or with its key."""

    def add_in_text(
        self, path: EntryPath, line: int, column: int, message: Phrase, hint: Phrase = ""
    ) -> None:
        """Report a problem at a character of a text; `line` and `column` start at 0 within the text."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question on a terminal, and the problem with the previous answer."""

    text: Sentence
    problem: Sentence | None = None
    """The problem with the previous answer; None if there is none."""


LONGEST_NAME = 60
"""Maximum number of characters of a player's name."""


def list_numbers_of_players(kit: Kit) -> tuple[int, int | None]:
    """Return the fewest and the most players of a kit; None: any number."""
    return kit.numbers_of_players


def name_numbers_of_players(kit: Kit) -> Sentence:
    """Return the numbers of players of a kit as text: `3–6`, or `2 or more`."""
    key, values = kit.players_text
    return Sentence(key, **values)


def check_players(kit: Kit, players: Sequence[str], *, may_be_some: bool = False) -> None:
    """Raise RulesError for an unsupported number of players or an impossible name.

    `may_be_some`: not all players of the game are listed.
    """
    fewest, most = list_numbers_of_players(kit)
    if len(players) < (1 if may_be_some else fewest) or (most is not None and len(players) > most):
        raise RulesError("players.number", number=len(players), players=name_numbers_of_players(kit))
    for player in players:
        # A line break or a change of direction would be shown and saved wherever the name is.
        is_line = player == player.strip() == tidy(player)
        is_visible = any(unicodedata.category(letter)[0] in "LNPS" for letter in player)
        if not is_line or not is_visible or len(player) > LONGEST_NAME:
            raise RulesError("players.name", name=player[:LONGEST_NAME])
        if player == NATURE:
            raise RulesError("players.nature", name=player)
    if twice := [player for index, player in enumerate(players) if player in players[:index]]:
        raise RulesError("players.twice", name=twice[0])


def split_names(text: str) -> tuple[str, ...]:
    """Split names at commas of any script, or semicolons."""
    names = (" ".join(name.split()) for name in re.split("[,;،؛、，；]", text))
    return tuple(filter(None, names))


def check_turn(actors: Sequence[str], actor: str) -> None:
    """Raise IllegalMove if the game is over, or if it is not the actor's turn."""
    forbid(not actors, "log.over")
    forbid(actor not in actors, "log.turn", actor=name_actors([actor])[0], actors=name_actors(actors))


def name_actors(actors: Sequence[str]) -> tuple[Value, ...]:
    """Return actors as values of a sentence: chance has a name in each language."""
    return tuple(Sentence("walk.chance") if actor == NATURE else actor for actor in actors)
