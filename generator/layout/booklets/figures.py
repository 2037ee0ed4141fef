"""Figures of booklets: pieces of the kit's own things, drawn as they are on the sheet."""

from generator.layout.boards.windows import lay_out_board_figure
from generator.layout.booklets.map_figures import NUMBER, draw_number, lay_out_map_figure, lay_out_overview
from generator.layout.booklets.piece_figures import lay_out_pieces_figure
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, rectangle, rounded_rectangle, stroked
from generator.layout.sheets.grids import lay_out_grid
from generator.layout.sheets.keys import lay_out_shapes
from generator.layout.sheets.panels import TITLE_INSET
from generator.layout.sheets.sheets import lay_out_sheet
from generator.layout.sheets.squares import parse_entry
from generator.layout.sheets.tracks import lay_out_track
from generator.model.booklet import (
    BoardFigure,
    BoardOverview,
    Figure,
    GridFigure,
    MapFigure,
    PiecesFigure,
    ShapesFigure,
    SheetFigure,
    TrackFigure,
)
from generator.model.sheet import GridSection, Section, Sheet, TrackSection
from generator.model.style import Paper
from generator.scene.shapes import Group, Path, Shape
from generator.scene.transforms import scaling

_PADDING = 3.0
_SQUARE = 7.0
"""Edge of a square in a figure where there is room."""
_FIELD = 8.5
_BESIDE_TITLE = 0.6
"""Between the middle of a number's white rim and the title that it stands beside."""
_SCALABLE = (BoardFigure, BoardOverview, MapFigure, PiecesFigure, SheetFigure)
_LEAST, _LEAST_MAP = 0.65, 0.85
"""Part of its room that a figure takes at least when it is drawn smaller to end a column; names of
places keep their size, so that a map becomes crowded sooner."""
_TRIES = 4
"""Letters at the edge of a drawing keep their size, so its height does not follow its width exactly."""


def lay_out_figure(press: Press, figure: Figure, *, width: float, paper: Paper) -> Block:
    """The figure in a light box of the given width, its caption below."""
    return _frame(press, figure, _draw(press, figure, _room(figure, width), paper), width)


def lay_out_smaller_figure(
    press: Press, figure: Figure, *, width: float, height: float, paper: Paper
) -> Block | None:
    """The figure drawn smaller, so that it takes no more than a height; None where it would be too small."""
    if not isinstance(figure, _SCALABLE):
        return None
    drawing = _draw(press, figure, _room(figure, width), paper)
    size = drawing.width
    least = _LEAST_MAP if isinstance(figure, MapFigure) else _LEAST
    for _ in range(_TRIES):
        over = _frame(press, figure, drawing, width).height - height
        if over <= 1e-6:
            return _frame(press, figure, drawing, width)
        size -= over * drawing.width / drawing.height + 1e-3
        if size < least * _room(figure, width):
            return None
        drawing = _draw(press, figure, size, paper)
    return None


def _room(figure: Figure, width: float) -> float:
    """For the drawing: maps take all of the box."""
    return width if isinstance(figure, MapFigure | BoardOverview) else width - 2 * _PADDING


def _frame(press: Press, figure: Figure, drawing: Block, width: float) -> Block:
    """The drawing in the middle of its box, the caption below."""
    inside = width - 2 * _PADDING
    is_map = isinstance(figure, MapFigure | BoardOverview)
    shapes: list[Shape] = []
    height = drawing.height + 2 * _PADDING
    if not is_map and not isinstance(figure, SheetFigure):
        ground = rounded_rectangle(0, 0, width, height, 2.0)
        shapes.append(filled(ground, press.palette["panel"]))
    else:
        height = drawing.height
    shapes.append(drawing.at((width - drawing.width) / 2, (height - drawing.height) / 2))
    if figure.caption:
        caption = press.text(
            press.say(figure.caption), "caption", width=inside, align="center", thing="caption"
        )
        shapes.append(caption.at(_PADDING, height + 1.2))
        height += 1.2 + caption.height
    return Block(tuple(shapes), width, height)


def _draw(press: Press, figure: Figure, width: float, paper: Paper) -> Block:
    match figure:
        case GridFigure():
            return press.keep(lambda press: _draw_grid(press, figure, width))
        case TrackFigure():
            return _draw_track(press, figure, width)
        case ShapesFigure():
            faces = tuple(face for face in press.kit.dice if not figure.values or face.value in figure.values)
            return lay_out_shapes(press, faces=faces, size=3.4, width=width, every_form=figure.every_form)
        case SheetFigure():
            return _draw_sheet(press, figure, width, paper)
        case BoardFigure():
            return press.keep(lambda press: lay_out_board_figure(press, figure, width=width))
        case MapFigure():
            return press.keep(lambda press: lay_out_map_figure(press, figure, width=width))
        case BoardOverview():
            return press.keep(lambda press: lay_out_overview(press, figure, width=width))
        case PiecesFigure():
            return press.keep(lambda press: lay_out_pieces_figure(press, figure, width=width))


def _draw_grid(press: Press, figure: GridFigure, width: float) -> Block:
    section = find_section(press, figure.section)
    if not isinstance(section, GridSection):
        raise TypeError(f"{figure.section} is not a grid")
    left = min(square.x for square in figure.grid)
    columns = figure.grid.width - left
    size = min(_SQUARE, (width - (10 if figure.labels else 0)) / columns)
    entries = {
        square.id: parse_entry(token) for square, token in zip(figure.grid, figure.entries, strict=True)
    }
    return lay_out_grid(
        press,
        section,
        grid=figure.grid,
        entries=entries,
        size=size,
        labels=figure.labels,
        decorated=False,
    )


def _draw_track(press: Press, figure: TrackFigure, width: float) -> Block:
    section = find_section(press, figure.section)
    if not isinstance(section, TrackSection):
        raise TypeError(f"{figure.section} is not a track")
    fields = section.fields[figure.first : figure.first + len(figure.entries)]
    entries = tuple(parse_entry(token) for token in figure.entries)
    return lay_out_track(press, section, width=width, fields=fields, entries=entries)


def _draw_sheet(press: Press, figure: SheetFigure, width: float, paper: Paper) -> Block:
    """The page in a thin frame; numbers stand on the tabs of the sections, on their icons."""
    sheet = next(part for part in press.kit.parts if isinstance(part, Sheet) and part.id == figure.sheet)
    layout = lay_out_sheet(press, sheet, paper=paper)
    page = layout.paper
    scale = width / page.width
    height = page.height * scale
    clip = Path(rectangle(0, 0, page.width, page.height))
    shapes: list[Shape] = [Group(layout.shapes, transform=scaling(scale), clip=clip, name="small sheet")]
    shapes.append(stroked(rectangle(0, 0, width, height), press.palette["line"], 0.25))
    corners = {section: (x, y) for section, x, y in layout.corners}
    for number, section in enumerate(figure.numbered, start=1):
        x, y = corners[section]
        end = (x + TITLE_INSET) * scale - _BESIDE_TITLE
        shapes += draw_number(press, number, end - NUMBER / 2, y * scale + 1.4)
    return Block(tuple(shapes), width, height)


def find_section(press: Press, name: str) -> Section:
    """A section of any sheet of the kit; readers have checked the name."""
    for part in press.kit.parts:
        if isinstance(part, Sheet):
            for section in part.sections.values():
                if section.id == name:
                    return section
    raise KeyError(name)
