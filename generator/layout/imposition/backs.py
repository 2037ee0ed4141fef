"""Backs of pieces: on which side of which sheet they are printed, and how the sheet is flipped."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from generator.layout.shapes.frames import Flip, find_flip
from generator.layout.shapes.outlines import Component
from generator.model.printing import Backs
from generator.model.style import Paper

Duplex: TypeAlias = Literal["", "long", "short"]


def choose_backs(things: Iterable[Component], wanted: Backs) -> Backs:
    """Return the wanted way to print backs, or `none` if no piece has a back."""
    return wanted if any(thing.draw_back is not None for thing in things) else "none"


def flip_of(backs: Backs, page: Paper, fold: Flip | None = None) -> Flip:
    """Return how a sheet must be flipped so that backs are behind their fronts.

    Separate backs are placed as if the sheet were turned like a page of a book, so that they also match if
    the sheet is fed in again by hand, or glued.
    """
    if fold is not None:
        return fold
    if backs == "duplex-long":
        return find_flip("long", page)
    return find_flip("short", page) if backs == "duplex-short" else "book"


def find_duplex(backs: Backs) -> Duplex:
    """Return the duplex setting for the printer."""
    edges: dict[Backs, Duplex] = {"duplex-long": "long", "duplex-short": "short"}
    return edges.get(backs, "")
