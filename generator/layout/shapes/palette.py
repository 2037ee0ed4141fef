"""The palette of a print: the colours and icons of its theme, or their replacements with less ink.

An icon is a symbol, which is drawn once for all places where it is used.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cache
from typing import ClassVar, cast

from generator.errors import UnknownName, describe_unknown
from generator.layout.shapes.outlines import make_colour, rectangle
from generator.model.geometry import Rectangle
from generator.model.printing.printing import Ink
from generator.model.style import Drawing, Icon, Theme, name_icon_text
from generator.model.texts.wordings import Wording, make_plain_text
from generator.model.values import replace
from generator.model.vision import LEAST_CONTRAST, measure_contrast, measure_luminance
from generator.scene.shapes import (
    BLACK,
    WHITE,
    Colour,
    Gradient,
    Group,
    Path,
    Picture,
    Segment,
    Shape,
    Stroke,
    Symbol,
    Use,
    compose_transforms,
    list_all,
    measure_bounds,
    move_segments,
    rotation,
    scaling,
    walk,
)
from generator.scene.svg_outline import split_outline

_EDGE, _PALE_EDGE = 0.3, 0.2
"""Widths of the lines around areas that are white to save ink."""
_PALE, _WHITE, _PALE_CONTRAST = 1.6, 1.09, 2.5
"""Contrasts with white paper: of pale areas and white ones at most, and of the line around a pale one."""
_SHEER = 0.5
"""Opacity below which something is light upon an area, and not a sign on it."""
_READABLE = 3.0
"""Contrast below which a text takes another colour, unless it was chosen for this text."""
_COVERING = 0.6
"""Opacity from which the colour of an area decides what is read upon it."""
_STEPS = 100
"""Number of tones that are tried between a colour and black."""


class Palette(dict[str, Colour]):
    """Colours by name or as text; raises Wrong, because readers check names.

    Layouts ask it for the colours of areas, of texts, and of what is drawn upon areas. Here, these are the
    colours of the theme.
    """

    saves_ink: ClassVar[bool] = False

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def __missing__(self, name: str) -> Colour:
        colour = self[name] = make_colour(self._theme.colour(name))
        return colour

    def legible(self, name: str) -> Colour:
        """Return the colour of a text."""
        return self[name]

    def ground(self, name: str) -> Colour:
        """Return the fill of an area that has something upon it."""
        return self[name]

    def edge(self, name: str, under: str = "") -> Stroke | None:
        """Return the line around such an area, or None if its fill shows where it ends, upon another area."""
        return None

    def rim(self, name: str) -> Stroke | None:
        """Return the line inside the cut of a piece whose ground has this colour."""
        return self.edge(name)

    def is_faint(self, name: str) -> bool:
        """Return True for a colour that is too pale to be replaced by a line."""
        return False

    def is_shade(self, name: str, under: str) -> bool:
        """Return True for a tone that shines through, darker than the ground, and is pale on white paper."""
        return False

    def upon(self, name: str, under: str, *, is_area: bool = False) -> str:
        """Return the colour of what is drawn upon an area; all are names or texts such as `#1f4e9c`.

        Small areas, such as flags, need less contrast than texts, signs, and lines.
        """
        return name

    def choose_readable(self, name: str, under: str) -> str:
        """Return the colour of a text upon an area; the one of ink and paper that is read more easily, if
        it is hard to read."""
        ground = self.ground(under)
        if ground.alpha < _COVERING or measure_contrast(self[name].rgb, ground.rgb) >= _READABLE:
            return name
        return max(("ink", "paper"), key=lambda one: measure_contrast(self[one].rgb, ground.rgb))

    def border(self, name: str, fill: str) -> str:
        """Return the colour of the border of a square or a field with a fill."""
        return name

    def choose_darkest(self, names: Iterable[str]) -> str:
        """Return the name of the colour with the highest contrast with white paper."""
        return max(names, key=lambda name: measure_on_paper(self[name]))

    def area(self, outline: Iterable[Segment], name: str, under: str = "") -> Path:
        """Return an area that has something upon it."""
        return Path(tuple(outline), self.ground(name), self.edge(name, under))


class LowInkPalette(Palette):
    """Colours of prints that save ink: areas are white with a line around them, what is upon them is dark.

    Colours that the theme has for low ink are printed as they are.
    """

    saves_ink = True

    def __init__(self, theme: Theme) -> None:
        self._kept = theme.low_ink.colours
        super().__init__(replace(theme, colours={**theme.colours, **self._kept}))

    def legible(self, name: str) -> Colour:
        if name in self._kept:
            return self[name]
        return self["ink"] if _is_white(self[name]) else darken(self[name])

    def ground(self, name: str) -> Colour:
        return self[name] if name in self._kept else replace(WHITE, alpha=self[name].alpha)

    def edge(self, name: str, under: str = "") -> Stroke | None:
        if name in self._kept:
            return None
        colour = self[name]
        if not colour.alpha:
            return None
        if _is_white(colour):
            if not under or measure_on_paper(self[under]) < _PALE:
                return None
            if colour.alpha < _SHEER:
                return Stroke(darken(WHITE.mixed(self[under], colour.alpha), _PALE), _PALE_EDGE, join="round")
            return Stroke(darken(self[under]), _EDGE, join="round")
        if colour.alpha < _SHEER and self._is_light(colour, under):
            return Stroke(darken(WHITE.mixed(colour, colour.alpha), _PALE), _PALE_EDGE, join="round")
        if measure_on_paper(colour) < _PALE:
            return Stroke(darken(colour, _PALE_CONTRAST), _PALE_EDGE, join="round")
        return Stroke(darken(colour), _EDGE, join="round")

    def is_faint(self, name: str) -> bool:
        return name not in self._kept and measure_on_paper(self[name]) < _PALE

    def is_shade(self, name: str, under: str) -> bool:
        colour = self[name]
        seen = WHITE.mixed(colour, colour.alpha)
        is_pale = not _is_white(colour) and measure_on_paper(seen) < _PALE_CONTRAST
        return colour.alpha < _SHEER and is_pale and not self._is_light(colour, under)

    def _is_light(self, colour: Colour, under: str) -> bool:
        """Return True for a colour that is lighter than the ground, such as that of a ray in the night."""
        return bool(under) and measure_luminance(self[under].rgb) < measure_luminance(colour.rgb)

    def upon(self, name: str, under: str, *, is_area: bool = False) -> str:
        colour, pair = self[name], name.removeprefix("on_")
        if pair != name and name not in self._kept and pair in self._theme.colours:
            # `on_red` is the colour of signs upon `red`.
            return darken(self[pair]).hex
        least = _PALE if is_area else LEAST_CONTRAST
        if name in self._kept or measure_on_paper(colour) >= least or colour.alpha < _SHEER:
            return name
        return darken(self[under]).hex if self._is_light(colour, under) else name

    def border(self, name: str, fill: str) -> str:
        return darken(self[fill]).hex if measure_on_paper(self[fill]) >= _PALE else name


class RimlessPalette(LowInkPalette):
    """Low ink for a service that cuts pieces: a line beside the cut would show each drift of its blade."""

    def rim(self, name: str) -> Stroke | None:
        return None


def choose_palette(ink: Ink, *, is_cut: bool = False) -> type[Palette]:
    """Return the palette for an amount of ink; `is_cut` for pieces that a service cuts."""
    return (RimlessPalette if is_cut else LowInkPalette) if ink == "low" else Palette


def darken(colour: Colour, contrast: float = LEAST_CONTRAST) -> Colour:
    """Return a colour of the same hue that is dark enough on white paper."""
    tones = (make_colour(colour.mixed(BLACK, step / _STEPS).hex) for step in range(_STEPS + 1))
    return next(tone for tone in tones if measure_on_paper(tone) >= contrast)


def _is_white(colour: Colour) -> bool:
    return measure_on_paper(colour) < _WHITE


def measure_on_paper(colour: Colour) -> float:
    """Return the contrast of a colour with white paper."""
    return measure_contrast(colour.rgb, (1.0, 1.0, 1.0))


LINE_HEIGHT = 1.25
"""Height of an icon in a line of text, as a multiple of the height of the capitals."""
_LONG = {0: 1.6, **dict.fromkeys(range(15, 90, 15), 2.2)}
"""Least length of a long drawing divided by its width, by the angle at which both are measured."""
_HEIGHT_OF_LIGHT = 1.45
"""Height of long icons, and of those that are only lines, on a line: they look smaller than others."""

_RIM, _RIM_SHARE = 0.06, 0.3
"""Rim of bright icons in text: width as a share of their height, and share of their colour in its black."""
_BRIGHT, _STRONG = 0.6, 0.35
"""Minimum luminance and chroma of a bright colour."""

OWN_COLOURS = Colour(0.0, 0.0, 0.0, 0.0)
"""Stands for the colours that an icon has in its file."""


class IconSet:
    """The icons of a kit; every method raises UnknownName for an unknown icon.

    `wording` has the texts for screen readers; without it, they are the names.
    """

    def __init__(self, icons: Mapping[str, Icon], wording: Wording | None = None) -> None:
        self._icons, self._wording = icons, wording
        self.symbol, self._bright_symbol = cache(self._draw_symbol), cache(self._draw_bright)
        self._measure_height = cache(self._measure_on_line)
        """Functions that always return the same object for an icon and its colours."""

    def sharing(self, drawn: "IconSet") -> "IconSet":
        """Return the set with the symbols of another one of the same icons, which have no texts."""
        shared = copy(self)
        shared.symbol, shared._bright_symbol = drawn.symbol, drawn._bright_symbol
        shared._measure_height = drawn._measure_height
        return shared

    def find(self, name: str) -> Icon:
        """Return the icon of a name."""
        if name not in self._icons:
            raise UnknownName(describe_unknown("icon", name, self._icons))
        return self._icons[name]

    def describe(self, name: str) -> str:
        """Return the text for screen readers, which has the key `icon.<name>`; without one, the name."""
        key = name_icon_text(self.find(name).name)
        if self._wording is not None and key in self._wording.sentences:
            return make_plain_text(self._wording.format(key))
        return name.rpartition("/")[2].replace("_", " ").replace("-", " ")

    def choose(self, name: str, colour: Colour, *, is_given: bool = False) -> Colour:
        """Return the colour of an icon; an icon with several colours keeps them unless a colour is given."""
        return OWN_COLOURS if self.find(name).has_own_colours and not is_given else colour

    def _draw_symbol(self, name: str, colour: Colour, stroke: Stroke | None = None) -> Symbol:
        icon = self.find(name)
        picture = icon.picture
        if isinstance(picture, Drawing):
            shapes = cast("tuple[Shape, ...]", picture.shapes)
            if colour != OWN_COLOURS:
                shapes = tint(shapes, colour, darkest=measure_darkest(shapes), stroke=stroke)
        else:
            shapes = (Picture(picture.file, 0.0, 0.0, picture.width, picture.height),)
        return _make_symbol(icon, colour, "", shapes, stroke.width / 2 if stroke else 0.0)

    def place(self, name: str, colour: Colour, box: Rectangle, *, stroke: Stroke | None = None) -> Use:
        """Place an icon in the middle of a box, as large as fits."""
        icon = self.find(name)
        scale = min(box.width / icon.width, box.height / icon.height)
        if stroke is not None:
            stroke = replace(stroke, width=round(stroke.width / scale, 3))
        left = box.left + (box.width - icon.width * scale) / 2
        top = box.top + (box.height - icon.height * scale) / 2
        return Use(self.symbol(name, colour, stroke), scaling(scale, left, top), self.describe(name))

    def width_on_line(self, name: str, cap_height: float) -> float:
        """Return the width of an icon in a line of text, in the unit of the height of its capitals."""
        icon = self.find(name)
        return icon.width / icon.height * cap_height * self._measure_height(name)

    def _measure_on_line(self, name: str) -> float:
        """Return the height of an icon as a multiple of that of capitals."""
        picture = self.find(name).picture
        shapes = cast("tuple[Shape, ...]", picture.shapes) if isinstance(picture, Drawing) else ()
        paths = [*list_all(Path, shapes)]
        if not paths:
            return LINE_HEIGHT
        is_light = _is_long(shapes) or not any(path.fill for path in paths)
        return _HEIGHT_OF_LIGHT if is_light else LINE_HEIGHT

    def place_on_line(
        self, name: str, colour: Colour, *, x: float, y: float, cap_height: float, scale: float = 1.0
    ) -> Use:
        """Place an icon with its left edge at x, centred on the capitals above the base line y."""
        height = cap_height * self._measure_height(name) * scale
        top = y - cap_height / 2 - height / 2
        is_plain = all(isinstance(shape, Path) for shape in self.symbol(name, colour).shapes)
        if not (_is_bright(colour) and is_plain):
            right = x + self.width_on_line(name, cap_height * scale)
            return self.place(name, colour, Rectangle(x, top, right, top + height))
        placed = scaling(height / self.find(name).height, x, top)
        return Use(self._bright_symbol(name, colour), placed, self.describe(name))

    def _draw_bright(self, name: str, colour: Colour) -> Symbol:
        """Return an icon with a dark rim and dark holes, to be visible on white paper."""
        icon = self.find(name)
        width = icon.height * _RIM
        rim = Stroke(BLACK.mixed(colour, _RIM_SHARE), width, join="round")
        shapes = self.symbol(name, colour).shapes
        parts = [part for path in list_all(Path, shapes) for part in _make_rim(path, rim)]
        return _make_symbol(icon, colour, "-bright", (*parts, *shapes), width / 2)


def _is_long(shapes: Iterable[Shape]) -> bool:
    """Return True for a drawing that is long, also if it lies slantwise in its box."""
    paths = [(shape, moved) for shape, moved, _ in walk(shapes, symbols=False) if isinstance(shape, Path)]
    for angle, least in _LONG.items():
        turn = rotation(angle, 0.0, 0.0)
        turned = (
            replace(path, segments=move_segments(compose_transforms(turn, moved), path.segments))
            for path, moved in paths
        )
        box = measure_bounds(turned)
        short, long = sorted((box.width, box.height))
        if long > least * short:
            return True
    return False


def _make_rim(path: Path, rim: Stroke) -> Iterable[Path]:
    """Yield the background of a path: wider by a rim, and without holes."""
    if path.stroke:
        wider = replace(path.stroke, colour=rim.colour, width=path.stroke.width + rim.width)
        yield replace(path, fill=None, stroke=wider)
    elif path.fill:
        for outline in split_outline(path.segments):
            yield Path(tuple(outline), fill=rim.colour, stroke=rim)


def _make_symbol(icon: Icon, colour: Colour, suffix: str, shapes: tuple[Shape, ...], rim: float) -> Symbol:
    box = (-rim, -rim, icon.width + rim, icon.height + rim)
    own = colour == OWN_COLOURS
    return Symbol(f"icon-{icon.name}" + ("" if own else f"-{colour.hex[1:]}{suffix}"), shapes, box)


def _is_bright(colour: Colour) -> bool:
    """Return True for colours such as yellow; nearly white ones are meant for dark backgrounds."""
    red, green, blue = colour.rgb
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return light > _BRIGHT and max(red, green, blue) - min(red, green, blue) > _STRONG


_SMALL, _LINE_CONTRAST = 6.0, 3.0
"""Width of a shape that stays filled, in widths of lines; least contrast of the lines with white paper."""
_PUPIL, _BLACK_CONTRAST = 0.1, 10.0
"""Size of a black shape that stays filled, as a share of its drawing; contrast of black with white paper."""


def make_symbol(
    name: str, drawing: Drawing, colour: Colour | None, changes: Mapping[Colour, Colour], line: float = 0.0
) -> Symbol:
    """Return a drawing as a symbol, with some colours changed, and in tones of a colour if there is one.

    If `line` is not 0, its areas are white inside a line of this width.
    """
    shapes = cast("tuple[Shape, ...]", drawing.shapes)
    shapes = _recolour(shapes, lambda old: changes.get(old, old)) if changes else shapes
    shapes = tint(shapes, colour) if colour else shapes
    shapes = _clear(shapes, line, _PUPIL * min(drawing.width, drawing.height)) if line else shapes
    # SVG shows nothing outside of its box.
    inside = Group(shapes, clip=Path(rectangle(0, 0, drawing.width, drawing.height)))
    return Symbol(f"picture-{name}", (inside,), (0.0, 0.0, drawing.width, drawing.height))


def tint(
    shapes: Iterable[Shape], colour: Colour, *, darkest: float = 0.0, stroke: Stroke | None = None
) -> tuple[Shape, ...]:
    """Return shapes in tones of a colour: it replaces colours as dark as `darkest`, and white stays white.

    `stroke` is for shapes that have none.
    """

    def change(old: Colour) -> Colour:
        light = (_measure_lightness(old) - darkest) / (1 - darkest) if darkest < 1 else 0.0
        if light <= 0 and old.alpha == 1:
            return colour
        return replace(colour.mixed(WHITE, light), alpha=colour.alpha * old.alpha)

    return _recolour(shapes, change, stroke)


def _recolour(
    shapes: Iterable[Shape], change: Callable[[Colour], Colour], stroke: Stroke | None = None
) -> tuple[Shape, ...]:
    """Return shapes with changed colours; `stroke` is for shapes that have none."""

    def recolour(path: Path) -> Path:
        old, fill = path.stroke, path.fill and path.fill.mapped(change)
        line = replace(old, colour=old.colour.mapped(change)) if old else stroke
        return replace(path, fill=fill, stroke=line)

    return _map_paths(shapes, recolour)


def _clear(shapes: Iterable[Shape], line: float, most: float) -> tuple[Shape, ...]:
    """Return shapes that are white inside a line of their colour; small ones stay filled.

    So do black ones that are no larger than `most`, such as the pupils of eyes.
    """

    def clear(path: Path) -> Path:
        if path.fill is None:
            return path
        box = Rectangle(*measure_bounds((Path(path.segments),)))
        colours = [stop for _, stop in path.fill.stops] if isinstance(path.fill, Gradient) else [path.fill]
        is_black = all(stop.alpha == 1 and measure_on_paper(stop) >= _BLACK_CONTRAST for stop in colours)
        if min(box.width, box.height) < _SMALL * line or (is_black and max(box.width, box.height) <= most):
            return path
        darkest = darken(min(colours, key=_measure_lightness), _LINE_CONTRAST)
        return replace(path, fill=WHITE, stroke=path.stroke or Stroke(darkest, line, join="round"))

    return _map_paths(shapes, clear)


def _map_paths(shapes: Iterable[Shape], change: Callable[[Path], Path]) -> tuple[Shape, ...]:
    """Return shapes with all paths changed, those in groups too."""

    def map_shape(shape: Shape) -> Shape:
        if isinstance(shape, Group):
            return replace(shape, shapes=_map_paths(shape.shapes, change))
        return change(shape) if isinstance(shape, Path) else shape

    return tuple(map(map_shape, shapes))


def measure_darkest(shapes: Iterable[Shape]) -> float:
    """Return the lightness of the darkest colour, from 0 to 1."""
    paints = (paint for path in list_all(Path, shapes) for paint in path.paints)
    return min((_measure_lightness(colour) for paint in paints for colour in paint.colours), default=0.0)


def _measure_lightness(colour: Colour) -> float:
    return round(0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue, 6)
