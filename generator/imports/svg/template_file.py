"""A drawing's file: its tree, its text, the size of its page, and the colours that stand for placeholders."""

import codecs
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element
from xml.parsers import expat

from generator.imports.draft import Draft
from generator.imports.svg.columns import TemplateFields
from generator.read.files.text_files import make_slug, name_file, read_bytes, unreadable
from generator.read.pictures.svg import SvgPage, measure_page
from generator.read.pictures.svg_style import find_link
from generator.read.pictures.svg_tree import (
    FLOWED,
    MOST_SVG_BYTES,
    MOST_SVG_DEPTH,
    PLACE,
    TEXTS,
    parse_svg,
    unpack_svg,
)

_INCH, _SCREEN, _OLD_SCREEN = 25.4, 96, 90
_OLD_INKSCAPE = re.compile(r"inkscape:version=\"0\.(?:[0-8]\d|91|9[01])")
_PAINTED = ("fill", "stroke", "stop-color", "color", "flood-color")
_OWN_NAMES = ("id", "label", "href", "class", "export-filename", "docname", "absref", "version")
"""Attributes whose placeholders are not filled."""
_PIXELS = re.compile(r"[\d.]+(?:px)?")
_LARGEST = 2000


class TemplateFile:
    """A file with its tree, its page, and the places of its elements; several cards may be drawn from it."""

    def __init__(self, path: Path, draft: Draft, fields: TemplateFields) -> None:
        self.name, self.stem = name_file(path), make_slug(path.name.split(".")[0]) or "card"
        self._draft, self._fields = draft, fields
        self.colours: dict[str, str] = {}
        """Fields by the colours that stand for them."""
        text = _decode_svg(unpack_svg(self.name, read_bytes(path, MOST_SVG_BYTES)), self.name)
        self.source = SvgSource(self._stand_in(text), self.name)
        self.root, _ = parse_svg(self.source.text.encode(), self.name, is_template=True)
        self.ids = {id: one for one in reversed([*self.root.iter()]) if (id := one.get("id"))}
        self.parents = {child: one for one in self.root.iter() for child in one}
        self.page = self._measure()
        self.scale = self._find_scale(text)
        self.width, self.height = self.page.width * self.scale, self.page.height * self.scale
        if not 1 <= min(self.width, self.height) <= max(self.width, self.height) <= _LARGEST:
            raise unreadable(
                self.name, "is smaller than 1 mm, or larger than 2 m", "set the size of its page"
            )
        links = (find_link(one.get("href")) for one in self.root.iter("use"))
        self.used = {self.ids[link].get(PLACE, "") for link in links if link in self.ids}
        """Places of elements that others repeat."""

    def list_around(self, element: Element) -> list[Element]:
        """Return the elements around an element, the nearest first."""
        found = []
        while (above := self.parents.get(element)) is not None:
            found.append(above)
            element = above
        return found

    def _stand_in(self, text: str) -> str:
        """Return a text in which colours stand for the placeholders in its attributes."""
        source = SvgSource(text, self.name)
        tags = {}
        for place, span in source.spans.items():
            tag = text[span.start : span.tag_end]
            if any(sign in tag for sign in "{%$#[«"):
                changed = self._stand_in_tag(tag, span.attributes, int(place.split(":")[0]))
                if changed != tag:
                    tags[place] = changed
        return source.write((), tags)

    def _stand_in_tag(self, tag: str, attributes: Mapping[str, str], line: int) -> str:
        fields = self._fields
        for name, value in attributes.items():
            local = name.rpartition(":")[2]
            if local in _OWN_NAMES or local.startswith("xmlns") or not _may_have_placeholder(value):
                continue
            if local == "style":
                declarations = [part.partition(":") for part in value.split(";")]
                changed = ";".join(
                    f"{key}:{self._replace_value(key.strip(), one, line)}" if sign else key
                    for key, sign, one in declarations
                )
            elif fields.has_placeholder(value):
                changed = self._replace_value(local, value, line)
            else:
                continue
            if changed != value:
                tag = tag.replace(_escape(value), _escape(changed)).replace(value, changed)
        return tag

    def _replace_value(self, name: str, value: str, line: int) -> str:
        """Return the value of a property without placeholders."""
        found = self._fields.list_fields(value)
        if not found:
            return value
        if (
            name in _PAINTED
            and len(found) == 1
            and self._fields.make_text(value.strip()) == f"{{{found[0]}}}"
        ):
            known = {one: colour for colour, one in self.colours.items()}
            colour = known.get(found[0]) or f"#c0fe{len(self.colours) + 16:02x}"
            self.colours[colour] = found[0]
            return colour
        self._draft.leave_out(line, f"`{name}`", f"`{value}` differs from card to card", self.name)
        return {"opacity": "1", "fill-opacity": "1", "display": "inline"}.get(name, "0")

    def _measure(self) -> SvgPage:
        """Return the size of the page, and the boxes of elements but texts and linked pictures."""
        text = list(self.source.text)
        for span in self.source.spans.values():
            tag = span.tag.rpartition(":")[2]
            link = next((value for name, value in span.attributes.items() if name.endswith("href")), "")
            is_linked = tag == "image" and not link.startswith("data:")
            if tag in TEXTS or tag in FLOWED or is_linked:
                blank = [sign if sign == "\n" else " " for sign in text[span.start : span.end]]
                text[span.start : span.end] = blank
        root, notes = parse_svg("".join(text).encode(), self.name, is_template=True)
        if root.get("viewBox") is None and root.get("width", "").strip().endswith("%"):
            root.attrib.pop("width")
        return measure_page(root, self.name, notes)

    def _find_scale(self, text: str) -> float:
        """Return the millimetres per unit; a pixel of an old Inkscape is larger than one of today."""
        root = self.root
        given = root.get("width", "").strip()
        if self.page.unit:
            return self.page.unit
        dots = _OLD_SCREEN if _OLD_INKSCAPE.search(text[:20_000]) else _SCREEN
        if _PIXELS.fullmatch(given) and float(given.removesuffix("px").rstrip(".") or 0) > 0:
            return float(given.removesuffix("px")) * _INCH / dots / self.page.width
        return _INCH / dots


def _may_have_placeholder(value: str) -> bool:
    return len(value) < 5_000 and any(sign in value for sign in ("{", "%", "$", "#", "[", "«"))


def _escape(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def read_svg_ids(path: Path) -> Collection[str]:
    """Return the ids of the elements of a file; raises DataError."""
    file = name_file(path)
    text = _decode_svg(unpack_svg(file, read_bytes(path, MOST_SVG_BYTES)), file)
    return {id for span in SvgSource(text, file).spans.values() if (id := span.attributes.get("id"))}


_DECLARATION = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.-]+)[\"'][^>]*\?>")
_ENCODING = re.compile(r"(<\?xml[^>]*?)\s+encoding\s*=\s*[\"'][\w.-]+[\"']")
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_QUOTED = re.compile(r"""[^"'>]*(?:"[^"]*"|'[^']*')?""")
_MOST_TAGS = 100_000


class TagSpan(NamedTuple):
    """The position of an element in a text: its start, the end of its first tag, and its end."""

    start: int
    tag_end: int
    end: int
    tag: str
    attributes: Mapping[str, str]


def _decode_svg(data: bytes, file: str) -> str:
    """Return the content of an uncompressed file without its encoding; raises DataError."""
    mark = next((name for sign, name in _MARKS.items() if data.startswith(sign)), "")
    declared = _DECLARATION.match(data)
    name = mark or (declared[1].decode("ascii", "replace") if declared else "utf-8")
    try:
        text = data.decode(name)
    except (LookupError, ValueError):
        raise unreadable(file, f"is not {name}", "save it as UTF-8") from None
    return _ENCODING.sub(r"\1", text.replace("\r\n", "\n"), count=1)


class SvgSource:
    """A file's text with the places of its elements, by line and column as in its tree."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.spans: dict[str, TagSpan] = {}
        self._find_spans(file)

    def _find_spans(self, file: str) -> None:
        data = self.text.encode()
        parser = expat.ParserCreate("utf-8")
        opened: list[tuple[str, int, int, str, dict[str, str]]] = []
        seen, letters = 0, 0

        def find_letter() -> int:
            nonlocal seen, letters
            place = max(parser.CurrentByteIndex, seen)
            letters += len(data[seen:place].decode(errors="replace"))
            seen = place
            return letters

        def start(tag: str, attributes: dict[str, str]) -> None:
            begin = find_letter()
            place = f"{parser.CurrentLineNumber}:{parser.CurrentColumnNumber + 1}"
            if len(opened) > MOST_SVG_DEPTH or len(self.spans) > _MOST_TAGS:
                raise unreadable(file, "has too many elements", "simplify the drawing")
            opened.append((place, begin, _find_tag_end(self.text, begin), tag, attributes))

        def end(tag: str) -> None:
            place, begin, tag_end, _, attributes = opened.pop()
            at = find_letter()
            is_empty = self.text[tag_end - 2 : tag_end] == "/>"
            stop = tag_end if is_empty else self.text.find(">", at) + 1
            if self.text[begin : begin + 1] == "<" and stop >= tag_end > begin:
                self.spans[place] = TagSpan(begin, tag_end, stop, tag, attributes)

        parser.StartElementHandler, parser.EndElementHandler = start, end
        # The reader of the tree reports text that is not XML.
        with suppress(expat.ExpatError, UnicodeDecodeError):
            parser.Parse(data, True)

    def write(self, cut: Collection[str], tags: Mapping[str, str], hidden: Collection[str] = ()) -> str:
        """Return the text without some elements, and with other first tags of others, each by its place.

        Those that are hidden can still be repeated elsewhere.
        """
        changes = [(*self._widen(self.spans[place]), "") for place in cut if place in self.spans]
        for place in hidden:
            if span := self.spans.get(place):
                tag = tags.get(place, self.text[span.start : span.tag_end])
                whole = f"{tag}{self.text[span.tag_end : span.end]}"
                changes.append((span.start, span.end, f"<defs>{whole}</defs>"))
        for place, tag in tags.items():
            if span := self.spans.get(place):
                changes.append((span.start, span.tag_end, tag))
        parts, done = [], 0
        for begin, stop, new in sorted(changes):
            if begin >= done:
                parts += [self.text[done:begin], new]
                done = stop
        return "".join([*parts, self.text[done:]])

    def _widen(self, span: TagSpan) -> tuple[int, int]:
        """Return the ends of an element with the blanks of its line before it."""
        before = len(self.text[: span.start].rstrip(" \t")) if span.start else 0
        is_line = self.text[before - 1 : before] == "\n" and self.text[span.end : span.end + 1] in ("\n", "")
        return (before - 1 if is_line else span.start), span.end


def _find_tag_end(text: str, start: int) -> int:
    """Return the end of the tag that begins at a place; `>` in quotes does not end it."""
    place = start
    while place < len(text) and text[place] != ">":
        match = _QUOTED.match(text, place)
        place = match.end() if match and match.end() > place else place + 1
    return place + 1
