"""DXF files of cut lines, read by ezdxf."""

from io import BytesIO
from math import pi

import pytest
from ezdxf import recover
from ezdxf.document import Drawing
from ezdxf.math import area as area_of

from generator.backends.dxf import TOLERANCE, flatten, write_dxf
from generator.backends.formats import DEFAULT, find_cut_format
from generator.errors import UnknownName
from generator.layout.shapes.outlines import circle, line, measure_distance, rectangle, rounded_rectangle
from generator.scene.shapes import Document, Group, Page, Path, Segment, translation
from generator.scene.svg_outline import cut_up, parse_outline
from tests.cutters import area

CURVES = {
    "chip": circle(8, 8, 8),
    "cube": circle(4, 4, 4),
    "dot": circle(1, 1, 1),
    "plate": circle(100, 100, 90),
    "card": rounded_rectangle(0, 0, 63, 88, 3),
    "shield": parse_outline("M2 2H38V20Q38 34 20 39Q2 34 2 20Z"),
    "drop": parse_outline("M20 1Q36 18 36 25A16 14 0 0 1 4 25Q4 18 20 1Z"),
    "bar": parse_outline("M0 0C10 0 20 0 30 0V10H0Z"),
    "wave": parse_outline("M0 10C10 0 20 20 30 10V30C20 40 10 20 0 30Z"),
}


def document(*groups: Group) -> Document:
    return Document((Page(210.0, 297.0, groups),), "Lines", "en")


def read(data: bytes) -> Drawing:
    """Read a file; what it must not have is an error or something to be repaired."""
    found, audit = recover.read(BytesIO(data))
    assert not audit.errors
    assert not audit.fixes
    return found


def points(segments: tuple[Segment, ...]) -> list[tuple[float, float]]:
    ((found, is_closed),) = flatten(segments)
    assert is_closed
    return found


def test_layers_and_units() -> None:
    """Named groups are layers with colours; lengths are in mm, and y points upwards."""
    cut = Group((Path(rectangle(10, 20, 63, 88)),), name="cut", transform=translation(1, 2))
    fold = Group((Path((*line(0, 0, 5, 0), *line(0, 9, 5, 9))),), name="fold")
    found = read(write_dxf(document(cut, fold), 0, DEFAULT))
    assert (found.dxfversion, found.units) == ("AC1009", 4)
    assert {
        layer.dxf.name: layer.dxf.color for layer in found.layers if layer.dxf.name in ("CUT", "FOLD")
    } == {
        "CUT": 1,
        "FOLD": 5,
    }
    card, *folds = found.modelspace()
    assert (card.dxftype(), card.dxf.layer, card.is_closed) == ("POLYLINE", "CUT", True)
    assert [tuple(vertex.dxf.location)[:2] for vertex in card.vertices] == [
        (11, 275),
        (74, 275),
        (74, 187),
        (11, 187),
    ]
    assert [(one.dxf.layer, one.is_closed, len(one.vertices)) for one in folds] == [("FOLD", False, 2)] * 2


def test_holes_are_lines_of_their_own() -> None:
    """They are closed, too, and on the same layer."""
    ring = Path(parse_outline("M0 0H30V30H0Z M10 10V20H20V10Z"))
    lines = list(read(write_dxf(document(Group((ring,), name="cut")), 0)).modelspace())
    assert [(one.is_closed, len(one.vertices)) for one in lines] == [(True, 4), (True, 4)]


@pytest.mark.parametrize("outline", CURVES.values(), ids=CURVES)
def test_chords_are_near_their_curve(outline: tuple[Segment, ...]) -> None:
    """Within 0.01 mm both ways; the area is the same to a ten-thousandth."""
    found = points(outline)
    fine = list(cut_up(outline))
    edges = list(zip(found, [*found[1:], found[0]], strict=True))
    for point in (start for start, _ in fine):
        assert min(measure_distance(edge, point) for edge in edges) <= TOLERANCE * 1.1
    assert abs(area_of([*found, found[0]])) == pytest.approx(area(outline), rel=1e-4)


def test_a_circle_has_few_points() -> None:
    """A chip has less than 100: more of them make machines slow."""
    found = points(circle(8, 8, 8))
    assert 40 < len(found) < 100
    assert abs(area_of([*found, found[0]])) == pytest.approx(pi * 64, rel=4e-4)


def test_the_same_lines_are_the_same_bytes() -> None:
    """The file has no date, and only ASCII."""
    page = document(Group(tuple(map(Path, CURVES.values())), name="cut"))
    assert write_dxf(page, 0) == write_dxf(page, 0)
    assert write_dxf(page, 0).isascii()


def test_lines_without_a_group() -> None:
    """They are on layer 0, and a line that goes on after it was closed is another one."""
    path = Path(parse_outline("M0 0H30V30H0Z L5 5 M40 40L50 50M60 60L70 70", open_ends=True))
    page = Document((Page(210.0, 297.0, (path,)),), "Lines", "en")
    lines = list(read(write_dxf(page, 0)).modelspace())
    assert {one.dxf.layer for one in lines} == {"0"}
    assert [(one.is_closed, len(one.vertices)) for one in lines] == [
        (True, 4),
        (False, 2),
        (False, 2),
        (False, 2),
    ]


def test_an_empty_page() -> None:
    """It is a file without lines."""
    assert not list(read(write_dxf(document(), 0)).modelspace())


def test_formats_of_cut_files() -> None:
    """There are two, in upper or lower case; others are suggested."""
    assert [find_cut_format(name).extension for name in ("svg", "DXF")] == ["svg", "dxf"]
    with pytest.raises(UnknownName, match=r"unknown format of cut files 'dfx' \(did you mean 'dxf'"):
        find_cut_format("dfx")
