"""Charts: everything is on the page, nothing overlaps, and bars have the heights of their numbers."""

from dataclasses import replace

import pytest

from generator.layout.charts import MARGIN, WIDTH, lay_out_chart
from generator.model.chart import Bins, Chart, Panel, ShareRow
from generator.scene.shapes import Document, Group, Path
from generator.scene.walk import find_all
from tests import shipped
from tests.geometry import Placed, place_all, place_words, within

ROW = ShareRow("2 players, introductory", 0.5, 0.4, 0.61, "50.0 (40.0–61.0)")
CHART = Chart(
    title="A game",
    subtitle="500 simulated games",
    shares_title="How many games are won, in %",
    shares=((ROW, replace(ROW, share=0.1, low=0.0, high=0.2)), (ROW,)),
    panels_title="How long games are",
    columns=3,
    bins=Bins(first=5, width=1, number=4),
    ticks=((5, "5"), (8, "8")),
    layers=("won", "lost", "open"),
    panels=tuple(
        Panel(
            f"{players} players, at a level with a long name",
            "6 (5–7)",
            ((2, 4, 0, 1), (0, 1, 2, 0), (0, 0, 1, 0)),
        )
        for players in (2, 3, 4, 5)
    ),
    note="In brackets: what is to be said of it.",
)


def draw(chart: Chart) -> Document:
    return lay_out_chart(shipped.press("pox", "en"), chart)


def bars(document: Document, panel: str) -> list[Placed]:
    """Return the filled boxes of a panel, from left to right and from bottom to top."""
    placed = [each for each in within(document.pages[0], panel) if isinstance(each.shape, Path)]
    filled = [each for each in placed if isinstance(each.shape, Path) and each.shape.fill]
    return sorted(filled, key=lambda each: (round(each.left, 3), -each.bottom))


def test_everything_lies_inside_the_margin() -> None:
    """Everything except the background is inside the margin."""
    (page,) = draw(CHART).pages
    assert page.width == WIDTH
    ground, *rest = place_all(page)
    assert (ground.width, ground.height) == pytest.approx((page.width, page.height))
    for placed in rest:
        assert placed.left >= MARGIN - 0.3
        assert placed.right <= WIDTH - MARGIN + 0.3
        assert placed.top >= MARGIN - 0.3
        assert placed.bottom <= page.height - MARGIN + 0.3


def test_no_words_lie_on_others() -> None:
    """Texts do not overlap, with any number of rows and panels, and with long names."""
    for chart in (CHART, replace(CHART, columns=5), replace(CHART, panels=CHART.panels * 3)):
        words = place_words(draw(chart).pages[0])
        assert len(words) > 20
        for index, one in enumerate(words):
            for other in words[index + 1 :]:
                apart_x = one.right <= other.left + 0.05 or other.right <= one.left + 0.05
                apart_y = one.bottom <= other.top + 0.05 or other.bottom <= one.top + 0.05
                assert apart_x or apart_y, (one, other)


def test_bars_are_as_high_as_their_numbers() -> None:
    """Bars are stacked in the order of the layers, and the highest has the full height."""
    drawn = bars(draw(CHART), CHART.panels[0].title)
    assert [round(bar.height / drawn[0].height, 1) for bar in drawn] == [1, 2, 0.5, 1, 0.5, 0.5]
    base = drawn[0].bottom
    above = [base - bar.bottom for bar in drawn]
    assert above == pytest.approx([0, 0, drawn[1].height, 0, drawn[3].height, 0], abs=0.15)


def test_layers_differ_by_more_than_colour() -> None:
    """Layers are solid, hatched, and open, in the bars and in the legend."""
    document = draw(CHART)
    first, _, hatched, _, empty, _ = [each.shape for each in bars(document, CHART.panels[0].title)]
    assert isinstance(first, Path)
    assert isinstance(empty, Path)
    assert first.fill != empty.fill == shipped.press("pox", "en").palette["paper"]
    lines = [group for group in find_all(Group, document.pages[0].shapes) if group.clip is not None]
    assert len(lines) == 2 * len(CHART.panels) + 1
    assert isinstance(hatched, Path)
    assert hatched.fill not in (first.fill, empty.fill)


def test_a_share_lies_between_its_whiskers() -> None:
    """The axis of shares ends soon after the highest one."""
    assert {"20", "40", "60", "80"} <= read_words(CHART)
    low = replace(CHART, shares=((replace(ROW, share=0.01, low=0.0, high=0.03),),))
    assert {"1", "2", "3", "4"} <= read_words(low)


def test_where_reading_starts_at_the_right_the_chart_does() -> None:
    """The chart is mirrored; texts and numbers are not."""
    document = lay_out_chart(shipped.press("fight_the_virus", "ar"), CHART)
    left = {getattr(each.shape, "text", ""): each for each in place_words(draw(CHART).pages[0])}
    right = {getattr(each.shape, "text", ""): each for each in place_words(document.pages[0])}
    for words in ("20", "40", "60", "80"):
        assert right[words].left + right[words].right == pytest.approx(
            2 * WIDTH - left[words].left - left[words].right, abs=0.2
        )


def read_words(chart: Chart) -> set[str]:
    return {getattr(placed.shape, "text", "") for placed in place_words(draw(chart).pages[0])}
