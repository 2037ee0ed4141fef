"""Every page of a PDF as a PNG of the same pixels, by nothing but pdfium and Pillow.

`bare_pdfium.py SOURCE FOLDER [DPI]`: SOURCE is a file, or a folder with files.
"""

import sys
from pathlib import Path

import pypdfium2


def main(source: str, folder: str, dpi: str = "300") -> None:
    files = sorted(Path(source).glob("*.pdf")) if Path(source).is_dir() else [Path(source)]
    for file in files:
        for number, page in enumerate(pypdfium2.PdfDocument(file)):
            picture = page.render(scale=int(dpi) / 72).to_pil()
            picture.save(Path(folder) / f"bare-{file.stem}-{number}.png", dpi=(int(dpi), int(dpi)))


if __name__ == "__main__":
    main(*sys.argv[1:])
