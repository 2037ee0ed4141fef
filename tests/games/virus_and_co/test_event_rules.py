"""What a move tells besides itself: everything that people must do, or know."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from generator.games.virus_and_co.data import NO_PILLS, PILL_COLOURS, Pills, State
from generator.play.contracts.samples import play_moves
from generator.rules.core import Sentence, Value
from generator.rules.states import NO_CARDS
from tests.games.virus_and_co.table import NAMES, english, play, rules, step, table


def report(state: State, *lines: str) -> list[str]:
    """What the last of these lines tells, in English."""
    _, events = step(play(state, *lines[:-1]), lines[-1])
    return [event.format(english()) for event in events]


def kept(card: str, players: int = 4, **before: str) -> list[str]:
    """What is told when Bo has kept a risk card of Ana's, and it is this one."""
    lying = {"Ana": "4 bbb", **before}
    return report(table(players, before=lying), "Ana: risk to Bo", "Bo: keep", f"nature: {card}")


def test_a_virus_that_is_taken_brings_pills() -> None:
    """As far as the pharmacy has them; then the slip goes on."""
    virus = "The virus of 4 lies in front of Ana, with 4 disease points in all."
    assert report(table(), "Ana: take left") == [
        virus,
        "Ana takes 1 blue and 1 red from the pharmacy.",
        "Bo takes the referral slip.",
    ]
    told = report(table(pharmacy="bby"), "Ana: take left")
    assert told[1] == "Ana takes 1 blue from the pharmacy."
    assert told[2].startswith("Too few pills: of the pills shown (1 blue and 1 red) the pharmacy gives")
    told = report(table(pharmacy="y"), "Ana: take left")
    assert told[1:] == [
        "Too few pills: the pharmacy has none of the pills shown (1 blue and 1 red).",
        "Bo takes the referral slip.",
    ]


def test_an_injection_tells_what_it_leaves() -> None:
    """Of the virus that it lies on; without one it lies idle."""
    state = table(before={"Ana": "5 b"}, opened=("injection", "red 3 r"))
    assert report(state, "Ana: take left")[0] == (
        "The injection lies on the virus of 5, which leaves 3 of it. "
        "Ana has 1 injection and 3 disease points in all."
    )
    idle = report(table(opened=("injection", "red 3 r")), "Ana: take left")
    assert idle[0].endswith("where it does nothing but count. It is the first one.")


def test_a_pile_that_is_used_up_is_told() -> None:
    """With its last card."""
    state = table(opened=("", "red 3 r"))
    whole = sum(state.piles)
    last, first = replace(state, piles=(1, whole - 1)), replace(state, piles=(2, whole - 2))
    assert report(last, "nature: left blue 4 br") == ["The left pile is used up."]
    assert report(first, "nature: left blue 4 br") == []


def test_stakes_are_told_and_settled() -> None:
    """Who keeps the card gets the own one back; the others go to the pharmacy."""
    lines = ["Ana: pass left", "nature: left injection", "Bo: pay b"]
    assert report(table(), *lines) == ["Bo lays down 1 blue. The stake is worth 1."]
    lines += ["Cleo: pay bb", "Ana: pay bbb", "Bo: keep"]
    assert report(table(), *lines) == [
        "Bo takes back their own stake: 1 blue.",
        "All other stakes go to the pharmacy: 5 blue.",
        "The virus of 4 lies in front of Bo, with 4 disease points in all.",
        "Bo takes the referral slip.",
    ]


def test_risk_cards_are_paid_for_at_once() -> None:
    """To the active player; of the active player, to the pharmacy."""
    state = table(before={"Ana": "4 bbb"})
    lines = ["Ana: risk to Bo", "Bo: pay b to Cleo"]
    assert report(state, *lines) == ["Bo gives Ana 1 blue."]
    assert report(state, *lines, "Cleo: pay b to Ana", "Ana: pay bb to Bo") == [
        "Ana gives the pharmacy 2 blue."
    ]


def test_what_risk_cards_do_at_once_is_told() -> None:
    """And what they leave undone."""
    assert kept("plage_self")[0] == "The virus of 3 lies in front of Bo, with 3 disease points in all."
    assert kept("rezept br")[0] == "Bo takes 1 blue and 1 red from the pharmacy."
    assert "whom everybody calls Doctor" in kept("herr_doktor")[0]
    assert kept("injektion")[0].startswith("The injection lies face up in front of Bo")
    assert kept("testperson", Ana="4", Cleo="-", Dan="-")[0].startswith(
        "Too few pills: the other players do not"
    )
    assert kept("ansteckung", Ana="6+i 1+i b")[0] == "There is no virus that could be taken. Nothing happens."
    assert kept("rueckrufaktion", Cleo="-") == ["Cleo has no pill to give."]
    assert kept("verfallsdatum", Ana="4", Cleo="-")[0] == "Ana and Cleo have no pill to give."
    assert kept("kassenpatient") == []


def choose(card: str, line: str, **before: str) -> list[str]:
    lying = {"Ana": "4 bbb", **before}
    return report(table(4, before=lying), "Ana: risk to Bo", "Bo: keep", f"nature: {card}", line)


def test_what_was_chosen_is_told() -> None:
    """Who gets which virus and which pill."""
    assert (
        choose("plage_other", "Bo: to Dan")[0]
        == "The virus of 2 lies in front of Dan, with 2 disease points in all."
    )
    assert choose("injektion", "Bo: on 6", Bo="6 b")[0].startswith(
        "The injection lies on the virus of 6, which leaves 3"
    )
    assert choose("testperson", "Bo: b from Cleo") == ["Cleo gives Bo 1 blue."]
    assert choose("ansteckung", "Bo: 4 from Ana")[:2] == [
        "The virus of 4 leaves Ana, who has 0 disease points left.",
        "The virus of 4 lies in front of Bo, with 4 disease points in all.",
    ]
    assert choose("kassenpatient", "Bo: give b")[0] == "Bo gives the pharmacy 1 blue."
    assert choose("pharmaprobe", "Bo: give b to Cleo")[0] == "Bo gives Cleo 1 blue."
    said = "The card stays face up in front of Bo until the round ends."
    assert choose("diagnose", "Bo: name Ana")[0] == said


def test_manners_are_told() -> None:
    """A pill to the right for the slip, a pill for the Doctor."""
    assert report(table(), "Ana: forgot b") == ["Ana gives Cleo 1 blue."]
    lines = ["Ana: risk to Bo", "Bo: keep", "nature: herr_doktor", "Ana: doctor b"]
    assert report(table(before={"Ana": "4 bbb"}), *lines) == ["Ana gives Bo 1 blue."]


def test_the_end_of_a_round_is_counted_out() -> None:
    """Who is in intensive care and why, everybody's points, and what is to be dealt anew."""
    state = table(before={"Ana": "6 4 b", "Bo": "3 r", "Cleo": "bb"})
    assert report(state, "Ana: take left") == [
        "The virus of 4 lies in front of Ana, with 14 disease points in all.",
        "Ana takes 1 blue and 1 red from the pharmacy.",
        "Ana is in intensive care with 14 disease points! The round is over.",
        "Ana: −13 in this round, −13 in all.",
        "Bo: 0 in this round, 0 in all.",
        "Cleo: 2 in this round, 2 in all.",
        "Round 2: give everything back, shuffle all cards, deal 6 risk cards to each. Ana begins.",
    ]
    third = table(before={"Ana": "6+ii b"}, opened=("injection", "red 3 r"))
    assert "Ana is in intensive care with the third injection! The round is over." in report(
        third, "Ana: take left"
    )


def test_a_round_that_nobody_ends_is_told() -> None:
    """When all have done nothing, one after the other."""
    state = replace(table(opened=("", "")), piles=(0, 0), unseen=NO_CARDS, hands=(0, 0, 0))
    told = report(state, "Ana: skip", "Bo: skip", "Cleo: skip")
    assert told[0].startswith("Both piles are used up, and nobody does anything any more.")


def test_the_end_of_the_game_names_the_winners() -> None:
    """One of them, or all who share the best total."""
    last = replace(table(before={"Ana": "6 4 b", "Bo": "r", "Cleo": "bb"}), length=1)
    assert report(last, "Ana: take left")[-1] == "Bo has won."
    tied = replace(table(before={"Ana": "6 4 b", "Bo": "y", "Cleo": "bb"}), length=1)
    assert report(tied, "Ana: take left")[-1] == "Bo and Cleo share the victory."


def read_pills(value: Value) -> Pills:
    """Of what an event says of pills."""
    found = dict.fromkeys(PILL_COLOURS, 0)
    for said in value if isinstance(value, tuple) else ():
        assert isinstance(said, Sentence)
        number = said.values["number"]
        assert isinstance(number, int)
        found[said.key.removeprefix("view.pills.")] += number
    return Pills(**found)


class Ledger:
    """Pills, kept by nothing but what is told."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.clear()

    def clear(self) -> None:
        self.purses = dict.fromkeys(self.start.players, self.start.tableaus[0].pills)
        self.stakes = dict.fromkeys(self.start.players, NO_PILLS)
        self.pharmacy = self.start.pharmacy

    def note(self, key: str, values: Mapping[str, Value]) -> None:
        player, pills = str(values.get("player", "")), read_pills(values.get("pills", ()))
        if key in ("event.stake", "event.gift", "event.pharmacy"):
            self.purses[player] = self.purses[player].minus(pills)
        if key == "event.stake":
            self.stakes[player] = self.stakes[player].plus(pills)
        elif key == "event.gift":
            self.purses[str(values["other"])] = self.purses[str(values["other"])].plus(pills)
        elif key == "event.received":
            self.pharmacy, self.purses[player] = self.pharmacy.minus(pills), self.purses[player].plus(pills)
        elif key == "event.stake_back":
            assert pills == self.stakes[player]
            self.stakes[player] = NO_PILLS
            self.purses[player] = self.purses[player].plus(pills)
        if key in ("event.pharmacy", "event.stakes_lost"):
            self.pharmacy = self.pharmacy.plus(pills)
        if key == "event.stakes_lost":
            self.stakes = dict.fromkeys(self.start.players, NO_PILLS)
        if key == "event.new_round":
            self.clear()


@pytest.mark.parametrize("seed", range(6))
def test_pills_that_are_moved_as_told_lie_where_they_should(seed: int) -> None:
    """After every move of random games: purses, stakes and the pharmacy are those of the state."""
    players = NAMES[: 3 + seed % 4]
    ledger = Ledger(rules().start(players, {}))
    seen = set()
    for each in play_moves(rules(), players, setup={}, seed=seed):
        for event in each.step.events:
            ledger.note(event.key, event.values)
            seen.add(event.key)
        state = each.step.state
        if state.is_over:
            break
        assert [ledger.purses[player] for player in players] == [tableau.pills for tableau in state.tableaus]
        assert ledger.pharmacy == state.pharmacy
        if state.passing is not None and state.passing.stakes:
            assert tuple(ledger.stakes.values()) == state.passing.stakes
    assert {"event.stake", "event.gift", "event.received", "event.score", "event.next"} <= seen


@pytest.mark.parametrize("seed", range(3))
def test_points_that_are_told_are_those_that_lie_there(seed: int) -> None:
    """Disease points and injections after every card, and the totals at the end."""
    told = 0
    for each in play_moves(rules(), NAMES[:4], setup={}, seed=seed):
        state = each.step.state
        ended = any(event.key == "event.score" for event in each.step.events)
        lying = state.done[-1] if ended else state.tableaus
        for event in each.step.events:
            if event.key in ("event.virus", "event.caught", "event.injection.on", "event.injection.idle"):
                tableau = lying[state.number(str(event.values["player"]))]
                assert event.values["points"] == tableau.points
                assert event.values.get("number", tableau.injections) == tableau.injections
                told += 1
            elif event.key == "event.score" and state.is_over:
                player = str(event.values["player"])
                assert event.values["total"] == rules().score(state, player).total
    assert told > 10
