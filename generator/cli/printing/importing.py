"""`petri import`: turns a project of another tool into a deck, with a report on each changed line."""

from generator.cli.printing.checks import check_game
from generator.cli.printing.options import ProjectImportOptions
from generator.cli.terminal.echo import echo
from generator.cli.terminal.notices import print_notices
from generator.cli.terminal.progress import EXIT_WRONG
from generator.errors import Notice, format_count
from generator.imports.importing import ImportedDeck, import_project
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import replace
from generator.read.files.shelf import find_shelf
from generator.read.files.text_files import name_file


def import_project_and_report(options: ProjectImportOptions) -> int:
    """Return the exit code: 0 if nothing was left out and nothing is wrong with the deck.

    Raises DataError for a file that cannot be imported, and OutputError.
    """
    shelf = find_shelf()
    folder = options.folder or options.file.parent
    result = import_project(options.file, folder, shelf, is_trusted=options.is_trusted)
    for line in result.report:
        echo(line)
    echo(f"{format_count(result.files, 'file')} in {name_file(folder)}")
    wrong = 0
    for deck in result.decks:
        report = check_game(deck.path, shelf, ("all",), (DEFAULT_PAPER,))
        wrong += print_notices(_name_source(one, deck) for one in report.notices)
    for deck in result.decks:
        echo(f"  petri make {name_file(deck.path)}")
    return EXIT_WRONG if wrong or not result.is_whole else 0


def _name_source(notice: Notice, deck: ImportedDeck) -> Notice:
    """Return a notice with the line of the source from which its element was made."""
    if not notice.place or notice.place.file != name_file(deck.path) or not deck.lines.get(notice.place.line):
        return notice
    return replace(notice, where=f"{deck.draft.file}:{deck.lines[notice.place.line]}")
