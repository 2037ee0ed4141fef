"""The cut of cards and tokens: size, shape, and outline -> Form, and the outlines of single pieces."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

from generator.errors import DataError, Wrong, suggest
from generator.model.elements.boxes import Computed, compute, list_computed
from generator.model.geometry import Rectangle, describe_tab, place_cells, round_corners
from generator.model.language.fields import Pattern
from generator.model.language.kinds import CELLS
from generator.model.pieces import Deck, Form, Outline, Piece
from generator.model.values import dataclass, field, fields, replace
from generator.read.declared.findings import Findings
from generator.read.files.yaml import Data, DataPath
from generator.read.pieces.heads import CutOutline, Tab, TuckBox
from generator.read.templates.templates import ElementReader, Shared, TemplateBook
from generator.scene.svg_outline import contains, cut_up, measure_outline, parse_outline, split_outline

CUT = tuple(one.name for one in fields(CutOutline))
"""Keys that describe the cut, in the head of a file or in the row of a token."""
_OUTLINES = ("shape", "outline", "tab", "tuck_box")
"""Keys of which one describes the outline."""
_LEAST = 2.0
"""Minimum width and height of a piece, in mm: smaller ones cannot be cut out."""
_NEAR = 0.011
"""Smaller distances are rounding errors."""
_PLAY = 1.0
"""Space in a tuck box beyond the size of its cards, in mm."""
_HINT = "an outline is one closed line, after which others may cut holes in it"


@dataclass(frozen=True)
class CutOut:
    """The form of pieces, and what outlines them."""

    form: Form
    cut: CutOutline
    findings: Findings
    path: DataPath
    failed: set[str] = field(default_factory=set)
    """Keys whose problem has been reported."""

    def outline(self, piece: Piece) -> Piece:
        """Return a piece with its outline; a problem is added for the first piece that has it."""
        cut, form = self.cut, self.form
        key = "tab" if cut.tab else "outline"
        if form.outline != "path" or key in self.failed:
            return piece
        try:
            if cut.tab:
                tab: Tab = compute(cut.tab, piece.fields)
                size = form.width, form.height
                line = describe_tab(size, tab.side, tab.at, tab.size, corner=form.corner)
                return replace(piece, outline=_check_outline(form, line))
            outline = Computed(Pattern(cut.outline), partial(_check_outline, form))
            return replace(piece, outline=outline.compute(piece.fields))
        except Wrong as wrong:
            about = f", for `{piece.id}`" if list_computed(cut) or "{" in cut.outline else ""
            self.findings.add((*self.path, key, *wrong.path), wrong.message + about, wrong.hint)
            self.failed.add(key)
            return piece


def _check_outline(form: Form, text: str) -> str:
    """Return path data that are a closed line on a piece, and holes in it; raises Wrong."""
    whole = Rectangle(0.0, 0.0, form.width, form.height)
    if re.fullmatch(CELLS, text):
        text = " ".join(round_corners(corners, 0.0) for corners in place_cells(text, whole))
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
    if (over := Rectangle(*box).beyond(whole)) > _NEAR:
        hint = f"the piece is {form.width:g} x {form.height:g} mm"
        raise Wrong(f"extends {over:.1f} mm beyond the piece", hint)
    if min(box[2] - box[0], box[3] - box[1]) < _LEAST:
        raise Wrong("is too small to be cut out", f"at least {_LEAST:g} mm wide and high")
    return text


@dataclass(frozen=True)
class CutReader:
    """Reads the cuts that the head of a file and its rows describe."""

    shape: str
    """Shape of pieces without one."""
    blank: Form
    """Form of the pieces without size and outline."""
    folder: Path
    book: TemplateBook
    read_deck: Callable[[Path], Deck]
    """Reads the deck that fits in a tuck box; raises DataError."""

    def read(
        self, findings: Findings, path: DataPath, own: Mapping[str, Data], inherited: Mapping[str, Data]
    ) -> CutOut | None:
        """Return the cut of a piece, or of all pieces if `own` is empty; None after adding its problems."""
        before = len(findings.problems)
        if any(key in own for key in _OUTLINES):
            inherited = {key: value for key, value in inherited.items() if key not in _OUTLINES}
        data: Any = {"shape": self.shape, **inherited, **own}
        reader = ElementReader(findings, self.book.names.judge, Shared())
        cut = reader.read(CutOutline, data, path)
        if cut is None:
            return None
        if cut.tab is not None:
            cut = replace(cut, tab=reader.read(Tab, data["tab"], (*path, "tab")))
        box = cut.tuck_box
        form = self._make_box(findings, path, box) if box else self._make_form(findings, path, cut, own)
        return CutOut(form, cut, findings, path) if form and len(findings.problems) == before else None

    def _make_box(self, findings: Findings, path: DataPath, box: TuckBox) -> Form | None:
        deck = self._read_box_deck(findings, (*path, "tuck_box", "deck"), box.deck)
        if deck is None:
            return None
        width, height = (side + _PLAY for side in sorted((deck.form.width, deck.form.height)))
        depth = deck.count * box.thickness + _PLAY
        return replace(self.blank, width=width, height=height, outline="tuck_box", depth=depth)

    def _make_form(
        self, findings: Findings, path: DataPath, cut: CutOutline, own: Mapping[str, Data]
    ) -> Form | None:
        place = (*path, "size") if "size" in own or not path else path
        if cut.size is None:
            findings.add(path, "`size` is missing", "add `size: ...`", at="key")
            return None
        width, height, named_corner = self._parse_size(findings, place, cut.size)
        is_one = not isinstance(cut.size, str) and width == height
        shape = "path" if cut.outline or cut.tab else cut.shape
        if shape in ("square", "cube") and width != height:
            findings.add(place, f"is {width:g} x {height:g} mm", f"a {shape} must be as wide as it is high")
        if shape == "standee" and is_one:
            findings.add(place, "is only one length", "write width and height: `20 mm x 35 mm`")
        if shape == "hexagon" and is_one:
            # A hexagon with one length is regular and has a corner at the top: the length is its width.
            height = width * 2 / sqrt(3)
        corner = 0.0
        if shape in ("square", "rectangle") or cut.tab:
            corner = named_corner if cut.corner is None and shape != "square" else cut.corner or 0.0
        elif "corner" in own:
            hint = "remove it: only squares and rectangles have round corners"
            findings.add((*path, "corner"), f"a {shape} has no corners to round", hint)
        if corner * 2 > min(width, height):
            where = (*path, "corner") if "corner" in own or not path else place
            findings.add(where, "is more than half the width", "at most half the shorter side")
        outline: Outline = "rectangle" if shape == "square" else shape
        return replace(self.blank, width=width, height=height, corner=corner, outline=outline)

    def _parse_size(
        self, findings: Findings, path: DataPath, given: str | tuple[float, float]
    ) -> tuple[float, float, float]:
        """Return width, height, and corner of a size that is named or written out."""
        if not isinstance(given, str):
            if min(given) < _LEAST:
                message = f"{given[0]:g} x {given[1]:g} mm is too small to be cut out"
                findings.add(path, message, f"at least {_LEAST:g} mm")
            return (*given, 0.0)
        size = self.book.sizes.get(given)
        if size is None:
            hint = suggest(given, self.book.sizes) + ", or width and height: `63 mm x 88 mm`"
            findings.add(path, f"unknown size `{given}`", hint)
            return 63.0, 63.0, 0.0
        return size.width, size.height, size.corner

    def _read_box_deck(self, findings: Findings, path: DataPath, name: str) -> Deck | None:
        """Return the deck in another file; None after adding a problem."""
        if not findings.check_file(path, self.folder / name, home=self.folder):
            return None
        try:
            return self.read_deck(self.folder / name)
        except DataError:
            findings.add(path, f"`{name}` has problems", "fix them first")
            return None
