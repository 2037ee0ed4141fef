"""Texts of rules: their placeholders have values, and other languages may lack them for a while."""

import shutil
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.wordings.wordings import list_given_values
from tests import played


@pytest.fixture
def noughts(tmp_path: Path) -> Path:
    return Path(shutil.copytree(played.OWN["noughts_and_crosses"], tmp_path / "noughts"))


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"{place} has a sign"',
            '"{square} has a sign"',
            "`{square}` has no value (rules.py, line 18, gives",
        ),
        (
            "Three in a row win.\n      turns",
            '"{player} wins"\n      turns',
            "`{player}` has no value (rules.py",
        ),
        (
            "{first} and {second} signs",
            "{n, plural, one {#} other {#}} signs",
            "placeholder `{n}` has no value",
        ),
    ],
)
def test_a_placeholder_needs_a_value_of_the_rules(noughts: Path, old: str, new: str, said: str) -> None:
    """The message has the line of the text, and what the line of the code gives; nothing is run."""
    change(noughts / "wording" / "en.yaml", old, new)
    with pytest.raises(DataError) as caught:
        read_kit(noughts, shelf=find_shelf())
    assert said in str(caught.value)
    assert "noughts/wording/en.yaml:" in str(caught.value)


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ('forbid(x, "a.b", place=1)', [("rule.a.b", {"place"})]),
        ('raise errors.IllegalMove("a.b")', [("rule.a.b", set())]),
        ('Fault("a.b", "Ana", values={"n": 1})', [("rule.a.b", {"n", "player", "where"})]),
        ('Sentence("tally.x", n=1)', [("tally.x", {"n"})]),
        ('Fault("a.b", values=values)\nforbid(x, "a.b", **values)\nforbid(x, name)\nforbid(*all)', []),
        ('def (:', []),
    ],
)  # fmt: skip
def test_what_the_code_gives(tmp_path: Path, code: str, given: list[tuple[str, set[str]]]) -> None:
    """Only what is written there counts; values from elsewhere are unknown."""
    (tmp_path / "rules.py").write_text(code, encoding="utf-8")
    assert [(each.key, {*each.names}) for each in list_given_values(tmp_path)] == given


def test_texts_of_rules_may_be_translated_later(noughts: Path) -> None:
    """A language without them is a warning, and they are in English; printed texts are needed at once."""
    words = (
        "language: Español\nwords:\n  kit: {title: Tres en raya}\n"
        "  sheet: {board: Gana quien hace tres, won: Ganadas}\n"
    )
    (noughts / "wording" / "es.yaml").write_text(words, encoding="utf-8")
    kit = read_kit(noughts, shelf=find_shelf())
    (warning,) = [str(each) for each in kit.warnings]
    assert "wording/es.yaml: 7 texts of the rules are still in English: `rule.noughts.full`" in warning
    assert kit.wordings["es"].format("rule.noughts.line") == "Three in a row win."
    change(noughts / "wording" / "es.yaml", "board: Gana quien hace tres, ", "")
    with pytest.raises(DataError, match=r"`es` has no `sheet.board`"):
        read_kit(noughts, shelf=find_shelf())
