"""The objects of a PDF file: pages, fonts, symbols, pictures, and metadata.

The only module that imports reportlab. It uses reportlab's document for objects, numbers, and cross
references, but not its canvas, which adds a font of its own to every file.
"""

import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObject,
    PDFPageLabel,
    PDFPageLabels,
    PDFString,
)

from generator.backends.numbers import number
from generator.scene.shapes import Bookmark, Document

_PAGE_LEVEL = 4
"""Compression level of zlib for pages: two thirds of the default time for a twentieth more bytes."""

_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


def _make_document() -> PDFDocument:
    """Return an empty document whose id does not depend on SOURCE_DATE_EPOCH, which reportlab reads."""
    epoch = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        return PDFDocument(invariant=1, pdfVersion=(1, 7))
    finally:
        if epoch is not None:
            os.environ["SOURCE_DATE_EPOCH"] = epoch


class Container:
    """Container that accepts objects in any order; the same calls give the same bytes."""

    def __init__(self) -> None:
        self._document = _make_document()
        self._page_references: list[PDFObject] = []
        self._labels: list[str] = []
        self._resources: dict[tuple[tuple[str, ...], tuple[str, ...]], PDFObject] = {}
        self._named: dict[str, PDFObject] = {}
        self._fonts = PDFDictionary({})
        self._symbols = PDFDictionary({})
        self._shared = self.add(
            {
                "Font": self._document.Reference(self._fonts),
                "XObject": self._document.Reference(self._symbols),
            }
        )

    def reserve_font(self, name: str) -> None:
        """Reserve the name by which content refers to a font; `fill` it later."""
        self._fonts[name] = self._reserve(name)

    def reserve_symbol(self, name: str) -> None:
        self._symbols[name] = self._reserve(name)

    def reserve_picture(self, name: str) -> None:
        self._reserve(name)

    def _reserve(self, name: str) -> PDFObject:
        reference = self._named[name] = self._document.Reference(_Holder(), name)
        return reference

    def fill(
        self,
        name: str,
        entries: Mapping[str, Any],
        content: bytes | None = None,
        *,
        packed: bytes | None = None,
    ) -> None:
        """Define the object of that name: a dictionary or, with content, a stream."""
        self._document.idToObject[name].held = _object(entries, content, packed)

    def add(
        self, entries: Mapping[str, Any], content: bytes | None = None, *, packed: bytes | None = None
    ) -> PDFObject:
        """Add an object without a name, and return a reference for other entries."""
        return self._document.Reference(_object(entries, content, packed))

    @property
    def shared_resources(self) -> PDFObject:
        """Resources of all fonts and symbols: one object serves all pages without pictures."""
        return self._shared

    def resources(self, fonts: Iterable[str], objects: Iterable[str]) -> PDFObject:
        """Return the resources for the given names only; equal resources are written once."""
        key = tuple(sorted(fonts)), tuple(sorted(objects))
        known = self._resources.get(key)
        if known is None:
            entries = {}
            for kind, names in zip(("Font", "XObject"), key, strict=True):
                if names:
                    entries[kind] = PDFDictionary({name: self._named[name] for name in names})
            known = self._resources[key] = self.add(entries)
        return known

    def add_page(
        self, content: bytes, *, resources: PDFObject, boxes: Mapping[str, tuple[float, ...]], label: str = ""
    ) -> None:
        """Add a page; `boxes` are in points from the bottom left: MediaBox, TrimBox, BleedBox."""
        self._labels.append(label)
        packed = zlib.compress(content, _PAGE_LEVEL)
        self._document.updateSignature(packed)
        contents = self._document.Reference(_Stream({}, packed))
        parent = self._document.Reference(self._document.Pages)
        edges = "".join(f"/{name}[{' '.join(map(number, box))}]" for name, box in boxes.items())
        links = [self._number(thing) for thing in (parent, resources, contents)]
        page = _Written(
            "<</Type/Page/Parent {} 0 R/Resources {} 0 R/Contents {} 0 R{}>>".format(*links, edges)
        )
        self._page_references.append(self._document.Reference(page))
        self._document.Pages.addPage(page)

    def _number(self, reference: PDFObject) -> int:
        found: int = self._document.idToObjectNumberAndVersion[reference.name][0]
        return found

    def finish(self, document: Document) -> bytes:
        """Return the complete file, with the metadata of `document`."""
        catalogue = self._document.Catalog
        catalogue.Lang = PDFString(document.language)
        preferences = {"PrintScaling": "/None", "DisplayDocTitle": "true"}
        if document.duplex:
            preferences["Duplex"] = PDFName(_DUPLEX[document.duplex])
        catalogue.ViewerPreferences = PDFDictionary(preferences)
        catalogue.Outlines = self._outlines(document.bookmarks)
        if document.bookmarks:
            catalogue.PageMode = "/UseOutlines"
        if any(self._labels):
            catalogue.PageLabels = labels = PDFPageLabels()
            for index, label in enumerate(self._labels):
                labels.addPageLabel(index, PDFPageLabel(prefix=label or str(index + 1)))
        self._document.info = PDFDictionary(
            {name: PDFString(value) for name, value in _information(document).items() if value}
        )
        data: bytes = self._document.format()
        return data

    def _outlines(self, bookmarks: Sequence[Bookmark]) -> PDFObject | None:
        if not bookmarks:
            return None
        root = PDFDictionary({"Type": "/Outlines"})
        above = [(-1, root)]
        entries: list[PDFDictionary] = []
        for bookmark in bookmarks:
            while above[-1][0] >= bookmark.level:
                above.pop()
            parent = above[-1][1]
            page = self._page_references[bookmark.page]
            entry = PDFDictionary(
                {
                    "Title": PDFString(bookmark.title),
                    "Parent": self._document.Reference(parent),
                    "Dest": PDFArray([page, "/Fit"]),
                }
            )
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
            entries.append(entry)
        return root


class _Holder(PDFObject):  # type: ignore[misc]
    """An object that gets its number before its content."""

    __RefOnly__ = 1

    def __init__(self) -> None:
        self.held: PDFObject | None = None

    def format(self, document: PDFDocument) -> bytes:
        assert self.held is not None, "a name was reserved and never filled"
        written: bytes = self.held.format(document)
        return written


class _Written(PDFObject):  # type: ignore[misc]
    """An object that is already formatted, because there are thousands of pages."""

    __RefOnly__ = 1

    def __init__(self, words: str) -> None:
        self._words = words.encode("ascii")

    def format(self, document: PDFDocument) -> bytes:
        return self._words


class _Stream(PDFObject):  # type: ignore[misc]
    """Compressed bytes, with the entries that describe them."""

    __RefOnly__ = 1

    def __init__(self, entries: Mapping[str, Any], packed: bytes) -> None:
        self._entries = {**entries, "Filter": "/FlateDecode", "Length": len(packed)}
        self._packed = packed

    def format(self, document: PDFDocument) -> bytes:
        entries: bytes = PDFDictionary(self._entries).format(document)
        return b"".join((entries, b"\nstream\n", self._packed, b"\nendstream\n"))


def array(values: Iterable[Any]) -> PDFObject:
    return PDFArray(values)


def dictionary(entries: Mapping[str, Any]) -> PDFObject:
    return PDFDictionary(dict(entries))


def text(words: str) -> PDFObject:
    return PDFString(words)


def _object(entries: Mapping[str, Any], content: bytes | None, packed: bytes | None) -> PDFObject:
    """Return a dictionary or a stream; `packed` is content that is already compressed with zlib."""
    if content is not None:
        packed = zlib.compress(content)
    return PDFDictionary(dict(entries)) if packed is None else _Stream(entries, packed)


def _information(document: Document) -> dict[str, str]:
    return {
        "Title": document.title,
        "Author": document.author,
        "Subject": document.subject,
        "Keywords": ", ".join(document.keywords),
        "Creator": "Petri Press",
        "Producer": "Petri Press",
    }
