"""`petri simulate`: a series of games, with its tables, chart, and list of games."""

import json

import typer

from generator.cli.playing.charts import make_chart
from generator.cli.playing.opening import read_words, reported_as_option
from generator.cli.playing.options import SimulationOptions
from generator.cli.playing.result_texts import OptionNames, show_summaries
from generator.cli.playing.settings import (
    check_picture_formats,
    find_extension,
    make_start_series,
    open_chosen_engine,
    read_players,
    read_values,
    report_stop,
)
from generator.cli.terminal.progress import INTERRUPTED, show_bar
from generator.model.texts.wordings import Wording
from generator.model.values import replace
from generator.output import Staging
from generator.play.policies.players import make_policy
from generator.play.series.engines import play_series
from generator.play.series.series import (
    Series,
    SimulatedGame,
    list_settings,
    plain_summary,
    summarise,
    write_games_csv,
)
from generator.rules.game import AnyGame, find_game


def simulate_and_report(options: SimulationOptions) -> int:
    """Return the exit code; after Ctrl-C, report the games that were finished."""
    if options.is_experiment:
        from generator.cli.playing.experimenting import run_and_report

        return run_and_report(options)
    check_picture_formats(options.plot)
    kit, wording = read_words(options)
    with reported_as_option(wording):
        game = find_game(kit, variant=options.variant)
    series = make_series(options, game, wording)
    games, is_complete = _play(series, options)
    summaries = summarise(series, games, is_shared=game.rules.is_shared)
    try:
        if options.as_json:
            head = {"game": kit.id, "variant": series.variant, "policy": series.policy, "seed": series.seed}
            plain = {"games": series.games, "settings": list(map(plain_summary, summaries))}
            typer.echo(json.dumps(head | plain, ensure_ascii=False))
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
    values, players = read_values(options, game, OptionNames(game, wording)), read_players(options)
    with reported_as_option(wording):
        settings = list_settings(game, players=players, options=values)
    return Series(game.kit, settings, options.most_games, options.seed, policy, options.variant)


def _play(series: Series, options: SimulationOptions) -> tuple[list[SimulatedGame], bool]:
    """Return the games, and whether all were played."""
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
