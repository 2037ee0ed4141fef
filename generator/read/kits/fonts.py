"""Font families from the `fonts.yaml` of one folder or of several."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from generator.model.kinds import Doc, Length, Text
from generator.read.declared.reader import read_file
from generator.read.files.shelf import Shelf
from generator.scene.fonts import Family, Font, FontLibrary

FONTS_FILE = "fonts.yaml"


@dataclass(frozen=True, slots=True)
class FamilyFaces:
    """A font family: files of its faces; one that it lacks is drawn with its nearest."""

    name: Annotated[Text, Doc("What themes call it.")]
    regular: Annotated[Text, Doc("Font file, beside this file or in a folder beside it.")]
    bold: Annotated[Text, Doc("Its bold face.")] = ""
    italic: Annotated[Text, Doc("Its italic face.")] = ""
    bold_italic: Annotated[Text, Doc("Its bold italic face.")] = ""
    beside: Annotated[tuple[Text, ...], Doc("Families that go with it in other scripts.")] = ()


@dataclass(frozen=True, slots=True)
class FontsFile:
    """The font families of a folder, in the order in which they are tried."""

    families: Annotated[tuple[FamilyFaces, ...], Length(1), Doc("The families.")]


def read_fonts(folder: Path, *more: Path) -> FontLibrary:
    """Read the families of `folder/fonts.yaml`, then those of more folders (a game's own fonts).

    A family of a later folder replaces an earlier one of the same name. The font files must exist, but are
    not opened. Raises DataError with all problems of a file.
    """
    families: dict[str, Family] = {}
    for one in (folder, *more):
        _read_families(one, families)
    return FontLibrary(tuple(families.values()))


def read_game_fonts(game: Path, *, shelf: Shelf) -> FontLibrary:
    """Read the fonts of the shelf, and those of the game's own `fonts/`."""
    own = game / "fonts"
    return read_fonts(shelf.fonts, *([own] if (own / FONTS_FILE).is_file() else []))


def _read_families(folder: Path, families: dict[str, Family]) -> None:
    given: FontsFile
    given, findings = read_file(folder / FONTS_FILE, FontsFile)
    fonts: dict[str, Font] = {}
    for number, family in enumerate(given.families):
        path = ("families", number)
        for face in ("regular", "bold", "italic", "bold_italic"):
            name = getattr(family, face)
            if name:
                findings.check_file((*path, face), folder / name, home=folder.parent, others="*.?tf")
            fonts.setdefault(name, Font(Path(name).stem, folder / name))
        slanted = family.bold_italic or family.bold or family.italic or family.regular
        families[family.name] = Family(
            family.name,
            regular=fonts[family.regular],
            bold=fonts[family.bold or family.regular],
            italic=fonts[family.italic or family.regular],
            bold_italic=fonts[slanted],
            beside=family.beside,
        )
    for number, family in enumerate(given.families):
        for place, other in enumerate(family.beside):
            findings.check_name(("families", number, "beside", place), other, families, "font family")
    findings.stop_if_any()
