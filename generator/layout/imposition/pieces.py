"""Pages of pieces to cut out, with their backs, guides, and margin line."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Literal, TypeAlias

from generator.errors import LayoutError
from generator.layout.imposition.corrections import Side as Side
from generator.layout.imposition.corrections import correct
from generator.layout.imposition.margins import MarginLine
from generator.layout.imposition.marks import draw_guides
from generator.layout.imposition.packing import pack
from generator.layout.imposition.spacing import Layout
from generator.layout.press.press import Press
from generator.layout.shapes.frames import Flip, Frame, find_flip
from generator.layout.shapes.outlines import Component
from generator.model.pieces import Form
from generator.model.printers import Printer
from generator.model.printing import Backs, Printing
from generator.model.style import Paper
from generator.model.values import dataclass
from generator.scene.shapes import Group, Page, Path, Shape, Symbol, Transform, Use

DUPLEX: Mapping[Backs, Literal["long", "short"]] = {"duplex-long": "long", "duplex-short": "short"}
"""The edge over which the printer flips the paper, by the way to print backs."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Pieces that are printed together: one for each slot of the layout, in the same order."""

    layout: Layout
    components: tuple[Component, ...]


def flip_of(backs: Backs, page: Paper, fold: Flip | None = None) -> Flip:
    """Return the flip of a sheet that places backs behind their fronts.

    Separate backs are placed for a sheet that is turned like a page of a book, so that they match whether the
    sheet is printed again by hand or the backs are glued on.
    """
    edge = DUPLEX.get(backs)
    return fold or (find_flip(edge, page) if edge else "book")


def impose(
    press: Press,
    components: Sequence[Component],
    *,
    title: str,
    paper: Paper,
    printing: Printing,
    backs: Backs,
    printer: Printer | None = None,
) -> tuple[int, Iterator[Page]]:
    """Return the number of pages, and an iterator that lays them out on demand.

    `backs` is `none` if no piece has a back. Raises LayoutError if a piece does not fit on the paper.
    """
    sheets = arrange(components, paper=paper, printing=printing, folded=backs == "fold", name=title)
    sides = list(_list_sides(sheets, backs))
    drawing = _Drawing(press, title=title, backs=backs, printing=printing, printer=printer)
    pages = (
        drawing.draw(sheet, side, number, len(sides)) for number, (sheet, side) in enumerate(sides, start=1)
    )
    return len(sides), pages


def arrange(
    components: Sequence[Component], *, paper: Paper, printing: Printing, folded: bool, name: str
) -> list[Sheet]:
    """Assign pieces to sheets and slots; raises LayoutError with `name` if a piece does not fit."""
    waiting: dict[Form, list[Component]] = {}
    for form, same in groupby(components, key=lambda component: component.form.cell):
        waiting.setdefault(form, []).extend(same)
    counts = {form: len(found) for form, found in waiting.items()}
    rows = {form: iter(found) for form, found in waiting.items()}
    used = printing.start - 1
    counts |= {form: count + used for form, count in [*counts.items()][:1]}
    # Sheets with the same outlines at the same places share a layout.
    cut_out = cache(Layout.cut_out)
    sheets = []
    for layout, count in pack(counts, paper, printing, folded=folded, part=name):
        for _ in range(count):
            if used >= len(layout.slots):
                problem = f"there is no place {printing.start} on a sheet of {len(layout.slots)}"
                raise LayoutError(name, problem, over_mm=0.0, paper=paper.name)
            found = tuple(next(rows[slot.form]) for slot in layout.slots[used:])
            forms = tuple(one.form for one in found)
            is_own = used or any(form.path for form in forms)
            sheets.append(Sheet(cut_out(layout, used, forms) if is_own else layout, found))
            used = 0
    return sheets


def _list_sides(sheets: Sequence[Sheet], backs: Backs) -> Iterator[tuple[Sheet, Side]]:
    """Yield the sides in print order: alternating for duplex printing, otherwise all fronts first."""
    for sheet in sheets:
        yield sheet, "front"
        if backs in DUPLEX:
            yield sheet, "back"
    if backs == "separate":
        yield from ((sheet, "back") for sheet in sheets)


_Places: TypeAlias = tuple[Frame, list[tuple[Transform, Path | None]], list[Group]]
"""One side of a sheet: its frame, transform and clip of each piece, and the guides."""


class _Drawing:
    """Drawer of the pages of one document; shapes that sheets share are created once."""

    def __init__(
        self, press: Press, *, title: str, backs: Backs, printing: Printing, printer: Printer | None
    ) -> None:
        self._margin = MarginLine(press, title)
        self._notes = {"front": press.format("margin.front"), "back": press.format("margin.back")}
        self._backs = backs
        self._marks = printing.marks
        self._shift = printing.shift if backs != "fold" else None
        moves = backs not in ("fold", "none")
        self._printer = printer if moves or printer is None else printer.without_backs()
        self._places = cache(self._find_places)

    def draw(self, sheet: Sheet, side: Side, page: int, pages: int) -> Page:
        sides: list[Side] = ["front", "back"] if self._backs == "fold" else [side]
        places = [self._places(sheet.layout, each) for each in sides]
        frame = places[0][0]
        shapes: list[Shape] = []
        for each, (_, pieces, _) in zip(sides, places, strict=True):
            drawn = ((getattr(one, each), *at) for one, at in zip(sheet.components, pieces, strict=True))
            groups = tuple(Group(art, transform=move, clip=clip) for art, move, clip in drawn if art)
            shapes.append(Group(groups, name=f"{each}s"))
        shapes += (guide for *_, guides in places for guide in guides)
        note = self._notes[side] if self._backs not in ("none", "fold") else ""
        arts = (slot.art for slot in sheet.layout.slots if frame.page.labels)
        if not any(art.overlap(frame.strip_box) for art in arts):
            inset = max(0.0, max(frame.clear) - frame.page.margin)
            shapes.append(self._margin.place(frame, page=page, pages=pages, notes=(note,), inset=inset))
        laid_out = Page(frame.page.width, frame.page.height, tuple(shapes), label=str(page))
        return correct(laid_out, side, self._printer, shift=self._shift)

    def _find_places(self, layout: Layout, side: Side) -> _Places:
        if side == "back":
            layout = layout.mirrored(flip_of(self._backs, layout.frame.page, layout.frame.fold))
        page = layout.frame.page
        corners = self._marks.sides in ("both", side)
        guides = draw_guides(layout, self._marks, cuts=side == "front", corners=corners)
        guides = {} if page.labels else guides
        lines = ("cut",) if layout.frame.fold else ("cut", "fold")
        unprinted = lines if self._marks.guides == "silhouette" else ()
        box, groups = (0.0, 0.0, page.width, page.height), []
        for name, path in guides.items():
            # All sheets with the same layout share this symbol.
            use = Use(Symbol(name.replace(" ", "-"), (path,), box))
            groups.append(Group((use,), name=name, is_printed=name not in unprinted))
        return layout.frame, [(slot.transform, slot.clip) for slot in layout.slots], groups
