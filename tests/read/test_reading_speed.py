"""Reading stays fast: a large file, a whole kit, a file with very many problems."""

import time
from collections.abc import Callable

import pytest

from generator.errors import DataError
from generator.read.checking import MOST_TOLD
from generator.read.dice import read_dice
from generator.read.kits import read_kit
from generator.read.shelf import Shelf
from generator.read.wordings import read_wording_file
from generator.read.yaml_reader import parse_yaml


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest round: the others had to wait for somebody else."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def test_ten_thousand_entries(record_property: Callable[[str, object], None]) -> None:
    """A list of 10,000 mappings with five keys is read in well under a second."""
    entry = "- id: card_{0}\n  title: A card\n  copies: 3\n  colour: red\n  text: |\n    Some words\n"
    text = "".join(entry.format(number) for number in range(10_000))
    seconds = best_of(3, lambda: parse_yaml(text, file="x.yaml"))
    record_property("seconds", seconds)
    print(f"10,000 entries: {seconds * 1000:.0f} ms")
    assert seconds < 1


def test_whole_kit(whole_shelf: Shelf) -> None:
    """A kit in two languages is read in a few hundredths of a second."""
    game = whole_shelf.find_game("small")
    seconds = best_of(3, lambda: read_kit(game, shelf=whole_shelf))
    print(f"the small kit: {seconds * 1000:.0f} ms")
    assert seconds < 0.3


def test_thousands_of_problems(shelf: Shelf) -> None:
    """One mistake made many times is told often enough, and soon."""
    dice = shelf.games / "small" / "dice.yaml"
    dice.write_text("faces:\n" + "  - {valu: 1, shape: ab}\n" * 20_000)
    start = time.perf_counter()
    with pytest.raises(DataError) as caught:
        read_dice(dice)
    assert time.perf_counter() - start < 5
    assert len(caught.value.problems) == MOST_TOLD + 1
    assert any(problem.message == f"has more than {MOST_TOLD} problems" for problem in caught.value.problems)


def test_thousands_of_words(shelf: Shelf) -> None:
    """Twenty thousand sentences, half of them with marks, are read in under two seconds."""
    file = shelf.wording / "en.yaml"
    lines = [f"  key_{number}: A **sentence** with {{place}}" for number in range(20_000)]
    file.write_text(
        "words:\n"
        + "\n".join(line if index % 2 else f"  k{index}: Words" for index, line in enumerate(lines))
    )
    seconds = best_of(2, lambda: read_wording_file(file))
    print(f"20,000 sentences: {seconds * 1000:.0f} ms")
    assert seconds < 2
