"""The one list of what the SVG reader honours: elements, their attributes, and properties with their values.

What can change the look and is not honoured is judged: resvg draws it, or nothing does.
"""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from generator.errors import find_near
from generator.model.values import dataclass

PropertyUse: TypeAlias = Literal[
    "any", "fill", "stroke", "scaled", "shape", "text", "image", "gradient", "view", "root"
]
"""Elements on which a property has an effect: `view` is a viewport, `scaled` an enlarged line."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A property that can change the look."""

    initial: str = ""
    inherits: bool = False
    shown: str = ""
    """Pattern of the values, in lower case, that shapes show; empty: all, or the reader reports others."""
    drawn: str = ""
    """Pattern of other values, which resvg draws."""
    on: PropertyUse = "any"
    reason: str = ""
    """Why a file with a drawn value is drawn as pixels."""


def _never(
    on: PropertyUse = "any", initial: str = "none|normal|auto|0|0px", *, inherits: bool = False
) -> Trait:
    """Return a property that neither shapes nor resvg show unless it has its initial value."""
    return Trait(initial.partition("|")[0], inherits, shown=initial, on=on)


_LINK = r"none|url\(.*\)"
_ANY = ".+"
_ORDER = r"normal|(?:(?:fill|stroke|markers)\s*){1,3}"

PROPERTIES: Mapping[str, Trait] = {
    # Paints
    "color": Trait("#000", inherits=True),
    **{name: Trait(initial, inherits=True) for name, initial in (("fill", "#000"), ("stroke", "none"))},
    "fill-opacity": Trait("1", inherits=True),
    "stroke-opacity": Trait("1", inherits=True),
    "fill-rule": Trait("nonzero", inherits=True, shown="nonzero|evenodd", on="fill"),
    "clip-rule": Trait("nonzero", inherits=True, shown="nonzero|evenodd", on="shape"),
    "stroke-width": Trait("1", inherits=True),
    "stroke-dasharray": Trait("none", inherits=True),
    "stroke-dashoffset": Trait("0", inherits=True),
    "stroke-linecap": Trait("butt", inherits=True, shown="butt|round|square", on="stroke"),
    "stroke-linejoin": Trait(
        "miter", inherits=True, shown="miter|round|bevel", drawn="miter-clip|arcs", on="stroke",
        reason="it has lines with unusual corners",
    ),
    "stroke-miterlimit": Trait("4", inherits=True),
    "paint-order": Trait("normal", inherits=True, shown=_ORDER, on="shape"),
    **{
        name: Trait("none", inherits=True, shown=_LINK, on="shape")
        for name in ("marker-start", "marker-mid", "marker-end")
    },
    "opacity": Trait("1"),
    "stop-color": Trait("#000"),
    "stop-opacity": Trait("1"),
    "color-interpolation": Trait("srgb", inherits=True, shown="auto|srgb", on="gradient"),
    # Places
    "display": Trait("inline", shown="[a-z -]+"),
    "visibility": Trait("visible", inherits=True, shown="visible|hidden|collapse"),
    "overflow": Trait("visible", shown="visible|hidden|scroll|auto|clip", on="view"),
    "transform": Trait("none"),
    "transform-origin": Trait("0 0"),
    "transform-box": Trait("view-box", shown="view-box"),
    "vector-effect": Trait("none", shown="none|default", on="scaled"),
    **{name: _never() for name in ("rotate", "scale", "translate", "offset-path", "zoom", "perspective")},
    "clip": _never("view", "auto"),
    # Effects
    "clip-path": Trait("none", shown=_LINK),
    "mask": Trait("none", shown=_LINK),
    "mask-type": Trait("luminance", shown="luminance", drawn="alpha", reason="it has masks"),
    **{name: _never() for name in ("mask-image", "mask-border", "mask-border-source", "backdrop-filter")},
    **{name: _never() for name in ("-webkit-mask", "-webkit-mask-image", "box-shadow")},
    "filter": Trait("none", shown="none", drawn=_ANY, reason="it has filters"),
    "mix-blend-mode": Trait("normal", shown="normal", drawn="[a-z-]+", reason="it mixes colours"),
    "isolation": Trait("auto", shown="auto|isolate"),
    "image-rendering": Trait(
        "auto", inherits=True, shown="auto|smooth|optimizequality|high-quality", drawn="[a-z-]+", on="image",
        reason="it has pictures with hard pixels",
    ),
    "background": _never("root", "none|transparent|0|0 0"),
    "background-color": _never("root", "none|transparent"),
    "background-image": _never("root", "none"),
    # Text, which resvg draws
    **{
        name: Trait(initial, inherits=True, on="text")
        for name, initial in (
            ("font-family", ""), ("font-size", "16"), ("font-style", "normal"), ("font-weight", "400"),
            ("font-kerning", "auto"),
            ("font-variation-settings", "normal"), ("font-optical-sizing", "auto"),
            ("letter-spacing", "normal"),
            ("word-spacing", "normal"), ("text-anchor", "start"), ("dominant-baseline", "auto"),
            ("text-rendering", "auto"), ("white-space", "normal"),
        )
    },
    "font-variant": _never("text", "normal|none|small-caps", inherits=True),
    **{
        f"font-variant-{name}": _never("text", "normal|common-ligatures", inherits=True)
        for name in ("alternates", "caps", "east-asian", "ligatures", "numeric", "position")
    },
    "font-stretch": _never("text", "normal|100%", inherits=True),
    "kerning": _never("text", "auto", inherits=True),
    "writing-mode": _never(
        "text", "lr|lr-tb|rl|rl-tb|tb|tb-rl|horizontal-tb|vertical-rl|vertical-lr", inherits=True
    ),
    **dict.fromkeys(("alignment-baseline", "baseline-shift", "text-decoration"), Trait("auto", on="text")),
    "direction": _never("text", "ltr", inherits=True),
    "unicode-bidi": _never("text", "normal|embed|isolate|plaintext"),
    "font-size-adjust": _never("text", "none", inherits=True),
    "font-feature-settings": _never("text", "normal", inherits=True),
    "text-transform": _never("text", "none", inherits=True),
    "text-shadow": _never("text", "none", inherits=True),
    "text-orientation": _never("text", "mixed", inherits=True),
    "glyph-orientation-vertical": _never("text", "auto", inherits=True),
    "glyph-orientation-horizontal": _never("text", "auto|0|0deg", inherits=True),
    "-webkit-text-stroke": _never("text", "0", inherits=True),
}  # fmt: skip
"""Every property that can change the look of a still picture."""

INITIAL: Mapping[str, str] = {name: trait.initial for name, trait in PROPERTIES.items() if trait.inherits}
"""Properties that elements inherit, and their initial values."""

_GEOMETRY = frozenset(["cx", "cy", "d", "height", "r", "rx", "ry", "width", "x", "y"])
"""Attributes that style sheets may set, too (SVG 2, 2.12)."""
_HARMLESS = frozenset(
    [
        "all",
        "animation",
        "appearance",
        "block-progression",
        "border",
        "box-sizing",
        "color-profile",
        "color-rendering",
        "cursor",
        "float",
        "content",
        "contain",
        "enable-background",
        "font-synthesis",
        "font-palette",
        "fill-color",
        "inline-size",
        "line-height",
        "line-spacing",
        "margin",
        "max-height",
        "max-width",
        "min-height",
        "min-width",
        "object-fit",
        "outline",
        "padding",
        "pointer-events",
        "position",
        "resize",
        "shape-inside",
        "shape-margin",
        "shape-padding",
        "shape-rendering",
        "shape-subtract",
        "solid-color",
        "solid-opacity",
        "speak",
        "tab-size",
        "text-align",
        "text-align-last",
        "text-decoration-skip-ink",
        "text-indent",
        "text-justify",
        "text-overflow",
        "text-size-adjust",
        "text-underline-position",
        "text-wrap",
        "touch-action",
        "transition",
        "user-select",
        "vertical-align",
        "whitespace",
        "will-change",
        "word-wrap",
        "overflow-wrap",
        "word-break",
        "hyphens",
        "quotes",
        "order",
        "z-index",
        "left",
        "right",
        "top",
        "bottom",
        "inset",
        "flex",
        "gap",
        "color-interpolation-filters",
        "flood-color",
        "flood-opacity",
        "lighting-color",
        "audio-level",
        "buffered-rendering",
        "viewport-fill",
        "viewport-fill-opacity",
        "marker",
        "font",
        "src",
        "unicode-range",
        "forced-color-adjust",
        "color-scheme",
        "color-adjust",
        "print-color-adjust",
        "accent-color",
        "caret-color",
        "scroll-behavior",
        "aspect-ratio",
        "list-style",
        "columns",
        "orphans",
        "widows",
        "page-break-inside",
        "page-break-before",
        "page-break-after",
        "clear",
    ]
)
"""Properties that change nothing in a still SVG file, or only inside of what resvg draws anyway."""
_HARMLESS_STARTS = (
    "-", "animation-", "border-", "font-variant-", "font-synthesis-", "grid-", "list-style-", "margin-",
    "mask-", "outline-", "overflow-", "padding-", "text-decoration-", "text-emphasis", "transition-",
    "align-", "justify-", "background-", "flex-", "object-", "scroll", "stroke-dash", "place-",
    "text-line-through", "text-autospace", "text-overline", "text-underline", "layout-", "text-kashida",
    "column-", "line-", "page-", "user-", "offset-", "marker-", "word-", "text-spacing", "text-wrap",
    "ruby-", "mso-", "st-", "shape-", "overscroll", "color-",
)  # fmt: skip

_SIZES = ("x", "y", "width", "height")
_ASPECT = ("viewBox", "preserveAspectRatio")
_BY_ELEMENT: Mapping[str, tuple[str, ...]] = {
    "a": (),
    "circle": ("cx", "cy", "r", "pathLength"),
    "clipPath": ("clipPathUnits",),
    "defs": (),
    "ellipse": ("cx", "cy", "rx", "ry", "pathLength"),
    "g": (),
    "image": (*_SIZES, "preserveAspectRatio", "href"),
    "line": ("x1", "x2", "y1", "y2", "pathLength"),
    "linearGradient": (
        "x1", "x2", "y1", "y2", "gradientUnits", "gradientTransform", "spreadMethod", "href",
    ),
    "marker": (*_ASPECT, "markerHeight", "markerUnits", "markerWidth", "orient", "refX", "refY"),
    "mask": (*_SIZES, "maskContentUnits", "maskUnits"),
    "path": ("d", "pathLength"),
    "pattern": (
        *_SIZES, *_ASPECT, "patternUnits", "patternContentUnits", "patternTransform", "href",
    ),
    "polygon": ("points", "pathLength"),
    "polyline": ("points", "pathLength"),
    "radialGradient": (
        "cx", "cy", "r", "fx", "fy", "fr", "gradientUnits", "gradientTransform", "spreadMethod", "href",
    ),
    "rect": (*_SIZES, "rx", "ry", "pathLength"),
    "stop": ("offset",),
    "style": ("type", "media"),
    "svg": (*_SIZES, *_ASPECT, "baseProfile", "version", "zoomAndPan"),
    "switch": (),
    "symbol": (*_SIZES, *_ASPECT, "refX", "refY"),
    "text": ("x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust"),
    "textPath": ("href", "startOffset", "method", "spacing", "side", "path", "textLength", "lengthAdjust"),
    "tref": ("href",),
    "tspan": ("x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust"),
    "use": (*_SIZES, "href"),
    "view": (),
}  # fmt: skip
"""Elements that the reader knows, and their own attributes."""
_HONOURED = {("textPath", "side"): "left", ("textPath", "method"): "align"}
"""Values of attributes of texts that resvg shows; all values of the others."""
_EVERYWHERE = ("id", "class", "style", "lang", "tabindex", "role", "systemLanguage", "requiredExtensions")
_LIKE = 0.6
"""Minimum similarity of a misspelled element: `<rectangle>` is `<rect>`."""
_IN_FILTERS = re.compile("fe[A-Z][a-zA-Z]+|filter")

LEFT_OUT: Mapping[str, str] = {
    **dict.fromkeys(
        ("animate", "animateColor", "animateMotion", "animateTransform", "set"),
        "has animations, which are left out: it is drawn as it is without them",
    ),
    "script": "has scripts, which are left out: what they would draw is missing",
    **dict.fromkeys(
        ("flowRoot",), "has flowed text, which is left out (in Inkscape: Text > Convert to Text)"
    ),
    **dict.fromkeys(
        ("foreignObject", "iframe", "audio", "video", "canvas"),
        "has HTML, which is left out; convert it to SVG text or shapes",
    ),
    **dict.fromkeys(
        ("font", "font-face"), "has a font inside, which is left out; put the font's file into `fonts/`"
    ),
    **dict.fromkeys(
        ("mesh", "meshgradient", "hatch", "solidcolor", "solidColor", "meshGradient"),
        "has paints of SVG 2 that no program draws, which are left out",
    ),
}
"""Elements that are left out with their contents, and the message about each."""
NO_LOOK = frozenset(
    [
        "desc",
        "title",
        "metadata",
        "view",
        "cursor",
        "color-profile",
        "animateMotion",
        "mpath",
        "discard",
        "handler",
        "listener",
        "prefetch",
        "glyph",
        "missing-glyph",
        "font-face-src",
        "font-face-name",
        "font-face-uri",
        "font-face-format",
        "hkern",
        "vkern",
        "glyphRef",
        "unknown",
        "namedview",
        "perspective",
        "grid",
        "guide",
        "RDF",
        "Work",
        "format",
        "type",
        "path-effect",
    ]
)
"""Elements that draw nothing in any program, or only inside of what is left out."""


def is_known_element(tag: str) -> bool:
    """Return True if the reader knows an element, or resvg does in filters."""
    return tag in _BY_ELEMENT or tag in NO_LOOK or _IN_FILTERS.fullmatch(tag) is not None


def describe_unknown_element(tag: str) -> tuple[str, str]:
    """Return a message about an unknown element, and a hint."""
    near = find_near(tag, _BY_ELEMENT, likeness=_LIKE)
    return f"unknown element `<{tag}>`, which is left out", f"did you mean `<{near[0]}>`?" if near else ""


def is_property(name: str) -> bool:
    """Return True if style sheets can set an attribute of this name."""
    return name in PROPERTIES or name in _GEOMETRY


@lru_cache(maxsize=4096)
def guess_attribute(tag: str, name: str) -> str:
    """Return the name that was probably meant if an unknown attribute resembles one; otherwise, empty."""
    known = {*_BY_ELEMENT.get(tag, ()), *_EVERYWHERE, *PROPERTIES}
    if name in known or is_harmless(name) or len(name) < 3 or _IN_FILTERS.fullmatch(tag):
        return ""
    return "".join(find_near(name, sorted(known), likeness=0.8)[:1])


def is_harmless(name: str) -> bool:
    """Return True if a property or an attribute never changes the look, or not on its own."""
    return (
        name in _HARMLESS or name.startswith(_HARMLESS_STARTS) or name.startswith(("data-", "aria-", "xml"))
    )


def is_honoured(tag: str, name: str, value: str) -> bool:
    """Return False for an attribute of texts whose value cannot be drawn."""
    return value.strip() == _HONOURED.get((tag, name), value.strip())


@dataclass(frozen=True, slots=True)
class TraitEffect:
    """Effect of a value that shapes cannot show: the file becomes pixels, or the value is left out."""

    reason: str = ""
    """Why the file is drawn as pixels; empty: nothing draws it."""


@lru_cache(maxsize=4096)
def judge_value(name: str, value: str, uses: frozenset[str]) -> TraitEffect | None:
    """Return what becomes of the value of a property; None if shapes show it, or if it does not matter."""
    trait = PROPERTIES[name]
    if trait.on not in uses or not trait.shown:
        return None
    text = value.strip().lower()
    if not text or re.fullmatch(trait.shown, text, re.DOTALL):
        return None
    return TraitEffect(trait.reason if trait.drawn and re.fullmatch(trait.drawn, text, re.DOTALL) else "")


def list_own(tag: str, given: Collection[str]) -> list[str]:
    """Return the properties among the attributes of an element that elements do not inherit.

    `rotate` is a property, and an attribute of texts.
    """
    known = _BY_ELEMENT.get(tag, ())
    return [
        name for name in given if (trait := PROPERTIES.get(name)) and not trait.inherits and name not in known
    ]
