"""Things to be cut out, laid out and waiting to be imposed on sheets of paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.model.pieces import Form
from generator.scene.shapes import Shape


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing, front and back as one looks at them: origin at the top left of its `footprint`.

    That is the trim of a card, and the box around all faces and tabs of a net. Shapes may reach
    out to the form's bleed. The same object stands in a list as often as the thing is printed.
    The shapes of a side may be drawn whenever they are asked for.
    """

    id: str
    form: Form
    front: Sequence[Shape]
    back: Sequence[Shape] | None = None
    """None: nothing is printed on the back."""
