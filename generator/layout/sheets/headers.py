"""The head and foot of a page: the game's sign with a title, a thin line with a credit."""

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import line, stroked
from generator.scene.shapes import Shape

HEADER_HEIGHT = 15.5
FOOTER_HEIGHT = 4.0
_BADGE = 14.0
_BADGE_GAP = 3.0


def lay_out_title(press: Press, *, title: str, subtitle: str, width: float, thing: str) -> Block:
    """The game's sign, the title beside it, a line of small type below."""
    shapes: list[Shape] = []
    left = 0.0
    if press.kit.icon:
        shapes += press.icon(press.kit.icon, 0, 0, _BADGE, colour="primary")
        left = _BADGE + _BADGE_GAP
    room = width - left
    shapes += press.line(title, "title", x=left, y=7.6, max_width=room, thing=f"title of {thing}").shapes
    if subtitle:
        shapes += _lay_out_subtitle(press, subtitle, left=left, width=room, thing=f"subtitle of {thing}")
    return Block(tuple(shapes), width, HEADER_HEIGHT)


def _lay_out_subtitle(
    press: Press, subtitle: str, *, left: float, width: float, thing: str
) -> tuple[Shape, ...]:
    """In one line; where that is not possible, as with two languages, in two."""
    line = press.findings.attempt(
        lambda: press.line(subtitle, "small", x=left, y=12.6, max_width=width, thing=thing)
    )
    if line:
        return line.shapes
    top = 9.8
    lines = press.text(subtitle, "small", width=width, max_height=HEADER_HEIGHT - top, thing=thing)
    return (lines.at(left, top),)


def lay_out_footer(press: Press, *, credit: str, width: float) -> Block:
    """A hairline, and below it in fine print whose work this is; page and title stand in the margin line."""
    shapes: list[Shape] = [stroked(line(0, 0, width, 0), press.palette["faint"], 0.2)]
    if credit:
        shapes += press.line(credit, "fine_print", y=3.0, max_width=width, thing="credit").shapes
    return Block(tuple(shapes), width, FOOTER_HEIGHT)
