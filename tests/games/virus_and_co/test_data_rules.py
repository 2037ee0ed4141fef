"""The rules take their numbers from the kit: what is printed is what is refereed."""

from dataclasses import replace

import pytest

from generator.games.virus_and_co import make_game
from generator.games.virus_and_co.data import VirusAndCoData, read_data
from generator.model.kit import Kit, Piece
from generator.play.paper import Referee, Report
from generator.rules.core import NoRules, RulesError
from generator.rules.game import find_game
from tests.games.virus_and_co.table import NAMES, change, purse, shipped_kit


def score(kit: Kit, *rounds: str) -> Report:
    referee = Referee(kit)
    return referee.score(referee.list_rounds(rounds))


def rules_broken(kit: Kit, *rounds: str) -> set[str]:
    return {fault.rule.removeprefix("virus_and_co.") for fault in score(kit, *rounds).faults}


def test_the_shipped_kit_is_the_published_second_edition() -> None:
    """28 viruses, 8 of them red; 10 injections; 20 risk cards; a share worth 13."""
    data = read_data(shipped_kit())
    viruses = [card for card in data.cards.values() if card.kind == "virus"]
    assert sum(card.count for card in viruses) == 28
    assert sum(card.count for card in viruses if card.colour == "red") == 8
    assert data.cards["injection"].count == 10
    assert len(data.risks) == 20
    assert data.share == purse("bbbyyrr")
    assert data.injections == 13


def test_cards_that_are_printed_once_more_may_lie_once_more() -> None:
    """`cards.viruses`: six of value 1 are too many, unless the kit prints a sixth."""
    round = "Ana i3 | Bo 1 1 1 1 1 1 b | Cleo b"
    assert rules_broken(shipped_kit(), round) == {"cards.viruses"}
    assert rules_broken(change({"blue_1": 5}), round) == set()


def test_a_virus_of_a_new_value_is_known_by_its_field() -> None:
    """The value that is printed is the value that counts."""
    kit = change(fields={"blue_6": {"value": "9"}})
    assert score(kit, "Ana i3 | Bo 9+i b | Cleo b").scores["Bo"].total == -4
    assert rules_broken(kit, "Ana i3 | Bo 9+i b | Cleo b") == set()


def test_the_share_of_pills_is_that_of_the_pharmacy_card() -> None:
    """`cards.pills`: one share for each player and one for the pharmacy."""
    round = "Ana i3 | Bo rrrr | Cleo rrrrr"
    assert rules_broken(shipped_kit(), round) == {"cards.pills"}
    more = change({"pill_red": 21}, {"pharmacy": {"share": ("blue", "red", "red", "red")}})
    assert rules_broken(more, round) == set()


def test_no_more_risk_cards_than_were_dealt() -> None:
    """`cards.risks`: viruses and injections that the piles do not have came from risk cards."""
    counts = dict.fromkeys(("plage_other", "injektion", "testperson", "ansteckung", "rezept_yellow"), 0)
    counts |= dict.fromkeys(("rezept_mixed", "rueckrufaktion", "verfallsdatum", "kassenpatient"), 0)
    counts |= {"pharmaprobe": 0, "herr_doktor": 0, "plage_self": 1}
    kit = change(counts)
    # Three risk cards for three players: a 3 more than the piles have, and two predictions.
    nine = "Ana 3 3 3 3 3 | Bo 3 3 diagnosis=Ana | Cleo nurse=Bo"
    assert rules_broken(kit, nine) == set()
    fewer = change({**counts, "krankenschwester": 2, "plage_self": 0})
    assert rules_broken(fewer, "Ana 3 3 3 3 3 | Bo 3 diagnosis=Ana nurse=Ana | Cleo nurse=Bo") == set()
    four = change({**counts, "krankenschwester": 2})
    more = "Ana 3 3 3 3 3 | Bo 3 3 diagnosis=Ana nurse=Ana | Cleo nurse=Bo"
    assert rules_broken(four, more) == {"cards.risks"}


def test_prints_that_do_the_same_are_one_card() -> None:
    """Two entries of a deck with the same points and pills, and risk cards by the beginning of their id."""
    twin = Piece("red_3_twin", {"colour": "red", "value": "3", "pills": ("red",)}, "virus_red", count=2)
    data: VirusAndCoData = read_data(change(more=(twin,)))
    assert data.cards["red 3 r"].count == 3
    strong = Piece("plage_self_strong", {"value": "4"}, "risk_virus", count=1)
    assert {"plage_self 3", "plage_self 4"} < set(read_data(change(more=(strong,))).cards)


@pytest.mark.parametrize(
    ("kit", "told"),
    [
        (
            lambda: change(more=(Piece("quarantine", {}, "risk"),)),
            "there is no rule for the card `quarantine`",
        ),
        (lambda: change({"injection": 0}), "no deck has a card of the kind `injection`"),
        (lambda: change({"pharmacy": 0}), "no card `pharmacy` has a `share`"),
        (lambda: change({"pill_red": 13}), "14 red pills are needed for 6 players, but there are 13"),
        (
            lambda: change(fields={"red_5": {"value": "many"}}),
            "from 1 to 99 as `value`",
        ),
        (lambda: change(fields={"red_5": {"pills": ("green",)}}), "must be a list of blue, yellow, red"),
        (lambda: replace(shipped_kit(), parts=()), "no deck has a card"),
    ],
)
def test_a_kit_that_the_rules_cannot_read_is_refused(kit: object, told: str) -> None:
    """With what is missing."""
    assert callable(kit)
    with pytest.raises(NoRules, match=told):
        make_game(kit())


def test_there_are_no_variants() -> None:
    """A name that is not a variant is refused, and not passed over."""
    with pytest.raises(RulesError) as caught:
        find_game(shipped_kit(), variant="mild")
    assert caught.value.rule == "log.variants"


@pytest.mark.parametrize(
    ("names", "rule"),
    [
        (("Ana", "Bo"), "players.number"),
        (("Ana", "Bo", "Cleo", "Dan", "Eva", "Fay", "Gus"), "players.number"),
        (("Ana", "Bo", "Bo"), "players.twice"),
        (("Ana", "Bo", "nature"), "players.nature"),
        (("Ana", "Bo", " "), "players.name"),
        (("Ana", "Bo", "C" * 61), "players.name"),
        (("Ana", "Bo", "C\nleo"), "players.name"),
        (("Ana", "Bo", "C\x1b[2J"), "players.name"),
        (("Ana", "Bo", "C\u202eleo"), "players.name"),
        (("Ana", "Bo", "\u200b\u00ad"), "players.name"),
    ],
)
def test_who_cannot_play(names: tuple[str, ...], rule: str) -> None:
    """Three to six players, each with a name of its own."""
    with pytest.raises(RulesError) as caught:
        make_game(shipped_kit()).rules.start(names, {})
    assert caught.value.rule == rule
    assert make_game(shipped_kit()).rules.start(NAMES[:3], {}).players == NAMES[:3]
