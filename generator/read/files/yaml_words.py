"""What PyYAML says of broken YAML, in words for people who edit data and not parsers."""

import re
from dataclasses import dataclass

import yaml


@dataclass(frozen=True, slots=True)
class _Saying:
    """`problem` is found in the parser's own words; of libyaml, or of PyYAML's Python parser."""

    problem: str
    message: str
    hint: str = ""
    at_start: bool = False
    """Point at where the broken piece begins, not at where the parser gave up."""


_QUOTES = "put the text in quotes"

_BAD_START = _Saying("expected (the )?node content", "a value cannot start with this character", _QUOTES)
_ENDS = _Saying("", "ends in the middle of a value", "close every `[`, `{` and quote")
_MISFIT = _Saying("expected key|<block end>", "does not fit what stands above it", "mend the indentation")
_NO_BAR = _Saying(
    "",
    "rows begin here, and no `|` stands after their key",
    "write `key: |` on the line above them",
    at_start=True,
)
_LIST_HERE = _Saying(
    "sequence entries are not allowed", "a list cannot start here", "start its first `- ` on a new line"
)
_DASH = _Saying("", "a `-` alone begins a list", "put it in quotes")
_ON_ITS_LINE = _Saying(
    "comment or line break|chomping or indent", "the text starts on the line below `|`", "begin a new line"
)
_TRAILING = _Saying("", "does not belong to the value before it", _QUOTES)

_SECOND = _Saying(
    "mapping values are not allowed", "a second `: ` in one value", f"{_QUOTES}, or mend the indentation"
)

_SAYINGS = (
    _SECOND,
    _Saying("could not find expected ':'", "this line has no `: `", "write `key: value`", at_start=True),
    _Saying("found unexpected end of stream", "a quote is opened here and never closed", at_start=True),
    _Saying("expected ',' or ']'", "a `[` is opened here and not closed with `]`", _QUOTES, at_start=True),
    _Saying("expected ',' or '}'", "a `{` is opened here and not closed with `}`", _QUOTES, at_start=True),
    _Saying("cannot start any token", "a value cannot start with this character", _QUOTES),
    _Saying(
        "expected alphabetic or numeric", "a value cannot start with this character", _QUOTES, at_start=True
    ),
    _BAD_START,
    _Saying(
        "unknown escape|escape (code|sequence)",
        "this `\\` escape is not known",
        "use single quotes, or write `\\\\`",
    ),
    _LIST_HERE,
    _Saying("'-' indicator|found '\\?'", "a list item, `- `, is expected here", "mend the indentation"),
    _ON_ITS_LINE,
    _Saying("expected '?<document start>", "nothing may follow here", "a file holds one document"),
    _Saying(
        "expected '>'|tag", "a tag starts here", "a text that starts with `!` needs quotes", at_start=True
    ),
    _Saying("incompatible YAML|directive", "this `%` line is not understood", "remove it"),
    _MISFIT,
)


def say_yaml_error(error: yaml.MarkedYAMLError, text: str) -> tuple[int, int, str, str]:
    """Line and column from 1, what is wrong in one sentence, and a hint."""
    gave_up = error.problem_mark or error.context_mark
    if gave_up is None:
        return 1, 1, "is not YAML", ""
    start = error.context_mark or gave_up
    lines = text.split("\n")
    for number in (gave_up.line, start.line):
        tab = re.match(" *\t", lines[number]) if number < len(lines) else None
        if tab:
            return number + 1, tab.end(), "a tab is used to indent", "indent with blanks"
    problem = error.problem or ""
    saying = next((saying for saying in _SAYINGS if re.search(saying.problem, problem)), None)
    saying = saying or _Saying("", f"is not YAML: {problem}")
    if saying is _BAD_START and not "".join(lines[gave_up.line :])[gave_up.column :].strip():
        saying = _ENDS
    elif saying is _MISFIT and "".join(lines[gave_up.line : gave_up.line + 1])[: gave_up.column].strip():
        saying = _TRAILING
    elif saying is _ON_ITS_LINE and re.match(r" *\|", lines[gave_up.line]):
        saying = _NO_BAR
    elif saying is _LIST_HERE and re.match(r"-\s*(#|$)", lines[gave_up.line][gave_up.column :]):
        saying = _DASH
    slip = None
    if saying is _TRAILING:
        slip = _find_open_quote(lines, gave_up.line, gave_up.column)
    elif saying is _SECOND:
        slip = _find_close_colon(lines, gave_up.line)
    if slip is not None:
        return slip
    mark = start if saying.at_start else gave_up
    line, column = _inside(lines, mark.line, mark.column)
    return line + 1, column + 1, saying.message, saying.hint


def _find_open_quote(lines: list[str], last: int, column: int) -> tuple[int, int, str, str] | None:
    """A quote that was left open on a line above, and met the next one only where the parser gave up."""
    before = lines[last][:column].rstrip()
    quote = before[-1:]
    if quote not in ("'", '"') or before.count(quote) % 2 == 0:
        return None
    for number in range(last - 1, -1, -1):
        opened = re.match(rf"[^#{quote}]*[:,\[{{-]\s+{quote}", lines[number])
        if opened and lines[number].count(quote) % 2:
            said = f"a quote is opened here and closed only in line {last + 1}"
            return number + 1, opened.end(), said, "close it where the text ends"
    return None


def _find_close_colon(lines: list[str], last: int) -> tuple[int, int, str, str] | None:
    """A key on the line above whose `:` has no blank behind it, so that what follows is one value with it."""
    above = next((number for number in range(last - 1, -1, -1) if lines[number].strip()), 0)
    close = (
        re.match(r"\s*(- )?(?P<key>[A-Za-z_]\w*):(?P<value>[^\s:/].*)", lines[above])
        if above < last
        else None
    )
    if close is None:
        return None
    return above + 1, close.start("value") + 1, "a blank is missing after the `:`", "write `key: value`"


def _inside(lines: list[str], line: int, column: int) -> tuple[int, int]:
    """The parser may point behind the last line: step back to the end of what is written."""
    while line > 0 and (line >= len(lines) or (column == 0 and not lines[line])):
        line -= 1
        column = len(lines[line])
    return line, column
