"""Workers one after the other: where a trial ends one, the next begins with the trial after it."""

import tempfile
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path

from tests.fuzz.worker import SECONDS, Find, draw, work
from tests.fuzz.workspace import Workspace

Work = Callable[[Connection, Path, int, int], None]


MOST_LOST = 20
"""Workers; where more are lost, something else is wrong."""


def fuzz(
    seed: int, *, seconds: float, keep: Path, work: Work = work, most_lost: int = MOST_LOST
) -> Counter[str]:
    """Run trials for so long; how many finds each cause has."""
    finds = _Finds(seed, keep)
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end and finds.lost < most_lost:
        number = _run_worker(seed, number, end, finds, work) + 1
    print(f"{number} files, {finds.causes.total()} finds of {len(finds.causes)} causes")
    return finds.causes


def _run_worker(seed: int, number: int, end: float, finds: "_Finds", work: Work) -> int:
    """The number of the last trial of a worker."""
    receiver, sender = Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        process = get_context("spawn").Process(target=work, args=(sender, Path(folder), seed, number))
        process.start()
        sender.close()
        try:
            while (left := end - time.monotonic()) > 0:
                if not receiver.poll(min(left, 3 * SECONDS)):
                    if left > 3 * SECONDS:
                        finds.add_lost(number, "no answer")
                    break
                told = receiver.recv()
                if isinstance(told, int):
                    number = told
                elif told is not None:
                    finds.add(told)
        except EOFError:
            finds.add_lost(number, "the process ended")
        finally:
            process.kill()
            process.join()
            receiver.close()
    return number


class _Finds:
    """What was found: the first file of each cause is printed, and kept with its traceback."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._seed = seed
        self._folder = folder
        self.causes: Counter[str] = Counter()
        self.lost = 0

    def add(self, find: Find) -> None:
        self.causes[find.cause] += 1
        if self.causes[find.cause] > 1:
            return
        place = self._folder / f"{self._seed}-{find.number}"
        place.mkdir(parents=True, exist_ok=True)
        (place / Path(find.file).name).write_bytes(find.content)
        again = f"python -m tests.fuzz --seed {self._seed} --only {find.number}"
        (place / "traceback.txt").write_text(f"{find.file}\n{again}\n\n{find.traceback}\n", encoding="utf-8")
        print(f"{find.file}: {find.cause}\n    {place}; {again}", flush=True)

    def add_lost(self, number: int, why: str) -> None:
        """A trial that its worker did not survive."""
        self.lost += 1
        with tempfile.TemporaryDirectory() as folder:
            case, content, _ = draw(Workspace(Path(folder)), self._seed, number)
            self.add(Find(number, str(case.file.relative_to(folder)), content, why))
