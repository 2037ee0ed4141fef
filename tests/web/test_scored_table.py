"""A game with a score.yaml is tapped on the table; its words are keys, and violations have printed names."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.errors import UnknownName
from generator.make.screens.pages import ScreenPages
from generator.play.paper import Put, Referee, begin_form
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.web.table import OpenTable, PutsBody, TableFile
from tests.play.test_scoring_page import RECIPES, make_folder
from tests.web.browser import Browser
from tests.web.hands import Fingers, click, find_box, settle
from tests.web.tables import ask, show


@pytest.fixture
def table(tmp_path: Path) -> OpenTable:
    """The land with terrain, of Ana and Bo."""
    shelf = find_shelf()
    kit = read_kit(make_folder(tmp_path / "my-game", RECIPES["Land with terrain"]), shelf=shelf)
    referee = Referee(kit)
    filled = begin_form(referee.find(""), players=["Ana", "Bo"], setup={})
    pages, file = ScreenPages(kit, "en", shelf=shelf), TableFile(tmp_path / "table.yaml")
    return OpenTable(referee, kit.wordings["en"], pages, filled, file, rule_pages=shelf.rule_pages)


def put(table: OpenTable, place: str, text: str) -> Any:
    return json.loads(ask(table, "put", PutsBody((Put("Bo", 0, place, text=text),))).data)


def test_rules_without_a_page_are_not_offered(table: OpenTable) -> None:
    """A game of one's own has no paragraphs of rules: none is offered to be read."""
    assert json.loads(ask(table, "about").data)["explains"] is False


def test_words_are_tapped_and_judged(table: OpenTable) -> None:
    """Nothing but the words of the section is taken; each tap is judged, and is in the file."""
    (takes,) = json.loads(ask(table, "form").data)["takes"]
    assert (takes["kind"], takes["words"], takes["longest"]) == ("text", ["w", "f", "v"], 1)
    assert put(table, "a1", "v")["report"]["plain"]["faults"] == []
    report = put(table, "b1", "v")["report"]
    assert report["where"] == ["Bo, Land a1, Land b1"]
    assert report["places"] == [[["land", "a1"], ["land", "b1"]]]
    assert report["plain"]["faults"][0]["message"] == "Land a1 and Land b1 are villages"
    totals = {
        player["name"]: player["total"] for player in put(table, "b1", "w")["report"]["plain"]["players"]
    }
    assert totals == {"Ana": 0, "Bo": 1 + 1}
    assert "| v w . ." in table.text
    with pytest.raises(UnknownName, match="`q` does not fit; write one of `w`, `f`, `v`"):
        put(table, "c1", "q")


def test_fingers_and_keys_write_words(browser: Browser, table: OpenTable, tmp_path: Path) -> None:
    """On a phone, a tapped square shows its words as keys; a letter on a keyboard writes or removes one."""
    with show(browser, table, width=360, height=740, touch=True) as tab:
        fingers = Fingers(tab)
        fingers.drag(find_box(tab, "Ana", "land", "a1"))
        tab.wait_for("!find('keys').hidden")
        words = "[...document.querySelectorAll('#keys .row button')].map(one => one.textContent)"
        assert tab.run(words) == ["w", "f", "v"]
        click(tab, fingers, "#keys .row button", "v")
        settle(tab)
        tab.press("Escape")
        tab.run("focusSpot(table, spots.get('Ana\\nland\\nb1'))")
        tab.press("v")
        settle(tab)
        wrong = "[...document.querySelectorAll('.spot.wrong')].map(one => one.spot.place)"
        assert tab.run(wrong) == ["a1", "b1"]
        tab.press("v")
        tab.press("w")
        settle(tab)
        assert tab.run(wrong) == []
        assert tab.run("document.documentElement.scrollWidth") <= 360
        assert tab.run("state.report.plain.players.map(one => one.total)") == [2, 0]
        assert "| v w . ." in (tmp_path / "table.yaml").read_text("utf-8")
        assert tab.list_complaints() == []
