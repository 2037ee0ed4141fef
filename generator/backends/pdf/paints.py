"""Transparency and gradients as objects of a PDF file."""

from collections.abc import Callable, Hashable
from functools import cache
from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject

from generator.backends.numbers import factor, number
from generator.backends.pdf.container import Container, Resource
from generator.scene.shapes import Gradient, Transform
from generator.scene.transforms import compose

_NEAR = 1e-6
"""Distance of stops at the same place, which PDF does not allow."""


class Paints:
    """Registry of the graphics states and patterns of a file, each of which is written once."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._names: dict[Hashable, str] = {}
        self._shade = cache(self._add_shading)

    def alpha(self, fill: float, stroke: float) -> str:
        """Return the name of the state with these opacities."""
        return self._add("ExtGState", (fill, stroke), lambda: {"ca": number(fill), "CA": number(stroke)})

    def pattern(self, gradient: Gradient, transform: Transform) -> str:
        """Return the name of the pattern of a gradient; `transform` maps the path to the content stream."""
        by = compose(transform, gradient.transform)
        matrix = _list(*map(factor, by[:4]), *map(number, by[4:]))
        entries = {"PatternType": 2, "Matrix": matrix}
        key = gradient, transform
        return self._add("Pattern", key, lambda: {**entries, "Shading": self._shade(gradient)})

    def mask(self, form: PDFObject) -> str:
        """Return the name of the state that shows only where a form is bright."""
        mask = PDFDictionary({"S": "/Luminosity", "G": form})
        return self._add("ExtGState", ("mask", len(self._names)), lambda: {"SMask": mask})

    def _add(self, kind: Resource, key: Hashable, make: Callable[[], dict[str, Any]]) -> str:
        name = self._names.get((kind, key))
        if name is None:
            name = self._names[kind, key] = f"{kind[0]}{len(self._names) + 1}"
            self._container.reserve(name, kind)
            self._container.fill(name, make())
        return name

    def _add_shading(self, gradient: Gradient) -> PDFObject:
        start, end = ((0.0,), (gradient.radius,)) if gradient.radius else ((), ())
        entries = {
            "ShadingType": 3 if gradient.radius else 2,
            "ColorSpace": "/DeviceRGB",
            "Coords": _list(*map(number, (*gradient.start, *start, *gradient.end, *end))),
            "Extend": "[true true]",
            "Function": _write_function(gradient),
        }
        return self._container.add(entries)


def _write_function(gradient: Gradient) -> str:
    """Return a function from 0 to 1 that passes through the colours of all stops."""
    colours = [(one.red, one.green, one.blue) for _, one in gradient.stops]
    ends = [_list(*map(number, colour)) for colour in (colours[0], *colours, colours[-1])]
    parts = [f"<</FunctionType 2/Domain[0 1]/C0{one}/C1{two}/N 1>>" for one, two in pairwise(ends)]
    room = 1 - _NEAR * (len(colours) + 1)
    bounds = [place * room + _NEAR * index for index, (place, _) in enumerate(gradient.stops, 1)]
    written = f"/Bounds{_list(*map(factor, bounds))}/Encode{_list(*['0 1'] * len(parts))}"
    return f"<</FunctionType 3/Domain[0 1]/Functions{_list(*parts)}{written}>>"


def _list(*values: str) -> str:
    return f"[{' '.join(values)}]"
