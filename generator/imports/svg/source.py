"""The text of an SVG file, from which elements are cut, and whose start tags are changed."""

import codecs
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import NamedTuple
from xml.parsers import expat

from generator.read.files.text_files import unreadable
from generator.read.pictures.svg_tree import MOST_SVG_DEPTH

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


def decode_svg(data: bytes, file: str) -> str:
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
