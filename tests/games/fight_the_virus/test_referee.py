"""The game on the contract of all games: odds, shared rolls, words that leave something out."""

from dataclasses import replace
from fractions import Fraction

import pytest

from generator.games.fight_the_virus.sheet import Choose, Hand, ProgressArea, Roll, State
from generator.model.played import GameLog
from generator.play.contracts.samples import play_moves
from generator.rules.core import NATURE, AmbiguousMove, IllegalMove, RulesError, Sentence, UnreadableMove
from generator.rules.form import write_log
from generator.rules.game import find_game
from tests import shipped
from tests.games.fight_the_virus.sheets import GAME, NAMES, data, play_by_chance, play_well, rules, score
from tests.referee import take_words

LARGE = "large_groups"


def play(game: State, *lines: str, variant: str = "") -> State:
    """Lines as `Ana: keep`."""
    engine = rules(variant)
    for line in lines:
        actor, _, words = line.partition(": ")
        game = take_words(engine, game, actor, words).state
    return game


def start(variant: str = "", **setup: str) -> State:
    return rules(variant).start(NAMES, setup)


def test_two_different_dice_fall_twice_as_often_as_doubles() -> None:
    """1 in 36 each of the six doubles, 2 in 36 each of the fifteen others."""
    odds = rules().odds(start())
    assert odds[Roll(3, 3)] == Fraction(1, 36)
    assert odds[Roll(3, 4)] == Fraction(2, 36)
    assert len(odds) == 21


def test_a_game_is_won_or_lost() -> None:
    """By `turn.end` with winners, by `turn.no_winner` without; then nothing may follow."""
    won, lost = play_well(0)[-1], play_by_chance(0)[-1]
    outcomes = [rules().outcome(game) for game in (won, lost, start())]
    assert outcomes[0] is not None
    assert (outcomes[0].rule, bool(outcomes[0].winners)) == ("fight_the_virus.turn.end", True)
    assert outcomes[1] is not None
    assert (outcomes[1].rule, outcomes[1].winners) == ("fight_the_virus.turn.no_winner", ())
    assert outcomes[2] is None
    with pytest.raises(IllegalMove) as caught:
        rules().check(won, "Ana", Roll(1, 2))
    assert caught.value.rule == "log.over"


def test_in_large_groups_everybody_first_chooses_a_roll() -> None:
    """Once, in any order, one of the rolls that a round has: `turn.choose`."""
    game = start(LARGE, rolls="2")
    assert rules(LARGE).actors(game) == NAMES
    assert [move.text for move in rules(LARGE).moves(game, "Bo")] == ["roll a", "roll b"]
    for actor, move in (("Bo", Choose("c")), ("Bo", Roll(1, 2))):
        with pytest.raises(IllegalMove) as caught:
            rules(LARGE).check(game, actor, move)
        assert caught.value.rule == "fight_the_virus.turn.choose"
    chosen = play(game, "Bo: roll a", "Ana: roll b", "Dee: roll a", "Cai: roll b", variant=LARGE)
    assert rules(LARGE).actors(chosen) == (NATURE,)
    with pytest.raises(IllegalMove):
        rules(LARGE).check(play(game, "Bo: roll a", variant=LARGE), "Bo", Choose("b"))


def test_all_who_chose_a_roll_are_active_in_it() -> None:
    """Ana and Cai in roll a, Bo in roll b, Dee too; then a new round begins with roll a."""
    choices = ("Ana: roll a", "Cai: roll a", "Bo: roll b", "Dee: roll b")
    game = play(start(LARGE, rolls="2"), *choices, "nature: 2 5", variant=LARGE)
    active, passive = Hand((2, 5), ("analysis", "others")), Hand((2, 5), ("any",))
    assert game.hands == (active, passive, active, passive)
    done = tuple(f"{name}: done" for name in NAMES)
    second = play(game, *done, "nature: 2 5", variant=LARGE)
    assert second.hands == (passive, active, passive, active)
    third = play(second, *done, "nature: 2 5", variant=LARGE)
    assert third.hands == game.hands
    assert third.turn == 3


def test_a_roll_that_nobody_chose_is_made_all_the_same() -> None:
    """All are passive in it; any player may say whether doubles stand, for all."""
    choices = tuple(f"{name}: roll b" for name in NAMES)
    game = play(start(LARGE), *choices, "nature: 3 3", variant=LARGE)
    assert rules(LARGE).actors(game) == NAMES
    again = play(game, "Dee: again", "nature: 4 4", "Ana: keep", variant=LARGE)
    assert set(again.hands) == {Hand((4, 4), ("any",))}
    assert again.rolls == 4


def test_only_the_variant_has_rolls_to_choose() -> None:
    """Two, three or four in large groups; other variants there are none."""
    assert rules().options == {}
    assert rules(LARGE).options == {"rolls": ("4", "3", "2")}
    with pytest.raises(RulesError):
        find_game(shipped.kit(GAME), variant="small_groups")


def test_words_may_leave_out_what_is_plain() -> None:
    """The square when only one is next, the number when only one is right; else it is asked which."""
    game = play(start(), "nature: 3 5", "Ana: 3 curve d1")
    assert game.sheet_of("Ana").spread[data().curve.ids.index("d1")] == 3
    sheet = replace(game.sheet_of("Bo"), spread=game.sheet_of("Ana").spread)
    begun = replace(game, sheets=(game.sheets[0], sheet, *game.sheets[2:]))
    assert rules().parse(begun, "Bo", "5 curve").text == "5 curve d2"
    with pytest.raises(AmbiguousMove) as caught:
        rules().parse(begun, "Bo", "5 testing")
    assert caught.value.candidates == tuple(f"5 testing a{number}" for number in range(1, 7))
    circle = replace(sheet, circled=frozenset({data().curve.ids.index("d2")}))
    bonus = replace(
        begun,
        sheets=(begun.sheets[0], circle, *begun.sheets[2:]),
        hands=(begun.hands[0], Hand((3, 5), (), "curve"), *begun.hands[2:]),
    )
    assert rules().parse(bonus, "Bo", "bonus curve d2").text == "bonus curve d2=4"
    for words in ("5 gardening", "3 curve", "castle"):
        with pytest.raises(UnreadableMove):
            rules().parse(begun, "Bo", words)


def test_the_order_of_points_does_not_matter() -> None:
    """`6+1+2` is `6+2+1`: the same fields are crossed out."""
    game = play(start(), "nature: 3 6")
    sheet = replace(game.sheet_of("Bo"), researched=8, progress=ProgressArea(21, 9, 6))
    rich = replace(game, sheets=(game.sheets[0], sheet, *game.sheets[2:]))
    move = rules().parse(rich, "Bo", "6+1+2 research")
    assert move == rules().parse(rich, "Bo", "6+2+1 research 9")
    assert move in rules().moves(rich, "Bo")


@pytest.mark.parametrize("rolls", ["2", "3", "4"])
def test_a_game_with_shared_rolls_is_its_log(rolls: str) -> None:
    """Played by chance, written down, and proved; moves are what check allows all along."""
    played = list(play_moves(rules(LARGE), NAMES, setup={"rolls": rolls}, seed=int(rolls)))
    log = GameLog(GAME, NAMES, tuple(each.line for each in played), {"rolls": rolls}, LARGE)
    report = score(write_log(log))
    assert (report.verdict, report.moves) == ("proved", len(played))
    assert report.outcome == rules(LARGE).outcome(played[-1].step.state)
    for each in played[::9]:
        for actor in rules(LARGE).actors(each.step.state):
            for move in rules(LARGE).moves(each.step.state, actor):
                rules(LARGE).check(each.step.state, actor, move)
                assert rules(LARGE).parse(each.step.state, actor, move.text) == move


@pytest.mark.parametrize(
    ("locale", "listed"),
    [
        ("en", "Bo, Cai and Dee"),
        ("es", "Bo, Cai y Dee"),
        ("ar", "\u2068Bo\u2069 و\u2068Cai\u2069 و\u2068Dee\u2069"),
        ("ja", "Bo、Cai、Dee"),
    ],
)
def test_who_may_move_is_listed_as_the_language_does(locale: str, listed: str) -> None:
    """Not with the commas of English in Japanese."""
    game = play(start(), "nature: 2 5", "Ana: done")
    with pytest.raises(IllegalMove) as caught:
        play(game, "Ana: 2 analysis e5 f5")
    said = Sentence.of_rule(caught.value.rule, **caught.value.values)
    assert listed in said.format(shipped.kit(GAME).wordings[locale])


def test_a_part_of_a_shape_is_not_completed() -> None:
    """All squares of a shape are named: fewer are another shape, even where only one legal shape has them."""
    game = play(start(), "nature: 3 5")
    for legal in rules().moves(game, "Bo"):
        if legal.text.startswith("5 analysis"):
            part = legal.text.rsplit(" ", 1)[0]
            with pytest.raises(IllegalMove) as caught:
                rules().check(game, "Bo", rules().parse(game, "Bo", part))
            assert caught.value.rule == "fight_the_virus.analysis.shape"
            break
