"""Properties that elements of SVG files inherit from the elements around them."""

import math
from collections.abc import Mapping

from generator.model.values import dataclass, field, replace
from generator.read.pictures.svg_traits import INITIAL
from generator.read.pictures.svg_values import find_link, measure_length, parse_factor, parse_svg_transform
from generator.scene import shapes as scene
from generator.scene.shapes import Transform, shift, translation
from generator.scene.svg_outline import check_numbers

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
