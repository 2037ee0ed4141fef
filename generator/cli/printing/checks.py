"""The checks of `petri check`: games on every paper, their pictures for a service, their rules."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import count
from pathlib import Path

import typer
from rich.text import Text

from generator.cli.printing.options import CheckOptions
from generator.cli.printing.reports import NAMES_IN_LINE, GameReport
from generator.cli.terminal.echo import EXIT_WRONG, echo
from generator.cli.terminal.notices import print_notices
from generator.cli.terminal.progress import show_bar, show_progress
from generator.cli.terminal.tables import show_table
from generator.cli.terminal.trust import decide_trust
from generator.errors import (
    DataError,
    GeneratorError,
    Notice,
    UnknownName,
    format_count,
    join_notices,
    join_some,
)
from generator.make.jobs.findings import sum_up
from generator.make.jobs.jobs import Choices, Job, ReadGame, choose_jobs
from generator.make.jobs.typed import ALL
from generator.make.preflight import CheckFinding, check_jobs
from generator.make.runs import find_destination, find_locales, list_missing_products, plan_run
from generator.model.kit import RULES_FILE, Kit
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import replace
from generator.play.contracts.agreement import list_disagreements, list_referee_problems
from generator.play.contracts.contract import count_promises, list_broken_promises
from generator.play.contracts.samples import make_trial
from generator.read.cached import is_cacheable, read_cached_game, read_cached_papers
from generator.read.files.shelf import Shelf
from generator.read.kits.kits import read_kit_and_texts
from generator.read.kits.shared import list_similar_colours, read_game_theme
from generator.read.wordings.wordings import is_spoken
from generator.rules.game import find_game, find_origin
from generator.translate.translations import TranslationStatus, check_translations


def check_game(
    path: Path, shelf: Shelf, locales: tuple[str, ...], papers: Sequence[str] = (ALL,)
) -> GameReport:
    """Check a game in some languages, or in `all`, with a progress bar, and return its report.

    `papers` are the sizes of paper to lay it out on. Raises UnknownName for an unknown language or paper.
    """
    try:
        wanted = find_locales(locales, [path])
        kit, texts, fonts = read_kit_and_texts(path, shelf=shelf, locales=wanted)
        games, known = [ReadGame(kit, fonts)], read_cached_papers(shelf)
        jobs = choose_jobs(games, known, locale_names=locales, paper_names=papers)
        chosen = {job.locale for job in jobs}
        in_order = [locale for locale in kit.wordings if locale in chosen]
        statuses = tuple(check_translations(kit, texts, in_order))
    except DataError as error:
        return GameReport(notices=error.list_notices(), is_cacheable=False)
    with show_progress(len(jobs)) as show:
        findings = check_jobs(jobs, report=show)
    pages: dict[tuple[str, str, str], dict[str, int]] = {}
    for found in findings:
        job = found.job
        row = pages.setdefault((kit.slug, job.part.id, job.locale), {})
        row[job.paper.id] = 0 if found.is_wrong else found.pages
    themes = (kit.folder / "themes", *shelf.list_all(shelf.themes))
    theme = read_game_theme(kit.path, themes) if kit.theme.distinct else None
    similar = list_similar_colours(theme) if theme else ()
    notices = [problem.describe() for problem in (*similar, *list_disagreements(kit, texts, in_order))]
    notices += (notice for found in findings for notice in found.notices)
    notices += (
        issue.problem.describe()
        for status in statuses
        for issue in status.issues
        if issue.type in ("missing", "icons") and not status.is_draft
        # Missing texts are warnings of the kit already.
        if issue.type == "icons" or not is_spoken(issue.key)
    )
    return GameReport(
        pages=tuple(pages.items()),
        notices=join_notices(notices),
        open_texts=tuple(list_open_texts(statuses)),
        is_cacheable=is_cacheable(kit),
    )


def list_open_texts(statuses: Iterable[TranslationStatus]) -> Iterator[str]:
    """Yield a line for each language with texts that fall back to English or need a review."""
    for status in statuses:
        name = f"{status.locale} of {status.game}"
        if status.is_draft and (fallbacks := status.required - status.translated):
            yield f"{name} is a draft: {format_count(fallbacks, 'text')} still in English"
        if old := [*status.list_issues("kept"), *status.list_issues("stale")]:
            texts = format_count(len(old), "text")
            keys = join_some([issue.key for issue in old], most=NAMES_IN_LINE)
            yield f"{name}: the English of {texts} has changed ({keys}; petri locale accept)"
        if unreviewed := len(status.list_issues("unreviewed")):
            texts = format_count(unreviewed, "text")
            yield f"{name}: {texts} not yet reviewed against the English (petri locale accept)"


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
    listed = [notice for found in findings for notice in found.notices]
    listed += [*report.errors, *report.warnings]
    if age := goes_to.describe_age(date.today()):
        listed.append(Notice(age, is_error=False))
    errors = print_notices(join_notices(listed))
    for note in notes:
        echo(note)
    games = format_count(len({job.game.kit.path for job in taken}), "game")
    what = f"{games}, {format_count(len(taken), 'document')} for {goes_to.name}"
    echo(f"{what}: {format_count(errors, 'problem') if errors else 'no problems'}")
    return EXIT_WRONG if errors else 0


def _show_jobs(jobs: Iterable[Job], findings: Iterable[CheckFinding], destination: str) -> None:
    """Print a row for each part in each language, with the number of pictures or pages."""
    by_job = {str(one.job): one for one in findings}
    rows = (
        (job.game.kit.slug, job.part.id, job.locale, _format_finding(by_job.get(str(job)))) for job in jobs
    )
    show_table(["game", "part", "locale", destination], rows)


def _format_finding(found: CheckFinding | None) -> str | Text:
    if found is None:
        return "no product"
    return Text("wrong", style="bold red") if found.is_wrong else format_count(found.pages, "face")


_GAMES = 200
"""Number of random games with each number of players."""


def list_own_rules(folders: Sequence[Path], shelf: Shelf) -> tuple[Kit, ...]:
    """Return the games that have rules of their own; raises typer.BadParameter if none of them has any."""
    kits: list[Kit] = []
    for path in folders:
        # `petri check` reports why its files cannot be read.
        with suppress(DataError):
            kits.append(read_cached_game(path, shelf=shelf)[0])
    own = (kit for kit in kits if kit.scoring or find_origin(kit.folder, kit.id) in ("rules.py", "installed"))
    found = tuple(own)
    if kits and not found:
        message = f"has no effect: there is no {RULES_FILE} or score.yaml"
        raise typer.BadParameter(message, param_hint="--trust")
    return found


def try_rules(kits: Iterable[Kit]) -> tuple[Notice, ...]:
    """Return the problems of the rules of trusted games."""
    return tuple(notice for kit in kits for notice in _try(kit))


def _try(kit: Kit) -> Iterator[Notice]:
    try:
        game = find_game(decide_trust(kit, is_trusted=True))
    except GeneratorError as error:
        yield from error.list_notices()
        return
    yield from (problem.describe() for problem in list_referee_problems(kit, game))
    trial, number = make_trial(game, games=_GAMES), count()
    with show_bar(count_promises(game)) as update:
        broken = [*list_broken_promises(trial, lambda promise: update(promise, next(number)))]
    yield from (Notice(each.message, each.place, is_error=each.is_error) for each in broken)
    seats = ", ".join(map(str, trial.numbers))
    played = (
        f"{format_count(_GAMES, 'random game')} each with {seats} players" if game.has_moves else "no moves"
    )
    echo(f"rules of {kit.slug}: {played}, {format_count(len(game.forms), 'form')}")
