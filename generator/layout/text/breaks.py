"""Where a line may be broken: Unicode's line breaking algorithm (UAX #14), by ICU."""

import re

from icu4py.breakers import LineBreaker

FORCED = "\n"
_FORCED_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


def unify_forced_breaks(text: str) -> str:
    """Every character that ends a line as `\\n`."""
    return _FORCED_BREAKS.sub(FORCED, text)


def split_at_breaks(text: str) -> list[str]:
    """The parts of a text between which a line may be broken: joined, they are the text.

    A part ends with the spaces that vanish at the end of a line; after a part that ends with a
    newline the line must be broken. Languages without spaces are broken by ICU's dictionaries.
    """
    return list(LineBreaker(text, "root")) if text else []
