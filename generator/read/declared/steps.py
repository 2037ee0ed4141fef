"""Results of steps of reading, kept as long as everything that they asked for has the same answers."""

from collections.abc import Callable, Hashable, Sequence
from operator import is_
from typing import Any, TypeVar

from generator.errors import Problem
from generator.inputs import FileTrace, TracedFiles
from generator.model.values import dataclass, field
from generator.read.declared.names import Names
from generator.read.declared.noting import has_same_answers, note_names, repeat_effects

T = TypeVar("T")


@dataclass(frozen=True)
class _Step:
    result: Any
    given: tuple[object, ...]
    same: tuple[object, ...]
    files: FileTrace
    names: Names | None
    """Those that noted what was asked of them."""
    warnings: Sequence[Problem]

    def repeat(self, names: Names | None) -> None:
        """Note and warn again, for other names."""
        if self.names and names:
            repeat_effects(self.names, names.effects)
            names.warn(*self.warnings)


@dataclass(frozen=True)
class Steps:
    """The latest result of each step; without files that note what is asked of them, nothing is kept.

    Files outside of the folder of the game are expected not to change.
    """

    files: TracedFiles | None = None
    _kept: dict[Hashable, _Step] = field(default_factory=dict)

    def get_or_make(
        self,
        key: Hashable,
        make: Callable[[], T],
        *,
        given: tuple[object, ...] = (),
        may_keep: Callable[[T], bool] = lambda made: True,
    ) -> T:
        """Return what `make` returned before, if `given` values and files are the same, or call it."""
        return self._get_or_read(key, None, lambda names: make(), given, (), may_keep)

    def get_or_read(
        self,
        key: Hashable,
        names: Names,
        read: Callable[[Names], T],
        *,
        given: tuple[object, ...] = (),
        same: tuple[object, ...] = (),
        may_keep: Callable[[T], bool] = lambda made: True,
    ) -> T:
        """Return what `read` returned before, if everything that it depends on is the same, or call it.

        It depends on the files and names that it asks for, on values that are equal to the `given` ones, and
        on the `same` objects. What it noted, and its warnings, are repeated. A result with problems may not
        be kept.
        """
        is_set = bool(names.settings.given)
        return read(names) if is_set else self._get_or_read(key, names, read, given, same, may_keep)

    def _get_or_read(
        self,
        key: Hashable,
        names: Names | None,
        read: Callable[[Any], T],
        given: tuple[object, ...],
        same: tuple[object, ...],
        may_keep: Callable[[T], bool],
    ) -> T:
        if self.files is None:
            return read(names)
        known = self._kept.pop(key, None)
        if known is not None and _holds(self.files, known, names, given, same):
            known.repeat(names)
            self._kept[key] = known
            result: T = known.result
            return result
        noting, before = names and note_names(names), len((names and names.warnings) or ())
        with self.files.trace() as asked:
            made = read(noting)
        if may_keep(made):
            warnings = tuple(((names and names.warnings) or ())[before:])
            self._kept[key] = _Step(made, given, same, asked, noting, warnings)
        return made


def _holds(
    files: TracedFiles,
    known: _Step,
    names: Names | None,
    given: tuple[object, ...],
    same: tuple[object, ...],
) -> bool:
    """Return True if everything that a step depends on is the same."""
    is_same = len(known.same) == len(same) and all(map(is_, known.same, same)) and known.given == given
    if not is_same or not files.repeats(known.files):
        return False
    return names is None or (known.names is not None and has_same_answers(known.names, names))


NO_STEPS = Steps()
"""Keeps nothing."""
