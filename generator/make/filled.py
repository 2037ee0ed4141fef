"""The fields of a PDF file that a person has filled in on the screen."""

from collections.abc import Mapping
from pathlib import Path

from generator.backends.rendering import read_filled_fields
from generator.read.files.text_files import name_file, read_bytes, unreadable

_MOST_BYTES = 32 * 1024 * 1024


def read_pdf(path: Path) -> tuple[str, str, Mapping[str, str]]:
    """Return the name of a file for users, the game, and what is filled in by `part/page/area/place/what`.

    The game is empty if the file does not name one. Raises DataError for a file that is not a PDF file.
    """
    try:
        filled = read_filled_fields(read_bytes(path, _MOST_BYTES))
    except ValueError as error:
        raise unreadable(path, f"is not a PDF file that can be read: {error}") from error
    return name_file(path), filled.keywords.split(",")[0].strip(), filled.fields
