"""A run of `petri make`: its jobs, formats, and options."""

from collections.abc import Callable

from generator.backends.formats import Format
from generator.make.jobs import Job
from generator.make.names import DEFAULTS, Choices
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """The jobs of one run of `petri make`, with formats and options."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    choices: Choices = DEFAULTS
    plan_again: "Callable[[], Run] | None" = None
    """Plans the run again, in another process."""
    cut_formats: tuple[Format, ...] = ()
    """Formats of cut files."""

    @property
    def is_joined(self) -> bool:
        """True if all parts of a game are one file in a format: a web page."""
        return any(form.is_joined for form in self.formats)
