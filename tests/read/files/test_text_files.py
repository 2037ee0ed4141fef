"""Text files are read, and other files are refused in one sentence."""

import os
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.text_files import MOST_TEXT_BYTES, decode_text, name_file
from generator.read.files.yaml import read_yaml
from tests.pace import end_soon


def refusal(path: Path) -> str:
    """Return the message about an unreadable file, without its folder."""
    with pytest.raises(DataError) as caught:
        read_yaml(path)
    return str(caught.value).replace(f"{path.parent}/", "")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "x.yaml: is empty"),
        (b"\xef\xbb\xbf", "x.yaml: is empty"),
        (b"a: 1\nb: caf\xe9\n", "x.yaml:2:7: is not UTF-8 text: byte 0xe9 (save it as UTF-8)"),
        ("a: 1".encode("utf-16"), "x.yaml: is UTF-16 text (save it as UTF-8)"),
        ("a: 1".encode("utf-16-le"), "x.yaml: is UTF-16 text (save it as UTF-8)"),
        ("a: 1".encode("utf-16-be"), "x.yaml: is UTF-16 text (save it as UTF-8)"),
        (b"\x89PNG\r\n\x1a\n\0\0", "x.yaml:1:1: is not UTF-8 text: byte 0x89 (save it as UTF-8)"),
        (b"a: \0b\n", "x.yaml:1:4: contains a NUL character (remove it)"),
        (b"a: 1\r\nb: \x1b[0m\r\n", "x.yaml:2:4: contains a control character (U+001B) (remove it)"),
        ("a: x\u2028y".encode(), "x.yaml:1:5: contains a line separator (U+2028) (remove it)"),
        ("é: x\x85y".encode(), "x.yaml:1:5: contains a NEL line break (U+0085) (remove it)"),
        (
            "a: \ufeffb".encode(),
            "x.yaml:1:4: contains a byte order mark (U+FEFF) in the middle of the text (remove it)",
        ),
        (b"\xef\xbb\xbfa: \xc3\n", "x.yaml:1:4: is not UTF-8 text: byte 0xc3 (save it as UTF-8)"),
    ],
)
def test_content_that_is_no_text(tmp_path: Path, content: bytes, told: str) -> None:
    """The place is that of the first byte or character that is wrong."""
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    assert refusal(path) == told


@pytest.mark.parametrize("content", [b"id\ncaf\xe9\n", "id\ncafé\n".encode("utf-16")])
def test_tables_of_spreadsheets_are_saved_by_their_name(content: bytes) -> None:
    """The hint names the UTF-8 format of Excel: plain “CSV” has the encoding of the system."""
    with pytest.raises(DataError, match="save it as “CSV UTF-8”"):
        decode_text(content, file="cards.csv")


@pytest.mark.parametrize(
    "content", [b"a: 1\nb: 2\n", b"a: 1\r\nb: 2\r\n", b"a: 1\rb: 2", b"\xef\xbb\xbfa: 1\r\nb: 2"]
)
def test_any_line_breaks_and_byte_order_mark(tmp_path: Path, content: bytes) -> None:
    """Files of any system are read alike, and their lines are counted alike."""
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    source = read_yaml(path)
    assert source.data == {"a": "1", "b": "2"}
    assert source.spot_of(("b",)) == (2, 4)


@pytest.mark.posix("pipes and devices")
def test_things_that_are_no_files(tmp_path: Path) -> None:
    """A missing file, a folder, a pipe."""
    assert refusal(tmp_path / "no.yaml") == "no.yaml: there is no such file"
    (tmp_path / "folder.yaml").mkdir()
    assert refusal(tmp_path / "folder.yaml") == "folder.yaml: is a folder, not a file"
    os.mkfifo(tmp_path / "pipe.yaml")
    assert refusal(tmp_path / "pipe.yaml") == "pipe.yaml: is not a file"
    name = "x" * 300
    assert refusal(tmp_path / name) == f"{name}: cannot be read: File name too long"


@pytest.mark.posix("permissions of this kind")
def test_file_without_permission(tmp_path: Path) -> None:
    """A file of somebody else."""
    if os.geteuid() == 0:
        pytest.skip("the superuser may read everything")
    path = tmp_path / "x.yaml"
    path.write_text("a: 1")
    path.chmod(0)
    assert refusal(path) == "x.yaml: permission denied (check the file's permissions)"


def test_permission_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, also for the superuser, whom nothing is forbidden."""

    def forbid(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "x.yaml"
    path.write_text("a: 1")
    monkeypatch.setattr("generator.read.files.text_files.read_regular", forbid)
    assert refusal(path) == "x.yaml: permission denied (check the file's permissions)"


def test_large_file_is_refused_at_once(tmp_path: Path) -> None:
    """10 MB are not parsed: the refusal takes no time and names the limit."""
    path = tmp_path / "x.yaml"
    path.write_bytes(b"- word\n" * (10 * 1024 * 1024 // 7))
    with end_soon():
        told = refusal(path)
    assert told == f"x.yaml: is larger than {MOST_TEXT_BYTES // 1024**2} MB (the limit for one file)"


def test_file_is_named_as_people_know_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the current folder where it lies in it, else in full."""
    monkeypatch.chdir(tmp_path)
    assert name_file(tmp_path / "data" / "x.yaml") == "data/x.yaml"
    assert name_file(tmp_path.parent / "x.yaml") == str(tmp_path.parent / "x.yaml")
    assert name_file(Path("x.yaml")) == "x.yaml"
