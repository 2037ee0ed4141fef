"""Values of SVG attributes: colours, lengths, transforms, and what elements inherit."""

import math
import re
from collections.abc import Mapping
from functools import lru_cache, reduce
from itertools import starmap

from generator.model.language.scalars import parse_colour
from generator.model.values import dataclass, field, replace
from generator.scene.shapes import IDENTITY, Colour, Transform, compose, rotation, translation
from generator.scene.svg_outline import MOST, check_numbers

INHERITED = {
    **dict.fromkeys(("color", "fill"), "#000"),
    **dict.fromkeys(("clip-rule", "fill-rule"), "nonzero"),
    **dict.fromkeys(("fill-opacity", "stroke-opacity", "stroke-width"), "1"),
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end", "stroke", "stroke-dasharray"), "none"),
    "font-size": "16",
    "paint-order": "normal",
    "stroke-dashoffset": "0",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "visibility": "visible",
}
"""Properties that elements inherit, and their initial values."""

_UNITS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6}
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*([a-zA-Z%]*)\s*")
_CALL = re.compile(r"\s*([a-zA-Z]+)\s*\(([^)]*)\)\s*,?")
_VARIABLE = re.compile(r"var\([^,)]*,?\s*([^)]*)\)")
_ANGLE = re.compile(rf"({_NUMBER})(deg|g?rad|turn)")
_TURNS = {"deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}


@dataclass(frozen=True, slots=True)
class Around:
    """The properties that an element inherits from the elements around it."""

    width: float
    """Size of the viewport, of which percentages are parts."""
    height: float
    transform: Transform = IDENTITY
    style: Mapping[str, str] = field(default_factory=lambda: INHERITED)
    depth: int = 0
    is_clip: bool = False
    """True inside of a clip path, where only outlines matter."""

    def inherit(self, given: Mapping[str, str]) -> "Around":
        """Return what an element with these attributes gives to those inside; raises ValueError."""
        names = INHERITED.keys() & given.keys()
        own = {name: given[name] for name in names if given[name] not in ("inherit", "")}
        if "marker" in given:
            own |= {f"marker-{place}": given["marker"] for place in ("start", "mid", "end")}
        if own.get("color", "").lower() == "currentcolor":
            del own["color"]
        if "font-size" in own:
            try:
                own["font-size"] = str(self.measure(own["font-size"], self.measure(self.style["font-size"])))
            except ValueError:
                # `medium`, `larger`
                del own["font-size"]
        transform = self.transform
        if given.get("transform", "none") != "none":
            transform = compose(transform, parse_transform(given["transform"]))
            check_numbers(*transform)
        return replace(self, transform=transform, style={**self.style, **own}, depth=self.depth + 1)

    def begin_anew(self, transform: Transform, **style: str) -> "Around":
        """Return what something with a transform and a style of its own gets, such as a marker."""
        return replace(self, transform=transform, style={**INHERITED, **style})

    def measure(self, text: str, whole: float = 0.0) -> float:
        """Return a length in pixels; `whole` is 100 %. Raises ValueError for an invalid length."""
        match, em = _LENGTH.fullmatch(text), float(self.style["font-size"])
        units = {**_UNITS, "em": em, "rem": em, "ex": em / 2, "ch": em / 2, "%": whole / 100}
        if match is None or match[2].lower() not in units:
            raise ValueError(f"invalid length `{text}`")
        length = float(match[1]) * units[match[2].lower()]
        check_numbers(length)
        return length

    def measure_side(self, name: str, text: str) -> float:
        """Return the value of an attribute such as `x`, `height`, or `r`."""
        across = name[-1] == "x" or name in ("x1", "x2", "width")
        down = name[-1] == "y" or name in ("y1", "y2", "height")
        diagonal = math.hypot(self.width, self.height) / math.sqrt(2)
        return self.measure(text, self.width if across else self.height if down else diagonal)


def parse_share(text: str) -> float:
    """Return an opacity or an offset from 0 to 1; raises ValueError."""
    match = _LENGTH.fullmatch(text)
    if match is None or match[2] not in ("", "%"):
        raise ValueError(f"`{text}` is not a number from 0 to 1")
    return min(max(float(match[1]) / (100 if match[2] else 1), 0.0), 1.0)


@lru_cache(maxsize=1024)
def parse_svg_colour(text: str, current: str = "#000") -> Colour | None:
    """Return a colour, or None for `none`; raises ValueError if it is unknown."""
    # A profile may follow: `#c40 icc-color(...)`.
    text = _VARIABLE.sub(r"\1", text).partition(" icc-color")[0].strip()
    if text.lower() in ("none", "", "context-stroke", "context-fill"):
        return None
    if text.lower() == "currentcolor":
        return parse_svg_colour(current)
    if "(" in text:
        text = re.sub(_NUMBER, lambda found: f"{float(found[0]):.4g}", text)
    return Colour(*parse_colour(text.lower()))


def parse_numbers(text: str) -> list[float]:
    """Return the numbers of a list; raises ValueError."""
    numbers = [float(number) for number in re.findall(_NUMBER, text)]
    if re.sub(_NUMBER, "", text).strip(" ,\t\r\n"):
        raise ValueError(f"`{text}` is not a list of numbers")
    check_numbers(*numbers)
    return numbers


@lru_cache(maxsize=1024)
def parse_transform(text: str) -> Transform:
    """Return the functions of a `transform`; raises ValueError for unknown ones and for large numbers."""
    if _CALL.sub("", text).strip():
        raise ValueError(f"invalid transform `{text}`")
    matrix = reduce(compose, starmap(_make_transform, _CALL.findall(text)), IDENTITY)
    check_numbers(*matrix)
    return matrix


def _make_transform(name: str, given: str) -> Transform:
    # Style sheets write `translate(3px, 4px) rotate(0.5turn)`.
    turned = _ANGLE.sub(lambda found: str(float(found[1]) * _TURNS[found[2]]), given)
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
        case "rotate", [degrees, *middle] if len(middle) in (0, 2):
            return rotation(degrees, *(middle or (0.0, 0.0)))
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
    return (left, top, width, height) if 0 < width <= MOST and 0 < height <= MOST else None


def fit_box(box: tuple[float, float, float, float], width: float, height: float, aspect: str) -> Transform:
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
