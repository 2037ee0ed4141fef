"""Values of the attributes of SVG elements, with those that an element inherits."""

import math
import re
from collections.abc import Mapping
from functools import lru_cache, reduce
from itertools import starmap
from urllib.parse import unquote

from generator.model.language.kinds import parse_colour
from generator.model.values import dataclass, field, replace
from generator.read.pictures.svg_traits import INITIAL
from generator.scene import shapes as scene
from generator.scene.shapes import Colour, Transform, shift, translation
from generator.scene.svg_outline import MOST_CUTS, check_numbers

_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
    "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip
_STEPS = {"larger": 1.2, "smaller": 1 / 1.2}
_RELATIVE_WEIGHTS = (
    (100, 100, 400), (350, 100, 400), (550, 100, 700), (750, 400, 900), (900, 700, 900), (1001, 700, 900),
)  # fmt: skip
"""Weights that are lighter and bolder than weights below a number."""
_MIDDLES = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}
NUMBER = r"[+-]?+(?:(?<!\d)\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?+\d++)?+"
"""A number as a whole: a long one is never searched for a shorter one in it, which would take hours."""
_UNITS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6}
_LENGTH = re.compile(rf"({NUMBER})\s?([a-zA-Z%]*)")
_CALL = re.compile(r"[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)")
_ANGLE = re.compile(rf"({NUMBER})(deg|g?rad|turn)?")
_INNER_ANGLE = re.compile(rf"({NUMBER})(deg|g?rad|turn)")
_TURNS = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}
_MOST_OF_COLOUR = 1000
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINK = re.compile(r"""url\(\s*['"]?\s*#([^'")]+)['"]?\s*\)|#(.+)""", re.DOTALL)
_PERCENT = re.compile(rf"{NUMBER}%")
_SCALED = re.compile(r"[a-zA-Z]+\(.*\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SvgContext:
    """The properties that an element inherits from the elements around it."""

    width: float
    """Size of the viewport, of which percentages are parts."""
    height: float
    transform: Transform = scene.IDENTITY
    style: Mapping[str, str] = field(default_factory=lambda: INITIAL)
    depth: int = 0
    is_clip: bool = False
    """True inside of a clip path, where only outlines matter."""
    context: Mapping[str, str] = field(default_factory=dict)
    """Values of `context-fill` and `context-stroke`, inside of what a `use` or a marker draws."""
    root_size: float = 16.0
    """Font size of the root."""

    def inherit(self, given: Mapping[str, str]) -> "SvgContext":
        """Return what the children of an element with these attributes inherit; raises ValueError."""
        own = {name: given[name] for name in INITIAL.keys() & given.keys() if given[name].strip()}
        if own.get("color", "").strip().lower() == "currentcolor":
            del own["color"]
        if "font-weight" in own:
            own["font-weight"] = self._weigh_font(own["font-weight"].strip().lower())
        if "font-size" in own:
            own["font-size"] = str(self._measure_font(own["font-size"].strip().lower()))
        transform = self.transform
        if text := given.get("transform"):
            moved = self.turn_around(parse_svg_transform(text), given.get("transform-origin", ""))
            transform = scene.compose_transforms(transform, moved)
            check_numbers(*transform)
        size = float(own.get("font-size", self.root_size)) if not self.depth else self.root_size
        style = {**self.style, **own}
        return replace(self, transform=transform, style=style, depth=self.depth + 1, root_size=size)

    def with_style(self, **style: str) -> "SvgContext":
        """Return this with initial values and `style` instead of what is inherited, such as for a marker."""
        return replace(self, style={**INITIAL, **style})

    def with_context(self) -> "SvgContext":
        """Return this with its own paints as those of the context, for what a `use` or a marker draws."""
        paints = {name: self.style[name].strip() for name in ("fill", "stroke")}
        for name, text in paints.items():
            if text.lower() == "currentcolor":
                paints[name] = self.style["color"]
        values = {name: self.context.get(text.lower(), text) for name, text in paints.items()}
        return replace(self, context={f"context-{name}": text for name, text in values.items()})

    def moved(self, transform: Transform) -> "SvgContext":
        """Return this with a transform inside of its own."""
        return replace(self, transform=scene.compose_transforms(self.transform, transform))

    def measure(self, text: str, whole: float = 0.0) -> float:
        """Return a length in pixels; `whole` is 100 %. Raises ValueError for an invalid length."""
        return measure_length(text, em=float(self.style["font-size"]), rem=self.root_size, whole=whole)

    def measure_side(self, name: str, text: str) -> float:
        """Return the value of an attribute such as `x`, `height`, or `r`."""
        across = name[-1] == "x" or name in ("x1", "x2", "width")
        down = name[-1] == "y" or name in ("y1", "y2", "height")
        diagonal = math.hypot(self.width, self.height) / math.sqrt(2)
        return self.measure(text, self.width if across else self.height if down else diagonal)

    def _measure_font(self, text: str) -> float:
        em = float(self.style["font-size"])
        if text in _STEPS:
            return em * _STEPS[text]
        return _SIZES[text] if text in _SIZES else self.measure(text, em)

    def _weigh_font(self, text: str) -> str:
        """Return a `font-weight` as a number; that of the parent if it is wrong."""
        before = int(self.style["font-weight"])
        if text in ("bolder", "lighter"):
            # CSS Fonts 4, 2.2.1.
            lighter, bolder = next(pair for most, *pair in _RELATIVE_WEIGHTS if before < most)
            return str(bolder if text == "bolder" else lighter)
        words = {"normal": 400.0, "bold": 700.0}
        try:
            weight = words[text] if text in words else parse_factor(text)
        except ValueError:
            return str(before)
        return str(round(weight)) if 1 <= weight <= 1000 else str(before)

    def turn_around(self, transform: Transform, origin: str) -> Transform:
        """Return a transform around the point of a `transform-origin`; raises ValueError."""
        if not origin.strip() or transform == scene.IDENTITY:
            return transform
        x, y = self._find_origin(origin)
        return scene.compose_transforms(shift(transform, x, y), translation(-x, -y))

    def _find_origin(self, text: str) -> tuple[float, float]:
        words = text.lower().split()
        if len(words) > 1 and (words[0] in ("top", "bottom") or words[1] in ("left", "right")):
            words[:2] = words[1::-1]
        if len(words) == 1:
            words = ["center", *words] if words[0] in ("top", "bottom") else [*words, "center"]
        x, y = (
            _MIDDLES[word] * whole if word in _MIDDLES else self.measure(word, whole)
            for word, whole in zip(words, (self.width, self.height), strict=False)
        )
        return x, y


def resolve_paint(text: str, around: SvgContext) -> str:
    """Return the value of a paint in which `context-fill` and `context-stroke` have their values."""
    word = text.strip()
    return around.context.get(word.lower(), "none") if word.lower().startswith("context-") else word


def split_paint(text: str) -> tuple[str, str]:
    """Return the id that a paint refers to, or an empty text, and the colour that replaces it."""
    if not text.lower().startswith("url("):
        return "", text
    link, _, fallback = text.partition(")")
    return find_link(f"{link})"), fallback.strip()


def measure_length(text: str, *, em: float, rem: float, whole: float = 0.0) -> float:
    """Return a length in pixels; `whole` is 100 %. Raises ValueError for an invalid length."""
    match = _LENGTH.fullmatch(text.strip())
    unit = match[2].lower() if match else "?"
    units = {**_UNITS, "em": em, "rem": rem, "ex": em / 2, "ch": em / 2, "%": whole / 100}
    if match is None or unit not in units:
        raise ValueError(f"invalid length `{text}`")
    length = float(match[1]) * units[unit]
    check_numbers(length)
    return length


def parse_share(text: str) -> float:
    """Return an opacity or an offset from 0 to 1; raises ValueError."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or match[2] not in ("", "%"):
        raise ValueError(f"`{text}` is not a number from 0 to 1")
    return min(max(float(match[1]) / (100 if match[2] else 1), 0.0), 1.0)


def parse_factor(text: str) -> float:
    """Return a number without a unit; raises ValueError."""
    if not re.fullmatch(NUMBER, text.strip()):
        raise ValueError(f"`{text}` is not a number")
    check_numbers(number := float(text))
    return number


def parse_numbers(text: str) -> list[float]:
    """Return the numbers of a list; raises ValueError."""
    numbers = [float(number) for number in re.findall(NUMBER, text)]
    if re.sub(NUMBER, "", text).strip(" ,\t\r\n"):
        raise ValueError(f"`{text}` is not a list of numbers")
    check_numbers(*numbers)
    return numbers


def parse_angle(text: str) -> float:
    """Return an angle in degrees; raises ValueError."""
    match = _ANGLE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"`{text}` is not an angle, such as `45` or `0.5turn`")
    return float(match[1]) * _TURNS[match[2] or ""]


def find_link(text: str | None) -> str:
    """Return the id that `#id` or `url(#id)` refers to; empty if the text begins with neither."""
    match = _LINK.match((text or "").strip())
    return unquote((match[1] or match[2]).strip()) if match else ""


def list_links(text: str) -> list[str]:
    """Return the ids of all `url(#id)` in a value, such as that of a `filter`."""
    return [find_link(one) for one in re.findall(r"url\([^)]*\)", text)]


@lru_cache(maxsize=1024)
def parse_svg_colour(text: str, current: str = "#000") -> Colour | None:
    """Return a colour, or None for `none`; raises ValueError if it is unknown."""
    if len(text) > _MOST_OF_COLOUR:
        raise ValueError("a text that long is not a colour")
    # A profile may follow: `#c40 icc-color(...)`.
    text = _COMMENT.sub(" ", text).partition(" icc-color")[0].strip()
    if text.lower() in ("none", ""):
        return None
    if text.lower() == "currentcolor":
        return parse_svg_colour(current if current.lower() != "currentcolor" else "#000")
    return Colour(*parse_colour(_clamp_numbers(text.lower())))


def _clamp_numbers(text: str) -> str:
    """Return a colour of a function with short numbers, which are at most what they may be (CSS Color 4)."""
    if not _SCALED.fullmatch(text):
        return text
    head, paren, rest = text.partition("(")
    rest = _PERCENT.sub(lambda found: f"{min(max(float(found[0][:-1]), 0.0), 100.0):.4g}%", rest)
    is_rgb = head.startswith("rgb") and "%" not in rest.partition("/")[0].rsplit(",", 1)[0]
    count = 0

    def clamp(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        value = float(found[0])
        return f"{min(max(value, 0.0), 255.0) if is_rgb and count < 4 else value:.4g}"

    return head + paren + re.sub(NUMBER, clamp, rest)


@lru_cache(maxsize=1024)
def parse_svg_transform(text: str) -> Transform:
    """Return the functions of a `transform`; raises ValueError for unknown ones and for large numbers."""
    text = "" if text.strip() == "none" else text
    calls, at = list[tuple[str, str]](), 0
    while match := _CALL.match(text, at):
        calls.append((match[1], match[2]))
        at = match.end()
    if text[at:].strip(" ,\t\r\n"):
        raise ValueError(f"invalid transform `{text}`")
    matrix = reduce(scene.compose_transforms, starmap(_make_transform, calls), scene.IDENTITY)
    check_numbers(*matrix)
    return matrix


def _make_transform(name: str, given: str) -> Transform:
    # Style sheets write `translate(3px, 4px) rotate(0.5turn)`.
    turned = _INNER_ANGLE.sub(lambda found: str(float(found[1]) * _TURNS[found[2]]), given)
    match name, parse_numbers(turned.replace("px", "")):
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate" | "translateX", [x]:
            return translation(x, 0.0)
        case "translateY", [y]:
            return translation(0.0, y)
        case "translate", [x, y]:
            return translation(x, y)
        case "scale", [x, *more] if len(more) < 2:
            return (x, 0.0, 0.0, more[0] if more else x, 0.0, 0.0)
        case "scaleX", [x]:
            return (x, 0.0, 0.0, 1.0, 0.0, 0.0)
        case "scaleY", [y]:
            return (1.0, 0.0, 0.0, y, 0.0, 0.0)
        case "rotate", [degrees, *middle] if len(middle) in (0, 2):
            return scene.rotation(degrees, *(middle or (0.0, 0.0)))
        case "skewX", [degrees]:
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", [degrees]:
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    raise ValueError(f"unknown transform `{name}`")


def parse_box(text: str) -> tuple[float, float, float, float] | None:
    """Return the left, top, width, and height of a `viewBox`; None if it is empty. Raises ValueError."""
    numbers = parse_numbers(text)
    if len(numbers) != 4:
        raise ValueError(f"invalid viewBox `{text}`")
    left, top, width, height = numbers
    return (left, top, width, height) if 0 < width <= MOST_CUTS and 0 < height <= MOST_CUTS else None


def fit_view_box(
    box: tuple[float, float, float, float], width: float, height: float, aspect: str
) -> Transform:
    """Return the transform of a view box into a viewport at (0, 0), by its `preserveAspectRatio`."""
    left, top, across, down = box
    scales = width / across, height / down
    if "none" not in aspect:
        scales = (max(scales) if "slice" in aspect else min(scales),) * 2
    shares = {"Min": 0.0, "Max": 1.0}
    x, y = (shares.get(aspect[at + 1 : at + 4], 0.5) if at >= 0 else 0.5 for at in map(aspect.find, "xY"))
    x = (width - across * scales[0]) * x - left * scales[0]
    y = (height - down * scales[1]) * y - top * scales[1]
    return (scales[0], 0.0, 0.0, scales[1], x, y)
