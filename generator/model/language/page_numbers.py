"""Pages of a file, as their numbers are written."""

import re
from typing import Literal, TypeAlias

from generator.errors import Wrong

PdfBacks: TypeAlias = str | tuple[int, ...]
"""`even`, `separate`, or `none`, or the numbers of the pages of backs."""
PageFlip: TypeAlias = Literal["columns", "rows"]
"""Columns or rows, which are in reverse order on the other side of the paper."""
_BACKS = ("even", "separate", "none")


def parse_pages(text: str) -> tuple[int, ...]:
    """Return the numbers of `2-9` or `1,3-5`; raises Wrong."""
    numbers: list[int] = []
    for part in text.replace(" ", "").split(","):
        match = re.fullmatch(r"(\d{1,4})(?:[-–](\d{1,4}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last:
            raise Wrong(f"`{text}` is not a range of pages", "write it like `2-9`, or `1,3-5`")
        numbers += range(first, last + 1)
    if len({*numbers}) < len(numbers):
        raise Wrong(f"`{text}` has a page twice", "write each page once")
    return tuple(numbers)


def parse_pdf_backs(text: str) -> PdfBacks:
    """Return where backs are; raises Wrong."""
    if text in _BACKS:
        return text
    if not text[:1].isdigit():
        hint = "write `even`, `separate`, `none`, or pages: `10-17`"
        raise Wrong(f"`{text}` does not say where the backs are", hint)
    return parse_pages(text)
