"""Several processes share the jobs of a run: the same files, errors, and warnings as one makes."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from generator.errors import DataError, GeneratorError, LayoutError, OutputError, PrintWarning, Problem
from generator.make.jobs import processes as module
from generator.make.jobs.jobs import Choices, Job
from generator.make.jobs.processes import share
from generator.make.pipeline import Builder, make
from generator.make.runs import find_destination, plan_run
from generator.model.printing.printing import FileOptions
from generator.output import WriteResult
from generator.read.files.shelf import find_shelf
from tests.processes import unmeasured_environment

UNITS = ((0, 1), (2,), (3, 4, 5), (6,))


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other processes are started at once; afterwards none of them is left."""
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    yield
    assert multiprocessing.active_children() == []


@pytest.fixture(params=["fork", "forkserver", "spawn"])
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with each way to start a process that the system has."""
    name: str = request.param
    if name not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {name}")
    monkeypatch.setattr(module, "START_METHOD", name)
    return name


def square(indexes: Iterable[int]) -> Iterator[tuple[int, int]]:
    for index in indexes:
        yield os.getpid(), index * index


def fail(indexes: Iterable[int]) -> Iterator[int]:
    for index in indexes:
        if index == 3:
            raise OutputError("a.pdf", "the disk is full")
        if index == 6:
            raise ZeroDivisionError
        yield index


def kill_itself(indexes: Iterable[int]) -> Iterator[int]:
    for index in indexes:
        yield index
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.usefixtures("method")
def test_units_are_shared() -> None:
    """Everything is done once, and not by this process; the tasks of a unit are done in order by one."""
    done = [*share(square, UNITS, 3)]
    assert sorted(number for _, number in done) == [index * index for index in range(7)]
    assert os.getpid() not in {process for process, _ in done}
    for unit in UNITS:
        of_unit = [(process, number) for process, number in done if number in {one * one for one in unit}]
        assert [number for _, number in of_unit] == [one * one for one in unit]
        assert len({process for process, _ in of_unit}) == 1


@pytest.mark.parametrize(("units", "processes"), [(UNITS, 1), (UNITS[:1], 8), ((), 2)])
def test_other_processes_are_started_only_if_they_help(
    units: tuple[tuple[int, ...], ...], processes: int
) -> None:
    """One process, or one unit, is this process, in order."""
    indexes = [index for unit in units for index in unit]
    assert [*share(square, units, processes)] == [(os.getpid(), index * index) for index in indexes]


def test_short_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting another process would take as long."""
    monkeypatch.setattr(module, "PATIENCE", 60.0)
    assert {process for process, _ in share(square, UNITS, 8)} == {os.getpid()}


def test_errors_of_a_process_are_raised_here() -> None:
    """Ours as they are; any other with the traceback of the process."""
    with pytest.raises(OutputError, match=r"a\.pdf: the disk is full") as caught:
        list(share(fail, ((3,), (0,)), 2))
    assert type(caught.value) is OutputError
    with pytest.raises(RuntimeError, match=r"(?s)Traceback.*ZeroDivisionError"):
        list(share(fail, ((6,), (0,)), 2))


@pytest.mark.posix("these signals")
def test_a_killed_process_is_reported() -> None:
    """Instead of waiting for it for ever."""
    with pytest.raises(GeneratorError, match="a process was killed"):
        list(share(kill_itself, UNITS, 2))


def test_processes_end_when_nobody_wants_their_work() -> None:
    """Closing is enough, also while they are waiting to hand over."""
    with closing(share(square, tuple((index,) for index in range(100_000)), 2)) as steps:
        next(steps)
        assert len(multiprocessing.active_children()) == 2
    assert multiprocessing.active_children() == []


def test_a_process_ends_with_the_one_that_started_it() -> None:
    """Act like a process whose other end was killed: its pipe has none."""
    before = signal.getsignal(signal.SIGINT)
    pipe, end = multiprocessing.Pipe()
    try:
        module._work(square, end, (pipe,))
    finally:
        signal.signal(signal.SIGINT, before)
    assert pipe.closed


@pytest.mark.parametrize(
    "error",
    [
        LayoutError("a card", "is too wide", over_mm=2.0, paper="A4"),
        OutputError("a.pdf", "the disk is full"),
        DataError([Problem("a.yaml", 1, 2, "x", "is wrong")]),
        PrintWarning("has 90 dpi"),
    ],
)
def test_errors_keep_everything_between_processes(error: GeneratorError) -> None:
    """Their types take different values, and none is made a second time."""
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))


def build(folder: Path, number: int, *games: str, **choices: object) -> tuple[WriteResult, list[str]]:
    """Return the outcome, and the jobs in the order in which they began."""
    coarse = FileOptions(dpi=40, fine=40)
    chosen = Choices(games=games, folder=folder, options=coarse, **choices)
    begun: list[Job] = []
    outcome = make(plan_run(chosen, find_shelf()), report=begun.append, processes=number)
    return outcome, [str(job) for job in begun]


@pytest.mark.usefixtures("method")
def test_any_number_of_processes_makes_the_same_bytes(tiny_game: Path, tmp_path: Path) -> None:
    """Files, stale pages of an earlier build, and jobs that are reported; only their order differs."""
    made = {}
    for number in (1, 3):
        folder = tmp_path / f"by-{number}"
        stale = folder / "tiny-game" / "sheet-en-a4-40dpi-7.svg"
        stale.parent.mkdir(parents=True)
        stale.write_text("old")
        chosen = {"papers": ("a4", "letter"), "formats": ("pdf", "svg", "png")}
        outcome, begun = build(folder, number, str(tiny_game), **chosen)
        assert outcome.removed == (stale,)
        assert sorted(outcome.written) == sorted(path for path in folder.rglob("*") if path.is_file())
        made[number] = (
            {path.relative_to(folder): path.read_bytes() for path in outcome.written},
            sorted(begun),
        )
    assert len(made[1][0]) > 12
    assert made[1] == made[3]


DECK = """\
size: 20 mm x 30 mm
cards: [{id: one}, {id: two}, {id: three}]
template: [{words: {text: "{id}", role: small, box: [3 mm, 3 mm, 14 mm, 9 mm]}}]
"""


def test_faces_are_listed_in_order(tmp_path: Path) -> None:
    """The list of the pictures of all parts does not depend on which process was first."""
    lists, game = [], tmp_path / "game"
    (game / "wording").mkdir(parents=True)
    kit = "id: game\ntitle: Game\nplayers: '2'\nparts: [{deck: a.yaml}, {deck: b.yaml}]\n"
    (game / "kit.yaml").write_text(kit)
    for name in ("a", "b"):
        (game / f"{name}.yaml").write_text(DECK)
    for locale in ("en", "es"):
        (game / "wording" / f"{locale}.yaml").write_text("status: draft\nwords: {a: b}\n")
    for number in (1, 3):
        chosen = {
            "locales": ("en", "es"),
            "papers": ("a4",),
            "destination": find_destination(find_shelf(), "faces"),
        }
        outcome, _ = build(tmp_path / str(number), number, str(game), **chosen)
        lists.append(
            {path.parent.name: path.read_text() for path in outcome.written if path.suffix == ".json"}
        )
    assert len(lists[0]) == 2
    assert lists[0] == lists[1]


def test_files_that_change_meanwhile_are_reported(tiny_game: Path) -> None:
    """A process that reads the game itself finds other jobs, or a file that is invalid now."""
    kit = tiny_game / "kit.yaml"
    written = kit.read_text("utf-8")
    builder = pickle.dumps(Builder(plan_run(Choices(games=(str(tiny_game),)), find_shelf())))
    pickle.loads(builder)(())
    (tiny_game / "wording" / "es.yaml").unlink()
    with pytest.raises(GeneratorError, match="files of a game changed"):
        pickle.loads(builder)(())
    kit.write_text(f"{written}\nbees: 3\n", encoding="utf-8")
    with pytest.raises(DataError, match="bees"):
        pickle.loads(builder)(())


def test_bytes_do_not_depend_on_the_order_of_sets(tiny_game: Path, tmp_path: Path) -> None:
    """Python gives sets of texts another order in each process; files of every format are the same."""
    made = []
    for seed in ("1", "2"):
        words = ("make", tiny_game, "--locale", "all", "--to", "pdf,svg,html,txt,png", "--dpi", "40")
        done = subprocess.run(
            [sys.executable, "-m", "generator", *words, "--out", tmp_path / seed],
            env={**unmeasured_environment(), "PYTHONHASHSEED": seed, "PETRI_CACHE": "off"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        paths = sorted(path for path in (tmp_path / seed).rglob("*") if path.is_file())
        made.append({path.relative_to(tmp_path / seed): path.read_bytes() for path in paths})
    assert len(made[0]) > 12
    assert made[0] == made[1]
