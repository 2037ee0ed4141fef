"""Options of commands, declared as fields of a dataclass that a command takes as one value.

A field that is a dataclass itself is a group of options: a choice is declared once, and passed on as it is.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING
from functools import partial
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

import typer
from typer.core import TyperCommand
from typer.models import OptionInfo

from generator.errors import SharedText, describe_unknown, escape_controls, tidy
from generator.model.language.kinds import parse_between
from generator.model.values import field, fields
from generator.read.files.shelf import (
    KIT_FILE,
    find_settings_folder,
    find_shelf,
    list_locales,
    list_own_games,
)

T = TypeVar("T")
NameList: TypeAlias = tuple[str, ...]
OptionTable: TypeAlias = Mapping[str | tuple[str, ...], Any]
"""Options by the names of the fields that they set; one that sets several returns a tuple for them."""
_OPTION, _BARE, _GROUP = "option", "bare", "group"
"""Keys in the metadata of a field: its option, the names of an option that needs no value, and the options of
its own fields.
"""
_UsageError: Any = typer.BadParameter.__base__
_LONG = 15
"""More options than these have headings in the help."""


class _Command(TyperCommand):
    """A command whose help has `headings`, by the names of its options, if it is long.

    Options that are `bare` may be without a value, which is then an empty text.
    """

    bare: tuple[str, ...] = ()
    headings: Mapping[str, str] = MappingProxyType({})

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for index in reversed([at for at, word in enumerate(args) if word in self.bare]):
            if not args[index + 1 :] or re.match("--?[a-z]", args[index + 1]):
                args = [*args[: index + 1], "", *args[index + 1 :]]
        for each in [] if ctx.resilient_parsing else self.params:
            if args[-1:] and args[-1] in each.opts and not getattr(each, "is_flag", True):
                # The help of an option lists its values.
                error = _UsageError(f"Option '{args[-1]}' requires a value: {getattr(each, 'help', '')}", ctx)
                error.shared = SharedText("command.value_missing", {"name": args[-1]})
                raise error
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        shown = [(each, record) for each in self.get_params(ctx) if (record := each.get_help_record(ctx))]
        headings: dict[str, list[tuple[str, str]]] = {}
        for parameter, record in shown:
            heading = self.headings.get(parameter.name or "", "Options") if len(shown) > _LONG else "Options"
            headings.setdefault(heading, []).append(record)
        headings |= {"Options": headings.pop("Options", [])}
        for heading, records in headings.items():
            with formatter.section(heading):
                formatter.write_dl(records)


class _Declaration(NamedTuple):
    names: tuple[str, ...]
    hint: Any
    field: Any


def add_command(
    app: typer.Typer,
    name: str,
    options: type[Any],
    path: str,
    headings: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Add a command: the docstring of its options is its help, and the function at a path takes them.

    The function returns the exit code; None is 0. Its module is imported when the command runs, so that
    help and shell completion respond at once. `headings` divide a long help, by the names of options.
    """
    declared: OptionTable = {each.name: each for each in fields(options)}

    def command(**given: Any) -> None:
        for option, flag in flags.items():
            _check_text(flag, given[option])
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
        module, _, function = path.rpartition(".")
        run = getattr(import_module(f"generator.cli.{module}"), function)
        if code := run(_make_group(options, declared, values)):
            raise typer.Exit(code)

    hints = get_type_hints(options, include_extras=True)
    listed = [*_list_declarations(declared, hints)]
    parameters = [
        Parameter(
            "_".join(each.names),
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.field.default is MISSING else each.field.default,
            annotation=_annotate_for_typer(each.hint, each.field.metadata.get(_OPTION)),
        )
        for each in listed
    ]
    # Options that several commands share come last; arguments keep their order.
    own = {*options.__annotations__} | {each.name for each in parameters if each.name not in hints}
    parameters.sort(
        key=lambda each: each.name not in own and isinstance(get_args(each.annotation)[1], OptionInfo)
    )
    kinds = {each.name: get_args(each.annotation)[1] for each in parameters}
    flags = {name: _find_flag(name, kind) for name, kind in kinds.items() if isinstance(kind, OptionInfo)}
    vars(command)["__signature__"] = Signature(parameters)
    bare = tuple(flag for each in listed for flag in each.field.metadata.get(_BARE, ()))
    kind = type(_Command.__name__, (_Command,), {"bare": bare, "headings": headings})
    app.command(name, help=options.__doc__, cls=kind)(command)


def _find_flag(name: str, option: OptionInfo) -> str:
    """Return the long name of an option; in an annotation, Typer has the first one as default."""
    declared = (option.default, *(option.param_decls or ()))
    return next((one for one in declared if isinstance(one, str) and one.startswith("--")), f"--{name}")


def _check_text(flag: str, value: Any) -> None:
    """Raise typer.BadParameter for a text with what no file and no page can contain; a path may be any."""
    for text in value if isinstance(value, list | tuple) else (value,):
        if isinstance(text, str) and text != escape_controls(text.replace("\n", "\0")):
            error = typer.BadParameter(f"`{tidy(text)}` is not a line of UTF-8 text", param_hint=flag or None)
            raise error from WrongText(str(error), "command.line", text=tidy(text))


def group(kind: type[Any], declared: OptionTable, *, without: Iterable[str] = ()) -> Any:
    """Return a field of options that is a dataclass, whose own fields are options.

    `without` names the fields that no option sets. A field that is forgotten, or declared twice, is a
    TypeError, and so is an option without a field.
    """
    given = Counter([*(name for key in declared for name in _list_names(key)), *without])
    known = Counter(each.name for each in fields(kind))
    if wrong := sorted((given - known) + (known - given)):
        raise TypeError(f"{kind.__name__}: fields without an option or with two, or no fields: {wrong}")
    make = partial(_make_group, kind, declared, {})
    return field(default_factory=make, metadata={_GROUP: (kind, declared)})


def choose_options(declared: OptionTable, names: str) -> tuple[OptionTable, tuple[str, ...]]:
    """Return the options of some fields, and the fields of all others; a TypeError for an unknown field."""
    if unknown := {*names.split()} - {_list_names(key)[0] for key in declared}:
        raise TypeError(f"no options for {sorted(unknown)}")
    wanted = {key: declared[key] for key in declared if _list_names(key)[0] in names.split()}
    return wanted, tuple(name for key in declared if key not in wanted for name in _list_names(key))


def _list_names(key: str | tuple[str, ...]) -> tuple[str, ...]:
    return (key,) if isinstance(key, str) else key


def _list_declarations(declared: OptionTable, hints: Mapping[str, Any]) -> Iterator[_Declaration]:
    for key, each in declared.items():
        names = _list_names(key)
        if _GROUP in each.metadata:
            kind, options = each.metadata[_GROUP]
            yield from _list_declarations(options, get_type_hints(kind))
        else:
            yield _Declaration(names, hints[names[0]], each)


def _make_group(kind: type[Any], declared: OptionTable, values: Mapping[str, Any]) -> Any:
    """Return the value of a command or a group; options that are not given have their defaults."""
    made: dict[str, Any] = {}
    for key, each in declared.items():
        names = _list_names(key)
        if _GROUP in each.metadata:
            inner, options = each.metadata[_GROUP]
            made[names[0]] = _make_group(inner, options, values)
            continue
        value = values.get("_".join(names), each.default)
        made |= {key: value} if isinstance(key, str) else dict(zip(key, value, strict=True))
    return kind(**made)


def _annotate_for_typer(hint: Any, option: Any) -> Any:
    """Replace types that Typer does not know: lists become tuples, and parsers return values of any type."""
    kind, option = (hint, option) if option else get_args(hint)
    return Annotated[str if option.parser else list[str] if kind == NameList else kind, option]


def parsed(parse: Callable[[str], T]) -> Callable[[Any], Any]:
    """Return the parser of an option; a ValueError is its error message, and defaults stay as they are."""

    def read(value: Any) -> Any:
        if parse is not parse_path:
            _check_text("", value)
        try:
            return parse(value) if isinstance(value, str) else value
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error

    return read


def option(
    declaration: str, help: str, default: str = "", *, parse: Any = None, complete: Any = None, **more: Any
) -> Any:
    """Return an option declared as `--out -o FOLDER`; `default` describes a value that Typer cannot show."""
    more |= {"parser": parsed(parse)} if parse else {}
    flags = [word for word in declaration.split() if word.startswith("-")]
    more |= {"metavar": " ".join(word for word in declaration.split() if word not in flags) or None}
    return typer.Option(*flags, autocompletion=complete, **(more | _describe(help, default)))


def argument(metavar: str, help: str, default: str = "", *, complete: Any = None) -> Any:
    """Return an argument; `default` is as for `option`."""
    return typer.Argument(metavar=metavar, autocompletion=complete, **_describe(help, default))


def _describe(help: str, default: str) -> dict[str, Any]:
    return {"help": f"{help} [default: {default}]", "show_default": False} if default else {"help": help}


def setting(default: Any, *declared: str, is_bare: bool = False, **more: Any) -> Any:
    """Return a field of options, whose default comes first; the rest is as for `option`.

    An option that `is_bare` may be given without a value, which is then an empty text.
    """
    names = [word for word in declared[0].split() if word.startswith("-")] if is_bare else []
    return field(default=default, metadata={_OPTION: option(*declared, **more), _BARE: tuple(names)})


def list_setting(
    default: NameList, declaration: str, help: str, shown: str = "", *, parse: Any = str, **more: Any
) -> Any:
    """Return a field of options that takes comma-separated values and may be repeated."""

    def read(values: list[str]) -> list[str]:
        entries = [entry.strip() for value in values for entry in value.split(",")]
        if not all(entries):
            wrong = WrongText("an entry is empty; write it like: one,two,three", "command.empty_entry")
            raise typer.BadParameter(str(wrong)) from wrong
        return list(map(parsed(parse), entries))

    return setting(default, f"{declaration},...", help, shown, callback=read, **more)


def locales_setting(default: NameList, help: str, **more: Any) -> Any:
    """Return a field of options for several languages."""
    return list_setting(default, "--locale -l LOCALE", help, complete=complete_locales, **more)


def choice_setting(
    default: Any, declaration: str, help: str, shown: str, known: Mapping[str, object], **more: Any
) -> Any:
    """Return a field of options with named values."""
    parse = parse_name("value", known)

    def complete(incomplete: str) -> list[str]:
        return [name for name in known if name.startswith(incomplete)]

    return setting(default, declaration, help, shown, parse=parse, complete=complete, **more)


def parse_name(kind: str, known: Mapping[str, T]) -> Callable[[str], T]:
    """Return the parser of one of the known names, which may have underscores and capitals."""

    def parse(text: str) -> T:
        name = text.strip().lower().replace("_", "-")
        if name not in known:
            unknown = describe_unknown(kind, text, known)
            raise WrongText(unknown, "command.unknown", name=text, known=tuple(known))
        return known[name]

    return parse


def length_setting(flag: str, most: float, help: str, shown: str, **more: Any) -> Any:
    """Return a field of options for a length in mm, up to `most`."""
    parse = partial(parse_between, least=0, most=most)
    return setting(None, f"{flag} LENGTH", help, shown, parse=parse, **more)


def parse_path(text: str) -> Path:
    """Return the path; an empty path is a ValueError, not the current folder."""
    if not text.strip():
        raise WrongText("the path is empty; write `.` for the current folder", "command.empty_path")
    return Path(text)


def folder_setting(default: Path | None, help: str, **more: Any) -> Any:
    """Return a field of options for an output folder."""
    return setting(default, "--out -o FOLDER", help, parse=parse_path, **more)


_PART = re.compile(r"^\s*-\s*\w+:\s*(\w+)\.(?:yaml|md)", re.MULTILINE)
_KEY = re.compile(r"^(\w+):", re.MULTILINE)
_SHOP = re.compile(r"^  shops:\n    (\w+):", re.MULTILINE)


def completer(find: Callable[[], Iterable[str]], *, is_list: bool = False) -> Callable[[str], list[str]]:
    """Return the completion of names, which are found when somebody presses the tab key.

    In a list, the entry after the last comma is completed; earlier entries are not offered again.
    """

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",") if is_list else ("", "", incomplete)
        found = {name for name in find() if name.startswith(last)}
        return [before + comma + name for name in sorted(found.difference(before.split(",")))]

    return complete


def _game_folders() -> list[Path]:
    shelf = find_shelf()
    return [shelf.games / id for id in shelf.list_games()]


def _find_all(pattern: re.Pattern[str], path: Path) -> list[str]:
    """Return the names in a file; none if it cannot be read, which the command itself reports."""
    try:
        return pattern.findall(path.read_text("utf-8"))
    except (OSError, ValueError):
        return []


def _list_formats() -> Iterable[str]:
    from generator.backends.formats import list_formats

    return list_formats()


complete_games = completer(
    # With dashes, as in file names; and folders of the user's own games.
    lambda: (*(id.replace("_", "-") for id in find_shelf().list_games()), *list_own_games())
)
complete_parts = completer(
    lambda: ("all", *(part for folder in _game_folders() for part in _find_all(_PART, folder / KIT_FILE))),
    is_list=True,
)
complete_locales = completer(
    lambda: ("all", *(locale for folder in _game_folders() for locale in list_locales(folder))), is_list=True
)
complete_papers = completer(lambda: ("all", *_find_all(_KEY, find_shelf().papers)), is_list=True)
complete_printers = completer(lambda: _find_all(_KEY, find_settings_folder() / "printers.yaml"))
complete_styles = completer(lambda: (path.name for path in find_shelf().styles.glob("*/")))
complete_formats = completer(_list_formats, is_list=True)
complete_destinations = completer(
    lambda: [name for pattern in (_KEY, _SHOP) for name in _find_all(pattern, find_shelf().destinations)]
)
complete_schemas = completer(
    lambda: (path.name.partition(".")[0] for path in find_shelf().data.glob("schemas/*.schema.json"))
)

# The help of each command explains GAME; a list of arguments would only repeat its type.
FILE = typer.Argument(metavar="FILE", hidden=True, parser=parsed(parse_path))
FOLDER = typer.Argument(metavar="FOLDER", hidden=True, parser=parsed(parse_path))
_GAME = typer.Argument(metavar="GAME", hidden=True, autocompletion=complete_games)
Games: TypeAlias = Annotated[NameList, _GAME]
GAMES: Any = field(default=(), metadata={_OPTION: _GAME})
"""The argument of commands that take several games, as a field of a group."""
GameArgument: TypeAlias = Annotated[str, _GAME]
Locale: TypeAlias = Annotated[
    str, option("--locale -l LOCALE", "Language, such as en or es.", complete=complete_locales)
]


PaperOption: TypeAlias = Annotated[
    str, option("--paper PAPER", "Paper size, such as a4 or letter.", complete=complete_papers)
]
Variant: TypeAlias = Annotated[str, option("--variant NAME", "Variant of the game, with different rules.")]
Trust: TypeAlias = Annotated[bool, option("--trust", "Run rules.py of the game's folder.")]
TRACEBACK = "traceback"
"""Key of the context of commands: True if errors of rules.py are printed with their tracebacks."""


def _keep_traceback(context: typer.Context, value: bool) -> bool:
    context.meta[TRACEBACK] = value
    return value


Traceback: TypeAlias = Annotated[
    bool,
    option("--traceback", "Print errors of rules.py with Python's traceback.", callback=_keep_traceback),
]
IsFresh: TypeAlias = Annotated[bool, option("--no-cache", "Read everything anew, and keep nothing.")]
AsJson: TypeAlias = Annotated[bool, option("--json", "Print JSON instead of tables.")]


class WrongText(ValueError):
    """A text that an option cannot be, with the shared text that says so in other languages."""

    def __init__(self, message: str, key: str, /, **values: str | int | tuple[str, ...]) -> None:
        super().__init__(message)
        self.shared = SharedText(key, values)
