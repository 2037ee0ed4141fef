"""Calls of a Squib script as elements of a template."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.imports.draft import Draft, DraftElement, clean_path, find_beside
from generator.imports.material import measure_picture
from generator.imports.squib.cards import CardValues, write_value
from generator.imports.squib.measures import Entry, NoMeasure, PixelSpace
from generator.imports.texts import escape_marks, translate_html
from generator.imports.tidying import cut_to_card
from generator.imports.yaml_text import format_number
from generator.read.declared.table_cells import make_name
from generator.read.files.text_files import derive_id
from generator.read.pieces.foreign_colours import parse_foreign_colour

_DEFAULT_FONT = "Arial 36"
_STYLE_WORDS = {
    *("regular", "normal", "book", "roman", "medium", "light", "thin", "heavy", "black", "condensed", "expanded"),
    *("semi-bold", "demi-bold", "ultra-bold", "extra-bold", "semibold", "demibold", "ultrabold", "extrabold"),
    *("bold", "italic", "oblique", "small-caps"),
}
_PLAIN_FAMILIES = ("", "sans", "sans-serif", "system-ui")
_ALIGN = {"left": "start", "right": "end", "center": "center"}
_UPRIGHT = {"top": "top", "middle": "middle", "bottom": "bottom"}
_GRADIENT = re.compile(r"\s*\(([^()]*)\)\s*\(([^()]*)\)\s*(.*)")
_STOP = re.compile(r"(#?\w+)@([\d.]+)")
_GAME_ICON = re.compile(r'<svg data-game-icon="([\w-]+)" data-colour="([^"]*)"/>')
_MM_OF_POINT = 25.4 / 72
_LINE = 1.4
"""Height of a line as a multiple of the size of its letters."""
_EDGE = 0.3
_SMALLEST_TYPE = 5
"""Size in points down to which texts that do not fit are set."""
_LEAST = 0.05
"""Smallest width of a line in mm."""

Bounds = tuple[float, float, float, float]


@dataclass(slots=True)
class SquibPen:
    """What the calls of a deck share."""

    draft: Draft
    project: Path
    space: PixelSpace
    trim: float
    """Width in pixels of what is cut off on each side."""
    cards: CardValues
    images: str = ""
    """Folder of the pictures."""
    colours: Mapping[str, Any] = field(default_factory=dict)
    """Colours of the author by name."""
    font: str = _DEFAULT_FONT
    replaced: dict[str, str] = field(default_factory=dict)
    """Texts in cells that become marks of ours."""
    is_marked: bool = False
    """True if a column of the table has tags of Pango."""

    @property
    def mm(self) -> float:
        """Millimetres of a pixel."""
        return 25.4 / self.space.dpi

    @property
    def width(self) -> float:
        """Width of a card in mm, after it is cut."""
        return (self.space.width - 2 * self.trim) * self.mm

    @property
    def height(self) -> float:
        """Height of a card in mm, after it is cut."""
        return (self.space.height - 2 * self.trim) * self.mm


@dataclass(slots=True)
class SquibCall:
    """A call of the script with its layout."""

    name: str
    options: Mapping[str, Any]
    entry: Entry
    """Parameters of its layout."""
    layout: str
    """Name of its layout."""
    pen: SquibPen
    file: str
    line: int
    embed: Sequence[Mapping[str, Any]] = ()

    def get(self, name: str, default: Any = None) -> Any:
        """Return a parameter of the call, or of its layout."""
        return self.options.get(name, self.entry.get(name, default))

    def change(self, reason: str) -> None:
        """Report that it is drawn with a change."""
        self.pen.draft.change(self.line, self.name, reason, self.file)

    def leave_out(self, reason: str) -> None:
        """Report that it, or a part of it, is not drawn."""
        self.pen.draft.leave_out(self.line, self.name, reason, self.file)

    # ------------------------------------------------------------------ numbers

    def spread(self, **defaults: Any) -> list[list[float | None]]:
        """Return lengths in pixels, one list for all cards or one for each; None for words such as `native`."""
        given = {name: self.pen.cards.spread(self.get(name, default)) for name, default in defaults.items()}
        most = max(map(len, given.values()))
        return [
            [self._measure(name, values[card % len(values)]) for name, values in given.items()]
            for card in range(most)
        ]

    def _measure(self, name: str, value: Any) -> float | None:
        if value is None or (isinstance(value, str) and value in ("native", "scale", "auto", "")):
            return None
        space = self.pen.space
        side = space.height if name.startswith(("y", "cy", "height")) else space.width
        try:
            return space.parse(value, side)
        except NoMeasure as error:
            self.change(f"`{name}`: {error}")
            return None

    def number(self, name: str, default: float) -> float:
        """Return a number that is the same on all cards; the first one, which is reported, otherwise."""
        rows = self.spread(**{name: default})
        if len(rows) > 1:
            self.change(f"`{name}` is that of the first card")
        return default if rows[0][0] is None else rows[0][0]

    def write_numbers(self, values: Sequence[float], hint: str, unit: str = "") -> str:
        """Return numbers, one for all cards or one for each, as a value of ours; mm is the unit of the deck."""
        texts = [format_number(value) for value in values]
        if len(set(texts)) == 1:
            return f"{texts[0]} {unit}" if unit not in ("", "mm") else texts[0]
        return f"{{{self.pen.cards.add_column(hint, texts)}}} {unit}".rstrip()

    def word(self, name: str, default: str) -> str:
        """Return a word that is the same on all cards."""
        values = self.pen.cards.spread(self.get(name, default))
        if len(values) > 1:
            self.change(f"`{name}` is that of the first card")
        return write_value(values[0]).strip().lower()

    # ------------------------------------------------------------------ boxes

    def place(self, rows: Sequence[Bounds], angles: Sequence[float] = (0.0,)) -> dict[str, Any]:
        """Return boxes in pixels as `box` in mm on the card that is cut, with `angle`; Squib turns at the corner."""
        pen = self.pen
        placed = []
        for number, (x, y, width, height) in enumerate(rows):
            angle = angles[number % len(angles)]
            middle = (
                x + math.cos(angle) * width / 2 - math.sin(angle) * height / 2,
                y + math.sin(angle) * width / 2 + math.cos(angle) * height / 2,
            )
            left, top = middle[0] - width / 2 - pen.trim, middle[1] - height / 2 - pen.trim
            placed.append(tuple(side * pen.mm for side in (left, top, width, height)))
        keys: dict[str, Any] = {
            "box": [
                self.write_numbers([row[side] for row in placed], name, "mm")
                for side, name in enumerate(("left", "top", "width", "height"))
            ]
        }
        degrees = [math.degrees(angle) % 360 for angle in angles]
        if any(round(one, 2) % 360 for one in degrees):
            keys["angle"] = self.write_numbers(degrees, "angle")
        if any(self.is_at_edge(bounds) for bounds in placed):
            keys["bleeds"] = True
        return keys

    def is_at_edge(self, bounds: Sequence[float]) -> bool:
        """Return True for a box that reaches an edge of the card."""
        x, y, width, height = bounds
        right, bottom = x + width, y + height
        return min(x, y) <= _EDGE or right >= self.pen.width - _EDGE or bottom >= self.pen.height - _EDGE

    # ------------------------------------------------------------------ colours

    def colour(self, name: str, default: str) -> str:
        """Return a colour, which may be a field; empty if nothing is seen."""
        value = self.get(name, default)
        values = [self._read_colour(one, name) for one in self.pen.cards.spread(value)]
        if len(set(values)) == 1:
            return values[0]
        same = all(
            write_value(one) == own for one, own in zip(self.pen.cards.spread(value), values, strict=True)
        )
        return self.pen.cards.make_text(value if same else self.unfold(values), f"{name}")

    def unfold(self, values: Sequence[str]) -> list[str]:
        """Return values of cards of the new deck as those of the script's cards."""
        return [values[card] for card in self.pen.cards.order]

    def _read_colour(self, value: Any, name: str) -> str:
        text = write_value(value).strip()
        own = self.pen.colours.get(text)
        text = str(own) if own else text
        if not text or text == "none":
            return ""
        found = parse_foreign_colour(text)
        if not found and not _GRADIENT.fullmatch(text):
            self.change(f'`{name}`: the colour {text} is not known here, and black is used; write it as "#…"')
            return "#000000"
        if found in ("#0000", "#00000000") or (len(found) in (5, 9) and set(found[-(len(found) // 4) :]) == {"0"}):
            return ""
        return found or text

    def paint(self, name: str, default: str) -> dict[str, Any]:
        """Return a fill as `fill` or `gradient`."""
        colour = self.colour(name, default)
        if not colour:
            return {}
        gradient = _GRADIENT.fullmatch(colour)
        return {"gradient": self._read_gradient(gradient)} if gradient else {"fill": colour}

    def _read_gradient(self, gradient: re.Match[str]) -> dict[str, Any]:
        stops = sorted(((float(at), colour) for colour, at in _STOP.findall(gradient[3])), key=lambda stop: stop[0])
        colours = [parse_foreign_colour(colour) or "#000000" for _, colour in stops] or ["#000000"]
        first, second = ([_read_float(part) for part in ends.split(",")] for ends in gradient.group(1, 2))
        self.change("the gradient spans the shape")
        if len(first) > 2:
            return {"colours": colours, "kind": "radial"}
        angle = math.degrees(math.atan2(second[1] - first[1], second[0] - first[0])) % 360
        return {"colours": colours} | ({"angle": format_number(angle)} if round(angle) else {})

    def stroke(self, *, width: float = 2.0) -> dict[str, Any]:
        """Return the keys of the outline."""
        rows = self.spread(stroke_width=width)
        line = max((row[0] or 0) for row in rows)
        colour = self.colour("stroke_color", "black")
        if line <= 0 or not colour:
            return {}
        if _GRADIENT.fullmatch(colour):
            self.change("the gradient of the outline is black")
            colour = "#000000"
        keys: dict[str, Any] = {"stroke": colour, "line": format_number(max(line * self.pen.mm, _LEAST))}
        dashes = [self._measure("dash", part) or 0 for part in write_value(self.get("dash", "")).split()]
        if dashes and all(dash > 0 for dash in dashes):
            keys["dash"] = [format_number(max(dash * self.pen.mm, _LEAST)) for dash in dashes[:8]]
            keys["dash"] *= 1 + len(keys["dash"]) % 2
        for name, plain in (("cap", "butt"), ("join", "miter")):
            word = self.word(name, plain)
            keys |= {name: word} if word in ("round", "square", "bevel") and word != plain else {}
        if self.word("stroke_strategy", "fill_first") == "stroke_first":
            keys["behind"] = True
        return keys


def _read_float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


# ---------------------------------------------------------------------- elements


def _angles(call: SquibCall) -> list[float]:
    return [row[0] or 0.0 for row in call.spread(angle=0)]


def _boxes(call: SquibCall) -> list[Bounds]:
    """Return boxes in pixels; what is not given is the card."""
    space = call.pen.space
    rows = call.spread(x=0, y=0, width="deck", height="deck")
    return [
        (x or 0, y or 0, space.width if width is None else width, space.height if height is None else height)
        for x, y, width, height in rows
    ]


def _background(call: SquibCall) -> list[DraftElement]:
    paint = call.paint("color", "black")
    if "gradient" in paint:
        box = ["0", "0", "100%", "100%"]
        return [DraftElement("panel", {"box": box, **paint, "bleeds": True})]
    return [DraftElement("ground", paint)] if paint else []


def _rect(call: SquibCall) -> list[DraftElement]:
    if guide := _name_guide(call):
        call.change(guide)
        return []
    keys = call.place(_boxes(call), _angles(call))
    radius = max(call.number(name, 0) for name in ("radius", "x_radius", "y_radius"))
    keys |= {"corner": format_number(radius * call.pen.mm)} if radius > 0 else {}
    return _panel(call, keys)


def _name_guide(call: SquibCall) -> str:
    """Return what becomes of a frame that shows the author where the card is cut, or its safe zone."""
    if call.colour("fill_color", "#0000") or call.layout.lower() not in ("cut", "safe", "safe_zone", "cut_zone"):
        return ""
    return _GUIDES["safe_zone" if "safe" in call.layout.lower() else "cut_zone"]


_GUIDES = {
    "cut_zone": "is not drawn: petri make prints crop marks, and cut cards have no line around them",
    "safe_zone": "is not drawn: write `safe` in the deck, and petri check finds texts that are too near to the cut",
}


def _panel(call: SquibCall, keys: dict[str, Any]) -> list[DraftElement]:
    own = {**keys, **call.paint("fill_color", "#0000"), **call.stroke()}
    return [DraftElement("panel", own)] if own.keys() & {"fill", "gradient", "stroke"} else []


def _ellipse(call: SquibCall) -> list[DraftElement]:
    return _panel(call, {"shape": "ellipse", **call.place(_boxes(call), _angles(call))})


def _circle(call: SquibCall) -> list[DraftElement]:
    rows = [
        ((x or 0) - (r or 0), (y or 0) - (r or 0), 2 * (r or 0), 2 * (r or 0))
        for x, y, r in call.spread(x=0, y=0, radius=100)
    ]
    keys = call.place(rows)
    start, end = call.number("arc_start", 0), call.number("arc_end", 2 * math.pi)
    if abs(end - start) >= 2 * math.pi - 0.001:
        return _panel(call, {"shape": "ellipse", **keys})
    if call.word("arc_direction", "clockwise") != "clockwise":
        start, end = end, start
    turned = [math.degrees(one) + 90 for one in (start, end)]
    turned[1] += 360 if turned[1] < turned[0] else 0
    ends = {"from": format_number(turned[0]), "to": format_number(turned[1])}
    if call.paint("fill_color", "#0000"):
        call.change("an arc with a fill is a slice")
        return [DraftElement("sector", {**keys, **ends, **call.paint("fill_color", "#0000"), **call.stroke()})]
    return [DraftElement("arc", {**keys, **ends, **call.stroke()})]


def _line(call: SquibCall) -> list[DraftElement]:
    ends = _points(call, ("x1", "y1"), ("x2", "y2"))
    return [DraftElement("line", {"from": ends[0], "to": ends[1], **call.stroke()})]


_COORDINATES = {"x1": 100, "y1": 100, "x2": 150, "y2": 150, "x3": 100, "y3": 150, "cx1": 0, "cy1": 0, "cx2": 0, "cy2": 0}
"""Default coordinates of lines and curves in pixels."""


def _points(call: SquibCall, *pairs: tuple[str, str]) -> list[list[str]]:
    """Return points on the card that is cut, as they are written; beyond it, they are at its edge."""
    pen = call.pen
    points = []
    for pair in pairs:
        rows = call.spread(**{name: _COORDINATES[name] for name in pair})
        point = []
        for axis, side in enumerate((pen.width, pen.height)):
            lengths = [((row[axis] or 0) - pen.trim) * pen.mm for row in rows]
            point.append(call.write_numbers([min(max(one, 0), side) for one in lengths], pair[axis], "mm"))
        points.append(point)
    return points


def _triangle(call: SquibCall) -> list[DraftElement]:
    points = _points(call, ("x1", "y1"), ("x2", "y2"), ("x3", "y3"))
    return _shape(call, "polygon", {"points": points})


def _shape(call: SquibCall, kind: str, keys: dict[str, Any]) -> list[DraftElement]:
    own = {**keys, **call.paint("fill_color", "#0000"), **call.stroke()}
    return [DraftElement(kind, own)] if own.keys() & {"fill", "gradient", "stroke"} else []


def _around(call: SquibCall, radii: Sequence[float]) -> list[DraftElement]:
    """Return a polygon with corners around a point, at these distances in turn; the first is at the right."""
    pen, turn = call.pen, call.number("angle", 0)
    x, y = call.number("x", 0), call.number("y", 0)
    corners = max(min(round(call.number("n", 5)), 200), 2) * len(radii)
    points = []
    for corner in range(corners):
        angle, radius = turn + 2 * math.pi * corner / corners, radii[corner % len(radii)]
        place = (x + radius * math.cos(angle), y + radius * math.sin(angle))
        points.append([format_number((one - pen.trim) * pen.mm) for one in place])
    return _shape(call, "polygon", {"points": points})


def _polygon(call: SquibCall) -> list[DraftElement]:
    return _around(call, [call.number("radius", 100)])


def _star(call: SquibCall) -> list[DraftElement]:
    return _around(call, [call.number("outer_radius", 100), call.number("inner_radius", 50)])


def _curve(call: SquibCall) -> list[DraftElement]:
    pen = call.pen
    names = ("x1", "y1", "cx1", "cy1", "cx2", "cy2", "x2", "y2")
    numbers = [
        format_number((call.number(name, _COORDINATES[name]) - pen.trim) * pen.mm) for name in names
    ]
    data = f"M {' '.join(numbers[:2])} C {' '.join(numbers[2:])}"
    return _shape(call, "path", {"data": data})


def _grid(call: SquibCall) -> list[DraftElement]:
    [x, y, width, height] = _boxes(call)[0]
    if abs(width - height) > 1 or width <= 0:
        call.leave_out("a grid whose cells are no squares")
        return []
    pen = call.pen
    stroke = call.stroke()
    start = [x % width - width, y % height - height]
    box = (start[0], start[1], pen.space.width - start[0], pen.space.height - start[1])
    keys = call.place([box]) | {"pattern": "grid", "pattern_colour": stroke.get("stroke", "#000000")}
    return [DraftElement("panel", {**keys, "pattern_size": format_number(width * pen.mm)})]


# ---------------------------------------------------------------------- pictures


def _picture(call: SquibCall) -> list[DraftElement]:
    files = _find_files(call)
    if not any(files):
        return []
    cards = call.pen.cards
    name = cards.make_text(files[0] if len(files) == 1 else call.unfold(files), "picture")
    if name == "{copy}":
        name = files[0]
    part = cards.make_text(call.get("id"), "part") if call.get("id") else ""
    keys: dict[str, Any] = {"file": f"{name}#{part.removeprefix('#')}" if part else name}
    rows = _picture_boxes(call, files)
    angles = _angles(call)
    mask = call.colour("mask", "") if call.get("mask") else ""
    alpha = call.number("alpha", 1)
    rest: dict[str, Any] = {"opacity": format_number(alpha)} if alpha < 1 else {}
    if call.get("blend") not in (None, "none"):
        call.leave_out(f"`blend: {call.get('blend')}`; the picture is drawn over the rest")
    if any(call.get(side) is not None for side in ("crop_x", "crop_y", "crop_width", "crop_height")):
        call.leave_out("a part of a picture is not cut out; crop the file")
    corner = max(call.number(name, 0) for name in ("crop_corner_radius", "crop_corner_x_radius"))
    rest |= {"corner": format_number(corner * call.pen.mm)} if corner > 0 else {}
    flips = [_is_true(call.get(f"flip_{way}")) for way in ("horizontal", "vertical")]
    if all(flips):
        angles = [angle + math.pi for angle in angles]
        rows = [(x + width, y + height, width, height) for x, y, width, height in rows]
    elif any(flips):
        rest["flip"] = "horizontal" if flips[0] else "vertical"
    placed = call.place(rows, angles)
    if mask and (icon := _make_icon(call, files)):
        return [DraftElement("icon", {"icon": icon, **placed, "colour": mask, **rest})]
    if mask:
        call.change("all tones of the picture get the colour of `mask`")
        rest["tint"] = mask
    fit = {} if all(call.get(side, "native") in ("native", "scale") for side in ("width", "height")) else {"fit": "stretch"}
    return [DraftElement("picture", {**keys, **placed, **fit, **rest})]


def _is_true(value: Any) -> bool:
    return value is True or str(value).lower() == "true"


def _find_files(call: SquibCall) -> list[str]:
    """Return the names of the pictures, one for all cards or one for each; empty for none."""
    data = [write_value(one) for one in call.pen.cards.spread(call.get("data"))]
    if any(data):
        return [_save_data(call, text) for text in data]
    is_needed = _is_true(call.get("force_id"))
    if is_needed and not call.get("id"):
        return [""]
    files = [write_value(one) for one in call.pen.cards.spread(call.get("file"))]
    folder = call.pen.images
    return [clean_path(f"{folder}/{file}" if folder and file else file) for file in files]


def _save_data(call: SquibCall, text: str) -> str:
    """Return the name of a file with an SVG that the script has made."""
    draft = call.pen.draft
    if not text:
        return ""
    if icon := _GAME_ICON.search(text):
        call.change(f"put {icon[1]}.svg of game-icons.net into the folder `game-icons`")
        return f"game-icons/{icon[1]}.svg"
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
        boxes.append((left, top, native[0] if width is None else width, native[1] if height is None else height))
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


# ---------------------------------------------------------------------- texts


def _text(call: SquibCall) -> list[DraftElement]:
    cards = call.pen.cards
    value = call.get("str", "Hello, World!")
    if isinstance(value, Mapping) and "time" in value:
        call.change("the day on which the script runs; it stays that of the import")
    hint = call.layout or f"text {call.line}"
    written = cards.make_text(value, hint, is_rich=True)
    if not written.strip():
        return []
    if _is_true(call.get("markup")):
        written, unknown = translate_html(written)
        call.pen.is_marked = call.pen.is_marked or "{" in written
        for tag in unknown:
            call.leave_out(f"the tag {tag} of Pango; its text stays")
    written = _embed(call, written)
    sizes, style = _read_font(call)
    box, turned, bounds = _fit_text(call, max(sizes))
    keys: dict[str, Any] = {"text": written, "box": box, **turned}
    return [DraftElement("words", keys, style=style, style_name=_name_style(call), bounds=bounds)]


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
    font = write_value(call.pen.cards.spread(call.get("font", call.pen.font))[0]) or _DEFAULT_FONT
    font = call.pen.font if font in ("use_set", "default") else font
    described = re.fullmatch(r"(.*?)[\s,]*([\d.]+)?\s*(?:pt)?\s*", font)
    names, size = (described[1], described[2]) if described else (font, None)
    words = names.split(",")[0].split() or [""]
    styles = []
    rest = names.split(",")[-1].split()
    while rest and rest[-1].lower() in _STYLE_WORDS:
        styles.append(rest.pop().lower())
    while words and words[-1].lower() in _STYLE_WORDS:
        words.pop()
    family = " ".join(words)
    given = [row[0] for row in call.spread(font_size=None)]
    plain = _read_float(size) if size else 12.0
    sizes = [min(max(plain if one is None else one, 1), 500) for one in given]
    style: dict[str, Any] = {} if family.lower() in _PLAIN_FAMILIES else {"font": family}
    style["font_size"] = call.write_numbers(sizes, f"{call.layout or 'text'} size", "pt")
    if min(sizes) > _SMALLEST_TYPE:
        style["smallest"] = f"{_SMALLEST_TYPE} pt"
    style |= {"bold": True} if any("bold" in one or one in ("heavy", "black") for one in styles) else {}
    style |= {"italic": True} if {"italic", "oblique"} & {*styles} else {}
    return sizes, {**style, **_read_look(call, sizes)}


def _read_look(call: SquibCall, sizes: Sequence[float]) -> dict[str, Any]:
    """Return colour, alignment, outline, and the distance of lines as keys of the style."""
    colour = call.colour("color", "black")
    if _GRADIENT.fullmatch(colour):
        call.change("the gradient of the letters is black")
        colour = "#000000"
    style: dict[str, Any] = {} if colour in ("black", "#000", "#000000") else {"colour": colour or "transparent"}
    align = _ALIGN.get(call.word("align", "left"), "start")
    has_width = call.get("width") is not None
    if _is_true(call.get("justify")):
        style["align"] = "justify"
    elif align != "start" and has_width:
        style["align"] = align
    upright = _UPRIGHT.get(call.word("valign", "top"), "top")
    style |= {"upright": upright} if upright != "top" and call.get("height") is not None else {}
    if spacing := call.number("spacing", 0):
        points = spacing / call.pen.space.dpi * 72
        style["line_height"] = format_number(min(max(1.2 + points / max(sizes), 0.8), 3))
    if call.number("stroke_width", 0) > 0:
        stroke = call.stroke(width=0)
        style |= {name: stroke[name] for name in ("stroke", "line") if name in stroke}
    return style


def _fit_text(call: SquibCall, size: float) -> tuple[list[str], dict[str, Any], Sequence[float] | None]:
    """Return the box of a text within the card, its angle, and its bounds if all cards have the same.

    A text without a width or a height goes on to the edge of the card. Squib draws at least one line, and all of
    them if `ellipsize` is false.
    """
    pen, angles = call.pen, _angles(call)
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
    if all(abs(round(math.degrees(angle)) % 360) == 0 for angle in angles):
        placed = [_keep_inside(call, one, align, upright, least) for one in placed]
    names = ("left", "top", "width", "height")
    box = [call.write_numbers([one[side] for one in placed], name, "mm") for side, name in enumerate(names)]
    degrees = [math.degrees(angle) % 360 for angle in angles]
    turned = {"angle": call.write_numbers(degrees, "angle")} if any(round(one, 2) % 360 for one in degrees) else {}
    is_plain = len({tuple(one) for one in placed}) == 1 and not turned
    return box, turned, placed[0] if is_plain else None


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


def _keep_inside(call: SquibCall, bounds: Bounds, align: str, upright: str, least: float) -> Bounds:
    """Return a box cut to the card; one that is beyond the card is moved to its edge."""
    pen = call.pen
    left, width = cut_to_card(bounds[0], bounds[2], pen.width, is_centred=align == "center")
    top, height = cut_to_card(bounds[1], bounds[3], pen.height, is_centred=upright == "middle")
    if width < 1 or height < least * 0.5:
        call.change("its box is beyond the card, and was moved to its edge")
        width, height = max(width, min(10.0, pen.width)), max(height, min(least, pen.height))
        left = min(max(left, 0), pen.width - width)
        top = min(max(top, 0), pen.height - height)
    return left, top, width, height


def _embed(call: SquibCall, written: str) -> str:
    """Return a text with icons in place of the keys of embedded pictures, also in the cells that it shows."""
    pen = call.pen
    has_fields = bool(re.search(r"(?<!\\)\{[a-z]", written))
    for rule in call.embed:
        options = rule.get("options", {})
        inner = SquibCall("embed", options, {}, "", pen, str(rule.get("file", call.file)), int(rule.get("line", 0)))
        key = write_value(options.get("key"))
        files = _find_files(inner)
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
    for key, sign in signs.items():
        text = text.replace(key, sign)
    return text


DRAWERS: Mapping[str, Callable[[SquibCall], list[DraftElement]]] = {
    "background": _background,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "triangle": _triangle,
    "polygon": _polygon,
    "star": _star,
    "curve": _curve,
    "grid": _grid,
    "png": _picture,
    "svg": _picture,
    "text": _text,
}
"""What draws each call."""
OPTIONS: Mapping[str, str] = {
    **_GUIDES,
    "save": "is an option of petri make",
    "save_png": "is the option --to png of petri make",
    "save_pdf": "is petri make, with --paper, --marks, and --bleed",
    "save_sheet": "is the option --to of petri make",
    "hand": "has no counterpart: a picture for the web",
    "showcase": "has no counterpart: a picture for the web",
    "hint": "shows boxes while a script is written; petri preview shows them",
    "build": "is a part that is built on demand, and was not run",
}
"""What becomes of calls that draw nothing on cards."""
