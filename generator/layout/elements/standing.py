"""Which elements of a template are grounds, and which stand on them: for prints that save ink."""

from collections.abc import Sequence

from generator.layout.elements.drawer import Drawer
from generator.model.elements import template
from generator.model.elements.template import Element, FilledElement
from generator.model.language.fields import Pattern

_THIN, _LARGE = 1.2, 6.0
"""A shape that is not wider, in mm, is a line; one that is wider is a ground even if nothing stands on it."""
_MOST = 0.95
"""Share of the width and height of a piece from which a picture covers it."""
_SIGNS = (template.WordsElement, template.IconElement, template.PictureElement)
_STANDING = (
    *(*_SIGNS, template.StackElement, template.BoardElement, template.RepeatElement),
    *(template.GroupElement, template.TurnedElement),
)


def find_grounds(drawers: Sequence[Drawer[Element]]) -> None:
    """Tell each drawer whether its element is a ground, and on which grounds it stands, the top one first."""
    for index, drawer in enumerate(drawers):
        drawer.is_ground = is_ground(drawer, drawers[index + 1 :])
        below = (one for one in reversed(drawers[:index]) if one.is_ground)
        _put_on(drawer, tuple(one for one in below if one.edges.distance(*drawer.edges.middle) == 0))


def is_ground(drawer: Drawer[Element], later: Sequence[Drawer[Element]] = ()) -> bool:
    """Return True if an element is an area for others, not a sign, a dot, or a line."""
    element, edges, room = drawer.element, drawer.edges, drawer.room
    above = [one for one in later if edges.distance(*one.edges.middle) == 0]
    match element:
        case template.Ground():
            return True
        case template.PictureElement():
            # A picture of its own on each card is what they show.
            covers = edges.width >= room.width * _MOST and edges.height >= room.height * _MOST
            is_titled = any(isinstance(one.element, template.WordsElement) for one in above)
            is_same = not (Pattern(element.file).has_places or element.when)
            return covers and room.bleed is not None and is_titled and is_same
        case template.IconElement():
            inside = (one for one in above if one.edges.beyond(edges) == 0 and one.edges != edges)
            return any(isinstance(one.element, _SIGNS) for one in inside)
        case FilledElement() if element.fill or element.gradient:
            narrow = min(edges.width, edges.height)
            is_used = any(isinstance(one.element, _STANDING) for one in above)
            return narrow > _LARGE or (narrow > _THIN and is_used)
    return False


def _put_on(drawer: Drawer[Element], grounds: tuple[Drawer[Element], ...]) -> None:
    """Add grounds below those of an element, and of all elements inside it."""
    drawer.beneath += grounds
    # Pieces share a drawing only if the grounds are the same, too.
    drawer.own_names = drawer.own_names.union(*(one.own_names for one in grounds))
    for inner in drawer.inner:
        _put_on(inner, grounds)
