"""The cut of cards and tokens: size, shape, and outline -> Form, and the outlines of single pieces."""

import re
from functools import partial

from generator.errors import Wrong
from generator.model.elements.boxes import Computed, compute, list_computed
from generator.model.geometry import CELLS, Rectangle, describe_tab, place_cells, round_corners
from generator.model.language.fields import Pattern
from generator.model.pieces import Form, Piece
from generator.model.values import dataclass, field, replace
from generator.read.declared.findings import Findings
from generator.read.files.yaml_reader import DataPath
from generator.read.pieces.heads import Cut, Tab
from generator.scene.svg_outline import contains, cut_up, measure_outline, parse_outline, split_outline

LEAST = 2.0
"""Minimum width and height of a piece, in mm: smaller ones cannot be cut out."""
_NEAR = 0.011
_HINT = "an outline is one closed line, after which others may cut holes in it"


@dataclass(frozen=True)
class CutOut:
    """The form of pieces, and what outlines them."""

    form: Form
    cut: Cut
    findings: Findings
    path: DataPath
    failed: set[str] = field(default_factory=set)

    def outline(self, piece: Piece) -> Piece:
        """Return a piece with its outline; a problem is added for the first piece that has it."""
        cut, form = self.cut, self.form
        key = "tab" if cut.tab else "outline"
        if form.outline != "path" or key in self.failed:
            return piece
        try:
            if cut.tab:
                outline = _check_outline(form, _describe_tab(form, compute(cut.tab, piece.fields)))
            else:
                outline = Computed(Pattern(cut.outline), partial(_check_outline, form)).compute(piece.fields)
            return replace(piece, outline=outline)
        except Wrong as wrong:
            about = f", for `{piece.id}`" if list_computed(cut) or "{" in cut.outline else ""
            self.findings.add((*self.path, key, *wrong.path), wrong.message + about, wrong.hint)
            self.failed.add(key)
            return piece


def _check_outline(form: Form, text: str) -> str:
    """Return path data that are a closed line on a piece, and holes in it; raises Wrong."""
    if re.fullmatch(CELLS, text):
        squares = place_cells(text, Rectangle(0.0, 0.0, form.width, form.height))
        text = " ".join(round_corners(corners, 0.0) for corners in squares)
    try:
        outline = parse_outline(text, open_ends=True)
    except ValueError as error:
        raise Wrong(str(error), "SVG path data in mm, such as `M 0 0 H 30 L 15 40 Z`") from None
    parts, box = split_outline(outline), measure_outline(outline)
    if box is None:
        raise Wrong("draws nothing", _HINT)
    around = [*cut_up(parts[0])]
    if any(not contains(around, start) for hole in parts[1:] for start, _ in cut_up(hole)):
        raise Wrong(f"has {len(parts)} parts", _HINT)
    if any(part[-1] != ("Z",) and part[-1][-2:] != part[0][-2:] for part in parts):
        raise Wrong("is not closed", "end it with `Z`")
    whole = Rectangle(0.0, 0.0, form.width, form.height)
    if (over := Rectangle(*box).beyond(whole)) > _NEAR:
        hint = f"the piece is {form.width:g} x {form.height:g} mm"
        raise Wrong(f"extends {over:.1f} mm beyond the piece", hint)
    if min(box[2] - box[0], box[3] - box[1]) < LEAST:
        raise Wrong("is too small to be cut out", f"at least {LEAST:g} mm wide and high")
    return text


def _describe_tab(form: Form, tab: Tab) -> str:
    return describe_tab((form.width, form.height), tab.side, tab.at, tab.size, corner=form.corner)
