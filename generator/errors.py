"""Every error that a person can mend; anything else that is raised is a bug of ours."""

import difflib
import errno
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_QUOTED = 200
"""Characters of a quoted value in a message."""

MOST_LETTERS = 1000
"""Characters of a message."""

MOST_IN_FILE = 200
"""Problems reported per file; more usually means one mistake repeated."""

MOST_IN_ALL = 500
"""Problems reported at once."""

_LONG_QUOTE = re.compile(rf"`([^`]{{{MOST_QUOTED - 3}}})[^`]{{4,}}`")
_UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def tidy(text: str) -> str:
    """Shorten what a message quotes, and write as escapes what a terminal would obey or not encode."""
    text = _LONG_QUOTE.sub(r"`\1...`", text)
    text = text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 3] + "..."
    return _UNPRINTABLE.sub(lambda found: repr(found[0])[1:-1], text)


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

    def __post_init__(self) -> None:
        for name in ("file", "path", "message", "hint"):
            object.__setattr__(self, name, tidy(getattr(self, name)))

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        where = f"{self.path}: " if self.path else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}: {where}{self.message}{hint}"


class GeneratorError(Exception):
    """The root of all errors that are told to the user in words, without a traceback."""

    def __str__(self) -> str:
        """Return the message, every control character but its line breaks written as an escape."""
        lines = super().__str__().split("\n")
        return "\n".join(_UNPRINTABLE.sub(lambda found: repr(found[0])[1:-1], line) for line in lines)


class DataError(GeneratorError):
    """What was read is wrong: its problems, in the order of the files and lines.

    A file with too many of them, and too many in all, end in a problem that says so.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(_bound(sorted(set(problems))))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def _bound(problems: Sequence[Problem]) -> Sequence[Problem]:
    """The first problems of each file and of all files."""
    counts: Counter[str] = Counter()
    kept = []
    for problem in problems:
        counts[problem.file] += 1
        if counts[problem.file] <= MOST_IN_FILE:
            kept.append(problem)
    many = [file for file, count in counts.items() if count > MOST_IN_FILE]
    kept += [
        Problem(file, 0, 0, "", f"more than {MOST_IN_FILE} problems; the rest are not shown") for file in many
    ]
    if len(kept) <= MOST_IN_ALL:
        return sorted(set(kept))
    left_out = kept[MOST_IN_ALL].file
    return [*sorted(set(kept[:MOST_IN_ALL])), Problem(left_out, 0, 0, "", "more problems are not shown")]


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
    guess = f" (did you mean {nearest[0]!r}?)" if nearest else ""
    there = f"available: {', '.join(names)}" if names else "none are available"
    return f"unknown {kind} {name!r}{guess}; {there}"


class LayoutError(GeneratorError):
    """A thing that does not fit: which, on what paper, and by how many millimetres (0: not by length)."""

    def __init__(self, thing: str, what: str, *, over_mm: float, paper: str = "") -> None:
        self.thing = thing
        self.what = what
        self.over_mm = over_mm
        self.paper = paper
        on_paper = f" on {paper}" if paper else ""
        by = f" (by {over_mm:.1f} mm)" if over_mm else ""
        super().__init__(f"{tidy(thing)}{on_paper}: {tidy(what)}{by}")


def _list_first(lines: Iterable[str], most: int) -> str:
    """The first lines, and how many more there are."""
    listed = list(lines)
    more = [f"and {len(listed) - most} more"] if len(listed) > most else []
    return "\n".join([*listed[:most], *more])


class MissingGlyph(GeneratorError):
    """No font of the library has a character that a text needs."""

    def __init__(self, characters: str, text: str) -> None:
        self.characters = characters
        self.text = text
        listed = ", ".join(f"{character} (U+{ord(character):04X})" for character in characters)
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(f"no font has {tidy(listed)}, needed in {shown!r}")


class PartErrors(GeneratorError):
    """Parts that could not be laid out: each with its game, locale and paper, and why."""

    def __init__(self, failures: Sequence[tuple[str, GeneratorError]]) -> None:
        self.failures = tuple(failures)
        lines = "\n".join(f"{part}: {error}" for part, error in failures).split("\n")
        super().__init__(_list_first(lines, MOST_IN_ALL))


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
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "the disk is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "disk quota exceeded",
    errno.EFBIG: "the file exceeds the size limit",
    errno.ENAMETOOLONG: "the file name is too long",
    errno.ENOTDIR: "part of the path is a file, not a folder",
    errno.EEXIST: "a file with this name already exists",
    errno.ENOENT: "the folder does not exist",
    errno.EISDIR: "a folder with this name already exists",
}


def say_reason(error: OSError) -> str:
    """Why the system refused to write a file, in words."""
    known = _REASONS.get(error.errno or 0)
    return known or error.strerror or str(error)
