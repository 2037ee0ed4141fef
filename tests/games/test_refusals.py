"""Every refusal of every game, from a file that breaks the rule to the text that people read."""

import re

import pytest

from tests import shipped
from tests.games.refusals import name_rule, read_table, report
from tests.rules.test_rule_ids import ids_of, texts_of

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


@pytest.mark.parametrize("game", shipped.GAMES)
def test_every_refusal_is_told_in_english(game: str) -> None:
    """The text is complete, with its line and column."""
    english = shipped.kit(game).wordings["en"]
    table = read_table(game).refusals
    assert {rule: report(game, each, english) for rule, each in table.items()} == {
        rule: each.says for rule, each in table.items()
    }


@pytest.mark.parametrize("game", shipped.GAMES)
def test_every_refusal_is_told_in_every_language(game: str) -> None:
    """At the same place, without a placeholder, a key of a text, or an English word."""
    wordings = shipped.kit(game).wordings
    for rule, each in read_table(game).refusals.items():
        place = each.says.split(" ")[0]
        for locale in wordings.keys() - {"en"}:
            told = report(game, each, wordings[locale])
            assert told.split(" ")[0] == place, (rule, locale)
            assert told != each.says, (rule, locale)
            assert not re.search(r"[{}]|\b(?:rule|tally|event)\.\w", told), (rule, locale, told)
            foreign = {*re.findall(r"\w+", told.lower())} & ENGLISH
            assert not foreign, (rule, locale, told)
