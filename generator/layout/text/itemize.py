"""The script and the font of each character of a word.

Scripts follow UAX #24: characters of many scripts (digits, punctuation) join their neighbours. Fonts are
chosen by coverage, one grapheme cluster at a time, so that a letter and its marks are never separated.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from icu4py.breakers import CharacterBreaker

from generator.errors import MissingGlyph
from generator.scene.fonts import COMMON, Font, find_script, find_shared_scripts

JOINING = frozenset(
    {"Adlm", "Arab", "Aran", "Mand", "Mani", "Mong", "Nkoo", "Ougr", "Phag", "Phlp", "Rohg", "Sogd", "Syrc"}
)
"""Scripts with joined letters, which are never spaced out and are shaped in context."""

_LATIN = re.compile("[\n\x20-\u02b8\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2122\u2190-\u22ff]*")
_LATIN_LETTER = re.compile("[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u1e00-\u1eff]")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001bca0-\U0001bca3\U000e0000-\U000e0fff]"
)
"""Default ignorable code points, which may be missing in a font."""

_UPRIGHT = (
    "[\u0530-\u1dbf\u2e80-\ua4cf\ua800-\ud7ff\uf900-\ufaff\ufb13-\ufdff\ufe10-\uffef"
    "\U00010000-\U0001efff\U0001fb00-\U0003ffff]"
)
"""All scripts except Latin, Greek, and Cyrillic, without symbols and emoji."""


class Item(NamedTuple):
    """Characters `start` to `end` of a word, with one script and one font."""

    start: int
    end: int
    script: str
    font: Font


def is_latin(text: str) -> bool:
    """Return True if the text has only Latin letters and characters of all scripts."""
    return _LATIN.fullmatch(text) is not None


def has_upright_script(text: str) -> bool:
    """Return True if the text has letters of a script without italics; then nothing in it is slanted."""
    return not is_latin(text) and re.search(_UPRIGHT, text) is not None


def first_script(text: str) -> str:
    """Return the first script of a text that is not common; empty if there is none."""
    if is_latin(text):
        return "Latn" if _LATIN_LETTER.search(text) else ""
    return next((script for script in map(find_script, text) if script not in COMMON), "")


def last_script(text: str) -> str:
    """Return the last script of a text that is not common; empty if there is none."""
    return first_script(text[::-1])


def itemize(text: str, fonts: Sequence[Font], *, script: str) -> list[Item]:
    """Split a word with one style and direction into items.

    Fonts are tried in order; `script` is the script of the surrounding words, for words without one of their
    own. Raises MissingGlyph with all characters that no font has.
    """
    if is_latin(text) and fonts[0].coverage.issuperset(map(ord, text)):
        return [Item(0, len(text), "Latn", fonts[0])]
    scripts = resolve_scripts(text, script)
    chosen = _choose_fonts(text, fonts)
    items: list[Item] = []
    for (script, font), group in groupby(zip(scripts, chosen, strict=True)):
        start = items[-1].end if items else 0
        items.append(Item(start, start + len([*group]), script, font))
    return items


def resolve_scripts(text: str, around: str) -> list[str]:
    """Return a script for each character; leading common characters take that of the first letter."""
    current = first_script(text) or around or "Zyyy"
    scripts = []
    for character in text:
        own = {find_script(character)} - COMMON or find_shared_scripts(character)
        if own and current not in own:
            current = min(own)
        scripts.append(current)
    return scripts


def _choose_fonts(text: str, fonts: Sequence[Font]) -> list[Font]:
    """Return a font for each character: letters first, then the characters between them."""
    clusters = list(CharacterBreaker(text, "root"))
    chosen: list[Sequence[Font]] = [()] * len(clusters)
    missing: list[str] = []
    for index, cluster in enumerate(clusters):
        if not COMMON.issuperset(map(find_script, cluster)):
            chosen[index] = _find_fonts(cluster, fonts, missing)
    for index, cluster in enumerate(clusters):
        if not chosen[index]:
            before = chosen[index - 1][-1:] if index else ()
            nearest = before or next((face[:1] for face in chosen[index:] if face), ())
            chosen[index] = _find_fonts(cluster, (*nearest, *fonts), missing)
    if missing:
        raise MissingGlyph("".join(dict.fromkeys(missing)), text)
    return [font for faces in chosen for font in faces]


def _find_fonts(cluster: str, fonts: Sequence[Font], missing: list[str]) -> list[Font]:
    """Return the first font that has a complete cluster, else the first for each of its characters."""
    visible = "".join(_INVISIBLE.sub("", cluster).split())
    forms = {visible, unicodedata.normalize("NFC", visible), unicodedata.normalize("NFD", visible)}
    for font in fonts:
        if any(font.coverage.issuperset(map(ord, form)) for form in forms):
            return [font] * len(cluster)
    found: list[Font] = []
    for character in cluster:
        having = [font for font in fonts if ord(character) in font.coverage]
        if not having and character in visible:
            missing.append(character)
        found.append(having[0] if having else fonts[0])
    return found
