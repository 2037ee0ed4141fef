"""Pages of pieces: sheets to cut out, with backs and guides, or pictures of sides for a destination."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache, cached_property
from itertools import groupby, product
from math import ceil, cos, dist, gcd, inf, radians, sin, sqrt
from typing import Literal, TypeAlias

from generator.errors import LayoutError
from generator.layout.imposition.marks import (
    MarginLine,
    draw_cuts,
    draw_folds,
    draw_guides,
    draw_registration,
)
from generator.layout.imposition.packing import (
    Flip,
    Frame,
    SheetLayout,
    Slot,
    choose_edge_flip,
    make_slot,
    pack_sheets,
)
from generator.layout.press import Press
from generator.layout.shapes.outlines import (
    Component,
    box_outline,
    cut_outline,
    draw_shadow,
    filled,
    fold_lines,
    footprint,
)
from generator.model.destinations import Destination, Product
from generator.model.geometry import Point, Rectangle
from generator.model.kit import Form
from generator.model.language.kinds import MM_PER_INCH
from generator.model.printing.printing import Backs, CropMarks, Paper, Printer, Printing
from generator.model.texts.wordings import make_plain_text
from generator.model.values import dataclass, field, replace
from generator.scene import shapes as scene
from generator.scene.digest import Digester
from generator.scene.shapes import (
    IDENTITY,
    WHITE,
    Colour,
    Document,
    GlyphRun,
    Group,
    Mask,
    Page,
    Path,
    Region,
    Shape,
    Symbol,
    Tag,
    Transform,
    Use,
    find_words,
    list_all,
    measure_bounds,
    reads_as_language,
    rotation,
    translation,
)
from generator.scene.svg_outline import cut_up

DUPLEX: Mapping[Backs, Literal["long", "short"]] = {"duplex-long": "long", "duplex-short": "short"}
"""The edge over which the printer flips the paper, by the way to print backs."""
_MOST_FIGURES = 500
"""Maximum number of different pieces that are figures with their words; more make files much larger."""
_DECIMALS = 2
"""Cuts that are as close as a hundredth of a millimetre are one."""
_SHADOW = Colour(0.0, 0.0, 0.0, 0.3)
_PIVOT = 1.9
"""Distance of the point around which cards of a fan are turned from their tops, in heights of a card."""
_SEAM = 0.003
"""Distance of the art from the edge of a cell, in mm: art at the edge itself touches the next pixel."""
_CLEAR = 0.5
"""Clear edge around a token that a game table cuts along its picture, in mm."""
SheetSide: TypeAlias = Literal["front", "back"]


_SIDES: tuple[SheetSide, ...] = ("front", "back")
_ART = ("fronts", "backs")
"""Layers that a service takes."""


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


@dataclass(frozen=True, slots=True)
class CardFace:
    """A side of a card, and the file that shows it; several cards may have the same picture."""

    part: str
    number: int
    """Number of the card among the different cards of its part, from 1."""
    id: str
    side: SheetSide
    count: int
    file: str
    """Name in the folder of the destination, with the folder of its product."""
    words: str
    product: str = ""
    """Id of the product of a service."""
    cell: int = 0
    """Index of the cell in a sheet, row by row, or of the first page in a document."""
    columns: int = 1
    rows: int = 1
    name: str = ""
    """Name of the card in the language of the picture."""


@dataclass(frozen=True, eq=False)
class FaceLayout:
    """The components of a part for a destination.

    On a game table, only `has_cards` lets pieces share a sheet. With `splits`, equal fronts of different
    cards are different pictures, and so are their backs, unless all are equal.
    """

    part: str
    components: Sequence[Component]
    destination: Destination
    bleed: float
    names: Mapping[str, str] = field(default_factory=dict)
    """Names of the cards by id."""
    is_board: bool = False
    has_cards: bool = True
    splits: bool = False

    def lay_out(self) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
        """Yield pages, which are pictures with their names as labels, and the faces that each shows."""
        return self._list_pages() if self.destination.in_order else self._list_pictures()

    @cached_property
    def _counts(self) -> Mapping[Component, int]:
        return Counter(self.components)

    @cached_property
    def _numbers(self) -> Mapping[Component, int]:
        return {card: number for number, card in enumerate(self._counts, 1)}

    @property
    def _name(self) -> str:
        return self.part.replace("_", "-")

    def _name_all(self) -> dict[Component, str]:
        """Return the names of files of all different components, without their sides."""
        digits = len(str(len(self._counts)))
        return {card: f"{self._name}-{number:0{digits}}-{card.id}" for card, number in self._numbers.items()}

    def _find_product(self, card: Component) -> Product | None:
        """Return the product of a component; raises LayoutError if no product fits."""
        return self.destination.find_product(card.form, part=self.part, is_board=self.is_board)

    def _list_pages(self) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
        """Yield a page for each side of each card, with all copies."""
        names = self._name_all()
        sides = _SIDES if self.destination.is_front_first else _SIDES[::-1]
        listed: set[tuple[Component, SheetSide]] = set()
        for index, (card, side) in enumerate((card, side) for card in self.components for side in sides):
            is_new = (card, side) not in listed
            listed.add((card, side))
            shown = (self._describe(card, side, self._name, cell=index),) if is_new else ()
            yield self._draw_page([card], side, f"{names[card]}-{side}"), shown

    def _list_pictures(self) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
        destination, name, names = self.destination, self._name, self._name_all()
        for side, groups, is_sheet in self._group():
            is_shared = side == "back" and len(groups) == 1 and not is_sheet
            for sheet, group in enumerate(groups, 1):
                label = name if self.is_board else f"{names[group[0]]}-{side}"
                if is_sheet:
                    label = f"{name}-{side}s-{sheet}"
                elif is_shared:
                    label = f"{name}-back"
                if product := self._find_product(group[0]):
                    label = f"{product.title}/{label}"
                cells = group if is_sheet else group[:1]
                grid = _choose_grid(len(cells), destination)
                described = tuple(
                    self._describe(card, side, label, index % len(cells), grid)
                    for index, card in enumerate(group)
                    if side == "front" or card.draw_back or destination.products
                )
                if self.splits and not is_shared and not self.is_board:
                    described = tuple(
                        replace(face, file=f"{face.file}-{copy:0{len(str(face.count))}}", count=1)
                        for face in described
                        for copy in range(1, face.count + 1)
                    )
                yield self._draw_page(cells, side, label), described

    def _group(self) -> Iterator[tuple[SheetSide, list[list[Component]], bool]]:
        """Yield for each side the cards of each picture, and True if they are side by side in sheets.

        Backs are in sheets if most cards have one of their own; their cells are those of the fronts. On a
        game table, tokens whose back is their front have no picture of it.
        """
        destination, cards = self.destination, [*self._counts]
        # Backs are not for show, and boards have none.
        sides = _SIDES[: 1 if self.is_board or destination.gap else 2]
        digest = Digester().digest
        looks = {side: {card: (card.form, digest(draw_side(card, side))) for card in cards} for side in sides}
        numbers = {side: Counter(looks[side].values()) for side in sides}
        own = sum(number == 1 for number in numbers["back"].values()) if "back" in sides else 0
        may_share = destination.columns > 1 and (self.has_cards or not destination.is_table)
        shares = {"back": may_share and own > max(1, len(cards) / 2)}
        shares["front"] = shares["back"] or (may_share and len(numbers["front"]) > 1)
        for side in sides:
            if shares[side]:
                yield side, _batch(cards, destination), True
                continue
            alike: dict[object, list[Component]] = {}
            # Services print both sides: a back may be white.
            for card in (card for card in cards if side == "front" or card.draw_back or destination.products):
                is_same = looks["front"][card] == looks[side][card] and card.form.outline != "path"
                if side == "front" or may_share or not (destination.is_table and is_same):
                    alike.setdefault(looks[side][card], []).append(card)
            groups = [*alike.values()]
            if self.splits and (side == "front" or len(groups) > 1):
                groups = [[card] for card in cards if any(card in group for group in groups)]
            yield side, groups, False

    def _describe(
        self, card: Component, side: SheetSide, file: str, cell: int = 0, grid: tuple[int, int] = (1, 1)
    ) -> CardFace:
        """Return a side of a card with its words, and with the product of a service."""
        words = join_words(card, side)
        product = self._find_product(card)
        id = product.id if product else ""
        name, number, count = self.names.get(card.id, ""), self._numbers[card], self._counts[card]
        return CardFace(self.part, number, card.id, side, count, file, words, id, cell, *grid, name)

    def _draw_page(self, cards: Sequence[Component], side: SheetSide, label: str) -> Page:
        """Draw one side of some cards on a page: one alone, a grid of equal cells, or a fan."""
        destination, form = self.destination, cards[0].form
        columns, rows = _choose_grid(len(cards), destination)
        (width, height), pixels = self._measure_cell(cards[0], columns, rows)
        _, _, across, down = footprint(form)
        is_turned = (width - height) * (across - down) < 0
        size = (down, across) if is_turned else (across, down)
        slot = make_slot(form, (width - size[0]) / 2, (height - size[1]) / 2, turned=is_turned)
        if side == "back":
            slot = slot.mirrored(Paper("", width, height, 0.0), "book")
        # A card with straight corners fills its picture.
        is_odd = not form.is_cropped or form.corner > 0 or destination.gap > 0
        is_cut = (destination.is_cut or _is_token(form, destination)) and not self.bleed and is_odd
        edge = Rectangle(0.0, 0.0, width, height)
        box, inner = (filled(box_outline(each), WHITE) for each in (edge, edge.grown(-_SEAM)))
        drawn, edges = [], []
        mask = None
        for index, card in enumerate(cards):
            shapes = draw_side(card, side)
            folds = draw_folds([(card.form, IDENTITY)])
            shapes = (*shapes, *(Group(lines, name=name) for name, lines in folds.items()))
            if is_cut:
                outline = draw_outline(card.form, side)
                if len(cards) == 1 and not destination.gap:
                    art, line = (Group(each, transform=slot.transform) for each in (shapes, (outline,)))
                    mask = Mask(line, (art,))
                shadow = draw_shadow((outline,), _SHADOW, (0.4, 0.7), 2.0)
                shapes = (*[shadow] * bool(destination.gap), Group((outline, *shapes), clip=outline))
            place = translation(index % columns * width, index // columns * height)
            if destination.turn:
                turn = destination.turn * (index - (len(cards) - 1) / 2)
                place = rotation(turn, width / 2, height * _PIVOT)
            drawn.append(Group((Group(shapes, transform=slot.transform),), transform=place, clip=inner))
            edges.append(Group((box,), transform=place))
        whole = Rectangle(0.0, 0.0, columns * width, rows * height)
        left, top, right, bottom = measure_bounds(edges) if destination.turn else whole
        shown = Group(tuple(drawn), transform=translation(-left, -top))
        trim, reach = (slot.trim, whole) if len(cards) == 1 else (None, None)
        size = right - left, bottom - top
        return Page(*size, (shown,), label, trim, reach, pixels=pixels, is_clear=is_cut, mask=mask)

    def _measure_cell(
        self, card: Component, columns: int, rows: int
    ) -> tuple[tuple[float, float], tuple[int, int] | None]:
        """Return the size of the cell of a card, and the pixels of the page if there is a limit for them."""
        destination = self.destination
        if product := self._find_product(card):
            return product.measure_page(destination.dpi), product.pixels if any(product.pixels) else None
        _, _, across, down = footprint(card.form)
        around = 2 * self.bleed + destination.gap + 2 * _CLEAR * _is_token(card.form, destination)
        width, height = across + around, down + around
        if not any(destination.limit):
            return (width, height), None
        most, highest = destination.limit
        wide = int(
            min(width / MM_PER_INCH * destination.dpi, most / columns, highest / rows * width / height)
        )
        high = int(wide * height / width)
        # A cell has whole pixels; the art beyond the cut fills what is left.
        return (width, width * high / wide), (columns * wide, rows * high)


def _batch(cards: Sequence[Component], destination: Destination) -> list[list[Component]]:
    most, forms = destination.columns * destination.rows, groupby(cards, key=lambda card: card.form.cell)
    return [
        same[at : at + most] for same in ([*alike] for _, alike in forms) for at in range(0, len(same), most)
    ]


def _choose_grid(cells: int, destination: Destination) -> tuple[int, int]:
    """Return columns and rows of a sheet, at least 2 x 2, and as square as possible."""
    if cells == 1 or destination.rows == 1:
        return cells, 1
    columns = max(2, ceil(sqrt(cells)), ceil(cells / destination.rows))
    return columns, max(2, ceil(cells / columns))


def join_words(card: Component, side: SheetSide) -> str:
    """Return the words on one side of a component."""
    text = " ".join(run.text for run in list_all(GlyphRun, draw_side(card, side)))
    # Runs of bold words keep their spaces, and icons leave theirs.
    return " ".join(filter(None, text.split(" ")))


def _is_token(form: Form, destination: Destination) -> bool:
    """Return True for a piece that a game table cuts out along its picture."""
    return destination.is_table and form.is_odd and not destination.is_cut


def lay_out_sheets(
    press: Press, part: str, components: Sequence[Component], destination: Destination
) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
    """Yield the sides of all sheets, with their names as labels, and the faces of cards on each.

    Raises LayoutError for a form that is no product, or does not fit on a sheet.
    """
    assert destination.sheet is not None
    ids: dict[Component, str] = {}
    bleed = margin = 0.0
    for card in dict.fromkeys(components):
        product = destination.find_product(card.form, part=part)
        assert product is not None
        ids[card], bleed, margin = product.id, product.bleed, product.safe
    paper = Paper(destination.name, *destination.sheet, margin)
    printing = Printing(bleed=bleed, turned=False, marks=CropMarks(sides="none"))
    # The sheet is turned over like the page of a book.
    backs: Backs = "duplex-long" if any(card.draw_back for card in components) else "none"
    _, pages = impose(press, components, title=part, paper=paper, printing=printing, backs=backs)
    sheets = arrange_pieces(components, paper=paper, printing=printing, folded=False, name=part)
    sides = _SIDES if backs != "none" else _SIDES[:1]
    numbers = {card: number for number, card in enumerate(ids, 1)}
    digits, name = len(str(len(sheets))), part.replace("_", "-")
    for index, page in enumerate(pages):
        number, side = index // len(sides), sides[index % len(sides)]
        label = f"{name}-{number + 1:0{digits}}-{side}"
        placed = sheets[number].components
        shown = []
        for card, count in Counter(placed).items():
            words, cell = join_words(card, side), placed.index(card)
            shown.append(CardFace(part, numbers[card], card.id, side, count, label, words, ids[card], cell))
        art = tuple(layer for layer in page.shapes if isinstance(layer, Group) and layer.name in _ART)
        yield replace(page, shapes=art, label=label), tuple(shown)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some consecutive pages of a document."""

    document: Document
    """The document with only these pages."""
    first: int
    """Index of the first page."""
    count: int
    """Number of pages of the complete document."""
    faces: tuple[CardFace, ...] = ()
    """Faces that the page shows, if it is a picture for a destination."""
    paper: PaperUse | None = None
    """The paper of all pages of cards or tokens; None after the first chunk, and for other parts."""
