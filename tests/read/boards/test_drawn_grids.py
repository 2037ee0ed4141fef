"""Squares drawn as text stand where they were drawn and are called what is printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.elements.squares import GridCell, Naming, Places, name_lines, parse_squares
from generator.model.language.field_values import format_letters
from generator.read.declared.reader import Findings
from generator.read.files.yaml import parse_yaml

LEGEND = {"#": GridCell(), "a": GridCell(marks=("first",)), "b": GridCell("wood", ("first", "second"))}


def read_grid(findings: Findings, text: str, naming: Naming = "grid") -> Places:
    """The grid of a drawing; its problems are in the findings."""
    grid, problems = parse_squares(text, legend=LEGEND, naming=naming)
    for wrong in problems:
        findings.add_at(("grid",), wrong.position, wrong.message, wrong.hint)
    return grid


def read(text: str, naming: Naming = "grid") -> Places:
    """The grid of a drawing that has nothing wrong."""
    findings = Findings(parse_yaml("grid: x", file="x.yaml"))
    grid = read_grid(findings, text, naming)
    assert findings.problems == []
    return grid


def places(grid: Places) -> list[tuple[str, float, int]]:
    """Name, x and y of every square."""
    return [(square.id, square.x, square.y) for square in grid]


@pytest.mark.parametrize("text", ["# #\n. #\n", "| # #\n| . #\n", "# #\n  #", "| # #\n|   #\n\n"])
def test_border_is_optional(text: str) -> None:
    """With a border or without, with dots or blanks, the drawing is the same."""
    assert places(read(text)) == [("a1", 0, 0), ("b1", 1, 0), ("b2", 1, 1)]


def test_marks_come_from_the_legend() -> None:
    """Every character has its marks."""
    assert [square.marks for square in read("# a b")] == [(), ("first",), ("first", "second")]


def test_dots_may_stand_anywhere() -> None:
    """A dot is nothing, also between the places of squares."""
    assert places(read("| #.#\n|.  #")) == [("a1", 0, 0), ("b1", 1, 0), ("b2", 1, 1)]


def test_empty_rows_count() -> None:
    """A drawing may lie anywhere: rows without squares keep their place."""
    grid = read("|\n| . #\n|\n| #")
    assert places(grid) == [("b2", 1, 1), ("a4", 0, 3)]
    assert name_lines(grid)[1] == {1: "2", 3: "4"}


@pytest.mark.parametrize(
    ("naming", "names", "labels"),
    [
        ("grid", ["b1", "a2", "b2", "c2"], {"1": 0, "2": 1}),
        ("rows", ["b1", "a1", "a2", "a3"], {"a": 1, "b": 0}),
        ("columns", ["b2", "a1", "b1", "c1"], {"1": 1, "2": 0}),
    ],
)
def test_names(naming: Naming, names: list[str], labels: dict[str, int]) -> None:
    """Squares and rows are called what is printed beside them."""
    grid = read("| . #\n| # # #", naming)
    assert [square.id for square in grid] == names
    assert {label: y for y, label in name_lines(grid, naming)[1].items()} == labels


def test_rows_may_be_shifted_by_half_a_square() -> None:
    """One character is half a square, and a brick rests on two halves."""
    grid = read("|   #\n|  # #\n| # # #", "rows")
    assert places(grid)[:3] == [("c1", 1, 0), ("b1", 0.5, 1), ("b2", 1.5, 1)]
    assert [square.id for square in grid.beneath(grid.by_id["c1"])] == ["b1", "b2"]


def test_columns_past_z() -> None:
    """Columns go on as those of spreadsheets do."""
    assert [format_letters(index) for index in (1, 26, 27, 52, 53, 702, 703)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
    assert read("# " * 28)[-1].id == "ab1"


@given(st.integers(1, 10_000))
def test_letters_are_unique(index: int) -> None:
    """A name is that of one column, and shorter names come first."""
    here, there = format_letters(index), format_letters(index + 1)
    assert (len(here), here) < (len(there), there)


BORDER = "is outside the grid, on its left border"
OFF_COLUMN = "is half a square off its column"
OVERLAP = "`#` overlaps the square to its left"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "| # x x\n| y",
            [(0, 4, "the legend has no `x`; 2 squares have it"), (1, 2, "the legend has no `y`")],
        ),
        ("| # #\n  # #", [(1, 0, "the left border is missing")]),
        ("|# #\n|\t#", [(0, 1, BORDER), (1, 1, BORDER)]),
        ("| ##", [(0, 3, OVERLAP)]),
        ("| # #  #  #\n|  #", [(0, 7, OFF_COLUMN), (1, 3, OFF_COLUMN)]),
        ("| #\t#", [(0, 3, "a tab in a drawing")]),
    ],
)
def test_bad_drawings(text: str, told: list[tuple[int, int, str]]) -> None:
    """Each problem is told at the very character; lines and columns are those of the drawing."""
    lines = "".join(f"  {line}\n" for line in text.split("\n"))
    findings = Findings(parse_yaml(f"grid: |\n{lines}", file="x.yaml"))
    assert not read_grid(findings, text)
    found = [(problem.line - 2, problem.column - 3, problem.message) for problem in findings.problems]
    assert sorted(found) == told
    assert all(problem.hint and problem.path == "grid" for problem in findings.problems)


@pytest.mark.parametrize("text", ["| .\n|\n", ". .", "|"])
def test_drawing_without_squares(text: str) -> None:
    """A drawing of nothing is told where the drawing starts."""
    findings = Findings(parse_yaml("a: 1\ngrid: x", file="x.yaml"))
    assert not read_grid(findings, text)
    assert [str(problem) for problem in findings.problems] == [
        "x.yaml:2:7: grid: has no squares (draw one as `#`)"
    ]


def test_rows_out_of_step() -> None:
    """Bricks of one row stand side by side or whole squares apart."""
    source = parse_yaml("grid: |\n  | # #  #\n", file="x.yaml")
    findings = Findings(source)
    assert not read_grid(findings, "| # #  #\n", "rows")
    assert [(problem.line, problem.column) for problem in findings.problems] == [(2, 10)]


@given(st.text("|#ab.x \t\n", max_size=60), st.sampled_from(["grid", "rows", "columns"]))
def test_any_drawing_is_read_or_told(text: str, naming: Naming) -> None:
    """Whatever is drawn: squares with names of their own, or problems inside the file."""
    lines = "".join(f"  {line}\n" for line in ("." + text).split("\n"))
    source = parse_yaml(f"grid: |\n  .\n{lines}", file="x.yaml")
    assert isinstance(source.data, dict)
    drawing = source.data["grid"]
    assert isinstance(drawing, str)
    findings = Findings(source)
    grid = read_grid(findings, drawing, naming)
    assert bool(grid) != bool(findings.problems)
    for problem in findings.problems:
        assert 1 <= problem.line <= len(source.lines)
        assert 1 <= problem.column <= len(source.lines[problem.line - 1]) + 1
    assert len({square.id for square in grid}) == len(grid)
    assert len({(square.x, square.y) for square in grid}) == len(grid)
