"""Mistakes in YAML, worded for people who edit data."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.read.files.yaml_signs import (
    COLONS,
    describe_blank,
    describe_other_quote,
    explain_start,
    quote_field,
)


class ExplainedMistake(NamedTuple):
    """A problem of YAML, with its line and column."""

    line: int
    column: int
    message: str
    hint: str
    key: str
    values: Mapping[str, str | int] = {}


class _Explanation(NamedTuple):
    """The message for errors of PyYAML that match `problem`, from `data/yaml_errors.toml`."""

    message: str
    hint: str = ""
    problem: str = "(?!)"
    at_start: bool = False
    """True to report where the broken piece begins, not where the parser stopped."""
    key: str = ""
    values: Mapping[str, str | int] = {}


# Typed as Any: the errors of PyYAML have attributes that its stubs do not know.
def explain_mistake(error: Any, text: str, messages: Path) -> ExplainedMistake:
    """Return the place and the problem of a text that is not YAML, for the error of the parser.

    `messages` is the file with those for errors of the parser.
    """
    stopped = error.problem_mark or error.context_mark
    if stopped is None:
        return ExplainedMistake(1, 1, "is not YAML", "", "")
    start = error.context_mark or stopped
    lines = text.split("\n")
    for number in (stopped.line, start.line):
        if number < len(lines) and (tab := re.match(" *\t", lines[number])):
            message, hint = "a tab is used to indent", "indent with spaces"
            return ExplainedMistake(number + 1, tab.end(), message, hint, "indent")
    problem = error.problem or ""
    explanations = {
        id: _Explanation(**keys) for id, keys in tomllib.loads(messages.read_text("utf-8")).items()
    }
    explanations[""] = _Explanation(f"is not YAML: {problem}")
    id = next((id for id, explanation in explanations.items() if re.search(explanation.problem, problem)), "")
    typo = None
    if id == "bad_start" and not "".join(lines[stopped.line :])[stopped.column :].strip():
        id = "ends"
    elif id == "bad_start" and "flow" in (error.context or ""):
        typo = _get_open_bracket(lines, stopped.line, stopped.column)
    elif id == "no_fit" and "".join(lines[stopped.line : stopped.line + 1])[: stopped.column].strip():
        id = "trailing"
        typo = _get_open_quote(lines, stopped.line, stopped.column)
    elif id == "below_bar" and re.match(r" *\|", lines[stopped.line]):
        id = "no_bar"
    elif id == "list_here" and re.match(r"-\s*(#|$)", lines[stopped.line][stopped.column :]):
        id = "dash"
    elif id == "bad_character" and lines[stopped.line][stopped.column : stopped.column + 1] == "\t":
        id = "tab"
    elif id in ("second", "second_document"):
        typo = _get_lost_colon(lines, stopped.line)
    typo = _get_missing(lines, start.line, stopped.line, stopped.column) or typo
    typo = _get_wrong_quote(lines, start.line, stopped.line) or typo
    typo = _get_field(lines, stopped.line) or _get_sign(lines, stopped.line, stopped.column) or typo
    typo = _get_sign(lines, start.line, start.column) or typo
    explanation = explanations[id]
    mark = start if explanation.at_start else stopped
    spot = _step_back(lines, mark.line, mark.column)
    message, hint, key = explanation.message, explanation.hint, explanation.key
    return typo or ExplainedMistake(*spot, message, hint, key, explanation.values)


def _get_missing(lines: list[str], first: int, last: int, column: int) -> ExplainedMistake | None:
    """Get a colour without quotes, or a key without a comma before it, in a list or mapping on one line."""
    for number in range(max(first - 1, 0), min(last + 1, len(lines))):
        found = re.match(r"((?:[^\"'#]|\"[^\"]*\"|'[^']*')*\s)#(?=\S)", lines[number])
        if found and sum(map(found[1].count, "{[")) > sum(map(found[1].count, "}]")):
            hint = 'put a colour in quotes: `"#ff0000"`'
            return ExplainedMistake(number + 1, found.end(), "`#` begins a comment here", hint, "comment")
    line = lines[last] if last < len(lines) else ""
    key = re.search(r"[{,].*\s(\w+)\s*$", line[:column])
    if key is None or line[column : column + 1] != ":":
        return None
    if re.search(r"[{,]\s*\w+:\s+$", line[: key.start(1)]):
        return ExplainedMistake(
            last + 1, column + 1, "a second `: ` in one value", "put the text in quotes", "inline"
        )
    message, hint = f"a `,` is missing before `{key[1]}`", "or put the text in quotes"
    return ExplainedMistake(last + 1, key.start(1) + 1, message, hint, "comma", {"name": key[1]})


_OPENED = re.compile(r"(?:^\s*|[:,\[{]\s+|-\s+|[\[{])(?P<quote>[\"'“‘„«])")
"""The quotation mark with which a value begins."""


def _get_wrong_quote(lines: list[str], first: int, last: int) -> ExplainedMistake | None:
    """Get a quotation mark that ends or begins a text elsewhere than people who write one mean."""
    for number in range(first, min(last + 1, len(lines))):
        line, at = lines[number], 0
        while opened := _OPENED.search(line, at):
            quote, begin = opened["quote"], opened.start("quote")
            if quote not in "\"'":
                wrong, hint = describe_other_quote(quote)
                return ExplainedMistake(
                    number + 1, begin + 1, wrong, hint, "quote_sign", {"sign": quote, "mark": '"'}
                )
            inner = r"(?:[^\"\\]|\\.)*" if quote == '"' else "(?:[^']|'')*"
            closed = re.compile(inner + quote).match(line, begin + 1)
            if not closed:
                # A text may go on in the next line, but not in a list or mapping that ends in this one.
                is_inside = re.search(r"[\[{]", line[:begin]) and re.search(r"[\]}]\s*$", line)
                hint = "close it where the text ends"
                said = ExplainedMistake(
                    number + 1, begin + 1, "this quote is never closed", hint, "quote_inside"
                )
                return said if is_inside else None
            at = closed.end()
            if re.match(r"\w", line[at:]):
                other = '`"`' if quote == "'" else "`'`"
                wrong = f"this {'apostrophe' if quote == chr(39) else 'quote'} ends the text"
                hint = f"begin and end a text that contains `{quote}` with {other}"
                signs = {"sign": quote, "mark": other.strip("`")}
                return ExplainedMistake(number + 1, at, wrong, hint, "quote_ends", signs)
    return None


def _get_open_bracket(lines: list[str], last: int, column: int) -> ExplainedMistake | None:
    """Get the `[` or `{` above a list of lines, which is inside it because it is not closed."""
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
            is_here = number == last
            hint = f"close the `{bracket}`{'' if is_here else f' in line {number + 1}'}, or remove it"
            message = f"a `- ` list cannot be between `{bracket}` and `{closing}`"
            signs: dict[str, str | int] = {"open": bracket, "close": closing}
            if is_here:
                return ExplainedMistake(last + 1, column + 1, message, hint, "list_inside_here", signs)
            signs["line"] = number + 1
            return ExplainedMistake(last + 1, column + 1, message, hint, "list_inside", signs)
    return None


def _get_open_quote(lines: list[str], last: int, column: int) -> ExplainedMistake | None:
    """Get a quote on a line above that was never closed, so that the next one here closes it."""
    before = lines[last][:column].rstrip()
    quote = before[-1:]
    if quote not in ("'", '"') or before.count(quote) % 2 == 0:
        return None
    for number in range(last - 1, -1, -1):
        opened = re.match(rf"[^#{quote}]*[:,\[{{-]\s+{quote}", lines[number])
        if opened and lines[number].count(quote) % 2:
            message = f"this quote is closed only in line {last + 1}"
            hint, values = "close it where the text ends", {"line": last + 1}
            return ExplainedMistake(number + 1, opened.end(), message, hint, "closed_later", values)
    return None


def _get_lost_colon(lines: Sequence[str], last: int) -> ExplainedMistake | None:
    """Get a key on the line above without a `: `, which makes one value of both lines."""
    filled = (number for number in range(min(last, len(lines)) - 1, -1, -1) if _has_data(lines[number]))
    above = next(filled, None)
    if above is None:
        return None
    key = re.match(rf"(\s*)(?:- )?\w+(?P<end>:[^\s:/]|:[^\S \t]|\s*[{COLONS}]|\s+\w+\s*$)", lines[above])
    if key is None:
        return None
    end, column = key["end"].strip(" "), key.end("end")
    if end[:1] == ":" and end[1:].isspace():
        name, hint = describe_blank(end[1])
        return ExplainedMistake(above + 1, column, f"{name} follows the `:`", hint, "")
    if end[:1] == ":":
        return ExplainedMistake(
            above + 1, column, "a space is missing after the `:`", "write `key: value`", "space"
        )
    if end in COLONS:
        values = {"sign": end}
        return ExplainedMistake(
            above + 1, column, f"`{end}` is not a colon of YAML", "write `: `", "colon_sign", values
        )
    if len(key[1]) != len(lines[last]) - len(lines[last].lstrip()):
        return None
    return ExplainedMistake(
        above + 1, len(key[1]) + 1, "this line has no `: `", "write `key: value`", "no_colon"
    )


def _has_data(line: str) -> bool:
    return not re.match(r"\s*(#|$)", line)


def _get_sign(lines: Sequence[str], last: int, column: int) -> ExplainedMistake | None:
    """Get a sign that begins a line as no list and no indentation does, or that closes what is not open."""
    line = lines[last] if last < len(lines) else ""
    begins = len(line) - len(line.lstrip(" "))
    if column <= begins + 1 and (wrong := explain_start(line[begins:])):
        return ExplainedMistake(last + 1, begins + wrong[0] + 1, *wrong[1:], "")
    sign = line[column : column + 1]
    if sign and sign in "]}" and not _is_opened(line[:column], sign):
        hint = "remove it, or put the text in quotes"
        return ExplainedMistake(last + 1, column + 1, f"this `{sign}` closes nothing", hint, "")
    if sign and sign in "|>" and _is_opened(line[:column], "}]"):
        hint = "put the text in quotes, or each key into a line of its own"
        return ExplainedMistake(
            last + 1, column + 1, f"a `{sign}` text cannot be in braces or brackets", hint, ""
        )
    return None


def _is_opened(before: str, closing: str) -> bool:
    """Return True if a bracket is still open at the end of a text without quoted texts."""
    plain = _hide_quoted(before)
    return any(plain.count({"}": "{", "]": "["}[sign]) > plain.count(sign) for sign in closing)


def _hide_quoted(text: str) -> str:
    """Return a text of the same length without what its quotes contain."""
    return re.sub(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'", lambda quoted: '"' * len(quoted[0]), text)


_FIELD = r"\{+ *[A-Za-z_][^{}:,\[\]\"']*\}+"
"""A field in braces, as texts of templates have them: `{cost}`, `{cost + 1}`."""
_FIELD_FIRST = re.compile(rf"(?:^\s*|[:,\[{{-]\s+|\[)(?P<text>{_FIELD}[^,\]}}#]*)")


def _get_field(lines: Sequence[str], last: int) -> ExplainedMistake | None:
    """Get a text without quotes that begins with a field: YAML reads its brace as one of keys with values."""
    found = _FIELD_FIRST.search(_hide_quoted(lines[last])) if last < len(lines) else None
    if found is None:
        return None
    message, hint = quote_field(found["text"])
    return ExplainedMistake(last + 1, found.start("text") + 1, message, hint, "")


def _step_back(lines: list[str], line: int, column: int) -> tuple[int, int]:
    """Return a position in the text, from 1: the parser may report one behind the last line."""
    while line > 0 and (line >= len(lines) or (column == 0 and not lines[line])):
        line -= 1
        column = len(lines[line])
    return line + 1, column + 1
