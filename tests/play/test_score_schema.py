"""The schema of a game's score files takes what the referee takes, and sees what it sees."""

from typing import Any

import jsonschema
import pytest
import yaml

from generator.play.paper import Referee, make_schema
from tests import played


def find_problems(game: str, text: str) -> list[str]:
    validator = jsonschema.Draft202012Validator(make_schema(played.game(game)))
    return [error.message for error in validator.iter_errors(yaml.safe_load(text))]


@pytest.mark.parametrize("game", played.GAMES)
def test_files_of_every_game_follow_its_schema(game: str) -> None:
    """The empty file and the shipped example fit the schema; an unknown key does not."""
    schema: Any = make_schema(played.game(game))
    jsonschema.Draft202012Validator.check_schema(schema)
    log = f"game: {game}\nplayers: [A, B, C]\nlog:\n  - A: anything\n".replace(
        ", C" if "noughts" in game else "@", ""
    )
    assert find_problems(game, log) == []
    assert find_problems(game, log + "moves: 3\n") != []
    example = played.kit(game).folder / "example_game.yaml"
    if example.is_file():
        assert find_problems(game, example.read_text("utf-8")) == []
    if played.game(game).scoring:
        kit = played.kit(game)
        assert find_problems(game, Referee(kit).scoring.write_blank(kit.wordings["en"])) == []
    assert find_problems(game, f"game: {game}\n") != [], "nothing to score"


@pytest.mark.parametrize(
    ("round", "is_right"),
    [
        ("Ana i3 | Bo 4 b | Cleo b", True),
        ("{Ana: i3, Bo: {viruses: [4+i, 5], pills: byr, nurse: Ana}, Cleo: {}}", True),
        ("{Ana: {virus: [4]}, Bo: i3, Cleo: b}", False),
        ("{Ana: {viruses: [four]}, Bo: i3, Cleo: b}", False),
        ("{Ana: {injections: three}, Bo: i3, Cleo: b}", False),
        ("[3]", False),
    ],
)
def test_finished_rounds(round: str, is_right: bool) -> None:
    """The schema refuses most of what the reader refuses."""
    head = "game: virus-and-co\nplayers: [Ana, Bo, Cleo]\nlength: 3\nrounds:\n"
    assert (find_problems("virus_and_co", f"{head}  - {round}\n") == []) == is_right
    assert find_problems("virus_and_co", head.replace("3", "900") + f"  - {round}\n") != []
