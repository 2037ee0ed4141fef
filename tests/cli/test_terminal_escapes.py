"""Errors quote files and names of any content: a terminal must not obey what is in them."""

from pathlib import Path

import pytest

from generator.errors import (
    DataError,
    FontError,
    GeneratorError,
    OutputError,
    PartErrors,
    Problem,
    UnknownName,
    UnreadableMove,
)
from tests.conftest import Petri

EVIL = "a\x1b[2J\x07\x9b1m\tb\u2028c\udcff"
HARMLESS = r"a\x1b[2J\x07\x9b1m\tb\u2028c\udcff"


@pytest.mark.parametrize(
    "error",
    [
        DataError([Problem("f", 1, 1, "", EVIL)]),
        DataError([Problem(EVIL, 0, 0, "", "is wrong")]),
        DataError([Problem("f", 1, 1, EVIL, "is wrong", EVIL)]),
        FontError(EVIL),
        OutputError(EVIL, "the disk is full"),
        PartErrors([(EVIL, UnknownName("x"))]),
        UnreadableMove(EVIL),
    ],
)
def test_control_characters_are_written_as_escapes(error: GeneratorError) -> None:
    """Whatever an error quotes, each control character is an escape, and so is a byte that is not UTF-8."""
    assert HARMLESS in str(error)
    assert str(error).isprintable()


def test_a_problem_is_one_line_and_errors_keep_theirs() -> None:
    """A line feed in a key cannot begin a line that looks like another problem; letters stay as they are."""
    one, two = Problem("f", 1, 1, "a\nb", "é 北"), Problem("f", 2, 1, "", "other")
    assert str(DataError([one, two])) == "f:1:1: a\\nb: é 北\nf:2:1: other"


def test_files_cannot_write_to_the_terminal(tiny_game: Path, petri: Petri) -> None:
    """Escapes in keys, tags and file names of a kit: `petri check` prints none of them as they are."""
    (tiny_game / "wording" / "\x1b[31m.yaml").write_text("a: [", encoding="utf-8")
    (tiny_game / "icons").mkdir()
    (tiny_game / "icons" / "\x1b[31m{*.svg").write_text("<svg", encoding="utf-8")
    assert "wording/" in check(tiny_game, petri)
    for line in ('"\\e[2J": 1', "!<%1b[2J> b: 1", '"\\e[2J": 1\n"\\e[2J": 1'):
        (tiny_game / "kit.yaml").write_text(f"{line}\n", encoding="utf-8")
        assert "kit.yaml:1:" in check(tiny_game, petri)


def check(game: Path, petri: Petri) -> str:
    result = petri("check", game)
    assert result.exit_code == 1
    assert "\x1b" not in result.output
    return result.output
