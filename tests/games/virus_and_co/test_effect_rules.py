"""The thirteen risk cards."""

from dataclasses import replace

import pytest

from generator.games.virus_and_co.data import RISKS, State, name_pills
from generator.play.contracts.samples import play_moves
from generator.rules.core import AmbiguousMove, Sentence
from tests.games.virus_and_co.table import (
    NAMES,
    all_pills,
    before,
    pills_of,
    play,
    purse,
    refused,
    rules,
    step,
    table,
    viruses_of,
    words,
)
from tests.samples import proves_all


def kept(card: str, players: int = 4, **options: object) -> State:
    """Bo has kept a risk card of Ana's, and it is this one."""
    given = dict(options)
    given["before"] = {"Ana": "4 bbb", **dict(options.get("before", {}))}
    return play(table(players, **given), "Ana: risk to Bo", "Bo: keep", f"nature: {card}")


def test_plage_for_oneself() -> None:
    """A virus of 3 before who kept it, without pills; the turn is over."""
    after = kept("plage_self", before={"Bo": "1 b"})
    assert viruses_of(after, "Bo") == "1 3"
    assert pills_of(after, "Bo") == "b"
    assert after.active == 1


def test_plage_for_another() -> None:
    """A virus of 2 before any other player."""
    state = kept("plage_other")
    assert words(state, "Bo") == {f"to {name}" for name in ("Ana", "Cleo", "Dan")}
    refused(state, "Bo: to Bo", "pass.other")
    assert viruses_of(play(state, "Bo: to Dan"), "Dan") == "2"


def test_injektion() -> None:
    """`injection.target` (V7): on a virus of one's own, else beside them."""
    state = kept("injektion", before={"Bo": "5 6+i b"})
    assert words(state, "Bo") == {"on 5", "on 6+i"}
    refused(state, "Bo: on 4", "injection.target")
    refused(kept("injektion", before={"Bo": "5 b"}), "Bo: on 4", "injection.target")
    assert viruses_of(play(state, "Bo: on 6+i"), "Bo") == "5 6+ii"
    assert before(kept("injektion", before={"Bo": "b"}), "Bo").loose == 1


def test_testperson_takes_its_pills_from_players_of_choice() -> None:
    """`effect.pill`: one by one, those that it shows and that are there; the kit shows three blue ones."""
    state = kept("testperson", before={"Bo": "-", "Cleo": "br", "Dan": "b"})
    assert viruses_of(state, "Bo") == "3"
    assert words(state, "Bo") == {"b from Ana", "b from Cleo", "b from Dan"}
    refused(state, "Bo: r from Cleo", "effect.pill")
    state = play(state, "Bo: b from Cleo")
    refused(state, "Bo: b from Cleo", "effect.pill")
    refused(state, "Bo: b from Bo", "pass.other")
    state = play(state, "Bo: b from Ana", "Bo: b from Ana")
    assert pills_of(state, "Bo") == "bbb"
    assert state.active == 1


def test_testperson_leaves_the_game_when_its_pills_are_not_to_be_had() -> None:
    """`testperson.pills` (V13): all of them, from the others together; else nothing happens at all."""
    lean = {"Ana": "4 b", "Bo": "bbb", "Cleo": "byy", "Dan": "rr"}
    state = play(table(4, before=lean), "Ana: risk to Bo", "Bo: keep")
    after, told = step(state, "nature: testperson")
    assert viruses_of(after, "Bo") == ""
    assert all_pills(after) == all_pills(state)
    assert told[0].values["reason"] == Sentence(
        "rule.virus_and_co.testperson.pills", pills=name_pills(purse("bbb"))
    )
    assert after.active == 1


def test_ansteckung_takes_a_virus_without_injections_from_another() -> None:
    """`ansteckung.virus` (V11): it brings no pills."""
    state = kept("ansteckung", before={"Bo": "1 b", "Cleo": "5 6+i b"})
    assert words(state, "Bo") == {"4 from Ana", "5 from Cleo"}
    refused(state, "Bo: 6+i from Cleo", "ansteckung.virus")
    refused(state, "Bo: 1 from Bo", "pass.other")
    after = play(state, "Bo: 5 from Cleo")
    assert (viruses_of(after, "Bo"), viruses_of(after, "Cleo")) == ("1 5", "6+i")
    assert all_pills(after) == all_pills(state)
    assert pills_of(after, "Bo") == "b"


def test_ansteckung_without_a_virus_to_take_does_nothing() -> None:
    """`ansteckung.virus` (V11): and the turn is over."""
    state = play(table(before={"Ana": "6+i 5+i bbb"}), "Ana: risk to Bo", "Bo: keep")
    after, told = step(state, "nature: ansteckung")
    assert after.active == 1
    assert told[0].key == "event.nothing_to_catch"


def test_rezept_brings_what_the_pharmacy_has() -> None:
    """`take.pills`: the two cards show different pills, and what is missing is not received."""
    after = kept("rezept yy", before={"Bo": "b"}, pharmacy="byr")
    assert (pills_of(after, "Bo"), after.pharmacy) == ("by", purse("br"))
    assert pills_of(kept("rezept br", before={"Bo": "-"}), "Bo") == "br"
    state = play(table(before={"Ana": "4 bbb"}), "Ana: risk to Bo", "Bo: keep")
    assert {move.text for move in rules().moves(state, "nature")} > {"rezept yy", "rezept br"}


def test_rueckrufaktion_takes_a_pill_of_all_others() -> None:
    """`effect.empty` (V14): of their choice, in any order; who has none gives none."""
    state = kept("rueckrufaktion", 5, before={"Bo": "b", "Cleo": "-", "Dan": "yr"}, pharmacy="0")
    assert rules().actors(state) == ("Ana", "Dan", "Eva")
    refused(state, "Dan: give b", "effect.pill")
    one = play(state, "Dan: give r", "Ana: give b")
    assert rules().actors(one) == ("Eva",)
    assert words(one, "Ana") == set()
    after = play(one, "Eva: give b")
    assert after.pharmacy == purse("bbr")
    assert after == play(state, "Eva: give b", "Ana: give b", "Dan: give r")


def test_verfallsdatum_takes_a_pill_of_both_neighbours() -> None:
    """`verfallsdatum.neighbours` (V15): with three players of everybody else."""
    assert rules().actors(kept("verfallsdatum", 5))[:2] == ("Ana", "Cleo")
    state = kept("verfallsdatum", 3, pharmacy="0")
    after = play(state, "Cleo: give b", "Ana: give b")
    assert after.pharmacy == purse("bb")
    assert pills_of(after, "Bo") == "bbb"


def test_kassenpatient_takes_a_pill_of_who_kept_it() -> None:
    """`effect.empty` (V14): if there is one."""
    after = play(kept("kassenpatient", before={"Bo": "by"}, pharmacy="0"), "Bo: give y")
    assert (pills_of(after, "Bo"), after.pharmacy) == ("b", purse("y"))
    state = play(table(before={"Ana": "4 bbb", "Bo": "-"}), "Ana: risk to Bo", "Bo: keep")
    after, told = step(state, "nature: kassenpatient")
    assert told[0] == Sentence("event.spared", players=("Bo",), number=1)
    assert after.active == 1


def test_pharmaprobe_gives_a_pill_to_another_player() -> None:
    """Of one's choice, and to whom one likes."""
    state = kept("pharmaprobe", before={"Bo": "by", "Dan": "-"})
    assert words(state, "Bo") == {
        f"give {pill} to {name}" for pill in "by" for name in ("Ana", "Cleo", "Dan")
    }
    refused(state, "Bo: give b to Bo", "pass.other")
    with pytest.raises(AmbiguousMove, match="give b to Ana; give b to Cleo"):
        rules().parse(state, "Bo", "give b")
    refused(state, "Bo: give r to Dan", "effect.pill")
    assert pills_of(play(state, "Bo: give y to Dan"), "Dan") == "y"


def test_herr_doktor_is_kept_open() -> None:
    """`doctor.pill` (V25): from now on others may owe a pill; a new round knows no Doctor."""
    state = kept("herr_doktor")
    assert state.doctor == 1
    assert "doctor b" in words(state, "Ana")
    assert rules().actors(state) == ("Bo", "Ana", "Cleo", "Dan")


def test_no_pills_for_manners_while_a_risk_card_is_carried_out() -> None:
    """`turn.forgot`, `doctor.pill`: the last pill of a player cannot get away from the card."""
    state = play(replace(table(4, before={"Ana": "4 b"}), doctor=2), "Ana: risk to Bo", "Bo: keep")
    state = play(state, "nature: rueckrufaktion")
    assert rules().actors(state) == ("Ana", "Cleo", "Dan")
    assert words(state, "Ana") == {"give b"}
    refused(state, "Ana: doctor b", "doctor.pill")
    refused(state, "Ana: forgot b", "turn.forgot")


def test_whoever_may_act_has_a_move() -> None:
    """In random games, nobody is ever asked for something that cannot be done."""
    for seed in range(200 if proves_all() else 48):
        for each in play_moves(rules(), NAMES[: 3 + seed % 4], setup={}, seed=seed):
            state = each.step.state
            assert all(rules().moves(state, actor) for actor in rules().actors(state))


def test_diagnose_and_krankenschwester_name_another_player() -> None:
    """`predict.other` (V10): not oneself."""
    for card, field in (("diagnose", "diagnosis"), ("krankenschwester", "nurse")):
        state = kept(card)
        assert words(state, "Bo") == {f"name {name}" for name in ("Ana", "Cleo", "Dan")}
        refused(state, "Bo: name Bo", "predict.other")
        assert getattr(before(play(state, "Bo: name Dan"), "Bo"), field) == "Dan"


def test_risk_cards_may_bring_intensive_care() -> None:
    """`care.effect` (V12): PLAGE, INJEKTION, ANSTECKUNG and TESTPERSON end the round at once."""
    sick = {"Bo": "6 5 b", "Dan": "6 6 b"}
    assert kept("plage_self", before=sick).done[0][1].in_care
    assert play(kept("plage_other", before=sick), "Bo: to Dan").done[0][3].in_care
    assert play(kept("ansteckung", before=sick), "Bo: 4 from Ana").done[0][1].in_care
    assert kept("testperson", before=sick).done[0][1].in_care
    assert play(kept("injektion", before={"Bo": "5+ii b"}), "Bo: on 5+ii").done[0][1].in_care
    assert kept("injektion", before={"Bo": "i2 b"}).done[0][1].in_care


def test_all_thirteen_cards_are_in_the_kit() -> None:
    """And all risk cards of the kit are among them."""
    cards = rules().data.cards.values()
    assert {card.risk for card in cards if card.kind == "risk"} == set(RISKS)
    assert len(RISKS) == 13
