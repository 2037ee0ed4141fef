"""Content streams: shapes as PDF operators, in plain colours or transparent gradients.

A page starts with a transformation to the coordinates of the scene. The font size is always 1, and the text
matrix scales the text and turns it upright, so that an encoded piece is valid for every size.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby, pairwise
from math import ceil, log10
from operator import attrgetter
from typing import Any, Protocol, TypeAlias

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject

from generator.backends.formats import factor, length, number
from generator.backends.pdf.container import Container, Resource
from generator.backends.pdf.fonts import EncodedFont
from generator.backends.pdf.tags import Structure, join_copies, list_tagged
from generator.model.printing.printing import HAIRLINE, SMALL, Separator
from generator.scene import shapes as scene
from generator.scene.fonts import Font
from generator.scene.pictures import EmbeddingPlan
from generator.scene.shapes import (
    Colour,
    Gradient,
    Transform,
    compose_transforms,
    measure_bounds,
    outline_run,
)


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
    return " ".join(map(number, colour.rgb))


RGB_SPACE = Space("DeviceRGB", "rg", "RG", _write_rgb)
GREY_SPACE = Space("DeviceGray", "g", "G", lambda colour: number(colour.red))
"""Masks, whose colours are shades of grey."""


ColourChange: TypeAlias = Callable[[Colour], Colour]


@dataclass(frozen=True, slots=True)
class FineInks:
    """Inks of small words and thin lines, in which several inks, which never meet exactly, show fringes."""

    word: ColourChange
    """Finds the colour of small words."""
    line: ColourChange
    """Finds the colour of thin lines."""
    is_black: Callable[[Colour], bool]
    """Returns True for solid black ink alone, which is printed over what is below it."""


def make_fine_inks(separator: Separator) -> FineInks:
    """Return the inks of small words and thin lines for one printing condition."""

    def word(colour: Colour) -> Colour:
        return Colour(*separator.find_word_colour(colour.rgb, 0.0), colour.alpha)

    def line(colour: Colour) -> Colour:
        return Colour(*separator.find_line_colour(colour.rgb, 0.0), colour.alpha)

    def is_black(colour: Colour) -> bool:
        return separator.find(colour.rgb) == _BLACK and colour.alpha == 1

    return FineInks(cache(word), cache(line), cache(is_black))


_BLACK = (0.0, 0.0, 0.0, 1.0)


class Paints:
    """Graphics states and patterns of a file, each of which is written once."""

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

    def overprint(self, *, is_on: bool = True) -> str:
        """Return the name of the state in which an ink does not remove the others below it, or does again."""
        word = str(is_on).lower()
        entries = {"OP": word, "op": word, "OPM": str(int(is_on))}
        return self._add("ExtGState", ("overprint", is_on), lambda: entries)

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


_Stop: TypeAlias = tuple[float, Colour]
"""A place from 0 to 1, and its colour."""


def _divide(stops: Sequence[_Stop], steps: int) -> list[_Stop]:
    """Return stops with others between them, so that each pair is divided into some parts."""
    divided = [*stops[:1]]
    for (start, first), (end, last) in pairwise(stops):
        count = steps if end > start else 1
        for step in range(1, count):
            share = step / count
            divided.append((start + (end - start) * share, first.mixed(last, share)))
        divided.append((end, last))
    return divided


_NEAR = 1e-6
"""Distance of stops at the same place, which PDF does not allow."""


def _write_function(stops: Sequence[_Stop], space: Space) -> str:
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
SMALLEST_TEXT = 1.4
"""Size of type in mm, about 4 pt, below which it is drawn as a picture: that of thumbnails."""
_DECIMALS, _MOST_DECIMALS = 3, 6
"""Decimals of a length in mm as it is printed, and of any other length."""
_DOT = 0.001
"""Length of dots, which are dashes of length 0: some viewers omit those, and others draw them longer."""
_RESET_STATE = "[] 0 d 0 J 0 j 0 Tc"
"""Operators that reset dashes, caps, joins, and tracking, which a symbol inherits where it is used."""

_Draw: TypeAlias = Callable[[Sequence[scene.Shape]], None]
_PLAIN = (scene.IDENTITY, None, 1.0)
"""Transform, clip, and opacity of a group that only has a name."""


class Resources(Protocol):
    """Registry of the fonts, pictures, symbols, and paints of a document, each of which is written once."""

    paints: Paints
    fine: FineInks | None
    """Inks of small words and thin lines; None: their own colours."""

    def font(self, font: Font) -> EncodedFont: ...

    def picture(self, picture: scene.Picture, scale: float) -> tuple[str, EmbeddingPlan]: ...

    def placed_page(self, picture: scene.Picture) -> tuple[str, str] | None: ...

    def symbol(self, symbol: scene.Symbol, scale: float) -> str: ...

    def group(self, shapes: Sequence[scene.Shape], scale: float, space: Space) -> str: ...

    def mask(self, path: scene.Path) -> str: ...


class Content:
    """The content stream of a page or a symbol."""

    def __init__(
        self, resources: Resources, space: Space, *, is_symbol: bool = False, scale: float = 1.0
    ) -> None:
        """Begin a stream; `scale` is how much larger it is printed, of a symbol where it is first used."""
        self._resources = resources
        self._space = space
        # What is bright in a mask is no ink.
        self._fine = None if space is GREY_SPACE else resources.fine
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
        """Return the complete stream."""
        self._end_text()
        return "\n".join(self._operators).encode("latin-1")

    def transform(self, transform: scene.Transform) -> None:
        """Apply a transformation to everything that is drawn from now on."""
        self._operators.append(write_matrix(transform))
        self._state.transform = scene.compose_transforms(self._state.transform, transform)

    def describe_in(self, structure: Structure, shapes: Sequence[scene.Shape]) -> None:
        """Describe the shapes of the page, which are drawn next, in the structure of the document."""
        self._structure, self._tagged = structure, list_tagged(shapes)

    def draw_layer(self, layer: str, shapes: Sequence[scene.Shape]) -> None:
        """Draw shapes of the page itself, in a layer if it has a name."""
        if layer:
            self._draw_between(f"/OC /{self._use('Properties', layer)} BDC", shapes, draw=self._draw_top)
        else:
            self._draw_top(shapes)

    def draw(self, shapes: Sequence[scene.Shape]) -> None:
        """Draw shapes from back to front."""
        for shape in shapes:
            if isinstance(shape, scene.GlyphRun):
                self._draw_run(shape)
            elif isinstance(shape, scene.Path):
                self._draw_path(shape)
            elif isinstance(shape, scene.Use):
                self._draw_use(shape)
            elif isinstance(shape, scene.Group):
                self._draw_group(shape)
            else:
                self._draw_picture(shape)

    def _draw_top(self, shapes: Sequence[scene.Shape]) -> None:
        """Draw shapes of the page itself; what is not in a group with a tag is decoration."""
        structure = self._structure
        for is_tagged, some in groupby(shapes, key=lambda shape: id(shape) in self._tagged):
            if not is_tagged:
                self._draw_between("/Artifact BMC", [*some])
                continue
            for first, *others in join_copies(shape for shape in some if isinstance(shape, scene.Group)):
                if structure.begin(first):
                    self._draw_group(first, self._draw_top)
                    structure.end()
                elif first.tag:
                    self._marks_parts = first.tag != "figure"
                    self._draw_between(structure.mark(first, copies=1 + len(others)), (first, *others))
                    self._marks_parts = False
                else:
                    self._draw_group(first, self._draw_top)

    def _draw_between(
        self, before: str, shapes: Sequence[scene.Shape], after: str = "EMC", *, draw: _Draw | None = None
    ) -> None:
        """Draw shapes between two operators, outside of which no text is open."""
        self._end_text()
        self._operators.append(before)
        (draw or self.draw)(shapes)
        self._end_text()
        self._operators.append(after)

    def _draw_run(self, run: scene.GlyphRun) -> None:
        if run.language and self._marks_parts:
            before, after = self._structure.mark_within(language=run.language)
            self._draw_between(before, (run._replace(language=""),), after)
            return
        size, pieces, tracking = run.size, run.pieces, run.tracking
        colour, fine = run.colour, self._fine
        if fine:
            is_small = size * self._find_scale() < SMALL
            colour = fine.word(colour) if is_small else colour
            self._set_overprint(is_small and fine.is_black(colour))
        if size * self._find_scale() < SMALLEST_TEXT:
            # A search would find invisible words.
            self._end_text()
            self._draw_outline(scene.Path(outline_run(run), fill=colour))
            return
        write = self._operators.append
        state = self._state
        if not self._has_begun_text:
            write("BT")
            self._has_begun_text = True
            self._line = _Line()
        if colour is not state.fill:
            self._set_fill(colour)
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
            shown.insert(0 if run.has_right_to_left else len(shown), font.unseen_space)
        # Chrome loses the number at the end of an array with an empty string.
        array = f"({''.join(shown)})".replace("()", " ")
        write(f"{self._line.move_to(run)}[{array}]TJ")

    def _draw_path(self, path: scene.Path) -> None:
        self._end_text()
        if self._fine:
            path = self._thin(path, self._fine)
        fill, stroke = path.fill, path.stroke
        line = stroke.colour if stroke else scene.WHITE
        if not isinstance(fill, scene.Gradient) and isinstance(line, scene.Colour) and line.alpha == 1:
            self._draw_outline(path)
            return
        # Drawn one after the other, since the fill shows through the line.
        if fill is not None:
            self._draw_painted(replace(path, stroke=None), fill)
        if stroke is not None:
            self._draw_painted(replace(path, fill=None), stroke.colour)

    def _thin(self, path: scene.Path, fine: FineInks) -> scene.Path:
        """Return a path whose line, if it is thin, has one ink; black lines do not remove inks below."""
        stroke = path.stroke
        is_thin = stroke is not None and stroke.width * self._find_scale() < HAIRLINE
        if not is_thin or stroke is None or not isinstance(stroke.colour, scene.Colour):
            self._set_overprint(False)
            return path
        colour = fine.line(stroke.colour)
        self._set_overprint(path.fill is None and fine.is_black(colour))
        return replace(path, stroke=replace(stroke, colour=colour))

    def _draw_painted(self, path: scene.Path, paint: scene.Paint) -> None:
        """Draw a path with one paint; its opacity, if it changes, and a line with a gradient are masks.

        Lines with patterns are rough and cut off in pdfium.
        """
        before = replace(self._state)
        self._operators.append("q")
        if isinstance(paint, scene.Colour) or (path.stroke is None and paint.alpha is not None):
            self._draw_outline(path)
        else:
            first, *others = measure_bounds((path,)).corners
            box = scene.Path((("M", *first), *(("L", *corner) for corner in others), ("Z",)), fill=paint)
            light = paint.mapped(lambda one: scene.Colour(one.alpha, one.alpha, one.alpha))
            mask = replace(box, fill=light)
            if path.stroke:
                mask, path = replace(path, stroke=replace(path.stroke, colour=scene.WHITE)), box
            self._operators.append(f"/{self._use('ExtGState', self._resources.mask(mask))} gs")
            if paint.alpha is None and mask.stroke:
                self._set_alpha(*_OPAQUE)
                self._do_group((path,))
            else:
                self._draw_outline(path)
        self._operators.append("Q")
        self._state = before

    def _draw_outline(self, path: scene.Path) -> None:
        paint = "n"
        if path.fill is not None:
            self._set_fill(path.fill)
            paint = "f"
        if path.stroke is not None:
            self._set_stroke(path.stroke)
            paint = "S" if path.fill is None else "B"
        if paint == "n":
            return
        self._operators.append(write_outline(path.segments, self._find_decimals()))
        self._operators.append(paint + "*" * (path.even_odd and paint in "fB"))

    def _draw_group(self, group: scene.Group, draw: _Draw | None = None) -> None:
        draw = draw or self.draw
        if (group.transform, group.clip, group.opacity) == _PLAIN:
            draw(group.shapes)
            return
        self._end_text()
        state = replace(self._state)
        self._operators.append("q")
        if group.transform != scene.IDENTITY:
            self.transform(group.transform)
        if group.clip is not None:
            clipping = "W*" if group.clip.even_odd else "W"
            self._operators.append(
                f"{write_outline(group.clip.segments, self._find_decimals())} {clipping} n"
            )
        if group.opacity < 1:
            self._set_overprint(False)
            self._set_alpha(group.opacity, group.opacity)
            self._do_group(group.shapes)
        else:
            draw(group.shapes)
            self._end_text()
        self._operators.append("Q")
        self._state = state

    def _find_scale(self) -> float:
        return self._scale * scene.measure_least_scale(self._state.transform)

    def _find_decimals(self) -> int:
        return _count_decimals(self._find_scale())

    def _do_group(self, shapes: Sequence[scene.Shape]) -> None:
        self.has_own = True
        name = self._use("XObject", self._resources.group(shapes, self._find_scale(), self._space))
        self._operators.append(f"/{name} Do")

    def _draw_use(self, use: scene.Use) -> None:
        self._end_text()
        self._set_overprint(False)
        scale = self._find_scale() * scene.measure_least_scale(use.transform)
        name = self._use("XObject", self._resources.symbol(use.symbol, scale))
        self._set_alpha(*_OPAQUE)
        is_moved = use.transform != scene.IDENTITY
        drawn = f"q {write_matrix(use.transform)} /{name} Do Q" if is_moved else f"/{name} Do"
        if self._marks_parts and use.title:
            before, after = self._structure.mark_within(words=use.title)
            drawn = f"{before} {drawn} {after}"
        self._operators.append(drawn)

    def _draw_picture(self, picture: scene.Picture) -> None:
        self._end_text()
        self._set_overprint(False)
        self.has_own = True
        self._set_alpha(*_OPAQUE)
        if placed := self._resources.placed_page(picture):
            self._use("XObject", placed[0])
            self._operators.append(placed[1])
            return
        name, plan = self._resources.picture(picture, self._find_scale())
        self._use("XObject", name)
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

    def _set_overprint(self, is_on: bool) -> None:
        if is_on != self._state.overprints:
            self._state.overprints = is_on
            name = self._use("ExtGState", self._resources.paints.overprint(is_on=is_on))
            self._operators.append(f"/{name} gs")

    def _paint(self, paint: scene.Paint, operators: tuple[str, str, str]) -> str:
        plain, space, pattern = operators
        if isinstance(paint, scene.Colour):
            return f"{self._space.write(paint)} {plain}"
        pattern_name = self._resources.paints.pattern(paint, self._state.transform, self._space)
        name = self._use("Pattern", pattern_name)
        return f"/Pattern {space} /{name} {pattern}"

    def _set_fill(self, paint: scene.Paint) -> None:
        # Also of the paint that was set last: forms and pictures after it are opaque.
        self._set_alpha(_alpha(paint), self._state.alpha[1])
        if paint is not self._state.fill and paint != self._state.fill:
            self._operators.append(self._paint(paint, (self._space.fill, "cs", "scn")))
            self._state.fill = paint

    def _set_stroke(self, stroke: scene.Stroke) -> None:
        now = self._state.stroke
        self._set_alpha(self._state.alpha[0], _alpha(stroke.colour))
        if stroke is now or stroke == now:
            return
        colour, width = (now.colour, now.width) if now else (None, None)
        now = now or scene.Stroke(stroke.colour, stroke.width)
        written: list[str] = []
        if stroke.colour != colour:
            written.append(self._paint(stroke.colour, (self._space.stroke, "CS", "SCN")))
        if stroke.width != width:
            written.append(f"{number(stroke.width)} w")
        if (stroke.dash, stroke.phase) != (now.dash, now.phase):
            lengths = (max(length, (_DOT, 0.0)[index % 2]) for index, length in enumerate(stroke.dash))
            written.append(f"[{' '.join(map(number, lengths))}] {number(stroke.phase)} d")
        if stroke.cap != now.cap:
            written.append(f"{_CAPS[stroke.cap]} J")
        if stroke.join != now.join:
            written.append(f"{_JOINS[stroke.join]} j")
        if stroke.miter_limit != now.miter_limit:
            written.append(f"{number(stroke.miter_limit)} M")
        self._operators.append(" ".join(written))
        self._state.stroke = stroke


def _alpha(paint: scene.Paint) -> float:
    """Return the opacity of a paint; a mask changes that of gradients without one."""
    return 1.0 if paint.alpha is None else paint.alpha


_UNSCALED = scene.IDENTITY[:4]
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def write_matrix(transform: scene.Transform) -> str:
    """Return the operator that applies a transformation."""
    scales = "1 0 0 1" if transform[:4] == _UNSCALED else " ".join(map(factor, transform[:4]))
    return f"{scales} {number(transform[4])} {number(transform[5])} cm"


@lru_cache(maxsize=8192)
def write_outline(segments: tuple[scene.Segment, ...], decimals: int) -> str:
    """Return path operators; cached, because repeated parts and other languages share outlines."""
    written: list[str] = []
    for kind, *points in segments:
        written += [length(point, decimals) for point in points]
        written.append(_OPERATORS[kind])
    return " ".join(written)


def _count_decimals(scale: float) -> int:
    """Return how many decimals show a thousandth of a millimetre in what is printed larger by a scale."""
    return min(max(_DECIMALS + ceil(log10(scale)), 0), _MOST_DECIMALS) if scale > 0 else _DECIMALS


_OPAQUE = (1.0, 1.0)


@dataclass(slots=True)
class _State:
    """Graphics state of a PDF viewer; `q` saves it, and `Q` restores it."""

    fill: scene.Paint | None = None
    stroke: scene.Stroke | None = None
    font: Font | None = None
    encoded: EncodedFont | None = None
    tracking: float = 0.0
    """In ems."""
    alpha: tuple[float, float] = _OPAQUE
    """Opacity of fills and of strokes."""
    overprints: bool = False
    transform: scene.Transform = scene.IDENTITY
    """Transform from the current coordinates to those of the content stream."""


_CLOSE = 0.0005
"""Maximum distance, in mm, of a run from the end of the previous one if its position is omitted."""

_ADVANCE = attrgetter("advance")


class _Line:
    """Text position of a PDF viewer, from which a run can omit operators that change nothing."""

    __slots__ = ("_last", "_pen", "_size", "_x", "_y")

    def __init__(self) -> None:
        self._size = self._x = self._y = self._pen = 0.0
        self._last: scene.GlyphRun | None = None

    def move_to(self, run: scene.GlyphRun) -> str:
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
