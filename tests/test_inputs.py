"""Files of others are read only if they are regular files, and only up to a limit."""

import io
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator import inputs
from generator.errors import DataError
from generator.inputs import open_regular, read_regular
from generator.read.files import shelf
from generator.read.files.shelf import Cache, sign_files
from generator.read.files.text_files import read_bytes
from tests.conftest import Petri
from tests.samples import sample
from tests.test_architecture import ROOT as PROGRAM

DECK = """\
size: poker
unit: mm
template: [{{{element}: {{{value}, box: [5, 5, 30, 30]}}}}]
cards: {cards}
"""


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def link_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_folder(path: Path) -> None:
    path.mkdir()


def make_large(path: Path) -> None:
    """Make a file of 2 GB that takes no space."""
    with path.open("wb") as file:
        file.truncate(2**31)


def make_pointer(path: Path) -> None:
    """Write what a download without Git LFS has in the place of a large file."""
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:88de2a1b\nsize 26285\n")


ODD = (make_pipe, link_device, make_folder, make_large, make_pointer)


@pytest.mark.parametrize("make", ODD)
def test_only_regular_files_of_a_size_are_read(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """A pipe does not wait for its other end, a device does not fill the memory."""
    make(tmp_path / "odd")
    with pytest.raises(OSError, match=r"not a regular file|larger than 1 MB|directory|git lfs pull"):
        read_regular(tmp_path / "odd", 2**20)
    (tmp_path / "even").write_bytes(b"1234")
    assert read_regular(tmp_path / "even", 4) == b"1234"
    with pytest.raises(OSError, match="larger than 0 KB"):
        read_regular(tmp_path / "even", 3)
    with open_regular(tmp_path / "even") as file:
        assert file.read(2) == b"12"


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is enough to refuse it: reading a gigabyte takes seconds."""

    class Unread(io.BytesIO):
        def read(self, *_: object) -> bytes:
            return pytest.fail("it was read")

    make_large(tmp_path / "odd")
    monkeypatch.setattr(inputs, "open_regular", lambda _: Unread())
    with pytest.raises(OSError, match="larger than 1024 MB"):
        read_regular(tmp_path / "odd", 2**30)
    with pytest.raises(DataError, match="larger than 1024 MB"):
        read_bytes(tmp_path / "odd", 2**30)


@pytest.mark.parametrize("name", ["a.pdf", "a.xlsx", "a.csv", "a.nde", "a.svg", "a.cmp"])
def test_content_that_was_not_downloaded_is_told(petri: Petri, name: str) -> None:
    """It is neither damaged nor of another kind."""
    make_pointer(Path(name))
    assert petri("import", name).stderr == (
        f"{name}: cannot be read: its content is in Git LFS; get it with `git lfs pull`\n"
    )


def deck(element: str = "words", value: str = "text: x", cards: str = "[{id: a}]") -> str:
    return DECK.format(element=element, value=value, cards=cards)


PLACES = {
    "odd.yaml": ("check", "./odd.yaml"),
    "odd.csv": ("check", "./deck.yaml"),
    "odd.xlsx": ("check", "./deck.yaml"),
    "odd.json": ("check", "./deck.yaml"),
    "odd.png": ("check", "./deck.yaml"),
    "odd.svg": ("check", "./deck.yaml"),
    "log.yaml": ("score", "pox", "log.yaml"),
    "form.pdf": ("score", "pox", "form.pdf"),
    "save.yaml": ("walk", "pox", "--save", "save.yaml"),
    "tap.yaml": ("table", "pox", "--save", "tap.yaml"),
    "start.yaml": ("walk", "pox", "--from", "start.yaml"),
    "runs.jsonl": ("simulate", "pox", "-n", "1", "--resume", "runs.jsonl"),
    "texts.po": ("locale", "import", "deck.yaml", "de", "texts.po"),
}
"""Odd file, and a command that reads it."""


CASES = [(name, make) for name in PLACES for make in ODD]


@pytest.mark.parametrize(("name", "make"), sample(CASES, 13, key="odd files"))
def test_commands_refuse_them_in_one_message(petri: Petri, name: str, make: Callable[[Path], None]) -> None:
    """At once, with the name of the file; what is written to it is unchanged."""
    suffix = Path(name).suffix
    text = deck()
    if suffix in (".csv", ".xlsx", ".json"):
        text = deck(cards=name)
    elif suffix in (".png", ".svg"):
        text = deck("picture", f"file: {name}")
    Path("deck.yaml").write_text(text, "utf-8")
    make(Path(name))
    done = petri(*PLACES[name])
    assert done.exit_code in (1, 2)
    assert name in done.stderr + done.stdout
    assert "\n  File" not in done.stderr


def test_only_one_door_reads_files_of_others() -> None:
    """Whoever reads a file without it reads one of this program, or one that it has written."""
    ours = {
        *("output.py", "safe.py", "preview.py", "game_folders.py", "series.py", "files.py", "running.py"),
        *("own_code.py", "options.py", "yaml_mistakes.py", "origins.py", "site.py", "inks.py", "inputs.py"),
    }
    for path in PROGRAM.rglob("*.py"):
        found = re.search(r"\.read_bytes\(\)|\.read_text\(|\.open\(\"rb", path.read_text("utf-8"))
        assert not found or path.name in ours, (path, found)


@pytest.mark.parametrize("make", ODD)
def test_an_odd_entry_of_the_cache_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]
) -> None:
    """It is made again, as after any other damage."""
    monkeypatch.setattr(shelf, "_YOUNG", -(10**12))
    kept = Cache(tmp_path / "cache")
    source = tmp_path / "source"
    source.write_text("x")
    assert kept.get_or_make(("key",), [source], lambda: 1) == 1
    (entry,) = (tmp_path / "cache").iterdir()
    assert kept.get_or_make(("key",), [source], lambda: 2) == 1
    entry.unlink()
    make(entry)
    assert kept.get_or_make(("key",), [source], lambda: 3) == 3


@pytest.mark.parametrize("folder", [".git", ".petri", "__pycache__"])
@pytest.mark.parametrize("element", ["picture", "icon", "table"])
def test_nothing_is_read_from_folders_that_are_not_watched(petri: Petri, folder: str, element: str) -> None:
    """A change there would not be noticed: what was kept from an earlier run would be printed."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    place = Path("icons" if element == "icon" else ".", folder)
    place.mkdir(parents=True)
    (place / "dot.svg").write_text(svg, "utf-8")
    (place / "rows.csv").write_text("id\na\n", "utf-8")
    texts = {
        "picture": deck("picture", f"file: {folder}/dot.svg"),
        "icon": deck("icon", "icon: dot"),
        "table": deck(cards=f"{folder}/rows.csv"),
    }
    Path("deck.yaml").write_text(texts[element], "utf-8")
    done: Result = petri("check", "./deck.yaml")
    assert done.exit_code == 1
    reasons = ("unknown icon", "from which no game is read", "is not the name of a file")
    assert any(reason in done.stdout for reason in reasons)


@pytest.mark.posix("symbolic links")
def test_folders_that_links_join_are_listed_once(tmp_path: Path) -> None:
    """Two links in each of a few folders are more paths than anybody can follow."""
    for number in range(40):
        (tmp_path / f"d{number}").mkdir()
        for name in "ab":
            (tmp_path / f"d{number}" / name).symlink_to(f"../d{number + 1}")
    (tmp_path / "d39" / "x").write_text("x")
    (tmp_path / "round").symlink_to(".")
    os.utime(tmp_path / "d39" / "x", (1, 1))
    signed = sign_files([tmp_path])
    assert signed is None or len(signed) < 50


@pytest.mark.parametrize(
    "pattern",
    ["*" * 300, "x" * 300, "**x/*.png", "**/**/*.png", "a**/b", "[z-a]*", "?" * 300, "..", "/etc/*", "//"],
)
def test_odd_patterns_of_pictures_are_one_message(petri: Petri, pattern: str) -> None:
    """What cannot be the name of files, leads elsewhere, or would be searched for long has its place."""
    Path("a/a/a/a/a/a/a/a/a/a/a/a").mkdir(parents=True)
    Path("deck.yaml").write_text(deck(cards=f"{{pictures: '{pattern}'}}"), "utf-8")
    done = petri("check", "./deck.yaml")
    assert done.exit_code == 1
    assert re.match(r"deck\.yaml:4:\d+: cards\.pictures: ", done.stdout)
    assert done.stdout.count("\n") == 2
