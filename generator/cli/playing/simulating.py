"""`petri simulate`: many games, as a series or an experiment, with what they show."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import perf_counter

from generator.backends.formats import find_format
from generator.cli.playing.opening import (
    parse_options,
    read_start,
    read_words,
    refuse_option,
    reported_as_option,
)
from generator.cli.playing.options import EVERY, SimulationOptions, find_extension
from generator.cli.playing.results import (
    ExperimentTexts,
    OptionNames,
    make_chart,
    show_results,
    show_summaries,
)
from generator.cli.terminal.echo import INTERRUPTED, echo, echo_json
from generator.cli.terminal.progress import show_bar
from generator.cli.terminal.tables import write_lines
from generator.cli.terminal.usage import WrongOption
from generator.errors import GeneratorError, OutputError, SharedText, UnknownName, describe_unknown
from generator.make.jobs.processes import count_processors
from generator.model.texts.wordings import FindingTexts, Wording, frame_text, say_shared
from generator.model.values import replace
from generator.output import Staging, append, reported, write_new
from generator.play.experiments.design import REASON, Design, DesignError, make_design, make_plain_design
from generator.play.experiments.running import (
    MEASURES,
    Aim,
    ExperimentRun,
    GameRecords,
    Result,
    list_head_changes,
    list_results,
    load_arrow,
    make_head,
    plain_result,
    read_journal,
    write_batch,
    write_head,
)
from generator.play.policies import make_policy
from generator.play.series.engines import Batch, Engine, open_engine, play_series
from generator.play.series.series import (
    GameSetting,
    Series,
    SimulatedGame,
    list_settings,
    plain_summary,
    summarise,
    write_games_csv,
)
from generator.read.files.shelf import REFERENCE, find_shelf
from generator.read.files.text_files import read_bytes
from generator.read.wordings.wordings import read_shared_wording
from generator.rules.game import AnyGame, find_game

_LEVEL = "difficulty"
"""The option of which every value is simulated by default."""


_OFTEN = 1.0
"""Seconds between two writes; after a crash, the games of this time are played again."""


def simulate_and_report(options: SimulationOptions) -> int:
    """Return the exit code; after Ctrl-C, report the games that were finished."""
    for path in filter(None, (options.plot, options.heat)):
        find_format(find_extension(path))
    if options.parquet is not None:
        load_arrow()
    kit, wording = read_words(options, is_drawn=options.shows_marks)
    with reported_as_option(wording):
        game = find_game(kit, variant=options.variant)
        game.check_moves()
    return (_experiment if options.is_experiment else _simulate)(options, game, wording)


def _simulate(options: SimulationOptions, game: AnyGame, wording: Wording) -> int:
    series = make_series(options, game, wording)
    games, is_complete = _play_series(series, options)
    summaries = summarise(series, games, is_shared=game.rules.is_shared)
    try:
        if options.as_json:
            head = {"game": game.kit.id, "variant": series.variant, "policy": series.policy}
            plain = {"seed": series.seed, "games": series.games, "settings": [*map(plain_summary, summaries)]}
            echo_json(head | plain)
        else:
            show_summaries(summaries, wording, OptionNames(game, wording))
        if not is_complete:
            report_stop(wording, played=len(games), games=series.total)
    finally:
        # The files are written even if the reader of the table stops early: `| head`.
        with Staging() as staging:
            if options.csv is not None and summaries:
                staging.write(options.csv, write_games_csv(series, games).encode())
            if options.plot is not None and summaries:
                from generator.make.screens.pages import ChartDrawing, draw_chart

                chart = make_chart(series, games, summaries, wording)
                drawing = ChartDrawing(draw_chart(series.kit, wording.locale, chart))
                staging.write(options.plot, drawing.write(find_extension(options.plot)))
            staging.commit()
    return 0 if is_complete else INTERRUPTED


def make_series(options: SimulationOptions, game: AnyGame, wording: Wording) -> Series:
    """Return the games to play; raises typer.BadParameter, or UnknownName for a policy."""
    (policy,) = options.policy
    make_policy(game, policy)
    if continued := make_start_series(options, game, wording):
        return replace(continued, policy=policy)
    values, players = read_values(options, game, wording), read_players(options, wording)
    with reported_as_option(wording):
        settings = list_settings(game, players=players, options=values)
    return Series(game.kit, settings, options.most_games, options.seed, policy, options.variant)


def _play_series(series: Series, options: SimulationOptions) -> tuple[list[SimulatedGame], bool]:
    games: list[SimulatedGame] = []
    try:
        with open_chosen_engine(options) as engine, show_bar(series.total) as update:
            update(series.kit.slug, 0)
            for some in play_series(series, engine):
                games += some
                update(series.kit.slug, len(games))
    except KeyboardInterrupt:
        return games, False
    return games, True


def _experiment(options: SimulationOptions, game: AnyGame, wording: Wording) -> int:
    design = read_design(options, game, wording)
    if design.left_out:
        values = {"text": wording.join(design.left_out, ",")}
        write_lines(wording.format("command.left_out", values), is_error=True)
    run = ExperimentRun(design, _read_aim(options, game, design), GameRecords(design.series.settings))
    with open_kept(options.resume, run, wording) as keeper:
        is_complete = _play_experiment(run, options, keeper.keep)
    results = list_results(run)
    texts = ExperimentTexts(run, wording, OptionNames(game, wording))
    try:
        if options.as_json:
            echo_json(_list_values(run, results))
        else:
            show_results(texts, results)
        if not is_complete:
            report_stop(wording, played=run.records.games, games=run.aim.games * len(design.arms))
    finally:
        # The files are written even if the reader of the table stops early: `| head`.
        if results and options.has_files:
            from generator.cli.playing.result_files import write_files

            with Staging() as staging:
                write_files(staging, options, texts, results)
    return 0 if is_complete else INTERRUPTED


def read_design(options: SimulationOptions, game: AnyGame, wording: Wording) -> Design:
    """Return the experiment; raises typer.BadParameter with everything that is wrong, and UnknownName."""
    for policy in options.policy:
        make_policy(game, policy)
    if continued := make_start_series(options, game, wording):
        return _continue_series(continued, options, wording)
    varied = parse_options(options.vary, wording, option="--vary")
    values, players = read_values(options, game, wording), read_players(options, wording)
    with reported_as_option(wording):
        try:
            return make_design(
                Series(game.kit, (), options.most_games, options.seed, variant=options.variant),
                game,
                varied,
                players=players,
                options=values,
                policies=options.policy,
                is_factorial=not options.is_single,
                has_marks=options.shows_marks,
                format=lambda sentence: sentence.format(wording),
            )
        except DesignError as error:
            raise WrongOption("--vary", "\n".join(_say_problems(error, wording)), wording) from error


def _say_problems(error: DesignError, wording: Wording) -> Iterator[str]:
    """Yield the problems of an experiment in the language of the reader."""
    said = FindingTexts(read_shared_wording(find_shelf().wording, REFERENCE))
    for text, shared in error.problems:
        if shared is None or wording.locale == REFERENCE:
            yield text
        else:
            values = dict(shared.values)
            if REASON in values:
                values[REASON] = said.say(str(values[REASON]), wording)
            yield say_shared(replace(shared, values=values), wording)


def _continue_series(series: Series, options: SimulationOptions, wording: Wording) -> Design:
    """Return an experiment without changes, in which all games continue from a position."""
    if options.vary:
        raise refuse_option(wording, "--vary", "as_it_is")
    (setting,) = series.settings
    settings = tuple(replace(setting, policy=policy) for policy in options.policy)
    return make_plain_design(replace(series, settings=settings, marked=(0,) if options.shows_marks else ()))


def _read_aim(options: SimulationOptions, game: AnyGame, design: Design) -> Aim:
    measure = options.measure or ("won" if game.rules.is_shared else "seat_1")
    players = min(setting.players for setting in design.series.settings)
    seats = [f"seat_{seat}" for seat in range(1, players + 1)]
    known = [name for name in MEASURES if game.rules.is_shared or name != "won"]
    known += [] if game.rules.is_shared else seats
    if measure not in known:
        error = UnknownName(f"{game.kit.slug}: {describe_unknown('measure', measure, known)}")
        raise error.saying("command.unknown", prefix=game.kit.slug, name=measure, known=tuple(known))
    return Aim(options.most_games, measure, options.until)


def _play_experiment(run: ExperimentRun, options: SimulationOptions, keep: Callable[[Batch], None]) -> bool:
    title = run.design.series.kit.slug
    try:
        with open_chosen_engine(options) as engine, show_bar(1, has_end=True) as update:
            for progress in run.play(engine, keep):
                # The number of looks at the results, without a word, in every language.
                look = f" ({progress.look})" if run.aim.until is not None else ""
                update(title + look, progress.done, progress.total)
    except KeyboardInterrupt:
        return False
    return True


def _list_values(run: ExperimentRun, results: Sequence[Result]) -> dict[str, object]:
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


@contextmanager
def open_kept(path: Path | None, run: ExperimentRun, wording: Wording) -> Iterator["Keeper"]:
    """Yield the file of a run, whose games are added to the records if it exists.

    Raises GeneratorError with what changed if the file is of another run, DataError if it is damaged.
    """
    keeper = Keeper(None) if path is None else Keeper(path, _begin_file(path, run, wording))
    try:
        yield keeper
    finally:
        keeper.write()


_MOST_JOURNAL_BYTES = 2**30


def _begin_file(path: Path, run: ExperimentRun, wording: Wording) -> int:
    """Read the file or write a new one, and return its size."""
    head = make_head(run.design)
    data = read_bytes(path, _MOST_JOURNAL_BYTES) if path.exists() else b""
    if not data:
        path.unlink(missing_ok=True)
        line = write_head(head)
        write_new(path, line)
        return len(line)
    kept, batches = read_journal(str(path), data)
    if changes := list_head_changes(kept, head):
        said = [say_shared(text, wording) for text in (SharedText("command.other_run", {}), *changes)]
        raise GeneratorError("\n".join((frame_text(str(path), said[0], wording), *said[1:])))
    size = data.index(b"\n") + 1
    for batch, end in batches:
        run.records.add(batch)
        size = end
    if size < len(data):
        append(path, b"", size=size)
        with reported(path), path.open("r+b") as file:
            file.truncate(size)
    return size


class Keeper:
    """A file to which batches are appended; without a path, nothing is kept."""

    def __init__(self, path: Path | None, size: int = 0) -> None:
        self._path, self._size = path, size
        self._lines: list[bytes] = []
        self._written = perf_counter()

    def keep(self, batch: Batch) -> None:
        if self._path is not None and batch.games:
            self._lines.append(write_batch(batch))
            if perf_counter() - self._written > _OFTEN:
                self.write()

    def write(self) -> None:
        """Append what has come since the last write; raises OutputError if another program wrote the file."""
        if self._path is not None and self._lines:
            with reported(self._path):
                size = self._path.stat().st_size
            if size != self._size:
                reason = "another run writes this file; give each run its own"
                raise OutputError(str(self._path), reason, "used")
            data = b"".join(self._lines)
            append(self._path, data, size=size)
            self._size, self._lines, self._written = size + len(data), [], perf_counter()


def read_players(options: SimulationOptions, wording: Wording) -> tuple[int, ...]:
    """Return the numbers of players; empty for `all`."""
    words = options.players
    if words == (EVERY,):
        return ()
    if not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        raise refuse_option(wording, "--players", "numbers", text="2,3,4")
    return tuple(dict.fromkeys(int(word) for word in words))


def read_values(options: SimulationOptions, game: AnyGame, wording: Wording) -> Mapping[str, Sequence[str]]:
    """Return the values of the game's options, with every value in place of `all`.

    If nothing is varied, every difficulty is simulated unless some were chosen.
    """
    known, names = game.rules.options, OptionNames(game, wording)
    typed = parse_options(options.options, wording)
    given = {game.find_option(key): values for key, values in typed.items()}
    level = {_LEVEL: [EVERY]} if _LEVEL in known and not options.vary else {}
    return {
        key: names.sort_values(key, known[key])
        if list(values) == [EVERY] and key in known
        else tuple(dict.fromkeys(game.read_options({key: value})[key] for value in values))
        for key, values in (level | given).items()
    }


def make_start_series(options: SimulationOptions, game: AnyGame, wording: Wording) -> Series | None:
    """Return the series that continues from the position of --from; None without this option."""
    if options.start is None:
        return None
    if options.players != (EVERY,) or options.options or options.variant:
        raise refuse_option(wording, "--from", "head")
    source, walk = read_start(options.start, game.kit, wording)
    setting = GameSetting(len(walk.state.players), tuple(walk.log.header.items()))
    return Series(
        game.kit, (setting,), options.most_games, options.seed, variant=walk.log.variant, start=source
    )


def open_chosen_engine(options: SimulationOptions) -> AbstractContextManager[Engine]:
    """Return the engine that plays the games: processes of this computer, or a cluster."""
    return open_engine(options.on, processes=options.processes or count_processors())


def report_stop(wording: Wording, *, played: int, games: int) -> None:
    """Report after Ctrl-C how many games were played."""
    echo(wording.format("simulation.stopped", {"played": played, "games": games}), err=True)
