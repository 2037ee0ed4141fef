"""The file of a walk: nothing entered is lost, whatever happens to the program."""

import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from generator.errors import DataError, OutputError
from generator.model.played import GameLog
from generator.model.texts.wordings import Wording
from generator.output import LineLog
from generator.play.contracts.samples import play_moves
from generator.play.paper import Referee
from generator.play.walks.walkthrough import Walk, WalkFile, start_walk
from generator.read.scores import decode_score
from generator.rules.form import write_log
from generator.rules.game import AnyGame, find_game
from tests import shipped

NAMES = ("Ana", "Dr. No: 7", "null", "Zoë #1")


@cache
def pox() -> AnyGame:
    return find_game(shipped.kit("pox"))


@cache
def words() -> Wording:
    return shipped.kit("pox").wordings["en"]


@cache
def walked() -> Walk:
    walk = start_walk(pox(), NAMES, {"difficulty": "chicken_soup"})
    for played in play_moves(pox().rules, NAMES, setup={}, seed=8):
        if len(walk.log.lines) < 10:
            walk = walk.play(played.line.actor, played.line.words)
    return walk


def longer() -> Walk:
    """Return the walk with one more line."""
    (actor,) = walked().actors
    return walked().play(actor, walked().moves(actor)[0])


def parts() -> list[Walk]:
    """The same walk after every line, from none on."""
    return [walked().undo(left) for left in range(len(walked().log.lines), -1, -1)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.yaml"


def write_all(path: Path) -> WalkFile:
    """Saved line by line, as at the table."""
    file = WalkFile(LineLog(path))
    first, *others = parts()
    file.write_head(first.log)
    file.save(first)
    for walk in others:
        file.save(walk)
    return file


def test_the_file_is_the_log(path: Path) -> None:
    """A file that grew by lines is the same as one written at once."""
    write_all(path)
    assert path.read_text("utf-8") == write_log(walked().log)
    kept = WalkFile(LineLog(path)).read(shipped.kit("pox"), words())
    assert kept.players == NAMES
    assert kept.lost == ""
    assert kept.walk is not None
    assert kept.walk.states == walked().states
    assert kept.walk.log.lines == walked().log.lines


def test_cut_off_anywhere_it_goes_on(path: Path) -> None:
    """A file that is cut off after any byte has all its complete lines, and reports the incomplete one."""
    write_all(path)
    data = path.read_bytes()
    begun = data.index(b"log:\n")
    states = [walk.state for walk in parts()]
    for end in range(begun + 5, len(data) + 1):
        path.write_bytes(data[:end])
        lines = data[begun:end].count(b"\n") - 1
        if lines == 0:
            continue
        kept = WalkFile(LineLog(path)).read(shipped.kit("pox"), words())
        assert kept.walk is not None
        assert kept.walk.state == states[lines]
        whole, sign, rest = data[:end].rpartition(b"\n")
        assert kept.lost == rest.decode("utf-8", "replace").strip()
        assert path.read_bytes() == whole + sign


def test_half_a_line_is_not_scored(path: Path) -> None:
    """An incomplete last line of a walk is refused, since it may look like another move."""
    write_all(path)
    whole = path.read_text("utf-8")
    referee = Referee(shipped.kit("pox"))
    assert referee.score(decode_score(whole.encode())).moves == len(walked().log.lines)
    for end in (1, 4):
        with pytest.raises(DataError, match=r":14:.* the last line is incomplete"):
            referee.score(decode_score(whole[:-end].encode()))
    by_hand = whole.replace("log:", "log: # ours").removesuffix("\n")
    assert referee.score(decode_score(by_hand.encode())).moves == len(walked().log.lines)


def test_a_head_alone_is_asked_on(path: Path) -> None:
    """Before the first move, the file has players and options, but no log."""
    file = WalkFile(LineLog(path))
    file.write_head(GameLog("pox", NAMES, ()))
    kept = WalkFile(LineLog(path)).read(shipped.kit("pox"), words())
    assert (kept.players, kept.options, kept.walk) == (NAMES, {}, None)
    file.write_head(GameLog("pox", NAMES, (), {"difficulty": "miracle"}))
    kept = WalkFile(LineLog(path)).read(shipped.kit("pox"), words())
    assert (kept.players, kept.options, kept.walk) == (NAMES, {"difficulty": "miracle"}, None)


@pytest.mark.parametrize("text", ["", "game: pox\n", "game: pox\nplay", "ga", "game: pox\nvariant: x\n"])
def test_less_than_a_head_is_nothing(path: Path, text: str) -> None:
    """An incomplete first line leaves an empty walk."""
    path.write_text(text, encoding="utf-8")
    kept = WalkFile(LineLog(path)).read(shipped.kit("pox"), words())
    assert (kept.players, kept.walk) == ((), None)


def test_lines_go_on_after_a_half_one(path: Path) -> None:
    """The next line replaces the incomplete one."""
    write_all(path)
    path.write_bytes(path.read_bytes()[:-4])
    file = WalkFile(LineLog(path))
    kept = file.read(shipped.kit("pox"), words())
    assert kept.walk is not None
    last = walked().log.lines[-1]
    file.save(kept.walk.play(last.actor, last.words))
    assert path.read_text("utf-8") == write_log(walked().log)


def test_taken_back_and_gone_on(path: Path) -> None:
    """A shorter log replaces the longer one, and grows again by lines."""
    file = write_all(path)
    for walk in (parts()[5], parts()[0]):
        file.save(walk)
        assert path.read_text("utf-8") == write_log(walk.log)
    file.save(parts()[1])
    file.save(parts()[2])
    assert path.read_text("utf-8") == write_log(parts()[2].log)
    assert list(path.parent.iterdir()) == [path]


def test_a_log_by_hand_is_tidied_and_kept(path: Path) -> None:
    """A log that a person wrote is rewritten so that lines can be added; a copy keeps the original."""
    text = "players: [Ana]  # alone\ngame: pox\nlog: [{nature: spread north}]\n"
    path.write_text(text, encoding="utf-8")
    file = WalkFile(LineLog(path))
    kept = file.read(shipped.kit("pox"), words())
    copy = file.tidy(kept)
    assert copy is not None
    assert copy.read_text("utf-8") == text
    assert kept.walk is not None
    assert path.read_text("utf-8") == write_log(kept.walk.log)
    assert file.tidy(WalkFile(LineLog(path)).read(shipped.kit("pox"), words())) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game: pox\nplayers: [Ana]\nlog:\n  - nature: spread north\n  - Ana: vaccinate d4\n", ":5:"),
        ("game: pox\nplayers: [Ana]\nlog:\n  - Bo: done\n", "“Bo” is not known here"),
        ("game: pandemic\nplayers: [Ana]\nlog: []\n", "this file is of the game “pandemic”"),
        ("game: pox\nvariant: odd\nplayers: [Ana]\nlog: []\n", ":2:"),
        ("game: pox\nplayers: [Ana]\ndifficulty: soup\nlog:\n  - nature: spread north\n", ":3:"),
        ("game: pox\nplayers: [Ana]\ncolour: red\nlog: []\n", "“colour” is not known here"),
        ("- a\n- b\n", "must be keys with values"),
        ("- a", "must be keys with values"),
        ("my shopping list", "must be keys with values"),
        ("my: shopping list\n", "“my” is not known here"),
        ("game: pox\nmilk: 2\nbread", "“milk” is not known here"),
    ],
)
def test_what_is_no_walk_is_told_with_its_line(path: Path, text: str, told: str) -> None:
    """And the file is left as it was."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        WalkFile(LineLog(path)).read(shipped.kit("pox"), words())
    assert told in str(caught.value)
    assert path.read_text("utf-8") == text


def test_two_walks_in_one_file(path: Path) -> None:
    """A program does not write to a file that another one has changed."""
    file = write_all(path)
    path.write_bytes(path.read_bytes() + b"  - Ana: done\n")
    with pytest.raises(OutputError, match="another program has changed this file"):
        file.save(longer())
    with pytest.raises(OutputError, match="another program has changed this file"):
        file.save(longer())
    assert path.read_bytes().endswith(b"  - Ana: done\n")


def test_a_new_walk_takes_no_file_away(path: Path) -> None:
    """Neither does a copy."""
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="the file already exists"):
        WalkFile(LineLog(path)).write_head(walked().log)
    other = path.with_name("other.yaml")
    file = write_all(other)
    with pytest.raises(OutputError, match="the file already exists"):
        file.copy_to(path)
    assert path.read_text("utf-8") == "mine"
    file.copy_to(path.with_name("copy.yaml"))
    assert path.with_name("copy.yaml").read_bytes() == other.read_bytes()


def test_a_disk_that_refuses(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is an error; the file keeps all earlier lines and nothing incomplete."""
    file = write_all(path)
    before = path.read_bytes()

    def refuse(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(OutputError, match="the disk is full"):
        file.save(longer())
    with pytest.raises(OutputError, match="the disk is full"):
        file.save(parts()[3])
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
    assert stat.S_ISREG(path.stat().st_mode)


def test_of_two_companions_one_notices_the_other(path: Path) -> None:
    """Also if the file is as long as before: a move was taken back, and another of the same length made."""
    one = write_all(path)
    two = WalkFile(LineLog(path))
    two.read(shipped.kit("pox"), words())
    before = path.read_bytes()
    head, line, end = before.rpartition(before.splitlines(keepends=True)[-1])
    path.write_bytes(head + line[:-2] + b"x\n" + end)
    assert path.stat().st_size == len(before)
    for file in (one, two):
        with pytest.raises(OutputError, match="another program has changed this file"):
            file.save(longer())
    path.write_bytes(before)
    one.save(longer())
    with pytest.raises(OutputError, match="another program has changed this file"):
        two.save(walked().undo(1))


def test_programs_that_append_at_once_write_one_line(path: Path) -> None:
    """One is first, and the others find its line: nothing is written over, and nothing between."""
    write_all(path)
    files = [WalkFile(LineLog(path)) for _ in range(8)]
    for file in files:
        file.read(shipped.kit("pox"), words())

    def save(file: WalkFile) -> bool:
        with suppress(OutputError):
            file.save(longer())
            return True
        return False

    with ThreadPoolExecutor() as pool:
        assert sum(pool.map(save, files)) == 1
    assert path.read_text("utf-8") == write_log(longer().log)
