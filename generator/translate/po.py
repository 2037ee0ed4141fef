"""PO files of gettext, read strictly: every line that is wrong is told, and nothing is guessed.

Only what Petri Press writes itself is in use: `msgctxt` is the key of a sentence, `msgid` its English,
`msgstr` the translation, `# ` a comment of the translator. Plurals stand inside the sentences (ICU), not
in `msgid_plural`. References, other comments and entries marked as obsolete are passed over.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from generator.errors import DataError, Problem
from generator.read.files.yaml_places import Spot

Keyword: TypeAlias = Literal["msgctxt", "msgid", "msgstr"]

FUZZY = "fuzzy"

_KEYWORDS: tuple[Keyword, ...] = ("msgctxt", "msgid", "msgstr")
_LINE = re.compile(r"(?P<keyword>[a-z_]+(?:\[[^\]]*\])?)?\s*(?P<string>\".*)?\s*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class PoString:
    """A text of an entry, and where each of its characters is written."""

    text: str
    start: Spot
    spots: tuple[Spot, ...] = ()

    def spot(self, index: int) -> Spot:
        """Of a character; the start of the text for those beyond its end."""
        return self.spots[index] if index < len(self.spots) else self.start


@dataclass(frozen=True, slots=True)
class PoEntry:
    """A sentence of a PO file."""

    context: PoString
    source: PoString
    translation: PoString
    flags: tuple[str, ...] = ()
    comment: str = ""
    """Of the translator; its lines have `\\n` between them."""

    @property
    def is_fuzzy(self) -> bool:
        return FUZZY in self.flags


@dataclass(frozen=True, slots=True)
class PoFile:
    """What a PO file holds; the header by name, such as `Language`."""

    file: str
    header: dict[str, str]
    header_spot: Spot
    entries: tuple[PoEntry, ...]


@dataclass(slots=True)
class _Draft:
    """An entry whose end has not come yet."""

    flags: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    strings: dict[Keyword, tuple[Spot, list[str], list[Spot]]] = field(default_factory=dict)
    is_broken: bool = False


def parse_po(text: str, *, file: str) -> PoFile:
    """The sentences of a text with plain line feeds; DataError with all that is wrong with it."""
    reader = _Reader(file)
    for number, line in enumerate(text.split("\n"), 1):
        reader.read_line(number, line)
    return reader.finish()


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._problems: list[Problem] = []
        self._entries: list[PoEntry] = []
        self._draft = _Draft()
        self._open: Keyword | None = None
        """The text that a line of quotes alone goes on with."""

    def read_line(self, number: int, line: str) -> None:
        stripped = line.strip()
        if not stripped:
            self._close(number)
        elif stripped.startswith("#"):
            self._read_comment(number, stripped)
        else:
            self._read_string(number, line)

    def finish(self) -> PoFile:
        self._close(0)
        header = self._entries[0] if self._entries and not self._entries[0].context.text else None
        entries = tuple(self._entries[1:] if header else self._entries)
        if header is None and not self._problems:
            hint = "the first entry has an empty `msgid`, and `Content-Type: text/plain; charset=UTF-8`"
            self._add((1, 1), "has no header", hint)
        fields = _read_header(header.translation.text) if header else {}
        charset = re.search(r"charset=([\w-]*)", fields.get("Content-Type", ""))
        if header and (charset is None or charset[1].upper() not in ("UTF-8", "UTF8")):
            said = f"the charset is `{charset[1]}`" if charset else "the header says no charset"
            self._add(header.translation.start, said, "save the file as UTF-8")
        self._check_contexts(entries)
        if self._problems:
            raise DataError(self._problems)
        start = header.translation.start if header else (1, 1)
        return PoFile(self._file, fields, start, entries)

    def _read_comment(self, number: int, line: str) -> None:
        if line.startswith("#~"):
            self._close(number)
            return
        if "msgstr" in self._draft.strings:
            self._close(number)
        self._open = None
        if line.startswith("#,"):
            self._draft.flags += [flag.strip() for flag in line[2:].split(",") if flag.strip()]
        elif line[1:2] in ("", " ", "\t"):
            self._draft.comments.append(line[1:].strip())

    def _read_string(self, number: int, line: str) -> None:
        indent = len(line) - len(line.lstrip())
        match = _LINE.fullmatch(line, indent)
        word = match["keyword"] if match else None
        if match is None or (word is None and match["string"] is None):
            self._break((number, indent + 1), "is no line of a PO file", 'write `msgstr "..."`')
            return
        if word is not None and not self._begin(number, indent, word):
            return
        if self._open is None:
            if not self._draft.is_broken:
                hint = "put `msgid` or `msgstr` before them"
                self._break((number, indent + 1), "these words belong to nothing", hint)
            return
        if match["string"] is None:
            self._break((number, indent + 1), f"`{word}` has no text", f'write `{word} ""`')
            return
        self._read_quoted(number, match.start("string"), match["string"].rstrip())

    def _begin(self, number: int, indent: int, word: str) -> bool:
        """A new text of the entry; an entry that has its translation is closed by it."""
        spot = (number, indent + 1)
        keyword = next((known for known in _KEYWORDS if known == word), None)
        if keyword is None:
            plural = word.startswith(("msgid_plural", "msgstr["))
            hint = (
                "plurals stand inside the sentence: {count, plural, one {...} other {...}}" if plural else ""
            )
            self._break(spot, f"`{word}` is not read here", hint or f"there are: {', '.join(_KEYWORDS)}")
            return False
        if "msgstr" in self._draft.strings and keyword != "msgstr":
            self._close(number)
        strings = self._draft.strings
        if keyword in strings:
            self._break(spot, f"`{keyword}` stands here a second time", "begin a new entry with `msgctxt`")
            return False
        is_early = keyword == "msgstr" and "msgid" not in strings
        if is_early or (keyword == "msgctxt" and strings):
            self._break(spot, f"`{keyword}` is out of order", "an entry is `msgctxt`, `msgid`, `msgstr`")
        strings[keyword] = (spot, [], [])
        self._open = keyword
        return True

    def _read_quoted(self, number: int, start: int, string: str) -> None:
        assert self._open is not None
        _, characters, spots = self._draft.strings[self._open]
        at = 1
        while at < len(string):
            character, spot = string[at], (number, start + at + 1)
            if character == '"':
                if at != len(string) - 1:
                    said = "something follows after the text"
                    self._break((number, start + at + 2), said, 'a quote inside a text is `\\"`')
                return
            if character == "\\":
                at += 1
                escaped = string[at : at + 1]
                if escaped not in _ESCAPES or not escaped:
                    self._break(spot, f"`\\{escaped}` means nothing", "write `\\\\` for a backslash")
                    at += 1
                    continue
                character = _ESCAPES[escaped]
            characters.append(character)
            spots.append(spot)
            at += 1
        self._break((number, start + 1), "the text is never closed", 'end the line with `"`')

    def _close(self, number: int) -> None:
        draft, self._draft, self._open = self._draft, _Draft(), None
        if draft.is_broken or not draft.strings:
            return
        texts = {
            keyword: PoString("".join(characters), spot, tuple(spots))
            for keyword, (spot, characters, spots) in draft.strings.items()
        }
        first = next(iter(texts.values())).start
        for keyword in ("msgid", "msgstr"):
            if keyword not in texts:
                self._add(first, f"the entry has no `{keyword}`", "the file may have been cut off")
                return
        context = texts.get("msgctxt")
        if context is None and (self._entries or texts["msgid"].text):
            self._add(first, "the entry has no `msgctxt`", "it is the key of the sentence: `sheet.title`")
            return
        empty = context or PoString("", first)
        comment = "\n".join(draft.comments).strip("\n")
        self._entries.append(PoEntry(empty, texts["msgid"], texts["msgstr"], tuple(draft.flags), comment))

    def _check_contexts(self, entries: Iterable[PoEntry]) -> None:
        seen: dict[str, int] = {}
        for entry in entries:
            key = entry.context.text
            if key in seen:
                said = f"`{key}` stands here a second time"
                self._add(entry.context.start, said, f"it stands in line {seen[key]} too: keep one of them")
            seen.setdefault(key, entry.context.start[0])

    def _break(self, spot: Spot, message: str, hint: str) -> None:
        self._draft.is_broken = True
        self._add(spot, message, hint)

    def _add(self, spot: Spot, message: str, hint: str) -> None:
        self._problems.append(Problem(self._file, *spot, "", message, hint))


def _read_header(text: str) -> dict[str, str]:
    fields = {}
    for line in text.split("\n"):
        name, colon, value = line.partition(":")
        if colon:
            fields[name.strip()] = value.strip()
    return fields


@dataclass(frozen=True, slots=True)
class PoComments:
    """What is said of a sentence to those who translate it, and by them."""

    notes: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    own: str = ""
    """By them."""


def say_po_header(fields: dict[str, str], *, notes: Iterable[str] = ()) -> str:
    """The first entry of a file, under what is said of all sentences."""
    said = [f"#. {note}".rstrip() for note in notes]
    lines = [_quote(f"{name}: {value}\n") for name, value in fields.items()]
    return "\n".join([*said, 'msgid ""', 'msgstr ""', *lines]) + "\n"


def say_po_entry(key: str, source: str, translation: str, comments: PoComments) -> str:
    """An entry with its comments above it, as gettext writes them."""
    lines = [f"# {line}".rstrip() for line in comments.own.split("\n") if comments.own]
    lines += [f"#. {line}" for note in comments.notes for line in note.split("\n")]
    lines += [f"#: {reference}" for reference in comments.references]
    lines += [f"#, {', '.join(comments.flags)}"] if comments.flags else []
    lines += _say_string("msgctxt", key) + _say_string("msgid", source) + _say_string("msgstr", translation)
    return "\n".join(lines) + "\n"


def _say_string(keyword: Keyword, text: str) -> list[str]:
    """On one line; a text of several lines has a line for each."""
    if "\n" not in text[:-1]:
        return [f"{keyword} {_quote(text)}"]
    return [f'{keyword} ""', *map(_quote, re.findall(r"[^\n]*\n|[^\n]+", text))]


def _quote(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(plain, escaped)
    return f'"{text}"'
