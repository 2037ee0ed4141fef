"""A drawing's file: its tree, the size of its page, and the colours that stand for placeholders."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

from generator.imports.draft import Draft
from generator.imports.svg.placeholders import TemplateFields
from generator.imports.svg.source import SvgSource, decode_svg
from generator.imports.svg.texts import TEXTS
from generator.read.files.text_files import make_slug, name_file, read_bytes, unreadable
from generator.read.pictures.svg import SvgPage, measure_page
from generator.read.pictures.svg_style import find_link
from generator.read.pictures.svg_tree import FLOWED, MOST_SVG_BYTES, PLACE, parse_svg, unpack_svg

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
        text = decode_svg(unpack_svg(self.name, read_bytes(path, MOST_SVG_BYTES)), self.name)
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
    text = decode_svg(unpack_svg(file, read_bytes(path, MOST_SVG_BYTES)), file)
    return {id for span in SvgSource(text, file).spans.values() if (id := span.attributes.get("id"))}
