"""Traversal of all shapes of a page, with transforms and groups."""

from generator.layout.shapes.outlines import rectangle
from generator.scene.shapes import (
    BLACK,
    Group,
    Path,
    Stroke,
    Symbol,
    Use,
    list_all,
    scaling,
    thicken_lines,
    walk,
)

DOT = Path(rectangle(0, 0, 1, 1))
LINE = Path(rectangle(0, 0, 9, 1))
USE = Use(Symbol("dot", (DOT,), (0.0, 0.0, 1.0, 1.0)), (2.0, 0.0, 0.0, 2.0, 5.0, 0.0))
SHAPES = (Group((USE, LINE), name="inner", transform=(1.0, 0.0, 0.0, 1.0, 10.0, 20.0)), LINE)


def test_walk_yields_groups_and_uses_before_what_is_in_them() -> None:
    """Shapes are in drawing order, with the groups around them."""
    met = list(walk(SHAPES))
    assert [placed.shape for placed in met] == [SHAPES[0], USE, DOT, LINE, LINE]
    assert [placed.groups for placed in met] == [(), ("inner",), ("inner",), ("inner",), ()]
    assert [one.shape for one in met[2].around] == [SHAPES[0], USE]


def test_places_are_those_of_the_page() -> None:
    """Transforms of groups and symbols are composed."""
    _, use, dot, _, last = walk(SHAPES)
    assert use.transform == dot.transform == (2.0, 0.0, 0.0, 2.0, 15.0, 20.0)
    assert last.transform == (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def test_symbols_may_be_left_closed() -> None:
    """Without `symbols`, the contents of symbols are not visited."""
    assert list(list_all(Path, SHAPES, symbols=False)) == [LINE, LINE]
    assert list(list_all(Use, SHAPES, symbols=False)) == [USE]


def test_lines_are_as_wide_as_asked_where_they_are_drawn() -> None:
    """In groups and symbols, which stay shared; wide lines, and shapes without lines, are not changed."""
    thin, wide = (Path(LINE.segments, stroke=Stroke(BLACK, width)) for width in (0.2, 2.0))
    symbol = Symbol("sign", (thin, wide), (0, 0, 9, 1))
    shown = (Use(symbol, scaling(0.5)), Use(symbol, scaling(0.5)), Group((thin,)))
    first, second, group = thicken_lines(shown, 0.1, scale=0.25)
    assert isinstance(first, Use)
    assert isinstance(second, Use)
    assert isinstance(group, Group)
    assert first.symbol is second.symbol
    drawn = [*list_all(Path, (first, group))]
    assert [each.stroke and each.stroke.width for each in drawn] == [0.8, 2.0, 0.4]
