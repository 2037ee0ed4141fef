"""What the companion of POX says and shows: in words that there are, at the right time."""

import random
from dataclasses import replace

from generator.games.pox import make_game
from generator.games.pox.companion import PoxCompanion
from generator.games.pox.game import DONE_MOVE, Chips, Cure, Infect, State, Vaccinate
from generator.games.pox.players import Greedy
from generator.model.played import Position, TokenMark
from generator.model.texts.wordings import Wording
from generator.play.simulate import choose_move
from generator.rules.core import NATURE, Sentence
from tests import shipped
from tests.games.pox.boards import NAMES, lay, make_kit, play, rules, small
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
    students = replace(state, chips=state.chips._replace(blue=game.data.kinds["student"]))
    assert key(play(game, students, "outbreak student")) == "lesson.two"


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


def say(text: str | Sentence) -> str:
    return text if isinstance(text, str) else text.format(english())


def list_tables(state: State) -> list[tuple[str, bool, list[str], list[list[tuple[str, str]]]]]:
    """The tables of the view: title, whether it is a grid, heads, and cells with their tones."""
    return [
        (
            say(table.title),
            table.is_grid,
            [f"{cell.text} {cell.tone}" for cell in table.heads],
            [[(say(cell.text), cell.tone) for cell in row] for row in table.rows],
        )
        for table in companion().view(state)
    ]


LEGEND = [("r infected, b immune, k dead, v vulnerable", "dim")]
HEADS = [" plain", *(f"{column} dim" for column in "abcdefghi")]


def test_the_view_tells_what_lies_where_and_what_is_next() -> None:
    """The board is a grid, with a tone for each sign; the level has its name, unless a variant changed it."""
    game = rules()
    board, dead = list_tables(start())
    assert board[:3] == ("Turn 1, Ana. Draw pile: 28 cards", True, HEADS)
    nobody = (".", "dim")
    fourth = [("4", "dim"), *[nobody] * 3, ("r", "red"), *[nobody] * 3, ("v", "yellow"), nobody]
    assert board[3][3] == fourth
    assert dead == ("Chicken Soup: 0 of 4 dead", False, [], [LEGEND])
    state = play(game, start(), "spread north", "vaccinate e5", "done", "outbreak student")
    board, dead = list_tables(state)
    assert board[0] == "Turn 2, Ben: Outbreak: Student"
    assert board[3][4][5:7] == [("b", "blue"), ("r", "red")]
    assert board[3][0][2] == ("?", "strong")
    assert dead[3] == [LEGEND, [("? may be infected", "dim")]]
    (_, easy) = list_tables(game.start(NAMES, {"difficulty": "miracle", "deaths_allowed": "7"}))
    assert easy[0] == "0 of 7 dead"
    (died, counted) = list_tables(lay(game, "\n".join(["k . . . . . . . ."] + [". . . . . . . . ."] * 8)))
    assert died[3][0][1] == ("k", "black")
    assert counted[0] == "Chicken Soup: 1 of 4 dead"


def test_a_gap_in_the_board_is_an_empty_cell() -> None:
    game = small(make_kit("P A\n- B"))
    (board, _) = PoxCompanion(game.data).view(game.start(NAMES, {}))
    cells = [[(cell.text, cell.tone) for cell in row] for row in board.rows]
    assert cells == [
        [("1", "dim"), ("r", "red"), (".", "dim")],
        [("2", "dim"), (" ", "plain"), (".", "dim")],
    ]


def test_all_steps_of_the_set_up() -> None:
    """An easier game takes more black chips than there are spaces for them."""
    said = [say(one) for one in companion().prepare(start())]
    assert said == [
        "Put red chips on d4 and f6.",
        "Shuffle the cards and put them face down on the draw pile.",
        "Put black chips on the first 5 spaces of Deaths.",
        "Ana begins.",
    ]
    easy = rules().start(NAMES, {"difficulty": "miracle", "deaths_allowed": "7"})
    assert say(companion().prepare(easy)[2]) == (
        "Put black chips on all 5 spaces of Deaths, and 3 more beside them; anything black will do."
    )
    alone = small(make_kit("P A\nA B"))
    first = PoxCompanion(alone.data).prepare(alone.start(NAMES, {}))[0]
    assert first.values == {"places": ("a1",), "number": 1}


def test_the_question_for_the_level_has_all_its_words() -> None:
    """It is not asked if another number of deaths is chosen."""
    (question,) = companion().questions
    assert say(question.text) == english().sentences["ask.difficulty"]
    assert say(question.name or "") == english().sentences["option.difficulty"]
    assert {value: say(name) for value, name in question.names.items()}["iv_fluids"] == "IV Fluids"
    assert question.settled_by == ("deaths_allowed",)


def test_words_of_moves_are_those_of_cards_and_people() -> None:
    kinds = ["baker", "courier", "driver", "gardener", "librarian", "musician", "student", "teacher"]
    assert {word: say(text) for word, text in companion().words} == {
        "done": "skip the rest",
        **{word: word.title() for word in ("spread", "outbreak", "north", "east", "south", "west", *kinds)},
    }


def test_somebody_without_a_kind_is_named_by_the_place() -> None:
    game = small(make_kit("P V\nA B"))
    told = PoxCompanion(game.data).describe(game.start(NAMES, {}), "Ana", Vaccinate("b1"))
    assert (told.key, told.values) == ("say.vaccinate_somebody", {"place": "b1"})


def test_offers_of_both_kinds_are_one() -> None:
    """Vaccinations and cures that come together, or else one of them."""
    asked = companion().ask(play(rules(), start(), "outbreak student", "infect i9"), "Ana").format(english())
    assert asked == "Ana, whom do you help? You may vaccinate 1."
    board = "\n".join(["r . . . . . . . ."] + [". . . . . . . . ."] * 8)
    idle = play(rules(), lay(rules(), board), "spread north")
    assert say(companion().ask(idle, "Ana")) == (
        "Ana, whom do you help? You may vaccinate 6, or cure 2, or vaccinate 3 and cure 1."
    )


def test_moves_have_places_and_places_have_moves() -> None:
    """A touched person is infected, vaccinated, or cured, as the stage and the chips there are."""
    game, told = rules(), companion()
    assert told.places(start(), Infect("a1")) == (("people", "a1"),)
    assert told.places(start(), Vaccinate("b2")) == (("people", "b2"),)
    assert told.places(start(), Cure("c3")) == (("people", "c3"),)
    assert told.places(start(), DONE_MOVE) == ()
    touched = [("people", "d4"), ("people", "a1"), ("people", "z9"), ("deaths", "1")]
    assert told.attempts(start(), "Ana", touched) == ()
    outbreak = play(game, start(), "outbreak student")
    assert told.attempts(outbreak, "Ana", touched) == ["infect d4", "infect a1"]
    spread = play(game, start(), "spread north")
    assert told.attempts(spread, "Ana", touched) == ["cure d4", "vaccinate a1"]


def test_a_position_becomes_a_state_of_one_player() -> None:
    """Chips of people count, not those that wait; without any, nobody is ill."""
    board = "\n".join(["r b k . . . . . ."] + [". . . . . . . . ."] * 8)
    laid = lay(rules(), board)
    arranged = companion().arrange(companion().position(laid))
    assert (arranged.players, arranged.stage, arranged.chips) == (("Ana",), "draw", laid.chips)
    empty = companion().arrange(Position(()))
    assert empty.chips == Chips(0, 0, 0)
    assert companion().arrange(Position(())).turn == 1


def test_the_form_takes_a_chip_for_each_person() -> None:
    """It writes what lies there as a board of letters."""
    game = make_game(shipped.kit("pox"))
    (form,) = game.forms
    (taken,) = form.list_takes()
    assert (taken.part, taken.area, len(taken.places)) == ("board", "people", 81)
    assert taken.marks == (TokenMark("infection"), TokenMark("immunity"), TokenMark("death"))
    assert [english().sentences[name] for name in taken.names] == ["Infected", "Immune", "Dead"]
    board = "\n".join(["r b k . . . . . ."] + [". . . . . . . . ."] * 8)
    position = companion().position(lay(rules(), board))
    assert form.write_entry(position, NAMES, {}) == board
    assert game.arrange is not None
    assert game.arrange(position).chips == lay(rules(), board).chips


def test_the_game_has_its_numbers_and_options() -> None:
    """Numbers that the book prints, and the variants that options choose."""
    game = make_game(shipped.kit("pox"))
    assert game.numbers == {
        "some_vaccinate": 3,
        "some_cure": 1,
        "none_vaccinate": 6,
        "none_cure": 2,
        "mixed_vaccinate": 3,
        "mixed_cure": 1,
        "outbreak_vaccinate": 1,
        "nobody_vaccinate": 2,
        "easy_deaths": 6,
        "easiest_deaths": 7,
        "all_people": 81,
        "patients": 2,
        "vulnerable": 6,
        "kinds": 8,
        "deck": 28,
        "red_chips": 40,
        "blue_chips": 50,
        "black_chips": 5,
        "deaths_chicken_soup": 4,
        "deaths_cough_medicine": 3,
        "deaths_iv_fluids": 2,
        "deaths_intensive_care": 1,
    }
    assert [*game.rules.options] == ["difficulty", "strict_chip_limit", "diagonal_touch", "deaths_allowed"]
    assert game.rules.options["strict_chip_limit"] == game.rules.options["diagonal_touch"]
    assert game.knowledge is not None
    assert game.knowledge.horizon == 2
    assert game.knowledge.macros is not None
    assert game.knowledge.macros(play(game.rules, start(), "spread north"), "Ana")
