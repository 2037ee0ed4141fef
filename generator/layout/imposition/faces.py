"""Pictures of cards for files, services, and online tables: one at a time, in grids, or in a fan."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from generator.layout.imposition.slots import make_slot
from generator.layout.shapes.curves import box_outline, filled
from generator.layout.shapes.effects import draw_shadow
from generator.layout.shapes.outlines import Component, Side, cut_outline, fold_lines, footprint
from generator.model.destinations import Destination
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.model.style import Paper
from generator.model.units import MM_PER_INCH
from generator.scene.bounds import find_bounds
from generator.scene.shapes import Colour, GlyphRun, Group, Page, Path, Shape
from generator.scene.transforms import rotation, translation
from generator.scene.walk import find_all, fingerprint

_WHITE = Colour(1.0, 1.0, 1.0)
_SHADOW = Colour(0.0, 0.0, 0.0, 0.35)
_GAP = 5.0
"""Space between and around the cards of a row, in mm."""
_PIVOT = 1.9
"""Distance of the point around which cards of a fan are turned from their tops, in heights of a card."""
_SIDES: tuple[Side, ...] = ("front", "back")
_LEAST = 2
"""Minimum columns and rows of a sheet."""


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
    cell: int = 0
    """Index of the cell in a sheet, row by row."""
    columns: int = 1
    rows: int = 1


class FacePages:
    """The pages of one part for a destination; each is a picture, and its label is the name of the file."""

    def __init__(
        self, part: str, destination: Destination, numbers: Mapping[str, int], *, bleed: float
    ) -> None:
        """`numbers` has the number of each card by id; `bleed` is shown around faces."""
        self._part, self._name, self._numbers = part, part.replace("_", "-"), numbers
        self._for, self._bleed = destination, bleed
        self._taken: Counter[str] = Counter()

    def draw(self, components: Sequence[Component]) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
        """Yield each page and the faces that it shows, drawn on demand."""
        counts, layout = Counter(components), self._for.layout
        if layout == "fan":
            yield self._draw_fan([*counts][: self._for.columns]), ()
        elif layout == "pages":
            for one in components:
                for side in _SIDES[::-1]:
                    yield self._draw_page({one: one.draw(side)}, side, self._name_face(one, side)), ()
        else:
            for form, alike in groupby(counts, key=lambda one: one.form):
                fronts = [*alike] if layout == "faces" or not fold_lines(form) else []
                for side in _SIDES:
                    cards = {one: one.draw(side) for one in fronts if side == "front" or one.draw_back}
                    yield from self._draw_side(cards, side, counts)

    def _draw_side(
        self, cards: Mapping[Component, tuple[Shape, ...]], side: Side, counts: Mapping[Component, int]
    ) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
        """Yield a page for each different face, or sheets of all faces."""
        faces: dict[int, list[Component]] = {}
        for one, shapes in cards.items():
            faces.setdefault(fingerprint(shapes), []).append(one)
        groups, most = [*faces.values()], self._for.columns * self._for.rows
        is_sheet = most > 1 and len(faces) > 1
        if is_sheet:
            groups = [[*cards][start : start + most] for start in range(0, len(cards), most)]
        for group in groups:
            cells = group if is_sheet else group[:1]
            label = self._name_face(group[0], side)
            if is_sheet or (side == "back" and len(faces) == 1):
                label = f"{self._name}-{side}" + "s" * is_sheet
            label = self._take(label)
            grid = self._find_grid(len(cells))
            words = (" ".join(run.text for run in find_all(GlyphRun, cards[one])) for one in group)
            shown = tuple(
                CardFace(self._part, one.id, side, counts[one], label, text, index % len(cells), *grid)
                for index, (one, text) in enumerate(zip(group, words, strict=True))
            )
            yield self._draw_page({one: cards[one] for one in cells}, side, label), shown

    def _find_grid(self, cells: int) -> tuple[int, int]:
        if cells == 1:
            return 1, 1
        columns = max(min(self._for.columns, cells), _LEAST)
        return columns, max(ceil(cells / columns), _LEAST)

    def _draw_page(self, cells: Mapping[Component, Sequence[Shape]], side: Side, label: str) -> Page:
        form, (columns, rows) = next(iter(cells)).form, self._find_grid(len(cells))
        _, _, across, down = footprint(form)
        width, height = across + 2 * self._bleed, down + 2 * self._bleed
        pixels = None
        if product := self._for.find_product(form):
            (width, height), pixels = self._for.measure(product), product.pixels
        elif any(self._for.limit):
            most, highest = self._for.limit
            wide = int(
                min(width * self._for.dpi / MM_PER_INCH, most // columns, highest // rows * width / height)
            )
            high = round(wide * height / width)
            # A cell has whole pixels, and the art beyond the cut fills what is left.
            height, pixels = width * high / wide, (columns * wide, rows * high)
        is_turned = product is not None and (width - height) * (across - down) < 0
        size = (down, across) if is_turned else (across, down)
        slot = make_slot(form, (width - size[0]) / 2, (height - size[1]) / 2, turned=is_turned)
        trim, box = slot.trim, Path(box_outline(Rectangle(0.0, 0.0, width, height)))
        if side == "back":
            slot = slot.mirrored(Paper("", width, height, 0.0), "book")
        is_cut = self._for.is_cut and not self._bleed
        drawn = []
        for index, shapes in enumerate(cells.values()):
            card = Group(_cut(form, shapes) if is_cut else shapes, transform=slot.transform)
            x, y = index % columns * width, index // columns * height
            drawn.append(Group((card,), transform=translation(x, y), clip=box))
        size = columns * width, rows * height
        return Page(
            *size, tuple(drawn), label, trim if len(cells) == 1 else None, pixels=pixels, is_clear=is_cut
        )

    def _draw_fan(self, components: Sequence[Component]) -> Page:
        """Draw cards side by side, or turned around a point below them."""
        cards, edges = [], []
        for index, one in enumerate(components):
            form, outline = one.form, filled(cut_outline(one.form), _WHITE)
            place = translation(index * (form.width + _GAP), 0.0)
            if self._for.turn:
                turn = self._for.turn * (index - (len(components) - 1) / 2)
                place = rotation(turn, form.width / 2, form.height * _PIVOT)
            shadow = draw_shadow((outline,), _SHADOW, (0.5, 0.8), 2.0)
            cards.append(Group((shadow, *_cut(form, one.front)), transform=place))
            edges.append(Group((outline,), transform=place))
        left, top, right, bottom = Rectangle(*find_bounds(edges)).grown(_GAP)
        shown = Group(tuple(cards), transform=translation(-left, -top))
        return Page(right - left, bottom - top, (shown,), self._name, is_clear=True)

    def _name_face(self, one: Component, side: Side) -> str:
        """Return `city-cards-07-cairo-front`; the name of the part for a board."""
        if one.id not in self._numbers:
            return self._name
        number = f"{self._numbers[one.id]:0{len(str(len(self._numbers)))}}"
        return f"{self._name}-{number}-{one.id}-{side}"

    def _take(self, label: str) -> str:
        """Return the label, with a number if another picture has it."""
        self._taken[label] += 1
        count = self._taken[label]
        return label if count == 1 else f"{label}-{count}"


def _cut(form: Form, shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return shapes on white paper, cut along the outline."""
    outline = cut_outline(form)
    return (Group((filled(outline, _WHITE), *shapes), clip=Path(outline)),)
