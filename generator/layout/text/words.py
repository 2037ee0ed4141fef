"""Words: the pieces of text between possible line breaks, each shaped once for every size.

From the top down: breaks, words, the parts of a word with one script and one font, and their glyphs. A word
includes the spaces after it. All widths are in ems.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate, groupby
from typing import Any, NamedTuple, TypeAlias

import uharfbuzz as hb
from icu4py.breakers import CharacterBreaker, LineBreaker

from generator.errors import MissingGlyph
from generator.layout.text.bidi import is_left_to_right
from generator.model.texts.rich_text import PLAIN, Inline
from generator.model.values import dataclass, replace
from generator.scene.fonts import (
    COMMON,
    INVISIBLE,
    MINUS_CODE,
    TEXT_CONTROLS,
    Font,
    FontLibrary,
    find_script,
    list_shared_scripts,
)
from generator.scene.shapes import Colour, Glyph, ShapedWord

_FORCED = "\n"
_FORCED_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


def unify_forced_breaks(text: str) -> str:
    """Replace every character that ends a line by `\\n`."""
    return _FORCED_BREAKS.sub(_FORCED, text)


_STRICT = "ja@lb=strict"
"""Small kana and the long vowel mark begin no line, as in books."""
_PHRASES = f"{_STRICT};lw=phrase"
_AFTER_PHRASES = frozenset("、。，．！？：；\u3000 ")
"""Characters after which a phrase of Japanese ends, whatever follows."""


def split_at_breaks(text: str, language: str = "root", *, tight: bool = False) -> list[str]:
    """Split a text at its possible line breaks; joined, the parts are the text.

    A part includes the spaces that vanish at the end of a line; after a part that ends with a newline, the
    line must be broken. Breaks follow UAX #14, with ICU's dictionaries for languages without spaces. Japanese
    is broken between phrases or, if `tight`, wherever its rules allow a break.
    """
    if not has_tight_breaks(text, language):
        return list(LineBreaker(text, language))
    parts = list(_join_numbers(LineBreaker(text, _STRICT)))
    return parts if tight else _join_to_phrases(parts, text)


def _join_numbers(parts: Iterable[str]) -> Iterator[str]:
    """Join a number of Japanese to what it counts: `12個`."""
    number = ""
    for part in parts:
        if part[-1].isdigit():
            number += part
            continue
        yield number + part
        number = ""
    if number:
        yield number


def _join_to_phrases(parts: Iterable[str], text: str) -> list[str]:
    """Join what may be on different lines to the phrases of Japanese.

    A phrase ends where both BudouX and ICU see an end: each of them divides some words.
    """
    ends = {*accumulate(map(len, _make_phrase_parser().parse(text)))}
    ends &= {*accumulate(map(len, LineBreaker(text, _PHRASES)))}
    phrases: list[str] = []
    phrase, end = "", 0
    for part in parts:
        phrase, end = phrase + part, end + len(part)
        if end in ends or part[-1] in _AFTER_PHRASES or part[-1] == _FORCED:
            phrases.append(phrase)
            phrase = ""
    return [*phrases, phrase] if phrase else phrases


@cache
def _make_phrase_parser() -> Any:
    # Imported here, because only Japanese needs it.
    import budoux

    return budoux.load_default_japanese_parser()


def has_tight_breaks(text: str, language: str) -> bool:
    """Return True if `tight` gives a text more possible breaks."""
    return language.split("-")[0].lower() == "ja" and not text.isascii()


_LETTER = "0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_LETTERS_AND_ENDS = re.compile(
    rf"\(?[{_LETTER}](?:[{_LETTER}.,:'\u2019]*[{_LETTER}])?%?[.,;:!?\u2026)]*|[0-9]+/[0-9]+"
)
"""Nearly all plain words match this; for others, the line breaker decides."""
_NO_BREAK_AFTER = (
    "\"'\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u2014\u2e3a\u2e3b"
)
"""Characters at the end of a word that may forbid a break after the space behind it."""


SEPARATORS = frozenset("\u00b7\u2022\u2013\u2014")
"""Signs between spaces that end a line rather than begin one: middle dots, bullets, and dashes."""


def is_plain(token: str) -> bool:
    """Return True if the text between two spaces is a word of its own in every context.

    A separator is a part of the word before it: `set ·`.
    """
    if _LETTERS_AND_ENDS.fullmatch(token):
        return True
    word, space, last = token.rpartition(" ")
    if space and last in SEPARATORS:
        return is_plain(word)
    if (
        not token
        or token in SEPARATORS
        or token[-1] in _NO_BREAK_AFTER
        or not (is_latin(token) and is_left_to_right(token))
    ):
        return False
    return split_at_breaks(f"x {token} x") == ["x ", f"{token} ", "x"]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Style of a stretch of text; compared by identity: one object per style."""

    family: str
    bold: bool
    italic: bool
    colour: Colour
    tracking: float
    """Tracking in ems."""
    icon: str = ""
    """Name of the icon that replaces the characters."""
    icon_width: float = 0.0
    """Width of the icon in ems."""
    inline: Inline = PLAIN
    language: str = ""
    """BCP 47 tag of text in another language."""
    features: tuple[str, ...] = ()
    """Tags of OpenType features."""


class Stretch(NamedTuple):
    """Characters `start` to `end` of a text, with one look and one bidi level."""

    start: int
    end: int
    look: Look
    level: int = 0


class _GlyphInk(NamedTuple):
    """Properties that the pieces of a glyph run share, or the properties of an icon."""

    font: Font
    colour: Colour
    level: int
    tracking: float
    icon: str = ""
    inline: Inline = PLAIN
    language: str = ""

    def measure(self, piece: ShapedWord) -> float:
        """Return the width of a piece in ems."""
        width = piece.advance / self.font.units_per_em
        if self.tracking:
            width += self.tracking * len({glyph.cluster for glyph in piece.glyphs})
        return width * self.inline.scale


class WordPart(NamedTuple):
    """Adjacent pieces of a word with the same ink, or an icon, which has no pieces."""

    ink: _GlyphInk
    pieces: tuple[ShapedWord, ...]
    """From left to right."""
    text: str
    """In logical order."""
    width: float
    spaces: int = 0
    """Number of pieces that are spaces."""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word that is ready to be set in a line."""

    parts: tuple[WordPart, ...]
    """In logical order: the body, then the spaces after it."""
    body: tuple[WordPart, ...]
    """Parts that are drawn if the word ends a line."""
    forced: bool
    """True if the line ends after this word."""
    width: float
    """Width of the body."""
    full_width: float
    """Width of all parts."""
    loss: float
    """Width that a line loses when it ends here: the spaces, and the tracking after the last letter."""
    is_uniform: bool
    """True if it has only letters from left to right, of one size and language, on the base line."""
    ends_with_space: bool
    ends_with_number: bool
    """True if its body ends with a digit."""
    is_count: bool
    """True for a short number, or the sign between a number and what there is of it."""
    lacks: frozenset[str] = frozenset()
    """Warnings about faces that its fonts do not have."""
    above: float = 0.0
    """Height of its ink over the base line, in ems; 0 for Latin words, which are never higher than a line."""
    below: float = 0.0
    """Depth of its ink under the base line."""

    @property
    def is_counted(self) -> bool:
        """True for a word that a number before it may count: a unit, or no short word such as `and`."""
        return _COUNTED.match(self._shown) is not None

    @property
    def _shown(self) -> str:
        return "".join([part.text for part in self.body])

    @property
    def script(self) -> str:
        """The script of the last letter; empty if there is no letter."""
        return last_script("".join([part.text for part in self.parts]))


_COUNT = re.compile(
    r"[(\[]?[+\u2212-]?\d{1,3}(?:[.,/\u2013-]\d{1,3})?(?:[ \u00a0\u202f]?[\u00d7x])?|[\u00d7x]"
)
_TIMES = ("\u00d7", "x")
_COUNTED = re.compile(r"[^\W\d_]{4}|(?:[ckm]?m|k?g|min|pt|[hls])(?!\w)")
_ENDING_SPACES = " \n\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000"
"""Spaces at which a line may be broken; they vanish at the break."""
_MINUS = chr(MINUS_CODE)
_ATOM = re.compile(r"\s|\S+")


class WordMaker:
    """Factory and cache of the words of one language."""

    def __init__(self, fonts: FontLibrary, language: str, scripts: Mapping[str, float]) -> None:
        """`scripts` are the scripts that are larger than others at the same size, with their scales."""
        self.language = language
        self.has_lacks = False
        """True after a word was made whose font lacks a face."""
        self._scripts = scripts
        self._fonts = fonts
        self._shaper = Shaper(language)
        self._find_faces: Callable[[str, bool, bool], tuple[Font, ...]] = cache(self._list_faces)
        self.plain_words: Callable[[Look, Look | None], Mapping[str, Word]] = cache(
            partial(_PlainWords, self)
        )
        """Return the plain words of one look, with a space of another look after them.

        To get one raises ValueError for other words, and MissingGlyph.
        """
        self.make_word: Callable[[str, tuple[Stretch, ...], str], Word] = cache(self._make)
        """Return the word of stretches, which join to a text; the script is that of its neighbours.

        Raises MissingGlyph with all missing characters.
        """
        self._ink = cache(_GlyphInk)
        self._describe_lack: Callable[[Look, Font], str] = cache(partial(describe_lack, fonts))

    def find_font(self, family: str, *, bold: bool, italic: bool) -> Font:
        """Return a face of a family; raises FontError for an unknown family."""
        return self._find_faces(family, bold, italic)[0]

    def _list_faces(self, family: str, bold: bool, italic: bool) -> tuple[Font, ...]:
        """Return the face of a family, then the fallbacks: bold ones of families that do not belong to it, if
        it is heavy."""
        own, *others = self._fonts.fallbacks(family)
        face = own.face(bold=bold, italic=italic)
        heavy = {other.name: bold or (face.is_bold and other.name not in own.beside) for other in others}
        return (face, *(other.face(bold=heavy[other.name], italic=italic) for other in others))

    def shape_plain(self, token: str, look: Look) -> list[WordPart]:
        """Return the letters of a plain word; raises ValueError for other words, and MissingGlyph."""
        font = self._find_faces(look.family, look.bold, look.italic)[0]
        if _LETTERS_AND_ENDS.fullmatch(token) and font.covers(token):
            # Nearly all words: one font has all of their letters.
            return [self._shape(token, font, look, 0, "Latn", ("", ""))]
        if not is_plain(token):
            raise ValueError(token)
        parts: list[WordPart] = []
        self._add_parts(parts, token, Stretch(0, len(token), look), "Latn")
        return parts

    def _make(self, text: str, stretches: tuple[Stretch, ...], around: str) -> Word:
        parts: list[WordPart] = []
        end = len(text.rstrip(_ENDING_SPACES))
        body = 0
        lacks: frozenset[str] = frozenset()
        for stretch in _split_at(end, stretches):
            if stretch.start:
                around = last_script(text[: stretch.start]) or around
            begun = len(parts)
            self._add_parts(parts, text, stretch, around)
            lacks |= self.list_lacks(stretch.look, parts[begun:])
            if stretch.end <= end:
                body = len(parts)
        above, below = (0.0, 0.0) if is_latin(text) else self.measure_ink(parts)
        word = _join_word(parts, body, lacks, forced=text.endswith(_FORCED))
        return replace(word, above=above, below=below) if above or below else word

    def measure_ink(self, parts: Iterable[WordPart]) -> tuple[float, float]:
        """Return the height of the ink of some letters above the base line, and its depth below, in ems."""
        above = below = 0.0
        for ink, pieces, *_ in parts:
            scale = ink.inline.scale / ink.font.units_per_em
            for piece in pieces:
                bottom, top = self._shaper.measure_ink(piece, ink.font)
                above = max(above, top * scale + ink.inline.rise)
                below = max(below, -bottom * scale - ink.inline.rise)
        return above, below

    def list_lacks(self, look: Look, parts: Sequence[WordPart]) -> frozenset[str]:
        """Return warnings about letters of these parts that are not as bold or italic as their look."""
        if not (look.bold or look.italic):
            return frozenset()
        fonts = {part.ink.font for part in parts if first_script(part.text)}
        lacks = frozenset(filter(None, (self._describe_lack(look, font) for font in fonts)))
        self.has_lacks |= bool(lacks)
        return lacks

    def _add_parts(self, parts: list[WordPart], text: str, stretch: Stretch, around: str) -> None:
        look, level = stretch.look, stretch.level
        faces = self._find_faces(look.family, look.bold, look.italic)
        if look.icon:
            ink = self._ink(faces[0], look.colour, level, 0.0, look.icon, look.inline, look.language)
            parts.append(WordPart(ink, (), "", look.icon_width))
            return
        for atom in _ATOM.finditer(text, stretch.start, stretch.end):
            if atom[0] == _FORCED:
                continue
            if atom[0].isspace():
                parts.append(self.make_space(atom[0], look, level, parts))
                continue
            for letters, script, font, context in _itemize_atom(text, atom, faces, around):
                for signs, face in self._split_at_minus(letters, font, look):
                    parts.append(self._shape(signs, face, look, level, script, context))

    def _shape(
        self, text: str, font: Font, look: Look, level: int, script: str, context: tuple[str, str]
    ) -> WordPart:
        tracking = 0.0 if script in JOINING else look.tracking
        piece = self._shaper.shape(
            text,
            font,
            script=script,
            right_to_left=level % 2 == 1,
            context=context,
            ligatures=not tracking,
            features=look.features,
        )
        inline = look.inline
        if script in self._scripts and _has_letters(text, script):
            inline = inline.grown(self._scripts[script])
        ink = self._ink(font, look.colour, level, tracking, "", inline, look.language)
        return WordPart(ink, (piece,), text, ink.measure(piece))

    def _split_at_minus(self, text: str, font: Font, look: Look) -> Iterator[tuple[str, Font]]:
        """Yield letters with their font: minus signs are upright if the slanted font has hyphens for them."""
        if _MINUS not in text or not font.has_hyphen_for_minus:
            yield text, font
            return
        upright = self.find_font(look.family, bold=look.bold, italic=False)
        for signs in filter(None, re.split(f"({_MINUS})", text)):
            yield signs, upright if signs == _MINUS else font

    def make_space(self, space: str, look: Look, level: int, before: Sequence[WordPart]) -> WordPart:
        """Return a space in the font of the word before it, so that the glyph run continues."""
        faces = self._find_faces(look.family, look.bold, look.italic)
        font = before[-1].ink.font if before else faces[0]
        if font not in faces or not font.covers(" "):
            font = next((face for face in faces if face.covers(" ")), faces[0])
        piece = self._shaper.shape(space, font, script="Zyyy")
        tracking = before[-1].ink.tracking if before else look.tracking
        inline = look.inline.grown(before[-1].ink.inline.enlarged) if before else look.inline
        ink = self._ink(font, look.colour, level, tracking, "", inline, look.language)
        return WordPart(ink, (piece,), space, ink.measure(piece), spaces=1)


class _PlainWords(dict[str, Word]):
    """The plain words of one look, by their letters, made on demand.

    Plain words do not depend on their context: they are Latin, run from left to right, and may be broken only
    at the spaces around them. A space of another look follows; without a look, the word ends its text.
    """

    def __init__(self, maker: WordMaker, look: Look, space: Look | None) -> None:
        self._maker, self._look, self._space = maker, look, space
        self._spaces: dict[int, WordPart] = {}
        """Spaces by the identity of the ink before them."""

    def __missing__(self, token: str) -> Word:
        parts = self._maker.shape_plain(token, self._look)
        lacks = self._maker.list_lacks(self._look, parts)
        if self._space is None:
            word = _join_word(parts, len(parts), lacks)
        else:
            ink = parts[-1].ink
            space = self._spaces.get(id(ink)) or self._maker.make_space(" ", self._space, 0, parts)
            self._spaces[id(ink)] = space
            is_simple = len(parts) == 1 and space.ink is ink and _is_simple(ink)
            word = (
                _add_space(parts[0], space, lacks)
                if is_simple
                else _join_word([*parts, space], len(parts), lacks)
            )
        self[token] = word
        return word


def _is_simple(ink: _GlyphInk) -> bool:
    """Return True for nothing but letters from left to right, of one size and language, on the base line."""
    return not (ink.level or ink.icon or ink.inline is not PLAIN or ink.language)


def _add_space(letters: WordPart, space: WordPart, lacks: frozenset[str]) -> Word:
    """Return the word of letters and a space of the same ink."""
    ink, pieces, text, width, _ = letters
    full_width = width + space.width
    whole = WordPart(ink, pieces + space.pieces, text + space.text, full_width, spaces=1)
    loss = full_width - width + ink.tracking * ink.inline.scale
    is_number = text[-1:].isdigit()
    is_count = _is_count(text)
    return Word((whole,), (letters,), False, width, full_width, loss, True, True, is_number, is_count, lacks)


def _is_count(shown: str) -> bool:
    last = shown[-1:]
    return (last.isdigit() or last in _TIMES) and _COUNT.fullmatch(shown) is not None


def describe_lack(fonts: FontLibrary, look: Look, font: Font) -> str:
    """Return a warning if a font should be bold or italic, but is the face of other text; else nothing."""
    bold, italic = look.bold, look.italic
    found = (one for one in fonts.fallbacks(look.family) if one.face(bold=bold, italic=italic) is font)
    family = next(found, None)
    if family is None:
        return ""
    lacks = []
    if bold and not font.is_bold:
        lacks.append("bold")
    # Another language is in italics only to set it off.
    if italic and not look.language and not font.is_italic and family.face(bold=bold) is font:
        lacks.append("italic")
    if not lacks:
        return ""
    styles = " ".join(lacks)
    hint = "put a font with it into the game's folder `fonts`, or use a family that has it"
    return (
        f"the font `{family.name}` has no {styles} face, so that {styles} text looks like other text ({hint})"
    )


def _join_word(
    parts: Sequence[WordPart], body: int, lacks: frozenset[str] = frozenset(), *, forced: bool = False
) -> Word:
    """Return the word of parts, of which `body` are drawn if it ends a line."""
    ending = parts[:body]
    width = sum([part.width for part in ending])
    full_width = sum([part.width for part in parts])
    last = ending[-1].ink if ending else None
    loss = full_width - width + (last.tracking * last.inline.scale if last else 0.0)
    is_uniform = all(_is_simple(ink) for ink, *_ in parts)
    if len(parts) > 1 and not any(part.ink.level for part in parts):
        ending = [WordPart(*values) for values in join_parts(ending)]
        parts = [WordPart(*values) for values in join_parts(parts)]
    is_spaced = bool(parts) and parts[-1].text[-1:].isspace()
    is_number = bool(ending) and ending[-1].text[-1:].isdigit()
    return Word(
        *(tuple(parts), tuple(ending), forced, width, full_width, loss),
        *(is_uniform, is_spaced, is_number, _is_count("".join([part.text for part in ending])), lacks),
    )


def _split_at(place: int, stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    for stretch in stretches:
        if stretch.start < place < stretch.end:
            yield Stretch(stretch.start, place, stretch.look, stretch.level)
            yield Stretch(place, stretch.end, stretch.look, stretch.level)
        else:
            yield stretch


def _itemize_atom(
    text: str, atom: re.Match[str], faces: Sequence[Font], around: str
) -> Iterator[tuple[str, str, Font, tuple[str, str]]]:
    """Yield characters, script, font, and the joining context on both sides."""
    shown = TEXT_CONTROLS.sub("", atom[0])
    if not shown:
        return
    for item in itemize(shown, faces, script=around):
        before = after = ""
        if item.script in JOINING:
            before = TEXT_CONTROLS.sub("", text[: atom.start()]) + shown[: item.start]
            after = shown[item.end :] + TEXT_CONTROLS.sub("", text[atom.end() :])
        yield shown[item.start : item.end], item.script, item.font, (before[-5:], after[:5])


_Run: TypeAlias = tuple[_GlyphInk, tuple[ShapedWord, ...], str, float, int]
"""The values of a WordPart, which is slower to make."""


def join_parts(parts: Iterable[WordPart]) -> list[_Run]:
    """Join adjacent parts with the same ink, given from left to right."""
    joined: list[_Run] = []
    ink: _GlyphInk | None = None
    pieces: list[ShapedWord] = []
    text, width, spaces = "", 0.0, 0
    for own, more, added, wider, gaps in parts:
        if own is ink and not ink.icon:
            pieces += more
            text += added
            width += wider
            spaces += gaps
            continue
        if ink:
            joined.append((ink, tuple(pieces), text, width, spaces))
        ink, pieces, text, width, spaces = own, [*more], added, wider, gaps
    if ink:
        joined.append((ink, tuple(pieces), text, width, spaces))
    return joined


JOINING = frozenset(
    {"Adlm", "Arab", "Aran", "Mand", "Mani", "Mong", "Nkoo", "Ougr", "Phag", "Phlp", "Rohg", "Sogd", "Syrc"}
)
"""Scripts with joined letters, which are never spaced out and are shaped in context."""


class ScriptRun(NamedTuple):
    """Characters `start` to `end` of a word, with one script and one font."""

    start: int
    end: int
    script: str
    font: Font


def itemize(text: str, fonts: Sequence[Font], *, script: str) -> list[ScriptRun]:
    """Split a word with one style and direction into runs of one script and font.

    Fonts are tried in order; `script` is the script of the surrounding words, for words without one of their
    own. Raises MissingGlyph with all characters that no font has.
    """
    if is_latin(text) and fonts[0].covers(text):
        return [ScriptRun(0, len(text), "Latn", fonts[0])]
    fonts = _prefer_whole(text, fonts)
    runs: list[ScriptRun] = []
    pairs = zip(resolve_scripts(text, script), _choose_fonts(text, fonts), strict=True)
    for (script, font), group in groupby(pairs):
        start = runs[-1].end if runs else 0
        runs.append(ScriptRun(start, start + len([*group]), script, font))
    return runs


def _prefer_whole(text: str, fonts: Sequence[Font]) -> Sequence[Font]:
    """Return the fonts in another order if the first lacks a Latin letter of a word, which is in one font."""
    letters = "".join(_LATIN_LETTER.findall(text))
    if not letters or fonts[0].covers(letters):
        return fonts
    whole = next((font for font in fonts if font.covers(letters)), None)
    return (whole, *fonts) if whole else fonts


def resolve_scripts(text: str, around: str) -> list[str]:
    """Return a script for each character; leading common characters take that of the first letter."""
    current = first_script(text) or around or "Zyyy"
    scripts = []
    for character in text:
        own = {find_script(character)} - COMMON or list_shared_scripts(character)
        if own and current not in own:
            current = min(own)
        scripts.append(current)
    return scripts


def _choose_fonts(text: str, fonts: Sequence[Font]) -> list[Font]:
    """Return a font for each character: letters first, then others, in that of the letters before them."""
    clusters = list(CharacterBreaker(text, "root"))
    chosen: list[Sequence[Font]] = [()] * len(clusters)
    missing: list[str] = []
    for index, cluster in enumerate(clusters):
        if not COMMON.issuperset(map(find_script, cluster)):
            chosen[index] = _choose_for_cluster(cluster, fonts, missing)
    nearest = next((faces[:1] for faces in chosen if faces), ())
    for index, cluster in enumerate(clusters):
        if chosen[index]:
            nearest = chosen[index][-1:]
        else:
            chosen[index] = _choose_for_cluster(cluster, (*nearest, *fonts), missing)
    if missing:
        raise MissingGlyph("".join(dict.fromkeys(missing)), text)
    return [font for faces in chosen for font in faces]


def _choose_for_cluster(cluster: str, fonts: Sequence[Font], missing: list[str]) -> list[Font]:
    """Return the first font that has a complete cluster, else the first for each of its characters.

    Visible characters that no font has are added to `missing`.
    """
    visible = "".join(INVISIBLE.sub("", cluster).split())
    forms = {visible, unicodedata.normalize("NFC", visible), unicodedata.normalize("NFD", visible)}
    for font in fonts:
        if any(map(font.covers, forms)):
            return [font] * len(cluster)
    chosen: list[Font] = []
    for character in cluster:
        having = [font for font in fonts if font.covers(character)]
        if unicodedata.category(character) == "Me":
            # A mark around a letter, such as that of a keycap, needs the letter of its own font.
            having = []
        if not having and character in visible:
            missing.append(character)
        chosen.append(having[0] if having else fonts[0])
    return chosen


_NUMBER = re.compile(r"[-+\u2212\u00b1]?[0-9][0-9.,:%\u00a0]*")
"""Numbers whose digits are in columns."""
_FLAGS = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
_NO_LIGATURES = {"liga": False, "clig": False, "dlig": False}


class Shaper:
    """Shapes pieces of words in one language with HarfBuzz; the same piece is always the same object."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._font: Callable[[Font], hb.Font] = cache(_open_font)
        self._pieces: defaultdict[tuple[object, ...], dict[str, ShapedWord]] = defaultdict(dict)
        """Pieces by their text, for everything else on which they depend."""
        self._glyph: Callable[[int, int, int, int, int], Glyph] = cache(Glyph)
        """Return a glyph; the same letter at the same position of many words is one object."""
        self._extents: Callable[[Font, int], tuple[int, int]] = cache(self._measure_glyph)
        """Return the lowest and the highest point of a glyph."""

    def shape(
        self,
        text: str,
        font: Font,
        *,
        script: str,
        right_to_left: bool = False,
        context: tuple[str, str] = ("", ""),
        ligatures: bool = True,
        features: tuple[str, ...] = (),
    ) -> ShapedWord:
        """Shape one piece with one font, script, and direction.

        `context` is the characters before and after it in the same word: letters join with them, even in
        another font or colour. Letters that are spaced out must have no ligatures.
        """
        known = self._pieces[font, script, right_to_left, context, ligatures, features]
        if text in known:
            return known[text]
        before, after = context
        buffer = hb.Buffer()
        buffer.add_str(before + text + after, item_offset=len(before), item_length=len(text))
        buffer.script, buffer.language, buffer.flags = script, self._language, _FLAGS
        buffer.direction = "rtl" if right_to_left else "ltr"
        options = ({} if ligatures else _NO_LIGATURES) | dict.fromkeys(features, True)
        hb.shape(self._font(font), buffer, options or None)
        glyphs: list[Glyph] = []
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
            dx, dy, advance, _ = position.position
            glyphs.append(self._glyph(info.codepoint, advance, dx, dy, info.cluster - len(before)))
        if "tnum" in features and len(text) > 1 and _NUMBER.fullmatch(text):
            glyphs = self._even_digits(glyphs, text, font, features)
        width = sum(glyph.advance for glyph in glyphs)
        piece = known[text] = ShapedWord(text, tuple(glyphs), width)
        return piece

    def _even_digits(
        self, glyphs: list[Glyph], text: str, font: Font, features: tuple[str, ...]
    ) -> list[Glyph]:
        """Return the glyphs of a number with its digits in equal boxes, for fonts without such digits."""
        digits = [self.shape(digit, font, script="Zyyy", features=features).advance for digit in "0123456789"]
        if len(glyphs) != len(text) or len(set(digits)) == 1:
            return glyphs
        widest = max(digits)
        return [
            self._glyph(one.index, widest, one.dx + (widest - one.advance) // 2, one.dy, one.cluster)
            if text[one.cluster].isdigit()
            else one
            for one in glyphs
        ]

    def measure_ink(self, piece: ShapedWord, font: Font) -> tuple[int, int]:
        """Return the lowest and the highest point of a piece, in font units."""
        extents = [(glyph.dy, *self._extents(font, glyph.index)) for glyph in piece.glyphs]
        lows, highs = [dy + low for dy, low, _ in extents], [dy + high for dy, _, high in extents]
        return min(lows, default=0), max(highs, default=0)

    def _measure_glyph(self, font: Font, glyph: int) -> tuple[int, int]:
        found = self._font(font).get_glyph_extents(glyph)
        return (found.y_bearing + found.height, found.y_bearing) if found else (0, 0)


def _open_font(font: Font) -> hb.Font:
    opened = hb.Font(hb.Face(font.data))
    opened.set_variations(dict(font.location))
    return opened


_LATIN = re.compile("[\n\x20-\u02b8\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2122\u2190-\u22ff]*")
_LATIN_LETTER = re.compile("[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u1e00-\u1eff]")


UNSPACED = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)
"""Thai, Lao, Myanmar, Khmer, and the scripts of East Asia, which are written without spaces."""


def is_latin(text: str) -> bool:
    """Return True if the text has only Latin letters and characters of all scripts."""
    return _LATIN.fullmatch(text) is not None


def first_script(text: str) -> str:
    """Return the first script of a text that is not common; empty if there is none."""
    if is_latin(text):
        return "Latn" if _LATIN_LETTER.search(text) else ""
    return next((script for script in map(find_script, text) if script not in COMMON), "")


def _has_letters(text: str, script: str) -> bool:
    """Return True if a text has letters or marks of a script, and not only those of all scripts."""
    return any(script == find_script(sign) or script in list_shared_scripts(sign) for sign in text)


def last_script(text: str) -> str:
    """Return the last script of a text that is not common; empty if there is none."""
    return first_script(text[::-1])


_UPRIGHT = (
    "[\u0530-\u1dbf\u2e80-\ua4cf\ua800-\ud7ff\uf900-\ufaff\ufb13-\ufdff\ufe10-\uffef"
    "\U00010000-\U0001efff\U0001fb00-\U0003ffff]"
)
"""All scripts except Latin, Greek, and Cyrillic, without symbols and emoji."""


def has_upright_script(text: str) -> bool:
    """Return True if the text has letters of a script without italics; then nothing in it is slanted."""
    return not is_latin(text) and re.search(_UPRIGHT, text) is not None
