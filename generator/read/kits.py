"""A game's folder -> Kit: everything that its kit.yaml names, read and compared with each other."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from generator.errors import DataError
from generator.model.dice import DieFace
from generator.model.icon import Icon
from generator.model.kit import Credit, Kit, Part
from generator.model.style import Theme
from generator.model.wording import Wording
from generator.read.booklets import read_booklet
from generator.read.checking import Findings, suggest
from generator.read.dice import read_dice
from generator.read.files import name_file
from generator.read.fonts import read_fonts
from generator.read.formats.kits import PART_FORMATS, KitFormat, PartFormat, SheetPart
from generator.read.icons import read_icons
from generator.read.names import Names
from generator.read.sheets import SheetFile, read_sheet
from generator.read.shelf import KIT_FILE, Shelf
from generator.read.themes import find_theme, list_themes, read_theme
from generator.read.wordings import REFERENCE, raise_together, read_wordings
from generator.read.yaml_reader import DataPath, read_yaml

T = TypeVar("T")


@dataclass
class _Gathered:
    """What could be read, and the errors of what could not."""

    errors: list[DataError] = field(default_factory=list)

    def read(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except DataError as error:
            self.errors.append(error)
            return None


def read_kit(folder: Path, *, shelf: Shelf, locales: Collection[str] | None = None) -> Kit:
    """The kit of a game's folder.

    All files are read even when one is wrong, and DataError tells all that is wrong with all of
    them; when only words are missing, and in one language, it is MissingWords. English is always
    read; other languages only where `locales` is None or names them.
    """
    gathered = _Gathered()
    format, findings, parts = _read_format(folder, shelf, gathered)
    icons = gathered.read(lambda: read_icons(shelf.icons, folder / "icons"))
    wordings = gathered.read(lambda: read_wordings(folder, shared=shelf.wording, locales=locales))
    theme = _read_theme(folder, shelf, format, findings, icons, gathered)
    dice: tuple[DieFace, ...] | None = ()
    if format is not None and format.dice:
        dice_file = folder / format.dice
        dice = None
        if findings is not None and _is_there(findings, ("dice",), dice_file):
            dice = gathered.read(lambda: read_dice(dice_file))
    names = Names(
        marks=None if theme is None else theme.marks,
        icons=icons,
        words=None if wordings is None else wordings[REFERENCE].sentences,
        faces=None if dice is None else [face.value for face in dice],
    )
    built = _read_parts(folder, parts, findings, names, gathered)
    if format is not None and findings is not None:
        findings.check_word(("title",), format.title, names.words)
        for index, credit in enumerate(format.credits):
            findings.check_word(("credits", index, "role"), credit.role, names.words)
        gathered.read(findings.stop_if_any)
    raise_together(gathered.errors)
    # Whatever is None has left an error behind.
    assert format is not None
    assert theme is not None
    assert icons is not None
    assert wordings is not None
    assert dice is not None
    return Kit(
        id=format.id,
        folder=folder,
        title=format.title,
        players=format.players,
        parts=built,
        theme=theme,
        icons=_name_icons(icons, wordings),
        dice=dice,
        wordings=wordings,
        credits=tuple(Credit(credit.role, tuple(credit.names)) for credit in format.credits),
    )


def _read_format(
    folder: Path, shelf: Shelf, gathered: _Gathered
) -> tuple[KitFormat | None, Findings | None, list[PartFormat | None]]:
    """kit.yaml itself; its findings stay open, since more is found while its parts are read."""
    source = gathered.read(lambda: read_yaml(folder / KIT_FILE))
    if source is None:
        return None, None, []
    findings = Findings(source)
    format = findings.fit(KitFormat, source.data)
    given = source.data.get("parts") if isinstance(source.data, dict) else None
    parts: list[PartFormat | None] = []
    for index, data in enumerate(given if isinstance(given, list) else []):
        kind = next(iter(data), "") if isinstance(data, dict) else ""
        if isinstance(data, dict) and kind in PART_FORMATS:
            parts.append(findings.fit(PART_FORMATS[kind], data, ("parts", index)))
        else:
            hint = suggest(kind, PART_FORMATS) if kind else "write `- sheet: ...` or `- booklet: ...`"
            findings.add(("parts", index), f"no part is a `{kind}`" if kind else "is no part", hint)
            parts.append(None)
    if format is None:
        gathered.read(findings.stop)
        return None, None, parts
    if folder.parent == shelf.games and format.id != folder.name:
        findings.add(
            ("id",), f"is `{format.id}`, but the folder is `{folder.name}`", f"write `id: {folder.name}`"
        )
    return format, findings, parts


def _read_theme(
    folder: Path,
    shelf: Shelf,
    format: KitFormat | None,
    findings: Findings | None,
    icons: Mapping[str, Icon] | None,
    gathered: _Gathered,
) -> Theme | None:
    if format is None or findings is None:
        return None
    folders = (folder / "themes", shelf.themes)
    path = find_theme(format.theme, folders)
    if path is None:
        hint = suggest(format.theme, list_themes(folders))
        findings.add(("theme",), f"the theme `{format.theme}` is not there", hint)
        return None
    own_fonts = [folder / "fonts"] if (folder / "fonts" / "fonts.yaml").is_file() else []
    families = [family.name for family in read_fonts(shelf.fonts, *own_fonts).families]
    return gathered.read(lambda: read_theme(path, folders=folders, icons=icons, families=families))


def _read_parts(
    folder: Path,
    parts: list[PartFormat | None],
    findings: Findings | None,
    names: Names,
    gathered: _Gathered,
) -> tuple[Part, ...]:
    """Sheets first, since booklets show them; in the end in the order of the kit."""
    sheets: dict[int, SheetFile | None] = {}
    parts = [
        part if part is None or _is_part_there(findings, index, part, folder) else None
        for index, part in enumerate(parts)
    ]
    for index, part in enumerate(parts):
        if isinstance(part, SheetPart):
            path = folder / part.sheet
            sheets[index] = gathered.read(lambda path=path: read_sheet(path, names=names))  # type: ignore[misc]
    whole = [file for file in sheets.values() if file is not None]
    shown = whole if len(whole) == len(sheets) and None not in parts else None
    built: list[Part] = []
    seen: dict[str, int] = {}
    for index, part in enumerate(parts):
        made: Part | None = None
        if isinstance(part, SheetPart):
            file = sheets[index]
            made = None if file is None else file.sheet
        elif part is not None:
            path = folder / part.booklet
            made = gathered.read(lambda path=path: read_booklet(path, names=names, sheets=shown))  # type: ignore[misc]
        if made is None:
            continue
        if made.id in seen and findings is not None:
            message = f"has the id `{made.id}`, as part {seen[made.id]} has"
            findings.add(("parts", index), message, "their files would have the same name")
        seen.setdefault(made.id, index + 1)
        built.append(made)
    return tuple(built)


def _is_part_there(findings: Findings | None, index: int, part: PartFormat, folder: Path) -> bool:
    if findings is None:
        return True
    if isinstance(part, SheetPart):
        return _is_there(findings, ("parts", index, "sheet"), folder / part.sheet)
    return _is_there(findings, ("parts", index, "booklet"), folder / part.booklet)


def _is_there(findings: Findings, path: DataPath, file: Path) -> bool:
    """Adds a problem where a file is named that is not there."""
    if file.exists():
        return True
    others = [other.name for other in file.parent.glob("*.yaml") if other.name != KIT_FILE]
    findings.add(path, f"there is no file `{name_file(file)}`", suggest(file.name, others))
    return False


def _name_icons(icons: Mapping[str, Icon], wordings: Mapping[str, Wording]) -> Mapping[str, Icon]:
    """Icons whose words stand in the wording, as `icon.virus`, are read aloud with them."""
    words = wordings[REFERENCE]
    return {
        name: replace(icon, title=f"icon.{name}") if f"icon.{name}" in words else icon
        for name, icon in icons.items()
    }
