"""PDF files as pdfium reads them: pixels of pages, contents of fields."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import c_ushort
from functools import lru_cache
from itertools import pairwise
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium

from generator.errors import OutputError
from generator.inputs import on_disk


def count_pixels(width: float, height: float, dpi: float) -> tuple[int, int]:
    """Return the width and height in pixels of a page whose size is in mm."""
    return max(1, round(width * dpi / 25.4)), max(1, round(height * dpi / 25.4))


_MOST = 6_000_000
"""Maximum number of pixels rendered at once: bands of a page take half the time of the complete page."""


def render(
    data: bytes,
    width: int,
    height: int,
    fineness: int,
    mode: str,
    part: tuple[int, int, int, int] | None = None,
) -> Iterator[Any]:
    """Render the first page of a file at a multiple of the size, band by band, and average it.

    `part` is (left, top, right, bottom) of what is wanted, in pixels; by default, the page.
    """
    kind, ground = (pdfium.FPDFBitmap_BGRx, 255) if mode == "RGB" else (pdfium.FPDFBitmap_BGRA, 0)
    left, top, right, bottom = part or (0, 0, width, height)
    across, rows = (right - left) * fineness, bottom - top
    most = min(rows, max(1, _MOST // (across * fineness)))
    whole = width * fineness, height * fineness
    # In Pillow's order of bytes, so that they are not copied.
    flags = pdfium.FPDF_PRINTING | pdfium.FPDF_REVERSE_BYTE_ORDER
    with pypdfium2.PdfDocument(data) as file:
        page = file[0]
        bitmap = pypdfium2.PdfBitmap.new_native(across, most * fineness, kind, rev_byteorder=True)
        for start in range(top, bottom, most):
            bitmap.fill_rect((ground,) * 4, 0, 0, across, bitmap.height)
            corner = -left * fineness, -start * fineness
            pdfium.FPDF_RenderPageBitmap(bitmap, page, *corner, *whole, 0, flags)
            deep = min(most, bottom - start) * fineness
            yield bitmap.to_pil().reduce(fineness, box=(0, 0, across, deep))
        bitmap.close()
        page.close()


_CHECKS = (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON)


class FilledFile(NamedTuple):
    """Metadata of a file, and the contents of its fields."""

    keywords: str
    fields: Mapping[str, str]
    """Texts and the names of checked states, by the names of fields; empty ones are left out."""


def read_filled_fields(data: bytes) -> FilledFile:
    """Return the fields of a file as any program has filled them in; raises ValueError for no PDF file."""
    try:
        with pypdfium2.PdfDocument(data) as file:
            file.init_forms()
            keywords = file.get_metadata_dict().get("Keywords", "")
            fields = dict(field for page in file for field in _list_fields(page, file.formenv))
            return FilledFile(keywords, {name: value for name, value in fields.items() if value})
    except pypdfium2.PdfiumError as error:
        raise ValueError(str(error)) from error


def _list_fields(page: Any, form: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of a page that are texts or checked."""
    for index in range(pdfium.FPDFPage_GetAnnotCount(page) if form else 0):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
        is_check = kind in _CHECKS
        if kind >= 0 and (not is_check or pdfium.FPDFAnnot_IsChecked(form, annotation)):
            find = (
                pdfium.FPDFAnnot_GetFormFieldExportValue if is_check else pdfium.FPDFAnnot_GetFormFieldValue
            )
            yield (
                read_buffer_text(pdfium.FPDFAnnot_GetFormFieldName, form, annotation),
                read_buffer_text(find, form, annotation),
            )
        pdfium.FPDFPage_CloseAnnot(annotation)


def read_buffer_text(find: Callable[..., int], form: Any, annotation: Any) -> str:
    """Return the text that a function writes into a buffer; it returns its length in bytes."""
    length = find(form, annotation, None, 0)
    buffer = (c_ushort * (length // 2 + 1))()
    find(form, annotation, buffer, length)
    return bytes(buffer)[:length].decode("utf-16-le", "replace").rstrip("\0")


_PDFIUM = Lock()
"""pdfium may be used by one thread at a time."""


def render_part(
    path: Path,
    page: int,
    whole: tuple[float, float],
    corner: tuple[float, float],
    size: tuple[int, int],
    fineness: int,
    signature: str,
) -> Any:
    """Return a part of a page on white, in RGB.

    `whole` is the size of the complete page in pixels, `corner` is where the part begins; `signature` is
    that of the file. A page with many small parts is drawn once, and its parts begin at whole pixels.
    Raises OutputError if the file is no PDF file any more.
    """
    pixels = whole[0] * whole[1]
    with _PDFIUM:
        if size[0] * size[1] * _FEW_PARTS < pixels < _MOST_KEPT:
            exact = round(whole[0], _PLACES), round(whole[1], _PLACES)
            picture = _draw_page(path, page, exact, fineness, signature)
            left, top = map(round, corner)
            part = _make_white(size)
            part.paste(picture, (-left, -top))
            return part
        return _draw(path, page, whole, corner, size, fineness)


_FEW_PARTS = 4
"""Parts of a page that are drawn one by one."""
_MOST_KEPT = 20_000_000
"""Pixels of a page that is kept for its parts, such as A4 with 450 dots per inch."""
_PLACES = 3
"""Decimals of pixels; more come from the computing of sizes."""


@lru_cache(maxsize=2)
def _draw_page(path: Path, page: int, whole: tuple[float, float], fineness: int, signature: str) -> Any:
    """Return a complete page; it is kept for its next part, as long as the file has this signature."""
    width, height = map(ceil, whole)
    picture = _make_white((width, height))
    rows = max(1, _MOST // (width * fineness**2))
    for top in range(0, height, rows):
        band = width, min(rows, height - top)
        picture.paste(_draw(path, page, whole, (0, top), band, fineness), (0, top))
    return picture


def _make_white(size: tuple[int, int]) -> Any:
    bitmap = pypdfium2.PdfBitmap.new_native(*size, pdfium.FPDFBitmap_BGRx, rev_byteorder=True)
    bitmap.fill_rect((255,) * 4, 0, 0, *size)
    picture = bitmap.to_pil().convert("RGB")
    bitmap.close()
    return picture


def _draw(
    path: Path,
    page: int,
    whole: tuple[float, float],
    corner: tuple[float, float],
    size: tuple[int, int],
    fineness: int,
) -> Any:
    width, height = (side * fineness for side in size)
    flags = pdfium.FPDF_PRINTING | pdfium.FPDF_REVERSE_BYTE_ORDER
    with _opened(path) as file:
        drawn = file[page]
        across, down = (side * fineness for side in whole)
        across, down = across / drawn.get_width(), down / drawn.get_height()
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGRx, rev_byteorder=True)
        bitmap.fill_rect((255,) * 4, 0, 0, width, height)
        matrix = pdfium.FS_MATRIX(across, 0, 0, down, *(-edge * fineness for edge in corner))
        clip = pdfium.FS_RECTF(0, 0, width, height)
        pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, drawn, matrix, clip, flags)
        picture = bitmap.to_pil().convert("RGB").reduce(fineness)
        bitmap.close()
        drawn.close()
    return picture


_Colour: TypeAlias = tuple[int, ...]
_Runs: TypeAlias = tuple[tuple[float, _Colour], ...]


def find_edge_colours(picture: Any) -> tuple[_Runs, ...]:
    """Return the colours along the left, top, right, and bottom edge of a card, below a hairline on the cut.

    Each has the fraction of the edge at which it ends. Edges are empty if they have many colours.
    """
    if min(picture.size) <= 2 * (_HAIRLINE + _EVEN_BAND):
        return ()
    if colour := _find_only_colour(picture):
        return (((1.0, colour),),) * 4
    found = []
    for turn in _TO_TOP:
        runs = _find_runs(picture.transpose(turn) if turn is not None else picture)
        if not runs:
            return ()
        found.append(runs)
    return tuple(found)


_TO_TOP = (5, None, 2, 1)
"""Transpositions in Pillow after which the left, top, right, and bottom edge is at the top."""


def _find_only_colour(picture: Any) -> _Colour | None:
    """Return the colour along all edges; None if there are several."""
    frames = [_list_tones(picture, depth) for depth in range(_HAIRLINE + _EVEN_BAND)]
    for start in range(_HAIRLINE + 1):
        bands = zip(*frames[start : start + _EVEN_BAND], strict=True)
        tones = [(min(low for low, _ in band), max(high for _, high in band)) for band in bands]
        if all(high - low <= _EVEN_TONES for low, high in tones):
            return tuple((low + high) // 2 for low, high in tones)
    return None


def _list_tones(picture: Any, depth: int) -> list[tuple[int, int]]:
    """Return the darkest and the lightest tone of each channel in the pixels at a distance from all edges.

    Those near the corners, which are often round, do not count.
    """
    wide, high = picture.size
    far = min(_CORNER, wide // 4, high // 4)
    sides = (
        (depth, far, depth + 1, high - far),
        (wide - depth - 1, far, wide - depth, high - far),
        (far, depth, wide - far, depth + 1),
        (far, high - depth - 1, wide - far, high - depth),
    )
    channels = zip(*(picture.crop(side).getextrema() for side in sides), strict=True)
    return [(min(low for low, _ in one), max(high for _, high in one)) for one in channels]


_CORNER = 24
"""Distance from the corners in pixels: 6 mm."""
_HAIRLINE, _EVEN_BAND, _EVEN_TONES = 2, 2, 8
"""Width in pixels of a line along the cut, width of the band below it, and difference of its tones."""


def _find_runs(picture: Any) -> _Runs:
    """Return the colours along the top edge; empty if there are many."""
    for start in range(_HAIRLINE + 1):
        if runs := _list_runs(*(_list_pixels(picture, start + row) for row in range(_EVEN_BAND))):
            return runs
    return ()


def _list_pixels(picture: Any, row: int) -> list[_Colour]:
    data = picture.crop((0, row, picture.width, row + 1)).tobytes()
    return [tuple(data[start : start + 3]) for start in range(0, len(data), 3)]


def _list_runs(row: Sequence[_Colour], other: Sequence[_Colour]) -> _Runs:
    """Return the colours that two rows of pixels have one after another; empty if they have many."""
    runs: list[tuple[int, int, _Colour]] = []
    start, between = 0, 0
    for place in range(1, len(row) + 1):
        if place < len(row) and _is_near(row[place], row[start]) and _is_near(row[start], other[start]):
            continue
        if place - start >= _LEAST_RUN and _is_near(row[start], other[start]):
            runs.append((start, place, row[start + (place - start) // 2]))
        else:
            between += place - start
        start = place
        if len(runs) > _MOST_RUNS or between * _MOST_BETWEEN > len(row):
            return ()
    ends = [(before + after) / 2 / len(row) for (_, before, _), (after, *_) in pairwise(runs)]
    return tuple(zip((*ends, 1.0), (colour for *_, colour in runs), strict=True))


def _is_near(one: _Colour, other: _Colour) -> bool:
    return all(abs(tone - other_tone) <= _EVEN_TONES for tone, other_tone in zip(one, other, strict=True))


_LEAST_RUN, _MOST_RUNS = 3, 6
"""Least pixels of a colour along an edge, and number of its colours."""
_MOST_BETWEEN = 8
"""Part of an edge, as 1/8, whose pixels may have other colours."""


def save_pages(path: Path, pages: Sequence[int]) -> tuple[bytes, bytes]:
    """Return some pages as a plain file; if it has layers, also the complete file, otherwise nothing.

    A plain file has no compressed objects and no keys. What pages inherit is in themselves. Raises
    OutputError if the file is no PDF file any more.
    """
    with _PDFIUM, _opened(path) as file, pypdfium2.PdfDocument.new() as other:
        other.import_pages(file, list(pages))
        written = _save_plain(other)
        return written, _save_plain(file) if b"/OCG" in written else b""


def _save_plain(file: Any) -> bytes:
    written = io.BytesIO()
    file.save(written, flags=pdfium.FPDF_NO_INCREMENTAL)
    return written.getvalue()


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        with on_disk(path) as there, pypdfium2.PdfDocument(there) as file:
            yield file
    except (pypdfium2.PdfiumError, OSError) as error:
        raise OutputError(path.name, f"cannot be read: {error}") from error
