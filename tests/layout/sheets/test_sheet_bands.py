"""The bands of a sheet fill a page, or stay together at its top if there is little content."""

from dataclasses import replace
from itertools import pairwise

import pytest

from generator.layout.sheets import lay_out_sheet
from generator.model.kit import Sheet
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
