"""Whole games of every kind, typed in as they were played: what is kept is what was played."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.model.played import GameLog
from generator.play.contracts.samples import play_moves
from generator.rules.core import NATURE, list_numbers_of_players
from generator.rules.form import write_log
from tests import played
from tests.played import GAMES

Petri = Callable[..., Result]

NAMES = ("Ana", "Bo", "Cleo Dee")
MOST = 250
"""Lines that are typed of a game; a longer one is left before its end."""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_typed_in_is_the_game_that_was_played(petri: Petri, game: str) -> None:
    """Line by line, with the name of who acts before it; at the end of the game it is proved."""
    rules = played.game(game).rules
    players = NAMES[: max(2, list_numbers_of_players(played.kit(game))[0])]
    moves = tuple(play_moves(rules, players, setup={}, seed=5))
    lines = tuple(each.line for each in moves[:MOST])
    questions = played.game(game).companion.questions
    typed = ["" for _ in questions]
    typed += [line.words if line.actor == NATURE else f"{line.actor}: {line.words}" for line in lines]
    order = ("--players", ",".join(players), "--save", "evening.yaml")
    done = petri("walk", *played.words(game), *order, typed="\n".join(typed) + "\n")
    assert done.exit_code == 0, done.stdout[-3000:]
    assert "No: " not in done.stdout
    usual = {question.key: rules.options[question.key][0] for question in questions}
    log = GameLog(game, players, lines, usual)
    assert Path("evening.yaml").read_text("utf-8") == write_log(log)
    is_whole = len(lines) == len(moves)
    assert ("Every move of the log was replayed and is legal." in done.stdout) == is_whole


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_by_itself_until_a_person_is_asked(petri: Petri, game: str) -> None:
    """With everything left to chance, and Enter alone, nobody is ever asked what was rolled or drawn."""
    players = NAMES[: max(2, list_numbers_of_players(played.kit(game))[0])]
    words = ("walk", *played.words(game), "--players", ",".join(players), "--auto", "all", "--seed", "7")
    done = petri(*words, "--save", "evening.yaml", typed="\n" * 4)
    assert done.exit_code == 0
    log = Path("evening.yaml").read_text("utf-8")
    assert ("- nature: " in log) == (game not in played.OWN)
    assert "To continue: petri walk" in done.stdout
