"""Flow charts: separate boxes, text inside them, arrows from edge to edge."""

from itertools import combinations
from math import hypot

import pytest

from generator.errors import LayoutError
from generator.layout.elements.blocks import lay_out_flow
from generator.layout.elements.drawer import Setter
from generator.model.elements.blocks import Flow
from generator.model.geometry import Rectangle
from generator.scene.shapes import GlyphRun, Page
from tests import shipped
from tests.geometry import Placed, place_all, within

PAPERS = ("a4", "letter")


def chart() -> Flow:
    """Return the chart of a turn of POX."""
    part = next(part for part in shipped.kit("pox").parts if part.id == "flow")
    return next(block for block in part.blocks if isinstance(block, Flow))


def around(placed: list[Placed]) -> Rectangle:
    """Return the box around all shapes."""
    return Rectangle(
        min(one.left for one in placed),
        min(one.top for one in placed),
        max(one.right for one in placed),
        max(one.bottom for one in placed),
    )


def boxes(page: Page) -> dict[str, Rectangle]:
    return {step.id: around(within(page, f"step-{step.id}")) for step in chart().steps}


@pytest.fixture(params=PAPERS)
def page(request: pytest.FixtureRequest) -> Page:
    return shipped.document(("pox", "flow", "en", request.param)).pages[0]


def test_boxes_are_separate_in_their_rows_and_columns(page: Page) -> None:
    """No two boxes touch, and their order in rows and columns is the one of the chart."""
    places = boxes(page)
    for first, second in combinations(chart().steps, 2):
        assert places[first.id].overlap(places[second.id]) == 0
        (x1, y1), (x2, y2) = places[first.id].middle, places[second.id].middle
        assert (x2 > x1 + 1) == (second.cell[0] > first.cell[0])
        assert (y2 > y1 + 1) == (second.cell[1] > first.cell[1])


def test_text_is_inside_its_box(page: Page) -> None:
    """The outline of a box is the widest shape in it."""
    for step in chart().steps:
        drawn = within(page, f"step-{step.id}")
        outline = around(drawn[:1])
        for placed in drawn[1:]:
            assert around([placed]).beyond(outline.grown(0.5)) == 0, (step.id, placed.shape)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("locale", ["en", "es", "fr", "it", "de"])
def test_text_of_the_first_and_last_steps_avoids_the_round_ends(locale: str, paper: str) -> None:
    """The corners of every line are inside, also at the bottom, where the ends are narrowest."""
    document = shipped.document(("pox", "flow", locale, paper))
    for step in ("step-draw", "step-lost", "step-won", "step-next"):
        outline, *inside = within(document.pages[0], step)
        radius = outline.height / 2
        left, right, middle = outline.left + radius, outline.right - radius, outline.top + radius
        for placed in inside:
            if isinstance(placed.shape, GlyphRun):
                aside = max(left - placed.left, placed.right - right, 0.0)
                above = max(middle - placed.top, placed.bottom - middle)
                assert hypot(aside, above) < radius, placed.shape.text


def test_arrows_run_from_edge_to_edge(page: Page) -> None:
    """Each begins and ends at the edges of its boxes and crosses no other."""
    places = boxes(page)
    for step in chart().steps:
        for way in step.ways:
            drawn = [
                placed
                for placed in within(page, f"way-{step.id}-{way.to}")
                if not isinstance(placed.shape, GlyphRun)
            ]
            line = around(drawn)
            assert places[step.id].grown(1.0).overlap(line) > 0
            assert places[way.to].grown(1.0).overlap(line) > 0
            parts = [around([placed]) for placed in drawn if min(placed.width, placed.height) < 4]
            for id, box in places.items():
                if id not in (step.id, way.to):
                    assert all(box.overlap(part) == 0 for part in parts), (step.id, way.to, id)


def test_answers_overlap_neither_boxes_nor_other_answers(page: Page) -> None:
    """Each answer is beside its own arrow."""
    answers = [
        around([placed])
        for placed in place_all(page)
        if isinstance(placed.shape, GlyphRun) and any(group.startswith("way-") for group in placed.groups)
    ]
    assert len(answers) >= sum(bool(way.label) for step in chart().steps for way in step.ways)
    for answer in answers:
        assert all(box.overlap(answer) == 0 for box in boxes(page).values())
    assert all(first.overlap(second) == 0 for first, second in combinations(answers, 2))


def test_a_chart_that_is_too_narrow_for_its_words_is_an_error() -> None:
    """The error names the step."""
    with pytest.raises(LayoutError, match="step lost"):
        lay_out_flow(Setter(shipped.press("pox", "en")), chart(), width=90.0)


def test_smaller_type_makes_a_lower_chart() -> None:
    """This is how a chart is fitted to a page."""
    press = shipped.press("pox", "en")
    whole, smaller = (
        lay_out_flow(Setter(press, scale=scale), chart(), width=184.0).height for scale in (1.0, 0.85)
    )
    assert smaller < whole - 5


def test_no_answer_overlaps_the_head_of_its_arrow() -> None:
    """A long answer extends over the head and is therefore higher."""
    page = shipped.document(("pox", "flow", "de", "a4")).pages[0]
    for step in chart().steps:
        for way in (way for way in step.ways if way.label):
            drawn = within(page, f"way-{step.id}-{way.to}")
            answers = [placed for placed in drawn if isinstance(placed.shape, GlyphRun)]
            head = around([[placed for placed in drawn if not isinstance(placed.shape, GlyphRun)][-1]])
            assert all(around([answer]).overlap(head) == 0 for answer in answers), (step.id, way.to)
