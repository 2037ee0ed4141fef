"""Theme files -> Theme: colours, type and marks, taken from another theme where it says so."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from generator.errors import DataError, find_near
from generator.model.style import COLOURS, ROLES, MarkStyle, Theme, TypeStyle
from generator.read.checking import Findings
from generator.read.formats.styles import MarkFormat, ThemeFormat, TypeFormat
from generator.read.phrases import suggest
from generator.read.yaml_reader import DataPath, read_yaml

_SLIP = 0.75
"""How much a role of a game's own may at most be like one of ours."""


def find_theme(name: str, folders: Sequence[Path]) -> Path | None:
    """The file of a theme: the first folder that has it wins, so that games can bring their own."""
    for folder in folders:
        path = folder / f"{name}.yaml"
        if path.is_file():
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
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(ThemeFormat, source.data)
    if format is None:
        findings.stop()
    if format.id != path.stem:
        findings.add(("id",), f"is `{format.id}`, but the file is `{path.name}`", f"write `id: {path.stem}`")
    base = Theme("", {}, {}, {})
    if format.extends:
        found = find_theme(format.extends, folders)
        if found is None:
            hint = suggest(format.extends, list_themes(folders))
            findings.add(("extends",), f"the theme `{format.extends}` is not there", hint)
            findings.stop()
        if found in (*extended_by, path):
            findings.add(
                ("extends",), f"`{format.extends}` extends this theme", "themes may not extend in a circle"
            )
            findings.stop()
        try:
            base = _read_theme(found, folders, icons, families, extended_by=(*extended_by, path))
        except DataError as error:
            raise DataError((*findings.problems, *error.problems)) from None
    theme = Theme(
        id=format.id,
        colours={**base.colours, **format.colours},
        type={**base.type, **{role: _type_style(given) for role, given in format.type.items()}},
        marks={**base.marks, **{mark: _mark_style(given) for mark, given in format.marks.items()}},
    )
    _check_colours(findings, format, theme)
    _check_type(findings, format, theme, families)
    for mark, given in format.marks.items():
        where: DataPath = ("marks", mark)
        _check_colour(findings, (*where, "fill"), given.fill, theme.colours)
        if "colour" in given.model_fields_set:
            _check_colour(findings, (*where, "colour"), given.colour, theme.colours)
        if given.icon:
            findings.check_name((*where, "icon"), given.icon, icons, "the icon")
    if not extended_by:
        _check_complete(findings, theme)
    findings.stop_if_any()
    return theme


def _type_style(given: TypeFormat) -> TypeStyle:
    return TypeStyle(
        family=given.family,
        size=given.size,
        smallest=given.smallest,
        leading=given.leading,
        bold=given.bold,
        italic=given.italic,
        colour=given.colour,
        uppercase=given.uppercase,
        tracking=given.tracking,
    )


def _mark_style(given: MarkFormat) -> MarkStyle:
    return MarkStyle(
        fill=given.fill, icon=given.icon, place=given.place, colour=given.colour, heavy=given.heavy
    )


def _check_colours(findings: Findings, format: ThemeFormat, theme: Theme) -> None:
    """A colour may stand for another one, but not in a circle."""
    for name in format.colours:
        seen = [name]
        value = theme.colours[name]
        while not value.startswith("#"):
            if value not in theme.colours:
                if len(seen) == 1:
                    _check_colour(findings, ("colours", name), value, theme.colours)
                break
            if value in seen:
                findings.add(
                    ("colours", name), f"`{name}` stands for itself", 'end at a colour such as "#1f4e9c"'
                )
                break
            seen.append(value)
            value = theme.colours[value]


def _check_colour(findings: Findings, path: DataPath, name: str, colours: Mapping[str, str]) -> None:
    if name:
        findings.check_name(path, name, colours, "the colour")


def _check_type(
    findings: Findings, format: ThemeFormat, theme: Theme, families: Collection[str] | None
) -> None:
    for role, given in format.type.items():
        where: DataPath = ("type", role)
        # A game may bring roles of its own for its templates; what is nearly one of ours is a slip.
        if role not in ROLES and find_near(role, ROLES, likeness=_SLIP):
            findings.check_name(where, role, ROLES, "the role of type")
        findings.check_name((*where, "family"), given.family, families, "the font family")
        if "colour" in given.model_fields_set:
            _check_colour(findings, (*where, "colour"), given.colour, theme.colours)
        if given.smallest > given.size:
            findings.add((*where, "smallest"), "is more than the size", "at most the size")


def _check_complete(findings: Findings, theme: Theme) -> None:
    """What layout asks every theme for."""
    roles = [f"`{role}`" for role in ROLES if role not in theme.type]
    if roles:
        said = f"no type for {', '.join(roles)}"
        findings.add(("type",), said, "add it here, or extend a theme that has it", at="key")
    colours = [f"`{name}`" for name in COLOURS if name not in theme.colours]
    if colours:
        said = f"no colour {', '.join(colours)}"
        findings.add(("colours",), said, "add it here, or extend a theme that has it", at="key")
