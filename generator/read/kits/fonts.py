"""Font families from the `fonts.yaml` of one folder or of several."""

import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Annotated, TypeAlias

from generator.errors import FontError
from generator.model.kit import Kit
from generator.model.language.kinds import Doc, Length, Text
from generator.model.style import WEIGHT_NAMES
from generator.model.values import dataclass
from generator.read.declared.reader import read_file
from generator.read.files import suffixes
from generator.read.files.memo import NO_MEMO, Memo
from generator.read.files.shelf import Shelf
from generator.scene.fonts import Family, Font, FontLibrary, is_variable, list_faces

FONTS_FILE = "fonts.yaml"

WEIGHTS = {name.lower(): weight for weight, name in WEIGHT_NAMES.items()} | {
    "hairline": 100, "ultralight": 200, "book": 400, "normal": 400, "roman": 400,
    "demibold": 600, "demi": 600, "ultrabold": 800, "heavy": 900, **{str(one): one for one in WEIGHT_NAMES},
}  # fmt: skip
"""Weights by the names that font files have for them, in lower case."""

_AXES = re.compile(r"[-_ ]?(VariableFont_.*|\[.*\]|Variable|VF)", re.IGNORECASE)
"""Words in the names of variable fonts besides the family and the style."""
_WEIGHT = "|".join(re.sub("(extra|ultra|semi|demi)(?=.)", r"\1[-_ ]?", name) for name in WEIGHTS)
_STYLE = rf"(?P<weight>{_WEIGHT})?[-_ ]?(?:(?P<italic>italic|oblique|it)|upright|normal)?"
_FACE = re.compile(rf"(?P<name>.+?)(?:[-_ ]{_STYLE})?", re.IGNORECASE)
_Faces: TypeAlias = dict[tuple[int, bool], Font]
"""Faces by weight, and whether they are italic."""
_SYSTEM_FOLDERS = (
    ".local/share/fonts", ".fonts", "Library/Fonts", "AppData/Local/Microsoft/Windows/Fonts",
    "/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts",
    "C:/Windows/Fonts",
)  # fmt: skip
"""Folders of fonts, those of the user first."""


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


def read_fonts(folder: Path, *more: Path, memo: Memo = NO_MEMO) -> FontLibrary:
    """Read the families of `folder/fonts.yaml`, then those of more folders (a game's own fonts).

    A family of a later folder replaces an earlier one of the same name. The font files must exist, but are
    not opened. Raises DataError with all problems of a file.
    """
    families: dict[str, Family] = {}
    for one in (folder, *more):
        _read_families(one, families, memo)
    weights = (weight for family in families.values() for weight in _list_weights(family, memo))
    return FontLibrary(tuple(families.values()), tuple(weights))


def read_game_fonts(game: Path, *, shelf: Shelf, installed: bool = False) -> FontLibrary:
    """Read the fonts of the shelf, and those of the game's own `fonts/`, which need no `fonts.yaml`.

    If `installed` is True, the fonts of this machine follow.
    """
    own = game / "fonts"
    has_list = (own / FONTS_FILE).is_file()
    listed = read_fonts(shelf.fonts, *([own] if has_list else []), memo=shelf.memo)
    taken = {font.path for family in listed.families for font in family.faces}
    others = (path for path in sorted(own.rglob("*")) if path not in taken)
    found = find_fonts(others, memo=shelf.memo)
    families: dict[str, Family] = {}
    for family in (*listed.families, *found, *(find_installed(Path.home()) if installed else ())):
        families.setdefault(family.name, family)
    return FontLibrary(tuple(families.values()), listed.weights)


def read_kit_fonts(kit: Kit, *, shelf: Shelf) -> FontLibrary:
    """Read the fonts that a game uses."""
    return read_game_fonts(kit.folder, shelf=shelf, installed=kit.fonts == "system")


@cache
def find_installed(home: Path) -> tuple[Family, ...]:
    """Return the font families that are installed on this machine; unreadable files are left out."""
    paths = (path for folder in _SYSTEM_FOLDERS for path in sorted((home / folder).rglob("*")))
    return find_fonts(paths, is_installed=True)


def find_fonts(
    paths: Iterable[Path], *, is_installed: bool = False, memo: Memo = NO_MEMO
) -> tuple[Family, ...]:
    """Return the families of font files by the names of the files: `MyFont-BoldItalic.ttf`.

    A family has its four faces; its other weights are families of their own, such as `MyFont Light`. Files
    of installed fonts may have any name: the name inside the file counts.
    """
    families: dict[str, _Faces] = {}
    for path in paths:
        if path.suffix.lower() not in suffixes.FONTS:
            continue
        has_names = is_installed or path.suffix.lower() in (".ttc", ".otc")
        with suppress(FontError) if is_installed else nullcontext():
            for number, name in enumerate(list_faces(path) if has_names else [path.stem.split(".")[0]]):
                family, found = _find_faces(path, name, memo, number)
                families[family] = found | families.get(family, {})
    return tuple(one for name, faces in families.items() for one in _make_families(name, faces))


def _find_faces(path: Path, name: str, memo: Memo, number: int = 0) -> tuple[str, _Faces]:
    """Return the name of a family, and the faces of one of its files; a variable font has all weights."""
    match = _FACE.fullmatch(_AXES.sub("", name))
    assert match is not None
    weight = WEIGHTS[re.sub("[-_ ]", "", match["weight"] or "regular").lower()]
    weights = WEIGHT_NAMES if not match["weight"] and is_variable(path) else (weight,)
    faces = {(one, bool(match["italic"])): _make_font(path, memo, one, number) for one in weights}
    return re.sub("[_ ]+", " ", match["name"]), faces


def _make_font(path: Path, memo: Memo, weight: int = 0, number: int = 0) -> Font:
    """Return a face; one that was read before has what was drawn with it."""
    make = partial(Font, path, weight=weight, number=number)
    return memo.get_or_make(path, ("font", weight, number), make)


def _list_weights(family: Family, memo: Memo) -> Iterator[Family]:
    """Yield families for the weights of a listed family, which share its faces."""
    faces: _Faces = {}
    for font in family.faces:
        _, found = _find_faces(font.path, font.path.stem, memo)
        faces |= found if len(found) > 1 else dict.fromkeys(found, font)
    if len(faces) > 1:
        yield from islice(_make_families(family.name, faces), 1, None)


def _make_families(name: str, faces: _Faces) -> Iterator[Family]:
    def find(weight: int, is_italic: bool) -> Font:
        return faces[min(faces, key=lambda one: (one[1] != is_italic, abs(one[0] - weight), one))]

    yield Family(name, find(400, False), find(700, False), find(400, True), find(700, True))
    for weight in sorted({weight for weight, _ in faces} - {400}):
        bold = max(700, weight)
        family = f"{name} {WEIGHT_NAMES[weight]}"
        yield Family(family, find(weight, False), find(bold, False), find(weight, True), find(bold, True))


def _read_families(folder: Path, families: dict[str, Family], memo: Memo) -> None:
    given: FontsFile
    given, findings = read_file(folder / FONTS_FILE, FontsFile)
    fonts: dict[str, Font] = {}
    for number, family in enumerate(given.families):
        path = ("families", number)
        names = {face: getattr(family, face) for face in ("regular", "bold", "italic", "bold_italic")}
        for face, name in names.items():
            if name:
                findings.check_file((*path, face), folder / name, home=folder.parent, others="*.?tf")
            if name not in fonts:
                fonts[name] = _make_font(folder / name, memo)
        regular, bold, italic, slanted = names.values()
        faces = (regular, bold or regular, italic or regular, slanted or bold or italic or regular)
        first, second, third, fourth = (fonts[face] for face in faces)
        families[family.name] = Family(family.name, first, second, third, fourth, family.beside)
    for number, family in enumerate(given.families):
        findings.check_names(("families", number, "beside"), family.beside, families, "font family")
    findings.stop_if_any()
