"""Flow charts of booklets: read as they are written, and what is wrong with them told in place."""

# ruff: noqa: E501 - what is told stands here as it is told

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.blocks import Flow, FlowStep, FlowWay
from generator.read.declared.names import Names
from tests.read.booklets.reading import read_alone

CHART = """\
id: chart
title: chart.title
blocks:
  - flow:
      widths: [2, 1]
      steps:
        - {id: begin, at: a1, kind: start, say: chart.begin, icons: [star], to: ask}
        - id: ask
          at: a2
          kind: question
          say: chart.ask
          colour: red
          ways:
            - {say: chart.yes, to: done}
            - {say: chart.no, to: again, leaves: downwards}
        - {id: done, at: b2, kind: end, say: chart.done}
        - {id: again, at: b3, kind: end, say: chart.again}
      caption: chart.caption
"""

NAMES = Names(
    sentences={
        f"chart.{key}": key for key in ("title", "begin", "ask", "yes", "no", "done", "again", "caption")
    },
    icons=["star"],
    colours=["primary", "red"],
)


@pytest.fixture
def complaints(tmp_path: Path) -> Callable[[str, str], list[str]]:
    """Return the problems after a piece of the chart is replaced."""

    def complain(old: str, new: str) -> list[str]:
        assert old in CHART
        path = tmp_path / "chart.yaml"
        path.write_text(CHART.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(DataError) as caught:
            read_alone(path, names=NAMES, shown=())
        return str(caught.value).replace(f"{path}", "chart.yaml").split("\n")

    return complain


def test_a_chart_is_read_as_it_is_written(tmp_path: Path) -> None:
    """Places count from the top left; `to` is a way without words."""
    path = tmp_path / "chart.yaml"
    path.write_text(CHART, encoding="utf-8")
    (flow,) = read_alone(path, names=NAMES, shown=()).blocks
    assert isinstance(flow, Flow)
    assert flow.widths == (2.0, 1.0)
    assert flow.caption == "chart.caption"
    assert flow.steps[0] == FlowStep("begin", "chart.begin", (0, 0), "start", ("star",), to="ask")
    assert flow.steps[0].ways == (FlowWay("ask", ""),)
    assert flow.steps[1].ways == (FlowWay("done", "chart.yes"), FlowWay("again", "chart.no", "downwards"))
    assert flow.steps[3].cell == (1, 2)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "to: ask}",
            "to: aks}",
            "chart.yaml:7:81: blocks[1].flow.steps[1].to: unknown step `aks` (did you mean `ask`?)",
        ),
        ("to: ask}", "to: begin}", "chart.yaml:7:81: blocks[1].flow.steps[1].to: leads to itself"),
        (
            ", to: ask}",
            "}",
            "chart.yaml:7:16: blocks[1].flow.steps[1].id: leads nowhere (add `to: ...`, or write `kind: end`)",
        ),
        (
            "at: b3",
            "at: b2",
            "chart.yaml:17:27: blocks[1].flow.steps[4].at: `done` has the same place (give it another place)",
        ),
        (
            "at: a2",
            f"at: a{'9' * 5000}",
            f"chart.yaml:9:15: blocks[1].flow.steps[2].at: `a{'9' * 196}...` is not a cell of a flow chart (column a to h, row 1 to 20: `b3`)",
        ),
        (
            "at: a2",
            "at: 2a",
            "chart.yaml:9:15: blocks[1].flow.steps[2].at: `2a` is not a cell of a flow chart (column a to h, row 1 to 20: `b3`)",
        ),
        (
            "id: again, at",
            "id: done, at",
            "chart.yaml:17:16: blocks[1].flow.steps[4].id: duplicate step `done` (give it another id)",
        ),
        (
            "say: chart.ask",
            "say: chart.aks",
            "chart.yaml:11:16: blocks[1].flow.steps[2].say: the wording has no `chart.aks` (did you mean `chart.ask`?)",
        ),
        (
            "icons: [star]",
            "icons: [stars]",
            "chart.yaml:7:70: blocks[1].flow.steps[1].icons[1]: unknown icon `stars` (did you mean `star`?)",
        ),
        (
            "colour: red",
            "colour: rde",
            "chart.yaml:12:19: blocks[1].flow.steps[2].colour: unknown colour `rde` (did you mean `red`?)",
        ),
        (
            "kind: end, say: chart.again",
            "kind: end, say: chart.again, to: done",
            "chart.yaml:17:37: blocks[1].flow.steps[4].kind: an end cannot lead to another step (make it a `step`, or remove `to` and `ways`)",
        ),
        (
            "            - {say: chart.yes, to: done}\n",
            "",
            "chart.yaml:14:13: blocks[1].flow.steps[2].ways: a question needs at least two answers (write each as `- {say: ..., to: ...}`)",
        ),
        (
            "widths: [2, 1]",
            "widths: [2]",
            "chart.yaml:5:15: blocks[1].flow.widths: 1 width for 2 columns (one width for each column, or none)",
        ),
        (
            "leaves: downwards",
            "leaves: sideways",
            "chart.yaml:15:35: blocks[1].flow.steps[2].ways[2].to: the arrow to `again` runs through another step (keep a row and a column free for it, or move one of the two)",
        ),
    ],
)
def test_what_is_wrong_with_a_chart_is_told_in_place(
    complaints: Callable[[str, str], list[str]], old: str, new: str, told: str
) -> None:
    """Line and column of the step, and what would be right."""
    assert told in complaints(old, new)
