"""The harness: good files pass, the same seed gives the same files, and what breaks is found."""

import os
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest

from generator.errors import DataError
from tests.fuzz.driver import fuzz
from tests.fuzz.mutations import STRUCTURES, change
from tests.fuzz.projects import ProjectSpace
from tests.fuzz.worker import draw, try_one
from tests.fuzz.workspace import Case, Workspace, run_case
from tests.samples import count_examples
from tests.waiting import NEVER, pause


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return Workspace(tmp_path_factory.mktemp("fuzz"))


def plant(workspace: Workspace, case: Case) -> Workspace:
    """The same workspace with nothing but one case."""
    planted = object.__new__(Workspace)
    planted.folder, planted.cases = workspace.folder, (case,)
    return planted


def test_good_files_pass(workspace: Workspace) -> None:
    """Of each kind of file one case runs without an error, so that changed files come as far."""
    kinds = {case.file.suffixes[-1]: case for case in sorted(workspace.cases, key=lambda case: case.weight)}
    assert {".yaml", ".csv", ".svg", ".png", ".ttf", ".geojson", ".po", ".txt"} <= set(kinds)
    for case in kinds.values():
        case.run(Random(1))


@pytest.mark.parametrize("name", ["nandeck", "rpg_cards", "cardmaker", "cardpen", "svg", "countersheets"])
def test_changed_projects_of_other_tools(tmp_path: Path, name: str) -> None:
    """A sample of `python -m tests.fuzz --imports`: a deck or an error, and no file beside the folder."""
    space = ProjectSpace(tmp_path, (name,))
    for case in space.cases:
        case.run(Random(1))
    for number in range(count_examples(3)):
        find = try_one(space, 30, number)
        assert find is None, find.traceback


def test_the_same_seed_makes_the_same_files(workspace: Workspace) -> None:
    """Case, content and chance; another number or seed makes others."""
    drawn = [draw(workspace, 5, number) for number in range(40)]
    again = [draw(workspace, 5, number) for number in range(40)]
    assert [(one[0].file, one[1]) for one in drawn] == [(one[0].file, one[1]) for one in again]
    assert drawn[7][2].random() == again[7][2].random()
    assert [one[1] for one in drawn] != [draw(workspace, 6, number)[1] for number in range(40)]


@pytest.mark.parametrize("suffix", [*STRUCTURES, ".po"])
def test_files_of_every_kind_are_changed(workspace: Workspace, suffix: str) -> None:
    """Most changes change something, and some leave a file that can be read."""
    case = next(case for case in workspace.cases if case.file.suffix == suffix)
    good = case.file.read_bytes()
    changed = [change(good, suffix, Random(number)) for number in range(30)]
    assert sum(one != good for one in changed) > 20


def test_what_breaks_is_found(workspace: Workspace) -> None:
    """A bug and an endless loop are found with their traceback, our errors are none, and files stay good."""
    file = workspace.folder / "es.po"
    good = file.read_bytes()
    seen = []

    def fail(_chance: Random) -> None:
        seen.append(file.read_bytes())
        raise ZeroDivisionError("planted")

    case = Case(file, fail, 1)
    find = try_one(plant(workspace, case), 1, 2)
    assert find is not None
    assert (find.number, find.file, find.content) == (2, "es.po", seen[0])
    assert "ZeroDivisionError: planted" in find.traceback
    slow = try_one(plant(workspace, replace(case, run=lambda _: pause(NEVER))), 1, 2, seconds=0.05)
    assert slow is not None
    assert "TooSlow" in slow.traceback

    def refuse(_chance: Random) -> None:
        raise DataError([])

    with pytest.raises(AssertionError):
        run_case(replace(case, run=refuse), good, Random(1))
    assert file.read_bytes() == good


def die(connection: Connection, _folder: Path, _seed: int, number: int) -> None:
    """A worker that does not survive its first trial."""
    connection.send(number)
    os._exit(9)


def test_a_lost_worker_is_found(tmp_path: Path) -> None:
    """The file of the trial that ended its process is kept, and the next one follows in a new process."""
    causes = fuzz(1, seconds=100, keep=tmp_path, work=die, most_lost=2)
    assert causes == {"the process ended ()": 2}
    assert {path.name for path in (tmp_path / "1-0").iterdir()} > {"traceback.txt"}
