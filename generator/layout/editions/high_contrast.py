"""High contrast: pages in black on white, and what only colours tell apart on them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from generator.layout.elements.legibility import ContrastChecker
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.press import Press
from generator.layout.shapes.palette import measure_on_paper
from generator.model.geometry import Rectangle
from generator.model.kit import PieceSet
from generator.model.style import Theme
from generator.model.values import replace
from generator.model.vision import measure_contrast
from generator.scene.digest import Digester
from generator.scene.shapes import (
    BLACK,
    Colour,
    Document,
    GlyphRun,
    Group,
    Paint,
    Path,
    Picture,
    Shape,
    Stroke,
    Symbol,
    Use,
    measure_least_scale,
)

_LEAST_LINE = 0.5 * 25.4 / 72
"""Minimum width of a line, half a point, in mm."""
_DARK, _CLEAR, _APART = 3.0, 7.0, 3.0
"""Contrasts: with white paper, of a colour that becomes black; of a text; of areas that are told apart."""
_ICON = "icon-"


class HighContrast:
    """Makes pages black on white; symbols that pages share are changed once for each size."""

    def __init__(self) -> None:
        self._checker = ContrastChecker(_CLEAR)
        self._change_symbol = cache(self._make_symbol)

    def view(self, document: Document) -> Document:
        """Return pages with black texts, icons, and lines, none of which is thin."""
        pages = (replace(page, shapes=tuple(self._change(page.shapes, 1.0))) for page in document.pages)
        return replace(document, pages=tuple(pages))

    def check(self, document: Document) -> Iterator[str]:
        """Yield a message for each text whose contrast is not enough."""
        for page in document.pages:
            yield from self._checker.check(page.shapes, Rectangle(0.0, 0.0, page.width, page.height))

    def _change(self, shapes: Iterable[Shape], scale: float, *, is_icon: bool = False) -> Iterator[Shape]:
        for shape in shapes:
            match shape:
                case GlyphRun():
                    yield shape._replace(colour=_blacken(shape.colour))
                case Group():
                    inner = scale * measure_least_scale(shape.transform)
                    yield replace(shape, shapes=tuple(self._change(shape.shapes, inner, is_icon=is_icon)))
                case Use():
                    inner = round(scale * measure_least_scale(shape.transform), 3)
                    yield replace(shape, symbol=self._change_symbol(shape.symbol, inner))
                case Picture():
                    yield shape
                case Path():
                    fill = shape.fill.mapped(_blacken) if shape.fill and is_icon else shape.fill
                    yield replace(shape, fill=fill, stroke=shape.stroke and _strengthen(shape.stroke, scale))

    def _make_symbol(self, symbol: Symbol, scale: float) -> Symbol:
        is_icon = symbol.name.startswith(_ICON) and len({*_list_fills(symbol.shapes)}) == 1
        return replace(symbol, shapes=tuple(self._change(symbol.shapes, scale, is_icon=is_icon)))


def _blacken(colour: Colour) -> Colour:
    return replace(BLACK, alpha=colour.alpha) if measure_on_paper(colour) >= _DARK else colour


def _strengthen(stroke: Stroke, scale: float) -> Stroke:
    """Return a line that is not thin; one that is not dark, such as those behind texts, keeps its colour."""
    width = max(stroke.width, _LEAST_LINE / scale) if stroke.width and scale else stroke.width
    colours = stroke.colour.colours
    is_dark = all(measure_on_paper(colour) >= _CLEAR for colour in colours)
    return replace(stroke, colour=stroke.colour.mapped(_blacken) if is_dark else stroke.colour, width=width)


def _list_fills(shapes: Iterable[Shape]) -> Iterator[Paint]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _list_fills(shape.shapes)
        elif isinstance(shape, Use):
            yield from _list_fills(shape.symbol.shapes)
        elif isinstance(shape, Path) and shape.fill:
            yield shape.fill


def list_same_shapes(press: Press, part: PieceSet) -> Iterator[str]:
    """Yield a message for pieces that differ only in colours of about the same lightness."""
    digester = Digester()
    found: dict[tuple[object, ...], list[tuple[str, list[Colour]]]] = {}
    drawn = {one.id: one for one in lay_out_pieces(press, part)}
    for id, one in drawn.items():
        colours: list[Colour] = []
        outline = digester.digest(_drop_colours(one.front, colours))
        found.setdefault((outline, one.form), []).append((id, colours))
    for same in found.values():
        for ids in _group(same):
            yield f"{', '.join(ids)} differ only in their colours: add a sign or a pattern to each"


def _group(pieces: Sequence[tuple[str, list[Colour]]]) -> list[list[str]]:
    """Return the ids of pieces that nobody tells apart without colours; each piece is in one group."""
    groups: list[list[tuple[str, list[Colour]]]] = []
    for piece in pieces:
        near = next((group for group in groups if _are_near(group[0][1], piece[1])), None)
        if near is None:
            groups.append([piece])
        else:
            near.append(piece)
    return [[id for id, _ in group] for group in groups if len(group) > 1]


def _are_near(first: Sequence[Colour], second: Sequence[Colour]) -> bool:
    """Return True for colours that differ, but never in lightness."""
    pairs = [*zip(first, second, strict=True)]
    differ = any(one != other for one, other in pairs)
    return differ and all(measure_contrast(one.rgb, other.rgb) < _APART for one, other in pairs)


def _drop_colours(shapes: Iterable[Shape], colours: list[Colour]) -> tuple[Shape, ...]:
    """Return shapes in black, and add their colours to a list."""

    def drop(colour: Colour) -> Colour:
        colours.append(colour)
        return BLACK

    def change(shape: Shape) -> Shape:
        match shape:
            case GlyphRun():
                return shape._replace(colour=drop(shape.colour))
            case Group():
                return replace(shape, shapes=tuple(map(change, shape.shapes)))
            case Use():
                symbol = replace(shape.symbol, shapes=tuple(map(change, shape.symbol.shapes)))
                return replace(shape, symbol=symbol)
            case Path():
                stroke = shape.stroke and replace(shape.stroke, colour=shape.stroke.colour.mapped(drop))
                return replace(shape, fill=shape.fill and shape.fill.mapped(drop), stroke=stroke)
        return shape

    return tuple(map(change, shapes))


def list_same_marks(theme: Theme) -> Iterator[str]:
    """Yield a message for marks of squares that have the same icon and border, and other colours."""
    for (first, one), (second, other) in combinations(theme.marks.items(), 2):
        signs = [(mark.icon, mark.place, mark.heavy) for mark in (one, other)]
        if signs[0] == signs[1] and one.fill != other.fill and one.fill and other.fill:
            yield f"the marks {first} and {second} differ only in their colours: give each an icon"
