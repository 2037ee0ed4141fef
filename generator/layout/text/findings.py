"""Errors and warnings of a layout; errors are raised at once or collected."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from generator.errors import GeneratorError, LayoutError, MissingGlyph, PrintWarning

Made = TypeVar("Made")


class Findings:
    """Collector for the errors of a layout.

    Code that finds an error adds it and continues as well as possible: text is set at its smallest size and
    overflows. Without `collects`, an error is raised when it is added.
    """

    def __init__(self, *, collects: bool = False) -> None:
        self.about = ""
        """Name of the current piece, which precedes the name of anything that does not fit."""
        self.locate: Callable[[], str] = str
        """Finds where the current piece is written: `deck.yaml:12`; empty if there is no piece."""
        self.origin: tuple[str | int, ...] = ()
        """Path in the file of the part to the section, area, or block that is laid out now."""
        self.count = 0
        """Number of errors that were added, including duplicates."""
        self._collects = collects
        self._tries = False
        self._errors: dict[str, GeneratorError] = {}

    @contextmanager
    def at(self, *origin: str | int) -> Iterator[None]:
        """Give errors within the block this path in the file of the part."""
        # What a figure shows is laid out for its block.
        before, self.origin = self.origin, self.origin or origin
        try:
            yield
        finally:
            self.origin = before

    def add(self, error: GeneratorError) -> None:
        """Keep an error; duplicates are ignored."""
        place = self.locate()
        where = " in ".join(filter(None, (self.about, place)))
        if where and isinstance(error, LayoutError):
            thing = f"{where}: {error.thing}"
            error = LayoutError(thing, error.what, over_mm=error.over_mm, paper=error.paper)
        if place and isinstance(error, MissingGlyph):
            error = MissingGlyph(error.characters, error.text, where)
        error.place, error.origin = place, self.origin
        if not self._collects or (self._tries and isinstance(error, LayoutError)):
            raise error
        self.count += 1
        self._errors.setdefault(str(error), error)

    def warn(self, message: str) -> None:
        """Keep a warning, after the place where the current piece is written; duplicates are ignored."""
        if self._collects:
            warning = PrintWarning(message, self.locate())
            self._errors.setdefault(str(warning), warning)

    def attempt(self, lay_out: Callable[[], Made]) -> Made | None:
        """Return the result of a layout, or None if something does not fit, which is then not an error."""
        tries, self._tries = self._tries, True
        try:
            return lay_out()
        except LayoutError:
            return None
        finally:
            self._tries = tries

    def take(self) -> tuple[GeneratorError, ...]:
        """Return the errors and warnings since the last call."""
        errors = tuple(self._errors.values())
        self._errors.clear()
        return errors
