"""The code page of a table or script that is not in Unicode, guessed from what its bytes would be in each."""

import re
from contextlib import suppress

CODE_PAGES = {
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
}
"""Names of the code pages for people."""
_LATIN = ("cp1252", "mac_roman", "cp1250")
"""Pages of texts in Latin letters, the most frequent first."""
_LINES_OF_MACS = re.compile(rb"[^\n]*\r[^\n]*")
"""Lines that end as on old Macs, where spreadsheets still save them so."""
_OTHER_SCRIPT = re.compile(rb"[\xc0-\xff]{4}")
"""Letters of a word that has no Latin ones: four with accents in a row are in no word of Western Europe."""
_WORD = re.compile(r"[^\W\d_]+")
_OWN_WORD = re.compile(r"(?=\w*[^\0-\x7f])[^\W\d_]+")
"""Words with a letter that is not in ASCII."""
_STRAY = "ƒˆ˜ˇ˘˙˚¯´¨¸˝˛ﬁﬂ√∂∑∏∫∆Ωπ≠≈≤≥∞◊⁄\uf8ff"
"""Signs that are not beside letters."""
_ODD_SIGN = re.compile(
    r"(?<=[^\W\d_])[^\w\s\0-\x7f\xa0\xb7\xad’–—…](?=[^\W\d_])"
    rf"|(?<=[^\W\d_])[{_STRAY}]|[{_STRAY}](?=[^\W\d_])"
    r"|(?<=[^\W\d_]{2})[–—](?=[a-z]\b)|[€†‡‰™](?=[a-z])"
)
"""Signs inside a word but apostrophes, dashes, and ellipses; stray ones; dashes before its last letter."""
_RARE = re.compile("[ŠšŽžŸ]")
"""Letters of Windows-1252 in names from languages that it cannot write."""
_MOST_ODD = 20
"""Words of a text among which one may be odd."""


def guess_code_page(data: bytes) -> str:
    """Return the code page in which fewest words of a text are odd; Windows-1252 if none fits.

    Codes of letters in the middle of words are signs, or capitals, in other pages.
    """
    if _OTHER_SCRIPT.search(data):
        for page in ("cp1251", "cp1253"):
            with suppress(UnicodeDecodeError):
                words = _WORD.findall(data.decode(page))
                if _count_odd(words) * _MOST_ODD <= len(words):
                    return page
    is_of_mac = _LINES_OF_MACS.fullmatch(data)
    pages = sorted(_LATIN, key="mac_roman".__eq__, reverse=True) if is_of_mac else _LATIN
    rated = {page: found for page in pages if (found := _rate(data, page)) is not None}
    return min(rated, key=rated.__getitem__, default="cp1252")


def _count_odd(words: list[str]) -> int:
    """Return the number of words with a capital behind a small letter."""
    return sum(word not in (word.lower(), word.upper(), word.capitalize()) for word in words)


def _rate(data: bytes, page: str) -> tuple[int, int] | None:
    """Return how many words of a text are odd in a page, and how many letters are rare.

    None for a page that lacks a byte, and for one other than Windows-1252 in which too many are odd.
    """
    try:
        text = data.decode(page)
    except UnicodeDecodeError:
        return None
    words = _OWN_WORD.findall(text)
    odd = _count_odd(words) + len(_ODD_SIGN.findall(text))
    if page != "cp1252" and odd * _MOST_ODD > len(words):
        return None
    return odd, len(_RARE.findall(text)) if page == "cp1252" else 0
