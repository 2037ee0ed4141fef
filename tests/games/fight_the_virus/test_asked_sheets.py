"""Sheets that are asked for on a terminal, row by row."""

from generator.games.fight_the_virus.drawing import AREAS
from generator.rules.core import Question
from tests.games.fight_the_virus.sheets import NAMES, play_well, read, referee, say, score, scoring


def answer(*answers: str) -> tuple[str, list[Question]]:
    """The score file that the answers make, and what was asked."""
    asking = scoring().ask()
    asked = [next(asking)]
    for each in answers:
        try:
            asked.append(asking.send(each))
        except StopIteration as end:
            return str(end.value), asked
    raise AssertionError("the answers are not enough")


def test_answers_make_the_sheet_that_was_meant() -> None:
    """Every row of every area; the same sheets as in a file."""
    state = play_well(4)[-1]
    answers = [", ".join(NAMES[:2])]
    for sheet in state.sheets:
        drawn = scoring().draw(sheet)
        answers += [row for area in AREAS for row in drawn[area].split("\n")]
    text, asked = answer(*answers)
    assert read(text) == read(say(*state.sheets))
    assert score(text).verdict == "consistent"
    for wording in referee().kit.wordings.values():
        assert all("{" not in question.text.say(wording) for question in asked)


def test_a_wrong_answer_is_asked_again() -> None:
    """And told why: a row too short, a letter where a number stands, nobody's name."""
    asking = scoring().ask()
    next(asking)
    assert asking.send("").problem
    assert not asking.send("Ana").problem
    again = asking.send(". .")
    assert "3 squares" in str(again.problem)
    assert not asking.send(". . .").problem
