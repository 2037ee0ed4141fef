"""`petri check --trust`: the rules of a game of one's own are tried in random games."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests import played

Petri = Callable[..., Result]

FEW = ("--locale", "en")
"""Whether pages fit is not asked here."""


@pytest.fixture
def own(petri: Petri, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Petri:
    """Noughts and crosses in the current folder, tried in few games."""
    shutil.copytree(played.OWN["noughts_and_crosses"], tmp_path / "noughts")
    monkeypatch.setattr("generator.cli.printing.checks._GAMES", 20)
    return petri


def change(old: str, new: str, file: str = "rules.py") -> int:
    """Change a file of the game, and return the line."""
    path = Path("noughts") / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_good_rules_have_no_problems(own: Petri) -> None:
    """With the number of games, and of forms."""
    done = own("check", "noughts", "--trust", *FEW)
    assert done.exit_code == 0, done.output
    assert "rules of noughts-and-crosses: 20 random games each with 2 players, 1 form\n" in done.stdout


def test_rules_run_only_with_trust(own: Petri) -> None:
    """Without it, the file is not run."""
    change("def make_game", "1 / 0\ndef make_game")
    assert own("check", "noughts", *FEW).exit_code == 0
    done = own("check", "noughts", "--trust", *FEW)
    assert done.exit_code == 1
    assert "rules.py:" in done.stdout
    assert "ZeroDivisionError: division by zero\n" in done.stdout


def test_trust_without_rules_is_refused_at_once(own: Petri, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the documents of a game to be told that it has no rules of its own."""
    monkeypatch.setattr("generator.cli.printing.checks.check_game", pytest.fail)
    refused = own("check", "pox", "--trust", *FEW)
    assert refused.exit_code == 2
    assert "has no effect: there is no rules.py" in refused.stderr


def test_score_yaml_has_a_contract(petri: Petri) -> None:
    """Random marks on the sheet of the complete starter game are read back and scored."""
    assert petri("new", "mine", "--complete").exit_code == 0
    done = petri("check", "mine", "--trust", *FEW)
    assert done.exit_code == 0, done.output
    assert "rules of mine: no moves, 1 form\n" in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return self.put(", "state.board[0] = 1\n        return self.put(", "in play, after 0 moves"),
        ('if sign == "." and is_active', "if is_active", "`choices` lists a move that `check` refuses"),
        ('"noughts.line", (player,)', '"noughts.line", player', "`winners` must be a tuple of names"),
        ("restore(players, signs)\n", "restore(players, {})\n", "play that continues from a form has"),
        ("        super().check(state, player, move)", "", "allows it, but `choices` does not list it"),
        (
            'return self.put(state, move.place, "xo"[state.players.index(player)])',
            "import random\n        return self.put(state, move.place, random.choice('xo'))",
            "a move leads to another state when it is",
        ),
        (
            "class NoughtsAndCrosses(SimpleRules[MarkedState, Mark])",
            "class NoughtsAndCrosses(SimpleRules)",
            "write `class NoughtsAndCrosses(SimpleRules[State, Move])`",
        ),
        ('"noughts.line", (player,)', '"noughts.lines", (player,)', "texts are missing in wording/en.yaml"),
    ],
)
def test_mistakes_are_reported_with_their_line(own: Petri, old: str, new: str, said: str) -> None:
    """Each is one line of the report."""
    change(old, new)
    done = own("check", "noughts", "--trust", *FEW)
    assert said in done.stdout, done.stdout
    is_wrong = "texts are missing" not in said
    assert done.exit_code == (1 if is_wrong else 0), done.stdout
    if is_wrong:
        assert "rules.py:" in done.stdout


def test_a_game_without_moves_has_a_contract(own: Petri) -> None:
    """Its forms are filled in at random, and what they become is read back."""
    change(".make_game()", ".make_game(rules=NoMoves())")
    change("\n\n\nclass Mark(", "\nfrom generator.rules.game import NoMoves\n\n\nclass Mark(")
    done = own("check", "noughts", "--trust", *FEW)
    assert done.exit_code == 0, done.output
    assert "rules of noughts-and-crosses: no moves, 1 form\n" in done.stdout


def test_texts_need_their_values(own: Petri) -> None:
    """A placeholder for which the rules give no value."""
    change("Three in a row win.\n      turns", '"{who} has three in a row."\n      turns', "wording/en.yaml")
    # The reader of texts sees only ids that are written as they are.
    change('Outcome("noughts.line"', 'Outcome("noughts." + "line"')
    done = own("check", "noughts", "--trust", *FEW)
    assert done.exit_code == 1
    assert "the rules give no values: `rule.noughts.line` has {who}" in done.stdout
