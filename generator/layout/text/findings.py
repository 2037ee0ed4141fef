"""What does not fit: an error at once or, where somebody collects errors, a list of all of them."""

from collections.abc import Callable
from typing import TypeVar

from generator.errors import GeneratorError, LayoutError

Made = TypeVar("Made")


class Findings:
    """Takes the errors of a layout.

    Whoever lays out adds an error and goes on as well as possible: text is set at its smallest size
    and runs over. Without `collects`, an error is raised when it is added.
    """

    def __init__(self, *, collects: bool = False) -> None:
        self.about = ""
        """Name of the piece that is drawn; it precedes the name of what does not fit."""
        self.count = 0
        """Number of errors that were added, known ones included."""
        self._collects = collects
        self._tries = False
        self._errors: dict[str, GeneratorError] = {}

    def add(self, error: GeneratorError) -> None:
        """Keep an error, each only once."""
        if self.about and isinstance(error, LayoutError):
            thing = f"{self.about}: {error.thing}"
            error = LayoutError(thing, error.what, over_mm=error.over_mm, paper=error.paper)
        if not self._collects or (self._tries and isinstance(error, LayoutError)):
            raise error
        self.count += 1
        self._errors.setdefault(str(error), error)

    def attempt(self, lay_out: Callable[[], Made]) -> Made | None:
        """Return what is laid out; None where it does not fit, which is then not an error."""
        tries, self._tries = self._tries, True
        try:
            return lay_out()
        except LayoutError:
            return None
        finally:
            self._tries = tries

    def take(self) -> tuple[GeneratorError, ...]:
        """Return the errors since the last call."""
        errors = tuple(self._errors.values())
        self._errors.clear()
        return errors
