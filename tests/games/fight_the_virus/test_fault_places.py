"""Faults of sheets name their squares and fields, so that a screen can show them."""

from dataclasses import replace

import pytest

from generator.games.fight_the_virus.sheet import PlayerSheet
from tests.games.fight_the_virus.sheets import say, score
from tests.games.fight_the_virus.test_finished_sheets import BLANK, WRONG, curve, virus, wall


@pytest.mark.parametrize(
    ("rule", "sheet", "area", "places"),
    [
        ("analysis.whole", virus("f5 f6", "f8"), "analysis", "f8"),
        ("analysis.gap", virus("f2"), "analysis", "f1"),
        ("analysis.letter", virus("f4 f5 f6 f7 f8"), "analysis", "f4 f5 f6 f7 f8"),
        ("analysis.adjacent", virus("f4", "f6", "f5"), "analysis", "f6"),
        ("progress.spikes", virus("f1 f2"), "progress", "1"),
        ("progress.spikes", virus("f3", circled=2), "progress", "1 2"),
        ("progress.spent", wall(a1=9), "progress", "1 2"),
        ("curve.begun", curve(d1=3, f1=4), "curve", "d2 f2"),
        ("research.goals", replace(BLANK, researched=12), "research", "12"),
    ],
)
def test_the_smaller_part_is_wrong(rule: str, sheet: PlayerSheet, area: str, places: str) -> None:
    """The smaller of two sections is written, and the fields that differ from what is due."""
    fault = next(one for one in score(say(sheet)).faults if one.rule == f"fight_the_virus.{rule}")
    assert fault.places == tuple((area, place) for place in places.split())
    assert fault.player == "Ana"


@pytest.mark.parametrize(("rule", "sheet", "where"), WRONG)
def test_a_square_that_is_named_is_the_place(rule: str, sheet: PlayerSheet, where: str) -> None:
    """The terminal has the same lines as a screen, and no others."""
    fault = next(one for one in score(say(sheet)).faults if one.rule == f"fight_the_virus.{rule}")
    area, _, place = where.partition(" ")
    assert {name for name, _ in fault.places} == {area}
    if place and area != "analysis":
        assert fault.places == ((area, place),)


def test_fields_out_of_order_are_the_places() -> None:
    """Those that differ from circles and crosses from the first field onward."""
    text = say(BLANK).replace("....", "..x.", 1)
    (fault,) = (one for one in score(text).faults if one.rule == "fight_the_virus.progress.fields")
    assert fault.places == (("progress", "1"), ("progress", "3"))
