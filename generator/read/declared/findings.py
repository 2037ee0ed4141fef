"""Problems of files as they are found, each with its position."""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, NoReturn, TypeAlias, TypeVar

from generator.errors import MOST_IN_FILE, DataError, Problem, format_path, suggest
from generator.model.values import dataclass, field
from generator.read.files.shelf import KIT_FILE
from generator.read.files.text_files import describe_fault, is_inside
from generator.read.files.yaml import DataPath, Source

T = TypeVar("T")
At: TypeAlias = Literal["value", "key"]


@dataclass(eq=False)
class Gathered:
    """Problems of several files, collected while they are read."""

    problems: list[Problem] = field(default_factory=list)

    def read(self, read: Callable[[], T]) -> T | None:
        """Return what `read` returns; None after collecting its problems."""
        try:
            return read()
        except DataError as error:
            self.problems += error.problems
            return None

    def of(self, source: Source) -> "Findings":
        """Return the findings of one file, whose problems are added to these."""
        return Findings(source, problems=self.problems)

    def stop(self) -> NoReturn:
        """Raise all problems as one error."""
        raise DataError(self.problems)

    def stop_if_any(self) -> None:
        """Raise all problems as one error if there are any."""
        if self.problems:
            self.stop()

    def require(self, value: T | None) -> T:
        """Return a value; raises all problems as one error if it is None, because it could not be read."""
        if value is None:
            self.stop()
        return value


class Findings(Gathered):
    """The problems of one file, and of others that are read with it; all paths are relative to `base`."""

    def __init__(self, source: Source, base: DataPath = (), problems: list[Problem] | None = None) -> None:
        super().__init__([] if problems is None else problems)
        self.source = source
        self.file = source.file
        self._base = base

    @property
    def has_own(self) -> bool:
        """True if there are problems of this file, not only of others."""
        return any(problem.file == self.file for problem in self.problems)

    def add(self, path: DataPath, message: str, hint: str = "", *, at: At = "value") -> None:
        """Add a problem with the value of a path, or with its key."""
        self._put(self.describe(path, message, hint, at=at))

    def describe(self, path: DataPath, message: str, hint: str = "", *, at: At = "value") -> Problem:
        """Return a problem with its position without adding it, for `Names.warn`."""
        path = (*self._base, *path)
        spot = self.source.spot_of_key(path) if at == "key" else self.source.spot_of(path)
        return Problem(self.source.file_of(path), *spot, format_path(self.source.shown(path)), message, hint)

    def add_in_text(self, path: DataPath, line: int, column: int, message: str, hint: str = "") -> None:
        """Add a problem with one character of a text; line and column within the text, from 0."""
        path = (*self._base, *path)
        spot = self.source.spot_in_text(path, line, column)
        file = self.source.file_of(path)
        self._put(Problem(file, *spot, format_path(self.source.shown(path)), message, hint))

    def add_at(self, path: DataPath, position: int, message: str, hint: str = "") -> None:
        """Add a problem with one character of the text that is a value, counted from 0; -1 for all of it."""
        text = self.source.get_text((*self._base, *path))
        if position < 0 or position > len(text):
            self.add(path, message, hint)
            return
        before = text[:position]
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        self.add_in_text(path, line, column, message, hint)

    def check_name(
        self, path: DataPath, name: str, known: Collection[str] | None, what: str, *, at: At = "value"
    ) -> bool:
        """Return True if a name is known; otherwise add a problem. None means that all names are accepted."""
        if known is None or name in known:
            return True
        self.add(path, f"unknown {what} `{name}`", suggest(name, known), at=at)
        return False

    def check_names(
        self, path: DataPath, names: Iterable[str], known: Collection[str] | None, what: str
    ) -> None:
        """Add a problem for each name of a list that is unknown."""
        for number, name in enumerate(names):
            self.check_name((*path, number), name, known, what)

    def check_file(
        self, path: DataPath, file: Path, *, home: Path, others: str = "*.yaml", also: Iterable[str] = ()
    ) -> bool:
        """Return True if a file that data names is readable; otherwise add a problem.

        Suggestions are files beside it that match `others`, and the names of `also`.
        """
        fault = describe_fault(file, home=home)
        if fault:
            names = {*also}
            if is_inside(file, home):
                with suppress(OSError):
                    there = {other.name for other in file.parent.iterdir()} - {KIT_FILE}
                    names |= {name for name in there if fnmatchcase(name.lower(), others.lower())}
            slashes = file.name.replace("\\", "/")
            is_path = "/" in slashes.rstrip("/")
            hint = f"write / between folders: `{slashes}`" if is_path else suggest(file.name, names)
            self.add(path, fault, hint if is_path or names else "")
        return not fault

    def refuse(self, path: DataPath, message: str, hint: str = "", *, at: At = "value") -> NoReturn:
        """Add a problem, and raise all."""
        self.add(path, message, hint, at=at)
        self.stop()

    def _put(self, problem: Problem) -> None:
        self.problems.append(problem)
        if sum(one.file == self.file for one in self.problems) > MOST_IN_FILE:
            self.stop()
