"""Sentences of the referee and the companion."""

import copy

import pytest

from generator.errors import RulesCodeError
from generator.model.played import Laid, PenMark
from generator.model.texts.wordings import Wording
from generator.model.values import replace
from generator.read.wordings.grammars import make_grammar
from generator.rules.core import (
    EVERYBODY,
    HIDDEN,
    HIDDEN_NUMBER,
    NATURE,
    Companion,
    Fault,
    IllegalMove,
    Judgement,
    Listed,
    OptionQuestion,
    Score,
    Sentence,
    Value,
    ViewCell,
    ViewTable,
    name_actors,
)
from generator.rules.form import EXAMPLE_NAMES, TOGETHER, FormScoring, PaperForm, Unfit
from generator.rules.game import AnyGame, Game, Knowledge, NoMoves
from tests import shipped
from tests.given_values import find_mistake


def test_soft_hyphens_are_for_print_only() -> None:
    """A name with soft hyphens is formatted without them, alone and inside another sentence."""
    wording = Wording("de", "Deutsch", "ltr", {"role": "Krisen\u00adplanerin", "has": "{player}: {role}"})
    role = Sentence("role")
    assert role.format(wording) == "Krisenplanerin"
    assert Sentence("has", player="Ana", role=role).format(wording) == "Ana: Krisenplanerin"


def test_a_name_has_its_forms_inside_another_text() -> None:
    """By itself it is as it is printed, also without soft hyphens."""
    texts = {"city": "Le\u00adHavre", "fly": "Ana s’envole {city, form, to} depuis {city}."}
    wording = Wording("fr", "français", "ltr", texts, make_grammar("fr"), forms={"city": {"to": "au Havre"}})
    city = Sentence("city")
    assert Sentence("fly", city=city).format(wording) == "Ana s’envole au Havre depuis LeHavre."
    assert city.format(wording) == "LeHavre"


def test_a_value_that_a_text_needs_is_named() -> None:
    """With those that there are, so that the author of rules finds the mistake."""
    wording = Wording("en", "English", "ltr", {"rule.far": "{steps, plural, other {# steps}}"})
    for values, given in (({"card": "Bee"}, "`card`"), ({}, "none")):
        with pytest.raises(RulesCodeError) as caught:
            Sentence("rule.far", **values).format(wording)
        assert caught.value.text == f"the text `rule.far` needs the value `steps`; the rules give: {given}"


def test_messages_can_be_in_sets() -> None:
    """Equal messages and scores are one element of a set, with values too."""
    faults = {Fault("log.over", values={}), Fault("log.over", values={}), Fault("log.over", "Ana", values={})}
    assert len(faults) == 2
    assert len({Judgement({"Ana": Score()}), Judgement({"Ana": Score()})}) == 1
    question = OptionQuestion("level", Sentence("ask.level"), names={"hard": Sentence("option.hard")})
    assert len({question, replace(question)}) == 1


def test_lists_are_joined_as_the_language_does_it() -> None:
    """Tuples are joined with the word for `and`, Listed values with commas."""

    def say(locale: str, value: Value) -> str:
        grammar = make_grammar(locale)
        return Sentence("told", all=value).format(Wording(locale, locale, "ltr", {"told": "{all}"}, grammar))

    people = ("Ana", "Bo", "Cleo")
    assert say("en", people) == "Ana, Bo and Cleo"
    assert say("de", people) == "Ana, Bo und Cleo"
    assert say("en", Listed(people)) == "Ana, Bo, Cleo"
    assert say("ja", Listed(people)) == "Ana、Bo、Cleo"
    assert say("ar", Listed((1, 2))) == "\u20681\u2069، \u20682\u2069"
    assert say("en", Listed(())) == ""


def test_a_text_that_is_not_written_yet_is_told_by_its_key() -> None:
    wording = Wording("en", "English", "ltr", {"rule.known": "Known."})
    assert Sentence.of_rule("known").format(wording) == "Known."
    assert Sentence.of_rule("new.end").format(wording) == "rule.new.end"
    inner = Sentence("card.bee")
    assert Sentence.of_rule("new.gone", card=inner, left=2).format(wording) == (
        "rule.new.gone (card: card.bee, left: 2)"
    )
    assert Sentence.of_rule("new.gone", card="", left=2).format(wording) == "rule.new.gone (left: 2)"


def test_a_violation_tells_who_and_where() -> None:
    """Values of the rule go before these; a text of a file has a key of its own."""
    fault = Fault("full", "Ana", "testing c3", values={"number": 2})
    assert fault.sentence == Sentence("rule.full", player="Ana", where="testing c3", number=2)
    own = Fault("must.1", "Ana", values={"player": "Bo"}, key="texts.full")
    assert own.sentence == Sentence("texts.full", player="Bo", where="")


def test_what_is_left_out_is_nothing() -> None:
    """Violations, questions, tables that are shown, and games have empty values by default."""
    fault = Fault("full")
    assert (fault.player, fault.where, fault.places, fault.path, fault.legal) == ("", "", (), (), ())
    assert (fault.round, fault.move, fault.line, fault.column, fault.text_line) == (0, 0, 0, 0, None)
    assert (fault.key, fault.values, fault.named, fault.is_unreadable) == ("", {}, {}, False)
    asked = OptionQuestion("level", Sentence("level"))
    assert (asked.values, asked.name, asked.names, asked.settled_by) == ({}, None, {}, ())
    shown = ViewTable("", ((ViewCell("1"),),))
    assert (shown.heads, shown.is_grid, shown.rows[0][0].tone) == ((), False, "plain")
    assert Unfit("Ana", Laid("wall", "a1", PenMark("cross")), Sentence("wrong")).hint == ""
    game: AnyGame = Game(kit=shipped.kit("pox"))
    assert (game.variant, game.policies, game.numbers, game.forms, game.notation) == ("", {}, {}, (), ())
    assert (game.rules, NoMoves().is_shared, NoMoves().options) == (NoMoves(), False, {})
    assert (type(game.companion), game.knowledge, Knowledge().horizon) == (Companion, Knowledge(), 1)


def test_values_with_mappings_may_be_in_sets() -> None:
    """Mappings are compared, but make no difference to the place of a value in a set."""
    asked = OptionQuestion(
        "level", Sentence("level"), values={"a": Sentence("a")}, names={"a": Sentence("b")}
    )
    fault = Fault("full", values={"number": 2}, named={"a1": Sentence("place")})
    said = Sentence("level", number=2)
    judged = Judgement({"Ana": Score(())}, (fault,), None)
    for value in (asked, fault, said, judged):
        assert {value: 1}[copy.deepcopy(value)] == 1
    assert hash(said) == hash(Sentence("level", number=3))


def test_names_that_files_and_others_rely_on() -> None:
    """Chance, covered cards, all players, and shared boards have names that must not change."""
    assert (NATURE, HIDDEN, HIDDEN_NUMBER, EVERYBODY, TOGETHER) == ("nature", "?", -1, "", "")
    assert (EXAMPLE_NAMES, FormScoring.example_names) == (("Ana", "Bo", "Cleo"), ("Ana", "Bo"))
    assert (FormScoring.takes_some_players, FormScoring.round_key, PaperForm.each_player) == (
        False,
        "",
        False,
    )


def test_chance_has_a_name_in_each_language() -> None:
    assert name_actors((NATURE, "Ana")) == (Sentence("walk.chance"), "Ana")


def test_values_that_differ_from_the_placeholders_of_a_text_are_found() -> None:
    """Missing, not used, or None; numbers of the kit and the player of a violation are there in any case."""
    key = "rule.virus_and_co.risk.points"
    right: dict[str, object] = {"least": 4, "points": 3}
    assert find_mistake(key, right) == ""
    assert find_mistake(key, {"least": 4}) == "missing: points"
    assert find_mistake(key, {**right, "most": 5}) == "not used: most"
    assert find_mistake(key, {**right, "points": None}) == "None: points"
    assert find_mistake("rule.pandemic.hand.limit", {"player": "Ana", "number": 8}) == ""
    assert find_mistake("rule.of.nobody", {"most": 5}) == ""
    for wrong in ({}, {**right, "most": 5}):
        with pytest.raises(AssertionError, match="differ from its placeholders"):
            IllegalMove("virus_and_co.risk.points", **wrong)
    with pytest.raises(AssertionError, match="missing: points"):
        Fault("virus_and_co.risk.points", "Ana", values={"least": 4})
