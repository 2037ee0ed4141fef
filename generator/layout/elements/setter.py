"""Setting of texts for the fields of one piece, or without fields; the base of all blocks."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.layout.elements.drawer import Fields
from generator.layout.elements.texts import make_filler
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.model.elements.blocks import WordsBlock
from generator.model.language.conditions import list_cells
from generator.model.language.fields import Pattern
from generator.model.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Setter:
    """Sets texts in one role of type, unless they have their own, at a scale."""

    press: Press
    fields: Fields = field(default_factory=dict)
    role: str = "body"
    scale: float = 1.0
    zoom: float = 1.0
    """Scale of everything around texts, such as bullets and the padding of cells."""
    area: str = ""
    """Id of the section, or of the block of a booklet, whose places are regions; empty: none are."""

    def fill(self, text: str) -> str:
        """Return a value with the fields filled in."""
        return Pattern(text).fill(self.fields)

    def say(self, text: str, key: str = "") -> str:
        """Return the words of a wording key or a text, with the fields filled in."""
        return make_filler(self.press.wording, Pattern(key), Pattern(text))(self.fields)

    def set_text(self, text: str, role: str, *, width: float, thing: str = "", **options: Any) -> Block:
        """Set a text that is a wording key or the text itself; errors name the thing, or else the text."""
        options |= {"scale": self.scale, "thing": thing or text}
        return self.press.text(self.say(text), role, width=width, **options)

    def add_caption(self, block: Block, text: str, *, gap: float, inset: float = 0.0) -> Block:
        """Return a block with a centred caption below it, if there is one."""
        if not text:
            return block
        caption = self.set_text(text, "caption", width=block.width - 2 * inset, align="center")
        shapes = (*block.shapes, caption.at(inset, block.height + gap))
        return Block(shapes, block.width, block.height + (gap + caption.height))

    def set_words(self, words: WordsBlock, *, width: float, **options: Any) -> Block:
        """Set words with their own role, alignment, and colour; `options` are the defaults."""
        text, name = self.say(words.text, words.say), words.id or words.say or words.text
        role, colour = self.fill(words.role) or self.role, self.fill(words.colour)
        options |= {"align": words.align} if words.align else {}
        options |= {"colour": colour} if colour else {}
        if not text:
            return Block((), width, 0.0)
        return self.press.text(text, role, width=width, scale=self.scale, thing=name, **options)


def list_shown(blocks: Iterable[Any], fields: Fields) -> Iterator[tuple[Any, Fields]]:
    """Yield the blocks that are shown, with the fields that each sees: once for each item of a list."""
    for block in blocks:
        cells = list_cells(block.over, fields) if block.over else [fields]
        yield from ((block, seen) for seen in cells if block.is_shown(seen))
