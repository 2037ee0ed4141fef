"""`petri new`: a small game of your own."""

import shlex
from pathlib import Path

import typer

from generator.cli.printing.options import NewOptions
from generator.cli.terminal.echo import echo
from generator.make.new_game import make_starter_game, parse_game_id
from generator.read.files.shelf import find_shelf


def create_game(options: NewOptions) -> None:
    """Write the game and print what to do next; raises GeneratorError, or typer.BadParameter for the id."""
    if options.has_rules and options.is_complete:
        raise typer.BadParameter("give only one of --complete and --rules", param_hint="--rules")
    shelf = find_shelf()
    id = _find_id(options.folder, options.id)
    starter, locales = (shelf.complete, options.locales) if options.is_complete else (shelf.starter, ())
    if options.has_rules:
        starter = shelf.noughts
    make_starter_game(options.folder, id, starter, locales)
    name = str(options.folder)
    # A folder must not be confused with a game of ours.
    is_ours = name.replace("-", "_").lower() in shelf.list_games()
    game = shlex.quote(f"./{name}" if is_ours else name)
    if options.has_rules:
        echo(format_play_steps(game, shelf.pages / "own-rules.md"))
    else:
        echo(format_next_steps(game, is_complete=options.is_complete))


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


def format_next_steps(game: str, *, is_complete: bool) -> str:
    """Return the next commands, with the game as it is typed."""
    return "\n".join(
        (
            f"{game}: a small game of your own, to change as you like",
            f"  petri make {game} --locale all     builds it, into output/",
            f"  petri check {game}                 reports errors",
            *(["Begin with kit.yaml, which lists all parts."] if is_complete else []),
        )
    )


def _find_id(folder: Path, id: str) -> str:
    try:
        return parse_game_id(id or folder.resolve().name)
    except ValueError as error:
        if id:
            raise typer.BadParameter(str(error), param_hint="--id") from error
        raise typer.BadParameter(f"{error}; choose one with --id", param_hint="FOLDER") from error
