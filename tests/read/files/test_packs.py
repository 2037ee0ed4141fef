"""Games as one file: archives of strangers are refused with a sentence, ours are read like their folders."""

import io
import json
import pickle
import stat
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.inputs import Overlay, attach, open_regular
from generator.read.files.packs import MANIFEST, Manifest, PackedFiles, locate_file, open_pack, write_pack
from generator.read.files.shelf import Memo, sign_files
from generator.read.files.text_files import is_inside, list_stray_links, read_text

FILES = {"kit.yaml": b"id: tiny\n", "wording/en.yaml": b"title: Tiny\n", "icons/a.svg": b"<svg/>"}


def make_archive(
    members: dict[str, bytes],
    *,
    change: Callable[[zipfile.ZipInfo], None] = lambda info: None,
    **facts: object,
) -> bytes:
    """Return an archive of any members, with a manifest that fits."""
    made = io.BytesIO()
    hashes = {name: sha256(data).hexdigest() for name, data in members.items()}
    manifest = json.dumps({"format": 1, "files": hashes, **facts}).encode()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {MANIFEST: manifest, **members}.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            if name != MANIFEST:
                change(info)
            archive.writestr(info, data)
    return made.getvalue()


def with_name(name: str) -> bytes:
    return make_archive({name: b"x"})


def with_mode(mode: int) -> bytes:
    def change(info: zipfile.ZipInfo) -> None:
        info.create_system, info.external_attr = 3, mode << 16

    return make_archive({"kit.yaml": b"x"}, change=change)


def with_method(method: int) -> bytes:
    def change(info: zipfile.ZipInfo) -> None:
        info.compress_type = method

    return make_archive({"kit.yaml": b"x"}, change=change)


def encrypted() -> bytes:
    data = bytearray(make_archive({"kit.yaml": b"x"}))
    place = data.rindex(b"PK\1\2")
    data[place + 8] |= 1
    return bytes(data)


def with_twice() -> bytes:
    made = io.BytesIO(make_archive({"kit.yaml": b"x"}))
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(made, "a") as archive:
        archive.writestr("kit.yaml", b"y")
    return made.getvalue()


def with_wrong_size() -> bytes:
    """Return an archive whose directory says that a large file is small."""
    data = bytearray(make_archive({"kit.yaml": b"0" * 5_000_000}))
    place = data.rindex(b"PK\1\2")
    data[place + 24 : place + 28] = (100).to_bytes(4, "little")
    return bytes(data)


GOOD = make_archive(FILES)
HOSTILE = {
    "above": (with_name("../kit.yaml"), "not a plain path"),
    "inside above": (with_name("a/../../kit.yaml"), "not a plain path"),
    "absolute": (with_name("/etc/passwd"), "not a plain path"),
    "drive": (with_name("C:/kit.yaml"), "not a plain path"),
    "backslash": (with_name("a\\kit.yaml"), "not a plain path"),
    "point": (with_name("./kit.yaml"), "not a plain path"),
    "twice a slash": (with_name("a//kit.yaml"), "not a plain path"),
    "folder": (with_name("a/"), "not a plain path"),
    "control": (with_name("a\x07.yaml"), "not a plain path"),
    "long": (with_name("a" * 300), "more than 200 characters"),
    "letters in parts": (with_name("e\u0301.yaml"), "letters in parts"),
    "device": (with_name("pictures/con.png"), "Windows does not allow"),
    "blank at the end": (with_name("a. "), "Windows does not allow"),
    "hidden": (with_name(".git/config"), "hidden file"),
    "two cases": (make_archive({"a.yaml": b"1", "A.yaml": b"2"}), "ignore case"),
    "file and folder": (make_archive({"a": b"1", "a/b": b"2"}), "a file and a folder"),
    "twice": (with_twice(), "in the archive twice"),
    "link": (with_mode(stat.S_IFLNK | 0o777), "a link or another special file"),
    "device file": (with_mode(stat.S_IFCHR | 0o666), "a link or another special file"),
    "bzip2": (with_method(zipfile.ZIP_BZIP2), "packed in a way that is not read"),
    "lzma": (with_method(zipfile.ZIP_LZMA), "packed in a way that is not read"),
    "encrypted": (encrypted(), "encrypted"),
    "bomb": (make_archive({"a.yaml": b"0" * 50_000_000}), "200 times its size"),
    "many": (make_archive({f"{number}.txt": b"" for number in range(5001)}), "at most 5000"),
    "behind": (GOOD + b"more", "bytes that belong to none"),
    "in front": (b"more" + GOOD, "bytes that belong to none"),
    "comment": (GOOD[:-2] + b"\4\0more", "bytes that belong to none"),
    "no archive": (b"kit: yes", "is not a packed game"),
    "half": (GOOD[: len(GOOD) // 2], "is not a packed game"),
    "no manifest": (GOOD.replace(MANIFEST.encode(), b"petri.txt_"), "has no petri.json"),
    "newer": (make_archive(FILES, format=2), "format 2"),
    "no hashes": (make_archive(FILES, files=["kit.yaml"]), "SHA-256"),
    "other files": (make_archive(FILES, files={"kit.yaml": "0" * 64}), "not listed"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_an_archive_that_is_not_safe_is_refused_with_a_sentence(case: str, tmp_path: Path) -> None:
    data, expected = HOSTILE[case]
    path = tmp_path / "bad.petri"
    path.write_bytes(data)
    with pytest.raises(DataError) as caught:
        PackedFiles(path)
    assert expected in str(caught.value)
    assert "bad.petri" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (with_wrong_size(), "its size or checksum differs"),
        (make_archive(FILES, files=dict.fromkeys(FILES, "0" * 64)), "not the file that was packed"),
    ],
)
def test_a_file_that_is_not_as_it_was_packed_is_not_read(data: bytes, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.petri"
    path.write_bytes(data)
    home = open_pack(path)
    with pytest.raises(DataError, match=expected):
        read_text(home / "kit.yaml")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.petri"
    path.write_bytes(write_pack(Manifest("tiny", "2"), FILES))
    return open_pack(path)


def test_a_path_into_an_archive_is_used_like_any_other(home: Path) -> None:
    assert read_text(home / "kit.yaml")[1] == "id: tiny\n"
    assert (home / "wording").is_dir()
    assert not (home / "kit.yaml").is_dir()
    assert not (home / "none.yaml").exists()
    assert sorted(path.name for path in home.iterdir()) == ["icons", "kit.yaml", "wording"]
    assert [path.name for path in home.glob("*.yaml")] == ["kit.yaml"]
    assert [path.relative_to(home).as_posix() for path in home.rglob("*.yaml")] == [
        "kit.yaml",
        "wording/en.yaml",
    ]
    assert [path.name for path in home.glob("*/a.svg")] == ["a.svg"]
    assert (home / "kit.yaml").read_text() == "id: tiny\n"
    with open_regular(home / "icons" / ".." / "kit.yaml") as file:
        assert file.read() == b"id: tiny\n"


def test_nothing_outside_is_in_a_packed_game(home: Path) -> None:
    (home.parent.resolve() / "secret.yaml").touch()
    assert is_inside(home / "kit.yaml", home)
    assert not is_inside(home / ".." / "secret.yaml", home)
    assert list_stray_links(home, ["wording"]) == []


def test_another_process_opens_the_same_archive(home: Path) -> None:
    path = pickle.loads(pickle.dumps(home / "kit.yaml"))
    assert read_text(path)[1] == "id: tiny\n"


def test_a_place_in_a_message_leads_to_its_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home.parent)
    assert read_text(locate_file("tiny.petri/kit.yaml"))[1] == "id: tiny\n"
    assert locate_file("other/kit.yaml") == Path("other/kit.yaml")


def test_an_archive_that_was_replaced_is_read_again(home: Path) -> None:
    path = Path(str(home))
    path.write_bytes(write_pack(Manifest("tiny"), {**FILES, "kit.yaml": b"id: other\n"}))
    assert read_text(home / "kit.yaml")[1] == "id: other\n"


def test_the_same_files_make_the_same_archive() -> None:
    turned = dict(reversed(FILES.items()))
    assert write_pack(Manifest("tiny"), FILES) == write_pack(Manifest("tiny"), turned)


def test_the_text_of_an_editor_replaces_that_of_the_disk(tmp_path: Path) -> None:
    (tmp_path / "kit.yaml").write_bytes(b"id: saved\n")
    overlay = Overlay(tmp_path)
    home, memo = attach(tmp_path, overlay), Memo(is_on=True)

    def read() -> str:
        return memo.get_or_make(home / "kit.yaml", "text", lambda: read_text(home / "kit.yaml")[1])

    assert read() == "id: saved\n"
    overlay.put("kit.yaml", b"id: typed\n")
    assert read() == "id: typed\n"
    overlay.put("kit.yaml", b"id: later\n")
    assert read() == "id: later\n"
    overlay.put("wording/en.yaml", b"title: New\n")
    assert (home / "wording").is_dir()
    assert [path.name for path in (home / "wording").glob("*.yaml")] == ["en.yaml"]
    assert sign_files([home]) is None
    overlay.put("kit.yaml", None)
    assert read() == "id: saved\n"
    assert read_text(pickle.loads(pickle.dumps(home)) / "wording" / "en.yaml")[1] == "title: New\n"
