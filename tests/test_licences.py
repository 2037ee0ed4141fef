"""What others have made is named, and its licence is shipped beside it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTICE = (ROOT / "NOTICE").read_text("utf-8")
FONT_FOLDERS = sorted({path.parent for path in ROOT.glob("fonts/*/*.ttf")})


@pytest.mark.parametrize("folder", FONT_FOLDERS, ids=lambda folder: folder.name)
def test_font_has_its_licence_and_its_credit(folder: Path) -> None:
    """The OFL lies beside every font, and NOTICE names the family and its project."""
    licence = (folder / "OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    project = re.search(r"https?://\S+?(?=\)|$)", licence.splitlines()[0])
    assert project is not None
    family = folder.name.replace("-", " ").title()
    assert re.search(rf"^  {family} +\(c\).*{re.escape(project[0])}$", NOTICE, re.MULTILINE | re.IGNORECASE)


def test_icons_and_maps_are_credited() -> None:
    """Every folder of things of others is named in NOTICE, and a licence or an origin lies in it."""
    assert (ROOT / "data/icons/healthicons/LICENSE").is_file()
    assert "data/icons/healthicons" in NOTICE
    for path in ROOT.glob("data/maps/*.geojson"):
        assert str(path.relative_to(ROOT)) in NOTICE


def test_every_licence_that_is_named_is_there() -> None:
    """NOTICE refers to licence texts that are in LICENSES/."""
    named = set(re.findall(r"LICENSES/[\w.-]+\.txt", NOTICE))
    assert named == {f"LICENSES/{path.name}" for path in (ROOT / "LICENSES").iterdir()}


def test_designers_and_artists_are_credited() -> None:
    """Whoever invented or drew one of the games is named."""
    for name in ("Mary Flanagan", "Matt Leacock", "André Heines", "Alfred Das", "Frank Stark"):
        assert name in NOTICE
    assert "Jörg Spiegelhalter" in NOTICE
