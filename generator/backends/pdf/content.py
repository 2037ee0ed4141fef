"""Content streams: shapes as PDF operators.

A page starts with a transformation to the coordinates of the scene. The font size is always 1, and the text
matrix scales the text and turns it upright, so that an encoded piece is valid for every size.

Operators of content streams for transformations and outlines.

Colour spaces of PDF, and the operators that select their colours.

Transparency and gradients as objects of a PDF file.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, Protocol, TypeAlias

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject

from generator.backends.formats import factor, has_right_to_left, number
from generator.backends.pdf.container import Container, Resource
from generator.backends.pdf.fonts import EncodedFont
from generator.backends.pdf.tags import Structure, find_tagged
from generator.model.printing.inks import SMALL, Separator
from generator.scene import shapes as scene
from generator.scene.bounds import find_bounds
from generator.scene.fonts import Font
from generator.scene.pictures import EmbeddingPlan
from generator.scene.shapes import (
    IDENTITY,
    Colour,
    GlyphRun,
    Gradient,
    Group,
    Paint,
    Path,
    Picture,
    Segment,
    Shape,
    Stroke,
    Transform,
    Use,
    compose_transforms,
    find_least_scale,
)

_UNSCALED = IDENTITY[:4]
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def write_matrix(transform: Transform) -> str:
    """Return the operator that applies a transformation."""
    scales = "1 0 0 1" if transform[:4] == _UNSCALED else " ".join(map(factor, transform[:4]))
    return f"{scales} {number(transform[4])} {number(transform[5])} cm"


@lru_cache(maxsize=8192)
def write_outline(segments: tuple[Segment, ...]) -> str:
    """Return path operators; cached, because repeated parts and other languages share outlines."""
    written: list[str] = []
    for kind, *points in segments:
        written += map(number, points)
        written.append(_OPERATORS[kind])
    return " ".join(written)


def outline_box(box: tuple[float, float, float, float]) -> tuple[Segment, ...]:
    """Return the outline of a box with these left, top, right, and bottom edges."""
    left, top, right, bottom = box
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """A colour space; `write` returns the components of a colour, ready for an operator."""

    name: str
    fill: str
    """Operator that selects a colour for fills, and for strokes."""
    stroke: str
    write: Callable[[Colour], str]
    steps: int = 1
    """Parts of a gradient between two colours, if colours do not change at an even pace in this space."""


@lru_cache(maxsize=4096)
def _write_rgb(colour: Colour) -> str:
    return " ".join(map(number, (colour.red, colour.green, colour.blue)))


RGB_SPACE = Space("DeviceRGB", "rg", "RG", _write_rgb)
GREY = Space("DeviceGray", "g", "G", lambda colour: number(colour.red))
"""Masks, whose colours are shades of grey."""


Stop: TypeAlias = tuple[float, Colour]
"""A place from 0 to 1, and its colour."""

_NEAR = 1e-6
"""Distance of stops at the same place, which PDF does not allow."""


class Paints:
    """Registry of the graphics states and patterns of a file, each of which is written once."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._names: dict[Hashable, str] = {}
        self._shade = cache(self._add_shading)

    def alpha(self, fill: float, stroke: float) -> str:
        """Return the name of the state with these opacities."""
        return self._add("ExtGState", (fill, stroke), lambda: {"ca": number(fill), "CA": number(stroke)})

    def pattern(self, gradient: Gradient, transform: Transform, space: Space) -> str:
        """Return the name of the pattern of a gradient; `transform` maps the path to the content stream."""
        by = compose_transforms(transform, gradient.transform)
        matrix = _list(*map(factor, by[:4]), *map(number, by[4:]))
        entries = {"PatternType": 2, "Matrix": matrix}
        key = gradient, transform, space
        return self._add("Pattern", key, lambda: {**entries, "Shading": self._shade(gradient, space)})

    def mask(self, form: PDFObject) -> str:
        """Return the name of the state that shows only where a form is bright."""
        mask = PDFDictionary({"S": "/Luminosity", "G": form})
        return self._add("ExtGState", ("mask", len(self._names)), lambda: {"SMask": mask})

    def overprint(self) -> str:
        """Return the name of the state in which an ink does not remove the others below it."""
        return self._add("ExtGState", "overprint", lambda: {"OP": "true", "op": "true", "OPM": "1"})

    def _add(self, kind: Resource, key: Hashable, make: Callable[[], dict[str, Any]]) -> str:
        name = self._names.get((kind, key))
        if name is None:
            name = self._names[kind, key] = f"{kind[0]}{len(self._names) + 1}"
            self._container.reserve(name, kind)
            self._container.fill(name, make())
        return name

    def _add_shading(self, gradient: Gradient, space: Space) -> PDFObject:
        start, end = ((0.0,), (gradient.radius,)) if gradient.radius else ((), ())
        entries = {
            "ShadingType": 3 if gradient.radius else 2,
            "ColorSpace": f"/{space.name}",
            "Coords": _list(*map(number, (*gradient.start, *start, *gradient.end, *end))),
            "Extend": "[true true]",
            "Function": _write_function(_divide(gradient.stops, space.steps), space),
        }
        return self._container.add(entries)


def _divide(stops: Sequence[Stop], steps: int) -> list[Stop]:
    """Return stops with others between them, so that each pair is divided into some parts."""
    divided = [*stops[:1]]
    for (start, first), (end, last) in pairwise(stops):
        count = steps if end > start else 1
        for step in range(1, count):
            share = step / count
            divided.append((start + (end - start) * share, _mix(first, last, share)))
        divided.append((end, last))
    return divided


def _mix(first: Colour, last: Colour, share: float) -> Colour:
    pairs = ((first.red, last.red), (first.green, last.green), (first.blue, last.blue))
    return Colour(*(one + (other - one) * share for one, other in pairs))


def _write_function(stops: Sequence[Stop], space: Space) -> str:
    """Return a function from 0 to 1 that passes through the colours of all stops."""
    colours = [space.write(one) for _, one in stops]
    ends = [f"[{colour}]" for colour in (colours[0], *colours, colours[-1])]
    parts = [f"<</FunctionType 2/Domain[0 1]/C0{one}/C1{two}/N 1>>" for one, two in pairwise(ends)]
    room = 1 - _NEAR * (len(colours) + 1)
    bounds = [place * room + _NEAR * index for index, (place, _) in enumerate(stops, 1)]
    written = f"/Bounds{_list(*map(factor, bounds))}/Encode{_list(*['0 1'] * len(parts))}"
    return f"<</FunctionType 3/Domain[0 1]/Functions{_list(*parts)}{written}>>"


def _list(*values: str) -> str:
    return f"[{' '.join(values)}]"


_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_RESET_STATE = "[] 0 d 0 J 0 j 0 Tc"
"""Operators that reset dashes, caps, joins, and tracking, which a symbol inherits where it is used."""

_CLOSE = 0.0005
"""Maximum distance, in mm, of a run from the end of the previous one if its position is omitted."""

_ADVANCE = attrgetter("advance")

_WHITE = Colour(1.0, 1.0, 1.0)
_OPAQUE = (1.0, 1.0)
_PLAIN = (IDENTITY, None, 1.0)
"""Transform, clip, and opacity of a group that only has a name."""


class Resources(Protocol):
    """Registry of the fonts, pictures, symbols, and paints of a document, each of which is written once."""

    paints: Paints

    def font(self, font: Font) -> EncodedFont: ...

    def picture(self, picture: Picture, scale: float) -> tuple[str, EmbeddingPlan]: ...

    def symbol(self, symbol: scene.Symbol, scale: float) -> str: ...

    def group(self, shapes: Sequence[Shape], scale: float, space: Space) -> str: ...

    def mask(self, path: Path) -> str: ...


@dataclass(slots=True)
class _State:
    """Graphics state of a PDF viewer; `q` saves it, and `Q` restores it."""

    fill: Paint | None = None
    stroke: Stroke | None = None
    font: Font | None = None
    encoded: EncodedFont | None = None
    tracking: float = 0.0
    """In ems."""
    alpha: tuple[float, float] = _OPAQUE
    """Opacity of fills and of strokes."""
    transform: scene.Transform = IDENTITY
    """Transform from the current coordinates to those of the content stream."""

    def copy(self) -> "_State":
        font = self.font, self.encoded, self.tracking
        return _State(self.fill, self.stroke, *font, self.alpha, self.transform)


class _Line:
    """Text position of a PDF viewer, from which a run can omit operators that change nothing."""

    __slots__ = ("_last", "_pen", "_size", "_x", "_y")

    def __init__(self) -> None:
        self._size = self._x = self._y = self._pen = 0.0
        self._last: GlyphRun | None = None

    def move_to(self, run: GlyphRun) -> str:
        last, self._last = self._last, run
        size, x, y = run.size, run.x, run.y
        if last is None or size != self._size:
            scale, left, top = number(size), number(x), number(y)
            self._size, self._x, self._y, self._pen = size, float(left), float(top), float(left)
            return f"{scale} 0 0 -{scale} {left} {top} Tm"
        if y == last.y and not (last.spacing or last.tracking):
            advance = sum(map(_ADVANCE, last.pieces))
            pen = self._pen + advance * size / last.font.units_per_em
            if -_CLOSE < x - pen < _CLOSE:
                self._pen = pen
                return ""
        right, up = number((x - self._x) / size), number((self._y - y) / size)
        self._x += float(right) * size
        self._y -= float(up) * size
        self._pen = self._x
        return f"{right} {up} Td"


class Content:
    """The content stream of a page or a symbol."""

    def __init__(
        self, resources: Resources, space: Space, *, is_symbol: bool = False, scale: float = 1.0
    ) -> None:
        """`scale`: how much larger its contents are printed; for a symbol, where it is first used."""
        self._resources = resources
        self._space = space
        self._scale = scale
        self._operators = [_RESET_STATE] if is_symbol else []
        self._state = _State()
        self._has_begun_text = False
        self._line = _Line()
        self.used: dict[Resource, set[str]] = {"Font": set(), "XObject": set()}
        """Names of the resources by kind."""
        self._structure: Structure
        self._tagged: frozenset[int] = frozenset()
        self._marks_parts = False
        """True if parts of the text have elements of their own: icons, and texts in another language."""
        self.has_own = False
        """True if it uses pictures or groups, which are not resources of all pages."""

    def finish(self) -> bytes:
        self._end_text()
        return "\n".join(self._operators).encode("latin-1")

    def transform(self, transform: scene.Transform) -> None:
        self._operators.append(write_matrix(transform))
        self._state.transform = compose_transforms(self._state.transform, transform)

    def describe_in(self, structure: Structure, shapes: Sequence[Shape]) -> None:
        """Describe the shapes of the page, which are drawn next, in the structure of the document."""
        self._structure, self._tagged = structure, find_tagged(shapes)

    def draw_layer(self, layer: str, shapes: Sequence[Shape]) -> None:
        """Draw shapes of the page itself, in the layer of a name; empty: in none."""
        if layer:
            self._end_text()
            self._operators.append(f"/OC /{self._use('Properties', layer)} BDC")
        self._draw_top(shapes)
        if layer:
            self._end_text()
            self._operators.append("EMC")

    def draw(self, shapes: Sequence[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, GlyphRun):
                self._draw_run(shape)
            elif isinstance(shape, Path):
                self._draw_path(shape)
            elif isinstance(shape, Use):
                self._draw_use(shape)
            elif isinstance(shape, Group):
                self._draw_group(shape)
            else:
                self._draw_picture(shape)

    def _draw_top(self, shapes: Sequence[Shape]) -> None:
        """Draw shapes of the page itself; what is not in a group with a tag is decoration."""
        structure = self._structure
        for is_tagged, some in groupby(shapes, key=lambda shape: id(shape) in self._tagged):
            if not is_tagged:
                self._draw_marked("/Artifact BMC", [*some])
            for group in (one for one in some if is_tagged and isinstance(one, Group)):
                if structure.begin(group):
                    self._draw_group(group, self._draw_top)
                    structure.end()
                elif group.tag:
                    self._marks_parts = group.tag != "figure"
                    self._draw_marked(structure.mark(group), (group,))
                    self._marks_parts = False
                else:
                    self._draw_group(group, self._draw_top)

    def _draw_marked(self, mark: str, shapes: Sequence[Shape]) -> None:
        self._end_text()
        self._operators.append(mark)
        self.draw(shapes)
        self._end_text()
        self._operators.append("EMC")

    def _draw_run(self, run: GlyphRun) -> None:
        if run.language and self._marks_parts:
            before, after = self._structure.mark_within(language=run.language)
            self._end_text()
            self._operators.append(before)
            self._draw_run(run._replace(language=""))
            self._end_text()
            self._operators.append(after)
            return
        size, pieces, tracking = run.size, run.pieces, run.tracking
        write = self._operators.append
        state = self._state
        if not self._has_begun_text:
            write("BT")
            self._has_begun_text = True
            self._line = _Line()
        if run.colour is not state.fill:
            self._set_fill(run.colour)
        font = state.encoded
        if font is None or run.font is not state.font:
            font = state.encoded = self._resources.font(run.font)
            write(f"/{font.name} 1 Tf")
            self.used["Font"].add(font.name)
            state.font = run.font
        if tracking != state.tracking * size:
            state.tracking = tracking / size
            write(f"{factor(state.tracking)} Tc")
        shown: Iterable[str] = map(font.show_tracked if tracking else font.show, pieces)
        if run.spacing:
            gap = f"){number(-1000 * run.spacing / size)}("
            spaced = zip(pieces, shown, strict=True)
            shown = (word + gap if piece.text.isspace() else word for piece, word in spaced)
        if run.has_space:
            shown = [*shown]
            shown.insert(0 if has_right_to_left(run) else len(shown), font.unseen_space)
        write(f"{self._line.move_to(run)}[({''.join(shown)})]TJ")

    def _draw_path(self, path: Path) -> None:
        self._end_text()
        fill, stroke = path.fill, path.stroke
        line = stroke.colour if stroke else _WHITE
        if not isinstance(fill, scene.Gradient) and isinstance(line, Colour) and line.alpha == 1:
            self._draw_outline(path)
            return
        # Drawn one after the other, since the fill shows through the line.
        if fill is not None:
            self._draw_painted(replace(path, stroke=None), fill)
        if stroke is not None:
            self._draw_painted(replace(path, fill=None), stroke.colour)

    def _draw_painted(self, path: Path, paint: Paint) -> None:
        """Draw a path with one paint; its opacity, if it changes, and a line with a gradient are masks.

        Lines with patterns are rough and cut off in pdfium.
        """
        before = self._state.copy()
        self._operators.append("q")
        if isinstance(paint, Colour) or (path.stroke is None and paint.alpha is not None):
            self._draw_outline(path)
        else:
            box = outline_box(find_bounds((path,)))
            mask = Path(box, fill=paint.mapped(lambda one: Colour(one.alpha, one.alpha, one.alpha)))
            if path.stroke:
                mask, path = replace(path, stroke=replace(path.stroke, colour=_WHITE)), Path(box, fill=paint)
            self._operators.append(f"/{self._use('ExtGState', self._resources.mask(mask))} gs")
            if paint.alpha is None and mask.stroke:
                self._do_group((path,))
            else:
                self._draw_outline(path)
        self._operators.append("Q")
        self._state = before

    def _draw_outline(self, path: Path) -> None:
        paint = "n"
        if path.fill is not None:
            self._set_fill(path.fill)
            paint = "f"
        if path.stroke is not None:
            self._set_stroke(path.stroke)
            paint = "S" if path.fill is None else "B"
        if paint == "n":
            return
        self._operators.append(write_outline(path.segments))
        self._operators.append(paint + "*" * (path.even_odd and paint in "fB"))

    def _draw_group(self, group: Group, draw: Callable[[Sequence[Shape]], None] | None = None) -> None:
        draw = draw or self.draw
        if (group.transform, group.clip, group.opacity) == _PLAIN:
            draw(group.shapes)
            return
        self._end_text()
        state = self._state.copy()
        self._operators.append("q")
        if group.transform != IDENTITY:
            self.transform(group.transform)
        if group.clip is not None:
            clipping = "W*" if group.clip.even_odd else "W"
            self._operators.append(f"{write_outline(group.clip.segments)} {clipping} n")
        if group.opacity < 1:
            self._set_alpha(group.opacity, group.opacity)
            self._do_group(group.shapes)
        else:
            draw(group.shapes)
            self._end_text()
        self._operators.append("Q")
        self._state = state

    def _find_scale(self) -> float:
        return self._scale * find_least_scale(self._state.transform)

    def _do_group(self, shapes: Sequence[Shape]) -> None:
        self.has_own = True
        name = self._use("XObject", self._resources.group(shapes, self._find_scale(), self._space))
        self._operators.append(f"/{name} Do")

    def _draw_use(self, use: Use) -> None:
        self._end_text()
        scale = self._find_scale() * find_least_scale(use.transform)
        name = self._use("XObject", self._resources.symbol(use.symbol, scale))
        self._set_alpha(*_OPAQUE)
        is_moved = use.transform != IDENTITY
        drawn = f"q {write_matrix(use.transform)} /{name} Do Q" if is_moved else f"/{name} Do"
        if self._marks_parts and use.title:
            before, after = self._structure.mark_within(words=use.title)
            drawn = f"{before} {drawn} {after}"
        self._operators.append(drawn)

    def _draw_picture(self, picture: Picture) -> None:
        self._end_text()
        name, plan = self._resources.picture(picture, self._find_scale())
        self._use("XObject", name)
        self.has_own = True
        self._set_alpha(*_OPAQUE)
        # PDF draws a picture in the unit square, with y pointing up.
        a, b, c, d, e, f = plan.place(picture.x, picture.y, picture.width, picture.height)
        box = (a, b, -c, -d, c + e, d + f)
        self._operators.append(f"q {' '.join(map(number, box))} cm /{name} Do Q")

    def _end_text(self) -> None:
        if self._has_begun_text:
            self._operators.append("ET")
            self._has_begun_text = False

    def _use(self, kind: Resource, name: str) -> str:
        self.used.setdefault(kind, set()).add(name)
        return name

    def _set_alpha(self, fill: float, stroke: float) -> None:
        if (fill, stroke) != self._state.alpha:
            self._state.alpha = (fill, stroke)
            name = self._use("ExtGState", self._resources.paints.alpha(fill, stroke))
            self._operators.append(f"/{name} gs")

    def _paint(self, paint: Paint, operators: tuple[str, str, str]) -> str:
        """Return the operators that select a colour or a gradient."""
        plain, space, pattern = operators
        if isinstance(paint, Colour):
            return f"{self._space.write(paint)} {plain}"
        found = self._resources.paints.pattern(paint, self._state.transform, self._space)
        name = self._use("Pattern", found)
        return f"/Pattern {space} /{name} {pattern}"

    def _set_fill(self, paint: Paint) -> None:
        if paint is not self._state.fill and paint != self._state.fill:
            self._set_alpha(_alpha(paint), self._state.alpha[1])
            self._operators.append(self._paint(paint, (self._space.fill, "cs", "scn")))
            self._state.fill = paint

    def _set_stroke(self, stroke: Stroke) -> None:
        now = self._state.stroke
        if stroke is now or stroke == now:
            return
        self._set_alpha(self._state.alpha[0], _alpha(stroke.colour))
        colour, width = (now.colour, now.width) if now else (None, None)
        now = now or Stroke(stroke.colour, stroke.width)
        written: list[str] = []
        if stroke.colour != colour:
            written.append(self._paint(stroke.colour, (self._space.stroke, "CS", "SCN")))
        if stroke.width != width:
            written.append(f"{number(stroke.width)} w")
        if (stroke.dash, stroke.phase) != (now.dash, now.phase):
            written.append(f"[{' '.join(map(number, stroke.dash))}] {number(stroke.phase)} d")
        if stroke.cap != now.cap:
            written.append(f"{_CAPS[stroke.cap]} J")
        if stroke.join != now.join:
            written.append(f"{_JOINS[stroke.join]} j")
        self._operators.append(" ".join(written))
        self._state.stroke = stroke


def _alpha(paint: Paint) -> float:
    """Return the opacity of a paint; a mask changes that of gradients without one."""
    return 1.0 if paint.alpha is None else paint.alpha


FindColour: TypeAlias = Callable[[Colour], Colour]


def make_finder(separator: Separator) -> FindColour:
    """Return the function that finds the colour of small words: most often, a grey as light."""

    def find(colour: Colour) -> Colour:
        return Colour(*separator.find_word_colour((colour.red, colour.green, colour.blue), 0.0), colour.alpha)

    return cache(find)


class WordContent(Content):
    """A content stream that changes the colours of small words."""

    def __init__(
        self,
        resources: Resources,
        space: Space,
        find_colour: FindColour,
        *,
        is_symbol: bool = False,
        scale: float = 1.0,
    ) -> None:
        super().__init__(resources, space, is_symbol=is_symbol, scale=scale)
        self._find_colour = find_colour

    def _draw_run(self, run: GlyphRun) -> None:
        if run.size * self._find_scale() < SMALL:
            run = run._replace(colour=self._find_colour(run.colour))
        super()._draw_run(run)
