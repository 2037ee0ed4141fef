"""`petri check` finds everything that is wrong, and writes nothing."""

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.read.files import yaml
from generator.read.files.shelf import NO_MEMO, Memo, find_shelf
from generator.read.files.text_files import read_text
from generator.read.pictures import pictures
from tests.samples import sample
from tests.shipped import LOCALES

Petri = Callable[..., Result]


def test_a_good_game_is_a_table_without_problems(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Each part in each language is a row with its pages on each paper; nothing is written."""
    done = petri("check", "tiny_game")
    assert done.exit_code == 0
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith("tiny-game")]
    assert [row[1:3] for row in rows] == [["sheet", "en"], ["sheet", "es"], ["rules", "en"], ["rules", "es"]]
    assert all(row[3:5] == ["1", "page"] for row in rows)
    assert "no problems" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["tiny_game"]


@pytest.mark.parametrize("command", ["check", "locale"])
def test_each_wording_file_is_read_once(
    petri: Petri, tiny_game: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """The game is read, printed, and compared with its translations from the same texts."""
    monkeypatch.setattr(NO_MEMO, "__class__", Memo)
    reads: Counter[Path] = Counter()

    def count(path: Path) -> tuple[str, str]:
        reads[path] += 1
        return read_text(path)

    monkeypatch.setattr(yaml, "read_text", count)
    assert petri(command, "tiny_game").exit_code in (0, 1)
    wordings = {path: reads[path] for path in reads if path.parent.name == "wording"}
    own, shared = {path.name for path in wordings if "tiny_game" in path.parts}, find_shelf().wording
    assert own == {"en.yaml", "es.yaml"}
    assert {shared / "en.yaml", shared / "es.yaml"} <= wordings.keys()
    assert set(wordings.values()) == {1}


def test_colours_that_somebody_confuses_are_told(petri: Petri, tiny_game: Path) -> None:
    """Each pair of a list of its theme, where it is written; the theme that it extends has lists, too."""
    (tiny_game / "themes").mkdir()
    theme = tiny_game / "themes" / "mine.yaml"
    kit = tiny_game / "kit.yaml"
    kit.write_text(kit.read_text("utf-8").replace("theme: base", "theme: mine"), "utf-8")
    text = "id: mine\nextends: {}\ncolours:\n  brick: '{}'\n  moss: '#4d8c3a'\n"
    text += "distinct:\n  - [moss, ink, brick]\n"
    theme.write_text(text.format("base", "#c0392b"), "utf-8")
    done = petri("check", "tiny_game")
    assert done.exit_code == 1
    assert (
        "tiny_game/themes/mine.yaml:7:17: distinct[1][3]: `brick` looks like `moss` with deutan vision "
        "(their difference is 4.5, but must be at least 10)" in done.stdout
    )
    assert "documents: 1 problem" in done.stdout
    theme.write_text(text.format("base", "#ffb020"), "utf-8")
    assert petri("check", "tiny_game").exit_code == 0
    theme.write_text(text.format("base", "#4e8d3b"), "utf-8")
    assert "`brick` looks like `moss` to everybody" in petri("check", "tiny_game").stdout
    theme.write_text("id: mine\nextends: other\n", "utf-8")
    other = text.format("base", "#c0392b").replace("id: mine", "id: other")
    (tiny_game / "themes" / "other.yaml").write_text(other, "utf-8")
    assert "themes/other.yaml:7:17" in petri("check", "tiny_game").stdout


def test_all_errors_of_all_parts_are_told(petri: Petri, tiny_game: Path) -> None:
    """A letter that no font has in the rules, and a sheet that does not fit, are told in one run."""
    words = tiny_game / "wording" / "es.yaml"
    words.write_text(words.read_text("utf-8").replace("Tacha la", "Tacha 𓀀 la"), "utf-8")
    sheet = tiny_game / "sheet.yaml"
    sheet.write_text(sheet.read_text("utf-8").replace("8 mm", "120 mm"), "utf-8")
    done = petri("check", "tiny_game")
    assert done.exit_code == 1
    assert "wrong" in done.stdout
    assert "U+13000" in done.stdout
    assert "tiny-game/sheet-en-a4" in done.stdout
    assert "mm" in done.stdout


def test_an_icon_that_nothing_uses_stops_nothing(petri: Petri, tiny_game: Path) -> None:
    """It is not read. One that is used is reported once by `check` and by `make`."""
    (tiny_game / "icons").mkdir()
    (tiny_game / "icons" / "spare.svg").write_text("<svg/>", "utf-8")
    done = petri("check", "tiny_game")
    assert done.exit_code == 0
    assert petri("make", "tiny_game", "--part", "sheet", "--paper", "a4", "--to", "txt").exit_code == 0
    words = tiny_game / "wording" / "en.yaml"
    words.write_text(words.read_text("utf-8").replace("Crosses", '":spare: Crosses"'), "utf-8")
    assert petri("check", "tiny_game").stdout.count("icons/spare.svg:1:1") == 1
    assert "icons/spare.svg:1:1" in petri("make", "tiny_game").stderr


def test_each_icon_is_opened_once(petri: Petri, tiny_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are checked and pages are drawn with the same icons."""
    (tiny_game / "icons" / "set").mkdir(parents=True)
    (tiny_game / "icons" / "set" / "Red-1.svg").write_text(
        '<svg><path d="M0 0h9v9z" fill="red"/></svg>', "utf-8"
    )
    words = tiny_game / "wording" / "en.yaml"
    words.write_text(words.read_text("utf-8").replace("Crosses", '":Red-1: :set/Red-1: Crosses"'), "utf-8")
    opened: list[str] = []
    read = pictures.read_icon
    monkeypatch.setattr(
        pictures, "read_icon", lambda path, name, fonts: (opened.append(name), read(path, name, fonts))[1]
    )
    assert "no `:Red-1:`, `:set/Red-1:`" in petri("check", "tiny_game").stdout
    assert opened.count("Red-1") == opened.count("set/Red-1") == 1
    assert len(opened) == len({*opened})


def test_each_page_stands_under_its_paper(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Games are made for papers of their own: what a game has no paper for stays empty."""
    other = shutil.copytree(tiny_game, tmp_path / "other")
    kit = (other / "kit.yaml").read_text("utf-8").replace("tiny_game", "other")
    (other / "kit.yaml").write_text(kit + "papers: [letter]\n", "utf-8")
    shown = petri("check", "other", "tiny_game").stdout.splitlines()
    column = shown[0].index("letter")
    (row,) = (line for line in shown if line.startswith("other") and "sheet" in line and " en " in line)
    assert row[column:].startswith("1 page")
    assert row.count("1 page") == 1
    assert shown[0].index("a4") < column


def test_broken_data_does_not_hide_other_games(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A game whose data is wrong is told with file and line, and the others are checked all the same."""
    shutil.copytree(tiny_game, tmp_path / "other")
    rules = tiny_game / "rules.yaml"
    rules.write_text(rules.read_text("utf-8").replace("title:", "tittle:"), "utf-8")
    done = petri("check", "tiny_game", "other")
    assert done.exit_code == 1
    assert "tiny_game/rules.yaml:2:1" in done.stdout
    assert any(line.startswith("tiny-game") for line in done.stdout.splitlines())


SHIPPED = [(game, locale) for game, locales in LOCALES.items() for locale in locales]


@pytest.mark.parametrize(("game", "locale"), sample(SHIPPED, 2, key="clean"))
def test_shipped_games_are_clean(petri: Petri, game: str, locale: str) -> None:
    """A game that ships fits on every paper in every language."""
    done = petri("check", game, "--locale", locale)
    assert done.exit_code == 0, done.stdout


def test_texts_that_can_hardly_be_seen_on_a_board_are_said_once(petri: Petri, tmp_path: Path) -> None:
    """White on paper, and black on a dark panel, whatever the number of papers; readable texts are not."""
    (tmp_path / "wording").mkdir()
    (tmp_path / "kit.yaml").write_text("id: sh\ntitle: kit.title\nparts: [{board: board.yaml}]\n")
    (tmp_path / "wording" / "en.yaml").write_text("language: English\nwords:\n  kit: {title: Game}\n")
    (tmp_path / "board.yaml").write_text(
        "id: board\ntitle: kit.title\nsize: 100 mm x 100 mm\nareas:\n"
        "  - words: {text: one, colour: white, box: [10 mm, 10 mm, 60 mm, 10 mm]}\n"
        '  - panel: {box: [10 mm, 40 mm, 60 mm, 40 mm], fill: "#222222"}\n'
        "  - words: {text: two, colour: black, box: [12 mm, 42 mm, 50 mm, 10 mm]}\n"
        "  - words: {text: three, colour: white, box: [12 mm, 62 mm, 50 mm, 10 mm]}\n"
    )
    done = petri("check", ".")
    assert done.exit_code == 0
    faint = [line for line in done.stdout.splitlines() if "hardly visible" in line]
    assert [line.split(" is hardly")[0] for line in faint] == [
        "warning: board: a text in #ffffff",
        "warning: board: a text in #000000",
    ]


LEGIBLE = """\
size: poker
theme: {colours: {haze: "#9aa4aa"}LEGIBLE}
cards: [{id: fox}]
template:
  - words: {text: A small text, role: body, font_size: 6 pt, smallest: 6 pt, box: [5 mm, 5 mm, 50 mm, 5 mm]}
  - words: {text: a3, role: body, font_size: 5.6 pt, smallest: 5 pt, box: [5 mm, 15 mm, 50 mm, 5 mm]}
  - words: {text: Pale, role: body, colour: haze, box: [5 mm, 25 mm, 50 mm, 5 mm]}
  - words: {text: Large, role: title, colour: haze, font_size: 20 pt, box: [5 mm, 35 mm, 50 mm, 15 mm]}
"""
SMALL = "“A small text” is 6.0 pt on paper, but should be at least 7 pt"
PALE = "a text in #9aa4aa is hard to read on white paper: the contrast is 2.5, but should be at least 4.5"


@pytest.mark.parametrize(
    ("legible", "warned"),
    [
        ("", [SMALL, PALE, PALE.replace("4.5", "3")]),
        (", legible: {type: 6 pt}", [PALE, PALE.replace("4.5", "3")]),
        (", legible: {type: 0, contrast: 2}", []),
        (
            ", legible: {type: 14 pt, contrast: 0}",
            [SMALL.replace("7 pt", "14 pt"), "“a3” is 5.6 pt on paper, but should be at least 11 pt"],
        ),
    ],
)
def test_texts_that_are_hard_to_read_are_warned_of(petri: Petri, legible: str, warned: list[str]) -> None:
    """By their size on paper and their contrast; names of squares may be smaller, large texts paler."""
    Path("deck.yaml").write_text(LEGIBLE.replace("LEGIBLE", legible), encoding="utf-8")
    done = petri("check", "deck.yaml")
    assert done.exit_code == 0
    found = [line for line in done.output.splitlines() if "hard to read" in line or "pt on paper" in line]
    assert len(found) == len(warned), found
    assert all(any(text in line for line in found) for text in warned), found
