"""`petri check`: a table of everything that can be printed, then all errors."""

from collections.abc import Iterable, Sequence

import typer
from rich.text import Text

from generator.cli.printing.options import CheckOptions
from generator.cli.terminal.exits import WRONG
from generator.cli.terminal.progress import show_progress
from generator.cli.terminal.tables import join_some, show_table
from generator.make.check import Finding, check_jobs
from generator.make.games import find_all, read_games
from generator.make.jobs import choose_jobs
from generator.read.files.phrases import format_count
from generator.read.files.shelf import find_shelf
from generator.read.kits.themes import read_papers
from generator.translate.status import TranslationStatus, check_translations

MOST_NAMED = 3
"""Most jobs that are named before an error; the table shows all."""


def check_and_report(options: CheckOptions) -> int:
    """Return the exit code; raises UnknownName for an unknown game."""
    shelf = find_shelf()
    folders = find_all(shelf.find_game, shelf.choose_games(options.games))
    reading = read_games(folders, shelf)
    papers = read_papers(shelf.papers)
    jobs = choose_jobs(reading.games, papers)
    with show_progress(len(jobs)) as show:
        findings = check_jobs(jobs, report=show)
    if findings:
        show_findings(findings, papers)
    problems = dict.fromkeys(reading.problems)
    wrong = [*map(str, problems), *list_errors(findings)]
    translations = tuple(check_translations(reading))
    wrong += [
        str(issue.problem)
        for status in translations
        for issue in status.issues
        if issue.type in ("missing", "icons") and not status.is_draft
    ]
    warnings = dict.fromkeys(f"warning: {text}" for finding in findings for text in finding.warnings)
    for line in (*wrong, *warnings, *list_open_texts(translations)):
        typer.echo(line)
    what = f"{format_count(len(folders), 'game')}, {format_count(len(jobs), 'document')}"
    typer.echo(f"{what}: {format_count(len(wrong), 'problem') if wrong else 'no problems'}")
    return WRONG if wrong else 0


def list_open_texts(statuses: Iterable[TranslationStatus]) -> list[str]:
    """Return a line for each language with texts that fall back to English or need a review."""
    lines = []
    for status in statuses:
        name = f"{status.locale} of {status.game}"
        if fallbacks := status.required - status.translated:
            lines.append(f"{name} is a draft: {format_count(fallbacks, 'text')} still in English")
        if stale := status.list_issues("stale"):
            texts = format_count(len(stale), "text")
            keys = join_some([issue.key for issue in stale], most=MOST_NAMED)
            lines.append(f"{name}: the English of {texts} has changed ({keys}; petri locale accept)")
        if unreviewed := len(status.list_issues("unreviewed")):
            texts = format_count(unreviewed, "text")
            lines.append(f"{name}: {texts} not yet reviewed against the English (petri locale accept)")
    return lines


def show_findings(findings: Sequence[Finding], papers: Iterable[str]) -> None:
    """Print a row for each part in each language, with a column for each paper size."""
    rows: dict[tuple[str, str, str], dict[str, str | Text]] = {}
    for finding in findings:
        job = finding.job
        cells = rows.setdefault((job.game.kit.slug, job.part.id, job.locale), {})
        pages = format_count(finding.pages, "page")
        cells[job.paper.id] = Text("wrong", style="bold red") if finding.errors else pages
    used = [paper for paper in papers if any(paper in cells for cells in rows.values())]
    table = [(*key, *(cells.get(paper, "") for paper in used)) for key, cells in rows.items()]
    show_table(["game", "part", "locale", *used], table)


def list_errors(findings: Sequence[Finding]) -> list[str]:
    """Return each error once, after the jobs that have it."""
    jobs: dict[str, list[str]] = {}
    for finding in findings:
        for error in finding.errors:
            jobs.setdefault(str(error), []).append(str(finding.job))
    return [f"{join_some(names, most=MOST_NAMED)}: {error}" for error, names in jobs.items()]
