"""The companion of Fight the Virus: what it asks and tells, and the sheets that it shows."""

from dataclasses import replace
from functools import cache

import pytest

from generator.games.fight_the_virus import make_game
from generator.games.fight_the_virus.companion import FightTheVirusCompanion
from generator.games.fight_the_virus.sheet import ProgressArea, State, start_game
from generator.model.played import Laid, PenMark
from generator.play.simulate import play_to_end
from generator.rules.core import NATURE, Sentence, ViewTable
from tests import shipped
from tests.games.fight_the_virus.sheets import NAMES, data, play_by_chance, play_well, rules
from tests.referee import take_words


@cache
def companion(variant: str = "") -> FightTheVirusCompanion:
    return make_game(shipped.kit("fight_the_virus"), variant=variant).companion


def say(sentence: Sentence | str) -> str:
    wording = shipped.kit("fight_the_virus").wordings["en"]
    return sentence.format(wording) if isinstance(sentence, Sentence) else sentence


def play(game: State, *lines: str, variant: str = "") -> State:
    for line in lines:
        actor, _, text = line.rpartition(": ")
        actor = actor or NATURE
        engine = rules(variant)
        game = take_words(engine, game, actor, text).state
    return game


def ask(game: State, actor: str) -> tuple[str, str]:
    """The question, and the key of the lesson."""
    lesson = companion().lesson(game, actor)
    return say(companion().ask(game, actor)), lesson.key if lesson else ""


def draw(block: ViewTable) -> list[str]:
    return [" ".join(say(cell.text) for cell in row).rstrip() for row in (block.heads, *block.rows)]


@pytest.fixture
def game() -> State:
    return start_game(data(), ("Ana", "Bo"))


def test_everybody_is_asked_for_what_they_may_do(game: State) -> None:
    """The active player for two dice, one after the other; the others for one, and for an extra one."""
    assert ask(game, NATURE) == ("Ana rolls both dice. What do they show?", "lesson.roll")
    rolled = play(game, "2 5")
    active = "Ana, you are active: one of 2 and 5 goes into the virus analysis, the other elsewhere."
    assert ask(rolled, "Ana") == (active, "lesson.active")
    rest = play(rolled, "Ana: 2 curve d1")
    assert ask(rest, "Ana")[0] == "Ana, the 5 is left, for the virus analysis."
    assert ask(rolled, "Bo") == ("Bo, you may use one of 2 and 5, in any area.", "lesson.passive")
    extra = play(rolled, "Bo: 2 testing a3")
    assert ask(extra, "Bo") == ("Bo, you may use the 5, too, in any area.", "lesson.extra")
    later = play(rolled, "Ana: done", "Bo: done")
    assert ask(later, NATURE) == ("Bo rolls both dice. What do they show?", "lesson.next")


def test_doubles_bonuses_and_setbacks_have_questions_and_lessons(game: State) -> None:
    """Each at its time."""
    doubles = play(game, "3 3")
    told = "Ana, do the doubles stand, or do you roll both dice again?"
    assert ask(doubles, "Ana") == (told, "lesson.doubles")
    ready = replace(game, sheets=(game.sheets[0], replace(game.sheets[1], researched=5)))
    won = play(ready, "1 6", "Bo: 6 research")
    assert ask(won, "Bo") == ("Bo, use your bonus now: a 1 in testing.", "lesson.bonus.one")
    assert ask(play(game, "5 6"), "Ana")[1] == "lesson.circle"
    assert ask(play(game, "6 6"), "Bo")[1] == "lesson.loss"


def test_progress_is_explained_when_somebody_has_some(game: State) -> None:
    """Not in the first round, in which other things are new."""
    rich = replace(game, sheets=(replace(game.sheets[0], progress=ProgressArea(21, circled=1)),) * 2)
    assert ask(play(rich, "1 2"), "Ana")[1] == "lesson.active"
    assert ask(play(replace(rich, turn=3), "1 2"), "Ana")[1] == "lesson.progress"


TOLD = [
    ("Ana", "2 curve d1", "2: write a 2 into d1 of the curve"),
    ("Ana", "5 testing a3", "5: write a 5 into a3 of testing"),
    ("Bo", "5 testing a3", "5: write a 5 into a3 of testing; it brings an extra die"),
    ("Bo", "2 analysis f1 f2", "2: fill f1 and f2 in the virus; it brings 1 spike"),
    ("Ana", "2+2+1 testing a1", "5, a 2 with 2 fields of progress: write a 5 into a1 of testing"),
    ("Ana", "done", "use no more dice"),
]


@pytest.mark.parametrize(("actor", "words", "told"), TOLD)
def test_moves_are_told_with_what_they_bring(game: State, actor: str, words: str, told: str) -> None:
    """In words, die first."""
    rich = replace(
        game, sheets=(replace(game.sheets[0], progress=ProgressArea(21, circled=3)), game.sheets[1])
    )
    rolled = play(rich, "2 5")
    move = rules().parse(rolled, actor, words)
    rules().check(rolled, actor, move)
    assert say(companion().describe(rolled, actor, move)) == told


def test_squares_that_are_touched_are_tried_with_all_dice(game: State) -> None:
    """With all numbers, if it is a bonus of the curve; a number of research is written as such."""
    rolled = play(game, "2 5")
    told = companion()
    assert told.attempts(game, "Ana", (("curve", "d1"),)) == ()
    assert told.attempts(rolled, "Ana", (("curve", "d1"), ("testing", "a1"))) == ()
    assert told.attempts(rolled, "Ana", (("progress", "1"),)) == ()
    assert told.attempts(rolled, "Ana", (("curve", "d1"),)) == ["2 curve d1", "5 curve d1"]
    first = data().research.ids[0]
    assert told.attempts(rolled, "Bo", (("research", first),)) == ["2 research 1", "5 research 1"]
    hands = tuple(replace(hand, dice=(), bonus="number") for hand in rolled.hands)
    bonus = replace(rolled, hands=hands)
    assert told.attempts(bonus, "Bo", (("curve", "d1"),)) == [f"bonus curve d1={die}" for die in range(1, 7)]
    assert told.attempts(bonus, "Bo", (("testing", "a1"),)) == ["bonus testing a1"]


def test_a_bonus_that_brings_the_next_is_told_so(game: State) -> None:
    """Research 3 brings a shape, and the shape two spikes."""
    ready = replace(game, sheets=(game.sheets[0], replace(game.sheets[1], researched=2)))
    rolled = play(ready, "3 4")
    research = rules().parse(rolled, "Bo", "3 research")
    told = "3: cross out the 3 in research; it brings a shape in the virus analysis"
    assert say(companion().describe(rolled, "Bo", research)) == told
    won = play(rolled, "Bo: 3 research")
    shape = rules().parse(won, "Bo", "bonus analysis d1 d2 d3 c3")
    told = "bonus: fill d1, d2, c3 and d3 in the virus; it brings 2 spikes"
    assert say(companion().describe(won, "Bo", shape)) == told


def test_the_sheet_of_whoever_is_asked_is_shown_in_full(game: State) -> None:
    """Letters for shapes, numbers, circles, what is still wanted; of the others one line."""
    ids = data().curve.ids
    spread = tuple({"c1": 3, "c2": 4}.get(id, 0) for id in ids)
    circled = frozenset({ids.index("c2"), ids.index("c4")})
    sheet = replace(game.sheets[0], spread=spread, circled=circled, researched=2)
    drawn = play(replace(game, sheets=(sheet, game.sheets[1])), "2 5", "Ana: 2 analysis f1 f2")
    view = companion().view(drawn)
    assert say(view[0].title) == "Roll 1; active: Ana; dice: 2 and 5"
    virus, walls, tracks, others, legend = view[1:]
    assert say(virus.title) == "Ana: Virus Analysis"
    assert draw(virus)[:4] == [
        "  a b c d e f g h i j k",
        "1       *   a   *",
        "2       . . a . .",
        "3     * . . . . . *",
    ]
    assert say(walls.title) == "Ana: Testing | Spread Curve"
    assert draw(walls)[-6:] == [
        "e         .   .             5       * *",
        "d       +   *   .           4     o* . . *",
        "c     *   .   .   *         3     . + . . .",
        "b   .   .   .   +   .       2   . o4 . . + . .",
        "a .   .   +   .   .   .     1 + . 3 . . . . . +",
        "                              a b c d e f g h i",
    ]
    assert draw(tracks)[1:] == [
        "Research x x 3 4 5 6 7 8 9 10 11 12",
        "Analysis Progress o . . . . . . . . . . . . . . . . . . . .",
    ]
    assert draw(others)[1] == "Bo 0/12 0/3 0/4 0/21"
    assert "red square" in draw(legend)[1]


def test_all_sheets_are_shown_while_the_dice_are_rolled_and_in_the_end(game: State) -> None:
    """There is time to look then. Before anything is written one empty sheet will do."""
    titles = [say(block.title) for block in companion().view(game)]
    assert [title for title in titles if title.endswith("Virus Analysis")] == ["Ana: Virus Analysis"]
    written = replace(game, sheets=(game.sheets[0], replace(game.sheets[1], researched=1)))
    titles = [say(block.title) for block in companion().view(written)]
    assert [title for title in titles if title.endswith("Virus Analysis")] == [
        "Ana: Virus Analysis",
        "Bo: Virus Analysis",
    ]
    over = companion().view(play_well(0)[-1])
    assert say(over[0].title).startswith("The game is over, after ")
    assert sum(block.is_grid for block in over) == 4


def test_the_position_is_what_is_written_on_each_sheet(game: State) -> None:
    """Shaded squares, circled and crossed fields, numbers, circles."""
    ids = data().curve.ids
    sheet = replace(
        game.sheets[0],
        shapes=(data().virus.squares(["f1", "f2"]),),
        progress=ProgressArea(21, circled=2, crossed=1),
        researched=1,
        tests=tuple(7 if id == "a2" else 0 for id in data().wall.ids),
        spread=tuple(3 if id == "c1" else 0 for id in ids),
        circled=frozenset({ids.index("c2")}),
    )
    owing = replace(game.sheets[1], progress=ProgressArea(21, circled=0, crossed=1))
    ana, bo = companion().position(replace(game, sheets=(sheet, owing))).parts
    assert (ana.part, ana.owner, bo.owner) == ("sheet", "Ana", "Bo")
    fields = [laid.place for laid in ana.laid if laid.area == "progress"]
    assert [laid.mark for laid in ana.laid if laid.area == "progress"] == [
        PenMark("circle"),
        PenMark("cross"),
        PenMark("circle"),
    ]
    assert fields[0] == fields[1] != fields[2]
    assert [laid for laid in ana.laid if laid.area not in ("progress", "research")] == [
        Laid("analysis", "f1", PenMark("fill")),
        Laid("analysis", "f2", PenMark("fill")),
        Laid("testing", "a2", PenMark("text", "7")),
        Laid("curve", "c2", PenMark("circle")),
        Laid("curve", "c1", PenMark("text", "3")),
    ]
    assert [laid.mark for laid in bo.laid] == [PenMark("cross")]


def test_marks_of_a_whole_game_are_those_of_the_sheets() -> None:
    """As many as the states have, in every state of a game of simple players."""
    for game in play_well(1)[::7]:
        for part, sheet in zip(companion().position(game).parts, game.sheets, strict=True):
            marks = [laid.mark.sign for laid in part.laid if isinstance(laid.mark, PenMark)]
            assert marks.count("fill") == sheet.analysed.bit_count()
            assert marks.count("circle") == sheet.progress.circled + len(sheet.circled)
            assert marks.count("cross") == sheet.progress.crossed + sheet.researched
            written = sum(map(bool, sheet.tests)) + sum(map(bool, sheet.spread))
            assert marks.count("text") == written


def test_large_groups_are_asked_for_their_rolls() -> None:
    """How many there are, who takes part in which, and what each one shows."""
    large = companion("large_groups")
    assert [question.key for question in large.questions] == ["rolls"]
    assert companion().questions == ()
    game = rules("large_groups").start(("Ana", "Bo"), {"rolls": "2"})
    assert say(large.ask(game, "Bo")) == "Bo, in which roll of every round are you active?"
    assert large.lesson(game, "Bo") == Sentence("lesson.choose")
    assert (
        say(large.describe(game, "Bo", rules("large_groups").parse(game, "Bo", "roll b")))
        == "active in roll B"
    )
    assert say(large.view(game)[0].title) == "Everybody chooses a roll"
    begun = play(game, "Ana: roll b", "Bo: roll b", variant="large_groups")
    assert say(large.ask(begun, NATURE)) == "Roll A is made. What do the dice show?"
    assert len(large.prepare(game)) == 2


def test_large_groups_see_the_names_of_all_active_players() -> None:
    """Nobody is active in a roll that nobody has chosen."""
    large = companion("large_groups")
    begun = play(
        rules("large_groups").start(("Ana", "Bo"), {"rolls": "2"}),
        "Ana: roll b",
        "Bo: roll b",
        variant="large_groups",
    )
    assert say(large.view(begun)[0].title) == "Roll 1; active: -"
    both = play(
        rules("large_groups").start(("Ana", "Bo"), {"rolls": "2"}),
        "Ana: roll a",
        "Bo: roll a",
        variant="large_groups",
    )
    assert say(large.view(both)[0].title) == "Roll 1; active: Ana and Bo"


def test_every_lesson_comes_up_in_games() -> None:
    """None was written in vain."""
    kit = shipped.kit("fight_the_virus")
    written = {key for key in kit.wordings["en"].sentences if key.startswith("lesson.")}
    seen = {"lesson.choose"}
    start = start_game(data(), NAMES[:2])
    for game in (start, *play_by_chance(0), *play_by_chance(1), *play_well(0), *play_well(1)):
        for actor in rules().actors(game):
            lesson = companion().lesson(game, actor)
            seen |= {lesson.key} if lesson else set()
    assert seen == written


@pytest.mark.parametrize("variant", ["", "large_groups"])
def test_the_greedy_player_plays_whole_games_by_the_rules(variant: str) -> None:
    """And wins where random players lose to the virus."""
    greedy = make_game(shipped.kit("fight_the_virus"), variant=variant).policies["greedy"]
    endings = [
        play_to_end(rules(variant), rules(variant).start(NAMES[:2], {}), seed=seed, policy=greedy)
        for seed in range(3)
    ]
    assert all(ending.winners for ending in endings)
    assert all(ending.rule == "fight_the_virus.turn.end" for ending in endings)
