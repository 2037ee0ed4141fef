"""Cards for a destination: pictures of their sides, alone, in grids, or in fans, or sheets to be cut."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from math import ceil, sqrt

from generator.layout.imposition.packing import SheetSide, make_slot
from generator.layout.imposition.pieces import arrange_pieces, impose
from generator.layout.press import Press
from generator.layout.shapes.curves import box_outline, draw_shadow, filled
from generator.layout.shapes.outlines import Component, cut_outline, footprint
from generator.model.destinations import Destination, Product
from generator.model.geometry import Rectangle
from generator.model.language.scalars import MM_PER_INCH
from generator.model.printing.printing import Backs, CropMarks, Printing
from generator.model.style import Paper
from generator.model.values import dataclass, replace
from generator.scene.bounds import find_all, find_bounds, fingerprint
from generator.scene.shapes import (
    WHITE,
    Colour,
    GlyphRun,
    Group,
    Mask,
    Page,
    Path,
    Shape,
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
_NO_NAMES: Mapping[str, str] = {}
_SIDES: tuple[SheetSide, SheetSide] = ("front", "back")
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


@dataclass(frozen=True, slots=True)
class _Faces:
    """The components of a part for a destination."""

    part: str
    components: Sequence[Component]
    destination: Destination
    bleed: float
    is_board: bool
    counts: Mapping[Component, int]
    """Number of copies of each different component."""
    names: Mapping[str, str]
    """Names of the cards by id."""
    has_cards: bool

    @property
    def name(self) -> str:
        """The part in names of files."""
        return self.part.replace("_", "-")

    def name_all(self) -> dict[Component, str]:
        """Return the names of files of all different components, without their sides."""
        digits = len(str(len(self.counts)))
        return {one: f"{self.name}-{number:0{digits}}-{one.id}" for number, one in enumerate(self.counts, 1)}

    def find_product(self, one: Component) -> Product | None:
        """Return the product of a component; raises LayoutError if no product fits."""
        return self.destination.find_product(one.form, part=self.part, is_board=self.is_board)


def lay_out_faces(
    part: str,
    components: Sequence[Component],
    destination: Destination,
    *,
    bleed: float,
    names: Mapping[str, str] = _NO_NAMES,
    is_board: bool = False,
    has_cards: bool = True,
    splits: bool = False,
) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
    """Yield pages, which are pictures with their names as labels, and the faces of cards that each shows.

    `names` has the names of cards by id. On a game table, only `has_cards` lets pieces share a sheet. With
    `splits`, equal fronts of different cards are different pictures, and so are their backs, unless all are
    equal.
    """
    counts = Counter(components)
    faces = _Faces(part, components, destination, bleed, is_board, counts, names, has_cards)
    yield from _list_pages(faces) if destination.in_order else _list_pictures(faces, splits)


def _list_pages(faces: _Faces) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
    """Yield a page for each side of each card, with all copies."""
    names, numbers = faces.name_all(), {one: number for number, one in enumerate(faces.counts, 1)}
    sides = _SIDES if faces.destination.is_front_first else _SIDES[::-1]
    listed: set[tuple[Component, SheetSide]] = set()
    for index, (one, side) in enumerate(product(faces.components, sides)):
        is_new = (one, side) not in listed
        listed.add((one, side))
        shown = (_describe(faces, one, numbers[one], side, faces.name, cell=index),) if is_new else ()
        yield _draw_page([one], side, f"{names[one]}-{side}", faces), shown


def _list_pictures(faces: _Faces, splits: bool) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
    destination, counts, name, names = faces.destination, faces.counts, faces.name, faces.name_all()
    numbers = {one: number for number, one in enumerate(counts, 1)}
    for side, groups, is_sheet in _group(faces, splits):
        is_shared = side == "back" and len(groups) == 1 and not is_sheet
        for sheet, group in enumerate(groups, 1):
            label = name if faces.is_board else f"{names[group[0]]}-{side}"
            if is_sheet:
                label = f"{name}-{side}s-{sheet}"
            elif is_shared:
                label = f"{name}-back"
            if found := faces.find_product(group[0]):
                label = f"{found.title}/{label}"
            cells = group if is_sheet else group[:1]
            grid = _find_grid(len(cells), destination)
            described = tuple(
                _describe(faces, one, numbers[one], side, label, index % len(cells), grid)
                for index, one in enumerate(group)
                if side == "front" or one.draw_back or destination.products
            )
            if splits and not is_shared and not faces.is_board:
                described = tuple(copy for face in described for copy in _list_copies(face))
            yield _draw_page(cells, side, label, faces), described


def _group(faces: _Faces, splits: bool) -> Iterator[tuple[SheetSide, list[list[Component]], bool]]:
    """Yield for each side the cards of each picture, and True if they are side by side in sheets.

    Backs are in sheets if most cards have one of their own; their cells are those of the fronts. On a game
    table, tokens whose back is their front have no picture of it.
    """
    destination, cards = faces.destination, [*faces.counts]
    # Backs are not for show, and boards have none.
    sides = _SIDES[: 1 if faces.is_board or destination.gap else 2]
    looks = {side: {one: (one.form, fingerprint(getattr(one, side))) for one in cards} for side in sides}
    numbers = {side: Counter(looks[side].values()) for side in sides}
    own = sum(number == 1 for number in numbers["back"].values()) if "back" in sides else 0
    may_share = destination.columns > 1 and (faces.has_cards or not destination.is_table)
    shares = {"back": may_share and own > max(1, len(cards) / 2)}
    shares["front"] = shares["back"] or (may_share and len(numbers["front"]) > 1)
    for side in sides:
        if shares[side]:
            yield side, _batch(cards, destination), True
            continue
        alike: dict[object, list[Component]] = {}
        # Services print both sides: a back may be white.
        for one in (one for one in cards if side == "front" or one.draw_back or destination.products):
            is_same = looks["front"][one] == looks[side][one] and one.form.outline != "path"
            if side == "front" or may_share or not (destination.is_table and is_same):
                alike.setdefault(looks[side][one], []).append(one)
        groups = [*alike.values()]
        if splits and (side == "front" or len(groups) > 1):
            groups = [[one] for one in cards if any(one in group for group in groups)]
        yield side, groups, False


def _batch(cards: Sequence[Component], destination: Destination) -> list[list[Component]]:
    """Return the cards of each sheet, which have the same form."""
    most, forms = destination.columns * destination.rows, groupby(cards, key=lambda one: one.form.cell)
    return [
        same[at : at + most] for same in ([*alike] for _, alike in forms) for at in range(0, len(same), most)
    ]


def _find_grid(cells: int, destination: Destination) -> tuple[int, int]:
    """Return columns and rows of a sheet, at least 2 x 2, and as square as possible."""
    if cells == 1 or destination.rows == 1:
        return cells, 1
    columns = max(2, ceil(sqrt(cells)), ceil(cells / destination.rows))
    return columns, max(2, ceil(cells / columns))


def _list_copies(face: CardFace) -> Iterator[CardFace]:
    """Yield a face with a file of its own for each copy."""
    digits = len(str(face.count))
    for copy in range(1, face.count + 1):
        yield replace(face, file=f"{face.file}-{copy:0{digits}}", count=1)


def _describe(
    faces: _Faces,
    one: Component,
    number: int,
    side: SheetSide,
    file: str,
    cell: int = 0,
    grid: tuple[int, int] = (1, 1),
) -> CardFace:
    """Return a side of a card with its words, and with the product of a service."""
    words = find_words(one, side)
    found = faces.find_product(one)
    id = found.id if found else ""
    name, count = faces.names.get(one.id, ""), faces.counts[one]
    return CardFace(faces.part, number, one.id, side, count, file, words, id, cell, *grid, name)


def find_words(one: Component, side: SheetSide) -> str:
    """Return the words on one side of a component."""
    return " ".join(run.text for run in find_all(GlyphRun, getattr(one, side)))


def _draw_page(cards: Sequence[Component], side: SheetSide, label: str, faces: _Faces) -> Page:
    destination, bleed, form = faces.destination, faces.bleed, cards[0].form
    columns, rows = _find_grid(len(cards), destination)
    _, _, across, down = footprint(form)
    is_token = destination.is_table and form.is_odd and not destination.is_cut
    around = 2 * bleed + destination.gap + 2 * _CLEAR * is_token
    width, height = (length + around for length in (across, down))
    pixels = None
    if found := faces.find_product(cards[0]):
        pixels = found.pixels if any(found.pixels) else None
        width, height = found.measure_page(destination.dpi)
    elif any(destination.limit):
        most, highest = destination.limit
        wide = int(
            min(width / MM_PER_INCH * destination.dpi, most / columns, highest / rows * width / height)
        )
        high = int(wide * height / width)
        # A cell has whole pixels; the art beyond the cut fills what is left.
        height, pixels = width * high / wide, (columns * wide, rows * high)
    is_turned = (width - height) * (across - down) < 0
    size = (down, across) if is_turned else (across, down)
    slot = make_slot(form, (width - size[0]) / 2, (height - size[1]) / 2, turned=is_turned)
    if side == "back":
        slot = slot.mirrored(Paper("", width, height, 0.0), "book")
    # A card with straight corners fills its picture.
    is_odd = not form.is_cropped or form.corner > 0 or destination.gap > 0
    is_cut = (destination.is_cut or is_token) and not bleed and is_odd
    edge = Rectangle(0.0, 0.0, width, height)
    box, inner = (filled(box_outline(each), WHITE) for each in (edge, edge.grown(-_SEAM)))
    drawn, edges = [], []
    mask = None
    for index, one in enumerate(cards):
        shapes: tuple[Shape, ...] = getattr(one, side)
        if is_cut:
            seen = replace(one.form, is_back=side == "back")
            outline = Path(cut_outline(seen), WHITE, even_odd=bool(seen.path))
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
    left, top, right, bottom = find_bounds(edges) if destination.turn else whole
    shown = Group(tuple(drawn), transform=translation(-left, -top))
    trim, reach = (slot.trim, whole) if len(cards) == 1 else (None, None)
    size = right - left, bottom - top
    return Page(*size, (shown,), label, trim, reach, pixels=pixels, is_clear=is_cut, mask=mask)


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
    sheets = arrange_pieces(components, paper=paper, printing=printing, folded=False, name=part)
    sides: tuple[SheetSide, ...] = ("front", "back") if backs != "none" else ("front",)
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
