"""Pictures of cards for files, services, and online tables: one at a time, in grids, or in fans."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from math import ceil, sqrt

from generator.layout.imposition.pieces import Side
from generator.layout.imposition.slots import make_slot
from generator.layout.shapes.curves import box_outline, filled
from generator.layout.shapes.effects import draw_shadow
from generator.layout.shapes.outlines import Component, cut_outline, footprint
from generator.model.destinations import Destination
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.model.style import Paper
from generator.model.units import MM_PER_INCH
from generator.model.values import dataclass, replace
from generator.scene.bounds import find_bounds
from generator.scene.shapes import WHITE, Colour, GlyphRun, Group, Page, Path
from generator.scene.transforms import rotation, translation
from generator.scene.walk import find_all, fingerprint

_SHADOW = Colour(0.0, 0.0, 0.0, 0.3)
_PIVOT = 1.9
"""Distance of the point around which cards of a fan are turned from their tops, in heights of a card."""
_SEAM = 0.003
"""Distance of the art from the edge of a cell, in mm: art at the edge itself touches the next pixel."""
_CLEAR = 0.5
"""Clear edge around a token that a game table cuts along its picture, in mm."""
_SIDES: tuple[Side, Side] = ("front", "back")


@dataclass(frozen=True, slots=True)
class CardFace:
    """A side of a card, and the picture that shows it; several cards may have the same picture."""

    part: str
    id: str
    name: str
    """Name in the language of the picture."""
    side: Side
    count: int
    file: str
    words: str
    cell: int
    """Index of the cell in a sheet, row by row."""
    columns: int
    rows: int


def lay_out_faces(
    part: str,
    components: Sequence[Component],
    destination: Destination,
    *,
    bleed: float,
    names: Mapping[str, str],
    has_cards: bool = True,
) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
    """Yield pages, which are pictures with their names as labels, and the faces of cards that each shows.

    `names` has the names of cards by id. On a game table, only `has_cards` lets pieces share a sheet.
    """
    counts, name = Counter(components), part.replace("_", "-")
    digits = len(str(len(counts)))
    labels = {one: f"{name}-{number:0{digits}}-{one.id}" for number, one in enumerate(counts, 1)}
    for one, side in product(components if destination.in_order else (), _SIDES[::-1]):
        yield _draw_page([one], side, f"{labels[one]}-{side}", destination, bleed), ()
    # Backs are not for show.
    sides = () if destination.in_order else _SIDES[: 1 if destination.gap else 2]
    may_share = destination.columns > 1 and (has_cards or not destination.is_table)
    for side, groups, is_sheet in _group([*counts], sides, destination, may_share):
        for number, group in enumerate(groups, 1):
            is_board = [one.id for one in counts] == [part] and not group[0].draw_back
            label = name if is_board else f"{labels[group[0]]}-{side}"
            if is_sheet:
                label = f"{name}-{side}s-{number}"
            elif side == "back" and len(groups) == 1:
                label = f"{name}-back"
            cells = group if is_sheet else group[:1]
            grid = _find_grid(len(cells), destination)
            shown = tuple(
                CardFace(
                    part,
                    one.id,
                    names.get(one.id, ""),
                    side,
                    counts[one],
                    label,
                    " ".join(run.text for run in find_all(GlyphRun, getattr(one, side))),
                    index % len(cells),
                    *grid,
                )
                for index, one in enumerate(group)
                if side == "front" or one.draw_back
            )
            yield _draw_page(cells, side, label, destination, bleed), shown


def _group(
    cards: Sequence[Component], sides: Sequence[Side], destination: Destination, may_share: bool
) -> Iterator[tuple[Side, list[list[Component]], bool]]:
    """Yield for each side the cards of each picture, and True if they are side by side in sheets.

    Backs are in sheets if most cards have one of their own; their cells are those of the fronts. On a game
    table, tokens whose back is their front have no picture of it.
    """
    looks = {side: {one: (one.form, fingerprint(getattr(one, side))) for one in cards} for side in sides}
    numbers = {side: Counter(looks[side].values()) for side in sides}
    own = sum(number == 1 for number in numbers["back"].values()) if "back" in sides else 0
    shares = {"back": may_share and own > max(1, len(cards) / 2)}
    shares["front"] = shares["back"] or (may_share and len(numbers.get("front", ())) > 1)
    for side in sides:
        if shares[side]:
            yield side, _batch(cards, destination), True
            continue
        alike: dict[tuple[Form, int], list[Component]] = {}
        for one in (one for one in cards if side == "front" or one.draw_back):
            is_same = looks["front"][one] == looks[side][one] and one.form.outline != "path"
            if side == "front" or may_share or not (destination.is_table and is_same):
                alike.setdefault(looks[side][one], []).append(one)
        yield side, [*alike.values()], False


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


def _draw_page(
    cards: Sequence[Component], side: Side, label: str, destination: Destination, bleed: float
) -> Page:
    form, (columns, rows) = cards[0].form, _find_grid(len(cards), destination)
    _, _, across, down = footprint(form)
    is_token = destination.is_table and form.is_odd and not destination.is_cut
    around = 2 * bleed + destination.gap + 2 * _CLEAR * is_token
    width, height = (length + around for length in (across, down))
    pixels = None
    if found := destination.find_product(form):
        pixels = found.pixels
        width, height = (length * MM_PER_INCH / destination.dpi for length in pixels)
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
    is_cut = (destination.is_cut or is_token) and not bleed
    edge = Rectangle(0.0, 0.0, width, height)
    box, inner = (filled(box_outline(each), WHITE) for each in (edge, edge.grown(-_SEAM)))
    drawn, edges = [], []
    for index, one in enumerate(cards):
        shapes, seen = getattr(one, side), replace(one.form, is_back=side == "back")
        outline = Path(cut_outline(seen), WHITE, even_odd=bool(seen.path))
        if is_cut:
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
    return Page(right - left, bottom - top, (shown,), label, trim, reach, pixels=pixels, is_clear=is_cut)
