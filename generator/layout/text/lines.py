"""Lines: the words of a paragraph, broken to fit a width, and balanced."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, pairwise
from math import inf
from operator import attrgetter
from typing import NamedTuple

from generator.layout.text.words import Stretch, Word, WordMaker
from generator.model.language.kinds import Aligned
from generator.model.texts.rich_text import SOFT_HYPHEN

AUTOMATIC_HYPHEN = SOFT_HYPHEN * 2
"""A possible break that the program adds; soft hyphens of a text are single."""


class WordSequence(NamedTuple):
    """Words in logical order, ready to be broken into lines of any width."""

    text: str
    words: Sequence[Word]
    joints: "Mapping[int, WordJoint]"
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
    is_tight: bool = False
    """True if lines may be broken inside phrases, which is only better than smaller type."""
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

    def cut(self, joint: "WordJoint", start: int, end: int) -> Word:
        """Return the part of a word from `start` to `end`; a soft hyphen at its end becomes visible."""
        text = self.text
        if end < joint.end and text[end - 1] == SOFT_HYPHEN:
            text = text[: end - 1] + "-" + text[end:]
        return make_word(self.maker, text, start, end, self.stretches, joint.around)


class WordJoint(NamedTuple):
    """A word that may be broken inside, with its position in the paragraph and its breaks."""

    start: int
    end: int
    offsets: tuple[int, ...]
    """Positions of the breaks in the paragraph, ascending."""
    around: str
    """Script of the words before it."""


def make_word(
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


_LINE_BREAKS = 64
"""Number of possible breaks inside a word of which most lines have fewer."""
_FULL, _MOST_HYPHENS = 0.85, 2
"""Share of a line from which no word is hyphenated, and maximum number of automatic hyphens in a row."""
_FULL_WIDTH = attrgetter("full_width")
_IS_FORCED, _WORDS, _SCALE = map(attrgetter, ("forced", "words", "scale"))
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
        return _rescale(lines)
    return lines


def count_lines(lines: Sequence[SetLine]) -> float:
    """Return the height of lines, in lines without larger text."""
    return sum([line.scale for line in lines])


def _measure_scale(word: Word) -> float:
    """Return the height of the line that a word needs; icons are less high than lines."""
    inks = [part.ink for part in word.body]
    scales = (ink.inline.scale / (_ICON_ROOM if ink.icon else ink.inline.enlarged) for ink in inks)
    return max([1.0, *scales])


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
        self._hyphens = 0
        """Number of lines before this one that end with an automatic hyphen."""

    def set(self) -> list[SetLine]:
        joints, words = self._paragraph.joints, self._paragraph.words
        for index, word in enumerate(words):
            if self._width + word.width > self._room:
                if index in joints:
                    word = self._break_word(joints[index], word.forced or index == len(words) - 1)
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
        self._words, self._width, self._hyphens = [], 0.0, 0

    def _break_word(self, joint: WordJoint, is_end: bool) -> Word:
        """End lines inside a word as often as necessary, and return the rest of the word."""
        start = joint.start
        while True:
            cut_to = partial(self._paragraph.cut, joint, start)
            room = self._room - self._width
            offsets = joint.offsets[bisect_right(joint.offsets, start) :]
            if self._words and not self._takes_hyphen(is_end):
                offsets = tuple(end for end in offsets if not self._is_automatic(end))
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
            hyphens = self._hyphens + 1 if self._is_automatic(place) else 0
            self._end_line()
            self._hyphens = hyphens
            start = place

    def _is_automatic(self, offset: int) -> bool:
        return self._paragraph.text[max(offset - 2, 0) : offset] == AUTOMATIC_HYPHEN

    def _takes_hyphen(self, is_end: bool) -> bool:
        """Return True if an automatic hyphen may end the line; never in the last word of a paragraph."""
        is_full = self._width - self._words[-1].loss >= _FULL * self._room
        return not is_end and not is_full and self._hyphens < _MOST_HYPHENS


MOST_BALANCED = 6
"""Maximum number of lines that are balanced; of longer texts, only the last lines are changed."""
_LAST_LINES = 3
"""Number of lines at the end of a longer text that are changed if the last one is too short."""
_SHORT, _VERY_SHORT = 0.3, 0.16
"""A last line with one word, or with more, that is shorter than this share of the width gets company, if
there is any."""
_MOST_MOVED = 0.16
"""Share of a line that may be moved to the next one."""
_WIDOW, _AFTER_NUMBER = 1.0, 0.06
"""Penalties of such a line, and of a break after a number, in the unit of squares of the free width."""


def improve_lines(
    paragraph: WordSequence,
    lines: list[SetLine],
    align: Aligned,
    room: float,
    *,
    is_running: bool = False,
) -> list[SetLine]:
    """Balance the lines of short texts, and fill a last line with one short word, without adding a line.

    Parts between forced breaks are handled separately. Words that are broken stay as they are, and so do the
    lines before them. Running text in wide columns keeps its full lines; only its last line is filled, and
    counts are moved to their nouns.
    """
    if paragraph.is_tight:
        return _fill_last_lines(lines, room)
    if len(lines) < 2 or align == "justify":
        return lines
    improved = _improve_parts(paragraph, lines, room, is_running=is_running)
    return improved if paragraph.is_enlarged else _keep_counts(paragraph, improved, room)


def _improve_parts(
    paragraph: WordSequence, lines: list[SetLine], room: float, *, is_running: bool
) -> list[SetLine]:
    """Return lines whose parts between forced breaks are balanced or filled."""
    if paragraph.is_plain:
        return _balance(lines, room, is_running=is_running)
    improved: list[SetLine] = []
    start = 0
    for stop in (index for index, line in enumerate(lines, start=1) if line.is_last):
        part = lines[start:stop]
        # A word is broken only if lines are full: those up to it stay, and only the last one is filled.
        kept = _count_up_to_breaks(paragraph, part)
        is_full = is_running or kept > 0
        improved += (*part[:kept], *_balance(part[kept:], room, is_running=is_full))
        start = stop
    return improved


def _count_up_to_breaks(paragraph: WordSequence, lines: Sequence[SetLine]) -> int:
    """Return the number of lines up to the last one that ends inside a word."""
    if not paragraph.joints:
        return 0
    whole = {id(word) for word in paragraph.words}
    broken = (number for number, line in enumerate(lines[:-1], start=1) if id(line.words[-1]) not in whole)
    return max(broken, default=0)


def _keep_counts(paragraph: WordSequence, lines: list[SetLine], room: float) -> list[SetLine]:
    """Return lines of which fewer end between a number and what it counts: `2 / cards`, `4 × / Plague`.

    The number begins the next line, and what has no room there is moved on, as far as no line is added or
    becomes rather empty, and no word that is broken is moved.
    """
    kept = [*lines]
    whole: set[int] = set()
    for index, line in enumerate(lines[:-1]):
        words = kept[index].words
        if words[-1].is_count and _parts_count(words, kept[index + 1].words) and not line.is_last:
            whole = whole or {id(word) for word in paragraph.words}
            kept = _move_count(kept, index, whole, room) or kept
    return kept


def _parts_count(before: Sequence[Word], after: Sequence[Word]) -> bool:
    """Return True if the break between the words of two lines parts a number from what it counts."""
    return len(before) > 1 and before[-1].is_count and after[0].is_counted


def _move_count(lines: list[SetLine], index: int, whole: set[int], room: float) -> list[SetLine] | None:
    """Return lines of which this one does not end with the number that it ends with; None if that fails."""
    moved = [*lines]
    words = [*lines[index].words]
    passed: list[Word] = []
    while len(words) > 1 and words[-1].is_count:
        passed.insert(0, words.pop())
    for at in range(index, len(lines)):
        if at > index:
            words, passed = _take_fitting([*passed, *lines[at].words], room)
            if passed and lines[at].is_last:
                return None
        last = words[-1]
        width = sum(map(_FULL_WIDTH, words)) - last.loss
        is_parted = bool(passed) and last.is_count and passed[0].is_counted
        if passed and (width < _LEAST_KEPT * room or is_parted or not whole.issuperset(map(id, passed))):
            return None
        moved[at] = SetLine(words, width, lines[at].is_last)
        if not passed:
            return moved
    return None


def _take_fitting(words: list[Word], room: float) -> tuple[list[Word], list[Word]]:
    """Return the words that fit into a line, at least one, and the others."""
    ends = [*accumulate(map(_FULL_WIDTH, words))]
    stop = next((at for at, word in enumerate(words) if ends[at] - word.loss > room + _ROUNDING), len(words))
    return words[: max(stop, 1)], words[max(stop, 1) :]


_LEAST_KEPT = 0.7
"""Least width of a line from which a number was moved, as a share of its room."""
_LEAST_LETTERS = 3
"""Number of letters of the last line of a text that may be broken inside phrases."""


def _fill_last_lines(lines: list[SetLine], room: float) -> list[SetLine]:
    """Return lines of which the last has a few letters, some of them moved from the line before."""
    filled = [*lines]
    for index, line in enumerate(lines):
        before = filled[index - 1] if index else line
        count = sum(map(len, map(_list_letters, line.words)))
        if (
            not line.is_last
            or before.is_last
            or count >= _LEAST_LETTERS
            or line.scale > 1
            or before.scale > 1
        ):
            continue
        words = [*before.words]
        width, longer = before.width, line.width
        moved: list[Word] = []
        while len(words) > 1 and count < _LEAST_LETTERS:
            word, end = words[-1], words[-2]
            shorter = width + word.loss - word.full_width - end.loss
            if shorter < (1 - _MOST_MOVED) * room or longer + word.full_width > room:
                break
            width, longer = shorter, longer + word.full_width
            moved.insert(0, words.pop())
            count += len(_list_letters(word))
        if moved:
            filled[index - 1] = SetLine(words, width, before.is_last)
            filled[index] = SetLine([*moved, *line.words], longer, line.is_last)
    return filled


def _list_letters(word: Word) -> list[str]:
    return [sign for part in word.body for sign in part.text if sign.isalnum()]


def _balance(lines: list[SetLine], room: float, *, is_running: bool) -> list[SetLine]:
    """Return as many lines with the least squares of their free widths."""
    is_short = len(lines) <= MOST_BALANCED and not is_running
    if not is_short and not _is_lonely(len(lines[-1].words), lines[-1].width / room):
        return lines
    kept = [] if is_short else lines[:-_LAST_LINES]
    changed = lines[len(kept) :]
    count = len(changed)
    if count < 2:
        return lines
    words = [*chain.from_iterable(map(_WORDS, changed))]
    ends = [0.0, *accumulate(map(_FULL_WIDTH, words))]
    latest = [0, *accumulate(map(len, map(_WORDS, changed)))]
    earliest = _list_earliest(words, ends, count, room + _ROUNDING)

    if earliest == latest:
        return lines
    weight = 1.0 if is_short else 0.0
    places = _choose_places(words, ends, [*zip(earliest, latest, strict=True)], room, weight)
    if not places or places == latest:
        return lines
    is_enlarged = max(map(_SCALE, changed)) > 1
    return [*kept, *_make_lines(words, ends, places, changed[-1].is_last, is_enlarged)]


def _choose_places(
    words: Sequence[Word],
    ends: Sequence[float],
    ranges: Sequence[tuple[int, int]],
    room: float,
    weight: float,
) -> list[int]:
    """Return where the lines begin and the last one ends, each in its range; nothing if words are too wide.

    The cost of a line is the square of the share of its room that is free; that of the last one has a weight.
    """
    costs, before = {0: 0.0}, list[dict[int, int]]()
    most, last = room + _ROUNDING, len(words)
    for low, high in ranges[1:-1]:
        reached: dict[int, float] = {}
        starts: dict[int, int] = {}
        for stop in range(low, high + 1):
            word, end, least = words[stop - 1], ends[stop], inf
            loss = word.loss
            for start, cost in costs.items():
                width = end - ends[start] - loss
                if start < stop and (width <= most or stop == start + 1):
                    free = (room - width) / room
                    cost += free * free
                    if cost < least:
                        least, starts[stop] = cost, start
            if least < inf:
                reached[stop] = least + _AFTER_NUMBER if word.ends_with_number else least
        costs = reached
        before.append(starts)
    best, begun = inf, -1
    for start, cost in costs.items():
        width = ends[last] - ends[start] - words[-1].loss
        if start < last and (width <= most or last == start + 1):
            free = (room - width) / room
            is_widow = _is_lonely(last - start, width / room)
            cost += free * free * weight + (_WIDOW if is_widow else 0.0)
            if cost < best:
                best, begun = cost, start
    if begun < 0:
        return []
    places = [last, begun]
    for starts in reversed(before):
        places.append(starts[places[-1]])
    return places[::-1]


def _is_lonely(count: int, share: float) -> bool:
    """Return True for a last line with one short word, or a few very short ones: `a row.`"""
    return share < (_SHORT if count == 1 else _VERY_SHORT)


def _list_earliest(words: Sequence[Word], ends: Sequence[float], count: int, room: float) -> list[int]:
    """Return the earliest end of each line, if the lines after it are as full as possible."""
    earliest = [0] * (count + 1)
    stop = earliest[count] = len(words)
    for line in range(count - 1, -1, -1):
        start = bisect_left(ends, ends[stop] - words[stop - 1].loss - room, 0, stop - 1)
        stop = earliest[line] = max(start, line)
    return earliest


def _make_lines(
    words: Sequence[Word], ends: Sequence[float], stops: Sequence[int], is_last: bool, is_enlarged: bool
) -> list[SetLine]:
    lines = [
        SetLine(
            words[start:stop],
            ends[stop] - ends[start] - words[stop - 1].loss,
            is_last and stop == len(words),
        )
        for start, stop in pairwise(stops)
    ]
    return _rescale(lines) if is_enlarged else lines


def _rescale(lines: Iterable[SetLine]) -> list[SetLine]:
    return [line._replace(scale=max(map(_measure_scale, line.words))) for line in lines]


_WIDE_SPACE = 1.6
"""Width of a space in justified text that is a hole, as a multiple of its normal width."""


def has_holes(lines: Sequence[SetLine], room: float) -> bool:
    """Return True if a line has wide spaces when it is justified to `room`, in ems."""
    for line in lines:
        gaps = [word.full_width - word.width for word in line.words[:-1]]
        spaces = [gap for gap in gaps if gap > 0]
        free = room - line.width
        if not line.is_last and free > (_WIDE_SPACE - 1) * sum(spaces) + _ROUNDING:
            return True
    return False
