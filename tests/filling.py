"""PDF files filled in as people do it: by other programs, and by the mouse and the keys of a viewer."""

import io
from collections.abc import Iterator, Mapping
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pypdfium2.raw as pdfium

from generator.model.played import NAME, TURNED, YES, PenMark, Position, Takes
from generator.scene.pdf.rendering import read_buffer_text

Values = Mapping[str, str]
"""Texts, and the states of checks, by the names of fields."""


def list_values(takes: tuple[Takes, ...], position: Position) -> Iterator[tuple[str, str]]:
    """Yield what is filled in for a position; each part is a page."""
    for page, part in enumerate(position.parts, 1):
        start = f"{part.part}/{page}"
        if part.owner:
            yield f"{start}/{NAME}//text", part.owner
        for laid in part.laid:
            mark, place = laid.mark, f"{start}/{laid.area}/{laid.place}"
            here = (each for each in takes if each.area == laid.area and laid.place in each.places)
            takes_it = next(each for each in here if each.fits(mark))
            if isinstance(mark, PenMark):
                name = mark.sign
                value = mark.text or YES
            else:
                name = mark.piece + (TURNED if mark.is_turned else "")
                value = str(mark.count) if takes_it.kind == "heap" else YES
            if takes_it.kind == "marker":
                yield f"{start}/{laid.area}//{name}", laid.place
            elif takes_it.kind == "mark" and len(takes_it.marks) > 1:
                yield f"{place}/mark", name
            else:
                yield f"{place}/{name}", value


def fill_by_pypdf(data: bytes, values: Values) -> bytes:
    """Fill in with pypdf, which draws the texts itself."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    for page in writer.pages:
        checks = {_find_name(one) for one in _list_widgets(page) if "/AS" in one}
        given = {name: f"/{value}" if name in checks else value for name, value in values.items()}
        writer.update_page_form_field_values(page, given, auto_regenerate=False)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _list_widgets(page: Any) -> Iterator[Any]:
    return (reference.get_object() for reference in page["/Annots"])


def _find_name(widget: Any) -> str:
    return str(widget["/T"] if "/T" in widget else widget["/Parent"].get_object()["/T"])


def fill_by_pikepdf(data: bytes, values: Values) -> bytes:
    """Fill in with qpdf, by its form of a document."""
    with pikepdf.open(io.BytesIO(data)) as file:
        for page in file.pages:
            for widget in page.Annots:
                field = widget if "/T" in widget else widget.Parent
                value = values.get(str(field.T))
                if value is None:
                    continue
                if pikepdf.Name.Tx == field.FT:
                    field.V = pikepdf.String(value)
                elif f"/{value}" in widget.AP.N:
                    field.V = widget.AS = pikepdf.Name(f"/{value}")
        file.Root.AcroForm.NeedAppearances = True
        written = io.BytesIO()
        file.save(written)
    return written.getvalue()


def fill_by_hand(data: bytes, values: Values) -> bytes:
    """Click into the boxes and type, in the viewer that Chromium has."""
    with pypdfium2.PdfDocument(data) as file:
        file.init_forms()
        form = file.formenv
        for page in file:
            pdfium.FORM_OnAfterLoadPage(page, form)
            for name, state, middle in [*_list_boxes(page, form)]:
                if (values.get(name) not in (None, state) and state) or name not in values:
                    continue
                pdfium.FORM_OnLButtonDown(form, page, 0, *middle)
                pdfium.FORM_OnLButtonUp(form, page, 0, *middle)
                for letter in "" if state else values[name]:
                    pdfium.FORM_OnChar(form, page, ord(letter), 0)
                pdfium.FORM_ForceToKillFocus(form)
        written = io.BytesIO()
        file.save(written)
    return written.getvalue()


def _list_boxes(page: Any, form: Any) -> Iterator[tuple[str, str, tuple[float, float]]]:
    """Yield the names of fields with the state of a check, and the middle of the box."""
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        widget = pdfium.FPDFPage_GetAnnot(page, index)
        box = pdfium.FS_RECTF()
        pdfium.FPDFAnnot_GetRect(widget, box)
        is_check = pdfium.FPDFAnnot_GetFormFieldType(form, widget) == pdfium.FPDF_FORMFIELD_CHECKBOX
        name = read_buffer_text(pdfium.FPDFAnnot_GetFormFieldName, form, widget)
        state = read_buffer_text(pdfium.FPDFAnnot_GetFormFieldExportValue, form, widget) if is_check else ""
        pdfium.FPDFPage_CloseAnnot(widget)
        yield name, state, ((box.left + box.right) / 2, (box.top + box.bottom) / 2)


PROGRAMS = {"pypdf": fill_by_pypdf, "pikepdf": fill_by_pikepdf, "mouse and keys": fill_by_hand}
