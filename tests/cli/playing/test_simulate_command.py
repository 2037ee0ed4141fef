"""`petri simulate`: tables, JSON, files, and what happens on Ctrl-C."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.cli.playing.results import join_in_locale
from tests.conftest import Petri
from tests.waiting import NEVER, pause

ROOT = Path(__file__).parents[3]
SHORT = ("virus-and-co", "--players", "3,4", "--options", "length=1", "--games", "12")


def test_a_game_with_winners(petri: Petri) -> None:
    """Rates by setting, wins and points by seat, how games ended; the numbers are those of the JSON."""
    done = petri("simulate", *SHORT)
    assert done.exit_code == 0
    heads = ("players", "rounds", "games", "one won, %", "shared, %", "nobody won, %", "turns", "moves")
    assert re.search(" +".join(heads), done.stdout)
    assert len(re.findall(r"^ +3 +1 +[123] +\d", done.stdout, re.MULTILINE)) == 3
    assert len(re.findall(r"^ +4 +1 +[1234] +\d", done.stdout, re.MULTILINE)) == 4
    assert re.search(r"  The best total wins *$", done.stdout, re.MULTILINE)
    plain = json.loads(petri("simulate", *SHORT, "--json").stdout)
    assert {key: plain[key] for key in ("game", "variant", "policy", "seed", "games")} == {
        "game": "virus_and_co",
        "variant": "",
        "policy": "random",
        "seed": 1,
        "games": 12,
    }
    three, four = plain["settings"]
    assert (three["players"], three["options"], three["games"]) == (3, {"length": "1"}, 12)
    assert len(four["seats"]) == 4
    assert sum(end["count"] for end in four["ends"]) == 12
    share = f"{three['seats'][2]['wins']['share'] * 100:.1f} ("
    assert re.search(rf"^ +3 +1 +3 +{re.escape(share)}", done.stdout, re.MULTILINE)


def test_a_game_that_all_win_or_lose_together(petri: Petri) -> None:
    """Its win rate at every level, and no seats."""
    words = ("simulate", "pox", "--players", "2", "--games", "4", "--policy", "greedy")
    done = petri(*words)
    levels = ["Chicken Soup", "Cough Medicine", "IV Fluids", "Intensive Care", "Miracle"]
    assert re.search(r"  More people have died than the level allows *$", done.stdout, re.MULTILINE)
    assert re.findall(r"^ +2 +([A-Za-z ]+?) +4 ", done.stdout, re.MULTILINE) == levels
    assert "seat" not in done.stdout
    plain = json.loads(petri(*words, "--options", "difficulty=miracle,iv_fluids", "--json").stdout)
    assert [each["options"]["difficulty"] for each in plain["settings"]] == ["miracle", "iv_fluids"]
    assert all("won" in each and "seats" not in each for each in plain["settings"])


def test_levels_are_listed_from_easy_to_hard(petri: Petri) -> None:
    """As they are asked for at the table, wherever the usual one stands; else as they are named."""
    words = ("simulate", "pandemic", "--players", "2", "--games", "1", "--json")
    plain = json.loads(petri(*words).stdout)
    levels = [each["options"]["difficulty"] for each in plain["settings"]]
    assert levels == ["introductory", "standard", "heroic"]
    plain = json.loads(petri(*words, "--options", "difficulty=heroic,standard").stdout)
    assert [each["options"]["difficulty"] for each in plain["settings"]] == ["heroic", "standard"]


def test_the_same_seed_says_the_same(petri: Petri) -> None:
    """To the last letter, also in files, and on more processes; another seed says something else."""
    first = petri("simulate", *SHORT, "--csv", "one.csv", "--processes", "1").stdout
    assert petri("simulate", *SHORT, "--csv", "two.csv", "--processes", "2").stdout == first
    assert Path("one.csv").read_text("utf-8") == Path("two.csv").read_text("utf-8")
    assert petri("simulate", *SHORT, "--seed", "2").stdout != first


def test_files_of_games_and_pictures(petri: Petri) -> None:
    """A line for each game; a picture with all its words, the same bytes every time."""
    words = ("simulate", *SHORT, "--csv", "new/games.csv", "--plot", "new/games.svg")
    petri(*words)
    rows = list(csv.DictReader(Path("new/games.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 24
    assert {row["players"] for row in rows} == {"3", "4"}
    drawn = Path("new/games.svg").read_bytes()
    labels = (element.get("aria-label", "") for element in ElementTree.fromstring(drawn).iter())
    said = " ".join(" ".join(labels).split())
    assert "Virus & Co." in said
    assert "nobody wins" in said
    assert "3 players, rounds: 1, seat 2" in said
    assert said.endswith("The first seat begins.")
    petri(*words)
    assert Path("new/games.svg").read_bytes() == drawn
    assert petri("simulate", *SHORT, "--plot", "games.pdf").exit_code == 0
    assert Path("games.pdf").read_bytes().startswith(b"%PDF")


def test_in_the_users_language(petri: Petri) -> None:
    """Heads, rules and numbers."""
    done = petri("simulate", "fight-the-virus", "--players", "2", "-n", "2", "--locale", "es")
    assert "jugadores" in done.stdout
    assert re.search(r"100,0 \(34,2–100,0\)|0,0 \(0,0–65,8\)|50,0 \(", done.stdout)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("chess",), 1, "unknown game 'chess'"),
        (("pox", "--policy", "greed"), 1, "did you mean 'greedy'?"),
        (("pox", "--players", "5"), 2, "5 players cannot play this game"),
        (("pox", "--players", "9" * 5000), 2, "write numbers of players, like: 2,3,4"),
        (("pox", "--players", "\u00b2"), 2, "write numbers of players, like: 2,3,4"),
        (("pox", "--players", "two"), 2, "write numbers of players, like: 2,3,4"),
        (("pox", "--options", "difficulty=hard"), 2, "“hard” is not a value of “difficulty”"),
        (("pox", "--options", "speed=1"), 2, "unknown option “speed”"),
        (("pox", "--options", "hard"), 2, "write a key and its values"),
        (("pox", "--variant", "odd"), 2, "unknown variant “odd”: the game has no variants"),
        (("fight-the-virus", "--variant", "odd"), 2, "“odd” is not a value of “variant”; available"),
        (("pox", "--games", "0"), 2, "--games"),
        (("pox", "--plot", "chart.bmp"), 1, "unknown format 'bmp'; available: pdf, svg, png, jpeg, gif, txt"),
        (("pox", "--locale", "xx"), 1, "pox: unknown language 'xx'"),
    ],
)
def test_what_cannot_be(petri: Petri, words: tuple[str, ...], code: int, said: str) -> None:
    """Is told before anything is played, with what would be right."""
    done = petri("simulate", *words)
    assert done.exit_code == code
    assert said in re.sub(r"\s+", " ", re.sub("[│╭╮╰╯─]", " ", done.stderr)), done.stderr
    assert done.stdout == ""


def read_until(leader: int, wanted: bytes) -> bytes:
    """What the terminal shows until it shows this, or nobody writes any more."""
    shown = b""
    while wanted not in shown:
        try:
            shown += os.read(leader, 4096)
        except OSError:
            break
    return shown


@pytest.mark.posix("these signals")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_tells_of_the_games_that_were_played(tmp_path: Path, processes: str) -> None:
    """All processes of the terminal hear it; the table, the files and the exit code say what happened."""
    import pty

    leader, follower = pty.openpty()
    words = ("virus-and-co", "--players", "3", "-n", "1000000", "--processes", processes)
    with subprocess.Popen(
        [sys.executable, "-m", "generator", "simulate", *words, "--csv", "games.csv"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=follower,
        start_new_session=True,
    ) as process:
        os.close(follower)
        try:
            shown = read_until(leader, b"/1000000")
            pause()
            os.killpg(process.pid, signal.SIGINT)
            shown += read_until(leader, b"it shows all that there is")
            stdout, _ = process.communicate(timeout=NEVER)
        finally:
            process.kill()
            os.close(leader)
    assert process.returncode == 130
    assert b"Traceback" not in shown
    (played,) = re.findall(r"Stopped after ([\d,]+) of 1,000,000 games", shown.decode())
    assert re.search(rf"^ +3 +{played} ", stdout.decode(), re.MULTILINE)
    rows = (tmp_path / "games.csv").read_text("utf-8").splitlines()
    assert len(rows) == int(played.replace(",", "")) + 1


def test_japanese_sentences_have_no_blanks_between_them() -> None:
    """Their full stops have room of their own."""
    assert join_in_locale("範囲です。", "1番目の席から始めます。") == "範囲です。1番目の席から始めます。"
    assert join_in_locale("Quartiles.", "The first seat begins.") == "Quartiles. The first seat begins."
