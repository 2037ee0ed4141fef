"""`petri walk` with hidden hands: the terminal is handed over, and shows players only what they may know."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

from generator.output import LineLog
from generator.play.walks.walkthrough import Walk, WalkFile
from tests.processes import ROOT
from tests.secret_games import FOLDER, read_secret_kit
from tests.terminal import Terminal

Petri = Callable[..., Result]
GAME = FOLDER / "three_suits"
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
CARD = re.compile(r"(?:moon|star|sun)[_ ]\d")


def read_walk_file(path: Path) -> Walk:
    kit = read_secret_kit("three_suits")
    kept = WalkFile(LineLog(path)).read(kit, kit.wordings["en"])
    assert kept.walk is not None
    return kept.walk


def list_cards(walk: Walk, *others: str) -> set[str]:
    """Return all cards of some players, and those that were played."""
    state: Any = walk.state
    hands = zip(state.players, state.hands, strict=True)
    return {*state.trick, *state.played, *(card for who, hand in hands if who in others for card in hand)}


def test_each_player_looks_at_an_own_screen(tmp_path: Path) -> None:
    """Before another player is asked, the screen is cleared, also what was scrolled off it."""
    words = ("walk", GAME, "--trust", "--players", "Ana,Bo", "--seed", "5", "--save", "game.yaml")
    command = (sys.executable, "-m", "generator", *words)
    with Terminal(*command, folder=tmp_path, environment={"PYTHONPATH": str(ROOT)}) as terminal:
        for player, answers in (
            ("Ana", (("table", "trick"), ("log", "(hidden)"), ("1", ""))),
            ("Bo", (("moves", "play"), ("log", "(hidden)"))),
        ):
            terminal.wait_for(f"Give the screen to {player}, who presses Enter.")
            assert not CARD.search(terminal.raw.rpartition(CLEAR)[2]), "nothing is shown before"
            terminal.send("\n")
            terminal.wait_for(f"{player}, what do you do?")
            for answer, told in answers:
                terminal.wait_for("\n> ")
                own = list_cards(read_walk_file(tmp_path / "game.yaml"), player)
                shown = {card.replace(" ", "_") for card in CARD.findall(terminal.raw.rpartition(CLEAR)[2])}
                assert shown <= own
                assert len(shown) > 4
                terminal.send(f"{answer}\n")
                terminal.wait_for(told)
        terminal.send("\x03")
    assert len(read_walk_file(tmp_path / "game.yaml").log.lines) == 13


def test_a_pipe_has_no_cards_of_others(petri: Petri) -> None:
    """In the words for each player; the preparation and the file have none at all."""
    done = petri(
        "walk", GAME, "--trust", "--players", "Ana,Bo", "--seed", "5", typed="table\nlog\nnature: sun 1\n"
    )
    walk = read_walk_file(Path("three-suits-walk.yaml"))
    shown = {card.replace(" ", "_") for card in CARD.findall(done.stdout)}
    assert shown == list_cards(walk, "Ana")
    assert "(hidden)" in done.stdout
    assert not CARD.search(Path("three-suits-walk.yaml").read_text("utf-8"))


def test_search_is_refused_before_the_first_game(petri: Petri, tmp_path: Path) -> None:
    """With the reason, and what would be right, if rules with secrets do not say what can be imagined."""
    folder = tmp_path / "game"
    folder.mkdir()
    for path in GAME.rglob("*.yaml"):
        (folder / path.relative_to(GAME)).parent.mkdir(exist_ok=True)
        (folder / path.relative_to(GAME)).write_bytes(path.read_bytes())
    text = (GAME / "rules.py").read_text("utf-8").replace("def unknown(", "def imagine(")
    (folder / "rules.py").write_text(text, "utf-8")
    done = petri("simulate", folder, "--trust", "--policy", "search:50", "-n", "5", "--players", "2")
    assert done.exit_code in (1, 2)
    assert "would see hidden fields (`hands`)" in done.stderr
    assert "`unknown` (docs/own-rules.md)" in done.stderr
    done = petri("walk", folder, "--trust", "--players", "Ana,Bo", "--seed", "5", typed="hint\n")
    assert "There is no advice: the rules of this game do not say" in done.stdout
