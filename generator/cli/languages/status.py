"""`petri locale GAME`: a row for each language, then all that ails them."""

import json
from collections.abc import Iterable, Mapping, Sequence

import typer
from rich.text import Text

from generator.cli.terminal.progress import show_progress
from generator.cli.terminal.tables import show_table
from generator.errors import Problem, UnknownName, say_unknown
from generator.make.games import find_all
from generator.model.style import Paper
from generator.read.files.shelf import REFERENCE, Shelf, find_shelf
from generator.read.kits.papers import read_papers
from generator.translate.folders import SHARED, Bench, set_up_bench
from generator.translate.status import Health, examine

_KINDS = ("missing", "unknown", "wrong", "stale", "unseen", "identical", "icons")
_MOST_TOLD = 12
"""Of one kind in one language, as people read them; JSON has all."""
_EXAMPLES = 3
"""Of a kind of which there are more than that."""


def examine_and_tell(
    games: tuple[str, ...], *, locales: tuple[str, ...], words_only: bool, as_json: bool
) -> bool:
    """Whether every language that is released is clean; raises GeneratorError."""
    shelf = find_shelf()
    benches = _set_up(games, shelf)
    papers = {} if words_only else read_papers(shelf.papers)
    wanted = [(bench, locale) for bench in benches for locale in _list_locales(bench, locales)]
    _check_locales(locales, benches)
    healths = []
    jobs = sum(_count_jobs(bench, papers) for bench, _ in wanted)
    with show_progress(jobs) as tell:
        for bench, locale in wanted:
            fonts = bench.find_fonts(shelf)
            healths.append(examine(bench, locale, fonts=fonts, papers=papers, tell=tell))
    if as_json:
        typer.echo(json.dumps([_plain(health) for health in healths], ensure_ascii=False, indent=2))
    else:
        _show(healths, words_only=words_only)
    return not any(health.fails for health in healths)


def _set_up(games: tuple[str, ...], shelf: Shelf) -> list[Bench]:
    """Those that were asked for; without any, the current folder's game, else all and the shared words."""
    unknown: list[UnknownName] = []
    find_all(shelf.find_game, (game for game in games if game != SHARED), unknown)
    if unknown:
        raise UnknownName("\n".join(str(error) for error in unknown))
    chosen = shelf.choose_games(games)
    shared = (SHARED,) if chosen == shelf.list_games() and not games else ()
    return [set_up_bench(game, shelf) for game in (*chosen, *shared)]


def _list_locales(bench: Bench, wanted: tuple[str, ...]) -> list[str]:
    return [locale for locale in (REFERENCE, *bench.locales) if not wanted or locale in wanted]


def _check_locales(locales: tuple[str, ...], benches: Iterable[Bench]) -> None:
    there = dict.fromkeys(locale for bench in benches for locale in _list_locales(bench, ()))
    for locale in locales:
        if locale not in there:
            raise UnknownName(say_unknown("locale", locale, there))


def _count_jobs(bench: Bench, papers: Mapping[str, Paper]) -> int:
    return len(bench.kit.parts) * len(bench.kit.papers or papers) if bench.kit and papers else 0


def _show(healths: Sequence[Health], *, words_only: bool) -> None:
    """What ails no language at all has no column, so that the table keeps to a terminal."""
    counts = {kind: [sum(it.kind == kind for it in health.ailments) for health in healths] for kind in _KINDS}
    counts["no glyph"] = [len(health.characters) for health in healths]
    counts["too large"] = [len(health.misfits) for health in healths]
    found = {kind: column for kind, column in counts.items() if any(column)}
    heads = ["game", "locale", "status", "sentences", *found]
    show_table(
        heads if words_only else [*heads, "smallest type"],
        [
            _row(health, [column[index] for column in found.values()], words_only)
            for index, health in enumerate(healths)
        ],
    )
    for health in healths:
        for line in say_ailments(health):
            typer.echo(line)
    wrong = sum(health.fails for health in healths)
    clean = sum(health.is_clean for health in healths)
    said = f"{clean} of {len(healths)} clean"
    typer.echo(f"{said}; {wrong} released and not clean" if wrong else said)


def _row(health: Health, counts: Sequence[int], words_only: bool) -> list[str | Text]:
    row: list[str | Text] = [
        health.game,
        health.locale,
        "draft" if health.is_draft else "released",
        f"{health.translated} of {health.wanted}",
    ]
    style = "yellow" if health.is_draft else "bold red"
    row += [Text(str(count), style=style) if count else "·" for count in counts]
    if not words_only:
        row.append("" if health.smallest is None else f"{health.smallest.points:g} pt")
    return row


def say_ailments(health: Health) -> list[str]:
    """A line for each thing that ails a language; many of one kind are cut short."""
    lines = []
    for kind in _KINDS:
        found = [ailment.problem for ailment in health.ailments if ailment.kind == kind]
        told = found if len(found) <= _MOST_TOLD else found[:_EXAMPLES]
        lines += [str(problem) for problem in told]
        if len(found) > len(told):
            more = len(found) - len(told)
            lines.append(f"{health.game} {health.locale}: {more} more sentences are {kind} (--json has all)")
    lines += _say_lacks(health)
    for misfit in health.misfits:
        papers = ", ".join(misfit.papers)
        lines.append(f"{health.game}/{misfit.part}-{health.locale} ({papers}): {misfit.message}")
    return lines


def _say_lacks(health: Health) -> list[str]:
    """One line where it is many sentences: then it is their script that no font has."""
    lacks = health.characters
    if len(lacks) <= _MOST_TOLD:
        return [str(lack.problem) for lack in lacks]
    characters = "".join(sorted({character for lack in lacks for character in lack.characters}))
    said = f"{len(lacks)} sentences have characters that no font has: {characters}"
    return [f"{health.game} {health.locale}: {said} (put a font for them into the game's folder `fonts`)"]


def _plain(health: Health) -> dict[str, object]:
    smallest = health.smallest
    return {
        "game": health.game,
        "locale": health.locale,
        "language": health.language,
        "status": "draft" if health.is_draft else "released",
        "clean": health.is_clean,
        "sentences": health.wanted,
        "translated": health.translated,
        **{
            kind: [
                {"key": ailment.key, **_plain_problem(ailment.problem)}
                for ailment in health.ailments
                if ailment.kind == kind
            ]
            for kind in _KINDS
        },
        "characters": [
            {"key": lack.key, "characters": lack.characters, **_plain_problem(lack.problem)}
            for lack in health.characters
        ],
        "misfits": [
            {
                "part": misfit.part,
                "papers": list(misfit.papers),
                "message": misfit.message,
                "over_mm": round(misfit.over_mm, 2),
            }
            for misfit in health.misfits
        ],
        "smallest": smallest and {"points": smallest.points, "words": smallest.words, "part": smallest.part},
    }


def _plain_problem(problem: Problem) -> dict[str, object]:
    return {
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "hint": problem.hint,
    }
