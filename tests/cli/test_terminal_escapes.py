"""Errors quote files and names of any content: a terminal must not obey what is in them."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.text import Text

from generator.cli.terminal.echo import echo, echo_json
from generator.cli.terminal.tables import TextConsole, show_table, write_lines
from generator.errors import (
    DataError,
    FontError,
    GeneratorError,
    OutputError,
    PartErrors,
    Problem,
    UnknownName,
)
from generator.rules.core import UnreadableMove
from tests.conftest import Petri
from tests.test_architecture import ROOT as PROGRAM

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


def test_every_line_passes_one_door(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines, tables, and JSON show what a terminal would obey; lines and scripts stay as they are."""
    text = f"{EVIL}\n\u2067שלום\u2069"
    echo(text)
    assert capsys.readouterr().out == "a\\x1b[2J\\x07\\x9b1m\tb\\u2028c\\udcff\n\u2067שלום\u2069\n"
    echo_json([EVIL])
    written = capsys.readouterr().out
    assert not {*EVIL} & {"\x1b", "\x07", "\x9b", "\u2028", "\udcff"} & {*written}
    assert json.loads(written) == [EVIL]
    show_table([EVIL], [[EVIL]])
    write_lines(EVIL, is_error=True)
    done = capsys.readouterr()
    assert done.out.count(r"\x1b[2J\x07\x9b1m") == 2
    assert "\x1b" not in done.out + done.err


def test_a_bar_and_a_dialogue_pass_it_too() -> None:
    """Only the console controls the terminal: what it prints does not."""
    written = StringIO()
    console = TextConsole(file=written, force_terminal=True, color_system="standard")
    console.print(Text(EVIL, "bold"), Text.from_markup("[red]x"))
    assert written.getvalue().startswith("\x1b[1ma\\x1b[2J")
    assert not {*"\x1b\x07\x9b"} & {*re.sub(r"\x1b\[[0-9;]*m", "", written.getvalue())}


def test_nothing_else_prints() -> None:
    """Commands print by `echo`, `echo_json`, and `TextConsole`; nobody else writes to the terminal."""
    others = re.compile(
        r"typer\.s?echo|^ *print\(|(?<!Text)Console\(|json\.dumps\(|stdout\.write", re.MULTILINE
    )
    doors = {PROGRAM / "cli" / "terminal" / name for name in ("echo.py", "tables.py")}
    found = {path: others.search(path.read_text("utf-8")) for path in {*PROGRAM.glob("cli/**/*.py")} - doors}
    assert {path.name: match[0] for path, match in found.items() if match} == {}


@pytest.mark.parametrize(
    "words",
    [
        ["make", "tiny_game", "--out", "\x1b[31mx"],
        ["make", "tiny_game", "--\x1b[2J"],
        ["make", "tiny_game", "--copies", "\x1b[2J"],
        ["make", "tiny_game", "--paper", "\x1b[2J"],
        ["make", "\x1b[2J"],
        ["score", "tiny_game", "\x1b[2J"],
        ["schema", "\x1b[2J"],
        ["schema", "--out", "\x1b[2J"],
        ["new", "a\x1b[2J"],
        ["locale", "tiny_game", "new", "\x1b[2J"],
        ["\x1b[2J"],
    ],
)
def test_what_is_typed_does_not_control_the_terminal(petri: Petri, tiny_game: Path, words: list[str]) -> None:
    """Names of folders, options, and values are quoted by errors and by reports of success."""
    assert "\x1b" not in petri(*words).output
