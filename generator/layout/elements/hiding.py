"""Texts that a later element hides: they are found, and told with the names of both elements."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from math import floor
from typing import NamedTuple

from generator.layout.elements.drawer import Drawer, Fields
from generator.layout.press import Press
from generator.layout.text.legibility import FAINT, INTENDED, list_letter_boxes, quote_start
from generator.model.elements.boxes import list_cells
from generator.model.elements.template import Element, RepeatElement
from generator.model.geometry import Rectangle
from generator.model.values import replace
from generator.scene.shapes import (
    IDENTITY,
    GlyphRun,
    Group,
    Paint,
    Path,
    Picture,
    Shape,
    Use,
    ink_of,
    move_box,
    move_point,
)
from generator.scene.visible import DrawnLeaf, Measures, Painter, list_leaves, misses_box

_SOLID = 0.9
"""Minimum opacity of what hides a text."""
_PLACES = 5
"""Number of places across and down a letter at which it is looked at."""
_HIDDEN = 15
"""Number of these places from which on a letter cannot be read, which a cross does not reach."""
_FEW = 2
"""Number of letters of a text of which each counts; otherwise, as many must be hidden."""
_BAND = 8.0
"""Height of a band in which shapes are found quickly, in mm."""
_MOST_CLEAR = 8
"""Maximum number of boxes that are known to be clear of a shape."""
_MOST_KEPT = 2000
"""Maximum number of symbols whose contents are kept from a piece to the next."""
_EVERYWHERE = Rectangle(-1e4, -1e4, 1e4, 1e4)


class HiddenText(NamedTuple):
    """A text, with the numbers of two shapes in the order of drawing."""

    text: str
    below: int
    """The shape with the text."""
    above: int
    """The shape that hides it."""


def warn_if_hidden(
    press: Press, drawers: Sequence[Drawer[Element]], fields: Fields, shapes: Sequence[Shape]
) -> None:
    """Warn of a text in a drawing that is hidden by a later element of it; pieces are checked as a whole."""
    if press.findings.piece is None and (found := HiddenTextFinder().find(shapes, _EVERYWHERE)):
        warn_of_hidden_text(press, drawers, fields, found)


def warn_of_hidden_text(
    press: Press,
    drawers: Sequence[Drawer[Element]],
    fields: Fields,
    found: HiddenText,
    *,
    mistake: Hashable = None,
) -> None:
    """Warn of a text that was found to be hidden, with the names of the two elements."""
    with press.findings.muted():
        named = _find_elements(drawers, fields)
    text, lower, upper = named or (found.text, None, None)
    of = f" of {_name(lower)}" if lower else ""
    by = _name(upper) if upper and upper is not lower else "what is drawn later"
    # A piece is named with every warning about it.
    name = "" if press.findings.piece else f"{press.name(str(fields.get('id', '')))}: "
    press.findings.warn(
        f"{name}{quote_start(text)}{of} is hidden by {by}; draw the text later, move one of them, or write "
        "`without: [overlap]` at the text",
        mistake=mistake,
    )


def _find_elements(drawers: Sequence[Drawer[Element]], fields: Fields) -> tuple[str, Element, Element] | None:
    """Return a hidden text, its element, and the one that hides it; the same one if this cannot be told."""
    shapes: list[Shape] = []
    owners: list[Drawer[Element]] = []
    for drawer in drawers:
        drawn = drawer.draw(fields)
        shapes += drawn
        owners += [drawer] * len(drawn)
    if not (found := HiddenTextFinder().find(shapes, _EVERYWHERE)):
        return None
    lower, upper = owners[found.below], owners[found.above]
    if lower is upper:
        inner = (_find_elements(lower.inner, seen) for seen in _list_inner_fields(lower, fields))
        if deeper := next(filter(None, inner), None):
            return deeper
    return found.text, lower.element, upper.element


def _list_inner_fields(drawer: Drawer[Element], fields: Fields) -> Iterator[Fields]:
    """Yield the fields that the elements inside an element see."""
    element = drawer.element
    # What cannot be listed is reported elsewhere.
    with suppress(ValueError):
        for seen in element.list_seen(fields) if drawer.inner else ():
            yield from list_cells(element.over, seen) if isinstance(element, RepeatElement) else (seen,)


def _name(element: Element) -> str:
    """Return the kind of an element, as files name it, and its id."""
    kind = type(element).__name__.removesuffix("Element").removesuffix("Area").lower()
    return f"`{kind} {element.id}`" if element.id else f"`{kind}`"


class HiddenTextFinder:
    """Finds texts that later shapes hide; symbols that pieces share are searched once.

    Texts that are faint, or in a group for what is intended, may be hidden.
    """

    def __init__(self) -> None:
        self._measures = Measures()
        # Uses of symbols are kept, so that their `id` is not used again.
        self._kept: dict[Hashable, tuple[Shape, _Contents]] = {}

    def find(self, shapes: Sequence[Shape], window: Rectangle) -> HiddenText | None:
        """Return the text nearest to the front that is hidden; None if there is none."""
        self._measures.forget_some()
        above: list[tuple[int, _Contents]] = []
        lines: Rectangle | None = None
        for number in range(len(shapes) - 1, -1, -1):
            shape = shapes[number]
            if isinstance(shape, GlyphRun):
                if not above:
                    # Nearly all texts are on top.
                    continue
                lines = lines or _surround_lines(shapes[: number + 1])
                texts = [*_list_texts(((0, DrawnLeaf(shape, IDENTITY, window, (), 1.0)),))]
            else:
                contents = self._look_at(shape, window)
                if contents.hidden:
                    return HiddenText(contents.hidden, number, number)
                texts = contents.texts if above else []
            for text in texts:
                for place, other in above:
                    if other.hides(text, around=lines):
                        return HiddenText(text.words, number, place)
            if not isinstance(shape, GlyphRun) and contents.solids:
                above.append((number, contents))
        return None

    def _look_at(self, shape: Path | Picture | Group | Use, window: Rectangle) -> "_Contents":
        if not isinstance(shape, Use | Path):
            return _Contents((shape,), window, self._measures)
        key = id(shape) if isinstance(shape, Use) else shape
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = shape, _Contents((shape,), window, self._measures)
        return self._kept[key][1]


def _surround_lines(shapes: Iterable[Shape]) -> Rectangle:
    """Return the box around all lines of text that are not in groups."""
    runs = (shape for shape in shapes if isinstance(shape, GlyphRun))
    return Rectangle.around(corner for run in runs for corner in ink_of(run).corners)


class _Contents:
    """The texts of some shapes, and what is solid among them."""

    def __init__(self, shapes: Iterable[Shape], window: Rectangle, measures: Measures) -> None:
        self._measures = measures
        leaves = [*enumerate(list_leaves(shapes, window, measures, without=INTENDED))]
        self.texts = [*_list_texts(leaves)]
        self.solids = [*_list_solids(leaves)]
        self._clear: dict[int, list[Rectangle]] = {}
        """Boxes without any part of a solid shape, by its place."""

    @cached_property
    def hidden(self) -> str:
        """The first text that is hidden by another one of these shapes; empty if there is none."""
        found = (text for text in self.texts if self.solids and self.hides(text, after=text.place))
        return next((text.words for text in found), "")

    def hides(self, text: "_Text", *, after: int = -1, around: Rectangle | None = None) -> bool:
        """Return True if a text that is below cannot be read; only shapes `after` a place are drawn later.

        `around` is a box that is looked at first, for this text and all others near it.
        """
        box = text.box
        first, last = floor(box.top / _BAND), floor(box.bottom / _BAND)
        if first == last:
            listed: Iterable[tuple[int, DrawnLeaf]] = self._bands.get(first, ())
        else:
            listed = self.solids
        near = [
            leaf
            for place, leaf in listed
            if place > after and leaf.box.overlap(box) > 0 and not self._is_clear(place, leaf, box, around)
        ]
        return bool(near) and text.is_hidden(Painter(near, self._measures))

    @cached_property
    def _bands(self) -> Mapping[int, Sequence[tuple[int, DrawnLeaf]]]:
        """The solid shapes in each horizontal band: nearly all lines of text are within one."""
        bands: dict[int, list[tuple[int, DrawnLeaf]]] = {}
        for solid in self.solids:
            box = solid[1].box
            for number in range(floor(box.top / _BAND), floor(box.bottom / _BAND) + 1):
                bands.setdefault(number, []).append(solid)
        return bands

    def _is_clear(self, place: int, leaf: DrawnLeaf, box: Rectangle, around: Rectangle | None) -> bool:
        """Return True if no part of a shape is in a box, such as within a frame, whose middle is empty."""
        known = self._clear.setdefault(place, [])
        if any(box.beyond(one) == 0 for one in known):
            return True
        if around and not known and misses_box(leaf, around, self._measures):
            known.append(around)
            return True
        # Texts of other pieces in the same place are longer.
        for number, one in enumerate(known):
            both = Rectangle.around((*one.corners, *box.corners))
            if misses_box(leaf, both, self._measures):
                known[number] = both
                return True
        if not misses_box(leaf, box, self._measures):
            return False
        del known[_MOST_CLEAR - 1 :]
        known.append(box)
        return True


class _Text(NamedTuple):
    """A line of text, and where it is."""

    place: int
    """Its place in the order of drawing."""
    leaf: DrawnLeaf
    run: GlyphRun
    box: Rectangle
    """The box around its capitals, as far as they are seen."""

    @property
    def words(self) -> str:
        return self.run.text.strip()

    def is_hidden(self, painter: Painter) -> bool:
        """Return True if a few letters, or all of fewer, cannot be read below what a painter paints."""
        letters = [*list_letter_boxes((self.run,))]
        needed = min(_FEW, len(letters))
        hidden = (letter for letter in letters if self._is_covered(letter, painter))
        return len([*islice(hidden, needed)]) >= needed > 0

    def _is_covered(self, letter: Rectangle, painter: Painter) -> bool:
        left, _, right, _ = letter
        places = 0
        for row in range(_PLACES):
            y = letter.top + letter.height * (row + 0.5) / _PLACES
            start, end = (move_point(self.leaf.transform, x, y) for x in (left, right))
            places += sum(seen is not None for seen in painter.look(start, end, _PLACES))
        return places >= _HIDDEN


def _list_texts(leaves: Iterable[tuple[int, DrawnLeaf]]) -> Iterator[_Text]:
    for place, leaf in leaves:
        run = leaf.shape
        if isinstance(run, GlyphRun) and run.text.strip() and run.colour.alpha * leaf.opacity >= FAINT:
            box = move_box(leaf.transform, ink_of(run)).limited(leaf.box)
            yield _Text(place, leaf, run, box)


def _list_solids(leaves: Iterable[tuple[int, DrawnLeaf]]) -> Iterator[tuple[int, DrawnLeaf]]:
    """Yield the shapes through which nothing is seen, without lines and areas of others."""
    for place, leaf in leaves:
        shape, opacity = leaf.shape, leaf.opacity
        if isinstance(shape, Picture):
            if shape.file.is_opaque and opacity >= _SOLID:
                yield place, leaf
        elif isinstance(shape, Path):
            fill = shape.fill if _is_solid(shape.fill, opacity) else None
            stroke = shape.stroke if shape.stroke and _is_solid(shape.stroke.colour, opacity) else None
            if (fill, stroke) == (shape.fill, shape.stroke):
                yield from ((place, leaf),) if fill or stroke else ()
            elif fill or stroke:
                yield place, leaf._replace(shape=replace(shape, fill=fill, stroke=stroke))


def _is_solid(paint: Paint | None, opacity: float) -> bool:
    return paint is not None and min(colour.alpha for colour in paint.colours) * opacity >= _SOLID
