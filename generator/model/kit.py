"""All printed things of one game, its numbers, and its words in every language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.dice import DieFace
from generator.model.icon import Icon
from generator.model.picture import PictureFile
from generator.model.pieces import PieceSet
from generator.model.sheet import Sheet
from generator.model.style import Theme
from generator.model.wording import Wording

Part: TypeAlias = Sheet | Board | Booklet | PieceSet
"""One thing that is printed into files of its own."""


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made what: printed where the rules are."""

    role: str
    """Wording key: designer, artist, publisher."""
    names: tuple[str, ...]


@dataclass(frozen=True)
class Kit:
    """A game as it is printed and played."""

    id: str
    folder: Path
    title: str
    """Wording key."""
    players: str
    """Such as `2+` or `3-6`."""
    parts: tuple[Part, ...]
    theme: Theme
    icons: Mapping[str, Icon]
    dice: tuple[DieFace, ...]
    wordings: Mapping[str, Wording]
    """By locale, the game's own sentences joined with those that all games share."""
    credits: tuple[Credit, ...] = ()
    icon: str = ""
    """The game's sign: it stands before every title."""
    papers: tuple[str, ...] = ()
    """Ids of the papers that it is made for, which are tried by every check; empty: all."""
    pictures: Mapping[str, PictureFile] = field(default_factory=dict)
    """Those that its parts use, by the name of the file."""
    is_trusted: bool = False
    """Whether the user allows the program to run `rules.py` of the folder."""

    @property
    def slug(self) -> str:
        """The id as file names have it: `fight-the-virus`."""
        return self.id.replace("_", "-")
