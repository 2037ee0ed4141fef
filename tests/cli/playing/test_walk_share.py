"""`petri walk --share` on the terminal: the address, what was played, how it ends, what is refused."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest
import zxingcpp
from typer.testing import Result

from tests.processes import ROOT
from tests.terminal import Terminal
from tests.web.shared_games import get, play, post

Petri = Callable[..., Result]

HALVES = {" ": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}
SHARE = ("pox", "--share", "127.0.0.1", "--players", "Ana,Bo", "--options", "difficulty=miracle")


def open_share(folder: Path, *words: str) -> Terminal:
    command = (sys.executable, "-m", "generator", "walk", *SHARE, *words)
    return Terminal(*command, folder=folder, environment={"PYTHONPATH": str(ROOT)})


def find_address(terminal: Terminal) -> str:
    terminal.wait_for("until you press Ctrl-C")
    return re.findall(r"http://\S+/", terminal.shown)[-1]


def read_code(shown: str) -> str:
    """Return the text that a phone reads from the code on the screen."""
    lines = [line for line in shown.splitlines() if line and not {*line} - {*HALVES} and len(line) > 20]
    rows = [[HALVES[sign][half] * 255 for sign in line] for line in lines for half in (0, 1)]
    picture = numpy.kron(numpy.array(rows, numpy.uint8), numpy.ones((6, 6), numpy.uint8))
    (found,) = zxingcpp.read_barcodes(numpy.pad(picture, 24, constant_values=255))
    return found.text


def test_phones_play_and_the_terminal_shows_it(tmp_path: Path) -> None:
    """The terminal shows what was played and taken back; after Ctrl-C, the same command goes on."""
    with open_share(tmp_path, "--port", "0") as terminal:
        address = find_address(terminal)
        assert read_code(terminal.shown) == address
        assert "1. Put red chips on d4 and f6." in terminal.shown
        play(address, 0, "nature", "spread north")
        terminal.wait_for("chance: Spread North")
        terminal.wait_for("Red chips on d3 and f5.")
        state = play(address, 1, "Ana", "vaccinate e5")
        terminal.wait_for("Ana: vaccinate e5")
        assert post(address, "undo", after=state["version"]).status == 200
        terminal.wait_for("Taken back: Ana: vaccinate e5")
        terminal.send("\x03")
        assert terminal.wait_for_end() == 0
        assert "petri walk pox --share" in terminal.shown
    with open_share(tmp_path) as terminal:
        assert [line["words"] for line in get(find_address(terminal), "log")] == ["spread north"]
        assert "continues after its last line, number 1" in terminal.shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--share", "0.0.0.0"), "`0.0.0.0` is not an address of one network, such as 192.168.1.5"),
        (("--share", "petri.local"), "`petri.local` is not an address of one network"),
        (("--share", "::1"), "`::1` is not an address of one network"),
        (("--share", "127.0.0.1", "--board", "b.svg"), "the board is on the phones; leave out --board"),
        (("--port", "8000"), "add --share"),
        (("--share", "127.0.0.1", "--port", "70000"), "70000 is not in the range"),
    ],
)
def test_what_cannot_be_shared_is_refused_at_once(petri: Petri, words: tuple[str, ...], told: str) -> None:
    """Before anything is asked or written."""
    done = petri("walk", "pox", *words)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.replace("│", "").split())
    assert list(Path().iterdir()) == []


def test_an_address_of_another_computer(petri: Petri) -> None:
    """Is told before anything is asked or written."""
    done = petri("walk", *SHARE[:1], "--share", "192.0.2.77", *SHARE[3:])
    assert done.exit_code == 1
    assert done.stdout == ""
    assert list(Path().iterdir()) == []
    assert "192.0.2.77: this computer does not have this address" in done.stderr


def test_a_game_that_has_not_begun_is_not_called_saved(petri: Petri) -> None:
    """If the input ends before all questions are answered; the same command goes on with the next one."""
    done = petri("walk", *SHARE[:5])
    assert done.exit_code == 1
    assert "has not begun yet; your answers are saved in pox-walk.yaml" in done.stdout
    assert "The game is saved" not in done.stdout
    assert "players: [Ana, Bo]" in Path("pox-walk.yaml").read_text("utf-8")


def test_without_phones_nothing_of_the_network_is_imported(tmp_path: Path) -> None:
    """A walk on the terminal, and all help, start as quickly as before."""
    code = (
        "import json, sys; from generator.cli import app; from typer.testing import CliRunner;"
        "CliRunner().invoke(app.app, ['walk', 'pox', '--players', 'Ana'], input='miracle\\n');"
        "CliRunner().invoke(app.app, ['walk', '--help']);"
        "names = ('starlette', 'uvicorn', 'asyncio', 'generator.cli.playing.walking');"
        "print(json.dumps([name for name in names if name in sys.modules]))"
    )
    with Terminal(
        sys.executable, "-c", code, folder=tmp_path, environment={"PYTHONPATH": str(ROOT)}
    ) as terminal:
        assert terminal.wait_for_end() == 0
        assert json.loads(terminal.shown.strip().splitlines()[-1]) == ["generator.cli.playing.walking"]


@pytest.mark.parametrize("name", ["ש", "\U000e0041", "A\nB", "A\x1b[2J", "\u202eAB", "x" * 61])
def test_a_name_that_cannot_be_shown_is_refused_before_anything_is_saved(petri: Petri, name: str) -> None:
    """A page without its sheets would be of no use, and the file could never be shared."""
    done = petri("walk", "fight-the-virus", "--share", "127.0.0.1", "--players", f"{name},Bo", "--new")
    assert done.exit_code in (1, 2)
    assert "\x1b" not in done.output
    assert [*Path().iterdir()] == []
