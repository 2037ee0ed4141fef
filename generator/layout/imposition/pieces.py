"""Sheets of pieces to cut out: pages with backs and guides, corrected for a printer, and all cuts to make."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from itertools import groupby, product
from math import cos, dist, gcd, inf, radians, sin
from typing import Literal

from generator.errors import LayoutError
from generator.layout.imposition.marks import (
    MarginLine,
    draw_cuts,
    draw_folds,
    draw_guides,
    draw_registration,
)
from generator.layout.imposition.packing import SheetLayout, SheetSide, Slot, pack_sheets
from generator.layout.press import Press
from generator.layout.shapes.frames import Flip, Frame, choose_edge_flip
from generator.layout.shapes.outlines import Component, cut_outline, fold_lines, footprint
from generator.model.geometry import Point, Rectangle
from generator.model.kit import Form
from generator.model.printing.printing import Backs, Printer, Printing
from generator.model.style import Paper
from generator.model.texts.wordings import make_plain_text
from generator.model.values import dataclass, replace
from generator.scene import shapes as scene
from generator.scene.shapes import (
    WHITE,
    Group,
    Page,
    Path,
    Region,
    Shape,
    Symbol,
    Tag,
    Transform,
    Use,
    find_words,
    reads_as_language,
)
from generator.scene.svg_outline import cut_up

DUPLEX: Mapping[Backs, Literal["long", "short"]] = {"duplex-long": "long", "duplex-short": "short"}
"""The edge over which the printer flips the paper, by the way to print backs."""
_MOST_FIGURES = 500
"""Maximum number of different pieces that are figures with their words; more make files much larger."""
_DECIMALS = 2
"""Cuts that are as close as a hundredth of a millimetre are one."""


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """Pieces that are printed together: one for each slot of the layout, in the same order."""

    layout: SheetLayout
    components: tuple[Component, ...]


@dataclass(frozen=True, slots=True)
class SheetWork:
    """The work on a printed part."""

    sheets: int
    """Sheets of paper."""
    cuts: int = 0
    """Straight cuts across a sheet."""
    outline: float = 0.0
    """Length of all lines that are not straight cuts, in mm."""
    folds: int = 0
    sides: int = 1
    """Printed sides of each sheet."""


@dataclass(frozen=True, slots=True)
class PaperUse:
    """The paper that pieces need."""

    sheets: int
    forms: tuple[tuple[Form, int, int], ...]
    """Each form, the number of its pieces, and most of them that are on one sheet."""

    @property
    def room(self) -> int:
        """Number of free places on the last sheet of pieces with one form."""
        ((_, count, places),) = self.forms if len(self.forms) == 1 else ((None, 0, 1),)
        return -count % places

    @property
    def is_scant(self) -> bool:
        """True if less than 60 % of the last sheet of pieces with one form is used."""
        return len(self.forms) == 1 and self.room > _SCANT * self.forms[0][2]


_SCANT = 0.4
"""Share of a sheet that is free, above which that is worth a word."""


def impose(
    press: Press,
    components: Sequence[Component],
    *,
    title: str,
    paper: Paper,
    printing: Printing,
    backs: Backs,
    printer: Printer | None = None,
    first: Collection[int] = (),
    wanted_bleed: float = 0.0,
    note: Callable[[PaperUse], object] = bool,
) -> tuple[int, Iterator[Page]]:
    """Return the number of pages, and an iterator that lays them out on demand, in the order of `put_first`.

    `backs` is `none` if no piece has a back. `note` receives the paper that is used. Raises LayoutError if a
    piece does not fit on the paper.
    """
    sheets = arrange_pieces(components, paper=paper, printing=printing, folded=backs == "fold", name=title)
    note(_measure_use(components, sheets))
    wanted = wanted_bleed or (inf if printing.is_for_press else 0.0)
    if wanted and printing.bleed is None:
        _warn_of_bleed(press, sheets, wanted, title)
    if printing.is_test:
        sheets = [*{sheet.layout: sheet for sheet in reversed(sheets)}.values()][::-1]
    sides = list(_list_sides(sheets, backs))
    different = sum(1 for _ in groupby(components, key=id))
    tag: Tag = "figure" if different <= _MOST_FIGURES else ""
    drawing = _Drawing(press, title=title, backs=backs, printing=printing, printer=printer, tag=tag)
    order = put_first(len(sides), first)
    return len(sides), (drawing.draw(*sides[index], index + 1, len(sides)) for index in order)


def _measure_use(components: Sequence[Component], sheets: Sequence[FilledSheet]) -> PaperUse:
    forms = Counter[Form]()
    for form, same in _group_by_form(components):
        forms[form] += len(same)
    layouts = [*{id(sheet.layout): sheet.layout for sheet in sheets}.values()]
    places = {
        form: max(sum(slot.form.cell == form for slot in one.slots) + one.room for one in layouts)
        for form in forms
    }
    return PaperUse(len(sheets), tuple((form, count, places[form]) for form, count in forms.items()))


_LESS_BLEED = 0.1
"""Invisible difference of a bleed, in mm."""


def _warn_of_bleed(press: Press, sheets: Iterable[FilledSheet], most: float, title: str) -> None:
    """Warn if pieces have less bleed than is wanted, at most that of their forms: they are close together."""
    slots = (slot for sheet in sheets for slot in sheet.layout.slots)
    bleeds = [(min(slot.reach), min(slot.form.bleed, most)) for slot in slots]
    lost = [(least, wanted) for least, wanted in bleeds if least < wanted - _LESS_BLEED]
    if lost:
        least, wanted = min(lost)
        more = f"with `--bleed {wanted:g}mm`, they are further apart, perhaps on more sheets"
        press.findings.warn(f"{title}: pieces have {least:.3g} mm of bleed, not {wanted:g} mm ({more})")


def put_first(count: int, first: Collection[int]) -> list[int]:
    """Return the indexes of pages, with those that are `first` before the others."""
    return sorted(range(count), key=lambda index: (index not in first, index))


def _group_by_form(components: Iterable[Component]) -> Iterator[tuple[Form, list[Component]]]:
    """Yield adjacent pieces of one form, with the form that pieces on their sheets share."""
    for _, same in groupby(components, key=lambda component: id(component.form)):
        pieces = [*same]
        yield pieces[0].form.cell, pieces


def arrange_pieces(
    components: Sequence[Component], *, paper: Paper, printing: Printing, folded: bool, name: str
) -> list[FilledSheet]:
    """Assign pieces to sheets and slots; raises LayoutError with `name` if a piece does not fit."""
    waiting: dict[Form, list[Component]] = {}
    for form, same in _group_by_form(components):
        waiting.setdefault(form, []).extend(same)
    counts = {form: len(pieces) for form, pieces in waiting.items()}
    rows = {form: iter(pieces) for form, pieces in waiting.items()}
    used = printing.start - 1
    counts |= {form: count + used for form, count in [*counts.items()][:1]}
    # Pieces that are alike are in rows of their own, if the paper has room.
    multiples = {
        form: gcd(*(len([*alike]) for _, alike in groupby(pieces, key=id)))
        for form, pieces in waiting.items()
    }
    # Sheets with the same outlines at the same places share a layout.
    cut_out = cache(SheetLayout.cut_out)
    sheets = []
    for layout, count in pack_sheets(counts, paper, printing, folded=folded, part=name, multiples=multiples):
        next_in_rows = [rows[slot.form] for slot in layout.slots]
        for _ in range(count):
            if used >= len(layout.slots):
                problem = f"there is no place {printing.start} on a sheet of {len(layout.slots)}"
                raise LayoutError(name, problem, over_mm=0.0, paper=paper.name)
            placed = tuple(map(next, next_in_rows[used:]))
            forms = tuple(piece.form for piece in placed)
            is_own = used or any(form.path for form in forms)
            sheets.append(FilledSheet(cut_out(layout, used, forms) if is_own else layout, placed))
            used = 0
    return sheets


def _list_sides(sheets: Sequence[FilledSheet], backs: Backs) -> Iterator[tuple[FilledSheet, SheetSide]]:
    """Yield the sides in print order: alternating for duplex printing, otherwise all fronts first."""
    for sheet in sheets:
        yield sheet, "front"
        if backs in DUPLEX:
            yield sheet, "back"
    if backs == "separate":
        yield from ((sheet, "back") for sheet in sheets)


@dataclass(frozen=True, slots=True)
class _Places:
    """One side of a sheet, without the art of the pieces."""

    frame: Frame
    pieces: list[tuple[Transform, Path | None, tuple[Path, ...]]]
    """Transform, clip, and ground of each piece."""
    guides: list[Group]
    cut: tuple[Group, ...]
    """Lines for a machine."""


class _Drawing:
    """Drawer of the pages of one document; shapes that sheets share are created once."""

    def __init__(
        self, press: Press, *, title: str, backs: Backs, printing: Printing, printer: Printer | None, tag: Tag
    ) -> None:
        self._tag: Tag = tag
        self._margin, self._title = MarginLine(press, title), make_plain_text(title)
        self._notes = {"front": press.format("margin.front"), "back": press.format("margin.back")}
        self._backs = backs
        self._marks, self._cutter, self._is_test = printing.marks, printing.cutter, printing.is_test
        self._press = press
        self._shift = printing.shift if backs != "fold" else None
        moves = backs not in ("fold", "none")
        self._printer = printer if moves or printer is None else printer.without_backs()
        self._places = cache(self._draw_places)

    def draw(self, sheet: FilledSheet, side: SheetSide, page: int, pages: int) -> Page:
        sides: list[SheetSide] = ["front", "back"] if self._backs == "fold" else [side]
        places = [self._places(sheet.layout, each) for each in sides]
        frame = places[0].frame
        shapes: list[Shape] = []
        for each, place in zip(sides, places, strict=True):
            placed = zip(sheet.components, place.pieces, strict=True)
            groups = tuple(self._draw_piece(piece, each, *at) for piece, at in placed)
            groups = tuple(group for group in groups if group.shapes)
            shapes += [Group(groups, name=f"{each}s")] if groups or not self._is_test else []
        shapes += (guide for place in places for guide in place.guides)
        shapes += self._draw_margin(sheet, side, frame, page, pages)
        is_clear = self._cutter is not None and self._cutter.takes_pictures
        size = frame.page.width, frame.page.height
        cut = places[0].cut
        laid_out = Page(*size, tuple(shapes), label=str(page), is_clear=is_clear, cut=cut)
        return correct(laid_out, side, self._printer, shift=self._shift)

    def _draw_piece(
        self, piece: Component, side: SheetSide, move: Transform, clip: Path | None, ground: tuple[Shape, ...]
    ) -> Group:
        shapes = (*ground, *(() if self._is_test else draw_side(piece, side)))
        region = Region(side, piece.id, footprint(piece.form))
        name = self._name(shapes) if self._tag and shapes else ""
        return Group(shapes, title=name, transform=move, clip=clip, tag=self._tag, region=region)

    def _name(self, shapes: tuple[Shape, ...]) -> str:
        """Return the part with the texts of a piece, if these alone describe nothing; otherwise empty."""
        words = find_words(shapes)
        if reads_as_language(words):
            return ""
        named = {"game": self._title, "part": words}
        return make_plain_text(self._press.format("margin.part", named)) if words else self._title

    def _draw_margin(
        self, sheet: FilledSheet, side: SheetSide, frame: Frame, page: int, pages: int
    ) -> Iterator[Group]:
        """Yield the margin line, unless there is none, or a label is in its place."""
        arts = (slot.art for slot in sheet.layout.slots if frame.page.labels)
        if self._is_test or frame.strip is None or any(art.overlap(frame.strip_box) for art in arts):
            return
        notes = [self._notes[side] if self._backs not in ("none", "fold") else ""]
        inset = 0.0
        if marks := frame.marks:
            inset = max(0.0, marks.zone - frame.page.margin)
            length = self._press.wording.write(Decimal(f"{marks.length:g}"))
            notes += [self._press.format("margin.marks", {"length": length})] if side == "front" else []
        line = self._margin.place(frame, page=page, pages=pages, notes=notes, inset=inset)
        # Screen readers and lists of headings get the title of the part once.
        yield replace(line, tag="h1", title=self._title) if self._tag and page == 1 else line

    def _draw_places(self, layout: SheetLayout, side: SheetSide) -> _Places:
        cut = draw_cuts(layout) if side == "front" else ()
        if side == "back":
            layout = layout.mirrored(choose_flip(self._backs, layout.frame.page, layout.frame.fold))
        pieces: list[tuple[Transform, Path | None, tuple[Path, ...]]] = []
        for slot in layout.slots:
            ground: tuple[Path, ...] = ()
            clip = slot.clip
            if self._cutter and self._cutter.takes_pictures:
                clip = draw_outline(slot.form, side)
                ground = (clip,)
            pieces.append((slot.transform, clip, ground))
        return _Places(layout.frame, pieces, self._draw_guides(layout, side, cut), cut)

    def _draw_guides(self, layout: SheetLayout, side: SheetSide, cut: tuple[Group, ...]) -> list[Group]:
        page, guides, groups = layout.frame.page, {}, []
        if self._cutter is None and not page.labels:
            corners = self._marks.sides in ("both", side)
            guides = draw_guides(layout, self._marks, cuts=side == "front", corners=corners)
        elif side == "front" and not self._is_test:
            # Few machines fold; their pieces are folded by hand.
            guides = draw_folds([(slot.form, slot.transform) for slot in layout.slots])
        box = (0.0, 0.0, page.width, page.height)
        for name, paths in guides.items():
            # All sheets with the same layout share this symbol.
            use = Use(Symbol(name.replace(" ", "-"), paths, box))
            groups.append(Group((use,), name=name))
        if side == "front" and (marks := layout.frame.marks):
            groups.append(Group(draw_registration(page, marks), name="registration"))
        return [*groups, *(cut if self._is_test else ())]


def draw_side(component: Component, side: SheetSide) -> tuple[Shape, ...]:
    """Return the shapes of one side of a piece, drawn now."""
    return component.front if side == "front" else component.back


def draw_outline(form: Form, side: SheetSide) -> Path:
    """Return the white area of a piece within its cut, as it is seen from one side."""
    seen = replace(form, is_back=side == "back")
    return Path(cut_outline(seen), WHITE, even_odd=bool(seen.path))


def choose_flip(backs: Backs, page: Paper, fold: Flip | None = None) -> Flip:
    """Return the flip of a sheet that places backs behind their fronts.

    Separate backs are placed for a sheet that is turned like a page of a book, so that they match whether the
    sheet is printed again by hand or the backs are glued on.
    """
    edge = DUPLEX.get(backs)
    return fold or (choose_edge_flip(edge, page) if edge else "book")


def count_work(sheets: Sequence[FilledSheet], *, sides: int) -> SheetWork:
    """Count the work on sheets of pieces; neighbours share cuts, and a folded sheet has one more fold."""
    slots = [slot for sheet in sheets for slot in sheet.layout.slots]
    measure = cache(lambda form: sum(dist(*part) for part in cut_up(cut_outline(form))))
    folds = sum(segment[0] == "M" for slot in slots for segment in fold_lines(slot.form))
    return SheetWork(
        len(sheets),
        sum(_count_cuts(sheet.layout.slots) for sheet in sheets),
        sum(measure(slot.form) for slot in slots if not slot.form.is_cropped),
        folds + sum(sheet.layout.frame.fold is not None for sheet in sheets),
        sides,
    )


def _count_cuts(slots: Sequence[Slot]) -> int:
    trims = [slot.trim for slot in slots if slot.form.is_cropped]
    return sum(len({round(edge, _DECIMALS) for trim in trims for edge in trim[axis::2]}) for axis in (0, 1))


def count_board_work(tiles: Iterable[str]) -> SheetWork:
    """Count the work on a board; its tiles have names, such as `A1` and `B1`, if there are several sheets.

    Each tile is cut along its seams at the left and at the top; the outer edges are cut last. One more sheet
    shows how to put tiles together.
    """
    places = [(name[0], name[1:]) for name in tiles]
    columns, rows = ({place[axis] for place in places} for axis in (0, 1))
    seams = sum((column != min(columns)) + (row != min(rows)) for column, row in product(columns, rows))
    return SheetWork(len(places) + 1 if places else 1, 4 + seams)


def correct(
    page: scene.Page, side: SheetSide, printer: Printer | None, *, shift: Point | None = None
) -> scene.Page:
    """Return a page as it must be printed to be right on paper; without corrections, the page itself.

    Backs are moved, turned, and scaled around the middle of the page; then all pages are scaled. `shift`, in
    mm to the right and down as the page is seen, replaces the distances of the printer. Landscape pages are
    turned upright if backs are moved by distances of the printer: otherwise it would depend on the driver
    which side of the sheet is on the right.
    """
    printer = printer or Printer()
    backs = printer.backs if shift is None else replace(printer.backs, right=0.0, down=0.0)
    turn = scene.IDENTITY
    if page.width > page.height and (backs.right or backs.down):
        turn = (0.0, -1.0, 1.0, 0.0, 0.0, page.width)
        page = _turn(page, turn)
    across, along = printer.scale.across, printer.scale.along
    if page.width > page.height:
        across, along = along, across
    middle, by = (page.width / 2, page.height / 2), turn
    if side == "back":
        cosine, sine = (backs.scale * find(radians(backs.turn)) for find in (cos, sin))
        moved = shift or (backs.right, backs.down)
        by = scene.compose_transforms(_around(middle, (cosine, sine, -sine, cosine), moved), by)
    by = scene.compose_transforms(_around(middle, (across, 0.0, 0.0, along)), by)
    return page if by == scene.IDENTITY else replace(page, shapes=tuple(_move(page.shapes, by)))


def _around(
    middle: Point, matrix: tuple[float, float, float, float], moved: Point = (0.0, 0.0)
) -> scene.Transform:
    """Return the transform by a matrix around a point, followed by a shift."""
    if matrix == scene.IDENTITY[:4]:
        return scene.translation(*moved)
    x, y = scene.move_point((*matrix, 0.0, 0.0), *middle)
    return (*matrix, middle[0] - x + moved[0], middle[1] - y + moved[1])


def _turn(page: scene.Page, turn: scene.Transform) -> scene.Page:
    """Return a landscape page with upright paper; its shapes are not turned yet."""
    trim, bleed = (
        box and Rectangle.around(scene.move_point(turn, *corner) for corner in Rectangle(*box).corners)
        for box in (page.trim, page.bleed)
    )
    return replace(page, width=page.height, height=page.width, trim=trim, bleed=bleed)


def _move(shapes: tuple[scene.Shape, ...], by: scene.Transform) -> Iterator[scene.Shape]:
    """Yield shapes moved by a transform, in layers as before."""
    for shape in shapes:
        if isinstance(shape, scene.Group | scene.Use):
            yield replace(shape, transform=scene.compose_transforms(by, shape.transform))
        else:
            yield scene.Group((shape,), transform=by)
