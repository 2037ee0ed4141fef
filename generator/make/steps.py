"""Steps of a job, in the order in which it takes them; each can be sent from one process to another."""

from pathlib import Path
from typing import TypeAlias

from generator.backends.html.parts import Section
from generator.errors import GeneratorError
from generator.layout.imposition.faces import CardFace
from generator.make.preflight.issues import Inspected
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Begun:
    """The job begins."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file is complete."""

    path: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class Stale:
    """A file of an earlier build is no longer needed."""

    path: Path


@dataclass(frozen=True, slots=True)
class Pictured:
    """A picture in a folder shows a side of a card."""

    folder: Path
    face: CardFace


@dataclass(frozen=True, slots=True)
class Found:
    """Something does not fit, or is probably not intended; after an error, there are no files."""

    error: GeneratorError


@dataclass(frozen=True, slots=True)
class UsesPictures:
    """A page shows a picture, whose pixels depend on the resolution."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The section of the job in a web page is complete."""

    section: Section


Step: TypeAlias = Begun | Written | Stale | Pictured | Found | UsesPictures | Inspected | Shown
