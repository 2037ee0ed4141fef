"""Texts of drawings in reading order: of cards, and of the parts of a page that have tags."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import inf

from generator.scene.shapes import (
    GlyphRun,
    Group,
    Picture,
    Shape,
    Transform,
    Use,
    find_words,
    measure_run,
    move_point,
    walk,
)

_SAME_LINE, _BESIDE, _GAP = 0.3, 1.2, 0.8
"""Distances from the base line of a run on the same line, and of the middle of an icon above it, and the
largest gap between two of them, in heights of type.
"""
_BETWEEN, _SIGN, _REPEATED = " · ", 3, 3
"""Text between signs that are no sentence, their most words, and the least icons of a decoration."""


@dataclass(slots=True)
class _Line:
    """A line of text or, if its size is 0, an icon alone."""

    text: str
    box: tuple[float, float] = (inf, -inf)
    """Left and right end."""
    y: float = inf
    size: float = 0.0
    continues: bool = False
    """True if its last word is followed by a space, so that the next line is of the same paragraph."""
    is_backwards: bool = False
    ends_with_icon: bool = False
    has_letters: bool = False
    """True if there are letters in it besides the titles of icons."""

    def reaches(self, y: float, box: tuple[float, float], share: float) -> bool:
        gap = max(box[0] - self.box[1], self.box[0] - box[1])
        is_beside = -share * self.size < y - self.y < _SAME_LINE * self.size
        return bool(self.size) and is_beside and gap < _GAP * self.size

    def add(self, text: str, box: tuple[float, float], *, is_icon: bool = False) -> None:
        self.box = min(self.box[0], box[0]), max(self.box[1], box[1])
        between = ""
        if is_icon:
            between = ", " if self.ends_with_icon else " " if self.text[-1:].strip() else ""
        self.text = text + between + self.text if self.is_backwards else self.text + between + text
        self.ends_with_icon = is_icon


_JOINED: Mapping[str, str] = {"li": " ", "toci": " ", "tr": "; "}
"""Separator of the parts of items, entries, and rows."""


def list_read_texts(shapes: Iterable[Shape]) -> Iterator[tuple[str, str]]:
    """Yield the tag and the text of each heading, paragraph, item, row, and figure of a page."""
    for shape in shapes:
        if not isinstance(shape, Group):
            continue
        if shape.tag in _JOINED:
            parts = (text for _, text in list_read_texts(shape.shapes))
            yield shape.tag, _JOINED[shape.tag].join(filter(None, parts))
        elif shape.tag == "figure":
            yield shape.tag, shape.title or find_words(shape.shapes)
        elif shape.tag:
            texts = (one.text for one in _list_paragraphs(shape.shapes))
            yield shape.tag, shape.title or " ".join(filter(None, texts))
        else:
            yield from list_read_texts(shape.shapes)


def list_card_texts(shapes: Iterable[Shape], title: str = "") -> tuple[str, tuple[str, ...]]:
    """Return the title of a card, and its other texts; icons are in them by their titles.

    Without a title, it is the text in the largest type. Icons that are decoration are left out.
    """
    found = _leave_out_decoration([one for one in _list_paragraphs(shapes) if one.text])
    if not title:
        named = [one for one in found if one.has_letters]
        title = max(named or found, key=lambda one: one.size, default=_Line("")).text
    said = {one.text.casefold() for one in found if one.size}
    others = (one for one in found if one.size or one.text.casefold() not in said)
    return title, tuple(_join_signs(one.text for one in others if one.text.casefold() != title.casefold()))


def _leave_out_decoration(lines: list[_Line]) -> list[_Line]:
    """Return lines without icons that are repeated in several sizes: germs in the air, not three pills."""
    widths: dict[str, list[float]] = {}
    for line in lines:
        if not line.size:
            widths.setdefault(line.text, []).append(round(line.box[1] - line.box[0], 1))
    decoration = {text for text, own in widths.items() if len(own) >= _REPEATED and len({*own}) > 1}
    return [line for line in lines if line.size or line.text not in decoration]


def _list_paragraphs(shapes: Iterable[Shape]) -> Iterator[_Line]:
    """Yield paragraphs, each in one line, in the size of its largest type."""
    paragraph = _Line("")
    for line in _list_lines(shapes):
        text = " ".join(line.text.split())
        if paragraph.continues:
            paragraph.text += f" {text}"
            paragraph.size = max(paragraph.size, line.size)
            paragraph.has_letters |= line.has_letters
            paragraph.continues = line.continues
        else:
            yield paragraph
            paragraph = line
            paragraph.text = text
    yield paragraph


def _list_lines(shapes: Iterable[Shape]) -> Iterator[_Line]:
    line, titled = _Line(""), 0
    for placed in walk(shapes):
        shape, depth = placed.shape, len(placed.around)
        if titled and depth >= titled:
            # The title says what is in the drawing.
            continue
        titled = 0
        if isinstance(shape, GlyphRun):
            right = shape.x + measure_run(shape)
            (left, y), (right, _) = (move_point(placed.transform, x, shape.y) for x in (shape.x, right))
            box = min(left, right), max(left, right)
            if not line.reaches(y, box, _SAME_LINE):
                yield line
                size = shape.size * max(abs(placed.transform[1]), abs(placed.transform[3]))
                line = _Line("", y=y, size=size, is_backwards=shape.has_right_to_left)
            line.add(shape.text, box)
            line.continues = shape.has_space
            line.has_letters |= any(map(str.isalpha, shape.text))
        elif isinstance(shape, Group | Use | Picture) and shape.title:
            titled = depth + 1
            middle, box = _measure_icon(shape, placed.transform)
            if line.reaches(middle, box, _BESIDE):
                line.add(shape.title, box, is_icon=True)
            else:
                yield line
                line = _Line(shape.title, box)
    yield line


def _measure_icon(shape: Group | Use | Picture, transform: Transform) -> tuple[float, tuple[float, float]]:
    """Return the y of the middle of an icon or a picture, and its ends; a drawing of several is alone."""
    if isinstance(shape, Group):
        return inf, (inf, -inf)
    if isinstance(shape, Use):
        left, top, right, bottom = shape.symbol.box
    else:
        left, top, right, bottom = shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    (left, y), (right, _) = (move_point(transform, x, (top + bottom) / 2) for x in (left, right))
    return y, (min(left, right), max(left, right))


def _join_signs(texts: Iterable[str]) -> Iterator[str]:
    """Yield texts, of which those of a few words that are no sentences are joined."""
    for is_sign, several in groupby(texts, key=_is_sign):
        if not is_sign:
            yield from several
            continue
        joined = ""
        for text in several:
            # A number belongs to the sign before it.
            between = _BETWEEN if any(map(str.isalpha, text)) else " "
            joined += between + text if joined else text
        yield joined


def _is_sign(text: str) -> bool:
    return len(text.split()) <= _SIGN and text[-1] not in ".!?:。！？：؟"
