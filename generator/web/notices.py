"""Problems and warnings as a page lists them, each with the place at which it can be fixed."""

import re
from collections.abc import Iterator
from threading import Lock
from typing import Any

from generator.errors import GeneratorError, PrintWarning, Problem
from generator.make.jobs.findings import Inspected
from generator.make.screens.workshop import Layout
from generator.model.values import dataclass
from generator.read.kits.origins import Origin
from generator.web.editors import make_address

_PLACE = re.compile(r"(.+?):(\d+)(?::(\d+))?")


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that is wrong, or may be."""

    text: str
    """The message without its place."""
    place: Origin | None = None
    where: str = ""
    """Names of documents that have it."""
    is_error: bool = True


def note_problem(problem: Problem, *, is_error: bool = True) -> Notice:
    """Return a problem of a file."""
    place = Origin(problem.file, problem.line, problem.column) if problem.line else None
    text = str(problem).removeprefix(f"{place}: ") if place else str(problem)
    return Notice(text, place, is_error=is_error)


def note_error(error: GeneratorError, where: str = "") -> Notice:
    """Return something that does not fit, or a warning."""
    is_error = not isinstance(error, PrintWarning)
    text = error.message if isinstance(error, PrintWarning) else str(error)
    return Notice(text, parse_place(error.place), where, is_error)


def note_text(text: str, where: str = "", *, is_error: bool = True) -> Notice:
    """Return a line that `petri check` prints, which may begin with a place."""
    place, _, rest = text.partition(": ")
    found = parse_place(place)
    return Notice(rest if found else text, found, where, is_error)


def parse_place(text: str) -> Origin | None:
    """Return the place of `deck.yaml:12`, or with a column; None for another text."""
    found = _PLACE.fullmatch(text)
    return Origin(found[1], int(found[2]), int(found[3] or 1)) if found else None


def note_layout(layout: Layout) -> Iterator[Notice]:
    """Yield what is wrong with the pages of a layout, also for its service."""
    for column in layout.columns:
        for error in column.errors.values():
            yield note_error(error, str(column.job))
        for one in column.inspected:
            yield from note_inspected(one)


def note_inspected(found: Inspected) -> Iterator[Notice]:
    """Yield the issues of a picture for a service, each at the row of its card."""
    name = f"{found.card} (back)" if found.is_back else found.card
    for issue in found.issues:
        yield Notice(f"{name}: {issue.message}", parse_place(found.source), found.where, issue.is_error)


def find_rank(notice: Notice) -> tuple[bool, bool, str, int]:
    """Return a key to sort by: problems before warnings, each in the order of the files."""
    place = notice.place
    return not notice.is_error, place is None, place.file if place else "", place.line if place else 0


class Places:
    """Places that pages were told, by numbers: a page can have only these opened."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ids: dict[Origin, int] = {}
        self._known: dict[int, Origin] = {}

    def describe(self, origin: Origin) -> dict[str, Any]:
        """Return a place as JSON has it, with its number."""
        with self._lock:
            id = self._ids.setdefault(origin, len(self._ids) + 1)
            self._known[id] = origin
        return {"id": id, "text": str(origin), "what": origin.what, "url": make_address(origin)}

    def get(self, id: int) -> Origin | None:
        """Return a place by its number; None if there is none."""
        return self._known.get(id)
