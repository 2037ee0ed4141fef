"""White space in texts of SVG files, as CSS collapses it."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

PRESERVED = "preserve-spaces"
"""Value of `white-space` that `xml:space="preserve"` stands for (SVG 2, 11.7.2)."""
_KEPT = ("pre", "pre-wrap", "break-spaces", PRESERVED)
_BREAKING = ("pre", "pre-wrap", "break-spaces", "pre-line")


class _Part(NamedTuple):
    """A text between two tags."""

    element: Element
    is_tail: bool
    """True if it follows the element instead of beginning it."""
    mode: str
    """Value of `white-space`."""

    def read(self) -> str:
        return (self.element.tail if self.is_tail else self.element.text) or ""

    def write(self, text: str) -> None:
        if self.is_tail:
            self.element.tail = text
        else:
            self.element.text = text


def collapse_spaces(element: Element, mode: str) -> bool:
    """Collapse the white space of a text (CSS Text 3, 4.1); return True if it loses line breaks.

    All that is left is marked as preserved: resvg also removes spaces between the parts of a text.
    """
    has_breaks, is_after_space = False, True
    parts = [*_list_parts(element, mode)]
    for part in parts:
        text = re.sub(r"\r\n|[\t\r\n]", " ", given := part.read())
        has_breaks = has_breaks or (part.mode in _BREAKING and "\n" in given.strip())
        if part.mode not in _KEPT:
            text = re.sub(" +", " ", text)
            text = text.removeprefix(" ") if is_after_space else text
        is_after_space = text.endswith(" ") if text else is_after_space
        part.write(text)
    last = next((part for part in reversed(parts) if part.read()), None)
    if last and last.mode not in _KEPT:
        last.write(last.read().removesuffix(" "))
    for one in element.iter():
        one.attrib.pop("xml:space", None)
    element.set("xml:space", "preserve")
    return has_breaks


def _list_parts(element: Element, mode: str) -> Iterator[_Part]:
    yield _Part(element, False, mode)
    for child in element:
        yield from _list_parts(child, child.get("white-space", "").strip().lower() or mode)
        yield _Part(child, True, mode)
