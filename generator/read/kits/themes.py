"""Theme files -> Theme: colours, type and marks, taken from another theme where it says so."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator.errors import DataError
from generator.model.style import COLOURS, ROLES, Theme, TypeStyle
from generator.read.declared.findings import Findings
from generator.read.declared.names import Names
from generator.read.declared.reader import Reader, read_file
from generator.read.files.phrases import is_typo, suggest
from generator.read.files.text_files import find_fault

MOST_EXTENDED = 20
"""Themes that one extends through others."""


def find_theme(name: str, folders: Sequence[Path]) -> Path | None:
    """The file of a theme: the first folder that has it wins, so that games can bring their own."""
    for folder in folders:
        path = folder / f"{name}.yaml"
        if not find_fault(path, home=folder.parent):
            return path
    return None


def list_themes(folders: Sequence[Path]) -> list[str]:
    """Names of all themes."""
    return sorted({path.stem for folder in folders for path in folder.glob("*.yaml")})


def read_theme(
    path: Path,
    *,
    folders: Sequence[Path],
    icons: Collection[str] | None = None,
    families: Collection[str] | None = None,
) -> Theme:
    """The theme of a file, with all that it extends.

    Raises DataError with all that is wrong with it. Icons and font families are only checked
    where they are given.
    """
    return _read_theme(path, folders, icons, families, extended_by=())


def _read_theme(
    path: Path,
    folders: Sequence[Path],
    icons: Collection[str] | None,
    families: Collection[str] | None,
    *,
    extended_by: tuple[Path, ...],
) -> Theme:
    own: Theme
    own, findings = read_file(path, Theme)
    if own.id != path.stem:
        findings.add(("id",), f"is `{own.id}`, but the file is `{path.name}`", f"write `id: {path.stem}`")
    base = Theme("")
    if own.extends:
        found = _find_base(findings, own.extends, folders, (*extended_by, path))
        try:
            base = _read_theme(found, folders, icons, families, extended_by=(*extended_by, path))
        except DataError as error:
            raise DataError((*findings.problems, *error.problems)) from None
    theme = replace(
        own,
        colours={**base.colours, **own.colours},
        type={**base.type, **own.type},
        marks={**base.marks, **own.marks},
    )
    # Only now the names can be compared: colours may be those of the other theme.
    names = Names(colours=theme.colours, icons=icons)
    Reader(findings, names.judge).read(Theme, findings.source.data)
    _check_colours(findings, own.colours, theme.colours)
    _check_type(findings, own.type, families)
    if not extended_by:
        _check_complete(findings, theme)
    findings.stop_if_any()
    return theme


def _find_base(findings: Findings, name: str, folders: Sequence[Path], extended_by: Sequence[Path]) -> Path:
    """The file of the theme that is extended; DataError if there is none, or too many."""
    found = find_theme(name, folders)
    if found is None:
        hint = suggest(name, list_themes(folders))
        findings.add(("extends",), f"the theme `{name}` is not there", hint)
        findings.stop()
    if found in extended_by:
        findings.add(("extends",), f"`{name}` extends this theme", "themes may not extend in a circle")
        findings.stop()
    if len(extended_by) > MOST_EXTENDED:
        said = f"more than {MOST_EXTENDED} themes extend this one"
        findings.add(("extends",), said, "write colours and type out")
        findings.stop()
    return found


def _check_colours(findings: Findings, own: Iterable[str], colours: Mapping[str, str]) -> None:
    """A colour may be another one, but not in a circle."""
    for name in own:
        seen = [name]
        value = colours[name]
        while not value.startswith("#"):
            if value not in colours:
                if len(seen) == 1:
                    findings.check_name(("colours", name), value, colours, "the colour")
                break
            if value in seen:
                hint = 'end at a colour such as "#1f4e9c"'
                findings.add(("colours", name), f"`{name}` stands for itself", hint)
                break
            seen.append(value)
            value = colours[value]


def _check_type(findings: Findings, own: Mapping[str, TypeStyle], families: Collection[str] | None) -> None:
    for role, given in own.items():
        # A game may bring roles of its own for its templates.
        if role not in ROLES and is_typo(role, ROLES):
            findings.check_name(("type", role), role, ROLES, "the role of type")
        findings.check_name(("type", role, "family"), given.family, families, "the font family")


def _check_complete(findings: Findings, theme: Theme) -> None:
    """What layout asks every theme for."""
    for key, what, needed, there in (
        ("type", "type for", ROLES, theme.type),
        ("colours", "colour", COLOURS, theme.colours),
    ):
        lacking = ", ".join(f"`{name}`" for name in needed if name not in there)
        if lacking:
            hint = "add it here, or extend a theme that has it"
            findings.add((key,), f"no {what} {lacking}", hint, at="key")
