"""Cards for a destination: pictures of their sides, alone, in grids, or in fans, or sheets to be cut."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from math import ceil, sqrt

from generator.layout.imposition.marks import draw_folds
from generator.layout.imposition.packing import SheetSide, make_slot
from generator.layout.imposition.pieces import arrange_pieces, draw_outline, draw_side, impose
from generator.layout.press import Press
from generator.layout.shapes.outlines import Component, box_outline, draw_shadow, filled, footprint
from generator.model.destinations import Destination, Product
from generator.model.geometry import Rectangle
from generator.model.kit import Form
from generator.model.language.kinds import MM_PER_INCH
from generator.model.printing.printing import Backs, CropMarks, Printing
from generator.model.style import Paper
from generator.model.values import dataclass, field, replace
from generator.scene.digest import Digester
from generator.scene.shapes import (
    IDENTITY,
    WHITE,
    Colour,
    GlyphRun,
    Group,
    Mask,
    Page,
    list_all,
    measure_bounds,
    rotation,
    translation,
)

_SHADOW = Colour(0.0, 0.0, 0.0, 0.3)
_PIVOT = 1.9
"""Distance of the point around which cards of a fan are turned from their tops, in heights of a card."""
_SEAM = 0.003
"""Distance of the art from the edge of a cell, in mm: art at the edge itself touches the next pixel."""
_CLEAR = 0.5
"""Clear edge around a token that a game table cuts along its picture, in mm."""
_SIDES: tuple[SheetSide, ...] = ("front", "back")
_ART = ("fronts", "backs")
"""Layers that a service takes."""


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
