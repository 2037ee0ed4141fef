"""Every refusal of every game, from a file that breaks the rule to the text that people read."""

import re

import pytest

from generator.read.files.shelf import find_shelf
from generator.read.wordings.wordings import read_wording_file
from tests import shipped
from tests.games.refusals import SHARED, TABLES, list_locales, name_rule, read_table, report
from tests.rules.test_rule_ids import ids_of, texts_of
from tests.samples import sample

ENGLISH = frozenset(
    {"the", "and", "of", "is", "are", "with", "must", "there", "that", "from", "this", "these", "only", "not"}
    | {
        "cannot",
        "than",
        "been",
        "which",
        "whoever",
        "card",
        "cards",
        "player",
        "players",
        "their",
        "when",
    }
)
"""Words that no other language of the games has."""


@pytest.mark.parametrize("game", shipped.GAMES)
def test_the_table_has_every_rule(game: str) -> None:
    """A rule is a refusal, an outcome, or a ruling; the code never names a ruling."""
    table = read_table(game)
    listed = [*table.refusals, *table.outcomes, *table.rulings, *table.positions]
    assert sorted(listed) == ids_of(game)
    named = {rule for rule in table.rulings if name_rule(game, rule) in texts_of(game)}
    assert not named, "the code names these rules, so a file can break them"
    others = {*table.outcomes, *table.positions}
    assert {rule for rule in others if name_rule(game, rule) not in texts_of(game)} == set()


def test_the_table_has_every_rule_of_all_games() -> None:
    """Except for those without a text of their own."""
    english = read_wording_file(find_shelf().wording / "en.yaml").sentences
    rules = {key.removeprefix("rule.") for key in english if key.startswith("rule.")}
    table = read_table(SHARED)
    assert {*table.says, *table.outcomes} == rules
    assert {*table.outcomes} == {"kit.rules", "log.asked"}, "a message, and an item of a list"


@pytest.mark.parametrize("game", TABLES)
def test_every_refusal_is_told_in_english(game: str) -> None:
    """The text is complete, with its line and column."""
    says = read_table(game).says
    assert {rule: report(game, rule, "en") for rule in says} == says


@pytest.mark.parametrize("game", TABLES)
def test_every_refusal_is_told_in_every_language(game: str) -> None:
    """At the same place, without a placeholder, a key of a text, or an English word.

    Each rule in two languages, and all rules of a game in all of its languages.
    """
    table = read_table(game)
    for rule, says in table.says.items():
        for locale in sample(sorted({*list_locales(game, rule)} - {"en"}), 2, key=f"{game} {rule}"):
            told = report(game, rule, locale)
            assert rule in table.positions or told.split(" ")[0] == says.split(" ")[0], (rule, locale)
            assert told != says, (rule, locale)
            assert not re.search(r"[{}]|\b(?:rule|tally|event)\.\w", told), (rule, locale, told)
            foreign = {*re.findall(r"\w+", told.lower())} & ENGLISH
            assert not foreign, (rule, locale, told)
