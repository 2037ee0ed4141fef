"""The report of `petri check` on a game, which is kept until its files change."""

from collections.abc import Iterable, Mapping
from itertools import chain

from generator.errors import Problem
from generator.model.values import dataclass, field

NAMES_IN_LINE = 3
"""Maximum number of documents or texts that are named in a line."""


@dataclass(frozen=True)
class GameReport:
    """The documents of a game, and everything that is wrong with them."""

    pages: tuple[tuple[tuple[str, str, str], Mapping[str, int]], ...] = ()
    """Game, part, and locale, each with the number of pages by paper size; 0 if something is wrong."""
    problems: tuple[Problem, ...] = ()
    """Problems of files, most of which prevented the layout."""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of documents by the error that they share."""
    translations: tuple[str, ...] = ()
    """Problems of translations that are not drafts."""
    warnings: tuple[str, ...] = ()
    open_texts: tuple[str, ...] = ()
    """Lines about languages that still need a translator."""
    is_cacheable: bool = True
    """False if the game depends on more than its files."""

    @property
    def documents(self) -> int:
        return sum(len(papers) for _, papers in self.pages)


def join_reports(reports: Iterable[GameReport]) -> GameReport:
    """Return the report of all games; problems of shared files are listed once."""
    games = [*reports]
    errors: dict[str, tuple[str, ...]] = {}
    for name, jobs in chain.from_iterable(one.errors.items() for one in games):
        errors[name] = (*errors.get(name, ()), *jobs)
    return GameReport(
        pages=tuple(row for one in games for row in one.pages),
        problems=tuple(dict.fromkeys(problem for one in games for problem in one.problems)),
        errors=errors,
        translations=tuple(text for one in games for text in one.translations),
        warnings=tuple(dict.fromkeys(text for one in games for text in one.warnings)),
        open_texts=tuple(text for one in games for text in one.open_texts),
    )
