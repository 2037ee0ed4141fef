"""Results of steps of reading, kept as long as everything that they asked for has the same answers."""

from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any, TypeVar

from generator.errors import Problem
from generator.inputs import FileTrace, TracedFiles
from generator.model.values import dataclass, field
from generator.read.declared.names import Names
from generator.read.declared.noting import has_same_answers, list_idle, note_names, repeat_effects

T = TypeVar("T")


@dataclass(frozen=True)
class KeptStep:
    """A result that was kept, and what it depends on."""

    result: Any
    given: tuple[object, ...]
    by: Any
    """The reader, or the templates, that made the result; another one makes it anew."""
    files: FileTrace
    names: Names | None
    """Names, with what the step used of them or left without effect; None if it read without names."""
    warnings: Sequence[Problem]

    def repeat(self, names: Names | None) -> None:
        """Note and warn again, for other names."""
        if self.names and names:
            repeat_effects(self.names, names.effects)
            names.warn(*self.warnings)

    def list_files(self, folder: Path) -> Iterator[Path]:
        """Yield the files in a folder that were asked for, and are there now."""
        paths = (folder / name for question, name in self.files if question == "stat")
        return (path for path in paths if path.is_file())

    def list_files_of_warnings(self) -> Set[str]:
        """Return the files at which warnings point, or may point later."""
        idle = list_idle(self.names) if self.names else ()
        return {*(one.file for one in self.warnings), *(declared[0] for declared in idle)}


@dataclass(frozen=True)
class Steps:
    """The latest result of each step; without files that note what is asked of them, nothing is kept.

    Files outside of the folder of the game are expected not to change.
    """

    files: TracedFiles | None = None
    _kept: dict[Hashable, KeptStep] = field(default_factory=dict)

    def get_or_make(
        self,
        key: Hashable,
        make: Callable[[], T],
        *,
        given: tuple[object, ...] = (),
    ) -> T:
        """Return what `make` returned before, if `given` values and files are the same, or call it."""
        return self._get_or_read(key, None, lambda names: make(), given)

    def get_or_read(
        self,
        key: Hashable,
        names: Names,
        read: Callable[[Names], T],
        *,
        given: tuple[object, ...] = (),
        by: object = None,
        holds: Callable[[KeptStep], bool] = lambda step: True,
        may_keep: Callable[[T], bool] = lambda made: True,
    ) -> T:
        """Return what `read` returned before, if everything that it depends on is the same, or call it.

        It depends on the files and names that it asks for, on values that are equal to the `given` ones, and
        on whether it still `holds`, though it was read `by` something else. What it noted, and its warnings,
        are repeated. A result with problems may not be kept.
        """
        if names.settings.given:
            return read(names)
        return self._get_or_read(key, names, read, given, by, holds, may_keep)

    def _get_or_read(
        self,
        key: Hashable,
        names: Names | None,
        read: Callable[[Any], T],
        given: tuple[object, ...],
        by: object = None,
        holds: Callable[[KeptStep], bool] = lambda step: True,
        may_keep: Callable[[T], bool] = lambda made: True,
    ) -> T:
        if self.files is None:
            return read(names)
        known = self._kept.pop(key, None)
        if known and known.given == given and _is_as_before(self.files, known, names) and holds(known):
            known.repeat(names)
            self._kept[key] = known
            result: T = known.result
            return result
        noting, before = names and note_names(names), len((names and names.warnings) or ())
        with self.files.trace() as asked:
            made = read(noting)
        if may_keep(made):
            warnings = tuple(((names and names.warnings) or ())[before:])
            self._kept[key] = KeptStep(made, given, by, asked, noting, warnings)
        return made


def _is_as_before(files: TracedFiles, known: KeptStep, names: Names | None) -> bool:
    """Return True if all files and names that a step asked for are the same."""
    if not files.repeats(known.files):
        return False
    return names is None or (known.names is not None and has_same_answers(known.names, names))


NO_STEPS = Steps()
"""Keeps nothing."""
