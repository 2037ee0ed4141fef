"""Checks a game: every part in every language on every paper size, and its translations."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.cli.printing.reports import GameReport
from generator.cli.terminal.progress import show_progress
from generator.cli.terminal.tables import join_some
from generator.errors import DataError
from generator.make.jobs.jobs import Game, choose_jobs
from generator.make.plan import check_jobs
from generator.read.cached import is_cacheable, read_cached_papers
from generator.read.files.shelf import Shelf
from generator.read.files.text_files import format_count
from generator.read.kits.kits import read_kit_and_texts
from generator.read.kits.shared import list_similar_colours
from generator.translate.status import TranslationStatus, check_translations

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
    jobs = choose_jobs([Game(kit, fonts)], read_cached_papers(shelf), locale_names=locales)
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
