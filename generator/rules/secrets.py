"""Hidden information: its declaration by rules, and states, moves, and worlds as one player knows them.

A state contains everything. Rules declare which of its fields are hidden; deciding players, pages, and the
terminal then get only states that are covered for one player. Nothing that is made from a covered state can
reveal the hidden values.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from generator.errors import NoRules, describe_unknown
from generator.model.values import fields, is_dataclass
from generator.rules.core import NATURE, M, Rules, S
from generator.rules.states import Cards, Odds

T = TypeVar("T")

HIDDEN = "?"
"""Text that replaces a hidden one."""
HIDDEN_NUMBER = -1
"""Number that replaces a hidden one."""
EVERYBODY = ""
"""Name of the viewer of a shared screen, which shows only what every player knows."""


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
