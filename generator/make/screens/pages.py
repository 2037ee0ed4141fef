"""Pictures of a game outside of print jobs: pages and pieces on screens, positions in files, charts."""

import re
from collections.abc import Mapping
from pathlib import Path

from generator.backends.formats import DEFAULT, find_format
from generator.layout.boards import positions
from generator.layout.charts import lay_out_chart, lay_out_plots
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.pictures import encode_qr
from generator.layout.elements.words import choose_title
from generator.layout.press import Press, get_board_piece
from generator.make.jobs.jobs import find_paper
from generator.model.elements.template import Blocks
from generator.model.kit import Booklet, Kit, Part
from generator.model.language.expressions import Field
from generator.model.played import LaidPart, Position, TokenMark
from generator.model.plots import Heat, PlotPage
from generator.model.printing.printing import DEFAULT_PAPER, FileOptions, Paper
from generator.model.values import dataclass, replace
from generator.output import Staging
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.kits.fonts import read_kit_fonts
from generator.read.kits.shared import read_papers
from generator.read.templates.elements import ElementReader
from generator.scene.shapes import Document, Page, PrintedSpot, list_spots

_SCREEN = FileOptions(dpi=110, fine=330)
"""Resolution of a page that fills a screen, and is drawn while players wait."""
_HALVES = {("X", "X"): " ", ("X", "."): "▄", (".", "X"): "▀", (".", "."): "█"}
"""Characters for two modules, the upper one first."""


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """An empty page for a screen."""

    picture: bytes
    """SVG file of the page."""
    width: float
    height: float
    """Size in mm."""
    spots: tuple[PrintedSpot, ...]


@dataclass(frozen=True, slots=True)
class ScreenPiece:
    """A piece for a screen."""

    picture: bytes
    """SVG file of the piece."""
    title: str
    """Text that is printed on it; empty if there is none."""
    width: float
    height: float
    """Size in mm."""
    is_standing: bool
    """True for a standee, which may be higher than its place."""


class ScreenPages:
    """Parts of one game in one language on one paper."""

    def __init__(self, kit: Kit, locale: str, *, shelf: Shelf, paper: str = "") -> None:
        """Raises UnknownName for a paper that is not known; by default, it is the first of the game."""
        self._svg = find_format("svg")
        self._press, self._paper = _open_press(kit, locale, shelf), _choose_paper(kit, shelf, paper)
        self._pieces: dict[TokenMark, ScreenPiece] = {}

    def draw_part(self, part: str, owner: str = "") -> tuple[ScreenPage, ...]:
        """Return the empty pages of a part that have places, with the name of its owner."""
        document = self._lay_out(LaidPart(part, (), owner))
        return tuple(
            ScreenPage(self._write(document, page), page.width, page.height, spots)
            for page in document.pages
            if (spots := tuple(list_spots(page)))
        )

    def format_title(self, part: str) -> str:
        """Return the title of a part in the language."""
        return self._press.format(self._find_part(part).title)

    def draw_marks(self, laid: LaidPart, page: ScreenPage) -> bytes:
        """Return only what lies on a page, as an SVG file of its size."""
        marks = positions.lay_out_marks(self._press, laid, size=(page.width, page.height), spots=page.spots)
        return self._svg.write(Document((marks,), "", self._press.wording.locale), 0, DEFAULT)

    def draw_piece(self, mark: TokenMark) -> ScreenPiece:
        """Return a piece; raises UnknownName if the kit does not have it."""
        if mark not in self._pieces:
            document = positions.lay_out_piece(self._press, mark)
            (page,) = document.pages
            pieces, form, piece = get_board_piece(self._press, mark.piece, mark.part)
            side = piece.back if mark.is_turned and piece.back else piece.front
            title = choose_title(
                self._press, pieces.templates[side], piece.in_language(self._press.wording).fields
            )
            picture, is_standing = self._write(document, page), form.outline == "standee"
            self._pieces[mark] = ScreenPiece(picture, title, page.width, page.height, is_standing)
        return self._pieces[mark]

    def write(self, position: Position) -> bytes:
        """Return all printed parts of a position as a PDF file; empty if there are none."""
        documents = [self._lay_out(part) for part in position.parts if part.part]
        if not documents:
            return b""
        pages = tuple(page for document in documents for page in document.pages)
        return find_format("pdf").write(replace(documents[0], pages=pages), None, DEFAULT)

    def _lay_out(self, laid: LaidPart) -> Document:
        press = self._press
        part = self._find_part(laid.part)
        if isinstance(part, Booklet):
            document = lay_out_part(press, part, paper=self._paper)
            return replace(document, pages=positions.write_on_pages(press, document.pages, laid.laid))
        return positions.lay_out_position(press, laid, paper=self._paper)

    def _find_part(self, id: str) -> Part:
        return next(part for part in self._press.kit.parts if part.id == id)

    def _write(self, document: Document, page: Page) -> bytes:
        return self._svg.write(replace(document, pages=(page,), bookmarks=()), 0, DEFAULT)


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board or a sheet for a screen, and what lies on it."""

    part: str
    owner: str
    """The player whose sheet it is; empty for a shared part."""
    title: str
    page: ScreenPage
    """The empty part, which stays as it is."""
    marks: bytes
    """Pieces and handwriting on it, as an SVG file of the same size."""


class BoardPictures:
    """Pictures of positions for screens; what is unchanged is not drawn again."""

    def __init__(self, kit: Kit, locale: str) -> None:
        self._pages = ScreenPages(kit, locale, shelf=find_shelf())
        self._grounds: dict[tuple[str, str], ScreenPage] = {}
        """Empty parts, by part and owner."""
        self._drawn: dict[tuple[str, str], tuple[LaidPart, BoardPicture]] = {}
        """The last position of each part and owner, and its picture."""

    def draw(self, position: Position) -> tuple[BoardPicture, ...]:
        """Return a picture of each part."""
        return tuple(map(self._draw_part, position.parts))

    def _draw_part(self, part: LaidPart) -> BoardPicture:
        key = part.part, part.owner
        laid, picture = self._drawn.get(key, (None, None))
        if picture is None or laid != part:
            if key not in self._grounds:
                (self._grounds[key],) = self._pages.draw_part(*key)
            ground = self._grounds[key]
            title, marks = self._pages.format_title(part.part), self._pages.draw_marks(part, ground)
            picture = BoardPicture(*key, title, ground, marks)
            self._drawn[key] = part, picture
        return picture

    def draw_piece(self, mark: TokenMark) -> ScreenPiece:
        """Return a piece; raises UnknownName if the kit does not have it."""
        return self._pages.draw_piece(mark)


class PositionFile:
    """Target file for positions; several boards or sheets each have a file with their name in it."""

    def __init__(self, path: Path, kit: Kit, locale: str) -> None:
        """Raises UnknownName if the extension is not a known format."""
        self._path = path
        self._format = find_format(path.suffix.removeprefix(".") or "svg")
        shelf = find_shelf()
        self._press, self._paper = _open_press(kit, locale, shelf), _choose_paper(kit, shelf)
        self.drawn: dict[Path, LaidPart] = {}
        """The positions that the files show."""

    def draw(self, position: Position) -> tuple[Path, ...]:
        """Draw the changed positions, into all files or none, and return the files.

        Raises OutputError; the files are then unchanged.
        """
        drawn = {}
        with Staging() as staging:
            for number, part in enumerate(position.parts, 1):
                path = self._path
                if len(position.parts) > 1:
                    path = self._name(part.owner or part.part, number)
                if self.drawn.get(path) == part:
                    continue
                drawn[path] = part
                document = positions.lay_out_position(self._press, part, paper=self._paper)
                page = 0 if self._format.per_page else None
                staging.write(path, self._format.write(document, page, _SCREEN))
            written = staging.commit().written
        self.drawn.update(drawn)
        return written

    def _name(self, name: str, number: int) -> Path:
        plain = re.sub(r"[^\w-]+", "-", name).strip("-") or str(number)
        return self._path.with_name(f"{self._path.stem}-{plain}{self._path.suffix}")


@dataclass(frozen=True, slots=True)
class ChartDrawing:
    """A picture that can be written in several formats."""

    document: Document

    @property
    def title(self) -> str:
        return self.document.title

    def write(self, extension: str) -> bytes:
        """Return a file by its extension without a point; raises UnknownName for an unknown format."""
        return find_format(extension).write(self.document, 0, FileOptions(dpi=200))


def draw_chart(kit: Kit, locale: str, fields: Mapping[str, Field]) -> Document:
    """Lay a chart out as a document of one page, in the fonts and colours of its game."""
    shelf = find_shelf()
    reader = ElementReader.open(shelf.chart)
    blocks = reader.read_value(Blocks, reader.data, ())
    reader.findings.stop_if_any()
    return lay_out_chart(_open_press(kit, locale, shelf), blocks, fields)


def draw_plots(kit: Kit, locale: str, page: PlotPage) -> ChartDrawing:
    """Lay plots out on one page, in the fonts and colours of their game."""
    return ChartDrawing(lay_out_plots(_open_press(kit, locale, find_shelf()), page))


def draw_heat(kit: Kit, locale: str, heat: Heat) -> ChartDrawing:
    """Lay a heat map out on one page; the kit must have been read to be drawn."""
    shelf = find_shelf()
    return ChartDrawing(
        positions.lay_out_heat(_open_press(kit, locale, shelf), heat, paper=_choose_paper(kit, shelf))
    )


def draw_code(text: str) -> tuple[str, ...]:
    """Return a QR code for a terminal, light on a dark ground, with two rows of modules in each line."""
    rows = encode_qr(text, level="l", border=2)
    pairs = zip(rows[::2], [*rows[1::2], *(["X" * len(rows[0])] * (len(rows) % 2))], strict=True)
    return tuple("".join(_HALVES[pair] for pair in zip(*rows, strict=True)) for rows in pairs)


def _open_press(kit: Kit, locale: str, shelf: Shelf) -> Press:
    return make_press(kit, locale=locale, fonts=read_kit_fonts(kit, shelf=shelf))


def _choose_paper(kit: Kit, shelf: Shelf, paper: str = "") -> Paper:
    """Return the paper of a name, or the first of a game; raises UnknownName."""
    return find_paper(read_papers(shelf.papers), paper or (kit.papers or (DEFAULT_PAPER,))[0])
