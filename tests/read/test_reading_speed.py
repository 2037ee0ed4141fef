"""Reading stays fast: a large file, a whole kit, a file with very many problems."""

from collections.abc import Callable

import pytest

from generator.errors import MOST_IN_FILE, DataError, Problem
from generator.read.files.shelf import Shelf
from generator.read.files.yaml import parse_yaml
from generator.read.kits.kits import read_kit
from generator.read.parts.booklets import read_sheet_part
from generator.read.wordings.wordings import read_wording_file
from tests.pace import count_beats


@pytest.mark.speed
def test_ten_thousand_entries(record_property: Callable[[str, object], None]) -> None:
    """A list of 10,000 mappings with five keys is read in the time of counting to some millions."""
    entry = "- id: card_{0}\n  title: A card\n  copies: 3\n  colour: red\n  text: |\n    Some words\n"
    text = "".join(entry.format(number) for number in range(10_000))
    beats = count_beats(lambda: parse_yaml(text, file="x.yaml"))
    record_property("beats", beats)
    print(f"10,000 entries: {beats:.1f}")
    assert beats < 20


@pytest.mark.speed
def test_whole_kit(whole_shelf: Shelf) -> None:
    """A kit in two languages is read in no time."""
    game = whole_shelf.find_game("small")
    beats = count_beats(lambda: read_kit(game, shelf=whole_shelf))
    print(f"the small kit: {beats:.2f}")
    assert beats < 6


@pytest.mark.speed
def test_thousands_of_problems(shelf: Shelf) -> None:
    """One mistake made many times is told often enough, and soon."""
    sheet = shelf.games / "small" / "sheet.yaml"
    sheet.write_text("bands:\n" + "  - [{section: 1, share: ab}]\n" * 20_000)
    told: list[tuple[Problem, ...]] = []

    def read() -> None:
        with pytest.raises(DataError) as caught:
            read_sheet_part(sheet)
        told.append(caught.value.problems)

    beats = count_beats(read)
    print(f"20,000 problems: {beats:.1f}")
    assert beats < 100
    assert len(told[0]) == MOST_IN_FILE + 1
    assert any(
        problem.message == f"more than {MOST_IN_FILE} problems; the rest are not shown" for problem in told[0]
    )


@pytest.mark.speed
def test_thousands_of_words(shelf: Shelf) -> None:
    """Twenty thousand sentences, half of them with marks, are read in a second or so."""
    file = shelf.wording / "en.yaml"
    lines = [f"  key_{number}: A **sentence** with {{place}}" for number in range(20_000)]
    file.write_text(
        "words:\n"
        + "\n".join(line if index % 2 else f"  k{index}: Words" for index, line in enumerate(lines))
    )
    beats = count_beats(lambda: read_wording_file(file))
    print(f"20,000 sentences: {beats:.1f}")
    assert beats < 40
