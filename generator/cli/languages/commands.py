"""`petri locale`: how the languages of a game are, and what translators do with them.

What reads or draws is imported when a command needs it.
"""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperGroup

from generator.cli import completion
from generator.cli.options import list_option

CHECK = "check"


class LocaleCommands(TyperGroup):
    """`petri locale GAME` is short for `petri locale check GAME`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {*self.commands, "--help", "-h"}
        if not args or args[0] not in known:
            args = [CHECK, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=LocaleCommands, rich_markup_mode=None, no_args_is_help=False)

GameName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game, its folder, or shared: the words of all games.",
        autocompletion=completion.complete_games,
    ),
]
LocaleName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="LOCALE", help="A language, such as es.", autocompletion=completion.complete_locales
    ),
]


@app.callback()
def locale() -> None:
    """Say how the languages of games are, and help to translate.

    petri locale GAME is short for petri locale check GAME. docs/translating.md leads through a new
    language.
    """


@app.command(CHECK)
def examine_games(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME]...",
            help="Games, their folders, or shared. [default: the game in the current folder, or all]",
            show_default=False,
            default_factory=list,
            autocompletion=completion.complete_games,
        ),
    ],
    locales: Annotated[
        list[str],
        list_option(
            "--locale",
            "-l",
            metavar="LOCALE",
            help="Only these languages.",
            complete=completion.complete_locales,
        ),
    ],
    words: Annotated[bool, typer.Option("--words", help="Only the words: no page is tried.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, for other programs.")] = False,
) -> None:
    """Say how the languages of games are.

    What is missing, unknown, stale, the same as in English; icons that differ, characters that no
    font has, what does not fit where. The exit code is 1 if a language that is released is not clean.
    """
    from generator.cli.languages.status import examine_and_tell

    if not examine_and_tell(tuple(games), locales=tuple(locales), words_only=words, as_json=as_json):
        raise typer.Exit(1)


@app.command("accept")
def accept_sentences(
    game: GameName,
    locale: Annotated[
        str | None,
        typer.Argument(metavar="[LOCALE]", help="A language; all of them without one.", show_default=False),
    ] = None,
    keys: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY]...", help="Sentences or groups; all without one.", show_default=False),
    ] = None,
) -> None:
    """Say that sentences fit what English says now.

    What is the same as in English is only accepted by its key, or with the keys of its group.
    """
    from generator.cli.languages.translating import accept_and_tell

    accept_and_tell(game, locale, tuple(keys or ()))


FormFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file that ends with .po or .csv.", show_default=False)
]


@app.command("export")
def export_sentences(
    game: GameName,
    locale: LocaleName,
    file: FormFile,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write all sentences of a language for translators.

    As PO for Poedit, Weblate and other tools, or as CSV for a spreadsheet: with English, comments,
    where each sentence is printed, how long it may be. LOCALE need not be there yet.
    """
    from generator.cli.languages.translating import export_and_tell

    export_and_tell(game, locale, file, force=force)


@app.command("import")
def import_sentences(game: GameName, locale: LocaleName, file: FormFile) -> None:
    """Put the sentences of a PO or CSV file into a language.

    All of it or nothing: when anything is wrong with the file, all of that is told, and no file is
    touched. Comments and order of the wording file stay as they are.
    """
    from generator.cli.languages.translating import import_and_tell

    import_and_tell(game, locale, file)


@app.command("proof")
def prove_sentences(
    game: GameName,
    locale: LocaleName,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Where it goes. [default: output/GAME/proof-LOCALE-PAPER.pdf]",
        ),
    ] = None,
    paper: Annotated[
        str,
        typer.Option(
            "--paper", metavar="PAPER", help="Size of paper.", autocompletion=completion.complete_papers
        ),
    ] = "a4",
) -> None:
    """Build a PDF with every sentence beside its English.

    By the things that they are printed on, and with all that ails them marked: for people who read
    a translation before it is released.
    """
    from generator.cli.languages.translating import prove_and_tell

    prove_and_tell(game, locale, out, paper=paper)


@app.command("new")
def start_language(game: GameName, locale: LocaleName) -> None:
    """Begin a language: a file with every key, to be filled in.

    It is a draft: what it lacks is said in English until `status: draft` is removed from the file.
    """
    from generator.cli.languages.translating import start_and_tell

    start_and_tell(game, locale)
