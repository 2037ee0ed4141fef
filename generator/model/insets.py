"""Templates inside of templates, such as the back of a card on its box."""

from generator.model.pieces import Piece
from generator.model.template import GroupElement
from generator.model.values import dataclass


@dataclass(frozen=True, kw_only=True, eq=False)
class InsetElement(GroupElement):
    """A group that bleeds where its box touches the trim, and that may show a piece of its own."""

    piece: Piece | None = None
    """The piece whose fields the elements show; None: that around them."""
    is_turned: bool = False
    """True if they are drawn lying, as wide as the box is high, and turned by 90 degrees clockwise."""
    bleeds: bool = True
