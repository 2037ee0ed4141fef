"""Cutting machines as they ship, and areas of outlines."""

from collections.abc import Iterable
from functools import cache

from fontTools.pens.areaPen import AreaPen

from generator.make.jobs.jobs import DEFAULTS, send_to
from generator.model.destinations import Destination
from generator.model.printing.printing import Imposition, Printing
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_destinations
from generator.scene.shapes import Segment


@cache
def destinations() -> dict[str, Destination]:
    """Destinations with a cutting machine."""
    found = read_destinations(find_shelf().destinations)
    return {id: one for id, one in found.items() if one.cutter}


def printing(name: str) -> Printing:
    """How sheets for a machine are laid out."""
    return send_to(DEFAULTS, destinations()[name]).printing.filled(Imposition())


def area(outline: Iterable[Segment]) -> float:
    """The area that a closed outline encloses, with its curves."""
    pen = AreaPen(None)
    for kind, *numbers in outline:
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        draw = {"M": pen.moveTo, "L": pen.lineTo, "C": pen.curveTo, "Z": pen.closePath}[kind]
        draw(*points)
    return abs(float(pen.value))
