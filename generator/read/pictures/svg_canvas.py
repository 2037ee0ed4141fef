"""The size of the drawing of an SVG file, and the colour behind it."""

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from generator.model.values import replace
from generator.read.pictures.svg_clips import measure_shapes
from generator.read.pictures.svg_file import SvgFile
from generator.read.pictures.svg_style import SvgContext
from generator.read.pictures.svg_traits import INITIAL
from generator.read.pictures.svg_tree import PLACE
from generator.read.pictures.svg_values import fit_view_box, parse_box, parse_svg_colour
from generator.scene import shapes as scene
from generator.scene.shapes import Shape, translation
from generator.scene.svg_outline import MOST_CUTS

_ON_PAPER, _MM = re.compile(r"[\d.]+\s?(?:mm|cm|in|pt|pc|q)", re.IGNORECASE), 25.4 / 96
_GROUNDS = ("background-color", "background")
_Draw: TypeAlias = Callable[[Element, SvgContext], list[Shape]]


def keep_only(file: SvgFile, name: str, drawn: Collection[str]) -> None:
    """Remove everything but one element, whose size becomes that of the drawing; raises DataError.

    `drawn` are the elements that draw something.
    """
    root, target = file.root, file.find_part(name)
    id = target.get("id")
    style = {
        name: text
        for one in [*reversed(file.list_around(target)), target]
        for name, text in one.items()
        if name in INITIAL
    }
    SubElement(root, "defs").extend(children := [child for child in root if child.tag in drawn])
    for child in children:
        root.remove(child)
    SubElement(root, "use", style | {"href": f"#{id}"})
    for name in ("viewBox", "width", "height", *_GROUNDS):
        root.attrib.pop(name, None)
    file.is_part = True
    file.find_parents()


def measure_canvas(file: SvgFile, draw: _Draw) -> tuple[float, float, float, float, SvgContext]:
    """Return the left, top, width, and height of the drawing, and what its root inherits.

    Raises ValueError.
    """
    given, around = file.root.attrib, SvgContext(100.0, 100.0)
    view = parse_box(given["viewBox"]) if "viewBox" in given else None
    sides = {side: given.get(side, "auto") for side in ("width", "height")}
    given_sides = ((side, text) for side, text in sides.items() if text != "auto")
    wrong = next((one for one in given_sides if around.measure(one[1], 1.0) <= 0), None)
    if view and wrong:
        file.note_left_out(file.root, *wrong)
    # A percentage of an unknown size is 0.
    width, height = (0.0 if text == "auto" else around.measure(text) for text in sides.values())
    if not (0 < width <= MOST_CUTS and 0 < height <= MOST_CUTS):
        width = height = 0.0
    if view:
        left, top, across, down = view
        if not width or abs(width / height * down / across - 1) < 1e-3:
            return (*view, SvgContext(across, down, translation(-left, -top)))
        moved = fit_view_box(view, width, height, given.get("preserveAspectRatio", ""))
        return 0.0, 0.0, width, height, SvgContext(across, down, moved)
    if width:
        return 0.0, 0.0, width, height, SvgContext(width, height)
    left, top, right, bottom = measure_shapes(draw(file.root, around), with_lines=True)
    if not (right > left and bottom > top):
        raise ValueError("has no size" if file.reasons else "draws nothing")
    if not file.is_part:
        hint = f'add `viewBox="{left:g} {top:g} {right - left:g} {bottom - top:g}"`'
        file.note(file.root, "has no size, so its contents determine it", hint)
    return left, top, right - left, bottom - top, replace(around, transform=translation(-left, -top))


def measure_unit(root: Element, width: float) -> float:
    """Return the millimetres per unit of the drawing; 0 if its width is missing or in pixels."""
    text = root.get("width", "")
    return SvgContext(0.0, 0.0).measure(text) * _MM / width if _ON_PAPER.fullmatch(text.strip()) else 0.0


def add_ground(file: SvgFile, around: SvgContext, width: float, height: float) -> None:
    """Turn a plain background colour into a rectangle, which shapes and resvg draw the same way."""
    root = file.root
    given = next((text for name in _GROUNDS if (text := root.get(name, "").strip())), "")
    with suppress(ValueError):
        # A background that is not a plain colour is reported later.
        colour = parse_svg_colour(given, root.get("color", "#000"))
        for name in _GROUNDS:
            root.attrib.pop(name, None)
        if colour is None or not colour.alpha:
            return
        back = scene.invert(around.transform)
        left, top = scene.move_point(back, 0.0, 0.0)
        right, bottom = scene.move_point(back, width, height)
        box = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        style = {"fill": given, "fill-opacity": "1", "stroke": "none", "visibility": "visible"}
        style |= {name: str(side) for name, side in box.items()}
        root.insert(0, Element("rect", style | {PLACE: root.get(PLACE, "")}))
        file.find_parents()
