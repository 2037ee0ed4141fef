"""Options of commands: declared as fields of a dataclass, which a command takes as one value."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_type_hints

import typer
from typer.models import OptionInfo

from generator.cli import completion

T = TypeVar("T")


def takes(options: type[T]) -> Callable[[Callable[[T], int | None]], Callable[..., None]]:
    """Make a command of a function that takes options and returns the exit code; None is 0."""

    def make(run: Callable[[T], int | None]) -> Callable[..., None]:
        @wraps(run)
        def command(**given: Any) -> None:
            values = {
                name: tuple(value) if isinstance(value, list) else value for name, value in given.items()
            }
            if code := run(options(**values)):
                raise typer.Exit(code)

        hints = get_type_hints(options, include_extras=True)
        signature = inspect.signature(options)
        parameters = [
            each.replace(annotation=_annotate_for_typer(hints[name]))
            for name, each in signature.parameters.items()
        ]
        # Options that several commands share come last; arguments keep their order.
        own = options.__annotations__
        parameters.sort(
            key=lambda each: each.name not in own and isinstance(hints[each.name].__metadata__[0], OptionInfo)
        )
        vars(command)["__signature__"] = signature.replace(parameters=parameters)
        return command

    return make


def _annotate_for_typer(annotation: Any) -> Any:
    """Replace types that Typer does not know: lists become tuples, and parsers return values of any type."""
    kind, option = get_args(annotation)
    if option.parser is not None:
        return Annotated[str, option]
    return Annotated[list[str], option] if kind == tuple[str, ...] else annotation


def parsed(parse: Callable[[str], T]) -> Callable[[Any], Any]:
    """Return the parser of an option; a ValueError is its error message, and defaults stay as they are."""

    def read(value: Any) -> Any:
        try:
            return parse(value) if isinstance(value, str) else value
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error

    return read


def option(*flags: str, help: str, default: str = "", **more: Any) -> Any:
    """Return an option; `default` describes a default value that Typer cannot show."""
    if default:
        more |= {"help": f"{help} [default: {default}]", "show_default": False}
    return typer.Option(*flags, **{"help": help, **more})


def list_option(*flags: str, metavar: str, parse: Callable[[str], str] = str, **more: Any) -> Any:
    """Return an option that takes comma-separated values and may be repeated."""

    def read(values: list[str]) -> list[str]:
        entries = [entry.strip() for value in values for entry in value.split(",")]
        if not all(entries):
            raise typer.BadParameter("an entry is empty; write it like: one,two,three")
        return list(map(parsed(parse), entries))

    return option(*flags, metavar=f"{metavar},...", callback=read, **more)


def complete_from(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Return the completion of an option with fixed values."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


def parse_path(text: str) -> Path:
    """Return the path; an empty path is a ValueError, not the current folder."""
    if not text.strip():
        raise ValueError("the path is empty; write `.` for the current folder")
    return Path(text)


def folder_option(help: str) -> Any:
    """Return the option for an output folder."""
    return option("--out", "-o", metavar="FOLDER", parser=parsed(parse_path), help=help)


# The help of each command explains GAME; a list of arguments would only repeat its type.
_GAME = typer.Argument(metavar="GAME", hidden=True, autocompletion=completion.complete_games)
Games: TypeAlias = Annotated[tuple[str, ...], _GAME]
Game: TypeAlias = Annotated[str, _GAME]
_LOCALE: dict[str, Any] = {"metavar": "LOCALE", "autocompletion": completion.complete_locales}
Locale: TypeAlias = Annotated[str, option("--locale", "-l", help="Language, such as en or es.", **_LOCALE)]


def locales_option(help: str) -> Any:
    """Return the option for several languages."""
    return list_option("--locale", "-l", help=help, **_LOCALE)


Paper: TypeAlias = Annotated[
    str,
    option(
        "--paper",
        metavar="PAPER",
        help="Paper size, such as a4 or letter.",
        autocompletion=completion.complete_papers,
    ),
]
Variant: TypeAlias = Annotated[
    str, option("--variant", metavar="NAME", help="Variant of the game, with different rules.")
]
Trust: TypeAlias = Annotated[bool, option("--trust", help="Run rules.py of the game's folder.")]
AsJson: TypeAlias = Annotated[bool, option("--json", help="Print JSON instead of tables.")]
