"""A search for fillings of the virus that cover every spike with the dice that are rolled."""

from collections.abc import Iterable
from typing import TypeAlias

from generator.games.fight_the_virus import areas
from generator.games.fight_the_virus.areas import VirusArea

Laid: TypeAlias = tuple[int, int]
"""(value, set of squares)"""


def find_filling(
    area: VirusArea, rolls: Iterable[Iterable[int]], *, width: int = 8
) -> tuple[Laid, ...] | None:
    """Shapes, one for each roll at most, that cover all spikes by the rules; None: none was found.

    A beam search: after each roll the `width` most promising fillings go on. It may miss a filling
    that exists, but never gives one that breaks a rule.
    """
    fillings: dict[int, tuple[Laid, ...]] = {0: ()}
    for roll in rolls:
        found = dict(fillings)
        for analysed, laid in fillings.items():
            for value in sorted(set(roll)):
                for shape in areas.list_shapes(area, analysed, value):
                    found.setdefault(analysed | shape, (*laid, (value, shape)))
        best = sorted(found, key=lambda analysed: _rate(area, analysed), reverse=True)[:width]
        fillings = {analysed: found[analysed] for analysed in best}
        if best[0] & area.spikes == area.spikes:
            return fillings[best[0]]
    return None


def _rate(area: VirusArea, analysed: int) -> tuple[float, int]:
    """Spikes and squares covered, less the ragged edge of what is left."""
    edge = (area.around(analysed) & ~analysed).bit_count()
    spikes = (analysed & area.spikes).bit_count()
    return spikes + 0.3 * analysed.bit_count() - 0.2 * edge, analysed
