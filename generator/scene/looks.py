"""Pages in other colours: grey, lighter, or as colour-blind people see them."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import get_args

from generator.model.values import replace
from generator.model.vision import Rgb, Vision, see
from generator.scene.shapes import Colour, Document, GlyphRun, Group, Picture, Shape, Symbol, Use

LIGHT = "light"
"""Look of photographs that save ink."""
_LEFT = 0.35
"""Share of the ink that a light picture has."""


def _lighten(colour: Rgb) -> Rgb:
    red, green, blue = (1 - (1 - part) * _LEFT for part in colour)
    return red, green, blue


LOOKS: Mapping[str, Callable[[Rgb], Rgb]] = {
    LIGHT: _lighten,
    **{vision: partial(see, vision=vision) for vision in get_args(Vision)},
}
"""Changes of colours by name, which pictures have, too."""


class Viewer:
    """Changes the colours of pages to those that somebody sees.

    A symbol is changed once for all pages, so that back ends still write it only once.
    """

    def __init__(self, vision: Vision) -> None:
        self._vision = vision
        self._see = cache(lambda colour: Colour(*see(colour.rgb, vision), colour.alpha))
        self._change_symbol = cache(self._make_symbol)

    def view(self, document: Document) -> Document:
        """Return the pages in other colours."""
        pages = (replace(page, shapes=tuple(map(self._change, page.shapes))) for page in document.pages)
        return replace(document, pages=tuple(pages))

    def _change(self, shape: Shape) -> Shape:
        match shape:
            case GlyphRun():
                return shape._replace(colour=self._see(shape.colour))
            case Group():
                return replace(shape, shapes=tuple(map(self._change, shape.shapes)))
            case Use():
                return replace(shape, symbol=self._change_symbol(shape.symbol))
            case Picture():
                looks = (*shape.view.looks, self._vision)
                return replace(shape, view=shape.view._replace(looks=looks))
        stroke = shape.stroke and replace(shape.stroke, colour=shape.stroke.colour.mapped(self._see))
        return replace(shape, fill=shape.fill and shape.fill.mapped(self._see), stroke=stroke)

    def _make_symbol(self, symbol: Symbol) -> Symbol:
        return replace(symbol, shapes=tuple(map(self._change, symbol.shapes)))
