"""Everything that is visible on a page has its place, its clips, and its opacity."""

from typing import Any

import pytest

from generator.layout.shapes.outlines import box_outline, polygon
from generator.model.geometry import Rectangle
from generator.model.values import replace
from generator.scene.shapes import BLACK, WHITE, Colour, Gradient, Group, Path, Shape, Stroke, Symbol, Use
from generator.scene.visible import Measures, Painter, hides_box, list_leaves, misses_box

PAGE = Rectangle(0, 0, 100, 100)


def square(left: float, top: float, size: float = 10) -> Path:
    return Path(box_outline(Rectangle(left, top, left + size, top + size)), BLACK)


def list_boxes(*shapes: Shape) -> list[Rectangle]:
    return [leaf.box for leaf in list_leaves(shapes, PAGE, Measures())]


def test_places_are_moved_by_all_groups_and_symbols() -> None:
    """From the innermost to the outermost; turned shapes have the box around them."""
    symbol = Symbol("square", (square(0, 0),), Rectangle(0, 0, 10, 10))
    moved = Group((Use(symbol, (2, 0, 0, 2, 10, 0)),), transform=(1, 0, 0, 1, 5, 20))
    assert list_boxes(moved) == [(15, 20, 35, 40)]
    turned = Group((square(0, 0),), transform=(0, 1, -1, 0, 50, 0))
    assert list_boxes(turned) == [(40, 0, 50, 10)]


@pytest.mark.parametrize(
    ("window", "seen"),
    [
        ((0, 0, 15), [(10, 10, 15, 15)]),
        ((12, 12, 4), [(12, 12, 16, 16)]),
        ((20, 10, 10), []),
        ((60, 60, 10), []),
    ],
)
def test_clips_leave_what_is_inside(window: tuple[float, float, float], seen: list[Rectangle]) -> None:
    """Of shapes, and of groups and symbols within; what only touches the clip is invisible."""
    symbol = Symbol("square", (square(10, 10),), PAGE)
    for inner in (square(10, 10), Group((square(10, 10),)), Use(symbol)):
        clipped = Group((Group((inner,), opacity=0.5),), clip=square(*window), opacity=0.5)
        leaves = list_leaves((clipped, square(80, 80)), PAGE, Measures())
        assert [leaf.box for leaf in leaves] == [*seen, (80, 80, 90, 90)]
        assert [leaf.opacity for leaf in leaves] == [*(0.25 for _ in seen), 1.0]
        assert [len(leaf.clips) for leaf in leaves] == [*(1 for _ in seen), 0]


def test_clips_of_groups_in_groups_are_all_kept() -> None:
    """The box is inside of all of them, wherever each is moved."""
    inner = Group((square(0, 0, 50),), transform=(1, 0, 0, 1, 10, 10), clip=square(0, 0, 30))
    (leaf,) = list_leaves((Group((inner,), clip=square(20, 0, 60)),), PAGE, Measures())
    assert leaf.box == (20, 10, 40, 40)
    assert [clip.transform[4:] for clip in leaf.clips] == [(0, 0), (10, 10)]


def test_what_is_outside_of_the_page_is_left_out() -> None:
    """Partly, or completely."""
    assert list_boxes(square(95, -5), square(100, 0), square(-20, 30)) == [(95, 0, 100, 5)]


def test_what_shines_through_changes_each_colour_of_a_gradient() -> None:
    """A faint sign on it is not its own full colour."""
    ground = Gradient(((0, BLACK), (1, Colour(1, 0, 0))), (0, 0), (10, 0))
    faint = Path(box_outline(Rectangle(0, 0, 10, 10)), replace(WHITE, alpha=0.5))
    measures = Measures()
    leaves = list_leaves((Path(faint.segments, ground), faint), PAGE, measures)
    (seen,) = {*Painter(leaves, measures).look((1, 5), (9, 5), 3)}
    assert isinstance(seen, Gradient)
    assert seen.colours == (Colour(0.5, 0.5, 0.5), Colour(1, 0.5, 0.5))


def test_what_is_below_several_layers_is_seen_through_those_that_are_faint() -> None:
    """Each layer counts, in its order, from the topmost that hides what is below it."""
    place, measures = Rectangle(0, 0, 10, 10), Measures()
    red, faint, veil = Colour(1, 0, 0), Colour(0, 0, 1, 0.5), replace(WHITE, alpha=0.5)
    layers = [Path(box_outline(place), paint) for paint in (BLACK, red, faint, veil, BLACK)]
    leaves = list_leaves(layers, PAGE, measures)
    painter = Painter(leaves, measures)
    assert painter.look((1, 5), (9, 5), 3, below=leaves[-1]) == [Colour(0.75, 0.5, 0.75)] * 3
    assert painter.look((1, 5), (9, 5), 1, below=leaves[1]) == [BLACK]
    assert painter.look((1, 5), (19, 5), 2) == [BLACK, None]


def test_nothing_is_looked_for_below_what_hides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of hundreds of shapes takes no longer than the few at the top."""
    measured: list[Path] = []
    list_outlines = Measures.list_outlines

    def note(self: Measures, path: Path) -> list[Any]:
        measured.append(path)
        return list_outlines(self, path)

    monkeypatch.setattr(Measures, "list_outlines", note)
    shapes, measures = [square(0, 0) for _ in range(50)], Measures()
    Painter(list_leaves(shapes, PAGE, measures), measures).look((1, 5), (9, 5), 24)
    assert measured == [shapes[-1]]


COVER = Path(box_outline(PAGE.grown(3)), BLACK)


@pytest.mark.parametrize(
    ("shape", "is_hiding"),
    [
        (COVER, True),
        (Group((COVER,), transform=(0, 1, -1, 0, 100, 0)), True),
        (replace(COVER, fill=Gradient(((0.0, BLACK), (1.0, WHITE)), (0, 0), (1, 0))), True),
        (square(0, 0, 99.9), False),
        (Group((COVER,), opacity=0.9), False),
        (replace(COVER, fill=replace(BLACK, alpha=0.5)), False),
        (replace(COVER, fill=None, stroke=Stroke(BLACK, 300)), False),
        (Group((COVER,), clip=square(0, 0, 100)), False),
        (Group((COVER,), transform=(0.8, 0.6, -0.6, 0.8, 0, 0)), False),
        # A triangle, two halves, and a ring around the page's middle have the same box.
        (Path((("m", 0, 0), ("l", 100, 0), ("l", 0, 100), ("z",)), BLACK), False),
        (
            Path((*box_outline(Rectangle(0, 0, 40, 100)), *box_outline(Rectangle(60, 0, 100, 100))), BLACK),
            False,
        ),
        (Path((*box_outline(PAGE), *box_outline(Rectangle(20, 20, 80, 80))), BLACK, even_odd=True), False),
        (Path(polygon([(0, 0), (100, 100), (100, 0), (0, 100)]), BLACK), False),
    ],
)
def test_only_a_full_area_hides_what_is_below(shape: Shape, is_hiding: bool) -> None:
    measures = Measures()
    (leaf,) = list_leaves((shape,), PAGE, measures)
    assert hides_box(leaf, PAGE, measures) is is_hiding


FRAME = Path(box_outline(Rectangle(10, 10, 60, 60)), stroke=Stroke(BLACK, 4))
DISC_CUT = Group((square(10, 10, 50),), clip=square(10, 10, 20))


@pytest.mark.parametrize(
    ("shape", "box", "misses"),
    [
        # Beside it, within a frame, on its line, and near it.
        (square(10, 10), (30, 30, 40, 40), True),
        (square(10, 10), (20, 10, 30, 20), True),
        (square(10, 10), (12, 12, 14, 14), False),
        (square(10, 10), (5, 5, 30, 30), False),
        (FRAME, (20, 20, 50, 50), True),
        (FRAME, (11, 20, 50, 50), False),
        (FRAME, (0, 0, 100, 100), False),
        # A hole, what is cut off, and shapes that are turned or flattened.
        (
            Path((*box_outline(PAGE), *box_outline(Rectangle(20, 20, 80, 80))), BLACK, even_odd=True),
            (30, 30, 40, 40),
            True,
        ),
        (DISC_CUT, (40, 40, 50, 50), True),
        (DISC_CUT, (15, 15, 20, 20), False),
        (Group((square(0, 0, 20),), transform=(0.7, 0.7, -0.7, 0.7, 50, 50)), (40, 50, 44, 54), True),
        (Group((square(0, 0, 20),), transform=(0.7, 0.7, -0.7, 0.7, 50, 50)), (48, 60, 52, 64), False),
    ],
)
def test_a_box_without_any_part_of_a_shape(
    shape: Shape, box: tuple[float, float, float, float], misses: bool
) -> None:
    measures = Measures()
    (leaf,) = list_leaves((shape,), PAGE, measures)
    assert misses_box(leaf, Rectangle(*box), measures) is misses


def test_groups_of_a_name_are_left_out() -> None:
    """With everything in them, however deep they are."""
    hidden = Group((Group((square(0, 0),), name="over"), square(20, 20)))
    leaves = list_leaves((hidden, Group((square(40, 40),), name="other")), PAGE, Measures(), without="over")
    assert [leaf.box.left for leaf in leaves] == [20, 40]
