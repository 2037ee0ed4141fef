"""The tutorial with the preview open: after each of its changes, the page shows the deck as it is."""

from hashlib import sha256
from pathlib import Path

from generator.make.game_folders import make_starter_game
from generator.make.screens.workshop import ScreenView, Workshop
from generator.read.files.shelf import find_shelf
from tests.test_your_own_game import Petri, change_file, read_blocks
from tests.waiting import wait_until
from tests.web.doors import serve
from tests.web.test_preview import Bench


def draw_anew(deck: Path) -> list[str] | None:
    """The hashes of all pages of a deck, read for the first time; None if it has problems."""
    workshop = Workshop(deck, find_shelf())
    if not workshop.read():
        return None
    layout = workshop.open(ScreenView())
    pages = {index: column.pages[index] for column, index in layout.lay_out()}
    return [sha256(pages[index].draw()).hexdigest()[:32] for index in sorted(pages)]


def test_tutorial_is_done_with_the_preview_open(petri: Petri) -> None:
    """Whether a change makes a table, a back, or a theme; between two of them there may be problems."""
    make_starter_game(Path("my-deck"), "my_deck", find_shelf().starter)
    deck = Path("my-deck/my-deck.yaml")
    bench = Bench(deck)
    changed = 0
    with serve(bench.preview.site) as bench.door:
        bench.preview.start()
        bench.wait(lambda state: state.get("columns"))
        for block in read_blocks():
            if block.kind == "sh" and "petri locale new my-deck es" in block.lines:
                assert petri("locale", "new", "my-deck", "es").exit_code == 0
            if block.kind == "diff" and "`my-deck/" in block.before[-60:]:
                change_file(block)
                expected = draw_anew(deck)
                if expected is None:
                    wait_until(lambda: bench.state["old"])
                else:
                    wait_until(lambda: not bench.state["old"] and bench.get_hashes() == expected)  # noqa: B023
                changed += 1
        bench.preview.stop()
    assert changed >= 6
    assert [problem["text"] for problem in bench.state["problems"]] == []
