"""The starter game is scored by its score.yaml, without rules and trust, in all commands and languages."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.errors import DataError
from generator.play.paper import Referee, plain_report
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.scores import decode_score, read_score
from generator.rules.form import Question

Petri = Callable[..., Result]
COMBS = """game: before_the_rain
sheets:
  Ana: {poppy: xx..., daisy: xxx.., cornflower: xxxxx, buttercup: x....}
  Bo: {poppy: xxxx., daisy: xx..., cornflower: xx..., buttercup: xx...}
"""


@pytest.fixture
def comb(tmp_path: Path) -> Path:
    """The starter game in a folder of its own, and two combs."""
    (tmp_path / "evening.yaml").write_text(COMBS, "utf-8")
    return Path(shutil.copytree(find_shelf().data / "complete", tmp_path / "comb"))


def test_two_combs_have_29_and_27_points(petri: Petri, comb: Path) -> None:
    done = petri("score", comb, "evening.yaml")
    assert done.exit_code == 0, done.output
    assert "+29" in done.stdout
    assert "+27" in done.stdout
    assert done.stdout.endswith("Ana has won.\n")


NAMES = {
    "en": "Poppy 6: this cell is crossed out before the one to its left",
    "de": "Mohn 6: diese Zelle ist schon durchgestrichen, die links davon noch nicht",
    "es": "Amapola 6: esta celda ya está tachada y la de su izquierda todavía no",
    "fr": "Coquelicot 6: cette alvéole est barrée, mais celle à sa gauche ne l’est pas encore",
    "it": "Papavero 6: questa cella è barrata, ma quella alla sua sinistra non lo è ancora",
}


def test_a_skipped_cell_is_named_as_printed(petri: Petri, comb: Path) -> None:
    """In the language of the report, on the terminal and in JSON."""
    Path("evening.yaml").write_text(COMBS.replace("xxxx.", "x.x.."), "utf-8")
    done = petri("score", comb, "evening.yaml", "--locale", "de")
    assert done.exit_code == 1
    assert f"evening.yaml:4:8: Bo, {NAMES['de']} (comb.order)" in done.stdout
    kit = read_kit(comb, shelf=find_shelf(), is_drawn=False)
    report = Referee(kit).score(read_score(Path("evening.yaml")))
    for locale, name in NAMES.items():
        (fault,) = plain_report(report, kit.wordings[locale])["faults"]
        assert f"{fault['where']}: {fault['message']}" == name
        assert fault["places"] == [["poppy", "3"]]


@pytest.mark.parametrize("command", ["walk", "simulate"])
def test_there_are_no_moves(petri: Petri, comb: Path, command: str) -> None:
    refused = petri(command, comb)
    assert refused.exit_code == 2
    message = "the game `before_the_rain` can be scored but not played: it has no moves (docs/own-rules.md)"
    assert refused.stderr == f"{message}\n"


def test_a_blank_file_is_read_and_scores_nothing(petri: Petri, comb: Path) -> None:
    """It lists the marks of each section, and a schema describes it."""
    blank = petri("score", comb, "--blank").stdout
    assert blank.startswith("# Poppy: x .\n# Daisy: x .\n")
    Path("blank.yaml").write_text(blank, "utf-8")
    done = petri("score", comb, "blank.yaml", "--json")
    assert [player["total"] for player in json.loads(done.stdout)["players"]] == [0, 0]
    schema = json.loads(petri("score", comb, "--schema").stdout)
    assert schema["anyOf"] == [{"required": ["sheets"]}]
    sheet = schema["properties"]["sheets"]["additionalProperties"]["properties"]
    assert list(sheet) == ["poppy", "daisy", "cornflower", "buttercup"]


def test_questions_make_the_same_file(comb: Path) -> None:
    """One for each section of each player, with the title of the section and its marks."""
    kit = read_kit(comb, shelf=find_shelf(), is_drawn=False)
    referee = Referee(kit)
    assert referee.scoring is not None
    asked: list[Question] = []
    answers = iter(["Ana, Bo", "xx...", "xxx..", "y", "xxxxx", "x....", "xxxx.", "", "xx...", "xx..."])
    questions = referee.scoring.ask()
    question = next(questions)
    try:
        while True:
            asked.append(question)
            question = questions.send(next(answers))
    except StopIteration as end:
        report = referee.score(decode_score(str(end.value).encode()))
    wording = kit.wordings["de"]
    texts = [each.text.format(wording) for each in asked]
    assert texts[1] == "Ana, Mohn: ein Zeichen für jeden der 5 Plätze; erlaubt: x, ."
    assert asked[4].problem is not None
    assert {player: score.total for player, score in report.scores.items()} == {"Ana": 29, "Bo": 16}


def test_a_log_is_refused(petri: Petri, comb: Path) -> None:
    Path("log.yaml").write_text("game: before_the_rain\nplayers: [Ana, Bo]\nlog: []\n", "utf-8")
    done = petri("score", comb, "log.yaml")
    assert done.exit_code == 2
    assert "log.yaml:3:1: log: this game can be scored but not played" in done.stderr


TYPOS = {
    "a mark": (
        "xx...",
        "xy...",
        "evening.yaml:3:17: sheets.Ana.poppy: “y” is not a sign that is used here (one of x, or “.” for an",
    ),
    "a mark too many": ("xx...", "xx....", "6 signs, but 5 are needed"),
    "a section": (
        "poppy: xxxx.",
        "popy: xxxx.",
        "evening.yaml:4:8: sheets.Bo.popy: “popy” is not known here; did you mean",
    ),
    "a list": ("xx...", "[x, x, ., .]", "4 signs, but 5 are needed"),
    "nothing": ("poppy: xx...", 'poppy: ""', "0 signs, but 5 are needed"),
}


@pytest.mark.parametrize("kind", TYPOS)
def test_a_typo_has_its_place(petri: Petri, comb: Path, kind: str) -> None:
    old, new, message = TYPOS[kind]
    Path("evening.yaml").write_text(COMBS.replace(old, new, 1), "utf-8")
    done = petri("score", comb, "evening.yaml")
    assert done.exit_code == 2
    assert message in done.stderr


def test_rules_that_are_not_trusted_do_not_run(petri: Petri, comb: Path) -> None:
    """score.yaml is data: it scores without `--trust`."""
    (comb / "rules.py").write_text("raise RuntimeError\n", "utf-8")
    assert "+29" in petri("score", comb, "evening.yaml").stdout
    assert petri("score", comb, "evening.yaml", "--trust").exit_code == 2
    refused = petri("walk", comb)
    assert "add --trust to run it" in refused.stderr


RULES = """
from dataclasses import dataclass, replace
from generator.api import Noted, Outcome, SimpleRules

@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    taken: int = 0

class Take(Noted, notation="take"):
    pass

class Taking(SimpleRules[State, Take]):
    def start(self, players, setup):
        return State(tuple(players))

    def choices(self, state, player):
        return [Take()] if player == state.players[state.taken % len(state.players)] else []

    def play(self, state, player, move):
        return replace(state, taken=state.taken + 1)

    def outcome(self, state):
        return Outcome("take.end", state.players[:1]) if state.taken > 3 else None

def make_game(kit):
    return Taking(kit).make_game()
"""


def test_rules_play_and_score_yaml_scores(petri: Petri, comb: Path) -> None:
    (comb / "rules.py").write_text(RULES, "utf-8")
    assert "+29" in petri("score", comb, "evening.yaml", "--trust").stdout
    played = petri("simulate", comb, "--trust", "-n", "3", "--json", "--players", "2")
    assert played.exit_code == 0, played.output
    Path("log.yaml").write_text(
        "game: before_the_rain\nplayers: [Ana, Bo]\nlog: [Ana: take, Bo: take]\n", "utf-8"
    )
    assert json.loads(petri("score", comb, "log.yaml", "--trust", "--json").stdout)["verdict"] == "proved"


def test_a_calculation_that_fails_is_an_error_of_score_yaml(comb: Path) -> None:
    """With its line, the player, and the place."""
    path = comb / "score.yaml"
    text = path.read_text("utf-8")
    entry = "  - {say: flower.poppy, in: poppy, points: 6 // (filled - 2)}\n"
    path.write_text(text.replace("  - {say: flower.poppy, in: poppy, points: last.label}\n", entry), "utf-8")
    referee = Referee(read_kit(comb, shelf=find_shelf(), is_drawn=False))
    with pytest.raises(DataError) as caught:
        referee.score(decode_score(COMBS.encode()))
    (problem,) = caught.value.problems
    line = path.read_text("utf-8").split("\n").index(entry.rstrip()) + 1
    assert (problem.file, problem.line) == (str(path), line)
    assert problem.path == "points[1].points"
    assert problem.message == "the result is too large, or a division by 0, for Ana, poppy"
