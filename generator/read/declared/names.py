"""The names that the files of a kit may use of each other."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pictured:
    """Icons and colours that rich text may name; those that are None are not checked."""

    icons: Collection[str] | None = None
    colours: Collection[str] | None = None


NOT_CHECKED = Pictured()


@dataclass(frozen=True, slots=True)
class Names(Pictured):
    """None stands for names whose file could not be read: nothing is said of them a second time."""

    marks: Collection[str] | None = None
    """Of the theme."""
    sentences: Mapping[str, str] | None = None
    """The English wording by key."""
    faces: Collection[int] | None = None
    """Values of the die faces."""
    roles: Collection[str] | None = None
    """Roles of type that the theme has."""
    boards: Collection[str] | None = None
    """Ids of the kit's boards."""
    sheets: Collection[str] | None = None
    """Ids of the kit's sheets."""
    pieces: Collection[str] | None = None
    """Ids of the kit's cards and tokens."""
