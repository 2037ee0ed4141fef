"""Text in SVG files: a font for each of its characters, which resvg then draws it with.

A family that there is no font of is replaced by Noto Sans, and characters that no font has are an error.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.errors import FontError, list_characters
from generator.model.style import WEIGHT_NAMES
from generator.read.files.shelf import find_shelf
from generator.read.pictures.svg_style import SvgContext
from generator.read.pictures.svg_tree import Note, collapse_spaces, refuse
from generator.scene.fonts import (
    INVISIBLE,
    REGULAR,
    SEMI_BOLD,
    Family,
    Font,
    FontLibrary,
    SvgFace,
    TextFace,
    read_face_tables,
)

DEFAULT_FAMILY = "Noto Sans"
_SANS = (
    "sans-serif",
    "system-ui",
    "ui-sans-serif",
    "-apple-system",
    "blinkmacsystemfont",
    "ui-rounded",
    "emoji",
    "math",
)
_GENERIC = {
    "serif": "serif",
    "ui-serif": "serif",
    "monospace": "mono",
    "ui-monospace": "mono",
    "cursive": "",
    "fantasy": "",
}
"""Generic families, and what the names of fonts that are of them contain."""
_MEDIUM = 500
_UNSEEN = "\u2060"
"""A word joiner, which has no width."""
_SIMPLE = (
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "HEBREW",
    "ARMENIAN",
    "GEORGIAN",
)
"""Beginnings of the names of letters each of which is one glyph."""
_JOINER = "\u200d"
_TONES, _FLAGS = ("\U0001f3fb", "\U0001f3ff"), ("\U0001f1e6", "\U0001f1ff")
"""The first and the last of the skin tones of emoji, and of the letters two of which are a flag."""
_CHILDREN = ("tspan", "textPath", "tref", "a")


class _Style(NamedTuple):
    """The properties of a text that choose its font."""

    families: str
    weight: int
    is_italic: bool


class TextSetter:
    """Chooses the fonts of the texts of one file, and writes them into its tree."""

    def __init__(self, file: str, library: FontLibrary, notes: list[Note]) -> None:
        self._file, self._library, self._notes = file, library, notes
        self._faces: dict[TextFace, str] = {}
        self._letters = defaultdict[TextFace, set[int]](set)
        """The characters that are set in each font."""
        self._done = set[Element]()
        self._chunks: list[tuple[Element, list[tuple[Font, str]]]] = []
        """Parts of the current text that are placed together: where they begin, and what is in which font."""
        self._replaced: dict[str, Element] = {}
        """Names of families that there is no font of, with the first text in each."""
        self._replacing: dict[str, None] = {}
        """Names of the families that replace them."""

    @property
    def faces(self) -> tuple[SvgFace, ...]:
        """The fonts of all texts, with the families that the tree calls them."""
        letters = frozenset[int]().union(*self._letters.values()) - {ord(" ")}
        return tuple(SvgFace(name, face, letters - self._letters[face]) for face, name in self._faces.items())

    def set(self, element: Element, around: SvgContext) -> None:
        """Write the fonts of a text into it; raises DataError for characters that no font has."""
        if element in self._done:
            return
        self._done.add(element)
        if collapse_spaces(element, around.style["white-space"].strip().lower()):
            self._notes.append(Note(element, "has line breaks by `white-space`, which become spaces"))
        self._chunks = []
        self._set_part(element, around)
        lengths = [one.attrib.pop("textLength", "") for one in element.iter() if len(one)]
        if any(lengths):
            message = "has `textLength` for several parts or fonts of a text, which is left out"
            self._notes.append(Note(element, message))
        for first, runs in self._chunks:
            self._set_first_font(first, runs)

    def _set_part(self, element: Element, around: SvgContext) -> None:
        if not self._chunks or element.tag == "textPath" or element.attrib.keys() & {"x", "y"}:
            self._chunks.append((element, []))
        own = self._set_style(element, around)
        text, children = element.text or "", [*element]
        element.text = ""
        self._add_runs(element, 0, text, own)
        for child in children:
            if child.tag in _CHILDREN:
                self._set_part(child, around.inherit(child.attrib))
            tail, child.tail = child.tail or "", ""
            self._add_runs(element, [*element].index(child) + 1, tail, own)

    def _set_first_font(self, element: Element, runs: Sequence[tuple[Font, str]]) -> None:
        """Make the font of a complex script the first one, with an invisible character.

        resvg sets a text in the first of its fonts, and replaces single glyphs by those of others, not groups
        of them. Raises DataError for several such fonts, and for emoji of several characters beside others.
        """
        joined = [(font, text) for font, text in runs if not _is_simple(text)]
        places = [name for name in ("x", "y", "dx", "dy", "rotate") if len(element.get(name, "").split()) > 1]
        if not joined or places:
            return
        needed = "".join("".join(INVISIBLE.sub("", text).split()) for _, text in joined)
        fonts = [runs[0][0], *(font for font, _ in joined)]
        font = next((font for font in fonts if font.covers(needed)), None)
        are_several = any(font is not runs[0][0] for font, _ in runs)
        if are_several and not all(_has_letters(text) for _, text in joined):
            message = "an emoji of several characters stands beside characters of another font"
            hint = "make it a `<text>` of its own, or convert it to paths"
            raise refuse(self._file, element, message, hint)
        if font is None:
            message = "a text has several scripts whose letters are joined or have marks"
            raise refuse(
                self._file, element, message, "make each a `<text>` of its own, or convert it to paths"
            )
        if font is runs[0][0]:
            return
        first = Element("tspan", {"letter-spacing": "0"})
        first.text, first.tail, element.text = _UNSEEN, element.text, ""
        _write(first, self._name(font), font)
        element.insert(0, first)

    def _set_style(self, element: Element, around: SvgContext) -> Sequence[Font]:
        """Write the first font of an element into it, and return all of its fonts."""
        style = around.style
        wanted = _Style(style["font-family"], int(style["font-weight"]), style["font-style"] != "normal")
        fonts = self._list_fonts(element, wanted)
        if fonts:
            _write(element, self._name(fonts[0]), fonts[0])
        return fonts

    def _add_runs(self, element: Element, at: int, text: str, fonts: Sequence[Font]) -> None:
        """Add a text to an element before its child `at`, in parts of one font."""
        for font, part in self._split(element, text, fonts):
            if font:
                self._chunks[-1][1].append((font, part))
                self._letters[TextFace.of(font)].update(map(ord, part))
            if font in (None, fonts[0] if fonts else None):
                if at:
                    element[at - 1].tail = (element[at - 1].tail or "") + part
                else:
                    element.text = (element.text or "") + part
                continue
            assert font is not None
            run = Element("tspan")
            run.text = part
            _write(run, self._name(font), font)
            element.insert(at, run)
            at += 1

    def _split(self, element: Element, text: str, fonts: Sequence[Font]) -> Iterator[tuple[Font | None, str]]:
        """Yield the parts of a text with their fonts; None for space alone."""
        missing = dict[str, None]()
        chosen = list[tuple[Font | None, str]]()
        nearest: Font | None = None
        for cluster in _list_clusters(text):
            visible = "".join(INVISIBLE.sub("", cluster).split())
            if not visible:
                chosen.append((chosen[-1][0] if chosen else None, cluster))
                continue
            has_letters = _has_letters(cluster)
            tried = fonts if has_letters or nearest is None else (nearest, *fonts)
            font = next((font for font in tried if font.covers(visible)), None)
            nearest = font if has_letters else nearest
            if font is None:
                missing |= dict.fromkeys(
                    one for one in visible if not any(font.covers(one) for font in fonts)
                )
                missing = missing or dict.fromkeys(cluster)
            chosen.append((font, cluster))
        if missing:
            hint = "put a font that has it into the game's folder `fonts`, or convert the text to paths"
            raise refuse(self._file, element, f"no font has {list_characters(''.join(missing))}", hint)
        for font, group in groupby(chosen, key=lambda pair: pair[0]):
            yield font, "".join(part for _, part in group)

    def _list_fonts(self, element: Element, wanted: _Style) -> Sequence[Font]:
        """Return the fonts of a style: those of its families, then those that replace missing characters."""
        named = [*self._find_families(element, wanted.families)]
        families = self._library.families
        first = named or [family for family in families if family.name == DEFAULT_FAMILY] or families[:1]
        others = self._library.fallbacks(first[0].name) if first else ()
        faces = [self._choose_face(family, wanted) for family in (*first, *others)]
        if faces:
            self._check_face(element, first[0].name, faces[0], wanted)
        return [*dict.fromkeys(faces)]

    def _choose_face(self, family: Family, wanted: _Style) -> Font:
        """Return the face of the nearest weight (CSS Fonts 4, 5.2)."""
        weights = {400: (family, False), 700: (family, True)}
        for weight, name in WEIGHT_NAMES.items():
            if found := self._named.get(f"{family.name} {name}"):
                weights[weight] = (found, False)
        if family.bold is family.regular:
            del weights[700]
        nearest = min(weights, key=lambda weight: _rank_weight(weight, wanted.weight))
        chosen, is_bold = weights[nearest]
        return chosen.face(bold=is_bold, italic=wanted.is_italic)

    def _check_face(self, element: Element, name: str, font: Font, wanted: _Style) -> None:
        lacking = "bold" if wanted.weight >= SEMI_BOLD and not font.is_bold else ""
        lacking = "italic" if wanted.is_italic and not font.is_italic else lacking
        if lacking:
            message = f"has {lacking} text, and there is no {lacking} font of `{name}`: it is not {lacking}"
            self._notes.append(Note(element, message))

    def _find_families(self, element: Element, listed: str) -> Iterator[Family]:
        """Yield the families of a `font-family` that there are fonts of; those before them are replaced."""
        lacking, is_found = list[str](), False
        for name in (one.strip().strip("\"'").strip() for one in listed.split(",")):
            family = self._find_family(name) if name else None
            if family is None and name and name.lower() not in _SANS:
                lacking.append(name)
            elif family or name:
                # What comes after a family that there is a font of does not matter.
                if lacking and not is_found:
                    self._note_replaced(element, lacking, family.name if family else DEFAULT_FAMILY)
                is_found = True
                if family is None:
                    return
                yield family
        if lacking and not is_found:
            self._note_replaced(element, lacking, DEFAULT_FAMILY)

    def _note_replaced(self, element: Element, names: Sequence[str], by: str) -> None:
        known = [name for name in names if name.lower() not in _GENERIC] or names
        self._replaced.setdefault(known[0], element)
        self._replacing.setdefault(by)

    def list_notes(self) -> Iterator[Note]:
        """Yield a note about all families that are replaced."""
        if self._replaced:
            names = ", ".join(f"`{name}`" for name in self._replaced)
            by = " and ".join(self._replacing)
            is_one = len(self._replaced) == 1
            what = f"there is no font {names}: its" if is_one else f"there are no fonts {names}: their"
            hint = "put the font into the game's folder `fonts`, or convert the text to paths"
            message = f"{what} text is set in {by}"
            yield Note(next(iter(self._replaced.values())), message, hint)

    def _find_family(self, name: str) -> Family | None:
        plain = _simplify(name)
        if (part := _GENERIC.get(name.lower())) is not None:
            fitting = (key for key in self._families if part and part in key and f"sans{part}" not in key)
            plain = next(fitting, "")
        return self._families.get(plain) or self._inner_names.get(plain)

    @cached_property
    def _named(self) -> dict[str, Family]:
        return {one.name: one for one in (*self._library.families, *self._library.weights)}

    @cached_property
    def _families(self) -> dict[str, Family]:
        """Families by their names without spaces and signs; those of the game come first."""
        shared = find_shelf().fonts
        known = (*self._library.families, *self._library.weights)
        ordered = sorted(known, key=lambda one: one.regular.path.is_relative_to(shared))
        return {_simplify(one.name): one for one in reversed(ordered)}

    @cached_property
    def _inner_names(self) -> dict[str, Family]:
        """Families by the names inside of their files, which editors use."""
        found: dict[str, Family] = {}
        for family in self._library.families:
            try:
                faces = read_face_tables(family.regular.path)
            except FontError:
                continue
            for face in faces:
                found.setdefault(_simplify(face.family), family)
        return found

    def _name(self, font: Font) -> str:
        face = TextFace.of(font)
        return self._faces.setdefault(face, f"face {len(self._faces)}")


def _write(element: Element, name: str, font: Font) -> None:
    element.set("font-family", f"'{name}'")
    element.set("font-weight", str(int(font.location.get("wght", 400))))
    element.set("font-style", "normal")


def _simplify(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


def _rank_weight(weight: int, wanted: int) -> tuple[bool, bool, int]:
    """Return a key by which the weight that is used is the first."""
    is_between = REGULAR <= wanted <= _MEDIUM and wanted <= weight <= _MEDIUM
    is_away = weight > wanted if wanted <= _MEDIUM else weight < wanted
    return not is_between, is_away, abs(weight - wanted)


def _list_clusters(text: str) -> list[str]:
    """Return the characters of a text with the marks, skin tones, and joined emoji after them."""
    found: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        is_mark = unicodedata.category(character)[0] == "M" or INVISIBLE.match(character)
        is_tone = _TONES[0] <= character <= _TONES[1]
        if found and (is_mark or is_tone or found[-1].endswith(_JOINER) or _is_flag(found[-1] + character)):
            found[-1] += character
        else:
            found.append(character)
    return found


def _is_flag(text: str) -> bool:
    return len(text) == 2 and all(_FLAGS[0] <= letter <= _FLAGS[1] for letter in text)


def _has_letters(cluster: str) -> bool:
    return any(unicodedata.category(character)[0] == "L" for character in cluster)


def _is_simple(text: str) -> bool:
    """Return True if each character is one glyph."""
    letters = (character for character in text if unicodedata.category(character)[0] in "LM")
    names = (unicodedata.name(character, "") for character in letters)
    return all(map(str.isspace, text)) or (
        all(len(INVISIBLE.sub("", one)) < 2 for one in _list_clusters(text))
        and all(name.startswith(_SIMPLE) for name in names)
    )
