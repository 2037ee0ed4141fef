"""Stacks of blocks, on cards, sheets, and pages: all texts of a stack get smaller by the same share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.errors import LayoutError, Wrong
from generator.layout.elements.drawer import Drawer, Fields, Room
from generator.layout.elements.words import fill_words, find_placeholders
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block, side_by_side, stack
from generator.layout.shapes.curves import line, rectangle, stroked
from generator.layout.text.fitting import find_size
from generator.model import stack as model
from generator.model.fields import INDEX, ITEM, Pattern
from generator.model.rectangles import ROUNDING
from generator.model.repeats import list_cells
from generator.scene.shapes import Shape

_FULL = 10.0
"""Type size in mm that stands for full size: the steps of fitting are fine enough for it."""
_BOX_LINE = 0.3
_MOST_BOXES = 500
_BULLET = 3.6
"""Width of the bullet or the number of an item."""
_CELL_GAP = 2.0
_NOTHING: Mapping[str, Any] = {}


def lay_out_stack(
    press: Press,
    block: model.StackBlock | model.StackElement,
    *,
    width: float,
    height: float = 0.0,
    fields: Fields = _NOTHING,
    scale: float = 1.0,
) -> Block:
    """Lay out blocks one below the other; shared spaces take what is left of the height."""
    shown = [seen for _, seen in _list_shown((block,), fields)]
    return _Setter(press, fields, "", scale).lay_out_stack(block, width, shown, height)


class StackDrawer(Drawer[model.StackElement]):
    """Drawer of a stack in a box."""

    def __init__(self, press: Press, element: model.StackElement, room: Room, scope: object = None) -> None:
        super().__init__(press, element, room)
        parts = [*model.walk((element,))]
        names = [model.list_fields(part) for part in parts]
        keys = [Pattern(part.say) for part in parts if isinstance(part, model.WordsBlock) and part.say]
        names += [find_placeholders(press.wording, key) for key in keys]
        self.own_names = self.own_names.union(*names) - {ITEM, INDEX}

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        press, (left, top, _, _), height = self.press, self.edges, self.edges.height

        def lay_out(size: float) -> Block:
            width, scale = self.edges.width, size / _FULL
            return lay_out_stack(press, self.element, width=width, height=height, fields=fields, scale=scale)

        def fits(size: float) -> bool:
            block = press.findings.attempt(lambda: lay_out(size))
            return block is not None and block.height <= height + ROUNDING

        least = _FULL * min(style.smallest / style.size for style in press.kit.theme.type.values())
        name = self.element.id or "stack"
        try:
            block = lay_out(find_size(_FULL, least, fits) or least)
        except Wrong as error:
            press.findings.add(LayoutError(name, str(error), over_mm=0.0))
            return ()
        over = block.height - height
        if over > ROUNDING:
            press.findings.add(LayoutError(name, "the blocks are too tall together", over_mm=over))
        share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[self.element.upright]
        return (block.at(left, top - over * share),)


@dataclass(frozen=True, slots=True)
class _Setter:
    """Lays out blocks for the fields of one piece or one item of it."""

    press: Press
    fields: Fields
    role: str
    scale: float

    def lay_out_stack(
        self,
        whole: model.StackBlock | model.StackElement,
        width: float,
        shown: Iterable[Fields],
        height: float = 0.0,
    ) -> Block:
        """Lay out the blocks of a stack, once for each of the fields that are shown."""
        inner = replace(self, role=self._fill(whole.role) or self.role)
        placed: list[tuple[Block, float]] = []
        """Blocks with the share of what is left that each gets."""
        is_spaced = True
        for block, seen in (found for fields in shown for found in _list_shown(whole.draw, fields)):
            is_space = isinstance(block, model.SpaceBlock)
            if not (is_space or is_spaced):
                placed.append((Block((), 0.0, whole.gap * self.scale), 0.0))
            share = max(-block.height, 0.0) if isinstance(block, model.SpaceBlock) else 0.0
            placed.append((replace(inner, fields=seen)._lay_out(block, width), share))
            is_spaced = is_space
        left = max(height - sum(block.height for block, _ in placed), 0.0)
        each = left / (sum(share for _, share in placed) or 1.0)
        blocks = [replace(block, height=block.height + share * each) for block, share in placed]
        return stack(blocks, gap=0.0, width=width)

    def _lay_out(self, block: model.Block, width: float) -> Block:
        match block:
            case model.WordsBlock():
                return self._set_words(block, width, block.align)
            case model.RuleBlock():
                return self._rule(block.colour, width, block.line)
            case model.SpaceBlock():
                return Block((), width, max(block.height, 0.0) * self.scale)
            case model.BoxesBlock():
                return self._draw_boxes(block, width)
            case model.ListBlock():
                return self._lay_out_list(block, width)
            case model.TableBlock():
                return self._lay_out_table(block, width)
            case model.RowBlock():
                return self._lay_out_row(block, width)
            case model.StackBlock():
                return self.lay_out_stack(block, width, (self.fields,))

    def _fill(self, text: str) -> str:
        return Pattern(text).fill(self.fields)

    def _set_words(self, block: model.WordsBlock, width: float, align: Any) -> Block:
        words = fill_words(self.press.wording, Pattern(block.say), Pattern(block.text), self.fields)
        role, colour = self._fill(block.role) or self.role, self._fill(block.colour)
        if not words:
            return Block((), width, 0.0)
        return self.press.text(words, role, width=width, align=align, colour=colour, scale=self.scale)

    def _rule(self, colour: str, width: float, thickness: float) -> Block:
        rule = line(0, thickness / 2, width, thickness / 2)
        return Block((stroked(rule, self.press.palette[self._fill(colour)], thickness),), width, thickness)

    def _draw_boxes(self, block: model.BoxesBlock, width: float) -> Block:
        size, step, inside = block.size, block.size * 4 / 3, block.size - _BOX_LINE
        count = min(int(float(self._fill(block.count) or 0)), _MOST_BOXES)
        across = max(int((width - size + ROUNDING) / step) + 1, 1)
        colour, edge = self.press.palette[self._fill(block.colour)], _BOX_LINE / 2
        places = [divmod(number, across) for number in range(count)]
        boxes = [rectangle(x * step + edge, y * step + edge, inside, inside) for y, x in places]
        shapes = tuple(stroked(box, colour, _BOX_LINE) for box in boxes)
        return Block(shapes, width, (count + across - 1) // across * step - (step - size) * bool(count))

    def _lay_out_list(self, block: model.ListBlock, width: float) -> Block:
        wide, items = _BULLET * self.scale, []
        for number, (item, seen) in enumerate(_list_shown(block.draw, self.fields), start=1):
            text = replace(self, fields=seen)._set_words(item, width - wide, item.align)
            sign = f"{number}." if block.numbered else "•"
            drawn = self.press.text(sign, self.role, width=wide, scale=self.scale)
            items.append(side_by_side((replace(drawn, height=text.height), text), gap=0.0))
        return stack(items, gap=0.0, width=width)

    def _lay_out_table(self, table: model.TableBlock, width: float) -> Block:
        spans = _share(width, table.widths or (1.0,) * len(table.draw[0].draw), _CELL_GAP)
        rows: list[Block] = []
        for row, seen in _list_shown(table.draw, self.fields):
            if table.rule and rows:
                rows.append(self._rule(table.rule, width, 0.2))
            setter, aligns = replace(self, fields=seen), table.align or [cell.align for cell in row.draw]
            texts = [setter._set_words(*one) for one in zip(row.draw, spans, aligns, strict=True)]
            rows.append(side_by_side(texts, gap=_CELL_GAP))
        return stack(rows, gap=0.0, width=width)

    def _lay_out_row(self, row: model.RowBlock, width: float) -> Block:
        shown = [
            (seen, block, share)
            for block, share in zip(row.draw, row.widths or (1.0,) * len(row.draw), strict=True)
            for _, seen in _list_shown((block,), self.fields)
        ]
        spans = _share(width, [share for *_, share in shown], row.gap)
        cells = [
            replace(self, fields=seen)._lay_out(block, span)
            for (seen, block, _), span in zip(shown, spans, strict=True)
        ]
        return side_by_side(cells, gap=row.gap) if cells else Block((), width, 0.0)


def _share(width: float, shares: Sequence[float], gap: float) -> list[float]:
    room = width - gap * (len(shares) - 1)
    return [room * share / sum(shares) for share in shares]


def _list_shown(blocks: Iterable[Any], fields: Fields) -> Iterator[tuple[Any, Fields]]:
    """Yield the blocks that are shown, with the fields that each sees: once for each item of a list."""
    for block in blocks:
        cells = list_cells(block.over, fields) if block.over else [fields]
        yield from ((block, seen) for seen in cells if block.is_shown(seen))
