"""`petri simulate --vary`: tables, reports, pictures, runs that continue, and what cannot be."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import Petri
from tests.processes import unmeasured_environment
from tests.waiting import wait_until

VARIED = (
    "simulate",
    "pox",
    "--vary",
    "cards.spread_north.count=4..6",
    "--policy",
    "greedy",
    "--processes",
    "1",
)
SHORT = (*VARIED, "-n", "12")


def squeeze(text: str) -> str:
    """Return the text of a message without its box."""
    return re.sub(r"\s+", " ", re.sub("[│╭╮╰╯─]", " ", text))


def test_settings_are_compared_with_the_game_as_it_is(petri: Petri) -> None:
    """A row for each, a sentence, and the same numbers as JSON."""
    done = petri(*SHORT)
    assert done.exit_code == 0
    rows = re.findall(r"^ +1 +greedy +([456]) +12 +[\d.]+ \(", done.stdout, re.MULTILINE)
    assert rows == ["4", "5", "6"]
    assert "No difference is beyond doubt" in done.stdout
    assert petri(*SHORT).stdout == done.stdout
    plain = json.loads(petri(*SHORT, "--json").stdout)
    assert plain["varied"] == {"cards.spread_north.count": {"now": "5", "values": ["4", "5", "6"]}}
    four, base, _ = plain["settings"]
    assert "difference" not in base
    assert four["base"] == {"cards.spread_north.count": "5"}
    assert four["changes"] == {"cards.spread_north.count": "4"}
    assert four["difference"]["value"] == pytest.approx(four["won"]["value"] - base["won"]["value"], abs=1e-5)


def test_notes_in_japanese_have_no_blanks(petri: Petri) -> None:
    """Sentences end with a full stop that has its own space."""
    words = ("simulate", "fight-the-virus", "--players", "2", "-n", "2", "--processes", "1")
    done = petri(*words, "--vary", "policy=random,greedy", "--locale", "ja")
    assert done.exit_code == 0
    assert "信頼区間です。差は" in done.stdout


def test_a_difference_beyond_doubt_is_the_sentence(petri: Petri) -> None:
    """For each policy; paths and options by name."""
    words = ("simulate", "pox", "--players", "2", "--processes", "1", "-n", "40")
    done = petri(*words, "--vary", "options.difficulty=chicken_soup,miracle", "--policy", "greedy,random")
    said = re.sub(r"\s+", " ", done.stdout)
    found = re.search(
        r"With difficulty = Miracle instead of Chicken Soup, greedy players win [\d.]+ \([\d.]+–[\d.]+\) % "
        r"of the games instead of [\d.]+ \([\d.]+–[\d.]+\) % and random players win",
        said,
    )
    assert found, said
    alone = re.sub(r"\s+", " ", petri(*words, "--measure", "turns", "--options", "difficulty=all").stdout)
    assert re.search(r"turns, mean: 2 players, .*: [\d.]+ \([\d.]+–[\d.]+\) and 2 players, ", alone)


def test_all_files_of_an_experiment(petri: Petri) -> None:
    """Games, a chart, a heat map for each kind of piece, and a report; the same bytes every time."""
    files = ("--csv", "games.csv", "--plot", "plot.svg", "--heat", "heat.svg", "--report", "report.html")
    assert petri(*SHORT, *files).exit_code == 0
    names = ["games.csv", "plot.svg", "heat-board-infection.svg", "heat-board-immunity.svg", "report.html"]
    before = {name: Path(name).read_bytes() for name in names}
    petri(*SHORT, *files)
    assert {name: Path(name).read_bytes() for name in names} == before
    rows = list(csv.DictReader(before["games.csv"].decode().splitlines()))
    assert len(rows) == 36
    texts = {
        name: " ".join(one.get("aria-label", "") for one in ElementTree.fromstring(before[name]).iter())
        for name in names
        if name.endswith(".svg")
    }
    assert "Differences from the game as it is" in texts["plot.svg"]
    assert "spread_north 6" in texts["plot.svg"]
    assert "infection: average number when a game ends" in texts["heat-board-infection.svg"]


def test_a_report_is_one_file_without_network(petri: Petri) -> None:
    """With pictures, settings, seed, versions, the command, and the sentence; nothing is loaded."""
    assert petri(*SHORT, "--report", "report.html", "--seed", "7").exit_code == 0
    page = Path("report.html").read_text("utf-8")
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="(?!data:)', page) == []
    assert "default-src 'none'" in page
    assert page.count("data:image/svg+xml;base64,") >= 4
    said = unescape(re.sub("<[^>]+>", " ", page))
    for part in (
        "POX: Save the People",
        "No difference is beyond doubt",
        "seed 7",
        "Python 3.",
        "cards.spread_north.count",
    ):
        assert part in said
    assert len(re.findall("Hash of the (?:kit|rules): [0-9a-f]{64}", said)) == 2


def test_tables_and_reports_in_other_languages(petri: Petri) -> None:
    """Also where reading begins at the right."""
    words = ("simulate", "fight-the-virus", "-n", "2", "--vary", "policy=all", "--processes", "1")
    done = petri(*words, "--locale", "ar", "--report", "report.html", "--measure", "turns")
    assert done.exit_code == 0, done.stderr
    assert '<html lang="ar" dir="rtl">' in Path("report.html").read_text("utf-8")
    assert "Unterschied" in petri(*SHORT, "--locale", "de").stdout


def test_looks_end_a_run_early(petri: Petri) -> None:
    """Settings stop when they are known; what is not known yet is told."""
    words = (*VARIED[:2], "--vary", "tokens.infection.count=39", *VARIED[4:], "--json")
    plain = json.loads(petri(*words, "--until", "5%").stdout)
    assert [setting["games"] for setting in plain["settings"]] == [100, 100]
    assert plain["until"] == 0.05
    done = petri(*SHORT, "--until", "0.1%")
    assert "Some differences are not yet known to ±0.1" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--vary", "cards.spread_nort.count=3..7"), 2, "did you mean `cards.spread_north.count`?"),
        (("--vary", "board.patients=d4"), 2, "the nearest is `board.people.patient`"),
        (("--vary", "options.dificulty=all"), 2, "did you mean `options.difficulty`?"),
        (("--vary", "cards.spread.count=7..3"), 2, "`7..3` is an empty range"),
        (("--vary", "tokens.infection.count=1"), 2, "2 patients need as many `infection` chips"),
        (("--vary", "cards.spread.count"), 2, "write a path and its values"),
        (("--vary", "options.difficulty=hard"), 2, "“hard” is not a value of “difficulty”"),
        (
            ("--vary", "options.difficulty=all", "--options", "difficulty=miracle"),
            2,
            "also given with --options",
        ),
        (("--vary", "players=all", "--players", "2"), 2, "also given with --players"),
        (("--until", "much"), 2, "write a width such as 2%"),
        (("--until", "0%"), 2, "write a width such as 2%"),
        (("--measure", "wins"), 1, "unknown measure 'wins'"),
        (("--policy", "greedy,wise"), 1, "unknown policy 'wise'"),
        (("--vary", "policy=all", "--on", "ray"), 1, "unknown cluster `ray`"),
        (("--heat", "heat.bmp"), 1, "unknown format 'bmp'"),
    ],
)
def test_what_cannot_be(petri: Petri, words: tuple[str, ...], code: int, said: str) -> None:
    """Is told before anything is played, with what would be right."""
    done = petri("simulate", "pox", "-n", "1", *words)
    assert done.exit_code == code, done.stderr
    assert said in squeeze(done.stderr), done.stderr
    assert done.stdout == ""


def test_a_kit_without_rules_cannot_be_varied(petri: Petri, tiny_game: Path) -> None:
    """It can be printed, but not played."""
    done = petri("simulate", tiny_game, "--vary", "cards.a.count=1..3")
    assert done.exit_code == 2
    assert "has no rules" in done.stderr


def test_what_is_left_out_of_a_pattern_is_told(petri: Petri) -> None:
    """Beside the table, not in it."""
    done = petri(
        "simulate", "pox", "-n", "1", "--processes", "1", "--vary", "tokens.*.count=-10%", "--one-at-a-time"
    )
    assert done.exit_code == 0
    assert "left out, because the game cannot be played with them: tokens.death.count=-10%" in done.stderr


@pytest.mark.posix("these signals")
def test_a_killed_run_goes_on(petri: Petri, tmp_path: Path) -> None:
    """After kill -9, with the same command; the result is that of a run that was never interrupted."""
    words = (*VARIED, "-n", "150", "--resume", "run.jsonl")
    whole = petri(*VARIED, "-n", "150").stdout
    environment = unmeasured_environment()
    with subprocess.Popen(
        [sys.executable, "-m", "generator", *words], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL
    ) as process:
        run = Path("run.jsonl")
        wait_until(lambda: run.exists() and run.read_bytes().count(b"\n") > 3)
        os.kill(process.pid, signal.SIGKILL)
    kept = Path("run.jsonl").read_bytes()
    assert kept.count(b"\n") > 1
    Path("run.jsonl").write_bytes(kept + b'{"games":[[0,')
    done = petri(*words)
    assert done.stdout == whole
    lines = [json.loads(line) for line in Path("run.jsonl").read_text("utf-8").splitlines()[1:]]
    games = [tuple(game[:2]) for line in lines for game in line["games"]]
    assert len(games) == len(set(games)) == 450
    assert petri(*words).stdout == whole
    refused = petri(*words, "--seed", "2")
    assert refused.exit_code == 1
    assert "seed was 1 and is now 2" in refused.stderr
    german = petri(*words, "--seed", "2", "-l", "de")
    assert "seed war 1 und ist jetzt 2" in german.stderr
    more = petri(*VARIED, "-n", "151", "--resume", "run.jsonl")
    assert more.exit_code == 0


def test_files_of_other_runs_are_left_alone(petri: Petri) -> None:
    """Whatever they are."""
    Path("notes.txt").write_text("notes\n", "utf-8")
    done = petri(*SHORT, "--resume", "notes.txt")
    assert done.exit_code == 1
    assert "notes.txt:1:1: is not a file of `petri simulate --resume`" in done.stderr
    assert Path("notes.txt").read_text("utf-8") == "notes\n"


def test_a_game_of_ones_own_is_varied(petri: Petri, tmp_path: Path) -> None:
    """With `rules.py` beside its kit, from an empty folder; what it cannot be is told in its own words."""
    source = Path(__file__).parents[3] / "data" / "noughts"
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            target = tmp_path / "mine" / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    words = ("simulate", "mine", "--trust", "--processes", "1", "-n", "50")
    done = petri(*words, "--measure", "tied", "--report", "mine.html")
    assert done.exit_code == 0
    assert "not won by one player alone, %" in done.stdout
    assert Path("mine.html").stat().st_size > 1000
    refused = petri(*words, "--vary", "sheet.board.a1.kinds=x")
    assert "did you mean `sheet.board.a1.kind`?" in squeeze(refused.stderr)
