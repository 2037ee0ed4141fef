"""Scripts of other tools run apart from everything: only with trust, in a copy, for a limited time."""

import sys
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.imports.importing import ImportResult, import_project
from generator.imports.programs import running
from generator.imports.programs.running import UntrustedScript, find_project
from generator.read.files.shelf import find_shelf
from tests.conftest import Petri
from tests.imports.programs import need_ruby

DECK = "from protograf import *\nDeck(cards=1)\nCard('*', text(text=said, x=1, y=1))\n"
RUBY_DECK = "require 'squib'\nSquib::Deck.new(cards: 1) { text str: SAID }\n"


def try_python(folder: Path, deed: str) -> str:
    """Run a script that tries to do something, and return the text that it prints about it on a card."""
    tried = f"try:\n    {deed}\n    said = 'done'\n"
    caught = "except BaseException as error:\n    said = type(error).__name__\n"
    (folder / "deck.py").write_text(tried + caught + DECK)
    return run(folder / "deck.py").decks[0].path.read_text()


def try_ruby(folder: Path, deed: str) -> str:
    """Do the same with a script in Ruby."""
    need_ruby()
    tried = f"SAID = begin\n  {deed}\n  'done'\nrescue Exception => error\n  error.class.to_s\nend\n"
    (folder / "deck.rb").write_text(tried + RUBY_DECK)
    return run(folder / "deck.rb").decks[0].path.read_text()


def run(script: Path) -> ImportResult:
    return import_project(script, script.parent / "deck", find_shelf(), is_trusted=True)


@pytest.mark.parametrize(
    ("name", "script"),
    [("deck.rb", "File.write('{0}', 'x')\n" + RUBY_DECK), ("deck.py", "open('{0}', 'w')\n" + DECK)],
)
def test_nothing_runs_without_trust(petri: Petri, tmp_path: Path, name: str, script: str) -> None:
    """Without --trust, the answer is what would be run, with exit code 2, and no instruction runs."""
    (tmp_path / name).write_text(script.replace("{0}", str(tmp_path / "written.txt")))
    result = petri("import", name)
    assert result.exit_code == 2
    assert f"{name} is a program, and was not run" in " ".join(result.output.split())
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("deed", "error"),
    [
        ("open('inside.txt', 'w').write('x')", "done"),
        ("open('{0}/other.txt', 'w').write('x')", "PermissionError"),
        ("import os; os.remove('{0}/kept.txt')", "PermissionError"),
        ("import os; os.system('echo')", "PermissionError"),
        ("import subprocess; subprocess.run(['echo'])", "PermissionError"),
        ("import socket; socket.socket().connect(('127.0.0.1', 9))", "PermissionError"),
        ("import ctypes; ctypes.CDLL(None)", "PermissionError"),
        ("while True: pass", ""),
    ],
)
def test_a_script_cannot_leave_its_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, error: str
) -> None:
    """Files outside, other programs, and the network are refused by the recorder; endless scripts end."""
    (tmp_path / "kept.txt").touch()
    (tmp_path / "project").mkdir()
    if not error:
        monkeypatch.setattr(running, "_MOST_SECONDS", 1)
        with pytest.raises(DataError, match="did not end within 1 s"):
            try_python(tmp_path / "project", deed)
        return
    assert f"text: {error}" in try_python(tmp_path / "project", deed.replace("{0}", str(tmp_path)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.txt", "project"]
    assert sorted(path.name for path in (tmp_path / "project").iterdir()) == ["deck", "deck.py"]


@pytest.mark.parametrize(
    ("deed", "error"),
    [
        ("File.write('{0}/other.txt', 'x')", "SecurityError"),
        ("system('echo')", "SecurityError"),
        ("`echo`", "SecurityError"),
        ("require 'socket'; TCPSocket.new('127.0.0.1', 9)", "SecurityError"),
        ("IO.for_fd(IO.sysopen('{0}/other.txt', 'w')).write('x')", "Errno::"),
    ],
)
def test_a_script_in_ruby_cannot_leave_its_copy(tmp_path: Path, deed: str, error: str) -> None:
    """What the recorder does not refuse, the system does, where it can."""
    (tmp_path / "project").mkdir()
    said = try_ruby(tmp_path / "project", deed.replace("{0}", str(tmp_path)))
    if error == "Errno::" and sys.platform != "linux":
        pytest.skip("only Linux keeps programs from other files")
    assert error in said
    assert [path.name for path in tmp_path.iterdir()] == ["project"]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import os\nos._exit(0)\n", "ended without a record of what it draws"),
        ("x = (\n", "stopped before a card was made: SyntaxError"),
        ("import no_such_module\n", "it needs the module no_such_module, which is not here"),
        ("from protograf import *\nCreate()\nCircle()\nSave()\n", "draws 1 shape on pages, but no cards"),
        ("print(1)\n", "makes no cards or counters"),
    ],
)
def test_scripts_without_a_deck_are_refused(tmp_path: Path, script: str, said: str) -> None:
    """A script that makes no cards is one message, with its line if it stopped."""
    (tmp_path / "deck.py").write_text(script)
    with pytest.raises(DataError, match=said):
        run(tmp_path / "deck.py")


def test_the_report_says_what_was_guaranteed(tmp_path: Path) -> None:
    """The first line of the report is how the script ran."""
    (tmp_path / "deck.py").write_text("said = 1\n" + DECK)
    first = run(tmp_path / "deck.py").report[0]
    assert "deck.py ran in a copy of its folder, which is deleted" in first


def test_the_project_is_the_folder_that_has_the_files(tmp_path: Path) -> None:
    """A script in a folder of its own runs from the one above if that has the files that it names."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data/cards.csv").touch()
    (tmp_path / "src").mkdir()
    script = tmp_path / "src/deck.rb"
    script.write_text("Squib.csv file: 'data/cards.csv'")
    assert find_project(script) == tmp_path
    script.write_text("Squib.csv file: 'cards.csv'")
    assert find_project(script) == tmp_path / "src"


def test_ruby_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Ruby, one sentence says how to get it."""
    (tmp_path / "deck.rb").write_text(RUBY_DECK)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UntrustedScript, match=r"needs Ruby.*apt install ruby"):
        run(tmp_path / "deck.rb")
