"""Plots of numbers with all their texts: the content of charts, not their drawing.

Positions on axes are shares of their length, from 0 at the start or the bottom to 1.
"""

from typing import TypeAlias

from generator.model.values import dataclass

MOST_LINES = 4
"""Maximum number of lines of a plot, or of layers of bars: more could not be told apart."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A value with the ends of its interval."""

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CurveLine:
    """Connected values, with a band of their intervals."""

    label: str
    points: tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Lines over one axis."""

    title: str
    across: tuple[Tick, ...]
    upright: tuple[Tick, ...]
    lines: tuple[CurveLine, ...]
    """At most MOST_LINES."""


@dataclass(frozen=True, slots=True)
class BarRow:
    """A value with its interval, and its text."""

    label: str
    text: str
    value: float
    low: float
    high: float
    is_clear: bool = False
    """True if the interval does not contain zero; its bar is filled."""


@dataclass(frozen=True, slots=True)
class Bars:
    """Rows of values on one axis; with `zero`, bars begin there."""

    title: str
    axis: tuple[Tick, ...]
    rows: tuple[BarRow, ...]
    zero: float | None = None


@dataclass(frozen=True, slots=True)
class EndPanel:
    """Endings of the games of one setting, by the length of the games."""

    title: str
    note: str
    bins: tuple[tuple[float, ...], ...]
    """Heights of the layers of each bin; all bins of all panels have the same scale."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Lengths of games in panels, in layers by the rule that ended them."""

    title: str
    layers: tuple[str, ...]
    """At most MOST_LINES."""
    axis: tuple[Tick, ...]
    panels: tuple[EndPanel, ...]


Plot: TypeAlias = Curves | Bars | Ends


@dataclass(frozen=True, slots=True)
class PlotPage:
    """A page of plots; empty texts are left out."""

    title: str
    subtitle: str
    sentence: str
    plots: tuple[Plot, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Heat:
    """Shares of places of a board or a sheet, from 0 to 1, by area and place."""

    part: str
    sign: str
    """Kind of the pieces, or sign of the handwritten marks, that are counted."""
    title: str
    scale: str
    """Text beside the strongest colour."""
    shares: tuple[tuple[str, str, float], ...]
