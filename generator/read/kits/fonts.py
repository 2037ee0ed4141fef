"""Font families: those that a fonts.yaml lists, those of a game's own files, and those of this machine.

The family and the style of a font file are in its tables, or else in its name.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

from generator.errors import FontError
from generator.inputs import open_regular
from generator.model.kit import Kit
from generator.model.language.kinds import Doc, Length, Text
from generator.model.style import WEIGHT_NAMES
from generator.model.values import dataclass, field
from generator.read.declared.reader import read_file
from generator.read.files import text_files
from generator.read.files.shelf import NO_MEMO, Cache, Memo, Shelf
from generator.read.files.text_files import is_in_read_folder
from generator.scene.fonts import REGULAR, SEMI_BOLD, FaceTables, Family, Font, FontLibrary, read_face_tables

_WEIGHTS = {name.lower(): weight for weight, name in WEIGHT_NAMES.items()} | {
    "hairline": 100, "ultralight": 200, "book": 400, "normal": 400, "roman": 400,
    "demibold": 600, "demi": 600, "ultrabold": 800, "heavy": 900, **{str(one): one for one in WEIGHT_NAMES},
}  # fmt: skip
"""Weights by the names that font files have for them, in lower case."""
_OLD_WEIGHTS = {250: 100, 275: 200} | {number: number * 100 for number in range(1, 10)}
"""Numbers that old font files have for thin and extra light, and for weights from 1 to 9."""
_LEAST, _MOST = min(WEIGHT_NAMES), max(WEIGHT_NAMES)
_BOLD = 700
COLLECTIONS = (".ttc", ".otc")
"""Endings of files with several faces."""

_AXES = re.compile(r"[-_ ]?(VariableFont_.*|\[.*\]|Variable|VF)", re.IGNORECASE)
"""Words in the names of variable fonts besides the family and the style."""
_WEIGHT = "|".join(re.sub("(extra|ultra|semi|demi)(?=.)", r"\1[-_ ]?", name) for name in _WEIGHTS)
_SLANT = "italic|oblique|slanted|inclined|it"
_STYLE = rf"(?P<weight>{_WEIGHT})?[-_ ]?(?:(?P<italic>{_SLANT})|upright|normal)?"
_FACE = re.compile(rf"(?P<name>.+?)(?:[-_ ]{_STYLE})?", re.IGNORECASE)
_STYLE_WORD = re.compile(rf"\b(?:{_WEIGHT}|{_SLANT}|upright|normal)\b", re.IGNORECASE)
_LAST_WEIGHT = re.compile(rf"(?P<name>.+?) (?P<weight>{_WEIGHT})", re.IGNORECASE)
_JOINT = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Joint of two words in one: `BoldItalic`."""


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """The family of a face, and the styles that it has: several if it is variable."""

    family: str
    alias: str
    """Name of the family by the name of the file."""
    weights: tuple[int, ...]
    slants: tuple[bool, ...]
    """True if the face is italic."""
    number: int = 0
    """Number of the face in a collection."""


@lru_cache(4096)
def _read_unchanged(path: Path, time: int, size: int) -> tuple[FaceStyle, ...]:
    del time, size
    has_many = path.suffix.lower() in COLLECTIONS
    tables = read_face_tables(path)
    return tuple(_find_style(path.stem, face, number, has_many) for number, face in enumerate(tables))


def read_styles(path: Path) -> tuple[FaceStyle, ...]:
    """Return the styles of the faces of a font file; the same file is read only once. Raises FontError."""
    try:
        one = path.stat()
    except OSError as error:
        raise FontError(f"{path}: {error.strerror}") from error
    return _read_unchanged(path, one.st_mtime_ns, one.st_size)


def guess_style(path: Path) -> FaceStyle:
    """Return the style of a font file by its name alone: `MyFont-BoldItalic.ttf`."""
    named = _read_name(path.stem)
    return FaceStyle(named.family, named.family, (named.weight,), (named.is_italic,))


class _NamedStyle(NamedTuple):
    """Family, weight, and slant that the name of a file suggests."""

    family: str
    weight: int
    is_italic: bool


def _read_name(stem: str) -> _NamedStyle:
    match = _FACE.fullmatch(_AXES.sub("", stem.split(".")[0] or stem))
    assert match is not None
    family = re.sub("[_ ]+", " ", match["name"])
    return _NamedStyle(family, _find_weight(match["weight"] or "regular"), bool(match["italic"]))


def _find_weight(word: str) -> int:
    return _WEIGHTS[re.sub("[-_ ]", "", word).lower()]


def _find_style(stem: str, tables: FaceTables, number: int, has_many: bool) -> FaceStyle:
    """Return the style of a face by its tables; the name of its file decides only what they lack."""
    named = _read_name(stem)
    style = _JOINT.sub(" ", tables.style)
    weight = _choose_weight(tables, style) or named.weight
    is_italic = tables.is_italic or bool(re.search(rf"\b({_SLANT})\b", style, re.IGNORECASE))
    if not tables.style and not tables.family:
        is_italic = is_italic or named.is_italic
    family = " ".join(_name_family(tables.family, style, weight, stem)) or named.family
    return FaceStyle(
        family,
        family if has_many else named.family,
        tuple(WEIGHT_NAMES) if "wght" in tables.varies else (weight,),
        (False, True) if tables.varies & {"ital", "slnt"} and not is_italic else (is_italic,),
        number,
    )


def _choose_weight(tables: FaceTables, style: str) -> int:
    """Return one of the nine weights; 0 if the tables have none.

    400 is also the number of files whose author has not set it: then the name of the style counts.
    """
    weight = _OLD_WEIGHTS.get(tables.weight, tables.weight)
    rounded = max(_LEAST, min(_MOST, int(weight / 100 + 0.5) * 100)) if weight else 0
    if rounded in (0, REGULAR) and (word := re.search(rf"\b({_WEIGHT})\b", style, re.IGNORECASE)):
        rounded = _find_weight(word[0])
    return _BOLD if tables.is_bold and rounded < SEMI_BOLD else rounded


def _name_family(family: str, style: str, weight: int, stem: str) -> Iterator[str]:
    """Yield the words of the name of a family: `DejaVu Sans Condensed`, without weights and slants.

    A weight that the family ends with belongs to its name only if the face has another one, and the file is
    called so, too: `Archivo Black`.
    """
    while last := _LAST_WEIGHT.fullmatch(family):
        found = _find_weight(last["weight"])
        is_name = found != weight and re.sub("[-_ ]", "", last["weight"]).lower() in _squeeze(stem)
        if is_name:
            break
        family = last["name"]
    words = family.split()
    yield from words
    if words:
        known = {word.lower() for word in words}
        yield from (word for word in _STYLE_WORD.sub(" ", style).split() if word.lower() not in known)


def _squeeze(stem: str) -> str:
    return re.sub("[-_ ]", "", stem).lower()


FONTS_FILE = "fonts.yaml"


_Faces: TypeAlias = dict[tuple[int, bool], Font]
"""Faces by weight, and whether they are italic."""
_Listed: TypeAlias = Mapping[str, tuple[Family, _Faces]]
"""Families of lists by their names, with all faces of their files."""
_Styles: TypeAlias = Mapping[Path, tuple[FaceStyle, ...]]
"""Styles of the faces of font files."""
_DIRECTORY, _PLAIN = 2048, (b"\0\1\0\0", b"OTTO", b"true")
"""Bytes of a font file in which the names of its tables are, and the first bytes of those without packing."""
_SYSTEM_FOLDERS = (
    ".local/share/fonts", ".fonts", "Library/Fonts", "AppData/Local/Microsoft/Windows/Fonts",
    "/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts",
    f"{os.environ.get('WINDIR', 'C:/Windows')}/Fonts",
)  # fmt: skip
"""Folders of fonts, those of the user first."""


@dataclass(frozen=True, slots=True)
class FamilyFaces:
    """A font family: files of its faces; one that it lacks is drawn with its nearest."""

    name: Annotated[Text, Doc("What themes call it.")]
    regular: Annotated[Text, Doc("Font file, beside this file or in a folder beside it.")]
    bold: Annotated[Text, Doc("Its bold face; by default, that of a variable font, or the regular face.")] = (
        ""
    )
    italic: Annotated[Text, Doc("Its italic face.")] = ""
    bold_italic: Annotated[Text, Doc("Its bold italic face.")] = ""
    beside: Annotated[tuple[Text, ...], Doc("Families that go with it in other scripts.")] = ()


@dataclass(frozen=True, slots=True)
class FontsFile:
    """The font families of a folder, in the order in which they are tried."""

    families: Annotated[tuple[FamilyFaces, ...], Length(1), Doc("The families.")]


def read_fonts(folder: Path, *more: Path, memo: Memo = NO_MEMO) -> FontLibrary:
    """Read the families of `folder/fonts.yaml`, then those of more folders (a game's own fonts).

    A family of a later folder replaces an earlier one of the same name. The font files must exist; damaged
    ones are reported when they are used. Raises DataError with all problems of a file.
    """
    files = _FontFiles(memo)
    read = partial(_read_families, folder, {}, files)
    listed: _Listed = memo.get_or_make(folder / FONTS_FILE, "families", read)
    for one in more:
        listed = {**listed, **_read_families(one, listed, files)}
    weights = (_list_weights(family.name, faces) for family, faces in listed.values() if len(faces) > 1)
    return FontLibrary(tuple(family for family, _ in listed.values()), tuple(chain.from_iterable(weights)))


def read_game_fonts(game: Path, *, shelf: Shelf, installed: bool = False) -> FontLibrary:
    """Read the fonts of the shelf, and those of the game's own `fonts/`, which need no `fonts.yaml`.

    An own family takes the place of one of the shelf with the same name, which then only replaces missing
    characters. If `installed` is True, the fonts of this machine follow.
    """
    own = game / "fonts"
    library = read_fonts(shelf.fonts, *([own] if (own / FONTS_FILE).is_file() else []), memo=shelf.memo)
    taken = {font.path for family in library.families for font in family.faces}
    paths = tuple(
        path for path in sorted(own.rglob("*")) if path not in taken and is_in_read_folder(path, own)
    )
    if paths:
        styles = _read_all_styles(paths, (own,), shelf.cache)
        library = _join(library, find_fonts(paths, styles=styles, memo=shelf.memo))
    return _join(library, find_installed(Path.home(), shelf.cache), first=False) if installed else library


def read_kit_fonts(kit: Kit, *, shelf: Shelf) -> FontLibrary:
    """Read the fonts that a game uses."""
    return read_game_fonts(kit.folder, shelf=shelf, installed=kit.fonts == "system")


@cache
def find_installed(home: Path, kept: Cache) -> FontLibrary:
    """Return the font families that are installed on this machine; unreadable files are left out."""
    folders = tuple(home / folder for folder in _SYSTEM_FOLDERS)
    paths = tuple(chain.from_iterable(sorted(folder.rglob("*")) for folder in folders))
    styles = _read_all_styles(paths, folders, kept)
    return find_fonts((path for path in paths if path in styles), styles=styles, is_installed=True)


def _read_all_styles(paths: Iterable[Path], folders: tuple[Path, ...], kept: Cache) -> _Styles:
    """Return the styles of all readable font files among the paths, which are in these folders."""

    def read() -> _Styles:
        styles: dict[Path, tuple[FaceStyle, ...]] = {}
        for path in filter(_is_font, paths):
            with suppress(FontError):
                styles[path] = read_styles(path)
        return styles

    return kept.get_or_make(("font styles", *map(str, folders)), folders, read)


def _is_font(path: Path) -> bool:
    return path.suffix.lower() in text_files.FONTS


def find_fonts(
    paths: Iterable[Path], *, styles: _Styles | None = None, is_installed: bool = False, memo: Memo = NO_MEMO
) -> FontLibrary:
    """Return the families of font files, as their tables describe them.

    A family has its four faces; its other weights are families of their own, such as `MyFont Light`. Files
    that share the characters of a family among them, such as one for Latin and one for Greek, are beside each
    other. Unless they are installed, families are also found by the names of their files. Styles that are not
    given are read; damaged files have those of their names, or raise a FontError if they are collections.
    """
    files = _FontFiles(memo, styles or {})
    found: dict[str, dict[str, _Faces]] = {}
    slanted: dict[str, _Faces] = {}
    for path in filter(_is_font, paths):
        for style in files.list_styles(path):
            alias = style.family if is_installed else style.alias
            faces = found.setdefault(style.family, {}).setdefault(alias, {})
            for key, font in files.list_faces(path, style).items():
                is_instance = key[1] and len(style.slants) > 1
                (slanted.setdefault(alias, {}) if is_instance else faces).setdefault(key, font)
    families: dict[str, Family] = {}
    weights: dict[str, Family] = {}
    for name, groups in found.items():
        united = _unite(groups)
        for group in united:
            # An italic face of its own is better than a slanted instance of an upright font.
            for alias, own in group.named.items():
                group.faces = {**slanted.get(alias, {}), **group.faces}
                group.named[alias] = {**slanted.get(alias, {}), **own}
        _add_groups(name, united, families, weights)
    return FontLibrary(tuple(families.values()), tuple(weights.values()))


@dataclass
class _FontFiles:
    """Font files with their faces; the same face is always the same object."""

    memo: Memo
    styles: _Styles = field(default_factory=dict)
    _made: dict[tuple[object, ...], Font] = field(default_factory=dict)

    def list_styles(self, path: Path) -> tuple[FaceStyle, ...]:
        """Return the styles of the faces of a file, by its name alone if it is damaged."""
        try:
            return self.styles.get(path) or read_styles(path)
        except FontError:
            if path.suffix.lower() in COLLECTIONS:
                raise
            return (guess_style(path),)

    def list_faces(self, path: Path, style: FaceStyle) -> _Faces:
        """Return the faces of a file: several if it is variable."""
        leans = len(style.slants) > 1
        return {
            (weight, is_italic): self._make(path, weight, leans and is_italic, style.number)
            for weight in style.weights
            for is_italic in style.slants
        }

    def _make(self, path: Path, weight: int, italic: bool, number: int) -> Font:
        """Return a face, with the glyphs that were drawn before if it is in the memo."""
        key = ("font", weight, italic, number)
        if (path, key) not in self._made:
            make = partial(Font, path, weight=weight, italic=italic, number=number)
            self._made[path, key] = self.memo.get_or_make(path, key, make)
        return self._made[path, key]


def _choose(faces: _Faces, weight: int, is_italic: bool) -> Font:
    """Return the face that is nearest to a style."""
    return faces[_choose_style(faces, weight, is_italic)]


def _choose_style(faces: _Faces, weight: int, is_italic: bool) -> tuple[int, bool]:
    return min(faces, key=lambda one: (one[1] != is_italic, abs(one[0] - weight), one))


def _make_family(
    name: str, faces: _Faces, weight: int = REGULAR, *, own: _Faces | None = None, beside: Iterable[str] = ()
) -> Family:
    """Return a family whose regular face has a weight, or is one of its `own`; bold is never lighter."""
    regular = _choose_style(own or faces, weight, False)
    weight = regular[0] if own else weight
    bold, leans = max(_BOLD, weight), regular[1] if own else False
    upright, slanted = (own or faces)[regular], _choose(faces, weight, True)
    return Family(
        name, upright, _choose(faces, bold, leans), slanted, _choose(faces, bold, True), tuple(beside)
    )


def _list_weights(
    name: str, faces: _Faces, weights: Collection[int] = (), *, beside: Iterable[str] = ()
) -> Iterator[Family]:
    """Yield families for weights, by default all that a family has, except the regular one."""
    for weight in sorted({*(weights or (weight for weight, _ in faces))} - {REGULAR}):
        others = (_name_weight(other, weight) for other in beside)
        yield _make_family(_name_weight(name, weight), faces, weight, beside=others)


def _name_weight(family: str, weight: int) -> str:
    return f"{family} {WEIGHT_NAMES[weight]}"


@dataclass
class _Group:
    """Files of a family with the same characters in several styles."""

    faces: _Faces
    named: dict[str, _Faces]
    """Its faces by the names of the files."""
    characters: frozenset[int]


def _unite(files: Mapping[str, _Faces]) -> list[_Group]:
    """Return the groups of a family's files by their names, first the one with Latin letters."""
    groups: list[_Group] = []
    for alias, faces in files.items():
        characters = _list_characters(faces) if len(files) > 1 else frozenset()
        joined = next((group for group in groups if _goes_with(group, faces, characters)), None)
        if joined is None:
            groups.append(_Group({**faces}, {alias: faces}, characters))
        else:
            joined.named[alias] = faces
            joined.faces |= {key: font for key, font in faces.items() if key not in joined.faces}
    return sorted(groups, key=lambda group: (ord("A") not in group.characters, -len(group.faces)))


def _goes_with(group: _Group, faces: _Faces, characters: frozenset[int]) -> bool:
    """Return True if faces are other styles of a group, or add no characters to it."""
    if group.faces.keys() & faces.keys():
        return characters <= group.characters
    return len(characters & group.characters) * 2 > min(len(characters), len(group.characters))


def _list_characters(faces: _Faces) -> frozenset[int]:
    """Return the characters of a family; none if its file is damaged, which is reported when it is used."""
    with suppress(FontError):
        return _choose(faces, REGULAR, False).coverage
    return frozenset()


def _add_groups(
    name: str, groups: Sequence[_Group], families: dict[str, Family], weights: dict[str, Family]
) -> None:
    """Add the families of a name: the first group has this name, others those of their files."""
    every = {weight for group in groups for weight, _ in group.faces}
    names = [name, *(next(iter(group.named)) for group in groups[1:])]
    for group, main in zip(groups, names, strict=True):
        beside = [other for other in names if other != main]
        families.setdefault(main, _make_family(main, group.faces, beside=beside))
        for alias, own in {main: {}, **group.named}.items():
            if own and alias != main:
                weights.setdefault(alias, _make_family(alias, group.faces, own=own, beside=beside))
            for family in _list_weights(alias, group.faces, every, beside=beside):
                weights.setdefault(family.name, family)


def _join(library: FontLibrary, more: FontLibrary, *, first: bool = True) -> FontLibrary:
    """Return a library with more families; of two with one name, the second is beside the first.

    The new one is `first` if it has Latin letters: a file may have only other characters of a family.
    """
    families = {family.name: family for family in library.families}
    weights = {family.name: family for family in library.weights}
    added: dict[str, Family] = {}
    for family in more.families:
        known, second = families.get(family.name), f"{family.name} 2"
        if known is None:
            added[family.name] = family
            continue
        is_first = first and ord("A") in _list_characters({(REGULAR, False): family.regular})
        one, other = (family, known) if is_first else (known, family)
        families[family.name] = one._replace(beside=(*one.beside, second))
        added[second] = other._replace(name=second)
        if is_first:
            weights |= {one.name: one for one in more.weights if one.name.startswith(f"{family.name} ")}
    for family in more.weights:
        weights.setdefault(family.name, family)
    return FontLibrary((*families.values(), *added.values()), tuple(weights.values()))


def _read_families(folder: Path, known: _Listed, files: _FontFiles) -> _Listed:
    """Return the families of a fonts.yaml by their names, with all faces of their files."""
    given: FontsFile
    given, findings = read_file(folder / FONTS_FILE, FontsFile, memo=files.memo)
    listed: dict[str, tuple[Family, _Faces]] = {}
    for number, family in enumerate(given.families):
        path = ("families", number)
        found: dict[str, _Faces] = {}
        for face in ("regular", "bold", "italic", "bold_italic"):
            if name := getattr(family, face):
                findings.check_file((*path, face), folder / name, home=folder.parent, others="*.?tf")
                found[face] = _list_listed(files, folder / name)
        every = {key: font for faces in reversed(found.values()) for key, font in faces.items()}
        listed[family.name] = _make_listed(family, found), every
    for number, family in enumerate(given.families):
        findings.check_names(
            ("families", number, "beside"), family.beside, {**known, **listed}, "font family"
        )
    findings.stop_if_any()
    return listed


def _list_listed(files: _FontFiles, path: Path) -> _Faces:
    """Return the faces of a listed file: the first one of a collection, all instances of a variable font.

    The list says what other files are, so that they need not be opened.
    """
    style = guess_style(path)
    with suppress(FontError, OSError):
        with open_regular(path) as file:
            head = file.read(_DIRECTORY)
        if head[:4] not in _PLAIN or b"fvar" in head:
            style = files.list_styles(path)[0]
    return files.list_faces(path, style)


def _make_listed(family: FamilyFaces, found: Mapping[str, _Faces]) -> Family:
    """Return a family of listed files; faces without one are those of a variable font, or the nearest."""
    regular = found["regular"]
    bold, italic = found.get("bold", regular), found.get("italic", regular)
    # A variable italic has its bold face; otherwise, bold letters that are upright are better than thin ones.
    slanted = italic if len(italic) > 1 else found.get("bold", italic)
    return Family(
        family.name,
        _choose(regular, REGULAR, False),
        _choose(bold, _BOLD, False),
        _choose(italic, REGULAR, True),
        _choose(found.get("bold_italic", slanted), _BOLD, True),
        family.beside,
    )
