"""The calibration sheet: scales, bars, and frames, and crosses on the back that should meet the scales."""

from collections.abc import Mapping

from generator.layout.elements.pieces import draw_template
from generator.layout.imposition.marks import MarginLine
from generator.layout.imposition.packing import Frame
from generator.layout.imposition.pieces import DUPLEX, choose_flip, correct
from generator.layout.press import Press
from generator.model.elements.template import Template
from generator.model.printing.measuring import choose_bars
from generator.model.printing.printing import Backs, Paper, Printer
from generator.model.texts.message import keep_direction
from generator.model.texts.rich_text import escape_rich
from generator.model.texts.wordings import make_plain_text
from generator.model.values import dataclass, replace
from generator.scene.shapes import Document, Group, Page, find_words

_PLUS, _MINUS = keep_direction("+5"), keep_direction("−5")
"""Values to type, in isolates, so that their signs are on the left in every language."""
_INSIDE_FRAMES = 10.6
"""Distance of the margin line from the edge of the page, in mm."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Purpose of a sheet, and the command that is typed afterwards."""

    task: str
    """shift: values for `--shift`. read: values of a printer. verify: the crosses must meet."""
    command: str
    """The command to type after measuring, or its example."""
    printer: Printer | None = None
    """The printer that the pages are corrected for."""


def lay_out_calibration(
    press: Press, templates: Mapping[str, Template], *, paper: Paper, backs: Backs, calibration: Calibration
) -> Document:
    """Lay out the two pages; `backs` is one of the duplex modes."""
    frame, flip = Frame(replace(paper, margin=_INSIDE_FRAMES)), choose_flip(backs, paper)
    title = press.format("calibration.title")
    # Seen from behind, left and right are swapped (for the short edge: above and below).
    first, second = (_MINUS, _PLUS) if flip == "book" else (_PLUS, _MINUS)
    fields = {
        "west": first,
        "east": second,
        "north": second,
        "south": first,
        "task": calibration.task,
        "command": keep_direction(escape_rich(calibration.command)),
    }
    for name, bar in zip(("across", "along"), choose_bars(paper.width, paper.height), strict=True):
        fields[name] = f"{bar:g}"
        fields[f"{name}_label"] = press.format("calibration.bar", {"length": fields[name]})
    pages = []
    for number, (side, framed) in enumerate({"front": frame, "back": frame.mirrored(flip)}.items(), start=1):
        drawn = draw_template(press, templates[side], fields, paper.width, paper.height)
        notes = (press.format(f"margin.{side}"),)
        line = MarginLine(press, paper.name).place(framed, page=number, pages=2, notes=notes)
        # The back has no words.
        name = "" if find_words(drawn) else make_plain_text(": ".join((title, *notes)))
        shapes = (Group(drawn, name=side, title=name, tag="figure"), line)
        page = Page(paper.width, paper.height, shapes, label=str(number))
        pages.append(correct(page, "back" if side == "back" else "front", calibration.printer))
    return Document(tuple(pages), title, press.wording.tag, duplex=DUPLEX.get(backs, ""))
