"""`petri score`: what it reads, what it prints, how it ends."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from generator.cli.app import app
from generator.read.files.shelf import find_shelf

Petri = Callable[..., Result]

EXAMPLE = """\
game: virus_and_co
players: [Alfons, Beatrix, Clemens, Eva]
rounds:
  - Alfons:  {injections: 3}
    Clemens: {viruses: [4+i, 5+i, 1], pills: r}
    Beatrix: {viruses: [3, 4], pills: bbyyrr, diagnosis: Clemens}
    Eva:     {viruses: [4, 2, 1], pills: brr, nurse: Beatrix}
length: 1
"""
IN_WORDS = (
    "Alfons i3 | Clemens 4+i 5+i 1 r | Beatrix 3 4 bbyyrr diagnosis=Clemens | Eva 4 2 1 brr nurse=Beatrix"
)
LOG = find_shelf().games / "virus_and_co" / "example_game.yaml"


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "evening.yaml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return path


def squeezed(text: str) -> str:
    return re.sub(" +", " ", text)


def test_a_finished_game_as_a_table(petri: Petri, evening: Path) -> None:
    """Every line of the calculation, the totals, the verdict, the winner; exit code 0."""
    done = petri("score", "virus-and-co", "evening.yaml")
    assert done.exit_code == 0
    assert done.stderr == ""
    told = squeezed(done.stdout)
    for line in (
        "Alfons intensive care −13 −13",
        "Clemens viruses 1, 4+i = 2, 5+i = 3 −6",
        "pills: 0 blue, 0 yellow, 1 red +3 −3",
        "Diagnosis: Clemens, wrong −4 +1",
        "Nurse: Beatrix, right +2 +2",
        "Eva has won.",
    ):
        assert line in told


def test_json_has_just_the_keys_that_are_documented(petri: Petri, evening: Path) -> None:
    """So that programs can rely on them."""
    done = petri("score", "virus_and_co", "evening.yaml", "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert list(found) == ["game", "verdict", "faults", "players", "winners"]
    assert found["game"] == "virus_and_co"
    assert found["verdict"] == "consistent"
    assert found["faults"] == []
    assert found["winners"] == ["Eva"]
    beatrix = found["players"][1]
    assert list(beatrix) == ["name", "rounds", "total"]
    assert beatrix["name"] == "Beatrix"
    assert beatrix["total"] == 1
    assert beatrix["rounds"] == [
        {
            "total": 1,
            "lines": [
                {"label": "viruses 3, 4", "points": -7},
                {"label": "pills: 2 blue, 2 yellow, 2 red", "points": 12},
                {"label": "Diagnosis: Clemens, wrong", "points": -4},
            ],
        }
    ]


def test_a_fault_in_json(petri: Petri, evening: Path) -> None:
    """With its rule, player, place, line and sentence; exit code 1."""
    evening.write_text(EXAMPLE.replace("diagnosis: Clemens", "diagnosis: Beatrix"), encoding="utf-8")
    done = petri("score", "virus-and-co", "evening.yaml", "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["verdict"] == "illegal"
    assert found["winners"] == []
    (fault,) = found["faults"]
    assert fault == {
        "rule": "virus_and_co.predict.other",
        "player": "Beatrix",
        "where": "round 1",
        "places": [["round_1", "diagnosis"]],
        "line": 6,
        "message": "Diagnosis and Nurse name another player, not Beatrix",
    }


def test_a_fault_for_people(petri: Petri, evening: Path) -> None:
    """With file, line and the id of the rule; nobody has won."""
    evening.write_text(EXAMPLE.replace("pills: r}", "pills: rrrrrrrr}"), encoding="utf-8")
    done = petri("score", "virus-and-co", "evening.yaml")
    assert done.exit_code == 1
    assert "evening.yaml:4:5: Round 1: there are 12 pills (red), but only 10 are in play" in done.stdout
    assert "(virus_and_co.cards.pills)" in done.stdout
    assert "There is no winner, because rules were broken." in done.stdout
    assert "evening.yaml:4:5: Runde 1: " in petri("score", "virus-and-co", "evening.yaml", "-l", "de").stdout


def test_faults_stand_in_the_order_of_the_file(petri: Petri, evening: Path) -> None:
    """So that one can mend them from the top."""
    evening.write_text(EXAMPLE.replace("[4+i, 5+i, 1]", "[5, 5, 5, 5]"), "utf-8")
    found = json.loads(petri("score", "virus-and-co", "evening.yaml", "--json").stdout)["faults"]
    lines = [fault["line"] for fault in found]
    assert len(set(lines)) > 1
    assert lines == sorted(lines)


def test_rounds_on_the_command_line(petri: Petri) -> None:
    """The same as in a file; several rounds are several options."""
    one = petri("score", "virus-and-co", "--round", IN_WORDS, "--json")
    assert json.loads(one.stdout)["winners"] == [], "two more rounds are to come"
    assert {each["name"]: each["total"] for each in json.loads(one.stdout)["players"]} == {
        "Alfons": -13,
        "Clemens": -3,
        "Beatrix": 1,
        "Eva": 2,
    }
    two = petri("score", "virus-and-co", "-r", IN_WORDS, "-r", IN_WORDS, "--options", "length=2", "--json")
    assert json.loads(two.stdout)["winners"] == ["Eva"]
    assert len(json.loads(two.stdout)["players"][0]["rounds"]) == 2


def test_a_log_is_proved(petri: Petri) -> None:
    """The example game that ships."""
    done = petri("score", "virus-and-co", LOG)
    assert done.exit_code == 0
    assert "Round 3" in done.stdout
    assert "Every move of the log was replayed and is legal." in done.stdout
    assert json.loads(petri("score", "virus-and-co", LOG, "--json").stdout)["verdict"] == "proved"


def test_a_log_stops_at_the_line_that_cannot_stand(petri: Petri, tmp_path: Path) -> None:
    """Its number in the file, why, and what would have been legal."""
    text = LOG.read_text("utf-8")
    wrong = text.replace("- Cleo: pay y to Bo  #", "- Cleo: pay y to Ana  #")
    assert wrong != text
    (tmp_path / "wrong.yaml").write_text(wrong, encoding="utf-8")
    done = petri("score", "virus-and-co", "wrong.yaml")
    assert done.exit_code == 1
    number = 1 + wrong[: wrong.index("- Cleo: pay y to Ana")].count("\n")
    assert f"wrong.yaml:{number}:5: Cleo, move 8: a card is not passed back" in done.stdout
    assert "legal here: pay y to Bo; pay bb to Bo; keep" in done.stdout


def test_moves_that_a_line_may_mean_are_in_the_language(petri: Petri, tmp_path: Path) -> None:
    """French has a narrow space before the semicolons between them."""
    log = "game: pox\nplayers: [Ana]\nlog:\n  - nature: spread north\n  - Ana: vacciner\n"
    (tmp_path / "log.yaml").write_text(log, encoding="utf-8")
    done = petri("score", "pox", "log.yaml", "-l", "fr")
    assert "ce peut être\u00a0: vacciner a1\u202f; vacciner b1\u202f; " in done.stdout


def test_an_unfinished_log_is_proved_and_open(petri: Petri, tmp_path: Path) -> None:
    """What was played stands; nobody has won yet."""
    text = LOG.read_text("utf-8")
    (tmp_path / "half.yaml").write_text(text[: text.index("  # Round 3")], encoding="utf-8")
    done = petri("score", "virus-and-co", "half.yaml", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["verdict"] == "proved"
    assert json.loads(done.stdout)["winners"] == []
    assert "The game is not over." in petri("score", "virus-and-co", "half.yaml").stdout


def test_several_files_end_as_the_worst_of_them(petri: Petri, evening: Path, tmp_path: Path) -> None:
    """Each is scored, whatever is wrong with the others; in JSON each line names its file."""
    (tmp_path / "wrong.yaml").write_text(EXAMPLE.replace("Beatrix}", "Eva}"), encoding="utf-8")
    (tmp_path / "bad.yaml").write_text("game: [", encoding="utf-8")
    done = petri("score", "virus-and-co", "evening.yaml", "bad.yaml", "wrong.yaml", "--json")
    assert done.exit_code == 2
    assert "bad.yaml:1" in done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["file"], line["verdict"]) for line in lines] == [
        ("evening.yaml", "consistent"),
        ("wrong.yaml", "illegal"),
    ]
    assert petri("score", "virus-and-co", "evening.yaml", "wrong.yaml").exit_code == 1


def run_with(text: str | bytes, *words: str, is_terminal: bool = False) -> Result:
    """With something on the standard input."""
    runner = CliRunner()
    with pytest.MonkeyPatch.context() as patch:
        if is_terminal:
            patch.setattr("generator.cli.playing.scoring.is_terminal", lambda: True)
        return runner.invoke(app, list(words), input=text, catch_exceptions=False)


def test_the_standard_input_is_a_file_called_dash(petri: Petri) -> None:
    """As everywhere on a command line."""
    done = run_with(EXAMPLE, "score", "virus-and-co", "-")
    assert done.exit_code == 0
    assert "Eva has won." in done.stdout
    bad = run_with(b"game: \xff", "score", "virus-and-co", "-")
    assert bad.exit_code == 2
    assert "standard input:1:7: is not UTF-8 text" in bad.stderr


def test_without_a_file_in_a_pipe_there_is_nothing_to_ask(petri: Petri) -> None:
    """Exit code 2, at once."""
    done = petri("score", "virus-and-co")
    assert done.exit_code == 2
    assert "give a FILE" in done.stderr


def test_step_by_step_on_a_terminal(petri: Petri, tmp_path: Path) -> None:
    """Questions, wrong answers asked again with what is wrong, the table; what was typed can be kept."""
    answers = ["Ana, Bo", "Ana, Bo, Cleo", "two", "2", "i3", "4 5+j", "4 5+i bby", "-", "i3", "1", "b"]
    done = run_with(
        "\n".join(answers) + "\n", "score", "virus-and-co", "--save", "typed.yaml", is_terminal=True
    )
    assert done.exit_code == 0
    assert "2 players cannot play this game; it is for 3–6" in done.stderr
    assert "“two” is not a value of “rounds”" in done.stderr
    assert "“5+j” cannot be read here" in done.stderr
    assert "Round 2: what lies in front of Ana?" in done.stdout
    assert "Cleo has won." in done.stdout
    again = petri("score", "virus-and-co", "typed.yaml")
    assert again.exit_code == 0
    assert again.stdout in done.stdout


@pytest.mark.parametrize(("locale", "undo"), [("en", "undo"), ("de", "Zurück"), ("es", "UNDO")])
def test_an_answer_is_taken_back(petri: Petri, locale: str, undo: str) -> None:
    """By the word of the language or the English one, as often as there are answers; wrong ones are none."""
    answers = [
        undo,
        "Ana, Bo",
        "Ana, Bo, Cleo",
        "",
        "i2",
        undo,
        undo,
        undo,
        "Eva, Bo, Cleo",
        "1",
        "i3",
        "4 5+j",
        "4 5",
        "3",
    ]
    words = ("score", "virus-and-co", "--locale", locale, "--save", "typed.yaml")
    done = run_with("\n".join(answers) + "\n", *words, is_terminal=True)
    assert done.exit_code == 0
    typed = Path("typed.yaml").read_text("utf-8")
    assert "Eva: i3" in typed
    assert "Ana" not in typed
    assert "i2" not in typed


def test_answers_that_end_too_early(petri: Petri) -> None:
    """Are told, without a traceback."""
    done = run_with("Ana, Bo, Cleo\ni3\n", "score", "virus-and-co", is_terminal=True)
    assert done.exit_code == 2
    assert "ends before all questions are answered" in done.stderr


def answer(monkeypatch: pytest.MonkeyPatch, *typed: str) -> Result:
    """Answer the questions about a round of Virus & Co., and press Ctrl-C instead of the next answer."""
    left = [*typed]

    def read(prompt: str) -> str:
        if not left:
            raise KeyboardInterrupt
        return left.pop(0)

    monkeypatch.setattr("builtins.input", read)
    return run_with("", "score", "virus-and-co", "--save", "typed.yaml", is_terminal=True)


def test_answers_are_kept_when_somebody_stops(petri: Petri, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same command goes on where it was left, as often as needed; nothing stays when all is answered."""
    kept = Path("virus-and-co-answers.yaml")
    stopped = answer(monkeypatch, "Ana, Bo, Cleo", "1", "i2", "undo", "wrong", "i3")
    assert stopped.exit_code == 130
    assert "petri table virus-and-co" in stopped.stdout
    command = "petri score virus-and-co --save typed.yaml"
    assert f"Your answers are saved in {kept}. To continue: {command}" in " ".join(stopped.stdout.split())
    assert kept.read_text("utf-8").splitlines()[1:] == ["answers:", '  - "Ana, Bo, Cleo"', "  - 1", "  - i3"]
    stopped = answer(monkeypatch, "4 5+i bby")
    assert "The first 3 answers are in virus-and-co-answers.yaml" in stopped.stdout
    done = answer(monkeypatch, "-")
    assert done.exit_code == 0
    assert "Cleo has won." in done.stdout
    assert "Ana: i3" in Path("typed.yaml").read_text("utf-8")
    assert not kept.exists()


@pytest.mark.parametrize(
    "text", ["game: pox\nanswers: []\n", "game: virus_and_co\nanswers: [x]\n", "- a\n", "\x00"]
)
def test_kept_answers_that_do_not_fit_are_an_error(
    petri: Petri, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """They are left as they are: the message names the file."""
    Path("virus-and-co-answers.yaml").write_text(text, "utf-8")
    done = answer(monkeypatch)
    assert done.exit_code == 2
    assert "virus-and-co-answers.yaml" in done.stderr
    assert Path("virus-and-co-answers.yaml").read_text("utf-8") == text


def test_a_blank_file(petri: Petri, tmp_path: Path) -> None:
    """Printed or saved, never over another file; it can be read again."""
    done = petri("score", "virus-and-co", "--blank")
    assert done.exit_code == 0
    assert petri("score", "virus-and-co", "--blank", "--save", "new.yaml").exit_code == 0
    assert (tmp_path / "new.yaml").read_text("utf-8") == done.stdout
    again = petri("score", "virus-and-co", "--blank", "--save", "new.yaml")
    assert again.exit_code == 2
    assert "the file already exists" in again.stderr
    assert "cannot" not in petri("score", "virus-and-co", "new.yaml").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["score"], "Missing argument"),
        (["score", "virus-and-go", "x.yaml"], "did you mean 'virus-and-co'?"),
        (["score", "virus-and-go"], "did you mean 'virus-and-co'?"),
        (["score", "virus-and-co"], "give a FILE"),
        (["score", "virus-and-co", "--blank", "--save", "none/new.yaml"], "the folder does not exist"),
        (["score", "virus-and-co", "x.yaml", "--locale", "tlh"], "available: en, de, es"),
        (["score", "virus-and-co", "none.yaml"], "none.yaml: there is no such file"),
        (["score", "virus-and-co", "."], "is a folder, not a file"),
        (["score", "virus-and-co", "x.yaml", "--locale", "tlh"], "virus-and-co: unknown language 'tlh'"),
        (
            ["score", "virus-and-co", "x.yaml", "--round", "Ana i3"],
            "give only one of FILE, --round",
        ),
        (["score", "virus-and-co", "--blank", "x.yaml"], "give only one of FILE, --round"),
        (["score", "virus-and-co", "--bogus"], "No such option"),
        (["score", "virus-and-co", "--round", ""], "the name of a player is missing"),
    ],
)
def test_what_is_no_score_file_ends_with_2(petri: Petri, words: list[str], told: str) -> None:
    """A wrong command line, a name that nobody has, a file that cannot be read."""
    done = petri(*words)
    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stdout == ""


def test_a_game_without_rules_says_so(petri: Petri, tiny_game: Path) -> None:
    """It can be printed, but nobody has written how it is played."""
    done = petri("score", "tiny_game", "x.yaml")
    assert done.exit_code == 2
    assert "it has no rules" in done.stderr


def test_a_kit_of_one_s_own_is_refereed_as_it_is(petri: Petri, evening: Path, tmp_path: Path) -> None:
    """A copy of the game with more red pills on the pharmacy card."""
    own = Path(shutil.copytree(find_shelf().games / "virus_and_co", tmp_path / "own"))
    cards = own / "cards.yaml"
    text = cards.read_text("utf-8")
    assert "yellow, red, red]" in text
    cards.write_text(text.replace("yellow, red, red]", "yellow, red, red, red]"), encoding="utf-8")
    pills = own / "pills.yaml"
    tokens = (
        pills.read_text("utf-8")
        .replace("pill_red: 14", "pill_red: 21")
        .replace("count: 14, front: pill_red", "count: 21, front: pill_red")
    )
    pills.write_text(tokens, encoding="utf-8")
    evening.write_text(EXAMPLE.replace("pills: r}", "pills: rrrrrrrr}"), encoding="utf-8")
    assert petri("score", "virus-and-co", "evening.yaml").exit_code == 1
    done = petri("score", "own", "evening.yaml")
    assert done.exit_code == 0, done.output


def test_the_schema_of_a_game_is_printed(petri: Petri) -> None:
    """Or kept in a file, as the empty file is."""
    schema = json.loads(petri("score", "virus-and-co", "--schema").stdout)
    assert {"game", "players", "length", "rounds", "log"} <= schema["properties"].keys()
    assert petri("score", "virus-and-co", "--schema", "--save", "form.json").exit_code == 0
    assert json.loads(Path("form.json").read_text("utf-8")) == schema
    assert petri("score", "virus-and-co", "--schema", "evening.yaml").exit_code == 2
