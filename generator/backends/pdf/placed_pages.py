"""Pages of other PDF files as forms: their fonts, pictures, and paths are copied as they are.

pdfium writes the pages into a plain file, whose objects are copied here, without links, fields, scripts, and
descriptions, which are not drawn. Hidden layers stay hidden. Streams are packed anew without loss: as bytes,
at zlib's best level, with palettes.
"""

import base64
import hashlib
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from generator.backends.formats import factor, number
from generator.backends.pdf.container import POINTS, Container
from generator.backends.pdf.font_files import drop_hints
from generator.errors import OutputError
from generator.scene.pdf.pages import PdfPage
from generator.scene.pdf.rendering import save_pages
from generator.scene.shapes import Picture, measure_box

_NOT_DRAWN = (b"/Metadata", b"/PieceInfo", b"/StructParent", b"/StructParents", b"/LastModified", b"/AF")
"""Entries that only describe an object."""
_OTHERS = (b"/Page", b"/Pages", b"/Catalog", b"/Annot", b"/StructElem", b"/StructTreeRoot")
"""Types of objects that nothing needs to be drawn, but that lead to all others."""
_PACKING = (b"/Filter", b"/DecodeParms")
_MOST_CONTENT = 2**28
_MOST_CONVERTED = 2**19
"""Number of bytes of the Type 1 fonts of a file that are converted, which takes a second."""
_MOST_BARED = 2**24
"""Number of bytes of the TrueType fonts of a file whose hints are left out."""
_TYPE1, _TRUETYPE = b"/FontFile", b"/FontFile2"
_TRICKY = re.compile(rb"/(?:[A-Z]{6}\+)?(?:cpop|DF|DLC|HuaTian|P?Ming|.*#[89A-Fa-f])")
"""Names of Chinese fonts whose hints also put the strokes of a letter together."""
_MOST_DEPTH = 16
"""Length of a chain of objects that are compared with others."""
_FIRST_STATE = "0 g 0 G 1 w 0 J 0 j 10 M [] 0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts"
"""Operators of the state in which a page begins, which a form would inherit from where it is used."""
_TOKENS = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|/[^\s()<>\[\]{}/%]*|\d+ \d+ R\b|[^\s()<>\[\]{}/%]+",
    re.DOTALL,
)
_UPRIGHT = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}
"""Turns of a page, in degrees clockwise."""


class _Reference(NamedTuple):
    number: int


_Value: TypeAlias = Any
"""A dictionary by names with their slash, a list, a reference, or the bytes of anything else."""


class _Object(NamedTuple):
    value: _Value
    stream: bytes | None


class _PlainFile:
    """A file as pdfium writes it: one table of objects, none of which is compressed."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
        trailer = data.index(b"trailer", start)
        self._places = dict(_read_table(data[start:trailer]))
        self.trailer = _parse(data, trailer + 7)[0]

    def read(self, value: _Value) -> _Value:
        """Return the value behind a reference; any other value as it is."""
        return self.find(value.number).value if isinstance(value, _Reference) else value

    def find(self, number: int) -> _Object:
        """Return an object; one that does not exist is null."""
        if number not in self._places:
            return _Object(b"null", None)
        start = self._data.index(b"obj", self._places[number]) + 3
        value, end = _parse(self._data, start)
        if not isinstance(value, dict) or self._data[end : end + 6] != b"stream":
            return _Object(value, None)
        end += 8 if self._data[end + 6 : end + 7] == b"\r" else 7
        return _Object(value, self._data[end : end + int(self.read(value[b"/Length"]))])


def _read_table(table: bytes) -> Iterator[tuple[int, int]]:
    number = 0
    for line in table.splitlines():
        match line.split():
            case [first, _]:
                number = int(first)
            case [place, _, kind]:
                if kind == b"n":
                    yield number, int(place)
                number += 1


def _parse(data: bytes, start: int) -> tuple[_Value, int]:
    """Return the value at a place, and the place behind it; raises ValueError."""
    above: list[list[_Value]] = [[]]
    for token in _TOKENS.finditer(data, start):
        text = token[0]
        if text in (b"<<", b"["):
            above.append([])
            continue
        if text in (b">>", b"]"):
            items = above.pop()
            value: _Value = items if text == b"]" else dict(zip(items[::2], items[1::2], strict=True))
        else:
            value = _Reference(int(text.split()[0])) if text.endswith(b" R") else text
        if not above:
            break
        above[-1].append(value)
        if len(above) == 1:
            return value, token.end()
    raise ValueError("an object does not end")


class PlacedPages:
    """The pages of other files that a document uses, each of which becomes one form."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._used: dict[Path, dict[int, tuple[str, PdfPage]]] = {}

    def place(self, picture: Picture) -> tuple[str, str]:
        """Return the name of the form of a page, which is defined at the end, and operators that show it.

        It is on white, as its rim is already: another ground would be a white line between cards.
        """
        page = picture.file
        assert isinstance(page, PdfPage), "only pages of PDF files are placed"
        pages = self._used.setdefault(page.path, {})
        if page.page not in pages:
            pages[page.page] = self._container.name("P"), page
        name = pages[page.page][0]
        return name, _show_page(page, name, picture)

    def finish(self) -> None:
        """Define all forms; raises OutputError for a file that cannot be copied."""
        for path, pages in self._used.items():
            try:
                written, whole = save_pages(path, [number - 1 for number in pages])
                hidden = _list_hidden(_PlainFile(whole)) if whole else ()
                copier = _Copier(self._container, _PlainFile(written), hidden)
                for index, (name, page) in enumerate(pages.values()):
                    copier.fill(name, page, index)
            except (ValueError, KeyError, TypeError, IndexError, zlib.error) as error:
                raise OutputError(path.name, f"cannot be copied: {error}; save it again") from error


def _show_page(page: PdfPage, name: str, picture: Picture) -> str:
    """Return the operators that show a part of a page, on white or on its rim, where a picture is."""
    x, y, width, height = picture.x, picture.y, picture.width, picture.height
    left, top, right, bottom = page.box
    across, down = width / (right - left), height / (bottom - top)
    if page.is_turned:
        left, top, across, down = right, bottom, -across, -down
    seen = measure_box(picture)
    outline = " ".join(map(number, (seen.left, seen.top, seen.width, seen.height)))
    scale = f"{factor(across / POINTS)} 0 0 {factor(-down / POINTS)}"
    corner = f"{number(x - left * across)} {number(y + (page.size[1] - top) * down)}"
    ground = f" q 1 g {outline} re f Q" if not picture.is_on_rim else ""
    return f"q {outline} re W n{ground} {_FIRST_STATE} {scale} {corner} cm /{name} Do Q"


@dataclass
class _Copier:
    """Copies what pages need into a container, each object once."""

    container: Container
    file: _PlainFile
    hidden: Sequence[_Value]
    """Layers that are not shown."""

    def __post_init__(self) -> None:
        self._links: dict[int, str] = {}
        self._waiting: list[tuple[str, _Object]] = []
        self._firsts: dict[int, int] = {}
        self._same: dict[bytes, int] = {}
        self._converted: dict[int, bytes] = {}
        """Links to smaller fonts by the object that they replace; empty if it stays."""
        self._convertible, self._barable = _MOST_CONVERTED, _MOST_BARED
        self._repacker = Repacker()
        pages = self.file.read(self.file.read(self.file.trailer[b"/Root"])[b"/Pages"])
        self._kids: Sequence[_Reference] = pages[b"/Kids"]

    def fill(self, name: str, page: PdfPage, index: int) -> None:
        """Define the form of a page, whose coordinates are points from the bottom left, as it is seen."""
        found = self.file.read(self._kids[index])
        entries, content = self._join(found.get(b"/Contents"))
        box = self._find_box(found)
        angle = int(float(self.file.read(found.get(b"/Rotate", b"0")))) % 360
        resources = self._write(self.file.read(found.get(b"/Resources", {})))
        group = self.file.read(found.get(b"/Group"))
        shown = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": f"[{' '.join(map(number, box))}]",
            "Matrix": f"[{' '.join(map(factor, _find_matrix(box, angle, page.size)))}]",
            "Resources": resources,
            **({"Group": self._write(group)} if isinstance(group, dict) else {}),
            **{key.decode()[1:]: self._write(value) for key, value in entries.items()},
        }
        self.container.fill(name, shown, content)
        while self._waiting:
            self._copy(*self._waiting.pop())

    def _find_box(self, page: Mapping[bytes, _Value]) -> tuple[float, float, float, float]:
        """Return the visible part of a page: left, bottom, right, top."""
        found = (0.0, 0.0, 612.0, 792.0)
        for key in (b"/MediaBox", b"/CropBox"):
            given = self.file.read(page.get(key))
            if isinstance(given, list) and len(given) == 4:
                left, bottom, right, top = (float(self.file.read(edge)) for edge in given)
                box = min(left, right), min(bottom, top), max(left, right), max(bottom, top)
                if box[0] < box[2] and box[1] < box[3]:
                    cut = *map(max, box[:2], found[:2]), *map(min, box[2:], found[2:])
                    found = box if key == b"/MediaBox" else (cut[0], cut[1], cut[2], cut[3])
        return found

    def _join(self, given: _Value) -> tuple[Mapping[bytes, _Value], bytes]:
        """Return the entries that describe the content of a page, and the content itself."""
        contents = self.file.read(given)
        parts = contents if isinstance(contents, list) else [given]
        objects = [self.file.find(one.number) for one in parts if isinstance(one, _Reference)]
        streams = [one for one in objects if one.stream is not None]
        if len(streams) == 1 and b"/Filter" in streams[0].value:
            kept = {key: streams[0].value[key] for key in _PACKING if key in streams[0].value}
            packed, content = self._repacker.pack(kept, streams[0].stream or b"")
            return {key: packed[key] for key in _PACKING if key in packed}, content
        joined = b"\n".join(self._unpack(one) for one in streams)
        return {}, _pack_best(joined)

    def _unpack(self, stream: _Object) -> bytes:
        data = stream.stream or b""
        filters = self.file.read(stream.value.get(b"/Filter", []))
        parameters = self.file.read(stream.value.get(b"/DecodeParms", b"null"))
        for one in filters if isinstance(filters, list) else [filters]:
            if one not in _UNPACK or parameters not in (b"null", {}, []):
                raise ValueError(f"its content is packed by {one.decode('latin-1')[1:]}")
            data = _UNPACK[one](data)
        return data

    def _copy(self, link: str, found: _Object) -> None:
        value, stream = found
        if isinstance(value, dict) and value.get(b"/Type") == b"/OCG":
            self.container.add_layer(link, is_shown=value not in self.hidden)
        if stream is not None:
            value, stream = self._repacker.pack(value, stream)
        written = self._write(value)
        self.container.define_link(link, written, stream)

    def _write(self, value: _Value) -> str:
        """Return a value as it is written; what it refers to is copied later."""
        if isinstance(value, _Reference):
            return self._find_link(value.number)
        if isinstance(value, list):
            return f"[{' '.join(map(self._write, value))}]"
        if isinstance(value, dict):
            value = self._convert_font(value)
            is_described = b"/Type" in value or b"/Subtype" in value
            kept = {key: one for key, one in value.items() if not (is_described and key in _NOT_DRAWN)}
            entries = [f"{key.decode('latin-1')} {self._write(one)}" for key, one in kept.items()]
            return f"<<{' '.join(entries)}>>"
        text: str = value.decode("latin-1")
        return text

    def _convert_font(self, value: Mapping[bytes, _Value]) -> Mapping[bytes, _Value]:
        """Return a descriptor whose font has no hints, and is CFF if it was of Type 1."""
        for key, convert in ((_TYPE1, self._copy_as_cff), (_TRUETYPE, self._copy_without_hints)):
            file = value.get(key)
            if not isinstance(file, _Reference) or _TRICKY.match(value.get(b"/FontName", b"")):
                continue
            number = self._find_first(file.number)
            if number not in self._converted:
                self._converted[number] = convert(self.file.find(number))
            new = b"/FontFile3" if key == _TYPE1 else key
            if link := self._converted[number]:
                return {**{one: kept for one, kept in value.items() if one != key}, new: link}
        return value

    def _copy_as_cff(self, found: _Object) -> bytes:
        """Return the link to the CFF font of a font of Type 1; empty if it stays as it is."""
        # Few documents have such fonts, and their library takes long to import.
        from generator.backends.pdf.cff_fonts import convert_to_cff

        try:
            font = self._unpack(found)
            self._convertible -= len(font)
            if self._convertible < 0:
                return b""
            packed = _pack_best(convert_to_cff(font))
        except (ValueError, zlib.error):
            return b""
        return self._add_font(packed, b"/Subtype/Type1C")

    def _copy_without_hints(self, found: _Object) -> bytes:
        """Return the link to a TrueType font without hints; empty if it stays as it is."""
        try:
            font = self._unpack(found)
            self._barable -= len(font)
            if self._barable < 0:
                return b""
            bare = drop_hints(font)
        except (ValueError, zlib.error):
            return b""
        packed = _pack_best(bare)
        if len(packed) >= len(found.stream or b""):
            return b""
        return self._add_font(packed, b"/Length1 %d" % len(bare))

    def _add_font(self, packed: bytes, entries: bytes) -> bytes:
        link = self.container.reserve_link()
        written = f"<</Filter/FlateDecode/Length {len(packed)}{entries.decode()}>>"
        self.container.define_link(link, written, packed)
        return link.encode()

    def _find_link(self, number: int) -> str:
        found = self.file.find(number)
        if _is_other(found):
            return "null"
        number = self._find_first(number)
        if number not in self._links:
            self._links[number] = self.container.reserve_link()
            self._waiting.append((self._links[number], found))
        return self._links[number]

    def _find_first(self, number: int, depth: int = 0) -> int:
        """Return the first object that is the same: each copy of a card often has a picture of its own."""
        if number not in self._firsts:
            # What leads back to this object is compared by its number.
            self._firsts[number] = number
            value, stream = found = self.file.find(number)
            if depth < _MOST_DEPTH and not _is_other(found):
                key = hashlib.sha256(repr(self._replace(value, depth + 1)).encode() + b"\n" + (stream or b""))
                self._firsts[number] = self._same.setdefault(key.digest(), number)
        return self._firsts[number]

    def _replace(self, value: _Value, depth: int) -> _Value:
        """Return a value that refers to the first of the same objects."""
        if isinstance(value, _Reference):
            return _Reference(self._find_first(value.number, depth))
        if isinstance(value, list):
            return [self._replace(one, depth) for one in value]
        if isinstance(value, dict):
            return {key: self._replace(one, depth) for key, one in sorted(value.items())}
        return value


def _is_other(found: _Object) -> bool:
    return isinstance(found.value, dict) and found.value.get(b"/Type") in _OTHERS


def _inflate(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    found = unpacker.decompress(data, _MOST_CONTENT)
    if unpacker.unconsumed_tail:
        raise ValueError("its content is too large")
    return found


_FROM_TEXT: Mapping[bytes, Callable[[bytes], bytes]] = {
    b"/ASCII85Decode": lambda data: base64.a85decode(b"<~" + data.strip().removeprefix(b"<~"), adobe=True),
    b"/ASCIIHexDecode": lambda data: bytes.fromhex(data.split(b">")[0].decode("latin-1")),
}
"""Functions that decode what is written as text, which takes a quarter more bytes."""


_UNPACK: Mapping[bytes, Callable[[bytes], bytes]] = {b"/FlateDecode": _inflate, **_FROM_TEXT}


def _find_matrix(
    box: tuple[float, float, float, float], angle: int, size: tuple[float, float]
) -> tuple[float, ...]:
    """Return the matrix that turns what is visible of a page upright, moves it to 0, and scales it."""
    left, bottom, right, top = box
    a, b, c, d = _UPRIGHT.get(angle, _UPRIGHT[0])
    width, height = (right - left, top - bottom) if not b else (top - bottom, right - left)
    x = -min(a * left + c * bottom, a * right + c * top)
    y = -min(b * left + d * bottom, b * right + d * top)
    across, down = size[0] * POINTS / width, size[1] * POINTS / height
    return a * across, b * down, c * across, d * down, x * across, y * down


def _list_hidden(file: _PlainFile) -> Sequence[_Value]:
    """Return the layers that a file does not show by default; raises ValueError if that is not clear."""
    properties = file.read(file.read(file.trailer[b"/Root"]).get(b"/OCProperties"))
    if not isinstance(properties, dict):
        return ()
    state = file.read(properties.get(b"/D", {}))
    listed = {key: file.read(state.get(key, [])) for key in (b"/ON", b"/OFF")}
    every = file.read(properties.get(b"/OCGs", []))
    off = listed[b"/OFF"]
    if file.read(state.get(b"/BaseState")) == b"/OFF":
        off = [one for one in every if one not in listed[b"/ON"]]
    hidden = [file.read(one) for one in off]
    shown = [file.read(one) for one in every if one not in off]
    if any(one in shown for one in hidden):
        raise ValueError("it has a shown and a hidden layer of the same name")
    return hidden


_BEST = 9
"""Level of compression of zlib."""
_MOST = 2**24
"""Number of unpacked bytes of a file that are packed anew, which takes a second at most."""
_PLAIN = 4
"""A picture of few colours has at least this many times the bytes that it is packed in."""
_COLOURS = 256
_FLATE = (b"/FlateDecode", [b"/FlateDecode"])
_PIXELS = re.compile(rb"...", re.DOTALL)

_Entries: TypeAlias = Mapping[bytes, Any]


def _pack_best(data: bytes) -> bytes:
    """Return data as zlib packs it best."""
    return zlib.compress(data, _BEST)


class Repacker:
    """Packs the streams of one file, as far as that takes little time."""

    def __init__(self) -> None:
        self._left = _MOST

    def pack(self, entries: _Entries, stream: bytes) -> tuple[_Entries, bytes]:
        """Return the entries of a stream and its bytes, which are never more; both have their length."""
        found = entries, stream = _write_bytes(entries, stream)
        data = self._unpack(stream) if entries.get(b"/Filter") in _FLATE and self._left > 0 else None
        if data is not None:
            self._left -= len(data)
            found = min(found, (entries, _pack_best(data)), key=_measure)
            if _is_true_colour(entries, data) and len(data) > _PLAIN * len(found[1]):
                found = min(found, _use_palette(entries, data) or found, key=_measure)
        return {**found[0], b"/Length": b"%d" % len(found[1])}, found[1]

    def _unpack(self, stream: bytes) -> bytes | None:
        """Return the data of a whole stream; None if it is damaged, or too long."""
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(stream, self._left)
        except zlib.error:
            # Viewers show what they can of it.
            return None
        return data if unpacker.eof else None


def _write_bytes(entries: _Entries, stream: bytes) -> tuple[_Entries, bytes]:
    """Return a stream whose first filter does not turn text into bytes, which would be longer."""
    filters, given = entries.get(b"/Filter"), entries.get(b"/DecodeParms", b"null")
    filters = filters if isinstance(filters, list) else [filters]
    parameters = given if isinstance(given, list) else [given] * len(filters)
    if filters[0] not in _FROM_TEXT or len(parameters) != len(filters) or parameters[0] not in (b"null", {}):
        return entries, stream
    try:
        decoded = _FROM_TEXT[filters[0]](stream)
    except ValueError:
        return entries, stream
    others = {key: one for key, one in entries.items() if key not in (b"/Filter", b"/DecodeParms")}
    if len(filters) == 1:
        return {**others, b"/Filter": _FLATE[0]}, _pack_best(decoded)
    others |= {b"/DecodeParms": parameters[1:]} if any(one != b"null" for one in parameters[1:]) else {}
    return {**others, b"/Filter": filters[1:]}, decoded


def _measure(found: tuple[_Entries, bytes]) -> int:
    entries, stream = found
    return len(repr(entries)) + len(stream)


def _is_true_colour(entries: _Entries, data: bytes) -> bool:
    """Return True for a picture of three bytes for each pixel, whose bytes nothing else interprets."""
    wanted = {b"/Subtype": b"/Image", b"/ColorSpace": b"/DeviceRGB", b"/BitsPerComponent": b"8"}
    if not wanted.items() <= entries.items() or {b"/DecodeParms", b"/Decode"} & entries.keys():
        return False
    # A list of colours that are clear.
    if isinstance(entries.get(b"/Mask"), list):
        return False
    sides = entries.get(b"/Width"), entries.get(b"/Height")
    width, height = (int(one) if isinstance(one, bytes) and one.isdigit() else 0 for one in sides)
    return len(data) == 3 * width * height


def _use_palette(entries: _Entries, data: bytes) -> tuple[_Entries, bytes] | None:
    """Return a picture that refers to a list of its colours; None if it has too many."""
    pixels = _PIXELS.findall(data)
    colours = sorted({*pixels})
    if len(colours) > _COLOURS:
        return None
    places = {colour: place for place, colour in enumerate(colours)}
    listed = b"<%s>" % b"".join(colours).hex().encode()
    space = [b"/Indexed", b"/DeviceRGB", b"%d" % (len(colours) - 1), listed]
    return {**entries, b"/ColorSpace": space}, _pack_best(bytes(map(places.__getitem__, pixels)))
