"""What `petri check` found in a game, as it is printed."""

from collections.abc import Iterable, Mapping
from itertools import chain

from generator.errors import Problem
from generator.model.values import dataclass, field


@dataclass(frozen=True)
class GameReport:
    """The documents of a game, and everything that is wrong with them."""

    pages: Mapping[tuple[str, str, str], Mapping[str, int]] = field(default_factory=dict)
    """Numbers of pages by game, part, and locale, then by paper size; 0 if something is wrong."""
    problems: tuple[Problem, ...] = ()
    """Problems of files, without which nothing was laid out."""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What does not fit, with the names of the documents."""
    translations: tuple[str, ...] = ()
    """Problems of translations that are not drafts."""
    warnings: tuple[str, ...] = ()
    open_texts: tuple[str, ...] = ()
    """Texts of languages that still need a translator."""
    is_keepable: bool = True
    """False if the game depends on more than its files."""

    @property
    def documents(self) -> int:
        return sum(map(len, self.pages.values()))


def join_reports(reports: Iterable[GameReport]) -> GameReport:
    """Return the report of all games; problems of shared files are listed once."""
    found = [*reports]
    errors: dict[str, tuple[str, ...]] = {}
    for name, jobs in chain.from_iterable(one.errors.items() for one in found):
        errors[name] = (*errors.get(name, ()), *jobs)
    return GameReport(
        {row: pages for one in found for row, pages in one.pages.items()},
        tuple(dict.fromkeys(problem for one in found for problem in one.problems)),
        errors,
        tuple(text for one in found for text in one.translations),
        tuple(dict.fromkeys(text for one in found for text in one.warnings)),
        tuple(text for one in found for text in one.open_texts),
    )
