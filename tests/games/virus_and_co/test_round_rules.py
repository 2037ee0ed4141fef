"""How rounds and games begin, end and are counted."""

from dataclasses import replace

import pytest

from generator.games.virus_and_co.data import Lying, Tableau, score_round
from generator.play.contracts.samples import play_moves
from generator.rules.core import IllegalMove, Outcome
from generator.rules.states import Cards
from tests.games.virus_and_co.table import (
    NAMES,
    all_pills,
    before,
    pills_of,
    play,
    purse,
    rules,
    step,
    table,
    words,
)


@pytest.mark.parametrize(("players", "hand"), [(3, 6), (4, 5), (5, 4), (6, 3)])
def test_a_round_begins_with_equal_shares(players: int, hand: int) -> None:
    """13 points in pills for everybody and the pharmacy; 38 cards in two piles; risk cards evenly."""
    state = rules().start(NAMES[:players], {})
    assert state.hands == (hand,) * players
    assert state.piles == (19, 19)
    assert len(state.unseen) == 38
    assert len(state.risks) == 20
    assert all(tableau == Tableau(pills=purse("bbbyyrr")) for tableau in state.tableaus)
    assert all_pills(state).points == 13 * (players + 1)


def test_both_piles_are_turned_up_first_and_the_first_player_begins() -> None:
    """The left pile before the right one; then it is the turn of whoever stands first."""
    state = rules().start(NAMES[:3], {})
    assert rules().actors(state) == ("nature",)
    assert {move.text.split()[0] for move in rules().moves(state, "nature")} == {"left"}
    state = play(state, "nature: left injection", "nature: red 6")
    assert state.opened == ("injection", "red 6 byr")
    assert rules().actors(state) == ("Ana",)


def test_twelve_points_are_safe_and_thirteen_are_not() -> None:
    """`care.points` (V3)."""
    opened = ("blue 5 yr", "blue 6 byr")
    safe = play(table(before={"Ana": "4 3 bbb"}, opened=opened), "Ana: take left")
    assert safe.done == ()
    assert before(safe, "Ana").points == 12
    sick = play(table(before={"Ana": "4 3 bbb"}, opened=opened), "Ana: take right")
    assert sick.done[0][0].in_care


def test_the_third_injection_is_intensive_care() -> None:
    """`care.third` (V4): wherever it lies, and even where it takes points away."""
    state = table(before={"Ana": "6+i 6 i2 b"}, opened=("injection", "red 3 r"))
    assert before(state, "Ana").points == 9
    assert play(state, "Ana: take left on 6").done[0][0].in_care


def test_two_injections_on_one_virus_are_two_of_three() -> None:
    """`care.counted` (V5)."""
    state = table(before={"Ana": "6+ii 1 b"}, opened=("injection", "red 3 r"))
    assert before(state, "Ana").injections == 2
    assert play(state, "Ana: take left on 1").done[0][0].in_care


def test_only_one_player_is_ever_in_intensive_care() -> None:
    """`care.one` (V1): it ends the round before anybody else can get there."""
    for seed in range(20):
        for each in play_moves(rules(), NAMES[: 3 + seed % 4], setup={}, seed=seed):
            state = each.step.state
            assert sum(tableau.in_care for tableau in state.tableaus) == (1 if state.is_over else 0)
            for end in state.done:
                assert sum(tableau.in_care for tableau in end) == 1


@pytest.mark.parametrize(("value", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_an_injection_halves_and_a_second_clears(value: int, half: int) -> None:
    """`injection.half` (V8): rounded up, so that a 1 stays a 1."""
    assert [Lying(value, injections).points for injections in range(4)] == [value, half, 0, 0]


def test_intensive_care_is_thirteen_points_and_nothing_else() -> None:
    """`care.flat` (V2): whatever else lies there; another player may still have less."""
    in_care = Tableau((Lying(1), Lying(6), Lying(6)), pills=purse("rrrr"), nurse="Bo")
    worst = Tableau((Lying(6), Lying(6)), diagnosis="Cleo", nurse="Ana")
    scores = score_round({"Ana": in_care, "Bo": worst, "Cleo": Tableau()})
    assert scores["Ana"].total == -13
    assert [line.label.key for line in scores["Ana"].lines] == ["tally.care"]
    assert scores["Bo"].total == -20


def test_predictions_of_who_is_in_intensive_care_are_void() -> None:
    """`predict.void` (V9): right or wrong; all others count +2 or -4."""
    in_care = Tableau(loose=3, diagnosis="Bo", nurse="Cleo")
    right = Tableau(diagnosis="Ana", nurse="Cleo")
    wrong = Tableau(diagnosis="Bo", nurse="Ana")
    scores = score_round({"Ana": in_care, "Bo": right, "Cleo": wrong})
    assert [scores[name].total for name in ("Ana", "Bo", "Cleo")] == [-13, 4, -8]


def test_pills_count_what_the_pharmacy_card_says() -> None:
    """`pills.value` (V24): 1, 2 and 3, and a full share as much as intensive care costs."""
    assert [purse(pill).points for pill in "byr"] == [1, 2, 3]
    assert score_round({"Ana": Tableau(pills=purse("bbbyyrr"))})["Ana"].total == 13


def test_who_was_in_intensive_care_begins_the_next_round() -> None:
    """`round.starter` (V21)."""
    state = table(before={"Bo": "6 6 b"}, opened=("blue 1 b", "red 3 r"))
    after = play(state, "Ana: pass left", "nature: blue 2 y", "Bo: keep")
    assert after.done[0][1].in_care
    assert after.active == 1


def test_a_new_round_begins_with_everything_in_its_place() -> None:
    """`round.shuffle` (V23): pills, piles, hands; no Doctor, no prediction, no debt."""
    state = table(before={"Ana": "6 6 b diagnosis=Bo"}, hands=1)
    state = replace(state, doctor=0, paid_doctor=(1,), has_paid_slip=True)
    after = play(state, "Ana: take left")
    fresh = rules().start(NAMES[:3], {})
    assert after == replace(fresh, done=after.done, turn=after.turn)


def test_a_round_without_cards_and_without_deeds_ends() -> None:
    """`round.nobody` (V20): when all pass one after the other; then DIAGNOSE was wrong, the nurse right."""
    lying = {"Ana": "4 b diagnosis=Bo", "Bo": "1 r nurse=Cleo", "Cleo": "2 yy"}
    state = replace(table(before=lying, opened=("", "")), piles=(0, 0), unseen=Cards())
    state = play(state, "Ana: skip", "Bo: skip")
    after, told = step(state, "Cleo: skip")
    assert not any(tableau.in_care for tableau in after.done[0])
    assert told[0].key == "event.nobody_in_care"
    totals = [rules().score(after, name).rounds[0].total for name in NAMES[:3]]
    assert totals == [-4 + 1 - 4, -1 + 3 + 2, -2 + 4]
    assert after.active == 0


def test_a_risk_card_keeps_a_round_without_cards_alive() -> None:
    """`turn.skip` (V19): only turns that follow each other without a deed end it."""
    state = replace(table(before={"Ana": "4 b"}, opened=("", "")), piles=(0, 0), unseen=Cards(), active=1)
    state = play(state, "Bo: skip", "Cleo: skip", "Ana: risk to Bo", "Bo: keep", "nature: herr_doktor")
    assert state.skips == 0
    assert state.done == ()


def test_a_game_has_three_rounds_and_the_best_total_wins() -> None:
    """`game.best`; more or fewer rounds where the log says so."""
    tableaus = tuple(Tableau(pills=purse(pills)) for pills in ("b", "r", "y"))
    state = replace(rules().start(NAMES[:3], {}), done=(tableaus,) * 3)
    assert rules().outcome(state) == Outcome("virus_and_co.game.best", ("Bo",))
    assert rules().outcome(replace(state, done=state.done[:2])) is None
    assert rules().start(NAMES[:3], {"length": "5"}).length == 5


def test_the_best_total_may_be_shared() -> None:
    """`game.tie` (V22): and so is the victory; the best of negative totals wins, too."""
    tableaus = tuple(Tableau((Lying(value),)) for value in (2, 5, 2))
    state = replace(rules().start(NAMES[:3], {"length": "1"}), done=(tableaus,))
    assert rules().outcome(state) == Outcome("virus_and_co.game.tie", ("Ana", "Cleo"))


def test_a_game_has_a_number_of_rounds() -> None:
    """From 1 to 99, by default 3."""
    assert rules().options["length"][0] == "3"
    assert sorted(map(int, rules().options["length"])) == [*range(1, 100)]


def test_nothing_follows_the_last_round() -> None:
    """Nobody may act, and every move is refused."""
    state = play(replace(table(before={"Ana": "6 6 b"}), length=1), "Ana: take left")
    assert rules().actors(state) == ()
    assert words(state, "Ana") == set()
    with pytest.raises(IllegalMove) as caught:
        rules().check(state, "Ana", rules().parse(state, "Ana", "keep"))
    assert caught.value.rule == "log.over"
    assert pills_of(state, "Ana") == "bbr"


def test_pills_and_cards_are_neither_made_nor_lost() -> None:
    """In every state of random games: 3 blue, 2 yellow, 2 red for each player and the pharmacy; all cards."""
    drawn, risks = len(rules().data.drawn), len(rules().data.risks)
    states = 0
    for seed in range(40):
        players = NAMES[: 3 + seed % 4]
        for each in play_moves(rules(), players, setup={"length": "1"}, seed=seed):
            state = each.step.state
            assert all_pills(state) == purse("bbbyyrr").times(len(players) + 1)
            assert all(count >= 0 for tableau in state.tableaus for count in tableau.pills)
            assert sum(state.piles) == len(state.unseen)
            assert len(state.unseen) <= drawn
            assert sum(state.hands) <= len(state.risks) <= risks
            states += 1
    assert states > 2000
