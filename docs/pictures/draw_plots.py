"""Draw the charts of long simulations from the plots that are kept in plots/: `make pictures`.

`python -m docs.pictures.draw_plots --anew searching.png` plays the games of this chart, and keeps its plots;
each chart takes half an hour or more.
"""

import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from docs.pictures.draw import write
from generator.cli.playing.opening import read_words
from generator.cli.playing.options import SimulationOptions
from generator.cli.playing.results import ExperimentTexts, OptionNames, make_page
from generator.cli.playing.simulating import open_kept, read_design
from generator.make.jobs.processes import count_processors
from generator.make.screens.pages import draw_plots
from generator.model import plots
from generator.play.experiments.running import Aim, ExperimentRun, GameRecords, list_results
from generator.play.series.engines import open_engine
from generator.rules.game import find_game

FOLDER = Path(__file__).parent / "plots"
GAME = "pandemic"
CHARTS: Mapping[str, Mapping[str, Any]] = {
    "searching.png": {
        "options": ("difficulty=introductory",),
        "vary": ("policy=greedy", "search:500", "search:2000", "search:8000", "search:16000"),
        "games": 60,
    },
    "epidemics.png": {
        "policy": ("search:4000",),
        "vary": ("options.difficulty=standard", "heroic", "board.outbreaks.count=9", "11"),
        "games": 80,
    },
}
"""Options of `petri simulate` for two players by picture, as docs/simulating.md shows them."""
SHOWN = {"searching.png": 1, "epidemics.png": 2}
"""Number of plots that a chart shows."""


def main() -> None:
    """Draw the charts that are named, or all; with `--anew`, their games are played again before."""
    words = sys.argv[1:]
    for name in [word for word in words if word in CHARTS] or CHARTS:
        path = (FOLDER / name).with_suffix(".yaml")
        if "--anew" in words:
            options = SimulationOptions(game=GAME, players=("2",), **CHARTS[name])
            text = format_plots(simulate(options, SHOWN[name]))
            path.write_text(text, encoding="utf-8")
        page = revive(yaml.safe_load(path.read_text("utf-8")))
        kit, _ = read_words(SimulationOptions(game=GAME))
        write(Image.open(BytesIO(draw_plots(kit, "en", page).write("png"))), name)


def simulate(options: SimulationOptions, count: int) -> plots.PlotPage:
    """Play the games of an experiment, and return its first plots."""
    kit, wording = read_words(options)
    game = find_game(kit)
    design = read_design(options, game, wording)
    run = ExperimentRun(design, Aim(options.most_games, "won", None), GameRecords(design.series.settings))
    with (
        open_kept(options.resume, run, wording) as keeper,
        open_engine("", processes=options.processes or count_processors()) as engine,
    ):
        for progress in run.play(engine, keeper.keep):
            print(f"\r{progress.done} of {progress.total} games", end="", flush=True)
    page = make_page(ExperimentTexts(run, wording, OptionNames(game, wording)), list_results(run))
    return plots.PlotPage(page.title, page.subtitle, page.sentence, page.plots[:count], "")


def format_plots(page: plots.PlotPage) -> str:
    """Return plots as YAML."""
    plain = make_plain(page)
    return yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110)


def make_plain(value: Any) -> Any:
    """Return plots as values of YAML; each has the name of its kind."""
    if is_dataclass(value):
        inner = {one.name: make_plain(getattr(value, one.name)) for one in fields(value)}
        return {"kind": type(value).__name__, **inner}
    if isinstance(value, tuple):
        return [*map(make_plain, value)]
    return round(value, 5) if isinstance(value, float) else value


def revive(value: Any) -> Any:
    """Return the plots of values of YAML."""
    if isinstance(value, list):
        return tuple(map(revive, value))
    if isinstance(value, dict):
        inner = {name: revive(one) for name, one in value.items() if name != "kind"}
        return getattr(plots, value["kind"])(**inner)
    return value


if __name__ == "__main__":
    main()
