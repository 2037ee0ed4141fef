"""The structure of a tagged PDF, as pdfium reads it."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from ctypes import c_ushort
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium


@dataclass(frozen=True)
class Tagged:
    """An element with its own text, in which elements in it have their place."""

    type: str
    text: str
    shown: str
    """Description of a figure, or text of anything else."""
    language: str
    kids: tuple["Tagged", ...]

    def walk(self) -> Iterator["Tagged"]:
        yield self
        for kid in self.kids:
            yield from kid.walk()


def read_structure(data: bytes) -> tuple[Tagged, ...]:
    """Return the elements of all pages; those that continue on a page come again."""
    with pypdfium2.PdfDocument(data) as file:
        return tuple(element for page in file for element in _read_page(page))


def _read_page(page: Any) -> Iterator[Tagged]:
    texts = _read_marked(page)
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    for index in range(pdfium.FPDF_StructTree_CountChildren(tree)):
        yield _read_element(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index), texts)


def _read_marked(page: Any) -> dict[int, str]:
    texts: dict[int, str] = defaultdict(str)
    words = pdfium.FPDFText_LoadPage(page)
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        one = pdfium.FPDFPage_GetObject(page, index)
        if pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_TEXT:
            number = pdfium.FPDFPageObj_GetMarkedContentID(one)
            texts[number] += _read(lambda *to, one=one: pdfium.FPDFTextObj_GetText(one, words, *to))
    return texts


def _read_element(element: Any, texts: dict[int, str]) -> Tagged:
    text, kids = "", []
    for index in range(pdfium.FPDF_StructElement_CountChildren(element)):
        kid = pdfium.FPDF_StructElement_GetChildAtIndex(element, index)
        if kid:
            kids.append(_read_element(kid, texts))
            text += (kids[-1].shown or kids[-1].text) if kids[-1].type == "Span" else ""
        else:
            number = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, index)
            text += texts[number] if number >= 0 else ""
    type, alt, actual, language = (
        _read(lambda *to, get=get: get(element, *to))
        for get in (
            pdfium.FPDF_StructElement_GetType,
            pdfium.FPDF_StructElement_GetAltText,
            pdfium.FPDF_StructElement_GetActualText,
            pdfium.FPDF_StructElement_GetLang,
        )
    )
    return Tagged(type, " ".join(text.split()), alt or actual, language, tuple(kids))


def _read(get: Callable[[Any, int], int]) -> str:
    size = get(None, 0)
    if not size:
        return ""
    buffer = (c_ushort * size)()
    get(buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").split("\0")[0]


def unpack_objects(data: bytes) -> bytes:
    """Return a PDF file with each object written on its own, outside of streams of objects."""
    written = BytesIO()
    with pikepdf.open(BytesIO(data)) as file:
        file.save(written, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return written.getvalue()
