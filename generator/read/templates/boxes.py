"""Where the elements of a template stand on a piece: inside of it, in the safe zone, words apart."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import ceil, cos, radians, sin, sqrt

from generator.model.fields import ITEM, Field, Pattern, find_field, list_items
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.model.template import (
    PATTERNS,
    Box,
    Element,
    Ground,
    IconElement,
    PanelElement,
    PictureElement,
    RepeatElement,
    TurnedElement,
    WordsElement,
)
from generator.read.declared.findings import Findings
from generator.read.files.yaml_reader import Source
from generator.read.templates.templates import PlacedElement

Sides = tuple[float, float, float, float]
"""A distance at the left, at the top, at the right and at the bottom, in mm."""

_NEAR = 0.011
"""Less than this is rounding."""

_FINEST = 0.5
_MOST_MARKS = 50_000
"""Of a pattern: after how many mm it repeats at least, and how often on one panel at most."""

_SIDES = ("left", "top", "right", "bottom")


@dataclass(frozen=True, slots=True)
class _Region:
    """Words, and the box that they may fill."""

    placed: PlacedElement
    element: WordsElement
    edges: Rectangle
    whens: tuple[PlacedElement, ...]
    """The elements around them, which have conditions of their own."""


def check_boxes(
    findings: Callable[[Source], Findings],
    elements: Sequence[PlacedElement],
    form: Form,
    pieces: Sequence[Mapping[str, Field]],
) -> None:
    """Adds what lies outside of a piece of a form, or words on words that one of `pieces` shows."""
    checker = _BoxChecker(findings, form, lambda: pieces)
    checker.check(elements, form.width, form.height, ())
    checker.compare()


class _BoxChecker:
    def __init__(
        self,
        findings: Callable[[Source], Findings],
        form: Form,
        pieces: Callable[[], Iterable[Mapping[str, Field]]],
        *,
        away: Sides = (0.0, 0.0, 0.0, 0.0),
    ) -> None:
        """`away` is how far each side of what is checked lies from the cut of the piece."""
        self._findings = findings
        self._form = form
        self._pieces = pieces
        self._away = away
        self._regions: list[_Region] = []

    def check(
        self,
        elements: Iterable[PlacedElement],
        width: float,
        height: float,
        around: tuple[PlacedElement, ...],
        *,
        turned: bool = False,
    ) -> None:
        """Elements on the piece itself."""
        for placed in elements:
            element = placed.element
            if isinstance(element, TurnedElement):
                self.check(placed.inner, width, height, (*around, placed), turned=not turned)
            elif not isinstance(element, Ground):
                edges = self._edges(placed, element.box, width, height)
                self._check_inside(placed, element, edges, width, height)
                if isinstance(element, PanelElement) and element.pattern:
                    self._check_pattern(placed, element, edges)
                if isinstance(element, RepeatElement):
                    self._check_cell(placed, element, edges, around)
                if isinstance(element, WordsElement):
                    edges = self._turn(edges, element.angle)
                    self._check_safe(placed, edges)
                    self._regions.append(
                        _Region(placed, element, _half_turn(edges, width, height, turned), around)
                    )

    def _check_cell(
        self,
        placed: PlacedElement,
        element: RepeatElement,
        edges: Rectangle,
        around: tuple[PlacedElement, ...],
    ) -> None:
        """Of a row, the first cell may begin where the box does, and the last one end where it ends."""
        width, height = find_cell(element, edges.width, edges.height)
        form = Form(width, height, safe=self._form.safe)
        away = self._measure(edges)
        pieces = self._pieces

        def list_shown() -> Iterator[Mapping[str, Field]]:
            return list_cells(element, (fields for fields in pieces() if _holds((*around, placed), fields)))

        inner = _BoxChecker(self._findings, form, list_shown, away=away)
        inner.check(placed.inner, width, height, ())
        inner.compare()

    def compare(self) -> None:
        """Words with each other: both must be seen on one of what is shown, which is asked for only then."""
        pairs = [
            (first, second, over)
            for first, second in combinations(self._regions, 2)
            if (over := _overlap(first.edges, second.edges))
            and not (first.element.over or second.element.over)
        ]
        cells = list(self._pieces()) if pairs else []
        for first, second, (across, down) in pairs:
            if any(_is_shown(first, fields) and _is_shown(second, fields) for fields in cells):
                message = f"lies on {_say(first.placed)}, by {across:.1f} x {down:.1f} mm"
                hint = "move one of them, or write `over: true` where it is meant so"
                self._add(second.placed, message, hint)

    def _edges(self, placed: PlacedElement, box: Box, width: float, height: float) -> Rectangle:
        left, top = box.left.within(width), box.top.within(height)
        wide, high = box.width.within(width), box.height.within(height)
        if wide <= 0 or high <= 0:
            said = f"is {wide:.1f} x {high:.1f} mm"
            self._add(placed, said, "a box is more than 0 wide and high")
        return Rectangle(left, top, left + wide, top + high)

    def _turn(self, edges: Rectangle, angle: str) -> Rectangle:
        """Around the box at every angle that a piece gives it."""
        pattern = Pattern(angle)
        if not pattern.names:
            return turn_edges(edges, float(angle))
        boxes = [turn_edges(edges, degrees) for degrees in find_angles(pattern, self._pieces())] or [edges]
        left, top, right, bottom = zip(*boxes, strict=True)
        return Rectangle(min(left), min(top), max(right), max(bottom))

    def _check_inside(
        self, placed: PlacedElement, element: Element, edges: Rectangle, width: float, height: float
    ) -> None:
        if isinstance(element, PanelElement | PictureElement) and element.bleeds:
            return
        if isinstance(element, IconElement | WordsElement):
            edges = self._turn(edges, element.angle)
        over = (-edges.left, -edges.top, edges.right - width, edges.bottom - height)
        side = max(range(4), key=over.__getitem__)
        if over[side] > _NEAR:
            said = f"lies {over[side]:.1f} mm outside of the piece ({_SIDES[side]})"
            hint = f"the piece is {width:g} x {height:g} mm"
            if isinstance(element, PanelElement | PictureElement):
                hint += "; with `bleeds: true` it is cut off at the edge"
            self._add(placed, said, hint)

    def _check_pattern(self, placed: PlacedElement, element: PanelElement, edges: Rectangle) -> None:
        """A pattern is neither finer than printers are nor drawn more often than computers like."""
        size = element.pattern_size or PATTERNS.get(element.pattern, min(PATTERNS.values()))
        wide, high = edges.width, edges.height
        least = ceil(10 * max(_FINEST, sqrt(max(wide, 0) * max(high, 0) / _MOST_MARKS))) / 10
        if size < least:
            said = f"{size:g} mm is too fine for {wide:g} x {high:g} mm"
            path = (*placed.path, "pattern_size" if element.pattern_size else "pattern")
            self._findings(placed.source).add(path, said, f"`pattern_size: {least:g} mm` or more")

    def _check_safe(self, placed: PlacedElement, edges: Rectangle) -> None:
        """Words near the edge are cut through by a hand that slips."""
        safe = self._form.safe
        near = self._measure(edges)
        side = min(range(4), key=near.__getitem__)
        if -_NEAR <= near[side] < safe - _NEAR:
            said = f"comes {near[side]:.1f} mm near to the cut ({_SIDES[side]})"
            hint = f"words keep {safe:g} mm; `safe: ...` of the deck says otherwise"
            self._add(placed, said, hint)

    def _measure(self, edges: Rectangle) -> Sides:
        """How far a box lies from the cut of the piece, at each side."""
        left, top, right, bottom = self._away
        right, bottom = right + self._form.width - edges.right, bottom + self._form.height - edges.bottom
        return (left + edges.left, top + edges.top, right, bottom)

    def _add(self, placed: PlacedElement, message: str, hint: str) -> None:
        self._findings(placed.source).add((*placed.path, "box"), message, hint)


def find_cell(element: RepeatElement, width: float, height: float) -> tuple[float, float]:
    """Width and height of a cell in a box of a repeated element: square where nothing is said."""
    if element.direction == "row":
        return element.cell.within(width) or height, height
    return width, element.cell.within(height) or width


def list_cells(
    element: RepeatElement, pieces: Iterable[Mapping[str, Field]]
) -> Iterator[Mapping[str, Field]]:
    """The fields of every cell of a repeated element; what is no list is told elsewhere."""
    for fields in pieces:
        with suppress(ValueError):
            for item in list_items(find_field(fields, element.over)):
                yield {**fields, ITEM: item}


def find_angles(angle: Pattern, pieces: Iterable[Mapping[str, Field]]) -> set[float]:
    """The angles that pieces or items give; values that are not numbers are reported elsewhere."""
    found = set()
    for fields in pieces:
        with suppress(KeyError, ValueError):
            found.add(float(angle.fill(fields) or 0))
    return found


def turn_edges(edges: Rectangle, angle: float) -> Rectangle:
    """The box around a box that is turned around its middle, by degrees."""
    if not angle % 180:
        return edges
    (x, y), wide, high = edges.middle, edges.width / 2, edges.height / 2
    across, along = abs(cos(radians(angle))), abs(sin(radians(angle)))
    dx, dy = wide * across + high * along, wide * along + high * across
    return Rectangle(x - dx, y - dy, x + dx, y + dy)


def _half_turn(edges: Rectangle, width: float, height: float, turned: bool) -> Rectangle:
    left, top, right, bottom = edges
    return Rectangle(width - right, height - bottom, width - left, height - top) if turned else edges


def _overlap(first: Rectangle, second: Rectangle) -> tuple[float, float] | None:
    across = min(first.right, second.right) - max(first.left, second.left)
    down = min(first.bottom, second.bottom) - max(first.top, second.top)
    return (across, down) if across > _NEAR and down > _NEAR else None


def _is_shown(region: _Region, fields: Mapping[str, Field]) -> bool:
    return _holds((region.placed, *region.whens), fields)


def _holds(elements: Iterable[PlacedElement], fields: Mapping[str, Field]) -> bool:
    """Whether the conditions of all of them hold."""
    return all(condition.holds(fields) for placed in elements for condition in placed.element.when)


def _say(placed: PlacedElement) -> str:
    line, _ = placed.source.spot_of(placed.path)
    name = f"`{placed.element.id}`" if placed.element.id else "the words"
    return f"{name} of line {line}"
