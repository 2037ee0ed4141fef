"""Files are put in place together or not at all."""

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from generator.errors import OutputError
from generator.output import Staging, append, write_new
from tests.processes import unmeasured_environment
from tests.waiting import NEVER


def stage(staging: Staging, place: Path, text: str) -> None:
    staging.write(place, text.encode())


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_files_appear_only_at_the_commit(tmp_path: Path) -> None:
    """Before the commit no file is to be seen at its place, after it all are, and nothing else."""
    with Staging() as staging:
        stage(staging, tmp_path / "out" / "a.pdf", "a")
        stage(staging, tmp_path / "out" / "b.pdf", "bb")
        assert not (tmp_path / "out" / "a.pdf").exists()
        outcome = staging.commit()
    assert names(tmp_path / "out") == {"a.pdf", "b.pdf"}
    assert outcome.written == (tmp_path / "out" / "a.pdf", tmp_path / "out" / "b.pdf")
    assert outcome.bytes == 3


def test_same_bytes_are_not_touched(tmp_path: Path) -> None:
    """A file that is there with the same bytes keeps its time and is told as unchanged."""
    (tmp_path / "a.pdf").write_text("same")
    (tmp_path / "b.pdf").write_text("old")
    os.utime(tmp_path / "a.pdf", (1, 1))
    with Staging() as staging:
        stage(staging, tmp_path / "a.pdf", "same")
        stage(staging, tmp_path / "b.pdf", "new")
        outcome = staging.commit()
    assert outcome.unchanged == (tmp_path / "a.pdf",)
    assert outcome.written == (tmp_path / "b.pdf",)
    assert (tmp_path / "a.pdf").stat().st_mtime == 1
    assert names(tmp_path) == {"a.pdf", "b.pdf"}


def test_stale_pages_go_with_the_commit_and_not_before(tmp_path: Path) -> None:
    """A page of an earlier, longer build is removed once the new ones stand, never when the run fails."""
    stale = tmp_path / "rules-2.svg"
    stale.write_text("old")
    with pytest.raises(RuntimeError), Staging() as staging:
        stage(staging, tmp_path / "rules.svg", "new")
        staging.drop((stale,))
        raise RuntimeError
    assert names(tmp_path) == {"rules-2.svg"}
    with Staging() as staging:
        stage(staging, tmp_path / "rules.svg", "new")
        staging.drop((stale,))
        assert staging.commit().removed == (stale,)
    assert names(tmp_path) == {"rules.svg"}


def test_a_page_that_was_written_is_not_stale(tmp_path: Path) -> None:
    """What this run writes stays, even when a part named it as stale."""
    with Staging() as staging:
        stage(staging, tmp_path / "rules.svg", "new")
        staging.drop((tmp_path / "rules.svg",))
        assert staging.commit().removed == ()
    assert names(tmp_path) == {"rules.svg"}


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, RuntimeError])
def test_any_end_leaves_old_files_and_no_new_ones(tmp_path: Path, error: type[BaseException]) -> None:
    """After an interrupt or a bug old files are as they were; new files and folders are gone."""
    (tmp_path / "a.pdf").write_text("old")
    with pytest.raises(error), Staging() as staging:
        stage(staging, tmp_path / "a.pdf", "new")
        stage(staging, tmp_path / "deep" / "er" / "b.pdf", "new")
        raise error
    assert names(tmp_path) == {"a.pdf"}
    assert (tmp_path / "a.pdf").read_text() == "old"


def write_half(self: Path, data: bytes) -> int:
    with self.open("wb") as stream:
        stream.write(data[: len(data) // 2])
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ENOSPC in the middle of writing becomes an OutputError of the file, with nothing left behind."""
    (tmp_path / "b.pdf").write_text("old")
    with pytest.raises(OutputError, match=r"b\.pdf: the disk is full"), Staging() as staging:
        stage(staging, tmp_path / "a.pdf", "new")
        monkeypatch.setattr(Path, "write_bytes", write_half)
        stage(staging, tmp_path / "b.pdf", "new")
    assert names(tmp_path) == {"b.pdf"}
    assert (tmp_path / "b.pdf").read_text() == "old"


def test_an_interrupt_in_the_middle_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A half written file is removed; it was never seen at its place."""

    def interrupt(self: Path, data: bytes) -> int:
        with self.open("wb") as stream:
            stream.write(data[:1])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupt)
    with pytest.raises(KeyboardInterrupt), Staging() as staging:
        stage(staging, tmp_path / "out" / "a.pdf", "new")
    assert names(tmp_path) == set()


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    """A file where the output folder should be, or above it, is named as the reason."""
    (tmp_path / "out").write_text("")
    for place in (tmp_path / "out" / "a.pdf", tmp_path / "out" / "deep" / "a.pdf"):
        with pytest.raises(OutputError, match="is a file, not a folder"), Staging() as staging:
            stage(staging, place, "new")
    assert (tmp_path / "out").read_text() == ""


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    """A folder that has the name of the file is told before anything is put in place."""
    (tmp_path / "a.pdf").mkdir()
    with pytest.raises(OutputError, match="a folder with this name"), Staging() as staging:
        stage(staging, tmp_path / "a.pdf", "new")
    assert names(tmp_path) == {"a.pdf"}


@pytest.mark.parametrize("place", [Path("x" * 300 + ".pdf"), Path("y" * 300, "a.pdf")])
def test_a_name_too_long_for_the_system(tmp_path: Path, place: Path) -> None:
    """It is told before anything is put in place, though the name written aside is short."""
    with pytest.raises(OutputError, match="the file name is too long"), Staging() as staging:
        stage(staging, tmp_path / place, "new")
    assert names(tmp_path) == set()


def test_two_parts_cannot_share_a_file(tmp_path: Path) -> None:
    """The second writer of a file is refused: one of the two would be lost in silence."""
    with pytest.raises(OutputError, match="two parts"), Staging() as staging:
        stage(staging, tmp_path / "a.pdf", "one")
        stage(staging, tmp_path / "a.pdf", "two")
    assert names(tmp_path) == set()


@pytest.mark.posix("these signals")
def test_an_interrupt_waits_for_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while files are put in place is heard after the last of them stands."""
    replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        os.kill(os.getpid(), signal.SIGINT)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt), Staging() as staging:
        stage(staging, tmp_path / "a.pdf", "a")
        stage(staging, tmp_path / "b.pdf", "b")
        staging.commit()
    assert names(tmp_path) == {"a.pdf", "b.pdf"}


def pour(place: Path, data: bytes) -> None:
    with Staging() as staging:
        staging.write(place, data)
        staging.commit()


@pytest.mark.posix("pipes and devices")
def test_a_pipe_is_written_and_stays_a_pipe(tmp_path: Path) -> None:
    """A named pipe gets the bytes when the run is done; no file takes its place."""
    place = tmp_path / "pipe"
    os.mkfifo(place)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(place.read_bytes()), daemon=True)
    reader.start()
    for write in (pour, write_new):
        write(place, b"all of it")
        reader.join(NEVER)
        assert read == [b"all of it"]
        assert stat.S_ISFIFO(place.stat().st_mode)
        assert names(tmp_path) == {"pipe"}
        read.clear()
        reader = threading.Thread(target=lambda: read.append(place.read_bytes()), daemon=True)
        reader.start()
    place.write_bytes(b"")


@pytest.mark.posix("pipes and devices")
def test_nothing_is_written_into_a_pipe_by_a_run_that_fails(tmp_path: Path) -> None:
    """What cannot be taken back is written last; a reader who waits is not waited for."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RuntimeError), Staging() as staging:
        staging.write(tmp_path / "pipe", b"new")
        raise RuntimeError


@pytest.mark.posix("pipes and devices")
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    """The null device takes everything; one that is always full is an error that says so."""
    for name, minor in (("null", 3), ("full", 7)):
        try:
            os.mknod(tmp_path / name, 0o600 | stat.S_IFCHR, os.makedev(1, minor))
            (tmp_path / name).open("wb").close()
        except PermissionError:
            pytest.skip("no devices here")
    pour(tmp_path / "null", b"new")
    with pytest.raises(OutputError, match="full: the disk is full"):
        pour(tmp_path / "full", b"new")
    assert all(stat.S_ISCHR(path.stat().st_mode) for path in tmp_path.iterdir())


@pytest.mark.posix("symbolic links")
def test_a_link_keeps_leading_to_its_file(tmp_path: Path) -> None:
    """Its target is replaced, or made; two links to one file are two writers of it."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "real").write_text("old")
    for link, target in (("a", "deep/real"), ("b", "a"), ("c", "deep/new")):
        (tmp_path / link).symlink_to(target)
    for link, real in (("b", "real"), ("c", "new")):
        pour(tmp_path / link, link.encode())
        assert (tmp_path / link).is_symlink()
        assert (tmp_path / "deep" / real).read_text() == link
    assert names(tmp_path / "deep") == {"real", "new"}
    with pytest.raises(OutputError, match="two parts"), Staging() as staging:
        stage(staging, tmp_path / "a", "one")
        stage(staging, tmp_path / "b", "two")


@pytest.mark.posix("symbolic links")
def test_links_in_a_circle(tmp_path: Path) -> None:
    """They lead nowhere, and that is an error of the place."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OutputError, match="symbolic links"):
        pour(tmp_path / "a", b"new")


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    """Files aside of processes that are gone; not those of one that runs, and nothing else."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    theirs = {".my-novel.2025-12.part", ".a.part", f"petri-{gone.pid}-0-a.part", f".petri-{'9' * 50}-a.part"}
    kept = {f".petri-{os.getppid()}-0-a.part", ".petri-x-0-a.part", *theirs}
    for name in (*kept, f".petri-{gone.pid}-0-a.b\n.part", f".petri-{os.getpid()}-7-old.part"):
        (tmp_path / name).write_text("half")
    pour(tmp_path / "new", b"new")
    assert names(tmp_path) == {*kept, "new"}


def test_a_part_of_a_line_is_never_left(tmp_path: Path) -> None:
    """A disk that takes half of the bytes and refuses the rest leaves the file as it was."""
    place = tmp_path / "log"
    place.write_bytes(b"first\n")
    program = (
        "import resource; from pathlib import Path; from generator.output import append\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
        f"append(Path({str(place)!r}), b'second line', size=6)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=unmeasured_environment(), capture_output=True, text=True
    )
    assert "the file exceeds the size limit" in done.stderr
    assert place.read_bytes() == b"first\n"
    append(place, b"second\n", size=6)
    assert place.read_bytes() == b"first\nsecond\n"


def test_a_new_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of this name stays as it is; one that cannot be finished is removed."""
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(OutputError, match="the file already exists"):
        write_new(tmp_path / "mine", b"new")

    def refuse(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(OutputError, match="the disk is full"):
        write_new(tmp_path / "new", b"new")
    assert names(tmp_path) == {"mine"}
    assert (tmp_path / "mine").read_text() == "mine"


@pytest.mark.posix("permissions of this kind")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o755])
def test_a_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    """What was private stays private, at every moment: the file aside is never less so."""
    place = tmp_path / "sheet.pdf"
    place.write_bytes(b"old")
    place.chmod(mode)
    with Staging() as staging:
        staging.write(place, b"new")
        (aside,) = names(tmp_path) - {"sheet.pdf"}
        assert (tmp_path / aside).stat().st_mode & 0o777 & ~mode == 0
    assert place.read_bytes() == b"new"
    assert stat.S_IMODE(place.stat().st_mode) == mode


@pytest.fixture
def trapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the user beside an output folder, in which links lead to many places."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "novel.pdf").write_text("mine")
    game = tmp_path / "output" / "game"
    (game / "deep").mkdir(parents=True)
    (game / "up.pdf").symlink_to("../../mine/novel.pdf")
    (game / "absolute.pdf").symlink_to(tmp_path / "mine" / "novel.pdf")
    (game / "new.pdf").symlink_to("../../mine/new.pdf")
    (game / "chain.pdf").symlink_to("up.pdf")
    (game / "folder").symlink_to("../../mine")
    (game / "null.pdf").symlink_to("/dev/null")
    (game / "inside.pdf").symlink_to("deep/real.pdf")
    os.mkfifo(game / "pipe.pdf")
    return game


OUT = (
    "up.pdf",
    "absolute.pdf",
    "new.pdf",
    "chain.pdf",
    "folder/novel.pdf",
    "folder/a/b.pdf",
    "null.pdf",
    "pipe.pdf",
)


@pytest.mark.posix("symbolic links")
@pytest.mark.parametrize("home", ["output", "output/game"])
@pytest.mark.parametrize("name", OUT)
def test_no_link_leads_out_of_the_folder_for_output(trapped: Path, name: str, home: str) -> None:
    """Neither a file nor a folder outside is written or made; a pipe does not keep a run waiting."""
    place = Path("output", "game", name)
    with pytest.raises(OutputError, match=r"a link leads out|a pipe"), Staging(home=Path(home)) as staging:
        staging.write(place, b"new")
    assert names(Path("mine")) == {"novel.pdf"}
    assert Path("mine/novel.pdf").read_text() == "mine"


@pytest.mark.posix("symbolic links")
def test_files_that_are_not_needed_are_removed_only_inside(trapped: Path) -> None:
    """A link itself may be removed, not what is behind it."""
    with pytest.raises(OutputError, match="a link leads out"), Staging(home=Path("output")) as staging:
        staging.drop((trapped / "folder" / "novel.pdf",))
    with Staging(home=Path("output")) as staging:
        staging.drop((trapped / "up.pdf",))
    assert not (trapped / "up.pdf").is_symlink()
    assert Path("mine/novel.pdf").read_text() == "mine"


@pytest.mark.posix("symbolic links")
def test_links_inside_and_named_folders_are_followed(trapped: Path) -> None:
    """A folder that the user has named may be a link; the default one may not lead elsewhere."""
    with Staging(home=Path("output")) as staging:
        staging.write(trapped / "inside.pdf", b"new")
    assert (trapped / "deep" / "real.pdf").read_bytes() == b"new"
    Path("named").symlink_to("mine")
    with Staging(home=Path("named")) as staging:
        staging.write(Path("named/game/a.pdf"), b"new")
    assert Path("mine/game/a.pdf").read_bytes() == b"new"
    trapped.parent.rename("other")
    Path("output").symlink_to("other")
    with (
        pytest.raises(OutputError, match=r"output/game/a\.pdf: a link leads out"),
        Staging(home=Path("output")) as staging,
    ):
        staging.write(Path("output/game/a.pdf"), b"new")
