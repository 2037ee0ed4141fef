"""What the companion of POX says and shows: in words that there are, at the right time."""

import random

from generator.games.pox import make_game
from generator.games.pox.companion import PoxCompanion
from generator.games.pox.game import State
from generator.games.pox.players import Greedy
from generator.model.played import TokenMark
from generator.model.texts.wordings import Wording
from generator.play.simulate import choose_move
from generator.rules.core import NATURE
from tests import shipped
from tests.games.pox.boards import NAMES, lay, play, rules
from tests.referee import take_words


def companion() -> PoxCompanion:
    return make_game(shipped.kit("pox")).companion


def english() -> Wording:
    return shipped.kit("pox").wordings["en"]


def start(level: str = "chicken_soup") -> State:
    return rules().start(NAMES, {"difficulty": level})


def shown(state: State) -> list[str]:
    """The rows of the view, a sign a place."""
    rows = companion().view(state)[0].rows
    return ["".join(str(cell.text) for cell in row) for row in rows]


def test_everything_that_can_be_said_has_words() -> None:
    """In whole games: questions, moves, lessons, events, views; no place of a sentence stays empty."""
    game, told = rules(), companion()
    wordings = shipped.kit("pox").wordings.values()
    for seed in range(12):
        chance = random.Random(seed)
        policy = Greedy(game)
        state = start(list(game.data.levels)[seed % 5])
        said = list(told.prepare(state))
        while actors := game.actors(state):
            actor = actors[0]
            said += [told.ask(state, actor), *filter(None, [told.lesson(state, actor)])]
            said += [told.describe(state, actor, move) for move in game.moves(state, actor)]
            for block in told.view(state):
                said += [cell.text for row in block.rows for cell in row if not isinstance(cell.text, str)]
                said += [block.title] if not isinstance(block.title, str) else []
            if actor == NATURE or seed % 2:
                actor, move = choose_move(game, state, actors, chance, None)
            else:
                actor, move = choose_move(game, state, actors, chance, policy)
            step = game.apply(state, actor, move)
            said += step.events
            state = step.state
        for wording in wordings:
            texts = {sentence.format(wording) for sentence in said}
            assert not [text for text in texts if "{" in text or not text]


def test_the_set_up_is_told() -> None:
    """Red chips on the patients, as many black ones as the level takes."""
    said = [sentence.format(english()) for sentence in companion().prepare(start("iv_fluids"))]
    assert said[0] == "Put red chips on d4 and f6."
    assert said[2] == "Put black chips on the first 3 spaces of Deaths."
    assert said[3] == "Ana begins."


def test_the_level_is_asked_for() -> None:
    """By its name, and how many may die."""
    (question,) = companion().questions
    assert question.key == "difficulty"
    told = {value: sentence.format(english()) for value, sentence in question.values.items()}
    assert told["chicken_soup"] == "Chicken Soup: 4 people may die"
    assert told["intensive_care"] == "Intensive Care: 1 person may die"
    assert told["miracle"] == "Miracle: nobody may die"
    assert tuple(told) == rules().options["difficulty"]


def test_what_is_asked_of_whom() -> None:
    """The card, whom an outbreak infects, whom the good part helps, with what is left of it."""
    game, told = rules(), companion()
    state = start()
    assert told.ask(state, NATURE).format(english()) == "Ana draws a card. Which one?"
    outbreak = play(game, state, "outbreak baker")
    assert told.ask(outbreak, "Ana").format(english()) == "Ana: whom does the outbreak infect?"
    spread = play(game, state, "spread north")
    asked = told.ask(spread, "Ana").format(english())
    assert asked == "Ana, whom do you help? You may vaccinate 3, or cure 1."
    left = play(game, spread, "vaccinate e5")
    assert told.ask(left, "Ana").format(english()).endswith("You may vaccinate 2.")


def test_moves_in_words() -> None:
    """By what is printed on cards and board."""
    game, told = rules(), companion()
    state = play(game, start(), "spread north")
    moves = {
        move.text: told.describe(state, "Ana", move).format(english()) for move in game.moves(state, "Ana")
    }
    assert moves["vaccinate e5"] == "vaccinate e5 (Baker)"
    assert moves["cure d4"] == "cure d4 (patient)"
    assert moves["cure d3"] == "cure d3 (Teacher)"
    assert moves["done"] == "skip the rest"
    cards = {
        move.text: told.describe(start(), NATURE, move).format(english())
        for move in game.moves(start(), NATURE)
    }
    assert cards["spread north"] == "Spread North"
    assert cards["outbreak baker"] == "Outbreak: Baker"


def test_events_of_a_turn() -> None:
    """What must be placed where, and who goes on."""
    game = rules()
    state = start()
    step = game.apply(state, NATURE, game.data.cards["spread north"])
    assert [event.format(english()) for event in step.events] == [
        "The disease spreads north. Red chips on d3 and f5.",
        "Nobody has died.",
    ]
    step = take_words(game, step.state, "Ana", "done")
    assert [event.format(english()) for event in step.events] == [
        "The rest is skipped.",
        "Not contained yet. It is Ben’s turn.",
    ]


def test_lessons_come_when_they_are_needed() -> None:
    """A new one for each thing that is new, and none in the middle of a good part."""
    game, told = rules(), companion()

    def key(state: State) -> str:
        sentence = told.lesson(state, game.actors(state)[0])
        return "" if sentence is None else sentence.key

    state = start()
    assert key(state) == "lesson.draw"
    spread = play(game, state, "spread north")
    assert key(spread) == "lesson.some"
    helped = play(game, spread, "vaccinate e4")
    assert key(helped) == ""
    board = "\n".join([". . . . . . . . ."] * 9).replace(".", "r", 1)
    stopped = play(game, lay(game, board), "spread north")
    assert key(stopped) == "lesson.none"
    assert key(play(game, stopped, "vaccinate e1", "vaccinate e2", "vaccinate e3")) == ""
    assert key(play(game, helped, "done")) == "lesson.contained"
    outbreak = play(game, state, "outbreak student")
    assert key(outbreak) == "lesson.outbreak"
    assert key(play(game, outbreak, "infect i9")) == "lesson.one"


def test_the_board_is_shown_with_its_chips() -> None:
    """And who is vulnerable; in an outbreak, whom it may infect."""
    game = rules()
    state = play(game, start(), "spread north", "vaccinate e5", "done")
    assert shown(state) == [
        "1.........",
        "2......v..",
        "3.v.r.....",
        "4...r...v.",
        "5....br...",
        "6.v...r...",
        "7.......v.",
        "8..v......",
        "9.........",
    ]
    heads = companion().view(state)[0].heads
    assert [str(cell.text) for cell in heads] == ["", *"abcdefghi"]
    outbreak = play(game, state, "outbreak student")
    marked = {
        row[0] + "abcdefghi"[column]
        for row in shown(outbreak)
        for column in range(9)
        if row[column + 1] == "?"
    }
    legal = {move.text.split()[1] for move in game.moves(outbreak, "Ben")}
    assert {place[1] + place[0] for place in marked} == legal


def test_what_lies_on_the_printed_board() -> None:
    """A chip for each person who has one; of the black ones those wait that nobody has taken."""
    state = lay(rules(), "\n".join(["r b k . . . . . ."] + [". . . . . . . . ."] * 8))
    (part,) = companion().position(state).parts
    assert part.part == "board"
    laid = {(each.area, each.place): each.mark for each in part.laid}
    assert laid == {
        ("people", "a1"): TokenMark("infection"),
        ("people", "b1"): TokenMark("immunity"),
        ("people", "c1"): TokenMark("death"),
        ("deaths", "2"): TokenMark("death"),
        ("deaths", "3"): TokenMark("death"),
        ("deaths", "4"): TokenMark("death"),
        ("deaths", "5"): TokenMark("death"),
    }


def test_nature_draws_cards() -> None:
    """For who lets the companion shuffle."""
    assert companion().chance(start()) == "cards"
