"""A player sheet: sections of squares, tracks and keys, set in bands from top to bottom.

All words are keys of the kit's wording. Sizes are in mm.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.model.places import SquareGrid


@dataclass(frozen=True, slots=True)
class RowBonus:
    """A whole row of a grid filled gives this bonus; `row` counts from the grid's top line, 0."""

    row: int
    mark: str


@dataclass(frozen=True, slots=True)
class GridSection:
    """Squares to be filled in."""

    id: str
    title: str
    grid: SquareGrid
    size: float
    """Edge of a square."""
    look: Literal["plain", "virus", "bricks", "curve"] = "plain"
    """What is drawn around the squares: nothing, a round body with spikes, a wall, a curve."""
    naming: Literal["grid", "rows", "columns"] = "grid"
    """grid: column letter, row number from the top. rows: row letter from the bottom, number from
    the left. columns: column letter, number from the bottom."""
    row_bonuses: tuple[RowBonus, ...] = ()
    icon: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class TrackField:
    """One field of a track: a printed label, the bonus it gives, and marks as squares have them."""

    id: str
    label: str
    marks: tuple[str, ...] = ()
    bonus: str = ""
    cost: int = 0
    """Small circles printed beside it: what it takes at least to reach this field."""


@dataclass(frozen=True, slots=True)
class TrackSection:
    """Fields in a row, crossed out or circled one after the other."""

    id: str
    title: str
    fields: tuple[TrackField, ...]
    size: float
    shape: Literal["square", "circle"] = "square"
    icon: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A picture with its words: `mark` or `icon` or `shape` (a die face) names the picture."""

    text: str
    icons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyGroup:
    title: str
    entries: tuple[KeyEntry, ...]
    columns: int = 1


@dataclass(frozen=True, slots=True)
class KeySection:
    """The overview: what the die faces, marks and icons of the sheet mean, in a few words."""

    id: str
    title: str
    groups: tuple[KeyGroup, ...]
    icon: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class ShapesSection:
    """The shapes that the die faces stand for, drawn as small squares beside each face."""

    id: str
    title: str
    size: float
    icon: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class LinesSection:
    """Lines to write on, each with a label before it."""

    id: str
    title: str
    labels: tuple[str, ...]
    line_height: float
    columns: int = 1
    icon: str = ""
    hint: str = ""


Section: TypeAlias = GridSection | TrackSection | KeySection | ShapesSection | LinesSection


@dataclass(frozen=True, slots=True)
class Panel:
    """A section's place in a band; `share` is its part of the band's width."""

    sections: tuple[str, ...]
    """One above the other."""
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page that a player writes on."""

    id: str
    title: str
    subtitle: str
    name_field: str
    """Wording key of the field for the player's name; empty: none."""
    sections: tuple[Section, ...]
    bands: tuple[tuple[Panel, ...], ...]
    orientation: Literal["portrait", "landscape"] = "portrait"
    credit: str = ""

    def find_section(self, id: str) -> Section:
        """Raises KeyError: readers have checked every name by then."""
        for section in self.sections:
            if section.id == id:
                return section
        raise KeyError(id)
