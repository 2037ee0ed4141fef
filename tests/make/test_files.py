"""Files are put in place together or not at all."""

import errno
import os
import signal
from pathlib import Path

import pytest

from generator.errors import OutputError
from generator.make.files import Staging


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
    with pytest.raises(OutputError, match="a folder of this name"), Staging() as staging:
        stage(staging, tmp_path / "a.pdf", "new")
    assert names(tmp_path) == {"a.pdf"}


@pytest.mark.parametrize("place", [Path("x" * 300 + ".pdf"), Path("y" * 300, "a.pdf")])
def test_a_name_too_long_for_the_system(tmp_path: Path, place: Path) -> None:
    """It is told before anything is put in place, though the name written aside is short."""
    with pytest.raises(OutputError, match="the name is too long"), Staging() as staging:
        stage(staging, tmp_path / place, "new")
    assert names(tmp_path) == set()


def test_two_parts_cannot_share_a_file(tmp_path: Path) -> None:
    """The second writer of a file is refused: one of the two would be lost in silence."""
    with pytest.raises(OutputError, match="two parts"), Staging() as staging:
        stage(staging, tmp_path / "a.pdf", "one")
        stage(staging, tmp_path / "a.pdf", "two")
    assert names(tmp_path) == set()


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
