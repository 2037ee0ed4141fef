"""Line breaking: first fit, and inside words if nothing else fits."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import attrgetter
from typing import TypeAlias

from generator.layout.text.paragraph import Joint, Paragraph, cut_word, split_at_forced_breaks
from generator.layout.text.words import Word, WordMaker

_FULL_WIDTH = attrgetter("full_width")
_IS_FORCED = attrgetter("forced")
_ROUNDING = 1e-9
_SHORT = 0.2
"""A last line shorter than this share of the others is filled up."""
_NARROWER = 6
"""Maximum number of attempts to fill the last line."""


@dataclass(frozen=True, slots=True)
class Line:
    """The words of one line."""

    words: Sequence[Word]
    width: float
    """Width in ems, without the spaces at the end."""
    is_last: bool
    """True for the last line of the paragraph and before a forced break: such lines are not justified."""

    @property
    def text(self) -> str:
        """Text in logical order."""
        return "".join(part.text for word in self.words for part in word.parts).strip()


_Change: TypeAlias = Callable[[Paragraph, list[Line], WordMaker], list[Line]]
"""Function that returns different lines, the same number, for a part of a text without forced breaks."""


def break_lines(paragraph: Paragraph, room: float, maker: WordMaker) -> list[Line]:
    """Return lines no wider than `room` ems, except where a single word is wider."""
    if not paragraph.joints and not any(map(_IS_FORCED, paragraph.words)):
        return _break_between_words(paragraph.words, room + _ROUNDING)
    setter = _LineSetter(paragraph, room + _ROUNDING, maker)
    return setter.set()


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


def fill_last_line(paragraph: Paragraph, lines: list[Line], maker: WordMaker) -> list[Line]:
    """Avoid a last line with a single short word, without changing the number of lines.

    Lines are set narrower, one word at a time, until the last line has more words. Parts between forced
    breaks are handled separately.
    """
    return _change_parts(paragraph, lines, maker, _fill_last_line)


def balance_lines(paragraph: Paragraph, lines: list[Line], maker: WordMaker) -> list[Line]:
    """Balance the lines of centred text without changing their number.

    Lines are set narrower, one word at a time, as long as their number stays the same and no word must be
    broken. Parts between forced breaks are handled separately.
    """
    return _change_parts(paragraph, lines, maker, _balance_lines)


def _change_parts(paragraph: Paragraph, lines: list[Line], maker: WordMaker, change: _Change) -> list[Line]:
    if len(lines) < 2:
        return lines
    changed: list[Line] = []
    start = 0
    for part in split_at_forced_breaks(paragraph):
        stop = next(index for index in range(start, len(lines)) if lines[index].is_last) + 1
        changed += change(part, lines[start:stop], maker)
        start = stop
    return changed


def _fill_last_line(paragraph: Paragraph, lines: list[Line], maker: WordMaker) -> list[Line]:
    tried = lines
    for _ in range(_NARROWER):
        if len(tried) != len(lines) or len(lines) < 2:
            break
        room = max(line.width for line in tried[:-1])
        if len(tried[-1].words) > 1 or tried[-1].width > room * _SHORT:
            return tried
        tried = break_lines(paragraph, room - 2 * _ROUNDING, maker)
    return lines


def _balance_lines(paragraph: Paragraph, lines: list[Line], maker: WordMaker) -> list[Line]:
    best = lines
    count = sum(len(line.words) for line in lines)
    while len(best) > 1:
        room = max(line.width for line in best) - 2 * _ROUNDING
        tried = break_lines(paragraph, room - _ROUNDING, maker)
        is_as_long = len(tried) == len(lines) and sum(len(line.words) for line in tried) == count
        if not is_as_long or max(line.width for line in tried) > room:
            break
        best = tried
    return best


class _LineSetter:
    def __init__(self, paragraph: Paragraph, room: float, maker: WordMaker) -> None:
        self._paragraph = paragraph
        self._room = room
        self._maker = maker
        self._lines: list[Line] = []
        self._words: list[Word] = []
        self._width = 0.0

    def set(self) -> list[Line]:
        paragraph = self._paragraph
        room = self._room
        words = self._words
        joints = paragraph.joints
        width = 0.0
        for index, word in enumerate(paragraph.words):
            if width + word.width > room:
                if index in joints:
                    self._width = width
                    word = self._break_word(joints[index])
                    width, words = self._width, self._words
                elif words:
                    self._end_line(width, is_last=False)
                    width, words = 0.0, self._words
            words.append(word)
            width += word.full_width
            if word.forced:
                self._end_line(width, is_last=True)
                width, words = 0.0, self._words
        if words:
            self._end_line(width, is_last=True)
        return self._lines

    def _end_line(self, width: float, *, is_last: bool) -> None:
        """End the line; `width` includes the words with their spaces."""
        width -= self._words[-1].loss
        self._lines.append(Line(self._words, width, is_last))
        self._words = []

    def _break_word(self, joint: Joint) -> Word:
        """End lines inside a word as often as necessary, and return the rest of the word."""
        start = joint.start
        while True:
            rest = self._cut(joint, start, joint.end)
            if self._width + rest.width <= self._room:
                return rest
            offsets = [offset for offset in joint.offsets if offset > start]
            place = self._find_break(joint, start, offsets)
            if place is None and self._words:
                self._end_line(self._width, is_last=False)
                self._width = 0.0
                continue
            if place is None:
                if not offsets:
                    return rest
                place = offsets[0]
            head = self._cut(joint, start, place)
            self._words.append(head)
            self._end_line(self._width + head.full_width, is_last=False)
            self._width = 0.0
            start = place

    def _find_break(self, joint: Joint, start: int, offsets: Sequence[int]) -> int | None:
        """Return the last possible break before which the word fits into the rest of the line."""
        room = self._room - self._width
        count = bisect_right(offsets, room, key=lambda offset: self._cut(joint, start, offset).width)
        return offsets[count - 1] if count else None

    def _cut(self, joint: Joint, start: int, end: int) -> Word:
        return cut_word(self._paragraph, joint, start, end, self._maker)
