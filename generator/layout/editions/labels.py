"""Labels in Braille for the sleeves of cards: dots of the right size, also mirrored to emboss them."""

from collections.abc import Iterator
from functools import partial

from generator.layout.press import Press
from generator.layout.shapes.outlines import Component, circle
from generator.model.kit import Form, LabelSet, Piece
from generator.scene.shapes import Group, Path, Shape

LABEL_FORM = Form(63.0, 24.0, bleed=0.0, safe=2.0)
"""Width of a label, that of a card, in mm."""
LABEL_CELLS, LABEL_LINES = 9, 2
"""Cells of a line, and lines of a label."""
_DOT, _BETWEEN, _CELL, _LINE = 1.44, 2.34, 6.2, 10.0
"""Diameter of a dot, and distances of dots, cells, and lines in mm: Specification 800 of the NLS."""
_LEFT, _TOP = 5.0, 3.6
"""Middle of the first dot."""
_WORDS = 22.6
"""Base line of the ink print."""
_BLANK = 0x2800
_PLACES = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
"""Columns and rows of the dots 1 to 6, whose bits are in this order."""


def lay_out_labels(press: Press, labels: LabelSet) -> tuple[Component, ...]:
    """Return the labels, with dots on both sides; each is read as the text of its card."""
    return tuple(
        Component(piece.id, deck.form, partial(_draw_front, press, piece), partial(_draw_back, press, piece))
        for deck in labels.decks
        for piece in deck.pieces
    )


def list_dots(cells: str) -> Iterator[tuple[float, float]]:
    """Yield the middle of each dot of lines of cells, in mm from the top left corner of a label."""
    for row, line in enumerate(cells.split("\n")):
        for column, cell in enumerate(line):
            for bit, (across, down) in enumerate(_PLACES):
                if (ord(cell) - _BLANK) >> bit & 1:
                    x = _LEFT + column * _CELL + across * _BETWEEN
                    yield x, _TOP + row * _LINE + down * _BETWEEN


def _draw_front(press: Press, piece: Piece) -> tuple[Shape, ...]:
    """Draw dots with the text in ink below them, for helpers who see."""
    text = str(piece.fields["text"])
    room = LABEL_FORM.width - 2 * LABEL_FORM.safe
    width = press.typesetter.measure(text, press.style("small"))[0]
    size = press.style("small").size * min(1.0, room / width if width else 1.0)
    words = press.line(text, "small", x=LABEL_FORM.safe, y=_WORDS, size=size, colour="ink")
    dots = _draw_dots(press, str(piece.fields["cells"]))
    return (Group((*dots, *words.shapes), title=text),)


def _draw_back(press: Press, piece: Piece) -> tuple[Shape, ...]:
    """Draw the dots as they are seen from behind, where a stylus embosses them."""
    mirrored = (-1.0, 0.0, 0.0, 1.0, LABEL_FORM.width, 0.0)
    dots = tuple(_draw_dots(press, str(piece.fields["cells"])))
    return (Group(dots, transform=mirrored, title=str(piece.fields["text"])),)


def _draw_dots(press: Press, cells: str) -> Iterator[Path]:
    for x, y in list_dots(cells):
        yield Path(tuple(circle(x, y, _DOT / 2)), fill=press.palette["ink"])


def break_cells(cells: str) -> tuple[str, bool]:
    """Return cells in the lines of a label, and False if some had to be left out.

    Lines end between words, or else within a word, after a hyphen.
    """
    blank, hyphen = chr(_BLANK), chr(_BLANK + 0x24)
    lines, rest = [""], [word for word in cells.split(blank) if word]
    while rest:
        word = rest.pop(0)
        line = f"{lines[-1]}{blank}{word}" if lines[-1] else word
        if len(line) <= LABEL_CELLS:
            lines[-1] = line
        elif len(lines) < LABEL_LINES and len(word) <= LABEL_CELLS and not _needs_room(rest, word):
            lines.append(word)
        elif len(lines) < LABEL_LINES:
            room = LABEL_CELLS - 1
            lines = [line[:room] + hyphen if line[room - 1] != blank else line[: room - 1], ""]
            rest.insert(0, line[room:])
        else:
            lines[-1] = line[:LABEL_CELLS]
            return "\n".join(lines), False
    return "\n".join(lines), True


def _needs_room(rest: list[str], word: str) -> bool:
    """Return True if what follows a word does not fit beside it in the last line."""
    return len(chr(_BLANK).join((word, *rest))) > LABEL_CELLS
