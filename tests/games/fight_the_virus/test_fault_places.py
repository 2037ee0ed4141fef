"""Faults of sheets name their squares and fields, so that a screen can show them."""

from dataclasses import replace

import pytest

from tests.games.fight_the_virus.sheets import say, score
from tests.games.fight_the_virus.test_finished_sheets import WRONG, Make, blank, curve, virus, wall


@pytest.mark.parametrize(
    ("rule", "make", "area", "places"),
    [
        ("analysis.whole", lambda: virus("f5 f6", "f8"), "analysis", "f8"),
        ("analysis.gap", lambda: virus("f2"), "analysis", "f1"),
        ("analysis.letter", lambda: virus("f4 f5 f6 f7 f8"), "analysis", "f4 f5 f6 f7 f8"),
        ("analysis.adjacent", lambda: virus("f4", "f6", "f5"), "analysis", "f6"),
        ("progress.spikes", lambda: virus("f1 f2"), "progress", "1"),
        ("progress.spikes", lambda: virus("f3", circled=2), "progress", "1 2"),
        ("progress.spent", lambda: wall(a1=9), "progress", "1 2"),
        ("curve.begun", lambda: curve(d1=3, f1=4), "curve", "d2 f2"),
        ("research.goals", lambda: replace(blank(), researched=12), "research", "12"),
    ],
)
def test_the_smaller_part_is_wrong(rule: str, make: Make, area: str, places: str) -> None:
    """The smaller of two sections is written, and the fields that differ from what is due."""
    fault = next(one for one in score(say(make())).faults if one.rule == f"fight_the_virus.{rule}")
    assert fault.places == tuple((area, place) for place in places.split())
    assert fault.player == "Ana"


@pytest.mark.parametrize(("rule", "make", "where"), WRONG)
def test_a_square_that_is_named_is_the_place(rule: str, make: Make, where: str) -> None:
    """The terminal has the same lines as a screen, and no others."""
    fault = next(one for one in score(say(make())).faults if one.rule == f"fight_the_virus.{rule}")
    area, _, place = where.partition(" ")
    assert {name for name, _ in fault.places} == {area}
    if place and area != "analysis":
        assert fault.places == ((area, place),)


def test_fields_out_of_order_are_the_places() -> None:
    """Those that differ from circles and crosses from the first field onward."""
    text = say(blank()).replace("....", "..x.", 1)
    (fault,) = (one for one in score(text).faults if one.rule == "fight_the_virus.progress.fields")
    assert fault.places == (("progress", "1"), ("progress", "3"))
