"""Requests of the preview's pages, as JSON."""

from typing import Literal

from generator.model.printing.printing import Ink
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class ViewBody:
    """The view that a page asks for."""

    part: str
    locales: tuple[str, ...]
    papers: tuple[str, ...]
    shows: Literal["pages", "cards"] = "pages"
    vision: str = ""
    ink: Ink = "full"
    service: str = ""


@dataclass(frozen=True, slots=True)
class PageBody:
    """A page of a column."""

    column: int
    index: int


@dataclass(frozen=True, slots=True)
class PointBody:
    """A point of a page, in mm from its top left corner."""

    column: int
    index: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SeenBody:
    """The indexes of the pages that somebody sees."""

    pages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlaceBody:
    """A place of those that the server has named."""

    id: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """A request that needs no values."""
