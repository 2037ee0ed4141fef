"""A position as documents: one for each board, and for each sheet that somebody has written on."""

from generator.errors import UnknownName, say_unknown
from generator.layout.boards.boards import lay_out_board
from generator.layout.boards.positions import lay_on_board, write_on_sheet
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.sheets.pages import lay_out_sheet_pages
from generator.model.board import Board
from generator.model.position import LaidPart
from generator.model.sheet import Sheet
from generator.model.style import Paper
from generator.scene.shapes import Document, Page


class PositionPages:
    """Lays out positions of one game; the board itself is laid out once."""

    def __init__(self, press: Press, *, paper: Paper) -> None:
        self._press = press
        self._paper = paper
        """For sheets; boards come at their own size."""
        self._boards: dict[str, Block] = {}

    def lay_out(self, part: LaidPart) -> Document:
        """What lies on one printed thing; UnknownName for a thing that is neither board nor sheet."""
        press = self._press
        parts = {each.id: each for each in press.kit.parts if isinstance(each, Board | Sheet)}
        if part.part not in parts:
            raise UnknownName(say_unknown("board or sheet", part.part, parts))
        thing = parts[part.part]
        title = press.say(thing.title)
        if isinstance(thing, Board):
            block = lay_on_board(press, thing, self._draw(thing), part.laid)
            page = Page(block.width, block.height, block.shapes, label=thing.id)
        else:
            names = (part.owner,) if part.owner and thing.name_field else ()
            written = write_on_sheet(part.laid)
            (page,) = lay_out_sheet_pages(press, thing, self._paper, 1, names, title, written=written)
        return Document((page,), title, press.wording.locale)

    def _draw(self, board: Board) -> Block:
        if board.id not in self._boards:
            self._boards[board.id] = lay_out_board(self._press, board)
        return self._boards[board.id]
