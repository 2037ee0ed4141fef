"""Metadata of files for print shops: dates, and XML (XMP)."""

import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFName, PDFString

from generator.scene.shapes import Document

_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
"""The date of all files, unless SOURCE_DATE_EPOCH tells another: the same input gives the same bytes."""
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_XMP = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
{lines}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


def list_facts(*, version: str) -> Mapping[str, Any]:
    """Return the entries about the document besides its title and the like; `version` names a standard."""
    date = PDFString(f"D:{_find_date():%Y%m%d%H%M%S}Z")
    facts = {"CreationDate": date, "ModDate": date, "Trapped": PDFName("False")}
    return {**facts, "GTS_PDFXVersion": PDFString(version)} if version else facts


def write_xmp(document: Document, *, id: str) -> bytes:
    """Return the metadata of a PDF/X-4 file; `id` has 32 hexadecimal digits."""
    date = f"{_find_date():%Y-%m-%dT%H:%M:%S}Z"
    uuid = "-".join((id[:8], id[8:12], id[12:16], id[16:20], id[20:32]))
    values = {
        "dc:format": "application/pdf",
        "dc:title": _list("Alt", document.title),
        "dc:creator": _list("Seq", document.author),
        "dc:description": _list("Alt", document.subject),
        "dc:language": _list("Bag", document.language),
        "pdf:Keywords": _clean(", ".join(document.keywords)),
        "pdf:Producer": "Petri Press",
        "pdf:Trapped": "False",
        "pdfxid:GTS_PDFXVersion": "PDF/X-4",
        "xmp:CreateDate": date,
        "xmp:CreatorTool": "Petri Press",
        "xmp:MetadataDate": date,
        "xmp:ModifyDate": date,
        "xmpMM:DocumentID": f"uuid:{uuid}",
        "xmpMM:RenditionClass": "default",
        "xmpMM:VersionID": "1",
    }
    lines = (f"<{name}>{value}</{name}>" for name, value in values.items() if value)
    return _XMP.format(lines="\n".join(lines)).encode()


def _find_date() -> datetime:
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not re.fullmatch(r"\d{1,10}", seconds):
        return _FIRST
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=int(seconds))


def _list(kind: str, value: str) -> str:
    language = ' xml:lang="x-default"' if kind == "Alt" else ""
    return f"<rdf:{kind}><rdf:li{language}>{_clean(value)}</rdf:li></rdf:{kind}>" if value else ""


def _clean(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text), quote=False)
