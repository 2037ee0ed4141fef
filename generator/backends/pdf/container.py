"""The objects of a PDF file: pages, fonts, symbols, pictures, and metadata.

reportlab's document writes objects, numbers, and cross references. Its canvas is not used, because it adds a
font of its own to every file.
"""

import os
import zlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, count, pairwise
from typing import Any, Literal, TypeAlias

from reportlab.pdfbase import pdfdoc

from generator.backends.formats import escape_xml, number
from generator.scene.shapes import Bookmark, Document

Resource: TypeAlias = Literal[
    "ColorSpace", "ExtGState", "Font", "Pattern", "Properties", "Shading", "XObject"
]
"""Kinds of objects to which content refers by name."""

POINTS = 72 / 25.4
"""Points per millimetre."""
_Entries: TypeAlias = Mapping[str, Any]
_NONE: _Entries = {}
_MAKER = "Petri Press"
_FIRST_WITH_STREAMS = (1, 5)
"""The first version of PDF with streams of objects, which make files a fifth smaller."""
_MOST_PACKED = 200
"""Maximum number of objects of such a stream, whose numbers in it are written as one byte."""
_STREAM = b"\nstream\n"
_UP, _SUBTRACTED = 12, 2
"""Predictor of rows that are compared with the one above, and the kind of such a row in it."""
_PAGE_LEVEL, _BEST_LEVEL = 4, 9
"""Compression levels of zlib for pages: 4 takes two thirds of the default time for a twentieth more bytes."""


class Container:
    """Container that accepts objects in any order; the same calls give the same bytes."""

    def __init__(self, version: tuple[int, int]) -> None:
        self._version, self._document = version, _make_document(version)
        self._counts: Counter[str] = Counter()
        self._layers: dict[str, str] = {}
        self._other_layers: dict[str, bool] = {}
        self._labels: list[str] = []
        self._resources: dict[tuple[tuple[str, tuple[str, ...]], ...], pdfdoc.PDFObject] = {}
        self._named: dict[str, pdfdoc.PDFObject] = {}
        self._filled: dict[bytes | pdfdoc.PDFObject, str] = {}
        """The first name of each stream that may be needed under several."""
        self._shared: dict[Resource, pdfdoc.PDFDictionary] = {}
        self._references = pdfdoc.PDFDictionary({})
        self._share("Font")
        self._share("XObject")
        self.shared_resources = self._add(self._references)
        """Resources of all fonts, symbols, and paints: one object serves all pages without pictures."""

    def name(self, letter: str, shared: Resource | None = None) -> str:
        """Reserve the next name that begins with a letter, such as `F1`, and return it; `fill` it later."""
        self._counts[letter] += 1
        name = f"{letter}{self._counts[letter]}"
        self.reserve(name, shared)
        return name

    def reserve(self, name: str, shared: Resource | None = None) -> None:
        """Reserve the name by which content refers to an object; `fill` it later."""
        reference = self._named[name] = self._document.Reference("", name)
        if shared is not None:
            self._share(shared)[name] = reference

    def layer(self, title: str) -> str:
        """Return the name by which content refers to a layer."""
        if title not in self._layers:
            name = self._layers[title] = self.name("L", "Properties")
            self.fill(name, {"Type": "/OCG", "Name": pdfdoc.PDFString(title)})
        return self._layers[title]

    def add_layer(self, link: str, *, is_shown: bool) -> None:
        """Add a layer of another file by the link to its object; viewers do not list it."""
        self._other_layers[link] = is_shown

    def find(self, name: str) -> pdfdoc.PDFObject:
        """Return a reference to a reserved object."""
        return self._named[name]

    def link(self, name: str) -> str:
        """Return the link to a reserved object, such as `12 0 R`."""
        written: bytes = self._named[name].format(self._document)
        return written.decode()

    def find_link(self, link: str) -> pdfdoc.PDFObject:
        """Return a reference to the object of a link."""
        return pdfdoc.PDFObjectReference(f"R{link.split()[0]}")

    def reserve_link(self) -> str:
        """Reserve an object, and return the link by which others refer to it, such as `12 0 R`."""
        number = self._document.objectcounter + 1
        self._document.Reference("", f"R{number}")
        return f"{number} 0 R"

    def fill_link(self, link: str, entries: str) -> None:
        """Define the object of a link: the entries of a dictionary as they are written."""
        self._document.idToObject[f"R{link.split()[0]}"] = f"<<{entries}>>".encode("latin-1")

    def define_link(self, link: str, written: str, stream: bytes | None = None) -> None:
        """Define the object of a link, as it is written in the file; a stream is packed as it says."""
        packed = b"" if stream is None else b"".join((_STREAM, stream, b"\nendstream"))
        self._document.idToObject[f"R{link.split()[0]}"] = written.encode("latin-1") + packed

    def fill(self, name: str, entries: _Entries, stream: bytes | None = None) -> None:
        """Define the object of that name: a dictionary or a stream.

        The bytes of a stream are compressed by zlib unless the entries have another filter.
        """
        self._document.idToObject[name] = self._format(entries, stream)

    def fill_once(self, name: str, entries: _Entries, stream: bytes) -> None:
        """Define the stream of that name, which is not written again if another name has the same."""
        written = self._format(entries, stream)
        first = self._filled.setdefault(written, name)
        self._document.idToObject[name] = written if first == name else b"null"
        # References are written at the end.
        self._named[name].name = first

    def define(self, name: str, written: str) -> None:
        """Define the object of that name, as it is written in the file."""
        self._document.idToObject[name] = written.encode()

    def add(
        self, entries: _Entries, stream: bytes | None = None, *, is_packed: bool = True
    ) -> pdfdoc.PDFObject:
        """Add an object without a name, and return a reference for other entries.

        `is_packed` says whether zlib has compressed the stream.
        """
        return self._add(self._format(entries, stream, is_packed=is_packed))

    def _add(self, written: bytes | pdfdoc.PDFObject) -> pdfdoc.PDFObject:
        return self._document.Reference(written, f"R{self._document.objectcounter + 1}")

    def _format(
        self, entries: _Entries, stream: bytes | None, *, is_packed: bool = True
    ) -> bytes | pdfdoc.PDFObject:
        if stream is None:
            return pdfdoc.PDFDictionary(dict(entries))
        packing = {"Filter": "/FlateDecode"} if is_packed else {}
        described = {**packing, **entries, "Length": len(stream)}
        # reportlab would begin a line for each entry.
        listed = (_write_entry(name, described[name], self._document) for name in sorted(described))
        return b"".join((b"<<", *listed, b">>", _STREAM, stream, b"\nendstream\n"))

    def resources(self, used: Mapping[Resource, Collection[str]]) -> pdfdoc.PDFObject:
        """Return the resources for the given names only; equal resources are written once."""
        key = tuple((kind, tuple(sorted(names))) for kind, names in sorted(used.items()))
        if key not in self._resources:
            named = {kind: {name: self._named[name] for name in names} for kind, names in key if names}
            self._resources[key] = self.add({kind: pdfdoc.PDFDictionary(one) for kind, one in named.items()})
        return self._resources[key]

    def add_page(
        self,
        link: str,
        content: bytes,
        *,
        resources: pdfdoc.PDFObject,
        boxes: Mapping[str, tuple[float, ...]],
        label: str = "",
        annotations: Sequence[str] = (),
        is_small: bool = False,
    ) -> None:
        """Add a page; `boxes` are in points from the bottom left: MediaBox, TrimBox, BleedBox.

        `annotations` are links, in the order of the tab key; `is_small` saves bytes rather than time.
        """
        self._labels.append(label)
        packed = zlib.compress(content, _BEST_LEVEL if is_small else _PAGE_LEVEL)
        self._document.updateSignature(packed)
        contents, parent = self.add({}, packed), self._document.Reference(self._document.Pages)
        # Formatted here, because there may be thousands of pages.
        links = (one.format(self._document).decode() for one in (parent, resources, contents))
        edges = "".join(f"/{name}[{' '.join(map(number, box))}]" for name, box in boxes.items())
        entries = f"/StructParents {len(self._labels) - 1}/Tabs/S{edges}"
        if annotations:
            entries += f"/Annots[{' '.join(annotations)}]"
        self.fill_link(link, "/Type/Page/Parent {}/Resources {}/Contents {}{}".format(*links, entries))
        self._document.Pages.addPage(self.find_link(link))

    def set_form(self, entries: _Entries) -> None:
        """Set the entries of the form, which has the fields of all pages."""
        self._document.Catalog.AcroForm = pdfdoc.PDFDictionary(dict(entries))

    @property
    def digest(self) -> str:
        """A hash of the pages, in 32 hexadecimal digits."""
        digest: str = self._document.signature.hexdigest()
        return digest

    def finish(
        self,
        document: Document,
        structure: str,
        *,
        xmp: Mapping[str, str] | None = _NONE,
        entries: _Entries = _NONE,
        facts: _Entries = _NONE,
    ) -> bytes:
        """Return the complete file, with the metadata of `document`, and the link to its structure.

        `xmp` are further properties of the metadata in XML, by their names with prefix; None leaves out this
        metadata. `entries` are further entries of the catalogue, and `facts` of the information about the
        document.
        """
        catalogue = self._document.Catalog
        if xmp is not None:
            head = {"Type": "/Metadata", "Subtype": "/XML"}
            entries = {**entries, "Metadata": self.add(head, _write_xmp(document, xmp), is_packed=False)}
        for name, entry in {**self._list_layers(), **entries}.items():
            # reportlab writes only entries that it knows.
            catalogue.__NoDefault__ = [*catalogue.__NoDefault__, name]
            setattr(catalogue, name, entry)
        catalogue.Lang = pdfdoc.PDFString(document.language)
        catalogue.StructTreeRoot = self.find_link(structure)
        catalogue.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})
        preferences = {"PrintScaling": "/None", "DisplayDocTitle": "true"}
        if document.duplex:
            preferences["Duplex"] = pdfdoc.PDFName(f"DuplexFlip{document.duplex.title()}Edge")
        catalogue.ViewerPreferences = pdfdoc.PDFDictionary(preferences)
        catalogue.Outlines = self._outlines(document.bookmarks)
        if document.bookmarks:
            catalogue.PageMode = "/UseOutlines"
        if any(self._labels):
            catalogue.PageLabels = labels = pdfdoc.PDFPageLabels()
            for index, label in enumerate(self._labels):
                labels.addPageLabel(index, pdfdoc.PDFPageLabel(prefix=label or str(index + 1)))
        information = {
            "Title": document.title,
            "Author": document.author,
            "Subject": document.subject,
            "Keywords": ", ".join(document.keywords),
            "Creator": _MAKER,
            "Producer": _MAKER,
        }
        known = {name: pdfdoc.PDFString(value) for name, value in information.items() if value}
        self._document.info = pdfdoc.PDFDictionary({**known, **facts})
        if self._version < _FIRST_WITH_STREAMS:
            data: bytes = self._document.format()
            return data
        return _write_packed(self._document, self._version)

    def _share(self, kind: Resource) -> pdfdoc.PDFDictionary:
        if kind not in self._shared:
            self._shared[kind] = pdfdoc.PDFDictionary({})
            self._references[kind] = self._document.Reference(self._shared[kind])
        return self._shared[kind]

    def _list_layers(self) -> _Entries:
        if not (self._layers or self._other_layers):
            return _NONE
        own = [self._named[name] for name in self._layers.values()]
        others = {link: self.find_link(link) for link in self._other_layers}
        shown = {"Name": pdfdoc.PDFString("Layers"), "Order": pdfdoc.PDFArray(own)}
        hidden = [others[link] for link, is_shown in self._other_layers.items() if not is_shown]
        if hidden:
            shown["OFF"] = pdfdoc.PDFArray(hidden)
        layers = pdfdoc.PDFArray([*own, *others.values()])
        return {"OCProperties": pdfdoc.PDFDictionary({"OCGs": layers, "D": pdfdoc.PDFDictionary(shown)})}

    def _outlines(self, bookmarks: Sequence[Bookmark]) -> pdfdoc.PDFObject | None:
        if not bookmarks:
            return None
        root = pdfdoc.PDFDictionary({"Type": "/Outlines"})
        above = [(-1, root)]
        for bookmark in bookmarks:
            while above[-1][0] >= bookmark.level:
                above.pop()
            parent = above[-1][1]
            page = self._document.Pages.pages[bookmark.page]
            place = {"Parent": self._document.Reference(parent), "Dest": pdfdoc.PDFArray([page, "/Fit"])}
            entry = pdfdoc.PDFDictionary({"Title": pdfdoc.PDFString(bookmark.title), **place})
            reference = self._document.Reference(entry)
            if "Last" in parent:
                entry["Prev"] = parent["Last"]
                self._document.idToObject[parent["Last"].name]["Next"] = reference
            else:
                parent["First"] = reference
            parent["Last"] = reference
            for _, ancestor in above:
                ancestor["Count"] = ancestor.dict.get("Count", 0) + 1
            above.append((bookmark.level, entry))
        return root


_XMP = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""{prefixes}>
{lines}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_PREFIXES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}
"""Namespaces of properties by the prefix of their names."""


def _write_xmp(document: Document, others: Mapping[str, str]) -> bytes:
    """Return the metadata of a document in XML, with other properties; it has the same title as the file."""
    values = {
        "dc:format": "application/pdf",
        "dc:title": _list_values("Alt", document.title),
        "dc:creator": _list_values("Seq", document.author),
        "dc:description": _list_values("Alt", document.subject),
        "dc:language": _list_values("Bag", document.language),
        "pdf:Keywords": escape_xml(", ".join(document.keywords)),
        "pdf:Producer": _MAKER,
        "xmp:CreatorTool": _MAKER,
        **others,
    }
    known = {name: values[name] for name in sorted(values) if values[name]}
    used = dict.fromkeys(name.partition(":")[0] for name in known)
    prefixes = "".join(f'\n xmlns:{prefix}="{_PREFIXES[prefix]}"' for prefix in used)
    lines = "\n".join(f"<{name}>{value}</{name}>" for name, value in known.items())
    return _XMP.format(prefixes=prefixes, lines=lines).encode()


def _list_values(kind: str, value: str) -> str:
    language = ' xml:lang="x-default"' if kind == "Alt" else ""
    return f"<rdf:{kind}><rdf:li{language}>{escape_xml(value)}</rdf:li></rdf:{kind}>" if value else ""


def _write_packed(document: pdfdoc.PDFDocument, version: tuple[int, int]) -> bytes:
    """Return the file with all objects that are no streams in compressed streams of objects."""
    links = [_to_bytes(document.Reference(one).format(document)) for one in (document.Catalog, document.info)]
    file = _PackedFile(version)
    # Formatting an object may add others.
    for index in count(1):
        if index not in document.numberToId:
            break
        id = document.numberToId[index]
        file.add(index, pdfdoc.PDFIndirectObject(id, document.idToObject[id]).format(document))
    # The comment after it is for files with a trailer.
    identity = _to_bytes(document.ID()).split(b"%")[0].strip()
    return file.finish(b"/Root %s/Info %s/ID %s" % (*links, identity))


class _PackedFile:
    """A file whose objects are streams, or are in streams."""

    def __init__(self, version: tuple[int, int]) -> None:
        self._written = [b"%%PDF-%d.%d\n%%\x93\x8c\x8b\x9e\n" % version]
        self._length = len(self._written[0])
        self._packed: list[tuple[int, bytes]] = []
        self._places: dict[int, tuple[int, int, int]] = {0: (0, 0, 0)}
        """Kind of each object, its offset or the stream that has it, and its index there."""

    def add(self, index: int, written: bytes) -> None:
        """Add the next object as it is written in a file."""
        if _STREAM in written:
            self._place(index, written)
        else:
            body = written[written.index(b"obj") + 3 : written.rindex(b"endobj")].strip()
            self._places[index] = (2, 0, 0)
            self._packed.append((index, body))

    def finish(self, entries: bytes) -> bytes:
        """Return the file; the entries are those of its trailer."""
        for start in range(0, len(self._packed), _MOST_PACKED):
            self._pack(self._packed[start : start + _MOST_PACKED])
        own, start = len(self._places), self._length
        self._places[own] = (1, start, 0)
        wide = (start.bit_length() + 7) // 8
        rows = [
            kind.to_bytes(1, "big") + place.to_bytes(wide, "big") + index.to_bytes(1, "big")
            for _, (kind, place, index) in sorted(self._places.items())
        ]
        entries = b"/Type/XRef/Size %d/W[1 %d 1]%s" % (len(rows), wide, entries)
        compared = b"%s/DecodeParms<</Predictor %d/Columns %d>>" % (entries, _UP, wide + 2)
        plain = _write_stream(own, entries, b"".join(rows))
        self._place(own, min(plain, _write_stream(own, compared, _subtract_rows(rows)), key=len))
        return b"".join((*self._written, b"startxref\n%d\n%%%%EOF\n" % start))

    def _place(self, index: int, written: bytes) -> None:
        self._places[index] = (1, self._length, 0)
        self._written.append(written)
        self._length += len(written)

    def _pack(self, group: Sequence[tuple[int, bytes]]) -> None:
        own = len(self._places)
        self._places |= {index: (2, own, place) for place, (index, _) in enumerate(group)}
        starts = accumulate((len(body) + 1 for _, body in group), initial=0)
        numbers = (b"%d %d" % (index, start) for (index, _), start in zip(group, starts, strict=False))
        head = b" ".join(numbers) + b"\n"
        entries = b"/Type/ObjStm/N %d/First %d" % (len(group), len(head))
        self._place(own, _write_stream(own, entries, head + b"\n".join(body for _, body in group)))


def _subtract_rows(rows: Sequence[bytes]) -> bytes:
    """Return rows as their differences from the row above, which take a third of the bytes when packed."""
    written = []
    for above, row in pairwise((bytes(len(rows[0])), *rows)):
        written.append(
            bytes((_SUBTRACTED, *((one - two) % 256 for one, two in zip(row, above, strict=True))))
        )
    return b"".join(written)


def _write_stream(index: int, entries: bytes, body: bytes) -> bytes:
    packed = zlib.compress(body, _BEST_LEVEL)
    head = b"%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>" % (index, entries, len(packed))
    return b"".join((head, _STREAM, packed, b"\nendstream\nendobj\n"))


def _write_entry(name: str, value: Any, document: pdfdoc.PDFDocument) -> bytes:
    """Return an entry of a dictionary, with a space where one is needed."""
    written = _to_bytes(pdfdoc.format(value, document))
    return b"".join((b"/", name.encode(), b"" if written[:1] in b"/[<(" else b" ", written))


def _to_bytes(written: str | bytes) -> bytes:
    return written.encode("latin-1") if isinstance(written, str) else written


def to_points(box: tuple[float, ...], height: float, decimals: int) -> tuple[float, ...]:
    """Return the edges of a box in mm, on a page of a height, in points from the bottom left."""
    left, top, right, bottom = box
    return tuple(round(edge * POINTS, decimals) for edge in (left, height - bottom, right, height - top))


def _make_document(version: tuple[int, int]) -> pdfdoc.PDFDocument:
    """Return an empty document whose id does not depend on SOURCE_DATE_EPOCH, which reportlab reads."""
    epoch = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        return pdfdoc.PDFDocument(invariant=1, pdfVersion=version)
    finally:
        if epoch is not None:
            os.environ["SOURCE_DATE_EPOCH"] = epoch
