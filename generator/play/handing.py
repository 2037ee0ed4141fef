"""Handing out games to workers, as tasks of bounded length.

A task is a range of games, and its result is the games themselves, so that results do not depend on how the
games were cut into tasks, on the number of workers, or on the order in which they finish.
"""

import pickle
import zlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from functools import lru_cache
from math import ceil
from time import perf_counter
from typing import NamedTuple, Protocol

from generator import __version__
from generator.errors import GeneratorError
from generator.model.elements.areas import PlacedArea
from generator.model.elements.maps import MapArea
from generator.model.kit import Board, Booklet, Kit, Part
from generator.model.pieces import PieceSet
from generator.model.values import dataclass, replace
from generator.play.series import MarkKey, Series, SimulatedGame, Table, read_code

PATIENCE = 0.5
"""Seconds of play before other processes are started; starting them takes about as long."""
OFTEN = 0.1
"""Seconds between two batches of games that this process plays."""
LEAST_SECONDS = 0.5
"""Aimed length of a task: a hundred times what handing it to another process costs."""
SECONDS_PER_WORKER = 0.005
"""Added to the length of a task for each worker: Dask's scheduler takes up to 1 ms for a task.

With any number of workers, it is therefore busy for at most a fifth of the time.
"""
AHEAD = 2
"""Tasks for each worker: one that it works on, and one that waits beside it."""
GROWTH = 4
"""Largest growth from one task to the next, while little is known about the length of games."""
SMALLEST = 8
"""The last tasks are at least an eighth of the aimed length."""
MOST_LOSSES = 3
"""Times in a row that workers may be lost before the series is given up."""

Span = tuple[int, int]
"""First and last index of games, the last one excluded."""


class Lot(NamedTuple):
    """Games that are played together: settings take turns, each with the games from one number on."""

    settings: tuple[int, ...]
    first: int = 0

    def find(self, index: int) -> tuple[int, int]:
        """Return the setting and the number of a game."""
        number, place = divmod(index, len(self.settings))
        return self.settings[place], self.first + number


@dataclass(frozen=True, slots=True)
class Batch:
    """The games of a task."""

    games: tuple[SimulatedGame, ...]
    marks: tuple[tuple[MarkKey, int], ...] = ()
    """Marks at the end of these games, added up."""
    seconds: float = 0.0
    """Time that the games took."""


class Engine(Protocol):
    """Workers, through an executor of `concurrent.futures`."""

    @property
    def workers(self) -> int:
        """The current number of workers; 0: games are played in this process."""

    @property
    def is_near(self) -> bool:
        """True if this process should begin alone, because workers have to be started."""

    def submit(self, packed: bytes, lot: Lot, span: Span) -> Future[Batch]:
        """Hand out a task."""

    def wait(self) -> Iterable[Future[Batch]]:
        """Return finished tasks as soon as there are any."""

    def renew(self) -> None:
        """Replace workers that were lost."""


def pack(series: Series) -> bytes:
    """Return a series as bytes for workers on any machine, with the version of the program."""
    light = replace(series, kit=lighten(series.kit))
    return zlib.compress(pickle.dumps((__version__, read_code(series.kit), light)))


def lighten(kit: Kit) -> Kit:
    """Return a kit without texts, which may not be picklable, pictures, and templates."""
    parts = tuple(map(_lighten, (part for part in kit.parts if not isinstance(part, Booklet))))
    return replace(kit, parts=parts, wordings={}, icons={}, pictures={}, warnings=())


def _lighten(part: Part) -> Part:
    if isinstance(part, PieceSet):
        return replace(part, templates={})
    if isinstance(part, Board):
        drawn = [one for one in part.draw if isinstance(one, PlacedArea)]
        draw = tuple(replace(one, land=()) if isinstance(one, MapArea) else one for one in drawn)
        return replace(part, templates={}, draw=draw)
    return part


@lru_cache(maxsize=2)
def unpack(packed: bytes) -> Table:
    """Return the table of a series; raises GeneratorError if the versions differ."""
    version, code, series = pickle.loads(zlib.decompress(packed))
    if version != __version__:
        raise GeneratorError(f"a worker has Petri Press {__version__}, but this machine has {version}")
    return Table(series, code)


def play_span(packed: bytes, lot: Lot, span: Span) -> Batch:
    """Play the games of a task; a worker calls it."""
    return play_games(unpack(packed), lot, range(*span))


def play_games(table: Table, lot: Lot, indexes: Iterable[int]) -> Batch:
    began = perf_counter()
    marks: Counter[MarkKey] = Counter()
    games = tuple(table.play_number(*lot.find(index), marks) for index in indexes)
    return Batch(games, tuple(sorted(marks.items())), perf_counter() - began)


class Pace:
    """The number of games of the next task, from the time that games have taken so far."""

    def __init__(self) -> None:
        self._games, self._seconds, self._largest = 0, 0.0, 1

    def learn(self, games: int, seconds: float) -> None:
        self._games += games
        self._seconds += seconds
        self._largest = max(self._largest, games)

    def choose(self, left: int, workers: int) -> int:
        """Return how many games to hand out; the last tasks are small, so that workers finish together."""
        share = ceil(left / (AHEAD * workers))
        if not self._games:
            return 1
        target = LEAST_SECONDS + SECONDS_PER_WORKER * workers
        wanted = max(1, int(target * self._games / max(self._seconds, 1e-9)))
        return min(max(share, wanted // SMALLEST, 1), wanted, self._largest * GROWTH)


def hand_out(series: Series, lot: Lot, spans: Iterable[Span], engine: Engine) -> Iterator[Batch]:
    """Yield the games of a lot in any order; raises the exception of a worker.

    Raises GeneratorError if workers are lost again and again. A game that a lost worker had not finished is
    played by another one.
    """
    waiting, pace = deque(spans), Pace()
    left = sum(last - first for first, last in waiting)
    if engine.is_near or not engine.workers:
        for batch in _play_here(series, lot, waiting, engine):
            left -= len(batch.games)
            pace.learn(len(batch.games), batch.seconds)
            yield batch
    packed = pack(series) if waiting else b""
    pending: dict[Future[Batch], Span] = {}
    losses = 0
    while waiting or pending:
        workers = max(1, engine.workers)
        lost = []
        try:
            while waiting and len(pending) < AHEAD * workers:
                size = pace.choose(left, workers)
                first, last = waiting.popleft()
                if last - first > size:
                    waiting.appendleft((first + size, last))
                span = first, min(last, first + size)
                lost = [span]
                pending[engine.submit(packed, lot, span)] = span
                left -= span[1] - span[0]
                lost = []
            for future in engine.wait():
                batch = future.result()
                del pending[future]
                pace.learn(len(batch.games), batch.seconds)
                losses = 0
                yield batch
        except BrokenExecutor as error:
            losses += 1
            if losses > MOST_LOSSES:
                message = "processes were killed again and again, perhaps because there was not enough memory"
                raise GeneratorError(f"{message}; --processes 1 needs least") from error
            waiting.extendleft(sorted((*lost, *pending.values()), reverse=True))
            left = sum(last - first for first, last in waiting)
            pending.clear()
            engine.renew()


def _play_here(series: Series, lot: Lot, waiting: deque[Span], engine: Engine) -> Iterator[Batch]:
    """Play in this process, until other processes are worth it, or to the end if there are none."""
    began = perf_counter()
    table = Table(series)
    while waiting and (not engine.workers or perf_counter() - began <= PATIENCE):
        first, last = waiting.popleft()
        batch_began, end = perf_counter(), first
        games: list[SimulatedGame] = []
        marks: Counter[MarkKey] = Counter()
        while end < last and perf_counter() - batch_began <= OFTEN:
            one = play_games(table, lot, (end,))
            games += one.games
            marks.update(dict(one.marks))
            end += 1
        if end < last:
            waiting.appendleft((end, last))
        yield Batch(tuple(games), tuple(sorted(marks.items())), perf_counter() - batch_began)


def play_series(series: Series, engine: Engine) -> Iterator[tuple[SimulatedGame, ...]]:
    """Yield all games of a series in any order; raises as `hand_out` does."""
    lot = Lot(tuple(range(len(series.settings))))
    for batch in hand_out(series, lot, [(0, series.total)], engine):
        yield batch.games
