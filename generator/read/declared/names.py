"""The names that the files of a kit may use of each other."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Names:
    """None stands for names whose file could not be read: nothing is said of them a second time."""

    marks: Collection[str] | None = None
    """Of the theme."""
    icons: Collection[str] | None = None
    words: Collection[str] | None = None
    """Keys of the English wording."""
    sentences: Mapping[str, str] | None = None
    """What stands under them, for the fields in them."""
    faces: Collection[int] | None = None
    """Values of the die faces."""
    roles: Collection[str] | None = None
    """Roles of type that the theme has."""
    colours: Collection[str] | None = None
    boards: Collection[str] | None = None
    """Ids of the kit's boards."""
    sheets: Collection[str] | None = None
    """Ids of the kit's sheets."""
    pieces: Collection[str] | None = None
    """Ids of the kit's cards and tokens."""
