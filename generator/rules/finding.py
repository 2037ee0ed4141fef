"""The rules of a game by its id: modules of `generator.games`, found when they are asked for."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from generator.errors import NoRules
from generator.model.kit import Kit
from generator.rules.companion import Companion
from generator.rules.core import Policy, Rules, Scoring


class MakeRules(Protocol):
    """`make_rules` of a game's module."""

    def __call__(self, kit: Kit, *, variant: str = "") -> Rules[Any, Any]: ...


class MakeScoring(Protocol):
    """`make_scoring` of a game's module."""

    def __call__(self, kit: Kit, *, variant: str = "") -> Scoring[Any, Any]: ...


class MakePolicies(Protocol):
    """`make_policies` of a game's module."""

    def __call__(self, kit: Kit, *, variant: str = "") -> Mapping[str, Policy[Any, Any]]: ...


class MakeCompanion(Protocol):
    """`make_companion` of a game's module."""

    def __call__(self, kit: Kit, *, variant: str = "") -> Companion[Any, Any]: ...


_Maker: TypeAlias = Callable[..., Any]

GAMES = "generator.games"


def list_modules() -> tuple[str, ...]:
    """Ids of all games that have a module, whether it offers rules yet or not."""
    package = importlib.import_module(GAMES)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


def find_rules(game: str) -> MakeRules:
    """The function that makes the rules of a game; raises NoRules."""
    return _find(game, "make_rules", "can be printed but not played: nobody has written its rules")


def find_scoring(game: str) -> MakeScoring:
    """The function that makes the scoring of a game; raises NoRules."""
    return _find(game, "make_scoring", "cannot be scored without a log: nobody has written how")


def find_policies(game: str) -> MakePolicies:
    """The function that makes the players of a game for simulation; raises NoRules."""
    return _find(game, "make_policies", "is played by chance only: nobody has written players for it")


def find_companion(game: str) -> MakeCompanion:
    """The function that makes the companion of a game; raises NoRules."""
    return _find(game, "make_companion", "has no companion: nobody has written what it says at the table")


def has_rules(game: str) -> bool:
    return _has(game, "make_rules")


def has_scoring(game: str) -> bool:
    return _has(game, "make_scoring")


def has_policies(game: str) -> bool:
    return _has(game, "make_policies")


def has_companion(game: str) -> bool:
    return _has(game, "make_companion")


def _find(game: str, name: str, without: str) -> _Maker:
    if not _has(game, name):
        raise NoRules(f"the game `{game}` {without}")
    maker: _Maker = getattr(_import(game), name)
    return maker


def _has(game: str, name: str) -> bool:
    return game in list_modules() and hasattr(_import(game), name)


def _import(game: str) -> ModuleType:
    return importlib.import_module(f"{GAMES}.{game}")
