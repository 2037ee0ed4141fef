"""Elements of templates are drawn in sections of a sheet, behind squares, and on the page."""

from dataclasses import replace

import pytest

from generator.layout.elements.grids import lay_out_grid
from generator.layout.sheets import LaidOutSheet, lay_out_sheet
from generator.model.elements.boxes import Box, Measure
from generator.model.elements.squares import SquareCell
from generator.model.elements.template import DrawingBlock, GridBlock, PanelElement
from generator.model.kit import Panel, Section, Sheet
from generator.scene.shapes import Path, measure_bounds, move_segments, walk
from tests import shipped

CORNER = Box(Measure(), Measure(), Measure(mm=20), Measure(part=0.5))


def lay_out(locale: str) -> LaidOutSheet:
    """A sheet with one section of elements, on a page with a coloured corner."""
    press = shipped.press("fight_the_virus", locale)
    sheet = press.kit.parts_of(Sheet)["sheet"]
    blue, red = (PanelElement(box=CORNER, fill=colour) for colour in ("#0000ff", "#ff0000"))
    blocks = (DrawingBlock(draw=(red,), height=40.0),)
    art = Section(title="sheet.title", id="art", draw=blocks)
    other = replace(sheet, sections={"art": art}, bands=((Panel(("art",)),),), draw=(blue,))
    return lay_out_sheet(press.in_reading_order(), other, paper=shipped.paper("a4"))


def find_panel(layout: LaidOutSheet, *, mirrored: bool, red: bool) -> tuple[float, float, float, float]:
    press = shipped.press("fight_the_virus", "ar" if mirrored else "en").in_reading_order()
    for one, transform, _ in walk(press.turn(layout.shapes, layout.paper.width)):
        if isinstance(one, Path) and one.fill == press.palette["#ff0000" if red else "#0000ff"]:
            return measure_bounds((Path(move_segments(transform, one.segments)),))
    raise AssertionError


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_elements_are_drawn_in_a_section(locale: str) -> None:
    """The box is as wide as the panel and as high as the section says; it is not mirrored."""
    layout = lay_out(locale)
    left, top, right, bottom = find_panel(layout, mirrored=locale == "ar", red=True)
    assert (right - left, bottom - top) == pytest.approx((20, 20))
    assert left < layout.paper.width / 2


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_elements_are_drawn_on_the_page(locale: str) -> None:
    """Boxes are relative to the page, in every reading direction."""
    layout = lay_out(locale)
    box = find_panel(layout, mirrored=locale == "ar", red=False)
    assert box == pytest.approx((0, 0, 20, layout.paper.height / 2))


def test_squares_with_kinds_and_without_labels() -> None:
    """A kind is the colour of the ground; without letters and numbers, only the squares need room."""
    press = shipped.press("fight_the_virus", "en")
    legend = {"#": SquareCell(), "s": SquareCell("shade", ("shape",))}
    block = GridBlock(size=8.0, squares="# s", legend=legend)
    labelled, plain = (
        lay_out_grid(press, one, entries={}, fields={}) for one in (block, replace(block, labelled=False))
    )
    assert labelled.width - plain.width == pytest.approx(labelled.height - plain.height) == pytest.approx(4.2)
    fills = [one.fill for one, _, _ in walk(plain.shapes) if isinstance(one, Path) and one.fill]
    assert fills[:2] == [press.palette["paper"], press.palette["shade"]]
