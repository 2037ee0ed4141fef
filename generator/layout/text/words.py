"""Words, shaped once and cached, from which lines are made.

A word is the text between two possible line breaks, with the spaces after it. All widths are in ems, so that
one shaping serves every size.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from generator.errors import MissingGlyph
from generator.layout.text.bidi import is_left_to_right
from generator.layout.text.breaks import FORCED, split_at_breaks
from generator.layout.text.itemize import JOINING, is_latin, itemize, last_script
from generator.layout.text.shaping import Shaper
from generator.scene.fonts import MINUS, Font, FontLibrary
from generator.scene.shapes import Colour, Piece

_ENDING_SPACES = " \n\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000"
"""Spaces at which a line may be broken; they vanish at the break."""

_LETTER = "0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_LETTERS_AND_ENDS = re.compile(
    rf"\(?[{_LETTER}](?:[{_LETTER}.,:'\u2019]*[{_LETTER}])?%?[.,;:!?\u2026)]*|[0-9]+/[0-9]+"
)
"""Nearly all plain words match this; for others, the line breaker decides."""
_HOLDING = "\"'\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u2014\u2e3a\u2e3b"

_MINUS = chr(MINUS)
_ATOM = re.compile(r"\s|\S+")
_WORKED_OFF = re.compile("[\u00ad\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Control characters for breaks and direction, which are removed after they have had their effect."""


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


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters `start` to `end` of a text, with one look and one bidi level."""

    start: int
    end: int
    look: Look
    level: int


Ink: TypeAlias = tuple[Font, Colour, int, float]
"""Font, colour, bidi level, and tracking: the common properties of the pieces of a glyph run."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A piece of a word, or an icon."""

    piece: Piece | None
    ink: Ink
    width: float
    is_space: bool = False
    icon: str = ""


class InkRun(NamedTuple):
    """Adjacent pieces with the same ink."""

    ink: Ink
    pieces: tuple[Piece, ...]
    text: str
    width: float
    spaces: int


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """The parts of a word in logical order: the body, then the spaces after it."""

    parts: tuple[Part, ...]
    body: int
    """Number of parts that are drawn if the word ends a line."""
    forced: bool
    """True if the line ends after this word."""
    script: str
    """Script of the last letter; empty if there is no letter."""
    width: float
    """Width of the body."""
    full_width: float
    loss: float
    """Width that a line loses when it ends here: the spaces, and the tracking after the last letter."""
    spaces: int
    """Number of parts of the body that are (no-break) spaces."""
    full_spaces: int
    is_simple: bool
    """True if all of it runs from left to right without icons: then the next fields describe it completely.
    """
    runs: tuple[InkRun, ...]
    body_runs: tuple[InkRun, ...]
    """Runs of the body, for a word that ends a line."""


def _word(parts: Sequence[Part], body: int, *, forced: bool, script: str) -> Word:
    width = full_width = 0.0
    spaces = full_spaces = 0
    is_simple = True
    for index, part in enumerate(parts):
        full_width += part.width
        full_spaces += part.is_space
        if index < body:
            width += part.width
            spaces += part.is_space
        if part.icon or part.ink[2]:
            is_simple = False
    loss = full_width - width + (parts[body - 1].ink[3] if body else 0.0)
    runs = body_runs = _ink_runs(parts) if is_simple else ()
    if is_simple and body < len(parts):
        body_runs = _ink_runs(parts[:body])
    return Word(
        tuple(parts),
        body,
        forced,
        script,
        width,
        full_width,
        loss,
        spaces,
        full_spaces,
        is_simple,
        runs,
        body_runs,
    )


def _ink_runs(parts: Sequence[Part]) -> tuple[InkRun, ...]:
    runs: list[InkRun] = []
    for part in parts:
        piece = part.piece
        if piece is None:
            continue
        if runs and runs[-1].ink is part.ink:
            ink, pieces, text, width, spaces = runs[-1]
            run = (*pieces, piece), text + piece.text, width + part.width, spaces + part.is_space
            runs[-1] = InkRun(ink, *run)
        else:
            runs.append(InkRun(part.ink, (piece,), piece.text, part.width, int(part.is_space)))
    return tuple(runs)


class PlainWords:
    """Plain words of one look, by their characters, which do not depend on their context.

    They are Latin and run from left to right. A line may be broken at the spaces around them but nowhere
    inside, and no neighbour changes their font.
    """

    __slots__ = ("_look", "_maker", "at_end", "before_space")

    def __init__(self, look: Look, maker: "WordMaker") -> None:
        self._look = look
        self._maker = maker
        self.before_space: dict[str, Word] = {}
        """Words with the space after them, which is not in the key."""
        self.at_end: dict[str, Word] = {}

    def find_all(self, tokens: Sequence[str]) -> list[Word] | None:
        """Return the words of the texts before spaces; None if one of them is not plain."""
        known = self.before_space
        try:
            return [known[token] for token in tokens]
        except KeyError:
            return self._make_all(tokens)

    def _make_all(self, tokens: Sequence[str]) -> list[Word] | None:
        for token in tokens:
            if token not in self.before_space:
                word = self._make(token, " ")
                if word is None:
                    return None
                self.before_space[token] = word
        return [self.before_space[token] for token in tokens]

    def find_last(self, token: str, closing: Look | None) -> Word | None:
        """Return the word at the end of a text or before a space of another look; None if it is not plain."""
        if closing is not None:
            return self._maker.find_closed(token, self._look, closing)
        word = self.at_end.get(token)
        if word is None:
            word = self._make(token, "")
            if word is not None:
                self.at_end[token] = word
        return word

    def _make(self, token: str, space: str) -> Word | None:
        if not is_plain(token):
            return None
        try:
            return self._maker.make_word(token + space, self._look, 0, "Latn")
        except MissingGlyph:
            # The caller, which sees the whole text, reports missing characters.
            return None


def is_plain(token: str) -> bool:
    """Return True if the text between two spaces is a word of its own in every context.

    Quotation marks and long dashes at the end of a word may forbid a break after the space.
    """
    if _LETTERS_AND_ENDS.fullmatch(token):
        return True
    if not token or token[-1] in _HOLDING or not (is_latin(token) and is_left_to_right(token)):
        return False
    return split_at_breaks(f"x {token} x") == ["x ", f"{token} ", "x"]


class WordMaker:
    """Factory and cache of the words of one language."""

    def __init__(self, fonts: FontLibrary, language: str) -> None:
        self.language = language
        self._fonts = fonts
        self._shaper = Shaper(language)
        self._words: dict[tuple[Look, int, str], dict[str, Word]] = {}
        self._plain: dict[Look, PlainWords] = {}
        self._mixed_words: dict[tuple[str, tuple[Stretch, ...], str], Word] = {}
        self._closed_words: dict[tuple[str, Look, Look], Word] = {}
        self._inks: dict[Ink, Ink] = {}
        self._faces: dict[tuple[str, bool, bool], tuple[Font, ...]] = {}

    def find_faces(self, family: str, *, bold: bool, italic: bool) -> tuple[Font, ...]:
        """Return the face of a family, then the fallbacks; raises FontError for an unknown family."""
        key = (family, bold, italic)
        known = self._faces.get(key)
        if known is None:
            families = self._fonts.fallbacks(family)
            faces = (one.face(bold=bold, italic=italic) for one in families)
            known = self._faces[key] = tuple(faces)
        return known

    def plain_words(self, look: Look) -> PlainWords:
        """Return the plain words of one look, always the same object."""
        known = self._plain.get(look)
        if known is None:
            known = self._plain[look] = PlainWords(look, self)
        return known

    def find_closed(self, token: str, look: Look, closing: Look) -> Word | None:
        """Return a plain word with a space of another look after it."""
        key = (token, look, closing)
        word = self._closed_words.get(key)
        if word is None and is_plain(token):
            end = len(token)
            stretches = (Stretch(0, end, look, 0), Stretch(end, end + 1, closing, 0))
            try:
                word = self._closed_words[key] = self._make(token + " ", stretches, "Latn")
            except MissingGlyph:
                return None
        return word

    def make_word(self, text: str, look: Look, level: int, around: str) -> Word:
        """Return a cached word of one look and level; `around` is the neighbouring script.

        Raises MissingGlyph with all missing characters.
        """
        known = self._words.setdefault((look, level, around), {})
        word = known.get(text)
        if word is None:
            stretch = Stretch(0, len(text), look, level)
            word = known[text] = self._make(text, (stretch,), around)
        return word

    def make_mixed_word(self, text: str, stretches: tuple[Stretch, ...], around: str) -> Word:
        """Return a cached word of several stretches, which join to `text`; otherwise like `make_word`."""
        key = (text, stretches, around)
        word = self._mixed_words.get(key)
        if word is None:
            word = self._mixed_words[key] = self._make(text, stretches, around)
        return word

    def _make(self, text: str, stretches: tuple[Stretch, ...], around: str) -> Word:
        parts: list[Part] = []
        missing: list[str] = []
        end = len(text.rstrip(_ENDING_SPACES))
        body = 0
        for stretch in _split(stretches, end):
            if stretch.start:
                around = last_script(text[: stretch.start]) or around
            try:
                self._add_parts(parts, text, stretch, around)
            except MissingGlyph as error:
                missing.append(error.characters)
            if stretch.end <= end:
                body = len(parts)
        if missing:
            raise MissingGlyph("".join(missing), text)
        return _word(parts, body, forced=text.endswith(FORCED), script=last_script(text))

    def _add_parts(self, parts: list[Part], text: str, stretch: Stretch, around: str) -> None:
        look = stretch.look
        faces = self.find_faces(look.family, bold=look.bold, italic=look.italic)
        if look.icon:
            ink = self._ink(faces[0], look.colour, stretch.level, 0.0)
            parts.append(Part(None, ink, look.icon_width, icon=look.icon))
            return
        for atom in _ATOM.finditer(text, stretch.start, stretch.end):
            if atom[0] == FORCED:
                continue
            if atom[0].isspace():
                parts.append(self._make_space(atom[0], faces, stretch, parts))
                continue
            for item_text, script, font, context in _items(text, atom, faces, around):
                tracking = 0.0 if script in JOINING else look.tracking
                for signs, face in self._part_minus(item_text, font, look):
                    piece = self._shaper.shape(
                        signs,
                        face,
                        script=script,
                        right_to_left=stretch.level % 2 == 1,
                        before=context[0],
                        after=context[1],
                        ligatures=not tracking,
                    )
                    parts.append(_part(piece, self._ink(face, look.colour, stretch.level, tracking)))

    def _part_minus(self, text: str, font: Font, look: Look) -> Iterator[tuple[str, Font]]:
        """Split off minus signs, which are set upright if the slanted font has a hyphen for them."""
        if _MINUS not in text or not font.has_hyphen_for_minus:
            yield text, font
            return
        upright = self.find_faces(look.family, bold=look.bold, italic=False)[0]
        for signs in filter(None, re.split(f"({_MINUS})", text)):
            yield signs, upright if signs == _MINUS else font

    def _make_space(
        self, space: str, faces: Sequence[Font], stretch: Stretch, before: Sequence[Part]
    ) -> Part:
        """Return a space in the font of the word before it, so that the glyph run continues."""
        font = before[-1].ink[0] if before else faces[0]
        if font not in faces or ord(" ") not in font.coverage:
            font = next((face for face in faces if ord(" ") in face.coverage), faces[0])
        piece = self._shaper.shape(space, font, script="Zyyy")
        tracking = before[-1].ink[3] if before else stretch.look.tracking
        ink = self._ink(font, stretch.look.colour, stretch.level, tracking)
        return _part(piece, ink, is_space=True)

    def _ink(self, font: Font, colour: Colour, level: int, tracking: float) -> Ink:
        """Return the same object for the same ink, so that inks can be compared by identity."""
        ink = (font, colour, level, tracking)
        return self._inks.setdefault(ink, ink)


def _split(stretches: Iterable[Stretch], place: int) -> Iterator[Stretch]:
    for stretch in stretches:
        if stretch.start < place < stretch.end:
            yield Stretch(stretch.start, place, stretch.look, stretch.level)
            yield Stretch(place, stretch.end, stretch.look, stretch.level)
        else:
            yield stretch


def _items(
    text: str, atom: re.Match[str], faces: Sequence[Font], around: str
) -> Iterator[tuple[str, str, Font, tuple[str, str]]]:
    """Yield characters, script, font, and the joining context on both sides."""
    words = _WORKED_OFF.sub("", atom[0])
    if not words:
        return
    for item in itemize(words, faces, script=around):
        before = after = ""
        if item.script in JOINING:
            before = _WORKED_OFF.sub("", text[: atom.start()]) + words[: item.start]
            after = words[item.end :] + _WORKED_OFF.sub("", text[atom.end() :])
        yield words[item.start : item.end], item.script, item.font, (before[-5:], after[:5])


def _part(piece: Piece, ink: Ink, *, is_space: bool = False) -> Part:
    width = piece.advance / ink[0].units_per_em
    if ink[3]:
        width += ink[3] * len({glyph.cluster for glyph in piece.glyphs})
    return Part(piece, ink, width, is_space)
