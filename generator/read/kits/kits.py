"""Reader of a game's folder: all files that kit.yaml names, checked against each other."""

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from generator.errors import DataError
from generator.model.kit import Kit, KitFile, Part
from generator.model.pieces import PieceSet
from generator.model.style import Icon, Theme
from generator.model.texts.wordings import Wording
from generator.model.values import replace
from generator.read.declared.findings import Gathered
from generator.read.declared.names import Names, Settings
from generator.read.declared.reader import Reader
from generator.read.files.memo import Memo
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
    reader, gathered = _open(path, folder), Gathered()
    file = reader.read(KitFile, reader.data)
    icons = IconShelf(shelf.icons, folder / "icons", memo=shelf.memo)
    fonts = read_game_fonts(folder, shelf=shelf, installed=file is not None and file.fonts == "system")
    theme = _read_theme(folder, shelf, reader, icons if is_drawn else None, fonts.names, gathered)
    names = _list_names(folder, theme, settings, fonts.names, icons if is_drawn else None, shelf.memo)
    texts = gathered.read(partial(read_reference, folder, shared=shelf.wording, names=names))
    is_direct = file is not None and may_have_direct_texts(folder, reader)
    first = (REFERENCE,) if is_direct else locales
    wordings = None if texts is None else gathered.read(partial(read_wordings, texts, locales=first))
    names = replace(
        names,
        sentences=None if texts is None else texts.texts,
        wordings=tuple((wordings or {}).values()),
        # The texts of all parts are those that languages translate.
        is_drawn=is_drawn or is_direct,
    )
    _check_file(folder, shelf, reader, names, gathered)
    wanted = None if is_direct and locales != (REFERENCE,) else parts
    numbered = read_parts(folder, reader, gathered, names=names, shelf=shelf, wanted=wanted)
    gathered.read(reader.findings.stop_if_any)
    names.settings.check()
    if file is not None and texts is not None:
        title = complete_head(file, folder)["title"] if is_direct else ""
        wordings = _read_texts_of_parts(texts, tuple(numbered.values()), title, locales, gathered) or wordings
    gathered.problems += (problem for error in icons.errors.values() for problem in error.problems)
    gathered.stop_if_any()
    if file is None or theme is None or texts is None or wordings is None:
        raise AssertionError("what cannot be read has raised an error above")
    kit = Kit(
        **complete_head(file, folder),
        folder=folder,
        file=path.name if path != folder else "",
        parts=tuple(numbered.values()),
        theme=replace(theme, sources=()),
        icons=icons,
        wordings=wordings,
        pictures=names.pictures.read if names.pictures else {},
        warnings=tuple(dict.fromkeys(names.warnings or ())),
        uses={part.id: file.parts[index] for index, part in numbered.items()},
    )
    return add_direct_texts(kit, texts.direct) if is_direct else kit, texts, fonts


def _open(path: Path, folder: Path) -> Reader:
    if stray := find_stray_links(folder, _ALWAYS_READ):
        raise DataError(stray)
    return open_game(path)


def _list_names(
    folder: Path,
    theme: Theme | None,
    settings: Collection[str],
    fonts: Collection[str],
    icons: Mapping[str, Icon] | None,
    memo: Memo,
) -> Names:
    """Return the names that files may use; without icons, the game is not drawn."""
    is_drawn = icons is not None
    names = Names(
        icons=icons,
        fonts=fonts,
        pictures=PictureFolder(folder, memo=memo) if is_drawn else None,
        memo=memo,
        is_drawn=is_drawn,
        warnings=[],
        settings=Settings(dict(one.split("=", 1) for one in settings)),
    )
    if theme is None:
        return names
    type, sources = theme.type, theme.sources
    return replace(names, colours=theme.colours, marks=theme.marks, roles=type, themes=sources)


def _read_texts_of_parts(
    texts: WordingFolder,
    parts: Collection[Part],
    title: str,
    locales: Collection[str] | None,
    gathered: Gathered,
) -> Mapping[str, Wording] | None:
    """Add the direct texts of a game with this title, and the languages of columns; return new wordings."""
    if gathered.problems:
        # Other languages cannot be compared with the texts of the parts, but their own problems are known.
        for locale in list_locales(texts.folder.parent) if title else ():
            gathered.read(partial(texts.read, locale))
        return None
    sets = [part for part in parts if isinstance(part, PieceSet)]
    texts.in_columns = sorted({locale for part in sets for locale in part.untranslated} - {REFERENCE})
    if title:
        texts.direct = list_direct_texts(title, parts, texts.texts)
    if not (title or texts.in_columns):
        return None
    return gathered.read(partial(read_wordings, texts, locales=locales))


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


def _check_file(folder: Path, shelf: Shelf, reader: Reader, names: Names, gathered: Gathered) -> None:
    # The names in kit.yaml can be checked only after the files of texts and the theme have been read.
    Reader(reader.findings, names.judge).read(KitFile, reader.data)
    findings, id = reader.findings, reader.get(("id",))
    if folder.parent == shelf.games and id is not None and id != folder.name:
        findings.add(("id",), f"is `{id}`, but the folder is `{folder.name}`", f"write `id: {folder.name}`")
    wanted = reader.get(("papers",))
    papers = gathered.read(lambda: read_papers(shelf.papers)) if wanted else None
    findings.check_names(("papers",), wanted or (), papers, "paper")
