"""The chart of a simulation, in the fonts and colours of its game."""

from generator.layout.charts import lay_out_chart
from generator.layout.document import make_press
from generator.model.chart import Chart
from generator.model.kit import Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_game_fonts
from generator.scene.shapes import Document


def draw_chart(kit: Kit, locale: str, chart: Chart) -> Document:
    """Lay a chart out as a document of one page."""
    fonts = read_game_fonts(kit.folder, shelf=find_shelf())
    return lay_out_chart(make_press(kit, locale=locale, fonts=fonts), chart)
