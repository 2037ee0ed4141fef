"""The conversation of a walk as a value: asked, answered, pointed at, taken back."""

import pytest

from generator.play.walks.talk import RefusedMove, Several, Talk
from generator.play.walks.walkthrough import start_walk
from generator.rules.core import NATURE, RulesError
from tests import played


def begin(game: str, *moves: tuple[str, str], kinds: frozenset[str] = frozenset()) -> Talk:
    walk = start_walk(played.game(game), ("Ana", "Bo"), {})
    talk = Talk(walk, played.kit(game).wordings["en"], kinds, seed=3)
    for actor, move in moves:
        talk = talk.play(actor, move)
    return talk


def say(talk: Talk, typed: str) -> Talk:
    answer = talk.answer(typed)
    assert isinstance(answer, Talk)
    return answer


def refuse(talk: Talk, typed: str) -> str:
    answer = talk.answer(typed)
    assert isinstance(answer, RefusedMove)
    return answer.rule


NORTH = (NATURE, "spread north")
ROLL = (NATURE, "3 4")


def test_a_turn_is_a_question_with_its_moves() -> None:
    """Chance is asked first, then the player, and nobody after the end."""
    talk = begin("pox")
    assert talk.asked == NATURE
    assert "spread north" in talk.turn().moves
    talk = say(talk, "north")
    turn = talk.turn()
    assert (turn.actor, turn.others, turn.may_draw) == ("Ana", (), False)
    assert turn.question.key == "ask.help"
    assert talk.entry is not None
    assert [event.key for event in talk.entry.events]


def test_answers_are_values() -> None:
    """A conversation never changes: the same answer to the same question gives the same one."""
    talk = begin("pox", NORTH)
    one, other = say(talk, "vac e5"), say(talk, "e5")
    assert one.walk.log == other.walk.log
    assert talk.walk.log.lines == one.walk.log.lines[:1]
    assert isinstance(talk.answer("vaccinate"), Several)
    assert refuse(talk, "vaccinate g2") == "pox.vaccinate.vulnerable"
    assert refuse(talk, "Bo: done") == "log.turn"


def test_who_is_called_is_asked() -> None:
    """A called actor is asked until somebody acts; an empty answer plays nothing if there is a choice."""
    talk = begin("fight_the_virus", ROLL)
    called = say(talk, "bo:")
    assert (called.asked, called.turn().others) == ("Bo", ("Ana",))
    assert called.walk is talk.walk
    assert say(called, "").walk is talk.walk
    assert say(called, "done").asked == "Ana"


def test_lessons_are_told_once() -> None:
    """A lesson that was shown stays known after a move was taken back."""
    talk = begin("pox")
    lesson = talk.find_lesson(NATURE)
    assert lesson is not None
    talk = talk.teach(lesson)
    assert talk.find_lesson(NATURE) is None
    assert say(talk, "north").undo().find_lesson(NATURE) is None


def test_chance_is_drawn_on_an_empty_answer() -> None:
    """The program draws only its kinds of chance; the same seed draws the same card again."""
    talk = begin("pox", kinds=frozenset({"cards"}))
    assert talk.is_automatic
    drawn = say(talk, "")
    assert drawn.walk.log == talk.draw().walk.log
    assert not begin("pox").is_automatic
    assert say(begin("pox"), "").walk.log.lines == ()


def test_a_place_is_a_move() -> None:
    """Pointing at a place makes its only move, or else lists the moves or the rule that forbids them."""
    talk = begin("pox", NORTH)
    vaccinated = talk.point("Ana", [("people", "e5")])
    assert isinstance(vaccinated, Talk)
    assert vaccinated.walk.log.lines[-1].words == "vaccinate e5"
    for place, rule in (("g2", "pox.vaccinate.vulnerable"), ("z9", "log.unreadable")):
        refused = talk.point("Ana", [("people", place)])
        assert isinstance(refused, RefusedMove)
        assert refused.rule == rule
    assert isinstance(talk.point("Bo", [("people", "e5")]), RefusedMove)


def test_several_places_are_one_shape() -> None:
    """Each square leaves fewer shapes; a shape is drawn when all its squares are chosen."""
    talk = begin("fight_the_virus", ROLL)
    shape = next(move for move in talk.walk.moves("Ana") if move.startswith("4 analysis"))
    spots = [("analysis", square) for square in shape.split()[2:]]
    before = len(talk.walk.moves("Ana"))
    for number in range(1, len(spots)):
        several = talk.point("Ana", spots[:number])
        assert isinstance(several, Several)
        assert shape in several.moves
        assert len(several.moves) <= before
        before = len(several.moves)
    done = talk.point("Ana", spots)
    assert isinstance(done, Talk)
    assert done.walk.log.lines[-1].words == shape


def test_own_marks_are_taken_back_while_others_mark() -> None:
    """A player's own entry is taken back only if no dice were rolled after it."""
    talk = begin("fight_the_virus", ROLL, ("Ana", "4 testing a1"), ("Bo", "3 testing a1"))
    (line, own) = talk.find_last("Ana"), talk.undo("Ana")
    assert line is not None
    assert line.words == "4 testing a1"
    assert [each.words for each in own.walk.log.lines] == ["3 4", "3 testing a1"]
    assert [each.number for each in own.walk.log.lines] == [1, 2]
    assert [each.words for each in talk.undo().walk.log.lines] == ["3 4", "4 testing a1"]
    rolled = begin("fight_the_virus", ROLL, ("Ana", "done"), ("Bo", "done"), (NATURE, "1 2"))
    assert rolled.undo("Ana").walk.log.lines == rolled.walk.log.lines[:-1]
    assert begin("pox").undo("Ana").walk.log.lines == ()


def test_what_a_later_move_needs_stays() -> None:
    """An entry that a later move needs is not taken back."""
    walked = begin("pandemic")
    while not (
        walked.asked == "Ana" and walked.walk.companion.ask(walked.walk.state, "Ana").key == "ask.actions"
    ):
        walked = walked.draw() if walked.asked == NATURE else say(walked, "begin")
    walked = walked.play("Ana", walked.walk.moves("Ana")[0])
    line = walked.find_last("Ana")
    assert line is not None
    assert walked.undo("Ana").walk.log.lines == walked.walk.log.lines[:-1]
    with pytest.raises(RulesError):
        walked.walk.undo_line(1)
