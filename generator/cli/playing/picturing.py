"""The files of an experiment: tables, pictures, and the report."""

from collections.abc import Sequence
from pathlib import Path

from generator.cli.playing.experiment_charts import make_heats, make_page
from generator.cli.playing.experiment_tables import ResultNames
from generator.cli.playing.options import SimulationOptions
from generator.cli.playing.reporting import write_report
from generator.make.screens.pages import draw_heat, draw_plots
from generator.model.values import replace
from generator.output import Staging
from generator.play.experiments.files import list_columns, write_csv, write_parquet
from generator.play.experiments.running import Result


def write_files(
    staging: Staging, options: SimulationOptions, said: ResultNames, results: Sequence[Result]
) -> None:
    """Write the tables, the pictures, and the report that the options name."""
    run, locale = said.run, said.wording.locale
    kit = run.design.series.kit
    if options.csv is not None or options.parquet is not None:
        columns = list_columns(run, results)
        if options.csv is not None:
            staging.write(options.csv, write_csv(columns))
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
            path = options.heat if len(heats) == 1 else name_file(options.heat, heat.part, heat.sign)
            staging.write(path, picture.write(find_extension(path)))
    if options.report is not None and page is not None:
        # The page has these texts itself.
        plain = replace(page, title="", subtitle="", sentence="", note="")
        pictures = [draw_plots(kit, locale, replace(plain, plots=(plot,))) for plot in page.plots]
        staging.write(options.report, write_report(said, results, page, pictures, drawn))


def find_extension(path: Path) -> str:
    return path.suffix.removeprefix(".") or "svg"


def name_file(path: Path, *words: str) -> Path:
    """Return a path with more words in its name: `heat-board-cube.svg`."""
    return path.with_name("-".join((path.stem, *words)) + path.suffix)
