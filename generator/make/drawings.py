"""Drawings outside of a kit's parts: the chart of a simulation, and the boards of `petri walk --board`."""

import re
from collections.abc import Mapping
from pathlib import Path

from generator.backends.formats import Options, find_format
from generator.layout.boards.heat import lay_out_heat
from generator.layout.boards.positions import lay_out_position
from generator.layout.charts import lay_out_chart, lay_out_plots
from generator.layout.document import make_press
from generator.model.fields import Field
from generator.model.kit import Kit
from generator.model.plots import Heat, PlotPage
from generator.model.position import LaidPart, Position
from generator.model.printing import DEFAULT_PAPER
from generator.model.style import Paper
from generator.model.template import Blocks
from generator.model.values import dataclass
from generator.output import Staging
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.kits.fonts import read_kit_fonts
from generator.read.kits.themes import read_papers
from generator.read.templates.elements import ElementReader
from generator.scene.shapes import Document

_SCREEN = Options(dpi=110, fine=330)
"""A page fills a screen, and is drawn while the player waits."""


def draw_chart(kit: Kit, locale: str, fields: Mapping[str, Field]) -> Document:
    """Lay a chart out as a document of one page, in the fonts and colours of its game."""
    shelf = find_shelf()
    reader = ElementReader.open(shelf.chart)
    blocks = reader.read_value(Blocks, reader.data, ())
    reader.findings.stop_if_any()
    fonts = read_kit_fonts(kit, shelf=shelf)
    return lay_out_chart(make_press(kit, locale=locale, fonts=fonts), blocks, fields)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that can be written in several formats."""

    document: Document

    @property
    def title(self) -> str:
        return self.document.title

    def write(self, extension: str) -> bytes:
        """Return a file by its extension without a point; raises UnknownName for an unknown format."""
        return find_format(extension).write(self.document, 0, Options(dpi=200))


def draw_plots(kit: Kit, locale: str, page: PlotPage) -> Drawing:
    """Lay plots out on one page, in the fonts and colours of their game."""
    fonts = read_kit_fonts(kit, shelf=find_shelf())
    return Drawing(lay_out_plots(make_press(kit, locale=locale, fonts=fonts), page))


def draw_heat(kit: Kit, locale: str, heat: Heat) -> Drawing:
    """Lay a heat map out on one page; the kit must have been read to be drawn."""
    shelf = find_shelf()
    press = make_press(kit, locale=locale, fonts=read_kit_fonts(kit, shelf=shelf))
    return Drawing(lay_out_heat(press, heat, paper=find_paper(kit, shelf)))


def find_paper(kit: Kit, shelf: Shelf) -> Paper:
    """Return the first paper size of a game, for sheets."""
    return read_papers(shelf.papers)[(kit.papers or (DEFAULT_PAPER,))[0]]


class BoardFile:
    """Target file for positions; several boards or sheets each have a file with their name in it."""

    def __init__(self, path: Path, kit: Kit, locale: str) -> None:
        """Raises UnknownName if the extension is not a known format."""
        self._path = path
        self._format = find_format(path.suffix.removeprefix(".") or "svg")
        shelf = find_shelf()
        self._press = make_press(kit, locale=locale, fonts=read_kit_fonts(kit, shelf=shelf))
        self._paper = find_paper(kit, shelf)
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
