"""`petri check`: a table of everything that can be printed, then all errors."""

from pathlib import Path

from rich.text import Text

from generator.cli.printing.options import CheckOptions
from generator.cli.printing.reports import GameReport, join_reports
from generator.cli.terminal.echo import echo
from generator.cli.terminal.notices import print_notices
from generator.cli.terminal.problem_formats import print_problems
from generator.cli.terminal.progress import EXIT_WRONG
from generator.cli.terminal.tables import show_table
from generator.errors import format_count
from generator.make.jobs.typed import find_each
from generator.read.cached import read_cached_papers
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.problem_kinds import add_codes, find_code


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
    reports = [report_on_game(path, shelf, options.locales) for path in folders]
    if options.is_trusted:
        from generator.cli.printing.rules_trial import try_rules

        reports.append(GameReport(notices=try_rules(folders, shelf)))
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
