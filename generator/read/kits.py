"""A game's folder -> Kit: everything that its kit.yaml names, read and compared with each other."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from generator.errors import DataError
from generator.model.dice import DieFace
from generator.model.icon import Icon
from generator.model.kit import Credit, Kit, Part
from generator.model.style import Theme
from generator.model.wording import Wording
from generator.read.booklets import read_booklet
from generator.read.checking import Findings
from generator.read.dice import read_dice
from generator.read.files import name_file
from generator.read.fonts import read_game_fonts
from generator.read.formats.kits import PART_FORMATS, BookletPart, KitFormat, PartFormat, SheetPart
from generator.read.icons import read_icons
from generator.read.names import Names
from generator.read.papers import read_papers
from generator.read.phrases import suggest
from generator.read.sheets import SheetFile, read_sheet
from generator.read.shelf import KIT_FILE, REFERENCE, Shelf
from generator.read.themes import find_theme, list_themes, read_theme
from generator.read.wordings import Pictured, raise_together, read_reference, read_wordings
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
    source = read_yaml(folder / KIT_FILE)
    findings, gathered = Findings(source), _Gathered()
    format = findings.fit(KitFormat, source.data)
    icons = gathered.read(lambda: read_icons(shelf.icons, folder / "icons"))
    theme, dice = None, None
    if format is not None:
        theme = _read_theme(folder, shelf, format, findings, icons, gathered)
        dice = _read_dice(folder, format, findings, gathered)
    pictured = Pictured(icons, None if theme is None else theme.colours)
    reference = gathered.read(partial(read_reference, folder, shared=shelf.wording, pictured=pictured))
    wordings = None
    if reference is not None:
        told = partial(read_wordings, shared=shelf.wording, locales=locales, pictured=pictured)
        wordings = gathered.read(partial(told, folder, reference))
    names = Names(
        marks=None if theme is None else theme.marks,
        icons=icons,
        words=None if reference is None else reference.sentences,
        faces=None if dice is None else [face.value for face in dice],
    )
    parts = _read_parts(folder, findings, names, gathered)
    if format is not None:
        papers = gathered.read(lambda: read_papers(shelf.papers)) if format.papers else None
        for index, paper in enumerate(format.papers):
            findings.check_name(("papers", index), paper, papers, "the paper")
        _check_names(folder, shelf, format, findings, names)
    gathered.read(findings.stop_if_any)
    raise_together(gathered.errors)
    # What is None has left an error behind.
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
        parts=parts,
        theme=theme,
        icons=_name_icons(icons, wordings),
        dice=dice,
        wordings=wordings,
        credits=tuple(Credit(credit.role, tuple(credit.names)) for credit in format.credits),
        icon=format.icon,
        papers=tuple(format.papers),
    )


def _read_theme(
    folder: Path,
    shelf: Shelf,
    format: KitFormat,
    findings: Findings,
    icons: Mapping[str, Icon] | None,
    gathered: _Gathered,
) -> Theme | None:
    folders = (folder / "themes", shelf.themes)
    path = find_theme(format.theme, folders)
    if path is None:
        hint = suggest(format.theme, list_themes(folders))
        findings.add(("theme",), f"the theme `{format.theme}` is not there", hint)
        return None
    families = [family.name for family in read_game_fonts(folder, shelf=shelf).families]
    return gathered.read(lambda: read_theme(path, folders=folders, icons=icons, families=families))


def _read_dice(
    folder: Path, format: KitFormat, findings: Findings, gathered: _Gathered
) -> tuple[DieFace, ...] | None:
    if not format.dice:
        return ()
    path = folder / format.dice
    return gathered.read(lambda: read_dice(path)) if _is_there(findings, ("dice",), path) else None


def _read_parts(folder: Path, findings: Findings, names: Names, gathered: _Gathered) -> tuple[Part, ...]:
    """Sheets first, since booklets show them; in the end in the order of the kit."""
    formats = _read_part_formats(folder, findings)
    sheets: dict[int, SheetFile | None] = {}
    for index, format in formats.items():
        if isinstance(format, SheetPart):
            reading = partial(read_sheet, folder / format.sheet, names=names)
            sheets[index] = gathered.read(reading)
    whole = [file for file in sheets.values() if file is not None]
    shown = whole if None not in formats.values() and len(whole) == len(sheets) else None
    parts: list[Part] = []
    seen: dict[str, int] = {}
    for index, format in formats.items():
        part: Part | None = None
        if isinstance(format, BookletPart):
            part = gathered.read(partial(read_booklet, folder / format.booklet, names=names, sheets=shown))
        elif (file := sheets.get(index)) is not None:
            part = file.sheet
        if part is None:
            continue
        if part.id in seen:
            message = f"has the id `{part.id}`, as part {seen[part.id]} has"
            findings.add(("parts", index), message, "their files would have the same name")
        seen.setdefault(part.id, index + 1)
        parts.append(part)
    return tuple(parts)


def _read_part_formats(folder: Path, findings: Findings) -> dict[int, PartFormat | None]:
    """By place in the list; None where an entry is wrong or its file is not there."""
    data = findings.source.data
    given = data.get("parts") if isinstance(data, dict) else None
    formats: dict[int, PartFormat | None] = {}
    for index, entry in enumerate(given if isinstance(given, list) else []):
        path: DataPath = ("parts", index)
        kind = next(iter(entry), "") if isinstance(entry, dict) else ""
        formats[index] = None
        if not isinstance(entry, dict) or kind not in PART_FORMATS:
            hint = suggest(kind, PART_FORMATS) if kind else "write `- sheet: ...` or `- booklet: ...`"
            findings.add(path, f"no part is a `{kind}`" if kind else "is no part", hint)
            continue
        format = findings.fit(PART_FORMATS[kind], entry, path, beginnings=PART_FORMATS)
        if format is not None:
            name = format.sheet if isinstance(format, SheetPart) else format.booklet
            if _is_there(findings, (*path, kind), folder / name):
                formats[index] = format
    return formats


def _check_names(folder: Path, shelf: Shelf, format: KitFormat, findings: Findings, names: Names) -> None:
    if folder.parent == shelf.games and format.id != folder.name:
        hint = f"write `id: {folder.name}`"
        findings.add(("id",), f"is `{format.id}`, but the folder is `{folder.name}`", hint)
    if format.icon:
        findings.check_name(("icon",), format.icon, names.icons, "the icon")
    findings.check_word(("title",), format.title, names.words)
    for index, credit in enumerate(format.credits):
        findings.check_word(("credits", index, "role"), credit.role, names.words)


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
