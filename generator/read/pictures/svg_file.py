"""The state of an SVG file while it is read: its elements, its canvas, its problems, and its work."""

import math
import re
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TypeAlias
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element, SubElement

from generator.errors import Problem, suggest
from generator.model.geometry import Point, Rectangle
from generator.model.values import replace
from generator.read.pictures.svg_cascade import Note
from generator.read.pictures.svg_shapes import PAINT_SERVERS
from generator.read.pictures.svg_style import SvgContext, find_link, fit_view_box, parse_box, parse_svg_colour
from generator.read.pictures.svg_traits import INITIAL, is_honoured, judge_value, list_own
from generator.read.pictures.svg_tree import LABEL, MOST_SVG_DEPTH, PLACE, find_place, refuse
from generator.scene import shapes as scene
from generator.scene import svg_outline
from generator.scene.shapes import (
    Extent,
    Group,
    Path,
    Picture,
    Segment,
    Shape,
    Transform,
    measure_box,
    translation,
    walk,
)
from generator.scene.svg_outline import MOST_CUTS, measure_outline, parse_outline

MOST_OF_VALUE = 300
"""Maximum number of characters of a value in a message."""
_MOST_REPEATED = 30_000
"""Maximum number of elements that `use` and the like repeat."""
_MOST_TEMPLATES = 10


class SvgFile:
    """The tree of a file, with what was found in it so far."""

    def __init__(self, name: str, root: Element, notes: list[Note]) -> None:
        self.name, self.root, self.notes = name, root, notes
        self.problems: list[Problem] = []
        self.is_part = False
        """True if only one element of it is drawn."""
        self.reasons: dict[str, None] = {}
        """Why the file must be drawn as pixels."""
        self.used: list[Element] = []
        """Elements around that refer to the current one."""
        self.ids = {id: element for element in reversed([*root.iter()]) if (id := element.get("id"))}
        self.labels = {label: one for one in reversed([*root.iter()]) if (label := one.get(LABEL))}
        """Elements by the names that Inkscape shows."""
        self.find_parents()
        self.count, self._most = 0, 2 * sum(map(weigh, root.iter())) + _MOST_REPEATED

    def find_parents(self) -> None:
        """Find the parents of all elements, after the tree was changed."""
        self._parents = {child: element for element in self.root.iter() for child in element}

    @contextmanager
    def using(self, element: Element) -> Iterator[None]:
        """Note that an element is being drawn where it is used, so that it cannot contain itself."""
        self.used.append(element)
        try:
            yield
        finally:
            self.used.pop()

    def find_part(self, name: str) -> Element:
        """Return the element with an id or a label, and give it an id; raises DataError."""
        found = self.ids.get(name)
        if found is None:
            found = self.labels.get(name)
        if found is None:
            hint = suggest(name, {**self.ids, **self.labels})
            raise refuse(self.name, self.root, f"has no element `{name}`", hint)
        id = found.get("id") or f"part-{name}"
        found.set("id", id)
        self.ids[id] = found
        return found

    def find(self, element: Element, name: str, link: str) -> Element | None:
        """Return the element with an id; a missing one is reported."""
        found = self.ids.get(link)
        if link and found is None:
            self.note(element, f"`{name}` of `<{element.tag}>` refers to `#{link}`, which does not exist")
        return found

    def note(self, element: Element, message: str, hint: str = "") -> None:
        """Add a warning about an element."""
        self.notes.append(Note(element, message, hint))

    def note_left_out(self, element: Element, name: str, value: str) -> None:
        """Add a warning about a value that cannot be drawn."""
        self.note(element, f"`<{element.tag}>` has `{name}: {value[:MOST_OF_VALUE]}`, which is left out")

    def list_warnings(self, more: Iterable[Note]) -> tuple[Problem, ...]:
        """Return a note on each kind of thing that is drawn differently; `more` are notes on texts."""
        found: dict[str, Problem] = {}
        for element, message, hint, line, column in (*self.notes, *more):
            place = find_place(element)
            if line:
                place = (place[0] + line - 1, column) if element.tag == "style" else (line, column)
            found.setdefault(message, Problem(self.name, *place, "", message, hint))
        return tuple(found.values())

    def spend(self, element: Element, work: int, depth: int = 0) -> None:
        """Count work, which files could otherwise multiply; raises DataError if it is too much."""
        self.count += work
        if depth > MOST_SVG_DEPTH or self.count > self._most:
            raise refuse(self.name, element, "draws too many elements", "simplify the drawing")

    def judge(self, element: Element, around: SvgContext, uses: frozenset[str]) -> None:
        """Find the properties that shapes do not show, and those that nothing does."""
        for name, value in [*element.attrib.items()] if element.tag == "textPath" else ():
            if not is_honoured(element.tag, name, value):
                self.note_left_out(element, name, value)
        own = [(name, element.attrib[name]) for name in list_own(element.tag, element.attrib)]
        for name, value in (*own, *around.style.items()):
            if value == INITIAL.get(name) or (name == "transform-box" and "transform" not in element.attrib):
                continue
            verdict = judge_value(name, value, uses)
            if verdict and verdict.reason:
                self.reasons[verdict.reason] = None
            elif verdict:
                self.note_left_out(element, name, value)

    def enter(self, target: Element, around: SvgContext) -> SvgContext:
        """Return what a clip path or a marker inherits: from where it is, not from where it is used."""
        inside = around.with_style()
        for one in (*reversed(self.list_around(target)), target):
            own = {name: text for name, text in one.attrib.items() if name in INITIAL}
            inside = inside.inherit(own) if own else inside
        return replace(inside, depth=around.depth + 1)

    def list_around(self, element: Element) -> list[Element]:
        """Return the elements around an element, the nearest first."""
        found: list[Element] = []
        parent = self._parents.get(element)
        while parent is not None:
            found.append(parent)
            parent = self._parents.get(parent)
        return found

    def find_colour(self, element: Element) -> str:
        """Return the `color` of a stop."""
        given = (one.get("color", "") for one in (element, *self.list_around(element)))
        return next((text for text in given if text and text.lower() != "currentcolor"), "#000")

    def list_templates(self, element: Element) -> list[Element]:
        """Return a gradient and those that it takes its attributes from."""
        found = [element]
        while len(found) < _MOST_TEMPLATES and (link := find_link(found[-1].get("href"))):
            more = self.find(found[-1], "href", link)
            if more is None or more.tag not in PAINT_SERVERS or more in found:
                break
            found.append(more)
        return found


def weigh(element: Element) -> int:
    """Return 1, or more for a long path."""
    return 1 + len(element.get("d", "")) // 20


_ON_PAPER, _MM = re.compile(r"[\d.]+\s?(?:mm|cm|in|pt|pc|q)", re.IGNORECASE), 25.4 / 96
_GROUNDS = ("background-color", "background")
_Draw: TypeAlias = Callable[[Element, SvgContext], list[Shape]]
_NEAR = 1e-3
_COARSE, _SMOOTH = 100, 300
"""Pixels on the longer side of a drawing: fewer than the first are visible, and the second are not."""


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


def clip_shapes(shapes: list[Shape], clip: Path) -> list[Shape]:
    """Return shapes in a clip, or alone if the clip is a rectangle that cuts nothing off."""
    ends = {segment[1:] for segment in clip.segments if len(segment) == 3}
    box = measure_outline(clip.segments)
    corners = {(x, y) for x in box[::2] for y in box[1::2]} if box else {}
    if box and len(clip.segments) <= 6 and ends == corners:
        drawn = measure_shapes(shapes, with_lines=True)
        near = _NEAR * max(box[2] - box[0], box[3] - box[1])
        # A clip without effect would only make the drawing harder to change.
        inward = [(1, 1, -1, -1)[side] * (drawn[side] - box[side]) for side in range(4)]
        if min(inward) >= -near:
            return shapes
    return [Group(tuple(shapes), clip=clip)] if shapes else []


def clip_to_rectangle(shapes: list[Shape], width: float, height: float, by: Transform) -> list[Shape]:
    """Return the shapes inside of a rectangle at (0, 0) that is moved by a transform."""
    data = svg_outline.describe_shape("rect", {"width": width, "height": height})
    return clip_shapes(shapes, Path(parse_outline(data, transform=by)))


def join_outlines(paths: Sequence[Path]) -> Path | None:
    """Return the union of outlines as one path; None if that is not possible."""
    if len(paths) < 2:
        return paths[0] if paths else Path((("M", 0.0, 0.0), ("L", 0.0, 0.0), ("Z",)))
    turns = {_is_clockwise(path.segments) for path in paths}
    starts = [segment for path in paths for segment in path.segments if segment[0] == "M"]
    if len(turns) > 1 or len(starts) > len(paths) or any(path.even_odd for path in paths):
        return None
    return Path(tuple(segment for path in paths for segment in path.segments))


def _is_clockwise(segments: Iterable[Segment]) -> bool:
    points = [segment[-2:] for segment in segments if segment[0] != "Z"]
    return sum(a * d - b * c for (a, b), (c, d) in zip(points, [*points[1:], *points[:1]], strict=True)) > 0


def measure_shapes(
    shapes: Iterable[Shape], back: Transform = scene.IDENTITY, *, with_lines: bool = False
) -> Extent:
    """Return the box around shapes in the coordinates before the transform `back`; zeros without shapes."""
    corners: list[Point] = []
    for shape, transform, _ in walk(shapes, by=scene.invert(back)):
        segments: tuple[Segment, ...] = ()
        by = 0.0
        if isinstance(shape, scene.Picture):
            edges = measure_box(shape)
            segments = tuple(("M", x, y) for x in edges[::2] for y in edges[1::2])
        elif isinstance(shape, Path):
            segments = shape.segments
            by = shape.stroke.width / 2 if with_lines and shape.stroke else 0.0
        if box := measure_outline(scene.move_segments(transform, segments)):
            corners += Rectangle(*box).grown(by).corners
    return Rectangle.around(corners or [(0.0, 0.0)])


def unpack_link(link: str) -> bytes:
    """Return the content of a `data:` link; raises ValueError."""
    head, _, data = link.partition(",")
    return b64decode(unquote_to_bytes(data)) if "base64" in head else unquote_to_bytes(data)


def smooth_picture(picture: Picture, by: Transform, longest: float) -> Picture:
    """Return a picture without visible pixels: viewers smooth them in SVG files, but not in PDF files.

    `by` is the transform of its pixels, `longest` is the longer side of the drawing.
    """
    a, b, c, d, _, _ = by
    steps = math.hypot(a, b) / longest, math.hypot(c, d) / longest
    across, down = (math.ceil(step * _SMOOTH) if step * _COARSE > 1 else 1 for step in steps)
    return replace(picture, file=picture.file.enlarge(across, down)) if across * down > 1 else picture
