"""Calls of a Squib script with their layouts: lengths, colours, and outlines as values of ours."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.imports.draft import Draft, format_number
from generator.imports.squib.cards import CardValues, write_value
from generator.imports.squib.measures import LayoutEntry, NoMeasure, PixelSpace
from generator.read.files.text_files import name_file
from generator.read.pieces.foreign import parse_foreign_colour

DEFAULT_FONT = "Arial 36"
GRADIENT = re.compile(r"\s*\(([^()]*)\)\s*\(([^()]*)\)\s*(.*)")
_STOP = re.compile(r"(#?\w+)@([\d.]+)")
_EDGE = 0.3
_LEAST = 0.05
"""Smallest width of a line in mm."""

Bounds = tuple[float, float, float, float]


@dataclass(slots=True)
class SquibPen:
    """The context that the calls of a deck share."""

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
    font: str = DEFAULT_FONT
    type_scale: float = 1
    """Points of a size of type that the script gives."""
    script: str = ""
    """Path of the script in the project."""
    replaced: dict[str, str] = field(default_factory=dict)
    """Texts in cells that become marks of ours."""
    is_marked: bool = False
    """True if a column of the table has tags of Pango."""

    def name_place(self, file: str) -> str:
        """Return the name of a file of the project for messages."""
        return self.draft.file if file == self.script else name_file(self.project / file)

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
    entry: LayoutEntry
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
        """Return lengths in pixels, a list for all cards or one for each; None for words such as `native`."""
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
        """Return numbers, one for all cards or one for each, as they are written; the deck is in mm."""
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
        """Return boxes in pixels as `box` on the cut card, with `angle`; Squib turns at the corner."""
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
        given = [write_value(one) for one in self.pen.cards.spread(value)]
        is_kept = all(own and parse_foreign_colour(one) for one, own in zip(given, values, strict=True))
        return self.pen.cards.make_text(value if is_kept else self.unfold(values), name)

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
        if not found and not GRADIENT.fullmatch(text):
            self.change(f'`{name}`: the colour {text} is not known here, and black is used; write it as "#…"')
            return "#000000"
        if found in ("#0000", "#00000000") or (
            len(found) in (5, 9) and set(found[-(len(found) // 4) :]) == {"0"}
        ):
            return ""
        return found or text

    def paint(self, name: str, default: str) -> dict[str, Any]:
        """Return a fill as `fill` or `gradient`."""
        colour = self.colour(name, default)
        if not colour:
            return {}
        gradient = GRADIENT.fullmatch(colour)
        return {"gradient": self._read_gradient(gradient)} if gradient else {"fill": colour}

    def _read_gradient(self, gradient: re.Match[str]) -> dict[str, Any]:
        stops = sorted(
            ((float(at), colour) for colour, at in _STOP.findall(gradient[3])), key=lambda stop: stop[0]
        )
        colours = [parse_foreign_colour(colour) or "#000000" for _, colour in stops] or ["#000000"]
        first, second = ([read_float(part) for part in ends.split(",")] for ends in gradient.group(1, 2))
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
        if GRADIENT.fullmatch(colour):
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


def read_float(text: str) -> float:
    """Return a number, 0 for a text that is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def list_angles(call: SquibCall) -> list[float]:
    """Return angles in radians, one for all cards or one for each."""
    return [row[0] or 0.0 for row in call.spread(angle=0)]


def list_boxes(call: SquibCall) -> list[Bounds]:
    """Return boxes in pixels; what is not given is the card."""
    space = call.pen.space
    rows = call.spread(x=0, y=0, width="deck", height="deck")
    return [
        (x or 0, y or 0, space.width if width is None else width, space.height if height is None else height)
        for x, y, width, height in rows
    ]


def is_true(value: Any) -> bool:
    """Return True for `true`, also as a text."""
    return value is True or str(value).lower() == "true"
