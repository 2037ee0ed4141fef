"""Charts: everything is on the page, nothing overlaps, and bars have the heights of their numbers."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator.layout.charts import CHART_WIDTH, MARGIN
from generator.make.screens.pages import draw_chart
from generator.scene.shapes import Document, Group, Path, list_all
from tests import shipped
from tests.geometry import Placed, place_all, place_words

ROW = {
    "label": "2 players, introductory",
    "share": "50",
    "low": "40",
    "high": "61",
    "text": "50.0 (40.0–61.0)",
}
BARS = (("40", "0", "0"), ("80", "20", "0"), ("0", "40", "20"), ("20", "0", "0"))


def make_panels(names: tuple[str, ...]) -> tuple[Mapping[str, Any], ...]:
    ticks = ("5", "", "", "8")
    layers = ("one", "two", "three")
    bars = (dict(zip(layers, bar, strict=True)) for bar in BARS)
    bins = tuple({**bar, "tick": tick, "at": "50"} for bar, tick in zip(bars, ticks, strict=True))
    empty: Mapping[str, Any] = {"title": "", "note": "", "bins": ()}
    return tuple({"title": name, "note": "6 (5–7)", "bins": bins} if name else empty for name in names)


NAMES = ("2 players, at a level with a long name", "3 players", "4 players, easy")
CHART: Mapping[str, Any] = {
    "title": "A game",
    "subtitle": "500 simulated games",
    "shares_title": "How many games are won, in %",
    "groups": ({"rows": (ROW, {**ROW, "share": "10", "low": "0", "high": "20"})}, {"rows": (ROW,)}),
    "axis": ("0", "20", "40", "60", "80"),
    "panels_title": "How long games are",
    "layers": ("won", "lost", "open"),
    "bins": "4",
    "panel_rows": ({"panels": make_panels(NAMES)}, {"panels": make_panels(("5 players", "", ""))}),
    "note": "In brackets: what is to be said of it.",
}


def draw(chart: Mapping[str, Any] = CHART, *, game: str = "pox", locale: str = "en") -> Document:
    return draw_chart(shipped.kit(game), locale, chart)


def bars(document: Document) -> list[Placed]:
    """Return the bars below the first note, from left to right and from bottom to top."""
    page = document.pages[0]
    top = next(one.bottom for one in place_words(page) if getattr(one.shape, "text", "").startswith("6 ("))
    paths = [
        one for one in place_all(page) if isinstance(one.shape, Path) and one.shape.fill and one.top > top
    ]
    return sorted(paths, key=lambda each: (round(each.left + each.right), -each.bottom))


def read_words(document: Document) -> list[str]:
    return [getattr(placed.shape, "text", "") for placed in place_words(document.pages[0])]


def test_everything_lies_inside_the_margin() -> None:
    """Everything except the background is inside the margin."""
    (page,) = draw().pages
    assert page.width == CHART_WIDTH
    ground, *rest = place_all(page)
    assert (ground.width, ground.height) == pytest.approx((page.width, page.height))
    for placed in rest:
        assert placed.left >= MARGIN - 0.3
        assert placed.right <= CHART_WIDTH - MARGIN + 0.3
        assert placed.top >= MARGIN - 0.3
        assert placed.bottom <= page.height - MARGIN + 0.3


def test_no_words_lie_on_others() -> None:
    """Texts do not overlap, with any number of rows and panels, and with long names."""
    for columns in (1, 2, 5):
        rows = tuple({"panels": make_panels((NAMES * 2)[:columns])} for _ in range(3))
        words = place_words(draw({**CHART, "panel_rows": rows}).pages[0])
        assert len(words) > 20
        for index, one in enumerate(words):
            for other in words[index + 1 :]:
                apart_x = one.right <= other.left + 0.05 or other.right <= one.left + 0.05
                apart_y = one.bottom <= other.top + 0.05 or other.bottom <= one.top + 0.05
                assert apart_x or apart_y, (one, other)


def test_bars_are_as_high_as_their_numbers() -> None:
    """Bars are stacked in the order of the layers; what is 0 has no bar."""
    one = {**CHART, "panel_rows": ({"panels": make_panels(("2 players", "", ""))},)}
    drawn = bars(draw(one))
    assert [round(bar.height / drawn[0].height, 1) for bar in drawn] == [1, 2, 0.5, 1, 0.5, 0.5]
    above = [drawn[0].bottom - bar.bottom for bar in drawn]
    assert above == pytest.approx([0, 0, drawn[1].height, 0, drawn[3].height, 0], abs=0.15)


def test_layers_differ_by_more_than_colour() -> None:
    """Layers are solid, hatched, and open, in the bars and in the legend."""
    document = draw()
    hatched = [group for group in list_all(Group, document.pages[0].shapes) if group.clip is not None]
    assert len(hatched) == 1 + 2 * 4
    fills = {one.shape.fill for one in place_all(document.pages[0]) if isinstance(one.shape, Path)}
    palette = shipped.press("pox", "en").palette
    assert {palette["primary"], palette["paper"]} <= fills


def test_shares_have_an_axis() -> None:
    """Without shares, there is neither."""
    assert {"20", "40", "60", "80"} <= set(read_words(draw()))
    assert not {"20", "40"} & set(read_words(draw({**CHART, "groups": ()})))


def test_where_reading_starts_at_the_right_labels_do() -> None:
    """Labels and numbers change places, and axes run from right to left, too."""
    placed = place_words(draw(game="fight_the_virus", locale="ar").pages[0])
    found = {getattr(each.shape, "text", ""): each for each in placed}
    (number,) = {round(each.left) for text, each in found.items() if text.startswith("50.0")}
    label = max(each.left for text, each in found.items() if "introductory" in text)
    assert number < found["80"].left < found["20"].left < label
