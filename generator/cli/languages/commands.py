"""`petri locale`: checks translations and helps translators.

Modules that read or draw are imported when a command needs them.
"""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperGroup

from generator.cli import completion
from generator.cli.options import AsJson, Names, Paper, locales_setting, option, setting, takes
from generator.cli.terminal.exits import WRONG
from generator.model.values import dataclass

CHECK = "check"


class LocaleCommands(TyperGroup):
    """`petri locale GAME` is short for `petri locale check GAME`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {*self.commands, "--help", "-h"}
        if not args or args[0] not in known:
            args = [CHECK, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=LocaleCommands, rich_markup_mode=None, no_args_is_help=False, add_completion=False)

GAME = "A game, its folder, or shared: the texts of all games."
GameName: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help=GAME, autocompletion=completion.complete_games)
]
LocaleName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="LOCALE", help="A language, such as es.", autocompletion=completion.complete_locales
    ),
]
ExchangeFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file that ends with .po or .csv.", show_default=False)
]


@dataclass(frozen=True, kw_only=True)
class StatusOptions:
    """Options of `petri locale check`."""

    games: Annotated[
        Names,
        typer.Argument(
            metavar="GAME",
            help="Games, their folders, or shared. [default: the game in the current folder, or all]",
            show_default=False,
            autocompletion=completion.complete_games,
        ),
    ] = ()
    locales: Names = locales_setting((), "Only these languages.")
    text_only: bool = setting(False, "--text-only", "Check only texts; lay out no pages.")
    as_json: AsJson = False


@app.callback()
def locale() -> None:
    """Check translations and help translators.

    petri locale GAME is short for petri locale check GAME. docs/translating.md explains step by step
    how to add a language.
    """


@app.command(CHECK)
@takes
def check_languages(options: StatusOptions) -> int:
    """Report the translation status of games.

    Issues are texts that are missing, unknown, stale, unreviewed, or the same as in English, icons that
    differ, characters that no font has, and texts that do not fit. The exit code is 1 if a released
    language has issues.
    """
    from generator.cli.languages.status import examine_and_report

    return 0 if examine_and_report(**vars(options)) else WRONG


@app.command("accept")
def accept_texts(
    game: GameName,
    locale: Annotated[
        str | None, typer.Argument(metavar="LOCALE", help="A language. [default: all]", show_default=False)
    ] = None,
    keys: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY", help="Texts or groups of texts. [default: all]", show_default=False),
    ] = None,
) -> None:
    """Mark translations as up to date.

    Texts that are the same as in English are accepted only by key, or by the key of their group.
    """
    from generator.cli.languages.translating import accept_and_report

    accept_and_report(game, locale, tuple(keys or ()))


@app.command("export")
def export_texts(
    game: GameName,
    locale: LocaleName,
    file: ExchangeFile,
    force: Annotated[bool, option("--force", "Overwrite an existing file.")] = False,
) -> None:
    """Export all texts of a language for translators.

    The file is PO for Poedit, Weblate, and other tools, or CSV for a spreadsheet. It has the English,
    comments, where each text is printed, and how long it may be. LOCALE may be a new language.
    """
    from generator.cli.languages.translating import export_and_report

    export_and_report(game, locale, file, force=force)


@app.command("import")
def import_texts(game: GameName, locale: LocaleName, file: ExchangeFile) -> None:
    """Import the texts of a PO or CSV file into a language.

    If the file has any error, all errors are reported and nothing is written. Comments and order of the
    wording file stay as they are.
    """
    from generator.cli.languages.translating import import_and_report

    import_and_report(game, locale, file)


@app.command("proof")
def prove_texts(
    game: GameName,
    locale: LocaleName,
    out: Annotated[
        Path | None, option("--out -o FILE", "File to write.", "output/GAME/proof-LOCALE-PAPER.pdf")
    ] = None,
    paper: Paper = "a4",
) -> None:
    """Build a PDF with every text next to its English.

    Texts are grouped by the part on which they are printed, and their issues are marked. Proofreaders
    use it before a translation is released.
    """
    from generator.cli.languages.translating import prove_and_report

    prove_and_report(game, locale, out, paper=paper)


@app.command("new")
def start_language(game: GameName, locale: LocaleName) -> None:
    """Start a language: write a file with every key, to be filled in.

    The language is a draft: missing texts fall back to English until you remove `status: draft` from
    the file.
    """
    from generator.cli.languages.translating import start_and_report

    start_and_report(game, locale)
