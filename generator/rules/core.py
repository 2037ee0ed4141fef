"""The contract of all games: scoring, guided play, and simulation use the same `Rules`.

States are frozen and compared by value; a move is a small frozen value whose `text` is its notation. NATURE
is the actor for chance: its moves have exact odds and are in the log. `check` is the authority and `moves` a
convenience: the contract tests hold them equal in every game.

Texts are keys of the kit's wording: `rule.<id>` for each rule, `tally.<...>` for each line of a calculation.

A companion contains no rules. Its texts are in the kit's wording, under `ask.<...>`, `tell.<...>`,
`word.<...>`, `lesson.<...>`, `view.<...>`, and `option.<...>`, or are printed names. Player names and
notation are values of these texts. `Step.events` of the rules, whose keys are `event.<...>`, describe what
players must do or know after a move, such as which chips to place.

A state contains everything. Rules declare which of its fields are hidden; deciding players, pages, and the
terminal then get only states that are covered for one player. Nothing that is made from a covered state can
reveal the hidden values.
"""

import binascii
import re
import unicodedata
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Iterable, Mapping, MutableSequence, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from generator.errors import GeneratorError, RulesCodeError, describe_unknown, list_briefly, tidy
from generator.model.kit import Kit
from generator.model.played import LogLine, Position, Spot, TokenMark
from generator.model.texts.rich_text import without_soft_hyphens
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, fields, is_dataclass
from generator.rules.states import Cards, Odds

NATURE = "nature"
"""The actor that draws, rolls, and shuffles; players cannot have this name."""
Chance: TypeAlias = Literal["dice", "cards"]
"""Type of a move of NATURE: roll dice, or draw or shuffle cards."""
T = TypeVar("T")
Tone: TypeAlias = Literal["plain", "strong", "dim", "red", "blue", "yellow", "green", "black"]
"""Style of a cell on a terminal with colours: plain, bold, faint, or a colour of the game."""
HIDDEN = "?"
"""Text that replaces a hidden one."""
HIDDEN_NUMBER = -1
"""Number that replaces a hidden one."""
EVERYBODY = ""
"""Name of the viewer of a shared screen, which shows only what every player knows."""

MOST_CANDIDATES = 6
"""Maximum number of moves listed for ambiguous text."""


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


class RulesError(GeneratorError):
    """A move or position that violates a rule, or text that cannot be understood.

    `rule` is the id of the rule, and `rule.<id>` the key of the message in the user's language; `values` fill
    the placeholders of that message.
    """

    candidates: tuple[str, ...] = ()
    """Notations of the moves that an ambiguous text may mean."""

    def __init__(self, rule: str, /, **values: Any) -> None:
        super().__init__()
        self.rule, self.values = rule, values

    def _write(self) -> str:
        # Most errors only say that a move is not legal, and are never shown.
        if self.args:
            return super()._write()
        listed = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        return f"{listed} ({self.rule})" if listed else self.rule


class IllegalMove(RulesError):
    """A move that a rule forbids."""


def forbid(is_broken: object, rule: str, /, **values: Any) -> None:
    """Raise IllegalMove if a move breaks a rule; its values are calculated in any case."""
    if is_broken:
        raise IllegalMove(rule, **values)


class UnreadableMove(RulesError):
    """Text that is not a move of the game."""

    def __init__(self, words: str, rule: str = "log.unreadable", /, **values: Any) -> None:
        super().__init__(rule, **(values or {"words": words}))


class AmbiguousMove(RulesError):
    """Text that matches several moves; `candidates` are their notations."""

    def __init__(self, words: str, candidates: Iterable[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__("log.ambiguous", words=words, moves=join_candidates(self.candidates))


def join_candidates(candidates: Sequence[str], between: str = "; ") -> str:
    """Join the first moves that a text may mean; `…` if there are more."""
    more = ["…"] if len(candidates) > MOST_CANDIDATES else []
    return between.join([*candidates[:MOST_CANDIDATES], *more])


class LogError(RulesError):
    """The first illegal line of a log: its player, the reason, and the legal moves."""

    def __init__(
        self, number: int, actor: str, words: str, cause: RulesError, *, legal: Iterable[str] = ()
    ) -> None:
        super().__init__(cause.rule, **cause.values)
        self.candidates = cause.candidates
        self.number = number
        """Line number in the log, starting at 1; 0 if the players or the set-up are wrong."""
        self.actor = actor
        self.legal = tuple(legal)
        self.is_unreadable = isinstance(cause, UnreadableMove | AmbiguousMove)
        """True if the line is not one move, so that no rule can be applied to it."""
        self.args = (f"log line {number}, {actor}: {words}: {cause}",)


class NoRules(RulesError):
    """A kit that can be printed but not played, because it has no rules or lacks data for them."""

    is_unusable = True

    def __init__(self, message: str) -> None:
        super().__init__("kit.rules", message=message)
        self.args = (message,)


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


class Dealer(Protocol):
    """Source of random numbers for dealing unknown cards, such as `random.Random`."""

    def random(self) -> float: ...

    def choice(self, seq: Sequence[T]) -> T: ...

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...

    def shuffle(self, x: MutableSequence[Any]) -> None: ...


Worlds: TypeAlias = Mapping[S, Fraction] | Callable[[Dealer], S]
"""States that a player cannot distinguish from the real one: with odds, or as a function that deals one."""


class Secretive(Generic[S, M]):
    """Base class of rules that declares hidden information; by default, nothing is hidden."""

    secret: Sequence[str] = ()
    """Fields of states with one item for each player, who see only their own, such as hands."""
    face_down: Sequence[str] = ()
    """Fields of states that no player sees, such as a face-down card, or a pile in its order."""

    def unknown(self, state: S, player: str) -> Worlds[S] | None:
        """Return the states that a player cannot distinguish from this one, for hints and searching players.

        `state` is covered for this player, and contains nothing that is hidden from the player. If None is
        returned, search and hints are refused.
        """
        return None

    def sees(self, state: S, actor: str, move: M, player: str) -> bool:
        """Return True if a player sees this move of another actor; `state` is the state before it.

        By default, players see all moves except those of NATURE, such as deals. `player` may be
        EVERYBODY.
        """
        return actor != NATURE

    def cover(self, state: S, player: str) -> S:
        """Return the state as a player sees it, with HIDDEN and HIDDEN_NUMBER for what is hidden.

        `player` may be EVERYBODY. Numbers of cards stay, and so does what is empty.
        """
        return cover_fields(state, player, secret=self.secret, face_down=self.face_down)


class Secrets(Generic[S, M]):
    """The declaration of the rules of a game in which something is hidden."""

    def __init__(self, rules: Rules[S, M]) -> None:
        declared: Any = rules
        self._rules = rules
        self.fields: tuple[str, ...] = (*_list_names(rules, "secret"), *_list_names(rules, "face_down"))
        """Fields of states that are hidden from any player."""
        defaults = Secretive[S, M]()
        defaults.secret, defaults.face_down = _list_names(rules, "secret"), _list_names(rules, "face_down")
        self.cover: Callable[[S, str], S] = getattr(declared, "cover", defaults.cover)
        """Return the state as a player, or EVERYBODY, sees it."""
        self.sees: Callable[[S, str, M, str], bool] = getattr(declared, "sees", defaults.sees)
        self.unknown: Callable[[S, str], Worlds[S] | None] = getattr(declared, "unknown", defaults.unknown)
        self.has_worlds = getattr(self.unknown, "__func__", None) is not Secretive.unknown
        """True if the rules give the worlds that a player may imagine."""

    def check_fields(self, state: S) -> None:
        """Raise NoRules if a state lacks a field that is declared as hidden."""
        for name in self.fields:
            _get(state, name)

    def list_blind(self, state: S, actor: str, move: M) -> frozenset[str]:
        """Return the players who do not see a move, and EVERYBODY if no shared screen shows it."""
        viewers = (*(player for player in state.players if player != actor), EVERYBODY)
        return frozenset(viewer for viewer in viewers if not self.sees(state, actor, move, viewer))

    def is_dealt_blindly(self, state: S) -> bool:
        """Return True if the next move of NATURE is hidden from any player."""
        return any(self.list_blind(state, NATURE, move) for move in self._rules.moves(state, NATURE))

    def list_worlds(self, covered: S, player: str) -> Worlds[S]:
        """Return the worlds of a player who sees a covered state; raises NoRules if there are none."""
        worlds = self.unknown(covered, player)
        if worlds is None:
            raise make_refusal(self.fields)
        return Odds.of(worlds) if isinstance(worlds, Mapping) else worlds


def find_secrets(rules: Rules[S, M]) -> Secrets[S, M] | None:
    """Return the hidden information of rules; None if nothing is hidden."""
    is_declared = _list_names(rules, "secret") or _list_names(rules, "face_down")
    return Secrets(rules) if is_declared else None


def make_refusal(hidden: Sequence[str]) -> NoRules:
    """Return the reason why a game with secrets has no search and no hints."""
    names = ", ".join(f"`{name}`" for name in hidden)
    return NoRules(
        f"`search` and hints would see hidden fields ({names}): the rules need a method `unknown`"
        " (docs/own-rules.md)"
    )


def _list_names(rules: object, attribute: str) -> tuple[str, ...]:
    names = getattr(rules, attribute, ())
    return (names,) if isinstance(names, str) else tuple(names)


def cover_fields(state: S, player: str, *, secret: Iterable[str], face_down: Iterable[str]) -> S:
    """Return a state with covered fields; raises NoRules if it does not have them."""
    players, covered = state.players, {name: cover_value(_get(state, name)) for name in face_down}
    for name in secret:
        items = _get(state, name)
        if not isinstance(items, tuple) or len(items) not in (0, len(players)):
            hint = "list fields that no player sees in `face_down`"
            raise NoRules(f"`secret`: `{name}` must be a tuple with one item for each player; {hint}")
        owned = zip(players, items, strict=False)
        covered[name] = tuple(item if owner == player else cover_value(item) for owner, item in owned)
    return _change(state, covered)


def cover_value(value: Any) -> Any:
    """Return a covered value, which shows only its number of items, or whether it is empty.

    Raises NoRules for values that cannot be covered.
    """
    match value:
        case None | "":
            return value
        case str():
            return HIDDEN
        case bool():
            return False
        case Enum():
            pass
        case int():
            return HIDDEN_NUMBER
        case Cards():
            return Cards.of([(HIDDEN, len(value))])
        case frozenset():
            return frozenset(f"{HIDDEN}{number}" for number in range(len(value)))
        case tuple() if hasattr(value, "_make"):
            return type(value)(*map(cover_value, value))
        case tuple():
            return tuple(map(cover_value, value))
    if is_dataclass(value) and not isinstance(value, type):
        return _change(value, {each.name: cover_value(getattr(value, each.name)) for each in fields(value)})
    raise NoRules(f"`{type(value).__name__}` cannot be covered; write a method `cover` (docs/own-rules.md)")


def _get(state: object, name: str) -> Any:
    if not hasattr(state, name):
        known = [each.name for each in fields(state)] if is_dataclass(state) else []
        raise NoRules(f"hidden fields: {describe_unknown('field', name, known)}")
    return getattr(state, name)


def _change(value: T, changes: Mapping[str, object]) -> T:
    """Return a copy of a dataclass without running its checks, which a covered one need not pass."""
    made: T = object.__new__(type(value))
    known: Any = value
    for each in fields(known):
        object.__setattr__(made, each.name, changes.get(each.name, getattr(known, each.name)))
    return made


def deal_anew(
    dealer: Dealer,
    hands: Sequence[Sequence[T]],
    seen: Iterable[T],
    cards: Iterable[T],
    *,
    hidden: object = HIDDEN,
) -> tuple[tuple[T, ...], ...]:
    """Return hands, or hands and piles, with each hidden card replaced by one that is not visible elsewhere.

    `cards` are all cards of the game, `seen` those that lie open. Cards of hands that are not hidden stay.
    """
    left = list(cards)
    for card in (*seen, *(card for hand in hands for card in hand if card != hidden)):
        left.remove(card)
    dealer.shuffle(left)
    dealt = iter(left)
    return tuple(tuple(next(dealt) if card == hidden else card for card in hand) for hand in hands)


_SEALED = "sealed="
"""Beginning of a hidden line of a log in a file, until the game is over."""


def seal_words(words: str) -> str:
    """Return the words of a hidden line, encoded so that they are not read by accident."""
    return _SEALED + urlsafe_b64encode(words.encode()).decode()


def open_words(words: str) -> str:
    """Return the words of a line of a log, sealed or not; words that are not sealed correctly stay."""
    code = words.strip().removeprefix(_SEALED)
    try:
        opened = urlsafe_b64decode(code.encode()).decode()
    except (binascii.Error, UnicodeError):
        return words
    return opened if seal_words(opened) == words.strip() else words


@dataclass(frozen=True, slots=True)
class Played(Generic[S, M]):
    """A move of a log, and its result."""

    line: LogLine
    move: M
    step: Step[S]


def require(is_met: object, message: str) -> None:
    """Raise NoRules with a message about the kit if it lacks something."""
    if not is_met:
        raise NoRules(message)
