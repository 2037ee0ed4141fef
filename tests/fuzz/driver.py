"""Running fuzz workers in sequence: if a trial kills its worker, a new worker starts with the next trial."""

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
"""Maximum number of lost workers; more means that something else is wrong."""


def fuzz(
    seed: int, *, seconds: float, keep: Path, work: Work = work, most_lost: int = MOST_LOST
) -> Counter[str]:
    """Run trials for some seconds; return the number of finds by cause."""
    finds = _Finds(seed, keep)
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end and finds.lost < most_lost:
        number = _run_worker(seed, number, end, finds, work) + 1
    print(f"{number} files, {finds.causes.total()} finds of {len(finds.causes)} causes")
    return finds.causes


def _run_worker(seed: int, number: int, end: float, finds: "_Finds", work: Work) -> int:
    """Run a worker that begins with a trial; return the number of its last trial."""
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
                received = receiver.recv()
                if isinstance(received, int):
                    number = received
                elif received is not None:
                    finds.add(received)
        except EOFError:
            finds.add_lost(number, "the process ended")
        finally:
            process.kill()
            process.join()
            receiver.close()
    return number


class _Finds:
    """Finds by cause: the first file of each is printed, and saved with its traceback."""

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
        """Record a trial that killed its worker."""
        self.lost += 1
        with tempfile.TemporaryDirectory() as folder:
            case, content, _ = draw(Workspace(Path(folder)), self._seed, number)
            self.add(Find(number, str(case.file.relative_to(folder)), content, why))
