"""Kinds of problems: each has an example that causes it, and every format has all facts."""

import ast
import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import jsonschema
import pytest

from generator.cli.printing.checking import find_end, make_problem_data, print_problems
from generator.cli.printing.checks import check_game, list_own_rules, try_rules
from generator.errors import Notice, WrittenPlace
from generator.model.kit import RULES_FILE
from generator.read.files.shelf import find_shelf
from generator.read.problem_kinds import CodedNotice, ProblemKind, add_codes, find_kind, read_kinds
from tests.conftest import Petri
from tests.samples import sample

ROOT = Path(__file__).parents[3]
KINDS = {kind.code: kind for kind in read_kinds()}
SCHEMA = json.loads((find_shelf().data / "schemas" / "problems.schema.json").read_text("utf-8"))
FOUND = ROOT / "tests" / "cli" / "printing" / "messages_by_kind.txt"


LOCALES = {
    "number-free-but-gone": ("all",),
    **dict.fromkeys(("digits-differ", "text-differs"), ("en", "es")),
}
"""Languages that are read for kinds of problems that English alone does not have."""


def break_game(folder: Path, kind: ProblemKind) -> Path:
    """Make a game in a folder, and the mistake that the kind has as its example; return the game."""
    name = kind.example.get("game", "game")
    shelf = find_shelf()
    game = Path(shutil.copytree(shelf.complete if name == "game" else shelf.find_game(name), folder / name))
    file, old = game / kind.example["in"], kind.example["from"]
    assert bool(old) == file.exists()
    text = file.read_text("utf-8") if old else ""
    assert old in text
    file.write_text(text.replace(old, kind.example["to"], 1), "utf-8")
    return game


def list_printed(capsys: pytest.CaptureFixture[str], found: Sequence[CodedNotice], format: str) -> list[str]:
    """Return the lines that are printed for problems."""
    capsys.readouterr()
    print_problems(found, format)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("code", sample([*KINDS], 8, key="kinds"))
def test_the_example_of_a_kind_causes_it(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    game = break_game(tmp_path, KINDS[code]).relative_to(tmp_path)
    locales = LOCALES.get(code, ("en",))
    report = check_game(game, find_shelf(), locales, papers=("a4",))
    of_rules = try_rules(list_own_rules([game], find_shelf())) if (game / RULES_FILE).exists() else ()
    found = add_codes((*report.notices, *of_rules))
    assert code in {one.code for one in found}
    jsonschema.validate(make_problem_data(found, "json"), SCHEMA)
    sarif = make_problem_data(found, "sarif")["runs"][0]
    rules = {rule["id"] for rule in sarif["tool"]["driver"]["rules"]}
    assert rules == {result["ruleId"] for result in sarif["results"]} == {one.code for one in found}
    for result in sarif["results"]:
        for location in result["locations"]:
            region = location["physicalLocation"]["region"]
            assert 1 <= region["startColumn"] <= region["endColumn"]
    lines = list_printed(capsys, found, "github")
    assert len(lines) == len(found)
    assert all(re.fullmatch(r"::(error|warning) [^:\n]+::[^\n]+", line) for line in lines)


def test_each_kind_is_explained_and_has_an_example() -> None:
    """The last kind has every message that no other has."""
    assert [*KINDS][-1] == "wrong-value"
    assert all(kind.means and kind.do for kind in KINDS.values())
    assert all({"in", "from", "to"} <= kind.example.keys() for kind in KINDS.values())


SAYING = {"Wrong": 0, "unreadable": 1, "Problem": 4}
"""Functions that make messages, and which of their arguments is the text."""


def list_messages() -> list[str]:
    """Return each message of the program that is written in one piece, with `{}` for its values."""
    found = set()
    for file in sorted((ROOT / "generator").rglob("*.py")):
        text = file.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if any(f"{name}(" in text for name in SAYING) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                index = SAYING.get(node.func.id)
                if index is not None and len(node.args) > index:
                    found.add(write_literal(node.args[index]))
    return sorted(found - {""})


def write_literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return ""


def test_every_message_has_the_kind_that_somebody_read() -> None:
    """Delete the file and run the test to list all kinds again; then read what has changed."""
    lines = sorted(f"{find_kind(message).code}: {message}" for message in list_messages())
    if not FOUND.exists():
        FOUND.write_text("\n".join(lines) + "\n", "utf-8")
    assert FOUND.read_text("utf-8").splitlines() == lines


@pytest.mark.parametrize(
    ("text", "column", "end"),
    [
        ("icon: clowd", 7, 12),
        ('say: "a b", role: x', 6, 11),
        ("- {a: 1}", 4, 5),
        ("a:", 3, 3),
        ("名前: 天気", 5, 7),
    ],
)
def test_the_wrong_word_ends_where_its_value_does(text: str, column: int, end: int, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    assert find_end(WrittenPlace(str(tmp_path / "a.yaml"), 1, column)) == end


def test_a_frame_is_not_wider_than_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "a.yaml").write_text(f"{'名' * 60}: {{icon: clowd, text: {'x' * 200}}}", "utf-8")
    place = WrittenPlace(str(tmp_path / "a.yaml"), 1, 70)
    notice = Notice("unknown icon `clowd` (did you mean `cloud`?)", place)
    head, line, carets, _ = list_printed(capsys, add_codes([notice]), "frames")
    assert "error[unknown-icon]" in head
    assert len(line) <= 80
    assert "clowd" in line
    assert carets.strip("| ") == "^^^^^"


def test_signs_that_end_a_command_of_github_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    notice = Notice("50% of\nthem", WrittenPlace("a,b:c.yaml", 3, 4), is_error=False)
    (line,) = list_printed(capsys, add_codes([notice]), "github")
    assert line == "::warning file=a%2Cb%3Ac.yaml,line=3,col=4,endColumn=4,title=wrong-value::50%25 of%0Athem"


def test_the_command_prints_all_formats(petri: Petri) -> None:
    petri("new", "my-game")
    good = petri("check", "my-game", "--format", "json")
    assert (good.exit_code, json.loads(good.stdout)) == (0, {"version": 1, "problems": []})
    Path("my-game/my-game.yaml").write_text("cards: [{tite: A}]\n")
    bad = petri("check", "my-game", "--format", "json")
    assert bad.exit_code == 1
    assert json.loads(bad.stdout)["problems"]
    assert "error[" in petri("check", "my-game", "--format", "frames").output
    assert "unknown format 'xml'" in petri("check", "my-game", "--format", "xml").stderr


def test_a_code_is_explained(petri: Petri) -> None:
    shown = petri("check", "--explain", "unknown-icon").output
    assert "wrong   icon: clowd\nright   icon: cloud" in shown
    assert "did you mean" in petri("check", "--explain", "unknown-icn").stderr
