"""The companion of Virus & Co.: what it asks and tells, and the table that it shows."""

from dataclasses import replace
from functools import cache

import pytest

from generator.games.virus_and_co import make_game
from generator.games.virus_and_co.companion import VirusAndCoCompanion
from generator.games.virus_and_co.data import State
from generator.model.played import Position, TokenMark
from generator.play.contracts.samples import play_moves
from generator.rules.core import NATURE, Sentence, ViewTable
from generator.rules.states import NO_CARDS
from tests import shipped
from tests.games.virus_and_co.table import NAMES, english, play, rules, table


@cache
def companion() -> VirusAndCoCompanion:
    return make_game(shipped.kit("virus_and_co")).companion


def say(sentence: Sentence | str) -> str:
    return sentence.format(english()) if isinstance(sentence, Sentence) else sentence


def ask(state: State, actor: str) -> tuple[str, str]:
    """The question, and the key of the lesson."""
    lesson = companion().lesson(state, actor)
    return say(companion().ask(state, actor)), lesson.key if lesson else ""


def report(state: State, line: str) -> str:
    actor, words = line.split(": ", 1)
    move = rules().parse(state, actor, words)
    rules().check(state, actor, move)
    return say(companion().describe(state, actor, move))


def draw(block: ViewTable) -> list[str]:
    return [" | ".join(say(cell.text) for cell in row) for row in block.rows]


def test_cards_that_are_turned_up_are_asked_for() -> None:
    """By the pile; of a risk card, by who reads it out."""
    start = rules().start(NAMES[:3], {})
    assert ask(start, NATURE) == ("Turn up the next card of the left pile. Which one is it?", "lesson.piles")
    kept = play(table(before={"Ana": "4 bbb"}), "Ana: risk to Bo", "Bo: keep")
    told = "Bo looks at the risk card and reads it out. Which one is it?"
    assert ask(kept, NATURE) == (told, "lesson.turn_risk")


def test_the_player_at_turn_is_asked_for_an_action() -> None:
    """From 4 points on there is one more to be explained."""
    told = "Ana, it is your turn. Do you take a card, or pass one on?"
    assert ask(table(), "Ana") == (told, "lesson.action")
    told = "Ana, it is your turn. Do you take a card, pass one on, or play a risk card?"
    assert ask(table(before={"Ana": "4 b"}), "Ana") == (told, "lesson.risk")
    empty = replace(table(opened=("", "")), piles=(0, 0), unseen=NO_CARDS)
    assert ask(empty, "Ana")[0] == "Ana, both piles are used up. Do you play a risk card, or do nothing?"


def test_who_gets_a_card_is_told_the_price_of_refusing() -> None:
    """By the number of the refusal, less what lies there already."""
    passed = play(table(), "Ana: pass left", "nature: left injection")
    told, lesson = ask(passed, "Bo")
    assert told.startswith(
        "Bo, the blue virus of 4 (1 blue and 1 red) lies in front of you. Do you keep it, or refuse"
    )
    assert told.endswith("for pills worth 1? It is refusal number 1.")
    assert lesson == "lesson.passed"
    again = play(passed, "Bo: pay b", "Cleo: pay bb", "Ana: pay bbb")
    told = ask(again, "Bo")[0]
    assert "or refuse for pills worth 3 more? It is refusal number 4, and your stake is worth 1." in told


def test_risk_cards_have_a_price_in_pills() -> None:
    """One to the active player, who pays two to the pharmacy."""
    played = play(table(before={"Ana": "4 bbb"}), "Ana: risk to Bo")
    told = "Bo, a risk card lies in front of you. Do you keep it, or refuse for 1 pill of any colour to Ana?"
    assert ask(played, "Bo") == (told, "lesson.passed_risk")
    back = play(played, "Bo: pay b to Cleo", "Cleo: pay b to Ana")
    told, lesson = ask(back, "Ana")
    assert told.startswith("Ana, your own risk card is back.")
    assert told.endswith("refuse for 2 pills of any colour to the pharmacy?")
    assert lesson == "lesson.passed_risk"


EFFECTS = [
    ("plage_other", "Bo, in front of whom do you put the virus?"),
    ("injektion", "Bo, on which of your viruses do you put the injection?"),
    ("testperson", "Bo, you still get 3 blue. From whom do you take a pill?"),
    ("ansteckung", "Bo, which virus do you take, and from whom?"),
    ("kassenpatient", "Bo, which pill do you give to the pharmacy?"),
    ("pharmaprobe", "Bo, which pill do you give, and to whom?"),
    ("diagnose", "Bo, who will end this round in intensive care?"),
    ("krankenschwester", "Bo, who will not end this round in intensive care?"),
]


@pytest.mark.parametrize(("card", "told"), EFFECTS)
def test_every_risk_card_asks_for_what_it_lets_one_choose(card: str, told: str) -> None:
    """With a lesson of its own."""
    state = table(4, before={"Ana": "4 bbb", "Bo": "1 b"})
    kept = play(state, "Ana: risk to Bo", "Bo: keep", f"nature: {card}")
    assert ask(kept, "Bo") == (told, f"lesson.{card}")


@pytest.mark.parametrize("card", ["rueckrufaktion", "verfallsdatum"])
def test_cards_that_cost_others_a_pill_ask_each_of_them(card: str) -> None:
    """Not who has kept it."""
    kept = play(table(3, before={"Ana": "4 b"}), "Ana: risk to Bo", "Bo: keep", f"nature: {card}")
    for player in ("Ana", "Cleo"):
        assert ask(kept, player) == (f"{player}, which pill do you give to the pharmacy?", f"lesson.{card}")
    assert ask(kept, "Bo")[1] == "lesson.manners"


def test_manners_are_asked_of_those_of_whom_nothing_else_is() -> None:
    """Ana, while Bo answers."""
    passed = play(table(), "Ana: pass left", "nature: left injection")
    assert ask(passed, "Ana") == ("Ana, do you owe a pill for your manners?", "lesson.manners")


TOLD = [
    ("Ana: take left", "take the blue virus of 4 (1 blue and 1 red)"),
    ("Ana: pass right to Bo", "pass the red virus of 3 (1 red) on to Bo"),
    ("Ana: risk to Cleo", "play a risk card, face down in front of Cleo"),
    ("Ana: forgot b", "the slip was forgotten: 1 blue to the player on the right"),
]


@pytest.mark.parametrize(("line", "told"), TOLD)
def test_moves_are_told_in_words(line: str, told: str) -> None:
    """What the cards are called, and who gets them."""
    assert report(table(before={"Ana": "4 bbb"}), line) == told


def test_an_injection_is_told_with_what_it_leaves() -> None:
    """So that one can choose."""
    state = table(before={"Ana": "5 6+i"}, opened=("injection", "red 3 r"))
    told = "take the injection and put it on the virus of 5: 5 becomes 3"
    assert report(state, "Ana: take left on 5") == told
    assert report(state, "Ana: take left on 6+i").endswith("the virus of 6: 3 becomes 0")


def test_the_table_shows_what_lies_on_it() -> None:
    """The middle, a card on its way with its stakes, and a row for each player."""
    before = {"Ana": "4 bbb", "Bo": "5+i 4 r diagnosis=Cleo"}
    state = play(
        table(before=before), "Ana: pass left", "nature: left injection", "Bo: pay r", "Cleo: pay bb"
    )
    view = companion().view(replace(state, doctor=2))
    assert say(view[0].title) == "Round 1 of 3; it is Ana’s turn"
    assert draw(view[0]) == [
        "left pile | 17 cards left | an injection",
        "right pile | 18 cards left | the red virus of 3 (1 red)",
        "pharmacy | 3 blue, 2 yellow and 2 red (13)",
        "on its way | the blue virus of 4 (1 blue and 1 red), in front of Ana; refused 2 times",
        " | stake of Bo: 1 red",
        " | stake of Cleo: 2 blue",
    ]
    assert [say(cell.text) for cell in view[1].heads[1:3]] == ["viruses", "points"]
    assert draw(view[1]) == [
        "Ana | 4 | 4 | 0 | 3 | 0 | 0 | 3 | 3 | -",
        "Bo | 4 5+i | 7 | 1 | 0 | 0 | 0 | 0 | 3 | Diagnosis: Cleo",
        "Cleo | - | 0 | 0 | 1 | 0 | 0 | 1 | 3 | Doctor, sir",
    ]


def test_a_risk_card_on_its_way_lies_face_down() -> None:
    """Another card is open; so are those of the piles."""
    played = play(table(before={"Ana": "4 bbb"}), "Ana: risk to Bo")
    *_, risk = companion().cards(played)
    risks = [card.piece for card in rules().data.cards.values() if card.kind == "risk"]
    assert (risk.area, risk.mark) == ("passing", TokenMark(risks[0], is_turned=True))
    passed = play(table(), "Ana: pass left", "nature: left injection")
    assert not any(card.mark.is_turned for card in companion().cards(passed))


def test_the_title_says_how_long_the_game_was() -> None:
    *_, last = play_moves(rules(), NAMES[:3], setup={"length": "1"}, seed=1)
    assert companion().view(last.step.state)[0].title == Sentence("view.over", number=1)


def test_before_the_game_everything_is_laid_out() -> None:
    """Pills, piles and risk cards as the kit has them for this table."""
    told = [say(step) for step in companion().prepare(rules().start(NAMES[:4], {}))]
    assert "3 blue, 2 yellow and 2 red" in told[0]
    assert told[2].endswith("19 cards face down on the left, 19 on the right.")
    assert "deal 5 to each" in told[3]
    assert [question.key for question in companion().questions] == ["length"]


def test_words_of_the_notation_have_their_names() -> None:
    """Colours, sides, and the injection as they are called elsewhere."""
    keys = {
        **{colour: f"word.{colour}" for colour in ("blue", "red")},
        "skip": "tell.skip",
        **{side: f"view.side.{side}" for side in ("left", "right")},
        "injection": "card.injection.name",
    }
    assert companion().words == tuple((word, Sentence(key)) for word, key in keys.items())
    assert rules().odds(table()) == {}


def test_there_is_no_board_to_draw() -> None:
    """Nor a sheet: the position is empty in every state."""
    assert companion().position(table()) == Position()


def test_every_lesson_comes_up_in_games() -> None:
    """None was written in vain; those of risk cards have tests of their own."""
    written = {key for key in english().sentences if key.startswith("lesson.")}
    seen = {f"lesson.{card}" for card in (*(card for card, _ in EFFECTS), "rueckrufaktion", "verfallsdatum")}
    for seed in range(6):
        state = rules().start(NAMES[:4], {})
        for each in play_moves(rules(), NAMES[:4], setup={}, seed=seed):
            for actor in rules().actors(state):
                lesson = companion().lesson(state, actor)
                seen |= {lesson.key} if lesson else set()
            state = each.step.state
    assert seen == written
