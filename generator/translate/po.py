"""PO files of gettext, parsed by Babel and checked strictly: every problem is reported, nothing is guessed.

`msgctxt` is the key of a text, `msgid` its English, `msgstr` the translation, and `# ` a translator's
comment. Plurals are written inside the texts (ICU), so `msgid_plural` is an error.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email import message_from_string
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileParser, normalize

from generator.errors import DataError, Problem
from generator.read.files.text_files import shorten
from generator.translate.entry import Entry

_NEXT = {"msgctxt": "msgid", "msgid": "msgstr", "msgstr": "msgctxt"}
"""The keyword that must follow each keyword; the header alone has no `msgctxt`."""

_ENTRY = "an entry is `msgctxt`, `msgid`, `msgstr`"

_Wrong: TypeAlias = tuple[int, str, str]
"""A line, what is wrong with it, and a hint."""

_LINE = re.compile(r"^([a-z]\w*(?:\[[^\]]*\])?)?(.*)")
_STRING = re.compile(r' *"(?:[^"\\]|\\[ntr"\\])*"')


def format_po(fields: Mapping[str, str], notes: Iterable[str], entries: Iterable[Entry]) -> str:
    """Return the text of a PO file; `fields` and `notes` are those of its header."""
    fields_text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    header = Entry("", "", fields_text, note="\n".join(notes))
    return "\n".join(map(_format_entry, (header, *entries)))


def _format_entry(entry: Entry) -> str:
    limit = entry.longest
    notes = entry.note.split("\n") if entry.note else []
    notes += [f"State: {entry.state}"] if entry.is_open else []
    notes += [f"Room for about {limit} characters."] if limit else []
    notes += [f"Picture: {entry.picture}"] if entry.picture else []
    flags = [*["fuzzy"] * entry.is_open, *entry.flags, *[f"max-length:{limit}"] * bool(limit)]
    lines = [f"# {line}".rstrip() for line in entry.comment.split("\n") if entry.comment]
    lines += [f"#. {line}".rstrip() for line in notes]
    lines += [f"#: {place}" for place in entry.where]
    lines += [f"#, {', '.join(flags)}"] if flags else []
    lines += [f"msgctxt {normalize(entry.key, width=0)}"] if entry.key else []
    lines += [f"msgid {normalize(entry.english, width=0)}", f"msgstr {normalize(entry.translation, width=0)}"]
    return "\n".join(lines) + "\n"


def parse_po(text: str, *, file: str, locale: str) -> tuple[Entry, ...]:
    """Return the entries of a text for a language; raises DataError with all of its problems."""
    lines = text.split("\n")
    wrong = {line: (message, hint) for line, message, hint in _check_lines(lines)}
    parser = _Parser(Catalog())
    parser.parse("" if number in wrong else line for number, line in enumerate(lines, 1))
    if found := [*((line, *pair) for line, pair in wrong.items()), *_check_entries(parser.entries, locale)]:
        raise DataError(Problem(file, line, 1, "", message, hint) for line, message, hint in sorted(found))
    return tuple(parser.entries[1:])


def _check_lines(lines: Iterable[str]) -> Iterator[_Wrong]:
    """Yield what is wrong with each line that Babel rejects, or takes for something else."""
    expected: tuple[str, ...] = ("msgctxt", "msgid")
    can_continue = False
    number = 0
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            can_continue = False
            continue
        ((word, rest),) = _LINE.findall(line)
        if word and word not in _NEXT:
            is_plural = word.startswith(("msgid_plural", "msgstr["))
            plural = "write plurals inside the text: {count, plural, one {...} other {...}}"
            yield number, f"unknown keyword `{word}`", plural if is_plural else _ENTRY
        elif not _STRING.fullmatch(rest) or bool(word) == rest.startswith('"'):
            hint = r'write `msgstr "..."`, with `\"` for a quote and `\\` for a backslash'
            yield number, f"`{shorten(line)}` is not a line of a PO file", hint
        elif word and word not in expected:
            yield number, f"expected `{expected[0]}`, found `{word}`", _ENTRY
        elif not word and not can_continue:
            yield number, "this text has no keyword", "write `msgid` or `msgstr` before it"
        if word:
            expected = (_NEXT.get(word) or _NEXT[expected[0]],)
        can_continue = True
    if expected[0] != "msgctxt":
        yield number, f"expected `{expected[0]}`, found the end of the file", _ENTRY


def _check_entries(entries: Sequence[Entry], locale: str) -> Iterator[_Wrong]:
    """Yield what is wrong with the header, and with the keys of the entries below it."""
    if not entries or entries[0].key or entries[0].english:
        hint = 'begin with `msgid ""` and `msgstr "Content-Type: text/plain; charset=UTF-8"`'
        yield 1, "has no header", hint
        return
    header, fields = entries[0], message_from_string(entries[0].translation)
    charset = fields.get_content_charset("")
    if charset not in ("utf-8", "utf8"):
        message = f"the charset is `{charset}`" if charset else "the header has no charset"
        yield header.spot[0], message, "save the file as UTF-8"
    language = fields.get("Language", "").replace("_", "-")
    if language and language.lower() != locale.lower():
        message = f"the language of the file is `{language}`, not `{locale}`"
        yield header.spot[0], message, "name that language, or change the header"
    lines: dict[str, int] = {}
    for entry in entries[1:]:
        line = entry.spot[0]
        if not entry.key:
            yield line, "the entry has no key", 'write it above: `msgctxt "sheet.title"`'
        elif entry.key in lines:
            yield line, f"duplicate key `{entry.key}`", f"it is in line {lines[entry.key]} too"
        lines.setdefault(entry.key, line)


class _Parser(PoFileParser):
    """Babel's parser, with entries as they are written instead of a catalog that joins some of them."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(catalog)
        self.entries: list[Entry] = []

    def _add_message(self) -> None:
        key = self.context.denormalize() if self.context else ""
        english, translation = self.messages[0].denormalize(), self.translations[0][1].denormalize()
        comment = "\n".join(self.user_comments).strip("\n")
        is_open, spot = "fuzzy" in self.flags, (self.offset + 1, 1)
        self.entries.append(Entry(key, english, translation, is_open=is_open, comment=comment, spot=spot))
        self.counter += 1
        self._reset_message_state()

    def _process_message_line(self, lineno: int, line: str, obsolete: bool = False) -> None:
        """Leave out obsolete entries with the comments above them."""
        if obsolete:
            self._finish_current_message()
            self._reset_message_state()
        else:
            super()._process_message_line(lineno, line)

    def _process_keyword_line(self, lineno: int, line: str, obsolete: bool = False) -> None:
        super()._process_keyword_line(lineno, line, obsolete)
        self.offset = lineno

    def _process_comment(self, line: str) -> None:
        """Leave out references, and what gettext keeps of older English."""
        self._finish_current_message()
        if line[1:2] in ("", " ", "\t", ","):
            super()._process_comment(line)

    def _invalid_pofile(self, line: str, lineno: int, msg: str) -> None:
        """Ignore what follows from lines that were reported and left out."""
