"""Every deck that ships, on sheets for cutting machines."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO

import pytest
from ezdxf import recover
from ezdxf.math import area as area_of

from generator.backends.dxf import write_dxf
from generator.layout.document import lay_out_part
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.imposition.marks import draw_cuts
from generator.layout.imposition.pieces import arrange_pieces
from generator.layout.shapes.outlines import Component, cut_outline, fold_lines
from generator.model.geometry import Rectangle
from generator.model.kit import PieceSet
from generator.scene.shapes import Document, Group, Page, measure_bounds, move_segments
from generator.scene.svg_outline import split_outline
from tests import shipped
from tests.cutters import area, destinations, printing
from tests.geometry import within
from tests.samples import sample

MARKED = [id for id, one in destinations().items() if one.cutter and one.cutter.marks]
DECKS = shipped.list_parts(PieceSet)


@cache
def deck(game: str, id: str) -> PieceSet:
    return next(part for part in shipped.kit(game).parts if part.id == id and isinstance(part, PieceSet))


@cache
def document(game: str, id: str) -> Document:
    """The deck on A4 with three marks."""
    how = printing("silhouette")
    return lay_out_part(shipped.press(game, "en"), deck(game, id), paper=shipped.paper("a4"), printing=how)


@cache
def pieces(game: str, id: str) -> tuple[Component, ...]:
    return lay_out_pieces(shipped.press(game, "en"), deck(game, id))


def find_zones(page: Page) -> list[Rectangle]:
    """The corners with marks: on backs, they are behind those of fronts."""
    groups = {shape.name: shape for shape in page.shapes if isinstance(shape, Group)}
    if "registration" not in groups:
        return []
    boxes = [Rectangle(*measure_bounds((mark,))) for mark in groups["registration"].shapes]
    zone = max(max(min(box.right, page.width - box.left), 0.0) for box in boxes) + 1.5
    lefts = (0.0 if box.left < page.width / 2 else page.width - zone for box in boxes)
    tops = [0.0 if box.top < page.height / 2 else page.height - zone for box in boxes]
    return [Rectangle(0, 0, zone, zone).moved(x, y) for x, y in zip(lefts, tops, strict=True)]


def find_arts(page: Page) -> Iterator[Rectangle]:
    """Boxes around what is drawn of each piece, and around the margin line."""
    for layer in page.shapes:
        assert isinstance(layer, Group)
        for piece in layer.shapes if layer.name in ("fronts", "backs") else ():
            assert isinstance(piece, Group)
            shapes = (piece.clip,) if piece.clip else piece.shapes
            yield Rectangle(*measure_bounds((Group(shapes, transform=piece.transform),)))
    yield from (Rectangle(one.left, one.top, one.right, one.bottom) for one in within(page, "margin"))


@pytest.mark.parametrize(("game", "id"), sample(DECKS, 6, key="marks"))
def test_no_shape_is_near_the_marks(game: str, id: str) -> None:
    """Neither art nor words; all fronts have three marks."""
    pages = document(game, id).pages
    assert any(map(find_zones, pages))
    for page in pages:
        zones = find_zones(page)
        assert len(zones) in (0, 3)
        assert bool(zones) == bool(page.cut)
        for art in find_arts(page):
            assert not any(art.overlap(zone) > 1e-3 for zone in zones), (page.label, art)


@pytest.mark.parametrize(("game", "id"), sample(DECKS, 6, key="marks"))
def test_files_of_lines_are_right(game: str, id: str) -> None:
    """No error in any of them, closed lines, and areas that agree with the outlines to a ten-thousandth."""
    done = []
    for page in document(game, id).pages:
        if not page.cut or page.cut in done:
            continue
        done.append(page.cut)
        lines = Page(page.width, page.height, page.cut)
        found, audit = recover.read(BytesIO(write_dxf(Document((lines,), "", "en"), 0)))
        assert (audit.errors, audit.fixes) == ([], [])
        cuts = [one for one in found.modelspace() if one.dxf.layer == "CUT"]
        wanted = [part for path in page.cut[0].shapes for part in split_outline(path.segments)]
        for one, outline in zip(cuts, wanted, strict=True):
            points = [vertex.dxf.location for vertex in one.vertices]
            assert one.is_closed
            assert abs(area_of([*points, points[0]])) == pytest.approx(area(outline), rel=1e-4)


@pytest.mark.parametrize("name", MARKED)
@pytest.mark.parametrize("paper", shipped.PAPERS)
def test_all_decks_fit_between_all_marks(name: str, paper: str) -> None:
    """Each outline is the cut line of the piece, moved by its slot, and outside of the free corners.

    All outlines of a sheet are in the middle of the page.
    """
    for game, id in DECKS:
        how, on = printing(name), shipped.paper(paper)
        sheets = arrange_pieces(pieces(game, id), paper=on, printing=how, folded=False, name=id)
        for layout in {sheet.layout for sheet in sheets}:
            for slot in layout.slots:
                assert not any(slot.art.overlap(zone) > 1e-6 for zone in layout.frame.zones)
            page = layout.frame.page
            box = Rectangle.around(corner for slot in layout.slots for corner in slot.trim.corners)
            assert box.middle == pytest.approx((page.width / 2, page.height / 2))
            drawn = {layer.name: [path.segments for path in layer.shapes] for layer in draw_cuts(layout)}
            assert drawn["cut"] == [
                move_segments(slot.transform, cut_outline(slot.form)) for slot in layout.slots
            ]
            assert len(drawn.get("fold", ())) == sum(bool(fold_lines(slot.form)) for slot in layout.slots)


def test_the_decks_have_all_kinds_of_forms() -> None:
    """Cards, chips, hexagons, standees, and cubes are among them."""
    forms = {one.form.outline for game, id in DECKS for one in deck(game, id).decks}
    assert forms >= {"rectangle", "round", "hexagon", "standee", "cube"}
