"""Traversal of all shapes of a page, with transforms and groups."""

from generator.layout.shapes.outlines import rectangle
from generator.scene.shapes import Group, Path, Symbol, Use, list_all, walk

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
