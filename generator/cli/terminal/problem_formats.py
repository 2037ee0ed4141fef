"""Formats of problems: JSON, annotations of GitHub, SARIF, and frames with the lines of files."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from generator import __version__
from generator.cli.terminal.echo import echo, echo_json
from generator.cli.terminal.notices import quote_line, read_written_line
from generator.errors import WrittenPlace, escape
from generator.read.problem_kinds import CodedNotice, find_word_end, read_kinds

_VERSION = 1
_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def print_problems(found: Sequence[CodedNotice], format: str) -> None:
    """Print problems in a format other than `text`."""
    if format in ("json", "sarif"):
        echo_json(make_problem_data(found, format), indent=2)
        return
    for one in found:
        for line in _draw_frame(one) if format == "frames" else (_format_annotation(one),):
            echo(line)


def make_problem_data(found: Sequence[CodedNotice], format: str) -> dict[str, Any]:
    """Return problems as data, for `json` or `sarif`."""
    if format == "sarif":
        return _make_sarif(found)
    return {"version": _VERSION, "problems": [*map(_make_plain, found)]}


def find_end(place: WrittenPlace) -> int:
    """Return the column behind the word that begins at a place: that of the place if its file has none."""
    return find_word_end(read_written_line(place) or "", place.column)


def _make_plain(one: CodedNotice) -> dict[str, Any]:
    place, notice = one.notice.place, one.notice
    where = {"file": place.file, "line": place.line, "column": place.column} if place else {}
    end = {"end_column": find_end(place)} if place else {}
    facts = {"severity": _name_severity(one), "code": one.code, "message": one.message, **where, **end}
    more = {"documents": notice.where, "fix": one.fix}
    return facts | {key: value for key, value in more.items() if value}


def _name_severity(one: CodedNotice) -> Literal["error", "warning"]:
    return "error" if one.notice.is_error else "warning"


def _draw_frame(one: CodedNotice) -> Iterator[str]:
    """Yield a problem with the line of its file; the wrong word is underlined."""
    notice, place = one.notice, one.notice.place
    start = f"{place}: " if place else f"{escape(notice.where)}: " if notice.where else ""
    end = f" [{escape(notice.where)}]" if place and notice.where else ""
    yield f"{start}{_name_severity(one)}[{one.code}]: {one.message}{end}"
    if place:
        yield from quote_line(place, length=find_end(place) - place.column)
    yield ""


_ESCAPED = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_ESCAPED_VALUE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def _format_annotation(one: CodedNotice) -> str:
    """Return a command that shows a problem at its line in GitHub's interface."""
    place = one.notice.place
    about = {"title": one.code}
    if place:
        lines = {"line": place.line, "col": place.column, "endColumn": find_end(place)}
        about = {"file": place.file, **{key: str(value) for key, value in lines.items()}, **about}
    listed = ",".join(f"{key}={value.translate(_ESCAPED_VALUE)}" for key, value in about.items())
    return f"::{_name_severity(one)} {listed}::{one.message.translate(_ESCAPED)}"


def _make_sarif(found: Sequence[CodedNotice]) -> dict[str, Any]:
    """Return a log in the Static Analysis Results Interchange Format, 2.1.0."""
    codes = [kind for kind in read_kinds() if kind.code in {one.code for one in found}]
    rules = [
        {"id": kind.code, "shortDescription": {"text": kind.means}, "help": {"text": kind.do}}
        for kind in codes
    ]
    driver = {"name": "petri", "version": __version__, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [*_list_results(found)],
    }
    return {"$schema": _SARIF, "version": "2.1.0", "runs": [run]}


def _list_results(found: Iterable[CodedNotice]) -> Iterator[dict[str, Any]]:
    for one in found:
        locations = []
        if place := one.notice.place:
            region = {"startLine": place.line, "startColumn": place.column, "endColumn": find_end(place)}
            file = {"uri": place.file.replace("\\", "/")}
            locations = [{"physicalLocation": {"artifactLocation": file, "region": region}}]
        message = {"text": one.message}
        yield {"ruleId": one.code, "level": _name_severity(one), "message": message, "locations": locations}
