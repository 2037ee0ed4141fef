"""A checker of our own: conditions of PDF/UA-1 that a program can judge, in files like ours, read by pikepdf.

The numbers are those of the checkpoints of the Matterhorn Protocol. It is no proof that a file conforms; but
each rule refuses a file that is broken on purpose (tests/backends/test_ua_rules.py). `make survey` asks
another checker.
"""

import io
import re
from collections.abc import Container, Iterator
from typing import Any, NamedTuple

import pikepdf
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name

_PARENTS = {
    "TR": ("Table",), "TH": ("TR",), "TD": ("TR",), "LI": ("L",), "Lbl": ("LI",), "LBody": ("LI",),
    "TOCI": ("TOC",),
}  # fmt: skip
"""Types of elements that are only allowed in others."""
_TYPES = {
    *("Document", "P", "H1", "H2", "H3", "L", "Table", "Figure", "Span", "Form", "Link", "Caption", "TOC"),
    *("Reference", "Note", "Sect"), *_PARENTS,
}  # fmt: skip
_SHOWING = ("Tj", "TJ", "'", '"', "f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "Do", "sh", "INLINE IMAGE")
_BAD_UNICODE = ("\0", "\ufeff", "\ufffe", "")


def find_ua_problems(data: bytes) -> list[str]:
    """All that a program can find against PDF/UA-1 in a file, with the number of the checkpoint."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        elements = [*_walk(pdf)]
        found = [
            *_check_catalogue(pdf),
            *_check_xmp(pdf),
            *_check_elements(elements),
            *_check_tables(elements),
            *_check_headings(elements),
            *_check_annotations(pdf, elements),
            *(problem for page in pdf.pages for problem in _check_marks(pdf, page)),
            *_check_fonts(pdf),
        ]
    return [*dict.fromkeys(found)]


def claims_ua(data: bytes) -> bool:
    """True if the metadata of a file names PDF/UA-1."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return "/Metadata" in pdf.Root and b"<pdfuaid:part>1<" in pdf.Root.Metadata.read_bytes()


class _Element(NamedTuple):
    """An element of the structure, with the types of those around it."""

    type: str
    entry: Any
    around: tuple[str, ...]

    @property
    def kids(self) -> list[Any]:
        return _list_kids(self.entry)


def _list_kids(entry: Any) -> list[Any]:
    kids = entry.get("/K", Array())
    return [*kids] if isinstance(kids, Array) else [kids]


def _walk(pdf: pikepdf.Pdf) -> Iterator[_Element]:
    root = pdf.Root.get("/StructTreeRoot", Dictionary())

    def step(entry: Any, around: tuple[str, ...]) -> Iterator[_Element]:
        for kid in _list_kids(entry):
            if isinstance(kid, Dictionary) and "/S" in kid:
                type = str(kid.S)[1:]
                yield _Element(type, kid, around)
                yield from step(kid, (*around, type))

    yield from step(root, ())


def _check_catalogue(pdf: pikepdf.Pdf) -> Iterator[str]:
    root = pdf.Root
    marks = root.get("/MarkInfo", Dictionary())
    if not marks.get("/Marked", False) or "/StructTreeRoot" not in root:
        yield "01: the file is not tagged"
    if marks.get("/Suspects", False):
        yield "01: the tags are suspects"
    if not root.get("/ViewerPreferences", Dictionary()).get("/DisplayDocTitle", False):
        yield "07: viewers do not show the title"
    if not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", str(root.get("/Lang", ""))):
        yield "11: the language is not named"
    if "/RoleMap" in root.get("/StructTreeRoot", Dictionary()):
        yield "02: types are mapped"
    layers = root.get("/OCProperties", Dictionary())
    configurations = [*layers.get("/Configs", Array()), layers.get("/D", Dictionary(Name="none"))]
    if not all(str(one.get("/Name", "")) for one in configurations):
        yield "20: a configuration of layers has no name"
    if any("/AS" in one for one in configurations):
        yield "20: layers change by themselves"
    if "/EmbeddedFiles" in root.get("/Names", Dictionary()):
        yield "21: files are embedded"
    if pdf.is_encrypted:
        yield "26: the file is encrypted"


def _check_xmp(pdf: pikepdf.Pdf) -> Iterator[str]:
    if "/Metadata" not in pdf.Root:
        yield "06: there is no XMP"
        return
    text = pdf.Root.Metadata.read_bytes().decode()
    if "/Filter" in pdf.Root.Metadata:
        yield "06: the XMP is compressed"
    if "<pdfuaid:part>1</pdfuaid:part>" not in text or "http://www.aiim.org/pdfua/ns/id/" not in text:
        yield "06: the XMP does not name PDF/UA-1"
    title = re.search(r"<dc:title><rdf:Alt><rdf:li[^>]*>([^<]+)</rdf:li>", text)
    if not title:
        yield "06: the XMP has no title"
        return
    plain = title[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    if plain != str(pdf.trailer.get("/Info", Dictionary()).get("/Title", "")):
        yield "06: the title is not that of the file"


def _check_elements(elements: list[_Element]) -> Iterator[str]:
    for one in elements:
        if one.type not in _TYPES:
            yield f"02: {one.type} is not a standard type"
        if one.type in _PARENTS and one.around[-1:] != () and one.around[-1] not in _PARENTS[one.type]:
            yield f"09: {one.type} is in {one.around[-1]}"
        if one.type in ("Table", "L", "TR") and not one.kids:
            yield f"09: an empty {one.type}"
        alt = str(one.entry.get("/Alt", one.entry.get("/ActualText", "")))
        if one.type == "Figure" and not alt.strip():
            yield "13: a figure has no text"
        if "/P" not in one.entry:
            yield "01: an element has no parent"


def _check_tables(elements: list[_Element]) -> Iterator[str]:
    for table in (one for one in elements if one.type == "Table"):
        rows = [[cell for cell in _list_kids(row) if isinstance(cell, Dictionary)] for row in table.kids]
        widths = {sum(int(cell.get("/A", Dictionary()).get("/ColSpan", 1)) for cell in row) for row in rows}
        if len(widths) > 1:
            yield f"09: rows of a table have {', '.join(map(str, sorted(widths)))} columns"
        heads = [cell for row in rows for cell in row if cell.S == "/TH"]
        if not heads:
            yield "15: a table has no heads"
        if any(
            str(head.get("/A", Dictionary()).get("/Scope", "")) not in ("/Row", "/Column") for head in heads
        ):
            yield "15: a head of a table has no scope"


def _check_headings(elements: list[_Element]) -> Iterator[str]:
    level = 0
    for one in elements:
        if re.fullmatch(r"H\d", one.type):
            if int(one.type[1]) > level + 1:
                yield f"14: {one.type} follows a heading of level {level}"
            level = int(one.type[1])


def _check_annotations(pdf: pikepdf.Pdf, elements: list[_Element]) -> Iterator[str]:
    described = {
        kid.Obj.objgen: one.type
        for one in elements
        for kid in one.kids
        if isinstance(kid, Dictionary) and kid.get("/Type") == Name("/OBJR")
    }
    wanted = {"/Widget": ("Form", "/TU"), "/Link": ("Link", "/Contents")}
    for page in pdf.pages:
        annotations = page.get("/Annots", Array())
        if len(annotations) and page.get("/Tabs") != Name("/S"):
            yield "28: the order of the tab key is not that of the structure"
        for one in annotations:
            type, label = wanted.get(str(one.Subtype), ("Annot", "/Contents"))
            if described.get(one.objgen) != type:
                yield f"28: an annotation is in no {type}"
            if not str(one.get(label, one.get("/Parent", Dictionary()).get(label, ""))).strip():
                yield f"28: an annotation has no {label}"


def _check_marks(pdf: pikepdf.Pdf, page: pikepdf.Page) -> Iterator[str]:
    """Everything that is shown is in an element or an artifact, and the structure knows each number."""
    open_marks: list[str] = []
    numbers: list[int] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in ("BMC", "BDC"):
            mark = str(operands[0])
            tagged = isinstance(operands[-1], Dictionary) and "/MCID" in operands[-1]
            around = {"artifact" if one == "/Artifact" else one for one in open_marks if one != "/OC"}
            if mark != "/OC" and around and (tagged or mark == "/Artifact" or "artifact" in around):
                yield "01: an element and an artifact are in each other"
            open_marks.append(mark)
            numbers += [int(operands[1].MCID)] if tagged else []
        elif name == "EMC":
            open_marks.pop()
        elif name in _SHOWING and not [one for one in open_marks if one != "/OC"]:
            yield f"01: {name} is neither in an element nor an artifact"
    if not numbers:
        return
    tree = pdf.Root.StructTreeRoot.ParentTree
    parents = dict(zip(*[iter(tree.get("/Nums", Array()))] * 2, strict=True)).get(page.StructParents, Array())
    for number in numbers:
        kids = _list_kids(parents[number]) if number < len(parents) else ()
        # Content on another page than that of its element is a reference to both.
        if not any(kid == number or _is_reference(kid, page, number) for kid in kids):
            yield "01: the structure does not know what is on the page"


def _is_reference(kid: Any, page: pikepdf.Page, number: int) -> bool:
    is_one = isinstance(kid, Dictionary) and kid.get("/Type") == Name("/MCR")
    return is_one and kid.Pg.objgen == page.objgen and int(kid.MCID) == number


def _check_fonts(pdf: pikepdf.Pdf) -> Iterator[str]:
    for font in pdf.objects:
        if not isinstance(font, Dictionary) or font.get("/Type") != Name("/Font"):
            continue
        if "/FontDescriptor" in font:
            described = font.FontDescriptor
            if not {"/FontFile", "/FontFile2", "/FontFile3"} & {*described.keys()}:
                yield "31: a font is not embedded"
            if "/CIDSet" in described:
                yield "31: a font has a CIDSet"
        elif font.Subtype != Name("/Type0"):
            yield "31: a font is not embedded"
        elif "/ToUnicode" not in font:
            yield "10: a font has no ToUnicode"
        else:
            texts = dict(_read_unicode(font.ToUnicode.read_bytes()))
            if any(text in _BAD_UNICODE for text in texts.values()):
                yield "10: a glyph has no character"
            descendant = font.DescendantFonts[0]
            if descendant.Subtype == Name("/CIDFontType2"):
                yield from _check_widths(descendant, texts)


def _check_widths(font: Any, used: Container[int]) -> Iterator[str]:
    if "/CIDToGIDMap" not in font:
        yield "31: a font has no CIDToGIDMap"
        return
    glyphs, file = font.CIDToGIDMap, font.FontDescriptor.get("/FontFile2")
    mapped = b"" if isinstance(glyphs, Name) else glyphs.read_bytes()
    if file is None:
        return
    with TTFont(io.BytesIO(file.read_bytes())) as program:
        advances, units = program["hmtx"].metrics, program["head"].unitsPerEm
        for first, widths in zip(*[iter(font.W)] * 2, strict=True):
            for code, width in enumerate(widths, int(first)):
                glyph = int.from_bytes(mapped[2 * code : 2 * code + 2], "big") if mapped else code
                advance = advances[program.getGlyphName(glyph)][0] * 1000 / units
                if code in used and abs(advance - float(width)) > 1:
                    yield "31: the width of a glyph is not that of its font"


def _read_unicode(data: bytes) -> Iterator[tuple[int, str]]:
    """Yield each code with its text; our files have no ranges."""
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", data, re.DOTALL):
        for code, text in re.findall(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]*)>", block):
            yield int(code, 16), bytes.fromhex(text.decode()).decode("utf-16-be", "replace")
