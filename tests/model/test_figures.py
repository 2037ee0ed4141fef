"""Flow charts as values: which way arrows take between the boxes."""

import pytest

from generator.model.elements.blocks import Flow, FlowNode, FlowStep, FlowWay


def chart(*cells: tuple[str, FlowNode], ways: tuple[FlowWay, ...], kind: str = "step") -> Flow:
    """The first step leads where `ways` say; the others lead nowhere."""
    first, *others = cells
    is_question = kind == "question"
    start = FlowStep(first[0], "key", first[1], kind="question" if is_question else "step", answers=ways)
    return Flow((start, *(FlowStep(id, "key", cell) for id, cell in others)))


def route(flow: Flow) -> tuple[FlowNode, ...] | None:
    return flow.route(flow.steps[0], flow.steps[0].ways[0])


@pytest.mark.parametrize("end", [(0, 3), (3, 0)])
def test_steps_in_one_row_or_column_are_joined_straight(end: FlowNode) -> None:
    """Without a corner."""
    assert route(chart(("a", (0, 0)), ("b", end), ways=(FlowWay("b", ""),))) == ((0, 0), end)


def test_a_straight_arrow_cannot_pass_a_box() -> None:
    """There is no way then."""
    assert route(chart(("a", (0, 0)), ("b", (0, 2)), ("c", (0, 1)), ways=(FlowWay("b", ""),))) is None


def test_steps_are_left_downwards_and_questions_sideways() -> None:
    """As people draw charts: answers go to the sides."""
    places = (("a", (0, 0)), ("b", (1, 1)))
    assert route(chart(*places, ways=(FlowWay("b", ""),))) == ((0, 0), (0, 1), (1, 1))
    assert route(chart(*places, ways=(FlowWay("b", ""),), kind="question")) == ((0, 0), (1, 0), (1, 1))


def test_an_arrow_takes_the_other_side_where_a_box_stands_in_its_way() -> None:
    """Unless the chart says where it leaves."""
    places = (("a", (0, 0)), ("b", (1, 1)), ("c", (0, 1)))
    assert route(chart(*places, ways=(FlowWay("b", ""),))) == ((0, 0), (1, 0), (1, 1))
    assert route(chart(*places, ways=(FlowWay("b", "", leaves="downwards"),))) is None


def test_a_chart_knows_how_large_it_is() -> None:
    """Columns and rows up to the last box."""
    flow = chart(("a", (0, 0)), ("b", (2, 4)), ways=(FlowWay("b", ""),))
    assert (flow.columns, flow.rows) == (3, 5)
