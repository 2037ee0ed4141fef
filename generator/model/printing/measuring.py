"""Correction of a printer, computed from what people read on a calibration sheet."""

import re
from cmath import phase, rect
from collections.abc import Callable, Sequence
from functools import partial
from math import degrees, radians
from typing import TypeAlias

from generator.errors import Wrong
from generator.model.printing.printing import MOST_SHIFT, BackCorrection, Margins, PrintScale
from generator.model.values import dataclass, replace

INSET = 22.0
"""Distance of the crosses in the corners from the edges of the page, in mm."""
PLACES = ("in the middle", "top left", "top right", "bottom left", "bottom right")
"""The scales on the front, in the order in which they are read."""
_EXAMPLE = "0.5,-0.3"

Pair = tuple[float, float]
"""Values of a scale: to the right, and down."""
_Points: TypeAlias = Sequence[complex]
"""Points of a page: right and down from its middle, in mm."""


class OddReading(Wrong):
    """Readings that do not fit together; `place` is the index of the one that is probably wrong, or -1."""

    place = -1


@dataclass(frozen=True, slots=True)
class Readings:
    """Measurements of a calibration sheet; None: not measured."""

    pairs: tuple[Pair, ...]
    """Values of the five scales."""
    lengths: tuple[float | None, ...] = (None, None)
    """Lengths of the bars across and along, in mm."""
    frames: tuple[float | None, ...] = (None, None, None, None)
    """Distances of the outermost complete frames: left, top, right, and bottom, in mm."""


BARS = (250.0, 150.0, 100.0, 50.0)
"""Lengths of bars that are measured, in mm."""
_BESIDE_BAR = 14.0
"""Least distance between the ends of a bar and the edges of the page, in mm."""


def choose_bars(width: float, height: float) -> Pair:
    """Return the lengths of the bars across and along a page, in mm; 0 if it has no room."""
    across, along = (
        next((bar for bar in BARS[skipped:] if bar + 2 * _BESIDE_BAR <= size), 0.0)
        for size, skipped in ((width, 1), (height, 0))
    )
    return across, along


def parse_pair(text: str) -> Pair:
    """Return the values of `0.5,-0.3` in mm: to the right, then down; raises Wrong."""
    values = [_parse_number(part) for part in re.split(r"\s*,\s*|\s+(?!mm)", text.strip()) if part]
    if len(values) != 2:
        hint = f"write two numbers, such as {_EXAMPLE}; decimals have a point"
        raise Wrong(f"`{text.strip()}` is not a reading", hint)
    for value in values:
        if abs(value) > MOST_SHIFT:
            raise Wrong(f"`{value:g}` is beyond the scale", f"-{MOST_SHIFT:g} to {MOST_SHIFT:g} mm")
    return values[0], values[1]


_MOST_SCALED, _MOST_TURNED = 0.02, 2.0
"""Corrections that no printer needs which prints at 100 %: a share of the size, and degrees."""


def parse_bar(text: str, nominal: float) -> float:
    """Return the measured length of a bar in mm; raises Wrong if it differs by more than 2 %."""
    value = _parse_number(text)
    if abs(value - nominal) > nominal * _MOST_SCALED:
        hint = "print the sheet at 100 %, without fitting it to the page, and measure again"
        raise Wrong(f"`{value:g}` mm is too far from {nominal:g} mm", hint)
    return value


_WIDEST = 30.0


def parse_frame(text: str) -> float:
    """Return the distance of a frame from the edge in mm; raises Wrong."""
    value = _parse_number(text)
    if not 0 <= value <= _WIDEST:
        raise Wrong(f"`{value:g}` is no margin", f"0 to {_WIDEST:g} mm; the frames are 2 to 6 mm")
    return value


def parse_readings(text: str, bars: Pair) -> Readings:
    """Return readings as they are typed in one line; raises Wrong.

    They are separated by semicolons: five pairs, then the lengths of the bars, then the four frames. What is
    empty was not measured; pairs are then 0.
    """
    entries = [entry.strip() for entry in text.split(";")]
    if entries[-1] == "" and len(entries) > len(PLACES):
        entries.pop()
    if not len(PLACES) <= len(entries) <= len(PLACES) + 2:
        hint = "write five pairs, such as 0.5,-0.3; 0.6,-0.1; 0.4,-0.4; 0.6,-0.3; 0.5,-0.2"
        raise Wrong(f"{len(entries)} readings instead of {len(PLACES)}", hint)
    pairs = []
    for place, entry in zip(PLACES, entries, strict=False):
        try:
            pairs.append(parse_pair(entry) if entry else (0.0, 0.0))
        except Wrong as wrong:
            raise Wrong(f"the scale {place}: {wrong.message}", wrong.hint) from None
    lengths, frames = [*entries[len(PLACES) :], "", ""][:2]
    parse_bars = [partial(parse_bar, nominal=bar) for bar in bars]
    return Readings(
        tuple(pairs),
        _parse_each(lengths, parse_bars, f"the bars are {bars[0]:g} and {bars[1]:g} mm long"),
        _parse_each(frames, [parse_frame] * 4, "write four numbers: left, top, right, bottom"),
    )


def _parse_each(text: str, parse: Sequence[Callable[[str], float]], hint: str) -> tuple[float | None, ...]:
    values = text.split(",") if text else [""] * len(parse)
    if len(values) != len(parse):
        raise Wrong(f"`{text}` is not {len(parse)} numbers", hint)
    return tuple(read(value) if value.strip() else None for read, value in zip(parse, values, strict=True))


_NUMBER = re.compile(r"([+-]?(?:\d{1,4}(?:\.\d{1,4})?|\.\d{1,4}))(?: ?mm)?")


def _parse_number(text: str) -> float:
    match = _NUMBER.fullmatch(text.strip().replace("\N{MINUS SIGN}", "-"))
    if match is None:
        hint = f"write it like {_EXAMPLE.split(',')[0]}; decimals have a point"
        raise Wrong(f"`{text.strip()}` is not a number" if text.strip() else "a number is missing", hint)
    return float(match[1])


def list_crosses(width: float, height: float, flip: str) -> tuple[complex, ...]:
    """Return the crosses of the back in the order of PLACES: right and down from the middle, in mm.

    `flip` is the edge over which upright paper is turned: `long` or `short`.
    """
    x, y = width / 2 - INSET, height / 2 - INSET
    seen = (0j, complex(-x, -y), complex(x, -y), complex(-x, y), complex(x, y))
    mirrored = (cross.conjugate() for cross in seen)
    return tuple(-cross if flip == "long" else cross for cross in mirrored)


def apply(correction: BackCorrection, point: complex) -> complex:
    """Return where a correction moves a point of the back, both from the middle of the page."""
    turned = rect(correction.scale, radians(correction.turn)) * point
    return turned + complex(correction.right, correction.down)


@dataclass(frozen=True, slots=True)
class Solved:
    """The correction that fits all readings best."""

    correction: BackCorrection
    remains: float
    """The largest distance of a back from its front in the corners that is not corrected, in mm."""


def solve(
    crosses: _Points, pairs: Sequence[Pair], *, applied: BackCorrection | None = None, is_checked: bool = True
) -> Solved:
    """Return the correction of the backs; raises OddReading if no printer needs it.

    `applied` is the correction with which the sheet was printed. With `is_checked`, readings that do not fit
    together are an OddReading, too. The fit is the similarity with the least squares, whose closed form is
    that of a line through complex numbers.
    """
    before = applied or BackCorrection()
    drawn = [apply(before, cross) for cross in crosses]
    landed = [cross - complex(*pair) for cross, pair in zip(crosses, pairs, strict=True)]
    if is_checked:
        _check(landed, drawn, crosses, pairs)
    factor, moved = _fit(landed, drawn)
    if abs(abs(factor) - 1) > _MOST_SCALED or abs(degrees(phase(factor))) > _MOST_TURNED:
        turned = f"turned by {degrees(phase(factor)):.2f} degrees and {abs(factor):.1%} as large"
        hint = "measure again, and look at the signs"
        raise OddReading(f"backs would have to be {turned}, which no printer needs", hint)
    turn, scale = round(degrees(phase(factor)), 3), round(abs(factor), 4)
    correction = BackCorrection(round(moved.real, 2), round(moved.imag, 2), turn, scale)
    return Solved(correction, _measure_worst(landed[1:], drawn[1:], (factor, moved)))


def measure_scale(
    bars: Pair, lengths: Sequence[float | None], *, applied: PrintScale, known: PrintScale
) -> PrintScale:
    """Return the scale at which bars have their true length; `applied` is that at which they were printed.

    For a bar that was not measured, the `known` scale stays.
    """
    rows = zip(bars, lengths, (applied.across, applied.along), (known.across, known.along), strict=True)
    across, along = (
        kept if length is None else round(old * bar / length, 5) for bar, length, old, kept in rows
    )
    return PrintScale(across, along)


EDGES = ("left", "top", "right", "bottom")


def make_margins(frames: Sequence[float | None], known: Margins | None) -> Margins | None:
    """Return the margins; edges that were not read stay as they are known."""
    if not known and all(frame is None for frame in frames):
        return None
    read = {edge: frame for edge, frame in zip(EDGES, frames, strict=True) if frame is not None}
    return replace(known or Margins(), **read)


def _fit(landed: _Points, drawn: _Points) -> tuple[complex, complex]:
    """Return the factor and the shift that map the first points to the others with the least squares."""
    start, end = sum(landed) / len(landed), sum(drawn) / len(drawn)
    spread = sum(abs(point - start) ** 2 for point in landed)
    dots = ((point - start).conjugate() * (goal - end) for point, goal in zip(landed, drawn, strict=True))
    factor = sum(dots) / spread
    return factor, end - factor * start


def _measure_worst(landed: _Points, drawn: _Points, fit: tuple[complex, complex] | None = None) -> float:
    factor, moved = fit or _fit(landed, drawn)
    return max(abs(factor * point + moved - goal) for point, goal in zip(landed, drawn, strict=True))


_STRANGE = 0.45
"""Largest distance of a reading from the others that is not strange, in mm: people read to 0.25 mm."""
_SOUND = 0.3
"""Largest distance of the readings from each other if the strange one is left out, in mm."""


def _check(landed: _Points, drawn: _Points, crosses: _Points, pairs: Sequence[Pair]) -> None:
    """Raise OddReading if the readings do not fit together, with the one that is probably wrong."""
    if _measure_worst(landed, drawn) <= _STRANGE:
        return
    given = [*zip(crosses, pairs, strict=True)]
    for name, x, y in (("to the right", -1.0, 1.0), ("down", 1.0, -1.0)):
        other = [cross - complex(right * x, down * y) for cross, (right, down) in given]
        if _measure_worst(other, drawn) <= _SOUND:
            hint = "look at the signs of the scales"
            raise OddReading(f"all values {name} seem to have the wrong sign", hint)
    odd = min(
        range(len(pairs)), key=lambda index: _measure_worst(_without(landed, index), _without(drawn, index))
    )
    error = OddReading("the readings do not fit together", "measure all of them again")
    rest = _without(landed, odd), _without(drawn, odd)
    if _measure_worst(*rest) <= _SOUND:
        factor, moved = _fit(*rest)
        wanted = crosses[odd] - (drawn[odd] - moved) / factor
        message = f"the reading {PLACES[odd]}, {_write(pairs[odd])}, does not fit the others"
        error = OddReading(message, f"{_explain(pairs[odd], wanted)} would fit")
        error.place = odd
    raise error


def _without(values: _Points, index: int) -> list[complex]:
    return [*values[:index], *values[index + 1 :]]


def _explain(given: Pair, wanted: complex) -> str:
    """Return the reading that would fit: the given one with other signs or in another order, or another."""
    right, down = given
    others = ((-right, down), (right, -down), (-right, -down), (down, right))
    near = min(others, key=lambda pair: abs(complex(*pair) - wanted))
    if abs(complex(*near) - wanted) > _SOUND:
        near = round(wanted.real, 2), round(wanted.imag, 2)
    return _write(near)


def _write(pair: Pair) -> str:
    return ",".join(f"{value + 0.0:g}" for value in pair)
