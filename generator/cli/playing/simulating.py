"""`petri simulate`: simulate games, and print tables or JSON, write a CSV file, and draw a chart."""

import json

import typer

from generator.backends.formats import find_format
from generator.cli.playing.charts import make_chart
from generator.cli.playing.experimenting import choose_values, parse_players
from generator.cli.playing.options import EVERY, HEAD, SimulationOptions, parse_options
from generator.cli.playing.scoring import read_start, read_words, reported_as_option
from generator.cli.playing.tables import OptionNames, show_summaries
from generator.cli.terminal.progress import INTERRUPTED, show_bar
from generator.make.jobs.processes import count_processors
from generator.model.printing.inks import FileOptions
from generator.model.texts.wordings import Wording
from generator.output import Staging
from generator.play.policies.players import make_policy
from generator.play.series.engines import open_engine, play_series
from generator.play.series.series import (
    GameSetting,
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
    plot_format = find_format(options.plot.suffix.removeprefix(".") or "svg") if options.plot else None
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
            values = {"played": len(games), "games": series.total}
            typer.echo(wording.format("simulation.stopped", values), err=True)
    finally:
        # The files are written even if the reader of the table stops early: `| head`.
        with Staging() as staging:
            if options.csv is not None and summaries:
                staging.write(options.csv, write_games_csv(series, games).encode())
            if options.plot is not None and plot_format is not None and summaries:
                from generator.make.screens.pages import draw_chart

                chart = make_chart(series, games, summaries, wording)
                document = draw_chart(series.kit, wording.locale, chart)
                staging.write(options.plot, plot_format.write(document, 0, FileOptions(dpi=200)))
            staging.commit()
    return 0 if is_complete else INTERRUPTED


def make_series(options: SimulationOptions, game: AnyGame, wording: Wording) -> Series:
    """Return the games to play; raises typer.BadParameter, or UnknownName for a policy."""
    (policy,) = options.policy
    number = options.most_games
    make_policy(game, policy)
    if options.start is not None:
        if options.players != (EVERY,) or options.options or options.variant:
            raise typer.BadParameter(HEAD, param_hint="--from")
        source, walk = read_start(options.start, game.kit, wording)
        setting = GameSetting(len(walk.state.players), tuple(walk.log.header.items()))
        variant = walk.log.variant
        return Series(game.kit, (setting,), number, options.seed, policy, variant, source)
    values = choose_values(parse_options(options.options), game, OptionNames(game, wording))
    players = parse_players(options.players)
    with reported_as_option(wording):
        settings = list_settings(game, players=players, options=values)
    return Series(game.kit, settings, number, options.seed, policy, options.variant)


def _play(series: Series, options: SimulationOptions) -> tuple[list[SimulatedGame], bool]:
    """Return the games, and whether all were played."""
    games: list[SimulatedGame] = []
    processes = options.processes or count_processors()
    try:
        with open_engine(options.on, processes=processes) as engine, show_bar(series.total) as update:
            update(series.kit.slug, 0)
            for some in play_series(series, engine):
                games += some
                update(series.kit.slug, len(games))
    except KeyboardInterrupt:
        return games, False
    return games, True
