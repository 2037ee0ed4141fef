"""Errors of PyYAML, worded for people who edit data rather than parsers."""

import re
from typing import NamedTuple, TypeAlias

import yaml

Explained: TypeAlias = tuple[int, int, str, str]
"""Line and column from 1, what is wrong, and a hint."""


class _Saying(NamedTuple):
    """The message for an error whose text matches `problem`, of libyaml or of PyYAML's Python parser."""

    problem: str
    message: str
    hint: str = ""
    at_start: bool = False
    """True to report where the broken piece begins, not where the parser stopped."""


_QUOTES, _INDENT = "put the text in quotes", "fix the indentation"
_BAD = "a value cannot start with this character"

_BAD_START = _Saying("expected (the )?node content", _BAD, _QUOTES)
_ENDS = _Saying("", "ends in the middle of a value", "close every `[`, `{` and quote")
_NO_FIT = _Saying("expected key|<block end>", "does not fit the lines above it", _INDENT)
_TRAILING = _Saying("", "does not belong to the value before it", _QUOTES)
_LIST_HERE = _Saying(
    "sequence entries are not allowed", "a list cannot start here", "start its first `- ` on a new line"
)
_DASH = _Saying("", "a `-` alone begins a list", "put it in quotes")
_BELOW_BAR = _Saying(
    "comment or line break|chomping or indent", "the text starts on the line below `|`", "begin a new line"
)
_NO_BAR = _Saying(
    "", "rows begin here, but their key has no `|`", "write `key: |` on the line above them", at_start=True
)
_SECOND = _Saying("mapping values are not allowed", "a second `: ` in one value", f"{_QUOTES}, or {_INDENT}")

_SAYINGS = (
    _SECOND,
    _Saying("could not find expected ':'", "this line has no `: `", "write `key: value`", at_start=True),
    _Saying("found unexpected end of stream", "this quote is never closed", at_start=True),
    _Saying("expected ',' or ']'", "this `[` is never closed with `]`", _QUOTES, at_start=True),
    _Saying("expected ',' or '}'", "this `{` is never closed with `}`", _QUOTES, at_start=True),
    _Saying("cannot start any token", _BAD, _QUOTES),
    _Saying("expected alphabetic or numeric", _BAD, _QUOTES, at_start=True),
    _BAD_START,
    _Saying(
        "unknown escape|escape (code|sequence)", "unknown `\\` escape", "use single quotes, or write `\\\\`"
    ),
    _LIST_HERE,
    _Saying("'-' indicator|found '\\?'", "a list item, `- `, is expected here", _INDENT),
    _BELOW_BAR,
    _Saying("expected '?<document start>", "nothing may follow here", "a file contains one document"),
    _Saying(
        "expected '>'|tag", "a tag starts here", "a text that starts with `!` needs quotes", at_start=True
    ),
    _Saying("incompatible YAML|directive", "this `%` line is not supported", "remove it"),
    _NO_FIT,
)


def explain_yaml_error(error: yaml.MarkedYAMLError, text: str) -> Explained:
    """Return where and what is wrong with a YAML text."""
    stopped = error.problem_mark or error.context_mark
    if stopped is None:
        return 1, 1, "is not YAML", ""
    start = error.context_mark or stopped
    lines = text.split("\n")
    for number in (stopped.line, start.line):
        tab = re.match(" *\t", lines[number]) if number < len(lines) else None
        if tab:
            return number + 1, tab.end(), "a tab is used to indent", "indent with spaces"
    problem = error.problem or ""
    saying = next((saying for saying in _SAYINGS if re.search(saying.problem, problem)), None)
    saying = saying or _Saying("", f"is not YAML: {problem}")
    typo = None
    if saying is _BAD_START and not "".join(lines[stopped.line :])[stopped.column :].strip():
        saying = _ENDS
    elif saying is _NO_FIT and "".join(lines[stopped.line : stopped.line + 1])[: stopped.column].strip():
        saying = _TRAILING
        typo = _find_open_quote(lines, stopped.line, stopped.column)
    elif saying is _BELOW_BAR and re.match(r" *\|", lines[stopped.line]):
        saying = _NO_BAR
    elif saying is _LIST_HERE and re.match(r"-\s*(#|$)", lines[stopped.line][stopped.column :]):
        saying = _DASH
    elif saying is _SECOND:
        typo = _find_close_colon(lines, stopped.line)
    typo = _find_missing(lines, start.line, stopped.line, stopped.column) or typo
    mark = start if saying.at_start else stopped
    return typo or (*_step_back(lines, mark.line, mark.column), saying.message, saying.hint)


def _find_missing(lines: list[str], first: int, last: int, column: int) -> Explained | None:
    """Find a colour without quotes, or a key without a comma before it, in a list or mapping on one line."""
    for number in range(max(first - 1, 0), min(last + 1, len(lines))):
        found = re.match(r"((?:[^\"'#]|\"[^\"]*\"|'[^']*')*\s)#", lines[number])
        if found and sum(map(found[1].count, "{[")) > sum(map(found[1].count, "}]")):
            return number + 1, found.end(), "`#` begins a comment here", 'put a colour in quotes: `"#ff0000"`'
    line = lines[last] if last < len(lines) else ""
    key = re.search(r"[{,].*\s(\w+)\s*$", line[:column])
    if key is None or line[column : column + 1] != ":":
        return None
    return last + 1, key.start(1) + 1, f"a `,` is missing before `{key[1]}`", "or put the text in quotes"


def _find_open_quote(lines: list[str], last: int, column: int) -> Explained | None:
    """Find a quote on a line above that was never closed, so that it met the next one here."""
    before = lines[last][:column].rstrip()
    quote = before[-1:]
    if quote not in ("'", '"') or before.count(quote) % 2 == 0:
        return None
    for number in range(last - 1, -1, -1):
        opened = re.match(rf"[^#{quote}]*[:,\[{{-]\s+{quote}", lines[number])
        if opened and lines[number].count(quote) % 2:
            message = f"this quote is closed only in line {last + 1}"
            return number + 1, opened.end(), message, "close it where the text ends"
    return None


def _find_close_colon(lines: list[str], last: int) -> Explained | None:
    """Find a key on the line above without a space after its `:`, which makes one value of both lines."""
    above = next((number for number in range(last - 1, -1, -1) if lines[number].strip()), None)
    if above is None:
        return None
    close = re.match(r"\s*(- )?[A-Za-z_]\w*:(?P<value>[^\s:/].*)", lines[above])
    if close is None:
        return None
    return above + 1, close.start("value") + 1, "a space is missing after the `:`", "write `key: value`"


def _step_back(lines: list[str], line: int, column: int) -> tuple[int, int]:
    """Return a position in the text, from 1: the parser may report one behind the last line."""
    while line > 0 and (line >= len(lines) or (column == 0 and not lines[line])):
        line -= 1
        column = len(lines[line])
    return line + 1, column + 1
