"""`petri new`: a small game of your own."""

import shlex
from pathlib import Path

import typer

from generator.cli.printing.options import NewOptions
from generator.cli.terminal.echo import echo
from generator.cli.terminal.tables import show_table
from generator.errors import describe_unknown
from generator.make.new_game import STYLES, make_starter_game, parse_game_id
from generator.output import Staging
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
        echo(format_play_steps(game, shelf.pages / "own-rules.md"))
    else:
        echo(format_next_steps(game, begin))


def format_play_steps(game: str, page: Path) -> str:
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


def format_next_steps(game: str, begin: str) -> str:
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
