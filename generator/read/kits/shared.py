"""Files that are read before the parts of a game: its head, and themes, papers, or printers for all games."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from generator.errors import DataError, Problem, Wrong, find_near, list_briefly, suggest
from generator.inputs import open_regular
from generator.model.destinations import DESTINATIONS, Destination, add_shops
from generator.model.elements.template import Template
from generator.model.kit import PARTS, GameSummary, KitFile, KitHead
from generator.model.language.kinds import is_css_name, is_literal, parse_colour
from generator.model.printing.printing import PAPERS, PRINTERS, Inks, Paper, Printer, Stocks, parse_size
from generator.model.style import COLOURS, ROLES, SCRIPTS, LowInk, Theme, ThemeKeys, TypeStyle
from generator.model.texts.rich_text import MARK_NAMES
from generator.model.values import fields, replace
from generator.model.vision import LEAST_DIFFERENCE, list_similar
from generator.read.declared.names import Effects, Names
from generator.read.declared.reader import Findings, Reader, read_file
from generator.read.files.shelf import (
    KIT_FILE,
    MARKDOWN,
    NO_MEMO,
    REFERENCE,
    SINGLE,
    Memo,
    Shelf,
    list_locales,
)
from generator.read.files.text_files import (
    derive_id,
    describe_fault,
    format_id,
    is_typo,
    read_text,
    unreadable,
)
from generator.read.files.yaml import Data, DataPath, InnerSource, Source, parse_yaml, read_text_at, read_yaml
from generator.read.templates.elements import ThemeFile, to_part
from generator.read.templates.templates import TemplateBook, read_templates

_MOST_EXTENDED = 20
"""Maximum number of themes that a theme extends, directly or through others."""
_MOST_COLOURS = 60
"""Maximum number of colours listed in a hint."""
_ID = re.compile(r"^id: *[\"']?([a-z]\w*)", re.MULTILINE)


def read_papers(path: Path) -> Mapping[str, Paper]:
    """Read paper sizes by id, in the order of the file; raises DataError with all problems."""
    papers: Mapping[str, Paper] = read_file(path, PAPERS)[0]
    return papers


def read_all_papers(shelf: Shelf) -> Mapping[str, Paper]:
    """Read our paper sizes, and those of installed packages; raises DataError with all problems."""
    paths = reversed(shelf.list_all(shelf.papers))
    return {id: paper for path in paths for id, paper in read_papers(path).items()}


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


def read_chosen_theme(
    reader: Reader,
    folders: Sequence[Path],
    *,
    icons: Collection[str] | None = None,
    families: Collection[str] | None = None,
    memo: Memo = NO_MEMO,
) -> Theme | None:
    """Return the theme of a game, whose kit.yaml names one, or has its differences from one.

    Returns None after adding problems to those of the reader. Icons and font families are checked only if
    they are given.
    """
    findings, given = reader.findings, reader.findings.source.get("theme")
    read = partial(read_theme, folders=folders, icons=icons, families=families, memo=memo)
    chosen: ThemeKeys | None = reader.get(("theme",))
    if chosen is None and (given is not None or reader.data is None):
        return None
    name = chosen.extends or "base" if chosen else "base"
    if not isinstance(given, dict):
        path = get_theme_file(name, folders)
        if path is None:
            findings.check_name(("theme",), name, list_themes(folders), "theme")
            return None
        return findings.read(partial(read, path))
    own = Theme("", **{one.name: getattr(chosen, one.name) for one in fields(ThemeKeys)})
    inner = findings.of(InnerSource(findings.source, ("theme",), given))
    completed = partial(_complete, inner, replace(own, extends=name), read, folders, icons, families)
    return findings.read(completed)


def read_game_theme(path: Path, folders: Sequence[Path]) -> Theme | None:
    """Return the theme of the game of a path, with its sources; None if it has problems now."""
    with suppress(DataError):
        reader = open_game(path)
        reader.read(KitFile, reader.data)
        return read_chosen_theme(reader, folders)
    return None


def list_themes(folders: Sequence[Path]) -> list[str]:
    """Return the names of all themes."""
    return sorted({path.stem for folder in folders for path in folder.glob("*.yaml")})


def read_theme(
    path: Path,
    *,
    folders: Sequence[Path],
    icons: Collection[str] | None = None,
    families: Collection[str] | None = None,
    memo: Memo = NO_MEMO,
    extended_by: tuple[Path, ...] = (),
) -> Theme:
    """Read a theme with everything that it extends; `extended_by` are the themes that extend it.

    Raises DataError with all problems. Icons and font families are checked only if they are given.
    """
    file, findings = read_file(path, ThemeFile, memo=memo)
    own: Theme = to_part(file, Theme)
    if own.id != path.stem:
        findings.add(("id",), f"is `{own.id}`, but the file is `{path.name}`", f"write `id: {path.stem}`")
    read = partial(read_theme, folders=folders, icons=icons, families=families, memo=memo)
    return _complete(findings, own, read, folders, icons, families, (*extended_by, path))


def _complete(
    findings: Findings,
    own: Theme,
    read: Callable[..., Theme],
    folders: Sequence[Path],
    icons: Collection[str] | None,
    families: Collection[str] | None,
    extended_by: tuple[Path, ...] = (),
) -> Theme:
    """Return a theme with everything that it extends; `extended_by` are the files that lead to it.

    `read` reads the theme of a file.
    """
    own = replace(own, colours={name: one.screen for name, one in own.given.items()})
    base = Theme("")
    if own.extends:
        found = _find_base(findings, own.extends, folders, extended_by)
        base = findings.require(findings.read(partial(read, found, extended_by=extended_by)))
    theme = replace(
        own,
        colours={**base.colours, **own.colours},
        given={**base.given, **own.given},
        type={**base.type, **own.type},
        scripts={**SCRIPTS, **base.scripts, **own.scripts},
        marks={**base.marks, **own.marks},
        distinct=(*base.distinct, *own.distinct),
        low_ink=LowInk({**base.low_ink.colours, **own.low_ink.colours}),
        legible=own.legible or base.legible,
        sources=(*base.sources, findings.source),
    )
    # Names may be colours of the other theme.
    kind = ThemeFile if extended_by else ThemeKeys
    Reader(findings, Names(colours=theme.colours, icons=icons).judge).read(kind, findings.source.data)
    _check_colours(findings, ("colours",), own.colours, theme.colours)
    _check_low_ink(findings, own.low_ink.colours, theme)
    _check_inks(findings, own, theme)
    _check_type(findings, own.type, families)
    if len(extended_by) < 2:
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


def watch_colours(effects: Effects, own: Sequence[Source], theme: Theme) -> None:
    """Note the colours that the files of a game add to a theme; each is expected to be used."""
    shipped = {name for one in theme.sources if one not in own for name in _list_colours(one)}
    known = shipped | {*COLOURS, *theme.colours.values()}
    for source in own:
        known.update(re.findall(r"\w+", str([source.get(key) for key in ("type", "marks", "styles")])))
        for name in _list_colours(source):
            others = {*theme.colours} - {name}
            hint = "name it in an element, a table, or a text, or remove it"
            if near := find_near(name, others):
                hint = (
                    f"did you mean `{near[0]}`? the theme has {list_briefly(sorted(others), _MOST_COLOURS)}"
                )
            describe = partial(Findings(source).describe, ("colours", name), "is not used", hint, at="key")
            effects.note_colour(name, name in known, describe)


def _list_colours(source: Source) -> list[str]:
    colours = source.get("colours")
    return [*colours] if isinstance(colours, dict) else []


def list_similar_colours(theme: Theme) -> Iterator[Problem]:
    """Yield a problem for each pair of colours of a theme that must be distinct, but look similar."""
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


def open_game(path: Path) -> Reader:
    """Return a reader of the kit.yaml in the folder of a game, or of the kit of a single file.

    The kit of a single file has the file as its only part, and takes its id, title, and theme from it: their
    problems are reported in that file. Raises DataError.
    """
    if not path.is_file():
        return Reader.open(path / KIT_FILE)
    source = read_yaml(path)
    given = source.data if isinstance(source.data, dict) else {}
    kind = next((kind for key, kind in SINGLE.items() if key in given), None)
    if kind is None:
        for key in given:
            if near := find_near(key, SINGLE):
                line, column = source.spot_of_key((key,))
                message, hint = f"unknown key `{key}`", f"did you mean `{near[0]}`?"
                raise unreadable(source.file, message, hint, line=line, column=column)
        message = "is not a game: it has no `cards`, `tokens`, `areas`, or `sections`"
        hint = "write `size: poker`, `cards: ...`, and `template: ...`"
        raise unreadable(source.file, message, hint, line=1, column=1)
    keys = ("id", "title", "theme", "fonts", "language", "quotes", "direction")
    kit: dict[str, Data] = {key: given[key] for key in keys if key in given}
    data: Data = {"id": derive_id(path.stem), **kit, "parts": [{kind: path.name}]}
    return Reader(Findings(Source(source.file, source.text, data)))


def complete_head(file: KitFile, folder: Path) -> dict[str, Any]:
    """Return the general data of a game; its default id is that of the folder, its default title the id."""
    given = {one.name: getattr(file, one.name) for one in fields(KitHead)}
    id = file.id or derive_id(folder.resolve().name)
    return {**given, "id": id, "title": file.title or format_id(id)}


def find_id(part: Path) -> str:
    """Return the id of a part without reading the rest of it; raises DataError for a file without text."""
    text = read_text(part)[1]
    found = _ID.search(text.split("\n---")[0] if part.suffix == MARKDOWN else text)
    return found[1] if found else derive_id(part.stem)


def find_files(folder: Path, kit: Reader) -> Mapping[int, tuple[str, Path] | None]:
    """Return the type and file of each part by its index in kit.yaml; None after adding a problem."""
    given = kit.findings.source.get("parts")
    files: dict[int, tuple[str, Path] | None] = {}
    for index in range(len(given) if isinstance(given, list) else 0):
        files[index] = None
        for kind in PARTS.kinds:
            path = ("parts", index, kind)
            name = kit.get(path)
            if name is not None and kit.findings.check_file(path, folder / name, home=folder):
                files[index] = kind, folder / name
    return files


_DRAFT = re.compile(r"^status: *draft\b", re.MULTILINE)
_TABLE = re.compile(r"^(cards|tokens):(?!(?:\s|#.*\n)*[-\[]) *(\S+\.csv)?", re.MULTILINE)
"""The key of pieces that the file itself does not list, and the name of their table."""
_PLAIN_TITLES = re.compile(rb"[a-z0-9]+([,;\t][a-z0-9]+)*\r?\n")
"""Titles of columns of which none is `name_de`."""
_MOST_OF_TITLES = 10_000
"""Bytes of the first line of a table."""


def read_summary(path: Path, *, shelf: Shelf) -> GameSummary:
    """Read a summary of a game; raises DataError if its kit.yaml, or a file that it names, has problems."""
    folder = path.parent if path.is_file() else path
    reader = open_game(path)
    file = reader.read(KitFile, reader.data)
    files = [one for one in find_files(folder, reader).values() if one is not None]
    reader.findings.stop_if_any()
    file = reader.findings.require(file)
    locales = dict.fromkeys(list_locales(folder))
    for kind, part in files:
        locales |= dict.fromkeys(_list_columns(part, folder) if kind in ("deck", "tokens") else ())
    drafts = {locale: _is_draft(folder / "wording" / f"{locale}.yaml") for locale in locales}
    head = complete_head(file, folder)
    title = _read_title(folder, shelf, head["title"])
    return GameSummary(
        head["id"], title, file.players, path, tuple(find_id(part) for _, part in files), drafts, file.score
    )


def _is_draft(wording: Path) -> bool:
    """Return True if a wording file has the status `draft`, or if there is no file."""
    if not wording.exists():
        return wording.stem != REFERENCE
    return bool(_DRAFT.search(read_text(wording)[1]))


def _read_title(folder: Path, shelf: Shelf, title: str) -> str:
    """Return the English text of a title, which may be a key."""
    for home in (folder, shelf.data):
        wording = home / "wording" / f"{REFERENCE}.yaml"
        if wording.exists() and (text := read_text_at(wording, ("words", *title.split(".")))):
            return text
    return title


def _has_plain_titles(table: Path) -> bool:
    with suppress(OSError), open_regular(table) as file:
        return _PLAIN_TITLES.match(file.readline(_MOST_OF_TITLES)) is not None
    return False


def _list_columns(path: Path, folder: Path) -> Iterator[str]:
    """Yield the languages of the columns of a table."""
    found = _TABLE.search(read_text(path)[1])
    if found is None:
        return
    table = path.parent / (found[2] or "")
    if table.is_file() and _has_plain_titles(table):
        return
    # Few tables have columns for languages.
    from generator.read.declared.names import Names
    from generator.read.pieces.rows import list_piece_rows
    from generator.read.templates.templates import TemplateBook

    reader = Reader.open(path)
    yield from list_piece_rows(reader.findings, found[1], folder, TemplateBook(Names(), folder)).languages
