"""PDF documents: vector shapes, and text that can be searched and copied; also for print shops."""

from generator.backends.formats import DEFAULT, Format
from generator.backends.pdf.writer import PdfWriter
from generator.model.printing.printing import FileOptions
from generator.scene.shapes import Document


def write_pdf(document: Document, options: FileOptions = DEFAULT) -> bytes:
    """Return the file; the same document gives the same bytes."""
    writer = begin_pdf(options)
    writer.add(document)
    return writer.finish()


def begin_pdf(options: FileOptions) -> PdfWriter:
    """Return the writer of a document to be printed at home or, with press options, by a print shop."""
    if options.press is None:
        return PdfWriter(options.dpi)
    # Few runs go to press, and LittleCMS takes long to import.
    from generator.backends.pdf.press import PressWriter

    return PressWriter(options.dpi, options.press)


FORMAT = Format(
    name="pdf",
    extension="pdf",
    per_page=False,
    write=lambda document, page, options: write_pdf(document, options),
    begin=begin_pdf,
)
