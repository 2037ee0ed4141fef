"""Differences of Windows and macOS, simulated: no test here needs one of them."""

import ast
import io
import multiprocessing
import os
import platform
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest
import watchfiles

from generator import output, system
from generator.cli.terminal import echo
from generator.errors import OutputError
from generator.make.jobs import processes
from generator.make.screens.workshop import watch_games
from generator.output import Staging
from generator.read.files import text_files
from generator.read.files.text_files import derive_id, describe_fault, find_other_case, name_file
from generator.read.workbooks.cells import Unreadable
from generator.read.workbooks.process import read_workbook_sheet
from generator.web.preview import preview
from tests.conftest import Petri
from tests.workbooks import xlsx


@contextmanager
def opened_elsewhere(monkeypatch: pytest.MonkeyPatch, name: str, times: int) -> Iterator[list[float]]:
    """Files cannot be opened for changes while another program shows them; yield the pauses."""
    pauses: list[float] = []
    opens = Path.open

    def refuse(self: Path, mode: str = "r", *rest: Any, **options: Any) -> Any:
        if self.name == name and mode == "r+b" and len(pauses) < times:
            raise PermissionError(13, "Permission denied")
        return opens(self, mode, *rest, **options)

    monkeypatch.setattr(output, "IS_WINDOWS", True)
    monkeypatch.setattr(output.time, "sleep", pauses.append)
    monkeypatch.setattr(Path, "open", refuse)
    yield pauses


def write_two(folder: Path) -> None:
    with Staging() as staging:
        for name in ("a.pdf", "b.pdf"):
            staging.write(folder / name, b"new")


def test_a_file_that_a_scanner_holds_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b.pdf").write_bytes(b"old")
    with opened_elsewhere(monkeypatch, "b.pdf", 2) as pauses:
        write_two(tmp_path)
    assert pauses == [0.1, 0.1]
    assert [(tmp_path / name).read_bytes() for name in ("a.pdf", "b.pdf")] == [b"new", b"new"]


def test_a_file_open_in_a_viewer_leaves_all_files_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(b"old")
    told = r"b\.pdf: it is open in another program; close it there, and run this again$"
    with (
        opened_elsewhere(monkeypatch, "b.pdf", 9) as pauses,
        pytest.raises(OutputError, match=told),
    ):
        write_two(tmp_path)
    assert len(pauses) == 4
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a.pdf": b"old",
        "b.pdf": b"old",
    }


def test_temporary_files_of_killed_runs_go_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There, nobody can be asked whether the process still runs."""
    monkeypatch.setattr(output, "IS_WINDOWS", True)
    old, new = (tmp_path / f".petri-{os.getpid() + 1}-{number}-a.part" for number in range(2))
    for path in (old, new):
        path.write_bytes(b"")
    os.utime(old, (1, 1))
    with Staging() as staging:
        staging.write(tmp_path / "a.pdf", b"new")
    assert {path.name for path in tmp_path.iterdir()} == {"a.pdf", new.name}


def test_a_pipe_gets_bytes_and_no_other_line_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    flags: list[int] = []
    opens = os.open

    def note(path: Any, flag: int, *rest: Any) -> int:
        flags.append(flag)
        return opens(path, flag & 0xFFFF, *rest)

    monkeypatch.setattr(os, "O_BINARY", 1 << 20, raising=False)
    monkeypatch.setattr(os, "open", note)
    with Staging() as staging:
        staging.write(Path(os.devnull), b"%PDF")
    assert any(flag & 1 << 20 for flag in flags)


@pytest.mark.posix("these signals")
def test_a_closed_window_is_a_signal_that_ends_a_run() -> None:
    code = "import signal; signal.SIGBREAK = signal.SIGUSR1; from generator.output import STOPS; print(STOPS)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert repr(signal.SIGUSR1) in done.stdout


def test_two_names_for_one_file(tmp_path: Path) -> None:
    """They are refused everywhere: the folder may be copied to such a system."""
    told = r"cards\.pdf: this run also writes Cards\.pdf, and many systems take both for one file; choose a"
    with pytest.raises(OutputError, match=told), Staging() as staging:
        staging.write(tmp_path / "Cards.pdf", b"1")
        staging.write(tmp_path / "cards.pdf", b"2")
    assert not [*tmp_path.iterdir()]


def test_a_path_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "IS_WINDOWS", True)
    path = tmp_path.joinpath(*["long" * 20] * 4, "a.pdf")
    told = rf"the path has {len(str(path))} characters, and Windows allows 259; choose a folder"
    with pytest.raises(OutputError, match=told), Staging() as staging:
        staging.write(path, b"")
    assert not [*tmp_path.iterdir()]


def test_messages_have_the_same_slashes_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    class Here:
        @staticmethod
        def cwd() -> PureWindowsPath:
            return PureWindowsPath("C:/games")

    monkeypatch.setattr(text_files, "Path", Here)
    names: Any = (PureWindowsPath(r"C:\games\fox\deck.yaml"), PureWindowsPath(r"D:\deck.yaml"))
    assert [*map(name_file, names)] == ["fox/deck.yaml", "D:/deck.yaml"]


def test_a_file_that_is_written_in_another_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows and macOS find it, Linux does not: the game would print here and not there."""
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "fox.jpg").touch()
    monkeypatch.setattr(text_files, "IGNORES_CASE", True)
    monkeypatch.setattr(Path, "is_file", lambda self: True)
    asked = tmp_path / "pictures" / "Fox.JPG"
    assert describe_fault(asked, home=tmp_path) == (
        f"`{name_file(asked)}` is written `fox.jpg`, and other systems do not find it"
    )
    assert not describe_fault(tmp_path / "pictures" / "fox.jpg", home=tmp_path)
    assert not find_other_case(tmp_path / "pictures" / "wolf.jpg", tmp_path)


@pytest.mark.parametrize("name", ["con", "nul", "com1", "LPT9"])
def test_names_of_devices(petri: Petri, tmp_path: Path, name: str) -> None:
    """No file may have them, so a game that is made here could not be copied there."""
    assert derive_id(name) == f"game_{name.lower()}"
    deck = tmp_path / "x.yaml"
    deck.write_text(f"id: {name.lower()}\ncards: [{{name: A}}]\n")
    checked = petri("check", str(deck))
    assert checked.exit_code == 1
    assert f"x.yaml:1:5: id: `{name.lower()}` is a device on Windows, where no file may have its name" in (
        checked.stdout + checked.stderr
    )


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("cp1252", "-13 × “Fuchs” – 5 \\u65e5"),
        ("ascii", '-13 x "Fuchs" - 5 \\u65e5'),
        ("utf-8", "−13 × “Fuchs” – 5 日"),
    ],
)
def test_a_terminal_with_few_characters(encoding: str, shown: str) -> None:
    stream = io.TextIOWrapper(written := io.BytesIO(), encoding=encoding)
    echo.show_everything(stream)
    stream.write("−13 × “Fuchs” – 5 日")
    stream.flush()
    assert written.getvalue().decode(encoding) == shown


def test_pipes_of_windows_get_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(echo, "IS_WINDOWS", True)
    stream = io.TextIOWrapper(written := io.BytesIO(), encoding="cp1252")
    echo.show_everything(stream)
    stream.write("日")
    stream.flush()
    assert written.getvalue() == "日".encode()


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_processes_are_started_in_any_way(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Systems differ in how; the results do not."""
    monkeypatch.setattr(processes, "START_METHOD", method)
    monkeypatch.setattr(processes, "PATIENCE", -1)
    made = processes.share(square_all, [(1,), (2, 3), (4,)], 2)
    assert sorted(made) == [1, 4, 9, 16]
    assert method in multiprocessing.get_all_start_methods()


def square_all(numbers: Iterator[int]) -> Iterator[int]:
    return (number * number for number in numbers)


@pytest.mark.parametrize(
    ("system_is_windows", "text", "words"),
    [
        (True, r'"C:\Program Files\Code\Code.exe" -w', [r"C:\Program Files\Code\Code.exe", "-w"]),
        (True, r"C:\Tools\subl.exe --wait", [r"C:\Tools\subl.exe", "--wait"]),
        (False, "'/opt/my code/code' -w", ["/opt/my code/code", "-w"]),
        (False, "code 'open", ["code", "'open"]),
    ],
)
def test_editors_in_folders_with_blanks(
    system_is_windows: bool, text: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview, "IS_WINDOWS", system_is_windows)
    assert preview.split_command(text) == words


def test_an_editor_whose_path_has_blanks_and_no_quotes(tmp_path: Path) -> None:
    program = tmp_path / "my code"
    program.touch()
    assert preview.split_command(str(program)) == [str(program)]


@pytest.mark.posix("scripts of this shell")
def test_pages_open_on_the_desktop_around_a_linux_in_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = tmp_path / "wslview"
    viewer.write_text(f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/shown\n')
    viewer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(echo, "is_wsl", lambda: True)
    assert echo.open_on_desktop("cards.pdf")
    assert (tmp_path / "shown").read_text() == "cards.pdf"


def test_programs_of_the_desktop_print_nothing_here(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A machine without a desktop prints seven lines of xdg-open otherwise."""

    def launch(target: str) -> int:
        return subprocess.run([sys.executable, "-c", "import os; os.write(2, b'no browser')"]).returncode

    monkeypatch.setattr(echo, "is_wsl", lambda: False)
    monkeypatch.setattr(echo.typer, "launch", launch)
    monkeypatch.setenv("DISPLAY", ":0")
    assert echo.open_on_desktop("cards.pdf")
    assert capfd.readouterr().err == ""


def test_files_of_windows_are_polled_from_the_linux_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There, nobody is told of changes: the preview would never draw again."""
    asked: list[bool] = []

    class Notifier:
        def __init__(self, paths: object, debug: bool, force_polling: bool, *rest: object) -> None:
            asked.append(force_polling)

        def __enter__(self) -> "Notifier":
            return self

        def __exit__(self, *error: object) -> None: ...

        def watch(self, *waits: object) -> str:
            return "stop"

    release = platform.uname()._replace(system="Linux", release="5.15-microsoft-standard-WSL2")
    monkeypatch.setattr(platform, "uname", lambda: release)
    monkeypatch.setattr(watchfiles.main, "RustNotify", Notifier)
    assert [*watch_games([tmp_path], without=tmp_path / "output")] == []
    assert asked == [True]


def test_fonts_of_a_windows_on_another_drive() -> None:
    code = "from generator.read.kits.fonts import _SYSTEM_FOLDERS; print(_SYSTEM_FOLDERS[-1])"
    there = {**os.environ, "WINDIR": "D:/Win"}
    done = subprocess.run([sys.executable, "-c", code], env=there, capture_output=True, text=True)
    assert done.stdout.strip() == "D:/Win/Fonts"


@pytest.mark.parametrize(
    "rows",
    [
        "<row><c r='A1'><v>1</v></c></row><row r='1048576'><c r='XFD1048576'><v>1</v></c></row>",
        " " * 300_000_000,
    ],
    ids=["17 billion cells", "300 MB"],
)
def test_workbooks_are_limited_where_processes_are_not(rows: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows limits no memory: cells and bytes are counted before they are read."""
    with pytest.raises(Unreadable, match=r"fills more than 2000000 cells|contains more than 256 MB"):
        read_workbook_sheet(xlsx({"A": rows}), "A")


def test_files_of_the_repository_have_the_same_line_breaks_everywhere() -> None:
    """Tests compare pages and schemas with files byte by byte."""
    root = Path(__file__).parents[1]
    lines = (root / ".gitattributes").read_text("utf-8").splitlines()
    assert "* text=auto eol=lf" in lines
    kinds = {
        path.suffix for folder in ("data", "fonts") for path in (root / folder).rglob("*") if path.is_file()
    }
    assert {suffix for suffix in kinds & _BINARY if f"*{suffix} binary" not in lines} == set()


_BINARY = {".png", ".jpg", ".pdf", ".ttf", ".otf", ".woff2", ".icc", ".xls", ".xlsx", ".ods"}
_POSIX_MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "termios"}
_POSIX_NAMES = {
    *("fork", "killpg", "setsid", "send_signal", "SIGKILL", "SIGHUP", "SIGQUIT", "SIGTSTP", "SIGUSR1"),
    *("SIGALRM", "openpty", "mkfifo", "mknod", "symlink_to", "chmod", "geteuid", "umask", "setrlimit"),
}
_POSIX_TEXTS = re.compile(r"#!/bin/|/dev/(?!null)|/proc/")
_SUSPECTS = re.compile("|".join((*_POSIX_NAMES, *_POSIX_MODULES, r"os\.kill", _POSIX_TEXTS.pattern)))
"""Only files with one of these words are parsed: all of them would take seconds."""


def _needs_posix(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="os"), attr="kill"):
            return True
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in _POSIX_NAMES
        case ast.Constant(value=str(text)):
            return bool(_POSIX_TEXTS.match(text))
    return False


def _list_unmarked(tree: ast.Module) -> set[str]:
    """Return the tests that use, themselves or through functions of the file, what only POSIX has."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    used = {
        name: {getattr(each, "id", "") or getattr(each, "arg", "") for each in ast.walk(node)}
        for name, node in functions.items()
    }
    needing = {name for name, node in functions.items() if any(map(_needs_posix, ast.walk(node)))}
    while more := {name for name, words in used.items() if words & needing} - needing:
        needing |= more
    tests = {name for name in needing if name.startswith("test_")}
    return {name for name in tests if "mark.posix(" not in ast.unparse(functions[name])}


def test_tests_that_windows_cannot_run_are_marked() -> None:
    """Links, pipes, and signals: the mark names what Windows does not have."""
    unmarked = dict[str, set[str]]()
    for path in Path(__file__).parent.rglob("test_*.py"):
        text = path.read_text("utf-8")
        if not _SUSPECTS.search(text):
            continue
        tree = ast.parse(text)
        imported = {name.name for node in tree.body if isinstance(node, ast.Import) for name in node.names}
        if wrong := _list_unmarked(tree) | imported & _POSIX_MODULES:
            unmarked[path.name] = wrong
    assert unmarked == {}


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (("-c", "import sys; print(sys.argv[1:])", "a"), "['a']"),
        (("-P", "-m", "json.tool", "--help"), "usage"),
        (("-I", "{file}", "b"), "run ['b']"),
    ],
)
def test_a_frozen_program_stands_in_for_python(
    tmp_path: Path, arguments: tuple[str, ...], printed: str
) -> None:
    """Pictures, workbooks, and the preview start processes; there is no other Python to start."""
    (tmp_path / "x.py").write_text("import sys; print('run', sys.argv[1:])")
    given = [one.format(file=tmp_path / "x.py") if "{file}" in one else one for one in arguments]
    code = (
        "import sys; sys.frozen = True; sys.argv = ['petri', *sys.argv[1:]];"
        "from generator.system import PYTHON; assert PYTHON[1] == '--worker', PYTHON;"
        "from generator.__main__ import start; start()"
    )
    command = [sys.executable, "-c", code, system.WORKER, *given]
    done = subprocess.run(command, capture_output=True, text=True)
    assert printed in done.stdout, done.stderr


def test_processes_apart_have_a_group_of_their_own() -> None:
    code = (
        "import os; name = os.name; os.name = 'nt';"
        "from generator import system; print(dict(system.APART), system.IS_WINDOWS)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{'creationflags': 512} True"
    assert system.APART == {"start_new_session": True}
