"""Line breaking: first fit, and inside words if nothing else fits."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

from generator.layout.text.paragraph import Joint, Paragraph
from generator.layout.text.words import Word
from generator.model.elements.boxes import Aligned

_FULL_WIDTH = attrgetter("full_width")
_IS_FORCED = attrgetter("forced")
_ROUNDING = 1e-9
_SHORT = 0.2
"""A last line shorter than this share of the others is filled up."""
_ABOVE = 0.8
"""Share of the height of a line that is above the base line."""
_ICON_ROOM = 1.4
"""Scale of an icon that fills a line of the default height."""
_NARROWER = 6
"""Maximum number of attempts to fill the last line."""


class Line(NamedTuple):
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


def break_lines(paragraph: Paragraph, room: float) -> list[Line]:
    """Return lines no wider than `room` ems, except where a single word is wider."""
    if paragraph.is_plain or not (paragraph.joints or any(map(_IS_FORCED, paragraph.words))):
        lines = _break_between_words(paragraph.words, room + _ROUNDING)
    else:
        lines = _LineSetter(paragraph, room + _ROUNDING).set()
    if paragraph.is_enlarged:
        return [line._replace(scale=max(map(_find_scale, line.words))) for line in lines]
    return lines


def count_lines(lines: Sequence[Line]) -> float:
    """Return the height of lines, in lines without larger text."""
    return sum([line.scale for line in lines])


def _find_scale(word: Word) -> float:
    """Return the height of the line that a word needs; icons are less high than lines."""
    inks = [part.ink for part in word.body]
    return max([1.0, *(ink.inline.scale / (_ICON_ROOM if ink.icon else 1.0) for ink in inks)])


def _break_between_words(words: Sequence[Word], room: float) -> list[Line]:
    """Return lines of words that are not broken inside and do not end a line themselves."""
    ends = list(accumulate(map(_FULL_WIDTH, words)))
    lines: list[Line] = []
    start, left, count = 0, 0.0, len(words)
    while start < count:
        stop = bisect_right(ends, left + room, start)
        # One more word may fit without the space after it; a line has at least one word.
        if stop < count:
            last = words[stop]
            if stop == start or ends[stop] - last.full_width + last.width - left <= room:
                stop += 1
        right = ends[stop - 1]
        lines.append(Line(words[start:stop], right - left - words[stop - 1].loss, stop == count))
        start, left = stop, right
    return lines


def improve_lines(paragraph: Paragraph, lines: list[Line], align: Aligned) -> list[Line]:
    """Balance centred lines, and fill a short last line of others, without changing the number of lines.

    Lines are set narrower, one word at a time. Parts between forced breaks are handled separately.
    """
    if len(lines) < 2 or align == "justify":
        return lines
    improve = _balance if align == "center" else _fill_last_line
    if paragraph.is_plain:
        return improve(paragraph, lines)
    improved: list[Line] = []
    start = 0
    for part in paragraph.split():
        stop = next(index for index in range(start, len(lines)) if lines[index].is_last) + 1
        improved += improve(part, lines[start:stop])
        start = stop
    return improved


def _fill_last_line(paragraph: Paragraph, lines: list[Line]) -> list[Line]:
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


def _balance(paragraph: Paragraph, lines: list[Line]) -> list[Line]:
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


class _LineSetter:
    def __init__(self, paragraph: Paragraph, room: float) -> None:
        self._paragraph = paragraph
        self._room = room
        self._lines: list[Line] = []
        self._words: list[Word] = []
        self._width = 0.0
        """Width of the words with their spaces."""

    def set(self) -> list[Line]:
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
        self._lines.append(Line(self._words, self._width - self._words[-1].loss, is_last))
        self._words, self._width = [], 0.0

    def _break_word(self, joint: Joint) -> Word:
        """End lines inside a word as often as necessary, and return the rest of the word."""
        start = joint.start
        while True:
            cut_to = partial(self._paragraph.cut, joint, start)
            rest = cut_to(joint.end)
            if self._width + rest.width <= self._room:
                return rest
            offsets = [offset for offset in joint.offsets if offset > start]
            room = self._room - self._width
            count = bisect_right(offsets, room, key=lambda end: cut_to(end).width)
            if not count and self._words:
                self._end_line()
                continue
            if not offsets:
                return rest
            place = offsets[max(count - 1, 0)]
            self._add(cut_to(place))
            self._end_line()
            start = place
