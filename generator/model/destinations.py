"""Destinations of cards: printing services, cutting machines, game tables, picture files."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated

from generator.errors import LayoutError, Wrong
from generator.model.kit import Form, Outline
from generator.model.language import kinds
from generator.model.language.kinds import (
    MM_PER_INCH,
    Count,
    Doc,
    Edge,
    Id,
    Length,
    PositiveLength,
    Switch,
    Text,
)
from generator.model.printing.printing import Cutter, PressFile, parse_press
from generator.model.values import dataclass, field, replace

NEAR = 0.75
"""Largest difference between a card and a product on each side, in mm."""
REACH = 6.5
"""Bleed with which cards for a service are laid out, in mm; pictures are cut to the bleed of the product."""
_YEARS = 2
"""Numbers of a service that are older may be wrong."""
_EXCESS = (("narrow", "wide"), ("low", "high"))
"""Words for a product that is smaller or larger than a card, across and down."""


@dataclass(frozen=True, slots=True)
class Product:
    """A size of cards, tokens, or boards that a service prints."""

    safe: Annotated[Edge, Doc("Margin inside the cut that important content avoids.")]
    trim: Annotated[PositiveLength | None, Doc("Width and height of the cut card; by default, any size.")] = (
        None
    )
    pixels: Annotated[kinds.Pixels, Doc("Width and height of the picture, which has the bleed.")] = (0, 0)
    bleed: Annotated[Edge, Doc("Width of the bleed, if the picture has no size in pixels.")] = 0.0
    outline: Annotated[Outline, Doc("Shape of the cut.")] = "rectangle"
    is_board: Annotated[Switch, Doc("True for boards and mats.")] = False
    thickness: Annotated[kinds.Size | None, Doc("Thickness of one piece.")] = None
    id: Annotated[str, kinds.Written.AS_KEY] = ""

    def find_problems(self) -> Iterator[Wrong]:
        """Yield a problem if the size of the picture is open."""
        if any(self.pixels) == bool(self.bleed):
            yield Wrong("has pixels and a bleed, or neither", "write one of them")
        elif any(self.pixels) and self.trim is None:
            yield Wrong("has pixels, but no size", "write the size of the cut card: `trim`")

    @property
    def title(self) -> str:
        """The id as words for people, and as the name of a folder."""
        return self.id.replace("_", "-")

    def fitted(self, form: Form) -> "Product":
        """Return the product in the size of a form, if it has any size."""
        return self if self.trim else replace(self, trim=(form.width, form.height))

    def turned_like(self, form: Form) -> tuple[float, float]:
        """Return width and height in mm of the cut product, upright or lying like a form."""
        short, long = sorted(self.trim or (form.width, form.height))
        return (short, long) if form.width <= form.height else (long, short)

    def measure_excess(self, form: Form) -> tuple[float, float]:
        """Return how much wider and higher than a form it is, in mm."""
        width, height = self.turned_like(form)
        return width - form.width, height - form.height

    def measure_page(self, dpi: float) -> tuple[float, float]:
        """Return width and height in mm of a picture or page with its bleed."""
        if any(self.pixels):
            across, down = self.pixels
            return across * MM_PER_INCH / dpi, down * MM_PER_INCH / dpi
        width, height = self.trim or (0.0, 0.0)
        return width + 2 * self.bleed, height + 2 * self.bleed

    def describe_excess(self, form: Form) -> str:
        """Return `poker (63 x 88 mm: 3.5 mm too wide)`, with all sides that differ by too much."""
        sides = zip(self.measure_excess(form), _EXCESS, strict=True)
        excess = (f"{abs(by):.1f} mm too {how[by > 0]}" for by, how in sides if abs(by) / 2 > NEAR)
        width, height = self.turned_like(form)
        return f"{self.title} ({width:g} x {height:g} mm: {', '.join(excess)})"

    def measure_distance(self, form: Form) -> float:
        """Return the largest difference from a form on any side, in mm."""
        return max(map(abs, self.measure_excess(form))) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Destination:
    """A use of cards: what `petri make --for` makes, and in which formats."""

    name: Annotated[Text, Doc("Name of the service or use.")]
    about: Annotated[Text, Doc("Text for `petri list --destinations`.")]
    formats: Annotated[tuple[Id, ...], Length(1), Doc("Output formats; the first is the default.")]
    also: Annotated[tuple[Text, ...], Doc("Other names, and services that take the same files.")] = ()
    columns: Annotated[kinds.Positive, Doc("Maximum number of columns of a sheet.")] = 1
    rows: Annotated[kinds.Positive, Doc("Maximum number of rows; with 1 x 1, each face is a picture.")] = 1
    is_cut: Annotated[Switch, Doc("True to make everything outside of the cut transparent.")] = False
    gap: Annotated[Edge, Doc("Space between cards, which then have shadows.")] = 0.0
    turn: Annotated[Count, Doc("Angle between the cards of a fan, in degrees.")] = 0
    in_order: Annotated[Switch, Doc("True for pages with both sides of each card, and all copies.")] = False
    is_front_first: Annotated[Switch, Doc("True if the front of each card is before its back.")] = False
    per_size: Annotated[Switch, Doc("True for one document for each size of cards.")] = False
    sheet: Annotated[
        PositiveLength | None, Doc("Width and height of sheets on which all copies are placed.")
    ] = None
    limit: Annotated[kinds.Pixels, Doc("Size of the largest picture.")] = (0, 0)
    dpi: Annotated[Count, Doc("Resolution of all pictures; by default, that of `--dpi`.")] = 0
    is_table: Annotated[
        Switch,
        Doc("True for a game table: only cards share sheets, and of what is folded there is one face."),
    ] = False
    is_packed: Annotated[
        Switch, Doc("True if the pictures are in a file of the order, and not beside it.")
    ] = False
    products: Annotated[Mapping[Id, Product], Doc("Sizes that are printed; by default, any.")] = field(
        default_factory=dict
    )
    is_scalable: Annotated[Switch, Doc("True if it takes multiples of this resolution.")] = False
    ink: Annotated[Count, Doc("Largest sum of inks at one place, in percent; 0: no limit.")] = 0
    megabytes: Annotated[Count, Doc("Size of the largest file, in MB; 0: no limit.")] = 0
    most: Annotated[Count, Doc("Maximum number of cards of an order; 0: no limit.")] = 0
    steps: Annotated[tuple[kinds.Positive, ...], Doc("Numbers of cards at which the price rises.")] = ()
    cutter: Annotated[Cutter | None, Doc("Machine that cuts sheets; by default, there are pictures.")] = None
    press: Annotated[
        PressFile | None,
        kinds.Kind("press file", parse_press, {"type": "string"}),
        Doc("Standard, and perhaps the most ink in percent: `x1a,ink=240`."),
    ] = None
    order: Annotated[Id, Doc("Format of the files for an order or a game table.")] = ""
    guide: Annotated[tuple[Text, ...], Doc("What to do with the files, step by step, for their README.")] = ()
    untried: Annotated[Text, Doc("What nobody has tried yet.")] = "Nobody has sent these files there yet."
    shops: Annotated[Mapping[Id, Text], Doc("Names of other services with the same products, by id.")] = (
        field(default_factory=dict)
    )
    source: Annotated[Text, Doc("Source of the numbers.")] = ""
    seen: Annotated[Text, Doc("Date of the numbers, such as `2026-10-04`.")] = ""
    id: Annotated[str, kinds.Written.AS_KEY] = ""

    def find_problems(self) -> Iterator[Wrong]:
        """Yield a problem for a date that is none, and for steps that do not rise."""
        try:
            date.fromisoformat(self.seen or "2000-01-01")
        except ValueError:
            yield Wrong(f"`{self.seen}` is not a date", "write it like `2026-10-04`", path=("seen",))
        if list(self.steps) != sorted(set(self.steps)):
            yield Wrong("the numbers must rise", "from the smallest to the largest", path=("steps",))

    @property
    def has_pages(self) -> bool:
        """True for documents of pages or sheets, not for pictures of faces."""
        return self.in_order or self.sheet is not None

    @property
    def prints_boards(self) -> bool:
        """True if boards may be made for it."""
        return not self.products or any(product.is_board for product in self.products.values())

    @property
    def takes(self) -> tuple[str, ...]:
        """Names of the options of printing that apply to it."""
        has_pictures = not self.has_pages and self.columns == 1 and not self.is_table
        options = {
            "bleed": self.is_cut and not self.is_table,
            "resize": any(product.trim for product in self.products.values()),
            "copies_as_files": has_pictures,
        }
        return tuple(name for name, is_taken in options.items() if is_taken)

    def is_too_large(self, data: bytes) -> bool:
        """Return True if a file is larger than the largest one."""
        return 0 < self.megabytes * 1_000_000 < len(data)

    def scaled(self, dpi: int) -> "Destination":
        """Return the destination with larger pictures, if it takes a multiple of its resolution."""
        if not self.is_scalable or dpi % self.dpi:
            return self
        by = dpi // self.dpi
        products = {
            id: replace(product, pixels=(product.pixels[0] * by, product.pixels[1] * by))
            for id, product in self.products.items()
        }
        return replace(self, dpi=dpi, products=products)

    def find_product(self, form: Form, *, part: str = "", is_board: bool = False) -> Product | None:
        """Return the nearest product of the same shape; None if any form is possible.

        Raises LayoutError with the nearest sizes if none is near enough.
        """
        nearest = self._list_nearest(form, is_board=is_board)
        if not self.products:
            return None
        if nearest and nearest[0].measure_distance(form) <= NEAR:
            return nearest[0].fitted(form)
        what = f"{self.name} has no product of {form.width:.4g} x {form.height:.4g} mm ({form.outline})"
        hint = "none has this shape"
        if nearest:
            near = "; ".join(product.describe_excess(form) for product in nearest[:3])
            other = self._choose_other(nearest, form)
            hint = f"the nearest are {near}; --for {self.id},resize lays it out as {other.title}"
        raise LayoutError(part, f"{what}; {hint}", over_mm=0.0)

    def resize(self, form: Form, *, is_board: bool = False) -> Form:
        """Return a form in the size of a product if it is near none, not of a smaller one if possible."""
        nearest = self._list_nearest(form, is_board=is_board)
        if not nearest or nearest[0].measure_distance(form) <= NEAR:
            return form
        width, height = self._choose_other(nearest, form).turned_like(form)
        return replace(form, width=width, height=height)

    def find_step(self, cards: int) -> int:
        """Return the number of cards that are paid for; 0 if there are no steps, or too many cards."""
        return next((step for step in self.steps if step >= cards), 0)

    def describe_age(self, today: date) -> str:
        """Return a warning if its numbers are older than two years; otherwise, an empty text."""
        if not self.seen:
            return ""
        seen = date.fromisoformat(self.seen)
        if (today.year - _YEARS, today.month, today.day) <= (seen.year, seen.month, seen.day):
            return ""
        message = f"the numbers of {self.name} are from {self.seen}"
        return f"{message}; compare them with its pages before you order"

    def _list_nearest(self, form: Form, *, is_board: bool) -> list[Product]:
        same = (product for product in self.products.values() if product.outline == form.outline)
        fitting = (product for product in same if product.is_board == is_board)
        return sorted(fitting, key=lambda product: product.measure_distance(form))

    @staticmethod
    def _choose_other(nearest: list[Product], form: Form) -> Product:
        # A board is scaled, but the boxes of a card may not fit on a smaller one.
        for product in nearest:
            if product.is_board or min(product.measure_excess(form)) >= -2 * NEAR:
                return product
        return nearest[0]


DESTINATIONS = Annotated[Mapping[Id, Destination], Length(1), Doc("Destinations by id.")]


def add_shops(destinations: Mapping[str, Destination]) -> Mapping[str, Destination]:
    """Return destinations by id, including the other services that have the products of one of them."""
    known: dict[str, Destination] = {}
    for id, destination in destinations.items():
        known[id] = destination
        for shop, name in destination.shops.items():
            known[shop] = replace(destination, id=shop, name=name, shops={})
    return known
