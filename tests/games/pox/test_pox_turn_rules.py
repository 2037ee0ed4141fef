"""The rules of a turn: cards, spread, outbreaks, the good part. Each test names the rule that it proves."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from generator.games.pox.game import (
    AFTER_IDLE_OUTBREAK,
    AFTER_IDLE_SPREAD,
    AFTER_OUTBREAK,
    AFTER_SPREAD,
    Vaccinate,
    list_candidates,
)
from generator.model.played import GameLog, LogLine
from generator.rules.core import NATURE, AmbiguousMove, LogError, RulesError, Sentence, UnreadableMove
from generator.rules.game import replay
from generator.rules.states import Cards
from tests.games.pox.boards import drawn, lay, make_kit, play, rule_against, rules, show, small, step

EMPTY = "\n".join([". . . . . . . . ."] * 9)


def test_the_game_begins_with_a_red_chip_on_each_patient() -> None:
    """And all cards in the deck; nature draws for the first player."""
    state = rules().start(("Ana", "Ben"), {})
    assert rules().data.people.list_ids(state.chips.all) == ("d4", "f6")
    assert state.chips.red == rules().data.patients
    assert len(state.deck) == 28
    assert rules().actors(state) == (NATURE,)
    assert state.players[state.active] == "Ana"


def test_all_who_were_infected_spread_the_disease_at_once() -> None:
    """`spread.once`: nobody who was infected with the card spreads it with the same card."""
    game = small(make_kit("P A A A\nA A A A\nA A A P"))
    after = play(game, lay(game, "r r . .\n. . . .\n. . . r"), "spread east")
    assert show(game, after) == drawn("r r r .\n. . . .\n. . . r")


@pytest.mark.parametrize(
    ("card", "board"),
    [
        ("spread north", ". r .\n. r .\n. . ."),
        ("spread east", ". . .\n. r r\n. . ."),
        ("spread south", ". . .\n. r .\n. r ."),
        ("spread west", ". . .\nr r .\n. . ."),
    ],
)
def test_every_direction_is_its_own(card: str, board: str) -> None:
    """One step, to where the arrow points."""
    game = small(make_kit("A A A\nA P A\nA A A"))
    assert show(game, play(game, lay(game, ". . .\n. r .\n. . ."), card)) == drawn(board)


def test_nothing_happens_where_a_chip_lies_or_the_board_ends() -> None:
    """`spread.blocked`: whatever the colour of the chip; rows do not go on in the next one."""
    game = small(make_kit("P A A A\nA A A A\nA A A P\nA A A A"))
    board = "r b . r\n. r . .\nr k . r\n. . . ."
    after = play(game, lay(game, board), "spread east")
    assert show(game, after) == drawn("r b . r\n. r r .\nr k . r\n. . . .")


def test_nobody_lives_in_a_gap() -> None:
    """A board of one's own may have them: nothing spreads into one, or over it."""
    game = small(make_kit("P - A\nA A A\n- A P"))
    after = play(game, lay(game, "r .\n. . .\n. r"), "spread east")
    assert show(game, after) == drawn("r .\n. . .\n. r")
    assert after.offers == AFTER_IDLE_SPREAD


def test_the_dead_do_not_spread_the_disease() -> None:
    """`spread.dead`."""
    game = small(make_kit("A A A\nP A A\nA A P"))
    after = play(game, lay(game, "k . .\n. . .\nr . ."), "spread east")
    assert show(game, after) == drawn("k . .\n. . .\nr r .")


def test_corners_do_not_touch() -> None:
    """`touch.sides`: not for containment, not for deaths, not for outbreaks."""
    game = small(make_kit("A A A\nA P A\nA A P", cards=("spread north", "outbreak a")))
    contained = lay(game, ". b .\nb r b\n. b b")
    assert play(game, contained, "spread north", "vaccinate a1", "done").end == "pox.end.contained"
    state = play(game, lay(game, ". . .\n. r .\n. . ."), "outbreak a")
    assert [move.text for move in game.moves(state, "Ana")] == [
        "infect a1",
        "infect c1",
        "infect a3",
    ]


def test_at_the_edge_only_the_neighbours_count_who_are_there() -> None:
    """`touch.edge`: on a2 three are enough to die, in the corner a1 two."""
    game = small(make_kit("P A A\nA A A\nA A P"))
    after = play(game, lay(game, "r r .\n. . .\nr . ."), "spread south")
    assert show(game, after) == drawn("k r .\nk r .\nr . .")


def test_a_card_can_be_drawn_as_long_as_it_is_in_the_deck() -> None:
    """`draw.deck`: five of each direction, one of each kind."""
    game = rules()
    deck = Cards.of([("spread north", 1), ("outbreak baker", 1)])
    state = lay(game, EMPTY.replace(".", "r", 1), deck=deck)
    assert rule_against(game, state, "spread east") == "draw.deck"
    assert set(game.odds(state)) == {game.data.cards["spread north"], game.data.cards["outbreak baker"]}
    after = play(game, state, "outbreak baker", "infect e5", "done")
    assert rule_against(game, after, "outbreak baker") == "draw.deck"
    assert rule_against(game, after, "spread north") == ""


def test_the_odds_are_those_of_the_deck() -> None:
    """20 spread and 8 outbreak cards; what was drawn is gone."""
    game = rules()
    state = game.start(("Ana",), {})
    odds = {move.text: chance for move, chance in game.odds(state).items()}
    assert odds["spread north"] * 28 == 5
    assert odds["outbreak baker"] * 28 == 1
    after = play(game, state, "spread north", "done")
    odds = {move.text: chance for move, chance in game.odds(after).items()}
    assert odds["spread north"] * 27 == 4


def test_the_played_cards_become_the_deck_when_it_is_used_up() -> None:
    """`draw.shuffle`: all 28 are in it again, and the one that is drawn is gone from them."""
    game = rules()
    state = lay(game, EMPTY.replace(".", "r", 1), deck=Cards.of([("spread north", 1)]))
    after = play(game, state, "spread north", "done")
    assert len(after.deck) == 0
    assert sum(game.odds(after).values()) == 1
    assert len(game.odds(after)) == 12
    drawn_again = step(game, after, "spread east")
    assert drawn_again.events[0].key == "event.shuffle"
    assert len(drawn_again.state.deck) == 27
    assert list(drawn_again.state.deck).count("spread east") == 4


def test_an_outbreak_finds_healthy_people_of_its_kind_who_touch_no_chip() -> None:
    """The players choose among them."""
    game = rules()
    state = play(game, game.start(("Ana",), {}), "outbreak baker")
    texts = [move.text for move in game.moves(state, "Ana")]
    assert "infect e5" in texts
    assert len(texts) == 9
    assert show(game, play(game, state, "infect e5")).splitlines()[4] == ". . . . r . . . ."


OUTBREAK = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . r b . . . .
    . . . . . . . . .
    . . . . . r . . .
    . . . . . . . . .
    k . . . . . . . .
    . . . . . . . . .
"""


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ("d4", "outbreak.healthy"),
        ("e4", "outbreak.healthy"),
        ("a8", "outbreak.healthy"),
        ("b3", "outbreak.vulnerable"),
        ("a1", "outbreak.kind"),
        ("e5", "outbreak.touch"),
        ("f1", ""),
    ],
)
def test_whom_an_outbreak_does_not_find(place: str, rule: str) -> None:
    """A person with a chip, a vulnerable one, one of another kind; e5 touches an immune person only."""
    game = rules()
    state = play(game, lay(game, OUTBREAK), "outbreak baker")
    assert rule_against(game, state, f"infect {place}") == rule


@pytest.mark.parametrize("chip", ["r", "b", "k"])
def test_a_chip_of_any_colour_counts_as_touching(chip: str) -> None:
    """`outbreak.touch`."""
    game = small(make_kit("P B B\nB A B\nB B P", cards=("outbreak a",)))
    board = f"r {chip} .\n. . .\n. . r"
    assert not list_candidates(game.data, lay(game, board).chips, lay(game, board).terms, "a")
    assert play(game, lay(game, board), "outbreak a").offers == AFTER_IDLE_OUTBREAK


def test_vulnerable_people_are_of_no_kind() -> None:
    """`outbreak.vulnerable`: even where a board of one's own gives them one."""
    game = small(make_kit("P B V\nB A B\nB B P", cards=("outbreak a",)))
    assert game.data.vulnerable & game.data.kinds["a"] == 0
    state = play(game, lay(game, "r . .\n. . .\n. . ."), "outbreak a")
    assert rule_against(game, state, "infect c1") == "outbreak.vulnerable"


@pytest.mark.parametrize("words", ["done", "vaccinate e5", "cure d4"])
def test_an_outbreak_must_infect_where_anybody_fits(words: str) -> None:
    """`outbreak.must`: nothing else comes before it."""
    game = rules()
    state = play(game, game.start(("Ana",), {}), "outbreak baker")
    assert rule_against(game, state, words) == "outbreak.must"
    assert len(game.moves(state, "Ana")) > 0


def test_after_an_outbreak_one_is_vaccinated_and_nobody_dies() -> None:
    """a1 is surrounded, but one looks for the dead after a spread only."""
    game = small(make_kit("P A A\nB B B\nB B B", cards=("outbreak b",)))
    board = "r k .\nk . .\n. . ."
    state = play(game, lay(game, board), "outbreak b", "infect c3")
    assert state.offers == AFTER_OUTBREAK
    assert state.chips.black.bit_count() == 2
    assert rule_against(game, state, "cure a1") == "good.cure"


def test_when_nobody_fits_two_are_vaccinated() -> None:
    """And nobody is infected."""
    game = small(make_kit("P A B\nB B B\nB B P", cards=("outbreak a",)))
    state = play(game, lay(game, "r . .\n. . .\n. . r"), "outbreak a")
    assert state.offers == AFTER_IDLE_OUTBREAK
    assert state.chips.red.bit_count() == 2
    state = play(game, state, "vaccinate b1")
    assert rule_against(game, state, "vaccinate a2") == ""
    assert play(game, state, "vaccinate a2").stage == "draw"


GOOD = """
    . . . . . . . . .
    . . . . . . . . .
    . . . r . . . . .
    . . . r b . . . .
    . . . k . . . . .
    . . . . . r . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("vaccinate d3", "vaccinate.healthy"),
        ("vaccinate e4", "vaccinate.healthy"),
        ("vaccinate d5", "vaccinate.healthy"),
        ("vaccinate g2", "vaccinate.vulnerable"),
        ("vaccinate c5", ""),
        ("cure c5", "cure.infected"),
        ("cure e4", "cure.infected"),
        ("cure d5", "cure.infected"),
        ("cure d4", ""),
        ("infect c5", "turn.now"),
        ("spread north", "turn.now"),
        ("done", ""),
    ],
)
def test_who_can_be_helped(words: str, rule: str) -> None:
    """[S] Vaccinated: without any chip, and not vulnerable. Cured: with a red chip."""
    game = rules()
    state = play(game, lay(game, GOOD), "spread west")
    assert state.offers == AFTER_SPREAD
    assert rule_against(game, state, words) == rule


def help_in_turn(card_of: str, *deeds: str) -> str:
    """The rule against the last of these deeds after a spread: `some` new chips, or `none`."""
    game = small(make_kit("P A A A\nA A A A\nA A A P\nA A A A"))
    board = {"some": "r . . .\n. . . .\n. . . r\n. . . .", "none": "r b . .\n. . . .\n. . . r\n. . . ."}[
        card_of
    ]
    places = iter(("a2", "b2", "c2", "d2", "a4", "b4", "c4", "d4"))
    red = iter(("a1", "d3"))
    state = play(game, lay(game, board), "spread east")
    words = [f"vaccinate {next(places)}" if deed == "v" else f"cure {next(red)}" for deed in deeds]
    state = play(game, state, *words[:-1])
    return rule_against(game, state, words[-1]) if state.stage == "help" else "turn over"


@pytest.mark.parametrize(
    ("after", "deeds", "rule"),
    [
        ("some", "vvv", ""),
        ("some", "vvvv", "turn over"),
        ("some", "c", ""),
        ("some", "cc", "turn over"),
        ("some", "cv", "turn over"),
        ("some", "vc", "good.cure"),
        ("none", "vvvvvv", ""),
        ("none", "vvvvvvv", "turn over"),
        ("none", "cc", ""),
        ("none", "vvvc", ""),
        ("none", "cvvv", ""),
        ("none", "vcvv", ""),
        ("none", "vvvvc", "good.cure"),
        ("none", "ccv", "turn over"),
        ("none", "vcc", "good.cure"),
        ("none", "cvc", "good.cure"),
        ("none", "cvvvv", "turn over"),
    ],
)
def test_what_the_good_part_offers(after: str, deeds: str, rule: str) -> None:
    """`good.double`: 6, or 2 cures, or 3 and a cure, in any order; beyond that `good.cure`."""
    assert help_in_turn(after, *deeds) == rule


def test_one_may_do_less() -> None:
    """`good.less`: nothing at all, or a part; the next player goes on."""
    game = rules()
    state = play(game, game.start(("Ana", "Ben"), {}), "spread north")
    assert play(game, state, "done").active == 1
    assert play(game, state, "vaccinate e4", "done").active == 1


def test_the_good_part_ends_when_nobody_is_left_to_be_helped() -> None:
    """`good.less`: nobody healthy, nobody infected that could be cured."""
    game = small(make_kit("P A V\nA A A"))
    state = play(game, lay(game, "r . .\nb b b"), "spread north", "vaccinate b1")
    assert state.offers == ((5, 0), (2, 1))
    assert play(game, state, "cure a1").end == "pox.end.contained"


def test_a_good_part_that_has_ended_is_not_left() -> None:
    """`good.over`: a log with a `done` too many is told so; to anybody else it is not their turn."""
    game = rules()
    log = GameLog(
        "pox",
        ("Ana", "Ben"),
        tuple(
            LogLine(actor, words, number)
            for number, (actor, words) in enumerate(
                [(NATURE, "spread north"), ("Ana", "cure d4"), ("Ana", "done")], 1
            )
        ),
        {},
    )
    with pytest.raises(LogError) as caught:
        list(replay(game, log))
    assert (caught.value.number, caught.value.rule) == (3, "pox.good.over")
    others = replace(log, lines=(*log.lines[:2], LogLine("Ben", "done", 3)))
    with pytest.raises(LogError) as caught:
        list(replay(game, others))
    assert caught.value.rule == "log.turn"


def test_nobody_is_helped_without_blue_chips() -> None:
    """`chips.blue`: neither vaccinated nor cured; the turn goes on, and the game is not lost."""
    game = small(make_kit("P A A\nA A A\nA A P", blue=2))
    state = play(game, lay(game, "r . .\n. . .\n. . r"), "spread north", "vaccinate b1", "vaccinate a2")
    assert state.chips.blue.bit_count() == 2
    assert state.stage == "draw"
    assert state.end == ""
    state = play(game, state, "spread west")
    assert state.stage == "draw"
    forced = lay(game, "r b b\n. . .\n. . r")
    state = play(game, lay(game, "r b .\n. . .\n. . r"), "spread north")
    state = replace(state, chips=forced.chips)
    assert rule_against(game, state, "vaccinate a2") == "chips.blue"
    assert rule_against(game, state, "cure a1") == "chips.blue"
    with pytest.raises(RulesError) as caught:
        game.check(state, state.players[state.active], Vaccinate("a2"))
    assert caught.value.values == {"number": 3, "most": 2}


def test_an_outbreak_among_nobody_names_its_kind() -> None:
    """Nobody of the kind can be infected: the good part follows at once."""
    game = small(make_kit("P A A\nA A A\nA A B", cards=("outbreak b",)))
    state = lay(game, "r . .\n. . .\n. . b")
    told = [event for event in step(game, state, "outbreak b").events if event.key == "event.outbreak.nobody"]
    assert [event.values for event in told] == [{"kind": Sentence("people.b")}]


def test_vulnerable_people_are_never_cured() -> None:
    """`cure.vulnerable`: only a board of one's own can have one who is ill and alive, from the beginning."""
    game = small(make_kit("X A A\nA A A\nA A P"))
    state = play(game, lay(game, "r b .\n. . .\n. b r"), "spread west")
    assert state.offers == AFTER_IDLE_SPREAD
    assert rule_against(game, state, "cure a1") == "cure.vulnerable"
    assert rule_against(game, state, "cure c3") == ""


def test_replaced_chips_go_back_to_their_pile() -> None:
    """`chips.back`: with four red chips, six people are infected after a cure and a death."""
    game = small(make_kit("P A V\nA A A\nA A P", red=4))
    state = play(game, lay(game, "r r .\n. . .\n. . r"), "spread east")
    assert show(game, state) == drawn("r r k\n. . .\n. . r")
    state = play(game, state, "cure a1", "spread south")
    assert show(game, state) == drawn("b r k\n. r .\n. . r")
    assert play(game, state, "done", "spread north").end == ""


def test_things_have_their_time() -> None:
    """`turn.now`: nobody helps before a card is drawn, nature does not help."""
    game = rules()
    state = game.start(("Ana",), {})
    assert rule_against(game, state, "vaccinate e5") == "turn.now"
    assert rule_against(game, state, "done") == "turn.now"


WORDS: Mapping[str, str] = {
    "SPREAD North": "spread north",
    " spread   north ": "spread north",
    "north": "spread north",
    "student": "outbreak student",
    "Outbreak Student": "outbreak student",
}


@pytest.mark.parametrize("words", sorted(WORDS))
def test_words_of_a_card(words: str) -> None:
    """Capital letters and blanks do not matter; one word is enough where it says all."""
    game = rules()
    assert game.parse(game.start(("Ana",), {}), NATURE, words).text == WORDS[words]


def test_words_of_the_good_part() -> None:
    """A place says what can be done there; a deed alone could be many moves."""
    game = rules()
    state = play(game, game.start(("Ana",), {}), "spread north")
    assert game.parse(state, "Ana", "d4").text == "cure d4"
    assert game.parse(state, "Ana", "E5").text == "vaccinate e5"
    with pytest.raises(AmbiguousMove):
        game.parse(state, "Ana", "vaccinate")
    with pytest.raises(UnreadableMove):
        game.parse(state, "Ana", "heal e5")


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("vaccinate j1", "pox.move.place"),
        ("cure e10", "pox.move.place"),
        ("infect 5e", "pox.move.place"),
        ("spread up", "pox.move.card"),
        ("outbreak nurse", "pox.move.card"),
        ("", "log.unreadable"),
        ("done done", "log.unreadable"),
    ],
)
def test_words_that_name_nothing(words: str, rule: str) -> None:
    """`move.place` and `move.card`: what there is not, is told as that."""
    game = rules()
    state = play(game, game.start(("Ana",), {}), "spread north")
    with pytest.raises(UnreadableMove) as caught:
        game.parse(state, "Ana", words)
    assert caught.value.rule == rule
