"""What others have made is named, and its licence is shipped beside it."""

import re
import runpy
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from generator.read.files.shelf import find_shelf
from generator.scene.shapes import Shape, Use, list_all
from tests import shipped
from tools.installed import list_required

ROOT = Path(__file__).parents[1]
NOTICE = (ROOT / "NOTICE").read_text("utf-8")
FAMILY_NAMES = (1, 3, 4, 6, 16)
"""Names of a family and its faces in a font, by which programs list it."""
FONT_FOLDERS = sorted({path.parent for path in ROOT.glob("fonts/*/*.ttf")})


@pytest.mark.parametrize("folder", FONT_FOLDERS, ids=lambda folder: folder.name)
def test_font_has_its_licence_and_its_credit(folder: Path) -> None:
    """The OFL lies beside every font, and NOTICE names the family and its owner or its project."""
    licence = (folder / "OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    first = licence.splitlines()[0]
    project = re.search(r"https?://\S+?(?=\)|$)", first)
    # The licences of Noto Emoji and Plex name their owners, but no project.
    owner = re.sub(r"^Copyright (?:© )?|,? with Reserved Font Name.*", "", first)
    credit = re.escape(project[0]) + "$" if project else re.escape(owner)
    family = folder.name.replace("-", " ").title()
    credited = rf"^  {family} +(?:cut from .+, )?\(c\) .*{credit}"
    assert re.search(credited, NOTICE, re.MULTILINE | re.IGNORECASE)


def test_every_font_has_a_source() -> None:
    """`cut_fonts.py` makes each file of `fonts/`, and no others."""
    made = runpy.run_path(str(ROOT / "fonts" / "cut_fonts.py"))
    files = {f"{cut.folder}/{name}" for cut in made["CUTS"] for name, _ in cut.faces}
    files |= {f"{one.folder}/{one.family}-{face}.ttf" for one in made["UNPACKED"] for face in one.faces}
    assert files == {f"{path.parent.name}/{path.name}" for path in ROOT.glob("fonts/*/*.ttf")}


@pytest.mark.parametrize("folder", FONT_FOLDERS, ids=lambda folder: folder.name)
def test_no_font_has_a_reserved_name(folder: Path) -> None:
    """Fonts that were cut are changed, and may not have a name that is reserved; NOTICE says the origin."""
    licence = (folder / "OFL.txt").read_text("utf-8")
    family = folder.name.replace("-", " ").title()
    for reserved in re.findall(r"Reserved Font Name ['\"](.+?)['\"]", licence.splitlines()[0]):
        for path in folder.glob("*.ttf"):
            names = [name.toUnicode() for name in TTFont(path)["name"].names if name.nameID in FAMILY_NAMES]
            assert names
            assert not [name for name in names if reserved.lower() in name.lower()]
        if origin := re.search(r"were cut from (.+) and are called (.+?),", licence):
            assert origin[2] == family
            assert re.search(rf"^  {family} +cut from {origin[1]}, ", NOTICE, re.MULTILINE)


def test_icons_and_maps_are_credited() -> None:
    """Every folder of things of others is named in NOTICE, and a licence or an origin lies in it."""
    assert (ROOT / "data/icons/healthicons/LICENSE").is_file()
    assert "data/icons/healthicons" in NOTICE
    for path in ROOT.glob("data/maps/*.geojson"):
        assert str(path.relative_to(ROOT)) in NOTICE


def test_printing_conditions_are_credited() -> None:
    """Each ICC profile is named in NOTICE and in the licence beside it, and what it says itself agrees."""
    licence = (ROOT / "data/presses/LICENSE").read_text("utf-8")
    profiles = [*ROOT.glob("data/presses/*.icc")]
    assert len(profiles) == 2
    for path in profiles:
        assert str(path.relative_to(ROOT)) in NOTICE
        assert path.name in licence
        assert b"copyright" in path.read_bytes().lower()


def test_every_licence_that_is_named_is_there() -> None:
    """NOTICE refers to licence texts that are in LICENSES/."""
    named = set(re.findall(r"LICENSES/[\w.-]+\.txt", NOTICE))
    assert named == {f"LICENSES/{path.name}" for path in (ROOT / "LICENSES").iterdir()}


LICENCES = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "CC0-1.0", "ISC", "MIT"),
    *("MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Apache 2.0", "Apache License 2.0", "BSD", "MIT License"),
    *("Apache Software License", "BSD License", "ISC License (ISCL)", "Mozilla Public License 2.0 (MPL 2.0)"),
}
"""Licences of libraries that may be installed with the program: expressions, classifiers, or older names."""
READ_LICENCES = {
    "docutils": ("COPYING.rst", "public domain"),  # besides a mode of Emacs, which nothing imports
    "pypdfium2": ("LICENSES/Apache-2.0.txt", "Apache License"),
    "pyphen": ("COPYING.MPL", "MOZILLA PUBLIC LICENSE"),  # one of three, to choose from
    "resvg-py": ("LICENSE", "Permission is hereby granted, free of charge"),
}
"""Libraries whose metadata do not name one licence: a file of theirs, and what it says."""
LIBRARIES = list_required("petri-press", ["build", "cluster", "docs", "editor", "parquet"])


def list_licences(library: Distribution) -> set[str]:
    """Return the licences that the metadata of a library name; several are joined by `AND` or `OR`."""
    described = library.metadata
    if expression := described.get("License-Expression"):
        return {*re.split(r" (?:AND|OR) ", expression)}
    classifiers = described.get_all("Classifier", ())
    named = {line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")}
    return named or {str(described.get("License"))}


@pytest.mark.parametrize("name", sorted(LIBRARIES))
def test_libraries_have_a_licence_that_we_accept(name: str) -> None:
    """All that is installed with the program and its extras, as its metadata or its own file says."""
    file, says = READ_LICENCES.get(name, ("", ""))
    if not file:
        assert list_licences(LIBRARIES[name]) <= LICENCES
        return
    assert not list_licences(LIBRARIES[name]) <= LICENCES, "its metadata are enough by now"
    paths = [path for path in LIBRARIES[name].files or () if path.as_posix().endswith(file)]
    assert any(says in path.read_text() for path in paths)


def test_designers_and_artists_are_credited() -> None:
    """Whoever invented or drew one of the games is named."""
    for name in ("Mary Flanagan", "Matt Leacock", "André Heines", "Alfred Das", "Frank Stark"):
        assert name in NOTICE
    assert "Jörg Spiegelhalter" in NOTICE


@pytest.mark.parametrize("game", find_shelf().list_games())
def test_whoever_prints_icons_of_others_reads_whose_they_are(game: str) -> None:
    """Where the rules of a game show one of the Health Icons, their credits name them in every language."""
    kit = shipped.kit(game)
    document = shipped.document((game, "rules", "en", "a4"))
    own = {path.stem for path in (kit.folder / "icons").glob("*.svg")}
    others = {path.stem for path in ROOT.glob("data/icons/healthicons/*.svg")} - own
    drawn = {name for page in document.pages for name in _name_icons(page.shapes)}
    for wording in kit.wordings.values():
        credited = "Health Icons (healthicons.org" in wording.format("rules.credits").replace("（", " (")
        assert credited == bool(others & drawn), wording.locale


def _name_icons(shapes: Iterable[Shape]) -> Iterator[str]:
    """Symbols are called `icon-` with the icon's name and its colour."""
    for use in list_all(Use, shapes):
        yield use.symbol.name.removeprefix("icon-").rpartition("-")[0]
