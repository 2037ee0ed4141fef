"""Paragraphs: styled spans as words, in lines, at the largest size that fits a setting."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, groupby, pairwise
from math import ceil, inf
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from generator.errors import LayoutError, MissingGlyph, format_quote
from generator.layout.text.bidi import is_left_to_right, list_levels, runs_right_to_left
from generator.layout.text.words import (
    Look,
    Stretch,
    Word,
    WordMaker,
    first_script,
    is_latin,
    split_at_breaks,
)
from generator.model.elements.boxes import Aligned, TextDirection
from generator.model.geometry import ROUNDING
from generator.model.language.scalars import MM_PER_POINT
from generator.model.style import TypeStyle
from generator.model.values import replace

_StyledText: TypeAlias = tuple[str, Look]
_SOFT_HYPHEN = "\u00ad"


class WordSequence(NamedTuple):
    """Words in logical order, ready to be broken into lines of any width."""

    text: str
    words: Sequence[Word]
    joints: "Mapping[int, _Joint]"
    """Joints by the index of their word."""
    stretches: tuple[Stretch, ...]
    maker: WordMaker
    is_enlarged: bool = False
    """True if some text is larger than the rest."""
    is_plain: bool = False
    """True if all are plain words: no breaks inside, and no forced breaks."""
    lacks: tuple[str, ...] = ()
    """Warnings about faces that the fonts of its words do not have."""
    right_to_left: bool = False
    """Direction of its lines."""
    least_leading: float = 0.0
    """Distance of base lines, in ems, at which the ink of one line does not touch that of the next."""

    def split(self) -> "Iterator[WordSequence]":
        """Yield the parts between forced breaks; the paragraph itself if it has none before its end."""
        words = self.words
        stops = [index for index, word in enumerate(words, start=1) if word.forced and index < len(words)]
        if not stops:
            yield self
            return
        for start, stop in pairwise((0, *stops, len(words))):
            joints = {index - start: joint for index, joint in self.joints.items() if start <= index < stop}
            yield self._replace(words=words[start:stop], joints=joints)

    def cut(self, joint: "_Joint", start: int, end: int) -> Word:
        """Return the part of a word from `start` to `end`; a soft hyphen at its end becomes visible."""
        text = self.text
        if end < joint.end and text[end - 1] == _SOFT_HYPHEN:
            text = text[: end - 1] + "-" + text[end:]
        return _make_word(self.maker, text, start, end, self.stretches, joint.around)


class _Joint(NamedTuple):
    """A word that may be broken inside, with its position in the paragraph and its breaks."""

    start: int
    end: int
    offsets: tuple[int, ...]
    """Positions of the breaks in the paragraph, ascending."""
    around: str
    """Script of the words before it."""


def compose_paragraph(
    spans: Sequence[_StyledText],
    *,
    maker: WordMaker,
    right_to_left: bool,
    direction: TextDirection = "auto",
    tight: bool = False,
) -> WordSequence:
    """Split styled spans into words; raises MissingGlyph with all missing characters.

    `right_to_left` is the direction of the language, which may not be that of the text. If `tight` is True,
    lines may also be broken inside phrases, which is less readable.
    """
    text = "".join([span for span, _ in spans])
    is_enlarged = any(look.inline.scale > 1 for _, look in spans)
    letters = "".join([span for span, look in spans if not look.icon])
    is_automatic = direction == "auto"
    right_to_left = runs_right_to_left(letters, right_to_left) if is_automatic else direction == "rtl"
    plain = None if right_to_left else _get_plain_words(spans, maker)
    if plain is not None:
        return WordSequence(text, plain, {}, (), maker, is_enlarged, is_plain=True, lacks=_list_lacks(plain))
    stretches = tuple(_list_stretches(spans, _list_levels(text, right_to_left)))
    # An icon breaks like a letter: it stays with the text that touches it.
    shown = "".join("x" if look.icon else span for span, look in spans)
    around = "Latn" if is_latin(text) else first_script(text)
    words: list[Word] = []
    joints: dict[int, _Joint] = {}
    missing: list[str] = []
    for start, end, inside in _split_words(split_at_breaks(shown, maker.language, tight=tight), shown):
        try:
            word = _make_word(maker, text, start, end, stretches, around)
        except MissingGlyph as error:
            missing.append(error.characters)
            continue
        if inside:
            joints[len(words)] = _Joint(start, end, inside, around)
        words.append(word)
        around = word.script or around
    if missing:
        raise MissingGlyph("".join(dict.fromkeys("".join(missing))), text)
    ink = max([word.above for word in words], default=0.0) + max([word.below for word in words], default=0.0)
    return WordSequence(
        text,
        tuple(words),
        joints,
        stretches,
        maker,
        is_enlarged,
        lacks=_list_lacks(words),
        right_to_left=right_to_left,
        least_leading=ink + _BETWEEN_INK if ink else 0.0,
    )


def _list_lacks(words: Iterable[Word]) -> tuple[str, ...]:
    return tuple(sorted({lack for word in words for lack in word.lacks}))


def _get_plain_words(spans: Sequence[_StyledText], maker: WordMaker) -> list[Word] | None:
    """Return the words if all are plain words between single spaces, as in most texts; else None."""
    words: list[Word] = []
    begun, before = "", None
    try:
        for text, look in spans:
            if look.icon:
                return None
            tokens = text.split(" ")
            if begun and before:
                # The previous span ended with a word, so this one must start with a space.
                if tokens.pop(0):
                    return None
                words.append(maker.plain_words(before, look)(begun))
            begun, before = tokens.pop() if tokens else "", look
            words += map(maker.plain_words(look, look), tokens)
        if begun and before:
            words.append(maker.plain_words(before, None)(begun))
    except (ValueError, MissingGlyph):
        return None
    return words


def _make_word(
    maker: WordMaker, text: str, start: int, end: int, stretches: Sequence[Stretch], around: str
) -> Word:
    """Return the word from `start` to `end` of a text, with the stretches of the text that it has."""
    index = bisect_right(stretches, start, key=attrgetter("start")) - 1
    here: list[Stretch] = []
    while index < len(stretches) and stretches[index].start < end:
        first, last, look, level = stretches[index]
        here.append(Stretch(max(first, start) - start, min(last, end) - start, look, level))
        index += 1
    return maker.make_word(text[start:end], tuple(here), around)


_UNSPACED = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)
"""Thai, Lao, Myanmar, Khmer, and the scripts of East Asia, which are written without spaces."""


def _split_words(parts: Sequence[str], text: str) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield the start, the end, and the inner breaks of each word.

    In scripts with spaces, a hyphenated word is one word, because it is shaped as one if it fits on a line.
    In other scripts, every possible break ends a word.
    """
    start = end = 0
    inside: list[int] = []
    for part in parts:
        end += len(part)
        if not part[-1].isspace() and end < len(text):
            around = part[-1] + text[end]
            if is_latin(around) or not re.search(_UNSPACED, around):
                inside.append(end)
                continue
        yield start, end, tuple(inside)
        start, inside = end, []


def _list_levels(text: str, right_to_left: bool) -> list[int]:
    if not right_to_left and is_left_to_right(text):
        return [0] * len(text)
    levels: list[int] = []
    for line in text.split("\n"):
        levels += list_levels(line + "\n", int(right_to_left))
    return levels


def _list_stretches(spans: Sequence[_StyledText], levels: Sequence[int]) -> Iterator[Stretch]:
    start = 0
    for span, look in spans:
        for level, group in groupby(levels[start : start + len(span)]):
            end = start + len([*group])
            yield Stretch(start, end, look, level)
            start = end


_LINE_BREAKS = 64
"""Number of possible breaks inside a word of which most lines have fewer."""
_LATIN_HEIGHT, _LATIN_DEPTH = 0.75, 0.22
"""Height and depth of Latin letters, in ems, about."""
_BETWEEN_INK = 0.05
"""Distance between the ink of lines, in ems."""
_FULL_WIDTH = attrgetter("full_width")
_IS_FORCED = attrgetter("forced")
_ROUNDING = 1e-9
_ABOVE = 0.8
"""Share of the height of a line that is above the base line."""
_ICON_ROOM = 1.4
"""Scale of an icon that fills a line of the default height."""


class SetLine(NamedTuple):
    """The words of one line."""

    words: Sequence[Word]
    width: float
    """Width in ems, without the spaces at the end."""
    is_last: bool
    """True for the last line of the paragraph and before a forced break: such lines are not justified."""
    scale: float = 1.0
    """Height as a multiple of that of other lines; more if the line has larger text."""

    @property
    def drop(self) -> float:
        """Distance by which larger text lowers the base line, as a multiple of the height of other lines."""
        return (self.scale - 1) * _ABOVE

    @property
    def text(self) -> str:
        """Text in logical order."""
        return "".join(part.text for word in self.words for part in word.parts).strip()


def break_lines(paragraph: WordSequence, room: float) -> list[SetLine]:
    """Return lines no wider than `room` ems, except where a single word is wider."""
    if paragraph.is_plain or not (paragraph.joints or any(map(_IS_FORCED, paragraph.words))):
        lines = _break_between_words(paragraph.words, room + _ROUNDING)
    else:
        lines = _LineSetter(paragraph, room + _ROUNDING).set()
    if paragraph.is_enlarged:
        return [line._replace(scale=max(map(_measure_scale, line.words))) for line in lines]
    return lines


def count_lines(lines: Sequence[SetLine]) -> float:
    """Return the height of lines, in lines without larger text."""
    return sum([line.scale for line in lines])


def _measure_scale(word: Word) -> float:
    """Return the height of the line that a word needs; icons are less high than lines."""
    inks = [part.ink for part in word.body]
    return max([1.0, *(ink.inline.scale / (_ICON_ROOM if ink.icon else 1.0) for ink in inks)])


def _break_between_words(words: Sequence[Word], room: float) -> list[SetLine]:
    """Return lines of words that are not broken inside and do not end a line themselves."""
    ends = list(accumulate(map(_FULL_WIDTH, words)))
    lines: list[SetLine] = []
    start, left, count = 0, 0.0, len(words)
    while start < count:
        stop = bisect_right(ends, left + room, start)
        # One more word may fit without the space after it; a line has at least one word.
        if stop < count:
            last = words[stop]
            if stop == start or ends[stop] - last.full_width + last.width - left <= room:
                stop += 1
        right = ends[stop - 1]
        lines.append(SetLine(words[start:stop], right - left - words[stop - 1].loss, stop == count))
        start, left = stop, right
    return lines


class _LineSetter:
    """Breaks a paragraph at the last possible place of each line, inside words if nothing else fits."""

    def __init__(self, paragraph: WordSequence, room: float) -> None:
        self._paragraph = paragraph
        self._room = room
        self._lines: list[SetLine] = []
        self._words: list[Word] = []
        self._width = 0.0
        """Width of the words with their spaces."""

    def set(self) -> list[SetLine]:
        joints = self._paragraph.joints
        for index, word in enumerate(self._paragraph.words):
            if self._width + word.width > self._room:
                if index in joints:
                    word = self._break_word(joints[index])
                elif self._words:
                    self._end_line()
            self._add(word)
            if word.forced:
                self._end_line(is_last=True)
        if self._words:
            self._end_line(is_last=True)
        return self._lines

    def _add(self, word: Word) -> None:
        self._words.append(word)
        self._width += word.full_width

    def _end_line(self, *, is_last: bool = False) -> None:
        self._lines.append(SetLine(self._words, self._width - self._words[-1].loss, is_last))
        self._words, self._width = [], 0.0

    def _break_word(self, joint: _Joint) -> Word:
        """End lines inside a word as often as necessary, and return the rest of the word."""
        start = joint.start
        while True:
            cut_to = partial(self._paragraph.cut, joint, start)
            room = self._room - self._width
            offsets = joint.offsets[bisect_right(joint.offsets, start) :]
            near = _LINE_BREAKS
            while near < len(offsets) and cut_to(offsets[near]).width <= room:
                near *= 2
            if near < len(offsets):
                # Far too long for a line: only what may be on it is shaped.
                offsets = offsets[:near]
            else:
                rest = cut_to(joint.end)
                if rest.width <= room:
                    return rest
            count = bisect_right(offsets, room, key=lambda end: cut_to(end).width)
            if not count and self._words:
                self._end_line()
                continue
            if not offsets:
                return cut_to(joint.end)
            place = offsets[max(count - 1, 0)]
            self._add(cut_to(place))
            self._end_line()
            start = place


_SHORT = 0.2
"""A last line shorter than this share of the others is filled up."""
_NARROWER = 6
"""Maximum number of attempts to fill the last line."""


def improve_lines(paragraph: WordSequence, lines: list[SetLine], align: Aligned) -> list[SetLine]:
    """Balance centred lines, and fill a short last line of others, without changing the number of lines.

    Lines are set narrower, one word at a time. Parts between forced breaks are handled separately.
    """
    if len(lines) < 2 or align == "justify":
        return lines
    improve = _balance if align == "center" else _fill_last_line
    if paragraph.is_plain:
        return improve(paragraph, lines)
    improved: list[SetLine] = []
    start = 0
    for part in paragraph.split():
        stop = next(index for index in range(start, len(lines)) if lines[index].is_last) + 1
        improved += improve(part, lines[start:stop])
        start = stop
    return improved


def _fill_last_line(paragraph: WordSequence, lines: list[SetLine]) -> list[SetLine]:
    """Avoid a last line with a single short word."""
    tried = lines
    for _ in range(_NARROWER):
        if len(tried) != len(lines) or len(lines) < 2:
            break
        if len(tried[-1].words) > 1:
            return tried
        room = max(line.width for line in tried[:-1])
        if tried[-1].width > room * _SHORT:
            return tried
        tried = break_lines(paragraph, room - 2 * _ROUNDING)
    return lines


def _balance(paragraph: WordSequence, lines: list[SetLine]) -> list[SetLine]:
    """Set lines as narrow as possible without breaking words."""
    best = lines
    count = sum(len(line.words) for line in lines)
    while len(best) > 1:
        room = max(line.width for line in best) - 2 * _ROUNDING
        tried = break_lines(paragraph, room - _ROUNDING)
        is_as_long = len(tried) == len(lines) and sum(len(line.words) for line in tried) == count
        if not is_as_long or max(line.width for line in tried) > room:
            break
        best = tried
    return best


SMALLER_TEXT = "shorten the text, enlarge its box, or choose smaller type"


def describe_smallest(style: TypeStyle) -> str:
    """Return the size at which a text was tried that does not fit: `at 6.5 pt, its smallest size`."""
    size = min(style.size, style.smallest) / MM_PER_POINT
    return f"at {size:.3g} pt" + ", its smallest size" * (style.smallest < style.size)


class Setting(NamedTuple):
    """A text with its style and the space that it must fit; lengths are in mm.

    Every card has a dozen of them, and a named tuple is made in a third of the time of a dataclass.
    """

    text: str
    style: TypeStyle
    width: float = inf
    max_height: float = inf
    most_lines: int = 0
    """Maximum number of lines; 0: as many as fit."""
    align: Aligned = "start"
    thing: str = ""
    """Name of the part for error messages; empty: the text itself."""
    direction: TextDirection = "auto"
    """Direction in which the text is read; `auto`: that of its letters."""

    def spaced(self, paragraph: WordSequence, lines: Sequence[SetLine]) -> "Setting":
        """Return the setting with at least the leading that the lines of a paragraph need."""
        leading = find_leading(self.style, paragraph, lines)
        is_enough = leading == self.style.leading
        return self if is_enough else self._replace(style=replace(self.style, leading=leading))

    def turned(self, paragraph: WordSequence, language_turns: bool) -> "Setting":
        """Return the setting with the side at which the lines of a paragraph begin.

        In a language from right to left, texts from left to right begin where others do: on the right.
        """
        return self._replace(direction="rtl" if paragraph.right_to_left or language_turns else "ltr")

    def fit(self, paragraph: WordSequence) -> tuple[float | None, list[SetLine]]:
        """Return the largest size that fits, and its lines; or else None, and those of the smallest size."""
        style = self.style
        tried: dict[float, list[SetLine]] = {}

        def fits(size: float) -> bool:
            lines = tried[size] = break_lines(paragraph, self.width / size)
            if self._over(lines, size) or 0 < self.most_lines < len(lines):
                return False
            leading = find_leading(style, paragraph, lines)
            return count_lines(lines) * size * leading <= self.max_height + ROUNDING

        size = choose_size(style.size, style.smallest, fits)
        return size, tried[min(style.size, style.smallest) if size is None else size]

    def _over(self, lines: list[SetLine], size: float) -> float:
        """Return by how much the widest line is too wide; 0 if it fits."""
        over = max([line.width for line in lines], default=0.0) * size - self.width
        return over if over > ROUNDING else 0.0

    def no_fit(self, lines: list[SetLine]) -> LayoutError:
        """Return the error for the lines of the smallest size."""
        style, thing = self.style, self.thing or quote_briefly(self.text)
        over = self._over(lines, style.smallest)
        if over:
            widest = max(lines, key=lambda line: line.width)
            return self._make_error(thing, "is too wide", over, format_quote(widest.text))
        max_height = min(self.max_height, self.most_lines * style.smallest * style.leading or inf)
        height = count_lines(lines) * style.smallest * style.leading
        text = quote_briefly(" ".join(line.text for line in lines if line.text))
        return self._make_error(thing, "is too tall", height - max_height, text)

    def _make_error(self, thing: str, what: str, over: float, quote: str) -> LayoutError:
        return LayoutError(
            thing, what, over_mm=over, quote=quote, at=describe_smallest(self.style), hint=SMALLER_TEXT
        )


def find_leading(style: TypeStyle, paragraph: WordSequence, lines: Sequence[SetLine]) -> float:
    """Return the leading of lines, of which none may touch the next: the letters of some scripts are high."""
    if paragraph.least_leading <= style.leading:
        return style.leading
    apart = (_measure_depth(one) + _measure_height(other) for one, other in pairwise(lines))
    return max(style.leading, *(ink + _BETWEEN_INK for ink in apart), 0.0)


def _measure_height(line: SetLine) -> float:
    """Return the height of the ink of a line above its base line, in ems."""
    return max((word.above or _LATIN_HEIGHT for word in line.words), default=0.0)


def _measure_depth(line: SetLine) -> float:
    return max((word.below or _LATIN_DEPTH for word in line.words), default=0.0)


STEP = 0.05 * MM_PER_POINT
"""Step between sizes: a twentieth of a point."""


def choose_size(largest: float, smallest: float, fits: Callable[[float], bool]) -> float | None:
    """Return the largest size that fits, by bisection; None if even the smallest does not fit.

    A text that fits at one size is assumed to fit at all smaller sizes.
    """
    if fits(largest):
        return largest
    if largest <= smallest or not fits(smallest):
        return None
    steps = ceil((largest - smallest) / STEP)
    step = 1 + bisect_left(range(1, steps), True, key=lambda step: fits(largest - step * STEP))
    return smallest if step == steps else largest - step * STEP


def quote_briefly(text: str) -> str:
    """Return the text in quotes, shortened for error messages."""
    return format_quote(text if len(text) <= 40 else text[:37] + "...")
