"""The game of a kit: beside the kit, among our own, or installed; found when it is asked for.

A kit whose folder has a `rules.py` is played by it and by nothing else, and only where the user trusts the
folder: it is a program, and can do whatever the user can.
"""

import importlib
import pkgutil
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Literal, TypeAlias

from generator.errors import DataError, NoRules, Problem, RulesError
from generator.model.kit import Kit
from generator.rules.game import AnyGame, Game

GAMES = "generator.games"
ENTRY_POINTS = "petri_press.games"
"""Group of entry points: the name is the id of a kit, the object a function `make_game`."""
CODE = "rules.py"
"""File of a kit's folder that brings the game."""

Origin: TypeAlias = Literal["", "built-in", "installed", "rules.py"]
"""Origin of the rules of a kit; empty: it has no rules."""


def find_origin(folder: Path, id: str) -> Origin:
    """Return the origin of the rules of a kit without importing them."""
    if (folder / CODE).is_file():
        return "rules.py"
    modules = pkgutil.iter_modules(importlib.import_module(GAMES).__path__)
    if any(module.name == id for module in modules):
        return "built-in"
    return "installed" if _find_entry(id) else ""


def find_game(kit: Kit, *, variant: str = "") -> AnyGame:
    """The game of a kit; raises NoRules, and RulesError for a variant that it does not have.

    DataError for a `rules.py` that cannot be run.
    """
    make = _find_maker(kit)
    if make is None:
        hint = f"rules are written in `{CODE}` in its folder (docs/own-rules.md)"
        raise NoRules(f"the game `{kit.id}` can be printed but not played: it has no rules; {hint}")
    try:
        game = make(kit, variant=variant)
    except NoRules as error:
        raise NoRules(f"{kit.id}: {error}") from error
    if not isinstance(game, Game):
        raise NoRules(f"`make_game` of the game `{kit.id}` must return a Game, not {type(game).__name__}")
    if game.variant != variant:
        raise RulesError("log.variants", value=variant)
    return game


def _find_maker(kit: Kit) -> Callable[..., object] | None:
    match find_origin(kit.folder, kit.id):
        case "rules.py":
            module = _run_code(kit)
        case "built-in":
            module = importlib.import_module(f"{GAMES}.{kit.id}")
        case _:
            entry = _find_entry(kit.id)
            return entry.load() if entry else None
    return getattr(module, "make_game", None)


def _find_entry(id: str) -> EntryPoint | None:
    return next(iter(entry_points(group=ENTRY_POINTS, name=id)), None)


def _run_code(kit: Kit) -> ModuleType:
    """The module of a kit's `rules.py`; no compiled file is left in the folder."""
    path = kit.folder / CODE
    if not kit.is_trusted:
        raise NoRules(f"{path} is a program that can do whatever you can; add --trust to run it")
    module = ModuleType(f"petri_rules_{kit.id}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except Exception as error:
        raise DataError([_describe_problem(path, error)]) from error
    return module


def _describe_problem(path: Path, error: Exception) -> Problem:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno or 0 for frame in frames if frame.filename == str(path)]
    line = error.lineno or 0 if isinstance(error, SyntaxError) else max(lines[-1:], default=0)
    message = error.msg if isinstance(error, SyntaxError) else f"{type(error).__name__}: {error}"
    return Problem(str(path), line, 1, "", message)
