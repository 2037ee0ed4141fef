"""Pages of PDF files as pictures: drawn in any resolution, or placed as they are by the PDF back end."""

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from generator.errors import Wrong, format_count, list_briefly
from generator.inputs import on_disk
from generator.model.values import dataclass
from generator.scene.pictures import (
    WHOLE_PICTURE,
    EdgeColours,
    EdgeRun,
    Embedded,
    EmbeddingPlan,
    PartOfPicture,
    PictureView,
    RasterFile,
    VectorFile,
)
from generator.system import PYTHON

_MOST_SECONDS, _PAGE_SECONDS = 120, 3
"""Time for a file, and for each page, which the process itself limits."""
_MOST_PIXELS = 40_000_000
_FINENESS = 2
"""Pixels that are averaged, along each side: thin lines would be too thick."""
_RIM_DPI = 100
_LAP = 2
"""Pixels of a rim that are below the edge of the card."""
_MIRROR, _HALF_TURN, _TURNS = 0, 3, (None, 5)
"""Numbers of transpositions in Pillow: left and right, upside down, and columns and rows."""
_SURVEY = "generator.scene.pdf.survey"
_REASONS = {
    "encrypted": ("is encrypted", "save it without a password, such as by printing it into a new PDF file"),
    "damaged": ("is not a PDF file that can be read", "save or download it again"),
    "empty": ("has no pages", "save or download it again"),
    "long": ("has more than 2000 pages", "split it"),
}
"""Messages and hints about a file, by the answer of the survey."""


class PdfPlace(NamedTuple):
    """A page of a file, and the part of it that is meant: `rules.pdf#2@12,10,63,88,180`."""

    page: int = 1
    part: tuple[float, float, float, float] | None = None
    """Left, top, width, and height in mm; None: all of it."""
    is_turned: bool = False
    """True if the part is upside down in the file."""

    def name(self) -> str:
        """Return the place as it is written behind the name of the file."""
        if not self.part:
            return f"#{self.page}"
        numbers = [f"{one:.3f}".rstrip("0").rstrip(".") for one in self.part]
        return f"#{self.page}@{','.join([*numbers, *['180'] * self.is_turned])}"


def parse_pdf_place(text: str) -> PdfPlace:
    """Return the place behind the name of a file, which may be empty; raises Wrong."""
    number = r"-?\d{1,5}(?:\.\d+)?"
    box = rf"({number}),({number}),({number}),({number})(,180)?"
    match = re.fullmatch(rf"#(\d{{1,5}})(?:@{box})?", text or "#1")
    if not match or match[1].strip("0") == "":
        raise Wrong(f"`{text}` is not a page", "write `rules.pdf#2`, or `rules.pdf#2@12,10,63,88` in mm")
    part = tuple(map(float, match.groups()[1:5])) if match[2] else None
    if part and min(part[2:]) <= 0:
        raise Wrong(f"`{text}` has no size", "left, top, width, and height in mm: `rules.pdf#2@12,10,63,88`")
    return PdfPlace(int(match[1]), (part[0], part[1], part[2], part[3]) if part else None, bool(match[6]))


@dataclass(frozen=True)
class PageSurvey:
    """Facts about a file, and about its pages by number."""

    count: int
    pages: Mapping[int, Mapping[str, Any]]
    """Facts about the pages that were asked for, as far as they exist and can be drawn."""
    duplex: int = 0
    """How the file asks printers to flip the paper: 2 over the short edge, 3 over the long one."""

    def check_pages(self, numbers: Sequence[int]) -> None:
        """Raise Wrong if there are no pages with these numbers."""
        if missing := [number for number in numbers if number > self.count]:
            message = f"has no page {list_briefly(missing)}"
            raise Wrong(message, f"it has {format_count(self.count, 'page')}")

    def find(self, number: int) -> Mapping[str, Any]:
        """Return the facts about a page; raises Wrong if there is no such page, or it cannot be drawn."""
        self.check_pages([number])
        if number not in self.pages:
            hint = "save it in a simpler way, or as pictures"
            raise Wrong(f"page {number} cannot be drawn in {_PAGE_SECONDS} seconds and 500 MB", hint)
        return self.pages[number]


def survey_pdf(path: Path, **request: Any) -> PageSurvey:
    """Return facts about a file and about pages; raises Wrong for a file that cannot be read.

    A process of its own reads the file, so that a bad one can stop only that process. `pages` are numbers
    (empty: all pages), `cells` are boxes to look at by the number of their page, `finds` looks for cards
    (`objects`: without drawing the pages), and `sizes` only measures pages, which may be too hard to draw.
    """
    with on_disk(path) as file:
        return _survey(Path.cwd() / file, {"pages": [], **request})


def _survey(path: Path, request: Mapping[str, Any]) -> PageSurvey:
    asked = json.dumps({"path": str(path), **request})
    home = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [*PYTHON, "-m", _SURVEY]
    try:
        done = subprocess.run(
            command, input=asked.encode(), capture_output=True, timeout=_MOST_SECONDS, env=home
        )
        answer = done.stdout
    except subprocess.TimeoutExpired as error:
        answer = error.stdout or b""
    return read_survey([json.loads(line) for line in answer.splitlines()])


def read_survey(lines: Sequence[Mapping[str, Any]]) -> PageSurvey:
    """Return the answer of a survey; raises Wrong."""
    head, *pages = lines or [{"error": "damaged"}]
    if reason := head.get("error"):
        raise Wrong(*_REASONS[reason])
    for facts in pages:
        if facts.get("error"):
            raise Wrong(f"page {facts['page']} has no size that can be printed", "at most 5 m")
    return PageSurvey(head["pages"], {facts["page"]: facts for facts in pages}, head["duplex"])


class PdfPage(VectorFile):
    """A part of a page; what is beyond the page is white."""

    def __init__(
        self,
        name: str,
        path: Path,
        page: int,
        size: tuple[float, float],
        box: tuple[float, float, float, float],
        signature: str,
        *,
        is_turned: bool = False,
    ) -> None:
        """`size` is that of the page, `box` has the edges of the part, in mm from the top left corner."""
        super().__init__(name, path)
        self.path, self.page, self.size, self.box, self.is_turned = path, page, size, box, is_turned
        self._signature = signature
        self._colours: dict[PartOfPicture, EdgeColours] = {}
        self.look = ""
        """Hash of its pixels, if it is known; otherwise, what it shows may change with its file."""

    def read(self) -> bytes:
        """Return a text that is another one for each part of another file."""
        return f"{self._signature} {self.page} {self.box} {self.is_turned}".encode()

    def read_look(self) -> bytes:
        return f"{self.look} {self.is_turned}".encode() if self.look else self.read()

    def make_rim(
        self, part: PartOfPicture, margins: PartOfPicture, *, is_stretched: bool = False
    ) -> RasterFile:
        return _Rim(self, part, margins, is_stretched)

    def find_edge_colours(self, part: PartOfPicture) -> EdgeColours:
        if part not in self._colours:
            from generator.scene.pdf.rendering import find_edge_colours

            left, top, right, bottom = self.box
            sides = (right - left) * (part[2] - part[0]), (bottom - top) * (part[3] - part[1])
            wide, high = (max(1, round(side * _RIM_DPI / 25.4)) for side in sides)
            found = find_edge_colours(self.draw(part, (wide, high)))
            self._colours[part] = tuple(
                tuple(EdgeRun(end, f"#{bytes(colour).hex()}") for end, colour in side) for side in found
            )
        return self._colours[part]

    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        left, top, right, bottom = view.part
        across, down = (right - left) * width, (bottom - top) * height
        scale = min(1.0, (_MOST_PIXELS / max(1.0, across * down)) ** 0.5)
        size = max(1, ceil(across * scale - 0.01)), max(1, ceil(down * scale - 0.01))
        return EmbeddingPlan(view.part, size, view.tint, looks=view.looks)

    def _decode(self, plan: EmbeddingPlan, splits: bool) -> Embedded:
        # Few kits have PDF files, and the library that encodes pictures takes long to import.
        from generator.scene.rasters import embed_drawn

        return embed_drawn(self.name, self.draw(plan.part, plan.size), plan, splits=splits)

    def draw(self, part: PartOfPicture, size: tuple[int, int]) -> Any:
        """Return the pixels of a part of the picture."""
        from generator.scene.pdf.rendering import render_part

        left, top, right, bottom = self.box
        wide, high = right - left, bottom - top
        if self.is_turned:
            part = (1 - part[2], 1 - part[3], 1 - part[0], 1 - part[1])
        across, down = size[0] / ((part[2] - part[0]) * wide), size[1] / ((part[3] - part[1]) * high)
        corner = (left + part[0] * wide) * across, (top + part[1] * high) * down
        whole = self.size[0] * across, self.size[1] * down
        drawn = render_part(self.path, self.page - 1, whole, corner, size, _FINENESS, self._signature)
        return drawn.transpose(_HALF_TURN) if self.is_turned else drawn


class _Rim(RasterFile):
    """Pixels around a part of a page, which are cut off; inside, below the part itself, it is white."""

    def __init__(
        self, page: PdfPage, part: PartOfPicture, margins: PartOfPicture, is_stretched: bool
    ) -> None:
        super().__init__(page.name, page.path)
        self._page, self._part, self._margins, self._is_stretched = page, part, margins, is_stretched

    def read(self) -> bytes:
        return self._page.read() + f" {self._part} {self._margins} {self._is_stretched}".encode()

    def read_look(self) -> bytes:
        return self._page.read_look() + f" {self._part} {self._margins} {self._is_stretched}".encode()

    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        left, top, right, bottom = self._page.box
        wide, high = self._part[2] - self._part[0], self._part[3] - self._part[1]
        across, down = (1 + self._margins[at] + self._margins[at + 2] for at in (0, 1))
        most = (right - left) * wide * across, (bottom - top) * high * down
        sides = zip((width, height), most, strict=True)
        size = [max(1, round(min(side, limit * _RIM_DPI / 25.4))) for side, limit in sides]
        return EmbeddingPlan(WHOLE_PICTURE, (size[0], size[1]), view.tint, looks=view.looks)

    def _decode(self, plan: EmbeddingPlan, splits: bool) -> Embedded:
        from generator.scene.rasters import embed_drawn

        left, top, right, bottom = self._margins
        across, down = plan.size[0] / (1 + left + right), plan.size[1] / (1 + top + bottom)
        size = max(1, round(across)), max(1, round(down))
        x, y = (
            min(round(left * across), plan.size[0] - size[0]),
            min(round(top * down), plan.size[1] - size[1]),
        )
        rest = plan.size[0] - size[0] - x, plan.size[1] - size[1] - y
        picture = self._page.draw(self._part, size)
        for turn, (before, after) in zip(_TURNS, ((x, rest[0]), (y, rest[1])), strict=True):
            # The other way is done with the picture on its side.
            picture = self._widen(picture.transpose(turn) if turn else picture, before, after)
        picture = picture.transpose(_TURNS[1])
        inner = x + _LAP, y + _LAP, x + size[0] - _LAP, y + size[1] - _LAP
        if inner[0] < inner[2] and inner[1] < inner[3]:
            picture.paste((255, 255, 255), inner)
        return embed_drawn(self.name, picture, plan, splits=splits, is_cut_off=True)

    def _widen(self, picture: Any, before: int, after: int) -> Any:
        """Return a picture with more columns on the left and on the right, which mirror it."""
        wide, high = picture.size
        wider = picture.crop((-before, 0, wide + after, high))
        for count, start, place in ((before, 0, 0), (after, max(0, wide - after), before + wide)):
            if count and self._is_stretched:
                edge = 0 if place == 0 else wide - 1
                wider.paste(picture.crop((edge, 0, edge + 1, high)).resize((count, high)), (place, 0))
            elif count:
                strip = picture.crop((start, 0, min(start + count, wide), high)).transpose(_MIRROR)
                # A card that is narrower than its bleed is stretched.
                wider.paste(strip.resize((count, high)), (place, 0))
        return wider
