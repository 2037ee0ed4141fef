"""Handing out games: the same games from any workers, none lost, and workers that are never idle for long."""

import heapq
import multiprocessing
import os
import random
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from generator.errors import GeneratorError
from generator.play.series import engines
from generator.play.series.engines import (
    AHEAD,
    LEAST_SECONDS,
    SECONDS_PER_WORKER,
    Batch,
    Dask,
    GameRange,
    Lot,
    Pace,
    hand_out,
    open_engine,
    pack_series,
    play_games,
    unpack,
)
from generator.play.series.series import GameSetting, Series, SeriesPlayer, SimulatedGame
from tests import played, shipped

SETTINGS = (
    GameSetting(2),
    GameSetting(3, changes=(("cards.spread.count", "24"),)),
    GameSetting(2, policy="greedy"),
)
LOT = Lot((0, 1, 2))
SPANS = [(0, 120)]


def pox() -> Series:
    """Three settings of one game, of which two mark what happened."""
    return Series(shipped.kit("pox"), SETTINGS, 40, is_paired=True, marked=(0, 2))


def gather(batches: Iterable[Batch]) -> tuple[list[SimulatedGame], dict[Any, int]]:
    """Return all games and marks, in their order."""
    games: list[SimulatedGame] = []
    marks: dict[Any, int] = {}
    for batch in batches:
        games += batch.games
        for key, count in batch.marks:
            marks[key] = marks.get(key, 0) + count
    return sorted(games, key=lambda game: (game.setting, game.number)), marks


def play(
    processes: int, on: str = "", series: Series | None = None
) -> tuple[list[SimulatedGame], dict[Any, int]]:
    with open_engine(on, processes=processes) as engine:
        return gather(hand_out(series or pox(), LOT, SPANS, engine))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other processes are started at once; afterwards none of them is left."""
    monkeypatch.setattr(engines, "PATIENCE", 0.0)
    monkeypatch.setattr(engines, "_SECONDS_PER_BATCH", 0.0)
    yield
    assert multiprocessing.active_children() == []


@pytest.fixture(scope="module")
def alone() -> tuple[list[SimulatedGame], dict[Any, int]]:
    return play(1)


@pytest.mark.usefixtures("impatient")
def test_processes_play_the_same_games(alone: tuple[list[SimulatedGame], dict[Any, int]]) -> None:
    """Several processes play the same games as one, with the same marks at the end."""
    assert len(alone[0]) == 120
    assert alone[1]
    assert play(2) == alone


@pytest.mark.usefixtures("impatient")
def test_a_killed_process_loses_nothing(alone: tuple[list[SimulatedGame], dict[Any, int]]) -> None:
    """The games of a killed worker are played by its replacement."""
    batches: list[Batch] = []
    with open_engine("", processes=2) as engine:
        for batch in hand_out(pox(), LOT, SPANS, engine):
            batches.append(batch)
            if len(batches) == 2:
                multiprocessing.active_children()[0].kill()
    assert gather(batches) == alone


class Stuck:
    """A series is given up if workers die whenever they get a task."""

    workers, is_near, renewed = 2, False, 0

    def submit(self, packed: bytes, lot: Lot, span: GameRange) -> Future[Batch]:
        raise BrokenProcessPool

    def wait(self) -> Iterable[Future[Batch]]:
        return ()

    def renew(self) -> None:
        self.renewed += 1


def test_workers_that_always_die_end_the_series() -> None:
    """Workers are not replaced for ever."""
    stuck = Stuck()
    with pytest.raises(GeneratorError, match="killed again and again"):
        list(hand_out(pox(), LOT, SPANS, stuck))
    assert stuck.renewed == 3


def test_rules_beside_the_kit_travel_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker on another machine has no folder of the game, and still plays it."""
    kit = played.kit("noughts_and_crosses")
    series = Series(kit, (GameSetting(2),), 5)
    packed = pack_series(series)
    here = gather([play_games(SeriesPlayer(series), Lot((0,)), range(5))])
    monkeypatch.setattr("generator.play.series.series._has_code", lambda kit, code: False)
    unpack.cache_clear()
    assert gather([play_games(unpack(packed), Lot((0,)), range(5))]) == here
    monkeypatch.setattr(engines, "__version__", "9.9")
    unpack.cache_clear()
    with pytest.raises(GeneratorError, match=r"a worker has Petri Press 9\.9"):
        unpack(packed)
    unpack.cache_clear()


@pytest.mark.parametrize("game", ["pox", "pandemic", "virus_and_co", "fight_the_virus"])
def test_what_travels_is_small(game: str) -> None:
    """A task carries the kit without texts, pictures, and drawings."""
    assert len(pack_series(Series(shipped.kit(game), (GameSetting(3),), 1))) < 25_000


def test_games_of_a_lot_take_turns() -> None:
    """Settings take turns, so that a stopped run has games of all of them."""
    lot = Lot((4, 7), 100)
    assert [lot.find(index) for index in range(4)] == [(4, 100), (7, 100), (4, 101), (7, 101)]


class Clock:
    """Workers in a simulated time, with a scheduler that takes a millisecond for a task."""

    is_near = False

    def __init__(self, workers: int, mean: float) -> None:
        self.workers, self.mean = workers, mean
        self.now = self.scheduled = self.busy = self.longest = 0.0
        self.tasks = 0
        self._chance = random.Random(5)
        self._free = [0.0] * workers
        self._events: list[tuple[float, int, Future[Batch]]] = []

    def submit(self, packed: bytes, lot: Lot, span: GameRange) -> Future[Batch]:
        games = span[1] - span[0]
        seconds = self._chance.gammavariate(8 * games, self.mean / 8)
        self.scheduled = max(self.now, self.scheduled) + 0.001
        end = max(self.scheduled, heapq.heappop(self._free)) + seconds
        heapq.heappush(self._free, end)
        future: Future[Batch] = Future()
        future.set_result(Batch((None,) * games, (), seconds))
        heapq.heappush(self._events, (end, self.tasks, future))
        self.tasks += 1
        self.busy += seconds
        self.longest = max(self.longest, seconds)
        return future

    def wait(self) -> Iterable[Future[Batch]]:
        self.now, _, future = heapq.heappop(self._events)
        return (future,)

    def renew(self) -> None: ...

    @property
    def efficiency(self) -> float:
        return self.busy / (self.workers * self.now)


class Failing(Clock):
    """Workers whose tasks end with an exception."""

    def submit(self, packed: bytes, lot: Lot, span: GameRange) -> Future[Batch]:
        future = super().submit(packed, lot, span)
        failed: Future[Batch] = Future()
        failed.set_exception(ZeroDivisionError("of a rule"))
        self._events = [(end, number, failed) for end, number, _ in self._events]
        return future


def test_an_error_of_a_worker_is_that_of_the_series() -> None:
    """An exception of a worker ends the series."""
    with pytest.raises(ZeroDivisionError, match="of a rule"):
        list(hand_out(pox(), LOT, SPANS, Failing(2, 0.1)))


@pytest.mark.parametrize(
    ("workers", "mean", "games"), [(2, 0.02, 20_000), (1000, 0.05, 2_000_000), (1000, 20.0, 50_000)]
)
def test_workers_stay_busy(workers: int, mean: float, games: int) -> None:
    """Two as well as a thousand, with short games and with those of players who think for long.

    Above 95 % of the time, and tasks take neither so little that the scheduler is busy nor much longer.
    """
    clock = Clock(workers, mean)
    played = sum(len(batch.games) for batch in hand_out(pox(), Lot((0,)), [(0, games)], clock))
    assert played == games
    assert clock.efficiency > 0.95
    assert clock.tasks * 0.001 < 0.3 * clock.now
    assert clock.longest < max(3 * (LEAST_SECONDS + SECONDS_PER_WORKER * workers), 15 * mean)


def test_tasks_grow_with_what_is_known_and_shrink_at_the_end() -> None:
    """The first is one game; the last ones are small, so that workers finish together."""
    pace = Pace()
    assert pace.choose(10_000, 2) == 1
    pace.learn(1, 0.001)
    assert pace.choose(10_000, 2) == 4
    pace.learn(400, 0.4)
    assert pace.choose(10_000, 2) == 509
    assert pace.choose(100, 2) == 63
    assert pace.choose(1, 2) >= 1
    assert AHEAD == 2


@pytest.mark.posix("these signals")
def test_dask_plays_the_same_games(
    alone: tuple[list[SimulatedGame], dict[Any, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a real cluster of this machine, with a worker that is killed in the middle and replaced by Dask.

    No process imports a module from the current folder.
    """
    monkeypatch.chdir(tmp_path)
    for name in ("distributed", "multiprocessing", "pickle", "signal", "tornado"):
        Path(f"{name}.py").write_text("open('planted', 'w')", "utf-8")
    batches: list[Batch] = []
    with open_engine("dask", processes=2) as engine:
        assert isinstance(engine, Dask)
        with closing(hand_out(pox(), LOT, SPANS, engine)) as playing:
            for batch in playing:
                batches.append(batch)
                if len(batches) == 3:
                    workers = engine._client.run(os.getpid)
                    os.kill(next(iter(workers.values())), 9)
    assert gather(batches) == alone
    assert not Path("planted").exists()


def test_clusters_that_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names what was meant: a name, an address, or a library that is not installed."""
    with pytest.raises(GeneratorError, match="unknown cluster `ray`"), open_engine("ray", processes=1):
        pass
    monkeypatch.setattr("generator.play.series.engines._MOST_SECONDS", 0.2)
    no_answer = pytest.raises(GeneratorError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9")
    with no_answer, open_engine("tcp://127.0.0.1:9", processes=1):
        pass
    monkeypatch.setitem(sys.modules, "distributed", None)
    not_installed = pytest.raises(GeneratorError, match="--on dask needs distributed, which is not installed")
    with not_installed, open_engine("dask", processes=1):
        pass


class LostClient:
    """A client of Dask whose scheduler was lost: it cancels all tasks, and answers no question."""

    def __init__(self, *, is_silent: bool) -> None:
        self._is_silent = is_silent

    def get_executor(self, **_: object) -> "LostClient":
        return self

    def nthreads(self) -> dict[str, int]:
        if self._is_silent:
            raise OSError("Timed out trying to connect")
        return {"a": 1}

    def submit(self, *_: object) -> Future[Batch]:
        future: Future[Batch] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future

    def shutdown(self, *, wait: bool) -> None:
        assert not wait


@pytest.mark.parametrize("is_silent", [False, True])
def test_a_lost_scheduler_is_one_message(is_silent: bool) -> None:
    """Whether the client notices it at a question or by its tasks."""
    lost = pytest.raises(GeneratorError, match="the scheduler of the Dask cluster was lost")
    with lost, closing(Dask(LostClient(is_silent=is_silent))) as engine:
        for _ in hand_out(pox(), LOT, SPANS, engine):
            pass
