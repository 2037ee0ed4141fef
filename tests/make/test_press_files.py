"""`petri make --to pdf-x4`: files for print shops, their names, and what cannot be."""

import io
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from typer.testing import Result

from generator.model.printing.printing import parse_press
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_destinations
from tests.backends.press_rules import find_problems

Petri = Callable[..., Result]

DECK = """\
size: 2.5 in x 3.5 in
bleed: 4 mm
cards:
  - {id: rose, name: Rose, count: 2}
  - {id: moss, name: Moss}
template:
  front:
    - ground: "#c82828"
    - words: {text: "{name} of May", role: body, box: [6 mm, 6 mm, 40 mm, 12 mm]}
    - panel: {box: [9 mm, 30 mm, 30 mm, 30 mm], fill: "#1e3cc8", opacity: 50%}
  back:
    - ground: "#28a03c"
"""
THEME = """\
id: night
extends: base
colours:
  primary: {screen: "#101020", press: [60, 40, 40, 100]}
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "deck.yaml"
    path.write_text(DECK, encoding="utf-8")
    return path


def check(path: str, standard: str, limit: float = 300) -> pikepdf.Pdf:
    data = Path("output/deck", path).read_bytes()
    assert find_problems(data, standard, limit=limit) == []
    return pikepdf.open(io.BytesIO(data))


def test_sheets_of_cards(petri: Petri, deck: Path) -> None:
    """Names tell the standard and the limit; the standard print stays as it is."""
    assert petri("make", deck).exit_code == 0
    plain = Path("output/deck/deck-en-a4.pdf").read_bytes()
    for press in ("x4", "x1a", "x1a,ink=240"):
        assert petri("make", deck, "--to", "pdf-" + press.replace(",ink=", ":")).exit_code == 0
    assert sorted(path.name for path in Path("output/deck").iterdir()) == [
        "deck-en-a4-x1a-240-percent.pdf",
        "deck-en-a4-x1a.pdf",
        "deck-en-a4-x4.pdf",
        "deck-en-a4.pdf",
    ]
    check("deck-en-a4-x4.pdf", "x4")
    check("deck-en-a4-x1a.pdf", "x1a")
    check("deck-en-a4-x1a-240-percent.pdf", "x1a", 240)
    assert Path("output/deck/deck-en-a4.pdf").read_bytes() == plain


def test_a_run_in_several_processes(petri: Petri, deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process makes the same file."""
    assert petri("make", deck, "--to", "pdf-x4", "--paper", "a4,letter").exit_code == 0
    alone = [path.read_bytes() for path in sorted(Path("output/deck").iterdir())]
    monkeypatch.setattr("generator.make.jobs.processes.PATIENCE", 0.0)
    told = petri("make", deck, "--to", "pdf-x4", "--paper", "a4,letter", "--jobs", "2")
    assert "unchanged" in told.stdout
    assert [path.read_bytes() for path in sorted(Path("output/deck").iterdir())] == alone


def test_a_destination_wants_its_own(petri: Petri, deck: Path) -> None:
    """DriveThruCards takes X-1a with little ink; each page is a card with its bleed."""
    assert petri("make", deck, "--for", "drivethrucards").exit_code == 0
    file = check("drivethrucards-en/deck.pdf", "x1a", 240)
    assert len(file.pages) == 6
    for page in file.pages:
        assert [float(edge) for edge in page.MediaBox] == pytest.approx([0, 0, 198, 270], abs=0.01)
        assert [float(edge) for edge in page.TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.01)
        assert [float(edge) for edge in page.BleedBox] == pytest.approx([0, 0, 198, 270], abs=0.01)


def test_destinations_name_files_that_exist() -> None:
    """Those that want press files take PDF, and what they want is written as on the command line."""
    for one in read_destinations(find_shelf().destinations).values():
        assert one.press is None or "pdf" in one.formats
        assert one.press is None or parse_press(str(one.press)) == one.press


def test_pictures_of_cards_as_press_files(petri: Petri, deck: Path) -> None:
    """With a press file, the format of a destination is PDF if it takes that."""
    assert petri("make", deck, "--for", "faces", "--to", "pdf-x4").exit_code == 0
    names = sorted(path.name for path in Path("output/deck/faces-en-x4").glob("*.pdf"))
    assert names == ["deck-1-rose-front.pdf", "deck-2-moss-front.pdf", "deck-back.pdf"]
    check("faces-en-x4/deck-1-rose-front.pdf", "x4")


def test_a_theme_chooses_inks(petri: Petri, tiny_game: Path) -> None:
    """Its colour is printed in these inks."""
    (tiny_game / "themes").mkdir()
    (tiny_game / "themes" / "night.yaml").write_text(THEME)
    kit = tiny_game / "kit.yaml"
    kit.write_text(kit.read_text("utf-8").replace("theme: base", "theme: night"), encoding="utf-8")
    assert petri("make", tiny_game, "--part", "sheet", "--to", "pdf-x4").exit_code == 0
    data = Path("output/tiny-game/sheet-en-a4-x4.pdf").read_bytes()
    assert find_problems(data, "x4") == []
    with pikepdf.open(io.BytesIO(data)) as file:
        streams = b"".join(page.Contents.read_bytes() for page in file.pages)
    assert b"0.6 0.4 0.4 1 k" in streams


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--to", "pdf-x3"], 1, "`x3` is not a standard for press files; write x4 or x1a"),
        (["--to", "pdf-x4:900"], 1, "`ink=900` is out of range; use 200 to 340 percent"),
        (["--to", "pdf-x4,png"], 1, "PDF files for print shops are built separately from png"),
        (["--to", "pdf-x4,pdf"], 1, "a run makes one kind of PDF files"),
        (
            ["--to", "pdf-x4", "--for", "mpc"],
            1,
            "--to pdf-x4 and pdf-x1a do not apply to --for mpc, which takes png, jpeg",
        ),
    ],
)
def test_what_cannot_be(petri: Petri, deck: Path, words: list[str], code: int, told: str) -> None:
    """One message, and no file."""
    done = petri("make", deck, *words)
    assert done.exit_code == code
    assert told in " ".join(done.stderr.split())
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("element", "told"),
    [
        (
            'panel: {BOX, stroke: "#8a4a1c", line: 0.2 mm}',
            "lines below 0.3 mm have more than 2 inks: #8a4a1c",
        ),
        ('panel: {BOX, stroke: "#8a4a1c", line: 0.4 mm}', ""),
        ("panel: {BOX, stroke: black, line: 0.2 mm}", ""),
        ('panel: {BOX, stroke: "#7a7a7a", line: 0.2 mm}', ""),
        (
            'words: {text: Tiny, BOX, font_size: 7 pt, colour: "#8a4a1c"}',
            "type below 9 pt has more than 2 inks: #8a4a1c",
        ),
        ('words: {text: Large, BOX, font_size: 14 pt, colour: "#8a4a1c"}', ""),
        ("words: {text: Tiny, BOX, font_size: 7 pt, colour: black}", ""),
    ],
)
def test_fine_art_in_several_inks_is_reported(petri: Petri, deck: Path, element: str, told: str) -> None:
    """Once for a part; thick lines, large type, greys, and black have no fringes."""
    element = element.replace("BOX", "box: [10 mm, 10 mm, 30 mm, 9 mm]")
    deck.write_text(f"size: poker\ncards: [{{id: a}}, {{id: b}}]\ntemplate: [{element}]\n", encoding="utf-8")
    done = petri("make", deck, "--to", "pdf-x4", "--bleed", "0 mm")
    assert done.exit_code == 0, done.output
    found = [line for line in done.stderr.splitlines() if "more than 2 inks" in line]
    assert [line.split("; ")[0] for line in found] == [f"warning: deck (en): {told}"] * bool(told)


def test_press_boards_have_no_orientation(petri: Petri, tmp_path: Path) -> None:
    """It is refused if nothing else is printed, and a warning beside cards; a poster has one."""
    game = tmp_path / "game"
    game.mkdir()
    (game / "kit.yaml").write_text(
        "id: game\ntitle: Game\nparts: [{board: b.yaml}, {deck: d.yaml}]\n", "utf-8"
    )
    board = "areas: [{box: {at: [5 mm, 5 mm], size: 20 mm x 20 mm}}]"
    (game / "b.yaml").write_text(f"id: board\ntitle: Board\nsize: 90 mm x 60 mm\n{board}\n", "utf-8")
    (game / "d.yaml").write_text("id: cards\ntitle: Cards\n" + DECK, "utf-8")
    words = ("make", game, "--to", "pdf-x4", "--orientation", "landscape")
    told = "--orientation does not apply to board: in press files, a board has a page of its own shape"
    assert told in petri(*words, "--part", "board").stderr
    assert f"warning: {told}" in petri(*words, "--part", "board,cards").stderr
    assert "--orientation" not in petri(*words, "--part", "board", "--poster", "2x2").stderr
