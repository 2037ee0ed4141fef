"""A picture of numbers: shares with their intervals, and how something is spread, panel by panel."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share from 0 to 1, and from where to where it may truly be."""

    label: str
    share: float
    low: float
    high: float
    text: str
    """The numbers as they are said."""


@dataclass(frozen=True, slots=True)
class Panel:
    """How often each value came up: bars that stand on each other, one for each layer of the chart."""

    title: str
    note: str
    counts: tuple[tuple[int, ...], ...]
    """By layer, then by bin."""


@dataclass(frozen=True, slots=True)
class Bins:
    """Equal ranges of whole numbers."""

    first: int
    width: int
    """How many numbers a bin has."""
    number: int


@dataclass(frozen=True, slots=True)
class Chart:
    """All words are in the user's language already. All panels have the same axes."""

    title: str
    subtitle: str
    shares_title: str
    shares: tuple[tuple[ShareRow, ...], ...]
    """Rows in groups, which are set apart."""
    panels_title: str
    columns: int
    """So many panels beside each other."""
    bins: Bins
    ticks: tuple[tuple[int, str], ...]
    """Places on the axis below the panels, and how they are said."""
    layers: tuple[str, ...]
    """The names of the layers, the lowest first: three at most."""
    panels: tuple[Panel, ...]
    note: str = ""
