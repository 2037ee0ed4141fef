"""Fonts that texts of drawings name, as families that a deck can use."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from generator.errors import FontError
from generator.imports.material import find_families, fold_font_name
from generator.read.files.shelf import Shelf
from generator.read.kits.fonts import find_fonts, read_game_fonts

_GENERIC = ("serif", "sans-serif", "sans", "monospace", "cursive", "fantasy", "system-ui", "")
"""Names that stand for any font of a kind."""
_OTHERWISE = "Noto Sans"
"""Family of the role `body`, which replaces those that are not there."""


class TemplateFonts:
    """The fonts beside a drawing, and those that all games share."""

    def __init__(self, folder: Path, shelf: Shelf) -> None:
        self._folder = folder
        self._library = read_game_fonts(folder, shelf=shelf)

    @cached_property
    def _own(self) -> Mapping[str, tuple[str, list[Path]]]:
        return find_families(self._folder)

    def choose(self, listed: str, *, bold: bool, italic: bool) -> tuple[str, float]:
        """Return a family of a list, and how far the middle of its lines is above the base line, in ems.

        The family is empty if any will do, and the first of the list if there is none of them.
        """
        names = [name.strip().strip("\"'").strip() for name in listed.split(",")]
        for name in names:
            if (half := self._measure(name, bold=bold, italic=italic)) is not None:
                return name, half
        wanted = names[0] if names[0].lower() not in _GENERIC else ""
        return wanted, self._measure(_OTHERWISE, bold=bold, italic=italic) or 0.0

    def _measure(self, name: str, *, bold: bool, italic: bool) -> float | None:
        """Return where the middle of a line is above its base line, in ems; None for unknown families."""
        folded = fold_font_name(name)
        library, known = self._library, {fold_font_name(one): one for one in self._library.names}
        if folded in self._own:
            with suppress(FontError):
                library = find_fonts(self._own[folded][1])
                known = {folded: library.names[0]} if library.names else {}
        if not folded or folded not in known:
            return None
        face = library.find_family(known[folded]).face(bold=bold, italic=italic)
        return (face.ascent + face.descent) / 2 / face.units_per_em
