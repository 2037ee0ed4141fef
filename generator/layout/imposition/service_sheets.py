"""Sheets of cards for a service that cuts them: all copies, fronts and mirrored backs, without marks."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.layout.imposition.corrections import Side
from generator.layout.imposition.faces import CardFace, find_words
from generator.layout.imposition.pieces import arrange, impose
from generator.layout.press.press import Press
from generator.layout.shapes.outlines import Component
from generator.model.destinations import Destination
from generator.model.printing.printing import Backs, CropMarks, Printing
from generator.model.style import Paper
from generator.model.values import replace
from generator.scene.shapes import Group, Page

_ART = ("fronts", "backs")
"""Layers that a service takes."""


def lay_out_sheets(
    press: Press, part: str, components: Sequence[Component], destination: Destination
) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
    """Yield the sides of all sheets, with their names as labels, and the faces of cards on each.

    Raises LayoutError for a form that is no product, or does not fit on a sheet.
    """
    assert destination.sheet is not None
    ids: dict[Component, str] = {}
    bleed = margin = 0.0
    for one in dict.fromkeys(components):
        found = destination.find_product(one.form, part=part)
        assert found is not None
        ids[one], bleed, margin = found.id, found.bleed, found.safe
    paper = Paper(destination.name, *destination.sheet, margin)
    printing = Printing(bleed=bleed, turned=False, marks=CropMarks(sides="none"))
    # The sheet is turned over like the page of a book.
    backs: Backs = "duplex-long" if any(one.draw_back for one in components) else "none"
    _, pages = impose(press, components, title=part, paper=paper, printing=printing, backs=backs)
    sheets = arrange(components, paper=paper, printing=printing, folded=False, name=part)
    sides: tuple[Side, ...] = ("front", "back") if backs != "none" else ("front",)
    numbers = {one: number for number, one in enumerate(ids, 1)}
    digits, name = len(str(len(sheets))), part.replace("_", "-")
    for index, page in enumerate(pages):
        number, side = index // len(sides), sides[index % len(sides)]
        label = f"{name}-{number + 1:0{digits}}-{side}"
        placed = sheets[number].components
        shown = tuple(
            CardFace(
                part,
                numbers[one],
                one.id,
                side,
                count,
                label,
                find_words(one, side),
                ids[one],
                placed.index(one),
            )
            for one, count in Counter(placed).items()
        )
        art = tuple(layer for layer in page.shapes if isinstance(layer, Group) and layer.name in _ART)
        yield replace(page, shapes=art, label=label), shown
