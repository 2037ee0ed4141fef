"""The user's printers: found by name, and written to their file."""

from collections.abc import Mapping
from pathlib import Path

from generator.errors import OutputError, UnknownName, describe_unknown
from generator.model.printing.printing import Printer, write_printer
from generator.output import Staging
from generator.read.cached import read_cached_papers
from generator.read.files.cache import find_settings_folder
from generator.read.files.shelf import Shelf
from generator.read.files.text_files import read_bytes, read_text
from generator.read.files.yaml import put_values
from generator.read.kits.shared import FILE, parse_printers, read_printers

_MOST_BYTES = 1_000_000
_HEAD = "# Printers, measured by petri calibrate; docs/files.md explains the keys.\n"


def find_file() -> Path:
    """Return the path of the file with all printers, which may not exist yet."""
    return find_settings_folder() / FILE


def list_printers(shelf: Shelf) -> Mapping[str, Printer]:
    """Return all printers by id; raises DataError with all problems of their file."""
    return read_printers(find_file(), read_cached_papers(shelf))


def spell_printer(name: str) -> str:
    """Convert a typed name to the id of a printer: `Home-Office` to `home_office`."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def find_printer(shelf: Shelf, name: str) -> Printer:
    """Return the printer with a name; raises UnknownName with the nearest one, or DataError."""
    known, id = list_printers(shelf), spell_printer(name)
    if id not in known:
        how = f"petri calibrate --printer {name}"
        raise UnknownName(f"{describe_unknown('printer', name, known)}; measure a new one with: {how}")
    return known[id]


def store_printer(shelf: Shelf, printer: Printer) -> Path:
    """Write what was measured of a printer, and return the file; all else in it stays as it is.

    Raises DataError if there is a file with problems, and OutputError if it cannot be written.
    """
    path, papers = find_file(), read_cached_papers(shelf)
    known = read_printers(path, papers)
    text = read_text(path)[1] if path.exists() else _HEAD
    written = put_values(text, {printer.id: write_printer(printer)})
    if parse_printers(written, papers, file=str(path)) != {**known, printer.id: printer}:
        raise OutputError(str(path), "the printer could not be added; rename the file, and try again")
    is_windows = path.exists() and b"\r\n" in read_bytes(path, _MOST_BYTES)
    with Staging() as staging:
        staging.write(path, (written.replace("\n", "\r\n") if is_windows else written).encode())
    return path
