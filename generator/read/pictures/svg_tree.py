"""SVG files -> a safe tree of elements, without scripts, links to other files, and foreign elements.

Names have no prefixes, and `style` attributes and style sheets have become plain attributes.
"""

import re
from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from generator.errors import DataError
from generator.read.files.text_files import MEGABYTE, name_file, read_bytes, unreadable

SVG = "http://www.w3.org/2000/svg"
PLACE = "data-place"
"""Attribute with the line and column of an element."""

MOST_SVG_BYTES = 16 * MEGABYTE
MOST_SVG_DEPTH = 100
_MOST_ELEMENTS = 100_000
_MOST_ENTITY = 256
_MOST_TEXT = 8 * MEGABYTE

_LEFT_OUT = ("desc", "font", "font-face", "foreignObject", "iframe", "metadata", "script", "set", "title")
_DECLARATION = re.compile(r"([a-zA-Z][\w-]*)\s*:\s*([^;]+)")
_EMBEDDED = re.compile(r"data:image/(?:png|jpe?g|gif|webp)[;,]", re.IGNORECASE)
_LARGEST = {"numOctaves": 10, "radius": 200, "order": 25}
"""Maximum values of filters, which take longer the larger these are."""


def read_svg(path: Path) -> tuple[str, Element]:
    """Return the file's name for users, and its tree; raises DataError."""
    file, builder = name_file(path), _Builder(name_file(path))
    try:
        builder.parser.Parse(read_bytes(path, MOST_SVG_BYTES), True)
    except expat.ExpatError as error:
        message = f"is not an SVG file: {expat.ErrorString(error.code)}"
        raise unreadable(file, message, line=error.lineno, column=error.offset + 1) from None
    except (LookupError, ValueError) as error:
        raise unreadable(file, f"has an unknown encoding: {error}", "save it as UTF-8") from None
    root = builder.tree.close()
    sheets = []
    for element in root.iter("style"):
        sheets.append(element.text or "")
        element.text = ""
    if any(sheets):
        from generator.read.pictures.svg_css import apply_rules

        try:
            apply_rules(root, sheets)
        except ValueError as error:
            raise unreadable(file, str(error), "write colours as attributes") from None
    for element in root.iter():
        for name, value in _DECLARATION.findall(element.attrib.pop("style", "")):
            element.set(name, value.replace("!important", "").strip())
    return file, root


def refuse(file: str, element: Element, message: str, hint: str = "") -> DataError:
    """Return the error of an element, with its line and column."""
    line, _, column = element.get(PLACE, "0:0").partition(":")
    return unreadable(file, message, hint, line=int(line), column=int(column))


class _Builder:
    """Builds the tree while the file is parsed, and stops at the first error."""

    def __init__(self, file: str) -> None:
        self.tree = TreeBuilder()
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add_text
        parser.EntityDeclHandler = self._check_entity
        self._file = file
        self._prefixes = {"", "svg"}
        self._depth = self._count = self._size = 0
        self._left_out = 0
        """Depth inside of an element that is left out."""

    def _refuse(self, message: str, hint: str = "") -> DataError:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return unreadable(self._file, message, hint, line=line, column=column)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._prefixes |= {key[6:] for key, value in attributes.items() if value == SVG and key[5:6] == ":"}
        prefix, _, tag = name.rpartition(":")
        if not self._count and (tag != "svg" or prefix not in self._prefixes):
            message = f"is not an SVG file: it starts with `<{name}>`"
            raise self._refuse(message, f'write `<svg xmlns="{SVG}">`')
        self._depth += 1
        self._count += 1
        if self._depth > MOST_SVG_DEPTH or self._count > _MOST_ELEMENTS:
            is_deep = self._depth > MOST_SVG_DEPTH
            limit = f"{MOST_SVG_DEPTH} levels" if is_deep else f"{_MOST_ELEMENTS} elements"
            raise self._refuse(f"has more than {limit}", "simplify the drawing")
        if self._left_out or prefix not in self._prefixes or tag in _LEFT_OUT or tag.startswith("animate"):
            self._left_out += 1
            return
        kept = {PLACE: f"{self.parser.CurrentLineNumber}:{self.parser.CurrentColumnNumber + 1}"}
        for key, value in attributes.items():
            self._grow("" if value.startswith("data:") else value)
            head, _, local = key.rpartition(":")
            if local == "href" and (not head or "href" not in attributes):
                kept["href"] = self._check_link(tag, value.strip())
            elif (not head and not local.startswith(("on", "xmlns"))) or (head == "xml" and local == "space"):
                kept[key] = value
            self._check_filter(local, value)
        self.tree.start(tag, kept)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._left_out:
            self._left_out -= 1
        else:
            self.tree.end(name.rpartition(":")[2])

    def _add_text(self, text: str) -> None:
        self._grow(text)
        if not self._left_out:
            self.tree.data(text)

    def _grow(self, text: str) -> None:
        self._size += len(text)
        if self._size > _MOST_TEXT:
            limit = _MOST_TEXT // MEGABYTE
            raise self._refuse(f"has more than {limit} MB besides embedded pictures", "simplify the drawing")

    def _check_link(self, tag: str, link: str) -> str:
        if tag != "a" and not link.startswith("#") and not (tag == "image" and _EMBEDDED.match(link)):
            is_image = tag == "image"
            hint = "embed PNG or JPEG pictures in the file" if is_image else "copy the element into the file"
            raise self._refuse(f"`<{tag}>` refers to `{link}`, and nothing is fetched", hint)
        return "" if tag == "a" else link

    def _check_filter(self, name: str, value: str) -> None:
        numbers = re.findall(r"\d+(?:\.\d+)?", value) if name in _LARGEST else ()
        if any(float(number) > _LARGEST[name] for number in numbers):
            raise self._refuse(f"`{name}` is too large", f"at most {_LARGEST[name]}")

    def _check_entity(self, name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if value is not None and ("&" in value or len(value) > _MOST_ENTITY):
            raise self._refuse(f"the entity `{name}` is too long or refers to others", "remove the entity")
