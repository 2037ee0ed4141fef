"""Texts of a Squib script: fonts, boxes within the card, and pictures among the letters."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.imports.draft import DraftElement, format_number
from generator.imports.squib.calls import (
    DEFAULT_FONT,
    GRADIENT,
    Bounds,
    SquibCall,
    is_true,
    list_angles,
    read_float,
)
from generator.imports.squib.cards import write_value
from generator.imports.squib.pango import translate_pango
from generator.imports.squib.pictures import add_icon, list_pictures
from generator.imports.texts import escape_marks
from generator.imports.tidying import cut_to_card, turn_within
from generator.read.declared.table_cells import make_name
from generator.read.files.text_files import derive_id

_STYLE_WORDS = {
    *(
        "regular",
        "normal",
        "book",
        "roman",
        "medium",
        "light",
        "thin",
        "heavy",
        "black",
        "condensed",
        "expanded",
    ),
    *("semi-bold", "demi-bold", "ultra-bold", "extra-bold", "semibold", "demibold", "ultrabold", "extrabold"),
    *("bold", "italic", "oblique", "small-caps"),
}
_PLAIN_FAMILIES = ("", "sans", "sans-serif", "system-ui")
_ALIGN = {"left": "start", "right": "end", "center": "center"}
_UPRIGHT = {"top": "top", "middle": "middle", "bottom": "bottom"}
_MM_OF_POINT = 25.4 / 72
_LINE = 1.4
"""Height of a line as a multiple of the size of its letters."""
_SMALLEST_TYPE = 5
"""Size in points down to which texts that do not fit are set."""


def draw_text(call: SquibCall) -> list[DraftElement]:
    """Return what `text` draws."""
    cards = call.pen.cards
    value = call.get("str", "Hello, World!")
    if isinstance(value, Mapping) and "time" in value:
        call.change("the day on which the script runs; it stays that of the import")
    hint = call.layout or f"text {call.line}"
    written = cards.make_text(value, hint, is_rich=True)
    if not written.strip():
        return []
    if is_true(call.get("markup")):
        written = _mark(call, written)
    written = _embed(call, written)
    sizes, style = _read_font(call)
    box, turned, placed = _fit_text(call, max(sizes))
    texts = (
        [write_value(one) for one in cards.spread(value)]
        if not isinstance(value, list) or written != "{copy}"
        else []
    )
    if max(sizes) > _SMALLEST_TYPE and any(_needs_small_type(texts, max(sizes), one) for one in placed):
        style["smallest"] = f"{_SMALLEST_TYPE} pt"
    bounds = placed[0] if len({*placed}) == 1 and not turned else None
    keys: dict[str, Any] = {"text": written, "box": box, **turned}
    return [DraftElement("words", keys, style=style, style_name=_name_style(call), bounds=bounds)]


def _mark(call: SquibCall, written: str) -> str:
    """Return a text, and the column that the script computed for it, with our marks for those of Pango."""
    pen = call.pen
    written, unknown = translate_pango(written)
    pen.is_marked = pen.is_marked or "{" in written
    for name, column in pen.cards.computed.items():
        if f"{{{pen.cards.name_computed(name)}}}" in written:
            marked = [translate_pango(text) for text in column]
            pen.cards.computed[name] = [text for text, _ in marked]
            unknown = {**unknown, **{tag: None for _, tags in marked for tag in tags}}
    for tag in unknown:
        call.leave_out(f"the tag {tag} of Pango; its text stays")
    return written


def _name_style(call: SquibCall) -> str:
    """Return the name of the layout that the layout of a text extends, or its own."""
    parents = call.entry.get("extends", "")
    parent = parents[0] if isinstance(parents, list) and parents else parents
    return name_layout(str(parent or call.layout)) if parent or call.layout else ""


def name_layout(layout: str) -> str:
    """Return the name of a layout as that of a style: `in_location` for `InLocation`."""
    return derive_id(make_name(layout), "plain")


def _read_font(call: SquibCall) -> tuple[list[float], dict[str, Any]]:
    """Return the sizes of the letters in points, and the keys of the style."""
    font = write_value(call.pen.cards.spread(call.get("font", call.pen.font))[0]) or DEFAULT_FONT
    font = call.pen.font if font in ("use_set", "default") else font
    described = re.fullmatch(r"(.*?)[\s,]*([\d.]+)?\s*(?:pt)?\s*", font)
    names, size = (described[1], described[2]) if described else (font, None)
    families = names.split(",")
    (family, styles), (_, others) = _split_styles(families[0]), _split_styles(families[-1])
    styles |= others
    given = [row[0] for row in call.spread(font_size=None)]
    plain = read_float(size) if size else 12.0
    scale = call.pen.type_scale
    sizes = [min(max((plain if one is None else one) * scale, 1), 500) for one in given]
    style: dict[str, Any] = {} if family.lower() in _PLAIN_FAMILIES else {"font": family}
    style["font_size"] = call.write_numbers(sizes, f"{call.layout or 'text'} size", "pt")
    style |= {"bold": True} if any("bold" in one or one in ("heavy", "black") for one in styles) else {}
    style |= {"italic": True} if {"italic", "oblique"} & styles else {}
    return sizes, {**style, **_read_look(call, sizes)}


def _split_styles(described: str) -> tuple[str, set[str]]:
    """Return the name of a family, and the words after it that say how bold or slanted it is."""
    words, styles = described.split(), set[str]()
    while words and words[-1].lower() in _STYLE_WORDS:
        styles.add(words.pop().lower())
    return " ".join(words), styles


def _read_look(call: SquibCall, sizes: Sequence[float]) -> dict[str, Any]:
    """Return colour, alignment, outline, and the distance of lines as keys of the style."""
    colour = call.colour("color", "black")
    if GRADIENT.fullmatch(colour):
        call.change("the gradient of the letters is black")
        colour = "#000000"
    style: dict[str, Any] = (
        {} if colour in ("black", "#000", "#000000") else {"colour": colour or "transparent"}
    )
    align = _ALIGN.get(call.word("align", "left"), "start")
    has_width = call.get("width") is not None
    if is_true(call.get("justify")):
        style["align"] = "justify"
    elif align != "start" and has_width:
        style["align"] = align
    upright = _UPRIGHT.get(call.word("valign", "top"), "top")
    style |= {"upright": upright} if upright != "top" and call.get("height") is not None else {}
    if spacing := call.number("spacing", 0):
        points = spacing / call.pen.space.dpi * 72 if call.pen.type_scale == 1 else 0.0
        style["line_height"] = format_number(min(max(1.2 + points / max(sizes), 0.8), 3))
    if call.number("stroke_width", 0) > 0:
        stroke = call.stroke(width=0)
        style |= {name: stroke[name] for name in ("stroke", "line") if name in stroke}
    return style


def _fit_text(call: SquibCall, size: float) -> tuple[list[str], dict[str, Any], Sequence[Bounds]]:
    """Return the box of a text within the card as it is written, its angle, and the boxes in mm.

    A text without a width or a height goes on to the edge of the card. Squib draws at least one line, and
    all of them if `ellipsize` is false.
    """
    pen, angles = call.pen, list_angles(call)
    align = _ALIGN.get(call.word("align", "left"), "start")
    upright = call.word("valign", "top") if call.get("height") is not None else "top"
    is_open = call.word("ellipsize", "end") in ("false", "none")
    least = size * _MM_OF_POINT * _LINE
    placed = []
    for number, (x, y, width, height) in enumerate(call.spread(x=0, y=0, width="auto", height="auto")):
        angle = angles[number % len(angles)]
        space = _measure_rest(call, (x or 0, y or 0), angle)
        across = space[0] if width is None else width * pen.mm
        down = space[1] if height is None else max(height * pen.mm, least)
        start = ((x or 0) - pen.trim) * pen.mm, ((y or 0) - pen.trim) * pen.mm
        extra = down - (height or 0) * pen.mm if height is not None else 0.0
        shift = {"middle": extra / 2, "bottom": extra}.get(upright, 0.0)
        if is_open and upright == "top" and height is not None:
            down = max(down, space[1])
        placed.append(_turn_box((*start, across, down), angle, shift))
    placed = [
        _keep_inside(call, one, angles[number % len(angles)], (align, upright), least)
        for number, one in enumerate(placed)
    ]
    names = ("left", "top", "width", "height")
    box = [call.write_numbers([one[side] for one in placed], name, "mm") for side, name in enumerate(names)]
    degrees = [math.degrees(angle) % 360 for angle in angles]
    turned = (
        {"angle": call.write_numbers(degrees, "angle")} if any(round(one, 2) % 360 for one in degrees) else {}
    )
    return box, turned, placed


def _measure_rest(call: SquibCall, start: tuple[float, float], angle: float) -> tuple[float, float]:
    """Return how much of the card, in mm, is left in the directions of the lines and across them."""
    pen = call.pen
    x, y = ((one - pen.trim) * pen.mm for one in start)
    ahead = _measure_way(x, y, math.cos(angle), math.sin(angle), pen.width, pen.height)
    across = _measure_way(x, y, -math.sin(angle), math.cos(angle), pen.width, pen.height)
    return max(ahead, 1.0), max(across, 1.0)


def _measure_way(x: float, y: float, right: float, down: float, width: float, height: float) -> float:
    """Return the distance from a point to the edge of the card in a direction."""
    ways = [width]
    for place, step, side in ((x, right, width), (y, down, height)):
        if abs(step) > 0.01:
            ways.append(((side if step > 0 else 0) - place) / step)
    return min(way for way in ways)


def _turn_box(bounds: Bounds, angle: float, shift: float) -> Bounds:
    """Return the box with the same middle as one that is turned at its corner, after it was moved up."""
    x, y, width, height = bounds
    middle = (width / 2, height / 2 - shift)
    across = x + math.cos(angle) * middle[0] - math.sin(angle) * middle[1]
    down = y + math.sin(angle) * middle[0] + math.cos(angle) * middle[1]
    return across - width / 2, down - height / 2, width, height


def _keep_inside(
    call: SquibCall, bounds: Bounds, angle: float, aligned: tuple[str, str], least: float
) -> Bounds:
    """Return a box cut to the card; one that is beyond the card is moved to its edge."""
    pen, turn = call.pen, round(math.degrees(angle)) % 360
    if turn:
        return turn_within(bounds, math.degrees(angle), (pen.width, pen.height))
    left, top, width, height = bounds
    left, width = cut_to_card(left, width, pen.width, is_centred=aligned[0] == "center")
    top, height = cut_to_card(top, height, pen.height, is_centred=aligned[1] == "middle")
    if width < 1 or height < least * 0.5:
        call.change("its box is beyond the card, and was moved to its edge")
        width, height = max(width, min(10.0, pen.width)), max(height, min(least, pen.height))
        left = min(max(left, 0), pen.width - width)
        top = min(max(top, 0), pen.height - height)
    return left, top, width, height


def _needs_small_type(texts: Sequence[str], size: float, bounds: Sequence[float]) -> bool:
    """Return True if a text may not fit in a box at the smallest size of the theme, by its letters."""
    points = min(size, _PLAIN_SMALLEST) * _MM_OF_POINT
    width, height = max(bounds[2], 0.1), bounds[3]
    for text in texts:
        lines = sum(math.ceil(max(len(line), 1) * points * _LETTER / width) for line in text.split("\n"))
        longest = max(map(len, text.split()), default=0)
        if lines * points * _LINE > height or longest * points * _LETTER > width:
            return True
    return False


_PLAIN_SMALLEST = 8
"""Size in points down to which the theme sets texts of cards."""
_LETTER = 0.62
"""Width of a letter as a multiple of its size, rather too wide."""


def _embed(call: SquibCall, written: str) -> str:
    """Return a text with icons in place of the keys of embedded pictures, also in the cells that it shows."""
    pen = call.pen
    has_fields = bool(re.search(r"(?<!\\)\{[a-z]", written))
    for rule in call.embed:
        options = rule.get("options", {})
        place = pen.name_place(str(rule.get("file", "")))
        inner = SquibCall("embed", options, {}, "", pen, place, int(rule.get("line", 0)))
        key = write_value(options.get("key"))
        files = list_pictures(inner)
        icon = add_icon(inner, files[0]) if len(files) == 1 and files[0] else ""
        if not key or not icon:
            inner.leave_out(f"no SVG file for {key or 'it'} that could be an icon")
            continue
        mask = inner.colour("mask", "") if options.get("mask") else ""
        sign = f"{{{mask}|:{icon}:}}" if mask and not mask.startswith("{") else f":{icon}:"
        written = written.replace(escape_marks(key), sign)
        if has_fields:
            before = pen.replaced.setdefault(key, sign)
            if before != sign:
                inner.change(f"{key} in cells has the look that an earlier text gives it")
    if call.embed:
        call.change("its pictures are icons, as large as the letters")
        for name, column in pen.cards.computed.items():
            pen.cards.computed[name] = [_replace_all(text, pen.replaced) for text in column]
    return written


def _replace_all(text: str, signs: Mapping[str, str]) -> str:
    """Return a text with the signs of icons in place of their keys, which may have our escapes in them."""
    for key, sign in signs.items():
        keys = "|".join(map(re.escape, (escape_marks(key), key)))
        text = re.sub(keys, sign.replace("\\", r"\\"), text)
    return text
