"""`petri walk` in a real terminal: colours, Ctrl-C, kills, from the first question to the score."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.output import LineLog
from generator.play.walks.walkthrough import WalkFile
from tests import shipped
from tests.terminal import Terminal
from tests.waiting import pause

PETRI = (sys.executable, "-m", "generator")
ROOT = Path(__file__).parents[3]
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "NO_COLOR": "", "COLUMNS": ""}


def open_terminal(folder: Path, *words: str, **environment: str) -> Terminal:
    return Terminal(*PETRI, "walk", *words, folder=folder, environment={**ENVIRONMENT, **environment})


def test_from_the_first_question_to_the_score(tmp_path: Path) -> None:
    """As somebody at a desk does it; colours are shown, lines end within the window."""
    with open_terminal(tmp_path, "pox", "--auto", "cards", "--seed", "4") as terminal:
        for question, answer in (("Who plays?", "Ana, Bo"), ("How hard should it be?", "miracle")):
            terminal.wait_for(question)
            terminal.wait_for("\n> ")
            terminal.send(f"{answer}\n")
        while "All have lost." not in terminal.shown:
            terminal.wait_for("\n> ")
            terminal.send("done\n" if "whom do you help" in terminal.shown[-400:] else "\n")
        assert terminal.wait_for_end() == 0
        assert "\x1b[1;31mr" in terminal.raw, "what is infected is red"
        told = [line for line in terminal.shown.splitlines() if not line.startswith("   ")]
        assert [line for line in told if len(line) > 80] == []
        assert "Every move of the log was replayed and is legal." in terminal.shown


def test_a_list_leaves_the_board_on_a_low_screen(tmp_path: Path) -> None:
    """A board and the choices for it are seen at once; where there is room the list is longer."""
    words = ("walk", "pox", "--players", "Ana", "--options", "difficulty=miracle", "--no-lessons")
    kept = "game: pox\nplayers: [Ana]\ndifficulty: miracle\nlog:\n"
    shown = []
    for rows in (24, 50):
        path = tmp_path / f"{rows}.yaml"
        path.write_text(f"{kept}  - nature: spread north\n  - Ana: done\n  - nature: spread south\n")
        with Terminal(
            *PETRI,
            *words,
            "--save",
            path,
            folder=tmp_path,
            environment={**ENVIRONMENT, "LINES": ""},
            rows=rows,
        ) as terminal:
            terminal.wait_for("\n> ")
            terminal.send("done\n")
            terminal.wait_for("Which one?")
            terminal.wait_for("\n> ")
            terminal.send("outbreak baker\n")
            terminal.wait_for("whom does the outbreak infect?")
            terminal.wait_for("\n> ")
            _, _, last = terminal.shown.partition("> outbreak baker")
            shown.append(last.splitlines())
    low, high = shown
    assert len(low[1:]) <= 24, "all but the line that was typed"
    assert len(low) < len(high)
    assert any("more, down to" in line for line in low)
    assert not any("more, down to" in line for line in high)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_they_are_not_wanted(tmp_path: Path, environment: dict[str, str]) -> None:
    """Signs say what colours would."""
    with open_terminal(tmp_path, "pox", "--players", "Ana", **environment) as terminal:
        terminal.wait_for("How hard should it be?")
        terminal.wait_for("\n> ")
        terminal.send("\n")
        terminal.wait_for("Which one?")
        assert not re.search(r"\x1b\[[0-9;]*3[0-9]", terminal.raw)


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    """Exit code 130; everything is kept. So it does where nothing was asked yet."""
    with open_terminal(tmp_path, "pox", "--players", "Ana", "--options", "difficulty=miracle") as terminal:
        terminal.wait_for("\n> ")
        terminal.send("nor\n")
        terminal.wait_for("whom do you help")
        terminal.wait_for("\n> ")
        assert terminal.interrupt() == 130
        assert "To continue: petri walk pox" in terminal.shown
    assert "- nature: spread north" in (tmp_path / "pox-walk.yaml").read_text("utf-8")


def test_the_end_of_typing_leaves(tmp_path: Path) -> None:
    """Ctrl-D; exit code 0."""
    with open_terminal(tmp_path, "pox", "--players", "Ana", "--options", "difficulty=miracle") as terminal:
        terminal.wait_for("\n> ")
        terminal.send("\x04")
        assert terminal.wait_for_end() == 0
        assert "To continue: petri walk pox" in terminal.shown


def test_killed_at_any_moment_it_goes_on_in_the_same_state(tmp_path: Path) -> None:
    """Whatever was told to be taken is in the file, and the file can always be gone on with."""
    chance = random.Random(20)
    kit = shipped.kit("pox")
    path = tmp_path / "evening.yaml"
    moves = "spread\n1\n1\ndone\nspread nor\ndone\n" * 40
    command = [*PETRI, "walk", "pox", "--save", path.name, "--players", "Ana,Bo"]
    command += ["--options", "difficulty=chicken_soup", "--no-lessons", "--auto", "dice"]
    lines = 0
    for _ in range(5):
        process = subprocess.Popen(
            command,
            cwd=tmp_path,
            env={**os.environ, **ENVIRONMENT},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(moves.encode())
        process.stdin.flush()
        told = b"".join(process.stdout.readline() for _ in range(chance.randrange(1, 150)))
        pause(chance.uniform(0.0, 0.02))
        process.kill()
        told += process.stdout.read()
        process.communicate()
        taken = len(re.findall(rb"^(?:Ana|Bo|chance): ", told, re.MULTILINE))
        if not path.exists():
            assert taken == 0
            continue
        kept = WalkFile(LineLog(path)).read(kit, kit.wordings["en"])
        now = len(kept.walk.log.lines) if kept.walk else 0
        # One more may be kept than was told: it was killed in between.
        assert lines + taken <= now <= lines + taken + 1
        lines = now
    assert lines > 3


def test_the_tab_key_completes_and_the_arrow_brings_back(tmp_path: Path) -> None:
    """As far as all possible lines go on alike; the line before is there again."""
    words = ("pox", "--players", "Ana", "--options", "difficulty=miracle", "--no-lessons")
    with open_terminal(tmp_path, *words) as terminal:
        for typed in ("spread n\t\n", "vac\te5\n", "un\t\n", "\x1b[A\x1b[A\n"):
            terminal.wait_for("\n> ")
            terminal.send(typed)
        terminal.wait_for("\n> ")
        terminal.send("\x04")
        assert terminal.wait_for_end() == 0
    log = (tmp_path / "pox-walk.yaml").read_text("utf-8")
    assert log.endswith("log:\n  - nature: spread north\n  - Ana: vaccinate e5\n")
    assert "Taken back: Ana: vaccinate e5" in terminal.shown
