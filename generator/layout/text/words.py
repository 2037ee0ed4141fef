"""Words, shaped once and kept: what lines are made of.

A word here is what stands between two places where a line may be broken, with the spaces after
it. All widths are in ems, so that one shaping serves every size.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from generator.errors import MissingGlyph
from generator.layout.text.breaks import FORCED
from generator.layout.text.itemize import JOINING, itemize, last_script
from generator.layout.text.shaping import Shaper
from generator.scene.fonts import Font, FontLibrary
from generator.scene.shapes import Colour, Piece

_ENDING_SPACES = " \n\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000"
"""Spaces at which a line may be broken: they vanish there."""

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
    width: float = field(init=False)
    """Of the body."""
    full_width: float = field(init=False)
    spaces: int = field(init=False)
    """How many parts of the body are spaces: no-break spaces, that is."""
    full_spaces: int = field(init=False)
    ink: Ink | None = field(init=False)
    """Of all parts, when it is one and runs from left to right; else None."""
    pieces: tuple[Piece, ...] = field(init=False)

    def __post_init__(self) -> None:
        body = self.parts[: self.body]
        inks = {part.ink for part in self.parts}
        is_plain = len(inks) == 1 and not any(part.icon for part in self.parts)
        ink = next(iter(inks)) if is_plain else None
        pieces = tuple(part.piece for part in self.parts if part.piece is not None)
        for name, value in (
            ("width", sum(part.width for part in body)),
            ("full_width", sum(part.width for part in self.parts)),
            ("spaces", sum(part.is_space for part in body)),
            ("full_spaces", sum(part.is_space for part in self.parts)),
            ("ink", ink if ink is not None and ink[2] == 0 else None),
            ("pieces", pieces),
        ):
            object.__setattr__(self, name, value)


class WordMaker:
    """Makes the words of one language and keeps those of one look."""

    def __init__(self, fonts: FontLibrary, language: str) -> None:
        self._fonts = fonts
        self._shaper = Shaper(language)
        self._words: dict[tuple[Look, int, str], dict[str, Word]] = {}
        self._mixed_words: dict[tuple[str, tuple[Stretch, ...], str], Word] = {}
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

    def known_words(self, look: Look, level: int, around: str) -> dict[str, Word]:
        """The words made so far of one look, level and script around, by their characters."""
        return self._words.setdefault((look, level, around), {})

    def make_word(self, text: str, look: Look, level: int, around: str) -> Word:
        """A word of one look and level, kept; `around` is the script beside it.

        MissingGlyph names all its characters that no font has.
        """
        known = self.known_words(look, level, around)
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
            around = last_script(text[: stretch.start]) or around
            try:
                self._add_parts(parts, text, stretch, around)
            except MissingGlyph as error:
                missing.append(error.characters)
            if stretch.end <= end:
                body = len(parts)
        if missing:
            raise MissingGlyph("".join(missing), text)
        return Word(tuple(parts), body, text.endswith(FORCED), last_script(text))

    def _add_parts(self, parts: list[Part], text: str, stretch: Stretch, around: str) -> None:
        look = stretch.look
        faces = self.find_faces(look.family, bold=look.bold, italic=look.italic)
        if look.icon:
            ink = (faces[0], look.colour, stretch.level, 0.0)
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
                piece = self._shaper.shape(
                    item_text,
                    font,
                    script=script,
                    right_to_left=stretch.level % 2 == 1,
                    before=context[0],
                    after=context[1],
                    ligatures=not tracking,
                )
                parts.append(_part(piece, (font, look.colour, stretch.level, tracking)))

    def _make_space(
        self, space: str, faces: Sequence[Font], stretch: Stretch, before: Sequence[Part]
    ) -> Part:
        """A space in the font of the word before it, so that the glyph run goes on."""
        font = before[-1].ink[0] if before else faces[0]
        if font not in faces or ord(" ") not in font.coverage:
            font = next((face for face in faces if ord(" ") in face.coverage), faces[0])
        piece = self._shaper.shape(space, font, script="Zyyy")
        tracking = before[-1].ink[3] if before else stretch.look.tracking
        ink = (font, stretch.look.colour, stretch.level, tracking)
        return _part(piece, ink, is_space=True)


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
