"""Drawer of stacks: all texts of a stack get smaller by the same share."""

from collections.abc import Sequence

from generator.errors import LayoutError, Wrong
from generator.layout.elements.blocks import BlockSetter
from generator.layout.elements.drawer import Drawer, Fields, Room
from generator.layout.elements.setter import list_shown
from generator.layout.elements.texts import find_placeholders
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.text.fitting import find_size
from generator.model.elements.blocks import WordsBlock, list_fields, walk_blocks
from generator.model.elements.template import StackElement
from generator.model.geometry import ROUNDING
from generator.model.language.fields import Pattern
from generator.scene.shapes import Shape

_FULL = 10.0
"""Type size in mm that stands for full size: the steps of fitting are fine enough for it."""


class StackDrawer(Drawer[StackElement]):
    """Drawer of a stack in a box."""

    def __init__(self, press: Press, element: StackElement, room: Room, scope: object = None) -> None:
        super().__init__(press, element, room)
        parts = [*walk_blocks((element,))]
        keys = [Pattern(part.say) for part in parts if isinstance(part, WordsBlock) and part.say]
        names = [list_fields(element), *(find_placeholders(press.wording, key) for key in keys)]
        self.own_names = self.own_names.union(*names)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        press, element, (left, top, _, _), height = self.press, self.element, self.edges, self.edges.height
        shown = [seen for _, seen in list_shown((element,), fields)]

        def lay_out(size: float) -> Block:
            setter = BlockSetter(press, scale=size / _FULL)
            return setter.lay_out_stack(element, self.edges.width, shown, height)

        def fits(size: float) -> bool:
            block = press.findings.attempt(lambda: lay_out(size))
            return block is not None and block.height <= height + ROUNDING

        least = _FULL * min(style.smallest / style.size for style in press.kit.theme.type.values())
        name = element.id or "stack"
        try:
            block = lay_out(find_size(_FULL, least, fits) or least)
        except Wrong as error:
            press.findings.add(LayoutError(name, str(error), over_mm=0.0))
            return ()
        over = block.height - height
        if over > ROUNDING:
            press.findings.add(LayoutError(name, "the blocks are too tall together", over_mm=over))
        share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[element.upright]
        return (block.at(left, top - over * share),)
