"""Workers that play the games of a series: this process, processes of this machine, or a Dask cluster.

A task is a range of games, and its result is the games themselves, so that results do not depend on how the
games were cut into tasks, on the number of workers, or on the order in which they finish.
"""

import logging
import multiprocessing
import os
import pickle
import signal
import threading
import zlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from itertools import takewhile
from math import ceil
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeAlias

from generator import __version__
from generator.errors import GeneratorError, MissingLibrary
from generator.model.elements.areas import MapArea, PlacedArea
from generator.model.kit import Board, Booklet, Kit, Part, PieceSet
from generator.model.values import dataclass, replace
from generator.play.series.series import MarkKey, Series, SeriesPlayer, SimulatedGame, read_code
from generator.rules.own_code import reported_rules
from generator.system import safe_path

GameRange: TypeAlias = tuple[int, int]
"""Index of the first of some games, and the index after the last one."""


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
    """Workers behind an executor of `concurrent.futures`."""

    @property
    def workers(self) -> int:
        """The current number of workers; 0: games are played in this process."""

    @property
    def is_near(self) -> bool:
        """True if workers have to be started, so that this process should begin alone."""

    def submit(self, packed: bytes, lot: Lot, span: GameRange) -> Future[Batch]:
        """Hand out a task."""

    def wait(self) -> Iterable[Future[Batch]]:
        """Return finished tasks, as soon as there are any."""

    def renew(self) -> None:
        """Replace workers that were lost."""


def play_series(series: Series, engine: Engine) -> Iterator[tuple[SimulatedGame, ...]]:
    """Yield all games of a series in any order; raises as `hand_out` does."""
    lot = Lot(tuple(range(len(series.settings))))
    for batch in hand_out(series, lot, [(0, series.total)], engine):
        yield batch.games


_MOST_LOSSES = 3
"""Number of times in a row that workers may be lost before the series is given up."""


def hand_out(series: Series, lot: Lot, spans: Iterable[GameRange], engine: Engine) -> Iterator[Batch]:
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
    packed = pack_series(series) if waiting else b""
    pending: dict[Future[Batch], GameRange] = {}
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
                lost = []
                left -= span[1] - span[0]
            for future in engine.wait():
                batch = future.result()
                del pending[future]
                pace.learn(len(batch.games), batch.seconds)
                losses = 0
                yield batch
        except BrokenExecutor as error:
            losses += 1
            if losses > _MOST_LOSSES:
                message = "processes were killed again and again, perhaps because there was not enough memory"
                failure = GeneratorError(f"{message}; --processes 1 needs least")
                raise failure.saying("command.killed", command="--processes 1") from error
            waiting.extendleft(sorted((*lost, *pending.values()), reverse=True))
            left = sum(last - first for first, last in waiting)
            pending.clear()
            engine.renew()


PATIENCE = 0.5
"""Seconds of play before other processes are started; starting them takes about as long."""
_SECONDS_PER_BATCH = 0.1
"""Length of the batches of games that this process plays."""


def _play_here(series: Series, lot: Lot, waiting: deque[GameRange], engine: Engine) -> Iterator[Batch]:
    """Play in this process, until other processes are worth it, or to the end if there are none."""
    began = perf_counter()
    player = SeriesPlayer(series)
    while waiting and (not engine.workers or perf_counter() - began <= PATIENCE):
        first, last = waiting.popleft()
        batch = play_games(player, lot, _list_soon(first, last, perf_counter() + _SECONDS_PER_BATCH))
        if first + len(batch.games) < last:
            waiting.appendleft((first + len(batch.games), last))
        yield batch


def _list_soon(first: int, last: int, until: float) -> Iterator[int]:
    """Yield the numbers of games that can begin before a point of time."""
    return takewhile(lambda _: perf_counter() <= until, range(first, last))


def play_games(player: SeriesPlayer, lot: Lot, indexes: Iterable[int]) -> Batch:
    """Play some games of a lot."""
    began = perf_counter()
    marks: Counter[MarkKey] = Counter()
    games = tuple(player.play_number(*lot.find(index), marks) for index in indexes)
    return Batch(games, tuple(sorted(marks.items())), perf_counter() - began)


LEAST_SECONDS = 0.5
"""Aimed length of a task: a hundred times what handing it to another process costs."""
SECONDS_PER_WORKER = 0.005
"""Added to the length of a task for each worker.

Dask's scheduler takes up to 1 ms for a task, and is therefore busy for a fifth of the time at most.
"""
AHEAD = 2
"""Tasks for each worker: one that it works on, and one that waits beside it."""
_GROWTH = 4
"""Largest growth from one task to the next, while little is known about the length of games."""
_SMALLEST = 8
"""The last tasks have at least this part of the aimed length: an eighth."""


class Pace:
    """Chooses the number of games of the next task from the time that games have taken so far."""

    def __init__(self) -> None:
        self._games, self._seconds, self._largest = 0, 0.0, 1

    def learn(self, games: int, seconds: float) -> None:
        """Note the games of a finished task, and the time that they took."""
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
        return min(max(share, wanted // _SMALLEST, 1), wanted, self._largest * _GROWTH)


def pack_series(series: Series) -> bytes:
    """Return a series as bytes for workers on any machine, with the version of the program."""
    stripped = replace(series, kit=_strip(series.kit))
    return zlib.compress(pickle.dumps((__version__, read_code(series.kit), stripped)))


def _strip(kit: Kit) -> Kit:
    """Return a kit without texts, which may not be picklable, pictures, and templates."""
    parts = tuple(_strip_part(part) for part in kit.parts if not isinstance(part, Booklet))
    return replace(kit, parts=parts, wordings={}, icons={}, pictures={}, warnings=())


def _strip_part(part: Part) -> Part:
    if isinstance(part, PieceSet):
        return replace(part, templates={}, storage=None)
    if isinstance(part, Board):
        areas = [element for element in part.draw if isinstance(element, PlacedArea)]
        draw = tuple(replace(area, land=()) if isinstance(area, MapArea) else area for area in areas)
        return replace(part, templates={}, draw=draw)
    return part


@lru_cache(maxsize=2)
def unpack(packed: bytes) -> SeriesPlayer:
    """Return the player of a packed series; raises GeneratorError if the versions differ."""
    version, code, series = pickle.loads(zlib.decompress(packed))
    if version != __version__:
        error = GeneratorError(f"a worker has Petri Press {__version__}, but this machine has {version}")
        raise error.saying("command.other_version", text=__version__, near=version)
    return SeriesPlayer(series, code)


def _play_span(packed: bytes, lot: Lot, span: GameRange) -> Batch:
    """Play the games of a task; a worker calls it."""
    with reported_rules():
        return play_games(unpack(packed), lot, range(*span))


_DASK = "dask"
"""Name of a Dask cluster on this machine, which runs as long as the series."""
_SCHEMES = ("tcp://", "tls://", "ucx://", "ws://", "wss://")
"""Beginnings of the addresses of schedulers."""


@contextmanager
def open_engine(on: str, *, processes: int) -> Iterator[Engine]:
    """Yield workers, and end those that were started for this run.

    `on` is empty for processes of this machine, `dask`, or the address of a scheduler. Raises GeneratorError
    for another name, if Dask is not installed, or if no scheduler or worker answers.
    """
    if not on:
        with closing(Processes(processes)) as own:
            yield own
        return
    if on != _DASK and not on.startswith(_SCHEMES):
        hint = "write `dask`, or the address of a scheduler: tcp://host:8786"
        raise GeneratorError(f"unknown cluster `{on}`; {hint}").saying("command.cluster", text=on)
    with _without_logs(), _connect(on, processes) as client, closing(Dask(client)) as cluster:
        yield cluster


class _Finished:
    """The finished tasks of an executor, in the order in which they finish."""

    def __init__(self) -> None:
        self._finished: SimpleQueue[Future[Batch]] = SimpleQueue()

    def _watch(self, future: Future[Batch]) -> Future[Batch]:
        """Add a task to those that `wait` returns: unlike `futures.wait`, it is as quick for many tasks."""
        future.add_done_callback(self._finished.put)
        return future

    def wait(self) -> Iterable[Future[Batch]]:
        """Yield finished tasks; wait for the first one only."""
        yield self._finished.get()
        with suppress(Empty):
            while True:
                yield self._finished.get_nowait()


class Processes(_Finished):
    """Processes of this machine; a single one is this process."""

    is_near = True

    def __init__(self, processes: int) -> None:
        super().__init__()
        self.workers = 0 if processes == 1 else processes
        self._executor: ProcessPoolExecutor | None = None
        self._before: set[BaseProcess] = set()

    def submit(self, packed: bytes, lot: Lot, span: GameRange) -> Future[Batch]:
        # Ctrl-C reaches every process of a terminal: those that are started here ignore it.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            with safe_path():
                if self._executor is None:
                    self._before = {*multiprocessing.active_children()}
                    context = multiprocessing.get_context("spawn")
                    self._executor = ProcessPoolExecutor(self.workers, context, initializer=_prepare_worker)
                return self._watch(self._executor.submit(_play_span, packed, lot, span))
        finally:
            signal.signal(signal.SIGINT, before)

    def renew(self) -> None:
        self.close()

    def close(self) -> None:
        """Kill all processes: the games that they are playing are not needed."""
        if self._executor is not None:
            for process in {*multiprocessing.active_children()} - self._before:
                process.kill()
            self._executor.shutdown(cancel_futures=True)
            self._executor, self._finished = None, SimpleQueue()


def _prepare_worker() -> None:
    """Ignore Ctrl-C, and end with the process that started this one, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


_SECONDS_PER_COUNT = 1.0
"""Seconds for which a number of workers is remembered; it may grow during a run."""
_RETRIES = 3


class Dask(_Finished):
    """The workers of a Dask cluster, which replaces lost workers itself."""

    is_near = False

    def __init__(self, client: Any) -> None:
        super().__init__()
        self._client = client
        self._executor = client.get_executor(pure=False, retries=_RETRIES)
        self._asked, self._workers = 0.0, 0

    @property
    def workers(self) -> int:
        if perf_counter() - self._asked > _SECONDS_PER_COUNT:
            with _reporting_loss():
                self._workers = max(1, sum(self._client.nthreads().values()))
            self._asked = perf_counter()
        return self._workers

    def submit(self, packed: bytes, lot: Lot, span: GameRange) -> Future[Batch]:
        with _reporting_loss():
            return self._watch(self._executor.submit(_play_span, packed, lot, span))

    def wait(self) -> Iterable[Future[Batch]]:
        """Yield finished tasks; a client that lost its scheduler cancels them all."""
        for future in super().wait():
            if future.cancelled():
                raise _make_loss()
            yield future

    def renew(self) -> None:
        """Do nothing: the scheduler gives the tasks of lost workers to others."""

    def close(self) -> None:
        # Unfinished tasks are dropped: nothing waits for them.
        self._executor.shutdown(wait=False)


def _make_loss() -> GeneratorError:
    message = "the scheduler of the Dask cluster was lost; start it again, and then the simulation"
    return GeneratorError(message).saying("command.lost_scheduler")


@contextmanager
def _without_logs() -> Iterator[None]:
    """Keep the logs of Dask from the terminal: what goes wrong is reported once, by an error."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def _reporting_loss() -> Iterator[None]:
    """Turn the errors of a client that lost its scheduler into a GeneratorError."""
    try:
        yield
    except (OSError, RuntimeError, CancelledError) as error:
        raise _make_loss() from error


_MOST_SECONDS = 60
"""Seconds to wait for a scheduler, and for its first worker."""


@contextmanager
def _connect(on: str, processes: int) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise MissingLibrary(f"--on {on}", "distributed") from error
    if on == _DASK:
        settings: dict[str, Any] = {"threads_per_worker": 1, "dashboard_address": None}
        with (
            safe_path(),
            LocalCluster(processes, silence_logs=logging.CRITICAL, **settings) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(on, timeout=_MOST_SECONDS)
    except (OSError, ValueError) as error:
        failure = GeneratorError(f"no scheduler answers at {on}: {error}")
        raise failure.saying("command.no_scheduler", text=on) from error
    with client:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=_MOST_SECONDS)
        if not client.nthreads():
            failure = GeneratorError(f"the scheduler at {on} has no workers")
            raise failure.saying("command.no_workers", text=on)
        yield client
