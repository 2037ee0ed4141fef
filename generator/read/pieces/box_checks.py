"""Checks of the boxes of elements: within the piece, clear of the cut line, and of other texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice
from math import ceil, cos, radians, sin, sqrt
from typing import TypeAlias

from generator.model.elements import template
from generator.model.elements.areas import PlacedArea
from generator.model.elements.boxes import Box, SeenElement, compute, list_cells, list_variants
from generator.model.elements.template import GroupElement, RepeatElement, StackElement
from generator.model.geometry import Rectangle
from generator.model.kit import Form
from generator.model.language.expressions import Field, Pattern
from generator.model.values import dataclass, field
from generator.read.declared.reader import Findings
from generator.read.templates.elements import PlacedElement

_Fields: TypeAlias = Mapping[str, Field]
_BoxSides: TypeAlias = tuple[float, float, float, float]
"""Distances at the left, top, right, and bottom, in mm."""
_Chain: TypeAlias = tuple[PlacedElement, ...]
"""Elements around an element, whose conditions apply to it too."""

_NEAR = 0.011
"""Smaller distances are rounding errors."""
_MOST_ROWS = 60
"""Maximum number of rows of a piece whose texts are compared."""

_FINEST = 0.5
"""Minimum size of a pattern, in mm."""
_MOST_MARKS = 50_000
"""Maximum number of repetitions of a pattern on one panel."""

_SIDES = ("left", "top", "right", "bottom")


def check_boxes(
    findings: Findings,
    elements: Sequence[PlacedElement],
    form: Form,
    pieces: Sequence[_Fields],
) -> None:
    """Add problems for elements outside of a form, and for texts that overlap on one of `pieces`."""
    checker = _BoxChecker(findings, form, lambda: pieces)
    if form.outline == "tuck_box":
        # Its faces have different sizes.
        elements = [one for one in elements if any(_holds((one,), fields) for fields in pieces)]
    checker.check(elements)
    checker.compare()


@dataclass
class _BoxChecker:
    """Checks the elements of one form: of a piece, or of a cell on it."""

    _findings: Findings
    _form: Form
    _pieces: Callable[[], Iterable[_Fields]]
    _away: _BoxSides = (0.0, 0.0, 0.0, 0.0)
    """Distance of each side of the form from the cut line of the piece."""
    is_clipped: bool = False
    """True for a cell whose shape cuts off what is beyond it."""
    _texts: list[tuple[PlacedElement, Rectangle, _Chain]] = field(default_factory=list)
    """Texts, their boxes, and the elements whose conditions must hold for each."""

    def check(self, elements: Iterable[PlacedElement], around: _Chain = (), *, turned: bool = False) -> None:
        """Check elements, whose conditions apply together with those of the elements around them."""
        for placed in elements:
            self._check_rows(placed)
            if isinstance(placed.element, template.PartElement) and placed.element.is_scope:
                self._check_scope(placed, around, turned=turned)
                continue
            if isinstance(placed.element, template.TurnedElement | template.PartElement):
                is_turned = isinstance(placed.element, template.TurnedElement)
                self.check(placed.inner, (*around, placed), turned=turned != is_turned)
                continue
            variants = [*self._list_variants(placed, around)]
            for element, angles, rows in variants:
                if isinstance(element, template.Ground | template.TurnedElement | template.PartElement):
                    continue
                edges = self._measure_edges(placed, element.box)
                around_all = [_turn_edges(edges, angle) for angle in angles] or [edges]
                turned_edges = Rectangle.around(corner for box in around_all for corner in box.corners)
                self._check_inside(placed, element, turned_edges)
                if isinstance(element, template.PanelElement) and element.pattern:
                    self._check_pattern(placed, element, edges)
                if isinstance(element, RepeatElement | GroupElement):
                    self._check_cell(placed, element, edges, self._list_rows((*around, placed), rows))
                if isinstance(element, template.WordsElement | StackElement):
                    edges = turned_edges
                    self._check_safe(placed, edges)
                    if turned:
                        edges = Rectangle(*(-one for one in (*edges[2:], *edges[:2])))
                        edges = edges.moved(self._form.width, self._form.height)
                    is_alone = len(variants) == 1 and not element.each
                    if is_alone and (isinstance(element, StackElement) or not element.over):
                        self._texts.append((placed, edges, (*around, placed)))

    def compare(self) -> None:
        """Add texts that overlap where both are shown."""
        cells: list[_Fields] | None = None
        for (first, edges, shown), (second, other, also_shown) in combinations(self._texts, 2):
            if not _overlap(edges, other):
                continue
            across = min(edges.right, other.right) - max(edges.left, other.left)
            down = min(edges.bottom, other.bottom) - max(edges.top, other.top)
            cells = list(self._pieces()) if cells is None else cells
            if any(_holds((*shown, *also_shown), fields) for fields in cells):
                line, _ = first.source.spot_of(first.path)
                name = f"`{first.element.id}`" if first.element.id else "the text"
                message = f"overlaps {name} of line {line}, by {across:.1f} x {down:.1f} mm"
                self._add(second, message, "move one of them, or write `over: true` if it is intended")

    def _list_rows(self, chain: _Chain, rows: Sequence[_Fields] | None) -> Callable[[], Iterable[_Fields]]:
        """Return a function that lists `rows`, or else the fields of all pieces, within some elements."""
        return (lambda: _list_seen(chain, self._pieces())) if rows is None else (lambda: rows)

    def _check_rows(self, placed: PlacedElement) -> None:
        """Add a text that is drawn once for each row, if two rows of a piece overlap."""
        element = placed.element
        if not element.each or not isinstance(element, template.WordsElement | StackElement):
            return
        if isinstance(element, template.WordsElement) and element.over:
            return
        for fields in self._pieces():
            # Values that cannot be computed are reported elsewhere.
            with suppress(ValueError, KeyError):
                shown = islice(element.list_seen(fields), _MOST_ROWS)
                boxes = [self._measure_row(element, seen) for seen in shown]
                if any(_overlap(first, second) for first, second in combinations(boxes, 2)):
                    hint = "give each a place, such as `{5 + index * 8} mm`, or write `over: true`"
                    self._add(placed, "two rows of `each` overlap", hint)
                    return

    def _measure_row(self, element: SeenElement, seen: _Fields) -> Rectangle:
        box: Box | Rectangle = compute(element, seen).box
        return box.within(self._form.width, self._form.height)

    def _list_variants(
        self, placed: PlacedElement, around: _Chain
    ) -> Iterator[tuple[template.Element, set[float], Sequence[_Fields] | None]]:
        """Yield the different elements of pieces, each with its angles and the fields that give it."""
        angle = Pattern(getattr(placed.element, "angle", "0"))
        for variant, rows in list_variants(placed.element, _list_seen(around, self._pieces())):
            if not angle.has_places:
                yield variant, {float(angle.text)}, rows
                continue
            angles: set[float] = set()
            for seen in _list_seen((*around, placed), self._pieces()) if rows is None else rows:
                # Values that cannot be computed are reported elsewhere.
                with suppress(KeyError, ValueError):
                    angles.add(float(angle.fill(seen) or 0))
            yield variant, angles, rows

    def _measure_edges(self, placed: PlacedElement, box: Box | Rectangle) -> Rectangle:
        edges = box.within(self._form.width, self._form.height)
        if edges.width <= 0 or edges.height <= 0:
            message = f"is {edges.width:.1f} x {edges.height:.1f} mm"
            self._add(placed, message, "width and height of a box must be more than 0")
        return edges

    def _check_inside(self, placed: PlacedElement, element: SeenElement, edges: Rectangle) -> None:
        if element.bleeds or _is_area_of_board(placed):
            return
        if self.is_clipped and not isinstance(element, template.WordsElement | StackElement):
            return
        width, height = self._form.width, self._form.height
        over = (-edges.left, -edges.top, edges.right - width, edges.bottom - height)
        side = max(range(4), key=over.__getitem__)
        if over[side] > _NEAR:
            message = f"extends {over[side]:.1f} mm beyond the piece ({_SIDES[side]})"
            hint = f"the piece is {width:g} x {height:g} mm"
            if not isinstance(element, template.WordsElement):
                hint += "; with `bleeds: true` it is cut off at the edge"
            self._add(placed, message, hint)

    def _check_safe(self, placed: PlacedElement, edges: Rectangle) -> None:
        safe, near = self._form.safe, self._measure(edges)
        side = min(range(4), key=near.__getitem__)
        if -_NEAR <= near[side] < safe - _NEAR:
            message = f"is {near[side]:.1f} mm from the cut line ({_SIDES[side]})"
            self._add(placed, message, f"the safe margin is {safe:g} mm; `safe: ...` of the deck changes it")

    def _check_pattern(self, placed: PlacedElement, element: template.PanelElement, edges: Rectangle) -> None:
        size = element.pattern_size or template.PATTERNS.get(element.pattern, min(template.PATTERNS.values()))
        wide, high = edges.width, edges.height
        least = ceil(10 * max(_FINEST, sqrt(max(wide, 0) * max(high, 0) / _MOST_MARKS))) / 10
        if size < least:
            message = f"{size:g} mm is too fine for {wide:g} x {high:g} mm"
            path = (*placed.path, "pattern_size" if element.pattern_size else "pattern")
            self._findings.of(placed.source).add(path, message, f"`pattern_size: {least:g} mm` or more")

    def _check_cell(
        self,
        placed: PlacedElement,
        element: RepeatElement | GroupElement,
        edges: Rectangle,
        rows: Callable[[], Iterable[_Fields]],
    ) -> None:
        """Check a cell: the first may begin where the box begins, and the last may end where it ends.

        `rows` are the fields that the element sees, for the pieces that have this box.
        """
        width, height = edges.width, edges.height
        over = ""
        if isinstance(element, RepeatElement):
            over, (width, height) = element.over, element.find_cell(width, height)

        def list_shown() -> Iterator[_Fields]:
            for seen in rows():
                with suppress(ValueError):  # Invalid lists are reported elsewhere.
                    yield from list_cells(over, seen) if over else (seen,)

        form = Form(width, height, safe=self._form.safe)
        beyond = width / 2 if isinstance(element, RepeatElement) and element.around else 0.0
        away = self._measure(edges.grown(beyond))
        inner = _BoxChecker(self._findings, form, list_shown, away, is_clipped=element.cuts)
        inner.check(placed.inner)
        inner.compare()

    def _check_scope(self, placed: PlacedElement, around: _Chain, *, turned: bool) -> None:
        """Check the elements of a part for each of its repetitions; its texts may overlap others."""
        pieces, chain = self._pieces, (*around, placed)
        inner = _BoxChecker(self._findings, self._form, lambda: _list_seen(chain, pieces()), self._away)
        inner.check(placed.inner, turned=turned)
        if not placed.element.each:
            inner.compare()

    def _measure(self, edges: Rectangle) -> _BoxSides:
        """Return the distance of each side of a box from the cut line of the piece."""
        left, top, right, bottom = self._away
        right, bottom = right + self._form.width - edges.right, bottom + self._form.height - edges.bottom
        return (left + edges.left, top + edges.top, right, bottom)

    def _add(self, placed: PlacedElement, message: str, hint: str) -> None:
        self._findings.of(placed.source).add((*placed.path, "box"), message, hint)


def _is_area_of_board(placed: PlacedElement) -> bool:
    """Return True for an area whose edges are checked with its board."""
    return isinstance(placed.element, PlacedArea) and placed.path[0] == "areas" and len(placed.path) == 3


def _turn_edges(edges: Rectangle, angle: float) -> Rectangle:
    if not angle % 180:
        return edges
    (x, y), wide, high = edges.middle, edges.width / 2, edges.height / 2
    across, along = abs(cos(radians(angle))), abs(sin(radians(angle)))
    dx, dy = wide * across + high * along, wide * along + high * across
    return Rectangle(x - dx, y - dy, x + dx, y + dy)


def _list_seen(elements: _Chain, pieces: Iterable[_Fields]) -> Iterator[_Fields]:
    """Yield the fields that the content of elements within each other sees, for all pieces."""
    for fields in pieces:
        if not elements:
            yield fields
            continue
        with suppress(ValueError):  # reported elsewhere
            yield from _list_seen(elements[1:], [*elements[0].element.list_seen(fields)])


def _overlap(first: Rectangle, second: Rectangle) -> bool:
    across = min(first.right, second.right) - max(first.left, second.left)
    down = min(first.bottom, second.bottom) - max(first.top, second.top)
    return across > _NEAR and down > _NEAR


def _holds(elements: Iterable[PlacedElement], fields: _Fields) -> bool:
    """Return True if elements within each other, or beside each other, are all drawn."""
    with suppress(ValueError):  # reported elsewhere
        return all(one.element.is_shown(fields) and not _is_blank(one.element, fields) for one in elements)
    return False


def _is_blank(element: object, fields: _Fields) -> bool:
    """Return True for a text that is empty for a piece, so that it overlaps nothing."""
    if not isinstance(element, template.WordsElement) or element.say:
        return False
    pattern = Pattern(element.text)
    # Values that cannot be computed are reported elsewhere.
    with suppress(ValueError, KeyError):
        return pattern.has_places and not any(
            pattern.fill(seen).strip() for seen in element.list_seen(fields)
        )
    return False
