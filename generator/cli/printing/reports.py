"""The report of `petri check` on a game, which is kept until its files change."""

from collections.abc import Iterable, Mapping

from generator.errors import Notice, join_notices
from generator.model.values import dataclass

NAMES_IN_LINE = 3
"""Maximum number of texts that are named in a line."""


@dataclass(frozen=True)
class GameReport:
    """The documents of a game, and everything that is wrong with them."""

    pages: tuple[tuple[tuple[str, str, str], Mapping[str, int]], ...] = ()
    """Game, part, and locale, each with the number of pages by paper size; 0 if something is wrong."""
    notices: tuple[Notice, ...] = ()
    """Errors, then warnings, each mistake once."""
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
    notices = join_notices(notice for one in games for notice in one.notices)
    return GameReport(
        pages=tuple(row for one in games for row in one.pages),
        notices=tuple(sorted(notices, key=lambda notice: not notice.is_error)),
        open_texts=tuple(text for one in games for text in one.open_texts),
    )
