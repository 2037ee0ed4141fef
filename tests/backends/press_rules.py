"""A preflight of our own: what PDF/X-1a:2003 and PDF/X-4 ask of files like ours, read by pikepdf.

It is no proof that a file is valid, since no validator of PDF/X was at hand; but each rule refuses a file
that is broken on purpose (tests/backends/test_press_rules.py).
"""

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

_PDF_DATE = re.compile(r"D:\d{14}(Z|[+-]\d\d'\d\d'?)")
_NOT_ALLOWED = ("/DeviceRGB", "/CalRGB", "/CalGray", "/Lab", "/ICCBased")
_DEVICES = ("/DeviceCMYK", "/DeviceGray")
_COLOURS = {"rg": "RGB", "RG": "RGB"}
_BLEND = ("/Normal", "/Compatible")
_SPOTS = ("/CutContour", "/Crease")
_EPSILON = 0.005


def find_problems(data: bytes, standard: str, *, limit: float = 300.0) -> list[str]:
    """All that is wrong with a file for a standard, `x1a` or `x4`, and a limit of the ink in percent."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [
            *_check_file(data, pdf, standard),
            *_check_information(pdf, standard),
            *(_check_metadata(pdf) if standard == "x4" else ()),
            *_check_intent(pdf),
            *_check_catalogue(pdf, standard),
            *(problem for page in pdf.pages for problem in _check_page(page)),
            *(problem for one in pdf.objects for problem in _check_object(one, standard)),
            *_check_content(pdf, limit),
        ]
    return [*dict.fromkeys(found)]


def _check_file(data: bytes, pdf: pikepdf.Pdf, standard: str) -> Iterator[str]:
    newest = "1.4" if standard == "x1a" else "1.6"
    if pdf.pdf_version > newest:
        yield f"version {pdf.pdf_version} is newer than {newest}"
    if standard == "x1a" and (b"/ObjStm" in data or b"/Type/XRef" in data or b"/Type /XRef" in data):
        yield "objects are in streams"
    if "/ID" not in pdf.trailer or len(pdf.trailer.ID) != 2:
        yield "the trailer has no ID"
    if pdf.is_encrypted:
        yield "it is encrypted"


def _check_information(pdf: pikepdf.Pdf, standard: str) -> Iterator[str]:
    facts = pdf.trailer.get("/Info", Dictionary())
    if not str(facts.get("/Title", "")):
        yield "there is no title"
    for key in ("/CreationDate", "/ModDate"):
        if not _PDF_DATE.fullmatch(str(facts.get(key, ""))):
            yield f"there is no {key}"
    if facts.get("/Trapped") not in (Name("/True"), Name("/False")):
        yield "it is not said whether it is trapped"
    if standard == "x1a" and str(facts.get("/GTS_PDFXVersion", "")) != "PDF/X-1a:2003":
        yield "the information does not name the standard"


def _check_metadata(pdf: pikepdf.Pdf) -> Iterator[str]:
    if "/Metadata" not in pdf.Root:
        yield "there is no XMP"
        return
    if "/Filter" in pdf.Root.Metadata:
        yield "the XMP is compressed"
    text = pdf.Root.Metadata.read_bytes().decode()
    facts = pdf.trailer.get("/Info", Dictionary())

    def read(key: str) -> str:
        found = re.search(rf"<{key}>(?:<[^>]*>)*([^<]*)<", text)
        return found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") if found else ""

    if read("pdfxid:GTS_PDFXVersion") != "PDF/X-4" or "http://www.npes.org/pdfx/ns/id/" not in text:
        yield "the XMP does not name the standard"
    for key in ("xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass", "xmp:MetadataDate"):
        if not read(key):
            yield f"the XMP has no {key}"
    for key, other in (("xmp:CreateDate", "/CreationDate"), ("xmp:ModifyDate", "/ModDate")):
        if re.sub(r"\D", "", read(key)) != re.sub(r"\D", "", str(facts.get(other, ""))):
            yield f"{key} is not {other}"
    pairs = {"dc:title": "/Title", "pdf:Producer": "/Producer", "xmp:CreatorTool": "/Creator"}
    for key, other in {**pairs, "pdf:Keywords": "/Keywords"}.items():
        if read(key) != str(facts.get(other, "")):
            yield f"{key} is not {other}"
    if f"/{read('pdf:Trapped')}" != str(facts.get("/Trapped", "")):
        yield "the XMP has another /Trapped"


def _check_intent(pdf: pikepdf.Pdf) -> Iterator[str]:
    intents = [one for one in pdf.Root.get("/OutputIntents", []) if one.get("/S") == Name("/GTS_PDFX")]
    if len(intents) != 1:
        yield f"there are {len(intents)} output intents"
        return
    for key in ("/OutputConditionIdentifier", "/RegistryName", "/Info"):
        if not str(intents[0].get(key, "")):
            yield f"the output intent has no {key}"
    profile = intents[0].get("/DestOutputProfile")
    data = profile.read_bytes() if isinstance(profile, Stream) else b""
    if (data[12:16], data[16:20], data[36:40]) != (b"prtr", b"CMYK", b"acsp") or profile.N != 4:
        yield "the output intent has no profile of a printer with four inks"


def _check_catalogue(pdf: pikepdf.Pdf, standard: str) -> Iterator[str]:
    root = pdf.Root
    yield from (f"the catalogue has {key}" for key in ("/AcroForm", "/OpenAction", "/AA") if key in root)
    for key in ("/JavaScript", "/EmbeddedFiles"):
        if key in root.get("/Names", {}):
            yield f"there are {key}"
    for key in ("/ViewArea", "/ViewClip", "/PrintArea", "/PrintClip"):
        if root.get("/ViewerPreferences", {}).get(key, Name("/MediaBox")) not in (
            Name("/MediaBox"),
            Name("/BleedBox"),
        ):
            yield f"{key} is not a box of the page"
    layers = root.get("/OCProperties")
    if layers is None:
        return
    if standard == "x1a":
        yield "there are layers"
    shown = layers.get("/D", Dictionary())
    if not str(shown.get("/Name", "")):
        yield "the layers have no name"
    if "/AS" in shown:
        yield "layers are switched by what is done with them"
    listed = {one.objgen for one in shown.get("/Order", [])}
    if listed != {one.objgen for one in layers.get("/OCGs", [])}:
        yield "not all layers are listed"
    if any(not str(one.get("/Name", "")) for one in layers.get("/OCGs", [])):
        yield "a layer has no name"


def _check_page(page: pikepdf.Page) -> Iterator[str]:
    boxes = {key: [float(edge) for edge in page[key]] for key in page.obj.keys() if key.endswith("Box")}  # noqa: SIM118
    media = boxes.get("/MediaBox")
    trim, art = boxes.get("/TrimBox"), boxes.get("/ArtBox")
    if media is None:
        yield "a page has no size"
        return
    if (trim is None) == (art is None):
        yield "a page has no trim box" if trim is None else "a page has a trim box and an art box"
    bleed = boxes.get("/BleedBox", trim or art or media)
    if not _is_inside(trim or art or media, bleed):
        yield "the trim is not inside of the bleed"
    if not _is_inside(bleed, media):
        yield "the bleed is not inside of the page"
    yield from (f"a page has {key}" for key in ("/Annots", "/AA", "/PresSteps") if key in page)
    if float(page.get("/UserUnit", 1)) != 1:
        yield "a page has a unit of its own"


def _is_inside(inner: list[float], outer: list[float]) -> bool:
    pairs = zip(inner, outer, (1, 1, -1, -1), strict=True)
    return all((one - other) * sign >= -_EPSILON for one, other, sign in pairs)


def _check_object(one: Any, standard: str) -> Iterator[str]:
    """Check a dictionary, a stream, or an array, and what is in it."""
    if isinstance(one, Array):
        for inner in one:
            if isinstance(inner, Array | Dictionary) and not inner.is_indirect:
                yield from _check_object(inner, standard)
        return
    if not isinstance(one, Dictionary | Stream):
        return
    entries = dict(one.items())
    yield from _check_entries(entries)
    yield from _check_spaces(entries)
    if isinstance(one, Stream):
        yield from _check_stream(entries, standard)
    if standard == "x1a":
        yield from _check_opaque(entries)
    for inner in entries.values():
        if isinstance(inner, Array | Dictionary) and not inner.is_indirect:
            yield from _check_object(inner, standard)


def _check_entries(entries: Mapping[str, Any]) -> Iterator[str]:
    for key in ("/OPI", "/HTP", "/Alternates", "/EF"):
        if key in entries:
            yield f"there is {key}"
    for key in ("/TR", "/TR2"):
        if entries.get(key, Name("/Default")) not in (Name("/Default"), Name("/Identity")):
            yield "there is a transfer function"
    if entries.get("/S") in (Name("/JavaScript"), Name("/Launch"), Name("/URI"), Name("/Movie")):
        yield "there is an action"
    if entries.get("/Subtype") == Name("/PS"):
        yield "there is PostScript"
    if entries.get("/Type") == Name("/FontDescriptor") and not entries.keys() & {
        "/FontFile",
        "/FontFile2",
        "/FontFile3",
    }:
        yield "a font is not embedded"
    if entries.get("/Type") == Name("/Font") and not entries.keys() & {"/FontDescriptor", "/DescendantFonts"}:
        yield "a font is not embedded"


def _check_spaces(entries: Mapping[str, Any]) -> Iterator[str]:
    for key in ("/ColorSpace", "/CS", "/DefaultRGB", "/DefaultCMYK", "/DefaultGray"):
        space = entries.get(key)
        named = space.values() if isinstance(space, Dictionary) else [space] if space is not None else []
        for one in named:
            yield from _check_space(one)


def _check_space(space: Any) -> Iterator[str]:
    name = str(space[0] if isinstance(space, Array) else space)
    if name in _NOT_ALLOWED:
        yield f"there is {name}"
    elif name in ("/Indexed", "/Pattern") and isinstance(space, Array):
        yield from _check_space(space[1])
    elif name in ("/Separation", "/DeviceN"):
        if str(space[2]) != "/DeviceCMYK":
            yield "a spot colour is shown in other colours than those of the press"
        if str(space[1]) not in _SPOTS:
            yield f"there is an unknown ink {space[1]}"
    elif name not in (*_DEVICES, "/Indexed", "/Pattern"):
        yield f"there is an unknown colour space {name}"


def _check_stream(entries: Mapping[str, Any], standard: str) -> Iterator[str]:
    filters = entries.get("/Filter", [])
    names = {str(one) for one in (filters if isinstance(filters, Array) else [filters] if filters else [])}
    if names & {"/LZWDecode", "/Crypt"}:
        yield "a filter is not allowed"
    if standard == "x1a" and "/JPXDecode" in names:
        yield "a picture is JPEG 2000"
    if "/F" in entries:
        yield "a stream is in another file"
    if entries.get("/Subtype") == Name("/Image") and int(entries.get("/BitsPerComponent", 8)) > 8:
        yield "a picture has more than 8 bits"
    if entries.get("/Subtype") == Name("/Form") and "/Ref" in entries:
        yield "a form is in another file"


def _check_opaque(entries: Mapping[str, Any]) -> Iterator[str]:
    if entries.get("/SMask", Name("/None")) != Name("/None"):
        yield "there is a soft mask"
    if any(float(entries.get(key, 1)) != 1 for key in ("/ca", "/CA") if not _is_object(entries.get(key))):
        yield "something is transparent"
    if "/BM" in entries and str(entries["/BM"]) not in _BLEND:
        yield "colours are blended"
    if "/Group" in entries and entries["/Group"].get("/S") == Name("/Transparency"):
        yield "there is a transparency group"


def _is_object(value: Any) -> bool:
    return isinstance(value, Array | Dictionary | Stream)


def _check_content(pdf: pikepdf.Pdf, limit: float) -> Iterator[str]:
    for page in pdf.pages:
        yield from _check_operators(pikepdf.parse_content_stream(page), page.get("/Resources", {}), limit)
    for one in pdf.objects:
        if isinstance(one, Stream) and one.get("/Subtype") == Name("/Form"):
            yield from _check_operators(pikepdf.parse_content_stream(one), one.get("/Resources", {}), limit)


def _check_operators(instructions: Any, resources: Any, limit: float) -> Iterator[str]:
    depth, overprints, spot, marks = 0, [False], [""], 0
    states, spaces = resources.get("/ExtGState", {}), resources.get("/ColorSpace", {})
    for operands, operator in instructions:
        name = str(operator)
        if name in _COLOURS:
            yield f"there is a colour in {_COLOURS[name]}"
        elif name in ("k", "K"):
            if sum(map(float, operands)) * 100 > limit + 0.1:
                yield f"there is {sum(map(float, operands)):.0%} of ink"
            if name == "K":
                spot[-1] = ""
        elif name in ("CS", "cs"):
            known = spaces.get(str(operands[0]), operands[0])
            yield from _check_space(known)
            if name == "CS":
                spot[-1] = str(known[1]) if isinstance(known, Array) else ""
        elif name == "q":
            depth += 1
            overprints.append(overprints[-1])
            spot.append(spot[-1])
        elif name == "Q":
            depth -= 1
            overprints.pop()
            spot.pop()
        elif name == "gs":
            state = states.get(str(operands[0]))
            if state is None:
                yield "a state is missing"
            elif "/OP" in state:
                overprints[-1] = bool(state.OP) and int(state.get("/OPM", 0)) == 1
        elif name in ("S", "s", "B", "B*", "b", "b*"):
            if spot[-1] in _SPOTS and not overprints[-1]:
                yield f"{spot[-1]} does not overprint"
        elif name == "INLINE IMAGE":
            yield "there is an inline picture"
        elif name in ("BDC", "BMC"):
            marks += 1
            if operands[0] == Name("/OC") and str(operands[1]) not in resources.get("/Properties", {}):
                yield "a layer is missing"
        elif name == "EMC":
            marks -= 1
        elif name in ("BX", "EX"):
            yield "there are operators of another version"
        elif name == "Do" and str(operands[0]) not in resources.get("/XObject", {}):
            yield "a symbol is missing"
        elif name == "ri" and str(operands[0]) not in (
            "/RelativeColorimetric",
            "/AbsoluteColorimetric",
            "/Perceptual",
            "/Saturation",
        ):
            yield "there is an unknown intent"
    if depth or marks:
        yield "states or layers are not closed"
