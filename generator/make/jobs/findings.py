"""Findings of the preflight, summed up by type."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple

from generator.errors import Notice, WrittenPlace, format_count
from generator.model.destinations import Destination
from generator.model.values import dataclass

_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class PrintIssue:
    """Something on one face that a service refuses, or that will look bad."""

    kind: str
    """Issues of one kind are reported together."""
    message: str
    badness: float
    """The worst issue of a kind is reported."""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Inspected:
    """One picture or page, and what was found on it."""

    where: str
    """The game and its language: `pandemic (en)`."""
    part: str
    card: str
    """Id of the first card that it shows."""
    place: WrittenPlace | None
    """Place in the files of the game, if it is known."""
    is_back: bool
    cards: int
    """Number of different cards that it shows."""
    copies: int
    """Number of all cards that it shows, with copies."""
    product: str
    size: tuple[float, float]
    """The shorter and the longer side, in pixels, or in mm if it has no pixels."""
    file: str
    """Name of the picture or document."""
    issues: tuple[PrintIssue, ...]

    @property
    def name(self) -> str:
        """The card: `pandemic (en) city_cards lagos`."""
        is_named = self.where.startswith(f"{self.part.replace('_', '-')} (")
        words = [self.where, *([] if is_named else [self.part])]
        words += [] if self.card == self.part else [self.card]
        words += ["(back)"] if self.is_back else []
        return " ".join(words)


class ServiceReport(NamedTuple):
    """Everything that was found on the cards, orders, and files of a run."""

    errors: tuple[Notice, ...]
    """Problem for which a service refuses a file, or which would spoil the print."""
    warnings: tuple[Notice, ...]
    """Problem of a file that can be printed, but may look worse than intended."""


def sum_up(
    faces: Sequence[Inspected], destination: Destination | None, files: Collection[tuple[Path, int]] = ()
) -> ServiceReport:
    """Return the report on all pictures or pages of a run; `files` are those written, with their sizes."""
    if destination is None or not destination.products:
        return ServiceReport((), ())
    errors = (*format_issues(faces, errors=True), *check_files(faces, files, destination))
    return ServiceReport(errors, (*format_issues(faces, errors=False), *check_counts(faces, destination)))


def format_issues(faces: Iterable[Inspected], *, errors: bool) -> Iterator[Notice]:
    """Yield a notice for each kind of issue in each part.

    It is the worst case: `a line of 0.02 mm is thinner than 0.09 mm (48 times, and 12 more cards)`.
    """
    groups: dict[tuple[str, str, str], list[tuple[Inspected, list[PrintIssue]]]] = {}
    for face in faces:
        by_kind: dict[str, list[PrintIssue]] = {}
        for issue in (one for one in face.issues if one.is_error == errors):
            by_kind.setdefault(issue.kind, []).append(issue)
        for kind, same in by_kind.items():
            groups.setdefault((face.where, face.part, kind), []).append((face, same))
    for shown in groups.values():
        face, issues = max(shown, key=lambda one: max(issue.badness for issue in one[1]))
        words = max(issues, key=lambda issue: issue.badness).message
        others = sum(one.cards for one, _ in shown) - 1
        more = [f"{len(issues)} times"] if len(issues) > 1 else []
        more += [f"and {format_count(others, 'more card')}"] if others else []
        words += f" ({', '.join(more)})" if more else ""
        yield Notice(words, face.place, face.name, is_error=errors)


def check_files(
    faces: Sequence[Inspected], files: Collection[tuple[Path, int]], destination: Destination
) -> Iterator[Notice]:
    """Yield a notice for every file that the service refuses.

    `files` are the pictures or documents that were written, with their sizes in bytes.
    """
    documents: dict[tuple[str, str], dict[tuple[float, float], Inspected]] = {}
    for face in faces:
        documents.setdefault((face.where, face.file), {}).setdefault(face.size, face)
    for (where, file), sizes in documents.items():
        if len(sizes) > 1:
            listed = (f"{width:g} x {height:g} ({face.card})" for (width, height), face in sizes.items())
            text = f"pages differ in size: {', '.join(listed)}; divide them with --cards"
            yield Notice(text, about=f"{where} {file}")
    limit = destination.megabytes * _MEGABYTE
    for path, size in files:
        if limit and size > limit:
            takes = f"{destination.name} takes {destination.megabytes} MB"
            yield Notice(f"the file has {size / _MEGABYTE:.1f} MB; {takes}", about=str(path))
    for path, count in Counter(path for path, _ in files).items():
        if count > 1:
            yield Notice(f"{count} pictures have this name; give the cards other ids", about=str(path))


def check_counts(faces: Iterable[Inspected], destination: Destination) -> Iterator[Notice]:
    """Yield a warning for each size with more cards than an order takes."""
    counts: Counter[tuple[str, str]] = Counter()
    for face in faces:
        counts[face.where, face.product] += 0 if face.is_back else face.copies
    for (where, product), count in counts.items():
        if destination.most and count > destination.most:
            cards = f"{format_count(count, 'card')} of the size {product.replace('_', '-')}"
            orders = f"{ceil(count / destination.most)} orders"
            text = f"{cards} are {orders}: {destination.name} takes {destination.most} in one"
            yield Notice(text, about=where, is_error=False)
