"""Sizes of cards that explain the size of a picture: with its bleed, and at another scale."""

from collections.abc import Iterable
from dataclasses import dataclass

from generator.imports.draft import format_number
from generator.model.kit import CardSize

_BLEEDS = (3.175, 3.0)
"""Bleeds that sizes of pictures have in them."""
_LEAST_SCALE, _MOST_SCALE = 0.93, 1.03
"""Scales at which people print cards that must fit on a page."""
_EXACT, _CLOSE = 0.0005, 0.003
"""Differences of the scales of width and height."""
_SAME = 0.6


@dataclass(frozen=True)
class InnerSize:
    """A known size inside a picture with bleed."""

    name: str
    card: tuple[float, float]
    bleed: float
    scale: float

    def __str__(self) -> str:
        printed = "" if abs(self.scale - 1) < 0.005 else f", printed at {self.scale:.0%}"
        option = "x".join(map(format_number, self.card))
        bleed = f"{format_number(self.bleed)} mm of bleed"
        return f"{write_size(self.card)} ({self.name}) with {bleed}{printed}; if so: --card {option}mm"


def find_inner_size(box: tuple[float, float], sizes: Iterable[CardSize]) -> InnerSize | None:
    """Return the known size of a box without its bleed; None if it is one itself, or has none."""
    turned = [(one.name, _turn((one.width, one.height), box)) for one in sizes]
    if any(max(abs(one - side) for one, side in zip(card, box, strict=True)) < _SAME for _, card in turned):
        return None
    found = []
    for name, card in turned:
        for bleed in _BLEEDS:
            across, down = _measure_scales(box, card, bleed)
            if abs(across - down) < _CLOSE and _LEAST_SCALE < across < _MOST_SCALE:
                rank = (abs(across - down) > _EXACT, abs(across - 1))
                found.append((rank, InnerSize(name, card, bleed, (across + down) / 2)))
    return min(found, key=lambda each: each[0])[1] if found else None


def find_scale(box: tuple[float, float], card: tuple[float, float]) -> float:
    """Return at which scale a card is printed in a box that has its bleed; 1 if none explains the box."""
    for bleed in (*_BLEEDS, 0.0):
        across, down = _measure_scales(box, card, bleed)
        if abs(across - down) < _CLOSE and _LEAST_SCALE < across < _MOST_SCALE:
            return (across + down) / 2
    return 1.0


def _measure_scales(box: tuple[float, float], card: tuple[float, float], bleed: float) -> tuple[float, float]:
    return box[0] / (card[0] + 2 * bleed), box[1] / (card[1] + 2 * bleed)


def _turn(size: tuple[float, float], box: tuple[float, float]) -> tuple[float, float]:
    """Return a size as wide or as high as a box."""
    return (max(size), min(size)) if box[0] > box[1] else (min(size), max(size))


def write_size(size: tuple[float, float]) -> str:
    """Return a size as files have it."""
    return f"{format_number(size[0])} x {format_number(size[1])} mm"
