"""Reader of a game's folder: all files that kit.yaml names, checked against each other."""

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from generator.errors import DataError
from generator.model.kit import Kit, KitFile
from generator.model.picture import Icon
from generator.model.pieces import PieceSet
from generator.model.style import Theme
from generator.model.values import replace
from generator.read.declared.findings import Gathered
from generator.read.declared.names import Names, Settings
from generator.read.declared.reader import Reader
from generator.read.files.shelf import KIT_FILE, REFERENCE, Shelf, list_locales
from generator.read.files.text_files import find_stray_links
from generator.read.kits.direct import add_direct_texts, list_direct_texts, may_have_direct_texts
from generator.read.kits.fonts import read_game_fonts
from generator.read.kits.heads import complete_head, open_game
from generator.read.kits.parts import read_parts
from generator.read.kits.themes import find_theme, list_themes, read_papers, read_theme
from generator.read.pictures.icons import IconShelf
from generator.read.pictures.pictures import PictureFolder
from generator.read.wordings.wordings import WordingFolder, read_reference, read_wordings
from generator.scene.fonts import FontLibrary

_ALWAYS_READ = (KIT_FILE, "fonts", "icons", "themes", "wording")
"""Files and folders of a game that are always read, even if no file names them."""


def read_kit(folder: Path, *, shelf: Shelf, **chosen: Any) -> Kit:
    """Read a game as `read_kit_and_texts` does, with the same choices; return it without its texts."""
    return read_kit_and_texts(folder, shelf=shelf, **chosen)[0]


def read_kit_and_texts(
    folder: Path,
    *,
    shelf: Shelf,
    locales: Collection[str] | None = None,
    parts: Collection[str] | None = None,
    settings: Collection[str] = (),
    is_drawn: bool = True,
) -> tuple[Kit, WordingFolder, FontLibrary]:
    """Read a game, its texts, which compare languages with English, and its fonts.

    `parts` selects parts by id, to which the boards that they show are added; None: all parts. English is
    always read, other languages only if `locales` is None or contains them. Raises one DataError with the
    problems of all files. `settings` are new values of constants: `colour=no`; raises UnknownName if no file
    has one of them. Unless it is drawn, the game has no booklets, and its icons, pictures, and texts are
    not checked.
    """
    path, folder = folder, folder.parent if folder.is_file() else folder
    if stray := find_stray_links(folder, _ALWAYS_READ):
        raise DataError(stray)
    reader, gathered = open_game(path), Gathered()
    findings = reader.findings
    file = reader.read(KitFile, reader.data)
    icons = IconShelf(shelf.icons, folder / "icons")
    fonts = read_game_fonts(folder, shelf=shelf, installed=file is not None and file.fonts == "system")
    theme = _read_theme(folder, shelf, reader, icons if is_drawn else None, fonts.names, gathered)
    names = Names(
        icons=icons if is_drawn else None,
        fonts=fonts.names,
        pictures=PictureFolder(folder) if is_drawn else None,
        is_drawn=is_drawn,
        warnings=[],
        settings=Settings(dict(one.split("=", 1) for one in settings)),
    )
    if theme is not None:
        names = replace(names, colours=theme.colours, marks=theme.marks, roles=theme.type)
        names = replace(names, themes=theme.sources)
    texts = gathered.read(partial(read_reference, folder, shared=shelf.wording, names=names))
    wordings, is_direct = None, file is not None and may_have_direct_texts(folder, reader)
    if texts is not None:
        first = (REFERENCE,) if is_direct else locales
        wordings = gathered.read(partial(read_wordings, texts, locales=first))
    names = replace(
        names,
        sentences=None if texts is None else texts.texts,
        wordings=tuple((wordings or {}).values()),
        # The texts of all parts are those that languages translate.
        is_drawn=is_drawn or is_direct,
    )
    # The names in kit.yaml can be checked only after the files above have been read.
    Reader(findings, names.judge).read(KitFile, reader.data)
    _check_file(folder, shelf, reader, gathered)
    wanted = None if is_direct and locales != (REFERENCE,) else parts
    found = read_parts(folder, reader, gathered, names=names, shelf=shelf, wanted=wanted)
    gathered.read(findings.stop_if_any)
    names.settings.check()
    if file is not None and texts is not None and not gathered.errors:
        sets = [part for part in found if isinstance(part, PieceSet)]
        texts.in_columns = sorted({locale for part in sets for locale in part.untranslated} - {REFERENCE})
        if is_direct:
            texts.direct = list_direct_texts(complete_head(file, folder)["title"], found, texts.texts)
        if is_direct or texts.in_columns:
            wordings = gathered.read(partial(read_wordings, texts, locales=locales))
    elif is_direct and texts is not None:
        # Other languages cannot be compared with the texts of the parts, but their own problems are known.
        for locale in list_locales(folder):
            gathered.read(partial(texts.read, locale))
    Gathered([*gathered.errors, *icons.errors.values()]).stop_if_any()
    # A value that could not be read has raised an error above.
    assert file is not None
    assert theme is not None
    assert texts is not None
    assert wordings is not None
    kit = Kit(
        **complete_head(file, folder),
        folder=folder,
        file=path.name if path != folder else "",
        parts=found,
        theme=theme,
        icons=icons,
        wordings=wordings,
        pictures=names.pictures.read if names.pictures else {},
        warnings=tuple(dict.fromkeys(names.warnings or ())),
    )
    return add_direct_texts(kit, texts.direct) if is_direct else kit, texts, fonts


def _read_theme(
    folder: Path,
    shelf: Shelf,
    reader: Reader,
    icons: Mapping[str, Icon] | None,
    families: Collection[str],
    gathered: Gathered,
) -> Theme | None:
    name = reader.get(("theme",))
    if name is None and (reader.findings.source.get("theme") is not None or reader.data is None):
        return None
    name = name or "base"
    folders = (folder / "themes", shelf.themes)
    path = find_theme(name, folders)
    if path is None:
        reader.findings.check_name(("theme",), name, list_themes(folders), "theme")
        return None
    return gathered.read(lambda: read_theme(path, folders=folders, icons=icons, families=families))


def _check_file(folder: Path, shelf: Shelf, reader: Reader, gathered: Gathered) -> None:
    findings, id = reader.findings, reader.get(("id",))
    if folder.parent == shelf.games and id is not None and id != folder.name:
        findings.add(("id",), f"is `{id}`, but the folder is `{folder.name}`", f"write `id: {folder.name}`")
    wanted = reader.get(("papers",))
    papers = gathered.read(lambda: read_papers(shelf.papers)) if wanted else None
    findings.check_names(("papers",), wanted or (), papers, "paper")
