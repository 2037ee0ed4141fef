"""Path data of the shapes of SVG files."""

import re
from xml.etree.ElementTree import Element

from generator.read.pictures.svg_cascade import Note
from generator.read.pictures.svg_style import SvgContext
from generator.read.pictures.svg_values import NUMBER
from generator.scene.svg_outline import describe_shape

_SIDES = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
_RADII = {"circle": ("r",), "ellipse": ("rx", "ry"), "rect": ("rx", "ry")}
_POINTS = re.compile(rf"\s*(?:{NUMBER}\s*,?\s*)*")


def describe_element(element: Element, around: SvgContext, notes: list[Note]) -> str:
    """Return the path data of a shape, as far as it can be read; the rest is noted."""
    if element.tag == "path":
        return element.get("d", "")
    if element.tag in ("polygon", "polyline"):
        return _describe_points(element, notes)
    sides, is_dashed = measure_sides(element, around), around.style["stroke-dasharray"] != "none"
    radii = _RADII.get(element.tag, ())
    # A radius that is missing or wrong is that of the other direction (SVG 2, 10.3).
    valid = {name: sides[name] for name in radii if sides.get(name, -1.0) >= 0}
    sides = {name: size for name, size in sides.items() if name not in ("r", "rx", "ry")}
    sides |= {name: valid.get(name, next(iter(valid.values()))) for name in radii if valid}
    return describe_shape(element.tag, sides, dashed=is_dashed)


def _describe_points(element: Element, notes: list[Note]) -> str:
    text = element.get("points", "")
    good = _POINTS.match(text)
    numbers = re.findall(NUMBER, good[0]) if good else []
    if good and (rest := text[good.end() :].strip()):
        message = f"`points` of `<{element.tag}>` has `{rest[:20]}`, and ends there"
        notes.append(Note(element, message))
    elif len(numbers) % 2:
        message = f"`points` of `<{element.tag}>` has {len(numbers)} numbers, and two make a point"
        notes.append(Note(element, f"{message}: the last one is left out"))
    points = " ".join(numbers[: len(numbers) // 2 * 2])
    return describe_shape(element.tag, {}, points) if len(numbers) > 3 else ""


def measure_sides(element: Element, around: SvgContext) -> dict[str, float]:
    """Return the attributes of an element that are lengths; raises ValueError for an invalid one."""
    given = ((name, element.get(name, "").strip() or "auto") for name in _SIDES)
    return {name: around.measure_side(name, text) for name, text in given if text != "auto"}
