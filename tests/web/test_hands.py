"""Real hands at a table in Chromium: mouse, pen, and fingers draw what is meant, and nothing else."""

from pathlib import Path

import pytest

from generator.play.paper import write_filled
from tests.play.test_filling import play
from tests.web.browser import Browser, Tab
from tests.web.hands import Fingers, Hand, Mouse, Point, copy_sheet, find_box, label, settle
from tests.web.tables import begin, make_table, show

PHONE = {"width": 360, "height": 740, "touch": True}


def read_marks(tab: Tab) -> list[str]:
    """The places that have a mark, in the order of the sheet, when all is saved."""
    settle(tab)
    return [mark[2] for mark in tab.run("state.marks")]


def find_boxes(tab: Tab, area: str, *places: str) -> list[Point]:
    return [find_box(tab, "Ana", area, place) for place in places]


def test_a_mouse_draws_only_while_its_button_is_down(browser: Browser, tmp_path: Path) -> None:
    """Also after a drag, outside the window, and if the release is lost; other buttons draw nothing."""
    path = tmp_path / "ana.yaml"
    table = make_table(path, "fight_the_virus", begin("fight_the_virus", ["Ana"]))
    with show(browser, table, width=1440, height=1340) as tab:
        mouse = Mouse(tab)
        d1, d2, h2, d3, h3 = find_boxes(tab, "analysis", "d1", "d2", "h2", "d3", "h3")
        mouse.drag(d2, h2)
        mouse.hover(h3, d3, h3, (-60.0, h3[1]), d3)
        assert read_marks(tab) == ["d2", "e2", "f2", "g2", "h2"]
        mouse.drag(d3, h3)
        mouse.hover(h2, d2)
        row = ["d2", "e2", "f2", "g2", "h2"]
        assert read_marks(tab) == [*row, "d3", "e3", "f3", "g3", "h3"]
        # A drag is one step: it is undone at once.
        tab.click("#undo")
        tab.wait_for("state.marks.length === 5")
        # Out of the window, where it is let go.
        above = (d1[0], -60.0)
        mouse.press(d1)
        mouse.pull(above)
        mouse.lift(above)
        mouse.hover(d1, d3, h3)
        assert read_marks(tab) == ["d1", *row]
        # Out of the window, and let go where the browser does not notice; then erased.
        mouse.press(d1)
        mouse.pull(above)
        mouse.hover(d1, h2, d3)
        mouse.lift(d3)
        assert read_marks(tab) == row
        for button, buttons in (("right", 2), ("middle", 4)):
            mouse.press(h3, button, buttons)
            mouse.pull(d1, button=button, buttons=buttons)
            mouse.lift(d1, button)
            tab.press("Escape")
            assert read_marks(tab) == row
        # Right and left together: only the left one draws.
        mouse.press(h3)
        mouse.press(h3, "right", 3)
        mouse.lift(h3, buttons=2)
        mouse.pull(d1, button="right", buttons=2)
        mouse.lift(d1, "right")
        assert {*read_marks(tab)} == {*row, "h3"}
        assert tab.list_complaints() == []


def test_a_pen_draws_and_hovers(browser: Browser, tmp_path: Path) -> None:
    """What was drawn stays if the capture is lost; a stroke that the browser takes away goes."""
    path = tmp_path / "ana.yaml"
    table = make_table(path, "fight_the_virus", begin("fight_the_virus", ["Ana"]))
    with show(browser, table, width=1440, height=1340) as tab:
        pen = Mouse(tab, "pen")
        tab.click(f"#pens {label('filled in')}")
        d2, f2, h2, d3, e3, h3 = find_boxes(tab, "analysis", "d2", "f2", "h2", "d3", "e3", "h3")
        pen.hover(d3, h3)
        pen.drag(d2, f2)
        pen.hover(h2, h3, d3)
        assert read_marks(tab) == ["d2", "e2", "f2"]
        pen.press(d3)
        pen.pull(e3)
        tab.run("find('paper').releasePointerCapture(strokes.stroke.pointer)")
        pen.pull(h3, h2)
        pen.lift(h2)
        assert read_marks(tab) == ["d2", "e2", "f2", "d3", "e3"]
        pen.press(h3)
        assert tab.run("held.length") == 1
        cancel = "new PointerEvent('pointercancel', {pointerId: strokes.stroke.pointer})"
        tab.run(f"find('paper').dispatchEvent({cancel})")
        pen.pull(h2)
        pen.lift(h2)
        assert read_marks(tab) == ["d2", "e2", "f2", "d3", "e3"]
        assert tab.run("""spots.get("Ana\\nanalysis\\nh3").button.children.length""") == 0
        assert tab.list_complaints() == []


def test_two_fingers_move_the_paper_and_draw_nothing(browser: Browser, tmp_path: Path) -> None:
    """Without a pen, one finger does so; with a pen, one finger draws, until a second one comes."""
    path = tmp_path / "ana.yaml"
    table = make_table(path, "fight_the_virus", begin("fight_the_virus", ["Ana"]))
    with show(browser, table, **PHONE) as tab:
        fingers = Fingers(tab)
        d5, h5 = find_boxes(tab, "analysis", "d5", "h5")
        fingers.drag(h5, ((d5[0] + h5[0]) / 2, d5[1]), d5)
        assert read_marks(tab) == []
        tab.click(f"#pens {label('filled in')}")
        d5, f5, h5, d7 = find_boxes(tab, "analysis", "d5", "f5", "h5", "d7")
        before = tab.run("[find('paper').scrollTop, scale]")
        fingers.send("touchStart", d5)
        fingers.send("touchMove", f5)
        tab.wait_for("held.length === 3")
        fingers.send("touchStart", f5, d7)
        tab.wait_for("!held && !marks.size")
        for up in (10, 20, 30):
            fingers.send("touchMove", (f5[0], f5[1] - up), (d7[0], d7[1] - up))
        tab.wait_for(f"find('paper').scrollTop >= {before[0] + 20}")
        assert tab.run("scale") == pytest.approx(before[1], rel=0.02)
        fingers.send("touchMove", (f5[0], f5[1] - 120), (d7[0], d7[1] + 60))
        tab.wait_for(f"scale > {1.5 * before[1]}")
        # One finger stays: it does not draw either.
        fingers.send("touchEnd", (f5[0], f5[1] - 120))
        fingers.send("touchMove", h5)
        fingers.send("touchEnd")
        assert read_marks(tab) == []
        assert not path.exists()
        tab.click("#areas button", "Virus Analysis")
        d5, f5, h5 = find_boxes(tab, "analysis", "d5", "f5", "h5")
        fingers.drag(d5, f5)
        fingers.send("touchStart", h5)
        fingers.send("touchCancel")
        assert read_marks(tab) == ["d5", "e5", "f5"]
        tab.click("#undo")
        tab.wait_for("state.marks.length === 0")
        assert tab.list_complaints() == []


@pytest.mark.parametrize(
    ("game", "key", "hand", "width"),
    [
        ("pandemic", "table", "pen", 1440),
        ("pox", "board", "touch", 360),
        ("virus_and_co", "rounds", "mouse", 1440),
        ("virus_and_co", "pad", "touch", 360),
    ],
)
def test_whole_forms_are_copied_by_hand(
    browser: Browser, tmp_path: Path, game: str, key: str, hand: str, width: int
) -> None:
    """The score file is that of the position; `test_table_page.py` copies a sheet of Fight the Virus."""
    path = tmp_path / "copied.yaml"
    empty, end = play(game, key)
    is_touch = hand == "touch"
    with show(browser, make_table(path, game, empty), width=width, height=800, touch=is_touch) as tab:
        used: Hand = Fingers(tab) if is_touch else Mouse(tab, hand)
        copy_sheet(tab, used, end)
        settle(tab)
        assert path.read_text() == write_filled(end)
        assert tab.run("state.report.plain.faults") == []
        assert tab.list_complaints() == []
