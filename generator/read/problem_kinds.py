"""Kinds of problems: the code of each message, and what to do about it.

The code follows from the words of a message: only `says` of data/codes.toml relates them, and the
first kind whose pattern is found in a message has it. A test lists the kind of each message.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path

from generator.errors import Notice, UnknownName, describe_unknown
from generator.model.values import dataclass
from generator.read.files.shelf import find_shelf
from generator.read.files.text_files import read_text

_OWN_CODE = re.compile(r" \((?:number|digits|rule|example)(?:-[a-z]+)+\)")
"""The code that a message has if it compares texts, kit, and referee."""
_WORD = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s,\[\]{}:#]+")
"""The value or key that begins at a place of a YAML file."""
_QUOTED = re.compile("`[^`]*`|'[^']*'")
_GUESS = re.compile(r"did you mean [`'“]([^`'”]+)[`'”]\?")


@dataclass(frozen=True)
class ProblemKind:
    """A kind of mistake: its code, and an explanation."""

    code: str
    says: str
    """Regular expression that is found in its messages, in which quoted words are two backticks."""
    means: str
    do: str
    example: Mapping[str, str]
    """A change that causes it: the file `in`, and the text `from`, empty for a new file, and `to`.

    It is one of `game`, or of a new game with all parts.
    """

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self.says)

    def matches(self, message: str) -> bool:
        return self._pattern.search(message) is not None


@dataclass(frozen=True, slots=True)
class CodedNotice:
    """An error or a warning with its code, and a correction if there is one."""

    notice: Notice
    code: str
    message: str
    """Text without the code, which some messages have at their end."""
    fix: str = ""
    """Text that is probably meant in place of the wrong one; empty if nothing is similar."""


@cache
def read_kinds() -> tuple[ProblemKind, ...]:
    """Return all kinds; the last one has every message that no other has."""
    path: Path = find_shelf().data / "codes.toml"
    kinds = []
    for code, entry in tomllib.loads(read_text(path)[1]).items():
        example = {key: entry[key] for key in ("game", "in", "from", "to") if key in entry}
        kinds.append(ProblemKind(code, entry["says"], entry["means"], entry["do"], example))
    return tuple(kinds)


def find_word_end(line: str, column: int) -> int:
    """Return the column behind the word of YAML that begins at a column, from 1; the same if none does."""
    found = _WORD.match(line, column - 1)
    return found.end() + 1 if found else column


def find_kind(message: str) -> ProblemKind:
    """Return the kind of a message, by its words without hints and quotes."""
    own = _OWN_CODE.search(message)
    words = own[0] if own else _QUOTED.sub("``", message).split(" (")[0]
    return next(kind for kind in read_kinds() if kind.matches(words))


def find_code(code: str) -> ProblemKind:
    """Return the kind with a code; raises UnknownName."""
    kinds = {kind.code: kind for kind in read_kinds()}
    if code not in kinds:
        raise UnknownName(describe_unknown("code", code, kinds))
    return kinds[code]


def add_codes(notices: Iterable[Notice]) -> tuple[CodedNotice, ...]:
    """Return notices with their codes."""
    return tuple(map(_add_code, notices))


def _add_code(notice: Notice) -> CodedNotice:
    guess = _GUESS.search(notice.text)
    message = _OWN_CODE.sub("", notice.message)
    return CodedNotice(notice, find_kind(notice.text).code, message, guess[1] if guess else "")
