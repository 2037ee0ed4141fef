"""Pictures of positions: the boards and sheets of `petri walk`, on screens and in files."""

import re
from pathlib import Path

from generator.backends.formats import Options, find_format
from generator.layout.boards.boards import lay_out_position
from generator.make.drawings import find_first_paper, open_press
from generator.make.screen_pages import ScreenPage, ScreenPages, ScreenPiece
from generator.model.kit import Kit
from generator.model.played import LaidPart, Position, TokenMark
from generator.model.values import dataclass
from generator.output import Staging
from generator.read.files.shelf import find_shelf

_SCREEN = Options(dpi=110, fine=330)
"""A page fills a screen, and is drawn while the player waits."""


@dataclass(frozen=True, slots=True)
class Picture:
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
        self._drawn: dict[tuple[str, str], tuple[LaidPart, Picture]] = {}
        """The last position of each part and owner, and its picture."""

    def draw(self, position: Position) -> tuple[Picture, ...]:
        """Return a picture of each part."""
        return tuple(map(self._draw_part, position.parts))

    def _draw_part(self, part: LaidPart) -> Picture:
        key = part.part, part.owner
        laid, picture = self._drawn.get(key, (None, None))
        if picture is None or laid != part:
            picture = self._draw_marks(part)
            self._drawn[key] = part, picture
        return picture

    def _draw_marks(self, part: LaidPart) -> Picture:
        key = part.part, part.owner
        if key not in self._grounds:
            (self._grounds[key],) = self._pages.draw_part(*key)
        ground = self._grounds[key]
        return Picture(*key, self._pages.find_title(part.part), ground, self._pages.draw_marks(part, ground))

    def draw_piece(self, mark: TokenMark) -> ScreenPiece:
        """Return a piece; raises UnknownName if the kit does not have it."""
        return self._pages.draw_piece(mark)


class BoardFile:
    """Target file for positions; several boards or sheets each have a file with their name in it."""

    def __init__(self, path: Path, kit: Kit, locale: str) -> None:
        """Raises UnknownName if the extension is not a known format."""
        self._path = path
        self._format = find_format(path.suffix.removeprefix(".") or "svg")
        self._press = open_press(kit, locale)
        self._paper = find_first_paper(kit)
        self.drawn: dict[Path, LaidPart] = {}
        """The positions that the files show."""

    def draw(self, position: Position) -> tuple[Path, ...]:
        """Draw the changed positions, into all files or none, and return the files.

        Raises OutputError; the files are then unchanged.
        """
        drawn = {}
        with Staging() as staging:
            for number, part in enumerate(position.parts, 1):
                place = self._path
                if len(position.parts) > 1:
                    place = self._name(part.owner or part.part, number)
                if self.drawn.get(place) == part:
                    continue
                drawn[place] = part
                document = lay_out_position(self._press, part, paper=self._paper)
                page = 0 if self._format.per_page else None
                staging.write(place, self._format.write(document, page, _SCREEN))
            written = staging.commit().written
        self.drawn.update(drawn)
        return written

    def _name(self, name: str, number: int) -> Path:
        plain = re.sub(r"[^\w-]+", "-", name).strip("-") or str(number)
        return self._path.with_name(f"{self._path.stem}-{plain}{self._path.suffix}")
