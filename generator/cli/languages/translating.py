"""The commands of `petri locale`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path
from textwrap import indent
from typing import cast, get_args

import typer
from rich.text import Text

from generator.cli.languages.options import (
    AcceptOptions,
    ExportOptions,
    ImportOptions,
    LocaleNewOptions,
    ProofOptions,
    StatusOptions,
    UpdateOptions,
)
from generator.cli.terminal.echo import EXIT_WRONG, echo, echo_json
from generator.cli.terminal.progress import show_progress
from generator.cli.terminal.tables import show_table
from generator.errors import OutputError, UnknownName, describe_unknown, find_each, format_count, join_some
from generator.make.jobs.jobs import find_paper
from generator.output import OUTPUT, Staging
from generator.play.contracts.agreement import (
    format_rule_reviews,
    hash_rules,
    name_rule_reviews,
    read_rule_reviews,
)
from generator.play.contracts.samples import read_samples
from generator.read.files.shelf import REFERENCE, Shelf, find_shelf
from generator.read.wordings.grammars import describe_unknown_language
from generator.translate.exchange import ExchangeFormat, Import, export, import_file, is_exported
from generator.translate.markdown import carry_texts
from generator.translate.proof import Proof, format_proof, list_prints
from generator.translate.translations import (
    ISSUE_TYPES,
    SHARED_TEXTS,
    TranslationIssue,
    TranslationStatus,
    Workspace,
    accept,
    check_new_language,
    count_texts,
    examine,
    open_to_write,
    open_workspace,
    start_language,
)

_MOST_SHOWN = 12
"""Issues of one type in one language; JSON has all."""
_EXAMPLES = 3
"""Issues shown of a type that has more."""
_MOST_NAMED = 8
_THEN, _NOW = "English then", "English now"


def examine_and_report(options: StatusOptions) -> int:
    """Return the exit code: 1 if a released language has issues; raises GeneratorError."""
    text_only = options.text_only
    workspaces = _open_workspaces(options.games, find_shelf())
    _check_locales(options.locales, workspaces)
    chosen = [(one, locale) for one in workspaces for locale in _list_locales(one, options.locales)]
    with show_progress(0 if text_only else sum(count_jobs(workspace) for workspace, _ in chosen)) as show:
        statuses = [examine(*each, text_only=text_only, report=show) for each in chosen]
    if options.as_json:
        echo_json([_list_values(status) for status in statuses], indent=2)
    else:
        _show(statuses, text_only=text_only)
    return EXIT_WRONG if any(status.fails for status in statuses) else 0


def _open_workspaces(games: tuple[str, ...], shelf: Shelf) -> list[Workspace]:
    find_each(shelf.find_game, (game for game in games if game != SHARED_TEXTS))
    chosen = shelf.choose_games(games)
    shared = (SHARED_TEXTS,) if chosen == shelf.list_games() and not games else ()
    return [open_workspace(game, shelf) for game in (*chosen, *shared)]


def _list_locales(workspace: Workspace, chosen: tuple[str, ...]) -> list[str]:
    return [locale for locale in (REFERENCE, *workspace.locales) if not chosen or locale in chosen]


def _check_locales(locales: tuple[str, ...], workspaces: Iterable[Workspace]) -> None:
    known = dict.fromkeys(locale for workspace in workspaces for locale in _list_locales(workspace, ()))
    for locale in locales:
        if locale not in known:
            raise UnknownName(describe_unknown_language(locale, known))


def count_jobs(workspace: Workspace) -> int:
    """Return how many parts are laid out for one language."""
    kit = workspace.kit
    return len(kit.parts) * len(kit.papers or workspace.papers) if kit else 0


def _show(statuses: Sequence[TranslationStatus], *, text_only: bool) -> None:
    counts: dict[str, list[int]] = {
        type: [len(status.list_issues(type)) for status in statuses] for type in ISSUE_TYPES
    }
    counts["overflow"] = [len(status.overflows) for status in statuses]
    columns = {type: column for type, column in counts.items() if any(column)}
    heads = ["game", "locale", "status", "texts", *columns]
    rows = [
        _make_row(status, numbers, text_only)
        for status, *numbers in zip(statuses, *columns.values(), strict=True)
    ]
    show_table(heads if text_only else [*heads, "smallest type"], rows)
    for status in statuses:
        for line in _list_lines(status):
            echo(line)
    clean, wrong = sum(status.is_clean for status in statuses), sum(status.fails for status in statuses)
    verdict = f"{clean} of {len(statuses)} clean"
    echo(f"{verdict}; {wrong} released with issues" if wrong else verdict)


def _make_row(status: TranslationStatus, counts: Sequence[int], text_only: bool) -> list[str | Text]:
    done = f"{status.translated} of {status.required}"
    style = "yellow" if status.is_draft else "bold red"
    row: list[str | Text] = [status.game, status.locale, status.name, done]
    row += [Text(str(count), style=style) if count else "·" for count in counts]
    if not text_only:
        row.append(f"{status.smallest.points:g} pt" if status.smallest else "")
    return row


def _list_lines(status: TranslationStatus) -> Iterator[str]:
    for type in ISSUE_TYPES:
        issues = status.list_issues(type)
        problems = [str(issue.problem) for issue in issues]
        shown = problems if len(problems) <= _MOST_SHOWN else problems[:_EXAMPLES]
        more = len(problems) - len(shown)
        if more and type == "characters":  # No font has their script.
            characters = "".join(sorted({one for issue in issues for one in issue.characters}))
            message = f"{len(problems)} texts have characters that no font has: {characters}"
            hint = "put a font for them into the game's folder `fonts`"
            yield f"{status.game} {status.locale}: {message} ({hint})"
            continue
        yield from shown
        if more:
            yield f"{status.game} {status.locale}: {more} more texts are {type} (--json has all)"
    for overflow in status.overflows:
        papers = ", ".join(overflow.papers)
        yield f"{status.game}/{overflow.part}-{status.locale} ({papers}): {overflow.message}"


def _list_values(status: TranslationStatus) -> dict[str, object]:
    return {
        "game": status.game,
        "locale": status.locale,
        "language": status.language,
        "status": status.name,
        "clean": status.is_clean,
        "texts": status.required,
        "translated": status.translated,
        **{type: [_list_issue(issue) for issue in status.list_issues(type)] for type in ISSUE_TYPES},
        "overflows": [{**asdict(one), "over_mm": round(one.over_mm, 2)} for one in status.overflows],
        "smallest": status.smallest and asdict(status.smallest),
    }


def _list_issue(issue: TranslationIssue) -> dict[str, object]:
    problem = issue.problem
    return {
        "key": issue.key,
        **({"characters": issue.characters} if issue.characters else {}),
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "hint": problem.hint,
    }


def accept_and_report(options: AcceptOptions) -> None:
    """Mark translations as up to date; raises GeneratorError, and then nothing is written."""
    workspace, locale = open_to_write(options.game, find_shelf()), options.locale
    if locale == REFERENCE:
        _accept_rules(workspace, options.keys)
        return
    with Staging(home=workspace.source.folder) as staging:
        done = accept(workspace.read(locale), options.keys, staging)
    width = max(len(locale), len(_THEN))
    for one in done.accepted:
        echo(one.key)
        texts = {_THEN: one.before, _NOW: one.english, locale: one.translation}
        for head, text in texts.items() if one.before else [*texts.items()][1:]:
            echo(indent(f"{head:{width}}  {text}", " " * 4).replace("\n", "\n" + " " * (width + 2)))
        for finding in one.findings:
            echo(f"    no longer reported: {finding}")
    kept = sum(one.is_kept for one in done.accepted)
    note = f", {kept} of them kept as they were" if kept else ""
    echo(f"{locale}: {format_count(len(done.accepted), 'text')} accepted{note}")
    if done.left:
        echo("    not accepted, since each of these must be read; name those that are right:")
        for key in done.left:
            echo(f"    {key}")


def _accept_rules(workspace: Workspace, names: Sequence[str]) -> None:
    """Mark rules as told by the book; raises UnknownName for a name that is neither a rule nor a group."""
    kit, texts = workspace.kit, workspace.source
    if kit is None:
        raise UnknownName("shared texts have no rules; name a game")
    hashes, known = hash_rules(kit, texts), dict(read_rule_reviews(texts))
    names = [name.removeprefix(f"rule.{kit.id}.") for name in names]
    chosen = [rule for rule in hashes if any(f"{rule}.".startswith(f"{name}.") for name in names)]
    for name in names:
        if not any(f"{rule}.".startswith(f"{name}.") for rule in hashes):
            raise UnknownName(describe_unknown("told rule", name, tuple(hashes)))
    kept = {rule: hashes[rule] if rule in chosen else known.get(rule, hashes[rule]) for rule in hashes}
    kept = {rule: found for rule, found in kept.items() if rule in chosen or rule in known}
    with Staging(home=texts.folder) as staging:
        staging.write(name_rule_reviews(texts), format_rule_reviews(kept).encode())
    echo(f"{format_count(len(chosen), 'rule')} accepted: {join_some(chosen, most=_MOST_NAMED)}")


def carry_and_report(options: UpdateOptions) -> None:
    """Take translations along to the new keys of their English; raises GeneratorError."""
    workspace = open_to_write(options.game, find_shelf())
    _check_locales(options.locales, [workspace])
    for locale in (one for one in workspace.locales if not options.locales or one in options.locales):
        with Staging(home=workspace.source.folder) as staging:
            done = carry_texts(workspace, locale, staging)
        echo(f"{locale}: {format_count(len(done.keys), 'text')} with a new key, to be reviewed")
        for old, new in done.keys.items():
            echo(f"    {old} -> {new}")
        for key in done.left:
            echo(f"    {key}: there is no similar English text")


def export_and_report(options: ExportOptions) -> None:
    """Write the texts of a language for translators; raises GeneratorError."""
    locale, file = options.locale, options.file
    format = _find_format(file)
    _check_tag(locale)
    if file.is_file() and not options.force:
        raise OutputError(str(file), "the file already exists; --force overwrites it")
    if file.is_file() and not is_exported(file, format):
        raise OutputError(str(file), "the file has no texts that were exported; choose another name")
    workspace = open_workspace(options.game, find_shelf())
    translation = workspace.read_or_start(locale)
    with Staging() as staging:
        prints = list_prints(workspace, locale, translation.cells)
        data = export(workspace.title, translation, format, prints, only_open=options.only_open)
        staging.write(file, data)
    status = count_texts(workspace.title, translation)
    echo(f"{file}: {format_count(status.required, 'text')}, {status.translated} of them translated")
    if cells := translation.cells:
        tables = list(dict.fromkeys(str(cell.file) for cell in cells.values()))
        count = format_count(len(cells), "text is", "texts are")
        echo(f"    {count} in columns of {join_some(tables, most=_MOST_NAMED)}")
    for issue in status.list_issues("missing"):
        if (home := cells.get(issue.key)) and home.cell is None:
            echo(f"    {issue.problem}")


def prove_and_report(options: ProofOptions) -> None:
    """Write the proof of a language, as PDF or as text; raises GeneratorError."""
    locale, out = options.locale, options.out
    is_text = out is not None and out.suffix.lower() in _TEXT
    if out is not None and out.suffix.lower() != ".pdf" and not is_text:
        message = f"a proof is a PDF or a text; `{out.name}` ends with neither .pdf nor .md"
        raise typer.BadParameter(message, param_hint="--out")
    if options.only and not is_text:
        raise typer.BadParameter("a PDF has all texts; name a text, such as proof.md", param_hint="--only")
    workspace = open_workspace(options.game, find_shelf())
    if workspace.kit is None and not is_text:
        raise UnknownName("the shared texts have no pages of their own: proof a game that uses them")
    translation = workspace.read(locale)
    fill = read_samples(workspace.kit, workspace.source).fill
    if out is not None and is_text:
        known = {group for key in translation.english for group in accumulate(key.split("."), _join_key)}
        if unknown := [one for one in options.only if one not in known]:
            raise UnknownName(f"no text or group `{unknown[0]}` in {locale}")
        text = format_proof(workspace.title, translation, fill, only=options.only)
        with Staging() as staging:
            staging.write(out, text.encode())
        echo(out)
        return
    assert workspace.kit, "a PDF is made of the pages of a kit"
    chosen = find_paper(workspace.papers, options.paper)
    with show_progress(count_jobs(workspace)) as show:
        status = examine(workspace, locale, report=show)
    prints = list_prints(workspace, locale, translation.cells)
    proof = Proof(workspace.kit, workspace.fonts, chosen, translation, status, prints, fill)
    place = out or OUTPUT / workspace.kit.slug / f"proof-{locale}-{chosen.id}.pdf"
    with Staging(home=None if out else OUTPUT) as staging:
        staging.write(place, proof.make())
    echo(place)


_TEXT = (".md", ".txt")


def _join_key(group: str, step: str) -> str:
    return f"{group}.{step}"


def import_and_report(options: ImportOptions) -> None:
    """Import the texts of a file into a language; raises GeneratorError, and then nothing is written."""
    format = _find_format(options.file)
    _check_tag(options.locale)
    workspace = open_to_write(options.game, find_shelf())
    with Staging(home=workspace.home) as staging:
        done = import_file(workspace, options.locale, format, options.file, staging)
    echo(f"{done.path}: {done.new} new, {done.changed} changed, {done.accepted} accepted unchanged")
    for message, keys in (
        ("not in English, left out", done.unknown),
        ("translated from an older English", done.stale),
        ("the same as in English", done.identical),
    ):
        if keys:
            echo(f"    {message}: {join_some(keys, most=_MOST_NAMED)}")
    _show_tables(done)
    if done.empty:
        echo(f"    not translated in the file: {format_count(done.empty, 'text')}")


def _show_tables(done: Import) -> None:
    """Print which texts of tables were imported, and which ones must be changed by hand."""
    tables = done.tables
    for path, count in tables.written.items():
        echo(f"{path}: {format_count(count, 'cell')} written")
    for (path, column), count in tables.lacking.items():
        texts = format_count(count, "text is", "texts are")
        echo(f"    {path} has no column `{column}`, so {texts} left out: add it, and import again")
    if tables.by_hand:
        cells = format_count(len(tables.by_hand), "cell is", "cells are")
        echo(f"    {cells} not written, since only CSV is changed: change them in the table")
    for line in tables.by_hand:
        echo(f"    {line}")
    if done.comments:
        comments = format_count(done.comments, "comment")
        echo(f"    {comments} on texts of tables left out, since tables have no place for them")


def _find_format(file: Path) -> ExchangeFormat:
    for known in get_args(ExchangeFormat):
        if file.suffix.lower() == f".{known}":
            return cast(ExchangeFormat, known)
    raise typer.BadParameter(f"`{file}` ends with neither .po nor .csv", param_hint="FILE")


def _check_tag(locale: str) -> None:
    try:
        check_new_language(locale)
    except UnknownName as error:
        raise typer.BadParameter(str(error), param_hint="LOCALE") from error


def start_and_report(options: LocaleNewOptions) -> None:
    """Write the file of a new language; raises GeneratorError."""
    game, locale = options.game, options.locale
    _check_tag(locale)
    workspace = open_to_write(game, find_shelf())
    path = start_language(workspace, locale)
    echo(f"{path}: {format_count(len(workspace.source.required(locale)), 'text')} to translate")
    echo(f"  petri locale {game} shows the progress")
