"""Where games are played: in this process, in processes of this machine, or by the workers of Dask."""

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any

from generator.errors import GeneratorError
from generator.play.handing import Batch, Engine, Lot, Span, play_span

DASK = "dask"
"""Name of a Dask cluster on this machine, which is started and stopped with the run."""
SCHEMES = ("tcp://", "tls://", "ucx://", "ws://", "wss://")
"""Beginnings of the addresses of schedulers."""
MOST_SECONDS = 60
"""Seconds to wait for a scheduler, and for its first worker."""
_OFTEN = 1.0
"""Seconds between two questions for the number of workers, which may grow during a run."""
_RETRIES = 3


class _Finished:
    """The finished tasks of an executor, in the order in which they finish."""

    def __init__(self) -> None:
        self._finished: SimpleQueue[Future[Batch]] = SimpleQueue()

    def _watch(self, future: Future[Batch]) -> Future[Batch]:
        """Listen for a task: this takes the same time for any number of tasks, unlike `futures.wait`."""
        future.add_done_callback(self._finished.put)
        return future

    def wait(self) -> Iterable[Future[Batch]]:
        """Yield finished tasks; wait for the first one only."""
        yield self._finished.get()
        with suppress(Empty):
            while True:
                yield self._finished.get_nowait()


class Processes(_Finished):
    """Processes of this machine; with one, games are played in this process."""

    is_near = True

    def __init__(self, processes: int) -> None:
        super().__init__()
        self.workers = 0 if processes == 1 else processes
        self._executor: ProcessPoolExecutor | None = None
        self._before: set[BaseProcess] = set()

    def submit(self, packed: bytes, lot: Lot, span: Span) -> Future[Batch]:
        if self._executor is None:
            self._before = {*multiprocessing.active_children()}
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self.workers, context, initializer=_prepare_worker)
        # Ctrl-C reaches every process of a terminal; processes that start here ignore it from the beginning.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            return self._watch(self._executor.submit(play_span, packed, lot, span))
        finally:
            signal.signal(signal.SIGINT, before)

    def renew(self) -> None:
        self.close()

    def close(self) -> None:
        """End all processes at once: what they are playing is not needed."""
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
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Dask(_Finished):
    """The workers of a Dask cluster, which replaces those that it loses."""

    is_near = False

    def __init__(self, client: Any) -> None:
        super().__init__()
        self._client = client
        self._executor = client.get_executor(pure=False, retries=_RETRIES)
        self._asked, self._workers = 0.0, 0

    @property
    def workers(self) -> int:
        if perf_counter() - self._asked > _OFTEN:
            self._workers = max(1, sum(self._client.nthreads().values()))
            self._asked = perf_counter()
        return self._workers

    def submit(self, packed: bytes, lot: Lot, span: Span) -> Future[Batch]:
        return self._watch(self._executor.submit(play_span, packed, lot, span))

    def renew(self) -> None:
        """Do nothing: the scheduler gives the tasks of lost workers to others."""

    def close(self) -> None:
        # Tasks that are not finished are forgotten, instead of being waited for.
        self._executor.shutdown(wait=False)


@contextmanager
def open_engine(on: str, *, processes: int) -> Iterator[Engine]:
    """Yield workers, and end those that were started for this run.

    `on` is empty for this machine's processes, DASK, or the address of a scheduler. Raises GeneratorError for
    another name, if Dask is not installed, or if no scheduler or worker answers.
    """
    if not on:
        own = Processes(processes)
        try:
            yield own
        finally:
            own.close()
        return
    if on != DASK and not on.startswith(SCHEMES):
        raise GeneratorError(
            f"unknown cluster `{on}`; write `dask`, or the address of a scheduler: tcp://host:8786"
        )
    with _connect(on, processes) as client:
        cluster = Dask(client)
        try:
            yield cluster
        finally:
            cluster.close()


@contextmanager
def _connect(on: str, processes: int) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        message = "Dask is not installed; install it with: pip install 'petri-press[cluster]'"
        raise GeneratorError(message) from error
    if on == DASK:
        settings: dict[str, Any] = {"threads_per_worker": 1, "dashboard_address": None}
        with (
            LocalCluster(processes, silence_logs=logging.CRITICAL, **settings) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(on, timeout=MOST_SECONDS)
    except (OSError, ValueError) as error:
        raise GeneratorError(f"no scheduler answers at {on}: {error}") from error
    with client:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=MOST_SECONDS)
        if not client.nthreads():
            raise GeneratorError(f"the scheduler at {on} has no workers")
        yield client
