"""Experiments of `petri simulate`: other numbers, compared; runs that continue; reports.

The file of `--resume`: what a run has played, kept at once, and found again after a stop or a crash.

The files of an experiment: tables, pictures, and the report.

A report of an experiment: one HTML file with everything in it, which needs no network.

The settings of a simulation from the options: numbers of players, and values of the game's options.
"""

import base64
import hashlib
import json
import platform
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from time import perf_counter

import typer

from generator import __version__
from generator.backends.formats import find_format
from generator.cli.playing.charts import make_heats, make_page
from generator.cli.playing.options import EVERY, HEAD, SimulationOptions, parse_options
from generator.cli.playing.scoring import read_start, read_words, reported_as_option
from generator.cli.playing.tables import OptionNames, ResultNames, make_simulation_table, show_results
from generator.cli.terminal.progress import INTERRUPTED, show_bar
from generator.cli.terminal.tables import write_lines
from generator.errors import GeneratorError, OutputError, UnknownName, describe_unknown
from generator.make.jobs.processes import count_processors
from generator.make.screens.pages import ChartDrawing, draw_heat, draw_plots
from generator.model.plots import PlotPage
from generator.model.texts.wordings import Wording
from generator.model.values import replace
from generator.output import Staging, append, reported, write_new
from generator.play.experiments.design import Design, DesignError, make_design, make_plain_design
from generator.play.experiments.files import (
    check_arrow,
    digest_rules,
    list_columns,
    list_head_changes,
    make_head,
    plain_result,
    read_journal,
    write_batch,
    write_head,
    write_parquet,
    write_rows_csv,
)
from generator.play.experiments.running import MEASURES, Aim, ExperimentRun, GameRecords, Result, list_results
from generator.play.policies.players import make_policy
from generator.play.series.engines import Batch, open_engine
from generator.play.series.paths import list_values
from generator.play.series.series import GameSetting, Series
from generator.rules.game import AnyGame, find_game

OFTEN = 1.0
"""Seconds between two writes; after a crash, the games of this time are played again."""


class Keeper:
    """A file to which batches are appended; without a path, nothing is kept."""

    def __init__(self, path: Path | None, size: int = 0) -> None:
        self._path, self._size = path, size
        self._lines: list[bytes] = []
        self._written = perf_counter()

    def keep(self, batch: Batch) -> None:
        if self._path is not None and batch.games:
            self._lines.append(write_batch(batch))
            if perf_counter() - self._written > OFTEN:
                self.write()

    def write(self) -> None:
        """Append what has come since the last write; raises OutputError if another program wrote the file."""
        if self._path is not None and self._lines:
            with reported(self._path):
                size = self._path.stat().st_size
            if size != self._size:
                raise OutputError(str(self._path), "another run writes this file; give each run its own")
            data = b"".join(self._lines)
            append(self._path, data, size=size)
            self._size, self._lines, self._written = size + len(data), [], perf_counter()


@contextmanager
def open_kept(path: Path | None, run: ExperimentRun) -> Iterator[Keeper]:
    """Yield the file of a run, whose games are added to the records if it exists.

    Raises GeneratorError with what changed if the file is of another run, DataError if it is damaged.
    """
    keeper = Keeper(None) if path is None else Keeper(path, _begin(path, run))
    try:
        yield keeper
    finally:
        keeper.write()


def _begin(path: Path, run: ExperimentRun) -> int:
    """Read the file or write a new one, and return its size."""
    head = make_head(run.design)
    with reported(path):
        data = path.read_bytes() if path.exists() else b""
    if not data:
        path.unlink(missing_ok=True)
        line = write_head(head)
        write_new(path, line)
        return len(line)
    kept, batches = read_journal(str(path), data)
    if changes := list_head_changes(kept, head):
        advice = "run it as before, or give a new file"
        raise GeneratorError("\n".join((f"{path} is of another run: {advice}", *changes)))
    size = data.index(b"\n") + 1
    for batch, end in batches:
        run.records.add(batch)
        size = end
    if size < len(data):
        append(path, b"", size=size)
        with reported(path), path.open("r+b") as file:
            file.truncate(size)
    return size


_STYLE = """
:root { color-scheme: light; --ink: #1d2328; --line: #c9ced3; --faint: #f3f4f5; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 3rem; color: var(--ink); background: #fff;
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
p.sum { font-size: 1.2rem; }
figure { margin: 1rem 0; overflow-x: auto; }
figure img { width: 100%; min-width: 40rem; height: auto; display: block; }
div.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: start; white-space: nowrap; }
th.number, td.number { text-align: end; } code, pre { font: .875rem/1.4 ui-monospace, monospace; }
pre { background: var(--faint); padding: .7rem; white-space: pre-wrap; overflow-wrap: anywhere; }
p.small { font-size: .875rem; overflow-wrap: anywhere; }
"""
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""The page may load nothing at all."""


def write_report(
    said: ResultNames,
    results: Sequence[Result],
    page: PlotPage,
    plots: Sequence[ChartDrawing],
    heats: Sequence[ChartDrawing],
) -> bytes:
    """Return the page; its pictures are part of it."""
    run, wording = said.run, said.wording
    series = run.design.series
    title = wording.format(series.kit.title)
    pictures = wording.format("experiment.report.pictures")
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="sum">{escape(said.sum_up(results))}</p>',
        f'<p class="small">{escape(page.subtitle)}</p>',
        *(_show_picture(drawing, plot.title) for drawing, plot in zip(plots, page.plots, strict=True)),
        f"<h2>{escape(wording.format('experiment.report.settings'))}</h2>",
        _show_table(said, results),
        f'<p class="small">{escape(said.format_note(results))}</p>',
        *(
            [f"<h2>{escape(pictures)}</h2>", *(_show_picture(one, one.title) for one in heats)]
            if heats
            else []
        ),
        f"<h2>{escape(wording.format('experiment.report.repeat'))}</h2>",
        f'<pre dir="ltr">{escape(format_command())}</pre>',
        *(f'<p class="small">{escape(line)}</p>' for line in _list_origins(said)),
    ]
    head = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
    )
    start = f'<!DOCTYPE html>\n<html lang="{escape(wording.locale)}" dir="{wording.direction}">'
    return "\n".join((start, "<head>", *head, "</head>", "<body>", *parts, "</body>", "</html>", "")).encode()


def _show_picture(drawing: ChartDrawing, title: str) -> str:
    """Return a picture with a description, as part of the page."""
    data = base64.b64encode(drawing.write("svg")).decode()
    return f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{escape(title)}"></figure>'


def _show_table(said: ResultNames, results: Sequence[Result]) -> str:
    heads, rows, numbers = make_simulation_table(said, results)

    def show(cells: Iterable[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=number' if head in numbers else ''}>{escape(cell)}</{tag}>"
            for head, cell in zip(heads, cells, strict=True)
        )

    lines = [f"<tr>{show(row, 'td')}</tr>" for row in rows]
    return (
        f'<div class="wide"><table><thead><tr>{show(heads, "th")}</tr></thead>{"".join(lines)}</table></div>'
    )


def format_command() -> str:
    """Return the command as it was typed."""
    return shlex.join(("petri", *sys.argv[1:]))


def _list_origins(said: ResultNames) -> Sequence[str]:
    """Return the versions, the seed, and hashes of what was played."""
    series = said.run.design.series
    kit = hashlib.sha256(repr(sorted(list_values(series.kit).items())).encode()).hexdigest()
    made = {"version": __version__, "python": platform.python_version(), "seed": str(series.seed)}
    return (
        said.wording.format("experiment.report.made", dict(made)),
        said.wording.format("experiment.report.kit", {"digest": kit}),
        said.wording.format("experiment.report.rules", {"digest": digest_rules(series)}),
    )


def write_files(
    staging: Staging, options: SimulationOptions, said: ResultNames, results: Sequence[Result]
) -> None:
    """Write the tables, the pictures, and the report that the options name."""
    run, locale = said.run, said.wording.locale
    kit = run.design.series.kit
    if options.csv is not None or options.parquet is not None:
        columns = list_columns(run, results)
        if options.csv is not None:
            staging.write(options.csv, write_rows_csv(columns))
        if options.parquet is not None:
            staging.write(options.parquet, write_parquet(columns))
    page = make_page(said, results) if options.plot or options.report else None
    heats = make_heats(said, results) if options.heat or options.report else ()
    drawn = [draw_heat(kit, locale, heat) for heat in heats]
    if options.plot is not None and page is not None:
        plots = draw_plots(kit, locale, page)
        staging.write(options.plot, plots.write(find_extension(options.plot)))
    if options.heat is not None:
        for heat, picture in zip(heats, drawn, strict=True):
            path = options.heat if len(heats) == 1 else _name_file(options.heat, heat.part, heat.sign)
            staging.write(path, picture.write(find_extension(path)))
    if options.report is not None and page is not None:
        # The page has these texts itself.
        plain = replace(page, title="", subtitle="", sentence="", note="")
        pictures = [draw_plots(kit, locale, replace(plain, plots=(plot,))) for plot in page.plots]
        staging.write(options.report, write_report(said, results, page, pictures, drawn))


def find_extension(path: Path) -> str:
    return path.suffix.removeprefix(".") or "svg"


def _name_file(path: Path, *words: str) -> Path:
    """Return a path with more words in its name: `heat-board-cube.svg`."""
    return path.with_name("-".join((path.stem, *words)) + path.suffix)


LEVEL = "difficulty"
"""The option of which every value is simulated by default."""


def parse_players(words: Sequence[str]) -> tuple[int, ...]:
    """Return numbers of players; empty for `all`."""
    if list(words) == [EVERY]:
        return ()
    if not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        raise typer.BadParameter("write numbers of players, like: 2,3,4", param_hint="--players")
    return tuple(dict.fromkeys(int(word) for word in words))


def choose_values(
    given: Mapping[str, Sequence[str]], game: AnyGame, names: OptionNames
) -> Mapping[str, Sequence[str]]:
    """Replace `all` by every value, also for a difficulty that was not given."""
    known = game.rules.options
    level = {LEVEL: [EVERY]} if LEVEL in known else {}
    return {
        key: names.sort_values(key, known[key])
        if list(values) == [EVERY] and key in known
        else tuple(dict.fromkeys(values))
        for key, values in (level | {**given}).items()
    }


def run_and_report(options: SimulationOptions) -> int:
    """Return the exit code; after Ctrl-C, report the games that were finished."""
    for path in (options.plot, options.heat):
        if path is not None:
            find_format(path.suffix.removeprefix(".") or "svg")
    if options.parquet is not None:
        check_arrow()
    kit, wording = read_words(options, is_drawn=bool(options.heat or options.report))
    with reported_as_option(wording):
        game = find_game(kit, variant=options.variant)
    design = read_design(options, game, wording)
    if design.left_out:
        write_lines(
            f"left out, because the game cannot be played with them: {', '.join(design.left_out)}",
            is_error=True,
        )
    run = ExperimentRun(design, _read_aim(options, game, design), GameRecords(design.series.settings))
    with open_kept(options.resume, run) as keeper:
        is_complete = _play(run, options, keeper)
    results = list_results(run)
    said = ResultNames(run, wording, OptionNames(game, wording))
    try:
        if options.as_json:
            typer.echo(json.dumps(_plain(run, results), ensure_ascii=False))
        else:
            show_results(said, results)
        if not is_complete:
            values = {"played": run.records.games, "games": run.aim.games * len(design.arms)}
            typer.echo(wording.format("simulation.stopped", values), err=True)
    finally:
        # The files are written even if the reader of the table stops early: `| head`.
        if results and options.has_files:
            # JOINED

            with Staging() as staging:
                write_files(staging, options, said, results)
    return 0 if is_complete else INTERRUPTED


def read_design(options: SimulationOptions, game: AnyGame, wording: Wording) -> Design:
    """Return the experiment; raises typer.BadParameter with everything that is wrong, and UnknownName."""
    for policy in options.policy:
        make_policy(game, policy)
    series = Series(game.kit, (), options.most_games, options.seed, variant=options.variant)
    varied = parse_options(options.vary, option="--vary")
    players: Sequence[int] = parse_players(options.players)
    given = parse_options(options.options)
    if options.start is not None:
        return _start_design(options, series, game, wording)
    if not varied:
        values = choose_values(given, game, OptionNames(game, wording))
    else:
        known = game.rules.options
        values = {
            key: known[key] if list(some) == [EVERY] and key in known else tuple(dict.fromkeys(some))
            for key, some in given.items()
        }
        with reported_as_option(wording):
            if options.players == (EVERY,):
                players = ()
    with reported_as_option(wording):
        try:
            return make_design(
                series,
                game,
                varied,
                players=players,
                options=values,
                policies=options.policy,
                is_factorial=not options.is_single,
                has_marks=bool(options.heat or options.report),
                format=lambda sentence: sentence.format(wording),
            )
        except DesignError as error:
            raise typer.BadParameter(str(error), param_hint="--vary") from error


def _start_design(options: SimulationOptions, series: Series, game: AnyGame, wording: Wording) -> Design:
    """Return an experiment without changes, in which all games continue from a position."""
    if options.players != (EVERY,) or options.options or options.variant:
        raise typer.BadParameter(HEAD, param_hint="--from")
    if options.vary:
        raise typer.BadParameter("a position fits only the game as it is", param_hint="--vary")
    assert options.start is not None
    source, walk = read_start(options.start, game.kit, wording)
    setting = GameSetting(len(walk.state.players), tuple(walk.log.header.items()))
    settings = tuple(GameSetting(setting.players, setting.options, policy) for policy in options.policy)
    from_there = Series(
        game.kit,
        settings,
        series.games,
        series.seed,
        variant=walk.log.variant,
        start=source,
        marked=(0,) if options.heat or options.report else (),
    )
    return make_plain_design(from_there)


def _read_aim(options: SimulationOptions, game: AnyGame, design: Design) -> Aim:
    measure = options.measure or ("won" if game.rules.is_shared else "seat_1")
    players = min(setting.players for setting in design.series.settings)
    seats = [f"seat_{seat}" for seat in range(1, players + 1)]
    known = [name for name in MEASURES if game.rules.is_shared or name != "won"]
    known += [] if game.rules.is_shared else seats
    if measure not in known:
        raise UnknownName(f"{game.kit.slug}: {describe_unknown('measure', measure, known)}")
    return Aim(options.most_games, measure, options.until)


def _play(run: ExperimentRun, options: SimulationOptions, keeper: Keeper) -> bool:
    """Play the experiment; return False after Ctrl-C."""
    processes = options.processes or count_processors()
    title = run.design.series.kit.slug
    try:
        with open_engine(options.on, processes=processes) as engine, show_bar(1, has_end=True) as update:
            for progress in run.play(engine, keeper.keep):
                look = f" · look {progress.look}" if run.aim.until is not None else ""
                update(title + look, progress.done, progress.total)
    except KeyboardInterrupt:
        return False
    return True


def _plain(run: ExperimentRun, results: Sequence[Result]) -> dict[str, object]:
    series, aim = run.design.series, run.aim
    return {
        "game": series.kit.id,
        "variant": series.variant,
        "seed": series.seed,
        "measure": aim.measure,
        "until": aim.until,
        "varied": {
            factor.path: {"now": factor.now, "values": factor.values} for factor in run.design.factors
        },
        "settings": [plain_result(run, result) for result in results],
    }
