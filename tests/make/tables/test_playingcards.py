"""`petri make --for pcio`: the room, unpacked and read back."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile

import pytest
from PIL import Image
from typer.testing import Result

Petri = Callable[..., Result]
Widget = dict[str, Any]

KIT = """\
id: harbour
title: Harbour
theme: base
players: "2"
parts: [{board: board.yaml}, {deck: cards.yaml}, {tokens: tokens.yaml}]
"""
BOARD = """\
id: board
title: board.title
size: 200 mm x 120 mm
areas:
  - grid: {id: sea, at: [10 mm, 10 mm], cell: 20 mm, places: "# # #", labelled: false}
  - track: {id: wind, title: board.wind, size: 10 mm, from: [20 mm, 80 mm], to: [80 mm, 80 mm], count: 3}
  - track: {id: rate, size: 10 mm, from: [20 mm, 100 mm], to: [80 mm, 100 mm], labels: ["2", "2", "3"]}
"""
CARDS = """\
id: cards
title: cards.title
size: 63 x 88 mm
corner: 3 mm
cards:
  - {id: ship, name: Ship, count: 3}
  - {id: storm, name: Storm}
template:
  front: [{ground: blue}, {words: {text: "{name}", role: title, box: [6 mm, 6 mm, 50 mm, 12 mm]}}]
  back: [{ground: red}]
"""
TOKENS = """\
id: tokens
title: tokens.title
front: plain
tokens:
  - {id: gull, shape: round, size: 12 mm, count: 4}
  - {id: boat, shape: standee, size: 12 mm x 20 mm}
  - {id: die, shape: cube, size: 15 mm, front: die, count: 2}
templates:
  plain: [{ground: red}]
  die: [{ground: paper}, {words: {text: "{face}", box: [2 mm, 3 mm, 11 mm, 8 mm]}}]
"""
WORDING = """\
language: English
words:
  board: {title: Sea, wind: Wind}
  cards: {title: "Harbour: Cards"}
  tokens: {title: Pieces}
"""


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A game with a board, cards, tokens, dice, and rules."""
    folder = tmp_path / "harbour"
    (folder / "wording").mkdir(parents=True)
    files = {"kit.yaml": KIT, "board.yaml": BOARD, "cards.yaml": CARDS, "tokens.yaml": TOKENS}
    for name, text in {**files, "wording/en.yaml": WORDING}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def is_beside(one: Widget, other: Widget) -> bool:
    """Whether neither covers the other."""
    return any(
        first[at] + first[length] <= second[at]
        for first, second in ((one, other), (other, one))
        for at, length in (("x", "width"), ("y", "height"))
    )


def unpack(path: Path) -> tuple[list[Widget], dict[str, bytes]]:
    """Widgets and pictures; what holds for every room is checked."""
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {info.compress_type for info in archive.infolist()} == {ZIP_STORED}
        files = {name: archive.read(name) for name in archive.namelist()}
    text = files.pop("widgets.json").decode()
    assert set(re.findall(r"package://([^\"]+)", text)) == set(files), "each picture is shown"
    assert all(0 < len(data) <= 2_000_000 for data in files.values())
    widgets = json.loads(text)
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    for widget in widgets:
        assert widget.get("parent") is None or by_id[widget["parent"]]["type"] == "cardPile"
        assert 0 <= widget["x"] < 1600
        assert 0 <= widget["y"] < 1000
        if widget["type"] == "card":
            assert widget["cardType"] in by_id[widget["deck"]]["cardTypes"]
    placed = [widget for widget in widgets if widget["type"] in ("board", "cardPile", "spinner", "counter")]
    for one, other in combinations(placed, 2):
        assert is_beside(one, other), (one, other)
    return widgets, files


def build(petri: Petri, *words: str | Path) -> tuple[list[Widget], dict[str, bytes]]:
    done = petri("make", *words, "--for", "pcio")
    assert done.exit_code == 0, done.output
    (path,) = Path("output").glob("*/pcio-en*/*.pcio")
    assert sorted(file.name for file in path.parent.iterdir()) == ["README.txt", path.name]
    return unpack(path)


def test_a_room(petri: Petri, harbour: Path) -> None:
    """A hand, the board, all copies of cards and tokens, dice, and a counter for the track that counts."""
    widgets, files = build(petri, harbour)
    kinds = Counter(widget["type"] for widget in widgets)
    assert kinds == {
        "hand": 1,
        "board": 1,
        "cardPile": 3,
        "cardDeck": 3,
        "card": 9,
        "spinner": 2,
        "counter": 1,
    }
    types = Counter(widget["cardType"] for widget in widgets if widget["type"] == "card")
    assert types == {"ship": 3, "storm": 1, "gull": 4, "boat": 1}
    (counter,) = (widget for widget in widgets if widget["type"] == "counter")
    assert counter["label"] == "Wind"
    (deck,) = (widget for widget in widgets if "ship" in widget.get("cardTypes", ()))
    assert {id: one["label"] for id, one in deck["cardTypes"].items()} == {"ship": "Ship", "storm": "Storm"}
    assert deck["cardWidth"] / deck["cardHeight"] == pytest.approx(63 / 88, abs=0.02)
    assert {card["faceup"] for card in widgets if card.get("deck") == deck["id"]} == {False}
    piles = {widget["label"] for widget in widgets if widget["type"] == "cardPile" and "label" in widget}
    assert piles == {"Cards"}, "the name of the game need not be repeated"
    sizes = {}
    for name, data in files.items():
        with Image.open(BytesIO(data)) as picture:
            sizes[name.removeprefix("userassets/")] = picture.size
            if "cards-" in name or "gull" in name:
                assert picture.getchannel("A").getpixel((0, 0)) == 0, "cut along its outline"
    assert sizes["cards-1-ship-front.png"] == (496, 692)
    assert sizes["tokens-2-boat-front.png"] == (94, 156), "one face, and not the net"


def test_rules_that_nobody_trusts_are_not_run(petri: Petri, harbour: Path) -> None:
    """Rules beside a game are a program: the pieces stay in their piles."""
    (harbour / "rules.py").write_text("raise SystemExit", encoding="utf-8")
    widgets, _ = build(petri, harbour)
    assert not [widget for widget in widgets if widget["type"] == "card" and widget["parent"] is None]


def test_the_start_of_a_game(petri: Petri) -> None:
    """The patients of POX are infected, and the other chips are in their piles."""
    widgets, _ = build(petri, "pox", "--part", "board,tokens")
    laid = [widget for widget in widgets if widget["type"] == "card" and widget["parent"] is None]
    assert Counter(widget["cardType"] for widget in laid) == {"infection": 2, "death": 5}
    cards = Counter(widget["cardType"] for widget in widgets if widget["type"] == "card")
    assert cards == {"infection": 40, "immunity": 50, "death": 5}
    (board,) = (widget for widget in widgets if widget["type"] == "board")
    scale = board["width"] / 393.6
    (first, second) = (widget for widget in laid if widget["cardType"] == "infection")
    # d4 and f6 are two places apart, both ways.
    assert (second["x"] - first["x"], second["y"] - first["y"]) == pytest.approx(
        (41.6 * scale, 41.6 * scale), abs=1
    )
    # At the shoulder, 5.4 mm from the middle of the place.
    chip = 9 * scale
    assert first["x"] + chip / 2 - board["x"] == pytest.approx((4.8 + 3.5 * 20.8 + 5.4) * scale, abs=2)
    assert first["y"] + chip / 2 - board["y"] == pytest.approx((46 + 3.5 * 20.8 + 5.4) * scale, abs=2)


def test_the_same_bytes(petri: Petri, harbour: Path) -> None:
    """The file does not depend on when it is made."""
    build(petri, harbour)
    path = Path("output/harbour/pcio-en/harbour-en.pcio")
    before = path.read_bytes()
    path.unlink()
    build(petri, harbour)
    assert path.read_bytes() == before


def write_photo(folder: Path, pixels: int) -> Path:
    """A card that shows a picture that no format makes small."""
    size = pixels * 25.4 / 200
    noise = Image.frombytes("RGB", (pixels, pixels), random.Random(1).randbytes(3 * pixels * pixels))
    noise.save(folder / "noise.png")
    card = f"size: {size:.4f} mm x {size:.4f} mm\ncards: [{{id: noise}}]\n"
    picture = f"{{picture: {{file: noise.png, box: [0 mm, 0 mm, {size:.4f} mm, {size:.4f} mm]}}}}"
    (folder / "deck.yaml").write_text(f"{card}template: [{picture}]\n", encoding="utf-8")
    return folder / "deck.yaml"


def test_large_pictures_are_jpeg(petri: Petri, tmp_path: Path) -> None:
    """The site takes files of 2 MB at most: what is larger as PNG is JPEG."""
    _, files = build(petri, write_photo(tmp_path, 900))
    assert [*files] == ["userassets/deck-1-noise-front.jpg"]


def test_a_picture_that_is_too_large(petri: Petri, tmp_path: Path) -> None:
    """The message names the picture, its size, and the limit; nothing is written."""
    done = petri("make", write_photo(tmp_path, 1600), "--for", "pcio")
    assert done.exit_code == 1
    told = r"deck: the picture deck-1-noise-front\.jpg has \d\.\d MB; playingcards\.io takes at most 2 MB"
    assert re.search(told, done.stderr)
    assert not Path("output").exists()
