"""`petri locale`: the options of its commands, whose docstrings are the help."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperGroup

from generator.cli import options
from generator.model.values import dataclass

CHECK = "check"


class LocaleCommands(TyperGroup):
    """`petri locale GAME` is short for `petri locale check GAME`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {*self.commands, "--help", "-h"}
        if not args or args[0] not in known:
            args = [CHECK, *args]
        return super().parse_args(ctx, args)


locale_app = typer.Typer(
    cls=LocaleCommands, rich_markup_mode=None, no_args_is_help=False, add_completion=False
)

GAME = "A game, its folder, or shared: the texts of all games."
GameName: TypeAlias = Annotated[str, options.argument("GAME", GAME, complete=options.complete_games)]
LocaleName: TypeAlias = Annotated[
    str, options.argument("LOCALE", "A language, such as es.", complete=options.complete_locales)
]


@dataclass(frozen=True, kw_only=True)
class StatusOptions:
    """Report the translation status of games.

    Issues are texts that are missing, unknown, older than their English, unreviewed, or the same as in
    English, icons that differ, characters that no font has, and texts that do not fit. The exit code is
    1 if a released language has issues.
    """

    games: Annotated[
        options.NameList,
        options.argument(
            "GAME",
            "Games, their folders, or shared.",
            "the game in the current folder, or all",
            complete=options.complete_games,
        ),
    ] = ()
    locales: options.NameList = options.locales_setting((), "Only these languages.")
    text_only: bool = options.setting(False, "--text-only", "Check only texts; lay out no pages.")
    as_json: options.AsJson = False


@dataclass(frozen=True, kw_only=True)
class AcceptOptions:
    """Mark translations that you have read as up to date.

    Each one is shown with its English, and with the English of its last review. A text that is still the
    same after its English has changed is accepted only by its own key, not by the key of its group.
    For `en`, keys are rules: their sentences fit the paragraphs of the booklet that tell them.
    """

    game: GameName
    locale: LocaleName
    keys: Annotated[options.NameList, options.argument("KEY...", "Texts or groups of texts.")]


@dataclass(frozen=True, kw_only=True)
class LocaleNewOptions:
    """Start a language: write a file with every key, to be filled in.

    The language is a draft: missing texts fall back to English until you remove `status: draft` from
    the file.
    """

    game: GameName
    locale: LocaleName


@dataclass(frozen=True, kw_only=True)
class UpdateOptions:
    """Take translations along when texts of a booklet in Markdown have changed.

    A text without an id has its first words as its key. When they change, its translations get the key of
    the most similar text, and are marked for review. Those without a similar text are listed.
    """

    game: GameName
    locales: options.NameList = options.locales_setting((), "Only these languages.")


@dataclass(frozen=True, kw_only=True)
class ImportOptions(LocaleNewOptions):
    """Import the texts of a PO or CSV file into a language.

    If the file has any error, all errors are reported and nothing is written. Comments and order of the
    wording file stay as they are.
    """

    file: Annotated[Path, options.argument("FILE", "A file that ends with .po or .csv.")]


@dataclass(frozen=True, kw_only=True)
class ExportOptions(ImportOptions):
    """Export all texts of a language for translators.

    The file is PO for Poedit, Weblate, and other tools, or CSV for a spreadsheet. It has the English,
    comments, where each text is printed, and how long it may be. LOCALE may be a new language.
    """

    only_open: bool = options.setting(False, "--open", "Only texts that need work.")
    force: bool = options.setting(False, "--force", "Overwrite an existing file.")


@dataclass(frozen=True, kw_only=True)
class ProofOptions(LocaleNewOptions):
    """Build a PDF with every text next to its English, filled with samples.

    Texts are grouped by the part on which they are printed, and their issues are marked. Proofreaders
    use it before a translation is released. A file that ends with .md has the texts alone.
    """

    out: Path | None = options.setting(
        None, "--out -o FILE", "File to write.", "output/GAME/proof-LOCALE-PAPER.pdf"
    )
    only: options.NameList = options.list_setting(
        (), "--only KEY", "Only these texts or groups, in a file that ends with .md."
    )
    paper: options.PaperOption = "a4"


@locale_app.callback()
def locale() -> None:
    """Check translations and help translators.

    petri locale GAME is short for petri locale check GAME. docs/translating.md explains step by step
    how to add a language.
    """


for _name, _options, _path in (
    (CHECK, StatusOptions, "languages.translating.examine_and_report"),
    ("accept", AcceptOptions, "languages.translating.accept_and_report"),
    ("export", ExportOptions, "languages.translating.export_and_report"),
    ("import", ImportOptions, "languages.translating.import_and_report"),
    ("proof", ProofOptions, "languages.translating.prove_and_report"),
    ("new", LocaleNewOptions, "languages.translating.start_and_report"),
    ("update", UpdateOptions, "languages.translating.carry_and_report"),
):
    options.add_command(locale_app, _name, _options, _path)
