"""The lines of a nanDECK script: directives, labels, and their values."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from generator.imports.draft import Draft, find_beside
from generator.read.files.text_files import MOST_TEXT_BYTES, decode_table, name_file, read_bytes, unreadable

_MOST_LINES = 20_000
"""Maximum number of lines of a script with all files that it includes."""
_DEEPEST = 10
"""Maximum depth of files that include others."""
_COMMENT = re.compile(r"\s*[;'#]")
_ENTRY = re.compile(
    r"\s*((?:[cp]r?)?\[[^\]=]*\]\d*(?:@\[[^\]=]*\])?|<\w[\w ]*>|[A-Za-z_]\w*)\s*(?:=\s*(.*)|\s+(\S.*))?$",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A directive, a label, or a call of a macro."""

    file: str
    number: int
    name: str
    """In capitals; a label has its brackets, and its letters as they are written."""
    value: str
    """The text after the first `=`."""
    comment: str = ""
    """The comment above it."""

    @property
    def is_label(self) -> bool:
        """True if the line gives a label its value."""
        return "[" in self.name

    @property
    def arguments(self) -> Sequence[str]:
        """The values between commas that are in no quotes or brackets."""
        return split_values(self.value)

    def take(self, count: int) -> Sequence[str]:
        """Return the first `count` arguments; those that are missing are empty."""
        return [*self.arguments, *[""] * count][:count]


@dataclass(frozen=True, slots=True)
class ScriptMacro:
    """Lines that are drawn wherever the macro is called."""

    parameters: Sequence[str]
    lines: Sequence[ScriptLine]


def read_script(path: Path, draft: Draft) -> tuple[Sequence[ScriptLine], Mapping[str, ScriptMacro]]:
    """Return the lines of a script with those of files that it includes, and its macros by name.

    Raises DataError for a file that cannot be read, or is no script.
    """
    lines = list(islice(_list_lines(path, draft, 0), _MOST_LINES + 1))
    if len(lines) > _MOST_LINES:
        raise unreadable(draft.file, f"has more than {_MOST_LINES} lines, with those that it includes")
    strange = sum(remark.reason == _NO_DIRECTIVE for remark in draft.remarks)
    if strange > len(lines) or not any(line.name in _SIGNS or line.is_label for line in lines):
        reason = f"{strange} lines are none of its directives" if strange else "it has none of its directives"
        raise unreadable(draft.file, f"is not a script of nanDECK: {reason}")
    return _take_macros(lines, draft)


_SIGNS = (
    "CARDSIZE",
    "FONT",
    "TEXT",
    "TEXTFONT",
    "HTMLTEXT",
    "IMAGE",
    "LINK",
    "RECTANGLE",
    "CARDS",
    "INCLUDE",
    "UNIT",
)


def _list_lines(path: Path, draft: Draft, depth: int) -> Iterator[ScriptLine]:
    text, encoding = decode_table(read_bytes(path, MOST_TEXT_BYTES), file=name_file(path))
    if encoding:
        draft.change(1, "file", f"is not UTF-8, and is read as {encoding}", name_file(path))
    file, comment, opened, start = name_file(path), "", "", 0
    for number, line in enumerate(text.split("\n"), 1):
        if not opened and (not line.strip() or _COMMENT.match(line)):
            words = line.strip().lstrip(";'#").strip(" #=-*")
            comment = words if words else ("" if not line.strip() else comment)
            continue
        opened, start = (opened + line.strip(), start) if opened else (line.rstrip(), number)
        if opened.count("{") > opened.count("}") and number - start < _MOST_JOINED:
            continue
        entry, whole, opened = _ENTRY.match(opened), opened, ""
        if not entry:
            draft.count(start, file)
            draft.leave_out(start, whole.strip()[:20], _NO_DIRECTIVE, file)
            continue
        name = entry[1] if "[" in entry[1] or entry[1].startswith("<") else entry[1].upper()
        value = (entry[2] if entry[2] is not None else entry[3] or "").strip()
        if name == "INCLUDE":
            draft.count(start, file)
            yield from _include(path, value, start, draft, depth)
        else:
            draft.count(start, file)
            yield ScriptLine(file, start, name, value, comment)
        comment = ""


_NO_DIRECTIVE = "is not a directive"
_MOST_JOINED = 50
"""Maximum number of lines that an open brace joins."""


def _include(path: Path, value: str, number: int, draft: Draft, depth: int) -> Iterator[ScriptLine]:
    found = find_beside(path.parent, value)
    if not found:
        draft.leave_out(number, "INCLUDE", f"there is no file {value.strip(chr(34))}", name_file(path))
    elif depth >= _DEEPEST:
        raise unreadable(name_file(path), "includes a file that includes itself", line=number)
    else:
        yield from _list_lines(found, draft, depth + 1)


def _take_macros(
    lines: Sequence[ScriptLine], draft: Draft
) -> tuple[Sequence[ScriptLine], Mapping[str, ScriptMacro]]:
    """Return the lines outside of macros, and the macros."""
    outside: list[ScriptLine] = []
    macros: dict[str, ScriptMacro] = {}
    body: list[ScriptLine] | None = None
    for line in lines:
        if line.name == "MACRO":
            name, *parameters = line.arguments or [""]
            body = []
            macros[name.strip().upper()] = ScriptMacro([one.strip().strip("()") for one in parameters], body)
        elif line.name in ("END", "ENDMACRO"):
            body = None
        else:
            (outside if body is None else body).append(line)
    return outside, macros


@lru_cache(maxsize=4096)
def split_values(text: str, separator: str = ",") -> Sequence[str]:
    """Return the parts of a text between separators that are in no quotes or brackets, without blanks."""
    parts, depth, is_quoted, start = [], 0, False, 0
    for place, letter in enumerate(text):
        if letter == '"':
            is_quoted = not is_quoted
        elif not is_quoted and letter in "([{":
            depth += 1
        elif not is_quoted and letter in ")]}":
            depth = max(depth - 1, 0)
        elif letter == separator and not is_quoted and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return (*parts, text[start:].strip())


def unquote(text: str) -> str:
    """Return a text without the quotes around it."""
    stripped = text.strip()
    return stripped[1:-1] if len(stripped) > 1 and stripped[0] == stripped[-1] == '"' else stripped
