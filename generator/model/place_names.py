"""Names of the places of a form, as screens, reports, and screen readers announce them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TypeAlias

from generator.model.elements.areas import BoxArea, PlacedArea, TrackArea
from generator.model.elements.blocks import AnyBlock, LabelledLines, LineTable, Table, walk_blocks
from generator.model.elements.template import BlankElement, GridBlock, TrackBlock
from generator.model.kit import Board, Booklet, Part, Sheet
from generator.model.played import NAME, Spot
from generator.model.texts.wordings import Wording, make_plain_text
from generator.model.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class SpokenName:
    """The name of a place: `Outbreaks` `7`, or `Round 1, + Pills`, column `2`."""

    area: str = ""
    """Title of its area; empty if the place does not need it, such as a city or the cell of a table."""
    place: str = ""
    """Text printed in it, its printed id, or the row of a cell; empty for an area itself."""
    column: str = ""
    """Column of a cell: its heading, or its number."""

    @property
    def full(self) -> str:
        """The complete name: area, place, and column."""
        name = " ".join(filter(None, (self.area, self.place)))
        return ", ".join(filter(None, (name, self.column)))


_Named: TypeAlias = tuple[Spot, SpokenName]
_WrittenOn: TypeAlias = GridBlock | LabelledLines | LineTable | Table | TrackBlock


class PartNames:
    """Names of the areas and places of one printed part in one language."""

    def __init__(self, wording: Wording, part: Part) -> None:
        self._names = dict(list_place_names(wording, part))

    def find(self, area: str, place: str = "") -> SpokenName:
        """Return the name of a place, which by default is its printed id, or that of an area."""
        if name := self._names.get((area, place)):
            return name
        title = self._names.get((area, ""), SpokenName()).area
        return SpokenName(title, place.replace("_", " "))


def list_place_names(wording: Wording, part: Part) -> Iterator[_Named]:
    """Yield the names of areas and of places that have more than an id, no two of an area alike."""
    names = dict(_list_names(wording, part))
    counts = Counter((area, name.full) for (area, _), name in names.items())
    numbers: Counter[tuple[str, str]] = Counter()
    for (area, place), name in names.items():
        key = area, name.full
        numbers[key] += 1
        is_alike = place and counts[key] > 1
        yield (area, place), replace(name, place=f"{name.place} ({numbers[key]})") if is_alike else name


def name_text(wording: Wording, text: str, values: Mapping[str, str | int] | None = None) -> str:
    """Return a text, or that of a wording key, in one line without marks, icons, or a colon at its end."""
    is_key = values is not None or text in wording
    sentence = wording.format(text, values) if is_key else wording.translate(text)
    words = make_plain_text(sentence)
    return " ".join(words.split()).rstrip(" :：")


def _list_names(wording: Wording, part: Part) -> Iterator[_Named]:
    if isinstance(part, Sheet):
        yield (NAME, ""), SpokenName(name_text(wording, part.name_field))
        for section in part.sections.values():
            yield from _name_blocks(wording, section.draw, section.id, section.title)
    elif isinstance(part, Booklet):
        for block in walk_blocks(part.blocks):
            if isinstance(block, _WrittenOn) and block.id:
                yield from _name_blocks(wording, (block,), block.id, part.title)
    elif isinstance(part, Board):
        for area in part.areas:
            yield from _name_area(wording, area)


def _name_area(wording: Wording, area: PlacedArea) -> Iterator[_Named]:
    title = name_text(wording, area.title) if isinstance(area, TrackArea | BoxArea) else ""
    yield (area.id, ""), SpokenName(title)
    if isinstance(area, TrackArea):
        yield from _name_fields(wording, area, area.id, title)
    for place in area.places:
        if place.label:
            yield (area.id, place.id), SpokenName(title, name_text(wording, place.label))


def _name_blocks(wording: Wording, blocks: Iterable[AnyBlock], area: str, key: str) -> Iterator[_Named]:
    title = name_text(wording, key)
    yield (area, ""), SpokenName(title)
    for block in walk_blocks(blocks):
        match block:
            case PlacedArea() if block.id:
                yield from _name_area(wording, block)
            case TrackBlock():
                yield from _name_fields(wording, block, area, title)
            case LabelledLines():
                for index, label in enumerate(block.labels, 1):
                    yield (area, f"line_{index}"), SpokenName(title, name_text(wording, label))
            case LineTable():
                headings, lines = enumerate(block.headings, 1), range(1, block.lines + 1)
                for (index, heading), line in product(headings, lines):
                    name = SpokenName("", str(line), name_text(wording, heading))
                    yield (area, f"line_{line}_{index}"), name
            case Table():
                yield from _name_cells(wording, block, block.id or area, title if block.id != area else "")
            case BlankElement():
                yield from _name_blank(wording, block)


def _name_blank(wording: Wording, blank: BlankElement) -> Iterator[_Named]:
    if blank.id != NAME:
        title = name_text(wording, blank.title) if blank.title else blank.id.replace("_", " ")
        yield (blank.id, ""), SpokenName(title)


def _name_fields(wording: Wording, track: TrackArea | TrackBlock, area: str, title: str) -> Iterator[_Named]:
    for field in track.fields:
        yield (area, field.id), SpokenName(title, name_text(wording, field.label) or field.id)


def _name_cells(wording: Wording, table: Table, area: str, above: str) -> Iterator[_Named]:
    """Yield the names of cells: the heading above, the heading of the row, and the column."""
    for index, row in enumerate(table.rows):
        if row.heading:
            above = name_text(wording, row.heading)
            continue
        head = row.draw[0] if table.row_heads else None
        title = name_text(wording, head.say or head.text) if head else ""
        name = ", ".join(filter(None, (above, title or str(index + 1))))
        for number, span in enumerate(table.spans[table.row_heads :], 1):
            column = name_text(wording, span.head) or str(number)
            yield (area, table.name_cell(row, index, number)), SpokenName("", name, column)
