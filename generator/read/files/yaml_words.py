"""Errors of PyYAML, worded for people who edit data rather than parsers."""

import re
from typing import NamedTuple, TypeAlias

import yaml

from generator.read.files.shelf import find_shelf

Explained: TypeAlias = tuple[int, int, str, str]
"""Line and column from 1, what is wrong, and a hint."""


class _Saying(NamedTuple):
    """The message for an error whose text matches `problem`; `data/yaml_errors.toml` has all."""

    message: str
    hint: str = ""
    problem: str = "(?!)"
    at_start: bool = False
    """True to report where the broken piece begins, not where the parser stopped."""


def explain_yaml_error(error: yaml.MarkedYAMLError, text: str) -> Explained:
    """Return where and what is wrong with a YAML text."""
    stopped = error.problem_mark or error.context_mark
    if stopped is None:
        return 1, 1, "is not YAML", ""
    start = error.context_mark or stopped
    lines = text.split("\n")
    for number in (stopped.line, start.line):
        if number < len(lines) and (tab := re.match(" *\t", lines[number])):
            return number + 1, tab.end(), "a tab is used to indent", "indent with spaces"
    # Imported here, because most files are YAML.
    import tomllib

    problem = error.problem or ""
    path = find_shelf().data / "yaml_errors.toml"
    sayings = {id: _Saying(**keys) for id, keys in tomllib.loads(path.read_text("utf-8")).items()}
    sayings[""] = _Saying(f"is not YAML: {problem}")
    id = next((id for id, saying in sayings.items() if re.search(saying.problem, problem)), "")
    typo = None
    if id == "bad_start" and not "".join(lines[stopped.line :])[stopped.column :].strip():
        id = "ends"
    elif id == "bad_start" and "flow" in (error.context or ""):
        typo = _find_open_bracket(lines, stopped.line, stopped.column)
    elif id == "no_fit" and "".join(lines[stopped.line : stopped.line + 1])[: stopped.column].strip():
        id = "trailing"
        typo = _find_open_quote(lines, stopped.line, stopped.column)
    elif id == "below_bar" and re.match(r" *\|", lines[stopped.line]):
        id = "no_bar"
    elif id == "list_here" and re.match(r"-\s*(#|$)", lines[stopped.line][stopped.column :]):
        id = "dash"
    elif id == "second":
        typo = _find_close_colon(lines, stopped.line)
    typo = _find_missing(lines, start.line, stopped.line, stopped.column) or typo
    saying = sayings[id]
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


def _find_open_bracket(lines: list[str], last: int, column: int) -> Explained | None:
    """Find the `[` or `{` above a list of lines, which is inside it because it is not closed."""
    if not re.match(r"-(\s|$)", lines[last][column:]):
        return None
    depth = 0
    for number in range(last, -1, -1):
        line = lines[number][:column] if number == last else lines[number]
        depth += sum(map(line.count, "[{")) - sum(map(line.count, "]}"))
        opened = re.search(r"[\[{]\s*$", line)
        if opened and depth > 0:
            bracket = opened[0][0]
            closing = "]" if bracket == "[" else "}"
            hint = f"close the `{bracket}` in line {number + 1}, or remove it"
            return last + 1, column + 1, f"a `- ` list cannot be between `{bracket}` and `{closing}`", hint
    return None


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
