"""Whatever happens while files are written, old files stay, and nothing half written is left."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import Result

from generator.make import pipeline
from generator.make.jobs import files
from generator.make.jobs import files as layouts
from tests.processes import unmeasured_environment
from tests.waiting import NEVER, wait_until

Petri = Callable[..., Result]

OLD = "an older build"


def fill_output(folder: Path) -> Path:
    """The output folder as an earlier build has left it."""
    output = folder / "output" / "tiny-game"
    output.mkdir(parents=True)
    for name in ("sheet-en-a4.pdf", "sheet-en-a4.svg", "rules-en-a4-1.svg"):
        (output / name).write_text(OLD)
    return output


def check_untouched(output: Path) -> None:
    names = {"sheet-en-a4.pdf", "sheet-en-a4.svg", "rules-en-a4-1.svg"}
    assert {path.name for path in output.iterdir()} == names
    assert all(path.read_text() == OLD for path in output.iterdir())


def start_petri(*words: str, folder: Path, most_bytes: int = -1) -> subprocess.Popen[str]:
    """The real program in a process of its own; no file that it writes may be larger than `most_bytes`."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most_bytes}, {most_bytes}))"
    program = f"{limit}; from generator.cli.app import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        cwd=folder,
        env=unmeasured_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("out", ["taken", "taken/deeper", "/dev/null", "/dev/null/deeper"])
def test_a_file_where_the_folder_should_be(petri: Petri, tiny_game: Path, tmp_path: Path, out: str) -> None:
    """The path and the reason are told."""
    (tmp_path / "taken").write_text("mine")
    done = petri("make", "tiny_game", "--out", out)
    assert done.exit_code == 1
    assert out in done.stderr
    assert "a file, not a folder" in done.stderr
    assert (tmp_path / "taken").read_text() == "mine"


@pytest.mark.posix("folders that nobody may write to")
def test_a_folder_that_cannot_be_made(petri: Petri, tiny_game: Path) -> None:
    """/proc takes no folders, not even from the system's administrator."""
    done = petri("make", "tiny_game", "--out", "/proc/petri")
    assert done.exit_code == 1
    assert "/proc/petri" in done.stderr


def test_a_folder_that_may_not_be_written(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A folder without the right to write is told as such."""
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o555)
    if os.access(locked, os.W_OK):
        pytest.skip("the system's administrator may write everywhere")
    done = petri("make", "tiny_game", "--out", "locked")
    assert done.exit_code == 1
    assert "permission denied" in done.stderr


def test_a_folder_that_may_not_be_read(
    petri: Petri, tiny_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of somebody else, whose older pages cannot be listed, is named."""
    output = fill_output(tmp_path)

    def refuse(folder: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", refuse)
    done = petri("make", "tiny_game", "--to", "svg")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == ["output/tiny-game: permission denied"]
    monkeypatch.undo()
    check_untouched(output)


def test_a_right_that_is_missing_anywhere_is_one_line(
    petri: Petri, tiny_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever file or folder the system keeps from us, it is named, without a traceback."""

    def refuse(*given: object, **named: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "some/folder")

    monkeypatch.setattr(layouts, "lay_out_chunks", refuse)
    done = petri("make", "tiny_game")
    assert done.exit_code == 1
    assert done.stderr == "some/folder: permission denied\n"


def test_a_name_that_is_too_long(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A folder whose name no system takes is told before anything is written."""
    done = petri("make", "tiny_game", "--out", "o" * 300)
    assert done.exit_code == 1
    assert "the file name is too long" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["tiny_game"]


@pytest.mark.parametrize("whole_files", [0, 1, 2, 3])
def test_a_disk_that_fills_up(
    petri: Petri, tiny_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole_files: int
) -> None:
    """ENOSPC in the middle of any file of the run leaves the whole earlier build."""
    output = fill_output(tmp_path)
    write_bytes = Path.write_bytes
    written = 0

    def write(self: Path, data: bytes) -> int:
        nonlocal written
        written += 1
        if written <= whole_files:
            return write_bytes(self, data)
        write_bytes(self, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", write)
    done = petri("make", "tiny_game", "--to", "pdf,svg")
    assert done.exit_code == 1
    assert "the disk is full" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    check_untouched(output)


def test_a_file_larger_than_the_system_allows(tiny_game: Path, tmp_path: Path) -> None:
    """A real limit of the system, in a real process: one line, exit code 1, the earlier build whole."""
    output = fill_output(tmp_path)
    process = start_petri("make", "tiny_game", folder=tmp_path, most_bytes=2000)
    told = process.communicate(timeout=NEVER)[1]
    assert process.returncode == 1
    assert told.splitlines() == ["output/tiny-game/sheet-en-a4.pdf: the file exceeds the size limit"]
    check_untouched(output)


@pytest.mark.parametrize(
    ("module", "step"), [(layouts, "lay_out_chunks"), (pipeline, "JobFiles"), (files, "find_pages")]
)
def test_an_interrupt_at_each_step(
    petri: Petri,
    tiny_game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    step: str,
) -> None:
    """Ctrl-C while the second part is laid out or written: exit code 130, the earlier build whole."""
    output = fill_output(tmp_path)
    real: Callable[..., object] = getattr(module, step)
    calls = 0

    def interrupted(*given: object, **named: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return real(*given, **named)

    monkeypatch.setattr(module, step, interrupted)
    done = petri("make", "tiny_game", "--to", "pdf,svg")
    assert calls == 2
    assert done.exit_code == 130
    assert done.stderr == "stopped; no incomplete files were left\n"
    check_untouched(output)


@pytest.mark.posix("these signals")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_signal_in_the_middle(
    tiny_game: Path, tmp_path: Path, number: signal.Signals, code: int, jobs: str
) -> None:
    """Real processes, stopped while they write hundreds of pages, tidy up behind themselves."""
    output = fill_output(tmp_path)
    words = ("make", "tiny_game", "--part", "sheet", "--to", "svg", "--copies", "1000")
    process = start_petri(*words, "--locale", "en,es", "--jobs", jobs, folder=tmp_path)
    wait_until(lambda: any(path.suffix == ".part" for path in output.iterdir()))
    process.send_signal(number)
    told = process.communicate(timeout=NEVER)[1]
    assert process.returncode == code, told
    assert "Traceback" not in told
    check_untouched(output)


@pytest.mark.posix("pipes and devices")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [["list"], ["--help"], ["schema", "sheet"]])
def test_an_output_that_is_full(words: list[str]) -> None:
    """`petri list > file` on a full disk is one line, not a traceback."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "generator", *words],
            cwd=Path(__file__).parents[2],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """`petri schema sheet | head -1` says nothing of a broken pipe."""
    process = start_petri("schema", "sheet", folder=tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    process.wait(timeout=NEVER)


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
def test_closed_streams(tiny_game: Path, tmp_path: Path, closed: tuple[int, ...]) -> None:
    """`petri make >&-`, or in a job without any of them: what was asked for is made, in its own file."""
    program = "import os, sys\n"
    program += "".join(f"os.close({descriptor})\n" for descriptor in closed)
    program += "os.execv(sys.executable, [sys.executable, '-m', 'generator', *sys.argv[1:]])"
    for words in (["make", "tiny_game", "--part", "sheet"], ["walk", "pox", "--players", "Ana"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        assert done.returncode == 0
        assert b"Traceback" not in done.stdout + done.stderr
    assert (tmp_path / "output/tiny-game/sheet-en-a4.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "pox-walk.yaml").read_text("utf-8").startswith("game: pox\nplayers: [Ana]\n")


def test_a_killed_run_leaves_nothing_for_ever(tiny_game: Path, tmp_path: Path) -> None:
    """What `kill -9` leaves beside the files, the next run removes."""
    output = fill_output(tmp_path)
    process = start_petri(
        "make", "tiny_game", "-p", "sheet", "--to", "svg", "--copies", "1000", folder=tmp_path
    )
    wait_until(lambda: any(path.suffix == ".part" for path in output.iterdir()))
    process.kill()
    process.communicate(timeout=NEVER)
    assert any(path.suffix == ".part" for path in output.iterdir())
    again = start_petri("make", "tiny_game", "-p", "sheet", folder=tmp_path)
    assert again.communicate(timeout=NEVER)[1] == ""
    assert not any(path.suffix == ".part" for path in output.iterdir())


@pytest.mark.posix("pipes and devices")
def test_the_table_and_the_games_in_one_output(tmp_path: Path) -> None:
    """`--csv /dev/stdout > file` writes the games behind the table, and keeps both."""
    words = ["simulate", "pox", "-n", "1", "--players", "2", "--csv", "/dev/fd/1"]
    with (tmp_path / "all.txt").open("w") as file:
        done = subprocess.run(
            [sys.executable, "-m", "generator", *words], cwd=Path(__file__).parents[2], stdout=file
        )
    lines = (tmp_path / "all.txt").read_text("utf-8").splitlines()
    assert done.returncode == 0
    assert lines[0].startswith("players ")
    assert lines[-1].startswith("2,")
    assert [path.name for path in tmp_path.iterdir()] == ["all.txt"]


def test_the_table_is_not_read_and_the_games_are_kept(tmp_path: Path) -> None:
    """`petri simulate --csv FILE | head -1` writes the file."""
    process = start_petri("simulate", "pox", "-n", "1", "--csv", "games.csv", folder=tmp_path)
    assert process.stdout is not None
    process.stdout.close()
    process.wait(timeout=NEVER)
    assert (tmp_path / "games.csv").is_file()
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
