"""Score files as people type them, with the slips of somebody new: every answer tells how to mend them."""

import re

import pytest

from generator.errors import DataError
from generator.play.paper import Referee, Report
from generator.read.scores import decode_score
from generator.rules.core import Fault
from generator.rules.game import find_game
from tests import shipped
from tests.games.fight_the_virus.sheets import scoring

HEAD = "game: fight_the_virus\nplayers: [Ana, Bo]\n"


def score(text: str) -> Report:
    return Referee(shipped.kit("fight_the_virus")).score(decode_score(text.encode(), file="sheet.yaml"))


def problems(text: str) -> list[str]:
    """What is told of a file that cannot be read, each without the name of the file."""
    with pytest.raises(DataError) as caught:
        score(text)
    return [str(problem).removeprefix("sheet.yaml:") for problem in caught.value.problems]


def fault(text: str) -> Fault:
    (found,) = score(text).faults
    return found


def blank() -> str:
    text = scoring().write_blank(shipped.kit("fight_the_virus").wordings["en"])
    return text[text.index("game:") :]


LINES = [
    ("  - nature: 3 7\n", "turn.faces", {"dice": "3 7"}),
    ("  - nature: 0 5\n", "turn.faces", {"dice": "0 5"}),
    ("  - nature: 3 5\n  - Ana: 7 testing a1\n", "turn.dice", {"die": 7}),
    ("  - nature: 3 5\n  - Ana: 4 research 3\n", "turn.dice", {"die": 4}),
    ("  - nature: 3 5\n  - Ana: 3 research 1\n", "turn.value", {"value": 3, "number": 1}),
    ("  - nature: 3 5\n  - Ana: 5+7 research 12\n", "progress.points", {}),
]


@pytest.mark.parametrize(("lines", "rule", "values"), LINES)
def test_numbers_that_cannot_be_are_refused_by_their_rule(
    lines: str, rule: str, values: dict[str, object]
) -> None:
    """A 7 on a die, a die that nobody rolled, a progress of 7: the line is told, and what is wrong."""
    found = fault(f"{HEAD}log:\n{lines}")
    assert found.rule == f"fight_the_virus.{rule}"
    assert found.values == values
    assert found.line == 3 + lines.count("\n")
    assert found.legal


def test_several_slips_in_several_sheets_are_told_at_once() -> None:
    """An unknown name does not hide what is wrong in its sheet, nor in the others."""
    text = blank().replace("  Bo:\n", "  Boo:\n", 1)
    ana, boo = text.split("  Boo:\n")
    ana = ana.replace("      | . . . . . .\n", "      | . . l . . .\n")
    boo = boo.replace("      |     . .\n", "      |     . . .\n").replace(
        "research: 0", f"research: {'9' * 400}"
    )
    assert problems(f"{ana}  Boo:\n{boo}") == [
        "25:13: sheets.Ana.testing: “l” is not a sign that is used here "
        "(a number, or “.” for an open square)",
        "32:3: sheets.Boo: “Boo” is not known here; did you mean Bo?",
        f"46:15: sheets.Boo.research: “{'9' * 39}…” cannot be read here (the last number that is crossed "
        "out; 0 for none)",
        "49:17: sheets.Boo.testing: 3 signs, but 2 are needed",
    ]


def test_a_row_that_is_missing_is_counted() -> None:
    """At the key of the area."""
    text = blank().replace("      |     . .\n", "", 1)
    (told,) = problems(text)
    assert told.startswith("19:5: sheets.Ana.testing: 5 rows, but 6 are needed (write “|” after")


def test_rows_without_a_bar_after_their_key_are_told() -> None:
    """The commonest slip with YAML: the text is begun without saying so."""
    text = blank().replace("    testing: |\n", "    testing:\n", 1)
    (told,) = problems(text)
    assert "rows begin here, but their key has no `|`" in told
    assert told.startswith("20:7: ")


def test_the_other_game_is_told_beside_players_that_are_no_list() -> None:
    """One slip in the head does not hide the next."""
    found = problems("game: Fight the Virus\nplayers: Ana, Bo\nsheets: {}\n")
    assert [each.split(":")[0] for each in found] == ["1", "2"]
    assert "is of the game “Fight the Virus”, not of “fight_the_virus”" in found[0]


def test_a_variant_that_is_not_there_names_those_that_are() -> None:
    """Where it stands, and what would do."""
    text = HEAD + "variant: large-groups\nlog: []\n"
    assert problems(text) == [
        "3:10: variant: “large-groups” is not a value of “variant”; available: large_groups"
    ]


def test_an_option_that_cannot_be_is_told_on_its_own_line() -> None:
    """Not on that of the players."""
    found = fault(HEAD + "variant: large_groups\nrolls: 5\nlog:\n  - Ana: roll a\n")
    assert (found.rule, found.line) == ("log.value", 4)


def test_a_player_who_stands_twice_in_the_head_is_told() -> None:
    """Even where everybody has a sheet."""
    found = fault(blank().replace("[Ana, Bo]", "[Ana, Bo, Ana]"))
    assert (found.rule, found.line) == ("players.twice", 2)


def test_a_sheet_alone_needs_no_players_in_its_head() -> None:
    """Its name is enough."""
    text = blank().replace("players: [Ana, Bo]\n", "").split("  Bo:\n")[0]
    assert score(text).verdict == "consistent"


AID = ("analysis", "research", "testing", "curve", "bonus")


@pytest.mark.parametrize("locale", ["ar", "de", "es", "fr", "it", "ja", "pt-BR"])
def test_moves_on_the_aid_are_words_of_its_language(locale: str) -> None:
    """Each can be typed as it is printed, and means the same move as in English."""
    kit = shipped.kit("fight_the_virus")
    english, own, vocabulary = kit.wordings["en"], kit.wordings[locale], find_game(kit).vocabularies[locale]
    for name in AID:
        move, noted = (
            re.findall(r"\*\*(.+?)\*\*", each.format(f"aid.names.{name}"))[0] for each in (own, english)
        )
        typed = re.sub("[\u2066-\u2069]", "", move)
        assert noted in vocabulary.read(typed)
        assert own.format(f"word.{name}").lower() in typed.lower()
