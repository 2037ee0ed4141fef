"""Lines, polygons, groups, and the keys of all elements, from a template in YAML to the shapes on paper."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path as FilePath

import pytest

from generator.errors import LayoutError
from generator.layout.document import make_press
from generator.layout.elements.pieces import draw_template
from generator.layout.press import LayoutFindings, Press
from generator.model.elements.template import Elements, Template
from generator.read.declared.names import Names
from generator.read.declared.reader import Findings as ReadFindings
from generator.read.declared.reader import Reader
from generator.read.files.yaml import read_yaml
from generator.scene.shapes import (
    Document,
    GlyphRun,
    Gradient,
    Page,
    Path,
    Shape,
    list_all,
    measure_bounds,
    walk,
)
from tests import parity, shipped

WIDTH, HEIGHT = 63.0, 88.0
FIELDS = {"colour": "crimson", "angle": "30"}


@cache
def press() -> Press:
    return make_press(shipped.kit("pandemic"), locale="en", fonts=shipped.fonts())


def read(folder: FilePath, *lines: str) -> tuple[Template | None, list[str]]:
    """The elements in YAML, and the problems that were found in them."""
    file = folder / "t.yaml"
    file.write_text("\n".join(f"- {line}" for line in lines) + "\n", encoding="utf-8")
    findings = ReadFindings(read_yaml(file))
    names = Names(colours=["red", "ink", "paper"])
    elements = Reader(findings, names.judge).read_value(Elements, findings.source.data, ())
    problems = [str(problem).removeprefix(f"{folder}/") for problem in findings.problems]
    return (None if elements is None else Template("t", elements)), problems


def draw(folder: FilePath, *lines: str) -> tuple[Shape, ...]:
    template, problems = read(folder, *lines)
    assert template is not None, problems
    return draw_template(press(), template, FIELDS, WIDTH, HEIGHT)


def is_alike(shapes: Sequence[Shape]) -> bool:
    page = Document((Page(WIDTH, HEIGHT, tuple(shapes)),), "Test", "en")
    found = parity.compare(page, 0)
    assert found.ink > 100, "something is drawn"
    return found.share < 2 * parity.ALLOWED


EACH = dict(
    line.split(" | ") for line in FilePath(__file__).with_name("drawn.txt").read_text("utf-8").splitlines()
)
"""Elements by name."""


@pytest.mark.parametrize("name", EACH)
def test_each_is_drawn_alike_by_both_back_ends(tmp_path: FilePath, name: str) -> None:
    assert is_alike(draw(tmp_path, EACH[name]))


def test_positions_are_in_the_box(tmp_path: FilePath) -> None:
    """Percentages and lengths of points count from the element's box."""
    (line,) = draw(tmp_path, "line: {box: [10 mm, 20 mm, 40 mm, 10 mm], from: [0, 0], to: [50%, 5 mm]}")
    assert isinstance(line, Path)
    assert line.segments == (("M", 10, 20), ("L", 30, 25))


def test_an_arrow_ends_at_its_tip(tmp_path: FilePath) -> None:
    """The head is 5 lines long, and the line ends inside of it."""
    line, head = draw(tmp_path, "arrow: {points: [[10 mm, 10 mm], [30 mm, 10 mm]], line: 1 mm}")
    assert isinstance(line, Path)
    assert measure_bounds((head,)) == pytest.approx((25, 8, 30, 12))
    assert line.segments[-1] == ("L", 26, 10)


def test_a_turned_group_moves_everything_in_it(tmp_path: FilePath) -> None:
    """A group turned by 90 degrees around its middle: its top left is at the top right."""
    panel = "panel: {box: [0, 0, 5 mm, 5 mm], fill: red}"
    box = "box: [10 mm, 10 mm, 20 mm, 20 mm]"
    (group,) = draw(tmp_path, f"group: {{{box}, angle: 90, draw: [{panel}]}}")
    assert measure_bounds((group,)) == pytest.approx((25, 10, 30, 15))


def test_a_gradient_spans_the_shape(tmp_path: FilePath) -> None:
    """Downwards, from the top of the shape to its bottom, with a colour halfway."""
    gradient = "gradient: {from: red, via: '#fff', to: navy, angle: 90}"
    (panel,) = draw(tmp_path, f"panel: {{box: [10 mm, 10 mm, 20 mm, 30 mm], {gradient}}}")
    assert isinstance(panel, Path)
    assert isinstance(panel.fill, Gradient)
    assert panel.fill.start == pytest.approx((20, 10))
    assert panel.fill.end == pytest.approx((20, 40))
    assert [place for place, _ in panel.fill.stops] == [0, 0.5, 1]
    colours = "gradient: {colours: [red, '#fff', navy, gold, ink], angle: 90}"
    (panel,) = draw(tmp_path, f"panel: {{box: [10 mm, 10 mm, 20 mm, 30 mm], {colours}}}")
    assert isinstance(panel, Path)
    assert isinstance(panel.fill, Gradient)
    assert [place for place, _ in panel.fill.stops] == [0, 0.25, 0.5, 0.75, 1]
    assert len({colour for _, colour in panel.fill.stops}) == 5


def test_text_along_an_arc_keeps_its_letters(tmp_path: FilePath) -> None:
    """Each letter is a run of its own, in order, and the ends are turned outwards."""
    text = "text: 'An arc', role: body, align: center"
    shapes = draw(tmp_path, f"words: {{{text}, box: [5 mm, 5 mm, 50 mm, 20 mm], along: '120'}}")
    runs = [one for one in walk(shapes) if isinstance(one.shape, GlyphRun)]
    assert "".join(one.shape.text for one in runs if isinstance(one.shape, GlyphRun)) == "An arc"
    slopes = [one.transform[1] for one in runs]
    assert slopes == sorted(slopes)
    assert slopes[0] < -0.05
    assert slopes[-1] > 0.05


def test_shadows_and_outlines_add_no_text(tmp_path: FilePath) -> None:
    """Copied text has each word once."""
    text = "text: Once, role: body, box: [5 mm, 5 mm, 50 mm, 9 mm]"
    shapes = draw(tmp_path, f"words: {{{text}, stroke: red, shadow: '#0008'}}")
    assert [run.text for run in list_all(GlyphRun, shapes)] == ["Once"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("line: {from: [0, 0]}", "1:3: [1].line: `to` is missing"),
        ("polygon: {sides: 2, fill: red}", "needs either `points` or at least 3 `sides`"),
        ("polygon: {sides: 5}", "draws nothing (add `fill`, `stroke`, or `gradient`)"),
        ("star: {fill: reed}", "unknown colour `reed` (did you mean `red`?)"),
        (
            "star: {fill: red, opacity: 1.5}",
            "1:30: [1].star.opacity: `1.5` is too large (more than 0, at most 1)",
        ),
        ("path: {data: 'M 0 0 L x', fill: red}", "unexpected `x` in path data"),
        ("polyline: [[0, 0]]", "needs 2 to 1000 items"),
        ("panel: {fill: red, clip: circle}", "`circle` is not a shape (one of rectangle, ellipse, "),
        ("picture: {file: a.svg, recolour: {nav: red}}", "[1].picture.recolour.nav: `nav` is not a colour"),
        ("picture: {file: a.svg, recolour: {navy: reed}}", "recolour.navy: unknown colour `reed`"),
        ("panel: {fill: red, shape: '  '}", "is not a shape"),
        ("panel: {fill: red, shape: " + "X" * 5000 + "}", "is not a shape"),
        ("panel: {fill: red, shape: 'M 0 0 L x'}", "unexpected `x` in path data"),
        ("words: {text: a, role: body, box: [0, 0, 9 mm, 9 mm], along: up}", "unexpected `u` in path data"),
        ("panel: {gradient: {from: red}}", "1:11: [1].panel.gradient: `to` is missing"),
        ("panel: {gradient: {colours: [red]}}", "1:31: [1].panel.gradient.colours: needs 2 to 16 items"),
        ("panel: {gradient: {to: red, colours: [red, blue]}}", "gradient.to: has `colours`, too (write"),
        ("panel: {fill: red, shadow: {by: [1, 2 mm]}}", "this number has no unit"),
    ],
)
def test_problems_have_their_place(tmp_path: FilePath, line: str, problem: str) -> None:
    template, problems = read(tmp_path, line)
    assert template is None or problems
    assert any(problem in one for one in problems), problems


COVERED = "words: {text: Covered text, role: body, box: [5 mm, 5 mm, 50 mm, 9 mm]}"


@pytest.mark.parametrize(
    ("later", "is_found"),
    [
        ("line: {from: [0, 8 mm], to: [100%, 8 mm]}", True),
        ("line: {from: [0, 13 mm], to: [100%, 13 mm]}", False),
        ("line: {from: [60 mm, 8 mm], to: [100%, 8 mm]}", False),
        ("panel: {box: [0, 0, 30 mm, 30 mm], fill: red}", True),
        ("panel: {box: [0, 0, 30 mm, 30 mm], fill: '#f004'}", False),
        ("panel: {box: [0, 0, 30 mm, 30 mm], fill: red, opacity: 50%}", False),
        ("panel: {box: [2 mm, 2 mm, 58 mm, 80 mm], stroke: red, line: 1 mm}", False),
        ("panel: {box: [15 mm, 0, 30 mm, 2 mm], fill: red, angle: 90}", False),
        ("panel: {box: [0 mm, 7 mm, 30 mm, 2 mm], fill: red, angle: 90}", True),
        ("ground: red", True),
    ],
)
def test_text_under_a_later_shape_is_found(tmp_path: FilePath, later: str, is_found: bool) -> None:
    """A rule through the letters, or a panel over them; not one beside them, nor a faint one."""
    template, problems = read(tmp_path, COVERED, later)
    assert template is not None, problems
    findings = LayoutFindings(collects=True)
    collecting = make_press(shipped.kit("pandemic"), locale="en", fonts=shipped.fonts(), findings=findings)
    draw_template(collecting, template, FIELDS, WIDTH, HEIGHT)
    found = [str(error) for error in findings.take()]
    assert bool(found) == is_found, found
    if found:
        assert "'Covered text' is covered by a later element; `over: true` allows this" in found[0]


def test_text_that_may_be_covered_is_not_reported(tmp_path: FilePath) -> None:
    draw(tmp_path, COVERED.replace("}", ", over: true}"), "ground: red")


def test_cells_around_a_shape_are_at_its_corners(tmp_path: FilePath) -> None:
    """A cross has twelve corners, the first at the top; the middle of each cell is on its corner."""
    box, draw_ = "box: [10 mm, 10 mm, 30 mm, 30 mm]", "draw: [panel: {fill: red, box: [0, 0, 100%, 100%]}]"
    cells = draw(tmp_path, f"repeat: {{over: 1..12, around: cross, cell: 4 mm, {box}, {draw_}}}")
    middles = [(left + 2, top + 2) for left, top, _, _ in (measure_bounds((cell,)) for cell in cells)]
    assert len(middles) == 12
    assert middles[:3] == [pytest.approx((20, 10)), pytest.approx((30, 10)), pytest.approx((30, 20))]


def test_a_shape_has_corners_for_all_items(tmp_path: FilePath) -> None:
    keys = "around: diamond, cell: 4 mm, box: [10 mm, 10 mm, 20 mm, 20 mm], draw: [ground: red]"
    with pytest.raises(LayoutError, match=r"5 items of `1\.\.5` do not fit on 4 corners"):
        draw(tmp_path, f"repeat: {{over: 1..5, {keys}}}")


def test_an_outline_behind_its_fill_shows_its_outer_half(tmp_path: FilePath) -> None:
    line, fill = draw(tmp_path, "star: {fill: red, stroke: ink, line: 2 mm, behind: true}")
    assert isinstance(line, Path)
    assert isinstance(fill, Path)
    assert (line.fill, fill.stroke) == (None, None)
