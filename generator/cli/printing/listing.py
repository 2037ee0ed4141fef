"""Lists what can be printed or used: `petri list`, `petri fonts`, `petri plugins`, `petri schema`.

Modules for fonts or schemas are imported only by their commands.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from generator.backends.formats import list_formats, list_own_formats
from generator.cli.printing.options import FontsOptions, ListOptions, PluginsOptions, SchemaOptions
from generator.cli.terminal.echo import EXIT_WRONG, echo, echo_json
from generator.cli.terminal.tables import show_table
from generator.errors import DataError, FontError, Problem, UnknownName, describe_unknown, format_count
from generator.inputs import is_attached
from generator.model.destinations import Destination
from generator.model.kit import RULES_FILE, GameSummary
from generator.model.printing.printing import Paper, Printer
from generator.model.style import WEIGHT_NAMES
from generator.read.cached import read_cached_destinations, read_cached_papers, read_cached_summary
from generator.read.files.shelf import (
    FORMATS,
    GROUPS,
    KIT_FILE,
    Plugin,
    Shelf,
    find_shelf,
    get_data_folder,
    list_own_games,
    list_plugins,
)

_LEAST_LETTERS = 15
"""A font supports a script if it has at least this many of its letters."""


def print_list(options: ListOptions) -> None:
    """Print what can be printed, or destinations or printers; raises DataError for games with problems."""
    shelf = find_shelf(is_cached=not options.is_fresh)
    if options.has_printers:
        print_printers(shelf, as_json=options.as_json)
        return
    if options.has_destinations:
        print_destinations(read_cached_destinations(shelf), as_json=options.as_json)
        return
    kits: list[GameSummary] = []
    problems: list[Problem] = []
    # A folder may have the name of a game on the shelf.
    for name in (*shelf.list_games(), *(f"./{own}" for own in list_own_games())):
        try:
            kits.append(read_cached_summary(shelf.find_game(name), shelf=shelf))
        except DataError as error:
            problems += error.problems
    papers = tuple(read_cached_papers(shelf).values())
    if options.as_json:
        echo_json(_make_plain(kits, papers), indent=2)
    else:
        show_table(["game", "title", "players", "parts", "locales"], map(_row, kits))
        echo()
        sizes = [f"{paper.id} ({paper.width:g} x {paper.height:g} mm)" for paper in papers]
        echo("papers   " + ", ".join(sizes))
        echo("formats  " + ", ".join(list_formats()))
    if problems:
        raise DataError(problems)


def _row(kit: GameSummary) -> tuple[str, ...]:
    name = kit.id.replace("_", "-") if kit.path.is_absolute() else str(kit.path)
    if is_attached(kit.path) and (kit.path / RULES_FILE).is_file():
        name = f"{name} (has code)"
    locales = [f"{locale} (draft)" if is_draft else locale for locale, is_draft in kit.locales.items()]
    return name, kit.title, kit.players, ", ".join(kit.parts), ", ".join(locales)


def _make_plain(kits: Iterable[GameSummary], papers: Iterable[Paper]) -> dict[str, object]:
    from generator.rules.game import find_origin

    games = [
        {
            "id": kit.id,
            "title": kit.title,
            "players": kit.players,
            "rules": find_origin(folder, kit.id),
            "score": kit.score,
            "parts": list(kit.parts),
            "locales": list(kit.locales),
            "folder": str(folder),
            "file": kit.path.name if kit.path != folder else "",
        }
        for kit in kits
        for folder in [kit.path.parent if kit.path.is_file() else kit.path]
    ]
    sizes = [
        {
            "id": paper.id,
            "name": paper.name,
            "width": paper.width,
            "height": paper.height,
            "margin": paper.margin,
        }
        for paper in papers
    ]
    return {"games": games, "papers": sizes, "formats": list(list_formats())}


def print_destinations(found: Mapping[str, Destination], *, as_json: bool) -> None:
    """Print the destinations of `petri make --for`."""
    if as_json:
        entries = [{**asdict(one), "takes": list(one.takes)} for one in found.values()]
        for entry in entries:
            # The id of a cutter is set by its destination.
            (entry["cutter"] or {}).pop("id", None)
        echo_json(entries, indent=2)
        return
    show_table(
        ["--for", ""],
        ((id.replace("_", "-"), f"{one.name} ({_describe(one)})\n{one.about}") for id, one in found.items()),
    )


def _describe(destination: Destination) -> str:
    """Return formats, number of sizes, and date: `png, jpeg; 7 sizes; checked 2026-10-04`."""
    sizes = sum(product.trim is not None for product in destination.products.values())
    size = format_count(sizes, "size") if sizes else "any size" if destination.products else ""
    checked = f"checked {destination.seen}" if destination.seen else ""
    return "; ".join(filter(None, (_format_names(destination), size, checked)))


def _format_names(destination: Destination) -> str:
    """Return `png, jpeg`, or `pdf, svg + dxf` with the cut files of a machine."""
    cut = destination.cutter.files if destination.cutter else ()
    return " + ".join(", ".join(names) for names in (destination.formats, cut) if names)


def print_plugins(options: PluginsOptions) -> None:
    """Print what installed packages add, and what of it ours hides."""
    found = list_plugins()
    shelf = find_shelf()
    hidden = {one: _list_hidden(one, shelf) for one in found}
    if options.as_json:
        echo_json([{**asdict(one), "hidden": hidden[one]} for one in found], indent=2)
    elif found:
        rows = (
            (one.name, GROUPS[one.group], f"{one.package} {one.version}", one.licence, ", ".join(hidden[one]))
            for one in found
        )
        show_table(["name", "adds", "package", "licence", "hidden by ours"], rows)
    else:
        echo("no installed package adds anything; docs/plugins.md tells how one does")


def _list_hidden(one: Plugin, shelf: Shelf) -> list[str]:
    """Return the names in a data package that ours have already, and the name of a format that is ours."""
    if one.group == FORMATS:
        return [one.name] if one.name in list_own_formats() else []
    folder = get_data_folder(one)
    if folder is None:
        return []
    kinds = {"games": f"*/{KIT_FILE}", "themes": "*.yaml", "icons": "*.svg"}
    names = [
        (path.parent if kind == "games" else path).relative_to(folder).as_posix()
        for kind, pattern in kinds.items()
        for path in sorted((folder / kind).glob(pattern))
    ]
    return [name for name in names if (shelf.data / name).exists()]


def print_printers(shelf: Shelf, *, as_json: bool) -> None:
    """Print the printers of `petri make --printer`; raises DataError with all problems of their file."""
    from generator.make.calibration import find_file, list_printers

    printers = list_printers(shelf)
    if as_json:
        echo_json([asdict(one) for one in printers.values()], indent=2)
    elif printers:
        rows = ((id, *describe_printer(one), one.measured, one.name) for id, one in printers.items())
        show_table(["--printer", "paper", "flip", "margins", "backs", "scale", "measured", "name"], rows)
    else:
        echo(f"no printers in {find_file()}; measure one with: petri calibrate --printer NAME")


def describe_printer(printer: Printer) -> tuple[str, ...]:
    """Return paper, flip, margin, corrections of backs, and scale, each as a short text."""
    backs, scale = printer.backs, printer.scale
    moved = f"{backs.right:+g} {backs.down:+g} mm, {backs.turn:+g} deg, {backs.scale * 100:g} %"
    return (
        printer.paper,
        printer.flip or "",
        "" if printer.margin is None else f"{printer.margin:g} mm",
        moved if printer.moves_backs else "",
        f"{scale.across * 100:g} x {scale.along * 100:g} %" if printer.scales else "",
    )


def print_fonts(options: FontsOptions) -> int:
    """Print font families, then the files that cannot be used; return the exit code.

    They are those of a folder, of the system, or of this program.
    """
    from generator.read.kits.fonts import find_fonts, find_installed, read_fonts

    shelf = find_shelf(is_cached=True)
    if options.is_system:
        fonts = find_installed(Path.home(), shelf.cache)
    elif options.folder:
        fonts = find_fonts(sorted(options.folder.rglob("*")))
    else:
        fonts = read_fonts(shelf.fonts)
    is_found = options.is_system or options.folder
    rows: list[tuple[str, ...]] = []
    problems: dict[str, None] = {}
    parts: set[str] = set()
    for family in fonts.families:
        name = family.name
        if name in parts:
            continue
        # Files that share the characters of a family among them are one row.
        beside = family.beside if is_found else ()
        parts |= {*beside}
        weights = [one for one in WEIGHT_NAMES.values() if one != "Bold" and f"{name} {one}" in fonts.names]
        faces = family.bold_italic, family.italic, family.bold, family.regular
        # If two styles are one file, the plainer name counts.
        styles = dict(zip(faces, ("bold italic", "italic", "bold", "regular"), strict=True))
        try:
            regulars = [family.regular, *(fonts.find_family(other).regular for other in beside)]
            scripts = dict.fromkeys(
                script for font in regulars for script in font.name_scripts(least=_LEAST_LETTERS)
            )
            size = f"{len(frozenset().union(*(font.coverage for font in regulars)))}"
            for face in family.faces:
                # Damaged files raise FontError.
                face.outline(0)
            rows.append((name, ", ".join((*reversed(styles.values()), *weights)), size, ", ".join(scripts)))
        except FontError as error:
            problems[str(error)] = None
    show_table(["family", "styles", "characters", "scripts"], rows)
    echo("\n".join(problems), nl=bool(problems))
    return EXIT_WRONG if problems else 0


def print_schemas(options: SchemaOptions) -> None:
    """Print one schema, or the names of all; with a folder, write files instead."""
    from generator.output import Staging
    from generator.read.schema import build_schemas, format_schema, schema_file

    name, folder = options.name, options.folder
    schemas = build_schemas()
    if name and name not in schemas:
        raise UnknownName(describe_unknown("schema", name, schemas))
    chosen = {name: schemas[name]} if name else schemas
    if folder is not None:
        with Staging(home=folder) as staging:
            for key, schema in chosen.items():
                staging.write(folder / schema_file(key), format_schema(schema).encode())
        echo(f"{format_count(len(chosen), 'schema')} in {folder}")
    elif not name:
        echo("\n".join(schemas))
    else:
        echo(format_schema(schemas[name]), nl=False)
