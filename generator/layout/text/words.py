"""Words, shaped once and kept: what lines are made of.

A word here is what stands between two places where a line may be broken, with the spaces after
it. All widths are in ems, so that one shaping serves every size.
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
"""Spaces at which a line may be broken: they vanish there."""

_LETTER = "0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_LETTERS_AND_ENDS = re.compile(
    rf"\(?[{_LETTER}](?:[{_LETTER}.,:'\u2019]*[{_LETTER}])?%?[.,;:!?\u2026)]*|[0-9]+/[0-9]+"
)
"""Nearly all words are these; whether others are plain is a question for the line breaker."""
_HOLDING = "\"'\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u2014\u2e3a\u2e3b"

_MINUS = chr(MINUS)
_ATOM = re.compile(r"\s|\S+")
_WORKED_OFF = re.compile("[\u00ad\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Marks of breaks and directions: once lines and levels are known, they say nothing more."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What tells one stretch of text from the next; compared by identity: one object a look."""

    family: str
    bold: bool
    italic: bool
    colour: Colour
    tracking: float
    """In ems."""
    icon: str = ""
    """The name of the icon that stands here in place of characters."""
    icon_width: float = 0.0
    """In ems."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters of one look and one bidi level, from `start` to `end` of a text."""

    start: int
    end: int
    look: Look
    level: int


Ink: TypeAlias = tuple[Font, Colour, int, float]
"""Font, colour, bidi level and tracking: what the pieces of one glyph run have in common."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A piece of a word, or an icon."""

    piece: Piece | None
    ink: Ink
    width: float
    is_space: bool = False
    icon: str = ""


class InkRun(NamedTuple):
    """Pieces of one ink that stand side by side."""

    ink: Ink
    pieces: tuple[Piece, ...]
    text: str
    width: float
    spaces: int


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """The parts of a word in logical order: first the body, then the spaces after it."""

    parts: tuple[Part, ...]
    body: int
    """How many parts are drawn where the word ends a line."""
    forced: bool
    """The line ends after this word."""
    script: str
    """Of the last letter; empty when there is no letter."""
    width: float
    """Of the body."""
    full_width: float
    loss: float
    """What a line is shorter by when it ends here: the spaces, and what stands between letters."""
    spaces: int
    """How many parts of the body are spaces: no-break spaces, that is."""
    full_spaces: int
    is_simple: bool
    """All of it runs from left to right, and there is no icon in it: what follows says it all."""
    runs: tuple[InkRun, ...]
    body_runs: tuple[InkRun, ...]
    """As runs, where the word ends a line."""


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
    """Words of one look that stay what they are wherever they stand, by their characters.

    They are Latin and run from left to right; a line may be broken at the spaces around them and
    nowhere inside, and no neighbour changes their font.
    """

    __slots__ = ("_look", "_maker", "at_end", "before_space")

    def __init__(self, look: Look, maker: "WordMaker") -> None:
        self._look = look
        self._maker = maker
        self.before_space: dict[str, Word] = {}
        """With the space after them, which is not in the key."""
        self.at_end: dict[str, Word] = {}

    def find_all(self, tokens: Sequence[str]) -> list[Word] | None:
        """The words of what stands before spaces; None when any of it is not plain."""
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
        """The word that ends a text, or is closed by a space of another look; None: not plain."""
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
            # Told by whoever goes through the whole text.
            return None


def is_plain(token: str) -> bool:
    """Whether what stands between two spaces is a word of its own, whatever stands around it.

    Quotation marks and long dashes at the end of a word may hold fast what comes after the space.
    """
    if _LETTERS_AND_ENDS.fullmatch(token):
        return True
    if not token or token[-1] in _HOLDING or not (is_latin(token) and is_left_to_right(token)):
        return False
    return split_at_breaks(f"x {token} x") == ["x ", f"{token} ", "x"]


class WordMaker:
    """Makes the words of one language and keeps those of one look."""

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
        """The face of a family, then those to fall back on. FontError: no such family."""
        key = (family, bold, italic)
        known = self._faces.get(key)
        if known is None:
            families = self._fonts.fallbacks(family)
            faces = (one.face(bold=bold, italic=italic) for one in families)
            known = self._faces[key] = tuple(faces)
        return known

    def plain_words(self, look: Look) -> PlainWords:
        """Those of one look, the same object every time."""
        known = self._plain.get(look)
        if known is None:
            known = self._plain[look] = PlainWords(look, self)
        return known

    def find_closed(self, token: str, look: Look, closing: Look) -> Word | None:
        """A plain word with a space of another look after it."""
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
        """A word of one look and level, kept; `around` is the script beside it.

        MissingGlyph names all its characters that no font has.
        """
        known = self._words.setdefault((look, level, around), {})
        word = known.get(text)
        if word is None:
            stretch = Stretch(0, len(text), look, level)
            word = known[text] = self._make(text, (stretch,), around)
        return word

    def make_mixed_word(self, text: str, stretches: tuple[Stretch, ...], around: str) -> Word:
        """A word whose stretches together are `text`, kept; otherwise as `make_word`."""
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
        """A minus in the upright face, where the slanted one has a hyphen for it; all else in the font."""
        if _MINUS not in text or not font.has_hyphen_for_minus:
            yield text, font
            return
        upright = self.find_faces(look.family, bold=look.bold, italic=False)[0]
        for signs in filter(None, re.split(f"({_MINUS})", text)):
            yield signs, upright if signs == _MINUS else font

    def _make_space(
        self, space: str, faces: Sequence[Font], stretch: Stretch, before: Sequence[Part]
    ) -> Part:
        """A space in the font of the word before it, so that the glyph run goes on."""
        font = before[-1].ink[0] if before else faces[0]
        if font not in faces or ord(" ") not in font.coverage:
            font = next((face for face in faces if ord(" ") in face.coverage), faces[0])
        piece = self._shaper.shape(space, font, script="Zyyy")
        tracking = before[-1].ink[3] if before else stretch.look.tracking
        ink = self._ink(font, stretch.look.colour, stretch.level, tracking)
        return _part(piece, ink, is_space=True)

    def _ink(self, font: Font, colour: Colour, level: int, tracking: float) -> Ink:
        """The same object for the same ink, so that inks can be told apart at a glance."""
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
    """Characters, script, font, and what joins them on both sides."""
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
