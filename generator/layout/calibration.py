"""The calibration sheet, which shows the offset of a printer's backs as the values to type."""

from collections.abc import Mapping

from generator.layout.elements.templates import draw_template
from generator.layout.imposition.margins import MarginLine
from generator.layout.imposition.pieces import DUPLEX, flip_of
from generator.layout.press.press import Press
from generator.layout.shapes.frames import Frame
from generator.model.printing import Backs
from generator.model.style import Paper
from generator.model.template import Template
from generator.scene.shapes import Document, Group, Page

_PLUS, _MINUS = "\u2066+5\u2069", "\u2066−5\u2069"
"""Values to type, in isolates, so that their signs are on the left in every language."""


def lay_out_calibration(
    press: Press, templates: Mapping[str, Template], *, paper: Paper, backs: Backs
) -> Document:
    """Lay out the two pages; `backs` is one of the duplex modes."""
    frame, flip = Frame(paper), flip_of(backs, paper)
    title = press.format("calibration.title")
    # Seen from behind, left and right are swapped (for the short edge: above and below).
    west, north = (_MINUS, _PLUS) if flip == "book" else (_PLUS, _MINUS)
    fields = {"west": west, "east": north, "north": north, "south": west, "right": "0.5mm", "down": "-0.3mm"}
    pages = []
    for number, (side, framed) in enumerate({"front": frame, "back": frame.mirrored(flip)}.items(), start=1):
        drawn = draw_template(press, templates[side], fields, paper.width, paper.height)
        notes = (press.format(f"margin.{side}"),)
        line = MarginLine(press, title).place(framed, page=number, pages=2, notes=notes)
        pages.append(
            Page(paper.width, paper.height, (Group(drawn, name=side, tag="figure"), line), label=str(number))
        )
    return Document(tuple(pages), title, press.wording.tag, duplex=DUPLEX.get(backs, ""))
