"""A shared game on phones, in Chromium: what is tapped on one is seen on all, and nothing is lost between."""

from pathlib import Path

import pytest

from generator.rules.core import NATURE
from tests.waiting import pause, wait_until
from tests.web.browser import Browser, Tab
from tests.web.reading import list_barriers
from tests.web.shared_games import get, play, share

PHONE = {"width": 360, "height": 740, "touch": True}
STALE = "status of 409"
HOLD = """const send = window.fetch;
window.fetch = async (...all) => {
    await new Promise(go => all[1].method ? window.go = go : setTimeout(go, 100));
    return send(...all);
};"""
"""Holds back what the page sends, until `go`; what it asks for comes late."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.yaml"


def wait_for_board(tab: Tab) -> None:
    """Until the board, and what lies on it, is painted."""
    tab.wait_for(
        "document.querySelectorAll('#page img').length && "
        "[...document.querySelectorAll('#page img')].every(one => one.complete && one.naturalWidth)"
    )


def find_spot(name: str) -> str:
    return f'.spot[aria-label="{name}"]'


def check_page(tab: Tab, address: str) -> None:
    """Everybody can read and use it, it complains of nothing, and asks nobody else for anything.

    Fields for deaths are not tapped in a game; the board can be enlarged.
    """
    assert [one for one in list_barriers(tab) if not one.startswith("small: Deaths")] == []
    assert [said for said in tab.list_complaints() if STALE not in said] == []
    origin = address.split("/", 3)[2]
    assert all(request.startswith((f"http://{origin}/", "data:")) for request in tab.list_requests())


def test_two_phones_play_one_game(browser: Browser, path: Path) -> None:
    """A tap is a move on both; of two taps at once one wins, and the other phone is told."""
    with share(path, "pox") as door:
        play(door.address, 0, NATURE, "spread north")
        with (
            browser.open(door.addresses["Ana"], **PHONE) as ana,
            browser.open(door.address, **PHONE) as all_,
        ):
            for tab in (ana, all_):
                wait_for_board(tab)
            picture = all_.run("document.querySelectorAll('#page img')[1].src")
            ana.click(find_spot("e5"))
            all_.wait_for(f"document.querySelectorAll('#page img')[1].src !== '{picture}'")
            ana.wait_for("document.body.innerText.includes('vaccinate e5')")
            all_.wait_for("document.body.innerText.includes('Ana: vaccinate e5')")
            all_.wait_for(f"""!document.querySelector('{find_spot("e5")}').classList.contains('live')""")
            # Both have shown the same question, and both tap before they hear of the other.
            for tab in (ana, all_):
                tab.run(HOLD)
            ana.click(find_spot("a1"))
            all_.click(find_spot("i9"))
            for tab in (ana, all_):
                tab.wait_for("Boolean(window.go)")
            for tab in (ana, all_):
                tab.run("window.go()")
            wait_until(lambda: path.read_text("utf-8").count("vaccinate") == 2)
            is_first = "vaccinate a1" in path.read_text("utf-8")
            for tab in (ana, all_):
                tab.wait_for(
                    f"""document.body.innerText.includes('vaccinate {"a1" if is_first else "i9"}')"""
                )
            late, early = (all_, ana) if is_first else (ana, all_)
            late.wait_for("document.body.innerText.includes('Somebody was faster')")
            assert "Somebody was faster" not in early.text
            pause()
            assert "Somebody was faster" in late.text
            for tab in (ana, all_):
                check_page(tab, door.address)
    assert path.read_text("utf-8").count("vaccinate") == 2


def test_sheets_at_the_speed_of_a_table(browser: Browser, path: Path) -> None:
    """The roll is entered once, each marks an own sheet, and a fault is told at once."""
    with share(path, "fight_the_virus") as door:
        with (
            browser.open(door.addresses["Ana"], **PHONE) as ana,
            browser.open(door.addresses["Bo"], **PHONE) as bo,
        ):
            ana.click("#moves button", "3 4")
            for tab in (ana, bo):
                tab.wait_for("document.querySelectorAll('.spot.live').length > 90")
            # In different sections, at the same time.
            bo.click(find_spot("Testing b1"))
            bo.wait_for("!document.getElementById('refused').hidden")
            small = "[...document.querySelectorAll('#refused small')].map(one => one.textContent).join('|')"
            assert bo.run(small).endswith("|fight_the_virus.testing.support")
            assert "fight_the_virus" not in bo.run(
                "document.getElementById('refused').firstChild.textContent"
            )
            bo.click(find_spot("Spread Curve a1"))
            bo.wait_for("!document.getElementById('meant').hidden")
            ana.click(find_spot("Testing a1"))
            ana.click("#meant-moves button", "write a 4 into a1")
            bo.wait_for("document.getElementById('news').textContent.includes('Ana: ')")
            # What Bo was doing goes on.
            assert bo.run("document.querySelectorAll('.spot.chosen').length") == 1
            for tab in (ana, bo):
                check_page(tab, door.address)
            bo.click("#meant-moves button", "3: write a 3 into a1")
            ana.wait_for("document.getElementById('undo').textContent.includes('Ana: ')")
            wait_until(lambda: "Bo: 3 curve a1" in path.read_text("utf-8"))
        assert "Ana: 4 testing a1" in path.read_text("utf-8")


def test_a_phone_shows_who_plays_and_the_board_at_once(browser: Browser, path: Path) -> None:
    """The page for everybody asks who one is, explanations fold away, active places are seen."""
    with share(path, "pandemic", kinds=("dice",)) as door, browser.open(door.address, **PHONE) as tab:
        wait_for_board(tab)
        who = tab.run("document.getElementById('people').getBoundingClientRect().toJSON()")
        assert who["top"] < 80
        assert who["height"] >= 44
        assert "Who are you?" in tab.text
        assert tab.run("document.getElementById('lesson').open")
        for _ in range(2):
            seen = tab.run("""[...document.querySelectorAll(".spot.live")].filter(one => {
                const {x, y, width, height} = one.getBoundingClientRect();
                return document.elementFromPoint(x + width / 2, y + height / 2) === one;
            }).length""")
            assert seen >= 6
            assert tab.run("scrollY") == 0
            # It has been read: when the page comes again, it is folded.
            tab.go(door.address)
            wait_for_board(tab)
            assert not tab.run("document.getElementById('lesson').open")
        check_page(tab, door.address)
        tab.click("#who a", "Bo")
        tab.wait_for_event("Page.loadEventFired")
        tab.wait_for("document.getElementById('self')?.textContent === 'Bo'")
        assert tab.run("document.getElementById('people').hidden")


def test_the_keyboard_is_enough(browser: Browser, path: Path) -> None:
    """Arrow keys lead from place to place, Enter plays; the lists need no board."""
    with share(path, "pox") as door:
        play(door.address, 0, NATURE, "spread north")
        with browser.open(door.address) as tab:
            wait_for_board(tab)
            tab.wait_for("document.querySelectorAll('.spot.live').length")
            tab.run(f"document.querySelector('{find_spot('e5')}').focus()")
            tab.press("ArrowUp")
            tab.press("ArrowRight")
            assert tab.run("document.activeElement.getAttribute('aria-label')") == "f4"
            tab.press("Enter")
            tab.wait_for("document.getElementById('news').textContent.includes('f4')")
            tab.run("document.getElementById('words').focus()")
            tab.type("done")
            tab.press("Enter")
            tab.wait_for("document.getElementById('question').textContent.startsWith('Bo draws')")
            tab.click("#undo")
            tab.wait_for("document.getElementById('question').textContent.startsWith('Ana')")
            check_page(tab, door.address)
    assert "done" not in path.read_text("utf-8")


def test_cards_that_lie_open_are_tapped(browser: Browser, path: Path) -> None:
    """The game without a board shows its open cards, and the table as text."""
    players = ("Ana", "Bo", "Cleo")
    with (
        share(path, "virus_and_co", players=players, kinds=("cards",)) as door,
        browser.open(door.address, **PHONE) as tab,
    ):
        tab.wait_for("document.querySelectorAll('.card img').length === 2")
        tab.wait_for("document.querySelectorAll('#view table').length")
        tab.click(".card")
        tab.wait_for("!document.getElementById('meant').hidden")
        tab.click("#meant-moves button")
        tab.wait_for("document.getElementById('meant').hidden")
        check_page(tab, door.address)
    assert "- Ana: " in path.read_text("utf-8")


def test_from_the_right(browser: Browser, path: Path) -> None:
    """In Arabic the page is mirrored, and its sheet; squares are found at their places."""
    with share(path, "fight_the_virus", locale="ar") as door:
        play(door.address, 0, NATURE, "3 4")
        with browser.open(door.addresses["Ana"], **PHONE) as tab:
            tab.wait_for("document.querySelectorAll('.spot.live').length > 90")
            assert tab.run("[document.documentElement.lang, document.documentElement.dir].join()") == "ar,rtl"
            tab.click(".spot.live")
            tab.wait_for("document.querySelectorAll('.spot.meant').length")
            check_page(tab, door.address)


def test_a_page_finds_the_program_again(browser: Browser, path: Path) -> None:
    """While it is gone, this is said."""
    with share(path, "pox") as door, browser.open(door.address, **PHONE) as tab:
        wait_for_board(tab)
        door.stop()
        tab.wait_for("!document.getElementById('lost').hidden")
        assert "no connection" in tab.text


def test_a_tap_is_answered_at_once(browser: Browser, path: Path) -> None:
    """It is told on another phone, whose page is not loaded again."""
    with share(path, "pox") as door:
        play(door.address, 0, NATURE, "spread north")
        with browser.open(door.addresses["Ana"], **PHONE) as ana, browser.open(door.address, **PHONE) as bo:
            for tab in (ana, bo):
                wait_for_board(tab)
            bo.run("window.loaded = true")
            ana.click(find_spot("e5"))
            bo.wait_for("document.getElementById('news').textContent.includes('e5')")
            assert bo.run("window.loaded")
            assert get(door.address)["version"] == 2


def test_the_board_goes_to_the_pawn_of_the_player(browser: Browser, path: Path) -> None:
    """Even if a city far away is seen, to which a flight is possible; again when the pawn has moved."""
    with (
        share(path, "pandemic", kinds=("cards",), seed=3) as door,
        browser.open(door.address, **PHONE) as tab,
    ):
        wait_for_board(tab)
        assert is_central(tab, "Atlanta")
        tab.run("document.getElementById('board').scrollTo(9999, 0)")
        assert not is_central(tab, "Atlanta")
        play(door.address, get(door.address)["version"], "Ana", "drive Chicago")
        tab.wait_for("document.getElementById('question').textContent.includes('Chicago')")
        assert is_central(tab, "Chicago")
        # White outside and dark inside: it is seen on all colours of the board.
        frame = tab.run("getComputedStyle(document.querySelector('.spot.live:not(:hover)')).boxShadow")
        assert frame == "rgb(255, 255, 255) 0px 0px 0px 2px, rgb(21, 66, 62) 0px 0px 0px 2px inset"
        check_page(tab, door.address)


def is_central(tab: Tab, name: str) -> bool:
    """Whether a place is in the middle of what is seen of the board, so that its neighbours are seen, too."""
    x, y = tab.run(f"""(() => {{
        const [frame, box] = [document.getElementById("board"), document.querySelector('{find_spot(name)}')]
            .map(one => one.getBoundingClientRect());
        const [x, y] = [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
        return [x / frame.width, y / frame.height];
    }})()""")
    return abs(x - 0.5) <= 0.25 and abs(y - 0.5) <= 0.25


def test_what_is_not_possible_is_shaded_where_most_is(browser: Browser, path: Path) -> None:
    """Frames are for few places; a sentence says which sign is used."""
    with share(path, "pox") as door:
        play(door.address, 0, NATURE, "outbreak musician")
        with browser.open(door.address, **PHONE) as tab:
            wait_for_board(tab)
            assert (
                tab.run("document.getElementById('hint').textContent")
                == "You can tap the places with a frame."
            )
            move = get(door.address)["turns"][0]["choices"][0]["words"]
            play(door.address, 1, "Ana", move)
            tab.wait_for("Boolean(document.querySelector('#page.crowded'))")
            assert "not shaded" in tab.run("document.getElementById('hint').textContent")
            style = "getComputedStyle(document.querySelector('.spot.{}'))"
            assert tab.run(style.format("live") + ".boxShadow") == "none"
            assert tab.run(style.format("shut") + ".backgroundColor").startswith("rgba(29, 42, 42, 0.3")
            assert tab.run(f"""document.querySelector('{find_spot("g2")}').classList.contains('shut')""")


def test_a_list_covers_a_third_of_a_phone(browser: Browser, path: Path) -> None:
    """The tapped place is scrolled into what is left; the edge behind which there is more fades."""
    with share(path, "fight_the_virus") as door:
        play(door.address, 0, NATURE, "1 2")
        with browser.open(door.addresses["Ana"], **PHONE) as tab:
            tab.wait_for("document.querySelectorAll('.spot.live').length > 90")
            tab.click("#moves button", "Spread Curve")
            tab.wait_for("Boolean(document.querySelector('#meant-moves.below'))")
            assert tab.run("document.getElementById('meant').offsetHeight / innerHeight") < 0.345
            tab.run("document.getElementById('meant-moves').scrollTo(0, 9999)")
            tab.wait_for("Boolean(document.querySelector('#meant-moves.above:not(.below)'))")
            buttons = "[...document.querySelectorAll('#meant-moves button')]"
            assert tab.run(f"{buttons}.every(one => one.scrollHeight <= one.offsetHeight)")
            tab.click("#clear")
            # At the lower edge of the window, where the list will be.
            spot = f"document.querySelector('{find_spot('Spread Curve a1')}')"
            tab.run(f"{spot}.scrollIntoView({{block: 'end'}})")
            tab.run(f"{spot}.click()")
            tab.wait_for("!document.getElementById('meant').hidden")
            top = "document.getElementById('meant').getBoundingClientRect().top"
            assert tab.run(f"{spot}.getBoundingClientRect().bottom <= {top} + 1")
            # The table: a sentence is a paragraph of the width of the page, and not of a column.
            tab.click("#view summary")
            tab.wait_for("document.querySelectorAll('#view table').length")
            assert tab.run("document.querySelector('#view p').offsetWidth") > 300
            assert "Roll 1; active: Ana; dice: 1 and 2" in tab.run(
                "document.querySelector('#view p').textContent"
            )
            assert tab.run("document.querySelector('header').offsetHeight") < 64
