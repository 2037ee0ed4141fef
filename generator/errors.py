"""Every error that a person can mend; anything else that is raised is a bug of ours."""

import difflib
import errno
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong in one file, where it stands, and what would be right."""

    file: str
    line: int
    """From 1; 0 when the problem belongs to the file as a whole."""
    column: int
    path: str
    """Where in the data: `sections.testing.size`; empty for the file as a whole."""
    message: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        where = f"{self.path}: " if self.path else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}: {where}{self.message}{hint}"


class GeneratorError(Exception):
    """The root of all errors that are told to the user in words, without a traceback."""


class DataError(GeneratorError):
    """What was read is wrong: all problems of it, in the order of the files and lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnreadableData(DataError):
    """Not text, not YAML, too large, a key twice: the file cannot be taken as data at all."""


class MissingWords(DataError):
    """A locale lacks sentences that a thing of the kit needs."""

    def __init__(self, locale: str, keys: Sequence[str], problems: Iterable[Problem]) -> None:
        self.locale = locale
        self.keys = tuple(keys)
        super().__init__(problems)


class UnknownName(GeneratorError):
    """A game, part, locale, paper or format that nobody has, with the nearest that exists."""


NEAR = 0.65
"""Likeness from which on a name may be a typo of another; 1 is the same."""


def find_near(name: str, known: Iterable[str], *, most: int = 1, likeness: float = NEAR) -> tuple[str, ...]:
    """The known names that are most like a name, capital letters aside: what was meant, perhaps."""
    names = {other.lower(): other for other in known}
    return tuple(names[near] for near in difflib.get_close_matches(name.lower(), names, most, likeness))


MOST_LISTED = 12
"""More names than this are not listed in a hint."""
SURE = 0.7
"""What is less like the name than this is a guess: better to list what there is, where that is short."""


def suggest(name: str, known: Iterable[str], *, likeness: float = NEAR) -> str:
    """The nearest of what would be right; all of it where that is short."""
    names = sorted(set(known))
    few = len(names) <= MOST_LISTED
    near = "".join(find_near(name, names, likeness=likeness))
    if near and (not few or _is_slip(name.lower(), near.lower())):
        return f"did you mean `{near}`?"
    if not names:
        return "there are none"
    if few:
        return f"there are: {', '.join(names)}"
    return ""


def _is_slip(name: str, near: str) -> bool:
    """Much alike, or short and one letter is another or two have changed places."""
    if difflib.SequenceMatcher(a=name, b=near).ratio() >= SURE or sorted(name) == sorted(near):
        return True
    return len(name) == len(near) and sum(a != b for a, b in zip(name, near, strict=True)) == 1


def say_unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """`no paper 'a44'; did you mean 'a4'? There are: a4, a5, letter`, the sentence of an UnknownName."""
    names = tuple(known)
    nearest = find_near(name, names)
    guess = f"; did you mean {nearest[0]!r}?" if nearest else "."
    there = f"There are: {', '.join(names)}" if names else "There are none"
    return f"no {kind} {name!r}{guess} {there}"


class LayoutError(GeneratorError):
    """A thing does not fit: which, on what paper, and by how many millimetres."""

    def __init__(self, thing: str, what: str, *, over_mm: float, paper: str = "") -> None:
        self.thing = thing
        self.what = what
        self.over_mm = over_mm
        self.paper = paper
        on_paper = f" on {paper}" if paper else ""
        super().__init__(f"{thing}{on_paper}: {what} (by {over_mm:.1f} mm)")


class PieceErrors(GeneratorError):
    """Pieces of a deck that could not be laid out: why each of them, all at once."""

    def __init__(self, errors: Sequence[GeneratorError]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(str(error) for error in self.errors))


class MissingGlyph(GeneratorError):
    """No font of the library has a character that a text needs."""

    def __init__(self, characters: str, text: str) -> None:
        self.characters = characters
        self.text = text
        listed = ", ".join(f"{character} (U+{ord(character):04X})" for character in characters)
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(f"no font has {listed}, needed in {shown!r}")


class PartErrors(GeneratorError):
    """Parts that could not be laid out: each with its game, locale and paper, and why."""

    def __init__(self, failures: Sequence[tuple[str, GeneratorError]]) -> None:
        self.failures = tuple(failures)
        super().__init__("\n".join(f"{part}: {error}" for part, error in failures))


class FontError(GeneratorError):
    """A font file is missing or is no font."""


class RulesError(GeneratorError):
    """What was played is not what the rules allow, or cannot be understood.

    `rule` is the id of what forbids it, and `rule.<id>` the key of the sentence that says so in the
    user's language; `values` fill the places of that sentence.
    """

    def __init__(self, rule: str, values: Mapping[str, Any] | None = None) -> None:
        self.rule = rule
        self.values = dict(values or {})
        said = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        super().__init__(f"{said} ({rule})" if said else rule)


class IllegalMove(RulesError):
    """A move that a rule forbids."""


class UnreadableMove(RulesError):
    """Words that are no move of the game."""

    def __init__(
        self, words: str, rule: str = "log.unreadable", values: Mapping[str, Any] | None = None
    ) -> None:
        self.words = words
        super().__init__(rule, {"words": words} if values is None else values)


MOST_CANDIDATES = 6
"""Moves that are named where words could be several."""


class AmbiguousMove(RulesError):
    """Words that could be several moves: the notation of each of them."""

    def __init__(self, words: str, candidates: Iterable[str]) -> None:
        self.words = words
        self.candidates = tuple(candidates)
        more = ["…"] if len(self.candidates) > MOST_CANDIDATES else []
        moves = "; ".join([*self.candidates[:MOST_CANDIDATES], *more])
        super().__init__("log.ambiguous", {"words": words, "moves": moves})


class LogError(RulesError):
    """The first line of a log that cannot stand: whose it is, why, and what would have been legal."""

    def __init__(
        self, number: int, actor: str, words: str, cause: RulesError, *, legal: Iterable[str] = ()
    ) -> None:
        super().__init__(cause.rule, cause.values)
        self.number = number
        """Of the line in the log, from 1; 0: the players, or how it is played."""
        self.actor = actor
        self.words = words
        self.cause = cause
        self.legal = tuple(legal)
        self.args = (f"log line {number}, {actor}: {words}: {cause}",)


class NoRules(RulesError):
    """This kit can be printed but not played: what the rules need is not there."""

    def __init__(self, message: str) -> None:
        super().__init__("kit.rules", {"message": message})
        self.args = (message,)


class OutputError(GeneratorError):
    """A file could not be written; nothing of it was left behind."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}")


_REASONS = {
    errno.EACCES: "you may not write here",
    errno.EPERM: "you may not write here",
    errno.EROFS: "this disk can only be read",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the file is larger than is allowed here",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOTDIR: "a part of this path is a file, not a folder",
    errno.EEXIST: "this is a file, not a folder",
    errno.ENOENT: "there is no such folder",
    errno.EISDIR: "a folder of this name is in the way",
}


def say_reason(error: OSError) -> str:
    """Why the system refused to write a file, in words."""
    known = _REASONS.get(error.errno or 0)
    return known or error.strerror or str(error)
