"""`petri new`, `petri pack`, `petri unpack`: folders of games, or games as one file."""

import hashlib
import shlex
from collections import Counter
from pathlib import Path

import typer

from generator.cli.printing.checking import report_on_game
from generator.cli.printing.options import NewOptions, PackOptions, UnpackOptions
from generator.cli.terminal.echo import EXIT_WRONG, echo, echo_json
from generator.cli.terminal.notices import print_notices
from generator.cli.terminal.tables import show_table
from generator.errors import UnknownName, describe_unknown, format_count, list_briefly
from generator.inputs import PACK
from generator.make.game_folders import (
    STYLES,
    PackedGame,
    make_starter_game,
    pack_game,
    parse_game_id,
    unpack_game,
)
from generator.model.kit import RULES_FILE
from generator.output import Staging
from generator.read.files.packs import PackedFiles, find_archive
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.files.text_files import MOST_TEXT_BYTES, read_bytes, read_text


def create_game(options: NewOptions) -> None:
    """Write the game and print what to do next; raises GeneratorError, or typer.BadParameter for options."""
    kinds = {
        "--complete": options.is_complete,
        "--rules": options.has_rules,
        "--style": options.style is not None,
    }
    chosen = [name for name, is_given in kinds.items() if is_given]
    if len(chosen) > 1:
        raise typer.BadParameter(f"give only one of {' and '.join(chosen)}", param_hint=chosen[-1])
    shelf = find_shelf()
    if options.style == "":
        _show_styles(shelf)
    elif options.folder is None:
        raise typer.BadParameter("name a new folder for the game: petri new my-game", param_hint="FOLDER")
    else:
        _write_game(options.folder, options, shelf)


def _write_game(folder: Path, options: NewOptions, shelf: Shelf) -> None:
    id, starter, begin = _find_id(folder, options.id), shelf.starter, ""
    if options.is_complete:
        starter, begin = shelf.complete, "Begin with kit.yaml, which lists all parts."
    elif options.has_rules:
        starter = shelf.noughts
    elif options.style is not None:
        known = [name for name, *_ in STYLES]
        if options.style not in known:
            message = describe_unknown("style", options.style, known)
            raise typer.BadParameter(message, param_hint="--style")
        starter = shelf.styles / options.style
        _, cards = read_text(starter / "cards.yaml")
        unless = ", unless a card has a `motif`" if "motif: " in cards else ""
        begin = f"Begin with the names in cards.yaml: the pictures follow them{unless}."
    make_starter_game(folder, id, starter, options.locales if options.is_complete else ())
    name = str(folder)
    # A folder must not be confused with a game of ours.
    is_ours = name.replace("-", "_").lower() in shelf.list_games()
    game = shlex.quote(f"./{name}" if is_ours else name)
    if options.has_rules:
        echo(_format_play_steps(game, shelf.pages / "own-rules.md"))
    else:
        echo(_format_next_steps(game, begin))


def _format_play_steps(game: str, page: Path) -> str:
    """Return the next commands for a game with rules, as it is typed."""
    return "\n".join(
        (
            f"{game}: noughts and crosses, to change as you like; rules.py has its rules",
            f"  petri check {game} --trust         tries the rules in random games",
            f"  petri walk {game} --trust          plays it",
            f"  petri simulate {game} --trust      lets computers play it",
            f"{page} explains each line.",
        )
    )


def _show_styles(shelf: Shelf) -> None:
    """List the styles, and write the picture that shows them into the current folder; raises OutputError."""
    show_table(("style", "for", "pictures, drawn from the name of a card"), STYLES)
    picture = Path("styles.png")
    data = read_bytes(shelf.styles / picture.name, MOST_TEXT_BYTES)
    if not picture.exists():
        with Staging(home=Path()) as staging:
            staging.write(picture, data)
        echo(f"{picture} shows them")
    elif not picture.is_file() or read_bytes(picture, MOST_TEXT_BYTES) != data:
        shown = shelf.styles / picture.name
        echo(f"{picture} is another file, and is not overwritten; {shown} shows the styles")
    else:
        echo(f"{picture} shows them")
    echo(f"petri new my-game --style {STYLES[0][0]}     begins with one of them")


def _format_next_steps(game: str, begin: str) -> str:
    """Return the next commands, with the game as it is typed."""
    return "\n".join(
        (
            f"{game}: a small game of your own, to change as you like",
            f"  petri make {game} --locale all     builds it, into output/",
            f"  petri check {game}                 reports errors",
            *([begin] if begin else []),
        )
    )


def _find_id(folder: Path, id: str) -> str:
    try:
        return parse_game_id(id or folder.resolve().name)
    except ValueError as error:
        if id:
            raise typer.BadParameter(str(error), param_hint="--id") from error
        raise typer.BadParameter(f"{error}; choose one with --id", param_hint="FOLDER") from error


def pack_and_report(options: PackOptions) -> int:
    """Pack a game that has no problems, and return the exit code; raises GeneratorError."""
    shelf = find_shelf(is_cached=not options.is_fresh)
    path = shelf.find_game(options.game)
    if find_archive(path):
        raise UnknownName(f"`{options.game}` is packed already")
    report = report_on_game(path, shelf, ("all",))
    if any(notice.is_error for notice in report.notices):
        wrong = print_notices(report.notices)
        echo(f"{format_count(wrong, 'problem')}: nothing is packed")
        return EXIT_WRONG
    about = {"version": options.version, "source": options.source}
    packed = pack_game(path, find_shelf(), with_rules=options.with_rules, **about)
    if options.with_rules and not packed.has_own_code:
        raise typer.BadParameter(f"has no effect: there is no {RULES_FILE}", param_hint="--with-rules")
    file = options.file or Path(f"{packed.id.replace('_', '-')}{PACK}")
    if file.suffix.lower() != PACK:
        raise typer.BadParameter(f"{str(file)!r} does not end with {PACK}", param_hint="--output")
    with Staging() as staging:
        staging.write(file, packed.data)
    _report(packed, file, options)
    return 0


def _report(packed: PackedGame, file: Path, options: PackOptions) -> None:
    digest = hashlib.sha256(packed.data).hexdigest()
    if options.as_json:
        facts = {"file": str(file), "bytes": len(packed.data), "sha256": digest}
        echo_json({**facts, "files": packed.files, "left_out": packed.left_out}, indent=2)
        return
    echo(f"{file} ({format_count(len(packed.files), 'file')}, {len(packed.data) / 1000:.0f} kB)")
    echo(f"SHA-256 {digest}")
    if packed.has_own_code and not options.with_rules:
        echo(f"{RULES_FILE} is left out; --with-rules includes it")
    if packed.left_out:
        echo(f"left out, since nothing names it: {list_briefly(_join_folders(packed))}")


def _join_folders(packed: PackedGame) -> list[str]:
    """Return what is left out; a folder of which nothing is packed counts as one."""
    kept = {name.partition("/")[0] for name in packed.files}
    found = Counter(
        f"{top}/" if inner and top not in kept else name
        for name in packed.left_out
        for top, _, inner in [name.partition("/")]
    )
    return [f"{name} ({format_count(found[name], 'file')})" if name.endswith("/") else name for name in found]


def unpack_and_report(options: UnpackOptions) -> None:
    """Write the files of a packed game; raises GeneratorError."""
    folder = options.folder or Path(options.file.stem)
    if not options.file.is_file():
        raise UnknownName(f"there is no file `{options.file}`")
    written = unpack_game(PackedFiles(options.file), folder)
    echo(f"{format_count(len(written.written), 'file')} in {folder}")
