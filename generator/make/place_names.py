"""Names of printed places in a language, such as for screen readers and messages."""

from collections.abc import Iterator

from generator.model.elements.areas import TrackArea
from generator.model.elements.blocks import Table, TableRow, TrackBlock, walk_blocks
from generator.model.kit import Board, Booklet, Kit, Sheet
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import Wording


class PlaceNames:
    """Names of areas and places of one game in one language."""

    def __init__(self, kit: Kit, wording: Wording) -> None:
        self._wording = wording
        self._areas: dict[tuple[str, str], str] = {}
        """Titles of areas by part and area."""
        self._places: dict[tuple[str, str, str], str] = {}
        self._columns: dict[tuple[str, str, str], str] = {}
        """Numbers of columns of tables, by part, area, and cell."""
        self._parts = {part.id: part.title for part in kit.parts}
        for part in kit.parts:
            if isinstance(part, Sheet):
                self._areas |= {(part.id, id): one.title for id, one in part.sections.items()}
                self._places |= {
                    (part.id, id, field.id): field.label
                    for id, one in part.sections.items()
                    if isinstance(one.content, TrackBlock)
                    for field in one.content.fields
                }
            elif isinstance(part, Board):
                self._areas |= {
                    (part.id, one.id): one.title for one in part.areas if isinstance(one, TrackArea)
                }
                self._places |= {
                    (part.id, area.id, place.id): place.label for area in part.areas for place in area.spots
                }
            elif isinstance(part, Booklet):
                for table in (block for block in walk_blocks(part.blocks) if isinstance(block, Table)):
                    self._areas[part.id, table.id] = part.title
                    for cell, name, column in self._name_cells(table):
                        self._places[part.id, table.id, cell] = name
                        self._columns[part.id, table.id, cell] = column

    def name_area(self, part: str, area: str) -> str:
        """Return the title of an area; empty if it has none, as the only map of a board."""
        if part:
            return self._format(self._areas.get((part, area), ""))
        return self._name_by_id(area)

    def name_part(self, part: str) -> str:
        """Return the title of a part; empty for what is not printed."""
        return self._format(self._parts.get(part, ""))

    def name_place(self, part: str, area: str, place: str) -> str:
        """Return the name of a place without its area: a label, a printed id, or the row of a table.

        Cells of tables are named without their columns, which have names of their own, or only numbers.
        """
        if part:
            return self._format(self._places.get((part, area, place), "")) or place.replace("_", " ")
        return self._name_by_id(place)

    def find_column(self, part: str, area: str, place: str) -> str:
        """Return the number of a cell's column, from 1; empty for places that are not in a table."""
        return self._columns.get((part, area, place), "")

    def _name_by_id(self, id: str) -> str:
        """Return the text `place.<id>`, or that of an id such as `virus_3` without its number."""
        start, _, number = id.rpartition("_")
        if number.isdigit() and (key := f"place.{start}") in self._wording:
            return plain(self._wording.format(key, {"number": int(number)}))
        key = f"place.{id}"
        return plain(self._wording.format(key)) if key in self._wording else id.replace("_", " ")

    def _format(self, text: str) -> str:
        text = self._wording.format(text) if text in self._wording else text
        return " ".join(plain(text).replace("\N{SOFT HYPHEN}", "").split())

    def _name_cells(self, table: Table) -> Iterator[tuple[str, str, str]]:
        """Yield the cells of a table, each with its heading and its row, and the number of its column."""
        heading = ""
        for index, row in enumerate(table.rows):
            heading = self._format(row.heading) or heading
            title = self._format(_find_title(row)).rstrip(":：") if table.row_heads else ""
            for number, _ in enumerate(row.draw[table.row_heads :], 1):
                name = " · ".join(filter(None, (heading, title)))
                yield table.name_cell(row, index, number), name, str(number)


def _find_title(row: TableRow) -> str:
    return (row.draw[0].text or row.draw[0].say) if row.draw else ""
