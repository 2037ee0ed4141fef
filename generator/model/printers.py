"""Printers of one's own: their paper, their margins, and what corrects their drift and their scale."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Literal

from generator.errors import Wrong
from generator.model.kinds import Doc, Id, Kind, Length, Text, Written, matching
from generator.model.printing import Backs
from generator.model.units import parse_length
from generator.model.values import dataclass, field, replace

MOST_SHIFT, MOST_TURN, MOST_SCALED = 10.0, 5.0, 0.1
"""Limits of corrections: in mm, in degrees, and as a share of the size."""
MOST_MARGIN = 30.0
"""The largest margin, in mm."""


def _parse_within(text: str, least: float, most: float) -> float:
    """Return a length in mm; raises Wrong."""
    length = parse_length(text)
    if not least <= length <= most:
        raise Wrong(f"`{text}` is out of range", f"use {least:g} to {most:g} mm")
    return length


def _parse_number(text: str, unit: str, what: str, like: str) -> float:
    found = re.fullmatch(rf"\s*([+-]?\d{{1,6}}(?:\.\d{{1,9}})?)\s*(?:{unit})\s*", text)
    if found is None:
        raise Wrong(f"`{text}` is not {what}", f"write it like `{like}`")
    return float(found[1])


def _parse_turn(text: str) -> float:
    turn = _parse_number(text, "deg|°", "an angle", "0.12 deg")
    if abs(turn) > MOST_TURN:
        raise Wrong(f"`{text}` is out of range", f"use -{MOST_TURN:g} to {MOST_TURN:g} deg")
    return turn


def _parse_scale(text: str) -> float:
    scale = round(_parse_number(text, "%", "a percentage", "99.9 %") / 100, 8)
    if abs(scale - 1) > MOST_SCALED:
        raise Wrong(f"`{text}` is out of range", "use 90 % to 110 %")
    return scale


def _length(parse: Callable[[str], float], sign: str = "") -> Kind:
    pattern = rf"^\s*{sign}(\d+(\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*$"
    return Kind("length", parse, {"anyOf": [{"type": "string", "pattern": pattern}, {"const": 0}]})


_SHIFTS = _length(partial(_parse_within, least=-MOST_SHIFT, most=MOST_SHIFT), "[+-]?")
_MARGINS = _length(partial(_parse_within, least=0.0, most=MOST_MARGIN))
Shift = Annotated[float, _SHIFTS]
"""A length in mm, which may be negative."""
Margin = Annotated[float, _MARGINS]
Turn = Annotated[float, Kind("degrees", _parse_turn, {"type": "string"})]
Scale = Annotated[float, Kind("percent", _parse_scale, {"type": "string"})]
"""A share of the size: `99.9 %` is 0.999."""
_DATE = r"\d{4}-\d{2}-\d{2}", "a date", "write it like `2026-11-20`"
Date = Annotated[str, Kind("date", matching(*_DATE))]


@dataclass(frozen=True, slots=True)
class Margins:
    """The edges of a sheet that a printer leaves white."""

    left: Annotated[Margin | None, Doc("White edge on the left.")] = None
    top: Annotated[Margin | None, Doc("White edge at the top.")] = None
    right: Annotated[Margin | None, Doc("White edge on the right.")] = None
    bottom: Annotated[Margin | None, Doc("White edge at the bottom.")] = None

    def list_edges(self) -> dict[str, float | None]:
        """Return the edges by name, None where they were not measured."""
        return {"left": self.left, "top": self.top, "right": self.right, "bottom": self.bottom}


@dataclass(frozen=True, slots=True)
class BackCorrection:
    """Transform that moves backs to their fronts, around the middle of the page, as seen on the back."""

    right: Annotated[Shift, Doc("Distance by which backs are moved to the right.")] = 0.0
    down: Annotated[Shift, Doc("Distance by which backs are moved down.")] = 0.0
    turn: Annotated[Turn, Doc("Angle by which backs are turned clockwise: `0.12 deg`.")] = 0.0
    scale: Annotated[Scale, Doc("Size of backs: `99.9 %`.")] = 1.0


@dataclass(frozen=True, slots=True)
class PrintScale:
    """The size at which a page is printed, so that it has its true size on paper."""

    across: Annotated[Scale, Doc("Width of upright pages: `100.4 %`.")] = 1.0
    along: Annotated[Scale, Doc("Height of upright pages.")] = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Printer:
    """A printer as `petri calibrate` has measured it; by default, nothing is corrected."""

    name: Annotated[Text, Doc("Name for people, such as `Canon in the study, tray 2`.")] = ""
    paper: Annotated[Text, Doc("Paper size where `--paper` is not given: `a4`, or `330x483mm`.")] = ""
    flip: Annotated[
        Literal["long", "short"] | None, Doc("Edge over which it turns the paper for two-sided printing.")
    ] = None
    margins: Annotated[Margins | None, Doc("Edges that it leaves white; the largest is used.")] = None
    backs: Annotated[BackCorrection, Doc("What moves backs to their fronts.")] = field(
        default_factory=BackCorrection
    )
    scale: Annotated[PrintScale, Doc("Correction of the size of all pages.")] = field(
        default_factory=PrintScale
    )
    measured: Annotated[Date, Doc("Date of the measurement, such as `2026-11-20`.")] = ""
    id: Annotated[str, Written.AS_KEY] = ""

    @property
    def margin(self) -> float | None:
        """The largest white edge in mm; None if none was measured."""
        edges = self.margins or Margins()
        return max((edge for edge in edges.list_edges().values() if edge is not None), default=None)

    @property
    def duplex(self) -> Backs | None:
        """How it prints backs; None if that is not known."""
        known: Mapping[str, Backs] = {"long": "duplex-long", "short": "duplex-short"}
        return known[self.flip] if self.flip else None

    @property
    def moves_backs(self) -> bool:
        """True if backs are corrected."""
        return self.backs != BackCorrection()

    @property
    def scales(self) -> bool:
        """True if the size of pages is corrected."""
        return self.scale != PrintScale()

    def find_backs(self, own: Backs) -> Backs:
        """Return how a part is printed whose own way is `own`: only the edge depends on the printer."""
        return self.duplex or own if own.startswith("duplex") else own

    def without_backs(self) -> "Printer":
        """Return the printer for documents that have no backs to correct."""
        return replace(self, backs=BackCorrection())


PRINTERS = Annotated[Mapping[Id, Printer], Length(1), Doc("Printers by id.")]


def write_printer(printer: Printer) -> dict[str, str | dict[str, str]]:
    """Return the measured values of a printer as they are written in its file."""
    found: dict[str, str | dict[str, str]] = {"paper": printer.paper}
    if printer.flip:
        found["flip"] = printer.flip
    edges = (printer.margins or Margins()).list_edges()
    if known := {name: _write(edge, "mm") for name, edge in edges.items() if edge is not None}:
        found["margins"] = known
    backs, scale = printer.backs, printer.scale
    found["backs"] = {
        "right": _write(backs.right, "mm"),
        "down": _write(backs.down, "mm"),
        "turn": _write(backs.turn, "deg"),
        "scale": _write(backs.scale * 100, "%"),
    }
    found["scale"] = {
        "across": _write(scale.across * 100, "%"),
        "along": _write(scale.along * 100, "%"),
    }
    return {**found, "measured": printer.measured}


def _write(value: float, unit: str) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return f"{'0' if text == '-0' else text} {unit}"
