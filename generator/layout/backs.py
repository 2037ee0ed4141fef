"""Backs of things: on which side of which sheet they are printed, and how the sheet is turned."""

from typing import Literal

from generator.layout.frames import Flip, find_flip
from generator.model.printing import Backs
from generator.model.style import Paper


def flip_of(backs: Backs, page: Paper, fold: Flip | None = None) -> Flip:
    """How a sheet has to be turned for its backs to lie behind its fronts.

    Separate backs lie as if the sheet were turned like a page of a book: fed in again by hand, or
    glued together, they fit too.
    """
    if fold is not None:
        return fold
    if backs == "duplex-long":
        return find_flip("long", page)
    return find_flip("short", page) if backs == "duplex-short" else "book"


def find_duplex(backs: Backs) -> Literal["", "long", "short"]:
    """What the printer is told."""
    edges: dict[Backs, Literal["long", "short"]] = {"duplex-long": "long", "duplex-short": "short"}
    return edges.get(backs, "")
