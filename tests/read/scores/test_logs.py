"""Score files: what all games share of them, and what is told when they are not right."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.errors import DataError
from generator.model.played import GameLog, LogLine
from generator.read.scores import (
    MOST_SCORE_BYTES,
    GameKeys,
    LinesSource,
    ScoreFile,
    decode_score,
    find_variant,
    read_score,
    read_score_file,
)
from generator.rules.form import quote_text, write_log
from tests import shipped
from tests.pace import end_soon
from tests.samples import count_examples


def make_keys(game: str, **keys: Any) -> GameKeys:
    return GameKeys(game, shipped.kit("pox").wordings["en"], **keys)


def ludo() -> GameKeys:
    return make_keys("ludo", finished=("sheets",), options=("difficulty",))


LOG = """\
game: ludo
players: [Ana, Bo]
difficulty: hard
log:
  - nature: 3 5
  - Ana: take left  # a remark
  - Bo: pass
"""


def read(text: str) -> ScoreFile:
    return read_score_file(decode_score(text.encode()), ludo())


def told(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        read(text)
    return [str(problem).removeprefix("standard input:") for problem in caught.value.problems]


def test_a_log_is_a_head_and_lines() -> None:
    """Lines have a player and a move, in order; comments are not part of the text."""
    file = read(LOG)
    assert file.players == ("Ana", "Bo")
    assert file.options == {"difficulty": "hard"}
    assert file.finished == {}
    assert file.log == GameLog(
        "ludo",
        ("Ana", "Bo"),
        (LogLine("nature", "3 5", 1), LogLine("Ana", "take left", 2), LogLine("Bo", "pass", 3)),
        {"difficulty": "hard"},
        file="standard input",
    )


def test_a_finished_game_is_left_to_its_game() -> None:
    """Its keys are handed on as they are; there is no log."""
    file = read("game: ludo\nsheets: {Ana: 3}\nvariant: long\n")
    assert file.finished == {"sheets": {"Ana": "3"}}
    assert file.log is None
    assert file.players == ()
    assert file.variant == "long"


def test_the_file_of_another_game_is_told_so_and_nothing_else() -> None:
    """With the command that is for it; its own keys are no mistakes."""
    for game, hint in (("tic-tac-toe", " (or: petri score tic-tac-toe)"), ("Tic & Tac", "")):
        with pytest.raises(DataError) as caught:
            read(f"game: {game}\ncrosses: 3\n")
        told = str(caught.value)
        assert told.endswith(f"1:7: game: this file is of the game “{game}”, not of “ludo”{hint}")
        assert "\n" not in told


@pytest.mark.parametrize("game", ["ludo", "Ludo", "LUDO"])
def test_the_game_may_be_written_as_on_the_command_line(game: str) -> None:
    """In capital letters, with dashes."""
    assert read(f"game: {game}\nsheets: x").finished
    dashed = make_keys("long_ludo", finished=("sheets",))
    assert read_score_file(decode_score(b"game: long-ludo\nsheets: x"), dashed).finished


def test_windows_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    """Old Macintosh line ends neither."""
    plain = read(LOG).log
    for text in ("\ufeff" + LOG, LOG.replace("\n", "\r\n"), LOG.replace("\n", "\r")):
        assert read(text).log == plain


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("game: ludo\n", "", "1:1: “game” is missing (add “game: ludo”)"),
        ("game: ludo", "game: pachisi", "1:7: game: this file is of the game “pachisi”, not of “ludo”"),
        ("game: ludo", "game: [ludo]", "1:7: game: this must be one value (such as game: ludo)"),
        ("players", "player", "2:1: player: “player” is not known here; did you mean players?"),
        (
            "players: [Ana, Bo]\n",
            "",
            "1:1: “players” is missing (add “players: […]”, in their order at the table)",
        ),
        ("[Ana, Bo]", "Ana", "2:10: players: this must be a list (such as [Ana, Bo])"),
        ("[Ana, Bo]", "[]", "2:10: players: this must be a list"),
        ("[Ana, Bo]", "[Ana, '']", "2:16: players[2]: a value is missing here"),
        ("hard", "", "3:1: difficulty: a value is missing here"),
        ("hard", "[hard]", "3:13: difficulty: this must be one value"),
        ("Ana: take", "Anna: take", "6:5: log[2].Anna: “Anna” is not known here; did you mean Ana?"),
        ("Ana: take left", "Ana:", "6:5: log[2].Ana: the move is missing"),
        (
            "Ana: take left",
            "take left",
            "6:5: log[2]: this must be a player and a move (such as - Ana: …)",
        ),
        ("Ana: take left", "{Ana: x, Bo: y}", "6:5: log[2]: this must be a player and a move"),
        ("Ana: take left", "Ana: [take]", "6:5: log[2].Ana: the move is missing"),
        ("Ana: take left", "Ana: take: left", "6:14: a second `: ` in one value"),
        ("  - Bo", "\t- Bo", "7:1: a tab is used to indent"),
        ("  - Bo: pass", "  - Bo: pass\n  - Ana: 'x", "8:10: this quote is never closed"),
        ("log:", "log: x\nrest:", "4:6: log: this must be a list"),
        ("log:", "lag:", "4:1: lag: “lag” is not known here; did you mean log?"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, wanted: str) -> None:
    """Line and column of the very word, and what would be right."""
    assert old in LOG
    found = told(LOG.replace(old, new, 1))
    assert any(problem.startswith(wanted) for problem in found), found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "is empty"),
        ("# nothing", "contains nothing but comments"),
        ("- a", "1:1: this must be keys with values (add “game: ludo”)"),
        ("game", "1:1: this must be keys with values"),
        ("game: ludo", "1:1: there is nothing to score (add “sheets:” or add “log:”)"),
        ("game: ludo\nlog:", "log: this must be a list"),
        ("game: &a ludo\nsheets: *a", "1:7: anchors"),
        ("game: ludo\n--- \ngame: ludo", "2:1: a second document"),
    ],
)
def test_what_is_no_score_file_at_all(text: str, wanted: str) -> None:
    """Is told as well."""
    assert any(wanted in problem or problem.startswith(wanted) for problem in told(text))


def test_an_empty_log_is_a_game_that_has_not_begun() -> None:
    """Nothing is wrong with it."""
    log = read("game: ludo\nplayers: [Ana]\nlog: []\n").log
    assert log is not None
    assert log.lines == ()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "game: ludo\nplayers: [A]\nlog:\n" + "  - A: x\n" * 30_000,
            "log: 30,000 entries, but at most",
        ),
        ("game: ludo\nsheets: " + "[" * 30_000, "nested deeper"),
        ("game: " + "9" * 400 + "\nsheets: x", "game: this file is of the game “99999"),
        ("game: ludo\nplayers: [" + "A, " * 100_000 + "B]\nlog: []", ""),
        ("x" * (MOST_SCORE_BYTES + 1), "is larger than 1 MB"),
        ("game: ludo\n" + "".join(f"k{number}: x\n" for number in range(5_000)), "more than 200 problems"),
    ],
)
def test_files_that_are_far_too_long_are_refused_at_once(text: str, wanted: str) -> None:
    """Within seconds, and with a short message."""
    found: list[str] = []
    with end_soon(), suppress(pytest.fail.Exception):
        found = told(text)
    assert wanted in " ".join(found)
    assert len(" ".join(found)) < 30_000


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing or large score file is refused like any other file."""
    with pytest.raises(DataError, match="there is no such file"):
        read_score(tmp_path / "none.yaml")
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (MOST_SCORE_BYTES + 1))
    with pytest.raises(DataError, match="larger than 1 MB"):
        read_score(large)


def test_the_variant_is_found_before_the_rest_is_read() -> None:
    """Since it decides which keys there are."""
    assert find_variant(decode_score(b"variant: large")) == "large"
    assert find_variant(decode_score(b"variant: [large]")) == ""
    assert find_variant(decode_score(b"- variant")) == ""


def test_lines_that_stand_in_no_file_have_places() -> None:
    """A line for each text of the command line, columns from 1."""
    source = LinesSource("--round", "ludo", "sheets", ["one", "two"], {"level": "7"})
    assert source.data == {"game": "ludo", "level": "7", "sheets": ["one", "two"]}
    assert source.spot_in_text(("sheets", 1), 0, 2) == (2, 3)
    assert source.spot_of_key(("sheets", 1, "Ana")) == (2, 1)
    assert source.spot_of(()) == (1, 1)


NAMES = st.text(min_size=1, max_size=20).filter(lambda name: name.strip() and name.isprintable())
WORDS = st.text("abc 123+=-:#'\"[]{},|&*!%@`äß漢", min_size=1, max_size=30).filter(str.strip)


@example(["<<", "="], ["pass"] * 2)
@given(st.lists(NAMES, min_size=1, max_size=3, unique=True), st.lists(WORDS, max_size=6))
@settings(max_examples=count_examples(300))
def test_a_log_that_was_written_is_read_again(players: list[str], moves: list[str]) -> None:
    """Whatever the players are called, and whatever the words of a game are."""
    lines = tuple(
        LogLine(players[number % len(players)], words, number + 1) for number, words in enumerate(moves)
    )
    log = GameLog("ludo", tuple(players), lines, {"difficulty": "very hard: 3"}, file="standard input")
    assert read(write_log(log)).log == log


@pytest.mark.parametrize("text", ["plain words", "4+i 5 byr", "Ana", "Łukasz", "3 5"])
def test_plain_texts_are_written_without_quotes(text: str) -> None:
    """Logs are written without needless quotes."""
    assert quote_text(text) == text


@given(st.text("agmelouprys:[]{}-# \n\t'\"&*!|>%@,0123", max_size=80))
@settings(max_examples=count_examples(300))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing else can come of it."""
    with suppress(DataError):
        assert read(text).source.file == "standard input"
