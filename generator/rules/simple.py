"""Base class of rules that derives most of the contract from a few methods."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Self, TypeAlias, Union, get_args, get_origin, get_type_hints

from generator.model.kit import Kit
from generator.model.values import replace
from generator.rules import core
from generator.rules.board_marks import (
    AreaPlaces,
    MarkedBoard,
    MarkedCompanion,
    MarkedForm,
    MarkedScoring,
    MarkedSheets,
    MarkedState,
    Marks,
    Signs,
    find_area_places,
    list_area_places,
)
from generator.rules.checked_rules import CheckedRules, describe_missing
from generator.rules.core import NATURE, M, NoRules, Outcome, S, Score, Secretive, Step, forbid
from generator.rules.game import Game, list_pieces
from generator.rules.notation import (
    MovePattern,
    NotationReader,
    Noted,
    list_pattern_fields,
    make_patterns,
    read_move,
    read_names,
    read_value_words,
)
from generator.rules.states import Odds, change, remember_last

PlaceField = NewType("PlaceField", str)
"""Type of a field of a move: the id of a place of the kit."""
PieceField = NewType("PieceField", str)
"""Type of a field of a move: the id of a piece of the kit."""
PlayerField = NewType("PlayerField", str)
"""Type of a field of a move: the name of a player."""
_Readers: TypeAlias = Mapping[str, NotationReader[Any]]
_Names: TypeAlias = Mapping[Any, NotationReader[str]]


class SimpleRules(Secretive[S, M], ABC):
    """Base class of rules: define `choices`, `play`, `outcome`, and any other method that your game needs.

    Its classes are in brackets: `SimpleRules[State, Take | Pass]`. Fields of moves are read by their types:
    PlaceField, PieceField, PlayerField, `str` (any of these), `int`, Literals, and Enums.
    """

    is_shared = False
    """True if all players win or lose together."""
    options: Mapping[str, tuple[str, ...]] = {}
    """Values of each option, the default first."""
    readers: Mapping[str, NotationReader[Any]] = {}
    """Readers of fields of moves with types of your own, by the name of the field."""
    marks: Marks | None = None
    """Marks on a board or on the sheets of players, for forms, score files, and screens."""
    written_as: Mapping[str, str] = {
        "start": "begin",
        "actors": "choices",
        "moves": "choices",
        "odds": "draws",
        "apply": "play",
        "score": "points",
    }
    """Methods of authors by the method of `Rules` that they replace, for messages about mistakes."""

    def __new__(cls, *_: Any, **__: Any) -> Self:
        """Raise TypeError for a class that lacks a method."""
        if missing := sorted(cls.__abstractmethods__):
            raise TypeError(describe_missing(cls, missing))
        return super().__new__(cls)

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @abstractmethod
    def choices(self, state: S, player: str) -> Sequence[M]:
        """Return the legal moves of a player; none if it is not their turn."""

    @abstractmethod
    def play(self, state: S, actor: str, move: M) -> S | Step[S]:
        """Return the state after a move, or a Step with events."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome; None if the game is not over."""

    def begin(self, players: tuple[str, ...], setup: Mapping[str, str]) -> S:
        """Return the state before the first move, by default `State(players)`; `setup` has `options`."""
        return SimpleRules.restore(self, players, {})

    def draws(self, state: S) -> Mapping[M, Fraction] | Odds[M]:
        """Return the moves of chance with their odds; while there are any, only chance acts."""
        return {}

    def points(self, state: S, player: str) -> Mapping[str, int]:
        """Return the points of a player in lines, each by the key of its text: `tally.<key>`."""
        return {}

    def show(self, state: S) -> Signs:
        """Return the signs of `marks` by place; override it if neither MarkedState nor MarkedSheets is used.

        If each player has a board, these are by player.
        """
        ids = self.places.ids
        if isinstance(state, MarkedSheets):
            owned = zip(state.players, state.sheets, strict=True)
            return {player: dict(zip(ids, sheet, strict=True)) for player, sheet in owned}
        board: tuple[str, ...] = getattr(state, "board", ())
        return dict(zip(ids, board, strict=True))

    def restore(self, players: tuple[str, ...], signs: Signs) -> S:
        """Return the state of boards that were typed in; raise RulesError for an impossible one."""
        made: S
        state, empty = self._classes[0], self.marks.empty if self.marks else ""
        if issubclass(state, MarkedState):
            made = state(players, tuple(signs.get(id, empty) for id in self.places.ids))
        elif issubclass(state, MarkedSheets):
            sheets = [signs.get(player, {}) for player in players]
            made = state(
                players, tuple(tuple(each.get(id, empty) for id in self.places.ids) for each in sheets)
            )
        else:
            made = state(players)
        return made

    def put(self, state: Any, place: str, sign: str, owner: str = "", **changes: Any) -> Any:
        """Return a state with another sign in a place, and with other fields changed.

        In MarkedSheets, the place is on the sheet of `owner`.
        """
        index = self.places.ids.index(place)
        if isinstance(state, MarkedState):
            return replace(state, board=change(state.board, index, sign), **changes)
        seat = state.players.index(owner)
        sheets = change(state.sheets, seat, change(state.sheets[seat], index, sign))
        return replace(state, sheets=sheets, **changes)

    @cached_property
    def places(self) -> AreaPlaces:
        """The places of `marks`."""
        if self.marks is None:
            raise TypeError(f"{type(self).__name__} has no `marks`")
        try:
            return find_area_places(self.kit, self.marks.area)
        except NoRules as error:
            raise TypeError(f"`marks`: {error}") from error

    def find_winners(self, state: S, rule: str) -> Outcome:
        """Return the outcome in which the players with the most points win, by the rule with this id."""
        totals = {player: self.score(state, player).total for player in state.players}
        best = max(totals.values())
        return Outcome(rule, tuple(player for player, total in totals.items() if total == best))

    def make_game(self, **more: Any) -> Game[S, M, Any]:
        """Return the game; `more` are fields of `Game` that replace those derived from these rules."""
        made: dict[str, Any] = {"kit": self.kit, "rules": self, "notation": self.patterns}
        if self.marks is not None:
            self._check_state(self.marks)
            checked = CheckedRules(self)
            board = MarkedBoard(self.marks, self.places, checked.show, checked.restore)
            made["companion"] = MarkedCompanion(board)
            if (
                issubclass(self._classes[0], MarkedState | MarkedSheets)
                or type(self).restore is not SimpleRules.restore
            ):
                scoring = MarkedScoring(self.kit, checked, board)
                made |= {"scoring": scoring, "forms": (MarkedForm(scoring),), "resume": scoring.resume}
        return Game(**(made | more))

    def _check_state(self, marks: Marks) -> None:
        """Raise TypeError for a class of states that does not fit the marks."""
        state, has_show = self._classes[0], type(self).show is not SimpleRules.show
        if issubclass(state, MarkedState) and marks.each_player:
            raise TypeError(
                f"`each_player=True` of `marks` needs MarkedSheets; {state.__name__} is a MarkedState"
            )
        if issubclass(state, MarkedSheets) and not marks.each_player:
            raise TypeError(f"{state.__name__} is a MarkedSheets, so `marks` needs `each_player=True`")
        if not has_show and not issubclass(state, MarkedState | MarkedSheets):
            raise TypeError(
                f"`marks` needs `show`, or that {state.__name__} is a MarkedState or MarkedSheets"
            )

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> S:
        core.check_players(self.kit, players)
        return self.begin(tuple(players), setup)

    def actors(self, state: S) -> tuple[str, ...]:
        return tuple(self._list_moves(state))

    def moves(self, state: S, actor: str) -> Sequence[M]:
        return self._list_moves(state).get(actor, ())

    @cached_property
    def _list_moves(self) -> Callable[[S], Mapping[str, Sequence[M]]]:
        return remember_last(self._list_all_moves)

    def _list_all_moves(self, state: S) -> Mapping[str, Sequence[M]]:
        """Return the moves of all who can act."""
        if self.outcome(state) is not None:
            return {}
        if drawn := self.draws(state):
            return {NATURE: tuple(drawn)}
        return {player: moves for player in state.players if (moves := tuple(self.choices(state, player)))}

    def odds(self, state: S) -> Mapping[M, Fraction]:
        return self.draws(state) if NATURE in self.actors(state) else {}

    def check(self, state: S, actor: str, move: M) -> None:
        """Raise IllegalMove for a move that is not listed; for a better reason, check it before."""
        core.check_turn(self.actors(state), actor)
        forbid(move not in self.moves(state, actor), "log.illegal", move=move.text)

    def apply(self, state: S, actor: str, move: M) -> Step[S]:
        made = self.play(state, actor, move)
        return made if isinstance(made, Step) else Step(made)

    def score(self, state: S, player: str) -> Score:
        points = self.points(state, player).items()
        lines = (core.ScoreLine(core.Sentence(f"tally.{key}"), number) for key, number in points)
        return Score((core.Round(tuple(lines)),))

    def parse(self, state: S, actor: str, text: str) -> M:
        return read_move(self, state, actor, text, self.patterns, self._find_readers(state.players))

    @cached_property
    def patterns(self) -> tuple[MovePattern[M], ...]:
        """Notations of the move classes in the brackets of the class."""
        patterns: tuple[MovePattern[Any], ...] = make_patterns(*_list_union(self._classes[1]))
        return patterns

    @cached_property
    def _classes(self) -> tuple[Any, ...]:
        """The classes of states and moves in the brackets."""
        bases = (base for kind in type(self).__mro__ for base in getattr(kind, "__orig_bases__", ()))
        for base in bases:
            if isinstance(origin := get_origin(base), type) and issubclass(origin, SimpleRules):
                state, moves = get_args(base)
                if all(isinstance(each, type) and issubclass(each, Noted) for each in _list_union(moves)):
                    return state, moves
        wanted = f"class {type(self).__name__}(SimpleRules[State, Move])"
        raise TypeError(f"write `{wanted}`, with your own classes of states and moves")

    @cached_property
    def _find_readers(self) -> Callable[[tuple[str, ...]], _Readers]:
        return lru_cache(maxsize=16)(self._make_readers)

    def _make_readers(self, players: tuple[str, ...]) -> _Readers:
        pieces = [piece.id for piece in list_pieces(self.kit)]
        places = [id or area.area for area in list_area_places(self.kit) for id in area.ids]
        listed: dict[Any, Sequence[str]] = {PieceField: pieces, PlaceField: places, PlayerField: players}
        listed[str] = (*pieces, *places, *players)
        names = {kind: read_names((each, each) for each in known) for kind, known in listed.items()}
        return {**_read_fields(_list_union(self._classes[1]), self.readers, names), **self.readers}


def _list_union(hint: Any) -> tuple[Any, ...]:
    """Return the types of a union without None; a type alone is one."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return tuple(kind for kind in kinds if kind is not NoneType)


def _read_fields(kinds: Sequence[type[Noted]], own: _Readers, names: _Names) -> _Readers:
    """Return readers of the fields of moves by their types; raises TypeError for one that has none."""
    readers: dict[str, NotationReader[Any]] = {}
    for kind in kinds:
        hints = get_type_hints(kind)
        for name in (name for name in list_pattern_fields(kind.notation) if name not in own):
            reader = next(_choose_reader(hints.get(name), names), None)
            if reader is None:
                hint = f"add `readers = {{'{name}': ...}}`"
                raise TypeError(f"the field `{name}` of `{kind.notation}` has no reader; {hint}")
            readers.setdefault(name, reader)
    return readers


def _choose_reader(hint: Any, names: _Names) -> Iterator[NotationReader[Any]]:
    for kind in _list_union(hint)[:1]:
        if kind in names:
            yield names[kind]
        elif kind is int:
            yield read_value_words(lambda text: int(text) if re.fullmatch(r"-?\d{1,9}", text) else None)
        elif get_origin(kind) is Literal:
            yield read_names((str(value), value) for value in get_args(kind))
        elif isinstance(kind, type) and issubclass(kind, Enum):
            yield read_names((str(each.value), each) for each in kind)
