"""Commands that list, build, check, and create games.

Modules that read or draw are imported only when a command needs them, so that `--help` and
shell completion respond at once.
"""

from collections.abc import Callable, Mapping
from typing import Any

from generator.cli.printing import options as given


def list_games(options: given.ListOptions) -> None:
    """List games, paper sizes, and output formats."""
    from generator.cli.printing.listing import print_destinations, print_games

    (print_destinations if options.has_destinations else print_games)(as_json=options.as_json)


def make_files(options: given.MakeOptions) -> None:
    """Build files to print.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the game in the current folder is built, or all games if there is none.
    Separate several values with commas: --locale en,es

    \b
    petri make                                   every game, in English, on A4, as PDF
    petri make fight-the-virus -p sheet --open   one sheet, opened when it is ready
    petri make fight-the-virus -l es             one game in Spanish
    petri make fight-the-virus -p sheet --names Ana,Bo,Cleo
    petri make --locale all --paper a4,letter --to pdf,svg
    petri make pandemic --cards epidemic,city_cards:3-10 --backs fold
    petri make pandemic --together               all cards and tokens on as few sheets as possible
    petri make pandemic -p board --poster
    petri make pandemic --card epidemic          a picture of one card
    petri make pandemic --for tts                sheets for Tabletop Simulator
    """
    from generator.cli.printing.making import make_and_report, watch_and_report

    (watch_and_report if options.is_watched else make_and_report)(options)


def check_games(options: given.CheckOptions) -> int:
    """Check games without writing anything.

    It checks that data is valid, texts exist, fonts have every character, and everything fits.
    Every part is checked in every language on every paper size; the exit code is 1 if there are errors.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the game in the current folder is checked, or all games if there is none.
    """
    from generator.cli.printing.checking import check_and_report

    return check_and_report(options.games)


def list_fonts(options: given.FontsOptions) -> int:
    """List fonts, with their styles, scripts, and problems.

    FOLDER is a folder with font files, such as fonts/ of your game; without it, the fonts of all games
    are listed.
    """
    from generator.cli.printing.listing import print_fonts

    return print_fonts(options.folder, is_system=options.is_system)


def start_new_game(options: given.NewOptions) -> None:
    """Create a small game of your own.

    It is a deck of cards in one short file, which can grow. With --complete, it has a board, tokens, a
    sheet, and rules in two languages, too. FOLDER must be new or empty.
    """
    from generator.cli.printing.starting import start_game

    start_game(options)


def make_calibration_sheet(options: given.CalibrationOptions) -> None:
    """Build a sheet that measures the drift of a printer.

    Print it on both sides, hold it against the light, and read the values for petri make --shift.
    """
    from generator.cli.printing.making import calibrate_and_report

    calibrate_and_report(options)


def print_schema(options: given.SchemaOptions) -> None:
    """Print the JSON Schema of a type of file.

    NAME is the type of file, such as sheet; without it, all types are listed. Editors
    that support YAML use schemas to complete and check what you write.
    """
    from generator.cli.printing.listing import print_schemas

    print_schemas(options)


COMMANDS: Mapping[str, Callable[[Any], int | None]] = {
    "list": list_games,
    "make": make_files,
    "check": check_games,
    "fonts": list_fonts,
    "new": start_new_game,
    "calibrate": make_calibration_sheet,
    "schema": print_schema,
}
