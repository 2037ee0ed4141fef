"""`petri make --watch` builds again whenever a file of the game changes."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import unmeasured_environment

DECK = """\
size: 20 mm x 30 mm
cards: [{id: one}]
template:
  - panel: {box: [0, 0, 20 mm, 30 mm], fill: "#aa3333"}
"""


def save(path: Path, text: str) -> None:
    """Replace a file at once, so that nobody reads half of it."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that watches deck.yaml; its output is read line by line."""
    (tmp_path / "deck.yaml").write_text(DECK, encoding="utf-8")
    command = [sys.executable, "-m", "generator", "make", "deck.yaml", "--to", "svg", "--watch"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=unmeasured_environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        yield process
        process.kill()


@pytest.mark.posix("these signals")
def test_a_changed_file_is_built_again(watching: subprocess.Popen[str], tmp_path: Path) -> None:
    """Problems are printed, and watching goes on; other files and its own output change nothing."""
    assert watching.stdout is not None
    deck, page = tmp_path / "deck.yaml", tmp_path / "output" / "deck" / "deck-en-a4.svg"
    assert watching.stdout.readline().startswith("output/deck/deck-en-a4.svg (")
    assert "#aa3333" in page.read_text("utf-8")
    save(deck, DECK.replace("panel", "pannel"))
    assert "unknown element type `pannel`" in watching.stdout.readline()
    (tmp_path / "notes.txt").write_text("not a file of the game", encoding="utf-8")
    save(deck, DECK.replace("#aa3333", "#33aa33"))
    assert watching.stdout.readline().startswith("output/deck/deck-en-a4.svg (")
    assert "#33aa33" in page.read_text("utf-8")
    watching.send_signal(signal.SIGINT)
    assert watching.stdout.read() == "stopped; no incomplete files were left\n"
    assert watching.wait() == 130
