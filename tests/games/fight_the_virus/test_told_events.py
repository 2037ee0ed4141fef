"""What a move tells besides itself: everything that people must do on paper, or know."""

from collections import Counter
from dataclasses import replace

import pytest

from generator.games.fight_the_virus.sheet import PlayerSheet, ProgressArea, State, start_game
from generator.play.contracts.samples import play_moves
from generator.rules.core import NATURE
from tests import shipped
from tests.games.fight_the_virus.sheets import NAMES, data, rules
from tests.referee import take_words

ANA_AND_BO = NAMES[:2]


def change(game: State, player: str, **changes: object) -> State:
    """With another sheet of one player, numbers by the names of their squares."""
    sheet = game.sheet_of(player)
    for name, value in changes.items():
        sheet = replace(sheet, **{name: value})
    return replace(game, sheets=tuple(sheet if one == player else game.sheet_of(one) for one in game.players))


def numbers(ids: tuple[str, ...], **known: int) -> tuple[int, ...]:
    return tuple(known.get(id, 0) for id in ids)


def report(game: State, *lines: str) -> list[str]:
    """What the last of these moves tells, in English; without a name it is chance."""
    events: list[str] = []
    wording = shipped.kit("fight_the_virus").wordings["en"]
    for line in lines:
        actor, _, text = line.rpartition(": ")
        actor = actor or NATURE
        step = take_words(rules(), game, actor, text)
        game = step.state
        events = [event.format(wording) for event in step.events]
    return events


@pytest.fixture
def game() -> State:
    return start_game(data(), ANA_AND_BO)


def test_a_plain_mark_tells_nothing(game: State) -> None:
    """What was written has been said by who wrote it."""
    assert report(game, "3 4") == []
    assert report(game, "3 4", "Ana: 3 curve d1") == []
    assert report(game, "3 3", "Ana: keep") == []


def test_the_dice_go_on_when_all_are_done(game: State) -> None:
    """Said with the move of whoever was the last."""
    assert report(game, "3 4", "Bo: done") == []
    assert report(game, "3 4", "Bo: done", "Ana: done") == ["All are done. Bo takes the dice."]


def test_a_5_and_a_6_circle_a_square_of_every_player(game: State) -> None:
    """Which one, by its name; or that there is none."""
    ids = data().curve.ids
    begun = change(game, "Ana", spread=numbers(ids, c1=3))
    full = change(begun, "Bo", spread=(1,) * len(ids))
    assert report(full, "5 6") == [
        "Setback! Ana: circle c2 in the spread curve.",
        "Setback! Bo has no square that can be circled.",
    ]


def test_double_sixes_cost_a_field(game: State) -> None:
    """A circled one, or an empty one that is owed, or none."""
    three = start_game(data(), NAMES[:3])
    three = change(three, "Ana", progress=ProgressArea(21, circled=2, crossed=1))
    three = change(three, "Cai", progress=ProgressArea(21, circled=21, crossed=21))
    told = report(three, "6 6")
    assert told[0] == "Setback! Ana: cross out your next circled field of analysis progress."
    assert told[1].startswith("Setback! Bo: cross out your next empty field of analysis progress. You owe")
    assert told[2] == "Setback! Cai has no field left to cross out."


def test_spikes_circle_fields_and_pay_debts_first(game: State) -> None:
    """Two spikes with one owed: one circle pays, one is new."""
    assert report(game, "2 3", "Ana: 2 analysis f1 f2") == [
        "Ana: circle the next field of analysis progress."
    ]
    owing = change(game, "Ana", progress=ProgressArea(21, circled=0, crossed=1))
    assert report(owing, "4 6", "Ana: 6 analysis d1 d2 d3 c3") == [
        "Ana: circle the first field that is crossed out and not circled. That pays what you owed.",
        "Ana: circle the next field of analysis progress.",
    ]


def test_progress_that_is_spent_is_crossed_out(game: State) -> None:
    """As many fields as were added, whatever they add."""
    rich = change(game, "Ana", progress=ProgressArea(21, circled=3))
    assert report(rich, "1 2", "Ana: 2+2+1 testing a1") == [
        "Ana: cross out the next 2 circled fields of analysis progress."
    ]


def test_bonuses_extra_dice_and_goals_are_told(game: State) -> None:
    """In the order in which they are used."""
    ids = data().wall.ids
    row = numbers(ids, a1=1, a2=1, a4=1, a5=1, a6=1)
    assert report(change(game, "Bo", tests=row), "2 4", "Bo: 4 testing a3") == [
        "Bo has won a bonus: a shape in the virus analysis.",
        "Bo may use the other die, too: the 2.",
    ]
    assert report(change(game, "Ana", tests=row), "2 4", "Ana: 4 testing a3") == [
        "Ana has won a bonus: a shape in the virus analysis."
    ]
    spread = (1,) * len(data().curve.ids)
    goals = tuple(data().wall.ids[goal] for goal in sorted(data().wall.goals))
    one_left = numbers(ids, **dict.fromkeys((*ids[6:], *goals), 1) | {goals[0]: 0})
    ready = change(change(game, "Bo", tests=one_left), "Bo", spread=spread)
    assert "Bo has filled all red squares: the 12 is unlocked." in report(
        ready, "2 4", f"Bo: 4 testing {goals[0]}"
    )


def test_a_circle_between_two_numbers_is_told_to_be_off(game: State) -> None:
    """Its square is filled like any other."""
    ids = data().curve.ids
    spread = numbers(ids, c1=3, c2=2, c3=3, c4=1, d1=1)
    ready = change(change(game, "Bo", spread=spread), "Bo", circled=frozenset({ids.index("d2")}))
    assert report(ready, "5 3", "Bo: 5 curve d2") == [
        "Bo: two different numbers lie beside d2. Its circle is off."
    ]


def test_the_end_is_told(game: State) -> None:
    """First that everybody finishes the roll, then who has won, or that the virus has."""
    done = replace(
        PlayerSheet(
            ProgressArea(21, circled=20, crossed=17),
            (1,) * len(data().wall.ids),
            (1,) * len(data().curve.ids),
        ),
        researched=11,
    )
    both = replace(game, sheets=(done, done))
    assert report(both, "1 6", "Bo: 6+2+2+2 research") == [
        "Bo: cross out the next 3 circled fields of analysis progress.",
        "Bo has crossed out the 12. Everybody still finishes this roll.",
    ]
    assert report(both, "1 6", "Bo: 6+2+2+2 research", "Ana: done")[-1] == "Bo has won."
    shared = report(both, "1 6", "Bo: 6+2+2+2 research", "Ana: 6+2+2+2 research", "Ana: done")
    assert shared == ["Ana and Bo share the victory."]
    broke = ProgressArea(21, circled=21, crossed=15)
    poor = change(change(game, "Ana", progress=broke), "Bo", progress=broke)
    assert report(poor, "1 6", "Ana: done", "Bo: done") == [
        "Nobody has enough progress left. The virus has won."
    ]


def test_in_large_groups_the_next_roll_is_named() -> None:
    """When all have chosen, and after every roll."""
    large = rules("large_groups")
    game = large.start(ANA_AND_BO, {"rolls": "2"})
    told = []
    for actor, text in (
        ("Ana", "roll a"),
        ("Bo", "roll b"),
        (NATURE, "1 2"),
        ("Ana", "done"),
        ("Bo", "done"),
    ):
        step = take_words(large, game, actor, text)
        game = step.state
        told.append([(event.key, event.values) for event in step.events])
    assert told == [
        [],
        [("event.next_roll", {"roll": "A"})],
        [],
        [],
        [("event.next_roll", {"roll": "B"})],
    ]


def test_a_sheet_that_is_kept_by_what_is_told_is_right() -> None:
    """Fields circled and crossed out, and squares circled, only as events say: the state has no others."""
    kept = [keep_as_told(seed) for seed in range(6)]
    assert sum(circles for circles, _ in kept) > 10
    assert sum(crosses for _, crosses in kept) > 100


def keep_as_told(seed: int) -> tuple[int, int]:
    """A random game, compared after every move; gives the squares circled and the fields crossed out."""
    kept = {player: Counter[str]() for player in NAMES}
    circles: dict[str, set[str]] = {player: set() for player in NAMES}
    played = list(play_moves(rules(), NAMES, setup={}, seed=seed))
    for each in played:
        for event in each.step.events:
            player, number = str(event.values.get("player")), event.values.get("number", 1)
            assert isinstance(number, int)
            if event.key in ("event.earn", "event.repay"):
                kept[player]["circled"] += number
            elif event.key in ("event.spend", "event.lose", "event.owe"):
                kept[player]["crossed"] += number
            elif event.key == "event.circle":
                circles[player].add(str(event.values["square"]))
        for player in NAMES:
            sheet = each.step.state.sheet_of(player)
            assert kept[player]["circled"] == sheet.progress.circled
            assert kept[player]["crossed"] == sheet.progress.crossed
            assert circles[player] == {data().curve.ids[place] for place in sheet.circled}
    assert played[-1].step.events[-1].key in ("event.won", "event.virus_won")
    return sum(map(len, circles.values())), sum(counts["crossed"] for counts in kept.values())


def test_every_bonus_of_a_game_is_told() -> None:
    """A hand with a bonus comes with its event, and no event comes without one."""
    told = 0
    for each in play_moves(rules(), ANA_AND_BO, setup={}, seed=5):
        bonuses = [event for event in each.step.events if event.key == "event.bonus"]
        actor = each.line.actor
        has_bonus = actor != NATURE and bool(each.step.state.hand_of(actor).bonus)
        assert len(bonuses) == has_bonus
        told += has_bonus
    assert told
