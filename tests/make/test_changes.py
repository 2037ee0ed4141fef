"""Hashes of cards differ exactly where drawings do."""

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.backends.formats import find_format
from generator.layout.document import make_press
from generator.layout.elements.pieces import lay_out_pieces
from generator.make.changes import Hasher, compare_cards, compare_pages, find_changes
from generator.make.jobs.jobs import Choices, Job, read_games
from generator.make.printed import CardState
from generator.make.runs import plan_run
from generator.model.kit import PieceSet
from generator.model.printing.printing import FileOptions
from generator.read.files.shelf import find_shelf
from generator.scene.shapes import Document, Group, Page, translation
from tests import shipped
from tests.samples import count_examples

STARTER = find_shelf().starter
DECK = (STARTER / "deck.yaml").read_text("utf-8")
BACK = """\
template:
  back:
    - ground: shade
    - words: {text: Back, role: card_title, box: [5 mm, 5 mm, 53 mm, 8 mm]}
  front:
"""
"""Begins the template of a deck with backs; the elements of the front follow, further to the right."""

EDITS = {
    "a name": ("name: Poppy", "name: Popping"),
    "a text": ("Look at the top card.", "Look at the **top** card."),
    "a colour": ("#fdeebb", "#e0c060"),
    "a word for all": ('"{name}", role: card_title', '"The {name}", role: card_title'),
    "a box": ("[5 mm, 62 mm, 53 mm, 21 mm]", "[5 mm, 60 mm, 53 mm, 23 mm]"),
    "a corner": ("corner: 3 mm", "corner: 8 mm"),
    "a picture": ("pictures/{id}.svg", "pictures/daisy.svg"),
    "another size": ("size: poker", "size: 64 mm x 89 mm"),
    "more copies": ('#fbdcd2", count: 2', '#fbdcd2", count: 5'),
    "a comment": ("# Six cards.", "# Six cards, and a comment."),
    "the same colour": ("fill: paper", 'fill: "#FFFFFF"'),
    "quotes": ('text: "Take **two** cards."', "text: 'Take **two** cards.'"),
    "a field that nobody uses": ("{id: bee,", "{id: bee, cost: 7,"),
    "the order": ("  - {id: bee,", "  - {id: bee, rank: 0,"),
}
"""Texts of the starter, and what is written instead."""


class Drawn:
    """The cards of a deck, as hashes and as pictures."""

    def __init__(self, path: Path) -> None:
        shelf = find_shelf()
        (game,) = read_games([path], shelf).games
        (part,) = game.kit.parts
        assert isinstance(part, PieceSet)
        job = Job(game, part, "en", shipped.paper("a4"))
        self.states = Hasher(Choices()).hash_part(job).cards
        press = make_press(game.kit, locale="en", fonts=game.fonts)
        self.pictures: dict[str, list[bytes]] = {}
        for one in dict.fromkeys(lay_out_pieces(press, part)):
            sides = [one.front, *([one.back] if one.draw_back else [])]
            # With the bleed around it.
            pages = [Page(72.0, 97.0, (Group(side, transform=translation(4.0, 4.0)),)) for side in sides]
            document = Document(tuple(pages), "", "en")
            png = find_format("png")
            self.pictures[one.id] = [
                png.write(document, index, FileOptions(dpi=60)) for index in range(len(pages))
            ]


def write(folder: Path, edits: set[str], *, has_backs: bool) -> Path:
    """Write the starter with these edits, into a folder that has its pictures."""
    text = DECK
    for edit in sorted(edits):
        old, new = EDITS[edit]
        assert old in text, edit
        text = text.replace(old, new, 1)
    if "the order" in edits:
        (card,) = re.findall(r"^  - \{id: bee.*\n", text, re.MULTILINE)
        text = text.replace(card, "").replace("cards:\n", f"cards:\n{card}")
    if has_backs:
        head, front = re.split(r"^template:.*\n", text, flags=re.MULTILINE)
        text = head + BACK + re.sub("^", "  ", front, flags=re.MULTILINE).rstrip(" ")
    if not (folder / "pictures").exists():
        shutil.copytree(STARTER / "pictures", folder / "pictures")
    path = folder / "deck.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@cache
def unedited(folder: Path, *, has_backs: bool) -> Drawn:
    return Drawn(write(folder, set(), has_backs=has_backs))


@settings(max_examples=count_examples(32))
@given(edits=st.sets(st.sampled_from(sorted(EDITS)), min_size=1, max_size=3), has_backs=st.booleans())
def test_hashes_differ_where_drawings_do(tmp_path: Path, edits: set[str], has_backs: bool) -> None:
    """Both ways, for each side: another hash means another picture, and the same hash the same one."""
    before = unedited(tmp_path, has_backs=has_backs)
    after = Drawn(write(tmp_path, edits, has_backs=has_backs))
    for id, pictures in after.pictures.items():
        hashes = zip(after.states[id][1:], before.states[id][1:], strict=True)
        same = [one == other for one, other in hashes][: len(pictures)]
        assert same == [one == other for one, other in zip(pictures, before.pictures[id], strict=True)], id


def test_hashes_of_the_starter() -> None:
    """They stay in later versions: otherwise, everybody would print everything again."""
    states = Drawn(STARTER / "deck.yaml").states
    assert states == {
        "poppy": (2, "6ac5ceba39489e4d", ""),
        "daisy": (2, "5f2e287fab412532", ""),
        "bee": (2, "1d107ea2b6107d25", ""),
    }


def test_cards_are_compared() -> None:
    """Other fronts, new ones, more copies, and fewer."""
    before: dict[str, CardState] = {
        "a": (1, "x", "z"),
        "b": (2, "y", "z"),
        "c": (3, "y", "z"),
        "d": (1, "y", "z"),
    }
    now: dict[str, CardState] = {
        "e": (1, "v", "z"),
        "a": (1, "w", "z"),
        "b": (3, "y", "z"),
        "c": (1, "y", "z"),
    }
    found = compare_cards(now, before)
    assert (found.changed, found.new, found.more) == (("a",), ("e",), {"b": 1})
    assert found.removed == {"c": 2, "d": 1}
    assert found.needed == {"a": 0, "e": 0, "b": 1}
    assert not found.has_new_backs
    backs = compare_cards(
        {"a": (1, "x", "new"), "b": (2, "y", "new")}, {"a": (1, "x", "z"), "b": (2, "y", "z")}
    )
    assert backs.has_new_backs
    assert backs.changed == ("a", "b")


@pytest.mark.parametrize(
    ("now", "before", "by_sheet", "pages"),
    [
        ("abcd", "abcd", True, ()),
        ("abcd", "abxd", False, (2,)),
        ("abcd", "abxd", True, (2, 3)),
        ("abcde", "abcd", True, (4,)),
        ("abc", "abcd", False, ()),
        ("abc", "", False, (0, 1, 2)),
    ],
)
def test_pages_are_compared(now: str, before: str, by_sheet: bool, pages: tuple[int, ...]) -> None:
    """Page by page; of booklets, both sides of a sheet. Pages at the end may be gone."""
    found = compare_pages(tuple(now), tuple(before), by_sheet=by_sheet)
    assert found.pages == pages
    assert found.removed == (len(before) > len(now))


def test_a_renamed_city(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is on its own card, on those whose maps show it, on its infection card, and on one tile."""
    from generator.make import changes
    from generator.make.printed import PrintRecord, Record

    monkeypatch.setenv("PETRI_SETTINGS", str(tmp_path / "settings"))
    shelf = find_shelf()
    game = Path(shutil.copytree(shelf.games / "pandemic", tmp_path / "pandemic"))
    parts = ("board", "city_cards", "infection_cards")
    choices = Choices(games=(str(game),), parts=parts, locales=("en",), papers=("a4",))
    record = Record("2026-11-20", {})
    for state, _, _ in changes.record_run(choices, shelf, on="2026-11-20"):
        record = state.games["pandemic"]["en"]
    monkeypatch.setattr(changes, "read_state", lambda path: PrintRecord(path, {"pandemic": {"en": record}}))
    wording = game / "wording" / "en.yaml"
    text = wording.read_text("utf-8")
    wording.write_text(text.replace("\n    lagos: Lagos\n", "\n    lagos: Eko\n"), encoding="utf-8")
    found = find_changes(choices, shelf)
    (changed,) = found.games
    assert set(changed.cards["city_cards"].changed) == {"khartoum", "kinshasa", "lagos", "sao_paulo"}
    assert changed.cards["infection_cards"].changed == ("lagos",)
    assert changed.pages["board on A4"].pages == (0, 3)
    assert found.sheets[0] == 1
    again = found.run.plan_again
    assert again is not None
    jobs = again().jobs
    assert [(job.part.id, job.pages) for job in jobs] == [(job.part.id, job.pages) for job in found.run.jobs]
    assert [job.part.id for job in jobs] == ["board", "pieces"]
    assert len(plan_run(choices, shelf).jobs) == 3
