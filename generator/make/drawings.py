"""Drawings outside of a kit's parts: the charts of simulations, and codes in a terminal."""

from collections.abc import Mapping

from generator.backends.formats import Options, find_format
from generator.layout.boards.boards import lay_out_heat
from generator.layout.charts import lay_out_chart, lay_out_plots
from generator.layout.document import make_press
from generator.layout.elements.codes import encode_qr
from generator.layout.press import Press
from generator.model.elements.template import Blocks
from generator.model.kit import Kit
from generator.model.language.fields import Field
from generator.model.plots import Heat, PlotPage
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.style import Paper
from generator.model.values import dataclass
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_kit_fonts, read_papers
from generator.read.templates.templates import ElementReader
from generator.scene.shapes import Document

_HALVES = {("X", "X"): " ", ("X", "."): "▄", (".", "X"): "▀", (".", "."): "█"}
"""Characters for two modules, the upper one first."""


def open_press(kit: Kit, locale: str) -> Press:
    """Return the press of a game in one language, with its fonts."""
    return make_press(kit, locale=locale, fonts=read_kit_fonts(kit, shelf=find_shelf()))


def find_first_paper(kit: Kit) -> Paper:
    """Return the first paper size of a game, for its sheets."""
    return read_papers(find_shelf().papers)[(kit.papers or (DEFAULT_PAPER,))[0]]


def draw_chart(kit: Kit, locale: str, fields: Mapping[str, Field]) -> Document:
    """Lay a chart out as a document of one page, in the fonts and colours of its game."""
    shelf = find_shelf()
    reader = ElementReader.open(shelf.chart)
    blocks = reader.read_value(Blocks, reader.data, ())
    reader.findings.stop_if_any()
    return lay_out_chart(open_press(kit, locale), blocks, fields)


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
    return Drawing(lay_out_plots(open_press(kit, locale), page))


def draw_heat(kit: Kit, locale: str, heat: Heat) -> Drawing:
    """Lay a heat map out on one page; the kit must have been read to be drawn."""
    return Drawing(lay_out_heat(open_press(kit, locale), heat, paper=find_first_paper(kit)))


def draw_code(text: str) -> tuple[str, ...]:
    """Return a QR code for a terminal, light on a dark ground, with two rows of modules in each line."""
    rows = encode_qr(text, level="l", border=2)
    pairs = zip(rows[::2], [*rows[1::2], *(["X" * len(rows[0])] * (len(rows) % 2))], strict=True)
    return tuple("".join(_HALVES[pair] for pair in zip(*rows, strict=True)) for rows in pairs)
