"""`petri make`: build files with a progress bar, then print a summary."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from os.path import commonpath
from pathlib import Path
from time import perf_counter, time_ns

import typer

from generator.cli.printing.choices import DestinationChoice, RunChoices
from generator.cli.printing.options import BoxOptions, MakeOptions
from generator.cli.terminal.echo import echo
from generator.cli.terminal.progress import show_progress
from generator.errors import GeneratorError, Notice, format_count
from generator.make.jobs.jobs import Choices, Job, Run, choose_formats, send_to
from generator.make.jobs.processes import count_processors
from generator.make.jobs.typed import TypedChoices
from generator.make.pipeline import check_folders, make, warn_of_other_games
from generator.make.printed import keep_made
from generator.make.runs import find_destination, plan_run
from generator.model.kit import Kit
from generator.model.played import Position, Takes
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import replace
from generator.output import WriteResult
from generator.read.files.shelf import Shelf, find_shelf

MOST_NAMED = 8
"""Most files that are listed one by one."""
MOST_WARNINGS = 20


def make_files(options: MakeOptions) -> None:
    """Build the files once, or whenever a file of the games changes; raises GeneratorError."""
    run = watch_and_report if options.run.is_watched else make_and_report
    run(options.choices, options.run)


def make_boxes(options: BoxOptions) -> None:
    """Build the boxes, or the dividers; raises GeneratorError."""
    choices, divides = options.choices, options.is_divided
    make_and_report(replace(choices, boxes=not divides, dividers=divides), options.run)


def make_and_report(chosen: TypedChoices, how: RunChoices) -> None:
    """Build the files, print a summary, and open them if asked; raises GeneratorError."""
    chosen = replace(chosen, games=tuple(map(_find_deck, chosen.games)))
    began, since = perf_counter(), time_ns()
    shelf = find_shelf(is_cached=not how.is_fresh)
    choices = choose_formats(Choices(**vars(chosen)), partial(_find_takes, how.is_trusted))
    if choices.find_takes and how.is_changed:
        raise typer.BadParameter("does not apply to --to form", param_hint="--changed")
    if how.goes_to:
        choices = _send(choices, how.goes_to, shelf)
    if how.is_trusted and not (choices.find_takes or (choices.destination and choices.destination.is_table)):
        raise typer.BadParameter("applies to --to form and to game tables", param_hint="--trust")
    printer = None
    if how.printer:
        from generator.make.calibration import find_printer

        printer = find_printer(shelf, how.printer)
    # Pictures have no paper, whichever the printer has.
    paper = printer.paper if printer and not choices.destination else ""
    choices = replace(choices, printer=printer, papers=choices.papers or (paper or DEFAULT_PAPER,))
    run = find_changed(choices, shelf) if how.is_changed else plan_run(choices, shelf)
    if how.is_changed and not run.jobs:
        return
    kits = {job.game.kit.path: job.game.kit for job in run.jobs}.values()
    check_folders(kits)
    with show_progress(len(run.jobs)) as show:
        find_start = partial(_find_start, how.is_trusted)
        outcome = make(run, report=show, processes=how.jobs or count_processors(), find_start=find_start)
    echo(format_outcome(outcome, choices.folder, perf_counter() - began))
    for note in outcome.notes:
        echo(note)
    age = run.choices.destination.describe_age(date.today()) if run.choices.destination else ""
    warnings = [Notice(age, is_error=False)] if age else []
    others = warn_of_other_games(shelf.cache, kits, choices.folder)
    if warnings := [*warnings, *others, *outcome.warnings]:
        # Most runs have no warnings.
        from generator.cli.terminal.notices import print_notices

        print_notices(warnings, most=MOST_WARNINGS, err=True)
    for line in list_drafts(run.jobs):
        echo(line, err=True)
    if is_on_paper(run, choices) and not choices.find_takes:
        for kit in kits:
            keep_made(shelf.cache, kit, choices, since=since)
    if how.is_opened:
        open_files(_list_files(outcome), choices.folder)


def _find_deck(name: str) -> str:
    """Return the name of a game; that of a PDF file is the deck of its cards."""
    if not name.lower().endswith(".pdf") or Path(name).is_dir():
        return name
    # Few runs have one.
    from generator.cli.printing.importing import find_pdf_deck

    return find_pdf_deck(name)


def _send(choices: Choices, goes_to: DestinationChoice, shelf: Shelf) -> Choices:
    """Return the choices for a destination; raises UnknownName."""
    printing = replace(
        choices.printing, resize=goes_to.resize, copies_as_files=goes_to.copies, is_test=goes_to.test
    )
    choices = replace(choices, printing=printing, anyway=goes_to.anyway, pictures_at=goes_to.at)
    return send_to(choices, find_destination(shelf, goes_to.name))


# Rules are imported only for game tables, and for files to fill in.


def _find_start(is_trusted: bool, kit: Kit) -> Position:
    from generator.cli.terminal.trust import decide_trust
    from generator.play.paper import make_start_position

    return make_start_position(decide_trust(kit, is_trusted=is_trusted))


def _find_takes(is_trusted: bool, kit: Kit) -> Sequence[Takes]:
    from generator.cli.terminal.trust import decide_trust
    from generator.play.paper import list_printed_takes

    return list_printed_takes(decide_trust(kit, is_trusted=is_trusted))


def watch_and_report(choices: TypedChoices, how: RunChoices) -> None:
    """Build whenever a file of the games changes, and print problems, until Ctrl-C."""
    from generator.make.screens.workshop import watch_games

    shelf, is_built = find_shelf(), False
    games = [shelf.find_game(name).resolve() for name in shelf.choose_games(choices.games)]
    for has_changed in watch_games(games, without=choices.folder):
        if has_changed or not is_built:
            try:
                make_and_report(choices, replace(how, is_opened=how.is_opened and not is_built))
            except GeneratorError as error:
                from generator.cli.terminal.notices import print_error

                print_error(error)
            is_built = True


def find_changed(choices: Choices, shelf: Shelf) -> Run:
    """Return the run of what differs from what was printed, after printing what that is."""
    from generator.cli.printing.changing import list_changes
    from generator.make.changes import find_changes

    changes = find_changes(choices, shelf)
    for line in list_changes(changes, date.today()):
        echo(line)
    return changes.run


def is_on_paper(run: Run, choices: Choices) -> bool:
    """Return True if what was made is likely to be printed: PDF pages, or pictures for a service."""
    if choices.destination:
        return bool(choices.destination.products)
    return any(form.name == "pdf" for form in run.formats)


def open_files(files: Sequence[Path], folder: Path) -> None:
    """Open one file, or the folder of several, in the program that the system has for it."""
    from generator.cli.terminal.echo import open_on_desktop

    shown = files[0] if len(files) == 1 else _common_folder(files, folder)
    if not open_on_desktop(str(shown)):
        echo(f"{shown}: no program is set up to open it; open it by hand", err=True)


def _list_files(outcome: WriteResult) -> tuple[Path, ...]:
    return tuple(sorted((*outcome.written, *outcome.unchanged)))


def list_drafts(jobs: Iterable[Job]) -> list[str]:
    """Return `pt is a draft: 34 texts of pox are still in English` for each draft."""
    wordings = {(job.game.kit.slug, job.locale): job.game.kit.wordings.get(job.locale) for job in jobs}
    return [
        f"{locale} is a draft: {len(wording.fallbacks)} texts of {game} are still in English"
        for (game, locale), wording in wordings.items()
        if wording is not None and wording.is_draft
    ]


def format_outcome(outcome: WriteResult, folder: Path, seconds: float) -> str:
    """Return `12 files in output (1.3 MB, 0.8 s), 3 of them unchanged`, after the names of a few files."""
    files = _list_files(outcome)
    listed = "".join(f"{file}\n" for file in files) if 1 < len(files) <= MOST_NAMED else ""
    what = str(files[0]) if len(files) == 1 else f"{len(files)} files in {_common_folder(files, folder)}"
    text = f"{what} ({format_size(outcome.bytes)}, {seconds:.1f} s)"
    if outcome.unchanged:
        text += ", unchanged" if not outcome.written else f", {len(outcome.unchanged)} of them unchanged"
    if outcome.removed:
        text += f"; {format_count(len(outcome.removed), 'page')} of an earlier build removed"
    return listed + text


def format_size(size: int) -> str:
    """Return a size in steps of a thousand: `83 kB`, `1.3 MB`."""
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


def _common_folder(files: Sequence[Path], folder: Path) -> Path:
    """Return the deepest folder that has all files; `folder` if there are none."""
    return Path(commonpath([file.parent for file in files])) if files else folder
