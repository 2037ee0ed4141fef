"""`petri diff`: what differs between two versions of a game."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from generator.cli.printing.options import DiffOptions
from generator.cli.terminal.echo import echo, echo_json
from generator.errors import (
    DataError,
    PartErrors,
    Problem,
    UnknownName,
    describe_unknown,
    format_count,
    join_some,
)
from generator.inputs import is_attached
from generator.make.changes import LookChanges, compare_looks
from generator.make.jobs.jobs import DEFAULTS, Job, choose_jobs, find_papers
from generator.make.jobs.typed import ALL, spell_part
from generator.make.versions import (
    KINDS,
    Version,
    VersionChange,
    format_data,
    list_version_changes,
    read_version,
    write_version_page,
)
from generator.model.printing.printing import DEFAULT_PAPER
from generator.output import Staging
from generator.read.files.packs import COLON, is_revision, open_revision
from generator.read.files.shelf import YAML, Shelf, find_game_in, find_shelf

DIFFERENT = 1
"""Exit code if something differs, as that of diff."""
_SIGNS = {"added": "+", "removed": "-", "changed": "~", "renamed": ">", "moved": "^"}
_MOST_NAMED = 20
_LONGEST = 160
"""Characters of a value on the terminal."""


def compare_and_report(options: DiffOptions) -> int:
    """List the differences, and return the exit code; raises GeneratorError."""
    shelf = find_shelf()
    old, new = _read_versions(options, shelf)
    _check_choices(old, new, options)
    changes = list_version_changes(old, new)
    looks, notes = _compare_looks(old, new, options, shelf) if options.has_looks and changes else ((), ())
    names = old.name, new.name
    if options.file:
        if options.file.suffix.lower() not in (".html", ".htm"):
            raise typer.BadParameter(f"{str(options.file)!r} does not end with .html", param_hint="--to")
        page = write_version_page(names, new.game.kit.slug, changes, looks, notes)
        with Staging() as staging:
            staging.write(options.file, page)
    if options.as_json:
        echo_json(_list_facts(names, changes, looks, notes), indent=2)
    else:
        for line in _list_lines(names, changes, looks, notes):
            echo(line)
        if options.file:
            echo(f"{options.file}: written")
    return DIFFERENT if changes or looks else 0


def _read_versions(options: DiffOptions, shelf: Shelf) -> tuple[Version, Version]:
    """Read both games; raises DataError with the problems of both."""
    if len(options.games) > 2:
        raise typer.BadParameter("compares two games, OLD and NEW", param_hint="GAME")
    if len(options.games) == 2:
        if options.revision:
            raise typer.BadParameter(
                f"is for one game; write {options.revision}{COLON}PATH for OLD", param_hint="--rev"
            )
        named = [(name, _find_version(name, shelf)) for name in options.games]
    else:
        (name,) = shelf.choose_games(options.games)[:1]
        path = _find_version(name, shelf)
        if is_revision(name):
            raise typer.BadParameter("is one version of a game; name the other one, too", param_hint="GAME")
        folder = path.parent if path.suffix in YAML else path
        inside = f"./{path.name}" if path.suffix in YAML else "./"
        if is_attached(folder):
            raise typer.BadParameter(f"{name!r} is in no commit; name the other game, too", param_hint="GAME")
        before = open_revision(options.revision or "HEAD", inside, at=Path(str(folder)))
        named = [(str(before), find_game_in(before) if before.is_dir() else before), (name, path)]
    versions: list[Version] = []
    problems: list[Problem] = []
    for name, path in named:
        try:
            versions.append(read_version(name, path, shelf))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return versions[0], versions[1]


def _find_version(name: str, shelf: Shelf) -> Path:
    """Return the folder or file of a game, which may be in a commit; raises UnknownName."""
    if not is_revision(name):
        return shelf.find_game(name)
    revision, _, path = name.partition(COLON)
    found = open_revision(revision, path, at=Path())
    return find_game_in(found) if found.is_dir() else found


def _check_choices(old: Version, new: Version, options: DiffOptions) -> None:
    """Raise UnknownName for parts and languages that neither version has."""
    kits = old.game.kit, new.game.kit
    parts = dict.fromkeys(part.id for kit in kits for part in kit.parts)
    locales = dict.fromkeys(locale for kit in kits for locale in kit.wordings)
    unknown_parts = [name for name in options.parts if spell_part(name) not in {ALL, *parts}]
    unknown_locales = [name for name in options.locales if name not in {ALL, *locales}]
    wrong = [describe_unknown("part", name, parts) for name in unknown_parts]
    wrong += [describe_unknown("language", name, locales) for name in unknown_locales]
    if wrong:
        raise UnknownName("\n".join(wrong))


def _compare_looks(
    old: Version, new: Version, options: DiffOptions, shelf: Shelf
) -> tuple[tuple[LookChanges, ...], tuple[str, ...]]:
    """Return what looks different, and which parts cannot be compared because they do not fit."""
    jobs = [_list_jobs(version, options, shelf) for version in (old, new)]
    looks: list[LookChanges] = []
    notes: list[str] = []
    for key in dict.fromkeys((job.part.id, job.locale) for job in (*jobs[1], *jobs[0])):
        pair = [[job for job in side if (job.part.id, job.locale) == key] for side in jobs]
        try:
            looks += compare_looks(*pair)
        except PartErrors as error:
            first = str(error).split("\n")[0]
            notes.append(f"{key[0]} ({key[1]}) cannot be compared, since it cannot be printed: {first}")
    return tuple(looks), tuple(notes)


def _list_jobs(version: Version, options: DiffOptions, shelf: Shelf) -> Sequence[Job]:
    kit = version.game.kit
    papers, _ = find_papers(shelf, [version.folder], DEFAULTS)
    paper = (kit.papers or (DEFAULT_PAPER,))[0]
    # A language or part may be new.
    known = {ALL, *(part.id for part in kit.parts)}
    parts = [one for one in options.parts if spell_part(one) in known]
    locales = [one for one in options.locales if one in {ALL, *kit.wordings}]
    return choose_jobs([version.game], papers, part_names=parts, locale_names=locales, paper_names=[paper])


def _list_lines(
    names: tuple[str, str],
    changes: Sequence[VersionChange],
    looks: Sequence[LookChanges],
    notes: Sequence[str],
) -> Iterator[str]:
    if not changes and not looks:
        yield f"{names[0]} and {names[1]}: nothing differs"
        return
    yield f"{names[0]} -> {names[1]}: {format_count(len(changes), 'change')}"
    for kind, heading in KINDS.items():
        found = [one for one in changes if one.kind == kind]
        if found:
            yield f"{heading}:"
        yield from (f"  {_describe(one)}" for one in found)
    if looks:
        yield "Looks different:"
    yield from (f"  {_describe_look(look)}" for look in looks)
    yield from (f"note: {note}" for note in notes)


def _describe(change: VersionChange) -> str:
    where = " > ".join(change.where)
    start = f"{_SIGNS[change.how]} {change.file}" + f": {where}" * bool(where)
    values = change.before, change.after
    before, after = (None if one is None else _shorten(format_data(one)) for one in values)
    if change.how == "renamed":
        return f"{start} (was {before})"
    if change.how == "moved":
        return f"{start}: order is {after}, was {before}"
    shown = [one for one in (before, after) if one is not None]
    return f"{start}: {' -> '.join(shown)}"


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def _describe_look(look: LookChanges) -> str:
    start = f"{look.part} ({look.locale})"
    if look.after is None:
        return f"{start}: removed"
    if look.before is None:
        return f"{start}: new"
    if look.pages:
        pages = ", ".join(str(index + 1) for index in look.pages.pages)
        gone = f"{format_count(look.pages.removed, 'page')} less" if look.pages.removed else ""
        return f"{start}: {'; '.join(one for one in (pages and f'page {pages}', gone) if one)}"
    assert look.cards is not None
    cards = look.cards
    named = [*cards.changed, *(f"{id} (new)" for id in cards.new)]
    named += [f"{count} more of {id}" for id, count in cards.more.items()]
    named += [f"{count} less of {id}" for id, count in cards.removed.items()]
    return f"{start}: {join_some(named, most=_MOST_NAMED)}"


def _list_facts(
    names: tuple[str, str],
    changes: Sequence[VersionChange],
    looks: Sequence[LookChanges],
    notes: Sequence[str],
) -> dict[str, object]:
    listed = [
        {
            "kind": one.kind, "how": one.how, "file": one.file, "where": one.where, "before": one.before,
            "after": one.after,
        }
        for one in changes
    ]  # fmt: skip
    shown = [
        {
            "part": look.part,
            "locale": look.locale,
            "changed": look.cards.changed if look.cards else (),
            "new": look.cards.new if look.cards else (),
            "more": look.cards.more if look.cards else {},
            "removed": look.cards.removed if look.cards else {},
            "pages": [index + 1 for index in look.pages.pages] if look.pages else (),
            "removed_pages": look.pages.removed if look.pages else 0,
        }
        for look in looks
    ]
    return {"old": names[0], "new": names[1], "changes": listed, "looks": shown, "notes": notes}
