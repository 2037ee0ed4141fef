"""Commands of the print shop: games are listed, built, checked and begun.

What reads or draws is imported when a command needs it and not before, so that `--help` and
shell completion answer at once.
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
    """Show the games, papers and formats there are."""
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

    GAME is the name of a game, such as fight-the-virus, or a folder with a game of your own.
    Without one, the game in the current folder is built, or all games. Lists have commas: --locale en,es

    \b
    petri make                                   every game, in English, on A4, as PDF
    petri make fight-the-virus -p sheet --open   one sheet, shown at once
    petri make fight-the-virus -l es             one game in Spanish
    petri make fight-the-virus -p sheet --names Ana,Bo,Cleo
    petri make --locale all --paper a4,letter --to pdf,svg
    petri make pandemic --cards epidemic,city_cards:3-10 --backs fold
    petri make pandemic --together               all its cards and tokens on as few sheets as will do
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

    Is the data right, are all words there, has a font every letter, does everything fit? Every
    part is tried in every language on every paper; the exit code is 1 if anything is wrong.

    GAME is the name of a game, such as fight-the-virus, or a folder with a game of your own.
    Without one, the game in the current folder is checked, or all games.
    """
    from generator.cli.printing.checking import check_and_tell

    if not check_and_tell(tuple(games)):
        raise typer.Exit(WRONG)


def start_new_game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", hidden=True, parser=read_path)],
    locales: OtherLocales,
    id: Annotated[
        str,
        typer.Option("--id", metavar="ID", help="What the game is called in files. [default: as the folder]"),
    ] = "",
) -> None:
    """Make a small game of your own.

    It is complete, and yours to change: cards, a board, tokens, a sheet and rules in two languages,
    with comments that say what is what. FOLDER must not be there yet, or be empty.
    """
    from generator.cli.printing.starting import start_game

    start_game(folder, id, locales)


def make_calibration_sheet(
    paper: Annotated[
        str,
        typer.Option(
            "--paper",
            metavar="PAPER",
            help="Size of paper, such as a4 or letter.",
            autocompletion=completion.complete_papers,
        ),
    ] = "a4",
    locale: Annotated[
        str, typer.Option("--locale", "-l", metavar="LOCALE", help="Language of its words.")
    ] = "en",
    backs: Annotated[
        str,
        typer.Option("--backs", metavar="HOW", help="How the paper is turned: duplex-long or duplex-short."),
    ] = "duplex-long",
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FOLDER", parser=read_path, help="Where the file goes."),
    ] = OUTPUT,
) -> None:
    """Build a sheet that shows how far a printer drifts.

    Print it on both sides, hold it against the light, and read what to give to petri make --shift.
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
        typer.Option("--out", "-o", metavar="FOLDER", parser=read_path, help="Write into a folder instead."),
    ] = None,
) -> None:
    """Print the JSON Schema of a kind of file.

    NAME is the kind of file, such as sheet; without one, the names of all are listed. Editors
    that know YAML use schemas to complete and to check what you write.
    """
    from generator.cli.printing.schemas import say_schemas

    say_schemas(name, out)
