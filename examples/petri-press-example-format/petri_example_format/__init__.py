"""Cards as lines of text: the words of each page, for a list to read or to search."""

from generator.backends.formats import Format
from generator.scene.shapes import GlyphRun, list_all


def write(document, page, options):
    """Return the texts of all pages, a page a line."""
    lines = (" ".join(run.text for run in list_all(GlyphRun, one.shapes)) for one in document.pages)
    return "".join(f"{' '.join(line.split())}\n" for line in lines).encode()


FORMAT = Format(name="cards", extension="list", per_page=False, write=write)
