"""A kit small enough to see through: three parts, two languages, nothing drawn."""

from pathlib import Path

import pytest

from generator.make.jobs.jobs import ReadGame
from generator.model.kit import Booklet, Kit, Sheet
from generator.model.printing.printing import Paper
from generator.model.style import Theme
from generator.model.texts.wordings import Wording
from generator.scene.fonts import FontLibrary


@pytest.fixture
def papers() -> dict[str, Paper]:
    """A4 and Letter."""
    return {
        "a4": Paper("A4", 210, 297, 6.35, "a4"),
        "letter": Paper("Letter", 215.9, 279.4, 6.35, "letter"),
    }


@pytest.fixture
def game(tmp_path: Path) -> ReadGame:
    """A sheet with a field for the name, and two booklets."""
    sheet = Sheet("sheet", "t", {}, (), "t", name_field="t")
    booklets = (Booklet("rules", "t", ()), Booklet("large_groups", "t", ()))
    kit = Kit(
        id="small_game",
        folder=tmp_path,
        title="t",
        players="2+",
        parts=(sheet, *booklets),
        theme=Theme("plain"),
        icons={},
        wordings={locale: Wording(locale, locale, "ltr", {"t": "T"}) for locale in ("en", "pt-BR")},
    )
    return ReadGame(kit, FontLibrary(()))
