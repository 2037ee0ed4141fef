"""Problems of files that are read together are raised together, each limited by itself."""

import pytest

from generator.errors import MOST_IN_FILE, DataError
from generator.read.declared.reader import Findings
from generator.read.files.yaml import parse_yaml


def make_findings(file: str) -> Findings:
    return Findings(parse_yaml("a: 1\n", file=file))


def test_findings_of_another_file_are_raised_together() -> None:
    """Each problem has the name of its own file."""
    deck, table = make_findings("deck.yaml"), make_findings("cards.yaml").source
    deck.of(table).add(("a",), "is odd")
    assert not deck.has_own
    deck.add(("a",), "is even")
    assert deck.has_own
    with pytest.raises(DataError, match=r"cards.yaml:1:4: a: is odd\ndeck.yaml:1:4: a: is even"):
        deck.stop_if_any()


def test_problems_are_counted_by_file() -> None:
    """Many problems of one file do not stop the reading of another."""
    deck, table = make_findings("deck.yaml"), make_findings("cards.yaml").source
    for number in range(MOST_IN_FILE):
        deck.of(table).add(("a",), f"is {number}")
    deck.add(("a",), "is odd")
    with pytest.raises(DataError):
        deck.of(table).add(("a",), "is one too many")


def test_errors_of_a_reader_are_collected() -> None:
    """`read` returns None after an error, whose problems are added."""
    deck, other = make_findings("deck.yaml"), make_findings("other.yaml")
    other.add((), "is wrong")
    assert deck.read(lambda: 1) == 1
    assert deck.read(other.stop) is None
    assert [problem.file for problem in deck.problems] == ["other.yaml"]
