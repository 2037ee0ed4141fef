"""How values are spelled, alike in every format."""

import re
from functools import lru_cache
from xml.sax.saxutils import escape


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """Format a length with at most four decimals and nine digits: a ten-thousandth of a millimetre."""
    text = f"{round(value, 4):.9g}"
    return "0" if text == "-0" else text


@lru_cache(maxsize=65536)
def factor(value: float) -> str:
    """Format a scale or a part of a rotation with seven decimals, because it multiplies lengths."""
    text = f"{round(value, 7):.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape_xml(text: str) -> str:
    """Return a text as the content of an element."""
    return escape(clean_xml(text))


def clean_xml(text: str) -> str:
    """Remove control characters, most of which cannot be written in XML."""
    return _NOT_XML.sub("\ufffd", text)


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
