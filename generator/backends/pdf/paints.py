"""Paints of a PDF file, from plain colours to transparent gradients."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject

from generator.backends.pdf.container import Container, Resource
from generator.backends.spelling import factor, number
from generator.model.printing.inks import Separator
from generator.scene.shapes import Colour, Gradient, Transform, compose_transforms


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """A colour space; `write` returns the components of a colour, ready for an operator."""

    name: str
    fill: str
    """Operator that selects a colour for fills, and for strokes."""
    stroke: str
    write: Callable[[Colour], str]
    steps: int = 1
    """Parts of a gradient between two colours, if colours do not change at an even pace in this space."""


@lru_cache(maxsize=4096)
def _write_rgb(colour: Colour) -> str:
    return " ".join(map(number, colour.rgb))


RGB_SPACE = Space("DeviceRGB", "rg", "RG", _write_rgb)
GREY_SPACE = Space("DeviceGray", "g", "G", lambda colour: number(colour.red))
"""Masks, whose colours are shades of grey."""


ColourChange: TypeAlias = Callable[[Colour], Colour]


@dataclass(frozen=True, slots=True)
class FineInks:
    """Inks of small words and thin lines, in which several inks, which never meet exactly, show fringes."""

    word: ColourChange
    """Finds the colour of small words."""
    line: ColourChange
    """Finds the colour of thin lines."""
    is_black: Callable[[Colour], bool]
    """Returns True for solid black ink alone, which is printed over what is below it."""


def make_fine_inks(separator: Separator) -> FineInks:
    """Return the inks of small words and thin lines for one printing condition."""

    def word(colour: Colour) -> Colour:
        return Colour(*separator.find_word_colour(colour.rgb, 0.0), colour.alpha)

    def line(colour: Colour) -> Colour:
        return Colour(*separator.find_line_colour(colour.rgb, 0.0), colour.alpha)

    def is_black(colour: Colour) -> bool:
        return separator.find(colour.rgb) == _BLACK and colour.alpha == 1

    return FineInks(cache(word), cache(line), cache(is_black))


_BLACK = (0.0, 0.0, 0.0, 1.0)


class Paints:
    """Graphics states and patterns of a file, each of which is written once."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._names: dict[Hashable, str] = {}
        self._shade = cache(self._add_shading)

    def alpha(self, fill: float, stroke: float) -> str:
        """Return the name of the state with these opacities."""
        return self._add("ExtGState", (fill, stroke), lambda: {"ca": number(fill), "CA": number(stroke)})

    def pattern(self, gradient: Gradient, transform: Transform, space: Space) -> str:
        """Return the name of the pattern of a gradient; `transform` maps the path to the content stream."""
        by = compose_transforms(transform, gradient.transform)
        matrix = _list(*map(factor, by[:4]), *map(number, by[4:]))
        entries = {"PatternType": 2, "Matrix": matrix}
        key = gradient, transform, space
        return self._add("Pattern", key, lambda: {**entries, "Shading": self._shade(gradient, space)})

    def mask(self, form: PDFObject) -> str:
        """Return the name of the state that shows only where a form is bright."""
        mask = PDFDictionary({"S": "/Luminosity", "G": form})
        return self._add("ExtGState", ("mask", len(self._names)), lambda: {"SMask": mask})

    def overprint(self, *, is_on: bool = True) -> str:
        """Return the name of the state in which an ink does not remove the others below it, or does again."""
        word = str(is_on).lower()
        entries = {"OP": word, "op": word, "OPM": str(int(is_on))}
        return self._add("ExtGState", ("overprint", is_on), lambda: entries)

    def _add(self, kind: Resource, key: Hashable, make: Callable[[], dict[str, Any]]) -> str:
        name = self._names.get((kind, key))
        if name is None:
            name = self._names[kind, key] = f"{kind[0]}{len(self._names) + 1}"
            self._container.reserve(name, kind)
            self._container.fill(name, make())
        return name

    def _add_shading(self, gradient: Gradient, space: Space) -> PDFObject:
        start, end = ((0.0,), (gradient.radius,)) if gradient.radius else ((), ())
        entries = {
            "ShadingType": 3 if gradient.radius else 2,
            "ColorSpace": f"/{space.name}",
            "Coords": _list(*map(number, (*gradient.start, *start, *gradient.end, *end))),
            "Extend": "[true true]",
            "Function": _write_function(_divide(gradient.stops, space.steps), space),
        }
        return self._container.add(entries)


_Stop: TypeAlias = tuple[float, Colour]
"""A place from 0 to 1, and its colour."""


def _divide(stops: Sequence[_Stop], steps: int) -> list[_Stop]:
    """Return stops with others between them, so that each pair is divided into some parts."""
    divided = [*stops[:1]]
    for (start, first), (end, last) in pairwise(stops):
        count = steps if end > start else 1
        for step in range(1, count):
            share = step / count
            divided.append((start + (end - start) * share, first.mixed(last, share)))
        divided.append((end, last))
    return divided


_NEAR = 1e-6
"""Distance of stops at the same place, which PDF does not allow."""


def _write_function(stops: Sequence[_Stop], space: Space) -> str:
    """Return a function from 0 to 1 that passes through the colours of all stops."""
    colours = [space.write(one) for _, one in stops]
    ends = [f"[{colour}]" for colour in (colours[0], *colours, colours[-1])]
    parts = [f"<</FunctionType 2/Domain[0 1]/C0{one}/C1{two}/N 1>>" for one, two in pairwise(ends)]
    room = 1 - _NEAR * (len(colours) + 1)
    bounds = [place * room + _NEAR * index for index, (place, _) in enumerate(stops, 1)]
    written = f"/Bounds{_list(*map(factor, bounds))}/Encode{_list(*['0 1'] * len(parts))}"
    return f"<</FunctionType 3/Domain[0 1]/Functions{_list(*parts)}{written}>>"


def _list(*values: str) -> str:
    return f"[{' '.join(values)}]"
