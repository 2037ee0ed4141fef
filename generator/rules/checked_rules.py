"""A checked wrapper for rules of others: mistakes are reported with their place, method, and move.

Its class is checked when it is made: what it lacks, what has another form, and what is misspelt.
"""

import inspect
import linecache
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Generic, NoReturn

from generator.errors import (
    OWN_FAILURES,
    GeneratorError,
    RulesCodeError,
    WrittenPlace,
    find_near,
    list_briefly,
)
from generator.rules.core import (
    NATURE,
    Dealer,
    IllegalMove,
    M,
    NoRules,
    Outcome,
    Rules,
    RulesError,
    S,
    Score,
    Secretive,
    Secrets,
    Step,
    T,
    Worlds,
)
from generator.rules.own_code import (
    BrokenContract,
    RulesCall,
    describe_kind,
    explain_failure,
    find_definition,
    is_ours,
)
from generator.rules.states import Odds

_REFUSING = ("start", "check", "parse", "restore")
"""Methods that may raise RulesError."""


class CheckedRules(Generic[S, M]):
    """Wraps rules of others, and raises RulesCodeError whenever they break the contract."""

    def __init__(self, own: Rules[S, M]) -> None:
        """Raise RulesCodeError for rules that lack a method, or have one with other parameters."""
        self.own = own
        self._allowed: tuple[object, object] = None, None
        """The state and the move that were checked last."""
        try:
            check_rules_class(own)
            self.is_shared = own.is_shared
            self.options = own.options
            self._hidden = Secrets(own)
            if self._hidden.has_worlds:
                self.unknown = self._imagine
        except OWN_FAILURES as error:
            self._fail(error, "")

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the wrapped rules that has no check here."""
        if name == "own":
            raise AttributeError(name)
        return getattr(self.own, name)

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> S:
        try:
            state = self.own.start(players, setup)
            _check_players(state, tuple(players))
        except OWN_FAILURES as error:
            self._fail(error, "start")
        try:
            self._hidden.check_fields(state)
        except NoRules as error:
            self._fail(BrokenContract(str(error)), "secret")
        return state

    def actors(self, state: S) -> tuple[str, ...]:
        try:
            actors = self.own.actors(state)
            players = state.players
            if type(actors) is not tuple:
                actors = _read_tuple("actors", actors, "names")
            for actor in actors:
                if actor not in players and actor != NATURE:
                    _refuse_name("actors", actor, (*players, NATURE))
        except OWN_FAILURES as error:
            self._fail(error, "actors")
        return actors

    def moves(self, state: S, actor: str) -> Sequence[M]:
        try:
            moves = self.own.moves(state, actor)
            if not isinstance(moves, Sequence):
                moves = _read_tuple("moves", moves, "moves")
            if moves:
                _check_move(moves[0])
            elif actor in self.own.actors(state):
                raise BrokenContract(f"`actors` names {actor}, for whom `moves` lists no move")
        except OWN_FAILURES as error:
            self._fail(error, "moves", actor)
        return moves

    def odds(self, state: S) -> Mapping[M, Fraction]:
        try:
            odds = self.own.odds(state)
            if odds:
                return odds if type(odds) is Odds else read_odds(odds)
            if NATURE in self.own.actors(state):
                raise BrokenContract(f"`actors` names {NATURE}, but there are no odds")
        except OWN_FAILURES as error:
            self._fail(error, "odds", NATURE)
        return {}

    def check(self, state: S, actor: str, move: M) -> None:
        try:
            check: Callable[..., object] = self.own.check
            answer = check(state, actor, move)
            if answer is not None:
                raise BrokenContract(f"`check` must raise IllegalMove or return nothing, not {answer!r}")
        except OWN_FAILURES as error:
            self._fail(error, "check", actor, move)
        self._allowed = state, move

    def apply(self, state: S, actor: str, move: M) -> Step[S]:
        try:
            if self._allowed[0] is not state or self._allowed[1] is not move:
                self._check_offered(state, actor, move)
            step = self.own.apply(state, actor, move)
            if not isinstance(step, Step):
                raise BrokenContract(f"must return Step(state), not {describe_kind(step)}")
            _check_players(step.state, state.players)
        except OWN_FAILURES as error:
            self._fail(error, "apply", actor, move)
        return step

    def _check_offered(self, state: S, actor: str, move: M) -> None:
        try:
            self.own.check(state, actor, move)
        except IllegalMove as error:
            is_listed = move in self.own.moves(state, actor)
            who = "`moves` lists" if is_listed else "a policy chose"
            raise BrokenContract(f"{who} a move that `check` refuses: {error}", "moves") from error

    def outcome(self, state: S) -> Outcome | None:
        try:
            outcome = self.own.outcome(state)
            if outcome is not None:
                self._check_outcome(outcome, state.players)
            elif state.players and not self.own.actors(state):
                raise BrokenContract("there is no actor, but `outcome` returns None")
        except OWN_FAILURES as error:
            self._fail(error, "outcome")
        return outcome

    def _check_outcome(self, outcome: object, players: tuple[str, ...]) -> None:
        if not isinstance(outcome, Outcome):
            raise BrokenContract(f"must return an Outcome or None, not {describe_kind(outcome)}")
        for winner in _read_tuple("winners", outcome.winners, "names"):
            if winner not in players:
                _refuse_name("winners", winner, players)
        if self.is_shared == (outcome.won is None):
            wanted = "True or False" if self.is_shared else "None"
            raise BrokenContract(f"`won` must be {wanted} if `is_shared` is {self.is_shared}")

    def score(self, state: S, player: str) -> Score:
        try:
            score = self.own.score(state, player)
            if not isinstance(score, Score):
                raise BrokenContract(f"must return a Score, not {describe_kind(score)}")
            if not isinstance(score.total, int):
                raise BrokenContract(f"points must be whole numbers, not {score.total!r}")
        except OWN_FAILURES as error:
            self._fail(error, "score", player)
        return score

    def parse(self, state: S, actor: str, text: str) -> M:
        try:
            move = self.own.parse(state, actor, text)
            _check_move(move)
        except OWN_FAILURES as error:
            self._fail(error, "parse", f"{actor}: {text}")
        return move

    def _imagine(self, state: S, player: str) -> Worlds[S] | None:
        """Do what `unknown` does: only rules that have worlds have it."""
        try:
            worlds = self._hidden.unknown(state, player)
            if isinstance(worlds, Mapping):
                worlds = _read_odds(worlds, lambda world: _check_players(world, state.players), repr)
            elif callable(worlds):
                return partial(self._deal, worlds, state, player)
            elif worlds is not None:
                wanted = "states with their odds, a function that deals one, or None"
                raise BrokenContract(f"must return {wanted}, not {describe_kind(worlds)}")
        except OWN_FAILURES as error:
            self._fail(error, "unknown", player)
        return worlds

    def _deal(self, deal: Callable[[Dealer], S], state: S, player: str, dealer: Dealer) -> S:
        """Return a state that a function of `unknown` deals."""
        try:
            world = deal(dealer)
            _check_players(world, state.players)
        except OWN_FAILURES as error:
            self._fail(error, "unknown", player)
        return world

    def sees(self, state: S, actor: str, move: M, player: str) -> bool:
        try:
            is_seen = self._hidden.sees(state, actor, move, player)
            if not isinstance(is_seen, bool):
                raise BrokenContract(f"must return True or False, not {describe_kind(is_seen)}")
        except OWN_FAILURES as error:
            self._fail(error, "sees", actor, move)
        return is_seen

    def cover(self, state: S, player: str) -> S:
        try:
            covered = self._hidden.cover(state, player)
            _check_players(covered, state.players)
        except OWN_FAILURES as error:
            self._fail(error, "cover", player)
        return covered

    def show(self, state: S) -> Mapping[str, Any]:
        """Do what `show` of rules with `marks` does."""
        own: Any = self.own
        try:
            shown: Mapping[str, Any] = own.show(state)
            each_player = own.marks.each_player
            boards: list[Any] = [shown]
            if each_player and isinstance(shown, Mapping):
                boards = [shown.get(player) for player in state.players]
            for board in boards:
                if not isinstance(board, Mapping) or not all(
                    isinstance(sign, str) for sign in board.values()
                ):
                    wanted = "the sign of each place, by player" if each_player else "the sign of each place"
                    raise BrokenContract(f"must return {wanted}, not {describe_kind(board)}")
        except OWN_FAILURES as error:
            self._fail(error, "show")
        return shown

    def restore(self, players: tuple[str, ...], signs: Mapping[str, Any]) -> S:
        """Do what `restore` of rules with `marks` does."""
        own: Any = self.own
        try:
            state: S = own.restore(players, signs)
            _check_players(state, players)
        except OWN_FAILURES as error:
            self._fail(error, "restore")
        return state

    def _fail(self, error: BaseException, method: str, actor: str = "", move: object = None) -> NoReturn:
        """Raise an error that users can fix; those of `RulesError` are meant for players."""
        if isinstance(error, NoRules) and method in HIDING:
            error = BrokenContract(str(error))
        elif isinstance(error, RulesError) and method not in _REFUSING:
            error = BrokenContract(f"{type(error).__name__}: {error}; only `check` refuses moves")
        elif isinstance(error, GeneratorError):
            raise error
        if isinstance(error, BrokenContract):
            method = error.method or method
            error = BrokenContract(name_methods(self.own, str(error))).with_traceback(error.__traceback__)
        text = getattr(move, "text", "") if move is not None else ""
        asked = f"{actor}: {text}" if text else actor
        call = RulesCall(name_method(self.own, method), asked, locate_method(self.own, method))
        raise explain_failure(error, call) from error


def name_method(rules: object, method: str) -> str:
    """Return the name of the method that an author writes for a method of `Rules`."""
    names: Mapping[str, str] = getattr(rules, "written_as", {})
    return names.get(method, method)


def locate_method(rules: object, method: str) -> WrittenPlace | None:
    """Return where authors wrote what a method of `Rules` says; the rules may be checked ones."""
    own = getattr(rules, "own", rules)
    return find_definition(
        own if isinstance(own, type) else type(own), getattr(own, name_method(own, method), None)
    )


def name_methods(rules: object, message: str) -> str:
    """Return a message in which methods in backticks have the names that authors use."""
    return re.sub(r"`(\w+)`", lambda match: f"`{name_method(rules, match[1])}`", message)


def describe_endless(rules: Rules[S, M], state: S, actor: str, move: M) -> RulesCodeError:
    """Return the error for a game that does not end; `move` is the next move."""
    outcome = rules.outcome(state)
    reason = f"`outcome` is {outcome.rule}, but `actors` still names {actor}" if outcome else "it has no end"
    place = locate_method(rules, "actors")
    return RulesCodeError(f"the game was stopped: {reason}", place, "", f"{actor}: {move.text}")


@contextmanager
def counted_moves(moves: int) -> Iterator[None]:
    """Add the number of moves before it to each error of rules."""
    try:
        yield
    except RulesCodeError as error:
        error.moves = moves
        raise


def read_odds(odds: Mapping[M, Fraction]) -> Odds[M]:
    """Return odds that are quick to draw from; raises BrokenContract for impossible ones."""
    if not isinstance(odds, Mapping):
        raise BrokenContract(f"must return moves with their odds, not {describe_kind(odds)}")
    return _read_odds(odds, _check_move, lambda move: f"`{move.text}`")


def _read_odds(odds: Mapping[T, Fraction], check: Callable[[T], None], name: Callable[[T], str]) -> Odds[T]:
    """Return the odds of moves or states, each of which is checked; `name` is how messages call it."""
    for each, chance in odds.items():
        check(each)
        if not isinstance(chance, Fraction | int):
            raise BrokenContract(f"odds are exact: write Fraction(1, 6), not {chance!r}")
        if chance <= 0:
            raise BrokenContract(f"{name(each)} has the odds {chance}; leave out impossible moves")
    if (total := sum(odds.values())) != 1:
        raise BrokenContract(f"the odds add up to {total}, not to 1")
    return Odds.of(odds)


def _check_players(state: Any, players: tuple[str, ...]) -> None:
    """Raise BrokenContract for a state that has other players, or cannot be compared."""
    own = getattr(state, "players", None)
    if own is not players and own != players:
        if own is None:
            raise BrokenContract(f"{describe_kind(state)} is not a state: it has no `players`")
        raise BrokenContract(f"`players` of the state must be {players!r}, not {own!r}")
    try:
        hash(state)
    except TypeError as error:
        raise BrokenContract(f"{_explain_hash(state)} ({error})") from error


def _explain_hash(state: Any) -> str:
    for each in fields(state) if is_dataclass(state) else ():
        value = getattr(state, each.name)
        try:
            hash(value)
        except TypeError:
            hint = "use tuples, frozensets, and frozen dataclasses"
            return f"states cannot be compared: `{each.name}` is {describe_kind(value)}; {hint}"
    return f"states cannot be compared: write `@dataclass(frozen=True)` above class {type(state).__name__}"


def _check_move(move: object) -> None:
    if not isinstance(getattr(move, "text", None), str):
        raise BrokenContract(f"{move!r} is not a move: it has no `text`")


def _read_tuple(method: str, values: Any, what: str) -> tuple[Any, ...]:
    """Return values that may be in a list, a set, or a generator; a text is a frequent mistake."""
    if isinstance(values, str):
        raise BrokenContract(f"`{method}` must be a tuple of {what}: write `({values!r},)`, not {values!r}")
    if not isinstance(values, Iterable):
        raise BrokenContract(f"`{method}` must be a tuple of {what}, not {describe_kind(values)}")
    return tuple(values)


def _refuse_name(what: str, name: object, known: tuple[str, ...]) -> NoReturn:
    hint = f"; write its name, such as `state.players[{name}]`" if isinstance(name, int) else ""
    raise BrokenContract(f"`{what}` has {name!r}, which is none of {list_briefly(known)}{hint}")


METHODS = ("start", "actors", "moves", "odds", "check", "apply", "outcome", "score", "parse")
"""Methods of `Rules`."""
HIDING = ("unknown", "sees", "cover")
"""Methods of `Secretive`, which rules need not have."""
_HIDDEN = ("secret", "face_down")
"""Attributes of `Secretive`."""


def check_rules_class(rules: object) -> None:
    """Raise BrokenContract for rules of a class that is not what the contract says."""
    _check_methods(rules)
    _check_attributes(rules)
    _check_spelling(rules)


def describe_missing(kind: type, missing: Iterable[str]) -> str:
    """Return what a class does not have, with names that may be meant."""
    names = list(missing)
    own = [each for each in dir(kind) if each not in (*METHODS, *HIDING, *names) and each[0] != "_"]
    near = [f"`{found}` may be `{each}`" for each in names for found in find_near(each, own)]
    hint = f" ({', '.join(near)})" if near else ""
    return f"{kind.__name__} has no {list_briefly(f'`{each}`' for each in names)}{hint}"


def _check_methods(rules: object) -> None:
    """Raise BrokenContract for a class in place of an object, and for methods that cannot be called."""
    if isinstance(rules, type):
        raise BrokenContract(f"`rules` is the class {rules.__name__}; write `rules={rules.__name__}(kit)`")
    name = type(rules).__name__
    attributes = ("is_shared", "options", *METHODS)
    if missing := [each for each in attributes if not hasattr(rules, each)]:
        raise BrokenContract(describe_missing(type(rules), missing))
    for method in (*METHODS, *(each for each in HIDING if hasattr(rules, each))):
        own_method = getattr(rules, method)
        declared: Callable[..., object] = getattr(Rules if method in METHODS else Secretive, method)
        names = [*inspect.signature(declared).parameters]
        wanted = f"`def {method}({', '.join(names)})`"
        if not callable(own_method):
            raise BrokenContract(f"`{method}` of {name} must be a method: {wanted}")
        try:
            inspect.signature(own_method).bind(*names[1:])
        except TypeError as error:
            raise BrokenContract(f"`{method}` of {name} must be {wanted}: {error}", method) from error


def _check_attributes(rules: Any) -> None:
    if not isinstance(rules.is_shared, bool):
        raise BrokenContract(f"`is_shared` must be True or False, not {describe_kind(rules.is_shared)}")
    options = rules.options
    if not isinstance(options, Mapping):
        wanted = "the values of each option by its key"
        raise BrokenContract(f"`options` must have {wanted}, not {describe_kind(options)}")
    for key, values in options.items():
        if isinstance(values, str) or not all(isinstance(value, str) for value in values):
            raise BrokenContract(f'the values of the option `{key}` must be texts: ("no", "yes")')
    for attribute in _HIDDEN:
        names = getattr(rules, attribute, ())
        if not isinstance(names, Iterable) or not all(isinstance(name, str) for name in names):
            raise BrokenContract(f"`{attribute}` must be names of fields, not {names!r}")


def _check_spelling(rules: object) -> None:
    """Raise BrokenContract for a method or an attribute that nobody uses, because its name is misspelt."""
    kinds = [kind for kind in type(rules).__mro__ if kind is not object]
    written = {name: kind for kind in kinds if not is_ours(kind) for name in vars(kind) if name[0] != "_"}
    known = {*METHODS, *HIDING, *_HIDDEN, *(name for kind in kinds if is_ours(kind) for name in vars(kind))}
    missing = [name for name in known if name not in written and name[0] != "_"]
    for name, kind in written.items():
        near = () if name in known else find_near(name, missing)
        if near and _count_uses(name, kind) == 1:
            method = name if callable(getattr(kind, name)) else ""
            raise BrokenContract(f"nothing uses `{name}`; `{near[0]}` may be meant", method)


def _count_uses(name: str, kind: type) -> int:
    """Return how often a name is written in the file of a class; 0 if that is not known."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    return sum(len(re.findall(rf"\b{name}\b", line)) for line in linecache.getlines(file))
