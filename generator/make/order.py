"""What the writers of files beside pictures get: the pictures of one game in one language."""

from typing import TypeAlias

from generator.layout.imposition.faces import CardFace
from generator.make.jobs import Job
from generator.model.destinations import Destination
from generator.model.values import dataclass

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
