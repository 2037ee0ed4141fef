"""Experiments of `petri simulate`: other numbers, compared; runs that continue; reports."""

import json
from collections.abc import Sequence

import typer

from generator.backends.formats import find_format
from generator.cli.playing.experiment_tables import ResultNames, show_results
from generator.cli.playing.keeping import Keeper, open_kept
from generator.cli.playing.options import ALL, HEAD, SimulationOptions, parse_options
from generator.cli.playing.scoring import read_start, read_words, reported_as_option
from generator.cli.playing.simulated_settings import choose_values, parse_players
from generator.cli.playing.simulation_tables import OptionNames
from generator.cli.terminal.exits import INTERRUPTED
from generator.cli.terminal.progress import show_bar
from generator.cli.terminal.tables import write_lines
from generator.errors import UnknownName, describe_unknown
from generator.make.jobs.processes import count_processors
from generator.model.texts.wordings import Wording
from generator.output import Staging
from generator.play.experiments.design import Design, DesignError, make_design, make_plain_design
from generator.play.experiments.files import check_arrow, plain_result
from generator.play.experiments.running import MEASURES, Aim, Records, Result, Run, list_results
from generator.play.policies.players import make_policy
from generator.play.series.engines import open_engine
from generator.play.series.series import Series, Setting
from generator.rules.game import AnyGame, find_game


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
    run = Run(design, _read_aim(options, game, design), Records(design.series.settings))
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
            from generator.cli.playing.picturing import write_files

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
            key: known[key] if list(some) == [ALL] and key in known else tuple(dict.fromkeys(some))
            for key, some in given.items()
        }
        with reported_as_option(wording):
            if options.players == (ALL,):
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
    if options.players != (ALL,) or options.options or options.variant:
        raise typer.BadParameter(HEAD, param_hint="--from")
    if options.vary:
        raise typer.BadParameter("a position fits only the game as it is", param_hint="--vary")
    assert options.start is not None
    source, walk = read_start(options.start, game.kit, wording)
    setting = Setting(len(walk.state.players), tuple(walk.log.header.items()))
    settings = tuple(Setting(setting.players, setting.options, policy) for policy in options.policy)
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


def _play(run: Run, options: SimulationOptions, keeper: Keeper) -> bool:
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


def _plain(run: Run, results: Sequence[Result]) -> dict[str, object]:
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
