"""A game's folder -> Kit: everything that its kit.yaml names, read and compared with each other."""

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path

from generator.errors import DataError
from generator.model.dice import DieFace
from generator.model.icon import Icon
from generator.model.kit import Credit, Kit
from generator.model.style import Theme
from generator.read.declared.findings import Findings, Gathered
from generator.read.declared.formats.kits import KitFormat
from generator.read.declared.names import Names, Pictured
from generator.read.files.phrases import suggest
from generator.read.files.shelf import KIT_FILE, REFERENCE, Shelf
from generator.read.files.text_files import find_stray_links
from generator.read.files.yaml_reader import read_yaml
from generator.read.kits.dice import read_dice
from generator.read.kits.fonts import read_game_fonts
from generator.read.kits.papers import read_papers
from generator.read.kits.parts import read_parts
from generator.read.kits.themes import find_theme, list_themes, read_theme
from generator.read.pictures.icon_shelf import IconShelf
from generator.read.wordings.wordings import raise_together, read_reference, read_wordings

_READ_UNASKED = (KIT_FILE, "fonts", "icons", "themes", "wording")
"""What is read of a game's folder though no file names it."""


def read_kit(folder: Path, *, shelf: Shelf, locales: Collection[str] | None = None) -> Kit:
    """The kit of a game's folder.

    All files are read even when one is wrong, and DataError tells all that is wrong with all of
    them; when only words are missing, and in one language, it is MissingWords. English is always
    read; other languages only where `locales` is None or names them.
    """
    if stray := find_stray_links(folder, _READ_UNASKED):
        raise DataError(stray)
    source = read_yaml(folder / KIT_FILE)
    findings, gathered = Findings(source), Gathered()
    format = findings.fit(KitFormat, source.data)
    icons = IconShelf(shelf.icons, folder / "icons")
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
        sentences=None if reference is None else reference.sentences,
        faces=None if dice is None else [face.value for face in dice],
        roles=None if theme is None else theme.type,
        colours=None if theme is None else theme.colours,
    )
    files = None if format is None else format.templates
    parts, pictures = read_parts(folder, findings, gathered, names=names, shelf=shelf, templates=files)
    if format is not None:
        papers = gathered.read(lambda: read_papers(shelf.papers)) if format.papers else None
        for index, paper in enumerate(format.papers):
            findings.check_name(("papers", index), paper, papers, "the paper")
        _check_names(folder, shelf, format, findings, names)
    gathered.read(findings.stop_if_any)
    raise_together([*gathered.errors, *icons.errors.values()])
    # What is None has left an error behind.
    assert format is not None
    assert theme is not None
    assert wordings is not None
    assert dice is not None
    return Kit(
        id=format.id,
        folder=folder,
        title=format.title,
        players=format.players,
        parts=parts,
        theme=theme,
        icons=icons.titled(wordings[REFERENCE].sentences),
        dice=dice,
        wordings=wordings,
        credits=tuple(Credit(credit.role, tuple(credit.names)) for credit in format.credits),
        icon=format.icon,
        papers=tuple(format.papers),
        pictures=pictures,
    )


def _read_theme(
    folder: Path,
    shelf: Shelf,
    format: KitFormat,
    findings: Findings,
    icons: Mapping[str, Icon],
    gathered: Gathered,
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
    folder: Path, format: KitFormat, findings: Findings, gathered: Gathered
) -> tuple[DieFace, ...] | None:
    if not format.dice:
        return ()
    path = folder / format.dice
    is_there = findings.check_file(("dice",), path, home=folder)
    return gathered.read(lambda: read_dice(path)) if is_there else None


def _check_names(folder: Path, shelf: Shelf, format: KitFormat, findings: Findings, names: Names) -> None:
    if folder.parent == shelf.games and format.id != folder.name:
        hint = f"write `id: {folder.name}`"
        findings.add(("id",), f"is `{format.id}`, but the folder is `{folder.name}`", hint)
    if format.icon:
        findings.check_name(("icon",), format.icon, names.icons, "the icon")
    findings.check_word(("title",), format.title, names.sentences)
    for index, credit in enumerate(format.credits):
        findings.check_word(("credits", index, "role"), credit.role, names.sentences)
