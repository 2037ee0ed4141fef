"""Files with the results of an experiment: tables, pictures, or a report that needs no network."""

import base64
import hashlib
import platform
import shlex
import sys
from collections.abc import Iterable, Sequence
from html import escape

from generator import __version__
from generator.cli.playing.options import SimulationOptions, find_extension
from generator.cli.playing.results import ExperimentTexts, make_heats, make_page, make_simulation_table
from generator.make.screens.pages import ChartDrawing, draw_heat, draw_plots
from generator.model.plots import PlotPage
from generator.model.values import replace
from generator.output import Staging
from generator.play.experiments.running import (
    Result,
    digest_rules,
    list_columns,
    write_parquet,
    write_rows_csv,
)
from generator.play.series.paths import list_values

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


def write_files(
    staging: Staging, options: SimulationOptions, texts: ExperimentTexts, results: Sequence[Result]
) -> None:
    """Write the tables, the pictures, and the report that the options name."""
    run, locale = texts.run, texts.wording.locale
    kit = run.design.series.kit
    if options.csv is not None or options.parquet is not None:
        columns = list_columns(run, results)
        if options.csv is not None:
            staging.write(options.csv, write_rows_csv(columns))
        if options.parquet is not None:
            staging.write(options.parquet, write_parquet(columns))
    page = make_page(texts, results) if options.plot or options.report else None
    heats = make_heats(texts, results) if options.heat or options.report else ()
    drawn = [draw_heat(kit, locale, heat) for heat in heats]
    if options.plot is not None and page is not None:
        plots = draw_plots(kit, locale, page)
        staging.write(options.plot, plots.write(find_extension(options.plot)))
    if options.heat is not None:
        for heat, picture in zip(heats, drawn, strict=True):
            path = options.heat
            if len(heats) > 1:
                path = path.with_stem("-".join((path.stem, heat.part, heat.sign)))
            staging.write(path, picture.write(find_extension(path)))
    if options.report is not None and page is not None:
        # The page has these texts itself.
        plain = replace(page, title="", subtitle="", sentence="", note="")
        pictures = [draw_plots(kit, locale, replace(plain, plots=(plot,))) for plot in page.plots]
        staging.write(options.report, write_report(texts, results, page, pictures, drawn))


def write_report(
    texts: ExperimentTexts,
    results: Sequence[Result],
    page: PlotPage,
    plots: Sequence[ChartDrawing],
    heats: Sequence[ChartDrawing],
) -> bytes:
    """Return the page; its pictures are part of it."""
    run, wording = texts.run, texts.wording
    series = run.design.series
    title = wording.format(series.kit.title)
    pictures = wording.format("experiment.report.pictures")
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="sum">{escape(texts.sum_up(results))}</p>',
        f'<p class="small">{escape(page.subtitle)}</p>',
        *(_show_picture(drawing, plot.title) for drawing, plot in zip(plots, page.plots, strict=True)),
        f"<h2>{escape(wording.format('experiment.report.settings'))}</h2>",
        _show_table(texts, results),
        f'<p class="small">{escape(texts.format_note(results))}</p>',
        *(
            [f"<h2>{escape(pictures)}</h2>", *(_show_picture(one, one.title) for one in heats)]
            if heats
            else []
        ),
        f"<h2>{escape(wording.format('experiment.report.repeat'))}</h2>",
        f'<pre dir="ltr">{escape(format_command())}</pre>',
        *(f'<p class="small">{escape(line)}</p>' for line in _list_origins(texts)),
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
    data = base64.b64encode(drawing.write("svg")).decode()
    return f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{escape(title)}"></figure>'


def _show_table(texts: ExperimentTexts, results: Sequence[Result]) -> str:
    heads, rows, numbers = make_simulation_table(texts, results)

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


def _list_origins(texts: ExperimentTexts) -> Sequence[str]:
    """Return the versions, the seed, and hashes of what was played."""
    series = texts.run.design.series
    kit = hashlib.sha256(repr(sorted(list_values(series.kit).items())).encode()).hexdigest()
    made = {"version": __version__, "python": platform.python_version(), "seed": str(series.seed)}
    return (
        texts.wording.format("experiment.report.made", dict(made)),
        texts.wording.format("experiment.report.kit", {"digest": kit}),
        texts.wording.format("experiment.report.rules", {"digest": digest_rules(series)}),
    )
