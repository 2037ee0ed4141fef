"""The bands of a sheet fill a page, or stay together at its top if there is little content."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from generator.layout.press import TAB_HEIGHT
from generator.layout.sheets import LaidOutSheet, lay_out_sheet
from generator.model.elements.pages import SheetLook
from generator.model.geometry import Rectangle
from generator.model.kit import Sheet
from generator.scene.shapes import Group, measure_bounds, walk
from tests import shipped


@pytest.mark.parametrize("count", [2, 3])
def test_a_sheet_with_little_content_leaves_its_foot_free(count: int) -> None:
    """A few sections are close together at the top and not spread over the page."""
    press, kit = shipped.press("fight_the_virus", "en"), shipped.kit("fight_the_virus")
    sheet = next(part for part in kit.parts if isinstance(part, Sheet))
    (track,) = next(band for band in sheet.bands if band[0].sections == ("progress",))
    single = replace(sheet, bands=((track,),) * count)
    layout = lay_out_sheet(press, single, paper=shipped.paper("a3"))
    tops = [y for _, (_, y) in layout.corners]
    assert tops[-1] < layout.paper.height / 2
    steps = {round(below - above, 6) for above, below in pairwise(tops)}
    assert len(steps) == 1


def _list_panels(layout: LaidOutSheet, names: Iterable[str]) -> Iterator[tuple[str, Rectangle, Rectangle]]:
    """Yield the id of each section, with the box of its panel and of what is in it, below its title."""
    for group in layout.shapes:
        if not isinstance(group, Group) or len(group.shapes) < 2:
            continue
        ground, *rest = group.shapes
        for name in names:
            inner = [one for one in rest if isinstance(one, Group) and one.name == name]
            if inner:
                yield name, Rectangle(*measure_bounds((ground,))), Rectangle(*measure_bounds(inner))


def _take_plain() -> Sheet:
    """Return the sheet of Fight the Virus without its templates: with tabs, on tinted panels."""
    sheet = next(part for part in shipped.kit("fight_the_virus").parts if isinstance(part, Sheet))
    sections = {name: replace(section, look=SheetLook()) for name, section in sheet.sections.items()}
    return replace(sheet, look=SheetLook(), sections=sections)


@pytest.mark.parametrize("locale", shipped.LOCALES["fight_the_virus"])
def test_panels_are_as_high_as_what_is_in_them(locale: str) -> None:
    """No panel is more than a tenth empty, and what is in it begins below its heading."""
    press, sheet = shipped.press("fight_the_virus", locale), _take_plain()
    layout = lay_out_sheet(press.in_reading_order(), sheet, paper=shipped.paper("a4"))
    found = [*_list_panels(layout, sheet.sections)]
    assert {name for name, _, _ in found} == sheet.sections.keys()
    for name, panel, inner in found:
        padding = 2 * 3.0
        above = inner.top - panel.top - TAB_HEIGHT
        if not sheet.sections[name].hint:
            assert above <= 4.0, name
        assert panel.height - TAB_HEIGHT - padding - inner.height <= 0.1 * panel.height + 4.2, name


def _measure_cells(sheet: Sheet, paper: str = "a4", locale: str = "en") -> dict[str, float]:
    """Return the width of the squares of each section."""
    layout = lay_out_sheet(shipped.press("fight_the_virus", locale), sheet, paper=shipped.paper(paper))
    sizes = {}
    for shape, transform, _ in walk(layout.shapes):
        if isinstance(shape, Group) and shape.region and shape.region.place:
            left, _, right, _ = shape.region.box
            sizes[shape.region.area] = (right - left) * transform[0]
    return sizes


@pytest.mark.parametrize("locale", shipped.LOCALES["fight_the_virus"])
def test_squares_are_large_in_every_language(locale: str) -> None:
    """They are at least 9 mm on A4, however long the texts around them are."""
    (sheet,) = (part for part in shipped.kit("fight_the_virus").parts if isinstance(part, Sheet))
    sizes = _measure_cells(sheet, locale=locale)
    assert min(sizes[name] for name in ("analysis", "testing", "curve")) >= 9.0


def test_squares_grow_into_the_free_height() -> None:
    """Squares and fields take what is left, up to half as much again; a section may keep its size."""
    kit = shipped.kit("fight_the_virus")
    sheet = next(part for part in kit.parts if isinstance(part, Sheet))
    sizes = _measure_cells(sheet)
    assert min(sizes[name] for name in ("analysis", "testing", "curve")) >= 9.0
    fixed = {name: replace(section, grows=False) for name, section in sheet.sections.items()}
    assert _measure_cells(replace(sheet, sections=fixed))["analysis"] == pytest.approx(7.85)
    assert max(size / 7.85 for size in (_measure_cells(sheet, "a3")["analysis"],)) <= 1.5


def test_panels_may_be_even() -> None:
    """With `panels: even`, the panels of a band end together, and their content is in the middle."""
    press, sheet = shipped.press("fight_the_virus", "en"), replace(_take_plain(), panels="even")
    layout = lay_out_sheet(press, sheet, paper=shipped.paper("a4"))
    boxes = {name: (panel, inner) for name, panel, inner in _list_panels(layout, sheet.sections)}
    assert boxes["analysis"][0].height == pytest.approx(
        boxes["shapes"][0].height + boxes["overview"][0].height + 3.2
    )
    panel, inner = boxes["overview"]
    assert (inner.top + inner.bottom) / 2 == pytest.approx((panel.top + TAB_HEIGHT + panel.bottom) / 2, abs=1)


def test_keys_use_the_height_of_a_band_that_has_grown() -> None:
    """Where squares grow, the key beside them is set as large as the higher band allows."""
    press, sheet = shipped.press("fight_the_virus", "en"), _take_plain()
    layout = lay_out_sheet(press.in_reading_order(), sheet, paper=shipped.paper("a4"))
    key = next(inner for name, _, inner in _list_panels(layout, sheet.sections) if name == "overview")
    assert key.height >= 53.0
