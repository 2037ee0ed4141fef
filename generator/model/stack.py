"""Stacks: blocks one below the other that share a height, and whose texts get smaller together.

They are elements of templates, sections of sheets, and blocks of booklets; only templates have fields.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, TypeAlias, get_args

from generator.model import kinds
from generator.model.boxes import Aligned, Boxed, BoxedElement, Sideways, Upright
from generator.model.conditions import Conditions
from generator.model.fields import Field, Pattern, list_roots
from generator.model.kinds import ColourPattern, Doc, Edge, Key, Length, RolePattern, Size, Written, Wrong
from generator.model.repeats import OverText, parse_over


def _parse_space(text: str) -> float:
    """Return a height in mm, or a share as a negative number."""
    return -float(text) if text.isdigit() and 0 < int(text) <= 100 else kinds.parse_size(text)


_SPACE = kinds.Kind("length, or share", _parse_space, {"type": ["integer", "string"]})


@dataclass(frozen=True, slots=True, kw_only=True)
class StackPart:
    """A part of a stack, which may be repeated."""

    id: Annotated[kinds.Id, Doc("Name for the keys of translated texts.")] = ""
    when: Annotated[Conditions, Doc("Draw only if all conditions hold.")] = ()
    over: Annotated[OverText, Doc("List, number, or range: repeat the block for each `{item}`.")] = ""

    def is_shown(self, fields: Mapping[str, Field]) -> bool:
        """Return True if all conditions hold; raises Wrong if one has no value."""
        return all(condition.holds(fields) for condition in self.when)


def find_words_problems(words: Any) -> Iterator[Wrong]:
    """Yield a problem for words with both a wording key and a text, or with neither."""
    if bool(words.say) == bool(words.text):
        yield Wrong("needs either `say` or `text`", "write `say: key.of.wording` or `text: ...`")


@dataclass(frozen=True, slots=True)
class WordsBlock(StackPart):
    """A paragraph."""

    text: Annotated[kinds.TextPattern, Written.ALONE, Doc("The text, which may contain fields.")] = ""
    say: Annotated[kinds.WordsPattern, Doc("Wording key, in place of `text`.")] = ""
    role: Annotated[RolePattern, Doc("Role of type; by default, that of the stack.")] = ""
    align: Annotated[Aligned, Doc("Alignment of the lines.")] = "start"
    colour: Annotated[ColourPattern, Doc("Colour; by default, that of the role.")] = ""

    def find_problems(self) -> Iterator[Wrong]:
        return find_words_problems(self)


@dataclass(frozen=True, slots=True)
class RuleBlock(StackPart):
    """A line from side to side."""

    colour: Annotated[ColourPattern, Written.ALONE, Doc("Colour.")] = "ink"
    line: Annotated[Size, Doc("Width of the line.")] = 0.3


@dataclass(frozen=True, slots=True)
class SpaceBlock(StackPart):
    """Space in place of the gap."""

    height: Annotated[float, _SPACE, Written.ALONE, Doc("`3 mm`, or a share of what is left, such as `1`.")]


@dataclass(frozen=True, slots=True)
class BoxesBlock(StackPart):
    """Empty boxes to tick, on as many lines as necessary."""

    count: Annotated[kinds.AnglePattern, Written.ALONE, Doc("Number of boxes: `5`, `{armour}`.")]
    size: Annotated[Size, Doc("Width and height of a box, and a third of the distance.")] = 4.0
    colour: Annotated[ColourPattern, Doc("Colour of the outline.")] = "ink"


@dataclass(frozen=True, slots=True)
class ListBlock(StackPart):
    """A list with bullets or numbers."""

    draw: Annotated[tuple[WordsBlock, ...], Key("items"), Written.ALONE, Length(1), Doc("Texts.")]
    numbered: Annotated[kinds.Switch, Doc("Numbers in place of bullets.")] = False


@dataclass(frozen=True, slots=True)
class TableLine(StackPart):
    """A row of a table."""

    draw: Annotated[tuple[WordsBlock, ...], Key("cells"), Written.ALONE, Length(1), Doc("Cells.")]


@dataclass(frozen=True, slots=True)
class TableBlock(StackPart):
    """Texts in rows and columns."""

    draw: Annotated[tuple[TableLine, ...], Key("rows"), Written.ALONE, Length(1), Doc("Lists of cells.")]
    widths: Annotated[tuple[kinds.Factor, ...], Doc("Relative widths of the columns.")] = ()
    align: Annotated[tuple[Sideways, ...], Doc("Alignment of each column.")] = ()
    rule: Annotated[ColourPattern, Doc("Colour of the lines between the rows.")] = ""

    def find_problems(self) -> Iterator[Wrong]:
        count = len(self.draw[0].draw)
        for index, row in enumerate(self.draw):
            yield from kinds.find_mismatch(len(row.draw), "cell", count, "column", path=("rows", index))
        for key in ("widths", "align"):
            if given := len(getattr(self, key)):
                yield from kinds.find_mismatch(given, "value", count, "column", path=(key,))


@dataclass(frozen=True, slots=True)
class RowBlock(StackPart):
    """Blocks side by side."""

    draw: Annotated["Blocks", Key("blocks"), Written.ALONE, Doc("Blocks from left to right.")]
    widths: Annotated[tuple[kinds.Factor, ...], Doc("Relative widths of the blocks.")] = ()
    gap: Annotated[Edge, Doc("Distance between the blocks.")] = 2.0

    def find_problems(self) -> Iterator[Wrong]:
        if given := len(self.widths):
            yield from kinds.find_mismatch(given, "width", len(self.draw), "block", path=("widths",))


@dataclass(frozen=True, slots=True)
class StackBlock(StackPart):
    """Blocks one below the other, such as those of each item of a list."""

    draw: Annotated["Blocks", Key("blocks"), Written.ALONE, Doc("Blocks from top to bottom.")]
    role: Annotated[RolePattern, Doc("Role of type of texts without their own.")] = "card_body"
    gap: Annotated[Edge, Doc("Distance between blocks.")] = 1.2


@dataclass(frozen=True, slots=True)
class StackElement(BoxedElement):
    """Blocks one below the other, in one box: all texts get smaller by the same share until they fit."""

    box: Boxed
    draw: Annotated["Blocks", Key("blocks"), Doc("Blocks from top to bottom.")]
    over: Annotated[OverText, Doc("List, number, or range: repeat the blocks for each `{item}`.")] = ""
    role: Annotated[RolePattern, Doc("Role of type of texts without their own.")] = "card_body"
    gap: Annotated[Edge, Doc("Distance between blocks.")] = 1.2
    upright: Annotated[Upright, Doc("Vertical alignment in the box.")] = "top"


_Leaf: TypeAlias = WordsBlock | RuleBlock | SpaceBlock | BoxesBlock
Block: TypeAlias = _Leaf | ListBlock | TableBlock | RowBlock | StackBlock

BLOCKS = kinds.OneOf(kinds.name_kinds(get_args(Block), "Block"), "block", example="words")
"""All kinds of blocks of a stack by their key in files."""

Blocks: TypeAlias = Annotated[tuple[Block, ...], BLOCKS, Length(1)]


def walk(elements: Iterable[Any]) -> Iterator[Any]:
    """Yield elements or blocks, each before those in it."""
    for element in elements:
        yield element
        yield from walk(getattr(element, "draw", ()))


def list_fields(block: StackPart | StackElement) -> frozenset[str]:
    """Return the fields that a block depends on, apart from those of the blocks in it."""
    values = (getattr(block, one.name) for one in fields(block) if one.name != "over")
    patterns = [Pattern(value) for value in values if isinstance(value, str)]
    over = [parse_over(block.over)] if block.over else []
    return list_roots(*block.when, *patterns, *over)


def find_fields(block: Any, *path: str | int) -> Iterator[Wrong]:
    """Yield a problem for a stack of a sheet or booklet that needs a piece."""
    if any(list_fields(inner) or inner.over or inner.when for inner in walk(block.draw)):
        yield Wrong("only stacks of templates have fields and conditions", "write the texts", path=path)
