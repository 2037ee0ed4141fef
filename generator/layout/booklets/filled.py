"""Booklets with cells to write in, such as score pads, as people have filled them in."""

from collections.abc import Mapping, Sequence

from generator.layout.boards.positions import write_on_sheet
from generator.layout.elements.grids import Entry, draw_entry_at
from generator.layout.press.press import Press
from generator.model.played import Laid
from generator.model.values import replace
from generator.scene.bounds import list_spots
from generator.scene.shapes import Group, Page

_LARGEST = 8.0
"""Maximum size of handwriting in mm, of which a letter takes a part."""


def write_on_pages(press: Press, pages: Sequence[Page], laid: Sequence[Laid]) -> tuple[Page, ...]:
    """Return pages with marks on their places; marks on places that are not there are left out."""
    written = write_on_sheet(laid)
    return tuple(_write_on_page(press, page, written) for page in pages)


def _write_on_page(press: Press, page: Page, written: Mapping[str, Mapping[str, Entry]]) -> Page:
    entries = tuple(
        draw_entry_at(press, entry, spot.box.middle, min(spot.box.width, spot.box.height, _LARGEST))
        for spot in list_spots(page)
        if (entry := written.get(spot.area, {}).get(spot.place))
    )
    return replace(page, shapes=(*page.shapes, Group(entries, name="position")))
