"""`petri locale GAME`: a row for each language, then all of their issues."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

import typer
from rich.text import Text

from generator.cli.languages.options import StatusOptions
from generator.cli.terminal.exits import WRONG
from generator.cli.terminal.progress import show_progress
from generator.cli.terminal.tables import show_table
from generator.errors import UnknownName, describe_unknown
from generator.make.jobs.jobs import find_all
from generator.read.files.shelf import REFERENCE, Shelf, find_shelf
from generator.translate.status import TranslationStatus, examine
from generator.translate.translations import ISSUE_TYPES, Issue
from generator.translate.workspace import SHARED, Workspace, open_workspace

_MOST_SHOWN = 12
"""Issues of one type in one language; JSON has all."""
_EXAMPLES = 3
"""Issues shown of a type that has more."""


def examine_and_report(options: StatusOptions) -> int:
    """Return the exit code: 1 if a released language has issues; raises GeneratorError."""
    text_only = options.text_only
    workspaces = _open_workspaces(options.games, find_shelf())
    _check_locales(options.locales, workspaces)
    chosen = [(one, locale) for one in workspaces for locale in _list_locales(one, options.locales)]
    with show_progress(0 if text_only else sum(count_jobs(workspace) for workspace, _ in chosen)) as show:
        statuses = [examine(*each, text_only=text_only, report=show) for each in chosen]
    if options.as_json:
        typer.echo(json.dumps([_list_values(status) for status in statuses], ensure_ascii=False, indent=2))
    else:
        _show(statuses, text_only=text_only)
    return WRONG if any(status.fails for status in statuses) else 0


def _open_workspaces(games: tuple[str, ...], shelf: Shelf) -> list[Workspace]:
    find_all(shelf.find_game, (game for game in games if game != SHARED))
    chosen = shelf.choose_games(games)
    shared = (SHARED,) if chosen == shelf.list_games() and not games else ()
    return [open_workspace(game, shelf) for game in (*chosen, *shared)]


def _list_locales(workspace: Workspace, chosen: tuple[str, ...]) -> list[str]:
    return [locale for locale in (REFERENCE, *workspace.locales) if not chosen or locale in chosen]


def _check_locales(locales: tuple[str, ...], workspaces: Iterable[Workspace]) -> None:
    known = dict.fromkeys(locale for workspace in workspaces for locale in _list_locales(workspace, ()))
    for locale in locales:
        if locale not in known:
            raise UnknownName(describe_unknown("language", locale, known))


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
            typer.echo(line)
    clean, wrong = sum(status.is_clean for status in statuses), sum(status.fails for status in statuses)
    verdict = f"{clean} of {len(statuses)} clean"
    typer.echo(f"{verdict}; {wrong} released with issues" if wrong else verdict)


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
        found = [str(issue.problem) for issue in issues]
        shown = found if len(found) <= _MOST_SHOWN else found[:_EXAMPLES]
        more = len(found) - len(shown)
        if more and type == "characters":  # No font has their script.
            characters = "".join(sorted({one for issue in issues for one in issue.characters}))
            message = f"{len(found)} texts have characters that no font has: {characters}"
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


def _list_issue(issue: Issue) -> dict[str, object]:
    places = {name: getattr(issue.problem, name) for name in ("file", "line", "column", "message", "hint")}
    characters = {"characters": issue.characters} if issue.characters else {}
    return {"key": issue.key, **characters, **places}
