"""Files that several games share: themes, fonts, paper sizes, destinations, boxes, and printers."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Annotated, TypeAlias

from generator.errors import DataError, FontError, Problem, Wrong, suggest
from generator.model.destinations import DESTINATIONS, Destination, add_shops
from generator.model.elements.template import Template
from generator.model.kit import Kit
from generator.model.language.kinds import Doc, Length, Text
from generator.model.language.scalars import is_css_name, is_literal, parse_colour
from generator.model.printing.inks import Inks
from generator.model.printing.printing import PRINTERS, Printer, parse_size
from generator.model.storage import Stocks
from generator.model.style import COLOURS, PAPERS, ROLES, WEIGHT_NAMES, LowInk, Paper, Theme, TypeStyle
from generator.model.texts.rich_text import MARK_NAMES
from generator.model.values import dataclass, replace
from generator.model.vision import LEAST_DIFFERENCE, list_similar
from generator.read.declared.findings import Findings
from generator.read.declared.names import Names
from generator.read.declared.reader import Reader, read_file
from generator.read.files import text_files
from generator.read.files.cache import NO_MEMO, Memo
from generator.read.files.shelf import Shelf
from generator.read.files.text_files import describe_fault, is_in_read_folder, is_typo, read_text
from generator.read.files.yaml import DataPath, parse_yaml
from generator.read.templates.templates import TemplateBook, read_templates
from generator.scene.fonts import Family, Font, FontLibrary, is_variable, list_font_faces

_MOST_EXTENDED = 20
"""Maximum number of themes that a theme extends, directly or through others."""


def read_papers(path: Path) -> Mapping[str, Paper]:
    """Read paper sizes by id, in the order of the file; raises DataError with all problems."""
    papers: Mapping[str, Paper] = read_file(path, PAPERS)[0]
    return papers


def read_destinations(path: Path) -> Mapping[str, Destination]:
    """Read destinations by id, in the order of the file; raises DataError with all problems.

    Services with the same products as another follow it.
    """
    destinations, findings = read_file(path, DESTINATIONS)
    findings.stop_if_any()
    return add_shops(destinations)


def get_theme_file(name: str, folders: Sequence[Path]) -> Path | None:
    """Return the file of a theme in the first folder that has it; None if there is none."""
    paths = {folder / f"{name}.yaml": folder.parent for folder in folders}
    return next((path for path, home in paths.items() if not describe_fault(path, home=home)), None)


def list_themes(folders: Sequence[Path]) -> list[str]:
    """Return the names of all themes."""
    return sorted({path.stem for folder in folders for path in folder.glob("*.yaml")})


def read_theme(
    path: Path,
    *,
    folders: Sequence[Path],
    icons: Collection[str] | None = None,
    families: Collection[str] | None = None,
    extended_by: tuple[Path, ...] = (),
) -> Theme:
    """Read a theme with everything that it extends; `extended_by` are the themes that extend it.

    Raises DataError with all problems. Icons and font families are checked only if they are given.
    """
    own: Theme
    own, findings = read_file(path, Theme)
    own = replace(own, colours={name: one.screen for name, one in own.given.items()})
    if own.id != path.stem:
        findings.add(("id",), f"is `{own.id}`, but the file is `{path.name}`", f"write `id: {path.stem}`")
    base = Theme("")
    if own.extends:
        above = (*extended_by, path)
        found = _find_base(findings, own.extends, folders, above)
        read = partial(read_theme, folders=folders, icons=icons, families=families, extended_by=above)
        base = findings.require(findings.read(partial(read, found)))
    theme = replace(
        own,
        colours={**base.colours, **own.colours},
        given={**base.given, **own.given},
        type={**base.type, **own.type},
        marks={**base.marks, **own.marks},
        distinct=(*base.distinct, *own.distinct),
        low_ink=LowInk({**base.low_ink.colours, **own.low_ink.colours}),
        sources=(*base.sources, findings.source),
    )
    # Names may be colours of the other theme.
    Reader(findings, Names(colours=theme.colours, icons=icons).judge).read(Theme, findings.source.data)
    _check_colours(findings, ("colours",), own.colours, theme.colours)
    _check_low_ink(findings, own.low_ink.colours, theme)
    _check_inks(findings, own, theme)
    _check_type(findings, own.type, families)
    if not extended_by:
        _check_complete(findings, theme)
    findings.stop_if_any()
    return theme


def _find_base(findings: Findings, name: str, folders: Sequence[Path], extended_by: Sequence[Path]) -> Path:
    found = get_theme_file(name, folders)
    if found is None:
        findings.check_name(("extends",), name, list_themes(folders), "theme")
    elif found in extended_by:
        findings.add(("extends",), f"`{name}` extends this theme", "themes may not extend each other")
    elif len(extended_by) > _MOST_EXTENDED:
        message = f"more than {_MOST_EXTENDED} themes extend this one"
        findings.add(("extends",), message, "copy its colours and type instead")
    else:
        return found
    raise DataError(findings.problems)


def list_similar_colours(name: str, folders: Sequence[Path]) -> Iterator[Problem]:
    """Yield a problem for each pair of colours of a valid theme that must be distinct, but look similar."""
    path = get_theme_file(name, folders)
    theme = read_theme(path, folders=folders) if path else Theme(name)
    for source in theme.sources:
        findings, groups = Findings(source), source.get("distinct")
        for index, names in enumerate(groups or ()):
            colours = [parse_colour(theme.colour(name))[:3] for name in names]
            for first, second, difference, vision in list_similar(colours):
                whom = f"with {vision} vision" if vision else "to everybody"
                message = f"`{names[second]}` looks like `{names[first]}` {whom}"
                hint = f"their difference is {difference:.1f}, but must be at least {LEAST_DIFFERENCE:g}"
                yield findings.describe(("distinct", index, second), message, hint)


def _check_low_ink(findings: Findings, own: Mapping[str, str], theme: Theme) -> None:
    for name in own:
        findings.check_name(("low_ink", "colours", name), name, theme.colours, "colour", at="key")
    _check_colours(findings, ("low_ink", "colours"), own, {**theme.colours, **theme.low_ink.colours})


def _check_colours(
    findings: Findings, path: DataPath, own: Iterable[str], colours: Mapping[str, str]
) -> None:
    for name in own:
        if name in MARK_NAMES:
            message = f"`{name}` is a mark of rich text, not a name for a colour"
            findings.add((*path, name), message, f"such as `{name}_colour`", at="key")
        seen = [name]
        while (value := colours[seen[-1]]) in colours and value not in seen:
            seen.append(value)
        if value in seen:
            findings.add((*path, name), f"`{name}` is defined as itself", 'end at a colour such as "#1f4e9c"')
        elif len(seen) == 1 and not is_literal(value) and not is_css_name(value):
            findings.check_name((*path, name), value, colours, "colour")


def _check_inks(findings: Findings, own: Theme, theme: Theme) -> None:
    """Add a problem for each colour that looks like another on the screen, but has other inks."""
    inks: dict[tuple[float, ...], Inks] = {}
    names: dict[tuple[float, ...], str] = {}
    for name, one in theme.given.items():
        # Other problems of colours are reported elsewhere.
        if one.press is None or findings.problems:
            continue
        looks = parse_colour(theme.colour(name))[:3]
        if inks.setdefault(looks, one.press) != one.press and name in own.given:
            message = f"`{name}` and `{names[looks]}` look alike, but have other inks"
            findings.add(("colours", name, "press"), message, "change one of the colours a little")
        names.setdefault(looks, name)


def _check_type(findings: Findings, own: Mapping[str, TypeStyle], families: Collection[str] | None) -> None:
    for role, given in own.items():
        # A game may have roles of its own for its templates.
        if role not in ROLES and is_typo(role, ROLES):
            findings.check_name(("type", role), role, ROLES, "role of type")
        key = "weight" if families and given.family in families else "family"
        if wrong := Names(fonts=families).judge("font", given.weighted_family):
            findings.add(("type", role, key), wrong.message, wrong.hint)


def _check_complete(findings: Findings, theme: Theme) -> None:
    for key, what, needed, there in (
        ("type", "type for", ROLES, theme.type),
        ("colours", "colour", COLOURS, theme.colours),
    ):
        lacking = ", ".join(f"`{name}`" for name in needed if name not in there)
        if lacking:
            hint = "add it here, or extend a theme that has it"
            findings.add((key,), f"no {what} {lacking}", hint, at="key")


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
    listed = read_fonts(shelf.fonts, *([own] if (own / FONTS_FILE).is_file() else []), memo=shelf.memo)
    taken = {font.path for family in listed.families for font in family.faces}
    others = (path for path in sorted(own.rglob("*")) if path not in taken and is_in_read_folder(path, own))
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
        if path.suffix.lower() not in text_files.FONTS:
            continue
        has_names = is_installed or path.suffix.lower() in (".ttc", ".otc")
        with suppress(FontError) if is_installed else nullcontext():
            for number, name in enumerate(list_font_faces(path) if has_names else [path.stem.split(".")[0]]):
                family, found = _read_faces(path, name, memo, number)
                families[family] = found | families.get(family, {})
    return tuple(one for name, faces in families.items() for one in _make_families(name, faces))


def _read_faces(path: Path, name: str, memo: Memo, number: int = 0) -> tuple[str, _Faces]:
    """Return the name of a family, and the faces of one of its files; a variable font has all weights."""
    match = _FACE.fullmatch(_AXES.sub("", name))
    assert match is not None
    weight = WEIGHTS[re.sub("[-_ ]", "", match["weight"] or "regular").lower()]
    weights = WEIGHT_NAMES if not match["weight"] and is_variable(path) else (weight,)
    faces = {(one, bool(match["italic"])): _make_font(path, memo, one, number) for one in weights}
    return re.sub("[_ ]+", " ", match["name"]), faces


def _make_font(path: Path, memo: Memo, weight: int = 0, number: int = 0) -> Font:
    """Return a face, with the glyphs that were drawn before if it is in the memo."""
    make = partial(Font, path, weight=weight, number=number)
    return memo.get_or_make(path, ("font", weight, number), make)


def _list_weights(family: Family, memo: Memo) -> Iterator[Family]:
    """Yield families for the weights of a listed family, which share its faces."""
    faces: _Faces = {}
    for font in family.faces:
        _, found = _read_faces(font.path, font.path.stem, memo)
        faces |= found if len(found) > 1 else dict.fromkeys(found, font)
    if len(faces) > 1:
        yield from islice(_make_families(family.name, faces), 1, None)


def _make_families(name: str, faces: _Faces) -> Iterator[Family]:
    def choose(weight: int, is_italic: bool) -> Font:
        return faces[min(faces, key=lambda one: (one[1] != is_italic, abs(one[0] - weight), one))]

    yield Family(name, choose(400, False), choose(700, False), choose(400, True), choose(700, True))
    for weight in sorted({weight for weight, _ in faces} - {400}):
        bold = max(700, weight)
        family = f"{name} {WEIGHT_NAMES[weight]}"
        yield Family(
            family, choose(weight, False), choose(bold, False), choose(weight, True), choose(bold, True)
        )


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


def read_stocks(path: Path) -> Stocks:
    """Read thicknesses of cards; raises DataError with all problems."""
    stocks: Stocks = read_file(path, Stocks)[0]
    return stocks


def read_storage_templates(path: Path) -> Mapping[str, Template]:
    """Read the default templates of boxes and dividers by id; raises DataError with all problems."""
    book, findings = read_templates(path, TemplateBook(Names(), path.parent))
    findings.stop_if_any()
    return {id: placed.template for id, placed in book.known.items()}


PRINTER_FILE = "printers.yaml"


def read_printers(path: Path, papers: Collection[str]) -> Mapping[str, Printer]:
    """Return printers by id, in the order of the file; none if there is no file, or only comments in it.

    Raises DataError with all problems, also with papers that are neither of these nor a size.
    """
    if not path.exists():
        return {}
    file, text = read_text(path)
    return parse_printers(text, papers, file=file)


def parse_printers(text: str, papers: Collection[str], *, file: str) -> Mapping[str, Printer]:
    """Return the printers of a text, as `read_printers` does."""
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        return {}
    reader = Reader(Findings(parse_yaml(text, file=file)))
    found: Mapping[str, Printer] | None = reader.read_value(PRINTERS, reader.data, ())
    for id in reader.data if isinstance(reader.data, dict) else ():
        paper = reader.get((id, "paper"))
        if isinstance(paper, str) and paper.lower() not in papers and not _is_size(paper):
            reader.findings.add((id, "paper"), f"unknown paper `{paper}`", suggest(paper, papers))
    reader.findings.stop_if_any()
    return found or {}


def _is_size(text: str) -> bool:
    try:
        parse_size(text)
    except (ValueError, Wrong):
        return False
    return True
