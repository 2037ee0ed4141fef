"""`petri import`, `petri convert`: projects of other tools as decks, or booklets in YAML as Markdown."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from generator.cli.printing.checks import check_game
from generator.cli.printing.options import ConvertOptions, ProjectImportOptions
from generator.cli.terminal.echo import EXIT_WRONG, echo
from generator.cli.terminal.notices import print_notices
from generator.errors import Notice, format_count
from generator.imports.draft import list_elements
from generator.imports.importing import ImportedDeck, ImportResult, import_project, write_drafts
from generator.imports.pdf.cards import PdfChoices, PdfProposal, propose_pdf_deck
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import replace
from generator.output import Staging
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.files.text_files import derive_id, name_file, read_text
from generator.read.pieces.sets import read_card_sizes
from generator.translate.markdown import convert_booklet

PDF = ".pdf"


def import_project_and_report(options: ProjectImportOptions) -> int:
    """Return the exit code: 0 if nothing was left out and nothing is wrong with the deck.

    Raises DataError for a file that cannot be imported, and OutputError.
    """
    shelf = find_shelf()
    folder = options.folder or options.file.parent
    choices = PdfChoices(**{name: getattr(options, name) for name in _PDF_OPTIONS})
    if options.file.suffix.lower() == PDF:
        result = import_pdf(options.file, folder, choices, shelf, asks=not options.is_sure)
        if result is None:
            return EXIT_WRONG
    else:
        if choices != PdfChoices() or options.is_sure:
            names = "--grid, --card, --at, --gap, --backs, --pages, and --yes"
            raise typer.BadParameter(f"{names} are for PDF files")
        result = import_project(
            options.file, folder, shelf, table=options.table, is_trusted=options.is_trusted
        )
    for line in result.report:
        echo(line)
    echo(f"{format_count(result.files, 'file')} in {name_file(folder)}")
    wrong = 0
    for deck in result.decks:
        report = check_game(deck.path, shelf, ("all",), (DEFAULT_PAPER,))
        wrong += print_notices(_name_source(one, deck) for one in report.notices)
    for deck in result.decks:
        echo(f"  petri make {name_file(deck.path)}")
    if not result.decks:
        echo(f"  petri make {name_file(folder)}")
    return EXIT_WRONG if wrong or not result.is_whole else 0


_PDF_OPTIONS = ("grid", "card", "at", "gap", "backs", "pages")


def import_pdf(
    file: Path, folder: Path, choices: PdfChoices, shelf: Shelf, *, asks: bool
) -> ImportResult | None:
    """Write the deck of a PDF file, after showing its grid; None if the user says that it is wrong."""
    proposal = propose_pdf_deck(file, choices, read_card_sizes(shelf.card_sizes))
    for sentence in proposal.sentences:
        echo(f"{name_file(file)}: {sentence}")
    if asks and not proposal.is_sure and is_on_terminal():
        with _shown(proposal) as picture:
            echo(f"The cards are in red frames in {picture}")
            if not typer.confirm("Is this right?", default=True):
                echo(f"petri import {name_file(file)} --grid 3x3 --card 63x88mm --at 12mm,10mm")
                return None
    picture_name = f"{derive_id(file.stem).replace('_', '-')}-import.png"
    proposal.drafts[0].pictures[picture_name] = proposal.preview
    return write_drafts(proposal.drafts, file, folder, shelf)


def is_on_terminal() -> bool:
    """Return True if somebody can answer a question."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def _shown(proposal: PdfProposal) -> Iterator[Path]:
    """Keep the picture of a proposal in a file while the user looks at it."""
    with TemporaryDirectory() as folder:
        picture = Path(folder, "cards.png")
        picture.write_bytes(proposal.preview)
        yield picture


def find_pdf_deck(name: str) -> str:
    """Return the deck of the cards of a PDF file, which is written beside it if there is none."""
    file = Path(name)
    deck = file.with_name(f"{derive_id(file.stem, 'cards').replace('_', '-')}.yaml")
    if deck.is_file() and file.name in read_text(deck)[1]:
        echo(f"{name_file(deck)} says where the cards of {name_file(file)} are")
    elif import_pdf(file, file.parent, PdfChoices(), find_shelf(), asks=True) is None:
        raise typer.Exit(EXIT_WRONG)
    return str(deck)


def _name_source(notice: Notice, deck: ImportedDeck) -> Notice:
    """Return a notice with the line of the source from which its element, or its row of a table, was made."""
    if not notice.place:
        return notice
    draft, place = deck.draft, notice.place
    if place.file == name_file(deck.path):
        found = deck.places.get(place.line, "")
    else:
        tables = {name_file(deck.path.with_name(name)): lines for name, lines in draft.origins.items()}
        lines = tables.get(place.file, ())
        row = f"{draft.file}:{lines[min(place.line, len(lines)) - 1]}" if lines else ""
        # A text that does not fit is reported at the row, and named as it is written in its element.
        texts = [one for one in list_elements(draft.template) if one.line and one.keys.get("text")]
        named = (one for one in texts if f" {one.keys['text']}: " in notice.message)
        found = next((f"{one.file or draft.file}:{one.line}" for one in named), row)
    return replace(notice, where=found) if found else notice


def convert_and_report(options: ConvertOptions) -> None:
    """Convert each booklet, and report its texts; raises GeneratorError, and then writes nothing of it."""
    for file in map(Path, options.files):
        with Staging(home=file.parent) as staging:
            done = convert_booklet(file, staging)
        echo(f"{name_file(done.path)}: {format_count(done.moved, 'text')} moved from the wording")
