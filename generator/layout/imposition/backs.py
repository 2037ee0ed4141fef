"""Backs of things: on which side of which sheet they are printed, and how the sheet is turned."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from generator.layout.shapes.frames import Flip, find_flip
from generator.layout.shapes.things import Thing
from generator.model.printing import Backs
from generator.model.style import Paper

Duplex: TypeAlias = Literal["", "long", "short"]


def choose_backs(things: Iterable[Thing], wanted: Backs) -> Backs:
    """What is wanted, or `none` where no thing has anything on its back."""
    return wanted if any(thing.draw_back is not None for thing in things) else "none"


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


def find_duplex(backs: Backs) -> Duplex:
    """What the printer is told."""
    edges: dict[Backs, Duplex] = {"duplex-long": "long", "duplex-short": "short"}
    return edges.get(backs, "")
