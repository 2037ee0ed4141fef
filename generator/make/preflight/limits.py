"""Limits of the preflight, each with its source; those of a service are in `data/services.yaml`."""

from generator.model.language.scalars import MM_PER_POINT

THIN_LINE = 0.25 * MM_PER_POINT
"""Thinnest line that print shops promise to print, in mm (0.25 pt; DriveThruCards, Cartamundi, MB Print)."""
THIN_REVERSED_LINE = 0.5 * MM_PER_POINT
"""Thinnest line that is lighter than its ground, in mm: the inks around it close it (0.5 pt; usual rule)."""
SMALL_TYPE = 5.0
"""Smallest type in points (usual rule of print shops for one ink)."""
SMALL_REVERSED_TYPE = 6.0
"""Smallest type that is lighter than its ground, in points (usual rule of print shops)."""
SMALL_COLOURED_TYPE = 9.0
"""Type in points below which more than two inks show fringes, as they never meet exactly (usual rule)."""
MOST_INKS, LEAST_INK = 2, 0.05
"""Most inks of type that is smaller, and the share, from 0 to 1, from which a fringe is seen (ours)."""
FINE_DPI = 300.0
"""Pixels per inch that services ask for (MakePlayingCards, The Game Crafter, DriveThruCards)."""
LEAST_DPI = 150.0
"""Resolution below which anybody sees pixels at the distance of a hand of cards."""
DRIFT = 2.0
"""Distance from the cut in mm within which a drift of the blade shows, which is 1 mm (MakePlayingCards)."""
MOST_WHITE = 0.02
"""Largest share of an edge that may be white although the art reaches the cut there: its corners."""
WHITE = 0.97
"""Red, green, and blue of the darkest colour that looks like white paper, from 0 to 1."""
ROUNDING = 0.005
"""Differences in mm that are due to rounding: services count pixels."""
