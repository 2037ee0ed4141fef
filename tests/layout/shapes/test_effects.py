"""Shadows of shapes that are cut off."""

from generator.layout.shapes.outlines import circle, draw_shadow, polyline, rectangle
from generator.scene.shapes import Colour, Group, Path, Shape, Stroke, measure_bounds

BLACK = Colour(0.0, 0.0, 0.0, 0.5)
LINES = Path(polyline([(1, 1), (9, 5), (1, 9)]), stroke=Stroke(BLACK, 2.0))


def shade(clip: Path, blur: float) -> list[Group]:
    """The clipped group in each layer of its shadow, the widest last."""
    found = []
    for layer in draw_shadow((Group((LINES,), clip=clip),), BLACK, (1.0, 1.0), blur).shapes:
        assert isinstance(layer, Group)
        (group,) = layer.shapes
        assert isinstance(group, Group)
        found.append(group)
    return found


def test_a_shadow_has_the_shape_of_thick_lines() -> None:
    """It is no box, even if the corners of the lines may reach beyond the clip."""
    clip = Path(rectangle(0, 0, 10, 10))
    (group,) = shade(clip, 0.0)
    assert group.clip == clip
    assert [path.segments for path in group.shapes if isinstance(path, Path)] == [LINES.segments]


def test_a_soft_edge_is_around_the_clip() -> None:
    """It is so much wider in each layer, whatever shape the clip has; an empty one hides everything."""
    for outline in (rectangle(0, 0, 10, 10), circle(5, 5, 5)):
        *_, widest = shade(Path(outline), 1.6)
        clips: list[Shape] = [widest.clip] if widest.clip else []
        assert [round(edge, 1) for edge in measure_bounds(clips)] == [-1.4, -1.4, 11.4, 11.4]
    for empty in ((), (("M", 5.0, 5.0), ("Z",))):
        *_, widest = shade(Path(empty), 1.6)
        assert widest.clip == Path(())
