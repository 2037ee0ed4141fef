"""Printed parts and pieces as pictures for a screen, and what lies on them."""

from generator.backends.formats import DEFAULT, find_format
from generator.layout.boards.boards import lay_out_marks, lay_out_piece, lay_out_position
from generator.layout.boards.places import find_piece
from generator.layout.booklets import write_on_pages
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.words import find_title
from generator.make.papers import find_paper
from generator.model.kit import Booklet, Kit, Part
from generator.model.played import LaidPart, Position, TokenMark
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import dataclass, replace
from generator.read.files.shelf import Shelf
from generator.read.kits.shared import read_kit_fonts, read_papers
from generator.scene.bounds import Spot, list_spots
from generator.scene.shapes import Document, Page


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """An empty page for a screen."""

    picture: bytes
    """SVG file of the page."""
    width: float
    height: float
    """Size in mm."""
    spots: tuple[Spot, ...]


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
        self._press = make_press(kit, locale=locale, fonts=read_kit_fonts(kit, shelf=shelf))
        self._paper = find_paper(read_papers(shelf.papers), paper or (kit.papers or (DEFAULT_PAPER,))[0])
        self._pieces: dict[TokenMark, ScreenPiece] = {}

    def draw_part(self, part: str, owner: str = "") -> tuple[ScreenPage, ...]:
        """Return the empty pages of a part that have places, with the name of its owner."""
        document = self._lay_out(LaidPart(part, (), owner))
        pages = [(page, tuple(list_spots(page))) for page in document.pages]
        return tuple(
            ScreenPage(self._write(document, page), page.width, page.height, spots)
            for page, spots in pages
            if spots
        )

    def find_title(self, part: str) -> str:
        """Return the title of a part in the language."""
        return self._press.format(self._find_part(part).title)

    def draw_marks(self, laid: LaidPart, page: ScreenPage) -> bytes:
        """Return only what lies on a page, as an SVG file of its size."""
        marks = lay_out_marks(self._press, laid, size=(page.width, page.height), spots=page.spots)
        return self._svg.write(Document((marks,), "", self._press.wording.locale), 0, DEFAULT)

    def draw_piece(self, mark: TokenMark) -> ScreenPiece:
        """Return a piece; raises UnknownName if the kit does not have it."""
        if mark not in self._pieces:
            document = lay_out_piece(self._press, mark)
            (page,) = document.pages
            pieces, form, piece = find_piece(self._press, mark.piece, mark.part)
            side = piece.back if mark.is_turned and piece.back else piece.front
            title = find_title(
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
        """Return the pages of a part with everything on it."""
        press = self._press
        part = self._find_part(laid.part)
        if isinstance(part, Booklet):
            document = lay_out_part(press, part, paper=self._paper)
            return replace(document, pages=write_on_pages(press, document.pages, laid.laid))
        return lay_out_position(press, laid, paper=self._paper)

    def _find_part(self, id: str) -> Part:
        return next(part for part in self._press.kit.parts if part.id == id)

    def _write(self, document: Document, page: Page) -> bytes:
        return self._svg.write(replace(document, pages=(page,), bookmarks=()), 0, DEFAULT)
