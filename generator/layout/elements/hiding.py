"""Warnings of texts that a later element hides, with the names of both elements."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress

from generator.layout.elements.drawer import Drawer, Fields
from generator.layout.press import Press
from generator.layout.text.hidden import HiddenText, HiddenTextFinder
from generator.layout.text.legibility import quote_start
from generator.model.elements.boxes import list_cells
from generator.model.elements.template import Element, RepeatElement
from generator.model.geometry import Rectangle
from generator.scene.shapes import Shape

_EVERYWHERE = Rectangle(-1e6, -1e6, 1e6, 1e6)


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
