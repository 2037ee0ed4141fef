"""`petri locale accept`, `new`, `export`, `import`, and `proof`, with their summaries."""

from pathlib import Path
from typing import cast, get_args

import typer

from generator.cli.languages.options import (
    AcceptOptions,
    ExportOptions,
    ImportOptions,
    NewOptions,
    ProofOptions,
)
from generator.cli.languages.status import count_jobs
from generator.cli.terminal.progress import show_progress
from generator.cli.terminal.tables import join_some
from generator.errors import OutputError, UnknownName
from generator.make.jobs.jobs import find_paper
from generator.model.texts.wordings import PSEUDO
from generator.output import Staging
from generator.read.files.shelf import find_shelf
from generator.read.files.text_files import format_count
from generator.read.wordings.grammars import describe_language, find_language_of
from generator.read.wordings.wordings import check_locale
from generator.translate.exchange import Format, export, import_file
from generator.translate.prints import find_prints
from generator.translate.proof import Proof
from generator.translate.status import examine
from generator.translate.workspace import accept, open_to_write, open_workspace, start_language

_MOST_NAMED = 8


def accept_and_report(options: AcceptOptions) -> None:
    """Mark translations as up to date; raises GeneratorError, and then nothing is written."""
    workspace = open_to_write(options.game, find_shelf())
    with Staging() as staging:
        locales = workspace.locales if options.locale is None else (options.locale,)
        accepted = [accept(workspace, one, options.keys, staging) for one in locales]
    for one in accepted:
        typer.echo(f"{one.locale}: {format_count(one.accepted, 'text')} accepted")
        if one.identical:
            names = join_some(one.identical, most=_MOST_NAMED)
            typer.echo(f"    not accepted, since they are the same as in English: {names}")


def export_and_report(options: ExportOptions) -> None:
    """Write the texts of a language for translators; raises GeneratorError."""
    locale, file = options.locale, options.file
    format = _find_format(file)
    _check_tag(locale)
    if file.is_file() and not options.force:
        raise OutputError(str(file), "the file already exists; --force overwrites it")
    workspace = open_workspace(options.game, find_shelf())
    translation = workspace.read_or_start(locale)
    with Staging() as staging:
        staging.write(file, export(workspace.title, translation, format, find_prints(workspace, locale)))
    required = workspace.source.required(locale)
    done = len(required.keys() & translation.sentences.keys())
    typer.echo(f"{file}: {format_count(len(required), 'text')}, {done} of them translated")


def prove_and_report(options: ProofOptions) -> None:
    """Write the proof of a language; raises GeneratorError."""
    locale, out = options.locale, options.out
    if out is not None and out.suffix.lower() != ".pdf":
        raise typer.BadParameter(f"a proof is a PDF; `{out.name}` does not end with .pdf", param_hint="--out")
    workspace = open_workspace(options.game, find_shelf())
    if workspace.kit is None:
        raise UnknownName("the shared texts have no pages of their own: proof a game that uses them")
    chosen = find_paper(workspace.papers, options.paper)
    translation = workspace.read(locale)
    with show_progress(count_jobs(workspace)) as show:
        status = examine(workspace, locale, report=show)
    prints = find_prints(workspace, locale)
    proof = Proof(workspace.kit, workspace.fonts, chosen, translation, status, prints)
    place = out or Path("output") / workspace.kit.slug / f"proof-{locale}-{chosen.id}.pdf"
    with Staging() as staging:
        staging.write(place, proof.make())
    typer.echo(place)


def import_and_report(options: ImportOptions) -> None:
    """Import the texts of a file into a language; raises GeneratorError, and then nothing is written."""
    format = _find_format(options.file)
    _check_tag(options.locale)
    workspace = open_to_write(options.game, find_shelf())
    with Staging() as staging:
        done = import_file(workspace, options.locale, format, options.file, staging)
    typer.echo(f"{done.path}: {done.new} new, {done.changed} changed, {done.accepted} accepted unchanged")
    for message, keys in (
        ("not in English, left out", done.unknown),
        ("translated from an older English", done.stale),
        ("the same as in English", done.identical),
    ):
        if keys:
            typer.echo(f"    {message}: {join_some(keys, most=_MOST_NAMED)}")
    if done.empty:
        typer.echo(f"    not translated in the file: {format_count(done.empty, 'text')}")


def _find_format(file: Path) -> Format:
    for known in get_args(Format):
        if file.suffix.lower() == f".{known}":
            return cast(Format, known)
    raise typer.BadParameter(f"`{file}` ends with neither .po nor .csv", param_hint="FILE")


def _check_tag(locale: str) -> None:
    try:
        check_locale(locale)
    except ValueError as error:
        hint = "write it like es, pt-BR, or sr-Latn"
        raise typer.BadParameter(f"{error}; {hint}", param_hint="LOCALE") from error
    if locale == PSEUDO:
        raise typer.BadParameter(f"`{PSEUDO}` is made from English when it is printed", param_hint="LOCALE")
    meant = find_language_of(locale)
    if meant is not None:
        name = describe_language(meant)[0]
        message = f"no language has the tag `{locale}`; did you mean `{meant}` ({name})?"
        raise typer.BadParameter(message, param_hint="LOCALE")


def start_and_report(options: NewOptions) -> None:
    """Write the file of a new language; raises GeneratorError."""
    game, locale = options.game, options.locale
    _check_tag(locale)
    workspace = open_to_write(game, find_shelf())
    path = start_language(workspace, locale)
    typer.echo(f"{path}: {format_count(len(workspace.source.required(locale)), 'text')} to translate")
    typer.echo(f"  petri locale {game} shows the progress")
