"""`petri new`: a small complete game of one's own, and what to do with it next."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import typer

from generator.make.new_game import make_game, parse_game_id
from generator.read.files.shelf import Shelf, find_shelf


def start_game(folder: Path, id: str, locales: Sequence[str]) -> None:
    """Raises typer.BadParameter where there is no id to be had, UnknownName for a language that there is
    not, OutputError when it cannot be written.
    """
    shelf = find_shelf()
    make_game(folder, _find_id(folder, id), shelf, locales)
    typer.echo(say_next(_name_game(folder, shelf)))


def say_next(game: str) -> str:
    """The commands that come next, with the game as it is typed."""
    return "\n".join(
        (
            f"{game}: a small game of your own, to be changed as you like",
            f"  petri make {game} --locale all     builds it, into output/",
            f"  petri check {game}                 says what is wrong",
            "kit.yaml says what is where; begin there.",
        )
    )


def _find_id(folder: Path, id: str) -> str:
    try:
        return parse_game_id(id or folder.resolve().name)
    except ValueError as error:
        if id:
            raise typer.BadParameter(str(error), param_hint="--id") from error
        raise typer.BadParameter(f"{error}; say one with --id", param_hint="FOLDER") from error


def _name_game(folder: Path, shelf: Shelf) -> str:
    """The folder, such that no game of ours is taken in its place."""
    name = str(folder)
    if name.replace("-", "_").lower() in shelf.list_games():
        name = f"./{name}"
    return shlex.quote(name)
