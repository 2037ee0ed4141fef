"""`petri check`: a table of everything that can be printed, then all errors.

Checks a game: every part in every language on every paper size, and its translations.

`petri check --for`: a table of what a service prints, then everything that it would refuse.

The report of `petri check` on a game, as it is printed.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import chain
from pathlib import Path

import typer
from rich.text import Text

from generator.cli.printing.options import CheckOptions
from generator.cli.terminal.progress import EXIT_WRONG, show_progress
from generator.cli.terminal.tables import join_some, show_table
from generator.errors import DataError, Problem, UnknownName
from generator.make.jobs.choices import Choices
from generator.make.jobs.findings import sum_up
from generator.make.jobs.jobs import Job, ReadGame, choose_jobs, find_each
from generator.make.plan import CheckFinding, check_jobs
from generator.make.runs import find_destination, list_missing_products, plan_run
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import dataclass, field, replace
from generator.read.cached import is_cacheable, read_cached_papers
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.files.text_files import format_count
from generator.read.kits.kits import read_kit_and_texts
from generator.read.kits.shared import list_similar_colours
from generator.translate.status import TranslationStatus, check_translations


def check_for_service(options: CheckOptions, shelf: Shelf) -> int:
    """Return the exit code; raises UnknownName for unknown names, and if no part fits."""
    goes_to = find_destination(shelf, options.goes_to)
    if goes_to.cutter:
        raise UnknownName(
            f"--for {options.goes_to} makes sheets for a machine: petri check checks them without it"
        )
    choices = Choices(
        games=options.games, locales=options.locales, papers=(DEFAULT_PAPER,), destination=goes_to
    )
    run = plan_run(choices, shelf)
    taken = [job for job in run.jobs if not list_missing_products([job], goes_to, resize=False)]
    notes = list_missing_products(run.jobs, goes_to, resize=False)
    if not taken:
        raise UnknownName("\n".join(notes) or f"--for {goes_to.id} needs a part with cards or tokens")
    # On sheets, cards are not looked at one by one.
    choices = replace(run.choices, destination=replace(goes_to, sheet=None))
    with show_progress(len(taken)) as show:
        findings = check_jobs(taken, choices, report=show)
    report = sum_up([face for found in findings for face in found.faces], goes_to)
    _show_jobs(run.jobs, findings, goes_to.id)
    errors = [f"{found.job}: {error}" for found in findings for error in found.errors]
    errors += (f"{name}: {message}" for name, message in report.errors)
    warnings = [*filter(None, [goes_to.describe_age(date.today())])]
    warnings += (text for found in findings for text in found.warnings)
    warnings += (f"{name}: {message}" for name, message in report.warnings)
    for line in (*errors, *(f"warning: {text}" for text in dict.fromkeys(warnings)), *notes):
        typer.echo(line)
    games = format_count(len({job.game.kit.path for job in taken}), "game")
    what = f"{games}, {format_count(len(taken), 'document')} for {goes_to.name}"
    typer.echo(f"{what}: {format_count(len(errors), 'problem') if errors else 'no problems'}")
    return EXIT_WRONG if errors else 0


def _show_jobs(jobs: Iterable[Job], findings: Iterable[CheckFinding], destination: str) -> None:
    """Print a row for each part in each language, with the number of pictures or pages."""
    found = {str(one.job): one for one in findings}
    rows = (
        (job.game.kit.slug, job.part.id, job.locale, _format_finding(found.get(str(job)))) for job in jobs
    )
    show_table(["game", "part", "locale", destination], rows)


def _format_finding(found: CheckFinding | None) -> str | Text:
    if found is None:
        return "no product"
    return Text("wrong", style="bold red") if found.is_wrong else format_count(found.pages, "face")


@dataclass(frozen=True)
class GameReport:
    """The documents of a game, and everything that is wrong with them."""

    pages: tuple[tuple[tuple[str, str, str], Mapping[str, int]], ...] = ()
    """Game, part, and locale, each with the number of pages by paper size; 0 if something is wrong."""
    problems: tuple[Problem, ...] = ()
    """Problems of files, most of which prevented the layout."""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of documents by the error that they share."""
    translations: tuple[str, ...] = ()
    """Problems of translations that are not drafts."""
    warnings: tuple[str, ...] = ()
    open_texts: tuple[str, ...] = ()
    """Lines about languages that still need a translator."""
    is_cacheable: bool = True
    """False if the game depends on more than its files."""

    @property
    def documents(self) -> int:
        return sum(len(papers) for _, papers in self.pages)


def join_reports(reports: Iterable[GameReport]) -> GameReport:
    """Return the report of all games; problems of shared files are listed once."""
    found = [*reports]
    errors: dict[str, tuple[str, ...]] = {}
    for name, jobs in chain.from_iterable(one.errors.items() for one in found):
        errors[name] = (*errors.get(name, ()), *jobs)
    return GameReport(
        pages=tuple(row for one in found for row in one.pages),
        problems=tuple(dict.fromkeys(problem for one in found for problem in one.problems)),
        errors=errors,
        translations=tuple(text for one in found for text in one.translations),
        warnings=tuple(dict.fromkeys(text for one in found for text in one.warnings)),
        open_texts=tuple(text for one in found for text in one.open_texts),
    )


MOST_NAMED = 3
"""Maximum number of texts that are named in a line."""


def check_game(path: Path, shelf: Shelf, locales: tuple[str, ...]) -> GameReport:
    """Check a game in some languages, or in `all`, with a progress bar, and return its report.

    Raises UnknownName for an unknown language.
    """
    try:
        kit, texts, fonts = read_kit_and_texts(path, shelf=shelf)
        statuses = tuple(check_translations(kit, texts))
    except DataError as error:
        return GameReport(problems=error.problems, is_cacheable=False)
    jobs = choose_jobs([ReadGame(kit, fonts)], read_cached_papers(shelf), locale_names=locales)
    chosen = {job.locale for job in jobs}
    statuses = tuple(status for status in statuses if status.locale in chosen)
    with show_progress(len(jobs)) as show:
        findings = check_jobs(jobs, report=show)
    pages: dict[tuple[str, str, str], dict[str, int]] = {}
    errors: dict[str, list[str]] = {}
    warnings: dict[str, None] = {}
    for found in findings:
        job = found.job
        row = pages.setdefault((kit.slug, job.part.id, job.locale), {})
        row[job.paper.id] = 0 if found.errors else found.pages
        warnings |= dict.fromkeys(found.warnings)
        for wrong in found.errors:
            errors.setdefault(str(wrong), []).append(str(job))
    themes = (kit.folder / "themes", shelf.themes)
    similar = list_similar_colours(kit.theme.id, themes) if kit.theme.distinct else ()
    problems = (
        str(issue.problem)
        for status in statuses
        for issue in status.issues
        if issue.type in ("missing", "icons") and not status.is_draft
    )
    return GameReport(
        pages=tuple(pages.items()),
        problems=tuple(similar),
        errors={wrong: tuple(names) for wrong, names in errors.items()},
        translations=tuple(problems),
        warnings=tuple(warnings),
        open_texts=tuple(list_open_texts(statuses)),
        is_cacheable=is_cacheable(kit),
    )


def list_open_texts(statuses: Iterable[TranslationStatus]) -> Iterator[str]:
    """Yield a line for each language with texts that fall back to English or need a review."""
    for status in statuses:
        name = f"{status.locale} of {status.game}"
        if fallbacks := status.required - status.translated:
            yield f"{name} is a draft: {format_count(fallbacks, 'text')} still in English"
        if stale := status.list_issues("stale"):
            texts = format_count(len(stale), "text")
            keys = join_some([issue.key for issue in stale], most=MOST_NAMED)
            yield f"{name}: the English of {texts} has changed ({keys}; petri locale accept)"
        if unreviewed := len(status.list_issues("unreviewed")):
            texts = format_count(unreviewed, "text")
            yield f"{name}: {texts} not yet reviewed against the English (petri locale accept)"


"""Maximum number of documents that are named before an error; the table shows all."""


def check_and_report(options: CheckOptions) -> int:
    """Return the exit code; raises UnknownName for an unknown game.

    A game that has not changed since it was checked is not checked again.
    """
    shelf = find_shelf(is_cached=not options.is_fresh)
    if options.goes_to:
        # JOINED

        return check_for_service(options, shelf)
    folders = find_each(shelf.find_game, shelf.choose_games(options.games))
    found = join_reports(_find_report(path, shelf, options.locales) for path in folders)
    if found.pages:
        _show_pages(found, shelf)
    errors = (f"{join_some(jobs, most=MOST_NAMED)}: {error}" for error, jobs in found.errors.items())
    wrong = [*map(str, found.problems), *errors, *found.translations]
    for line in (*wrong, *(f"warning: {text}" for text in found.warnings), *found.open_texts):
        typer.echo(line)
    what = f"{format_count(len(folders), 'game')}, {format_count(found.documents, 'document')}"
    typer.echo(f"{what}: {format_count(len(wrong), 'problem') if wrong else 'no problems'}")
    return EXIT_WRONG if wrong else 0


def _find_report(path: Path, shelf: Shelf, locales: tuple[str, ...]) -> GameReport:
    def check() -> GameReport:
        # JOINED

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
