"""Scripts of other tools run apart from everything: only with trust, in a copy, for a limited time."""

import json
import re
import subprocess
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


PYTHON_DEEDS = {
    "open('inside.txt', 'w').write('x')": "done",
    "open('{0}/other.txt', 'w').write('x')": "PermissionError",
    "import os; os.remove('{0}/kept.txt')": "PermissionError",
    "import os; os.system('echo')": "PermissionError",
    "import subprocess; subprocess.run(['echo'])": "PermissionError",
    "import socket; socket.socket().connect(('127.0.0.1', 9))": "PermissionError",
    "import ctypes; ctypes.CDLL(None)": "PermissionError",
}
RUBY_DEEDS = {
    "File.write('inside.txt', 'x')": "done",
    "File.write('{0}/other.txt', 'x')": "SecurityError",
    "File.open('{0}/other.txt', 'a') { |file| file.puts 1 }": "SecurityError",
    "File.delete('{0}/kept.txt')": "SecurityError",
    "system('touch {0}/other.txt')": "done",
    "`touch {0}/other.txt`": "done",
    "spawn('touch {0}/other.txt')": "SecurityError",
    "require 'socket'; TCPSocket.new('127.0.0.1', 9)": "SecurityError",
}


def try_deeds(folder: Path, name: str, script: str) -> list[str]:
    """Run a script in a folder of its own, and return the texts of its cards."""
    (folder / "project").mkdir()
    (folder / "kept.txt").touch()
    (folder / "project" / name).write_text(script.replace("{0}", str(folder)))
    deck = run(folder / "project" / name).decks[0].path.read_text()
    assert sorted(path.name for path in folder.iterdir()) == ["kept.txt", "project"]
    assert sorted(path.name for path in (folder / "project").iterdir()) == ["deck", name]
    return re.findall(r"text: (\w+)", deck)


def test_a_script_in_python_cannot_leave_its_copy(tmp_path: Path) -> None:
    """The recorder refuses changes of files outside, other programs, and the network."""
    tries = [
        f"try:\n    {deed}\n    said = 'done'\n"
        "except BaseException as error:\n    said = type(error).__name__\n"
        "Card('*', text(text=said, x=1, y=1))\n"
        for deed in PYTHON_DEEDS
    ]
    script = "".join(["from protograf import *\nDeck(cards=1)\n", *tries])
    assert try_deeds(tmp_path, "deck.py", script) == [*PYTHON_DEEDS.values()]


def test_a_script_in_ruby_cannot_leave_its_copy(tmp_path: Path) -> None:
    """The same holds for the recorder of Squib."""
    need_ruby()
    tries = [f"  text str: tried {{ {deed} }}\n" for deed in RUBY_DEEDS]
    tried = "def tried\n  yield\n  'done'\nrescue Exception => error\n  error.class.to_s\nend\n"
    script = "".join(["require 'squib'\n", tried, "Squib::Deck.new do\n", *tries, "end\n"])
    assert try_deeds(tmp_path, "deck.rb", script) == [*RUBY_DEEDS.values()]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps programs from other files")
def test_the_system_keeps_programs_from_other_files(tmp_path: Path) -> None:
    """What the recorder does not see is refused by the kernel, and the report says so."""
    (tmp_path / "home").mkdir()
    code = f"import os; os.close(os.open({str(tmp_path / 'other.txt')!r}, os.O_CREAT | os.O_WRONLY))"
    command = [sys.executable, "-I", str(running.SANDBOX), str(tmp_path / "home")]
    done = subprocess.run([*command, sys.executable, "-c", code], capture_output=True, check=False)
    if "files" not in json.loads(done.stdout):
        pytest.skip("this kernel has neither namespaces nor Landlock for users")
    assert done.returncode == 1
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_script_of_another_library_is_not_run(tmp_path: Path) -> None:
    """It is refused before anybody is asked for trust; its PDF file can be imported."""
    (tmp_path / "deck.py").write_text("import reportlab\nopen('x', 'w')\n")
    with pytest.raises(DataError, match=r"does not use protograf .*petri import cards\.pdf"):
        import_project(tmp_path / "deck.py", tmp_path / "deck", find_shelf())
    assert [path.name for path in tmp_path.iterdir()] == ["deck.py"]


def test_a_script_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script has limited time."""
    monkeypatch.setattr(running, "_MOST_SECONDS", 0.3)
    (tmp_path / "deck.py").write_text("from protograf import *\nwhile True: pass\n")
    with pytest.raises(DataError, match=r"did not end within 0\.3 s"):
        run(tmp_path / "deck.py")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import os\nos._exit(0)\n", "ended without a record of what it draws"),
        ("x = (\n", "stopped before a card was made: SyntaxError"),
        ("import os\nraise OSError(os.path.abspath('cards.csv'))\n", "made: OSError: cards.csv"),
        ("import no_such_module\n", "it needs the module no_such_module, which is not here"),
        ("from protograf import *\nCreate()\nCircle()\nSave()\n", "draws 1 shape on pages, but no cards"),
        ("print(1)\n", "makes no cards or counters"),
    ],
)
def test_scripts_without_a_deck_are_refused(tmp_path: Path, script: str, said: str) -> None:
    """A script that makes no cards is one message, with its line if it stopped."""
    (tmp_path / "deck.py").write_text(f"# protograf\n{script}")
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
    (tmp_path / "config.yml").touch()
    assert find_project(script) == tmp_path, "nothing is there, but the settings say where it may be"
    (tmp_path / "src/cards.csv").touch()
    assert find_project(script) == tmp_path / "src"


def test_ruby_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Ruby, one sentence says how to get it."""
    (tmp_path / "deck.rb").write_text(RUBY_DECK)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UntrustedScript, match=r"needs Ruby.*apt install ruby"):
        run(tmp_path / "deck.rb")
