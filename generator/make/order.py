"""Input of writers of files beside pictures: the pictures of one game in one language."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from generator.layout.imposition.faces import CardFace
from generator.make.jobs import Job
from generator.model.destinations import Destination
from generator.model.played import Position
from generator.model.values import dataclass, field

File: TypeAlias = tuple[str, bytes]
"""Name in the folder of the pictures, and contents."""


@dataclass(frozen=True, slots=True)
class Order:
    """The pictures of one game in one language, in one folder, for a destination."""

    jobs: tuple[Job, ...]
    """The jobs that made pictures."""
    destination: Destination
    faces: tuple[CardFace, ...]
    """Each side of each card, in the order of the jobs."""
    folder: Path = Path()
    """The folder of the pictures."""
    address: str = ""
    """Web address of a folder with the pictures, which ends with a slash; empty: only the folder has them."""
    start: Position = field(default_factory=Position)
    """Pieces on the boards at the start of a game."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """Contents of the pictures by file name, if the destination packs them."""
