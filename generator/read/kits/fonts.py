"""Font families from the `fonts.yaml` of one folder or of several."""

from pathlib import Path

from generator.read.declared.findings import Findings
from generator.read.declared.formats.styles import FamilyFormat, FontsFormat
from generator.read.files.shelf import Shelf
from generator.read.files.yaml_reader import read_yaml
from generator.scene.fonts import Family, Font, FontLibrary

FONTS_FILE = "fonts.yaml"


def read_fonts(folder: Path, *more: Path) -> FontLibrary:
    """The families of `folder/fonts.yaml`, then those of more folders (a game's own fonts).

    A family of a later folder replaces the one of the same name. DataError for what is wrong with a
    file. No font is opened here: only the files must be there.
    """
    families: dict[str, Family] = {}
    for one in (folder, *more):
        _read_families(one, families)
    return FontLibrary(tuple(families.values()))


def read_game_fonts(game: Path, *, shelf: Shelf) -> FontLibrary:
    """The fonts that a game's texts are set in: those of the shelf, and those of its own `fonts/`."""
    own = game / "fonts"
    return read_fonts(shelf.fonts, *([own] if (own / FONTS_FILE).is_file() else []))


def _read_families(folder: Path, families: dict[str, Family]) -> None:
    """Adds those of a folder to the others, which they may name."""
    source = read_yaml(folder / FONTS_FILE)
    findings = Findings(source)
    given = findings.fit(FontsFormat, source.data)
    if given is None:
        findings.stop()
    fonts: dict[str, Font] = {}
    for number, family in enumerate(given.families):
        path = ("families", number)
        for face in ("regular", "bold", "italic", "bold_italic"):
            name = getattr(family, face)
            if name:
                findings.check_file((*path, face), folder / name, home=folder.parent, others="*.?tf")
            fonts.setdefault(name, Font(Path(name).stem, folder / name))
        families[family.name] = _make_family(family, fonts)
    for number, family in enumerate(given.families):
        for place, other in enumerate(family.beside):
            findings.check_name(("families", number, "beside", place), other, families, "the font family")
    findings.stop_if_any()


def _make_family(given: FamilyFormat, fonts: dict[str, Font]) -> Family:
    """Faces of the same file are the same font."""
    bold, italic = given.bold or given.regular, given.italic or given.regular
    slanted = given.bold_italic or given.bold or given.italic or given.regular
    return Family(
        given.name,
        regular=fonts[given.regular],
        bold=fonts[bold],
        italic=fonts[italic],
        bold_italic=fonts[slanted],
        beside=tuple(given.beside),
    )
