"""Every page of a PDF as a PNG of the same pixels, by nothing but pdfium and Pillow.

`bare_pdfium.py FILE.pdf FOLDER [DPI]`
"""

import sys
from pathlib import Path

import pypdfium2


def main(source: str, folder: str, dpi: str = "300") -> None:
    document = pypdfium2.PdfDocument(source)
    for number, page in enumerate(document):
        picture = page.render(scale=int(dpi) / 72).to_pil()
        picture.save(Path(folder) / f"bare-{number}.png", dpi=(int(dpi), int(dpi)))


if __name__ == "__main__":
    main(*sys.argv[1:])
