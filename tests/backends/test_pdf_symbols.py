"""A symbol looks the same wherever it is used in a PDF."""

import pypdfium2

from generator.backends.pdf import write_pdf
from generator.scene.shapes import Colour, Document, Page, Path, Shape, Stroke, Symbol, Use
from tests.backends.scenes import text

INK = Colour(0.0, 0.0, 0.0)


def render(shapes: tuple[Shape, ...]) -> bytes:
    document = Document((Page(40.0, 40.0, shapes),), "Lines", "en")
    pdf = pypdfium2.PdfDocument(write_pdf(document))
    # The right half: there is only the symbol.
    picture = pdf[0].render(scale=4).to_pil().crop((240, 0, 453, 453)).tobytes()
    pdf.close()
    return picture


def test_a_symbol_takes_nothing_over_from_what_was_drawn_before() -> None:
    """Dashes, ends and corners of the line before do not show in a symbol that says nothing of them."""
    corner = Path((("M", 25.0, 5.0), ("L", 35.0, 20.0), ("L", 25.0, 35.0)), stroke=Stroke(INK, 2.0))
    use = Use(Symbol("corner", (corner,), (20.0, 0.0, 40.0, 40.0)))
    dashed = Stroke(INK, 2.0, dash=(1.0, 1.0), cap="round", join="round")
    before = Path((("M", 5.0, 5.0), ("L", 5.0, 35.0)), stroke=dashed)
    assert render((before, use)) == render((use,))


def test_a_symbol_keeps_its_letters_together() -> None:
    """Letters set apart before it leave those of a symbol where they are."""
    use = Use(Symbol("words", (text("words", 24, 20),), (20, 0, 40, 40)))
    assert render((text("AB", 2, 20, tracking=1.5), use)) == render((use,))
