"""Charts: shares with intervals, and distributions, panel by panel."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share from 0 to 1, and its confidence interval."""

    label: str
    share: float
    low: float
    high: float
    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A histogram of stacked bars, one for each layer of the chart."""

    title: str
    note: str
    counts: tuple[tuple[int, ...], ...]
    """Counts by layer, then by bin."""


@dataclass(frozen=True, slots=True)
class Bins:
    """A `number` of ranges, each with `width` integers."""

    first: int
    width: int
    number: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with all text in the user's language; all panels have the same axes."""

    title: str
    subtitle: str
    shares_title: str
    shares: tuple[tuple[ShareRow, ...], ...]
    """Rows in groups, which are separated by space."""
    panels_title: str
    columns: int
    """Number of panels side by side."""
    bins: Bins
    ticks: tuple[tuple[int, str], ...]
    """Positions of ticks on the axis below the panels, with their labels."""
    layers: tuple[str, ...]
    """Names of the layers, the lowest first; at most three."""
    panels: tuple[Panel, ...]
    note: str = ""
