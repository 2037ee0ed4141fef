"""Nothing is drawn outside the bleed of a piece, with any element."""

from dataclasses import replace
from functools import cache

import pytest

from generator.layout.document import make_press
from generator.layout.elements.drawer import Room
from generator.layout.elements.pieces import draw_template, lay_out_pieces
from generator.layout.imposition.pieces import impose
from generator.layout.press import LayoutFindings, Press
from generator.layout.shapes.outlines import footprint
from generator.model.elements.boxes import WHOLE, Box, Measure, Shadow
from generator.model.elements.template import (
    BoardElement,
    Element,
    Ground,
    GroupElement,
    IconElement,
    LineElement,
    PanelElement,
    PictureElement,
    RepeatElement,
    StarElement,
    Template,
    TurnedElement,
    WordsElement,
)
from generator.model.kit import Deck, Form, Piece, PieceSet
from generator.model.language.expressions import Field
from generator.model.printing.printing import Printing
from generator.model.style import Drawing
from generator.scene.shapes import Colour, Group, Page, measure_bounds, move_point
from generator.scene.shapes import Path as Outline
from tests import shipped
from tests.geometry import place_all, within
from tests.layout.imposing import A4, out_of

NEAR = 0.011


def mm(*lengths: float) -> Box:
    left, top, width, height = lengths
    return Box(Measure(left), Measure(top), Measure(width), Measure(height))


BEYOND = mm(-20, -20, 80, 80)
CORNER = mm(0, 0, 20, 20)
PANEL = PanelElement(CORNER, stroke="ink", line=3.0)
ELEMENTS: dict[str, Element] = {
    "ground": Ground("red"),
    "panel": PANEL,
    "diamond": replace(PANEL, shape="diamond"),
    "bleeding panel": PanelElement(BEYOND, fill="red", bleeds=True),
    "bleeding line": replace(PANEL, bleeds=True),
    "pattern": PanelElement(BEYOND, pattern="waves", pattern_colour="red", bleeds=True, shape="ellipse"),
    "picture": PictureElement("drawing", CORNER),
    "bleeding picture": PictureElement("drawing", BEYOND, "contain", bleeds=True),
    "bleeding picture that covers": PictureElement("drawing", BEYOND, "cover", bleeds=True),
    "icon": IconElement(CORNER, "arrow", stroke="ink", line=3.0),
    "turned icon": IconElement(mm(5, 5, 10, 10), "arrow", stroke="ink", line=0.5, angle="45"),
    "words": WordsElement(
        Box(Measure(), Measure(part=0.4), Measure(20), Measure(8)), "body", text="At the edge", align="center"
    ),
    "board": BoardElement(CORNER, "board", "paris", reach=60.0),
    "repeat": RepeatElement(CORNER, "items", (replace(PANEL, box=WHOLE),), cell=Measure(5.0)),
    "repeat of what bleeds": RepeatElement(
        CORNER, "items", (PictureElement("drawing", BEYOND, bleeds=True),), cell=Measure(5.0)
    ),
    "repeat of turned": RepeatElement(
        CORNER, "items", (TurnedElement((replace(PANEL, box=WHOLE),)),), cell=Measure(5.0)
    ),
    "turned panel": PanelElement(CORNER, fill="red", angle="30"),
    "shadow": PanelElement(CORNER, fill="red", shadow=Shadow(by=(Measure(-5.0), Measure(-9.0)), blur=2.0)),
    "star": StarElement(CORNER, fill="red", stroke="ink", line=4.0),
    "line": LineElement(start=(Measure(-9.0), Measure(-9.0)), end=(Measure(90.0), Measure(50.0))),
    "group": GroupElement((PanelElement(BEYOND, fill="red"),), CORNER, angle="10"),
    "turned": TurnedElement((PANEL, PictureElement("drawing", BEYOND, bleeds=True))),
}
FORMS = {
    "card": Form(63.0, 88.0, safe=0.0),
    "disc": Form(63.0, 63.0, outline="round", bleed=2.0, safe=0.0),
    "cube": Form(20.0, 20.0, outline="cube", bleed=2.0, safe=0.0),
}


@cache
def press() -> Press:
    kit = shipped.kit("pandemic")
    outline = (("M", -9, -9), ("L", 40, 15), ("L", 0, 40))
    drawing = Drawing(30.0, 30.0, (Outline(outline, fill=Colour(0.2, 0.4, 0.6)),))
    return make_press(replace(kit, pictures={"drawing": drawing}), locale="en", fonts=shipped.fonts())


def print_sheet(element: Element, form: Form, bleed: float) -> Page:
    """Print three components: two of a piece that is a symbol, and one of a piece that is not."""
    fields: dict[str, Field] = {"items": ("a", "b", "c")}
    pieces = tuple(Piece(id, {**fields, "id": id}, "card", count=count) for id, count in (("a", 2), ("b", 1)))
    deck = Deck("deck", form, pieces)
    piece_set = PieceSet("deck", "title", (deck,), {"card": Template("card", (element,))})
    things = lay_out_pieces(press(), piece_set, bleed=bleed)
    printing = Printing(bleed=bleed)
    _, sheets = impose(press(), things, title="Deck", paper=A4, printing=printing, backs="none")
    return next(iter(sheets))


@pytest.mark.parametrize("bleed", [0.0, 1.0, 3.0, 10.0])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ELEMENTS)
def test_nothing_is_drawn_outside_of_the_bleed(name: str, form: str, bleed: float) -> None:
    """Every element at or beyond the edge of a piece, with thick lines, ends at the bleed."""
    shape = FORMS[form]
    sheet = print_sheet(ELEMENTS[name], shape, bleed)
    (fronts,) = (one for one in sheet.shapes if isinstance(one, Group) and one.name == "fronts")
    left, top, right, bottom = footprint(shape)
    most = min(bleed, shape.bleed) + NEAR
    for thing in fronts.shapes:
        assert isinstance(thing, Group)
        corners = [move_point(thing.transform, *corner) for corner in ((left, top), (right, bottom))]
        (x1, x2), (y1, y2) = (sorted(values) for values in zip(*corners, strict=True))
        drawn = within(replace(sheet, shapes=(Group((thing,), name="thing"),)), "thing")
        assert drawn, "something is drawn"
        for one in drawn:
            assert out_of((one.left, one.top, one.right, one.bottom), (x1, y1, x2, y2)) <= most, one.shape


@pytest.mark.parametrize(
    ("stroke", "expected"), [("", (-3.0, -3.0, 33.0, 20.0)), ("red", (0.0, 0.0, 30.0, 20.0))]
)
def test_patterns_go_on_in_the_bleed(stroke: str, expected: tuple[float, ...]) -> None:
    """At each edge of the piece that they touch, unless the panel has an outline."""
    box = Box(Measure(), Measure(), Measure(part=1.0), Measure(20.0))
    panel = PanelElement(box, pattern="waves", pattern_colour="ink", stroke=stroke, line=0.4)
    assert Room(30.0, 40.0, 3.0).measure_edges(panel) == expected
    assert Room(30.0, 40.0).measure_edges(panel) == (0.0, 0.0, 30.0, 20.0)


@pytest.mark.parametrize("name", ["bleeding panel", "bleeding line", "bleeding picture", "pattern"])
def test_what_bleeds_ends_at_the_edge_of_a_place(name: str) -> None:
    """A place of a board has no bleed: pictures and panels are cut off at its edge."""
    drawn = draw_template(press(), Template("place", (ELEMENTS[name],)), {}, 30.0, 30.0)
    boxes = [(one.left, one.top, one.right, one.bottom) for one in place_all(Page(99, 99, drawn))]
    assert boxes
    assert max(out_of(box, (0, 0, 30, 30)) for box in boxes) <= NEAR


def test_lines_around_a_place_are_not_cut() -> None:
    """Only elements that bleed are cut off at a place: half of a border is outside its cell."""
    drawn = draw_template(press(), Template("place", (PANEL,)), {}, 30.0, 30.0)
    assert [one.left for one in place_all(Page(99, 99, drawn))] == [-1.5]


@pytest.mark.parametrize("name", ["panel", "picture", "icon", "star"])
def test_what_bleeds_ends_with_its_place(name: str) -> None:
    """In a cell or a place of a board, panels, pictures, icons, and shapes are cut off alike."""
    elements: dict[str, Element] = {
        "panel": PanelElement(BEYOND, fill="red", bleeds=True),
        "picture": PictureElement("drawing", BEYOND, bleeds=True),
        "icon": IconElement(BEYOND, "arrow", bleeds=True),
        "star": StarElement(BEYOND, fill="red", bleeds=True),
    }
    (group,) = draw_template(press(), Template("card", (elements[name],)), {}, 20.0, 20.0)
    assert isinstance(group, Group)
    assert group.clip is not None
    assert measure_bounds((group.clip,)) == (0.0, 0.0, 20.0, 20.0)


@pytest.mark.parametrize(("wanted", "bleed", "told"), [(3.0, None, 1), (0.0, None, 0), (3.0, 3.0, 0)])
def test_less_bleed_than_a_file_asks_for_is_told(wanted: float, bleed: float | None, told: int) -> None:
    """Nine cards that share their cuts have none; with `--bleed`, they have it."""
    deck = Deck("deck", Form(63.0, 88.0), (Piece("a", {"id": "a"}, "card", count=9),))
    piece_set = PieceSet("deck", "title", (deck,), {"card": Template("card", (Ground("red"),))})
    findings = LayoutFindings(collects=True)
    own = make_press(shipped.kit("pandemic"), locale="en", fonts=shipped.fonts(), findings=findings)
    things = lay_out_pieces(own, piece_set, bleed=bleed)
    impose(
        own,
        things,
        title="Deck",
        paper=A4,
        printing=Printing(bleed=bleed),
        backs="none",
        wanted_bleed=wanted,
    )
    found = [str(error) for error in findings.take()]
    assert sum("pieces have 0 mm of bleed, not 3 mm (with `--bleed 3mm`" in text for text in found) == told
