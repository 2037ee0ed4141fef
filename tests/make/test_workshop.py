"""A game that is read again and again: laid out page by page, with its problems beside the last picture."""

import os
import re
from itertools import count
from pathlib import Path
from select import select
from threading import Event, Thread

import pytest
from typer.testing import CliRunner

from generator.cli.app import app
from generator.errors import DataError
from generator.make.jobs.processes import run_aside
from generator.make.screens.workshop import ScreenLayout, ScreenView, Workshop, watch_games
from generator.read.files.shelf import Memo, find_shelf
from generator.read.files.yaml import read_yaml
from tests.waiting import NEVER, wait_until
from tests.web.games import change, write_game

CARDS = ScreenView(part="cards")


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """The small game, which could be read."""
    workshop = Workshop(write_game(tmp_path), find_shelf(memo=Memo(is_on=True)))
    assert workshop.read()
    return workshop


def draw(layout: ScreenLayout) -> list[list[bytes]]:
    """The pages of all columns."""
    for _ in layout.lay_out():
        pass
    return [[column.pages[index].draw() for index in sorted(column.pages)] for column in layout.columns]


def test_contents_are_what_can_be_chosen(workshop: Workshop) -> None:
    contents = workshop.list_contents()
    assert contents.title == "Meadow"
    assert [(one.id, one.title, one.is_cards) for one in contents.parts] == [
        ("cards", "Cards", True),
        ("sheet", "Score", False),
    ]
    assert [one.title for one in contents.locales] == ["English", "Español"]
    assert [one.id for one in contents.papers] == ["a4"]
    assert "mpc" in [one.id for one in contents.services]


def test_titles_are_in_a_language_of_the_game(workshop: Workshop) -> None:
    """In English where the game does not have the language."""
    found = [workshop.list_contents(locale) for locale in ("es", "xx")]
    assert [one.locale for one in found] == ["es", "en"]
    assert [one.title for one in found] == ["Prado", "Meadow"]
    assert [[part.title for part in one.parts] for one in found] == [["Cartas", "Puntos"], ["Cards", "Score"]]


def test_view_has_a_column_for_each_language_and_paper(workshop: Workshop) -> None:
    """Names that the game does not have are left out; single cards are on no paper."""
    layout = workshop.open(ScreenView("cards", ("en", "es", "xx"), ("a4", "letter", "b9")))
    assert [(one.job.locale, one.job.paper.id) for one in layout.columns] == [
        ("en", "a4"),
        ("en", "letter"),
        ("es", "a4"),
        ("es", "letter"),
    ]
    single = workshop.open(ScreenView("cards", ("en",), ("a4", "letter"), "cards"))
    assert len(single.columns) == 1
    assert workshop.open(ScreenView("gone", shows="cards")).view.part == "cards"
    assert workshop.open(ScreenView("sheet", shows="cards")).view.shows == "pages"


def test_pages_that_are_seen_are_laid_out_first(workshop: Workshop) -> None:
    """In all columns, before the others; the pages are the same as in their order."""
    view = ScreenView("cards", ("en", "es"))
    layout = workshop.open(view)
    order = [(column.job.locale, index) for column, index in layout.lay_out((2,))]
    assert order == [("en", 2), ("es", 2), ("en", 0), ("en", 1), ("es", 0), ("es", 1)]
    mixed = [[column.pages[index].draw() for index in range(3)] for column in layout.columns]
    assert mixed == draw(workshop.open(view))
    assert [column.count for column in layout.columns] == [3, 3]


def test_only_what_changed_is_drawn_differently(workshop: Workshop) -> None:
    """A row changes its page and no other one."""
    before = draw(workshop.open(CARDS))[0]
    change(workshop.path / "cards.csv", "Card 3 of", "Card three of")
    assert workshop.read_part(CARDS)
    after = draw(workshop.open(CARDS))[0]
    assert [one == two for one, two in zip(before, after, strict=True)] == [False, True, True]


def test_part_that_is_newer_is_shown_and_others_are_kept(workshop: Workshop) -> None:
    """A file that is broken elsewhere does not keep a part from being read."""
    change(workshop.path / "sheet.yaml", "sections:", "sectoins:")
    change(workshop.path / "cards.csv", "Card 3 of", "Card three of")
    assert workshop.read_part(CARDS)
    assert not workshop.read()
    assert b"three" in draw(workshop.open(CARDS))[0][0]
    assert len(draw(workshop.open(ScreenView("sheet")))[0]) == 1


def test_broken_file_keeps_the_picture_and_lists_what_check_lists(workshop: Workshop) -> None:
    """All problems, with the same line and column; once they are gone, nothing is left of them."""
    before = draw(workshop.open(CARDS))
    change(workshop.path / "templates.yaml", "ground: paper", "ground: papre")
    change(workshop.path / "sheet.yaml", "size: 8 mm", "size: eight")
    assert not workshop.read_part(CARDS)
    assert not workshop.read()
    listed = CliRunner().invoke(app, ["check", str(workshop.path)]).stdout.splitlines()
    assert [str(problem) for problem in workshop.problems] == listed[:-1]
    assert len(listed) == 3
    assert draw(workshop.open(CARDS)) == before
    change(workshop.path / "templates.yaml", "papre", "paper")
    change(workshop.path / "sheet.yaml", "eight", "8 mm")
    assert workshop.read()
    assert workshop.problems == ()


def test_errors_of_layouts_say_where_they_are_written(workshop: Workshop) -> None:
    """Those of cards by their row, those of sheets by their section."""
    change(workshop.path / "cards.csv", "Card 3 of the meadow", "x" * 60)
    change(
        workshop.path / "wording" / "en.yaml",
        "Write your points into the squares below",
        "y" * 200,
    )
    assert workshop.read()
    found = {}
    for part in ("cards", "sheet"):
        layout = workshop.open(ScreenView(part))
        draw(layout)
        found[part] = [error.place for error in layout.columns[0].errors.values()]
    assert [*map(str, found["cards"])] == [f"{workshop.path / 'cards.csv'}:5:11"]
    assert [*map(str, found["sheet"])] == [f"{workshop.path / 'sheet.yaml'}:6:3"]
    listed = CliRunner().invoke(app, ["check", str(workshop.path)]).stdout
    assert f"{workshop.path / 'sheet.yaml'}:6:3: " in listed


def test_colours_are_those_that_somebody_sees(workshop: Workshop) -> None:
    plain, grey = (draw(workshop.open(ScreenView("cards", vision=one)))[0][0] for one in (None, "grey"))
    assert plain != grey
    colours = re.findall(rb'(?:fill|stroke)="#(..)(..)(..)"', grey)
    assert colours
    assert all(red == green == blue for red, green, blue in colours)


def test_cards_are_shown_one_by_one_with_the_cut_of_a_service(workshop: Workshop) -> None:
    """Each side of each card, with the safe margin of the product, and what the service would refuse."""
    change(workshop.path / "cards.yaml", "60 mm x 90 mm", "poker")
    assert workshop.read()
    layout = workshop.open(ScreenView("cards", shows="cards", service="mpc"))
    draw(layout)
    (column,) = layout.columns
    assert len(column.pages) == len(column.inspected) == 21
    first = column.pages[0]
    assert first.product is not None
    assert first.trim is not None
    assert first.product.safe == pytest.approx(3.05)
    assert first.trim.width == pytest.approx(63, abs=1)
    (spot,) = first.list_spots()
    assert (spot.area, spot.place) == ("front", "poppy_0")


def test_print_is_what_make_makes(workshop: Workshop, tmp_path: Path) -> None:
    """The same bytes, under the same name."""
    outcome = workshop.write(ScreenView("cards", ("es",)), tmp_path / "out")
    (written,) = outcome.written
    words = ["make", str(workshop.path), "-p", "cards", "-l", "es", "-o", str(tmp_path / "other")]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert written.read_bytes() == (tmp_path / "other" / "meadow" / "cards-es-a4.pdf").read_bytes()


def test_memo_is_made_again_when_a_file_changes(tmp_path: Path) -> None:
    """Without being on, it keeps nothing; a file that is gone is not remembered."""
    path = tmp_path / "one.txt"
    path.write_text("1")
    memo, off = Memo(is_on=True), Memo()
    first = memo.get_or_make(path, "text", lambda: [path.read_text()])
    assert memo.get_or_make(path, "text", lambda: [path.read_text()]) is first
    assert memo.get_or_make(path, "other", lambda: [path.read_text()]) is not first
    assert off.get_or_make(path, "text", lambda: [1]) is not off.get_or_make(path, "text", lambda: [1])
    path.write_text("12")
    assert memo.get_or_make(path, "text", lambda: [path.read_text()]) == ["12"]
    path.unlink()
    assert memo.get_or_make(path, "text", lambda: ["gone"]) == ["gone"]


def test_changes_are_noticed(tmp_path: Path) -> None:
    """Those of the game, but not of its output; it ends when it should."""
    game, stop = write_game(tmp_path), Event()
    seen: list[frozenset[Path]] = []

    def look() -> None:
        seen.extend(watch_games([game], without=game / "output", stop=stop))

    thread = Thread(target=look)
    thread.start()
    wait_until(lambda: len(seen) > 1)
    (game / "new.txt").write_text("x")
    wait_until(lambda: [*filter(None, seen)] == [{game / "new.txt"}])
    (game / "output").mkdir()
    (game / "output" / "new.txt").write_text("x")
    count = len(seen)
    wait_until(lambda: len(seen) > count + 3)
    assert len([*filter(None, seen)]) == 1
    stop.set()
    thread.join(NEVER)
    assert not thread.is_alive()


def test_work_aside_returns_or_ends_early() -> None:
    """Another process does it; one that is not needed any more is ended, one that fails returns nothing."""
    assert run_aside(divmod, 7, 2, is_stale=lambda: False) == (3, 1)
    looks = count()
    assert run_aside(select, (), (), (), NEVER, is_stale=lambda: next(looks) > 2) is None
    assert run_aside(os.getpid, is_stale=lambda: False) != os.getpid()


def test_an_error_of_work_aside_is_raised_here(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With all its problems; nothing is written to the terminal by the other process."""
    (tmp_path / "deck.yaml").write_text("size: 'poker\n")
    with pytest.raises(DataError) as caught:
        run_aside(read_yaml, tmp_path / "deck.yaml", is_stale=lambda: False)
    assert "this quote is never closed" in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_work_aside_imports_nothing_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game from the net cannot bring a module of ours."""
    (tmp_path / "pickle.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    assert run_aside(divmod, 7, 2, is_stale=lambda: False) == (3, 1)
