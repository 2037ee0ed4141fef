"""Texts of a Squib script: fonts, boxes within the card, marks of Pango, pictures among the letters."""

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.imports.draft import (
    DraftElement,
    clean_path,
    cut_to_card,
    escape_marks,
    find_beside,
    format_number,
    parse_foreign_colour,
    turn_within,
)
from generator.imports.material import measure_picture
from generator.imports.squib.calls import (
    DEFAULT_FONT,
    GRADIENT,
    Bounds,
    SquibCall,
    is_true,
    list_angles,
    read_float,
    write_value,
)
from generator.read.files.text_files import derive_id, make_name

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
        icon = _add_icon(inner, files[0]) if len(files) == 1 and files[0] else ""
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


_TAG = re.compile(r"<(/?)(\w+)([^<>]*)>")
_COLOUR = re.compile(r"""\b(?:fg)?(?:color|foreground)\s*=\s*["']([^"']*)["']""")
_PLAIN = {"b": "**", "i": "*"}
_WRAPPED = {"u": "underline", "sub": "sub", "sup": "super"}
"""Names of our marks that have an end, by tag."""
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">"}


def translate_pango(text: str) -> tuple[str, Mapping[str, None]]:
    """Return a text with our marks, and the tags that have none, which are removed."""
    unknown: dict[str, None] = {}
    opened: list[str] = []

    def replace(match: re.Match[str]) -> str:
        is_end, tag = bool(match[1]), match[2].lower()
        if tag in _PLAIN:
            return _PLAIN[tag]
        if is_end:
            return opened.pop() if opened else ""
        mark = _open_mark(tag, match[3])
        opened.append("}" if mark else "")
        if not mark:
            unknown[f"<{tag}>"] = None
        return mark

    written = _TAG.sub(replace, text) + "".join(reversed(opened))
    for entity, letter in _ENTITIES.items():
        written = written.replace(entity, letter)
    return written, unknown


def _open_mark(tag: str, attributes: str) -> str:
    """Return the beginning of our mark for a tag; empty if there is none."""
    if tag in _WRAPPED:
        return f"{{{_WRAPPED[tag]}|"
    colour = _COLOUR.search(attributes) if tag == "span" else None
    found = parse_foreign_colour(colour[1]) if colour else ""
    return f"{{{found}|" if found else ""


def list_pango_marks(text: str) -> dict[str, str]:
    """Return the tags in cells, as they are written there, with our marks; empty for those without one.

    An end is the same for all spans, so that colours are marks only if all spans have one.
    """
    tags = [*dict.fromkeys(match[0] for match in _TAG.finditer(text))]
    parts = [match for match in map(_TAG.fullmatch, tags) if match]
    marks = {
        match[0]: _PLAIN.get(match[2].lower()) or _open_mark(match[2].lower(), match[3]) for match in parts
    }
    wrapped = {match[2].lower() for match in parts if not match[1] and not marks[match[0]]}
    for match in parts:
        tag = match[2].lower()
        if tag in _PLAIN:
            continue
        marks[match[0]] = "" if tag in wrapped else "}" if match[1] else marks[match[0]]
    return marks | {entity: letter for entity, letter in _ENTITIES.items() if entity in text}


_GAME_ICON = re.compile(r'<svg data-game-icon="([\w-]+)" data-colour="([^"]*)"/>')


def draw_picture(call: SquibCall) -> list[DraftElement]:
    """Return what `png` or `svg` draws."""
    files = list_pictures(call)
    if not any(files):
        return []
    shown = [name for name in dict.fromkeys(files) if name]
    if all(name.startswith(_ICONS_OF_GAMES) for name in shown):
        return [_game_icon(call, files)]
    rows, angles, rest = _turn_pictures(call, _picture_boxes(call, files))
    placed = call.place(rows, angles)
    mask = call.colour("mask", "") if call.get("mask") else ""
    if mask and (icon := _make_icon(call, files)):
        return [DraftElement("icon", {"icon": icon, **placed, "colour": mask, **rest})]
    if mask:
        call.change("all tones of the picture get the colour of `mask`")
        rest["tint"] = mask
    cards = call.pen.cards
    name = cards.make_text(files[0] if len(files) == 1 else call.unfold(files), "picture")
    part = cards.make_text(call.get("id"), "part") if call.get("id") else ""
    file = f"{name}#{part.removeprefix('#')}" if part else name
    is_native = all(call.get(side, "native") in ("native", "scale") for side in ("width", "height"))
    keys = {"file": file, **placed, **({} if is_native else {"fit": "stretch"}), **rest}
    return [DraftElement("picture", keys, files=() if cards.is_sample else shown)]


_ICONS_OF_GAMES = "game-icons/"
"""Folder of icons of game-icons.net, which a gem has."""


def _game_icon(call: SquibCall, files: Sequence[str]) -> DraftElement:
    """Return an icon of game-icons.net, whose file the author has to add."""
    names = [Path(file).stem for file in files]
    listed = ", ".join(f"{name}.svg" for name in dict.fromkeys(names) if name)
    call.change(f"put {listed} of game-icons.net into the folder `icons`, with `_` for `-` in the name")
    ids = [derive_id(name, "") for name in names]
    icon = call.pen.cards.make_text(ids[0] if len(ids) == 1 else call.unfold(ids), "icon")
    inks = [_GAME_ICON.search(write_value(one)) for one in call.pen.cards.spread(call.get("data"))]
    ink = next((parse_foreign_colour(found[2]) for found in inks if found), "")
    colour = call.colour("mask", "") if call.get("mask") else ink
    [x, y, width, height] = call.spread(x=0, y=0, width=512, height=512)[0]
    rows = [(x or 0, y or 0, width or 512, height or 512)]
    placed = call.place(
        rows if len(call.spread(x=0, y=0)) == 1 else _picture_boxes(call, files), list_angles(call)
    )
    return DraftElement(
        "icon", {"icon": icon, **placed, "colour": colour or "#000000", "missing": "placeholder"}
    )


def _turn_pictures(
    call: SquibCall, rows: Sequence[Bounds]
) -> tuple[Sequence[Bounds], Sequence[float], dict[str, Any]]:
    """Return boxes, angles, and the other keys of a picture; one that is mirrored both ways is turned."""
    angles = list_angles(call)
    alpha = call.number("alpha", 1)
    rest: dict[str, Any] = {"opacity": format_number(alpha)} if alpha < 1 else {}
    if call.get("blend") not in (None, "none"):
        call.leave_out(f"`blend: {call.get('blend')}`; the picture is drawn over the rest")
    if any(call.get(side) is not None for side in ("crop_x", "crop_y", "crop_width", "crop_height")):
        call.leave_out("a part of a picture is not cut out; crop the file")
    corner = max(call.number(name, 0) for name in ("crop_corner_radius", "crop_corner_x_radius"))
    rest |= {"corner": format_number(corner * call.pen.mm)} if corner > 0 else {}
    flips = [is_true(call.get(f"flip_{way}")) for way in ("horizontal", "vertical")]
    if all(flips):
        angles = [angle + math.pi for angle in angles]
        rows = [(x + width, y + height, width, height) for x, y, width, height in rows]
    elif any(flips):
        rest["flip"] = "horizontal" if flips[0] else "vertical"
    return rows, angles, rest


def list_pictures(call: SquibCall) -> list[str]:
    """Return the names of the pictures, one for all cards or one for each; empty for none."""
    data = [write_value(one) for one in call.pen.cards.spread(call.get("data"))]
    if any(data):
        return [_save_data(call, text) for text in data]
    is_needed = is_true(call.get("force_id"))
    if is_needed and not call.get("id"):
        return [""]
    files = [write_value(one) for one in call.pen.cards.spread(call.get("file"))]
    # Squib looks for embedded pictures beside the script, and for all others in `img_dir`.
    folder = "" if call.name == "embed" else call.pen.images
    return [
        clean_path(f"{folder}/{file}" if folder and file and not file.startswith(_ICONS_OF_GAMES) else file)
        for file in files
    ]


def _save_data(call: SquibCall, text: str) -> str:
    """Return the name of a file with an SVG that the script has made."""
    draft = call.pen.draft
    if not text:
        return ""
    if icon := _GAME_ICON.search(text):
        return f"{_ICONS_OF_GAMES}{icon[1]}.svg"
    same = next((name for name, known in draft.texts.items() if known == text), "")
    name = same or f"{draft.name}_{sum(one.endswith('.svg') for one in draft.texts) + 1}.svg"
    draft.texts[name] = text
    return name


def _picture_boxes(call: SquibCall, files: Sequence[str]) -> list[Bounds]:
    """Return the boxes of pictures in pixels, with the sizes that the files have where none are given."""
    space = call.pen.space
    natives = [measure_picture(find_beside(call.pen.project, file)) if file else None for file in files]
    known = next((one for one in natives if one), None)
    if len({one for one in natives if one}) > 1 and call.get("width") is None:
        call.change("the pictures have several sizes; the box is that of the first")
    boxes = []
    for x, y, width, height in call.spread(x=0, y=0, width="native", height="native"):
        left, top = x or 0, y or 0
        native = known or (space.width - left, space.height - top)
        if width is None and height is not None and call.get("width") == "scale":
            width = native[0] * height / native[1]
        if height is None and width is not None and call.get("height") == "scale":
            height = native[1] * width / native[0]
        boxes.append(
            (left, top, native[0] if width is None else width, native[1] if height is None else height)
        )
    return [(x, y, max(width, 1), max(height, 1)) for x, y, width, height in boxes]


def _make_icon(call: SquibCall, files: Sequence[str]) -> str:
    """Return the name of an icon made from SVG files of one colour; empty if there is a file that is none."""
    names = [_add_icon(call, file) if file else "" for file in files]
    if not all(name or not file for name, file in zip(names, files, strict=True)):
        return ""
    if len(names) > 1 and not all(names):
        return ""
    return call.pen.cards.make_text(names[0] if len(names) == 1 else call.unfold(names), "icon")


def _add_icon(call: SquibCall, file: str) -> str:
    """Return the name of the icon that is copied from an SVG file; empty if there is no such file."""
    found = find_beside(call.pen.project, file)
    if not found or found.suffix.lower() != ".svg":
        return ""
    name = derive_id(found.stem, "icon")
    call.pen.draft.copies[f"icons/{name}.svg"] = found
    return name
