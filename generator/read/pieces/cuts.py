"""The cut of cards and tokens: size, shape, and outline -> Form, and the outlines of single pieces."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from math import dist, sqrt
from typing import Any

from generator.errors import Wrong
from generator.model.cells import CELLS, place_cells
from generator.model.computed import Computed, compute, list_computed
from generator.model.fields import Pattern
from generator.model.pieces import CardSize, Deck, Form, Outline, Piece
from generator.model.rectangles import Point, Rectangle
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Judge
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.heads import Cut, Tab, TuckBox
from generator.read.templates.elements import ElementReader, Shared
from generator.scene.svg_outline import measure_outline, parse_outline

_LEAST = 2.0
"""Minimum width and height of a piece, in mm: smaller ones cannot be cut out."""
_NEAR = 0.011
_PLAY = 1.0
"""Space in a tuck box beyond the size of its cards."""
OUTLINES = ("shape", "outline", "tab", "tuck_box")
"""Keys of which one describes the outline."""
FindDeck = Callable[[Findings, DataPath, str], Deck | None]


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
                outline = _check_outline(form, _describe_tab(compute(cut.tab, piece.fields), form))
            else:
                outline = Computed(Pattern(cut.outline), partial(_check_outline, form)).compute(piece.fields)
            return replace(piece, outline=outline)
        except Wrong as wrong:
            about = f", for `{piece.id}`" if any(list_computed(cut)) or "{" in cut.outline else ""
            self.findings.add((*self.path, key, *wrong.path), wrong.message + about, wrong.hint)
            self.failed.add(key)
            return piece


@dataclass(frozen=True)
class CutReader:
    """Reads cuts of the pieces of one file."""

    judge: Judge
    sizes: Mapping[str, CardSize]
    shape: str
    """The default."""
    blank: Form
    """A form with the bleed and the safe margin of the file."""
    find_deck: FindDeck

    def read(
        self, findings: Findings, path: DataPath, own: Mapping[str, Data], inherited: Mapping[str, Data]
    ) -> CutOut | None:
        """Return the cut of a piece, or of all pieces if `own` is empty; None after adding its problems."""
        before = len(findings.problems)
        if any(key in own for key in OUTLINES):
            inherited = {key: value for key, value in inherited.items() if key not in OUTLINES}
        data: Any = {"shape": self.shape, **inherited, **own}
        reader = ElementReader(findings, self.judge, Shared())
        cut = reader.read(Cut, data, path)
        if cut is None:
            return None
        if cut.tab is not None:
            cut = replace(cut, tab=reader.read(Tab, data["tab"], (*path, "tab")))
        place = (*path, "size") if "size" in own or not path else path
        box = cut.tuck_box
        form = self._size_box(findings, path, box) if box else self._size(findings, place, cut, own)
        return CutOut(form, cut, findings, path) if form and len(findings.problems) == before else None

    def _size_box(self, findings: Findings, path: DataPath, box: TuckBox) -> Form | None:
        deck = self.find_deck(findings, (*path, "tuck_box", "deck"), box.deck)
        if deck is None:
            return None
        width, height = (side + _PLAY for side in sorted((deck.form.width, deck.form.height)))
        depth = deck.count * box.thickness + _PLAY
        return replace(self.blank, width=width, height=height, outline="tuck_box", depth=depth)

    def _size(self, findings: Findings, place: DataPath, cut: Cut, own: Mapping[str, Data]) -> Form | None:
        path = place[:-1] if place[-1:] == ("size",) else place
        if cut.size is None:
            findings.add(path, "`size` is missing", "add `size: ...`", at="key")
            return None
        width, height, named_corner = self._find_extent(findings, place, cut.size)
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
            has_named = cut.corner is None and shape != "square"
            corner = named_corner if has_named else cut.corner or 0.0
        elif "corner" in own:
            hint = "remove it: only squares and rectangles have round corners"
            findings.add((*path, "corner"), f"a {shape} has no corners to round", hint)
        if corner * 2 > min(width, height):
            where = (*path, "corner") if "corner" in own or not path else place
            findings.add(where, "is more than half the width", "at most half the shorter side")
        outline: Outline = "rectangle" if shape == "square" else shape
        return replace(self.blank, width=width, height=height, corner=corner, outline=outline)

    def _find_extent(
        self, findings: Findings, path: DataPath, given: str | tuple[float, float]
    ) -> tuple[float, float, float]:
        """Return width, height, and corner of a size that is named or written out."""
        if not isinstance(given, str):
            if min(given) < _LEAST:
                message = f"{given[0]:g} x {given[1]:g} mm is too small to be cut out"
                findings.add(path, message, f"at least {_LEAST:g} mm")
            return (*given, 0.0)
        size = self.sizes.get(given)
        if size is None:
            hint = suggest(given, self.sizes) + ", or width and height: `63 mm x 88 mm`"
            findings.add(path, f"unknown size `{given}`", hint)
            return 63.0, 63.0, 0.0
        return size.width, size.height, size.corner


def _check_outline(form: Form, text: str) -> str:
    """Return path data that are one closed line on a piece; raises Wrong."""
    if re.fullmatch(CELLS, text):
        squares = place_cells(text, Rectangle(0.0, 0.0, form.width, form.height))
        text = " ".join(_round_corners(corners, 0.0) for corners in squares)
    try:
        outline = parse_outline(text, open_ends=True)
    except ValueError as error:
        raise Wrong(str(error), "SVG path data in mm, such as `M 0 0 H 30 L 15 40 Z`") from None
    box = measure_outline(outline)
    parts = sum(command == "M" for command, *_ in outline)
    if box is None or parts > 1:
        raise Wrong(f"has {parts} parts" if box else "draws nothing", "an outline is one closed line")
    if outline[-1] != ("Z",) and outline[-1][-2:] != outline[0][-2:]:
        raise Wrong("is not closed", "end it with `Z`")
    whole = Rectangle(0.0, 0.0, form.width, form.height)
    if (over := Rectangle(*box).beyond(whole)) > _NEAR:
        hint = f"the piece is {form.width:g} x {form.height:g} mm"
        raise Wrong(f"extends {over:.1f} mm beyond the piece", hint)
    if min(box[2] - box[0], box[3] - box[1]) < _LEAST:
        raise Wrong("is too small to be cut out", f"at least {_LEAST:g} mm wide and high")
    return text


def _describe_tab(tab: Tab, form: Form) -> str:
    """Return the outline of a piece with a tab."""
    is_turned = tab.side in ("left", "right")
    long, high = (form.height, form.width) if is_turned else (form.width, form.height)
    wide, deep = tab.size
    corners = [(0.0, deep), (tab.at, deep), (tab.at, 0.0), (tab.at + wide, 0.0)]
    corners += [(tab.at + wide, deep), (long, deep), (long, high), (0.0, high)]
    if tab.side in ("bottom", "right"):
        corners = [(x, high - y) for x, y in corners]
    if is_turned:
        corners = [(y, x) for x, y in corners]
    # At the end of an edge, the tab has no corner of its own.
    once = [corner for corner in corners if corners.count(corner) == 1]
    return _round_corners(once, min(form.corner, deep / 2, wide / 2))


def _round_corners(points: list[Point], radius: float) -> str:
    """Return path data of a polygon with right angles, whose corners are round."""
    data = "M"
    for (before, here), (_, after) in pairwise(pairwise([points[-1], *points, points[0]])):
        round_by = min(radius, dist(before, here) / 2, dist(here, after) / 2)
        (x, y), (x2, y2) = (_move_towards(here, other, round_by) for other in (before, after))
        turn = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        arc = f"A{round_by:.4f} {round_by:.4f} 0 0 {turn > 0:d} {x2:.4f} {y2:.4f}"
        data += f"{x:.4f} {y:.4f}{arc if radius else ''}L"
    return data.removesuffix("L") + "Z"


def _move_towards(point: Point, other: Point, by: float) -> Point:
    share = by / dist(point, other)
    return point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share
