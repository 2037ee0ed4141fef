"""`petri check`, `petri lsp`: all problems of games, as a table, as data, or while they are typed."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from rich.text import Text

from generator import __version__
from generator.cli.printing.options import CheckOptions, EditorOptions
from generator.cli.printing.reports import GameReport, join_reports
from generator.cli.terminal.echo import EXIT_WRONG, echo, echo_json
from generator.cli.terminal.notices import print_notices, quote_line, read_written_line
from generator.cli.terminal.tables import show_table
from generator.errors import GeneratorError, WrittenPlace, escape, find_each, format_count
from generator.read.cached import read_cached_papers
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.problem_kinds import CodedNotice, add_codes, find_code, find_word_end, read_kinds


def check_and_report(options: CheckOptions) -> int:
    """Return the exit code; raises UnknownName for an unknown game.

    A game that has not changed since it was checked is not checked again.
    """
    if options.explained:
        _explain(options.explained)
        return 0
    shelf = find_shelf(is_cached=not options.is_fresh)
    if options.goes_to:
        from generator.cli.printing.checks import check_for_service

        return check_for_service(options, shelf)
    folders = find_each(shelf.find_game, shelf.choose_games(options.games))
    if options.is_trusted:
        from generator.cli.printing.checks import list_own_rules, try_rules

        own = list_own_rules(folders, shelf)
    reports = [report_on_game(path, shelf, options.locales) for path in folders]
    if options.is_trusted:
        reports.append(GameReport(notices=try_rules(own)))
    report = join_reports(reports)
    if options.format not in ("text", "frames"):
        print_problems(add_codes(report.notices), options.format)
        return EXIT_WRONG if any(notice.is_error for notice in report.notices) else 0
    if report.pages:
        _show_pages(report, shelf)
    if options.format == "frames":
        print_problems(add_codes(report.notices), "frames")
        wrong = sum(notice.is_error for notice in report.notices)
    else:
        wrong = print_notices(report.notices)
    for line in report.open_texts:
        echo(line)
    what = f"{format_count(len(folders), 'game')}, {format_count(report.documents, 'document')}"
    echo(f"{what}: {format_count(wrong, 'problem') if wrong else 'no problems'}")
    return EXIT_WRONG if wrong else 0


def _explain(code: str) -> None:
    kind = find_code(code)
    echo(f"{kind.code}: {kind.means}")
    echo(kind.do)
    wrong, right = (" ".join(kind.example[key].split()) for key in ("to", "from"))
    echo(f"\nwrong   {wrong or '(nothing)'}\nright   {right or '(no such file)'}")


def report_on_game(path: Path, shelf: Shelf, locales: tuple[str, ...]) -> GameReport:
    """Return everything that is wrong with a game, from the cache if it has not changed."""

    def check() -> GameReport:
        from generator.cli.printing.checks import check_game

        return check_game(path, shelf, locales)

    key = ("check", str(path), *locales)
    return shelf.cache.get_or_make(
        key, shelf.list_sources(path), check, keeps=lambda found: found.is_cacheable
    )


def _show_pages(found: GameReport, shelf: Shelf) -> None:
    """Print a row for each part in each language, with a column for each paper size."""
    used = [paper for paper in read_cached_papers(shelf) if any(paper in row for _, row in found.pages)]
    rows = ((*names, *(_format_cell(row.get(paper)) for paper in used)) for names, row in found.pages)
    show_table(["game", "part", "locale", *used], rows)


def _format_cell(pages: int | None) -> str | Text:
    if pages is None:
        return ""
    return format_count(pages, "page") if pages else Text("wrong", style="bold red")


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


def serve_editor(options: EditorOptions) -> None:
    """Serve an editor until it ends the session; raises GeneratorError if the library for it is missing."""
    try:
        from generator.editor.server import serve
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise GeneratorError('needs a library: pip install "petri-press[editor]"') from error
    serve()
