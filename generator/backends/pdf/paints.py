"""Transparency and gradients as objects of a PDF file."""

import zlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObject

from generator.backends.numbers import factor, number, write_matrix
from generator.backends.pdf.container import Container, Resource
from generator.scene.bounds import Box
from generator.scene.shapes import Gradient, Transform
from generator.scene.transforms import compose


class Paints:
    """Registry of the graphics states and patterns of a file, each of which is written once."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._names: dict[Hashable, str] = {}
        self._shadings: dict[tuple[Gradient, bool], PDFObject] = {}

    def alpha(self, fill: float, stroke: float) -> str:
        """Return the name of the state with these opacities."""
        return self._add("ExtGState", (fill, stroke), lambda: {"ca": number(fill), "CA": number(stroke)})

    def pattern(self, gradient: Gradient, transform: Transform) -> str:
        """Return the name of the pattern of a gradient; `transform` maps the path to the content stream."""
        by = compose(transform, gradient.transform)
        matrix = PDFArray([*map(factor, by[:4]), *map(number, by[4:])])
        return self._add(
            "Pattern",
            (gradient, transform),
            lambda: {"PatternType": 2, "Shading": self._shade(gradient), "Matrix": matrix},
        )

    def mask(self, gradient: Gradient, box: Box) -> str:
        """Return the name of the state that masks a box with the opacities of a gradient."""
        return self._add("ExtGState", (gradient, box), lambda: {"SMask": self._mask(gradient, box)})

    def _add(self, kind: Resource, key: Hashable, make: Callable[[], dict[str, Any]]) -> str:
        name = self._names.get((kind, key))
        if name is None:
            name = self._names[kind, key] = f"{kind[0]}{len(self._names) + 1}"
            self._container.reserve(name, kind)
            self._container.fill(name, make())
        return name

    def _mask(self, gradient: Gradient, box: Box) -> PDFObject:
        shading = self._shade(gradient, is_mask=True)
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": PDFArray(map(number, box)),
            "Group": PDFDictionary({"S": "/Transparency", "CS": "/DeviceGray"}),
            "Resources": PDFDictionary({"Shading": PDFDictionary({"A": shading})}),
        }
        group = self._container.add(form, zlib.compress(f"{write_matrix(gradient.transform)} /A sh".encode()))
        return PDFDictionary({"S": "/Luminosity", "G": group})

    def _shade(self, gradient: Gradient, *, is_mask: bool = False) -> PDFObject:
        (x1, y1), (x2, y2) = gradient.start, gradient.end
        known = self._shadings.get((gradient, is_mask))
        if known is not None:
            return known
        points: tuple[float, ...] = (x1, y1, x2, y2)
        if gradient.radius:
            points = (x1, y1, 0.0, x2, y2, gradient.radius)
        made = self._shadings[gradient, is_mask] = self._container.add(
            {
                "ShadingType": 3 if gradient.radius else 2,
                "ColorSpace": "/DeviceGray" if is_mask else "/DeviceRGB",
                "Coords": PDFArray(map(number, points)),
                "Extend": PDFArray(["true", "true"]),
                "Function": _make_function(gradient, is_mask=is_mask),
            }
        )
        return made


def _make_function(gradient: Gradient, *, is_mask: bool) -> PDFDictionary:
    """Return a function from 0 to 1 that passes through the colours, or the opacities, of all stops."""
    stops = [
        (place, (one.alpha,) if is_mask else (one.red, one.green, one.blue)) for place, one in gradient.stops
    ]
    if stops[0][0] > 0 or len(stops) == 1:
        stops.insert(0, (0.0, stops[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, stops[-1][1]))
    between = [
        _function(2, C0=_list(before), C1=_list(after), N=1) for (_, before), (_, after) in pairwise(stops)
    ]
    if len(between) == 1:
        return between[0]
    return _function(
        3,
        Functions=PDFArray(between),
        Bounds=PDFArray(map(factor, _separate([place for place, _ in stops[1:-1]]))),
        Encode=_list([0, 1] * len(between)),
    )


def _separate(places: Sequence[float]) -> list[float]:
    """Return ascending places, some of which may be equal, as different places between 0 and 1."""
    step = 1e-6
    return [place * (1 - step * (len(places) + 1)) + step * index for index, place in enumerate(places, 1)]


def _function(kind: int, **entries: Any) -> PDFDictionary:
    return PDFDictionary({"FunctionType": kind, "Domain": _list((0, 1)), **entries})


def _list(numbers: Iterable[float]) -> PDFArray:
    return PDFArray(map(number, numbers))
