"""The command-line interface: commands, error messages, exit codes."""

import contextlib
import gc
import io
import os
import shlex
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from generator import __version__
from generator.cli.terminal.echo import EXIT_WRONG, INTERRUPTED, UNREADABLE, echo, show_everything
from generator.errors import OWN_FAILURES, GeneratorError, describe_reason, escape_controls
from generator.output import STOPS

_GROUPS = {
    "Start": {
        "list": "List games, paper sizes, and output formats.",
        "make": "Build files to print.",
        "new": "Create a small game of your own.",
        "preview": "Show a game in the browser, and draw it again whenever a file changes.",
        "check": "Check games without writing anything.",
    },
    "Play": {
        "table": "Tap a finished sheet or board in the browser.",
        "score": "Check and score a game that was played.",
        "walk": "Play a game with a companion at the table.",
        "simulate": "Simulate many games and report how they end.",
    },
    "Print": {
        "plan": "Count the paper, ink, and work of games without writing anything.",
        "boxes": "Build tuck boxes for the decks of a game, or dividers with tabs.",
        "fonts": "List fonts, with their styles, scripts, and problems.",
        "calibrate": "Build a sheet that measures the drift of a printer.",
        "printed": "Record what is printed, for petri make --changed.",
    },
    "Share": {
        "locale": "Check translations and help translators.",
        "pack": "Pack a game into one file.",
        "unpack": "Write a packed game as a folder.",
        "diff": "List what differs between two versions of a game.",
    },
    "Other programs": {
        "import": "Turn a project of another tool, or the cards of a PDF file, into a deck.",
        "convert": "Turn booklets in YAML into Markdown.",
        "lsp": "Help an editor: complete, explain, and check while you type.",
        "schema": "Print the JSON Schema of a type of file.",
        "plugins": "List what installed packages add.",
    },
}
"""Summaries of commands, by the heading that they have in the help."""
COMMANDS = {name: summary for group in _GROUPS.values() for name, summary in group.items()}
"""Summaries of all commands; their options and functions are imported when they are used."""
_OTHER_WORDS = {
    **dict.fromkeys(("print", "build", "render", "export", "pdf", "generate"), "make"),
    **dict.fromkeys(("play", "companion"), "walk"),
    **dict.fromkeys(("init", "create", "start"), "new"),
    **dict.fromkeys(("validate", "lint", "test", "verify"), "check"),
    **dict.fromkeys(("serve", "watch", "view", "show"), "preview"),
    **dict.fromkeys(("translate", "language", "lang"), "locale"),
    **dict.fromkeys(("box", "tuckbox"), "boxes"),
    **dict.fromkeys(("compare", "changes"), "diff"),
    **dict.fromkeys(("games", "ls"), "list"),
}
"""Words of other programs for commands."""


@cache
def find_command(name: str) -> Any:
    """Return a command with its options."""
    if name == "locale":
        from generator.cli.languages.options import locale_app as found
    else:
        from generator.cli.options import add_command

        if name in ("score", "simulate", "table", "walk"):
            from generator.cli.playing.options import PLAYING_COMMANDS as known
        else:
            from generator.cli.printing.options import PRINTING_COMMANDS as known
        found = typer.Typer(rich_markup_mode=None, add_completion=False)
        add_command(found, name, *known[name])
    return get_command(found)


_TWO_IS_TROUBLE = ("diff", "score")
"""Commands whose exit code 1 is an answer: files differ, or a rule was broken."""
_LONGEST_MESSAGE = 5000
"""Maximum number of characters of an error about the command line, which quotes what was typed."""
_UsageError: Any = typer.BadParameter.__base__


@contextlib.contextmanager
def _quoting_safely() -> Iterator[None]:
    """Escape control characters of words that the errors of a command line quote."""
    try:
        yield
    except _UsageError as error:
        error.message = escape_controls(error.message[:_LONGEST_MESSAGE])
        raise


@contextlib.contextmanager
def _reported_rules() -> Iterator[None]:
    """Turn an exception of the code of a kit into an error with its place."""
    try:
        yield
    except (GeneratorError, OSError, typer.Exit, _UsageError):
        raise
    except OWN_FAILURES:
        # Few runs end here, and the module takes long to import.
        from generator.rules.own_code import reported_rules

        with reported_rules():
            raise


_WORDS = "words"
"""Key of the context of commands: the words of the command line."""
_PLAYING = ("score", "simulate", "table", "walk")
"""Commands whose locale is the language of the reader, not of what is printed."""
_STOPPED = "stopped; no incomplete files were left"


def _find_reader(ctx: Any) -> Any:
    """Return the texts of the language that a command line asks for; None for English."""
    words = ctx.meta.get(_WORDS, ())
    if not words or (words[0] in COMMANDS and words[0] not in _PLAYING):
        return None
    # Few runs have errors.
    from generator.cli.terminal.usage import find_reader

    return find_reader(words)


def _print_system_error(error: OSError, reader: Any) -> None:
    """Print an error of the system with the name of its file."""
    from generator.cli.terminal.notices import print_error
    from generator.errors import OutputError, find_reason_key

    print_error(OutputError(str(error.filename), describe_reason(error), find_reason_key(error)), reader)


_write_options: Any = TyperCommand.format_options


class Commands(TyperGroup):
    """All commands; only here are errors of users caught and printed."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, those for the first day first, and then the options."""
        for heading, summaries in _GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([*summaries.items()])
        _write_options(self, ctx, formatter)

    def make_context(self, *words: Any, **more: Any) -> Any:
        with _quoting_safely():
            return super().make_context(*words, **more)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        ctx.meta[_WORDS] = tuple(args)
        if args[0] == "make":
            args = self._update_spelling(args)
        if args[0] in _OTHER_WORDS:
            ctx.fail(f"No such command '{args[0]}'. Did you mean '{_OTHER_WORDS[args[0]]}'?")
        name, command, others = super().resolve_command(ctx, args)
        return name, command and find_command(str(name)), others

    def _update_spelling(self, args: list[str]) -> list[str]:
        """Replace options of earlier versions, and print what they are now."""
        from generator.cli.printing.options import OLD_OPTIONS, update_options

        if OLD_OPTIONS.isdisjoint(arg.partition("=")[0] for arg in args):
            return args
        updated = update_options(args)
        echo(f"note: this is now written: petri {shlex.join(updated)}", err=True)
        return updated

    def invoke(self, ctx: Any) -> Any:
        try:
            with _quoting_safely(), _reported_rules():
                return super().invoke(ctx)
        except _UsageError as error:
            if (wording := _find_reader(ctx)) is None:
                raise
            from generator.cli.terminal.usage import say_usage_error

            raise say_usage_error(error, wording) from error
        except GeneratorError as error:
            # Most runs have no errors.
            from generator.cli.options import TRACEBACK
            from generator.cli.terminal.notices import print_error

            print_error(error, _find_reader(ctx))
            if (trace := getattr(error, "trace", "")) and ctx.meta.get(TRACEBACK):
                echo(trace, err=True)
            is_unreadable = error.is_unusable or ctx.invoked_subcommand in _TWO_IS_TROUBLE
            raise typer.Exit(UNREADABLE if is_unreadable else EXIT_WRONG) from error
        except OSError as error:
            # One without a file name comes from standard output.
            if error.filename is None:
                raise
            _print_system_error(error, _find_reader(ctx))
            is_diff = ctx.invoked_subcommand == "diff"
            raise typer.Exit(UNREADABLE if is_diff else EXIT_WRONG) from error
        except KeyboardInterrupt as stop:
            reader = _find_reader(ctx)
            echo(reader.format("command.stopped") if reader else _STOPPED, err=True)
            raise typer.Exit(INTERRUPTED) from stop


app = typer.Typer(
    name="petri",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: petri list, then petri make fight-the-virus",
)


def print_version(asked: bool) -> None:
    """Print the version, such as `petri 0.1.0`."""
    if asked:
        echo(f"petri {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def petri(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Make print-and-play games from text files, as PDF, SVG, or PNG, and help to play them."""
    if context.invoked_subcommand is None:
        echo(context.get_help())


for _name, _summary in COMMANDS.items():
    app.command(_name, help=_summary)(lambda: None)


def stop_politely(number: int, frame: FrameType | None) -> None:
    """Exit by an exception, so that temporary files are removed."""
    raise SystemExit(128 + number)


def main() -> None:
    """Run the command `petri`."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            show_everything(stream)
    for number in STOPS:
        # Ctrl-C keeps its own exception; ignored signals (`nohup`) stay ignored.
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop_politely)
    try:
        app(prog_name="petri")
    except OSError as error:
        # An error with a file name is handled elsewhere; one without comes from standard output.
        if error.filename is not None:
            raise
        with contextlib.suppress(OSError):
            sys.stderr.write(f"standard output: {error.strerror}\n")
        sys.exit(EXIT_WRONG)
    finally:
        _let_go_of_output()
        # At exit, Python would search for cycles among all objects, which are about to go anyway.
        gc.freeze()


def _open_closed_streams() -> None:
    """Replace closed standard streams (`>&-`) with the null device.

    Each stream takes its free descriptor, so that none of our files becomes standard output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def _let_go_of_output() -> None:
    """Flush standard output; a failure was already reported, and Python must not report it again."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
