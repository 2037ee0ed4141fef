"""The table of sources is complete: every line of the five texts, with rules and texts that exist."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests import shipped

ROOT = Path(__file__).parents[2]
TITLES = {
    "pox": "POX: Save the People",
    "pandemic": "Pandemic",
    "fight_the_virus": "Fight the Virus",
    "virus_and_co": "Virus & Co.",
}
SPANISH = "Fight the Virus in Spanish"


@cache
def read_section(title: str) -> str:
    page = (ROOT / "docs" / "games" / "sources.md").read_text("utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


@cache
def read_rows(title: str) -> list[list[str]]:
    rows = re.findall(r"^\| (\d.*) \|$", read_section(title), re.MULTILINE)
    return [row.split(" | ") for row in rows]


def list_lines(text: str) -> set[int]:
    """The numbers of `1-3, 7`."""
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize("title", [*TITLES.values(), SPANISH])
def test_every_line_of_a_source_is_listed_once(title: str) -> None:
    """Either with what it says, or among those without a rule."""
    section = read_section(title)
    number = re.search(r"; (\d+) lines\. Lines without a rule: ([^.]*)\.", section)
    assert number
    without = list_lines(number[2])
    places = [row[0] for row in read_rows(title)]
    stated = set().union(*(list_lines(place.split(".")[0]) for place in places))
    assert len(places) == len(set(places))
    assert without & stated == set()
    assert without | stated == set(range(1, int(number[1]) + 1))


@pytest.mark.parametrize("game", TITLES)
def test_every_statement_has_a_rule_or_a_text_that_exists(game: str) -> None:
    """A row with neither has a reason in words."""
    sentences = shipped.kit(game).wordings["en"].sentences
    for place, says, rules, told in read_rows(TITLES[game]):
        ids, keys = re.findall(r"`([^`]+)`", rules), re.findall(r"`([^`]+)`", told)
        assert says, place
        assert ids or rules == "–", place
        assert keys or len(told) > 10, place
        assert [id for id in ids if f"rule.{game}.{id}" not in sentences] == [], place
        assert [key for key in keys if key not in sentences] == [], place


def test_every_spanish_line_has_its_english_one() -> None:
    """The two texts of Fight the Virus state the same rules."""
    english = {row[0].split(".")[0] for row in read_rows(TITLES["fight_the_virus"])}
    assert {row[1] for row in read_rows(SPANISH)} == english
