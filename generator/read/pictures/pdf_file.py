"""Pages of PDF files of games -> pictures; each page is looked at once, in a process of its own."""

import hashlib
from pathlib import Path
from typing import Any

from generator.errors import Wrong
from generator.inputs import MOST_PICTURE_BYTES, read_regular
from generator.model.style import Photograph
from generator.read.files.text_files import name_file, unreadable
from generator.scene.pdf.pages import PageSurvey, PdfPage, PdfPlace, parse_pdf_place, survey_pdf

_NEAR = 16
"""Pages that are looked at together, since a file of which one is drawn is often drawn as a whole."""


class PdfFiles:
    """The PDF files of one game."""

    def __init__(self) -> None:
        self._signatures: dict[Path, str] = {}
        self._pages: dict[tuple[Path, int], tuple[float, float]] = {}
        self._digests: dict[tuple[Path, str], str] = {}
        """Hashes of parts of pages that were drawn as cells of a grid."""

    def survey(self, path: Path, **request: Any) -> PageSurvey:
        """Return facts about pages, as `survey_pdf` does; raises DataError for a bad file."""
        self._sign(path)
        try:
            found = survey_pdf(path, **request)
        except Wrong as wrong:
            raise unreadable(path, wrong.message, wrong.hint) from wrong
        if not request.get("sizes"):
            # These pages can be drawn.
            sizes = {number: (one["width"], one["height"]) for number, one in found.pages.items()}
            self._pages |= {(path, number): size for number, size in sizes.items()}
        bleed = request.get("bleed", 0.0)
        for number, cells in request.get("cells", {}).items():
            seen_cells = found.pages[number]["cells"] if number in found.pages else []
            for (left, top, right, bottom), seen in zip(cells, seen_cells, strict=False):
                part = left - bleed, top - bleed, right - left + 2 * bleed, bottom - top + 2 * bleed
                self._digests[path, PdfPlace(number, part).name()] = seen["digest"]
        return found

    def read(self, path: Path, part: str) -> Photograph:
        """Return a page, or a part of it, as a picture; raises DataError."""
        signature = self._sign(path)
        try:
            place = parse_pdf_place(part)
            size = self._pages.get((path, place.page)) or self._find_size(path, place.page)
        except Wrong as wrong:
            raise unreadable(path, wrong.message, wrong.hint) from wrong
        left, top, width, height = place.part or (0.0, 0.0, *size)
        if left >= size[0] or top >= size[1] or left + width <= 0 or top + height <= 0:
            message = f"page {place.page} has nothing at {left:g}, {top:g}"
            raise unreadable(path, message, f"it is {size[0]:.1f} x {size[1]:.1f} mm")
        box = (left, top, left + width, top + height)
        page = PdfPage(name_file(path), path, place.page, size, box, signature, is_turned=place.is_turned)
        page.look = self._digests.get((path, place._replace(is_turned=False).name()), "")
        return Photograph(width, height, page, unit=1.0)

    def _find_size(self, path: Path, page: int) -> tuple[float, float]:
        start = (page - 1) // _NEAR * _NEAR + 1
        found = self.survey(path, pages=[*range(start, start + _NEAR)])
        if page <= found.count and page not in found.pages:
            # A page before it may be the one that cannot be drawn.
            found = self.survey(path, pages=[page])
        facts = found.find(page)
        return facts["width"], facts["height"]

    def _sign(self, path: Path) -> str:
        if path not in self._signatures:
            try:
                data = read_regular(path, MOST_PICTURE_BYTES)
            except FileNotFoundError:
                raise unreadable(path, "there is no such file") from None
            except OSError as error:
                raise unreadable(path, f"cannot be read: {error.strerror}") from error
            self._signatures[path] = hashlib.md5(data, usedforsecurity=False).hexdigest()
        return self._signatures[path]
