"""`petri check --for`: a table of what a service prints, then everything that it would refuse."""

from collections.abc import Iterable
from datetime import date

import typer
from rich.text import Text

from generator.cli.printing.options import CheckOptions
from generator.cli.terminal.exits import WRONG
from generator.cli.terminal.progress import show_progress
from generator.cli.terminal.tables import show_table
from generator.errors import UnknownName
from generator.make.jobs.choices import Choices
from generator.make.jobs.findings import sum_up
from generator.make.jobs.jobs import Job
from generator.make.plan import Finding, check_jobs
from generator.make.runs import find_destination, list_missing_products, plan_run
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import replace
from generator.read.files.shelf import Shelf
from generator.read.files.text_files import format_count


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
    return WRONG if errors else 0


def _show_jobs(jobs: Iterable[Job], findings: Iterable[Finding], destination: str) -> None:
    """Print a row for each part in each language, with the number of pictures or pages."""
    found = {str(one.job): one for one in findings}
    rows = (
        (job.game.kit.slug, job.part.id, job.locale, _format_finding(found.get(str(job)))) for job in jobs
    )
    show_table(["game", "part", "locale", destination], rows)


def _format_finding(found: Finding | None) -> str | Text:
    if found is None:
        return "no product"
    return Text("wrong", style="bold red") if found.is_wrong else format_count(found.pages, "face")
