"""Elements as a person would write them: shared styles, texts that may overlap, and boxes within the card."""

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from generator.imports.draft import DraftElement
from generator.read.declared.table_cells import make_name
from generator.read.files.text_files import derive_id
from generator.read.pieces.foreign import parse_foreign_colour


def name_styles(elements: Sequence[DraftElement]) -> dict[str, dict[str, Any]]:
    """Give elements that look alike the name of a style, and return the styles.

    A style has the name that its first element asks for, or that of its text. One that is used once becomes
    keys of its element, or a change of one key to a style that it resembles.
    """
    uses: dict[str, list[DraftElement]] = {}
    for element in elements:
        if element.style:
            uses.setdefault(str(element.style), []).append(element)
    styles: dict[str, dict[str, Any]] = {}
    for alike in uses.values():
        if len(alike) > 1:
            _use_style(_add_style(alike[0], alike[0].style, styles), alike, styles)
    single = [alike[0] for alike in uses.values() if len(alike) == 1]
    while single:
        first, *others = single
        like = next((name for name, style in styles.items() if _resembles(first.style, style)), "")
        alike = [first, *(other for other in others if _resembles(other.style, first.style))]
        if like or len(alike) < _LEAST_ALIKE:
            alike = [first]
        else:
            like = _add_style(first, first.style, styles)
        _use_style(like, alike, styles)
        single = [element for element in single if element not in alike]
    return styles


_LEAST_SHARED, _LEAST_ALIKE = 3, 4
"""Keys of a style, and elements that differ in one of them, that are worth a name."""


def _resembles(own: Mapping[str, Any], style: Mapping[str, Any]) -> bool:
    """Return True if an element can have a style with another value of at most one key."""
    shared = sum(own.get(key) == value for key, value in style.items())
    return style.keys() <= own.keys() and shared >= max(len(style) - 1, _LEAST_SHARED)


def _add_style(first: DraftElement, style: dict[str, Any], styles: dict[str, dict[str, Any]]) -> str:
    name = find_free_name(first.style_name or _name_style(str(first.keys["text"])), styles)
    styles[name] = style
    return name


def _use_style(name: str, elements: Iterable[DraftElement], styles: Mapping[str, dict[str, Any]]) -> None:
    """Give elements a style, if it has a name, and the keys that they have in place of its own."""
    style = styles.get(name, {})
    for element in elements:
        own = {key: value for key, value in element.style.items() if style.get(key) != value}
        element.keys = ({"style": name} if name else {}) | element.keys | own


def _name_style(text: str) -> str:
    field = re.search(r"\{([a-z]\w*)", text)
    return f"{field[1] if field else derive_id(' '.join(text.split()[:2])[:24], 'plain')}_text"


_COLOURS = ("fill", "stroke", "colour", "tint", "pattern_colour")
_NUMBERS = ("number", "total", "count", "copy", "index", "id", "item")
"""Names that have a meaning in expressions."""


def name_constants(
    elements: Sequence[DraftElement], texts: Iterable[tuple[str, str]], fields: Collection[str]
) -> dict[str, str]:
    """Write the author's names for colours that are used twice or more, and return these constants.

    `texts` are names of the source with their texts, and `fields` are names that are taken.
    """
    uses: dict[str, list[dict[str, Any]]] = {}
    for keys in (keys for element in elements for keys in (element.keys, element.style)):
        for value in {str(keys[key]) for key in _COLOURS if key in keys}:
            uses.setdefault(value, []).append(keys)
    constants: dict[str, str] = {}
    for given, text in texts:
        name, value = derive_id(make_name(given), ""), parse_foreign_colour(text)
        if not name or name in {*constants, *fields, *_NUMBERS} or len(uses.get(value, ())) < 2:
            continue
        constants[name] = value
        for keys in uses.pop(value):
            keys |= {key: f"{{{name}}}" for key in _COLOURS if keys.get(key) == value}
    return constants


def find_free_name(name: str, *taken: Mapping[str, Any]) -> str:
    """Return a name, with a number if it is taken: `name_text_2`."""
    known = {other for names in taken for other in names}
    number = 2
    free = name
    while free in known:
        free, number = f"{name}_{number}", number + 1
    return free


def allow_overlaps(elements: Sequence[DraftElement]) -> None:
    """Let texts overlap earlier ones, and later shapes overlap them: other tools have no rule against it."""
    words = [element for element in elements if element.kind == "words"]
    for place, later in enumerate(words):
        if any(may_overlap(later.bounds, earlier.bounds) for earlier in words[:place]):
            later.keys["over"] = True
    for place, element in enumerate(elements):
        covers = (_measure_cover(later) for later in elements[place + 1 :] if element.kind == "words")
        if element.bounds and any(cover and may_overlap(element.bounds, cover) for cover in covers):
            element.keys["over"] = True


def _measure_cover(element: DraftElement) -> Sequence[float] | None:
    """Return the box of a line or a shape in the unit of the deck; None for others."""
    keys = element.keys
    if element.kind not in _COVERS or "angle" in keys:
        return None
    if "at" in keys:
        return _ANYWHERE
    box, given = keys.get("box"), keys.get("points")
    points: list[Any] = given if isinstance(given, list) else [keys.get("from", ()), keys.get("to", ())]
    try:
        if isinstance(box, list):
            return [float(side) for side in box]
        places = [[float(side) for side in point] for point in points]
    except (TypeError, ValueError):
        return None
    if not places or any(len(place) != 2 for place in places):
        return None
    (left, top), (right, bottom) = (list(map(end, zip(*places, strict=True))) for end in (min, max))
    return left, top, max(right - left, _TINY), max(bottom - top, _TINY)


_ANYWHERE = (-1e6, -1e6, 2e6, 2e6)
"""Box of what is in several places, which are computed."""
_COVERS = ("panel", "line", "polyline", "polygon", "star", "arc", "sector")


def may_overlap(first: Sequence[float] | None, second: Sequence[float] | None, *, least: float = 0.0) -> bool:
    """Return True if two boxes overlap, or may overlap, since the place of one differs from card to card."""
    if first is None or second is None:
        return True
    return all(
        first[side] < second[side] + second[side + 2] - least
        and second[side] < first[side] + first[side + 2] - least
        for side in (0, 1)
    )


def is_tight(
    text: str, points: float, bounds: Sequence[float] | None, cells: Mapping[str, Sequence[str]]
) -> bool:
    """Return True if a text may not fit its box at its size, on the card that has the longest one."""
    if bounds is None:
        return False

    def find_longest(field_name: re.Match[str]) -> str:
        return max(cells.get(field_name[1], ()), key=len, default="")

    shown = re.sub(r"(?<!\\)\{(\w+)\}", find_longest, text)
    letters = max(bounds[2] / (points * _LETTER), 1)
    lines = sum(max(math.ceil(len(line) / letters), 1) for line in shown.split("\n"))
    return lines * points * _LINE > bounds[3] or max(map(len, shown.split()), default=0) > letters


_LETTER, _LINE = 0.2, 0.5
"""Width of a letter and height of a line in mm, for type of 1 pt: somewhat more than most have."""


def cut_to_card(start: float, size: float, side: float, *, is_centred: bool) -> tuple[float, float]:
    """Return a part of a side within the card; around the same middle if what it holds is centred there."""
    before, after = max(0.0, -start), max(0.0, start + size - side)
    if before < _TINY and after < _TINY:
        return start, size
    if is_centred:
        before = after = max(before, after)
    return start + before, size - before - after


_TINY = 0.01


def turn_within(
    bounds: tuple[float, float, float, float], degrees: float, card: tuple[float, float]
) -> tuple[float, float, float, float]:
    """Return a box, which is turned around its middle, so small that it is within the card."""
    left, top, width, height = bounds
    middle = left + width / 2, top + height / 2
    if round(degrees) % 180 == 90:
        across = cut_to_card(middle[0] - height / 2, height, card[0], is_centred=True)
        down = cut_to_card(middle[1] - width / 2, width, card[1], is_centred=True)
        width, height = max(down[1], 1.0), max(across[1], 1.0)
        x = min(max(middle[0], height / 2), card[0] - height / 2)
        y = min(max(middle[1], width / 2), card[1] - width / 2)
        return x - width / 2, y - height / 2, width, height
    sine, cosine = (abs(function(math.radians(degrees))) for function in (math.sin, math.cos))
    outer = width * cosine + height * sine, width * sine + height * cosine
    rests = (min(middle[0], card[0] - middle[0]), min(middle[1], card[1] - middle[1]))
    share = min(1.0, *(2 * max(rest, 1.0) / max(side, 0.01) for rest, side in zip(rests, outer, strict=True)))
    return middle[0] - width * share / 2, middle[1] - height * share / 2, width * share, height * share
