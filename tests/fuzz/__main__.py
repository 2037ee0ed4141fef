"""`make fuzz`: changes files of every kind at random, and keeps those that give anything but our errors."""

import argparse
import logging
import tempfile
import time
from pathlib import Path

from tests.fuzz.driver import fuzz
from tests.fuzz.projects import PROJECTS, ProjectSpace
from tests.fuzz.worker import try_one
from tests.fuzz.workspace import Workspace


def main() -> int:
    """1 where anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long [default: 60]")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the same files for the same seed")
    parser.add_argument("--only", type=int, help="run this one trial and print its traceback")
    parser.add_argument("--keep", type=Path, default=Path("output/fuzz"), help="folder for what is found")
    names = (*PROJECTS, "all")
    parser.add_argument("--imports", choices=names, help="projects of other tools, which are imported")
    parser.add_argument("--trials", type=int, default=1000, help="number for each format [default: 1000]")
    given = parser.parse_args()
    if given.imports:
        formats = tuple(PROJECTS) if given.imports == "all" else (given.imports,)
        return max([_try_imports(name, given.seed, given.trials, given.only) for name in formats])
    if given.only is not None:
        return _try_again(given.seed, given.only)
    print(f"seed {given.seed}, {given.seconds:.0f} s", flush=True)
    return 1 if fuzz(given.seed, seconds=given.seconds, keep=given.keep.absolute()) else 0


def _try_imports(name: str, seed: int, trials: int, only: int | None) -> int:
    """Return 1 if an import of a changed project ends in anything but a deck or one of our errors."""
    logging.disable()
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        space = ProjectSpace(Path(folder), (name,))
        for number in range(trials) if only is None else (only,):
            if find := try_one(space, seed, number, seconds=60):
                found += 1
                print(f"{name}: --seed {seed} --only {number}: {find.file}\n{find.traceback}", flush=True)
    print(f"{name}: {trials if only is None else 1} files, {found} finds", flush=True)
    return 1 if found else 0


def _try_again(seed: int, number: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        find = try_one(Workspace(Path(folder)), seed, number)
    print(f"{find.file}\n{find.traceback}" if find else "nothing was found")
    return 1 if find else 0


if __name__ == "__main__":
    raise SystemExit(main())
