"""`petri printed` and `petri make --changed`: what is on the table, and what has changed since."""

import json
import os
import re
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from typer.testing import Result

from generator.cli.printing.changing import format_date
from generator.make import printed
from generator.read.files.shelf import find_shelf
from tests.pdf_samples import draw_cards, join, list_boxes, make_pdf, write

Petri = Callable[..., Result]

KIT = "id: duel\ntitle: Duel\nplayers: '2'\nparts: [{deck: cards.yaml}, {tokens: chips.yaml}]\n"
CARDS = """\
size: 60 x 90 mm
cards:
  - {id: one, name: One, count: 12}
  - {id: two, name: Two}
  - {id: three, name: Three, count: 2}
template:
  front: [{words: {text: "{name}", role: card_title, box: [5 mm, 5 mm, 50 mm, 10 mm]}}]
  back: [{panel: {box: [20 mm, 20 mm, 10 mm, 10 mm], fill: "#3333aa"}}]
"""
CHIPS = """\
shape: round
size: 20 mm
tokens:
  - {id: sun, name: Sun, count: 3}
  - {id: moon, name: Moon}
template:
  front: [{words: {text: "{name}", role: small, box: [4 mm, 6 mm, 12 mm, 8 mm], align: center}}]
  back: [{panel: {box: [8 mm, 8 mm, 4 mm, 4 mm], fill: "#3333aa"}}]
"""
HEAD = '{"version": 1, "games": {"duel": {"en": {"on": '
TODAY = "28 February"


class Today(date):
    """The calendar of these tests, in which there is no midnight."""

    @classmethod
    def today(cls) -> date:
        return date(2027, 2, 28)


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, a cache, and a day of the test."""
    monkeypatch.setenv("PETRI_SETTINGS", str(tmp_path / "settings"))
    monkeypatch.setenv("PETRI_CACHE", str(tmp_path / "cache"))
    for module in ("changing", "making"):
        monkeypatch.setattr(f"generator.cli.printing.{module}.date", Today)
    return tmp_path / "settings"


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A game of cards and chips."""
    game = tmp_path / "duel"
    game.mkdir()
    for name, text in {"kit": KIT, "cards": CARDS, "chips": CHIPS}.items():
        (game / f"{name}.yaml").write_text(text, encoding="utf-8")
    return game


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def changed(petri: Petri, *words: str) -> tuple[list[str], list[str]]:
    """Report of the changes, and the files that are made."""
    done = petri("make", "duel", "--changed", *words)
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    files = [name for line in lines for name in re.findall(r"output/duel/(\S+\.\w+)", line)]
    return [line for line in lines if "output/" not in line and " files in " not in line], files


def state_of(duel: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((duel / ".petri" / "printed.json").read_text("utf-8"))
    return found


def test_only_what_changed_is_made(petri: Petri, duel: Path) -> None:
    """With all copies, on shared sheets; what is gone and what needs more copies is told."""
    assert petri("make", "duel").exit_code == 0
    assert not (duel / ".petri").exists()
    done = petri("printed", "duel")
    assert done.stdout.splitlines()[0] == f"duel (en): printed on {TODAY}: cards 15 cards, chips 4 cards"
    assert done.stdout.splitlines()[1] == "duel/.petri/printed.json: written"
    assert changed(petri) == ([f"duel (en): nothing differs from what you printed on {TODAY}"], [])
    edit(duel / "cards.yaml", "name: Three", "name: Trio")
    edit(duel / "cards.yaml", "  - {id: two, name: Two}\n", "  - {id: four, name: Four}\n")
    edit(duel / "chips.yaml", "count: 3", "count: 5")
    told, files = changed(petri, "--to", "pdf,txt")
    assert told == [
        f"duel (en): 2 of 5 cards differ from what you printed on {TODAY}: cards three, four (new)",
        "duel (en): 2 more of chips sun",
        "duel (en): take out: cards two",
        "1 sheet of cards instead of 3",
    ]
    assert files == ["pieces-en-a4-changed.pdf", "pieces-en-a4-changed.txt"]
    text = Path("output/duel/pieces-en-a4-changed.txt").read_text("utf-8")
    front = text.split("\npage ")[1]
    # Copies are drawn once, and used.
    assert [
        front.count(name) for name in ("use three-front", "'Four'", "use one-front", "use sun-front")
    ] == [2, 1, 0, 2]
    assert petri("printed", "duel").exit_code == 0
    assert changed(petri) == ([f"duel (en): nothing differs from what you printed on {TODAY}"], [])


def test_only_changed_cards_of_a_pdf_file_are_made(petri: Petri, duel: Path) -> None:
    """Another file with the same cards but for one has one card to print."""
    boxes = list_boxes(3, 3, (63, 88), (10.5, 16.5))
    deck = "size: poker\ncards: {pdf: cards.pdf, grid: 3x3, card: 63 x 88 mm}\n"
    (duel / "cards.yaml").write_text(deck, encoding="utf-8")
    (duel / "cards.pdf").write_bytes(make_pdf([draw_cards(boxes)]))
    assert petri("make", "duel").exit_code == 0
    petri("printed", "duel")
    other = join(draw_cards(boxes), lambda canvas: write(canvas, "2", 30, 60))
    (duel / "cards.pdf").write_bytes(make_pdf([other]))
    told, _ = changed(petri)
    assert told[0].endswith(f"1 of 11 cards differs from what you printed on {TODAY}: cards 1_1")


def test_what_cannot_be_seen_changes_nothing(petri: Petri, duel: Path) -> None:
    """Comments, the order of cards, and the times of files."""
    petri("make", "duel")
    petri("printed", "duel")
    edit(duel / "cards.yaml", "cards:\n", "# cards of the duel\ncards:\n")
    edit(duel / "cards.yaml", "  - {id: two, name: Two}\n", "")
    edit(duel / "cards.yaml", "count: 2}\n", "count: 2}\n  - {id: two, name: Two}\n")
    os.utime(duel / "chips.yaml", (1_000_000_000, 1_000_000_000))
    assert changed(petri) == ([f"duel (en): nothing differs from what you printed on {TODAY}"], [])


def test_other_backs_are_all_cards(petri: Petri, duel: Path) -> None:
    """Nobody can play with two kinds of backs."""
    petri("make", "duel")
    petri("printed", "duel")
    edit(duel / "cards.yaml", "#3333aa", "#33aa33")
    told, files = changed(petri)
    since = f"from what you printed on {TODAY}"
    assert told == [
        f"duel (en): 3 of 5 cards differ {since}: cards (all of it: the backs have changed)",
        "2 sheets of cards instead of 3",
    ]
    assert files == ["cards-en-a4-changed.pdf"]


def test_never_said(petri: Petri, duel: Path) -> None:
    """Everything is made, under the names of the standard print, and that is told."""
    told, files = changed(petri)
    assert len(told) == 1
    assert "petri printed has not recorded it, so that it is not known what you printed" in told[0]
    assert files == ["cards-en-a4.pdf", "chips-en-a4.pdf"]


def test_what_was_made_last_is_what_is_printed(petri: Petri, duel: Path) -> None:
    """Its parts, language, and cards, unless options say otherwise; a look at one card is no print."""
    petri("make", "duel", "--part", "cards", "--cards", "two")
    petri("make", "duel", "--cards", "one", "--for", "faces", "--dpi", "40")
    petri("make", "duel", "--to", "txt")
    assert petri("printed", "duel").stdout.startswith(f"duel (en): printed on {TODAY}: cards 1 card\n")
    told, files = changed(petri)
    assert told[0].endswith("cards one (new), three (new); chips sun (new), moon (new)")
    assert files == ["pieces-en-a4-changed.pdf"]
    assert "chips 4 cards" in petri("printed", "duel", "--part", "chips").stdout
    told, files = changed(petri)
    assert told[0].endswith("cards one (new), three (new)")
    assert files == ["cards-en-a4-changed.pdf"]
    told, files = changed(petri, "--cards", "two,three")
    assert told[0] == f"duel (en): 1 of 2 cards differs from what you printed on {TODAY}: cards three (new)"
    assert files == ["cards-en-a4-only-two+three-changed.pdf"]


def test_games_that_are_made_together(petri: Petri, duel: Path) -> None:
    """Each is printed with the parts that it has."""
    other = Path(shutil.copytree(duel, duel.with_name("other")))
    edit(other / "kit.yaml", ", {tokens: chips.yaml}", "")
    edit(other / "kit.yaml", "id: duel", "id: other")
    assert petri("make", "duel", "other", "--part", "Cards,chips").exit_code == 0
    told = petri("printed", "other", "duel").stdout
    assert "other (en): printed on" in told
    assert told.count("cards 15 cards") == 2
    assert told.count("chips 4 cards") == 1


def test_edited_after_the_build(petri: Petri, duel: Path) -> None:
    """The printed state is then unknown: the file is named, and nothing is recorded without --anyway."""
    petri("make", "duel")
    edit(duel / "cards.yaml", "name: Two", "name: Duo")
    done = petri("printed", "duel")
    assert done.exit_code == 1
    assert done.stderr.startswith(
        "duel/cards.yaml: has changed since petri make: what is on paper is not known"
    )
    assert not (duel / ".petri").exists()
    edit(duel / "chips.yaml", "Moon", "Luna")
    told = petri("printed", "duel").stderr
    assert told.startswith("duel/cards.yaml: has changed since petri make (and 1 other file): ")
    assert petri("printed", "duel", "--anyway").exit_code == 0
    assert changed(petri)[1] == []


def test_without_a_cache_the_files_count(petri: Petri, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known of the last build, so the game is recorded as it is."""
    monkeypatch.setenv("PETRI_CACHE", "off")
    petri("make", "duel", "--part", "cards")
    assert "cards 15 cards, chips 4 cards" in petri("printed", "duel").stdout


def test_each_language_variant_and_destination(petri: Petri, duel: Path) -> None:
    """Has a record of its own; the parts of a record that the game has lost are told."""
    petri("printed", "duel")
    for words in (["--locale", "qps"], ["--for", "faces", "--dpi", "40"]):
        told, _ = changed(petri, *words)
        assert "petri printed has not recorded it" in told[0]
    petri("printed", "duel", "--locale", "qps")
    assert sorted(state_of(duel)["games"]["duel"]) == ["en", "qps"]
    edit(duel / "kit.yaml", ", {tokens: chips.yaml}", "")
    told, _ = changed(petri)
    assert told == [
        "duel (en): take out: all of chips",
        f"duel (en): nothing else differs from what you printed on {TODAY}",
    ]


def test_a_state_of_another_version(petri: Petri, duel: Path) -> None:
    """Without a record, the printed state is unknown, not changed; `petri printed` begins again."""
    petri("printed", "duel")
    path = duel / ".petri" / "printed.json"
    path.write_text('{"version": 0, "cards": []}', encoding="utf-8")
    told, files = changed(petri)
    assert (
        "printed.json is of another version, so that it is not known what you printed: everything is made"
        in told[0]
    )
    assert files == ["cards-en-a4.pdf", "chips-en-a4.pdf"]
    petri("printed", "duel")
    assert state_of(duel)["version"] == printed.VERSION
    assert changed(petri)[1] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"version": 1,\n "games"', "duel/.petri/printed.json:2:9: is damaged: "),
        ("[]", "duel/.petri/printed.json: is damaged"),
        ("{}", "duel/.petri/printed.json: is damaged"),
        (HEAD + '5, "parts": {}}}}}', "printed.json: is damaged"),
        (HEAD + '"", "parts": {"cards": {"cards": {"one": [1]}, "pages": {}}}}}}}', "is damaged"),
    ],
)
def test_a_damaged_state(petri: Petri, duel: Path, text: str, told: str) -> None:
    """One clear message, and the file stays as it is."""
    path = duel / ".petri" / "printed.json"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    for words in (["make", "duel", "--changed"], ["printed", "duel"]):
        done = petri(*words)
        assert done.exit_code == 1
        assert told in done.stderr
        assert "delete the file, and start again with `petri printed`" in done.stderr
    assert path.read_text("utf-8") == text
    assert not Path("output").exists()


def test_where_the_state_is(duel: Path, settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the game, but never in the games of the program or in a folder that is not ours to write to."""
    shelf = find_shelf()
    assert printed.find_state(shelf, duel, "duel") == duel / ".petri" / "printed.json"
    assert printed.find_state(shelf, duel / "cards.yaml", "cards") == duel / ".petri" / "printed.json"
    assert printed.find_state(shelf, shelf.games / "pox", "pox") == settings / "printed" / "pox.json"
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert printed.find_state(shelf, duel, "duel") == settings / "printed" / "duel.json"


def test_pages_that_differ(petri: Petri, tiny_game: Path) -> None:
    """Only the sheets and rules that changed are made; other paper is another print."""
    words = ("make", tiny_game.name, "--changed", "--to", "txt")
    petri("printed", tiny_game.name)
    assert "nothing differs" in petri(*words).stdout
    letter = petri(*words, "--paper", "letter").stdout
    assert re.search(r"rules on Letter: pages? 1", letter)
    wording = tiny_game / "wording" / "en.yaml"
    title = re.search(r"title: (.*)", wording.read_text("utf-8"))
    assert title
    shutil.rmtree("output")
    text = wording.read_text("utf-8")
    sheet = re.search(r"sheet:\n(?: +.*\n)*? +title: (.*)\n", text)
    assert sheet, text
    wording.write_text(text.replace(sheet[0], sheet[0].replace(sheet[1], "Another title")), encoding="utf-8")
    done = petri(*words)
    assert re.search(r"sheet on A4: page 1 of \d+ differs from what you printed on", done.stdout), done.stdout
    assert "rules" not in done.stdout
    assert [path.name for path in Path("output", "tiny-game").iterdir()] == ["sheet-en-a4-changed.txt"]


def test_an_unknown_game(petri: Petri) -> None:
    """Is told as everywhere."""
    done = petri("printed", "pandemik")
    assert done.exit_code == 1
    assert "did you mean 'pandemic'?" in done.stderr


def test_a_game_that_does_not_fit(petri: Petri, duel: Path) -> None:
    """It cannot be on the table."""
    edit(duel / "chips.yaml", "name: Moon", "name: " + "much too long " * 60)
    for words in (["printed", "duel"], ["make", "duel", "--changed"]):
        petri("printed", "duel", "--part", "cards")
        done = petri(*words)
        assert done.exit_code == 1
        assert "chips" in done.stderr
        assert "does not fit" in done.stderr or "by" in done.stderr


def test_dates() -> None:
    """The year only if it is another one; what is no date stays."""
    assert format_date("2026-11-20", date(2026, 12, 1)) == "20 November"
    assert format_date("2025-01-02", date(2026, 12, 1)) == "2 January 2025"
    assert format_date("some day", date(2026, 12, 1)) == "some day"
