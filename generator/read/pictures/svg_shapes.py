"""SVG elements -> shapes: the state of their file while it is read, outlines, lines, gradients, markers."""

import math
import re
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TypeAlias, cast, get_args
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element, SubElement

from generator.errors import Problem, suggest
from generator.model.geometry import Point, Rectangle
from generator.model.values import replace
from generator.read.pictures.svg_style import (
    NUMBER,
    SvgContext,
    find_link,
    fit_view_box,
    parse_angle,
    parse_box,
    parse_factor,
    parse_share,
    parse_svg_colour,
    parse_svg_transform,
)
from generator.read.pictures.svg_traits import INITIAL, is_honoured, judge_value, list_own
from generator.read.pictures.svg_tree import LABEL, MOST_SVG_DEPTH, PLACE, Note, find_place, refuse
from generator.scene import shapes as scene
from generator.scene import svg_outline
from generator.scene.shapes import (
    MITER_LIMIT,
    Cap,
    Colour,
    Extent,
    Group,
    Join,
    Paint,
    Path,
    Picture,
    Segment,
    Shape,
    Stroke,
    Transform,
    measure_box,
    translation,
    walk,
)
from generator.scene.svg_outline import (
    MOST_CUTS,
    describe_shape,
    measure_outline,
    parse_outline,
    split_outline,
)

_SIDES = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
_RADII = {"circle": ("r",), "ellipse": ("rx", "ry"), "rect": ("rx", "ry")}
_POINTS = re.compile(rf"\s*(?:{NUMBER}\s*,?\s*)*")
_PAINT_ORDER = ("fill", "stroke", "markers")
PAINT_SERVERS = ("pattern", "linearGradient", "radialGradient")
_WIDER = 1.001
"""Factor by which a focus on the circle is moved inwards."""
MARKER_PLACES = ("start", "mid", "end")
MOST_OF_VALUE = 300
"""Maximum number of characters of a value in a message."""
_MOST_REPEATED = 30_000
"""Maximum number of elements that `use` and the like repeat."""
_MOST_TEMPLATES = 10


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


def make_stroke(
    paint: Paint, width: float, scale: float, around: SvgContext, outline: Sequence[Segment]
) -> Stroke:
    """Return the line around an outline, to which its width is scaled; raises ValueError."""
    style = around.style
    dash: tuple[float, ...] = ()
    if style["stroke-dasharray"].strip() not in ("none", ""):
        lengths = re.split(r"[\s,]+", style["stroke-dasharray"].strip(" ,\t\r\n"))
        dash = tuple(around.measure_side("r", length) * scale for length in lengths)
        dash *= 1 + len(dash) % 2
        least = 1e-4 * max(around.width, around.height) * scale
        # Without gaps, or with very small dashes, it is a line.
        if min(dash) < 0 or sum(dash) <= least or not any(dash[1::2]):
            dash = ()
    cap, join = style["stroke-linecap"].strip(), style["stroke-linejoin"].strip()
    limit = MITER_LIMIT
    if join not in ("round", "bevel"):
        given = parse_factor(style["stroke-miterlimit"])
        limit = given if is_miter_cut(outline, given, limit) else limit
    return Stroke(
        paint,
        width * scale,
        dash,
        cap=cast("Cap", cap if cap in get_args(Cap) else "butt"),
        join=cast("Join", join if join in get_args(Join) else "miter"),
        phase=around.measure_side("r", style["stroke-dashoffset"]) * scale if dash else 0.0,
        miter_limit=limit,
    )


def order_paints(text: str) -> Sequence[str]:
    """Return the order in which a shape is painted (SVG 2, 13.8); the default one if it is wrong."""
    given = text.lower().split()
    if not set(given) <= set(_PAINT_ORDER) or len(given) != len(set(given)):
        return _PAINT_ORDER
    return [*given, *(name for name in _PAINT_ORDER if name not in given)]


def list_layers(
    path: Path, order: Sequence[str], transform: Transform, width: float
) -> dict[str, list[Shape]]:
    """Return the shapes for the fill and the stroke of a path.

    `width` is that of the line before the transform, `transform` is that of the line.
    """
    dots = _make_dots(path, transform, width)
    if path.stroke and path.stroke.cap != "butt":
        path = _leave_out_dots(path)
    if not path.segments or not (path.fill or path.stroke):
        return {"stroke": [*dots]}
    if not (path.fill and path.stroke) or (order.index("stroke") - order.index("fill") == 1 and not dots):
        return {"stroke": [path, *dots]}
    return {"fill": [replace(path, stroke=None)], "stroke": [replace(path, fill=None), *dots]}


def _make_dots(path: Path, transform: Transform, width: float) -> list[Path]:
    """Return the dots of a line's parts without length, which not every program draws (SVG 2, 13.5.4)."""
    stroke = path.stroke
    if stroke is None or stroke.cap == "butt":
        return []
    dots = []
    for line in split_outline(path.segments):
        points = set[tuple[object, ...]]().union(*map(_list_points, line))
        if len(points) != 1 or (len(line) == 1 and line[0][0] == "M"):
            continue
        x, y = scene.move_point(scene.invert(transform), *cast("Point", next(iter(points))))
        half = width / 2
        sides = {"x": x - half, "y": y - half, "width": width, "height": width}
        shape = "rect"
        if stroke.cap == "round":
            shape, sides = "circle", {"cx": x, "cy": y, "r": half}
        outline = parse_outline(describe_shape(shape, sides), transform=transform)
        dots.append(Path(outline, stroke.colour))
    return dots


def _leave_out_dots(path: Path) -> Path:
    """Return a path without its parts that have no length, also at the beginning of a line."""
    kept: list[Segment] = []
    for line in split_outline(path.segments):
        first, *others = line
        while others and others[0][0] != "Z" and _list_points(others[0]) == {first[1:]}:
            del others[0]
        if any(one[0] != "Z" for one in others):
            kept += first, *others
    return path if len(kept) == len(path.segments) else replace(path, segments=tuple(kept))


def _list_points(segment: Segment) -> set[tuple[object, ...]]:
    return {segment[at : at + 2] for at in range(1, len(segment), 2)}


def make_gradient(
    templates: Sequence[Element],
    around: SvgContext,
    box: Extent | None,
    find_colour: Callable[[Element], str],
) -> Paint | str | None:
    """Return a gradient for a shape in `box`; a text is the reason why it cannot be drawn as shapes.

    `templates` are the gradient, or a pattern, and those that it takes its attributes from; `find_colour`
    returns the `color` of a stop. Raises ValueError.
    """
    if templates[0].tag == "pattern":
        return "it has patterns"
    given = {name: value for element in reversed(templates) for name, value in element.attrib.items()}
    stops = _list_stops(next((one for one in templates if one.find("stop") is not None), ()), find_colour)
    if not stops:
        return None
    matrix = around.transform
    if given.get("gradientUnits") != "userSpaceOnUse":
        left, top, right, bottom = box or (0.0, 0.0, 0.0, 0.0)
        if not (right > left and bottom > top):
            return None
        matrix = scene.compose_transforms(matrix, stretch_to((left, top, right, bottom)))
        around = replace(around, width=1.0, height=1.0)
    if text := given.get("gradientTransform"):
        a, b, c, d, _, _ = own = parse_svg_transform(text)
        if a * d == b * c:
            raise ValueError(f"`{text}` leaves no room for a gradient")
        moved = around.turn_around(own, given.get("transform-origin", ""))
        matrix = scene.compose_transforms(matrix, moved)
    return _place_colours(templates[0].tag, given, stops, around, matrix)


def _place_colours(
    tag: str,
    given: dict[str, str],
    stops: tuple[tuple[float, Colour], ...],
    around: SvgContext,
    matrix: Transform,
) -> Paint | str | None:
    def measure(name: str, otherwise: str) -> float:
        return around.measure_side(name, given.get(name, "").strip() or otherwise)

    last = stops[-1][1]
    repeats = given.get("spreadMethod", "pad") in ("reflect", "repeat")
    if tag == "linearGradient":
        start, end = (measure("x1", "0%"), measure("y1", "0%")), (measure("x2", "100%"), measure("y2", "0%"))
        if start == end or len(stops) == 1:
            return last
        return (
            "it has gradients that repeat" if repeats else scene.Gradient(stops, start, end, transform=matrix)
        )
    radius = measure("r", "50%")
    if radius <= 0 or len(stops) == 1:
        return last
    if measure("fr", "0") > 0:
        return "it has gradients between two circles"
    if repeats:
        return "it has gradients that repeat"
    middle = (measure("cx", "50%"), measure("cy", "50%"))
    focus = measure("fx", str(middle[0])), measure("fy", str(middle[1]))
    away = math.dist(focus, middle) / radius
    if away > _WIDER:
        return "it has gradients from a point outside of their circle"
    if (away := away * _WIDER) > 1:
        x, y = ((at - by) / away + by for at, by in zip(focus, middle, strict=True))
        focus = x, y
    return scene.Gradient(stops, focus, middle, radius, matrix)


def _list_stops(
    parent: Iterable[Element], find_colour: Callable[[Element], str]
) -> tuple[tuple[float, Colour], ...]:
    stops: list[tuple[float, Colour]] = []
    for element in parent:
        if element.tag != "stop":
            continue
        at = max(parse_share(element.get("offset", "").strip() or "0"), stops[-1][0] if stops else 0.0)
        given = element.get("stop-color", "").strip() or "#000"
        colour = parse_svg_colour(given, find_colour(element)) or Colour(0.0, 0.0, 0.0, 0.0)
        share = parse_share(element.get("stop-opacity", "").strip() or "1")
        stops.append((at, replace(colour, alpha=colour.alpha * share)))
    return tuple(stops)


def fade(paint: Paint, share: float) -> Paint:
    """Return a paint with its opacity multiplied."""
    return paint.mapped(lambda colour: replace(colour, alpha=colour.alpha * share))


def stretch_to(box: Extent) -> Transform:
    """Return the transform of the unit square into a box."""
    left, top, right, bottom = box
    return (right - left, 0.0, 0.0, bottom - top, left, top)


def place_markers(
    segments: Sequence[Segment], markers: Mapping[str, Element | None], width: float
) -> Iterator[tuple[Element, Transform]]:
    """Yield the marker (an arrow head, for instance) of each corner of a line, with its transform."""
    corners = _list_corners(segments)
    for index, (point, before, after) in enumerate(corners):
        places = ["mid"]
        if index in (0, len(corners) - 1):
            places = [place for place, end in (("start", 0), ("end", len(corners) - 1)) if index == end]
        for place in places:
            marker = markers[place]
            if marker is None or marker.tag != "marker":
                continue
            angle = _find_angle(marker.get("orient", "").strip() or "0", place, before, after)
            scale = width if marker.get("markerUnits") != "userSpaceOnUse" else 1.0
            turned = scene.compose_transforms(translation(*point), scene.rotation(angle, 0.0, 0.0))
            yield marker, scene.compose_transforms(turned, scene.scaling(scale))


def _find_angle(orient: str, place: str, before: Point, after: Point) -> float:
    """Return the angle of a marker by its `orient`; raises ValueError."""
    if not orient.startswith("auto"):
        return parse_angle(orient)
    angles = [math.degrees(math.atan2(y, x)) for x, y in (before, after) if x or y]
    angle = angles[0] if angles else 0.0
    if len(angles) == 2:
        # From -180 (not included) to 180 degrees: lines that turn back are turned clockwise.
        angle += (180 - (angles[0] - angles[1] + 180) % 360) / 2
    if orient == "auto-start-reverse" and place == "start":
        angle += 180
    return angle


def _list_corners(segments: Sequence[Segment]) -> list[list[Point]]:
    """Return each corner with the directions before and after it; (0, 0) where there is none."""
    found: list[list[Point]] = []
    start = 0
    for segment in segments:
        if segment[0] == "Z":
            (x, y), (left, top) = found[start][0], found[-1][0]
            if (x, y) != (left, top):
                # The line back to the start.
                found[-1][2] = back = (x - left, y - top)
                found.append([(x, y), back, (0.0, 0.0)])
            # The last corner is the first one, and has its direction.
            found[-1][2], found[start][1] = found[start][2], found[-1][1]
            continue
        points = [*zip(*[iter(cast("tuple[float, ...]", segment[1:]))] * 2, strict=True)]
        if segment[0] == "M":
            start = len(found)
            found.append([points[-1], (0.0, 0.0), (0.0, 0.0)])
            continue
        last, end = found[-1][0], points[-1]
        away = next((point for point in points if point != last), last)
        near = next((point for point in [last, *points][-2::-1] if point != end), end)
        found[-1][2] = away[0] - last[0], away[1] - last[1]
        found.append([end, (end[0] - near[0], end[1] - near[1]), (0.0, 0.0)])
    return found


def is_miter_cut(segments: Sequence[Segment], limit: float, otherwise: float) -> bool:
    """Return True if a corner of a line is pointed under one of two miter limits only."""
    least, most = sorted((limit, otherwise))
    for _, (x, y), (right, down) in _list_corners(segments):
        lengths = math.hypot(x, y) * math.hypot(right, down)
        if lengths:
            # Half of the angle between the lines: 1 / its sine is what the limit is compared with.
            turn = max(-1.0, min(1.0, (x * right + y * down) / lengths))
            sharpness = 1 / max(math.sqrt((1 + turn) / 2), 1e-9)
            if least < sharpness <= most:
                return True
    return False


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
