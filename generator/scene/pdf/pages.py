"""Pages of PDF files as pictures: drawn in any resolution, or placed as they are by the PDF back end."""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from generator.children import PYTHON
from generator.errors import Wrong
from generator.model.values import dataclass
from generator.scene.pictures import Embedded, EmbeddingPlan, PictureView, RasterFile

_MOST_SECONDS, _PAGE_SECONDS = 120, 4
"""Time for a file, and for each page, which the process itself limits."""
_MOST_PIXELS = 40_000_000
_FINENESS = 2
"""Pixels that are averaged, along each side: thin lines would be too thick."""
_COARSE_DPI = 150
"""Resolution of what continues a card beyond the cut."""
_SURVEY = "generator.scene.pdf.survey"
_REASONS = {
    "encrypted": ("is encrypted", "save it without a password, such as by printing it into a new PDF file"),
    "damaged": ("is not a PDF file that can be read", "save or download it again"),
    "empty": ("has no pages", "save or download it again"),
    "long": ("has more than 2000 pages", "split it"),
}
"""What is wrong with a file, by the answer of the survey, and what to do."""


class PdfPlace(NamedTuple):
    """A page of a file, and the part of it that is meant: `rules.pdf#2@12,10,63,88`."""

    page: int = 1
    part: tuple[float, float, float, float] | None = None
    """Left, top, width, and height in mm; None: all of it."""

    def name(self) -> str:
        """Return the place as it is written behind the name of the file."""
        part = "@" + ",".join(f"{one:.3f}".rstrip("0").rstrip(".") for one in self.part) if self.part else ""
        return f"#{self.page}{part}"


def parse_pdf_place(text: str) -> PdfPlace:
    """Return the place behind the name of a file, which may be empty; raises Wrong."""
    number = r"-?\d{1,5}(?:\.\d+)?"
    match = re.fullmatch(rf"#(\d{{1,5}})(?:@({number}),({number}),({number}),({number}))?", text or "#1")
    if not match or match[1].strip("0") == "":
        raise Wrong(f"`{text}` is not a page", "write `rules.pdf#2`, or `rules.pdf#2@12,10,63,88` in mm")
    part = tuple(map(float, match.groups()[1:])) if match[2] else None
    if part and min(part[2:]) <= 0:
        raise Wrong(f"`{text}` has no size", "left, top, width, and height in mm: `rules.pdf#2@12,10,63,88`")
    return PdfPlace(int(match[1]), (part[0], part[1], part[2], part[3]) if part else None)


@dataclass(frozen=True)
class PageSurvey:
    """What is known about a file, and about its pages by number."""

    count: int
    pages: Mapping[int, Mapping[str, Any]]
    """Facts about the pages that were asked for, as far as they exist and can be drawn."""

    def find(self, number: int) -> Mapping[str, Any]:
        """Return the facts about a page; raises Wrong if there is no such page, or it cannot be drawn."""
        if number > self.count:
            has = f"it has {self.count} pages" if self.count > 1 else "it has one page"
            raise Wrong(f"has no page {number}", has)
        if number not in self.pages:
            hint = "save it in a simpler way, or as pictures"
            raise Wrong(f"page {number} cannot be drawn in {_PAGE_SECONDS} seconds and 500 MB", hint)
        return self.pages[number]


def survey_pdf(path: Path, **request: Any) -> PageSurvey:
    """Return facts about a file and about pages; raises Wrong for a file that cannot be read.

    A process of its own reads the file, so that a bad one can stop only that process. `pages` are numbers
    (empty: all pages), `cells` are boxes to look at on each page, and with `finds` it looks for cards.
    """
    asked = json.dumps({"path": str(Path.cwd() / path), "pages": [], **request})
    home = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [*PYTHON, "-m", _SURVEY]
    try:
        done = subprocess.run(
            command, input=asked.encode(), capture_output=True, timeout=_MOST_SECONDS, env=home
        )
        answer = done.stdout
    except subprocess.TimeoutExpired as error:
        answer = error.stdout or b""
    head, *pages = [json.loads(line) for line in answer.splitlines()] or [{"error": "damaged"}]
    if reason := head.get("error"):
        raise Wrong(*_REASONS[reason])
    for facts in pages:
        if facts.get("error"):
            raise Wrong(f"page {facts['page']} has no size that can be printed", "at most 5 m")
    return PageSurvey(head["pages"], {facts["page"]: facts for facts in pages})


class PdfPage(RasterFile):
    """A part of a page; what is beyond the page is white."""

    def __init__(
        self,
        name: str,
        path: Path,
        page: int,
        size: tuple[float, float],
        box: tuple[float, float, float, float],
        signature: str,
    ) -> None:
        """`size` is that of the page, `box` has the edges of the part, in mm from the top left corner."""
        super().__init__(name, path)
        self.path, self.page, self.size, self.box = path, page, size, box
        self._signature = signature

    def read(self) -> bytes:
        """Return a text that is another one for each part of another file."""
        return f"{self._signature} {self.page} {self.box}".encode()

    @property
    def is_vector(self) -> bool:
        return True

    @property
    def coarse(self) -> "PdfPage":
        return _CoarsePage(self.name, self.path, self.page, self.size, self.box, self._signature)

    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        left, top, right, bottom = view.part
        across, down = (right - left) * width, (bottom - top) * height
        scale = min(1.0, (_MOST_PIXELS / max(1.0, across * down)) ** 0.5)
        size = max(1, ceil(across * scale - 0.01)), max(1, ceil(down * scale - 0.01))
        return EmbeddingPlan(view.part, size, view.tint, looks=view.looks)

    def _decode(self, plan: EmbeddingPlan, splits: bool) -> Embedded:
        # Few kits have PDF files, and these libraries take long to import.
        from generator.scene.pdf.rendering import render_part
        from generator.scene.rasters import Raster, save_smaller

        left, top, right, bottom = plan.part
        box_left, box_top, box_right, box_bottom = self.box
        wide, high = box_right - box_left, box_bottom - box_top
        # Pixels per point, of which a page has 72 / 25.4 per mm.
        across, down = plan.size[0] / ((right - left) * wide), plan.size[1] / ((bottom - top) * high)
        x, y = (box_left + left * wide) * across, (box_top + top * high) * down
        scale = across * 25.4 / 72, down * 25.4 / 72
        picture = render_part(self.path, self.page - 1, scale, (x, y), plan.size, _FINENESS)
        raster = Raster(self.name, save_smaller(picture))
        inner = raster.plan(PictureView(tint=plan.tint, looks=plan.looks), *plan.size, splits=splits)
        return raster.embed(inner, splits=splits)


class _CoarsePage(PdfPage):
    """A part of a page that is always pixels, and few of them."""

    @property
    def is_vector(self) -> bool:
        return False

    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        wide, high = self.box[2] - self.box[0], self.box[3] - self.box[1]
        most = _COARSE_DPI / 25.4
        return super().plan(view, min(width, wide * most), min(height, high * most), splits=splits)
