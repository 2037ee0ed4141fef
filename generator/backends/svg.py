"""SVG pages in millimetres: outlines only, with the text kept for screen readers.

The only module that imports svgwrite, which builds the root of the page.
"""

from xml.etree.ElementTree import tostring

from svgwrite import Drawing
from svgwrite.extensions import Inkscape

from generator.backends.formats import DEFAULT, Format, Options
from generator.backends.numbers import number
from generator.backends.svg_shapes import ShapeWriter, clean, join, quote
from generator.scene.shapes import Document, Page


def write_svg(document: Document, page_index: int | None, options: Options = DEFAULT) -> bytes:
    """Return one page; the same document gives the same bytes."""
    page, writer, body = document.pages[page_index or 0], ShapeWriter(options.dpi), list[str]()
    for shape in page.shapes:
        writer.draw(shape, body, is_top=True)
    root = _make_root(document, page).get_xml()
    described = [tostring(child, "unicode") for child in root if child.tag != "defs"]
    given = {name: quote(value) for name, value in root.items()}
    svg = join("svg", given, [*described, join("defs", {}, writer.definitions), *body])
    return f'<?xml version="1.0" encoding="utf-8"?>\n{svg}\n'.encode()


def _make_root(document: Document, page: Page) -> Drawing:
    width, height = number(page.width), number(page.height)
    root = Drawing(size=(f"{width}mm", f"{height}mm"), debug=False)
    Inkscape(root)
    root["viewBox"] = f"0 0 {width} {height}"
    # The miter limit of PDF; the default of SVG, 4, would bevel corners that PDF draws pointed.
    root["stroke-miterlimit"] = "10"
    root["lang"] = root["xml:lang"] = document.language
    root["role"] = "graphics-document document"
    title = " · ".join(filter(None, (document.title, page.label)))
    root.set_desc(clean(title) or None, clean(document.subject) or None)
    return root


FORMAT = Format(name="svg", extension="svg", per_page=True, write=write_svg)
