"""The report of the preflight: what a service refuses, and what may look worse than intended."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.make.preflight.issues import Inspected, format_issues
from generator.make.preflight.totals import check_counts, check_files
from generator.model.destinations import Destination


class Report(NamedTuple):
    """The name of a card, an order, or a file, and a message, for everything that was found."""

    errors: tuple[tuple[str, str], ...]
    """Problem for which a service refuses a file, or which would spoil the print."""
    warnings: tuple[tuple[str, str], ...]
    """Problem of a file that can be printed, but may look worse than intended."""


def sum_up(
    faces: Sequence[Inspected], destination: Destination | None, files: Iterable[tuple[Path, int]] = ()
) -> Report:
    """Return the report on all pictures or pages of a run; `files` are those written, with their sizes."""
    if destination is None or not destination.products:
        return Report((), ())
    errors = (*format_issues(faces, errors=True), *check_files(faces, files, destination))
    return Report(errors, (*format_issues(faces, errors=False), *check_counts(faces, destination)))
