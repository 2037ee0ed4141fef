"""Signs that people write in place of those that YAML knows."""

import re
import unicodedata

OTHER_QUOTES = "“‘„«”»"
"""Quotation marks of languages; YAML reads them as letters."""
COLONS = "：﹕︓∶ː꞉"
"""Signs that look like a colon."""
_BLANKS = "\xa0\u2000-\u200b\u202f\u205f\u2060\u3000"
"""Range of blanks that YAML reads as letters."""
_DASHES = "‐‑‒–—―−•·‣▪●*"
"""Signs that people, and programs for texts, write in place of a hyphen."""
_WRONG_START = re.compile(
    rf"(?P<blank>[{_BLANKS}])|-(?P<after>[{_BLANKS}])|(?P<dash>[{_DASHES}])[ {_BLANKS}]"
)


def describe_other_quote(sign: str) -> tuple[str, str]:
    """Return the message and the hint for a quotation mark that YAML does not know."""
    return f"`{sign}` is not a quotation mark of YAML", 'begin and end the text with `"`'


def explain_start(text: str) -> tuple[int, str, str] | None:
    """Return position, message, and hint for a sign at the start that is neither blank nor hyphen."""
    found = _WRONG_START.match(text)
    if found is None:
        return None
    if sign := found["dash"]:
        return 0, f"`{sign}` is not a hyphen", "a list item begins with `- `"
    kind = "blank" if found["blank"] else "after"
    name, hint = describe_blank(found[kind])
    return found.start(kind), f"{name} is not a space of YAML", hint


def describe_blank(sign: str) -> tuple[str, str]:
    """Return the name of a blank or an invisible character, `a no-break space`, and the hint."""
    name = unicodedata.name(sign, "invisible character").lower()
    article = "an" if name[0] in "aeio" else "a"
    return f"{article} {name}", f"U+{ord(sign):04X}: remove it, or write an ordinary space"


def quote_field(text: str) -> tuple[str, str]:
    """Return the message and the hint for a text that begins with a field, and is not in quotes."""
    return "a text that begins with `{` needs quotes", f'write `"{text.strip()}"`'
