"""Pictures of cards for files, services, and online tables: one at a time, in grids, or in fans."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from math import ceil, sqrt

from generator.layout.imposition.slots import make_slot
from generator.layout.shapes.curves import box_outline, filled
from generator.layout.shapes.effects import draw_shadow
from generator.layout.shapes.outlines import Component, Side, cut_outline, footprint
from generator.model.destinations import Destination
from generator.model.rectangles import Rectangle
from generator.model.style import Paper
from generator.model.units import MM_PER_INCH
from generator.scene.bounds import find_bounds
from generator.scene.shapes import Colour, Group, Page, Path, Shape
from generator.scene.transforms import rotation, translation
from generator.scene.walk import fingerprint

_WHITE, _SHADOW = Colour(1.0, 1.0, 1.0), Colour(0.0, 0.0, 0.0, 0.3)
_PIVOT = 1.9
"""Distance of the point around which cards of a fan are turned from their tops, in heights of a card."""
_LEAST = 2
"""Minimum columns and rows of a sheet."""

_Drawn = Mapping[Component, tuple[Shape, ...]]


@dataclass(frozen=True, slots=True)
class CardFace:
    """A side of a card, and the picture that shows it; several cards may have the same picture."""

    part: str
    id: str
    side: Side
    count: int
    """Number of copies of the card."""
    file: str
    words: str
    cell: int
    """Index of the cell in a sheet, row by row."""
    columns: int
    rows: int


def lay_out_faces(
    part: str, components: Sequence[Component], destination: Destination, *, bleed: float
) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
    """Yield pages, which are pictures with their names as labels, and the faces of cards that each shows."""
    counts, name = Counter(components), part.replace("_", "-")
    digits = len(str(len(counts)))
    names = {one: f"{name}-{number:0{digits}}-{one.id}" for number, one in enumerate(counts, 1)}
    sides: tuple[Side, Side] = ("front", "back")
    if destination.in_order:
        for one, side in product(components, sides[::-1]):
            yield _draw_page({one: one.draw(side)}, side, f"{names[one]}-{side}", destination, bleed), ()
        return
    for side in sides:
        drawn = {one: one.draw(side) for one in counts if side == "front" or one.draw_back}
        faces: dict[tuple[object, int], list[Component]] = {}
        for one, shapes in drawn.items():
            faces.setdefault((one.form, fingerprint(shapes)), []).append(one)
        is_shared = side == "back" and len(faces) == 1
        is_sheet = destination.columns > 1 and len(faces) > 1
        groups = _batch(drawn, destination.columns * destination.rows) if is_sheet else [*faces.values()]
        for number, group in enumerate(groups, 1):
            label = f"{name}-back" if is_shared else f"{names[group[0]]}-{side}"
            if is_sheet:
                label = f"{name}-{side}s-{number}"
            elif group[0].id == part:
                label = name
            cells = {one: drawn[one] for one in (group if is_sheet else group[:1])}
            grid = _find_grid(len(cells), destination)
            shown = tuple(
                CardFace(
                    part, one.id, side, counts[one], label, _list_words(drawn[one]), index % len(cells), *grid
                )
                for index, one in enumerate(group)
            )
            yield _draw_page(cells, side, label, destination, bleed), shown


def _batch(drawn: _Drawn, most: int) -> list[list[Component]]:
    """Return batches of cards of the same form."""
    forms = [[*alike] for _, alike in groupby(drawn, key=lambda one: one.form)]
    return [cards[start : start + most] for cards in forms for start in range(0, len(cards), most)]


def _find_grid(cells: int, destination: Destination) -> tuple[int, int]:
    """Return columns and rows of a sheet, which is as square as possible."""
    if cells == 1 or destination.rows == 1:
        return cells, 1
    columns = max(_LEAST, ceil(sqrt(cells)), ceil(cells / destination.rows))
    return columns, max(_LEAST, ceil(cells / columns))


def _draw_page(cells: _Drawn, side: Side, label: str, destination: Destination, bleed: float) -> Page:
    form = next(iter(cells)).form
    columns, rows = _find_grid(len(cells), destination)
    _, _, across, down = footprint(form)
    width, height = (length + 2 * bleed + destination.gap for length in (across, down))
    pixels = None
    if found := destination.find_product(form):
        pixels = found.pixels
        width, height = (side * MM_PER_INCH / destination.dpi for side in pixels)
    elif any(destination.limit):
        most, highest = destination.limit
        wide = int(
            min(width / MM_PER_INCH * destination.dpi, most // columns, highest // rows * width / height)
        )
        high = round(wide * height / width)
        # A cell has whole pixels, and the art beyond the cut fills what is left.
        height, pixels = width * high / wide, (columns * wide, rows * high)
    is_turned = (width - height) * (across - down) < 0
    size = (down, across) if is_turned else (across, down)
    slot = make_slot(form, (width - size[0]) / 2, (height - size[1]) / 2, turned=is_turned)
    if side == "back":
        slot = slot.mirrored(Paper("", width, height, 0.0), "book")
    outline, is_cut = cut_outline(form), destination.is_cut and not bleed
    shadow = (draw_shadow((filled(outline, _WHITE),), _SHADOW, (0.4, 0.7), 2.0),) if destination.gap else ()
    places = [translation(index % columns * width, index // columns * height) for index in range(len(cells))]
    box = Rectangle(0.0, 0.0, columns * width, rows * height)
    whole = filled(box_outline(Rectangle(0.0, 0.0, width, height)), _WHITE)
    if turn := destination.turn:
        turns = (turn * (index - (len(cells) - 1) / 2) for index in range(len(cells)))
        places = [rotation(angle, width / 2, height * _PIVOT) for angle in turns]
        box = Rectangle(*find_bounds(Group((whole,), transform=place) for place in places))
    cards = []
    for place, shapes in zip(places, cells.values(), strict=True):
        if is_cut:
            shapes = (*shadow, Group((filled(outline, _WHITE), *shapes), clip=Path(outline)))
        cards.append(Group((Group(shapes, transform=slot.transform),), transform=place, clip=whole))
    moved = Group(tuple(cards), transform=translation(-box.left, -box.top))
    trim = slot.trim if len(cells) == 1 else None
    return Page(box.width, box.height, (moved,), label, trim, pixels=pixels, is_clear=is_cut)
