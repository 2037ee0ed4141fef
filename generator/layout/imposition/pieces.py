"""From pieces to pages: pieces in their slots, guides around them, and the margin line."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.layout.imposition.backs import flip_of
from generator.layout.imposition.margins import MarginLine
from generator.layout.imposition.marks import draw_fold, draw_guides
from generator.layout.imposition.packing import pack
from generator.layout.imposition.slots import Slot
from generator.layout.imposition.spacing import Layout
from generator.layout.press.press import Press
from generator.layout.shapes.curves import box_outline
from generator.layout.shapes.outlines import Component
from generator.model.pieces import Form
from generator.model.printing import Backs, Printing
from generator.model.style import Paper
from generator.scene.shapes import Group, Page, Path, Shape, Symbol, Transform, Use
from generator.scene.transforms import shift, translation

Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Pieces that are printed together, one for each slot of the layout, in order."""

    layout: Layout
    things: tuple[Component, ...]


def impose(
    press: Press, things: Sequence[Component], *, title: str, paper: Paper, printing: Printing, backs: Backs
) -> tuple[int, Iterator[Page]]:
    """Return the number of pages for pieces to be cut out, and the pages, which are laid out on demand.

    `backs` defines the positions of the backs: see `choose_backs`. Raises LayoutError if a piece does not fit
    on the paper.
    """
    sheets = arrange(things, paper=paper, printing=printing, folded=backs == "fold", name=title)
    sides = list(_list_sides(sheets, backs))
    drawing = _Drawing(press, title=title, backs=backs, printing=printing)
    pages = (
        drawing.draw(sheet, side, number, len(sides)) for number, (sheet, side) in enumerate(sides, start=1)
    )
    return len(sides), pages


def arrange(
    things: Sequence[Component], *, paper: Paper, printing: Printing, folded: bool, name: str
) -> list[Sheet]:
    """Assign pieces to sheets and slots; raises LayoutError, with `name`, if one does not fit."""
    waiting: dict[Form, list[Component]] = {}
    for thing in things:
        waiting.setdefault(thing.form, []).append(thing)
    counts = {form: len(found) for form, found in waiting.items()}
    rows = {form: iter(found) for form, found in waiting.items()}
    return [
        Sheet(layout, tuple(next(rows[slot.form]) for slot in layout.slots))
        for layout, count in pack(counts, paper, printing, folded=folded, thing=name)
        for _ in range(count)
    ]


def _list_sides(sheets: Iterable[Sheet], backs: Backs) -> Iterator[tuple[Sheet, Side]]:
    """Yield fronts and backs alternately for duplex printing; otherwise all fronts first."""
    sheets = tuple(sheets)
    if backs in ("duplex-long", "duplex-short"):
        for sheet in sheets:
            yield sheet, "front"
            yield sheet, "back"
        return
    yield from ((sheet, "front") for sheet in sheets)
    if backs == "separate":
        yield from ((sheet, "back") for sheet in sheets)


@dataclass(frozen=True, slots=True)
class _Places:
    """The transforms of the pieces on one side, and the guides around them."""

    transforms: tuple[Transform, ...]
    clips: tuple[Path | None, ...]
    guides: tuple[Shape, ...]


class _Drawing:
    """The pages of one document; parts that sheets share are created once."""

    def __init__(self, press: Press, *, title: str, backs: Backs, printing: Printing) -> None:
        self._margin = MarginLine(press, title)
        self._words = {"front": press.say("margin.front"), "back": press.say("margin.back")}
        self._backs = backs
        self._marks = printing.marks
        self._shift = printing.shift if backs != "fold" else (0.0, 0.0)
        self._places: dict[tuple[Layout, Side], _Places] = {}

    def draw(self, sheet: Sheet, side: Side, page: int, pages: int) -> Page:
        layout = sheet.layout
        frame = layout.frame
        places = self._find_places(layout, side)
        shapes: list[Shape] = [Group(tuple(self._put(sheet, places, side)), name=f"{side}s"), *places.guides]
        if self._backs == "fold":
            behind = self._find_places(layout, "back")
            shapes[1:1] = [Group(tuple(self._put(sheet, behind, "back")), name="backs")]
            shapes += behind.guides
        elif side == "back":
            frame = frame.mirrored(flip_of(self._backs, frame.page))
        note = self._words[side] if self._backs not in ("none", "fold") else ""
        shapes.append(self._margin.place(frame, page=page, pages=pages, notes=(note,)))
        return Page(frame.page.width, frame.page.height, tuple(shapes), label=str(page))

    def _put(self, sheet: Sheet, places: _Places, side: Side) -> Iterator[Group]:
        for thing, transform, clip in zip(sheet.things, places.transforms, places.clips, strict=True):
            shapes = thing.front if side == "front" else thing.back
            if shapes:
                yield Group(shapes, transform=transform, clip=clip)

    def _find_places(self, layout: Layout, side: Side) -> _Places:
        known = self._places.get((layout, side))
        if known is None:
            shown = layout
            if side == "back":
                shown = layout.mirrored(flip_of(self._backs, layout.frame.page, layout.frame.fold))
            moved = self._shift if side == "back" else (0.0, 0.0)
            known = self._places[layout, side] = _Places(
                tuple(shift(slot.transform, *moved) for slot in shown.slots),
                tuple(_clip(slot) for slot in shown.slots),
                tuple(self._draw_guides(shown, side)),
            )
        return known

    def _draw_guides(self, layout: Layout, side: Side) -> Iterator[Shape]:
        """Yield the guides as symbols, because all sheets with the same layout show them."""
        frame = layout.frame
        corners = self._marks.sides in ("both", side)
        guides = draw_guides(layout, self._marks, cuts=side == "front", corners=corners)
        if side == "front":
            guides += draw_fold(frame)
        moved = self._shift if side == "back" else (0.0, 0.0)
        box = (0.0, 0.0, frame.page.width, frame.page.height)
        for guide in guides:
            symbol = Symbol(guide.name.replace(" ", "-"), (guide.path,), box)
            yield Group((Use(symbol),), name=guide.name, transform=translation(*moved))


def _clip(slot: Slot) -> Path | None:
    return None if slot.clip is None else Path(box_outline(slot.clip))
