"""Slices of a drawing that stay as they are drawn, as files between the elements of its template."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

from generator.imports.columns import Columns
from generator.imports.draft import Draft, DraftElement
from generator.imports.svg.boxes import TurnedBox
from generator.imports.svg.template_file import TemplateFile
from generator.read.pictures.svg_tree import PLACE

GROUP_TAGS = ("g", "a", "switch")
UNDRAWN_TAGS = (
    *(
        "defs",
        "symbol",
        "clipPath",
        "mask",
        "marker",
        "pattern",
        "linearGradient",
        "radialGradient",
        "filter",
    ),
    *("style", "title", "desc", "metadata", "namedview", "script", "flowRegion"),
)


@dataclass(slots=True)
class DrawnItem:
    """Something of a drawing in its order: an element of the template, or a piece that stays as it is."""

    box: TurnedBox | None
    """Box around it; None if it is not known, so that it may be anywhere."""
    place: str = ""
    """Place of a piece in the file."""
    element: DraftElement | None = None


class DrawingSlices:
    """Collects the items of one card of a drawing, and writes its files."""

    def __init__(self, file: TemplateFile, draft: Draft, stem: str, cells: Columns) -> None:
        self._file, self._draft, self._stem, self._cells = file, draft, stem, cells
        self.frame = f"{stem}_frame.svg"
        """Name of the first file, which has all parts."""
        self.items: list[DrawnItem] = []
        self.cut: set[str] = set()
        """Places of elements that are taken out of the drawing."""
        self.parts: list[tuple[str, str]] = []
        """Names and places of parts that are drawn on some cards only."""
        self.references: set[str] = set()
        """Places of elements that cards choose by id."""
        self.tags: dict[str, str] = {}
        """Start tags that are changed, by place."""

    def write_part(self, name: str, wanted: Collection[str]) -> None:
        """Write a file with some pieces only."""
        others = [
            one.get(PLACE, "")
            for one in self._list_pieces(self._file.root)
            if one.get(PLACE, "") not in wanted
        ]
        self._draft.texts[name] = self._write({*others, *self.cut})

    def _list_pieces(self, element: Element) -> Iterator[Element]:
        """Yield what draws something, without the groups around it; wanted groups are not opened."""
        for child in element:
            if child.tag in UNDRAWN_TAGS:
                continue
            place = child.get(PLACE, "")
            if child.tag in GROUP_TAGS and not any(place == known for _, known in self.parts):
                yield from self._list_pieces(child)
            else:
                yield child

    def write(self, only: Element | None = None) -> list[DraftElement]:
        """Return the elements from back to front, with a picture for each slice, and write its file."""
        floating = self._find_floating()
        needs_first = any(
            f"{self.frame}#" in str(item.element.keys["file"]) for item in self.items if item.element
        )
        drawn: list[DraftElement] = []
        count = 0
        for one in self._list_slices(floating):
            if isinstance(one, DraftElement):
                drawn.append(one)
                continue
            count += 1
            file = f"{self._stem}_frame{f'_{count}' if count > 1 else ''}.svg"
            picture = self._write_slice(file, one, only, keeps_parts=count == 1 and needs_first)
            if count == 1:
                # What is at the edges goes on beyond the cut.
                picture.keys["bleed"] = "extend"
            drawn.append(picture)
        if needs_first and not count:
            self._draft.texts[self.frame] = self._cut_slice(set(), only, keeps_parts=True)
        floaters = (self.items[number].element for number in sorted(floating))
        return [*drawn, *(element for element in floaters if element is not None)]

    def _list_slices(self, floating: Collection[int]) -> list[set[str] | DraftElement]:
        """Return the elements that do not float, and between them the places of neighbouring pieces."""
        slices: list[set[str] | DraftElement] = []
        for number, item in enumerate(self.items):
            if number in floating:
                continue
            if item.element is not None:
                slices.append(item.element)
            elif slices and isinstance(slices[-1], set):
                slices[-1].add(item.place)
            else:
                slices.append({item.place})
        return slices

    def _write_slice(
        self, file: str, pieces: Collection[str], only: Element | None, *, keeps_parts: bool
    ) -> DraftElement:
        """Write the file of a slice, and return the picture that shows it."""
        text = self._draft.texts[file] = self._cut_slice(pieces, only, keeps_parts=keeps_parts)
        keys: dict[str, Any] = {"file": file}
        colours = self._file.colours.items()
        recoloured = {colour: self._write_colour(name) for colour, name in colours if colour in text}
        keys |= {"recolour": recoloured} if recoloured else {}
        parts = [name for name, _ in self.parts if name]
        if keeps_parts and parts:
            keys["without"] = list(dict.fromkeys(parts))
        return DraftElement("picture", keys, 1)

    def _write_colour(self, name: str) -> str:
        """Return a field as a colour; cards without one have none."""
        cells = self._cells.get(name, ())
        return f"{{{name}}}" if all(cell.strip() for cell in cells) else f"{{{name} or 'transparent'}}"

    def _cut_slice(self, pieces: Collection[str], only: Element | None, *, keeps_parts: bool) -> str:
        """Return the file with some pieces only, and perhaps the parts that are drawn on some cards."""
        known = {item.place for item in self.items if item.place}
        cut = {*self.cut, *(known - {*pieces})}
        if not keeps_parts:
            cut |= {place for _, place in self.parts}
        if only is not None:
            cut |= self._list_others(only)
        return self._write(cut)

    def _write(self, cut: Collection[str]) -> str:
        """Return the file without some elements; those that others repeat are only hidden."""
        hidden = {place for place in cut if place in self._file.used or place in self.references}
        return self._file.source.write({*cut} - hidden, self.tags, hidden=hidden)

    def _list_others(self, only: Element) -> set[str]:
        """Return the places of everything that is drawn outside of an element."""
        around = self._file.list_around(only)
        kept = {id(one) for one in (only, *around)}
        return {
            one.get(PLACE, "")
            for parent in around
            for one in parent
            if one.tag not in UNDRAWN_TAGS and id(one) not in kept
        }

    def _find_floating(self) -> set[int]:
        """Return the numbers of elements that nothing after them covers, so that they can be on top."""
        floating: set[int] = set()
        later: list[DrawnItem] = []
        for number in range(len(self.items) - 1, -1, -1):
            item = self.items[number]
            if item.element is not None and not any(_cover(item, other) for other in later[:_MOST_LATER]):
                floating.add(number)
            else:
                later.append(item)
        return floating


_MOST_LATER = 2000


def _cover(first: DrawnItem, second: DrawnItem) -> bool:
    return first.box is None or first.box.may_overlap(second.box)
