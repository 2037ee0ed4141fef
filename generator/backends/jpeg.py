"""JPEG files: the same pictures as PNG, smaller."""

from generator.backends.formats import Format
from generator.backends.png import write_png

FORMAT = Format(
    name="jpeg",
    extension="jpg",
    per_page=True,
    write=lambda document, page, options: write_png(
        document, page or 0, dpi=options.dpi, fine=options.fine, form="JPEG"
    ),
)
