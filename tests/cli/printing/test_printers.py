"""Printers: measured by `petri calibrate`, listed, and used by `petri make --printer`."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from typer.testing import Result

from generator.cli.options import complete_printers
from generator.make import calibration
from generator.make.calibration import spell_printer
from generator.read.files.shelf import find_settings_folder

Petri = Callable[..., Result]

DECK = """\
size: 60 x 90 mm
cards: [{id: one, count: 9}, {id: two}]
template:
  front: [{panel: {box: [10 mm, 10 mm, 10 mm, 10 mm], fill: "#aa3333"}}]
  back: [{panel: {box: [20 mm, 20 mm, 10 mm, 10 mm], fill: "#3333aa"}}]
"""
READ = "-0.5,0.25; -0.25,0.5; -0.25,0; -0.75,0.5; -0.75,0.25"
HOME = """\
# my printers
home:
  name: Canon, tray 2   # the good one
  paper: letter
  flip: short
  margins: {left: 4.2 mm, top: 5 mm}
  backs: {right: 0.5 mm, down: -0.3 mm, turn: 0.12 deg, scale: 99.9 %}
  scale: {across: 100.4 %, along: 99.8 %}
plain:
  name: Nothing to correct
wide:
  margins: {left: 9 mm}
"""


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the printers, in settings of the test."""
    monkeypatch.setenv("PETRI_SETTINGS", str(tmp_path / "settings"))
    return tmp_path / "settings" / "printers.yaml"


@pytest.fixture
def home(settings: Path, tmp_path: Path) -> Path:
    """The file with three printers, beside a deck."""
    (tmp_path / "deck.yaml").write_text(DECK, encoding="utf-8")
    settings.parent.mkdir()
    settings.write_text(HOME, encoding="utf-8")
    return settings


def made(petri: Petri, *words: str) -> str:
    """The name of the one file that is made."""
    done = petri("make", "deck.yaml", "--to", "txt", *words)
    assert done.exit_code == 0, done.stderr
    return Path(done.stdout.split(" (")[0]).name


def test_a_printer_is_measured_in_one_line(petri: Petri, settings: Path) -> None:
    """The values are kept, told, and what remains, too; the sheet to verify it is the next step."""
    done = petri("calibrate", "--printer", "Home", "--read", f"{READ}; 149.5,250.5; 4,5,4,5")
    assert done.exit_code == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[0] == "backs: 0.5 mm to the left, 0.3 mm down, turned by 0.118 degrees, at 100.03 %"
    assert told[1] == "at the corners, 0.1 mm remain"
    assert told[2:4] == ["scale: 100.33 % across, 99.8 % along", "margins: 5 mm, the largest of the four"]
    assert told[4].endswith("petri calibrate --printer home --verify")
    text = settings.read_text("utf-8")
    assert "\nhome:\n  paper: a4\n  flip: long\n  margins: {left: 4 mm, top: 5 mm" in text
    assert "  backs: {right: -0.5 mm, down: 0.3 mm, turn: 0.118 deg, scale: 100.03 %}\n" in text
    assert re.search(r"  measured: \d{4}-\d\d-\d\d\n\Z", text)


def test_measuring_again_keeps_everything_else(petri: Petri, home: Path) -> None:
    """Other printers, comments, names, and what was not measured stay."""
    assert petri("calibrate", "--printer", "home", "--read=0,0;0,0;0,0;0,0;0,0").exit_code == 0
    text = home.read_text("utf-8")
    before, after = HOME.splitlines(), text.splitlines()
    changed = [line for line in after if line not in before]
    assert changed[0] == "  backs: {right: 0 mm, down: 0 mm, turn: 0 deg, scale: 100 %}"
    assert [line.split(":")[0] for line in changed[1:]] == ["  measured"]
    assert [line for line in before if line not in after] == [before[6]]


def test_line_ends_of_windows_stay(petri: Petri, home: Path) -> None:
    """The file of an editor on Windows keeps its line ends."""
    home.write_bytes(HOME.replace("\n", "\r\n").encode())
    assert petri("calibrate", "--printer", "new", "--read", READ).exit_code == 0
    data = home.read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n") > 12


def test_the_conversation(petri: Petri, settings: Path) -> None:
    """Questions in the order of the sheet; what cannot be right is asked again."""
    answers = ["0.5", "0.5,1", "0.5,1", "0.5,1", "0.5,-1", "0.5,1", "0.5,1"]
    done = petri(
        "calibrate",
        "--printer",
        "home",
        "--read",
        typed="\n".join([*answers, "140", "149.5", "", "3", "", "4", "x", "5", ""]),
    )
    assert done.exit_code == 0, done.stderr
    assert "`0.5` is not a reading" in done.stderr
    assert "the reading bottom left, 0.5,-1, does not fit the others; 0.5,1 would fit" in done.stderr
    assert "bottom left [0.5,-1]: " in done.stdout
    assert "`140` mm is too far from 150 mm" in done.stderr
    text = settings.read_text("utf-8")
    assert "backs: {right: 0.5 mm, down: 1 mm, turn: 0 deg, scale: 100 %}" in text
    assert "margins: {left: 3 mm, right: 4 mm, bottom: 5 mm}" in text
    assert "scale: {across: 100.334 %, along: 100 %}" in text


def test_who_insists_is_believed(petri: Petri, settings: Path) -> None:
    """Enter keeps a strange reading; the message says what then remains."""
    typed = "0,0\n2,0\n0,0\n0,0\n0,0\n" + "\n" * 7
    done = petri("calibrate", "--printer", "home", "--read", typed=typed)
    assert done.exit_code == 0, done.stderr
    assert "top left, 2,0, does not fit" in done.stderr
    assert re.search(r"at the corners, [01]\.\d mm remain", done.stdout)
    assert settings.exists()


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--read"], 2, "--read needs --printer NAME"),
        (["--verify"], 2, "--verify needs --printer NAME"),
        (["--printer", "3d!", "--read", READ], 2, "'3d!' is not a name for a printer"),
        (["--printer", "home", "--verify"], 1, "unknown printer 'home'; none are available"),
        (["--printer", "home", "--read"], 1, "standard input: ends before all questions are answered"),
        (["--printer", "home", "--read", "--paper", "a44"], 1, "unknown paper 'a44'"),
        (["--printer", "home", "--read", "0,0"], 1, "--read: 1 readings instead of 5"),
        (
            ["--printer", "home", "--read", "0,0; 2,0; 0,0; 0,0; 0,0"],
            1,
            "the reading top left, 2,0, does not fit",
        ),
        (["--printer", "home", "--read", "0,0; 4,0; -4,0; 0,4; 0,-4"], 1, "do not fit together"),
    ],
)
def test_what_cannot_be_measured(
    petri: Petri, settings: Path, words: list[str], code: int, told: str
) -> None:
    """Is told, and nothing is written."""
    done = petri("calibrate", *words)
    assert done.exit_code == code
    assert told in done.stderr
    assert not settings.exists()


def test_verifying_refines(petri: Petri, home: Path) -> None:
    """The sheet has the correction in it, and readings from it are added to the correction."""
    done = petri("calibrate", "--printer", "home", "--verify")
    assert done.stdout == "output/calibration-en-letter-duplex-short-home-verify.pdf\n"
    again = "0.25,0; 0.25,0; 0.25,0; 0.25,0; 0.25,0; 150.3,250"
    assert petri("calibrate", "--printer", "home", "--read", again, "--verify").exit_code == 0
    text = home.read_text("utf-8")
    assert "right: 0.75 mm, down: -0.3 mm, turn: 0.12 deg, scale: 99.9 %" in text
    assert "scale: {across: 100.2 %, along: 99.8 %}" in text


def test_the_sheet_says_what_to_type(petri: Petri, home: Path, tmp_path: Path) -> None:
    """With the options of this sheet that are not those of the printer."""
    for words, name in (
        ([], "letter-duplex-short-home"),
        (["--paper", "a4", "--backs", "duplex-long"], "a4-home"),
    ):
        assert petri("calibrate", "--printer", "home", *words).stdout == f"output/calibration-en-{name}.pdf\n"


def test_printers_are_listed(petri: Petri, home: Path) -> None:
    """In a table, or as JSON; without any, the list says how to measure one."""
    told = petri("list", "--printers").stdout
    assert re.search(r"home +letter +short +5 mm +\+0.5 -0.3 mm, \+0.12 deg, 99.9 % +100.4 x 99.8 %", told)
    listed = json.loads(petri("list", "--printers", "--json").stdout)
    assert [one["id"] for one in listed] == ["home", "plain", "wide"]
    assert listed[0]["backs"] == {"right": 0.5, "down": -0.3, "turn": 0.12, "scale": 0.999}
    home.write_text("# nothing yet\n", encoding="utf-8")
    assert "petri calibrate --printer NAME" in petri("list", "--printers").stdout
    assert json.loads(petri("list", "--printers", "--json").stdout) == []


def test_a_printer_is_used(petri: Petri, home: Path, tmp_path: Path) -> None:
    """Paper, margin, edge, and corrections; the name says that it is another print."""
    assert made(petri, "--printer", "home") == "deck-en-letter-printer-home.txt"
    text = (tmp_path / "output/deck/deck-en-letter-printer-home.txt").read_text("utf-8")
    assert "page 1 '1' 215.9 x 279.4 mm" in text
    assert "margin" in text


def test_nothing_to_correct_gives_the_same_bytes(petri: Petri, home: Path, tmp_path: Path) -> None:
    """The same name, and the same file."""
    assert petri("make", "deck.yaml").exit_code == 0
    data = (tmp_path / "output/deck/deck-en-a4.pdf").read_bytes()
    done = petri("make", "deck.yaml", "--printer", "plain")
    assert "deck-en-a4.pdf" in done.stdout
    assert "unchanged" in done.stdout
    assert (tmp_path / "output/deck/deck-en-a4.pdf").read_bytes() == data


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["--printer", "home", "--paper", "a4"], "deck-en-a4-printer-home.txt"),
        (["--printer", "wide"], "deck-en-a4-printer-wide.txt"),
        (["--printer", "wide", "--margin", "5mm"], "deck-en-a4-margin-5mm.txt"),
        (["--printer", "wide", "--margin", "6.35mm"], "deck-en-a4-margin-6.35mm.txt"),
        (["--printer", "wide", "--paper", "avery_5371"], "deck-en-avery_5371.txt"),
        (["--printer", "home", "--backs", "duplex-long"], "deck-en-letter-printer-home.txt"),
        (["--printer", "home", "--shift", "1mm,0mm"], "deck-en-letter-1mm-right-printer-home.txt"),
        (["--shift", "0mm,0mm"], "deck-en-a4-no-shift.txt"),
    ],
)
def test_options_come_first(petri: Petri, home: Path, words: list[str], name: str) -> None:
    """Options without an effect are not in the name."""
    if "avery_5371" in words:
        home.parent.parent.joinpath("deck.yaml").write_text(DECK.replace("60 x 90 mm", "86 x 50 mm"), "utf-8")
    assert made(petri, *words) == name


def test_the_edge_is_that_of_the_printer(petri: Petri, home: Path, tmp_path: Path) -> None:
    """In place of the part's own, unless the part is printed on one side, or the line says otherwise."""

    def duplex(*words: str) -> str:
        petri("make", "deck.yaml", "--printer", "home", "-o", "here", *words)
        (path,) = (tmp_path / "here" / "deck").glob("*.pdf")
        with pikepdf.open(path) as file:
            found = str(file.Root.ViewerPreferences.get("/Duplex", ""))
        path.unlink()
        return found

    assert duplex() == "/DuplexFlipShortEdge"
    assert duplex("--backs", "duplex-long") == "/DuplexFlipLongEdge"
    (tmp_path / "deck.yaml").write_text(f"backs: fold\n{DECK}", encoding="utf-8")
    assert duplex() == ""


def test_what_is_not_heeded_is_told(petri: Petri, home: Path) -> None:
    """Folded backs need no correction, and pictures have no paper."""
    folded = petri("make", "deck.yaml", "--printer", "home", "--backs", "fold")
    assert "warning: printer home: --backs fold does not use backs (deck: deck)" in folded.stderr
    none = petri("make", "deck.yaml", "--printer", "home", "--backs", "none")
    assert "--backs none does not use backs" in none.stderr
    faces = petri("make", "deck.yaml", "--printer", "home", "--for", "faces", "--dpi", "40")
    assert faces.exit_code == 0
    assert "--for faces makes pictures and does not use paper, flip, margins, backs, scale" in faces.stderr
    assert "printer" not in petri("make", "deck.yaml", "--printer", "plain", "--backs", "fold").stderr
    assert petri("make", "deck.yaml", "--printer", "home").stderr == ""


DAMAGED = {
    "home: [": "printers.yaml:1:8: ends in the middle of a value",
    "home: {papre: a4}": "printers.yaml:1:8: home.papre: unknown key `papre` (did you mean `paper`?)",
    "home: {paper: a44}": "printers.yaml:1:15: home.paper: unknown paper `a44` (did you mean `a4`?)",
    "home: {paper: 1x1 mm, flip: left}": "printers.yaml:1:29: home.flip: `left` is not allowed here",
    "home: {margins: 5 mm}": "home.margins: must be keys with values, not `5 mm`",
    "home: {margins: {left: 50 mm}}": "home.margins.left: `50 mm` is out of range (use 0 to 30 mm)",
    "home: {backs: {right: 1}}": "home.backs.right: `1` has no unit (write `1 mm`, or use cm, in, or pt)",
    "home: {backs: {right: 11 mm}}": "home.backs.right: `11 mm` is out of range (use -10 to 10 mm)",
    "home: {backs: {turn: 12 deg}}": "home.backs.turn: `12 deg` is out of range",
    "home: {backs: {turn: some}}": "home.backs.turn: `some` is not an angle (write it like `0.12 deg`)",
    "home: {scale: {across: 0.99}}": "home.scale.across: `0.99` is not a percentage (write it like `99.9 %`)",
    "home: {scale: {across: 120 %}}": "home.scale.across: `120 %` is out of range (use 90 % to 110 %)",
    "home: {measured: today}": "home.measured: `today` is not a date (write it like `2026-11-20`)",
    "Home: {paper: a4}": "`Home` is not an id",
    "- home": "must be keys with values, not a list",
}


@pytest.mark.parametrize(("text", "told"), DAMAGED.items())
def test_a_damaged_file(petri: Petri, home: Path, text: str, told: str) -> None:
    """Is told with file, line, and column; it is neither used nor changed."""
    home.write_text(f"{text}\n", encoding="utf-8")
    for words in (
        ["make", "deck.yaml", "--printer", "home"],
        ["list", "--printers"],
        ["calibrate", "--printer", "home", "--read", READ],
    ):
        done = petri(*words)
        assert done.exit_code == 1
        assert told in done.stderr, done.stderr
        assert str(home) in done.stderr or "settings/printers.yaml" in done.stderr
    assert home.read_text("utf-8") == f"{text}\n"


def test_a_printer_that_nobody_has(petri: Petri, home: Path) -> None:
    """The nearest name is suggested; nothing is made."""
    done = petri("make", "deck.yaml", "--printer", "hme")
    assert done.exit_code == 1
    assert "unknown printer 'hme' (did you mean 'home'?); available: home, plain, wide" in done.stderr
    assert not Path("output").exists()


def test_a_file_that_cannot_be_edited(petri: Petri, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the new text would say something else, nothing is written."""
    monkeypatch.setattr(calibration, "put_values", lambda text, values: text)
    done = petri("calibrate", "--printer", "new", "--read", READ)
    assert done.exit_code == 1
    assert "the printer could not be added" in done.stderr
    assert home.read_text("utf-8") == HOME


def test_where_settings_are(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder of the variable, or in the user's own; the tab key offers printers from there."""
    assert complete_printers("") == ["home", "plain", "wide"]
    assert complete_printers("pl") == ["plain"]
    assert spell_printer(" Home-Office 2") == "home_office_2"
    monkeypatch.delenv("PETRI_SETTINGS")
    assert "petri-press" in str(find_settings_folder())
