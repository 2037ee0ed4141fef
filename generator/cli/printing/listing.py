"""`petri list` and `petri schema`: games, paper sizes, output formats, and types of files."""

import json
from dataclasses import asdict
from pathlib import Path

import typer

from generator.cli.printing.options import SchemaOptions
from generator.cli.terminal.exits import WRONG
from generator.cli.terminal.tables import show_table
from generator.errors import DataError, FontError, UnknownName, describe_unknown
from generator.make.formats import format_names
from generator.make.games import read_games
from generator.model.kit import Kit
from generator.model.style import WEIGHT_NAMES, Paper
from generator.output import Staging
from generator.read.files.shelf import find_shelf, list_own_games
from generator.read.kits.fonts import find_fonts, find_installed, read_fonts
from generator.read.kits.themes import read_destinations, read_papers
from generator.read.schema import build_schemas, format_schema, schema_file
from generator.rules.finding import find_origin

_LEAST_LETTERS = 15
"""A font supports a script if it has at least this many of its letters."""


def print_games(*, as_json: bool) -> None:
    """Print what can be printed; then raise DataError for games that could not be read."""
    shelf = find_shelf()
    own = [Path(folder) for folder in list_own_games()]
    reading = read_games([*(shelf.games / id for id in shelf.list_games()), *own], shelf)
    kits = tuple(game.kit for game in reading.games)
    papers = tuple(read_papers(shelf.papers).values())
    if as_json:
        typer.echo(json.dumps(_make_plain(kits, papers), ensure_ascii=False, indent=2))
    else:
        show_table(["game", "title", "players", "parts", "locales"], map(_row, kits))
        typer.echo()
        sizes = [f"{paper.id} ({paper.width:g} x {paper.height:g} mm)" for paper in papers]
        typer.echo("papers   " + ", ".join(sizes))
        typer.echo("formats  " + ", ".join(format_names()))
    if reading.problems:
        raise DataError(reading.problems)


def _row(kit: Kit) -> tuple[str, ...]:
    parts = ", ".join(part.id for part in kit.parts)
    name = kit.slug if kit.folder.is_absolute() else str(kit.path)
    locales = [f"{one.locale} (draft)" if one.is_draft else one.locale for one in kit.wordings.values()]
    return name, find_title(kit), kit.players, parts, ", ".join(locales)


def find_title(kit: Kit) -> str:
    """Return the title in English or, if there is none, in the first language."""
    wording = kit.wordings.get("en") or next(iter(kit.wordings.values()))
    return wording.format(kit.title)


def _make_plain(kits: tuple[Kit, ...], papers: tuple[Paper, ...]) -> dict[str, object]:
    games = [
        {
            "id": kit.id,
            "title": find_title(kit),
            "players": kit.players,
            "rules": find_origin(kit),
            "parts": [part.id for part in kit.parts],
            "locales": list(kit.wordings),
            "folder": str(kit.folder),
            "file": kit.file,
        }
        for kit in kits
    ]
    keys = ("id", "name", "width", "height", "margin")
    sizes = [{key: getattr(paper, key) for key in keys} for paper in papers]
    return {"games": games, "papers": sizes, "formats": list(format_names())}


def print_destinations(*, as_json: bool) -> None:
    """Print the destinations of `petri make --for`."""
    found = read_destinations(find_shelf().destinations)
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in found.values()], ensure_ascii=False, indent=2))
        return
    rows = ((id, one.name, ", ".join(one.formats), one.seen, one.about) for id, one in found.items())
    show_table(["--for", "name", "formats", "checked", ""], rows)


def print_fonts(folder: Path | None, *, is_system: bool = False) -> int:
    """Print the font families of a folder, then the files that cannot be used; return the exit code."""
    if is_system:
        found = find_installed(Path.home())
    elif folder:
        found = find_fonts(sorted(folder.rglob("*")))
    else:
        listed = read_fonts(find_shelf().fonts)
        found = (*listed.weights, *listed.families)
    families = {family.name: family for family in found}
    rows: list[tuple[str, ...]] = []
    problems: dict[str, None] = {}
    for name, family in families.items():
        if name.rpartition(" ")[0] in families and name.rpartition(" ")[2] in WEIGHT_NAMES.values():
            continue
        weights = [one for one in WEIGHT_NAMES.values() if one != "Bold" and f"{name} {one}" in families]
        faces = family.bold_italic, family.italic, family.bold, family.regular
        styles = dict(zip(faces, ("bold italic", "italic", "bold", "regular"), strict=True))
        try:
            scripts = family.regular.name_scripts(least=_LEAST_LETTERS)
            size = f"{len(family.regular.coverage)}"
            for face in family.faces:
                face.outline(0)
            rows.append((name, ", ".join((*reversed(styles.values()), *weights)), size, ", ".join(scripts)))
        except FontError as error:
            problems[str(error)] = None
    show_table(["family", "styles", "characters", "scripts"], rows)
    typer.echo("\n".join(problems), nl=bool(problems))
    return WRONG if problems else 0


def print_schemas(options: SchemaOptions) -> None:
    """Print one schema, or the names of all; with a folder, write files instead."""
    name, folder = options.name, options.folder
    schemas = build_schemas()
    if name and name not in schemas:
        raise UnknownName(describe_unknown("schema", name, schemas))
    chosen = {name: schemas[name]} if name else schemas
    if folder is not None:
        with Staging() as staging:
            for key, schema in chosen.items():
                staging.write(folder / schema_file(key), format_schema(schema).encode())
        typer.echo(f"{len(chosen)} {'schema' if len(chosen) == 1 else 'schemas'} in {folder}")
    elif not name:
        typer.echo("\n".join(schemas))
    else:
        typer.echo(format_schema(schemas[name]), nl=False)
