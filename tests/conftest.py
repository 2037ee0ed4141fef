"""What all tests may use: a small game of one's own, and the command line."""

import gc
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from typer.testing import CliRunner, Result

from generator.cli.app import app
from generator.make import sites
from generator.make.jobs import processes
from generator.play.walks import walkthrough
from generator.read.files.shelf import NO_MEMO
from generator.system import IS_WINDOWS
from tests import shipped
from tests.given_values import watch_values
from tests.samples import count_examples, proves_all

Petri = Callable[..., Result]

# Where the tests are started in the background, or by nohup, these signals are ignored, and would be in all
# that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("SIGHUP", "SIGTERM", "SIGQUIT"):
    if number := getattr(signal, name, None):
        signal.signal(number, signal.SIG_DFL)


KEPT = ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT")
KEPT_FAMILIES = ("PYTEST_", "COV_", "COVERAGE_", "PETRI_PROOF", "PETRI_BROWSER")
"""Variables of the environment that tests may see: the rest of a machine, or a user, changes no result."""


def pytest_configure(config: pytest.Config) -> None:
    """All processes of a run have an environment, a home, a cache, and settings of the run alone."""
    os.umask(0o022)
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    folder = tempfile.mkdtemp(prefix="petri-tests-")
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    for name in [*os.environ]:
        if not (proves_all() or name.upper() in KEPT or name.startswith(KEPT_FAMILIES)):
            del os.environ[name]
    os.environ |= {"LANG": "C.UTF-8", "TZ": "UTC", "TERM": "dumb", "HOME": folder}
    os.environ |= {"PETRI_CACHE": f"{folder}/cache", "PETRI_SETTINGS": f"{folder}/settings"}
    if not proves_all():
        os.environ["PYTHONHASHSEED"] = "0"
    if hasattr(time, "tzset"):
        time.tzset()


SLOW = Path(__file__).with_name("slow.txt")
"""The tests that `make quick` leaves out; `make durations` writes it."""
LONGEST = 0.1
"""Seconds that a part of a test may take in `make quick`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-starts", action="store_true", help="write tests/cli/start_imports.yaml anew")
    parser.addoption("--write-slow", action="store_true", help=f"write {SLOW.name} from how long tests take")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without searches for garbage: there is none among a hundred thousand new objects."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that are listed in slow.txt are marked as slow; those marked `posix` are skipped on Windows."""
    slow = {*SLOW.read_text("utf-8").split()}
    for item in items:
        mark = item.get_closest_marker("posix")
        if mark and IS_WINDOWS:
            item.add_marker(pytest.mark.skip(reason=f"Windows has no {mark.args[0]}"))
        if item.nodeid.partition("[")[0] in slow:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Tests themselves are not searched for garbage; what they leave behind, hardly ever.

    Most of it is kept for later tests: searches as often as in a run of `petri` take a twentieth of the time.
    Each worker collects all tests, also those that another one runs: none may read a game meanwhile.
    """
    if shipped.kit.cache_info().misses:
        raise pytest.UsageError("a game was read while tests were collected: parametrize without games")
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000_000, 20, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write which tests have a case that takes long here."""
    if config.getoption("--write-slow"):
        reports = [one for some in terminalreporter.stats.values() for one in some]
        long = [one for one in reports if isinstance(one, pytest.TestReport) and one.duration >= LONGEST]
        names = sorted({one.nodeid.partition("[")[0] for one in long})
        SLOW.write_text("".join(f"{name}\n" for name in names), "utf-8")
        terminalreporter.write_line(f"{SLOW.name} lists {len(names)} tests")


# The same examples every time, however slow the machine: what fails, fails for everybody.
# PETRI_PROOF=all looks for others.
settings.register_profile(
    "steady",
    derandomize=not proves_all(),
    deadline=None,
    max_examples=count_examples(100),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("steady")


def let_go(raised: tuple[object, ...] | None) -> None:
    """Forget what the functions knew through which an error came.

    An error that is kept knows its functions, one of which knows the error: a game that they have read
    would stay until a search for garbage, which takes seconds.
    """
    if raised and isinstance(raised[-1], TracebackType):
        traceback.clear_frames(raised[-1])


@pytest.fixture(autouse=True, scope="session")
def steady() -> Iterator[None]:
    """Nothing depends on chance, or on how slow the machine is.

    Runs in the process of a test, or of a fixture, start no others. What is made of a file of the shelf stays
    for the next test. Seeds that nobody can predict are always the same, and random numbers without a seed
    are an error. Hypothesis takes no constants of the modules that were imported before: these are others in
    each process. Values of refusals are those of their texts (tests/given_values.py). Searches for garbage
    that are asked for are left out: among all that hundreds of tests keep, one takes seconds.
    """
    start = random.Random.__init__

    def start_with_seed(self: random.Random, x: object = None) -> None:
        caller = sys._getframe(1).f_globals.get("__name__", "")
        assert x is not None or not caller.startswith(("tests.", "generator.")), "Random() needs a seed"
        start(self, x)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(NO_MEMO, "__class__", shipped.ShelfMemo)
        patched.setattr(sites, "make_web_font", shipped.cut_web_font)
        patched.setattr(processes, "PATIENCE", inf)
        patched.setattr(gc, "collect", lambda *_: 0)
        if not proves_all():
            patched.setattr(providers, "_get_local_constants", providers.Constants, raising=False)
        patched.setattr(walkthrough, "SystemRandom", lambda: random.Random(1))
        patched.setattr(random.Random, "__init__", start_with_seed)
        watch_values(patched)
        expected = type(pytest.raises(KeyboardInterrupt))
        leave = expected.__exit__

        def leave_and_let_go(self: Any, *raised: Any) -> bool:
            try:
                return bool(leave(self, *raised))
            finally:
                let_go(raised)

        patched.setattr(expected, "__exit__", leave_and_let_go)
        yield


@pytest.fixture
def tiny_game(tmp_path: Path) -> Path:
    """A copy of the smallest game, to be changed at will, in the test's own folder."""
    return Path(shutil.copytree(Path(__file__).parent / "tiny_game", tmp_path / "tiny_game"))


@pytest.fixture
def petri(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Petri:
    """Runs `petri` with these words in the test's own folder; what is no GeneratorError comes through."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str | Path, typed: str = "") -> Result:
        done = CliRunner().invoke(app, [str(word) for word in words], input=typed, catch_exceptions=False)
        let_go(done.exc_info)
        return done

    return run
