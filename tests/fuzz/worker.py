"""Trials in a process of its own, bounded in time and memory; each is known by its seed and number."""

import logging
import os
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import FrameType
from typing import Protocol

import pytest

from tests.fuzz.mutations import change
from tests.fuzz.workspace import Case, Workspace, run_case

resource = pytest.importorskip("resource", reason="workers are limited on systems with POSIX")


class Space(Protocol):
    """A folder with files that may be changed."""

    folder: Path

    def choose(self, chance: Random) -> Case:
        """Return the same case for the same seed."""


SECONDS = 20
"""Of one trial: a page of a board takes half a second."""

MEMORY = 3 * 1024**3


class TooSlow(BaseException):
    """A trial that takes too long; no GeneratorError, and nothing that code would catch."""


@dataclass(frozen=True)
class Find:
    """A file that broke something."""

    number: int
    file: str
    """Within the workspace."""
    content: bytes
    traceback: str

    @property
    def cause(self) -> str:
        """The last line of ours in the traceback, and the exception: the same for each file that shows it."""
        lines = [line.strip() for line in self.traceback.strip().split("\n")]
        places = [line for line in lines if line.startswith("File") and "/generator/" in line]
        place = places[-1].rpartition("/generator/")[2] if places else ""
        return f"{lines[-1].partition(':')[0]} ({place})"


def draw(workspace: Space, seed: int, number: int) -> tuple[Case, bytes, Random]:
    """The file of a trial, its content, and what is left of chance."""
    chance = Random(f"{seed}:{number}")
    case = workspace.choose(chance)
    return case, change(case.file.read_bytes(), case.file.suffix, chance), chance


def try_one(workspace: Space, seed: int, number: int, *, seconds: float = SECONDS) -> Find | None:
    """What a trial found."""
    case, content, chance = draw(workspace, seed, number)
    try:
        with _limited(seconds):
            run_case(case, content, chance)
    except (Exception, TooSlow):
        return Find(number, str(case.file.relative_to(workspace.folder)), content, traceback.format_exc())
    return None


def work(connection: Connection, folder: Path, seed: int, number: int) -> None:
    """One trial after the other, until the process is ended: each number, then what it found."""
    logging.disable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(folder)
    workspace = Workspace(folder)
    while True:
        connection.send(number)
        connection.send(try_one(workspace, seed, number))
        number += 1


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow(f"longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
