"""`petri plan`: sheets, cuts, folds, sleeves, ink, and time, counted by hand for small decks."""

import json
from collections.abc import Callable
from math import pi
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from generator.cli.printing.planning import format_time
from generator.layout.imposition.pieces import count_board_work
from generator.read.files.shelf import find_shelf

Petri = Callable[..., Result]

DECK = """\
size: {size}
cards: {{every: {{number: 1..{count}}}}}
template:
  front: [{{ground: "{ground}"}}]
  back: [{{ground: "#ffffff"}}]
"""
TOKENS = """\
tokens:
  - {{id: coin, shape: {shape}, size: {size}, count: 4}}
template: [{{ground: "#808080"}}]
"""


def plan(petri: Petri, *words: str | Path) -> Any:
    done = petri("plan", *words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture
def deck(tmp_path: Path) -> Callable[..., Path]:
    def write(size: str = "63 x 88 mm", count: int = 10, ground: str = "#000000") -> Path:
        path = tmp_path / "deck.yaml"
        path.write_text(DECK.format(size=size, count=count, ground=ground), encoding="utf-8")
        return path

    return write


def test_cuts_that_cards_share_are_counted_once(petri: Petri, deck: Callable[..., Path]) -> None:
    """Nine cards on the first sheet have 4 + 4 cuts, the tenth has 2 + 2 of its own."""
    (part,) = plan(petri, deck())["parts"]
    assert (part["sheets"], part["sides"], part["pages"], part["pieces"]) == (2, 2, 4, 10)
    assert (part["cuts"], part["outline"], part["folds"]) == (12, 0, 0)
    assert part["seconds"] == 12 * 8
    assert part["sleeves"] == {"Poker (63 x 88 mm)": 10}
    assert (part["stock"], part["is_needed"]) == ("card", True)


@pytest.mark.parametrize(
    ("words", "sheets", "sides", "cuts", "folds"),
    [
        (("--backs", "none"), 2, 1, 12, 0),
        (("--backs", "separate"), 2, 2, 12, 0),
        (("--backs", "fold"), 3, 1, 6 + 6 + 5, 3),
        (("--bleed", "3mm"), 2, 2, 4 + 8 + 2 + 4, 0),
        (("--paper", "a3"), 1, 2, 7 + 3, 0),
    ],
)
def test_choices_of_printing_count(
    petri: Petri,
    deck: Callable[..., Path],
    words: tuple[str, ...],
    sheets: int,
    sides: int,
    cuts: int,
    folds: int,
) -> None:
    """Cards that are spaced apart share no cuts, and folded sheets have a fold each."""
    (part,) = plan(petri, deck(), *words)["parts"]
    assert (part["sheets"], part["sides"], part["folds"]) == (sheets, sides, folds)
    assert part["cuts"] == cuts


@pytest.mark.parametrize(
    ("size", "sleeves"),
    [
        ("88 x 63 mm", {"Poker (63 x 88 mm)": 2}),
        ("63.5 x 88.9 mm", {"Poker (63 x 88 mm)": 2}),
        ("41 x 63 mm", {"Mini American (41 x 63 mm)": 2}),
        ("64.5 x 88 mm", {}),
        ("30 x 30 mm", {}),
    ],
)
def test_sleeves_are_those_that_fit(
    petri: Petri, deck: Callable[..., Path], size: str, sleeves: dict[str, int]
) -> None:
    """In either orientation, up to a millimetre larger or smaller."""
    assert plan(petri, deck(size, 2), "--backs", "none")["total"]["sleeves"] == sleeves


def test_ink_is_what_covers_the_page(petri: Petri, deck: Callable[..., Path]) -> None:
    """A black card of 63 x 88 mm and its bleed on A4 is 10.4 % of black; a red one is two inks."""
    share = 69 * 94 / (210 * 297)
    ink = plan(petri, deck(count=1), "--backs", "none")["total"]["ink"]
    assert ink["black"] == pytest.approx(share, abs=0.004), "the margin line is grey"
    assert ink["cyan"] == pytest.approx(0, abs=0.001)
    ink = plan(petri, deck(count=1, ground="#ff0000"), "--backs", "none")["total"]["ink"]
    assert (ink["magenta"], ink["yellow"]) == pytest.approx((0.97 * share, 0.98 * share), abs=0.004)
    low = plan(petri, deck(count=1), "--backs", "none", "--ink", "low")["total"]["ink"]
    assert sum(low.values()) < 0.1 * share + 0.004


@pytest.mark.parametrize(
    ("shape", "outline", "folds"),
    [("round", 4 * pi * 20, 0), ("cube", None, 4 * 12), ("standee", None, 4 * 3), ("square", 0, 0)],
)
def test_outlines_and_folds_of_tokens(
    petri: Petri, tmp_path: Path, shape: str, outline: float | None, folds: int
) -> None:
    """Coins have the circumference of a circle; nets are cut around their tabs and folded."""
    path = tmp_path / "tokens.yaml"
    size = "20 mm x 30 mm" if shape == "standee" else "20 mm"
    path.write_text(TOKENS.format(shape=shape, size=size), encoding="utf-8")
    (part,) = plan(petri, path)["parts"]
    assert part["folds"] == folds
    if outline is None:
        assert 4 * 80 < part["outline"] < 4 * 600
    else:
        assert part["outline"] == pytest.approx(outline, rel=0.01)
    assert part["seconds"] == pytest.approx(
        part["cuts"] * 8 + part["outline"] / 1000 * 60 + folds * 3, abs=0.1
    )


def test_boards_have_seams_and_edges() -> None:
    """One sheet has four edges; of four tiles, two are cut at the left, and two at the top."""
    assert (count_board_work([]).sheets, count_board_work([]).cuts) == (1, 4)
    tiles = count_board_work(["A1", "B1", "A2", "B2"])
    assert (tiles.sheets, tiles.cuts) == (5, 8)
    assert count_board_work(["A1", "B1", "C1"]).cuts == 6


def test_the_plan_of_a_game(petri: Petri) -> None:
    """Pandemic: what was counted by hand, which parts replace others, and the totals."""
    parts = "city_cards,cubes,tokens,nets,rules"
    done = petri("plan", "pandemic", "--part", parts, "--yield", "300 pages")
    assert done.exit_code == 0
    rows = {words[0]: words[1:] for words in map(str.split, done.stdout.splitlines()) if len(words) > 7}
    assert rows["city_cards"][:4] == ["card", "6", "both", "46"]
    assert rows["cubes"][:4] == ["board", "1", "both", "22"]
    assert rows["nets"][:6] == ["card", "3", "one", "14.4", "m", "1152"]
    assert rows["rules"][:3] == ["paper", "3", "both"]
    assert "nets: print these or cubes, one of them is enough" in done.stdout
    assert "sleeves: 48 Poker (63 x 88 mm)" in done.stdout
    assert "total: 14 sheets of paper, 68 cuts, 16.3 m of outlines, 1173 folds" in done.stdout
    assert "without parts that can be left out: 11 sheets of paper, 68 cuts" in done.stdout
    assert "ink of cartridges for 300 pages: cyan about " in done.stdout
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        *((0, ""), (5, "about 1 min"), (400, "about 7 min"), (700, "about 10 min"), (3100, "about 50 min")),
        *((3300, "about 1 h"), (5000, "about 1.5 h"), (20000, "about 5.5 h")),
    ],
)
def test_times_are_estimates(seconds: float, told: str) -> None:
    """No more precise than they are."""
    assert format_time(seconds) == told


def test_what_cannot_be_planned_is_told(petri: Petri, deck: Callable[..., Path], tmp_path: Path) -> None:
    """Unknown games and parts, and options without use, as in `petri make`; and texts that do not fit."""
    assert "unknown game" in petri("plan", "pandemonium").stderr
    assert "unknown part 'bord'" in petri("plan", "pox", "-p", "bord").stderr
    assert "--poster needs a board" in petri("plan", deck(), "--poster").stderr
    assert petri("plan", deck(), "--yield", "0").exit_code == 2
    assert "is not a number of pages" in petri("plan", deck(), "--yield", "many").stderr
    path = tmp_path / "deck.yaml"
    path.write_text(
        DECK.format(size="63 x 88 mm", count=1, ground="#ffffff").replace(
            '[{ground: "#ffffff"}]', "[{words: {text: Much too long, box: [3 mm, 3 mm, 4 mm, 4 mm]}}]", 1
        ),
        "utf-8",
    )
    done = petri("plan", path)
    assert done.exit_code == 1
    assert "deck/deck-en-a4" in done.stderr


def test_a_part_that_replaces_none_is_told(petri: Petri, tiny_game: Path) -> None:
    """With the place in kit.yaml, and the parts that there are."""
    kit = tiny_game / "kit.yaml"
    text = kit.read_text("utf-8")
    kit.write_text(text.replace("rules.yaml\n", "rules.yaml\n    instead_of: shet\n"), "utf-8")
    told = "kit.yaml:9:17: parts[2].instead_of: unknown part `shet` (did you mean `sheet`?)"
    assert told in petri("plan", tiny_game).stderr
    kit.write_text(
        text.replace("rules.yaml\n", "rules.yaml\n    instead_of: sheet\n    optional: if you know them\n"),
        "utf-8",
    )
    done = petri("plan", tiny_game)
    assert (
        "rules: print these or sheet, one of them is enough\nrules: not needed if you know them"
        in done.stdout
    )


def test_the_data_of_times_is_strict(tmp_path: Path) -> None:
    """A wrong number is told with its place."""
    from generator.errors import DataError
    from generator.make.plan import read_rates

    shelf = find_shelf()
    shelf.rates = tmp_path / "plan.yaml"
    shelf.rates.write_text("straight_cut: fast\nmetre_of_outline: 60\n", "utf-8")
    with pytest.raises(DataError) as caught:
        read_rates(shelf)
    assert "plan.yaml:1:15: straight_cut: `fast` is not a number" in str(caught.value)
    assert "`fold` is missing" in str(caught.value)
