"""`make fuzz`: changes files of every kind at random, and keeps those that give anything but our errors."""

import argparse
import tempfile
import time
from pathlib import Path

from tests.fuzz.driver import fuzz
from tests.fuzz.worker import try_one
from tests.fuzz.workspace import Workspace


def main() -> int:
    """1 where anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long [default: 60]")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the same files for the same seed")
    parser.add_argument("--only", type=int, help="run this one trial and print its traceback")
    parser.add_argument("--keep", type=Path, default=Path("output/fuzz"), help="folder for what is found")
    given = parser.parse_args()
    if given.only is not None:
        return _try_again(given.seed, given.only)
    print(f"seed {given.seed}, {given.seconds:.0f} s", flush=True)
    return 1 if fuzz(given.seed, seconds=given.seconds, keep=given.keep.absolute()) else 0


def _try_again(seed: int, number: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        find = try_one(Workspace(Path(folder)), seed, number)
    print(f"{find.file}\n{find.traceback}" if find else "nothing was found")
    return 1 if find else 0


if __name__ == "__main__":
    raise SystemExit(main())
