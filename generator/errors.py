"""Errors that a user can fix; any other exception is a bug in the program."""

import difflib
import errno
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One problem in one file: what is wrong, where, and what would be right."""

    file: str
    line: int
    """Line number, starting at 1; 0 if the problem concerns the file as a whole."""
    column: int
    path: str
    """Path in the data, such as `sections.testing.size`; empty for the file as a whole."""
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


@dataclass(eq=False)
class Wrong(ValueError):
    """An invalid value: what is wrong, what would be right, and where.

    `path` is relative to the value that is checked. `key` is set if a key at that path is wrong, and
    `position` is the index of the wrong character, or -1 if the complete value is wrong.
    """

    message: str
    hint: str = ""
    _: KW_ONLY
    key: str = ""
    path: tuple[str | int, ...] = ()
    position: int = -1

    def __str__(self) -> str:
        if self.position >= 0:
            return f"{self.message} at character {self.position + 1}"
        return "; ".join(filter(None, (self.message, self.hint)))


MOST_QUOTED = 200
"""Maximum number of characters of a quoted value in a message."""
MOST_CHARACTERS = 1000
"""Maximum number of characters of a message."""
_LONG_QUOTE = rf"`([^`]{{{MOST_QUOTED - 3}}})[^`]{{4,}}`"
_UNPRINTABLE = "[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def tidy(text: str) -> str:
    """Shorten a message and its quotes; escape characters that a terminal interprets or cannot encode."""
    text = re.sub(_LONG_QUOTE, r"`\1...`", text)
    text = text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."
    return _escape(text)


def _escape(text: str) -> str:
    return re.sub(_UNPRINTABLE, lambda match: repr(match[0])[1:-1], text)


class GeneratorError(Exception):
    """Base class of all errors that are reported to the user without a traceback."""

    place: str = ""
    """Line of the data that causes an error of the layout, such as `deck.yaml:12`; empty if it is unknown."""
    origin: tuple[str | int, ...] = ()
    """Path of these data in the file of a part, until `place` is known."""

    def __reduce__(self) -> Any:
        """Return how to pickle an error; `__init__` is left out, since its parameters differ by type."""
        return Exception.__new__, (type(self), *self.args), vars(self)

    def __str__(self) -> str:
        """Return the message with all control characters escaped, except line breaks."""
        return "\n".join(map(_escape, super().__str__().split("\n")))


class DataError(GeneratorError):
    """Invalid data: all problems, sorted by file and line.

    If there are too many, in one file or in total, an additional problem reports that some are not shown.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(_bound(sorted(set(problems))))
        super().__init__("\n".join(str(problem) for problem in self.problems))


MOST_IN_FILE = 200
"""Maximum number of problems reported per file; more usually means one mistake repeated."""
MOST_IN_ALL = 500
"""Maximum number of problems reported in total."""


def _bound(problems: Sequence[Problem]) -> Sequence[Problem]:
    more = f"more than {MOST_IN_FILE} problems; the rest are not shown"
    kept: list[Problem] = []
    many: list[Problem] = []
    for file, group in groupby(problems, key=attrgetter("file")):
        listed = [*group]
        kept += listed[:MOST_IN_FILE]
        many += [Problem(file, 0, 0, "", more)] if len(listed) > MOST_IN_FILE else []
    kept += many
    if len(kept) <= MOST_IN_ALL:
        return sorted(set(kept))
    left_out = kept[MOST_IN_ALL].file
    return [*sorted(set(kept[:MOST_IN_ALL])), Problem(left_out, 0, 0, "", "more problems are not shown")]


class UnknownName(GeneratorError):
    """An unknown game, part, locale, paper size, or format, with the nearest known name."""


MOST_LISTED = 12
"""Maximum number of names listed in a hint."""
NEAR = 0.65
"""Minimum similarity of a name and its likely correction, from 0 to 1 (equal)."""


def suggest(name: str, known: Iterable[str], *, likeness: float = NEAR) -> str:
    """Return a hint with the nearest name, or with all names if there are few and none is very similar."""
    names = sorted(set(known))
    few = len(names) <= MOST_LISTED
    near = "".join(find_near(name, names, likeness=likeness))
    if near and (not few or _is_typo(name.lower(), near.lower())):
        return f"did you mean `{near}`?"
    return _list_available(names) if few else ""


def describe_unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """Return a message such as `unknown paper 'a44' (did you mean 'a4'?); available: a4, a5`."""
    names = tuple(known)
    nearest = find_near(name, names)
    guess = f" (did you mean {nearest[0]!r}?)" if nearest else ""
    return f"unknown {kind} {name!r}{guess}; {_list_available(names)}"


def find_near(name: str, known: Iterable[str], *, most: int = 1, likeness: float = NEAR) -> tuple[str, ...]:
    """Return the known names that are most similar to a name, ignoring case."""
    names = {other.lower(): other for other in known}
    return tuple(names[near] for near in difflib.get_close_matches(name.lower(), names, most, likeness))


def _list_available(names: Collection[str]) -> str:
    return f"available: {', '.join(names)}" if names else "none are available"


SURE = 0.7
"""Minimum similarity at which one suggestion replaces a list of a few names."""


def _is_typo(name: str, near: str) -> bool:
    """Return True if the names are very similar, differ in one letter, or have the same letters."""
    if difflib.SequenceMatcher(a=name, b=near).ratio() >= SURE or sorted(name) == sorted(near):
        return True
    return len(name) == len(near) and sum(a != b for a, b in zip(name, near, strict=True)) == 1


class LayoutError(GeneratorError):
    """A part that does not fit.

    `over_mm` is the overflow in mm, or 0 if the problem is not a length.
    """

    def __init__(self, thing: str, what: str, *, over_mm: float, paper: str = "") -> None:
        self.thing, self.what, self.over_mm, self.paper = thing, what, over_mm, paper
        on_paper = f" on {paper}" if paper else ""
        by = f" (by {format_over(over_mm)})" if over_mm else ""
        super().__init__(f"{tidy(thing)}{on_paper}: {tidy(what)}{by}")


def format_over(length: float) -> str:
    """Return an overflow as `1.2 mm`, and a tiny one as `less than 0.1 mm`."""
    return f"{length:.1f} mm" if length >= 0.05 else "less than 0.1 mm"


_HAN_OR_HANGUL = "[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"


class MissingGlyph(GeneratorError):
    """Characters of a text that are missing from all fonts."""

    def __init__(self, characters: str, text: str, where: str = "") -> None:
        self.characters, self.text = characters, text
        listed = list_characters(characters)
        shown = text if len(text) <= 60 else text[:57] + "..."
        place = f", needed by {tidy(where)}:" if where else ", needed in"
        such_as = ", such as Noto Sans SC, TC, HK, or KR" if re.search(_HAN_OR_HANGUL, characters) else ""
        hint = f"put a font that has it into the game's folder `fonts`{such_as}"
        super().__init__(f"no font has {tidy(listed)}{place} {shown!r} ({hint})")


def list_characters(characters: str) -> str:
    """Return characters with their numbers: `é (U+00E9), ? (U+003F)`."""
    return ", ".join(f"{character} (U+{ord(character):04X})" for character in characters)


class PartErrors(GeneratorError):
    """Parts that could not be laid out.

    Each failure has a name (game, part, locale, and paper) and a reason.
    """

    def __init__(self, failures: Sequence[tuple[str, GeneratorError]]) -> None:
        self.failures = tuple(failures)
        lines = "\n".join(f"{part}: {error}" for part, error in failures).split("\n")
        super().__init__(list_first(lines, MOST_IN_ALL))


def list_first(lines: Iterable[str], most: int) -> str:
    """Join the first `most` lines, and add the number of lines that were left out."""
    listed = list(lines)
    more = [f"and {len(listed) - most} more"] if len(listed) > most else []
    return "\n".join([*listed[:most], *more])


class PrintWarning(GeneratorError):
    """Something that can be printed but looks worse than intended, such as a coarse picture."""

    def __init__(self, message: str, place: str = "") -> None:
        self.message, self.place = message, place
        super().__init__(": ".join(filter(None, (place, message))))


def list_warnings(warnings: Iterable[PrintWarning]) -> tuple[str, ...]:
    """Return each message once, with its first place and the number of pieces that have it."""
    by_message: dict[str, dict[str, PrintWarning]] = {}
    for warning in warnings:
        by_message.setdefault(warning.message, {}).setdefault(warning.place, warning)
    counts = ((next(iter(same.values())), len(same)) for same in by_message.values())
    return tuple(f"{first} (on {count} pieces)" if count > 1 else str(first) for first, count in counts)


class FontError(GeneratorError):
    """A font file that is missing or not a font."""


class RulesError(GeneratorError):
    """A move or position that violates a rule, or text that cannot be understood.

    `rule` is the id of the rule, and `rule.<id>` the key of the message in the user's language; `values` fill
    the placeholders of that message.
    """

    def __init__(self, rule: str, /, **values: Any) -> None:
        self.rule, self.values = rule, values
        listed = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        super().__init__(f"{listed} ({rule})" if listed else rule)


class IllegalMove(RulesError):
    """A move that a rule forbids."""


def forbid(is_broken: object, rule: str, /, **values: Any) -> None:
    """Raise IllegalMove if a move breaks a rule; its values are calculated in any case."""
    if is_broken:
        raise IllegalMove(rule, **values)


class UnreadableMove(RulesError):
    """Text that is not a move of the game."""

    def __init__(self, words: str, rule: str = "log.unreadable", /, **values: Any) -> None:
        super().__init__(rule, **(values or {"words": words}))


MOST_CANDIDATES = 6
"""Maximum number of moves listed for ambiguous text."""


class AmbiguousMove(RulesError):
    """Text that matches several moves; `candidates` are their notations."""

    def __init__(self, words: str, candidates: Iterable[str]) -> None:
        self.candidates = tuple(candidates)
        more = ["…"] if len(self.candidates) > MOST_CANDIDATES else []
        moves = "; ".join([*self.candidates[:MOST_CANDIDATES], *more])
        super().__init__("log.ambiguous", words=words, moves=moves)


class LogError(RulesError):
    """The first illegal line of a log: its player, the reason, and the legal moves."""

    def __init__(
        self, number: int, actor: str, words: str, cause: RulesError, *, legal: Iterable[str] = ()
    ) -> None:
        super().__init__(cause.rule, **cause.values)
        self.number = number
        """Line number in the log, starting at 1; 0 if the players or the set-up are wrong."""
        self.actor = actor
        self.legal = tuple(legal)
        self.is_unreadable = isinstance(cause, UnreadableMove | AmbiguousMove)
        """True if the line is not one move, so that no rule can be applied to it."""
        self.args = (f"log line {number}, {actor}: {words}: {cause}",)


class NoRules(RulesError):
    """A kit that can be printed but not played, because it has no rules or lacks data for them."""

    def __init__(self, message: str) -> None:
        super().__init__("kit.rules", message=message)
        self.args = (message,)


class OutputError(GeneratorError):
    """A file that could not be written; no incomplete file is left behind."""

    def __init__(self, path: str, reason: str) -> None:
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


def describe_reason(error: OSError) -> str:
    """Describe why the system refused to write a file."""
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)
