"""A process of its own that looks at the pages of a PDF file: bad files can stop only this process.

The request is JSON on standard input. The answer has a line of JSON for the file, and one for each page; it
ends where a page cannot be drawn within the limits. Lengths are in mm from the top left corner of the page.
Gaps, edges, and cells of the rendered page show where cards are, and which are alike.
"""

import ctypes
import hashlib
import io
import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

from generator.inputs import open_regular
from generator.scene.shapes import IDENTITY, Transform, compose_transforms, move_point

_MOST_MEMORY = 480 * 2**20
_MOST_SECONDS = 2.5
"""Time of the processor for each page, rounded up to full seconds of the process."""
_MOST_OBJECTS = 100_000
"""Objects of a page, and parts of their outlines, among which cards are sought."""
_MOST_PAGES = 2_000
_MOST_BYTES = 2**28
_MOST_SEGMENTS = 500
"""Parts of an outline; more belong to a drawing, fewer to the marks of a page."""
_THIN, _SMALL = 0.6, 8.0
"""Width in mm up to which a filled shape is a line, and up to which it is part of a card."""
_DEEPEST = 8
"""Forms within forms that are looked into."""
_LONGEST_SIDE = 5080.0
"""Longest side of a page in mm: 200 inches, the limit of the format."""
_COARSE, _FINE = 48, 144
"""Dots per inch for empty cells, and for finding cards."""
_MM = 25.4 / 72
_TRANSPOSE = 5
"""Number of the transposition in Pillow."""

MarkBox: TypeAlias = tuple[float, float, float, float]


def survey_file(request: dict[str, Any], limit: Callable[[], None]) -> Iterator[dict[str, Any]]:
    """Yield facts about a file and about the pages that are asked for; `limit` is called before each."""
    limit()
    try:
        file = pypdfium2.PdfDocument(request["path"])
    except pypdfium2.PdfiumError:
        code = pdfium.FPDF_GetLastError()
        is_locked = code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)
        yield {"error": "encrypted" if is_locked else "damaged"}
        return
    if pdfium.FPDF_GetSecurityHandlerRevision(file.raw) != -1:
        yield {"error": "encrypted"}
        return
    count = len(file)
    if not 0 < count <= _MOST_PAGES:
        yield {"error": "empty" if count < 1 else "long"}
        return
    with open_regular(Path(request["path"])) as raw:
        has_units = b"/UserUnit" in raw.read(_MOST_BYTES)
    yield {"pages": count, "duplex": pdfium.FPDF_VIEWERREF_GetDuplex(file.raw)}
    for number in request["pages"] or range(1, count + 1):
        if number > count:
            continue
        limit()
        page = file[number - 1]
        unit = _MM * (_find_unit(file, number) if has_units else 1.0)
        facts = {"page": number, **_survey_page(page, unit, request, str(number))}
        yield facts
        if "error" in facts:
            return
        page.close()


def _survey_page(page: Any, unit: float, request: dict[str, Any], number: str) -> dict[str, Any]:
    """Return facts about a page, whose unit is in mm."""
    width, height = page.get_width() * unit, page.get_height() * unit
    facts: dict[str, Any] = {"width": width, "height": height}
    if not (0 < width <= _LONGEST_SIDE and 0 < height <= _LONGEST_SIDE):
        return facts | {"error": "size"}
    if request.get("sizes"):
        return facts
    finds = request.get("finds")
    if finds == "objects":
        return facts | _find_marks(page, unit)
    picture = _render(page, _FINE if finds else _COARSE)
    scale = picture.width / width
    if cells := request.get("cells", {}).get(number):
        facts["cells"] = [_look_at_cell(picture, cell, scale, request.get("bleed", 0.0)) for cell in cells]
        facts["beside"] = _measure_beside(picture, cells, scale)
    if finds:
        facts |= _find_marks(page, unit)
        grey = picture.convert("L")
        turned = grey.transpose(_TRANSPOSE)
        facts["gaps"] = [_find_plain_spans(one, scale) for one in (grey, turned)]
        facts["edges"] = [_find_edges(one, scale) for one in (grey, turned)]
    return facts


def _render(page: Any, dpi: int) -> Any:
    scale = dpi / 72
    longest = max(page.get_width(), page.get_height()) * scale
    scale *= min(1.0, 4000 / longest)
    return page.render(scale=scale, may_draw_forms=False, rev_byteorder=True).to_pil().convert("RGB")


def _find_unit(file: Any, number: int) -> float:
    """Return the size of a unit of a page in points, which pdfium does not apply."""
    written = io.BytesIO()
    with pypdfium2.PdfDocument.new() as other:
        other.import_pages(file, [number - 1])
        other.save(written)
    found = re.search(rb"/UserUnit ([\d.]+)", written.getvalue())
    return float(found[1]) if found and re.fullmatch(rb"\d+(\.\d+)?", found[1]) else 1.0


def _find_marks(page: Any, unit: float) -> dict[str, Any]:
    """Return the boxes of pictures, forms, and outlines, and straight pieces of lines."""
    marks = _Marks(_find_page_matrix(page, unit))
    count = pdfium.FPDFPage_CountObjects(page)
    for index in range(min(count, _MOST_OBJECTS)):
        marks.add(pdfium.FPDFPage_GetObject(page, index), IDENTITY, 0)
    names = ("pictures", "forms", "outlines", "pieces", "texts")
    return {"trim": _find_trim(page, unit), **{name: getattr(marks, name) for name in names}}


def _find_trim(page: Any, unit: float) -> MarkBox:
    """Return the box to which the page says that it is cut; the page itself if it does not."""
    matrix = _find_page_matrix(page, unit)
    left, bottom, right, top = page.get_trimbox()
    return _bound([move_point(matrix, x, y) for x in (left, right) for y in (bottom, top)])


class _Marks:
    """Collects the objects of a page that may show cards."""

    def __init__(self, to_page: Transform) -> None:
        self._to_page = to_page
        self._left = _MOST_OBJECTS
        self.pictures: list[MarkBox] = []
        self.forms: list[MarkBox] = []
        self.outlines: list[MarkBox] = []
        self.pieces: list[MarkBox] = []
        self.texts: list[MarkBox] = []

    def add(self, drawn: Any, around: Transform, depth: int) -> None:
        """Add an object, and what is in it; `around` maps its coordinates to those of the page."""
        self._left -= 1
        if self._left < 0:
            return
        kind, matrix = pdfium.FPDFPageObj_GetType(drawn), _read_matrix(drawn)
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            moved = compose_transforms(self._to_page, compose_transforms(around, matrix))
            corners = [move_point(moved, x, y) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))]
            self.pictures.append(_cut(_bound(corners), self._read_clip(drawn, around)))
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
            if box := self._read_bounds(drawn, around):
                self.forms.append(box)
            inner = compose_transforms(around, matrix)
            for index in range(max(0, min(pdfium.FPDFFormObj_CountObjects(drawn), self._left))):
                self.add(pdfium.FPDFFormObj_GetObject(drawn, index), inner, depth + 1)
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
            if box := self._read_bounds(drawn, around):
                self.texts.append(box)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            box = self._read_bounds(drawn, around)
            # A small shape is neither a card nor a mark.
            if box and not all(_THIN < box[axis + 2] - box[axis] < _SMALL for axis in (0, 1)):
                self._add_path(
                    drawn, compose_transforms(self._to_page, compose_transforms(around, matrix)), box
                )

    def _add_path(self, drawn: Any, matrix: Transform, box: MarkBox) -> None:
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(drawn, fill, stroke)
        if not (fill.value or stroke.value):
            return
        count = pdfium.FPDFPath_CountSegments(drawn)
        if count > _MOST_SEGMENTS:
            # A drawing, which may be as large as a card.
            self.outlines.append(box)
            return
        parts = _read_parts(partial(pdfium.FPDFPath_GetPathSegment, drawn), count, matrix)
        self._left -= max(0, count)
        for points, is_closed, is_straight in parts:
            box = _bound(points)
            width, height = box[2] - box[0], box[3] - box[1]
            if min(width, height) < _THIN:
                if max(width, height) > _THIN:
                    self.pieces.append(box)
            elif is_closed or points[0] == points[-1] or (fill.value and len(points) > 3):
                self.outlines.append(box)
            elif is_straight:
                pairs = pairwise(points)
                self.pieces += [piece for piece in map(_bound, pairs) if _is_upright(piece)]

    def _read_bounds(self, drawn: Any, around: Transform) -> MarkBox | None:
        edges = [ctypes.c_float() for _ in range(4)]
        if not pdfium.FPDFPageObj_GetBounds(drawn, *edges):
            return None
        left, bottom, right, top = (edge.value for edge in edges)
        moved = compose_transforms(self._to_page, around)
        return _bound([move_point(moved, x, y) for x in (left, right) for y in (bottom, top)])

    def _read_clip(self, drawn: Any, around: Transform) -> MarkBox | None:
        """Return the box of the rectangles by which an object is clipped; None if it is not."""
        clip, found = pdfium.FPDFPageObj_GetClipPath(drawn), None
        for index in range(min(max(0, pdfium.FPDFClipPath_CountPaths(clip)), 50) if clip else 0):
            count = min(pdfium.FPDFClipPath_CountPathSegments(clip, index), 50)
            get = partial(pdfium.FPDFClipPath_GetPathSegment, clip, index)
            points = [
                point
                for part, *_ in _read_parts(get, count, compose_transforms(self._to_page, around))
                for point in part
            ]
            if points:
                found = _cut(_bound(points), found)
        return found


def _read_parts(
    get: Any, count: int, matrix: Transform
) -> Iterator[tuple[list[tuple[float, float]], bool, bool]]:
    """Yield the points of each part of a path, and whether it is closed, and only of straight lines."""
    points: list[tuple[float, float]] = []
    is_closed, is_straight = False, True
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(max(0, count)):
        segment = get(index)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO and len(points) > 1:
            yield points, is_closed, is_straight
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            points, is_closed, is_straight = [], False, True
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = move_point(matrix, x.value, y.value)
        if all(map(math.isfinite, point)):
            points.append(point)
        is_straight &= kind != pdfium.FPDF_SEGMENT_BEZIERTO
        is_closed |= bool(pdfium.FPDFPathSegment_GetClose(segment))
    if len(points) > 1:
        yield points, is_closed, is_straight


def _is_upright(box: MarkBox) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return min(width, height) < _THIN < max(width, height)


def _read_matrix(drawn: Any) -> Transform:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(drawn, found):
        return IDENTITY
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _find_page_matrix(page: Any, unit: float) -> Transform:
    """Return the transform from the coordinates of a page to mm from its top left corner, as it is seen."""
    steps = 1000
    size = round(page.get_width() * steps), round(page.get_height() * steps)
    x, y = ctypes.c_int(), ctypes.c_int()
    found = []
    for point in ((0, 0), (1000, 0), (0, 1000)):
        pdfium.FPDF_PageToDevice(page, 0, 0, *size, 0, *point, x, y)
        found.append((x.value / steps * unit, y.value / steps * unit))
    (e, f), across, down = found
    a, b, c, d = (
        (one - start) / 1000 for end in (across, down) for one, start in zip(end, (e, f), strict=True)
    )
    return (a, b, c, d, e, f)


def _bound(points: Sequence[tuple[float, float]]) -> MarkBox:
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def _cut(box: MarkBox, other: MarkBox | None) -> MarkBox:
    if other is None:
        return box
    left, top, right, bottom = *map(max, box[:2], other[:2]), *map(min, box[2:], other[2:])
    return left, top, max(left, right), max(top, bottom)


def _limit_time() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        until = math.ceil(used.ru_utime + used.ru_stime + _MOST_SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def answer_survey() -> None:
    """Answer the request on standard input, within limits of memory and time."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    for line in survey_file(json.loads(sys.stdin.read()), _limit_time):
        print(json.dumps(line), flush=True)


_BOX = 4
"""Number of the filter in Pillow that averages pixels."""
_NOISE = 10
"""Differences of tones that are not seen, of 255."""
_STEP = 32
"""Difference of neighbours that is an edge."""
_EDGE_SHARE = 0.3
"""Share of the height along which an edge runs at least."""
_INSET, _BAND = 0.8, 0.6
"""Distances in mm from the cut: of what is surely on a card, and of a line along the cut."""
_BEYOND = (0.4, 1.4)
"""Distances in mm from the cut between which bleed is sought."""
_INKED = 0.6
"""Share of inked pixels beyond the cut above which a card has bleed."""
_FAR_BESIDE, _BLOCK, _FILLED_BLOCK = 3.5, 3.0, 16
"""Distance in mm from the cut of what is beside a card; side and tone of blocks that are not empty."""
_LOOK = (6, 8)
"""Columns and rows of the tones by which cards are compared."""


def _find_plain_spans(grey: Any, scale: float) -> list[tuple[float, float]]:
    """Return start and end of each part of the width without ink; `scale` is in pixels per mm."""
    ground = grey.getpixel((1, 1))
    inked = grey.point([255 * (abs(tone - ground) > _NOISE) for tone in range(256)])
    shares = _average(inked)
    spans, start = [], None
    for x, share in enumerate([*shares, 1.0]):
        if share == 0 and start is None:
            start = x
        elif share and start is not None:
            spans.append((round(start / scale, 3), round(x / scale, 3)))
            start = None
    return spans


def _find_edges(grey: Any, scale: float) -> list[tuple[float, float]]:
    """Return position and share of each upright edge that runs along much of what is on a page."""
    shifted = Image.new("L", grey.size)
    shifted.paste(grey, (1, 0))
    steps = ImageChops.difference(grey, shifted).point([255 * (tone > _STEP) for tone in range(256)])
    steps.paste(0, (0, 0, 1, grey.height))
    box = steps.getbbox()
    if not box:
        return []
    shares = _average(steps.crop((0, box[1], grey.width, box[3])))
    found = []
    for x in range(1, len(shares) - 1):
        # An edge between two columns of pixels may be split among both.
        near = shares[x] + min(shares[x - 1], shares[x + 1], 0.5 * shares[x])
        if shares[x] >= shares[x - 1] and shares[x] > shares[x + 1] and near > _EDGE_SHARE:
            found.append((round(x / scale, 3), round(near, 3)))
    return found


def _average(picture: Any) -> list[float]:
    """Return the share of white pixels of each column."""
    row = picture.convert("F").resize((picture.width, 1), _BOX)
    return [row.getpixel((x, 0)) / 255 for x in range(picture.width)]


def _look_at_cell(picture: Any, cell: Sequence[float], scale: float, bleed: float) -> dict[str, Any]:
    """Return whether a cell is empty, its tones, and a hash with its bleed; `scale` is in pixels per mm.

    A cell is empty if it has the colour of the page, and at least one of its sides has no line along the cut.
    """
    ground = picture.getpixel((1, 1))
    left, top, right, bottom = (edge * scale for edge in cell)
    inset, band = _INSET * scale, max(1.0, _BAND * scale)
    inner = _crop(picture, (left + inset, top + inset, right - inset, bottom - inset))
    is_empty = _has_only(inner, ground)
    if is_empty:
        # Crop marks near the corners are no lines along the cut.
        x, y = (right - left) / 6, (bottom - top) / 6
        sides = (
            (left - band, top + y, left + band, bottom - y),
            (right - band, top + y, right + band, bottom - y),
            (left + x, top - band, right - x, top + band),
            (left + x, bottom - band, right - x, bottom + band),
        )
        is_empty = any(_has_only(_crop(picture, side), ground) for side in sides)
    near, far = _BEYOND[0] * scale, _BEYOND[1] * scale
    beyond = (
        (left - far, top, left - near, bottom),
        (right + near, top, right + far, bottom),
        (left, top - far, right, top - near),
        (left, bottom + near, right, bottom + far),
    )
    has_bleed = any(_measure_ink(_crop(picture, side), ground) > _INKED for side in beyond)
    more = bleed * scale
    whole = _crop(picture, (left - more, top - more, right + more, bottom + more))
    digest = hashlib.md5(whole.tobytes(), usedforsecurity=False).hexdigest()
    look = list(inner.resize(_LOOK, _BOX).tobytes())
    return {"empty": is_empty, "bleeds": has_bleed, "look": look, "digest": digest}


def _measure_beside(picture: Any, cells: Sequence[Sequence[float]], scale: float) -> float:
    """Return the area of what is drawn beside cells and their bleed, in mm², in blocks of a few mm."""
    ground = picture.getpixel((1, 1))
    rest = picture.copy()
    for cell in cells:
        left, top, right, bottom = (edge * scale for edge in cell)
        far = _FAR_BESIDE * scale
        rest.paste(ground, tuple(map(round, (left - far, top - far, right + far, bottom + far))))
    inked = _find_ink(rest, ground)
    size = [max(1, round(side / scale / _BLOCK)) for side in inked.size]
    counts: list[int] = inked.resize(size, _BOX).histogram()
    return _BLOCK**2 * sum(counts[_FILLED_BLOCK:])


def _measure_ink(picture: Any, ground: Sequence[int]) -> float:
    """Return the share of pixels that have another colour than the page."""
    shares = _average(_find_ink(picture, ground))
    return sum(shares) / len(shares)


def _find_ink(picture: Any, ground: Sequence[int]) -> Any:
    tone = sum(ground) // 3
    return picture.convert("L").point([255 * (abs(one - tone) > _NOISE) for one in range(256)])


def _crop(picture: Any, box: Sequence[float]) -> Any:
    left, top = max(0, round(box[0])), max(0, round(box[1]))
    right, bottom = min(picture.width, round(box[2])), min(picture.height, round(box[3]))
    return picture.crop((min(left, right - 1), min(top, bottom - 1), max(right, 1), max(bottom, 1)))


def _has_only(picture: Any, colour: Sequence[int]) -> bool:
    return all(
        low >= tone - _NOISE and high <= tone + _NOISE
        for (low, high), tone in zip(picture.getextrema(), colour, strict=True)
    )


if __name__ == "__main__":
    answer_survey()
