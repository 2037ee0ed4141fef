"""How busy workers are while they play, two processes and two of Dask, and how long they take to start.

Busy is the time that games take, divided by the time that the workers are there, from when each has finished
a task. It does not depend on what else the machine does, as long as that disturbs all of the time alike.

    python benchmarks/workers.py --games 20000
"""

import argparse
from collections.abc import Sequence
from time import perf_counter

from generator.play.series.engines import Lot, hand_out, open_engine, pack_series
from generator.play.series.series import GameSetting, Series
from generator.read.cached import read_cached_game
from generator.read.files.shelf import find_shelf

WORKERS = 2
ENGINES = {"2 processes": "", "Dask, 2 workers": "dask"}


def measure(series: Series, on: str) -> tuple[float, float, int]:
    """Seconds until each worker has finished a task, the share of time that they play then, and tasks."""
    began = perf_counter()
    ready = busy = 0.0
    tasks = 0
    with open_engine(on, processes=WORKERS) as engine:
        for batch in hand_out(series, Lot((0,)), [(0, series.games)], engine):
            now = perf_counter()
            # Games that this process plays before others are there are short batches.
            is_here = not on and now - began < 2.0
            tasks += not is_here
            if is_here or tasks <= WORKERS * 2:
                ready = now
            else:
                busy += batch.seconds
        ended = perf_counter()
        return ready - began, busy / (WORKERS * (now - ready)) if ended > ready else 0.0, tasks


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=20_000)
    games = parser.parse_args(words).games
    kit, _ = read_cached_game(find_shelf().find_game("pox"), shelf=find_shelf(), locales=["en"])
    series = Series(kit, (GameSetting(2),), games, policy="greedy")
    print(f"POX, greedy, {games:,} games; {len(pack_series(series)):,} bytes go with each task")
    for name, on in ENGINES.items():
        started, share, tasks = measure(series, on)
        print(f"{name}: ready after {started:.1f} s, then busy for {share:.1%} of the time, {tasks} tasks")


if __name__ == "__main__":
    main()
