"""Places of a kit by their area, as rules need them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from generator.errors import NoRules, list_briefly
from generator.model.elements.areas import GridArea
from generator.model.elements.blocks import AnyBlock, TrackBlock
from generator.model.elements.squares import Place, Places
from generator.model.elements.template import GridBlock
from generator.model.kit import Board, Kit, Sheet
from generator.model.values import dataclass


@dataclass(frozen=True)
class AreaPlaces:
    """The places of an area of a board, or of a section of a sheet."""

    part: str
    area: str
    places: Places
    is_grid: bool = False

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Ids in reading order: of squares `a1`, `b1`; of fields of tracks `1`, `2`."""
        return tuple(place.id for place in self.places)

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Ids of each row of a grid from the top; all other places are one row."""
        return _group((place.y, place.id) for place in self.places) if self.is_grid else (self.ids,)

    @cached_property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """Ids of each column of a grid from the left."""
        return _group((place.x, place.id) for place in self.places) if self.is_grid else ()

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        def list_beside(place: Place) -> Sequence[str]:
            return place.neighbours or [each.id for each in self.places.neighbours(place)]

        return {place.id: tuple(list_beside(place)) for place in self.places}

    def beside(self, id: str) -> tuple[str, ...]:
        """Return the ids of the places next to a place."""
        return self._neighbours[id]


def list_area_places(kit: Kit) -> tuple[AreaPlaces, ...]:
    """Return all areas and sections of a kit that have places."""
    return tuple(each for each in _list_areas(kit) if each.places)


def find_area_places(kit: Kit, area: str) -> AreaPlaces:
    """Return the places of an area of a board, or of a section of a sheet; raises NoRules."""
    known = list_area_places(kit)
    for each in known:
        if each.area == area:
            return each
    listed = list_briefly(f"`{each.area}`" for each in known) or "none"
    raise NoRules(f"no board has an area `{area}`, and no sheet a section; there are: {listed}")


def _group(placed: Iterable[tuple[float, str]]) -> tuple[tuple[str, ...], ...]:
    lines: dict[float, list[str]] = {}
    for at, id in placed:
        lines.setdefault(round(at, 3), []).append(id)
    return tuple(tuple(lines[at]) for at in sorted(lines))


def _list_areas(kit: Kit) -> Iterator[AreaPlaces]:
    for part in kit.parts:
        if isinstance(part, Board):
            for area in part.areas:
                yield AreaPlaces(part.id, area.id, area.spots, isinstance(area, GridArea))
        elif isinstance(part, Sheet):
            for section in part.sections.values():
                block = section.content
                yield AreaPlaces(part.id, section.id, _list_block_places(block), isinstance(block, GridBlock))


def _list_block_places(block: AnyBlock) -> Places:
    if isinstance(block, GridBlock):
        return block.grid
    if not isinstance(block, TrackBlock):
        return Places()
    ids = [field.id for field in block.fields]
    return Places(
        Place(field.id, number, 0, marks=field.marks, label=field.label, neighbours=_list_around(ids, number))
        for number, field in enumerate(block.fields)
    )


def _list_around(ids: Sequence[str], number: int) -> tuple[str, ...]:
    return (*ids[max(0, number - 1) : number], *ids[number + 1 : number + 2])
