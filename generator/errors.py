"""Errors that a user can fix; any other exception is a bug in the program."""

import difflib
import errno
import re
import shlex
import sys
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from importlib.util import find_spec
from itertools import groupby, islice, takewhile
from operator import attrgetter
from pathlib import Path, PurePosixPath
from typing import Any, Self, TypeVar

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class SharedText:
    """A text that all games share, by its key in the wordings, for an error or a name in any language."""

    key: str
    values: Mapping[str, str | int | tuple[str, ...]]
    """Values of its placeholders; a tuple is a list with commas."""


@dataclass(frozen=True, slots=True, order=True)
class WrittenPlace:
    """A place in a file, in the notation of editors: `cards.yaml:12:3`."""

    file: str
    """Name of the file for users."""
    line: int
    column: int
    """Line and column, from 1."""
    what: SharedText | None = field(default=None, compare=False)
    """Name of what is there: `row daisy_far`."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Notice:
    """An error or a warning as people see it, on a terminal or a screen."""

    text: str
    place: WrittenPlace | None = None
    about: str = ""
    """The piece, or the path in the data, that has the problem."""
    where: str = ""
    """Names of the documents that show it, such as `pox/cards-en-a4`."""
    is_error: bool = True
    mistake: Hashable = None
    """Equal for notices of one mistake, made in several places; None if the text decides."""

    @property
    def message(self) -> str:
        """The text with what it is about."""
        return ": ".join(filter(None, (escape(self.about), self.text)))

    def __str__(self) -> str:
        start = escape(str(self.place) if self.place else self.where)
        end = f" [{escape(self.where)}]" if self.place and self.where else ""
        return ": ".join(filter(None, (start, self.message))) + end


MOST_WHERE = 3
"""Maximum number of documents that are named."""


@dataclass(frozen=True, slots=True)
class NoticeWords:
    """Texts with placeholders for what notices consist of; those of English by default."""

    noted: str = "{text} ({note})"
    more: str = "{text} (and {number} more: {places})"
    line: str = "line {line}"
    comma: str = ", "


ENGLISH = NoticeWords()


def join_notices(notices: Iterable[Notice], words: NoticeWords = ENGLISH) -> tuple[Notice, ...]:
    """Return a notice for each mistake, with all of its places and documents."""
    mistakes: dict[Hashable, dict[Hashable, list[Notice]]] = {}
    for notice in notices:
        mistake = notice.is_error, notice.text if notice.mistake is None else notice.mistake
        spot = notice.place, notice.about, None if notice.place or notice.about else notice.text
        mistakes.setdefault(mistake, {}).setdefault(spot, []).append(notice)
    return tuple(_join_places(list(places.values()), words) for places in mistakes.values())


def _join_places(places: Sequence[Sequence[Notice]], words: NoticeWords) -> Notice:
    """Return the first notice of a mistake, each of whose places has notices for several documents."""
    first = places[0][0]
    names = [*dict.fromkeys(same.where for notices in places for same in notices if same.where)]
    others = [_name_other(same[0], first, words) for same in places[1:]]
    text = first.text
    if others:
        listed = list_briefly(others, between=words.comma)
        text = words.more.format(text=text, number=len(others), places=listed)
    return replace(first, text=text, where=join_some(names, most=MOST_WHERE))


def _name_other(other: Notice, first: Notice, said: NoticeWords) -> str:
    """Return `daisy (line 4)`, without the words and the place that it shares with the first one."""
    words, known = other.about.split(" "), first.about.split(" ")
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(words[:-1], known, strict=False))
    name = " ".join(words[len(list(alike)) :])
    if not other.place:
        return name
    is_here = first.place and other.place.file == first.place.file
    if name and first.place and is_here and other.place.line == first.place.line:
        return name
    place = said.line.format(line=other.place.line) if is_here else str(other.place)
    return said.noted.format(text=name, note=place) if name else place


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
    key: str = field(default="", compare=False)
    """Text `tally.file.<key>` that says the same in other languages; empty if there is none."""
    values: Mapping[str, str | int] = field(default_factory=dict, compare=False)
    """Values of its placeholders."""

    def __post_init__(self) -> None:
        for name in ("file", "path", "message", "hint"):
            object.__setattr__(self, name, tidy(getattr(self, name)))

    @property
    def place(self) -> WrittenPlace | None:
        """The place in the file; None if the problem concerns the file as a whole."""
        return WrittenPlace(self.file, self.line, self.column) if self.line else None

    def describe(self, *, is_error: bool = True, words: NoticeWords = ENGLISH) -> Notice:
        """Return the problem as people see it."""
        text = words.noted.format(text=self.message, note=self.hint) if self.hint else self.message
        mistake = self.file, re.sub(r"\[\d+\]", "[]", self.path), text
        if place := self.place:
            return Notice(text, place, self.path, is_error=is_error, mistake=mistake)
        return Notice(text, None, ": ".join(filter(None, (self.file, self.path))), "", is_error, mistake)

    def __str__(self) -> str:
        return str(self.describe())


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
        return "; ".join(filter(None, (self.located, self.hint)))

    @property
    def located(self) -> str:
        """The message with the number of the wrong character, if one is."""
        return f"{self.message} at character {self.position + 1}" if self.position >= 0 else self.message


MOST_QUOTED = 200
"""Maximum number of characters of a quoted value in a message."""
MOST_CHARACTERS = 1000
"""Maximum number of characters of a message."""
_LONG_QUOTE = rf"`([^`]{{{MOST_QUOTED - 3}}})[^`]{{4,}}`"
_UNPRINTABLE = "[\0-\x1f\x7f-\x9f\xad\u200b\u2028-\u202e\u2060\u2066\u2067\ufeff\ud800-\udfff]"
"""Without the isolates of sentences from right to left, whose effect ends with the line."""


def tidy(text: str) -> str:
    """Shorten a message and its quotes; escape characters that a terminal interprets or cannot encode."""
    text = re.sub(_LONG_QUOTE, r"`\1...`", text)
    text = text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."
    return escape(text)


def escape(text: str) -> str:
    """Escape the characters that a terminal interprets or cannot encode."""
    return re.sub(_UNPRINTABLE, lambda match: repr(match[0])[1:-1], text)


def format_quote(text: str) -> str:
    """Return a text in quotes, with all kinds of blanks as they are; escapes only what cannot be shown."""
    mark = '"' if "'" in text and '"' not in text else "'"
    return f"{mark}{escape(text)}{mark}"


_CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def escape_controls(text: str) -> str:
    """Return a text of any lines and scripts without characters that a terminal obeys or cannot encode."""
    return _CONTROLS.sub(lambda match: repr(match[0])[1:-1], text)


def format_path(path: Sequence[str | int]) -> str:
    """Return `bands[2][1].sections`: points between keys, list positions in brackets, from 1."""
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


class GeneratorError(Exception):
    """Base class of all errors that are reported to the user without a traceback."""

    place: WrittenPlace | None = None
    """Place of the data that cause an error of the layout; None if it is unknown."""
    about: str = ""
    """The piece that has the error."""
    origin: tuple[str | int, ...] = ()
    """Path of these data in the file of a part, or the id of the piece."""
    mistake: Hashable = None
    """Equal for errors that are one mistake; None if the message decides."""
    shared: SharedText | None = None
    """The text that says the same in other languages, after `prefix`; None if there is none."""
    prefix: str = ""
    """The file or the game that the shared text is about."""
    is_unusable: bool = False
    """True if the rules of a game cannot be used at all: exit code 2."""

    def __reduce__(self) -> Any:
        """Return how to pickle an error; `__init__` is left out, since its parameters differ by type."""
        return Exception.__new__, (type(self), *self.args), vars(self)

    @property
    def text(self) -> str:
        """The message, without its place, with all control characters escaped, except line breaks."""
        return "\n".join(map(escape, self._write().split("\n")))

    def _write(self) -> str:
        """Return the message as it was given."""
        return super().__str__()

    def saying(self, key: str, /, *, prefix: str = "", **values: str | int | tuple[str, ...]) -> Self:
        """Return the error with the shared text that says the same in other languages."""
        self.shared, self.prefix = SharedText(key, values), prefix
        return self

    def list_notices(self) -> tuple[Notice, ...]:
        """Return the error as people see it; several notices if it consists of several."""
        is_error = not isinstance(self, PrintWarning)
        return (Notice(self.text, self.place, self.about, "", is_error, self.mistake),)

    def __str__(self) -> str:
        return list_first(self.list_notices(), MOST_IN_ALL)


class DataError(GeneratorError):
    """Invalid data: all problems, sorted by file and line.

    If there are too many, in one file or in total, an additional problem reports that some are not shown.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(_bound(sorted(set(problems))))
        super().__init__()

    def list_notices(self) -> tuple[Notice, ...]:
        return join_notices(problem.describe() for problem in self.problems)


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
"""Maximum number of names listed in a message."""
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


def list_briefly(names: Iterable[object], most: int = MOST_LISTED, *, between: str = ", ") -> str:
    """Join the first `most` names with commas; dots replace the others."""
    first = [*islice(map(str, names), most + 1)]
    return between.join([*first[:most], *(["..."] if len(first) > most else [])])


def format_count(number: int, noun: str, plural: str = "") -> str:
    """Return `1 icon` or `2 icons`; `plural` is needed only if it is not the noun with an `s`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def format_more(lines: Sequence[object], noun: str, plural: str = "") -> str:
    """Return `2 more rows: 5, 7` for the numbers of these lines; empty without lines."""
    return f"{format_count(len(lines), noun, plural)}: {list_briefly(lines)}" if lines else ""


def join_some(names: Sequence[str], *, most: int) -> str:
    """Return the first names, and the number of the others: `a, b and 3 more`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def describe_unknown(kind: str, name: str, known: Iterable[str], also: Mapping[str, str] = {}) -> str:
    """Return a message such as `unknown paper 'a44' (did you mean 'a4'?); available: a4, a5`.

    `also` has known names by other words that people use for them, such as titles.
    """
    names = tuple(known)
    spelt = {_fold(word): each for word, each in also.items() if each in names}
    spelt |= {_fold(each): each for each in names}
    folded = _fold(name)
    starts = [word for word in spelt if len(word) >= LEAST_START and folded.startswith(word)]
    near = starts or _list_close(folded, spelt)
    guess = f" (did you mean {format_quote(spelt[near[0]])}?)" if near else ""
    return f"unknown {kind} {format_quote(name)}{guess}; {_list_available(names)}"


LEAST_START = 3
"""Minimum number of letters of a known name with which a longer, unknown one may begin."""


def _fold(name: str) -> str:
    """Return the letters and digits of a name without case and accents."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name.casefold())))


def find_near(name: str, known: Iterable[str], *, most: int = 1, likeness: float = NEAR) -> tuple[str, ...]:
    """Return the known names that are most similar to a name, ignoring case."""
    names = {other.lower(): other for other in known}
    return tuple(names[near] for near in _list_close(name.lower(), names, most, likeness))


_MOST_TRIED = 5
"""Maximum number of similar names that are judged."""


def _list_close(name: str, known: Collection[str], most: int = 1, likeness: float = NEAR) -> list[str]:
    """Return the most similar names, without those that are only similar by chance."""
    close = difflib.get_close_matches(name, known, max(most, _MOST_TRIED), likeness)
    return [one for one in close if _is_meant(*_strip_shared(name, one), likeness)][:most]


def _strip_shared(name: str, near: str) -> tuple[str, str]:
    """Return the names of two files without folders and without the ending that both have."""
    one, other = (PurePosixPath(each) for each in (name, near))
    return (one.stem, other.stem) if one.suffix == other.suffix else (one.name, other.name)


def _is_meant(name: str, near: str, likeness: float) -> bool:
    """Return True if a name may be a misspelling of another one: both begin alike, or nearly all is alike."""
    is_alike = difflib.SequenceMatcher(a=near, b=name).ratio() >= likeness
    return is_alike and (likeness < NEAR or name[:1] == near[:1] or _is_typo(name, near))


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

    `over_mm` is the overflow in mm, or 0 if the problem is not a length; `quote` is the text that does not
    fit, and `at` the size at which it was tried.
    """

    def __init__(
        self,
        thing: str,
        what: str,
        *,
        over_mm: float,
        paper: str = "",
        quote: str = "",
        at: str = "",
        hint: str = "",
    ) -> None:
        self.thing, self.what, self.over_mm, self.paper = thing, what, over_mm, paper
        self.quote, self.at, self.hint = quote, at, hint
        self.mistake = (thing, what, paper)
        on_paper = f" on {paper}" if paper else ""
        by = f"by {format_over(over_mm)}" if over_mm else ""
        if at:
            what = f"{' '.join(filter(None, (what, by)))}, even {at}"
        elif by:
            what = f"{what} ({by})"
        words = (tidy(quote), tidy(what), f"({hint})" if hint else "")
        # Something that is named after its text need not say it twice.
        named = thing.partition(quote[1:-1].removesuffix("...") or "\n")[0].strip()
        where = f"{tidy(named)}{on_paper}: " if named or on_paper else ""
        super().__init__(f"{where}{' '.join(filter(None, words))}")


def format_over(length: float) -> str:
    """Return an overflow as `1.2 mm`, and a tiny one as `less than 0.1 mm`."""
    return f"{length:.1f} mm" if length >= 0.05 else "less than 0.1 mm"


_HAN_OR_HANGUL = "[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"


_NOTO = (
    "ARMENIAN|BENGALI|CHEROKEE|DEVANAGARI|ETHIOPIC|GEORGIAN|GUJARATI|GURMUKHI|HEBREW|JAVANESE|KANNADA|KHMER|LAO|"
    "MALAYALAM|MONGOLIAN|MYANMAR|ORIYA|SINHALA|SYRIAC|TAMIL|TELUGU|THAANA|THAI"
)
"""Scripts, by the first words of the names of their letters, for which there is a Noto Sans of this name."""


class MissingGlyph(GeneratorError):
    """Characters of a text that are missing from all fonts."""

    def __init__(self, characters: str, quote: str) -> None:
        self.characters, self.quote = characters, quote
        listed = list_characters(characters)
        shown = quote if len(quote) <= 60 else quote[:57] + "..."
        family = "Noto Sans SC, TC, HK, or KR" if re.search(_HAN_OR_HANGUL, characters) else ""
        names = (re.match(_NOTO, unicodedata.name(letter, "")) for letter in characters)
        family = family or next((f"Noto Sans {script[0].title()}" for script in names if script), "")
        # All letters of a script are missing together.
        self.mistake = "glyph", family or characters
        such_as = f", such as {family}" if family else ""
        hint = f"put a font that has it into the game's folder `fonts`{such_as}"
        super().__init__(f"no font has {tidy(listed)}, needed in {format_quote(shown)} ({hint})")


def list_characters(characters: str) -> str:
    """Return characters with their numbers: `é (U+00E9), ? (U+003F)`."""
    return ", ".join(f"{character} (U+{ord(character):04X})" for character in characters)


class PartErrors(GeneratorError):
    """Parts that could not be laid out.

    Each failure has a name (game, part, locale, and paper) and a reason.
    """

    def __init__(
        self, failures: Iterable[tuple[str, GeneratorError]], notices: Iterable[Notice] = ()
    ) -> None:
        """`notices` are further errors."""
        self.failures, self._notices = tuple(failures), tuple(notices)
        super().__init__()

    def list_notices(self) -> tuple[Notice, ...]:
        named = (replace(each, where=name) for name, error in self.failures for each in error.list_notices())
        return join_notices((*named, *self._notices))


def list_first(lines: Sequence[object], most: int) -> str:
    """Return the first `most` objects, each on a line, and the number of those that were left out."""
    more = [f"and {len(lines) - most} more"] if len(lines) > most else []
    return "\n".join([*map(str, lines[:most]), *more])


class PrintWarning(GeneratorError):
    """Something that can be printed but looks worse than intended, such as a coarse picture.

    `written` is the text in a file of the part that causes it, if it is no value of a piece; `thing` is the
    text on the page, as in LayoutError.
    """

    def __init__(self, message: str, *, mistake: Hashable = None, written: str = "", thing: str = "") -> None:
        self.mistake, self.written, self.thing = mistake, written, thing
        super().__init__(message)


class FontError(GeneratorError):
    """A font file that is missing or not a font."""


class RulesCodeError(GeneratorError):
    """A mistake in the code of rules, with its place, the method that was called, and the number of moves."""

    is_unusable = True

    def __init__(
        self, message: str, place: WrittenPlace | None, method: str = "", move: str = "", trace: str = ""
    ) -> None:
        """`move` is the actor, and the move if there is one; `trace` is the traceback of Python."""
        super().__init__(message)
        self.place, self.method, self.move, self.trace = place, method, move, trace
        self.moves: int | None = None
        """Number of moves before the mistake; None if unknown."""

    @property
    def text(self) -> str:
        after = "" if self.moves is None else f"after {format_count(self.moves, 'move')}"
        where = ", ".join(filter(None, (self.method and f"in {self.method}", after)))
        context = ": ".join(filter(None, (where, self.move)))
        return tidy(f"{super().text} ({context})" if context else super().text)


class EndlessCall(BaseException):
    """Raised in code of others that does not end; `except Exception` in that code does not catch it."""

    def __str__(self) -> str:
        return "it computed for too long, and was stopped here; can this loop end?"


OWN_FAILURES = (Exception, EndlessCall)
"""Exceptions of code of others."""


class MissingLibrary(GeneratorError):
    """A library that only some options need, with the command that installs it where this program runs."""

    def __init__(self, option: str, library: str) -> None:
        how = describe_install(library)
        super().__init__(f"{option} needs {library}, which is not installed; install it with: {how}")
        self.saying("command.library", prefix=option, name=library, command=how)


def describe_install(library: str) -> str:
    """Return the command that installs a library into the environment that runs: of pipx, uv, or pip."""
    home = Path(sys.prefix)
    if (home / "pipx_metadata.json").is_file():
        return f"pipx inject petri-press {library}"
    if (home / "uv-receipt.toml").is_file():
        return f"uv tool install --with {library} petri-press"
    if find_spec("pip"):
        return f"{shlex.quote(sys.executable)} -m pip install {library}"
    if "archive-v" in str(home):
        return f"uvx --with {library} --from . petri"
    return f"uv pip install --python {shlex.quote(sys.executable)} {library}"


class OutputError(GeneratorError):
    """A file that could not be written; no incomplete file is left behind."""

    def __init__(self, path: str, reason: str, key: str = "") -> None:
        """`key` is that of the text `command.reason.<key>`, which says the reason in other languages."""
        super().__init__(f"{path}: {reason}")
        if key:
            self.saying(f"command.reason.{key}", prefix=path)


_REASONS = {
    errno.EACCES: ("denied", "permission denied"),
    errno.EPERM: ("denied", "permission denied"),
    errno.EROFS: ("read_only", "the disk is read-only"),
    errno.ENOSPC: ("full", "the disk is full"),
    errno.EDQUOT: ("quota", "disk quota exceeded"),
    errno.EFBIG: ("large", "the file exceeds the size limit"),
    errno.ENAMETOOLONG: ("long_name", "the file name is too long"),
    errno.ENOTDIR: ("no_folder", "part of the path is a file, not a folder"),
    errno.EEXIST: ("exists", "a file with this name already exists"),
    errno.ENOENT: ("missing", "the folder does not exist"),
    errno.EISDIR: ("folder", "a folder with this name already exists"),
}


def describe_reason(error: OSError) -> str:
    """Describe why the system refused to write a file."""
    _, reason = _REASONS.get(error.errno or 0, ("", ""))
    return reason or error.strerror or str(error)


def find_reason_key(error: OSError) -> str:
    """Return the key of `command.reason` that says the same as `describe_reason`; empty if there is none."""
    return _REASONS.get(error.errno or 0, ("", ""))[0]


def find_each(
    find: Callable[[str], _Found], names: Iterable[str], unknown: list[UnknownName] | None = None
) -> tuple[_Found, ...]:
    """Find all names, without duplicates; raises UnknownName, or adds its errors to `unknown`."""
    values: dict[_Found, None] = {}
    errors: list[UnknownName] = [] if unknown is None else unknown
    for name in names:
        try:
            values[find(name)] = None
        except UnknownName as error:
            errors.append(error)
    if errors and unknown is None:
        raise UnknownName("\n".join(map(str, errors)))
    return tuple(values)
