"""Plots: everything is on the page, no texts overlap, and values are where they belong."""

import pytest

from generator.layout.charts import CHART_WIDTH, MARGIN, lay_out_plots
from generator.model.plots import (
    BarRow,
    Bars,
    CurveLine,
    CurvePoint,
    Curves,
    EndPanel,
    Ends,
    PlotPage,
    Tick,
)
from generator.scene.shapes import Page, Path
from tests import shipped
from tests.geometry import place_all, place_words

TICKS = (Tick(0.0, "0"), Tick(0.5, "50"), Tick(1.0, "100"))


def make_line(name: str, y: float) -> CurveLine:
    return CurveLine(name, tuple(CurvePoint(x, y, y - 0.05, y + 0.05) for x in (0.04, 0.5, 0.96)))


ROWS = (
    BarRow("spread_north 7", "+6.0 (+1.0 … +11.0)", 0.8, 0.6, 1.0, is_clear=True),
    BarRow("death 6", "0.0", 0.5, 0.4, 0.6),
)
PAGE = PlotPage(
    "A game",
    "500 simulated games",
    "With a long sentence that sums it up, | and * signs.",
    (
        Curves("won, %", TICKS, TICKS, tuple(make_line(f"line {number}", 0.5) for number in range(4))),
        Bars("won, %", TICKS, ROWS),
        Bars("Differences", TICKS, ROWS, zero=0.5),
        Ends(
            "How games end",
            ("one", "two", "three", "four"),
            TICKS[1:2],
            tuple(
                EndPanel(f"panel {number}", "50.0", ((0.1, 0.2, 0.3, 0.4), (0.0, 0.0, 0.0, 0.0)))
                for number in range(4)
            ),
        ),
    ),
    "In brackets: intervals.",
)


def draw(locale: str = "en", page: PlotPage = PAGE) -> Page:
    return lay_out_plots(shipped.press("fight_the_virus", locale), page).pages[0]


@pytest.mark.parametrize("locale", ["en", "ar", "ja"])
def test_everything_lies_inside_the_margin(locale: str) -> None:
    """Also where reading begins at the right."""
    page = draw(locale)
    assert page.width == CHART_WIDTH
    for placed in place_all(page)[1:]:
        assert placed.left >= MARGIN - 0.3
        assert placed.right <= CHART_WIDTH - MARGIN + 0.3
        assert placed.bottom <= page.height - MARGIN + 0.5


def test_no_words_lie_on_others() -> None:
    """Names of lines at the same height are moved apart."""
    words = place_words(draw())
    assert len(words) > 30
    for index, one in enumerate(words):
        for other in words[index + 1 :]:
            apart_x = one.right <= other.left + 0.05 or other.right <= one.left + 0.05
            apart_y = one.bottom <= other.top + 0.05 or other.bottom <= one.top + 0.05
            assert apart_x or apart_y, (one, other)


def test_bars_begin_at_zero_and_full_ones_are_beyond_doubt() -> None:
    """A bar to the right of zero for a value above it; another is only outlined."""
    page = draw(page=PlotPage("", "", "", (Bars("", TICKS, ROWS, zero=0.5),), ""))
    primary = shipped.press("fight_the_virus", "en").palette["primary"]
    shapes = [one for one in place_all(page) if isinstance(one.shape, Path)]
    (full,) = [one for one in shapes if one.shape.fill == primary and one.right - one.left > 5]
    (zero,) = [
        one
        for one in shapes
        if one.bottom - one.top > 9.9 and one.shape.stroke and one.shape.stroke.width == 0.25
    ]
    assert full.left == pytest.approx((zero.left + zero.right) / 2, abs=0.3)


def test_points_are_where_their_values_are() -> None:
    """A higher value is higher on the page."""
    low, high = make_line("low", 0.2), make_line("high", 0.9)
    page = draw(page=PlotPage("", "", "", (Curves("", (), TICKS, (low, high)),), ""))
    found = {getattr(one.shape, "text", ""): one for one in place_words(page)}
    assert found["high"].bottom < found["low"].top
    assert found["100"].top < found["high"].top < found["50"].top < found["low"].top
