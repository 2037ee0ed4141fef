"""How things come onto paper, as `petri make` is told: each option is seen in the pages."""

import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from typer.testing import Result

Petri = Callable[..., Result]

CARDS = """
id: cards
title: sheet.title
size: poker
backs: duplex-long
templates:
  face: [{ground: "{colour}"}, {words: {text: "{name}", role: body, box: [5 mm, 5 mm, 50 mm, 10 mm]}}]
  back: [{ground: primary}]
front: face
back: back
cards:
"""
ROWS = "".join(
    f'  - {{id: card_{index}, colour: "#aa3344", name: Number {index}}}\n' for index in range(1, 13)
)
BOARD = """
id: board
title: sheet.title
size: 420 mm x 297 mm
areas:
  - grid:
      id: squares
      at: [20 mm, 20 mm]
      cell: 20 mm
      places: |
        A A A
        A A A
      legend: {A: {kind: meadow}}
"""


@pytest.fixture
def game(tiny_game: Path) -> Path:
    """The tiny game with a deck of twelve cards and a board beside its sheet."""
    (tiny_game / "cards.yaml").write_text(CARDS + ROWS, "utf-8")
    (tiny_game / "board.yaml").write_text(BOARD, "utf-8")
    kit = tiny_game / "kit.yaml"
    parts = "parts:\n  - deck: cards.yaml\n  - board: board.yaml\n"
    kit.write_text(kit.read_text("utf-8").replace("parts:\n", parts), "utf-8")
    return tiny_game


@pytest.fixture
def pages(petri: Petri, game: Path, tmp_path: Path) -> Callable[..., list[str]]:
    """The words of every page of a part, made with these options."""

    def make(part: str, *words: str) -> list[str]:
        done = petri("make", game, "--part", part, *words)
        assert done.exit_code == 0, done.stderr
        pdf = pypdfium2.PdfDocument(tmp_path / done.stdout.split(" (")[0])
        found = [page.get_textpage().get_text_bounded() for page in pdf]
        pdf.close()
        return found

    return make


Pages = Callable[..., list[str]]


def read_text(petri: Petri, game: Path, part: str, *words: str) -> str:
    """What a part made with these options has as text."""
    done = petri("make", game, "--part", part, "--to", "txt", *words)
    assert done.exit_code == 0, done.stderr
    return Path(done.stdout.split(" (")[0]).read_text("utf-8")


def numbers(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"Number (\d+)", page)]


def test_cards_have_their_backs(pages: Pages) -> None:
    """Nine cards and three, each page with its back behind it; the margin says which is which."""
    front, back, last, last_back = pages("cards")
    assert numbers(front) == list(range(1, 10))
    assert numbers(last) == [10, 11, 12]
    assert "1 / 4 · front" in front
    assert "2 / 4 · back" in back
    assert "4 / 4 · back" in last_back
    assert all("50\u00a0mm at 100\u00a0%" in page for page in (front, back, last, last_back))


@pytest.mark.parametrize(
    ("backs", "sides"),
    [
        ("none", ["", ""]),
        ("separate", ["front", "front", "back", "back"]),
        ("fold", ["", "", ""]),
        ("duplex-short", ["front", "back", "front", "back"]),
    ],
)
def test_backs(pages: Pages, backs: str, sides: list[str]) -> None:
    """Each way has its order of sides."""
    found = pages("cards", "--backs", backs)
    assert [next((side for side in ("front", "back") if f"· {side}" in page), "") for page in found] == sides


@pytest.mark.parametrize(("backs", "duplex"), [("duplex-long", "LongEdge"), ("duplex-short", "ShortEdge")])
def test_the_printer_is_told_how_to_turn_the_paper(
    pages: Pages, tmp_path: Path, backs: str, duplex: str
) -> None:
    """In the file itself."""
    pages("cards", "--backs", backs)
    (path,) = (tmp_path / "output/tiny-game").iterdir()
    with pikepdf.open(path) as file:
        assert file.Root.ViewerPreferences.Duplex == f"/DuplexFlip{duplex}"


def test_bleed_sets_cards_apart(pages: Pages) -> None:
    """Eight to a sheet."""
    assert numbers(pages("cards", "--bleed", "3 mm")[0]) == list(range(1, 9))
    assert numbers(pages("cards", "--bleed", "0.125in", "--backs", "none")[0]) == list(range(1, 9))


@pytest.mark.parametrize(
    ("cards", "printed"),
    [
        ("3-5", [3, 4, 5]),
        ("card_7", [7]),
        ("Card-7,2", [2, 7]),
        ("11-12,1", [1, 11, 12]),
        ("3 \u2013 5", [3, 4, 5]),
    ],
)
def test_single_cards(pages: Pages, cards: str, printed: list[int]) -> None:
    """By number and by id, in the order of the deck."""
    front, _ = pages("cards", "--cards", cards)
    assert numbers(front) == printed


def test_parts_without_the_cards_are_left_out(petri: Petri, game: Path, tmp_path: Path) -> None:
    """Asked for three cards, nobody wants the rules."""
    assert petri("make", game, "--cards", "1-3").exit_code == 0
    assert [path.name for path in (tmp_path / "output/tiny-game").iterdir()] == ["cards-en-a4-only-1to3.pdf"]


def test_numbers_are_those_of_one_part(petri: Petri, game: Path, tmp_path: Path) -> None:
    """With two parts that have cards, a number says which; an id is that of any part that has it."""
    (game / "more.yaml").write_text(CARDS.replace("id: cards", "id: more_cards") + ROWS, "utf-8")
    kit = game / "kit.yaml"
    kit.write_text(kit.read_text("utf-8").replace("parts:\n", "parts:\n  - deck: more.yaml\n"), "utf-8")
    output = tmp_path / "output/tiny-game"
    done = petri("make", game, "--cards", "3-5,card_1")
    assert done.exit_code == 1
    assert done.stderr == (
        "'3-5' is ambiguous: 2 parts have it; write it like more_cards:3-5, or choose one with --part"
        "; available: more_cards, cards\n"
    )
    assert not output.exists()
    petri("make", game, "--cards", "More-Cards:3-5,cards:1,card_7")
    assert sorted(path.name for path in output.iterdir()) == [
        "cards-en-a4-only-1+card_7.pdf",
        "more-cards-en-a4-only-3to5+card_7.pdf",
    ]
    petri("make", game, "--cards", "3-5", "--part", "cards")
    assert (output / "cards-en-a4-only-3to5.pdf").is_file()
    petri("make", game, "--cards", "cards:1,more_cards:2", "--together")
    assert (output / "pieces-en-a4-only-more_cards_2+cards_1.pdf").is_file()
    assert len([*output.iterdir()]) == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--cards", "cards:99"], "unknown card '99'; numbers are 1 to 12"),
        (["--cards", "card:3-5"], "unknown part with cards or tokens 'card' (did you mean 'cards'?)"),
        (["--cards", "card_99"], "unknown card 'card_99'"),
        (["--cards", "card_99"], "did you mean 'card_9'"),
        (["--cards", "5-20"], "numbers are 1 to 12"),
        (
            ["--cards", "1", "--part", "rules"],
            "--cards needs a part with cards or tokens; chosen parts: rules",
        ),
        (["--poster", "--part", "cards"], "--poster needs a board; chosen parts: cards"),
        (["--size", "a3", "--part", "rules"], "--size needs a board; chosen parts: rules"),
        (["--size", "overlap=15mm", "--part", "rules"], "--size with overlap needs a board"),
        (
            ["--backs", "fold", "--bleed", "3mm", "--part", "rules"],
            "--backs needs a part with cards or tokens; chosen parts: rules\n--bleed needs a part",
        ),
        (["--shift", "1mm,0mm", "--part", "rules"], "--shift needs a part with cards or tokens"),
        (
            ["--marks", "none", "--orientation", "landscape", "--part", "rules"],
            "--marks needs a part with cards or tokens, or a board; chosen parts: rules\n--orientation needs",
        ),
        (
            ["--bleed", "3mm", "--gutter", "6mm"],
            "is too small for a bleed of 3 mm on both sides, which needs 6.4 mm (by 0.4 mm)",
        ),
        (
            ["--together", "--part", "board"],
            "--together needs a part with cards or tokens; chosen parts: board",
        ),
    ],
)
def test_what_nobody_has(petri: Petri, game: Path, words: list[str], told: str) -> None:
    """Ends with 1 and says what there is."""
    done = petri("make", game, *words)
    assert done.exit_code == 1
    assert told in done.stderr


def test_a_board_fits_its_sheet(pages: Pages) -> None:
    """Scaled, and the margin says how much."""
    (page,) = pages("board")
    assert pages("board", "--no-poster") == [page]
    assert re.search(r"· 1 / 1 · 6\d(\.\d)?\u00a0%", page)


@pytest.mark.parametrize("words", [["--poster"], ["--size", "a3"], ["--size", "420x297mm"]])
def test_a_large_board_becomes_a_poster(pages: Pages, words: list[str]) -> None:
    """A page that says how, then four tiles, each with its name."""
    guide, *tiles = pages("board", *words)
    assert "Put the poster together" in guide
    for tile, name in zip(tiles, ("A1", "B1", "A2", "B2"), strict=True):
        assert f"· {name} · 100\u00a0%" in tile


def test_a_small_board_needs_no_tiles(pages: Pages) -> None:
    """Half its size is on one sheet."""
    (page,) = pages("board", "--size", "210x148.5mm")
    assert "· 50\u00a0%" in page


@pytest.mark.parametrize(
    ("words", "lines"), [([], True), (["--marks", "front"], True), (["--marks", "none"], False)]
)
def test_marks(petri: Petri, game: Path, words: list[str], lines: bool) -> None:
    """On both sides, on the front, or none."""
    pages = read_text(petri, game, "cards", *words).split("\npage ")[1:]
    assert ("group crop marks" in pages[0]) == lines
    assert ("group crop marks" in pages[1]) == (not words)


def test_looks_of_marks(petri: Petri, game: Path) -> None:
    """Colour and width are those that were asked for."""
    text = read_text(petri, game, "cards", "--marks", "both,width=0.4mm,colour=#888")
    assert "stroke=#888888 width=0.4" in text


def test_marks_of_posters(petri: Petri, game: Path) -> None:
    """They are as those of cards, and may be left out."""
    words = ("board", "--size", "300x212mm")
    assert "group crop marks" in read_text(petri, game, *words)
    text = read_text(petri, game, *words, "--marks", "both,width=0.4mm,colour=#888")
    assert "stroke=#888888 width=0.4" in text
    assert "group crop marks" not in read_text(petri, game, *words, "--marks", "none")


def test_a_poster_overlaps_as_much_as_is_wanted(petri: Petri, game: Path) -> None:
    """Half of it is the flap for the glue."""
    for words, flap in ((), 6.0), (("--size", "overlap=20mm"), 10.0):
        text = read_text(petri, game, "board", "--poster", *words)
        strip = re.search(r"group seams.*\n +group clip M ([\d.]+) -3 L ([\d.]+) -3", text)
        assert strip is not None
        assert float(strip[2]) - float(strip[1]) == pytest.approx(flap, abs=0.02)


def test_a_margin_keeps_the_edge_of_the_paper_white(petri: Petri, game: Path) -> None:
    """What stands in the margin moves inwards with all else."""
    text = read_text(petri, game, "cards", "--margin", "10mm")
    assert "group margin at 10 284.2" in text


def test_a_paper_of_any_size(petri: Petri, game: Path, tmp_path: Path) -> None:
    """Its files are named after it, as are those of its calibration sheet."""
    petri("make", game, "--part", "board", "--paper", "13 x 19 in", "--to", "txt")
    text = (tmp_path / "output/tiny-game/board-en-13x19in.txt").read_text("utf-8")
    assert "page 1 '1' 482.6 x 330.2 mm" in text
    petri("calibrate", "--paper", "13x19in", "--out", "output")
    assert (tmp_path / "output/calibration-en-13x19in.pdf").is_file()


@pytest.mark.parametrize(("words", "page"), [(["portrait"], "210 x 297"), (["landscape"], "297 x 210")])
def test_orientation(petri: Petri, game: Path, words: list[str], page: str) -> None:
    """Of the paper for cards."""
    assert f"page 1 '1' {page} mm" in read_text(petri, game, "cards", "--orientation", *words)


def test_a_shift_moves_backs_alone(petri: Petri, game: Path) -> None:
    """By what was asked for, and only the backs."""
    texts = [
        read_text(petri, game, "cards", *words).split("\npage ")[1:]
        for words in ([], ["--shift", "0.5mm,-0.25mm"])
    ]
    (front, back, *_), (same, moved, *_) = texts
    assert front == same
    layers, others = (
        re.findall(r"^  group (.*?)(?: at (\S+) (\S+))?$", page, re.MULTILINE) for page in (back, moved)
    )
    assert len(layers) >= 3
    for (name, x, y), other in zip(layers, others, strict=True):
        assert other == (name, f"{float(x or 0) + 0.5:g}", f"{float(y or 0) - 0.25:g}")


@pytest.mark.parametrize(
    "words",
    [
        ["--backs", "long"],
        ["--backs", ""],
        ["--out", ""],
        ["--size", ""],
        ["--marks", ""],
        ["--marks", "both,length=500mm"],
        ["--marks", "both,offset=-1mm"],
        ["--bleed", "3"],
        ["--bleed", "-1mm"],
        ["--bleed", "50mm"],
        ["--gutter", "wide"],
        ["--marks", "back"],
        ["--marks", "both,colour=reddish"],
        ["--cards", "10-3"],
        ["--cards", ":3"],
        ["--cards", "a:b:3"],
        ["--cards", "9" * 5000],
        ["--cards", "a,,b"],
        ["--size", "b4"],
        ["--size", "1x1mm"],
        ["--size", "420x297"],
        ["--orientation", "up"],
        ["--size", "overlap=5mm"],
        ["--margin", "50mm"],
        ["--margin", "wide"],
        ["--shift", "1mm"],
        ["--shift", "1mm,2"],
    ],
)
def test_wrong_values_say_what_would_be_right(petri: Petri, tmp_path: Path, words: list[str]) -> None:
    """A wrong command line ends with 2 and names the option."""
    done = petri("make", *words)
    assert done.exit_code == 2
    assert f"Invalid value for {words[0]}" in done.stderr.replace("'", "") or words[0] in done.stderr
    assert list(tmp_path.iterdir()) == []
