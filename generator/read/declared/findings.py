"""The problems of one file as they are found, each where it is."""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NoReturn, TypeVar

from generator.errors import MOST_IN_FILE, DataError, MissingWords, Problem
from generator.model.kinds import Wrong
from generator.read.files.phrases import suggest
from generator.read.files.shelf import KIT_FILE
from generator.read.files.text_files import find_fault, is_inside
from generator.read.files.yaml_reader import DataPath, Source

T = TypeVar("T")


@dataclass
class Gathered:
    """The errors of files that could not be read, while the others are."""

    errors: list[DataError] = field(default_factory=list)

    def read(self, read: Callable[[], T]) -> T | None:
        """What was read; None after keeping the error."""
        try:
            return read()
        except DataError as error:
            self.errors.append(error)
            return None


class Findings:
    """Problems of one file, each where it stands; they are raised together."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.file = source.file
        self.problems: list[Problem] = []
        self._missing_words: list[str] = []

    def add(
        self, path: DataPath, message: str, hint: str = "", *, at: Literal["value", "key"] = "value"
    ) -> None:
        """A problem with the value of a path, or with its key."""
        spot = self.source.spot_of_key(path) if at == "key" else self.source.spot_of(path)
        self._put(Problem(self.source.file, *spot, say_path(path), message, hint))

    def add_in_text(self, path: DataPath, line: int, column: int, message: str, hint: str = "") -> None:
        """A problem with one character of a text; line and column within the text, from 0."""
        spot = self.source.spot_in_text(path, line, column)
        self._put(Problem(self.source.file, *spot, say_path(path), message, hint))

    def add_at(self, path: DataPath, text: str, position: int, message: str, hint: str = "") -> None:
        """A problem with one character of a text that stands alone in its value, counted from 0."""
        before = text[:position]
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        self.add_in_text(path, line, column, message, hint)

    def check_name(self, path: DataPath, name: str, known: Collection[str] | None, what: str) -> bool:
        """Adds a problem when a name is not among those known; None: they could not be read."""
        if known is None or name in known:
            return True
        self.add(path, f"{what} `{name}` is not there", suggest(name, known))
        return False

    def check_file(
        self, path: DataPath, file: Path, *, home: Path, others: str = "*.yaml", also: Iterable[str] = ()
    ) -> bool:
        """Adds a problem when a file that data names cannot be read; `others` beside it may be meant."""
        fault = find_fault(file, home=home)
        if fault:
            names = {*also}
            if is_inside(file, home):
                with suppress(OSError):
                    names |= {other.name for other in file.parent.glob(others)} - {KIT_FILE}
            self.add(path, fault, suggest(file.name, names) if names else "")
        return not fault

    def add_missing_words(self, path: DataPath, key: str, wrong: Wrong) -> None:
        """Add a sentence that the English wording lacks."""
        self.add(path, wrong.message, wrong.hint)
        self._missing_words.append(key)

    def stop(self) -> NoReturn:
        """Raises all problems; as MissingWords when nothing but words is missing."""
        if len(self._missing_words) == len(self.problems):
            raise MissingWords("en", self._missing_words, self.problems)
        raise DataError(self.problems)

    def stop_if_any(self) -> None:
        if self.problems:
            self.stop()

    def _put(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) > MOST_IN_FILE:
            raise DataError(self.problems)

    def follows_comma(self, path: DataPath) -> bool:
        """Whether a key may be the rest of the value before it: `{when: kind = a, b}`."""
        line, column = self.source.spot_of_key(path)
        return self.source.lines[line - 1][: column - 1].rstrip().endswith(",")


def say_path(path: DataPath) -> str:
    """`bands[2][1].sections`: keys with points between them, places in lists in brackets, from 1."""
    said = ""
    for step in path:
        if isinstance(step, int):
            said += f"[{step + 1}]"
        else:
            said += f".{step}" if said else step
    return said
