"""Reports of `petri check` where texts, kit, and referee do not agree."""

import shutil
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.play.contracts.agreement import list_disagreements, list_literals, list_referee_problems
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit, read_kit_and_texts
from generator.rules.game import AnyGame, Game
from tests.conftest import Petri
from tests.play.contradictions import (
    Contradiction,
    choose_contradictions,
    is_reported,
    list_contradictions,
    report_contradiction,
)
from tests.samples import proves_all
from tests.shipped import GAMES

SMALL = 2
"""Number of planted contradictions in the suite; `make proof` plants all 200."""


def check(folder: Path) -> list[str]:
    kit, texts, _ = read_kit_and_texts(folder, shelf=find_shelf())
    return [
        str(problem).removeprefix(f"{folder}/") for problem in list_disagreements(kit, texts, kit.wordings)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_shipped_games_agree_with_their_referees(game: str) -> None:
    """In all languages, without a single note."""
    assert check(find_shelf().find_game(game)) == []


def test_planted_contradictions_are_reported() -> None:
    """At least 195 of 200, each by its own name or place; of a sample, all."""
    chosen = choose_contradictions(200 if proves_all() else SMALL)
    missed = [str(one) for one in chosen if not is_reported(one, report_contradiction(one))]
    assert len(missed) <= len(chosen) // 40, missed


def test_every_kind_of_contradiction_is_planted() -> None:
    """In the games that have it."""
    found: dict[str, set[str]] = {}
    one: Contradiction
    for game in GAMES:
        for one in list_contradictions(game):
            found.setdefault(one.kind, set()).add(game)
    assert found["text"] == found["rule"] == found["constant"] == set(GAMES)
    assert found["cell"] == {"pandemic", "virus_and_co"}
    assert found["example"] == set(GAMES)
    assert found["count"] == set(GAMES)


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8") if (folder / file).exists() else ""
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1) if old else text + new, "utf-8")


@pytest.fixture
def counted(tmp_path: Path) -> Path:
    """A small game with numbers, in English and German."""
    folder = tmp_path / "counted"
    (folder / "wording").mkdir(parents=True)
    (folder / "kit.yaml").write_text(
        "title: rules.title\n"
        "parts:\n"
        "  - tokens: tokens.yaml\n"
        "  - booklet: rules.yaml\n"
        "numbers:\n"
        '  red: tokens["red"].count\n'
        "  too_many: red + 1\n"
        "  all: sum(rows(tokens).count)\n"
        "strict: true\n"
        "free: {rules.age: 8}\n"
    )
    (folder / "tokens.yaml").write_text(
        "id: tokens\ntitle: rules.title\n"
        "tokens:\n"
        "  - {id: red, shape: round, size: 15 mm, count: 12, front: plain}\n"
        "  - {id: blue, shape: round, size: 15 mm, count: 3, front: plain}\n"
        "templates:\n  plain:\n    - panel: {fill: paper}\n"
    )
    (folder / "rules.yaml").write_text(
        "id: rules\ntitle: rules.title\nblocks:\n  - text: rules.count\n  - text: rules.age\n"
    )
    (folder / "wording" / "en.yaml").write_text(
        "words:\n"
        "  rules:\n"
        "    title: Rules\n"
        '    count: "{red} red chips and {all, spellout} in all; the {too_many, ordinal} is too many"\n'
        "    age: From 8 years\n"
    )
    (folder / "wording" / "de.yaml").write_text(
        "language: Deutsch\nwords:\n"
        "  rules:\n"
        "    title: Regeln\n"
        '    count: "{red} rote Chips und {all, spellout} im Ganzen; der {too_many, ordinal} ist zu viel"\n'
        "    age: Ab 8 Jahren\n"
    )
    return folder


def test_numbers_are_filled_into_every_language(counted: Path) -> None:
    """In digits and in words, as the languages write them."""
    kit = read_kit(counted, shelf=find_shelf())
    assert kit.numbers == {"red": 12, "too_many": 13, "all": 15}
    english, german = (kit.wordings[locale].format("rules.count") for locale in ("en", "de"))
    assert english == "12 red chips and fifteen in all; the thirteenth is too many"
    assert german == "12 rote Chips und fünfzehn im Ganzen; der dreizehnte ist zu viel"
    assert check(counted) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "wording/en.yaml",
            "From 8",
            "From 12",
            "wording/en.yaml:5:15: words.rules.age: the number 12 has no name in `rules.age` "
            "(number-without-name) (write `{red}`, or `free: {rules.age: 12}` in kit.yaml)",
        ),
        (
            "wording/en.yaml",
            "From 8",
            "From 9",
            "wording/en.yaml:5:15: words.rules.age: the number 9 has no name in `rules.age` "
            "(number-without-name) (give it a name in `numbers`, or `free: {rules.age: 9}` in kit.yaml)",
        ),
        (
            "kit.yaml",
            "rules.age: 8",
            "rules.age: [8, 99]",
            "kit.yaml:10:19: free.rules.age: no text of `rules.age` has the number 99 (number-free-but-gone) "
            "(remove it)",
        ),
        (
            "wording/de.yaml",
            "Ab 8",
            "Ab acht oder neun",
            "wording/de.yaml:6:23: words.rules.age: the number 9 has no name in `rules.age` "
            "(number-without-name) (give it a name in `numbers`, or `free: {rules.age: 9}` in kit.yaml)",
        ),
    ],
)
def test_a_number_without_a_name_is_reported(counted: Path, file: str, old: str, new: str, told: str) -> None:
    """With its place in the file, and what to write."""
    change(counted, file, old, new)
    assert told in check(counted)


def test_captions_have_any_numbers_but_where_some_are_free(counted: Path) -> None:
    """The referee compares what a figure shows; numbers of a caption that are listed are no others."""
    figure = "  - pieces: {show: [red], caption: rules.age}\n"
    change(counted, "rules.yaml", "  - text: rules.age\n", figure)
    assert check(counted) == []
    change(counted, "wording/en.yaml", "From 8", "From 9")
    assert any("the number 9 has no name in `rules.age`" in problem for problem in check(counted))
    change(counted, "kit.yaml", "free: {rules.age: 8}\n", "")
    assert check(counted) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("red + 1", "red / 5", "kit.yaml:7:13: numbers.too_many: is `2.4`, not a whole number"),
        ("red + 1", "rde + 1", "kit.yaml:7:13: numbers.too_many: there is no part and no number `rde`"),
        ("red + 1", "all + 1", "kit.yaml:7:13: numbers.too_many: there is no part and no number `all`"),
        ('tokens["red"]', 'tokens["rot"]', "kit.yaml:6:"),
        ("  all:", "  tokens:", "kit.yaml:8:11: numbers.tokens: `tokens` is a part of the game"),
        (
            "rules.age: 8",
            "rules.age: many",
            "kit.yaml:10:19: free.rules.age: must be a list of numbers, or `all`",
        ),
    ],
)
def test_a_number_that_cannot_be_computed_is_an_error(counted: Path, old: str, new: str, told: str) -> None:
    """With line and column in kit.yaml."""
    change(counted, "kit.yaml", old, new)
    with pytest.raises(DataError) as caught:
        read_kit(counted, shelf=find_shelf())
    assert told in str(caught.value).replace(f"{counted}/", "")


def test_a_translation_needs_the_numbers_of_english(counted: Path) -> None:
    """It has the names of numbers in digits; numbers in words may be words of its own."""
    change(counted, "wording/de.yaml", "{all, spellout} im Ganzen", "etliche im Ganzen")
    assert check(counted) == []
    change(counted, "wording/de.yaml", "{red} rote", "viele rote")
    with pytest.raises(DataError, match=r"placeholder `\{red\}` is missing"):
        read_kit(counted, shelf=find_shelf())


def test_games_that_are_not_strict_get_only_clear_signs(counted: Path) -> None:
    """A number above 6 that equals a named one, and digits that only a translation has."""
    change(counted, "kit.yaml", "strict: true", "strict: false")
    change(counted, "wording/en.yaml", "From 8 years", "From 8 years, 3 players, 12 chips")
    change(counted, "wording/de.yaml", "Ab 8 Jahren", "Ab 8 Jahren, 4 Personen, 12 Chips")
    told = [line.split(": ", 2)[2].split(" (")[0] for line in check(counted)]
    assert told == ["the number 12 has no name in `rules.age`"] * 2


def test_rules_without_a_place_are_reported(counted: Path) -> None:
    """A rule that no block tells, and a block that tells a rule that does not exist."""
    change(
        counted,
        "wording/en.yaml",
        "words:\n",
        "words:\n  rule:\n    counted:\n      red: no red chip is left\n",
    )
    change(
        counted, "wording/de.yaml", "words:\n", "words:\n  rule:\n    counted:\n      red: kein roter Chip\n"
    )
    assert [line.split(" (")[0] for line in check(counted)] == [
        "wording/en.yaml:4:12: words.rule.counted.red: no block tells the rule `red`"
    ]
    change(counted, "rules.yaml", "rules.count\n", "rules.count\n    tells: [red, blue]\n")
    assert [line.split(" (")[0] for line in check(counted)] == [
        "rules.yaml:5:18: unknown rule `blue`",
        "wording/en.yaml:4:12: words.rule.counted.red: rule `red`: it was never compared with the book",
    ]


@pytest.mark.parametrize(
    ("text", "locale", "numbers"),
    [
        ("From e5 to A4: 3 of 20,000, not 2.5", "en", [3, 20000]),
        ("Two groups, the fourth of twenty-one", "en", [2, 4]),
        ("Ein\u00adund\u00adzwanzig von acht", "de", [8]),
        ("Sei tu? No, sette", "it", [7]),
        ("カード40枚と2個", "ja", [40, 2]),
        ("{n, plural, one {1 card} other {# cards}} of 9", "en", [1, 9]),
    ],
)
def test_numbers_are_found_in_digits_and_words(text: str, locale: str, numbers: list[int]) -> None:
    """Not in places, papers, and decimals; in scripts without spaces, only in digits."""
    assert [one.number for one in list_literals(text, locale)] == numbers


def test_numbers_of_the_rules_are_compared(counted: Path) -> None:
    """Numbers with a name in kit.yaml are compared, and the message points there."""
    kit = read_kit(counted, shelf=find_shelf())
    game: AnyGame = Game(kit=kit, numbers={"red": 11, "all": 15, "others": 7})
    told = [str(problem).removeprefix(f"{counted}/") for problem in list_referee_problems(kit, game)]
    assert told == [
        "kit.yaml:6:8: numbers.red: is 12, but the rules have 11 (number-differs) (change the wrong one)"
    ]


def test_changed_rules_are_compared_again(tmp_path: Path, petri: Petri) -> None:
    """Whoever changes a paragraph is asked to read the rule, until both are accepted."""
    pox = Path(shutil.copytree(find_shelf().find_game("pox"), tmp_path / "pox"))
    change(pox, "rules.md", "Nothing happens where a chip", "Nothing changes where a chip")
    assert [line.split(" (read")[0].split(": ", 2)[2] for line in check(pox)] == [
        "rule `spread.blocked`: the paragraph that tells it has changed (rule-changed)"
    ]
    assert petri("locale", "accept", pox, "en", "spread.blocked").output.startswith("1 rule accepted")
    assert check(pox) == []
    assert "unknown told rule 'spread.blokced'" in str(
        petri("locale", "accept", pox, "en", "spread.blokced").output
    )


SECTION = """\
  - section: research
    entries: x . . .
    after: 25
    of: Ana
    moves: [1 research 1]
    outcome: {x: ["1"]}
    caption: rules.research.figure
"""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, ""),
        ({"entries: x . . .": "entries: . . . ."}, ""),
        ({"entries: x . . .": "entries: x x . ."}, "2 has `nothing`, not `x` (example-differs)"),
        ({"after: 25": "after: 26"}, "`1 research 1` is not possible here"),
        ({"after: 25": "after: 999"}, "the log has only 200 lines (example-differs)"),
        ({"of: Ana": "of: Anna"}, "no sheet is that of `Anna`; there are Ana, Bo (example-differs)"),
        ({'{x: ["1"]}': '{x: ["2"]}'}, "1 has `nothing`, not `x` (example-differs)"),
        ({"1 research 1": "1 research 2"}, "`1 research 2` is not possible here"),
        ({"    after: 25\n": ""}, "blocks[35].of: needs `after` (add `after: 0`, or a later line of `play`)"),
        (
            {"    after": "    squares: |\n      | #\n    after"},
            "blocks[35].after: does not apply to other `squares`",
        ),
    ],
    ids=lambda one: str(one)[:40],
)
def test_figures_of_sheets_are_compared_with_the_referee(
    tmp_path: Path, change: dict[str, str], told: str
) -> None:
    """Their entries are those of a player after a line of the log, or after moves from there."""
    name = "fight_the_virus"
    folder = Path(shutil.copytree(find_shelf().find_game(name), tmp_path / name))
    text, figure = (folder / "rules.yaml").read_text("utf-8"), SECTION
    for old, new in change.items():
        assert old in figure
        figure = figure.replace(old, new)
    before = "  - text: rules.research.costs\n"
    assert text.count(before) == 1
    (folder / "rules.yaml").write_text(text.replace(before, figure + before), "utf-8")
    try:
        found = check(folder)
    except DataError as error:
        found = [str(error)]
    assert (told in found[0]) if told else not found, found
