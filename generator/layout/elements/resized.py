"""Elements of templates on pieces in another size than that of their file, which readers have not checked."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from generator.errors import LayoutError, Wrong
from generator.layout.press.press import Press
from generator.model.elements.boxes import compute, list_computed
from generator.model.elements.template import Element, GroupElement, RepeatElement, TurnedElement
from generator.model.geometry import Rectangle
from generator.model.pieces import Deck, Form, Piece, PieceSet

_NEAR = 0.011
"""Smaller distances are rounding errors."""


def report_beyond(press: Press, part: PieceSet, deck: Deck, form: Form) -> None:
    """Report elements that extend beyond pieces of a form; raises LayoutError for one without any room."""
    room = Rectangle(0.0, 0.0, form.width, form.height)
    for name in dict.fromkeys(name for one in deck.pieces for name in (one.front, one.back) if name):
        pieces = [one for one in deck.pieces if name in (one.front, one.back)]
        found: dict[str, float] = {}
        for what, box, around in _list_boxes(part.templates[name].elements, pieces, room):
            if min(box.width, box.height) <= 0:
                problem = f"{what} is {box.width:.1f} x {box.height:.1f} mm on a piece of {_format(form)}"
                raise LayoutError(press.name(f"{deck.id} {name}"), problem, over_mm=0.0)
            if (over := box.beyond(around)) > _NEAR:
                found[what] = max(over, found.get(what, 0.0))
        for what, over in found.items():
            press.report(
                f"{deck.id} {name}", f"{what} extends beyond a piece of {_format(form)}", over_mm=over
            )


def _format(form: Form) -> str:
    return f"{form.width:.4g} x {form.height:.4g} mm"


def _list_boxes(
    elements: Iterable[Element], pieces: Sequence[Piece], room: Rectangle
) -> Iterator[tuple[str, Rectangle, Rectangle]]:
    """Yield the name of each element, its box, and the box in which it must be."""
    for element in elements:
        for one in _list_variants(element, pieces):
            inner = room
            if box := getattr(one, "box", None):
                edges = box.within(room.width, room.height)
                name = f"{type(one).__name__.removesuffix('Element').lower()} {one.id}".strip()
                yield name, edges, edges if getattr(one, "bleeds", False) else room
                cell = one.find_cell(edges.width, edges.height) if isinstance(one, RepeatElement) else None
                inner = Rectangle(0.0, 0.0, *(cell or (edges.width, edges.height)))
            if isinstance(one, GroupElement | RepeatElement | TurnedElement):
                yield from _list_boxes(one.draw, pieces, inner)


def _list_variants(element: Element, pieces: Sequence[Piece]) -> list[Element]:
    """Return the different elements that pieces have, if values are computed."""
    if not list_computed(element):
        return [element]
    found: dict[Element, None] = {}
    for piece in pieces:
        # Values that depend on the cells of a repeat are not known here.
        with suppress(Wrong):
            if element.is_shown(piece.fields):
                found[compute(element, piece.fields)] = None
    return [*found]
