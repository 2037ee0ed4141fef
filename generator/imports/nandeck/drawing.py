"""Drawing directives of nanDECK, as elements of templates."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.imports.draft import (
    DraftElement,
    clean_path,
    cut_to_card,
    format_number,
    is_tight,
    keep_tone,
    quote_in_code,
    translate_html,
)
from generator.imports.nandeck.values import (
    FrameRows,
    ScriptLabels,
    ScriptMeasure,
    UnclearValue,
    make_signs,
    measure_hexes,
    unquote,
)


@dataclass(frozen=True, slots=True)
class PenFont:
    """A font as FONT, TEXTFONT, or HTMLFONT sets it."""

    family: str = ""
    size: float = 12
    flags: str = ""
    colour: str = "#000000"
    align: str = ""

    def make_style(self) -> dict[str, Any]:
        """Return it as keys of `words`."""
        keys: dict[str, Any] = {"font": self.family} if self.family else {}
        keys["font_size"] = f"{format_number(self.size)} pt"
        keys |= {"bold": True} if "B" in self.flags else {}
        keys |= {"italic": True} if "I" in self.flags else {}
        # Texts are black without a colour, too.
        return keys | ({"colour": self.colour} if self.colour not in ("", "#000000", "#000") else {})


@dataclass(slots=True)
class Pens:
    """Settings of directives for those after them, and the size of the card."""

    labels: ScriptLabels
    width: float = 60
    height: float = 90
    """Size of a card in mm."""
    font: PenFont = PenFont()
    fonts: dict[str, PenFont] = field(default_factory=dict)
    """Fonts of HTMLFONT by key."""
    centred: set[str] = field(default_factory=set)
    """Keys of HTMLMARGINS whose texts are in the middle of their boxes."""
    icons: dict[str, str] = field(default_factory=dict)
    """Pictures of ICON by letter."""
    keys: dict[str, str] = field(default_factory=dict)
    """Our marks by the words of HTMLKEY and HTMLIMAGE that they replace in texts of HTML."""
    corners: list[Sequence[str]] = field(default_factory=list)
    """Points of POLY that no line has closed yet."""
    fade: float = 1.0
    """Opacity of the LAYER that is drawn."""
    has_html: bool = False
    """True if texts with tags of HTML are drawn."""
    notes: list[str] = field(default_factory=list)
    """Changes of the current line."""


@dataclass(frozen=True, slots=True)
class BoxValue:
    """A box of a directive: its text in YAML, and in mm if it is the same on all cards."""

    written: Sequence[str]
    bounds: Sequence[float] | None
    is_turned: bool = False


def make_elements(name: str, values: Sequence[str], pens: Pens) -> list[DraftElement]:
    """Return what a directive draws, without its range; raises UnclearValue, or KeyError for another one."""
    return _DRAWERS[name]([*values, *[""] * 20], pens)


def _text(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    return _words(values, pens, pens.font)


def _text_font(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    font = make_font(values[9:13], pens) if values[9].strip() else pens.font
    return _words([*values[:9], *values[13:]], pens, font)


def make_font(values: Sequence[str], pens: Pens) -> PenFont:
    """Return the font of the values of FONT: family, size, flags, colour, and the ground."""
    family, size, flags, colour, *_ = [*values, "", "", "", ""]
    name = unquote(pens.labels.expand(family))
    points = pens.labels.make_number(size) if size.strip() else 12
    return PenFont(
        name, points, pens.labels.expand(flags).upper(), make_script_colour(colour, pens) or "#000000"
    )


_ALIGN = {"LEFT": "start", "RIGHT": "end", "CENTER": "center", "CENTRE": "center", "FULL": "justify"}
_UPRIGHT = {
    "TOP": "top",
    "BOTTOM": "bottom",
    "CENTER": "middle",
    "WORDWRAP": "top",
    "WWTOP": "top",
    "WWCENTER": "middle",
    "WWBOTTOM": "bottom",
}


def _words(values: Sequence[str], pens: Pens, font: PenFont, *, is_html: bool = False) -> list[DraftElement]:
    text, x, y, width, height, across, down, angle, alpha = values[:9]
    signs = make_signs(pens.keys) if is_html else {}
    for key, sign in signs.items():
        text = text.replace(key, sign)
    written = pens.labels.make_text(text)
    if is_html:
        written, unknown = translate_html(written)
        for key, sign in signs.items():
            written = written.replace(sign, pens.keys[key])
        pens.has_html = True
        pens.notes += (f"the tag {tag} is left out; its text stays" for tag in unknown)
    if not written.strip():
        return []
    across = pens.labels.expand(across).strip().upper() or "CENTER"
    down = pens.labels.expand(down).strip().upper() or "CENTER"
    turn = _number(angle, pens) % 360
    align = _ALIGN.get(across, "center")
    upright = _UPRIGHT.get(down, "middle")
    box = _fit(make_box(x, y, width, height, pens), pens, align, upright, turn)
    style = font.make_style()
    style |= {"align": align} if align != "start" else {}
    style |= {"upright": upright} if upright != "top" else {}
    if down in ("TOP", "BOTTOM", "CENTER") and len(written) < _LONG and "\n" not in written:
        style["lines"] = 1
    if box.is_turned:
        turn = (turn + 180) % 360
    keys: dict[str, Any] = {"text": written, "box": list(box.written)}
    keys |= {"angle": format_number(turn)} if turn else {}
    keys |= {"smallest": _SMALLEST} if is_tight(written, font.size, box.bounds, pens.labels.cells) else {}
    return [DraftElement("words", keys | _fade(alpha, pens), style=style, bounds=box.bounds)]


_LONG = 200
_SMALLEST = "3.5 pt"
"""Type size of texts that nanDECK prints beyond their boxes."""


def _html(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    text, x, y, width, height, _, angle, _, alpha, font, _ = values[:11]
    key = pens.labels.expand(font).strip().lower()
    style = pens.fonts.get(key, pens.font)
    down = "WWCENTER" if key in pens.centred else "WWTOP"
    aligned = [text, x, y, width, height, style.align or "LEFT", down, angle, alpha]
    return _words(aligned, pens, style, is_html=True)


_FIT = {"P": "contain", "C": "cover"}


def _image(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    file, x, y, width, height, angle, flags, alpha = values[:8]
    name = make_file(file, pens)
    if not name:
        return []
    flags = pens.labels.expand(flags).upper()
    if not all(_size(text, pens) for text in (width, height)):
        return []
    box = _fit(make_box(x, y, width, height, pens), pens, "", "", 0)
    keys: dict[str, Any] = {"file": name, "box": list(box.written)}
    keys["fit"] = next((fit for flag, fit in _FIT.items() if flag in flags), "stretch")
    is_mirrored = "H" in flags, "V" in flags
    if is_mirrored in ((True, False), (False, True)):
        keys["flip"] = "horizontal" if is_mirrored[0] else "vertical"
    # Mirrored both ways is turned.
    turn = (_number(angle, pens) + 180 * (box.is_turned + all(is_mirrored))) % 360
    keys |= {"angle": format_number(turn)} if turn else {}
    if "T" in flags and "N" not in flags and _has_white_ground(name, pens):
        pens.notes.append("white parts of the picture stay; save it as PNG with a clear ground")
    return [DraftElement("picture", keys | _fade(alpha, pens))]


def _has_white_ground(file: str, pens: Pens) -> bool:
    """Return True if a picture, on any card, is of a kind without transparency."""
    field_name = re.fullmatch(r"\{([a-z]\w*)\}", file)
    names = pens.labels.cells.get(field_name[1], ()) if field_name else (file,)
    return any(name and not name.lower().endswith((".png", ".svg", ".gif", "}")) for name in names)


def make_file(text: str, pens: Pens) -> str:
    """Return the name of a picture as one of ours."""
    written = pens.labels.make_text(text)
    return clean_path(written) if written.strip() else ""


def _shape(shape: str) -> Callable[[Sequence[str], Pens], list[DraftElement]]:
    def draw(values: Sequence[str], pens: Pens) -> list[DraftElement]:
        x, y, width, height, *rest = values
        return _panel(make_box(x, y, width, height, pens), rest, pens, {"shape": shape} if shape else {})

    return draw


def _round(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    x, y, width, height, first, second, line, corner, *_ = values
    box = make_box(x, y, width, height, pens)
    radius = pens.labels.make_measure(corner, 0.2)
    if isinstance(radius, str):
        raise UnclearValue("a corner that differs from card to card")
    across = box.bounds[2] if box.bounds else pens.width
    length = radius.share / 100 * across + radius.length
    return _panel(box, [first, second, line], pens, {"corner": f"{format_number(length / 2)} mm"})


def _panel(box: BoxValue, values: Sequence[str], pens: Pens, keys: Mapping[str, Any]) -> list[DraftElement]:
    first, second, line = values[:3]
    fitted = _fit(box, pens, "", "", 0)
    own: dict[str, Any] = {"box": list(fitted.written), **keys}
    colour = make_script_colour(first, pens)
    fill = make_script_colour(second, pens) if second.strip() else colour
    if gradient := _GRADIENT.fullmatch(fill):
        angle, colours = float(gradient[2] or 0), _COLOUR.findall(gradient[1])
        ends = dict(zip(("from", "to"), colours, strict=False))
        own["gradient"] = ends if len(colours) == 2 else {"colours": colours}
        own["gradient"] |= {"angle": format_number(angle)} if angle else {}
    elif fill:
        own["fill"] = fill
    if re.fullmatch(r"\{[a-z]\w*\}", fill):
        own |= _fill_by_field(fill[1:-1], pens)
    if second.strip() and colour and colour != fill:
        width = _length(line, pens) if line.strip() else 0.1
        own |= {"stroke": colour, "line": f"{format_number(max(width, 0.1))} mm"}
    if fitted.bounds and _fills(fitted.bounds, pens):
        own["bleeds"] = True
    return [DraftElement("panel", {key: value for key, value in own.items() if value != ""})]


def _fill_by_field(name: str, pens: Pens) -> dict[str, Any]:
    """Return the keys of a fill whose cells may be empty, or gradients."""
    values = dict.fromkeys(pens.labels.cells.get(name, ()))
    keys: dict[str, Any] = {"when": f"has({name})"} if "" in values else {}
    if not any(_GRADIENT.fullmatch(value) for value in values):
        return keys
    table = f"{name}_colours"
    found = [(value, _GRADIENT.fullmatch(value)) for value in values if value]
    pens.labels.tables[table] = [
        {"of": value, **dict(zip(("from", "to"), _find_ends(pair[1] if pair else value), strict=True))}
        for value, pair in found
    ]
    angles = [pair[2] for _, pair in found if pair and pair[2]]
    row = f"first({table} where item.of == {name})"
    gradient = {"from": f"{{{row}.from}}", "to": f"{{{row}.to}}"} | ({"angle": angles[0]} if angles else {})
    return {"fill": "", "gradient": gradient, **keys}


def _find_ends(colours: str) -> tuple[str, str]:
    """Return the first and the last colour of a gradient, or a colour twice."""
    found = _COLOUR.findall(colours) or [colours]
    return found[0], found[-1]


_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_GRADIENT = re.compile(r"((?:#[0-9A-Fa-f]{6}){2,})(?:@(-?\d+(?:\.\d+)?))?")
"""Colours in a row, and an angle."""


def make_script_colour(text: str, pens: Pens) -> str:
    """Return a colour; empty for none. Raises UnclearValue."""
    written = pens.labels.make_text(text).strip()
    if not written or written.upper() in ("EMPTY", "NONE"):
        return ""
    if _GRADIENT.fullmatch(written) or "{" in written:
        return written
    if re.fullmatch(r"#?[0-9A-Fa-f]{6}|#?[0-9A-Fa-f]{3}", written):
        return written if written.startswith("#") else f"#{written}"
    if re.fullmatch(r"[A-Za-z_ ]+", written):
        return keep_tone(re.sub("[_ ]", "", written))
    raise UnclearValue(f"{written} is not a known colour")


def _line(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    x, y, x2, y2, colour, width, *_ = values
    points = [[_write(pens.labels.make_measure(one), pens) for one in pair] for pair in ((x, y), (x2, y2))]
    keys: dict[str, Any] = {"from": points[0], "to": points[1]}
    keys |= {"stroke": made} if (made := make_script_colour(colour, pens)) else {}
    return [DraftElement("line", keys | {"line": f"{format_number(max(_length(width, pens), 0.1))} mm"})]


def _polygon(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    x, y, width, height, sides, angle, first, second, line, *_ = values
    [panel] = _panel(make_box(x, y, width, height, pens), [first, second, line], pens, {})
    turn = _number(angle, pens)
    keys = {"sides": int(_number(sides, pens))} | ({"angle": format_number(turn)} if turn else {})
    return [DraftElement("polygon", {**panel.keys, **keys})]


def _star(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    x, y, width, height, points, angle, inner, first, second, line, *_ = values
    [panel] = _panel(make_box(x, y, width, height, pens), [first, second, line], pens, {})
    turn, share = _number(angle, pens), _number(inner, pens)
    keys: dict[str, Any] = {"points": int(_number(points, pens))}
    keys |= {"inner": format_number(share / 100)} if share else {}
    return [DraftElement("star", {**panel.keys, **keys} | ({"angle": format_number(turn)} if turn else {}))]


def _triangle(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    ends = [pens.labels.make_measure(value) for value in values[:6]]
    points = [[_write(ends[place], pens), _write(ends[place + 1], pens)] for place in (0, 2, 4)]
    [panel] = _panel(make_box("0", "0", "100%", "100%", pens), values[6:9], pens, {})
    return [
        DraftElement(
            "polygon",
            {"points": points, **{k: v for k, v in panel.keys.items() if k not in ("box", "bleeds")}},
        )
    ]


def _poly(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    """Add a corner; the line with a colour is the last one, and draws."""
    x, y, first, second, line, *_ = values
    pens.corners.append([_write(pens.labels.make_measure(one), pens) for one in (x, y)])
    if not first.strip():
        return []
    points, pens.corners = pens.corners, []
    [panel] = _panel(make_box("0", "0", "100%", "100%", pens), [first, second, line], pens, {})
    keys = {key: value for key, value in panel.keys.items() if key not in ("box", "bleeds")}
    return [DraftElement("polygon", {"points": points, **keys})] if len(points) > 2 else []


def _bezier(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    sides = (pens.width, pens.height)
    numbers = []
    for place, text in enumerate(values[:8]):
        measure = pens.labels.make_measure(text)
        if isinstance(measure, str):
            raise UnclearValue("a curve that differs from card to card")
        numbers.append(format_number(measure.share / 100 * sides[place % 2] + measure.length))
    keys: dict[str, Any] = {"data": f"M {' '.join(numbers[:2])} C {' '.join(numbers[2:])}", "fill": "none"}
    keys |= {"stroke": made} if (made := make_script_colour(values[8], pens)) else {}
    return [DraftElement("path", keys | {"line": f"{format_number(max(_length(values[9], pens), 0.1))} mm"})]


def _pie(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    x, y, width, height, start, end, first, second, line, *_ = values
    [panel] = _panel(make_box(x, y, width, height, pens), [first, second, line], pens, {})
    turns = {"from": format_number(_number(start, pens)), "to": format_number(_number(end, pens))}
    return [DraftElement("sector", {**turns, **panel.keys})]


def _grid(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    """Return the lines of a grid as one panel for each cell."""
    x, y, width, height, colour, line, across, down, *_ = values
    box = make_box(x, y, width, height, pens)
    columns, rows = (int(_number(text, pens)) for text in (across, down))
    if box.bounds is None or not (0 < columns <= _MOST_CELLS and 0 < rows <= _MOST_CELLS):
        raise UnclearValue("a grid without a known box, or without numbers of columns and rows")
    left, top, wide, high = box.bounds
    frames = FrameRows(left, top, wide / columns, high / rows, columns, columns * rows)
    keys: dict[str, Any] = frames.make_keys()
    keys |= {"fill": "none", "stroke": make_script_colour(colour, pens) or "black"}
    return [DraftElement("panel", keys | {"line": f"{format_number(max(_length(line, pens), 0.1))} mm"})]


_MOST_CELLS = 99


def _hex_grid(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    """Return a grid of hexagons, with names and dots in them as its flags say."""
    *box, flags, colour, ground, line = values[:9]
    hexes = measure_hexes(box, pens.labels, (pens.width, pens.height))
    wanted = pens.labels.expand(flags).upper()
    inner: list[DraftElement] = []
    if fill := make_script_colour(ground, pens):
        inner.append(DraftElement("ground", {"fill": fill}))
    if "D" in wanted:
        dot = ["50% - 0.3 mm", "50% - 0.3 mm", 0.6, 0.6]
        inner.append(DraftElement("panel", {"shape": "ellipse", "box": dot, "fill": pens.font.colour}))
    named = [flag for flag in wanted if flag in "LNCE"]
    if named:
        keys = {"text": "{id}", "box": ["10%", "4%", "80%", "34%"], **pens.font.make_style()}
        keys |= {"smallest": _SMALLEST, "lines": 1, "align": "center", "upright": "middle"}
        inner.append(DraftElement("words", keys))
    if len(named) > 1 or "L" in named:
        pens.notes.append("hexagons have one name: by row and column, or a number")
    keys = hexes.make_grid(wanted)
    keys |= {"stroke": make_script_colour(colour, pens) or "black"}
    width = 0.0 if "X" in wanted else max(_length(line, pens) if line.strip() else 0.0, 0.1)
    keys |= {"line": f"{format_number(width)} mm"} | ({"draw": inner} if inner else {})
    return [DraftElement("grid", keys)]


def _icons(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    text, x, y, width, height, icon_width, icon_height, _, flags, across, *_ = values
    code = pens.labels.make_text(text)
    if not pens.icons:
        raise UnclearValue("no ICON before it says what its letters are")
    pens.labels.tables["icon_files"] = [{"of": sign, "value": file} for sign, file in pens.icons.items()]
    over = f"split({_inside(code)}, '')"
    size = (icon_width, icon_height)
    repeat = _repeat(
        over,
        "{first(icon_files where item.of == sign).value}",
        (x, y, width, height),
        size,
        across,
        flags,
        pens,
    )
    # Other letters draw nothing.
    [picture] = repeat.keys["draw"]
    picture.keys = {"let": {"sign": "item"}, "when": "sign in rows(icon_files).of", **picture.keys}
    return [repeat]


def _pattern(values: Sequence[str], pens: Pens) -> list[DraftElement]:
    file, count, x, y, width, height, icon_width, icon_height, _, flags, across, *_ = values
    over = _inside(pens.labels.make_text(count))
    size = (icon_width, icon_height)
    return [_repeat(over, make_file(file, pens), (x, y, width, height), size, across, flags, pens)]


def _inside(text: str) -> str:
    """Return the expression of a text that is one field, or the text in quotes."""
    whole = re.fullmatch(r"\{([^{}]*)\}", text.strip())
    if whole:
        return whole[1]
    return text.strip() if re.fullmatch(r"\d+", text.strip()) else quote_in_code(text)


def _repeat(
    over: str, file: str, box: Sequence[str], size: Sequence[str], across: str, flags: str, pens: Pens
) -> DraftElement:
    fitted = _fit(make_box(box[0], box[1], box[2], box[3], pens), pens, "", "", 0)
    cell = _write(pens.labels.make_measure(size[0]), pens)
    shape = "contain" if "P" in flags.upper() else "stretch"
    keys: dict[str, Any] = {
        "over": over,
        "box": list(fitted.written),
        "cell": cell,
        "gap": "0 mm",
        "shrinks": True,
    }
    align = _ALIGN.get(pens.labels.expand(across).strip().upper(), "center")
    keys |= {"align": align} if align != "start" else {}
    high = _write(pens.labels.make_measure(size[1]), pens)
    inner = [0, f"50% - {_half(high)}", "100%", high] if high.endswith("mm") else [0, 0, "100%", "100%"]
    return DraftElement(
        "repeat", keys | {"draw": [DraftElement("picture", {"file": file, "box": inner, "fit": shape})]}
    )


def _half(length: str) -> str:
    return f"{format_number(float(length.removesuffix(' mm')) / 2)} mm"


_DRAWERS: Mapping[str, Callable[[Sequence[str], Pens], list[DraftElement]]] = {
    "TEXT": _text,
    "TEXTFONT": _text_font,
    "HTMLTEXT": _html,
    "IMAGE": _image,
    "RECTANGLE": _shape(""),
    "ROUNDRECT": _round,
    "ELLIPSE": _shape("ellipse"),
    "CIRCLE": _shape("ellipse"),
    "RHOMBUS": _shape("diamond"),
    "LINE": _line,
    "POLYGON": _polygon,
    "STAR": _star,
    "TRIANGLE": _triangle,
    "POLY": _poly,
    "BEZIER": _bezier,
    "PIE": _pie,
    "GRID": _grid,
    "HEXGRID": _hex_grid,
    "ICONS": _icons,
    "PATTERN": _pattern,
}
DRAWING = frozenset(_DRAWERS)
"""Names of the directives that draw and have a counterpart."""


# ---------------------------------------------------------------------- boxes


def make_box(x: str, y: str, width: str, height: str, pens: Pens) -> BoxValue:
    """Return a box as it is written; a negative size is one that is turned by 180 degrees."""
    measures = [pens.labels.make_measure(text) for text in (x, y, width, height)]
    if any(isinstance(measure, str) for measure in measures):
        written = [_write(measure, pens) for measure in measures]
        return BoxValue(
            [*written[:2], *(_limit(written[place], written[place + 2]) for place in (0, 1))], None
        )
    known = [measure for measure in measures if isinstance(measure, ScriptMeasure)]
    sides = (pens.width, pens.height, pens.width, pens.height)
    bounds = [one.share / 100 * side + one.length for one, side in zip(known, sides, strict=True)]
    is_turned = bounds[2] < 0 and bounds[3] < 0
    for place in (2, 3):
        if bounds[place] < 0:
            start, size = known[place - 2], known[place]
            known[place - 2] = ScriptMeasure(start.share + size.share, start.length + size.length)
            known[place] = ScriptMeasure(-size.share, -size.length)
            bounds[place - 2] += bounds[place]
            bounds[place] = -bounds[place]
    return BoxValue([_write(measure, pens) for measure in known], bounds, is_turned)


def _size(text: str, pens: Pens) -> bool:
    """Return False for a size of 0, with which nothing is drawn."""
    measure = pens.labels.make_measure(text)
    return isinstance(measure, str) or bool(measure.share or measure.length)


def _limit(start: str, size: str) -> str:
    """Return a size that ends at the edge of the card at most, if its start differs from card to card."""
    computed, share = re.fullmatch(r"\{(.*)\}%", start), re.fullmatch(r"([\d.]+)%", size)
    return f"{{min({share[1]}, 100 - ({computed[1]}))}}%" if computed and share else size


def _fit(box: BoxValue, pens: Pens, align: str, upright: str, turn: float) -> BoxValue:
    """Return a box within the card; around the same middle if what it holds is centred there."""
    if box.bounds is None:
        return box
    x, y, width, height = box.bounds
    if turn in (90, 270):
        # nanDECK turns a text within its box, we turn the box.
        middle = (x + width / 2, y + height / 2)
        width, height = height, width
        x, y = middle[0] - width / 2, middle[1] - height / 2
    else:
        left, across = cut_to_card(x, width, pens.width, is_centred=align == "center")
        top, down = cut_to_card(y, height, pens.height, is_centred=upright == "middle")
        if (left, across, top, down) == (x, width, y, height):
            return box
        x, width, y, height = left, across, top, down
    if width <= 0 or height <= 0:
        raise UnclearValue("its box is beyond the card")
    written = [f"{format_number(value)} mm" for value in (x, y, width, height)]
    return BoxValue(written, (x, y, width, height), box.is_turned)


def _fills(bounds: Sequence[float], pens: Pens) -> bool:
    """Return True for a box that reaches an edge of the card."""
    x, y, width, height = bounds
    return min(x, y) <= _EDGE or x + width >= pens.width - _EDGE or y + height >= pens.height - _EDGE


_EDGE = 0.3


def _write(measure: ScriptMeasure | str, pens: Pens) -> str:
    if isinstance(measure, str):
        return measure
    share, length = format_number(measure.share), format_number(measure.length)
    if length == "0":
        return f"{share}%" if share != "0" else "0"
    if share == "0":
        return f"{length} mm"
    sign = "-" if length.startswith("-") else "+"
    return f"{share}% {sign} {length.removeprefix('-')} mm"


def _length(text: str, pens: Pens) -> float:
    measure = pens.labels.make_measure(text)
    if isinstance(measure, str):
        raise UnclearValue("a width that differs from card to card")
    return measure.share / 100 * pens.width + measure.length


def _number(text: str, pens: Pens) -> float:
    plain = pens.labels.expand(text).strip()
    return pens.labels.make_number(plain) if plain else 0


def _fade(alpha: str, pens: Pens) -> dict[str, Any]:
    plain = pens.labels.expand(alpha).strip().removesuffix("%")
    share = (pens.labels.make_number(plain) if plain else 100) * pens.fade
    return {"opacity": format_number(share / 100)} if share != 100 else {}
