"""Commands that list, build, check, and create games.

Modules that read or draw are imported only when a command needs them, so that `--help` and
shell completion respond at once.
"""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import completion
from generator.cli.options import (
    AsJson,
    Copies,
    Dpi,
    Formats,
    Games,
    Locales,
    Names,
    OpenOption,
    OtherLocales,
    OutFolder,
    Papers,
    Parts,
    read_path,
)
from generator.cli.printing.options import (
    BacksOption,
    BleedOption,
    CardsOption,
    GutterOption,
    MarginOption,
    MarksOption,
    OrientationOption,
    OverlapOption,
    PosterOption,
    ShiftOption,
    SizeOption,
    TogetherOption,
    read_cards,
    read_duplex,
    read_margin,
    read_printing,
)
from generator.cli.terminal.exits import WRONG

OUTPUT = Path("output")


def list_games(
    as_json: AsJson = False,
) -> None:
    """List games, paper sizes, and output formats."""
    from generator.cli.printing.listing import say_games

    say_games(as_json=as_json)


def make_files(
    games: Games,
    parts: Parts,
    locales: Locales,
    papers: Papers,
    formats: Formats,
    names: Names,
    cards: CardsOption,
    out: OutFolder = OUTPUT,
    copies: Copies = 1,
    backs: BacksOption = None,
    bleed: BleedOption = None,
    gutter: GutterOption = None,
    marks: MarksOption = "both",
    together: TogetherOption = False,
    poster: PosterOption = None,
    size: SizeOption = None,
    overlap: OverlapOption = None,
    orientation: OrientationOption = None,
    margin: MarginOption = None,
    shift: ShiftOption = None,
    dpi: Dpi = 300,
    is_opened: OpenOption = False,
) -> None:
    """Build files to print.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the game in the current folder is built, or all games.
    Separate names with commas: --locale en,es

    \b
    petri make                                   every game, in English, on A4, as PDF
    petri make fight-the-virus -p sheet --open   one sheet, opened when it is ready
    petri make fight-the-virus -l es             one game in Spanish
    petri make fight-the-virus -p sheet --names Ana,Bo,Cleo
    petri make --locale all --paper a4,letter --to pdf,svg
    petri make pandemic --cards epidemic,city_cards:3-10 --backs fold
    petri make pandemic --together               all cards and tokens on as few sheets as possible
    petri make pandemic -p board --poster
    """
    from generator.cli.printing.making import make_and_tell
    from generator.make.formats import Options
    from generator.make.orders import Order

    printing = read_printing(
        backs=backs,
        bleed=bleed,
        gutter=gutter,
        marks=marks,
        poster=poster,
        size=size,
        overlap=overlap,
        orientation=orientation,
        shift=shift,
    )
    order = Order(
        games=tuple(games),
        parts=tuple(parts),
        locales=tuple(locales),
        papers=tuple(papers),
        selection=read_cards(cards),
        margin=read_margin(margin),
        formats=tuple(formats),
        names=tuple(names),
        folder=out,
        copies=copies,
        together=together,
        printing=printing,
        options=Options(dpi=dpi),
    )
    make_and_tell(order, is_opened=is_opened)


def check_games(games: Games) -> None:
    """Check games without writing anything.

    Is the data valid, are all texts there, do the fonts have every character, does everything fit?
    Every part is checked in every language on every paper size; the exit code is 1 if there are errors.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the game in the current folder is checked, or all games.
    """
    from generator.cli.printing.checking import check_and_tell

    if not check_and_tell(tuple(games)):
        raise typer.Exit(WRONG)


def start_new_game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", hidden=True, parser=read_path)],
    locales: OtherLocales,
    id: Annotated[
        str,
        typer.Option("--id", metavar="ID", help="Id of the game in files. [default: from the folder]"),
    ] = "",
) -> None:
    """Create a small game of your own.

    It is complete, and yours to change: cards, a board, tokens, a sheet, and rules in two languages,
    with explanatory comments. FOLDER must be new or empty.
    """
    from generator.cli.printing.starting import start_game

    start_game(folder, id, locales)


def make_calibration_sheet(
    paper: Annotated[
        str,
        typer.Option(
            "--paper",
            metavar="PAPER",
            help="Paper size, such as a4 or letter.",
            autocompletion=completion.complete_papers,
        ),
    ] = "a4",
    locale: Annotated[
        str, typer.Option("--locale", "-l", metavar="LOCALE", help="Language of the text.")
    ] = "en",
    backs: Annotated[
        str,
        typer.Option(
            "--backs", metavar="HOW", help="How the printer flips the paper: duplex-long or duplex-short."
        ),
    ] = "duplex-long",
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FOLDER", parser=read_path, help="Folder for the file."),
    ] = OUTPUT,
) -> None:
    """Build a sheet that measures the drift of a printer.

    Print it on both sides, hold it against the light, and read the values for petri make --shift.
    """
    from generator.cli.printing.making import calibrate_and_tell

    calibrate_and_tell(paper=paper, locale=locale, backs=read_duplex(backs), folder=out)


def say_schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", hidden=True, autocompletion=completion.complete_schemas),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", parser=read_path, help="Write to this folder instead."),
    ] = None,
) -> None:
    """Print the JSON Schema of a type of file.

    NAME is the type of file, such as sheet; without it, all types are listed. Editors
    that support YAML use schemas to complete and check what you write.
    """
    from generator.cli.printing.schemas import say_schemas

    say_schemas(name, out)
