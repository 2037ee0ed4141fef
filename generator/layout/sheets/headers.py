"""The head and foot of a page: the game's icon with a title, a thin line with a credit."""

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import line, stroked
from generator.model.kit import Booklet, Sheet
from generator.scene.shapes import Shape

HEADER_HEIGHT = 15.5
FOOTER_HEIGHT = 4.0
_BADGE = 14.0
_BADGE_GAP = 3.0
_SUBTITLE_TOP = 9.8
"""Top of a subtitle in two lines."""


def lay_out_title(press: Press, part: Sheet | Booklet, *, width: float) -> Block:
    """Lay out the game's icon, the title beside it, and below it the subtitle in small type.

    A title or subtitle that is too long for one line, for example in two languages, has two.
    """
    shapes: list[Shape] = []
    left = 0.0
    if press.kit.icon:
        shapes += press.icon(press.kit.icon, 0, 0, _BADGE, colour="primary")
        left = _BADGE + _BADGE_GAP
    room, thing = width - left, f"title of {part.id}"
    title = press.format(part.title)
    line = press.findings.attempt(
        lambda: press.line(title, "title", x=left, y=7.6, max_width=room, thing=thing)
    )
    if line:
        shapes.append(line.tagged("h1"))
    else:
        lines = press.text(title, "title", width=room, max_height=_SUBTITLE_TOP, thing=thing)
        shapes.append(lines.at(left, 0.0))
    if subtitle := press.format(part.subtitle):
        thing = f"subtitle of {part.id}"
        line = press.findings.attempt(
            lambda: press.line(subtitle, "small", x=left, y=12.6, max_width=room, thing=thing)
        )
        if line:
            shapes.append(line.tagged("p"))
        else:
            height = HEADER_HEIGHT - _SUBTITLE_TOP
            lines = press.text(subtitle, "small", width=room, max_height=height, thing=thing)
            shapes.append(lines.at(left, _SUBTITLE_TOP))
    return Block(tuple(shapes), width, HEADER_HEIGHT)


def lay_out_footer(press: Press, *, credit: str, width: float) -> Block:
    """Lay out a hairline and, below it in fine print, a credit; page and title are in the margin line."""
    shapes: list[Shape] = [stroked(line(0, 0, width, 0), press.palette["faint"], 0.2)]
    if credit:
        words = press.line(credit, "fine_print", y=3.0, max_width=width, thing="credit")
        shapes.append(words.tagged("p"))
    return Block(tuple(shapes), width, FOOTER_HEIGHT)
