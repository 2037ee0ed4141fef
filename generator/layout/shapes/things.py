"""Things to be cut out, waiting to be imposed on sheets of paper."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from generator.model.pieces import Form
from generator.scene.shapes import Shape

Draw: TypeAlias = Callable[[], tuple[Shape, ...]]
"""Draws one side of a thing."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing, front and back as one looks at them: origin at the top left of its `footprint`.

    That is the trim of a card, and the box around all faces and tabs of a net. Shapes may reach
    out to the form's bleed. The same object is in a list as often as the thing is printed. A side
    is drawn when its sheet is, so that thousands of cards take no memory.
    """

    id: str
    form: Form
    draw_front: Draw
    draw_back: Draw | None = None
    """None: nothing is printed on the back."""

    @property
    def front(self) -> tuple[Shape, ...]:
        """The shapes of the front, drawn now."""
        return self.draw_front()

    @property
    def back(self) -> tuple[Shape, ...]:
        """The shapes of the back, drawn now."""
        return self.draw_back() if self.draw_back else ()
