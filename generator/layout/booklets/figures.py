"""Figures of booklets: parts of the kit's own sheets, boards, and pieces, drawn as they are printed."""

from collections.abc import Mapping, Sequence
from functools import partial

from generator.errors import LayoutError
from generator.layout.boards.boards import lay_out_board
from generator.layout.boards.figures import lay_out_board_figure
from generator.layout.boards.tokens import draw_token, find_piece
from generator.layout.elements.blocks import BlockSetter
from generator.layout.elements.grids import lay_out_grid, parse_entry
from generator.layout.elements.keys import lay_out_shapes
from generator.layout.elements.setter import Setter
from generator.layout.elements.tracks import lay_out_track
from generator.layout.press.badges import TITLE_INSET
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block, Item
from generator.layout.shapes.curves import circle, outlined, rectangle, rounded_rectangle, stroked
from generator.layout.shapes.strokes import strengthen
from generator.layout.sheets.sheets import lay_out_sheet
from generator.model.elements import figures as model
from generator.model.elements.blocks import ShapesBlock, TrackBlock
from generator.model.elements.figures import Figure, MapFigure
from generator.model.elements.template import GridBlock
from generator.model.geometry import Point
from generator.model.kit import Board, Sheet
from generator.model.style import Paper
from generator.model.values import dataclass, replace
from generator.scene.shapes import Group, Path, Shape, scaling

_A4 = Paper("A4", 210.0, 297.0, 5.0)
"""Paper of a sheet that a card or another sheet shows."""
_PADDING = 3.0
_CAPTION_GAP = 1.2
_SQUARE = 7.0
"""Edge of a square in a figure, if there is room."""
_LABELS = 10
_SMALL_SQUARE = 3.4
_PIECE_GAP = 2.4
_NUMBER = 5.0
"""Diameter of a number."""
_BESIDE_TITLE = (-0.6 - _NUMBER / 2, 1.4)
"""Position of a number relative to the start of the title of a section."""
_SCALABLE = (model.BoardFigure, model.Overview, MapFigure, model.PiecesFigure)
_WITHOUT_BOX = (model.Overview, MapFigure)
_LEAST, _LEAST_MAP = 0.65, 0.85
"""Minimum width of a figure that is reduced to end a column, as a share of its room; the names of places keep
their size, so that a map becomes crowded sooner."""
_TRIES = 4
"""Letters at the edge of a drawing keep their size, so its height is not proportional to its width."""


def lay_out_figure(press: Press, figure: Figure, *, width: float, paper: Paper = _A4) -> Item:
    """Lay out the figure in a light box of the given width, with its caption below."""
    drawing = _Drawing(press, figure, width, paper)
    return Item(drawing.frame(drawing.draw(drawing.room)), 2.6, smaller=drawing.lay_out_smaller)


@dataclass(frozen=True, slots=True)
class _Drawing:
    press: Press
    figure: Figure
    width: float
    paper: Paper

    @property
    def room(self) -> float:
        """Width for the drawing: boards take all of the box."""
        shown = self.figure.part if isinstance(self.figure, model.Overview) else ""
        is_wide = isinstance(self.figure, _WITHOUT_BOX) and shown not in self.press.kit.parts_of(Sheet)
        return self.width if is_wide else self.width - 2 * _PADDING

    def lay_out_smaller(self, height: float) -> Block | None:
        """Lay out the figure so that it is at most so high; None if it would be too small."""
        if not isinstance(self.figure, _SCALABLE):
            return None
        least = self.room * (_LEAST_MAP if isinstance(self.figure, MapFigure) else _LEAST)
        drawing = self.draw(self.room)
        size = drawing.width
        for _ in range(_TRIES):
            framed = self.frame(drawing)
            over = framed.height - height
            if over <= 1e-6:
                return framed
            size -= over * drawing.width / drawing.height + 1e-3
            if size < least:
                return None
            drawing = self.draw(size)
        return None

    def frame(self, drawing: Block) -> Block:
        """Return the drawing in its box, with the caption below."""
        press, width = self.press, self.width
        shapes: list[Shape] = []
        height = drawing.height
        if not isinstance(self.figure, _WITHOUT_BOX):
            height += 2 * _PADDING
            shapes.append(press.palette.area(rounded_rectangle(0, 0, width, height, 2.0), "panel"))
        shapes.append(drawing.at((width - drawing.width) / 2, (height - drawing.height) / 2))
        framed = Block(tuple(shapes), width, height)
        return Setter(press).add_caption(framed, self.figure.caption, gap=_CAPTION_GAP, inset=_PADDING)

    def draw(self, width: float) -> Block:
        """Return the drawing in a width."""
        press, figure = self.press, self.figure
        match figure:
            case model.SectionFigure():
                return _draw_section(press, figure, width)
            case model.BoardFigure() | MapFigure():
                return press.keep(lambda press: lay_out_board_figure(press, figure, width=width))
            case model.Overview():
                return lay_out_overview(press, figure, width=width, paper=self.paper)
            case model.PiecesFigure():
                return press.keep(lambda press: lay_out_pieces_figure(press, figure, width=width))
        raise TypeError(figure)


def _draw_section(press: Press, figure: model.SectionFigure, width: float) -> Block:
    sheets = press.kit.parts_of(Sheet).values()
    section = next(one for sheet in sheets for id, one in sheet.sections.items() if id == figure.section)
    entries = {id: parse_entry(text) for id, text in figure.entries.items()}
    match section.content:
        case GridBlock() as block:
            grid = replace(block, squares=figure.squares or block.squares, labelled=figure.labels)
            columns = grid.grid.width - min(square.x for square in grid.grid)
            size = min(_SQUARE, (width - (_LABELS if figure.labels else 0)) / columns)
            grid = replace(grid, size=size, margins=(0.0,) * 4, bonuses={})
            return press.keep(partial(lay_out_grid, block=grid, entries=entries, fields=None))
        case TrackBlock() as track:
            shown = track.fields[figure.first :][: len(figure.written.split()) or None]
            return lay_out_track(press, track, width=width, entries=entries, fields=shown)
        case ShapesBlock() as block:
            numbers = figure.values or range(1, len(block.shapes) + 1)
            shapes = [block.shapes[number - 1] for number in sorted(numbers)]
            every = figure.every_form
            return lay_out_shapes(press, shapes, size=_SMALL_SQUARE, width=width, every_form=every)
    return BlockSetter(press).lay_out_stack(section, width, ({},))


def lay_out_overview(press: Press, figure: model.Overview, *, width: float, paper: Paper) -> Block:
    """Draw a complete part with numbers beside titles of sections, or on areas and places of a board."""
    if sheet := press.kit.parts_of(Sheet).get(figure.part):
        layout = lay_out_sheet(press, sheet, paper=paper)
        page = Block(layout.shapes, layout.paper.width, layout.paper.height)
        titles = {section: (x + TITLE_INSET, y) for section, (x, y) in layout.corners}
        return _draw_numbered(press, page, width, titles, figure.numbered, _BESIDE_TITLE)
    board = press.kit.parts_of(Board)[figure.part]
    corners: dict[str, Point] = {}
    for area in board.areas:
        corners[area.id] = (area.box.left, area.box.top)
        corners |= {place.id: (place.x, place.y) for place in area.places}

    def draw(press: Press) -> Block:
        return _draw_numbered(press, lay_out_board(press, board), width, corners, figure.numbered)

    return press.keep(draw)


def _draw_numbered(
    press: Press,
    page: Block,
    width: float,
    places: Mapping[str, Point],
    numbered: Sequence[str],
    shift: Point = (0.0, 0.0),
) -> Block:
    scale = width / page.width
    height = page.height * scale
    clip = Path(rectangle(0, 0, page.width, page.height))
    drawn = strengthen(page.shapes, scale)
    small = Group(drawn, transform=scaling(scale), clip=clip, name="small sheet")
    shapes: list[Shape] = [small, stroked(rectangle(0, 0, width, height), press.palette["line"], 0.25)]
    palette, light = press.palette, press.palette.upon("paper", "red")
    for number, id in enumerate(numbered, start=1):
        x, y = places[id]
        middle = (x * scale + shift[0], y * scale + shift[1])
        disc = circle(*middle, _NUMBER / 2)
        shapes += outlined(disc, palette.ground("red"), palette[light], 0.4)
        shapes += press.centred(str(number), "shape_count", middle, colour=light)
    return Block(tuple(shapes), width, height)


def lay_out_pieces_figure(press: Press, figure: model.PiecesFigure, *, width: float) -> Block:
    """Draw pieces side by side at one scale: as wide as asked for or possible, never larger than they are.

    Raises LayoutError if the gaps between them alone are wider than the figure.
    """
    shown = [find_piece(press, id)[1] for id in figure.pieces]
    room = width - _PIECE_GAP * (len(shown) - 1)
    if room <= 0:
        problem = f"{len(shown)} pieces do not fit side by side"
        raise LayoutError(f"{press.kit.slug} figure of pieces", problem, over_mm=-room)
    scale = min(1.0, room / sum(form.width for form in shown))
    if figure.size:
        scale = min(scale, figure.size / max(form.width for form in shown))
    height = max(form.height for form in shown) * scale
    drawn = []
    x = 0.0
    for id, form in zip(figure.pieces, shown, strict=True):
        middle = (x + form.width * scale / 2, height / 2)
        drawn.append(draw_token(press, id, middle, scale=scale, least=0.0))
        x += form.width * scale + _PIECE_GAP
    return Block((Group(tuple(drawn), name="small pieces"),), x - _PIECE_GAP, height)
