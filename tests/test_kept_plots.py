"""Charts of long simulations are drawn from kept plots, which agree with the tables beside them."""

from pathlib import Path

import pytest
import yaml

from docs.pictures import draw_plots
from generator.cli.playing.options import SimulationOptions
from generator.model.plots import Bars, Curves, PlotPage

PAGE = (Path(__file__).parents[1] / "docs" / "simulating.md").read_text("utf-8")


def read(name: str) -> PlotPage:
    page = draw_plots.revive(yaml.safe_load((draw_plots.FOLDER / f"{name}.yaml").read_text("utf-8")))
    assert isinstance(page, PlotPage)
    return page


def list_cells(first: str) -> list[str]:
    """The cells of the row of the document that begins so."""
    (row,) = [line for line in PAGE.split("\n") if line.startswith(f"| {first} |")]
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_the_curve_has_the_values_of_the_table() -> None:
    (curves,) = read("searching").plots
    assert isinstance(curves, Curves)
    scale = float(curves.upright[-1].label)
    (line,) = curves.lines
    for tick, point in zip(curves.across[:4], line.points, strict=False):
        value, low, high = (scale * share for share in (point.y, point.low, point.high))
        assert f"{value:.1f} ({low:.1f}–{high:.1f})" == list_cells(tick.label)[1]


def test_the_bars_have_the_values_of_the_table() -> None:
    won, differences = read("epidemics").plots
    assert isinstance(won, Bars)
    assert isinstance(differences, Bars)
    texts = {row.label: row.text for row in won.rows}
    assert texts["as it is"] == list_cells("5 epidemics")[1]
    assert texts["difficulty heroic"] == list_cells("6 epidemics")[1]
    assert {row.label: row.text for row in differences.rows}["difficulty heroic"] == list_cells(
        "6 epidemics"
    )[2]
    for row in won.rows:
        assert row.text.startswith(f"{row.value * float(won.axis[-1].label):.1f}"[:4])


@pytest.mark.parametrize("name", draw_plots.CHARTS)
def test_the_document_shows_how_they_were_made(name: str) -> None:
    chart = draw_plots.CHARTS[name]
    (command,) = [
        line
        for line in PAGE.split("\n")
        if line.startswith("petri simulate pandemic") and all(word in line for word in chart["vary"])
    ]
    assert f"-n {chart['games']}" in command
    assert all(word in command for word in chart.get("options", ()) + chart.get("policy", ()))


def test_plots_are_kept_as_they_are() -> None:
    """A page of a simulation in YAML is the same page again."""
    options = SimulationOptions(
        game="pox",
        players=("2",),
        options=("difficulty=miracle",),
        vary=("policy=random", "greedy"),
        games=4,
        processes=1,
    )
    page = draw_plots.simulate(options, 2)
    kept = draw_plots.revive(yaml.safe_load(draw_plots.format_plots(page)))
    assert [plot.title for plot in kept.plots] == [plot.title for plot in page.plots]
    assert draw_plots.format_plots(kept) == draw_plots.format_plots(page)
